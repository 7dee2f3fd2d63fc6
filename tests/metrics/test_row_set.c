#include "metrics/row_set.h"

#include "base/rng.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTITIONS = 16 };

struct writes {
    uint64_t *hash;
    uint32_t *partition, *row_bytes;
    size_t count;
};

// `count` writes of keys 0..keys-1 at random; a key's hash, partition and size follow from its
// number.
static struct writes writes_of(size_t count, uint64_t keys, uint64_t seed)
{
    struct writes writes = {calloc(count, 8), calloc(count, 4), calloc(count, 4), count};
    struct rng rng = rng_stream(seed, "test", 0);
    for (size_t i = 0; i < count; i++) {
        const uint64_t key = rng_upto(&rng, keys - 1);
        writes.hash[i] = rng_mix(key + 1);
        writes.partition[i] = (uint32_t)(key % PARTITIONS);
        writes.row_bytes[i] = 100 + (uint32_t)(key % 7);
    }
    return writes;
}

static void writes_free(struct writes *writes)
{
    free(writes->hash);
    free(writes->partition);
    free(writes->row_bytes);
}

static void shuffle(struct writes *writes, uint64_t seed)
{
    struct rng rng = rng_stream(seed, "shuffle", 0);
    for (size_t i = writes->count; i > 1; i--) {
        const size_t j = rng_upto(&rng, i - 1);
        const uint64_t hash = writes->hash[i - 1];
        writes->hash[i - 1] = writes->hash[j];
        writes->hash[j] = hash;
        const uint32_t partition = writes->partition[i - 1], size = writes->row_bytes[i - 1];
        writes->partition[i - 1] = writes->partition[j];
        writes->partition[j] = partition;
        writes->row_bytes[i - 1] = writes->row_bytes[j];
        writes->row_bytes[j] = size;
    }
}

static struct row_set *set_of(const struct writes *writes, size_t limit, uint64_t versions,
                              size_t batch)
{
    struct row_set *set = row_set_new(limit, PARTITIONS, versions);
    for (size_t i = 0; i < writes->count; i += batch) {
        const size_t count = writes->count - i < batch ? writes->count - i : batch;
        row_set_add(set, writes->hash + i, writes->partition + i, writes->row_bytes + i, count);
    }
    return set;
}

// The same by counting in an array, which needs the keys to be small numbers.
static void count_plainly(const struct writes *writes, uint64_t keys, uint64_t versions,
                          double rows[PARTITIONS], double bytes[PARTITIONS], uint64_t *top)
{
    uint64_t *counts = calloc(keys, sizeof *counts);
    for (size_t i = 0; i < writes->count; i++) {
        for (uint64_t key = writes->partition[i]; key < keys; key += PARTITIONS) {
            if (rng_mix(key + 1) == writes->hash[i])
                counts[key]++;
        }
    }
    for (uint64_t key = 0; key < keys; key++) {
        const uint64_t kept = counts[key] < versions ? counts[key] : versions;
        rows[key % PARTITIONS] += counts[key] > 0;
        bytes[key % PARTITIONS] += (double)(kept * (100 + key % 7));
        *top = counts[key] > *top ? counts[key] : *top;
    }
    free(counts);
}

Test(row_set, of_nothing_is_empty)
{
    struct row_set *set = row_set_new(100, 2, 1);
    double rows[2] = {7, 7}, bytes[2] = {7, 7};
    row_set_partitions(set, rows, bytes);
    cr_expect(row_set_is_exact(set));
    cr_expect(eq(dbl, row_set_rows(set), 0.0));
    cr_expect(eq(dbl, row_set_error(set), 0.0));
    cr_expect(eq(u64, row_set_top_count(set), 0));
    cr_expect(rows[0] == 0 && rows[1] == 0 && bytes[0] == 0 && bytes[1] == 0);
    row_set_free(set);
    row_set_free(NULL);
}

Test(row_set, is_exact_up_to_its_limit)
{
    enum { KEYS = 5000 };
    struct writes writes = writes_of(20000, KEYS, 1);
    for (uint64_t versions = 1; versions <= 4; versions += 3) {
        double want_rows[PARTITIONS] = {0}, want_bytes[PARTITIONS] = {0};
        double rows[PARTITIONS], bytes[PARTITIONS], sum = 0;
        uint64_t top = 0;
        count_plainly(&writes, KEYS, versions, want_rows, want_bytes, &top);
        struct row_set *set = set_of(&writes, KEYS, versions, 1024);
        cr_expect(row_set_is_exact(set));
        row_set_partitions(set, rows, bytes);
        for (int i = 0; i < PARTITIONS; i++) {
            sum += rows[i];
            cr_expect(eq(dbl, rows[i], want_rows[i]), "partition %d", i);
            cr_expect(eq(dbl, bytes[i], want_bytes[i]), "partition %d", i);
        }
        cr_expect(eq(dbl, row_set_rows(set), sum));
        cr_expect(eq(u64, row_set_top_count(set), top));
        row_set_free(set);
    }
    writes_free(&writes);
}

static void expect_same(const struct row_set *a, const struct row_set *b)
{
    double a_rows[PARTITIONS], a_bytes[PARTITIONS], b_rows[PARTITIONS], b_bytes[PARTITIONS];
    row_set_partitions(a, a_rows, a_bytes);
    row_set_partitions(b, b_rows, b_bytes);
    cr_expect(memcmp(a_rows, b_rows, sizeof a_rows) == 0);
    cr_expect(memcmp(a_bytes, b_bytes, sizeof a_bytes) == 0);
    cr_expect(eq(dbl, row_set_rows(a), row_set_rows(b)));
    cr_expect(eq(u64, row_set_top_count(a), row_set_top_count(b)));
    cr_expect(eq(int, row_set_is_exact(a), row_set_is_exact(b)));
}

Test(row_set, does_not_ask_for_the_order)
{
    static const size_t limits[] = {50, 1000, 20000, 40000};
    struct writes writes = writes_of(60000, 30000, 2);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct row_set *set = set_of(&writes, limits[i], 3, 1024);
        for (uint64_t seed = 0; seed < 5; seed++) {
            shuffle(&writes, seed);
            struct row_set *again = set_of(&writes, limits[i], 3, seed * 100 + 1);
            expect_same(set, again);
            row_set_free(again);
        }
        row_set_free(set);
    }
    writes_free(&writes);
}

// Each of 40 sets of keys is estimated; the errors' spread must be the one stated, and their mean
// near 0.
Test(row_set, beyond_its_limit_errs_as_much_as_it_says)
{
    enum { LIMIT = 1000, SETS = 40 };
    double squares = 0, sum = 0, stated = 0;
    for (uint64_t i = 0; i < SETS; i++) {
        const size_t keys = 20000 + 1000 * i;
        struct row_set *set = row_set_new(LIMIT, PARTITIONS, 1);
        for (uint64_t key = 0; key < keys; key++) {
            const uint64_t hash = rng_mix(key * SETS + i + 1);
            const uint32_t partition = (uint32_t)(key % PARTITIONS), row_bytes = 10;
            row_set_add(set, &hash, &partition, &row_bytes, 1);
        }
        double rows[PARTITIONS], bytes[PARTITIONS], all = 0;
        row_set_partitions(set, rows, bytes);
        for (int j = 0; j < PARTITIONS; j++) {
            all += rows[j];
            cr_expect(eq(dbl, bytes[j], 10 * rows[j]));
            cr_expect(lt(dbl, fabs(rows[j] * PARTITIONS / (double)keys - 1),
                         5 * sqrt(PARTITIONS * 2.0 / LIMIT)));
        }
        cr_expect(not(row_set_is_exact(set)));
        cr_expect(eq(dbl, all, row_set_rows(set)));
        const double off = row_set_rows(set) / (double)keys - 1;
        stated = row_set_error(set);
        sum += off;
        squares += off * off;
        row_set_free(set);
    }
    cr_expect(lt(dbl, fabs(stated - 1.2 / sqrt(LIMIT)), 1e-12));
    cr_expect(lt(dbl, fabs(sum / SETS), 4 * stated / sqrt(SETS)));
    cr_expect(lt(dbl, sqrt(squares / SETS), 1.4 * stated));
    cr_expect(gt(dbl, sqrt(squares / SETS), 0.5 * stated));
}

Test(row_set, turns_from_exact_to_sampled_with_the_first_key_too_many)
{
    struct row_set *set = row_set_new(1000, 1, 1);
    const uint32_t partition = 0, row_bytes = 1;
    for (uint64_t key = 1; key <= 1001; key++) {
        const uint64_t hash = rng_mix(key);
        row_set_add(set, &hash, &partition, &row_bytes, 1);
        row_set_add(set, &hash, &partition, &row_bytes, 1);
        cr_assert(eq(int, row_set_is_exact(set), key <= 1000));
        if (key <= 1000)
            cr_assert(eq(dbl, row_set_rows(set), (double)key));
    }
    cr_expect(lt(dbl, fabs(row_set_rows(set) - 1001), 4 * 1001 / sqrt(1001)));
    cr_expect(eq(u64, row_set_top_count(set), 2));
    row_set_free(set);
}

Test(row_set, keeps_the_newest_size_and_place_of_a_row)
{
    const uint64_t hash[] = {5, 5, 5, 0, UINT64_MAX};
    const uint32_t partition[] = {0, 0, 1, 0, 1};
    const uint32_t row_bytes[] = {10, 30, 20, 7, 9};
    double rows[2], bytes[2];
    struct row_set *newest = row_set_new(10, 2, 1);
    row_set_add(newest, hash, partition, row_bytes, 5);
    row_set_partitions(newest, rows, bytes);
    cr_expect(rows[0] == 1 && rows[1] == 2);
    cr_expect(bytes[0] == 7 && bytes[1] == 20 + 9);
    row_set_free(newest);

    struct row_set *two = row_set_new(10, 2, 2);
    row_set_add(two, hash, partition, row_bytes, 5);
    row_set_partitions(two, rows, bytes);
    cr_expect(bytes[0] == 7 && bytes[1] == 2 * 20 + 9);
    row_set_free(two);
}

// Hashes that differ in their low bits alone fall on one place, at the very end of the table.
Test(row_set, bears_hashes_that_crowd)
{
    enum { KEYS = 600 };
    struct row_set *set = row_set_new(2000, 1, 1);
    const uint32_t partition = 0, row_bytes = 1;
    for (int round = 0; round < 2; round++) {
        for (uint64_t key = 0; key < KEYS; key++) {
            const uint64_t hash = UINT64_MAX - key;
            row_set_add(set, &hash, &partition, &row_bytes, 1);
        }
    }
    cr_expect(eq(dbl, row_set_rows(set), (double)KEYS));
    cr_expect(eq(u64, row_set_top_count(set), 2));
    row_set_free(set);
}

// Keys come and go; against an array that says which are there.
Test(row_set, rows_that_are_removed_leave_the_others)
{
    enum { KEYS = 3000, LIMIT = 2000 };
    for (uint64_t seed = 0; seed < 6; seed++) {
        static uint32_t size_of[KEYS]; // 0: not there
        memset(size_of, 0, sizeof size_of);
        struct rng rng = rng_stream(seed, "removal", 0);
        const size_t limit = seed < 3 ? KEYS : LIMIT;
        struct row_set *set = row_set_new(limit, 1, 1);
        unsigned level = 0;
        for (uint32_t i = 0; i < 60000; i++) {
            const uint64_t key = rng_upto(&rng, KEYS - 1);
            const uint64_t hash = rng_mix(key + 1);
            const bool is_held = (hash & ((UINT64_C(1) << level) - 1)) == 0;
            const uint32_t size = 1 + i % 50, nowhere = 0;
            if (rng_upto(&rng, 9) < (i / 10000 % 2 == 0 ? 7u : 2u)) {
                row_set_add(set, &hash, &nowhere, &size, 1);
                size_of[key] = is_held ? size : 0;
            } else {
                const double wanted = size_of[key] > 0 ? (double)(1u << level) : 0;
                cr_assert(eq(dbl, row_set_remove(set, hash), wanted), "seed %d", (int)seed);
                size_of[key] = 0;
            }
            size_t held = 0;
            for (uint64_t k = 0; i % 500 == 0 && k < KEYS; k++)
                held += size_of[k] > 0;
            if (i % 500 == 0)
                cr_assert(eq(dbl, row_set_rows(set), (double)held * (1u << level)));
            if (level == 0 && !row_set_is_exact(set)) {
                level = 1;
                for (uint64_t k = 0; k < KEYS; k++)
                    size_of[k] = rng_mix(k + 1) % 2 == 0 ? size_of[k] : 0;
            }
        }
        cr_expect(eq(int, row_set_is_exact(set), seed < 3));
        double rows, bytes, wanted = 0;
        row_set_partitions(set, &rows, &bytes);
        for (uint64_t k = 0; k < KEYS; k++)
            wanted += size_of[k];
        cr_expect(eq(dbl, bytes, wanted * (1u << level)));
        row_set_free(set);
    }
}
