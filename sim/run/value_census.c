#include "run/value_census.h"

#include "base/buffer.h"
#include "base/key_batch.h"
#include "base/mem.h"
#include "hash/hash.h"
#include "metrics/row_set.h"

#include <string.h>

enum { STRETCH = 1024, CANDIDATES = 1024 };
// So many stretches are followed, then one in STRETCH_EVERY: order shows early or not at all.
enum { STRETCHES_FOLLOWED = 128, STRETCH_EVERY = 16 };

// Of all values whose hash falls on it, the one that outvotes the others: any that is frequent
// wins its place, since the rest is spread over all places.
struct candidate {
    uint64_t hash;
    uint64_t votes;
    size_t size;
    uint8_t text[VALUE_BYTES_SHOWN];
};

struct value_census {
    struct row_set *values;
    struct candidate *candidates; // [CANDIDATES]
    struct buffer last, highest, lowest;
    uint64_t count, compared, rising, falling, repeated, digits;
    uint64_t width_min, width_max;
    wide_uint width_sum;
    bool is_summed;
    struct value_summary summary; // where is_summed
};

struct value_census *value_census_new(size_t limit)
{
    struct value_census *census = mem_new(1, sizeof *census);
    census->values = row_set_new(limit, 1, 1);
    census->candidates = mem_new(CANDIDATES, sizeof *census->candidates);
    return census;
}

void value_census_free(struct value_census *census)
{
    if (!census)
        return;
    row_set_free(census->values);
    mem_free(census->candidates);
    buffer_done(&census->last);
    buffer_done(&census->highest);
    buffer_done(&census->lowest);
    mem_free(census);
}

static void vote(struct value_census *census, struct bytes value, uint64_t hash)
{
    struct candidate *candidate = &census->candidates[hash % CANDIDATES];
    if (candidate->votes > 0 && candidate->hash == hash) {
        candidate->votes++;
    } else if (candidate->votes > 0) {
        candidate->votes--;
    } else {
        candidate->hash = hash;
        candidate->votes = 1;
        candidate->size = value.size < VALUE_BYTES_SHOWN ? value.size : VALUE_BYTES_SHOWN;
        if (candidate->size > 0)
            memcpy(candidate->text, value.data, candidate->size);
    }
}

static struct bytes view(const struct buffer *buffer)
{
    return bytes_of(buffer->data, buffer->size);
}

static void keep(struct buffer *buffer, struct bytes value)
{
    buffer_clear(buffer);
    buffer_append(buffer, value.data, value.size);
}

// Compares the value with those before it in its stretch.
static void follow(struct value_census *census, struct bytes value)
{
    const uint64_t stretch = census->count / STRETCH;
    if (stretch >= STRETCHES_FOLLOWED && stretch % STRETCH_EVERY != 0)
        return;
    if (census->count % STRETCH == 0) {
        keep(&census->last, value);
        keep(&census->highest, value);
        keep(&census->lowest, value);
        return;
    }
    census->compared++;
    census->repeated += key_compare(value, view(&census->last)) == 0;
    keep(&census->last, value);
    if (key_compare(value, view(&census->highest)) >= 0) {
        census->rising++;
        keep(&census->highest, value);
    }
    if (key_compare(value, view(&census->lowest)) <= 0) {
        census->falling++;
        keep(&census->lowest, value);
    }
}

static bool is_digits(struct bytes value)
{
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] < '0' || value.data[i] > '9')
            return false;
    }
    return value.size > 0;
}

static void measure(struct value_census *census, struct bytes value)
{
    if (census->count == 0 || value.size < census->width_min)
        census->width_min = value.size;
    if (value.size > census->width_max)
        census->width_max = value.size;
    census->width_sum += value.size;
    census->digits += is_digits(value);
}

static void add_some(struct value_census *census, const struct bytes *values, size_t count)
{
    static const uint32_t zeros[STRETCH];
    uint64_t hash[STRETCH];
    for (size_t i = 0; i < count; i++) {
        hash[i] = hash_xxh3(values[i]);
        vote(census, values[i], hash[i]);
        measure(census, values[i]);
        follow(census, values[i]);
        census->count++;
    }
    row_set_add(census->values, hash, zeros, zeros, count);
}

void value_census_add(struct value_census *census, const struct bytes *values, size_t count)
{
    census->is_summed = false;
    for (size_t first = 0; first < count; first += STRETCH)
        add_some(census, values + first, count - first < STRETCH ? count - first : STRETCH);
}

static double share_of(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

// The two candidates with the most votes.
static void find_top(const struct value_census *census, const struct candidate *top[2])
{
    top[0] = top[1] = &census->candidates[0];
    for (size_t i = 1; i < CANDIDATES; i++) {
        const struct candidate *candidate = &census->candidates[i];
        if (candidate->votes > top[0]->votes) {
            top[1] = top[0];
            top[0] = candidate;
        } else if (candidate->votes > top[1]->votes || top[1] == top[0]) {
            top[1] = candidate;
        }
    }
}

static struct value_summary sum_up(const struct value_census *census)
{
    const struct candidate *top[2];
    find_top(census, top);
    const double share = share_of(row_set_top_count(census->values), census->count);
    const double voted = share_of(top[0]->votes, census->count);
    return (struct value_summary){
        .count = census->count,
        .distinct = row_set_rows(census->values),
        .error = row_set_error(census->values),
        .top_share = share > voted ? share : voted,
        .top = bytes_of(top[0]->text, top[0]->size),
        .second_share = share_of(top[1]->votes, census->count),
        .rising_share = share_of(census->rising, census->compared),
        .falling_share = share_of(census->falling, census->compared),
        .repeat_share = share_of(census->repeated, census->compared),
        .width_min = census->width_min,
        .width_max = census->width_max,
        .width_mean = census->count > 0 ? (double)census->width_sum / (double)census->count : 0,
        .digits_share = share_of(census->digits, census->count),
    };
}

struct value_summary value_census_summary(struct value_census *census)
{
    if (!census->is_summed) {
        census->summary = sum_up(census);
        census->is_summed = true;
    }
    return census->summary;
}
