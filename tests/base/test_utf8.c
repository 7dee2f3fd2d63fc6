#include "base/utf8.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

static size_t spell(uint32_t code_point, uint8_t *out)
{
    if (code_point < 0x80) {
        out[0] = (uint8_t)code_point;
        return 1;
    }
    const size_t size = code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--, code_point >>= 6)
        out[i] = (uint8_t)(0x80 | (code_point & 0x3f));
    out[0] = (uint8_t)((0xf00 >> size) | code_point);
    return size;
}

Test(utf8, reads_every_code_point_and_no_surrogate)
{
    for (uint32_t code_point = 0; code_point < 0x120000; code_point++) {
        uint8_t text[UTF8_BYTES_MAX];
        const size_t size = spell(code_point, text);
        const bool is_valid =
            code_point <= 0x10ffff && (code_point < 0xd800 || code_point > 0xdfff);
        uint32_t got = 0;
        cr_assert(eq(sz, utf8_next(bytes_of(text, size), 0, &got), is_valid ? size : 0), "U+%04X",
                  code_point);
        cr_assert(eq(u32, got, is_valid ? code_point : 0), "U+%04X", code_point);
    }
}

Test(utf8, refuses_overlong_and_cut_sequences)
{
    static const struct {
        uint8_t text[4];
        size_t size;
    } rows[] = {
        {{0x80}, 1},
        {{0xbf}, 1},
        {{0xc0, 0x80}, 2},
        {{0xc1, 0xbf}, 2},
        {{0xc3}, 1},
        {{0xc3, 0x28}, 2},
        {{0xe0, 0x9f, 0xbf}, 3},
        {{0xe2, 0x82}, 2},
        {{0xf0, 0x8f, 0xbf, 0xbf}, 4},
        {{0xf4, 0x90, 0x80, 0x80}, 4},
        {{0xf0, 0x9f, 0x98}, 3},
        {{0xff}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t got = 7;
        cr_expect(eq(sz, utf8_next(bytes_of(rows[i].text, rows[i].size), 0, &got), 0), "row %zu",
                  i);
        cr_expect(eq(u32, got, 7), "row %zu", i);
    }
}
