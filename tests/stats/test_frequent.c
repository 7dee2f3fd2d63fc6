// The most frequent values of a stream: exact while they fit, and within the stated error beyond.

#include "base/mem.h"
#include "base/rng.h"
#include "stats/frequent.h"
#include "stats/sampler.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { VALUES = 20000, DRAWS = 200000, TOP = 50 };

static void add_number(struct frequent *frequent, uint64_t number)
{
    char text[24];
    const int size = snprintf(text, sizeof text, "v%" PRIu64, number);
    frequent_add(frequent, rng_mix(number + 1), bytes_of(text, (size_t)size));
}

// Draws by Zipf's law; counts[v] of each value.
static struct frequent *drawn(size_t capacity, uint64_t *counts)
{
    struct frequent *frequent = frequent_new(capacity);
    const struct zipf zipf = zipf_of(VALUES, 1.1);
    struct rng rng = rng_stream(3, "frequent", capacity);
    for (size_t i = 0; i < DRAWS; i++) {
        const uint64_t value = zipf_sample(&zipf, &rng);
        counts[value]++;
        add_number(frequent, value);
    }
    return frequent;
}

static uint64_t number_of(struct bytes text)
{
    uint64_t number = 0;
    for (size_t i = 1; i < text.size; i++)
        number = number * 10 + (uint64_t)(text.data[i] - '0');
    return number;
}

Test(frequent, counts_are_exact_while_all_values_fit)
{
    uint64_t *counts = mem_new(VALUES, sizeof *counts);
    struct frequent *frequent = drawn(VALUES, counts);
    struct frequent_value top[TOP];
    size_t different = 0;
    for (size_t i = 0; i < VALUES; i++)
        different += counts[i] > 0;
    cr_expect(eq(u64, frequent_error(frequent), 0));
    cr_expect(eq(sz, frequent_held(frequent), different));
    cr_assert(eq(sz, frequent_top(frequent, top, TOP), (size_t)TOP));
    for (size_t i = 0; i < TOP; i++) {
        cr_expect(eq(u64, top[i].count, counts[number_of(top[i].text)]));
        cr_expect(i == 0 || top[i].count <= top[i - 1].count);
    }
    frequent_free(frequent);
    mem_free(counts);
}

Test(frequent, a_count_is_too_low_by_the_stated_error_at_most_and_no_frequent_value_is_missing)
{
    for (size_t capacity = 2; capacity <= 2048; capacity *= 4) {
        uint64_t *counts = mem_new(VALUES, sizeof *counts);
        struct frequent *frequent = drawn(capacity, counts);
        const uint64_t error = frequent_error(frequent);
        struct frequent_value *top = mem_new(capacity, sizeof *top);
        const size_t given = frequent_top(frequent, top, capacity);
        cr_expect(given <= capacity && error > 0);
        uint64_t found = 0, wanted = 0;
        for (size_t i = 0; i < given; i++) {
            const uint64_t right = counts[number_of(top[i].text)];
            cr_expect(top[i].count <= right && top[i].count + error >= right, "capacity %zu",
                      capacity);
            found += right > error;
        }
        for (size_t i = 0; i < VALUES; i++)
            wanted += counts[i] > error;
        cr_expect(eq(u64, found, wanted), "capacity %zu", capacity);
        mem_free(top);
        frequent_free(frequent);
        mem_free(counts);
    }
}

Test(frequent, ties_are_told_by_their_bytes_and_long_values_are_cut)
{
    struct frequent *frequent = frequent_new(10);
    char text[100];
    memset(text, 'x', sizeof text);
    frequent_add(frequent, 3, bytes_of("b", 1));
    frequent_add(frequent, 2, bytes_of("a", 1));
    frequent_add(frequent, 1, bytes_of(text, sizeof text));
    frequent_add(frequent, 0, bytes_of(NULL, 0));
    struct frequent_value top[10];
    cr_assert(eq(sz, frequent_top(frequent, top, 10), (size_t)4));
    cr_expect(eq(sz, top[0].text.size, (size_t)0));
    cr_expect(top[1].text.data[0] == 'a' && top[2].text.data[0] == 'b');
    cr_expect(eq(sz, top[3].text.size, (size_t)FREQUENT_TEXT_MAX));
    frequent_free(frequent);
}
