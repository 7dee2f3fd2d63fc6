#include "base/buffer.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

Test(buffer, grows_and_stays_ended_by_a_nul)
{
    struct buffer buffer = {0};
    for (int i = 0; i < 10000; i++) {
        buffer_byte(&buffer, (uint8_t)('a' + i % 26));
        cr_assert(eq(u8, buffer.data[buffer.size], 0));
    }
    cr_expect(eq(sz, buffer.size, 10000));
    cr_expect(eq(u8, buffer.data[9999], 'a' + 9999 % 26));
    buffer_done(&buffer);
    cr_expect(eq(sz, buffer.size, 0));
    cr_expect(zero(ptr, buffer.data));
}

Test(buffer, appends_bytes_texts_and_formats)
{
    struct buffer buffer = {0};
    buffer_append(&buffer, NULL, 0);
    buffer_append(&buffer, "a\0b", 3);
    buffer_text(&buffer, "cd");
    buffer_format(&buffer, "%s-%05d", "e", 42);
    buffer_format(&buffer, "%s", "");
    cr_expect(eq(sz, buffer.size, 12));
    cr_expect(memcmp(buffer.data, "a\0bcde-00042", 13) == 0);
    buffer_done(&buffer);
}

Test(buffer, formats_texts_of_any_length)
{
    char *text = malloc(100001);
    memset(text, 'x', 100000);
    text[100000] = '\0';
    struct buffer buffer = {0};
    buffer_format(&buffer, "<%s>", text);
    cr_expect(eq(sz, buffer.size, 100002));
    cr_expect(eq(u8, buffer.data[100001], '>'));
    buffer_done(&buffer);
    free(text);
}

Test(buffer, clear_keeps_the_memory)
{
    struct buffer buffer = {0};
    buffer_clear(&buffer);
    buffer_text(&buffer, "text");
    const size_t capacity = buffer.capacity;
    buffer_clear(&buffer);
    cr_expect(eq(sz, buffer.size, 0));
    cr_expect(eq(sz, buffer.capacity, capacity));
    cr_expect(eq(str, (char *)buffer.data, ""));
    buffer_done(&buffer);
}

Test(buffer, take_hands_the_text_over)
{
    struct buffer buffer = {0};
    char *empty = buffer_take(&buffer);
    cr_expect(eq(str, empty, ""));
    mem_free(empty);
    buffer_text(&buffer, "text");
    char *text = buffer_take(&buffer);
    cr_expect(eq(str, text, "text"));
    cr_expect(eq(sz, buffer.size, 0));
    mem_free(text);
}

Test(mem, running_out_ends_the_program_with_3, .exit_code = 3)
{
    mem_resize(NULL, SIZE_MAX / 2, 4);
}

Test(mem, copies_texts_and_hands_out_zeroes)
{
    char *copy = mem_text_of(bytes_of("ab\0c", 4));
    cr_expect(memcmp(copy, "ab\0c", 5) == 0);
    mem_free(copy);
    copy = mem_text("abc");
    cr_expect(eq(str, copy, "abc"));
    mem_free(copy);
    uint8_t *zeroes = mem_new(1000, 3);
    for (int i = 0; i < 3000; i++)
        cr_assert(eq(u8, zeroes[i], 0));
    mem_free(zeroes);
    mem_free(mem_new(0, 0));
    mem_free(NULL);
}
