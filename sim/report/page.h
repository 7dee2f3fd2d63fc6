// page.h -- lines of text for a terminal: wrapped between words, indented, coloured where asked.
#ifndef HOTSIM_REPORT_PAGE_H
#define HOTSIM_REPORT_PAGE_H

#include "base/buffer.h"

struct page {
    struct buffer *out;
    size_t width; // columns
    bool color;
};

enum page_tone { TONE_PLAIN, TONE_STRONG, TONE_QUIET, TONE_BAD };

// Begins and ends a tone; nothing where the page has no colours.
void page_tone(struct page *page, enum page_tone tone);
// A paragraph: its first line begins with `lead`, the others are indented as far; broken at blanks
// only, so that a path or a command can be copied.
void page_wrap(struct page *page, const char *lead, const char *text);
void page_pad(struct page *page, size_t columns);

#endif
