#include "stats/histogram.h"

#include "base/mem.h"

#include <math.h>

enum {
    STEP_BITS = 7,
    STEPS = 1 << STEP_BITS, // in each power of two
    BUCKETS = (64 - STEP_BITS + 1) * STEPS,
};

struct histogram {
    uint64_t count;
    uint64_t min, max;
    wide_uint sum;
    uint64_t buckets[BUCKETS];
};

struct histogram *histogram_new(void)
{
    struct histogram *histogram = mem_new(1, sizeof *histogram);
    histogram->min = UINT64_MAX;
    return histogram;
}

void histogram_free(struct histogram *histogram)
{
    mem_free(histogram);
}

// By how many bits a value of this bucket was shifted; 0 where buckets are exact.
static unsigned int shift_of(uint64_t value)
{
    const unsigned int top = 63 - (unsigned int)__builtin_clzll(value | 1);
    return top > STEP_BITS ? top - STEP_BITS : 0;
}

void histogram_add(struct histogram *histogram, const uint64_t *values, size_t count)
{
    wide_uint sum = 0;
    uint64_t min = histogram->min, max = histogram->max;
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = values[i];
        const unsigned int shift = shift_of(value);
        // Of the shifted value's STEPS..2 STEPS-1, the next power of two goes on where this one
        // ends.
        histogram->buckets[shift * STEPS + (value >> shift)]++;
        sum += value;
        min = value < min ? value : min;
        max = value > max ? value : max;
    }
    histogram->sum += sum;
    histogram->min = min;
    histogram->max = max;
    histogram->count += count;
}

void histogram_merge(struct histogram *into, const struct histogram *from)
{
    for (size_t i = 0; i < BUCKETS; i++)
        into->buckets[i] += from->buckets[i];
    into->count += from->count;
    into->sum += from->sum;
    into->min = from->min < into->min ? from->min : into->min;
    into->max = from->max > into->max ? from->max : into->max;
}

uint64_t histogram_count(const struct histogram *histogram)
{
    return histogram->count;
}

double histogram_mean(const struct histogram *histogram)
{
    return histogram->count > 0 ? (double)histogram->sum / (double)histogram->count : NAN;
}

// The middle of the values that fall into a bucket.
static double middle_of(size_t bucket)
{
    if (bucket < 2 * STEPS)
        return (double)bucket;
    const size_t shift = bucket / STEPS - 1;
    const uint64_t low = (uint64_t)(bucket % STEPS + STEPS) << shift;
    return (double)low + (double)((UINT64_C(1) << shift) - 1) / 2;
}

// The smallest whole number of values that make up the share; what rounding adds to the product
// does not count.
static uint64_t rank_of(double share, uint64_t count)
{
    const double product = share * (double)count * (1 - 1e-14);
    const uint64_t whole = product > 0 ? (uint64_t)product : 0;
    const uint64_t rank = whole + ((double)whole < product);
    return rank < 1 ? 1 : rank > count ? count : rank;
}

double histogram_percentile(const struct histogram *histogram, double share)
{
    if (histogram->count == 0)
        return NAN;
    const uint64_t rank = rank_of(share, histogram->count);
    uint64_t seen = 0;
    size_t bucket = 0;
    for (; bucket < BUCKETS; bucket++) {
        seen += histogram->buckets[bucket];
        if (seen >= rank)
            break;
    }
    const double middle = middle_of(bucket);
    const double min = (double)histogram->min, max = (double)histogram->max;
    return middle < min ? min : middle > max ? max : middle;
}

uint64_t histogram_max(const struct histogram *histogram)
{
    return histogram->max;
}
