#include "base/rng.h"
#include "cluster/event_queue.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>

Test(event_queue, ties_leave_in_push_order)
{
    struct event_queue *queue = event_queue_new(100);
    for (uint32_t i = 0; i < 100; i++)
        event_queue_push(queue, i % 3, i);

    uint32_t next[3] = {0, 1, 2};
    for (sim_ns at = 0; at < 3; at++) {
        for (; next[at] < 100; next[at] += 3) {
            cr_assert(eq(u64, event_queue_first(queue)->at, at));
            cr_assert(eq(u32, event_queue_first(queue)->subject, next[at]));
            event_queue_pop(queue);
        }
    }
    cr_expect(zero(sz, event_queue_count(queue)));
    cr_expect(zero(ptr, (void *)(uintptr_t)event_queue_first(queue)));
    event_queue_free(queue);
}

Test(event_queue, leaves_sorted_whatever_comes_and_is_replaced)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct rng rng = rng_stream(seed, "test", 0);
        struct event_queue *queue = event_queue_new(64);
        sim_ns last = 0;
        size_t inside = 0;
        for (int step = 0; step < 2000; step++) {
            const uint64_t dice = rng_upto(&rng, 2);
            const struct event *first = event_queue_first(queue);
            cr_assert(eq(sz, event_queue_count(queue), inside));
            if (first) {
                cr_assert(ge(u64, first->at, last), "seed %u", (unsigned)seed);
                last = first->at;
            }
            if (dice == 0 && inside < 64) {
                event_queue_push(queue, last + rng_upto(&rng, 20), 0);
                inside++;
            } else if (dice == 1 && inside > 0) {
                event_queue_pop(queue);
                inside--;
            } else if (inside > 0) {
                event_queue_replace_first(queue, last + rng_upto(&rng, 20), 0);
            }
        }
        event_queue_free(queue);
    }
}

Test(event_queue, refuses_more_than_its_capacity, .signal = SIGABRT)
{
    struct event_queue *queue = event_queue_new(1);
    event_queue_push(queue, 1, 0);
    event_queue_push(queue, 1, 0);
}

Test(event_queue, refuses_to_give_what_it_has_not, .signal = SIGABRT)
{
    event_queue_pop(event_queue_new(1));
}
