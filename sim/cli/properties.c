#include "cli/properties.h"

#include "base/buffer.h"
#include "base/mem.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\f\r";

static bool is_comment(const char *line)
{
    line += strspn(line, blanks);
    return *line == '#' || *line == '!';
}

// One line of the file's sense, continuations joined; moves `at` behind it.
static void next_line(const char **at, struct buffer *line)
{
    const bool may_go_on = !is_comment(*at);
    bool goes_on = true;
    buffer_clear(line);
    buffer_text(line, "");
    while (goes_on && **at != '\0') {
        const char *begin = *at + (line->size > 0 ? strspn(*at, blanks) : 0);
        size_t size = strcspn(begin, "\n");
        *at = begin + size + (begin[size] == '\n');
        while (size > 0 && begin[size - 1] == '\r')
            size--;
        size_t slashes = 0;
        while (slashes < size && begin[size - 1 - slashes] == '\\')
            slashes++;
        goes_on = may_go_on && slashes % 2 == 1;
        buffer_append(line, begin, size - goes_on);
    }
}

static void trim_end(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && strchr(blanks, text[size - 1]))
        text[--size] = '\0';
}

static void add(struct properties *properties, const char *line)
{
    line += strspn(line, blanks);
    if (*line == '\0' || is_comment(line))
        return;
    const size_t size = strcspn(line, "=: \t\f");
    const char *value = line + size;
    value += strspn(value, blanks);
    if (*value == '=' || *value == ':')
        value += 1 + strspn(value + 1, blanks);
    properties->items =
        mem_resize(properties->items, properties->count + 1, sizeof *properties->items);
    struct property *item = &properties->items[properties->count++];
    *item = (struct property){.name = mem_text_of(bytes_of(line, size)), .value = mem_text(value)};
    trim_end(item->value);
}

void properties_read(const char *text, struct properties *out_properties)
{
    struct buffer line = {0};
    *out_properties = (struct properties){0};
    while (*text != '\0') {
        next_line(&text, &line);
        add(out_properties, (const char *)line.data);
    }
    buffer_done(&line);
}

void properties_done(struct properties *properties)
{
    for (size_t i = 0; i < properties->count; i++) {
        mem_free(properties->items[i].name);
        mem_free(properties->items[i].value);
    }
    mem_free(properties->items);
    *properties = (struct properties){0};
}

const char *property_text(struct properties *properties, const char *name, const char *fallback)
{
    for (size_t i = 0; i < properties->count; i++) {
        struct property *item = &properties->items[i];
        if (strcmp(item->name, name) != 0)
            continue;
        item->is_used = true;
        fallback = item->value;
    }
    return fallback;
}

bool property_number(struct properties *properties, const char *name, double fallback, double max,
                     double *out_number, struct err *err)
{
    char *end;
    const char *text = property_text(properties, name, NULL);
    const double number = text ? strtod(text, &end) : fallback;
    if (text && (end == text || *end != '\0' || !(number >= 0 && number <= max)))
        return err_fail(err, ERR_INPUT, "%s: expected a number of 0 to %g, got `%s`", name, max,
                        text);
    *out_number = number;
    return true;
}

bool property_count(struct properties *properties, const char *name, uint64_t fallback,
                    uint64_t max, uint64_t *out_count, struct err *err)
{
    char *end;
    const char *text = property_text(properties, name, NULL);
    errno = 0;
    const uint64_t number = text ? strtoull(text, &end, 10) : fallback;
    if (text && (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number > max))
        return err_fail(err, ERR_INPUT, "%s: expected a whole number of 0 to %" PRIu64 ", got `%s`",
                        name, max, text);
    *out_count = number;
    return true;
}
