#include "run/read_range.h"

#include "base/rng.h"

#include <math.h>

// A range of so few rows is always walked; matches beyond so many tell a share no better.
enum { WALKED_ALWAYS = 4096, MATCHES_ENOUGH = 64 };

struct walk {
    struct row_counter *counter;
    double wanted;             // matches
    struct match_marks *marks; // NULL: all rows are looked at
    uint64_t examined;
    struct match_count count;
};

static void mark(struct match_marks *marks, uint32_t record)
{
    const uint64_t place = rng_mix(record) % MATCH_MARKS;
    const uint64_t bit = UINT64_C(1) << place % 64;
    marks->count += (marks->bits[place / 64] & bit) == 0;
    marks->bits[place / 64] |= bit;
}

static bool look_at(void *context, uint32_t record)
{
    struct walk *walk = context;
    struct row_counter *counter = walk->counter;
    const struct batch *batch;
    size_t row;
    walk->examined++;
    if (!record_book_find(counter->book, record, &batch, &row))
        return true;
    walk->count.seen++;
    const bool matches = !counter->filtered || bound_clause_matches(counter->bound, batch, row);
    if (counter->found && (matches || counter->found_all))
        counter->found(counter->context, batch, row);
    walk->count.matched += matches;
    if (matches && walk->marks)
        mark(walk->marks, record);
    return (double)walk->count.matched < walk->wanted;
}

static void run_walk(struct walk *walk, const struct row_index *rows, const struct key_range *range)
{
    struct row_counter *counter = walk->counter;
    row_index_walk(rows, range->start, range->stop, counter->reverse, look_at, walk);
}

// Every row is there, and its record with it.
static struct row_count count_exactly(struct row_counter *counter, const struct key_range *range,
                                      double wanted)
{
    struct walk walk = {.counter = counter, .wanted = wanted};
    run_walk(&walk, counter->rows->layers[0].all, range);
    *counter->walked += walk.examined;
    counter->history->seen += walk.count.seen;
    counter->history->matched += walk.count.matched;
    return (struct row_count){.examined = (double)walk.examined,
                              .returned = (double)walk.count.matched};
}

// What was seen of a range, each row counted as often as it stands for others.
struct seen {
    double rows, matches;
    uint64_t matched; // rows that were really looked at
};

static struct seen look_through(struct row_counter *counter, const struct key_range *range,
                                double wanted, bool by_sample)
{
    struct seen seen = {0};
    for (size_t i = 0; i < counter->rows->count; i++) {
        const struct row_layer *layer = &counter->rows->layers[i];
        const struct row_index *rows = by_sample ? layer->sample : layer->all;
        struct walk walk = {.counter = counter,
                            .marks = counter->marks,
                            .wanted = isfinite(wanted) ? fmax(wanted, MATCHES_ENOUGH) : INFINITY};
        run_walk(&walk, rows, range);
        *counter->walked += by_sample ? 0 : walk.examined;
        const double scale = layer->weight * row_index_scale(rows);
        seen.rows += scale * (double)walk.count.seen;
        seen.matches += scale * (double)walk.count.matched;
        seen.matched += walk.count.matched;
        counter->history->seen += walk.count.seen;
        counter->history->matched += walk.count.matched;
    }
    return seen;
}

// The share of matches among the rows of the range that can be told.
static double share_of(const struct row_counter *counter, const struct seen *seen)
{
    if (seen->rows > 0)
        return seen->matches / seen->rows;
    const struct match_count *history = counter->history;
    return history->seen > 0 ? (double)history->matched / (double)history->seen : 0;
}

static struct row_count count_by_sample(struct row_counter *counter, const struct key_range *range,
                                        double there, double stops_at, bool by_sample)
{
    const struct seen seen = look_through(counter, range, stops_at, by_sample);
    const double share = share_of(counter, &seen);
    struct row_count count = {.examined = there};
    if (share > 0 && stops_at / share < there) {
        // As many rows as it takes to find so many: as sure as the number of matches seen.
        count.examined = stops_at / share;
        count.variance = count.examined * count.examined * (1 - share) /
                         (seen.matched > 0 ? (double)seen.matched : 1);
    } else {
        count.variance = there * (table_rows_scale(counter->rows) - 1);
    }
    count.returned = fmin(count.examined * share, stops_at);
    return count;
}

struct row_count row_counter_count(struct row_counter *counter, const struct key_range *range,
                                   double wanted)
{
    const struct key_range in_index = table_rows_range(counter->rows, range);
    const double stops_at = counter->in_order ? wanted : INFINITY;
    const double scale = table_rows_scale(counter->rows);
    const double there = table_rows_between(counter->rows, &in_index);
    if (there == 0)
        return (struct row_count){0};
    if (!counter->filtered && !counter->found) {
        const double read = fmin(there, stops_at);
        return (struct row_count){.examined = read,
                                  .returned = read,
                                  .variance = there > stops_at ? 0 : there * (scale - 1)};
    }
    const bool by_sample = there > WALKED_ALWAYS && !counter->looks_at_all;
    counter->sampled |= by_sample;
    if (scale <= 1 && record_book_scale(counter->book) == 1 && !by_sample)
        return count_exactly(counter, &in_index, stops_at);
    return count_by_sample(counter, &in_index, there, stops_at, by_sample);
}
