// The index against an array that is searched from end to end.

#include "base/key_batch.h"
#include "base/mem.h"
#include "base/rng.h"
#include "table/row_index.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_SIZE_MAX = 24 };

struct model_row {
    uint8_t key[KEY_SIZE_MAX];
    size_t size;
    uint64_t hash;
    uint32_t record;
};

struct model {
    struct model_row *rows; // in the order of coming; in key order once `settle` has been called
    size_t count;
};

static struct bytes key_of(const struct model_row *row)
{
    return bytes_of(row->key, row->size);
}

static uint64_t hash_of(struct bytes key)
{
    uint64_t hash = key.size;
    for (size_t i = 0; i < key.size; i++)
        hash = rng_mix(hash * 257 + key.data[i]);
    return rng_mix(hash + 1);
}

static void put_big_endian(struct model_row *row, uint64_t number)
{
    for (int shift = 56; shift >= 0; shift -= 8)
        row->key[row->size++] = (uint8_t)(number >> shift);
}

enum pattern {
    ALPHABET,
    ASCENDING,
    DESCENDING,
    RISING_STREAMS,
    FALLING_STREAMS,
    TEXTS,
    SHUFFLED,
    PATTERNS
};

// The key of the i-th put. ALPHABET: short, of few letters, so that keys repeat, contain NULs and
// begin with one another.
static struct model_row draw(struct rng *rng, enum pattern pattern, uint64_t i)
{
    static const uint8_t letters[] = {0, 1, 'a', 'b', 254, 255};
    struct model_row row = {.record = (uint32_t)i};
    switch (pattern) {
    case ALPHABET:
        row.size = rng_upto(rng, 12) < 2 ? rng_upto(rng, 3) : 4 + rng_upto(rng, 8);
        for (size_t k = 0; k < row.size; k++)
            row.key[k] = letters[rng_upto(rng, k < 3 ? 5 : 1)];
        break;
    case ASCENDING:
        put_big_endian(&row, i * 3);
        break;
    case DESCENDING:
        put_big_endian(&row, UINT64_MAX - i * 3);
        break;
    case RISING_STREAMS:
        put_big_endian(&row, rng_upto(rng, 15));
        put_big_endian(&row, i);
        break;
    case FALLING_STREAMS:
        put_big_endian(&row, rng_upto(rng, 15));
        put_big_endian(&row, UINT64_MAX - i);
        break;
    case TEXTS:
        row.size = (size_t)snprintf((char *)row.key, KEY_SIZE_MAX, "a common prefix%u",
                                    (unsigned)rng_upto(rng, 5000));
        break;
    case SHUFFLED:
        put_big_endian(&row, rng_mix(i));
        break;
    case PATTERNS:
        break;
    }
    row.hash = hash_of(key_of(&row));
    return row;
}

static struct model model_of(enum pattern pattern, uint64_t seed, size_t count)
{
    struct model model = {.rows = mem_new(count, sizeof *model.rows), .count = count};
    struct rng rng = rng_stream(seed, "test", (uint64_t)pattern);
    for (size_t i = 0; i < count; i++)
        model.rows[i] = draw(&rng, pattern, i);
    return model;
}

static void add_all(struct row_index *index, const struct model *model, size_t batch)
{
    uint64_t hash[BATCH_ROWS];
    uint32_t record[BATCH_ROWS];
    uint32_t size[BATCH_ROWS];
    struct key_batch keys = {0};
    for (size_t first = 0; first < model->count; first += batch) {
        buffer_clear(&keys.bytes);
        keys.count = model->count - first < batch ? model->count - first : batch;
        for (size_t i = 0; i < keys.count; i++) {
            const struct model_row *row = &model->rows[first + i];
            keys.start[i] = (uint32_t)keys.bytes.size;
            buffer_append(&keys.bytes, row->key, row->size);
            hash[i] = row->hash;
            record[i] = row->record;
            size[i] = 1 + row->record % 100;
        }
        keys.start[keys.count] = (uint32_t)keys.bytes.size;
        buffer_append(&keys.bytes, "        ", 8);
        row_index_add(index, &(struct index_rows){&keys, hash, record, size}, 0, keys.count);
    }
    buffer_done(&keys.bytes);
}

// By key; of the same key the newest first.
static int by_key(const void *a, const void *b)
{
    const struct model_row *left = a, *right = b;
    const int order = key_compare(key_of(left), key_of(right));
    return order != 0 ? order : (left->record < right->record) - (left->record > right->record);
}

// In key order, the newest of each key, and only hashes whose low `level` bits are 0.
static void settle(struct model *model, unsigned level)
{
    size_t count = 0;
    qsort(model->rows, model->count, sizeof *model->rows, by_key);
    for (size_t i = 0; i < model->count; i++) {
        const struct model_row row = model->rows[i];
        const bool is_repeat =
            count > 0 && key_compare(key_of(&model->rows[count - 1]), key_of(&row)) == 0;
        if (!is_repeat)
            model->rows[count++] = row;
    }
    model->count = 0;
    for (size_t i = 0; i < count; i++) {
        if ((model->rows[i].hash & ((UINT64_C(1) << level) - 1)) == 0)
            model->rows[model->count++] = model->rows[i];
    }
}

struct walk {
    const struct model *model;
    size_t next, seen, stop_after;
    bool reverse, same;
};

static bool check_row(void *context, uint32_t record)
{
    struct walk *walk = context;
    const struct model_row *want = &walk->model->rows[walk->next];
    walk->same = walk->same && record == want->record;
    walk->next += walk->reverse ? (size_t)-1 : 1;
    return ++walk->seen < walk->stop_after;
}

static void expect_range(const struct row_index *index, const struct model *model,
                         struct bytes start, struct bytes stop, size_t stop_after)
{
    size_t first = 0, end = model->count;
    while (first < model->count && key_compare(key_of(&model->rows[first]), start) < 0)
        first++;
    while (stop.size > 0 && end > 0 && key_compare(key_of(&model->rows[end - 1]), stop) >= 0)
        end--;
    const size_t inside = end > first ? end - first : 0;
    cr_assert(eq(u64, row_index_count(index, start, stop), inside));
    for (int reverse = 0; reverse < 2; reverse++) {
        struct walk walk = {.model = model,
                            .next = reverse ? end - 1 : first,
                            .stop_after = stop_after,
                            .reverse = reverse,
                            .same = true};
        row_index_walk(index, start, stop, reverse, check_row, &walk);
        cr_assert(walk.same);
        cr_assert(eq(sz, walk.seen, inside < stop_after ? inside : stop_after));
    }
}

// Bounds that are rows, that lie beside rows, and that are anything.
static struct model_row draw_bound(struct rng *rng, const struct model *model, enum pattern pattern)
{
    struct model_row bound = model->rows[rng_upto(rng, model->count - 1)];
    switch (rng_upto(rng, 3)) {
    case 0:
        bound.size = rng_upto(rng, bound.size);
        break;
    case 1:
        if (bound.size < KEY_SIZE_MAX)
            bound.key[bound.size++] = 0;
        break;
    case 2:
        bound = draw(rng, pattern, rng_upto(rng, 2 * model->count));
        break;
    default:
        break;
    }
    return bound;
}

static void expect_same(const struct row_index *index, const struct model *model,
                        enum pattern pattern, uint64_t seed)
{
    const struct bytes open = {0};
    struct rng rng = rng_stream(seed, "ranges", 0);
    cr_assert(eq(u64, row_index_kept(index), model->count));
    expect_range(index, model, open, open, SIZE_MAX);
    const int ranges = model->count < 5000 ? 60 : 6; // the model is slow
    for (int i = 0; i < ranges && model->count > 0; i++) {
        const struct model_row a = draw_bound(&rng, model, pattern);
        const struct model_row b = draw_bound(&rng, model, pattern);
        expect_range(index, model, key_of(&a), key_of(&b), 1 + rng_upto(&rng, 300));
        expect_range(index, model, key_of(&a), open, SIZE_MAX);
        expect_range(index, model, open, key_of(&b), SIZE_MAX);
    }
}

static void compare_one(enum pattern pattern, uint64_t seed, size_t count, size_t batch)
{
    struct model model = model_of(pattern, seed, count);
    struct row_index *index = row_index_new(1000000);
    add_all(index, &model, batch);
    settle(&model, 0);
    cr_expect(row_index_is_exact(index));
    cr_expect(eq(dbl, row_index_scale(index), 1));
    expect_same(index, &model, pattern, seed);
    row_index_free(index);
    mem_free(model.rows);
}

Test(row_index, counts_and_walks_as_a_sorted_array_does)
{
    static const size_t counts[] = {0, 1, 2, 63, 64, 65, 66, 129, 500, 3000};
    for (enum pattern pattern = 0; pattern < PATTERNS; pattern++) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            compare_one(pattern, i, counts[i], 1 + 97 * i % BATCH_ROWS);
    }
}

Test(row_index, is_right_where_inner_nodes_have_been_divided)
{
    for (enum pattern pattern = 0; pattern < PATTERNS; pattern++)
        compare_one(pattern, 99, 60000, BATCH_ROWS);
}

Test(row_index, a_later_put_of_a_key_replaces_its_record)
{
    struct model twice = model_of(TEXTS, 1, 20000); // 5000 keys
    struct row_index *index = row_index_new(100000);
    add_all(index, &twice, 1000);
    settle(&twice, 0);
    cr_assert(lt(sz, twice.count, 5001));
    expect_same(index, &twice, TEXTS, 1);
    row_index_free(index);
    mem_free(twice.rows);
}

static void shuffle(struct model *model, uint64_t seed)
{
    struct rng rng = rng_stream(seed, "shuffle", 0);
    for (size_t i = model->count; i > 1; i--) {
        const size_t j = rng_upto(&rng, i - 1);
        const struct model_row row = model->rows[i - 1];
        model->rows[i - 1] = model->rows[j];
        model->rows[j] = row;
    }
}

// The least level at which no more than `limit` keys are left: a function of the set alone.
static unsigned level_for(const struct model *model, size_t limit)
{
    for (unsigned level = 0;; level++) {
        size_t left = 0;
        for (size_t i = 0; i < model->count; i++)
            left += (model->rows[i].hash & ((UINT64_C(1) << level) - 1)) == 0;
        if (left <= limit)
            return level;
    }
}

Test(row_index, what_is_kept_beyond_the_limit_depends_on_the_keys_alone)
{
    static const size_t limits[] = {2, 100, 4096, 19999, 20000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct model model = model_of(SHUFFLED, 5, 20000);
            shuffle(&model, seed);
            struct row_index *index = row_index_new(limits[i]);
            add_all(index, &model, 1 + 300 * (size_t)seed);

            const unsigned level = level_for(&model, limits[i]);
            settle(&model, level);
            cr_expect(eq(int, row_index_is_exact(index), limits[i] == 20000));
            cr_expect(eq(dbl, row_index_scale(index), (double)(UINT64_C(1) << level)));
            expect_same(index, &model, SHUFFLED, seed);
            row_index_free(index);
            mem_free(model.rows);
        }
    }
}

// Of N keys at 1/2^level each count is binomial: within 4 standard deviations.
Test(row_index, scaled_counts_estimate_the_rows_of_a_range)
{
    struct model model = model_of(ASCENDING, 0, 200000);
    struct row_index *index = row_index_new(10000);
    add_all(index, &model, BATCH_ROWS);
    const double scale = row_index_scale(index);
    cr_assert(ge(dbl, scale, 20));
    const double got =
        scale * (double)row_index_count(index, key_of(&model.rows[50000]), (struct bytes){0});
    const double deviation = got - 150000;
    cr_expect(lt(dbl, deviation * deviation, 16 * 150000 * (scale - 1)), "%f", got);
    row_index_free(index);
    mem_free(model.rows);
}

Test(row_index, takes_keys_of_the_greatest_length)
{
    uint64_t hash[200];
    uint32_t record[200];
    struct key_batch keys = {.count = 200};
    uint8_t *text = mem_new(KEY_BYTES_MAX, 1);
    for (uint32_t i = 0; i < 200; i++) { // they differ in the last byte alone
        keys.start[i] = i * KEY_BYTES_MAX;
        text[KEY_BYTES_MAX - 1] = (uint8_t)(199 - i);
        buffer_append(&keys.bytes, text, KEY_BYTES_MAX);
        hash[i] = rng_mix(i);
        record[i] = i;
    }
    keys.start[200] = 200 * KEY_BYTES_MAX;
    buffer_append(&keys.bytes, text, 8);
    struct row_index *index = row_index_new(1000);
    row_index_add(index, &(struct index_rows){&keys, hash, record, record}, 0, keys.count);
    cr_expect(eq(u64, row_index_kept(index), 200));
    cr_expect(eq(u64, row_index_count(index, key_at(&keys, 150), key_at(&keys, 50)), 100));
    row_index_free(index);
    buffer_done(&keys.bytes);
    mem_free(text);
}
