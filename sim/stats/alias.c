#include "stats/sampler.h"

#include "base/mem.h"

#include <assert.h>

// A column of the table: its own value below `threshold` of 2^64, the other one's above.
struct alias_column {
    uint64_t threshold;
    size_t other;
};

struct alias {
    size_t count;
    struct alias_column columns[];
};

static uint64_t threshold_of(double share)
{
    return share >= 1 ? UINT64_MAX : (uint64_t)(share * 0x1p64);
}

// Vose (1991): each column below the mean is filled up from one above it. `shares` are used up.
static void pair_columns(struct alias *alias, double *shares)
{
    size_t *stack = mem_new(alias->count, sizeof *stack);
    size_t below = 0;            // the poor lie at the front of the stack
    size_t above = alias->count; // the rich at its end
    for (size_t i = 0; i < alias->count; i++) {
        if (shares[i] < 1)
            stack[below++] = i;
        else
            stack[--above] = i;
    }
    while (below > 0 && above < alias->count) {
        const size_t poor = stack[--below];
        const size_t rich = stack[above];
        alias->columns[poor] = (struct alias_column){threshold_of(shares[poor]), rich};
        shares[rich] -= 1 - shares[poor];
        if (shares[rich] < 1) {
            above++;
            stack[below++] = rich;
        }
    }
    mem_free(stack);
}

struct alias *alias_new(const double *weights, size_t count)
{
    double total = 0;
    for (size_t i = 0; i < count; i++) {
        assert(weights[i] >= 0);
        total += weights[i];
    }
    assert(total > 0);

    struct alias *alias = mem_new(1, sizeof *alias + count * sizeof alias->columns[0]);
    double *shares = mem_new(count, sizeof *shares);
    alias->count = count;
    size_t heaviest = 0;
    for (size_t i = 0; i < count; i++) {
        heaviest = weights[i] > weights[heaviest] ? i : heaviest;
        shares[i] = weights[i] / total * (double)count;
    }
    // What rounding leaves over is a whole column; one without weight must not become that.
    for (size_t i = 0; i < count; i++)
        alias->columns[i] =
            (struct alias_column){weights[i] > 0 ? UINT64_MAX : 0, weights[i] > 0 ? i : heaviest};
    pair_columns(alias, shares);
    mem_free(shares);
    return alias;
}

void alias_free(struct alias *alias)
{
    mem_free(alias);
}

// One draw does for both: the whole part of bits * count / 2^64 is the column, the rest decides in
// it.
size_t alias_sample(const struct alias *alias, struct rng *rng)
{
    const wide_uint product = (wide_uint)rng_next(rng) * alias->count;
    const size_t i = (size_t)(product >> 64);
    const struct alias_column *column = &alias->columns[i];
    return (uint64_t)product < column->threshold ? i : column->other;
}
