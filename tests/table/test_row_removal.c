// Rows put and removed in any order, against a list of all keys that says which of them are there.

#include "base/key_batch.h"
#include "base/mem.h"
#include "base/rng.h"
#include "table/row_index.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

enum { KEY_SIZE = 8 };

struct model_row {
    uint8_t key[KEY_SIZE];
    uint64_t hash;
    uint32_t record, size;
    bool is_there;
};

struct model {
    struct model_row *rows; // in key order
    size_t count;
    size_t limit;
    unsigned level;
    struct rng rng;
    uint32_t puts;
};

static struct bytes key_of(const struct model_row *row)
{
    return bytes_of(row->key, KEY_SIZE);
}

// Steps between the keys leave some of them far apart and some side by side.
static struct model model_of(size_t count, size_t limit, uint64_t seed)
{
    struct model model = {.rows = mem_new(count, sizeof *model.rows),
                          .count = count,
                          .limit = limit,
                          .rng = rng_stream(seed, "removal", 0)};
    uint64_t number = 0;
    for (size_t i = 0; i < count; i++) {
        number += rng_upto(&model.rng, 1) == 0 ? 1 : rng_upto(&model.rng, UINT64_C(1) << 40) + 1;
        for (size_t k = 0; k < KEY_SIZE; k++)
            model.rows[i].key[k] = (uint8_t)(number >> (8 * (KEY_SIZE - 1 - k)));
        model.rows[i].hash = rng_mix(number);
    }
    return model;
}

static bool is_kept(const struct model *model, size_t i)
{
    return model->rows[i].is_there &&
           (model->rows[i].hash & ((UINT64_C(1) << model->level) - 1)) == 0;
}

static size_t kept_of(const struct model *model)
{
    size_t kept = 0;
    for (size_t i = 0; i < model->count; i++)
        kept += is_kept(model, i);
    return kept;
}

// One batch of random keys to both, of a stretch of the keys, all of them put or all removed.
static void change(struct model *model, struct row_index *index, struct key_batch *keys, bool puts)
{
    uint64_t hash[BATCH_ROWS];
    uint32_t record[BATCH_ROWS], size[BATCH_ROWS];
    static const uint8_t behind[8];
    const size_t first = rng_upto(&model->rng, model->count - 1);
    const size_t length = 1 + rng_upto(&model->rng, model->count - first - 1);
    buffer_clear(&keys->bytes);
    keys->count = 1 + rng_upto(&model->rng, BATCH_ROWS - 1);
    for (size_t i = 0; i < keys->count; i++) {
        struct model_row *row = &model->rows[first + rng_upto(&model->rng, length - 1)];
        keys->start[i] = (uint32_t)keys->bytes.size;
        buffer_append(&keys->bytes, row->key, KEY_SIZE);
        row->is_there = puts;
        if (puts) {
            row->record = model->puts++;
            row->size = (uint32_t)rng_upto(&model->rng, 1000);
        }
        hash[i] = row->hash;
        record[i] = row->record;
        size[i] = row->size;
    }
    keys->start[keys->count] = (uint32_t)keys->bytes.size;
    buffer_append(&keys->bytes, behind, sizeof behind);
    if (!puts) {
        row_index_remove(index, keys, hash, 0, keys->count);
        return;
    }
    row_index_add(index, &(struct index_rows){keys, hash, record, size}, 0, keys->count);
    while (kept_of(model) > model->limit)
        model->level++;
}

struct walk {
    const struct model *model;
    size_t at; // of the model's rows, before or behind the next
    size_t seen;
    bool reverse, same;
};

static bool check_row(void *context, uint32_t record)
{
    struct walk *walk = context;
    if (walk->reverse)
        do
            walk->at--;
        while (!is_kept(walk->model, walk->at));
    else
        while (!is_kept(walk->model, walk->at))
            walk->at++;
    walk->same = walk->same && walk->model->rows[walk->at].record == record;
    walk->at += walk->reverse ? 0 : 1;
    walk->seen++;
    return true;
}

// Rows from..until - 1 of the model.
static void expect_range(const struct model *model, const struct row_index *index, size_t from,
                         size_t until)
{
    size_t rows = 0, bytes = 0;
    for (size_t i = from; i < until; i++) {
        rows += is_kept(model, i);
        bytes += is_kept(model, i) ? model->rows[i].size : 0;
    }
    const struct bytes start = key_of(&model->rows[from]);
    const struct bytes stop =
        until < model->count ? key_of(&model->rows[until]) : (struct bytes){0};
    cr_assert(eq(u64, row_index_count(index, start, stop), rows));
    cr_assert(eq(u64, row_index_bytes(index, start, stop), bytes));
    for (int reverse = 0; reverse < 2; reverse++) {
        struct walk walk = {
            .model = model, .at = reverse ? until : from, .reverse = reverse, .same = true};
        row_index_walk(index, start, stop, reverse, check_row, &walk);
        cr_assert(walk.same && walk.seen == rows);
    }
}

static void expect_same(struct model *model, const struct row_index *index)
{
    const uint64_t kept = kept_of(model);
    cr_assert(eq(u64, row_index_kept(index), kept));
    cr_assert(eq(dbl, row_index_scale(index), (double)(UINT64_C(1) << model->level)));
    expect_range(model, index, 0, model->count);
    const size_t from = rng_upto(&model->rng, model->count - 1);
    expect_range(model, index, from, from + rng_upto(&model->rng, model->count - from));
    if (kept == 0)
        return;
    const uint64_t at = rng_upto(&model->rng, kept - 1);
    size_t want = 0;
    for (uint64_t left = at + 1; left > 0; want++)
        left -= is_kept(model, want);
    cr_assert(key_compare(row_index_key_at(index, at), key_of(&model->rows[want - 1])) == 0);
    cr_assert(eq(u64, row_index_before(index, key_of(&model->rows[want - 1])), at));
}

// Tides: mostly puts, then mostly removals, so that the index fills up and runs empty.
static void run_tides(uint64_t seed, size_t count, size_t limit, int batches)
{
    struct model model = model_of(count, limit, seed);
    struct row_index *index = row_index_new(limit);
    struct key_batch keys = {0};
    for (int i = 0; i < batches; i++) {
        const bool is_rising = i / 12 % 2 == 0;
        change(&model, index, &keys, rng_upto(&model.rng, 3) == 0 ? !is_rising : is_rising);
        expect_same(&model, index);
    }
    for (size_t i = 0; i < count; i++) { // to the last one
        buffer_clear(&keys.bytes);
        buffer_append(&keys.bytes, model.rows[i].key, KEY_SIZE);
        keys.start[0] = 0;
        keys.start[1] = KEY_SIZE;
        keys.count = 1;
        buffer_append(&keys.bytes, "        ", 8);
        row_index_remove(index, &keys, &model.rows[i].hash, 0, 1);
        model.rows[i].is_there = false;
    }
    cr_expect(eq(u64, row_index_kept(index), 0), "seed %d", (int)seed);
    change(&model, index, &keys, true);
    expect_same(&model, index);
    buffer_done(&keys.bytes);
    row_index_free(index);
    mem_free(model.rows);
}

Test(row_removal, leaves_what_a_list_leaves)
{
    for (uint64_t seed = 0; seed < 12; seed++) {
        static const size_t counts[] = {1, 3, 64, 65, 700, 9000};
        run_tides(seed, counts[seed % 6], 1000000, 60);
    }
}

Test(row_removal, never_brings_back_what_thinning_left_out)
{
    for (uint64_t seed = 100; seed < 108; seed++)
        run_tides(seed, 6000, seed % 2 == 0 ? 50 : 2000, 60);
}

// Every row is removed again soon: 200,000 pass through leaves that run empty from one end.
Test(row_removal, a_queue_keeps_its_length)
{
    struct row_index *index = row_index_new(1024);
    struct key_batch keys = {.count = 512};
    uint64_t hash[2][512];
    uint32_t record[512] = {0};
    struct key_batch before = {.count = 512};
    for (uint32_t batch = 0; batch < 400; batch++) {
        buffer_clear(&keys.bytes);
        for (uint32_t i = 0; i < 512; i++) {
            const uint32_t number = __builtin_bswap32(batch * 512 + i);
            keys.start[i] = 4 * i;
            buffer_append(&keys.bytes, &number, 4);
            hash[batch % 2][i] = rng_mix(number);
        }
        keys.start[512] = 4 * 512;
        buffer_append(&keys.bytes, "        ", 8);
        row_index_add(index, &(struct index_rows){&keys, hash[batch % 2], record, record}, 0, 512);
        if (batch > 0)
            row_index_remove(index, &before, hash[1 - batch % 2], 0, 512);
        cr_assert(eq(u64, row_index_kept(index), 512));
        const struct key_batch swap = before;
        before = keys;
        keys = swap;
        keys.count = 512;
    }
    cr_expect(row_index_is_exact(index));
    buffer_done(&keys.bytes);
    buffer_done(&before.bytes);
    row_index_free(index);
}
