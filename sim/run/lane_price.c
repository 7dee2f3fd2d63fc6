// Queries that the mix does not draw: what they cost on the rows at the end.
#include "run/lane_state.h"
#include "workload/source_picks.h"

#include <string.h>

enum {
    PRICED_MAX = 32,             // occurrences of each
    PRICED_VALUES_MAX = 1 << 16, // among which those of a query that picks by value are chosen
};

// Whose records: places in the book.
struct priced {
    uint64_t places[PRICED_MAX];
    size_t count;
};

// The `i`-th of `count`, spread from the first to the last.
static uint64_t spread(uint64_t held, size_t i, size_t count)
{
    return count > 1 ? (held - 1) * i / (count - 1) : 0;
}

static void choose_spread(uint64_t held, size_t most, struct priced *out)
{
    out->count = held < most ? (size_t)held : most;
    for (size_t i = 0; i < out->count; i++)
        out->places[i] = spread(held, i, out->count);
}

static void choose_latest(const struct lane *lane, double theta, struct priced *out)
{
    const uint64_t held = record_book_held(lane->book);
    const uint64_t scale = record_book_scale(lane->book);
    const struct zipf ages = zipf_of(held * scale, theta);
    struct rng rng = rng_stream(lane->scenario->seed, "priced", 0);
    for (out->count = 0; out->count < PRICED_MAX; out->count++)
        out->places[out->count] = held - 1 - zipf_sample(&ages, &rng) / scale;
}

static void choose_by_value(const struct lane *lane, const struct query_pick *pick,
                            struct priced *out)
{
    const uint64_t held = record_book_held(lane->book);
    struct value_pool *pool =
        value_pool_new(pick->fields, pick->field_count, PRICED_VALUES_MAX, lane->scenario->seed);
    for (uint64_t place = 0; place < held; place++) {
        const struct batch *page;
        size_t row;
        record_book_at(lane->book, place, &page, &row);
        value_pool_add(pool, page, row, &(struct stored_record){.number = place});
    }
    choose_spread(value_pool_count(pool), PRICED_MAX, out);
    for (size_t i = 0; i < out->count; i++)
        out->places[i] = value_pool_at(pool, (size_t)out->places[i])->number;
    value_pool_free(pool);
}

// What is gone gives way to the nearest record before it that is there, or else behind it.
static void choose_living(const struct lane *lane, struct priced *priced)
{
    const uint64_t held = record_book_held(lane->book);
    size_t count = 0;
    for (size_t i = 0; i < priced->count; i++) {
        uint64_t place = priced->places[i];
        while (place > 0 && record_book_is_gone(lane->book, place))
            place--;
        if (record_book_is_gone(lane->book, place))
            place = priced->places[i];
        while (place < held && record_book_is_gone(lane->book, place))
            place++;
        if (place < held)
            priced->places[count++] = place;
    }
    priced->count = count;
}

static void choose(const struct lane *lane, size_t reading, struct priced *out)
{
    const uint64_t held = record_book_held(lane->book);
    const struct scenario_query *query = &lane->scenario->queries[reading];
    const struct query_pick *pick =
        source_pick_of(&lane->scenario->workload, OP_QUERY, (uint16_t)reading);
    const bool draws = query->scan_from || strchr(query->where, '$') != NULL;
    if (held > 0 && pick && pick->kind == PICK_LATEST)
        choose_latest(lane, pick->theta, out);
    else if (pick && pick->kind == PICK_UNIFORM)
        choose_by_value(lane, pick, out);
    else
        choose_spread(held, draws ? PRICED_MAX : 1, out);
    if (lane->has_changes)
        choose_living(lane, out);
}

static bool price_query(struct lane *lane, size_t reading, struct batch *drawn, struct err *err)
{
    struct priced priced;
    choose(lane, reading, &priced);
    for (size_t i = 0; i < priced.count; i++) {
        const struct batch *page;
        size_t row;
        record_book_at(lane->book, priced.places[i], &page, &row);
        drawn->count = 0;
        batch_put_row(drawn, page, row);
        drawn->clock_ns[0] = lane->clock_ns;
        if (!reads_execute(lane->reads, reading, drawn, 0, lane->book, err))
            return false;
        read_tally_add(&lane->tallies[reading], reads_price(lane->reads));
    }
    return true;
}

bool lane_price_queries(struct lane *lane, struct err *err)
{
    if (!lane->reads)
        return true;
    reads_set_progress(lane->reads, 1);
    struct batch drawn;
    batch_init(&drawn, source_schema(lane->scenario->source));
    bool ok = true;
    for (size_t i = 0; ok && i < lane->scenario->query_count; i++)
        ok = lane->tallies[i].occurrences > 0 || price_query(lane, i, &drawn, err);
    batch_done(&drawn);
    return ok;
}
