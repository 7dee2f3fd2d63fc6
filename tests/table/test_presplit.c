#include "base/key_batch.h"
#include "base/rng.h"
#include "table/partition_map.h"
#include "table/presplit.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct bytes text(const char *key)
{
    return bytes_of(key, strlen(key));
}

// All points in hexadecimal, a blank between.
static char *in_hex(const struct split_list *splits)
{
    struct buffer out = {0};
    buffer_text(&out, "");
    for (size_t i = 0; i < splits->count; i++) {
        if (i > 0)
            buffer_byte(&out, ' ');
        for (size_t b = 0; b < splits->items[i].size; b++)
            buffer_format(&out, "%02x", splits->items[i].data[b]);
    }
    return buffer_take(&out);
}

static char *as_text(const struct split_list *splits)
{
    struct buffer out = {0};
    buffer_text(&out, "");
    for (size_t i = 0; i < splits->count; i++) {
        if (i > 0)
            buffer_byte(&out, ' ');
        buffer_append(&out, splits->items[i].data, splits->items[i].size);
    }
    return buffer_take(&out);
}

static void expect_text(int algorithm, uint64_t regions, const char *want)
{
    struct split_list splits = {0};
    struct err err = {0};
    const struct presplit_config config = {.algorithm = algorithm};
    cr_assert(presplit_fixed(&config, regions, &splits, &err), "%s", err.message);
    char *got = algorithm == PRESPLIT_UNIFORM ? in_hex(&splits) : as_text(&splits);
    cr_expect(eq(str, got, (char *)want));
    cr_expect(eq(sz, splits.count, regions - 1));
    free(got);
    split_list_done(&splits);
}

Test(presplit, hex_is_that_of_hbase)
{
    expect_text(PRESPLIT_HEX, 10,
                "19999999 33333332 4ccccccb 66666664 7ffffffd 99999996 b333332f ccccccc8 e6666661");
    expect_text(PRESPLIT_HEX, 5, "33333333 66666666 99999999 cccccccc");
    expect_text(PRESPLIT_HEX, 2, "80000000");
    expect_text(PRESPLIT_HEX, 1, "");
}

Test(presplit, decimal_is_that_of_hbase)
{
    expect_text(PRESPLIT_DECIMAL, 7, "14285714 28571428 42857142 57142856 71428570 85714284");
    expect_text(PRESPLIT_DECIMAL, 1, "");
}

Test(presplit, uniform_is_that_of_hbase)
{
    expect_text(PRESPLIT_UNIFORM, 4, "4000000000000000 8000000000000000 c000000000000000");
    expect_text(PRESPLIT_UNIFORM, 10,
                "1999999999999999 3333333333333332 4ccccccccccccccb 6666666666666664 "
                "7ffffffffffffffd 9999999999999996 b33333333333332f ccccccccccccccc8 "
                "e666666666666661");
    expect_text(PRESPLIT_UNIFORM, 2, "8000000000000000");
    expect_text(PRESPLIT_UNIFORM, 1, "");
}

static bool split_bytes(const char *first, const char *last, uint64_t regions,
                        struct split_list *splits, struct err *err)
{
    struct presplit_config config = {.algorithm = PRESPLIT_BYTES};
    config.first = (char *)(uintptr_t)first;
    config.last = (char *)(uintptr_t)last;
    return presplit_fixed(&config, regions, splits, err);
}

static void expect_bytes(const char *first, const char *last, uint64_t regions, const char *want)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(split_bytes(first, last, regions, &splits, &err), "%s", err.message);
    char *got = in_hex(&splits);
    cr_expect(eq(str, got, (char *)want));
    free(got);
    split_list_done(&splits);
}

Test(presplit, bytes_pads_and_divides_as_hbase)
{
    // Too close: a zero byte is added to both ends.
    expect_bytes("\\x10", "\\x12", 6, "1000 1080 1100 1180 1200");
    // A midpoint that nobody could type.
    expect_bytes("row000", "row999", 4, "726f77303030 726f7734b4b4 726f77393939");
    // The shorter end is padded for the sum, but given back as it was.
    expect_bytes("a", "bbb", 4, "61 61b131 626262");
    expect_bytes("a", "c", 3, "61 63");
    // Carries run through all bytes.
    expect_bytes("\\x00\\xff\\xff", "\\x02\\x00\\x01", 4, "00ffff 018000 020001");
}

Test(presplit, bytes_cuts_hex_text_where_hbase_7223_saw_it)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(split_bytes("0000000000000000", "ffffffffffffffff", 10, &splits, &err));
    static const uint8_t lead[] = {48, 54, 61, 68, 75, 82, 88, 95, 102};
    static const int8_t inner[] = {48, -10, -67, -124, 75, 18, -40, -97, 102};
    cr_assert(eq(sz, splits.count, 9));
    for (size_t i = 0; i < 9; i++) {
        cr_expect(eq(sz, splits.items[i].size, 16));
        cr_expect(eq(u8, splits.items[i].data[0], lead[i]));
        cr_expect(eq(i8, (int8_t)splits.items[i].data[1], inner[i]));
    }

    // Every four hex digits once: 0 / 7 of 16 / 3 of 16 / 0 / 0 / 0 / 0 / 0 / 6 of 16 / 0; but the
    // very ends are split points, so "ffff..." alone would reach the last region.
    struct partition_map *map = partition_map_new_regions(splits.items, splits.count);
    uint64_t counts[10] = {0};
    for (unsigned i = 0; i < 65536; i++) {
        char key[17];
        (void)snprintf(key, sizeof key, "%04x800000000000", i);
        counts[partition_map_find(map, text(key))]++;
    }
    static const uint64_t want[10] = {0, 28672, 12288, 0, 0, 0, 0, 0, 24576, 0};
    for (size_t i = 0; i < 10; i++)
        cr_expect(eq(u64, counts[i], want[i]), "region %zu", i);
    partition_map_free(map);
    split_list_done(&splits);
}

Test(presplit, letters_leave_digits_in_one_region)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(split_bytes("aaaaaaa", "zzzzzzz", 100, &splits, &err));
    cr_assert(eq(sz, splits.count, 99));
    struct partition_map *map = partition_map_new_regions(splits.items, splits.count);
    cr_expect(eq(u32, partition_map_find(map, text("48000000")), 0));
    cr_expect(eq(u32, partition_map_find(map, text("48999999")), 0));
    partition_map_free(map);
    split_list_done(&splits);
}

Test(presplit, bytes_points_rise_whatever_the_ends)
{
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct rng rng = rng_stream(seed, "test", 0);
        struct buffer ends[2] = {0};
        uint8_t raw[2][5];
        size_t size[2];
        for (int e = 0; e < 2; e++) {
            size[e] = 1 + rng_upto(&rng, 4);
            buffer_text(&ends[e], "");
            for (size_t i = 0; i < size[e]; i++) {
                raw[e][i] = (uint8_t)(rng_upto(&rng, 1) ? rng_upto(&rng, 255) : 0);
                buffer_format(&ends[e], "\\x%02x", raw[e][i]);
            }
        }
        const uint64_t regions = 3 + rng_upto(&rng, 700);
        struct split_list splits = {0};
        struct err err = {0};
        const bool ok =
            split_bytes((char *)ends[0].data, (char *)ends[1].data, regions, &splits, &err);
        const bool below = key_compare(bytes_of(raw[0], size[0]), bytes_of(raw[1], size[1])) < 0;
        if (!below)
            cr_expect(not(ok), "seed %u", (unsigned)seed);
        if (ok) {
            cr_expect(eq(sz, splits.count, regions - 1));
            for (size_t i = 1; i < splits.count; i++)
                cr_assert(lt(int, key_compare(splits.items[i - 1], splits.items[i]), 0), "seed %u",
                          (unsigned)seed);
        } else {
            cr_expect(eq(int, err.code, ERR_INPUT));
        }
        split_list_done(&splits);
        buffer_done(&ends[0]);
        buffer_done(&ends[1]);
    }
}

static void expect_refused(const struct presplit_config *config, uint64_t regions,
                           const char *reason)
{
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(not(presplit_fixed(config, regions, &splits, &err)));
    cr_expect(eq(int, err.code, ERR_INPUT));
    cr_expect(ne(ptr, strstr(err.message, reason), NULL), "%s", err.message);
    cr_expect(zero(sz, splits.count));
}

Test(presplit, bytes_refuses_what_hbase_refuses)
{
    struct presplit_config config = {.algorithm = PRESPLIT_BYTES};
    char low[] = "a", high[] = "b", twin[] = "a\\x00", empty[] = "", broken[] = "a\\x4";
    expect_refused(&config, 10, "`first` and `last`");
    config.first = low;
    config.last = high;
    expect_refused(&config, 2, "at least 3 regions");
    config.last = low;
    expect_refused(&config, 10, "below `last`");
    config.last = twin;
    expect_refused(&config, 10, "not below");
    config.first = high;
    config.last = low;
    expect_refused(&config, 10, "below `last`");
    config.first = empty;
    expect_refused(&config, 10, "empty");
    config.first = broken;
    expect_refused(&config, 10, "first: a broken escape");
}

Test(presplit, region_counts_have_stated_limits)
{
    struct presplit_config config = {.algorithm = PRESPLIT_HEX};
    expect_refused(&config, 0, "regions must be");
    expect_refused(&config, PRESPLIT_REGIONS_MAX + 1, "regions must be");
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(presplit_fixed(&config, PRESPLIT_REGIONS_MAX, &splits, &err));
    cr_expect(eq(sz, splits.count, PRESPLIT_REGIONS_MAX - 1));
    split_list_done(&splits);
}

Test(presplit, bytes_of_all_points_have_a_stated_limit)
{
    char *first = calloc(KEY_BYTES_MAX + 1, 1);
    char last[] = "b";
    memset(first, 'a', KEY_BYTES_MAX);
    const struct presplit_config config = {
        .algorithm = PRESPLIT_BYTES, .first = first, .last = last};
    expect_refused(&config, PRESPLIT_REGIONS_MAX, "take more than");
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(presplit_fixed(&config, 4, &splits, &err), "%s", err.message);
    cr_expect(eq(sz, splits.items[1].size, KEY_BYTES_MAX));
    split_list_done(&splits);
    free(first);
}

Test(presplit, none_is_one_region)
{
    struct split_list splits = {0};
    struct err err = {0};
    const struct presplit_config config = {.algorithm = PRESPLIT_NONE};
    cr_expect(presplit_fixed(&config, 1, &splits, &err));
    cr_expect(zero(sz, splits.count));
    split_list_done(&splits);
}

static bool split_keys(char **keys, size_t count, struct split_list *splits, struct err *err)
{
    const struct presplit_config config = {.algorithm = PRESPLIT_KEYS,
                                           .keys = {.items = keys, .count = count}};
    return presplit_fixed(&config, 1, splits, err);
}

Test(presplit, keys_are_decoded_and_sorted)
{
    char a[] = "m", b[] = "\\x00\\xff", c[] = "a b";
    char *keys[] = {a, b, c};
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(split_keys(keys, 3, &splits, &err), "%s", err.message);
    char *got = in_hex(&splits);
    cr_expect(eq(str, got, (char *)"00ff 612062 6d"));
    free(got);
    split_list_done(&splits);
}

Test(presplit, keys_refuses_twins_empties_and_broken_escapes)
{
    char a[] = "m", twin[] = "\\x6d", empty[] = "", broken[] = "x\\xg0";
    char *twins[] = {a, empty + 0, twin};
    char *few[] = {a, twin};
    char *faults[] = {a, broken};
    struct split_list splits = {0};
    struct err err = {0};
    cr_expect(not(split_keys(twins, 3, &splits, &err)));
    cr_expect(eq(str, err.message, (char *)"key 2: an empty split point"));
    err = (struct err){0};
    cr_expect(not(split_keys(few, 2, &splits, &err)));
    cr_expect(eq(str, err.message, (char *)"key 2: the split point `m` is that of key 1 again"));
    err = (struct err){0};
    cr_expect(not(split_keys(faults, 2, &splits, &err)));
    cr_expect(ne(ptr, strstr(err.message, "broken escape"), NULL));
    err = (struct err){0};
    cr_expect(not(split_keys(NULL, 0, &splits, &err)));
}

Test(presplit, two_salts_share_each_region_of_sixteen)
{
    // Split points 02, 04, .. 1e for 32 salts are complete; 64 or 256 salts pile up in the last.
    static const uint32_t salts[] = {32, 64, 256};
    static const uint32_t in_last[] = {2, 34, 226};
    char *keys[15];
    for (int i = 0; i < 15; i++) {
        keys[i] = malloc(8);
        (void)snprintf(keys[i], 8, "\\x%02x", 2 * (i + 1));
    }
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(split_keys(keys, 15, &splits, &err), "%s", err.message);
    struct partition_map *map = partition_map_new_regions(splits.items, splits.count);
    for (size_t row = 0; row < 3; row++) {
        uint32_t counts[16] = {0};
        for (uint32_t salt = 0; salt < salts[row]; salt++) {
            const uint8_t key[] = {(uint8_t)salt, 'k'};
            counts[partition_map_find(map, bytes_of(key, 2))]++;
        }
        for (size_t i = 0; i < 15; i++)
            cr_expect(eq(u32, counts[i], 2));
        cr_expect(eq(u32, counts[15], in_last[row]));
    }
    partition_map_free(map);
    split_list_done(&splits);
    for (int i = 0; i < 15; i++)
        free(keys[i]);
}

Test(presplit, binary_salts_never_reach_points_typed_as_text)
{
    struct split_list splits = {0};
    struct err err = {0};
    char *keys[21];
    for (int as_bytes = 0; as_bytes < 2; as_bytes++) {
        for (int i = 0; i < 21; i++) {
            keys[i] = malloc(16);
            (void)snprintf(keys[i], 16, as_bytes ? "\\x%02x" : "%02x000000", i);
        }
        cr_assert(split_keys(keys, 21, &splits, &err), "%s", err.message);
        struct partition_map *map = partition_map_new_regions(splits.items, splits.count);
        uint32_t counts[22] = {0};
        for (uint8_t salt = 0; salt < 20; salt++) {
            const uint8_t key[] = {salt, 'k'};
            counts[partition_map_find(map, bytes_of(key, 2))]++;
        }
        cr_expect(eq(u32, counts[0], as_bytes ? 0 : 20));
        for (size_t i = 1; i < 21; i++)
            cr_expect(eq(u32, counts[i], as_bytes ? 1 : 0));
        cr_expect(zero(u32, counts[21]));
        partition_map_free(map);
        split_list_done(&splits);
        for (int i = 0; i < 21; i++)
            free(keys[i]);
    }
}

Test(presplit, four_hex_points_for_five_servers_are_uneven)
{
    char a[] = "3", b[] = "6", c[] = "9", d[] = "d";
    char *keys[] = {a, b, c, d};
    struct split_list splits = {0};
    struct err err = {0};
    cr_assert(split_keys(keys, 4, &splits, &err));
    struct partition_map *map = partition_map_new_regions(splits.items, splits.count);
    uint32_t counts[5] = {0};
    for (int i = 0; i < 16; i++)
        counts[partition_map_find(map, bytes_of(&"0123456789abcdef"[i], 1))]++;
    static const uint32_t want[] = {3, 3, 3, 4, 3}; // of 16: 18.75 % and once 25 %
    for (size_t i = 0; i < 5; i++)
        cr_expect(eq(u32, counts[i], want[i]));
    partition_map_free(map);
    split_list_done(&splits);
}

Test(presplit_learned, cuts_at_quantiles)
{
    struct bytes keys[] = {text("d"), text("b"), text("c"), text("a"), text("f"), text("e")};
    struct split_list splits;
    presplit_learned(keys, 6, 4, &splits); // floor(6 i / 4) = 1, 3, 4
    char *got = as_text(&splits);
    cr_expect(eq(str, got, (char *)"b d e"));
    cr_expect(zero(sz, splits.merged));
    free(got);
    split_list_done(&splits);
}

Test(presplit_learned, merges_equal_points_and_says_how_many)
{
    struct bytes keys[] = {text("x"), text("x"), text("x"), text("x"), text("y"), text("")};
    struct split_list splits;
    presplit_learned(keys, 6, 6, &splits); // "", x, x, x, x, y: points 1..5
    char *got = as_text(&splits);
    cr_expect(eq(str, got, (char *)"x y"));
    cr_expect(eq(sz, splits.merged, 3));
    free(got);
    split_list_done(&splits);

    struct bytes same[] = {text(""), text("")};
    presplit_learned(same, 2, 3, &splits);
    cr_expect(zero(sz, splits.count));
    cr_expect(eq(sz, splits.merged, 2));
    split_list_done(&splits);

    presplit_learned(NULL, 0, 16, &splits);
    cr_expect(zero(sz, splits.count));
    split_list_done(&splits);
}

Test(presplit_buckets, are_all_values_but_the_lowest)
{
    const struct bytes values[] = {text("0"), text("1"), text("10"), text("2")};
    struct split_list splits;
    presplit_buckets(values, 4, &splits);
    char *got = as_text(&splits);
    cr_expect(eq(str, got, (char *)"1 10 2"));
    free(got);
    split_list_done(&splits);
    presplit_buckets(values, 1, &splits);
    cr_expect(zero(sz, splits.count));
    split_list_done(&splits);
    presplit_buckets(NULL, 0, &splits);
    cr_expect(zero(sz, splits.count));
    split_list_done(&splits);
}

Test(presplit, every_name_has_help)
{
    size_t names = 0;
    while (presplit_names[names]) {
        cr_expect(ne(ptr, (void *)(uintptr_t)presplit_help[names], NULL));
        cr_expect(zero(ptr, strchr(presplit_help[names], '\n')));
        names++;
    }
    cr_expect(eq(sz, names, PRESPLIT_LEARNED + 1));
    cr_expect(zero(ptr, (void *)(uintptr_t)presplit_help[names]));
    cr_expect(eq(str, (char *)(uintptr_t)presplit_names[PRESPLIT_BUCKETS], (char *)"buckets"));
}
