#include "base/rng.h"
#include "hash/hash.h"
#include "table/partition_map.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { SPLITS_MAX = 300, KEY_SIZE_MAX = 24 };

struct random_key {
    uint8_t data[KEY_SIZE_MAX];
    size_t size;
};

static struct bytes view(const struct random_key *key)
{
    return bytes_of(key->data, key->size);
}

static int compare(const void *left, const void *right)
{
    return key_compare(view(left), view(right));
}

// Few letters, NULs among them, and a shared beginning: prefixes of one another and ties abound.
static struct random_key draw(struct rng *rng, const char *beginning)
{
    static const uint8_t letters[] = {0x00, 0x01, 'a', 0xff};
    struct random_key key = {.size = strlen(beginning)};
    memcpy(key.data, beginning, key.size);
    for (uint64_t more = rng_upto(rng, 12); more > 0; more--)
        key.data[key.size++] = letters[rng_upto(rng, 3)];
    return key;
}

static uint32_t count_not_above(const struct bytes *splits, size_t count, struct bytes key)
{
    uint32_t below = 0;
    for (size_t i = 0; i < count; i++)
        below += key_compare(splits[i], key) <= 0;
    return below;
}

static size_t draw_splits(struct rng *rng, const char *beginning, struct random_key *keys,
                          struct bytes *splits)
{
    const size_t wanted = rng_upto(rng, SPLITS_MAX - 1);
    for (size_t i = 0; i < wanted; i++)
        keys[i] = draw(rng, beginning);
    qsort(keys, wanted, sizeof *keys, compare);
    size_t count = 0;
    for (size_t i = 0; i < wanted; i++) {
        if (keys[i].size > 0 && (count == 0 || key_compare(splits[count - 1], view(&keys[i])) < 0))
            splits[count++] = view(&keys[i]);
    }
    return count;
}

static void batch_add(struct key_batch *batch, struct bytes key)
{
    buffer_append(&batch->bytes, key.data, key.size);
    batch->start[++batch->count] = (uint32_t)batch->bytes.size;
}

static void expect_routed_as_counted(const struct bytes *splits, size_t count, struct rng *rng,
                                     const char *beginning)
{
    struct partition_map *map = partition_map_new_regions(splits, count);
    struct key_batch batch = {0};
    // Small batches often lie between two boundaries as a whole, or on one.
    const size_t rows = rng_upto(rng, 1) ? rng_upto(rng, 3) : rng_upto(rng, BATCH_ROWS);
    for (size_t i = 0; i < rows; i++) {
        const bool is_split = count > 0 && rng_upto(rng, 3) == 0;
        const bool is_foreign = rng_upto(rng, 7) == 0;
        const struct random_key key = draw(rng, is_foreign ? "" : beginning);
        batch_add(&batch, is_split ? splits[rng_upto(rng, count - 1)] : view(&key));
    }
    buffer_append(&batch.bytes, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);

    uint32_t got[BATCH_ROWS];
    partition_map_route(map, &batch, got);
    for (size_t i = 0; i < rows; i++) {
        const uint32_t want = count_not_above(splits, count, key_at(&batch, i));
        cr_assert(eq(u32, got[i], want));
        cr_assert(eq(u32, partition_map_find(map, key_at(&batch, i)), want));
    }
    buffer_done(&batch.bytes);
    partition_map_free(map);
}

Test(partition_map, routes_any_keys_as_counting_does)
{
    static const char *const beginnings[] = {"", "a", "user0000", "0000000000"};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct rng rng = rng_stream(seed, "test", 0);
        static struct random_key keys[SPLITS_MAX];
        struct bytes splits[SPLITS_MAX];
        const size_t count = draw_splits(&rng, beginnings[seed % 4], keys, splits);
        expect_routed_as_counted(splits, count, &rng, beginnings[seed % 4]);
    }
}

static struct bytes text(const char *key)
{
    return bytes_of(key, strlen(key));
}

Test(partition_map, an_equal_key_goes_right_and_a_prefix_left)
{
    const struct bytes splits[] = {text("10000000"), bytes_of("10000000\0", 9), text("2")};
    struct partition_map *map = partition_map_new_regions(splits, 3);

    cr_expect(eq(u32, partition_map_find(map, text("")), 0));
    cr_expect(eq(u32, partition_map_find(map, text("1000000")), 0));
    cr_expect(eq(u32, partition_map_find(map, text("10000000")), 1));
    cr_expect(eq(u32, partition_map_find(map, bytes_of("10000000\0", 9)), 2));
    cr_expect(eq(u32, partition_map_find(map, bytes_of("10000000\0\0", 10)), 2));
    cr_expect(eq(u32, partition_map_find(map, text("2")), 3));
    cr_expect(eq(u32, partition_map_find(map, text("\xff\xff\xff\xff\xff\xff\xff\xff\xff")), 3));
    partition_map_free(map);
}

Test(partition_map, delimiters_sort_by_their_byte_against_a_split)
{
    const struct bytes splits[] = {text("10000000")};
    struct partition_map *map = partition_map_new_regions(splits, 1);
    static const char *const right[] = {"1000alice", "1000_alice", "1000|alice", "1000:alice"};
    static const char *const left[] = {"1000-alice", "1000.alice", "1000#alice"};

    for (size_t i = 0; i < 4; i++)
        cr_expect(eq(u32, partition_map_find(map, text(right[i])), 1));
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(u32, partition_map_find(map, text(left[i])), 0));
    partition_map_free(map);
}

Test(partition_map, ranges_join_without_gap)
{
    const struct bytes splits[] = {text("b"), text("d"), text("dd")};
    struct partition_map *map = partition_map_new_regions(splits, 3);
    struct bytes start, end, last = bytes_of(NULL, 0);

    cr_assert(eq(u32, partition_map_count(map), 4));
    for (uint32_t i = 0; i < 4; i++) {
        partition_map_range(map, i, &start, &end);
        cr_expect(eq(int, key_compare(start, last), 0));
        if (i > 0)
            cr_expect(eq(u32, partition_map_find(map, start), i));
        last = end;
    }
    cr_expect(zero(sz, last.size));
    cr_expect(partition_map_covers(map));
    cr_expect(not(partition_map_is_slices(map)));
    partition_map_free(map);
}

Test(partition_map, without_splits_is_one_region_for_every_key)
{
    struct partition_map *map = partition_map_new_regions(NULL, 0);
    struct key_batch batch = {0};
    batch_add(&batch, text("a"));
    batch_add(&batch, text(""));
    batch_add(&batch, text("\xff\xff\xff\xff\xff\xff\xff\xff"));
    buffer_append(&batch.bytes, "12345678", 8);
    uint32_t got[3] = {9, 9, 9};

    partition_map_route(map, &batch, got);

    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(u32, got[i], 0));
    cr_expect(partition_map_covers(map));
    buffer_done(&batch.bytes);
    partition_map_free(map);
}

Test(partition_map, keeps_splits_out_of_order_out, .signal = SIGABRT)
{
    const struct bytes splits[] = {text("b"), text("a")};
    partition_map_free(partition_map_new_regions(splits, 2));
}

Test(partition_map, slices_follow_the_hash_of_the_sharding_key)
{
    struct partition_map *map = partition_map_new_slices(1024);
    struct key_batch batch = {0};
    static const char *const names[] = {"16_36.20180602", "16_36.20180603", "16_36", ".x",
                                        "16_36.a.b",      "johnd.1"};
    uint32_t got[6];
    for (size_t i = 0; i < 6; i++)
        batch_add(&batch, text(names[i]));
    buffer_append(&batch.bytes, "12345678", 8);

    partition_map_route(map, &batch, got);

    cr_expect(eq(u32, got[0], (uint32_t)(hash_xxh64(text("16_36"), 0) % 1024)));
    cr_expect(eq(u32, got[1], got[0]));
    cr_expect(eq(u32, got[2], got[0]));
    cr_expect(eq(u32, got[3], hash_slice(text(""), 1024)));
    cr_expect(eq(u32, got[4], got[0]));
    cr_expect(eq(u32, got[5], hash_slice(text("johnd"), 1024)));
    for (size_t i = 0; i < 6; i++)
        cr_expect(eq(u32, partition_map_find(map, text(names[i])), got[i]));
    cr_expect(partition_map_covers(map));
    cr_expect(partition_map_is_slices(map));
    buffer_done(&batch.bytes);
    partition_map_free(map);
}

Test(sharding_key_of, ends_at_the_leftmost_dot)
{
    static const struct {
        const char *name, *sharding;
    } cases[] = {{"a.b", "a"}, {"a.b.c", "a"}, {"a", "a"}, {".b", ""}, {"", ""}, {"a.", "a"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bytes got = sharding_key_of(text(cases[i].name));
        cr_expect(eq(int, key_compare(got, text(cases[i].sharding)), 0), "%s", cases[i].name);
    }
}
