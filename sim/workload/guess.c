#include "workload/guess.h"

#include "workload/format.h"
#include "workload/times.h"
#include "workload/value.h"

#include <string.h>

enum { LINES_MAX = 50 };

static size_t count_unquoted(struct bytes line, uint8_t delimiter)
{
    size_t count = 0;
    bool is_quoted = false;
    for (size_t i = 0; i < line.size; i++) {
        is_quoted ^= line.data[i] == '"';
        count += !is_quoted && line.data[i] == delimiter;
    }
    return count;
}

// How many of the first lines hold the delimiter as often as the first of them; 0 where that has
// none.
static size_t evenness(struct bytes head, const char *comment, uint8_t delimiter)
{
    size_t lines = 0, even = 0, expected = 0;
    struct bytes line;
    while (lines < LINES_MAX && take_line(&head, false, &line)) {
        if (line.size == 0 || (comment && bytes_begin(line, comment)))
            continue;
        const size_t count = count_unquoted(line, delimiter);
        if (lines++ == 0)
            expected = count;
        even += count == expected;
    }
    return expected > 0 ? even : 0;
}

char guess_delimiter(struct bytes head, const char *comment)
{
    static const char candidates[] = {'\t', ',', ';', '|'};
    char best = ',';
    size_t best_even = 0;
    for (size_t i = 0; i < sizeof candidates; i++) {
        const size_t even = evenness(head, comment, (uint8_t)candidates[i]);
        if (even > best_even) {
            best = candidates[i];
            best_even = even;
        }
    }
    return best;
}

bool guess_comment(struct bytes head)
{
    struct bytes first, second;
    return take_line(&head, false, &first) && take_line(&head, false, &second) &&
           bytes_begin(first, "#") && bytes_begin(second, "#");
}

static bool is_number(struct bytes text)
{
    struct value value;
    return value_read(TYPE_DECIMAL, text, NULL, &value);
}

static bool is_time(struct bytes text)
{
    int64_t ns;
    return time_read_iso(text, &ns);
}

static bool same(struct bytes a, struct bytes b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

// Says why row 0 is no header; `why` may be NULL.
static bool deny(struct buffer *why, size_t column, struct bytes name, const char *reason)
{
    if (!why)
        return false;
    struct buffer shown = {0};
    value_show(&shown, name);
    buffer_format(why, "row 1, column %zu: `%s` %s", column + 1, (char *)shown.data, reason);
    buffer_done(&shown);
    return false;
}

bool guess_header(const struct trace_sample *sample, struct buffer *why_not)
{
    // One column of lines: only a bare word can be its name.
    const struct bytes first =
        sample->count > 0 ? trace_sample_cell(sample, 0, 0) : bytes_of("", 0);
    if (sample->count > 0 && trace_sample_width(sample, 0) == 1 && first.size > 0 &&
        memchr(first.data, ' ', first.size))
        return deny(why_not, 0, first, "is a line of text");
    for (size_t i = 0; i < trace_sample_width(sample, 0); i++) {
        const struct bytes name = trace_sample_cell(sample, 0, i);
        if (name.size == 0 || is_number(name) || is_time(name))
            return deny(why_not, i, name,
                        name.size == 0    ? "is empty"
                        : is_number(name) ? "is a number"
                                          : "is a time");
        for (size_t j = 0; j < i; j++) {
            if (same(name, trace_sample_cell(sample, 0, j)))
                return deny(why_not, i, name, "is there twice");
        }
        for (size_t row = 1; row < sample->count; row++) {
            if (same(name, trace_sample_cell(sample, row, i)))
                return deny(why_not, i, name, "comes again below");
        }
    }
    return sample->count > 0;
}

// ---- the time column ----

enum time_look { LOOKS_OTHER, LOOKS_ISO, LOOKS_EPOCH, LOOKS_SURE_EPOCH, LOOKS_DATE };

const char *guess_date_format(const struct trace_sample *sample, size_t first_row, size_t column)
{
    static const char format[] = "%Y%m%d";
    int64_t ns;
    for (size_t row = first_row; row < sample->count; row++) {
        const struct bytes text = trace_sample_cell(sample, row, column);
        if (text.size != 8 || !time_read_format(text, format, &ns))
            return NULL;
    }
    return format;
}

static enum time_look look_of(const struct trace_sample *sample, size_t first_row, size_t column)
{
    if (guess_date_format(sample, first_row, column))
        return LOOKS_DATE;
    bool is_iso = true, is_rising = true, has_fraction = true;
    enum time_unit unit = UNIT_NONE;
    int64_t last = INT64_MIN;
    for (size_t row = first_row; row < sample->count; row++) {
        const struct bytes text = trace_sample_cell(sample, row, column);
        int64_t ns;
        const enum time_unit own = time_unit_of(text);
        if (row == first_row) {
            unit = own;
            is_iso = unit == UNIT_NONE;
        }
        if (is_iso ? !time_read_iso(text, &ns)
                   : own == UNIT_NONE || own != unit || !time_read_epoch(text, unit, &ns))
            return LOOKS_OTHER;
        is_rising = is_rising && ns >= last;
        has_fraction = has_fraction && memchr(text.data, '.', text.size);
        last = ns;
    }
    return is_iso ? LOOKS_ISO : is_rising || has_fraction ? LOOKS_SURE_EPOCH : LOOKS_EPOCH;
}

static bool holds_word(struct bytes name, const char *word)
{
    const size_t size = strlen(word);
    for (size_t i = 0; i + size <= name.size; i++) {
        size_t same_count = 0;
        while (same_count < size && (name.data[i + same_count] | 0x20) == (uint8_t)word[same_count])
            same_count++;
        if (same_count == size)
            return true;
    }
    return false;
}

static bool is_time_name(struct bytes name)
{
    return holds_word(name, "time") || holds_word(name, "date") ||
           (name.size == 2 && holds_word(name, "ts")) ||
           (name.size > 2 && (same(bytes_of(name.data + name.size - 3, 3), bytes_of("_ts", 3)) ||
                              same(bytes_of(name.data + name.size - 3, 3), bytes_of("_at", 3))));
}

bool guess_time_column(const struct trace_sample *sample, size_t first_row,
                       const struct bytes *names, size_t *out_column)
{
    if (sample->count <= first_row)
        return false;
    // Rows may be longer or shorter than the header that names their columns.
    const size_t named = trace_sample_width(sample, 0);
    const size_t filled = trace_sample_width(sample, first_row);
    int best = 0;
    for (size_t i = 0; i < named && i < filled; i++) {
        const enum time_look look = look_of(sample, first_row, i);
        const bool is_named = names && is_time_name(names[i]);
        const int rank = look == LOOKS_OTHER        ? 0
                         : is_named                 ? 3
                         : look == LOOKS_ISO        ? 2
                         : look == LOOKS_SURE_EPOCH ? 1
                                                    : 0;
        if (rank > best) {
            best = rank;
            *out_column = i;
        }
    }
    return best > 0;
}
