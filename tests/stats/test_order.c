// Whether values rise: against sequences whose rank correlation is known.

#include "base/mem.h"
#include "base/rng.h"
#include "stats/order.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct order_summary of_numbers(const double *numbers, size_t count)
{
    struct order *order = order_new();
    for (size_t i = 0; i < count; i++)
        order_add(order, bytes_of(NULL, 0), true, numbers[i]);
    const struct order_summary summary = order_summary(order);
    order_free(order);
    return summary;
}

Test(order, small_sequences_have_the_textbook_correlation)
{
    // 1 - 6 sum(d^2) / (n (n^2 - 1)), and with ties Pearson's over mean ranks.
    static const struct {
        double numbers[5];
        double correlation, rising, same;
    } rows[] = {
        {{1, 2, 3, 4, 5}, 1, 1, 0},
        {{5, 4, 3, 2, 1}, -1, 0, 0},
        {{2, 1, 4, 3, 5}, 0.8, 0.5, 0},
        {{1, 1, 2, 2, 3}, 0.9486832980505138, 0.5, 0.5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct order_summary got = of_numbers(rows[i].numbers, 5);
        cr_expect(fabs(got.correlation - rows[i].correlation) < 1e-12, "row %zu: %g", i,
                  got.correlation);
        cr_expect(fabs(got.rising - rows[i].rising) < 1e-12);
        cr_expect(fabs(got.same - rows[i].same) < 1e-12);
        cr_expect(fabs(got.rising + got.same + got.falling - 1) < 1e-12);
    }
    const double same[] = {7, 7, 7};
    cr_expect(isnan(of_numbers(same, 3).correlation));
    cr_expect(isnan(of_numbers(same, 1).rising) && isnan(of_numbers(same, 0).correlation));
}

Test(order, a_long_sequence_is_sampled_over_all_its_length)
{
    enum { COUNT = 100000 };
    double *numbers = mem_new(COUNT, sizeof *numbers);
    struct rng rng = rng_stream(1, "order", 0);
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = (double)i;
    cr_expect(fabs(of_numbers(numbers, COUNT).correlation - 1) < 1e-12);
    // Up to the middle and down again: no correlation in all.
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = fabs((double)i - COUNT / 2);
    cr_expect(fabs(of_numbers(numbers, COUNT).correlation) < 0.01);
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = rng_unit(&rng);
    const struct order_summary random = of_numbers(numbers, COUNT);
    cr_expect(fabs(random.correlation) < 0.08, "%g", random.correlation);
    cr_expect(fabs(random.rising - 0.5) < 0.01);
    mem_free(numbers);
}

Test(order, texts_are_compared_by_bytes_and_numbers_by_value)
{
    for (int numbers = 0; numbers < 2; numbers++) {
        struct order *order = order_new();
        for (int i = 8; i <= 12; i++) {
            char text[8];
            const int size = snprintf(text, sizeof text, "%d", i);
            order_add(order, bytes_of(text, (size_t)size), numbers, i);
        }
        const struct order_summary summary = order_summary(order);
        cr_expect(fabs(summary.rising - (numbers ? 1 : 0.75)) < 1e-12);
        order_free(order);
    }
}
