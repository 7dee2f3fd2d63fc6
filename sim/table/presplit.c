#include "table/presplit.h"
#include "base/key_batch.h"
#include "base/text.h"
#include "table/presplit_bytes.h"
#include "table/split_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const presplit_names[] = {
    "auto",    "none",  "keys",    "file",    "hex", "decimal",
    "uniform", "bytes", "buckets", "learned", NULL,
};

const char *const presplit_help[] = {
    "by the key: its first values, a digest's hex digits, or learned from the workload",
    "one region, as a table is created without a word",
    "at the keys of the list `keys`",
    "at the keys of `file`, one a line, as HBase's SPLITS_FILE",
    "HBase HexStringSplit: 8 lower-case hex digits, 00000000 to ffffffff",
    "HBase DecimalStringSplit: 8 decimal digits, 00000000 to 99999999",
    "HBase UniformSplit: 8 raw bytes, 00 to ff",
    "HBase createTable(first, last, regions): byte-wise between two keys",
    "at each value of the key's first component but the lowest",
    "at quantiles of the first keys of the workload",
    NULL,
};

_Static_assert(sizeof presplit_names == sizeof presplit_help, "a line of help a name");

// NumberStringSplit: equal steps over all numbers of 8 digits, the last region takes the rest.
static bool split_digits(unsigned radix, uint64_t regions, struct split_list *out_splits)
{
    enum { DIGITS = 8 };
    uint64_t numbers = 1;
    for (int i = 0; i < DIGITS; i++)
        numbers *= radix;

    *out_splits = split_list_of(regions - 1);
    for (uint64_t i = 1; i < regions; i++) {
        uint64_t rest = numbers / regions * i;
        char digits[DIGITS];
        for (size_t place = DIGITS; place-- > 0; rest /= radix)
            digits[place] = "0123456789abcdef"[rest % radix];
        split_list_append(out_splits, bytes_of(digits, DIGITS));
    }
    split_list_settle(out_splits);
    return true;
}

// The points of a cut range without its ends.
static void drop_ends(struct split_list *splits)
{
    assert(splits->count >= 2);
    memmove(splits->items, splits->items + 1, (splits->count - 2) * sizeof *splits->items);
    splits->count -= 2;
}

static bool split_uniform(uint64_t regions, struct split_list *out_splits, struct err *err)
{
    static const uint8_t highest[8] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    if (regions == 1) {
        *out_splits = split_list_of(0);
        return true;
    }
    const struct key_range range = {
        .first = bytes_of(NULL, 0), .last = bytes_of(highest, sizeof highest), .inclusive = true};
    if (!presplit_bytes(&range, regions - 1, out_splits, err))
        return false;
    drop_ends(out_splits);
    return true;
}

static bool decode(const char *text, const char *what, struct buffer *out, struct err *err)
{
    size_t fault = 0;
    if (!text_key_decode(text, out, &fault)) {
        (void)err_fail(err, ERR_INPUT, "%s: a broken escape at character %zu of `%.200s`", what,
                       fault + 1, text);
        return err_hint(err, "a byte is written \\xNN, a backslash \\x5C");
    }
    if (out->size > KEY_BYTES_MAX)
        return err_fail(err, ERR_INPUT, "%s: a key of %zu bytes; at most %d", what, out->size,
                        KEY_BYTES_MAX);
    return true;
}

// HBase's createTable(first, last, regions): both ends are split points themselves.
static bool split_range(const struct presplit_config *config, uint64_t regions,
                        struct split_list *out_splits, struct err *err)
{
    if (!config->first || !config->last)
        return err_fail(err, ERR_INPUT, "`bytes` needs the two keys `first` and `last`");
    if (regions < 3) {
        (void)err_fail(err, ERR_INPUT, "`bytes` needs at least 3 regions, got %llu",
                       (unsigned long long)regions);
        return err_hint(err, "`first` and `last` are split points themselves");
    }

    bool ok = false;
    struct buffer first = {0};
    struct buffer last = {0};
    if (!decode(config->first, "first", &first, err) || !decode(config->last, "last", &last, err))
        goto done;
    const struct key_range range = {.first = bytes_of(first.data, first.size),
                                    .last = bytes_of(last.data, last.size)};
    if (range.first.size == 0) {
        (void)err_fail(err, ERR_INPUT, "`first` is empty, and it is a split point");
        goto done;
    }
    if (key_compare(range.first, range.last) >= 0) {
        (void)err_fail(err, ERR_INPUT, "`first` must be below `last`");
        goto done;
    }
    if (regions == 3) {
        *out_splits = split_list_of(2);
        split_list_append(out_splits, range.first);
        split_list_append(out_splits, range.last);
        split_list_settle(out_splits);
        ok = true;
    } else {
        ok = presplit_bytes(&range, regions - 3, out_splits, err);
    }
done:
    buffer_done(&first);
    buffer_done(&last);
    return ok;
}

static bool split_keys(const struct param_texts *keys, struct split_list *out_splits,
                       struct err *err)
{
    if (keys->count == 0)
        return err_fail(err, ERR_INPUT, "`keys` needs at least one key in its list");
    if (keys->count >= PRESPLIT_REGIONS_MAX)
        return err_fail(err, ERR_INPUT, "%zu split points; at most %d", keys->count,
                        PRESPLIT_REGIONS_MAX - 1);

    bool ok = true;
    struct buffer key = {0};
    struct split_list splits = split_list_of(keys->count);
    for (size_t i = 0; ok && i < keys->count; i++) {
        buffer_clear(&key);
        ok = decode(keys->items[i], "keys", &key, err);
        if (ok)
            split_list_append(&splits, bytes_of(key.data, key.size));
    }
    buffer_done(&key);
    split_list_settle(&splits);
    ok = ok && split_list_sort(&splits, "key", err);
    if (ok)
        *out_splits = splits;
    else
        split_list_done(&splits);
    return ok;
}

bool presplit_fixed(const struct presplit_config *config, uint64_t regions,
                    struct split_list *out_splits, struct err *err)
{
    if (regions < 1 || regions > PRESPLIT_REGIONS_MAX)
        return err_fail(err, ERR_INPUT, "regions must be 1..%d, got %llu", PRESPLIT_REGIONS_MAX,
                        (unsigned long long)regions);
    switch ((enum presplit_kind)config->algorithm) {
    case PRESPLIT_KEYS:
        return split_keys(&config->keys, out_splits, err);
    case PRESPLIT_FILE:
        if (!config->file)
            return err_fail(err, ERR_INPUT, "`file` needs the name of the file");
        return presplit_read_file(config->file, out_splits, err);
    case PRESPLIT_HEX:
        return split_digits(16, regions, out_splits);
    case PRESPLIT_DECIMAL:
        return split_digits(10, regions, out_splits);
    case PRESPLIT_UNIFORM:
        return split_uniform(regions, out_splits, err);
    case PRESPLIT_BYTES:
        return split_range(config, regions, out_splits, err);
    case PRESPLIT_NONE:
        *out_splits = split_list_of(0);
        return true;
    case PRESPLIT_AUTO:
    case PRESPLIT_BUCKETS:
    case PRESPLIT_LEARNED:
        break;
    }
    return err_fail(err, ERR_BUG, "presplit %d depends on the key", config->algorithm);
}

static int compare_keys(const void *left, const void *right)
{
    return key_compare(*(const struct bytes *)left, *(const struct bytes *)right);
}

void presplit_learned(struct bytes *keys, size_t count, uint64_t regions,
                      struct split_list *out_splits)
{
    assert(regions >= 1 && regions <= PRESPLIT_REGIONS_MAX);
    *out_splits = split_list_of(regions - 1);
    if (count == 0)
        return;
    qsort(keys, count, sizeof *keys, compare_keys);
    struct bytes last = bytes_of(NULL, 0);
    for (uint64_t i = 1; i < regions; i++) {
        const struct bytes key = keys[(size_t)((wide_uint)i * count / regions)];
        // The empty key is where the first region starts; it and a twin cut nothing.
        if (key_compare(last, key) < 0) {
            split_list_append(out_splits, key);
            last = key;
        } else {
            out_splits->merged++;
        }
    }
    split_list_settle(out_splits);
}

void presplit_buckets(const struct bytes *values, size_t count, struct split_list *out_splits)
{
    *out_splits = split_list_of(count);
    for (size_t i = 1; i < count; i++)
        split_list_append(out_splits, values[i]);
    split_list_settle(out_splits);
}
