#include "base/key_batch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static const struct {
    const char *low;
    size_t low_size;
    const char *high;
    size_t high_size;
} ordered[] = {
    {"", 0, "\0", 1},
    {"a", 1, "b", 1},
    {"10", 2, "9", 1},
    {"host", 4, "host1", 5},
    {"a\0", 2, "a\0\0", 3},
    {"a\0b", 3, "a\1", 2},
    {"\x7f", 1, "\x80", 1},                     // unsigned
    {"\xef\xbd\x9e", 3, "\xf0\x9f\x98\x80", 4}, // U+FF5E before U+1F600
    {"host100xxx", 10, "host10xxxx", 10},
};

Test(key_compare, orders_unsigned_bytes_and_the_shorter_prefix_first)
{
    for (size_t i = 0; i < sizeof ordered / sizeof ordered[0]; i++) {
        const struct bytes low = bytes_of(ordered[i].low, ordered[i].low_size);
        const struct bytes high = bytes_of(ordered[i].high, ordered[i].high_size);
        cr_expect(lt(int, key_compare(low, high), 0), "row %zu", i);
        cr_expect(gt(int, key_compare(high, low), 0), "row %zu", i);
        cr_expect(eq(int, key_compare(low, low), 0), "row %zu", i);
    }
}

Test(key_compare, takes_an_empty_view_without_bytes)
{
    cr_expect(eq(int, key_compare(bytes_of(NULL, 0), bytes_of(NULL, 0)), 0));
    cr_expect(lt(int, key_compare(bytes_of(NULL, 0), bytes_of("a", 1)), 0));
}

Test(key_batch, a_key_lies_between_two_starts)
{
    struct key_batch keys = {.count = 2, .start = {0, 3, 3}};
    buffer_text(&keys.bytes, "abc");
    cr_expect(eq(sz, key_at(&keys, 0).size, 3));
    cr_expect(eq(sz, key_at(&keys, 1).size, 0));
    cr_expect(eq(u8, key_at(&keys, 0).data[2], 'c'));
    buffer_done(&keys.bytes);
}
