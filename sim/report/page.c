#include "report/page.h"

#include "base/text.h"

#include <string.h>

void page_tone(struct page *page, enum page_tone tone)
{
    static const char *const codes[] = {
        [TONE_PLAIN] = "\x1b[0m",
        [TONE_STRONG] = "\x1b[1m",
        [TONE_QUIET] = "\x1b[2m",
        [TONE_BAD] = "\x1b[31m",
    };
    if (page->color)
        buffer_text(page->out, codes[tone]);
}

void page_pad(struct page *page, size_t columns)
{
    while (columns-- > 0)
        buffer_byte(page->out, ' ');
}

static size_t columns_of(const char *text, size_t size)
{
    size_t columns = 0;
    for (size_t i = 0; i < size; i++)
        columns += ((uint8_t)text[i] & 0xc0) != 0x80;
    return columns;
}

// The size of a word with what must not be torn from it: a number keeps its unit ("21.9 k/s", "6
// %").
static size_t word_size(const char *text)
{
    enum { UNIT_MAX = 4 };
    const size_t size = strcspn(text, " ");
    if (size == 0 || text[size] == '\0' || text[size - 1] < '0' || text[size - 1] > '9')
        return size;
    const size_t unit = strcspn(text + size + 1, " ");
    return unit > 0 && unit <= UNIT_MAX ? size + 1 + unit : size;
}

void page_wrap(struct page *page, const char *lead, const char *text)
{
    const size_t indent = text_width(lead);
    size_t column = indent;
    buffer_text(page->out, lead);
    for (bool first = true; *text; first = false) {
        text += strspn(text, " ");
        const size_t size = word_size(text);
        const size_t columns = columns_of(text, size);
        if (!first && column + 1 + columns > page->width) {
            buffer_byte(page->out, '\n');
            page_pad(page, indent);
            column = indent;
        } else if (!first && size > 0) {
            buffer_byte(page->out, ' ');
            column++;
        }
        buffer_append(page->out, text, size);
        column += columns;
        text += size;
    }
    buffer_byte(page->out, '\n');
}
