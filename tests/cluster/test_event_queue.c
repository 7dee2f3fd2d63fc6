#include "base/rng.h"
#include "cluster/event_queue.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>

Test(event_queue, ties_leave_by_their_order)
{
    struct event_queue *queue = event_queue_new();
    for (uint32_t i = 0; i < 100; i++) {
        const uint32_t turn = i * 37 % 100;
        event_queue_push(queue, (struct event){.at = turn % 3, .order = turn, .subject = turn});
    }

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

// Against a list that is searched from end to end: pushes, pops, and looks in between, in any
// order.
Test(event_queue, leaves_sorted_whatever_comes_and_goes)
{
    enum { EVENTS_MAX = 300 };
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct rng rng = rng_stream(seed, "test", 0);
        struct event_queue *queue = event_queue_new();
        struct event list[EVENTS_MAX];
        size_t inside = 0;
        for (uint32_t step = 0; step < 2000; step++) {
            cr_assert(eq(sz, event_queue_count(queue), inside));
            size_t least = 0;
            for (size_t i = 1; i < inside; i++) {
                if (list[i].at < list[least].at ||
                    (list[i].at == list[least].at && list[i].order < list[least].order))
                    least = i;
            }
            const struct event *first = event_queue_first(queue);
            cr_assert(eq(int, first != NULL, inside > 0));
            if (first)
                cr_assert(eq(u32, first->subject, list[least].subject), "seed %u", (unsigned)seed);
            if (inside > 0 && (rng_upto(&rng, 1) == 0 || inside == EVENTS_MAX)) {
                event_queue_pop(queue);
                list[least] = list[--inside];
            } else {
                list[inside] = (struct event){rng_upto(&rng, 20), rng_next(&rng), step};
                event_queue_push(queue, list[inside++]);
            }
        }
        event_queue_free(queue);
    }
}

Test(event_queue, refuses_to_give_what_it_has_not, .signal = SIGABRT)
{
    event_queue_pop(event_queue_new());
}
