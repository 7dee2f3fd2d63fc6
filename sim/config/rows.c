#include "config/reader.h"

#include "base/mem.h"

#include <inttypes.h>

static const void *member(const struct param *row, const void *target)
{
    return (const char *)target + row->offset;
}

static void free_texts(char **items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mem_free(items[i]);
    mem_free(items);
}

void rows_done(const struct param *rows, void *target)
{
    for (const struct param *row = rows; row->name; row++) {
        void *at = (char *)target + row->offset;
        if (row->kind == PARAM_OBJECT && row->members) {
            rows_done(row->members, at);
        } else if (row->kind == PARAM_TEXT) {
            mem_free(*(char **)at);
            *(char **)at = NULL;
        } else if (row->kind == PARAM_TEXTS) {
            struct param_texts *texts = at;
            free_texts(texts->items, texts->count);
            *texts = (struct param_texts){0};
        } else if (row->kind == PARAM_NUMBERS) {
            mem_free(((struct param_numbers *)at)->items);
            *(struct param_numbers *)at = (struct param_numbers){0};
        } else if (row->kind == PARAM_PAIRS) {
            struct param_pairs *pairs = at;
            free_texts(pairs->names, pairs->count);
            free_texts(pairs->values, pairs->count);
            *pairs = (struct param_pairs){0};
        }
    }
}

static void echo_duration(struct json_writer *writer, const struct param *row, uint64_t ns)
{
    const double bare = row->scale > 0 ? (double)ns / row->scale : 0;
    if (row->scale > 0 && ns < (UINT64_C(1) << 53) && (uint64_t)(bare * row->scale + 0.5) == ns) {
        json_number(writer, bare);
        return;
    }
    struct buffer text = {0};
    buffer_format(&text, "%" PRIu64 "ns", ns);
    json_text(writer, (const char *)text.data);
    buffer_done(&text);
}

static void echo_list(struct json_writer *writer, const struct param *row, const void *at)
{
    if (row->kind == PARAM_TEXTS) {
        const struct param_texts *texts = at;
        json_open_list(writer, true);
        for (size_t i = 0; i < texts->count; i++)
            json_text(writer, texts->items[i]);
        json_close_list(writer);
    } else if (row->kind == PARAM_NUMBERS) {
        const struct param_numbers *numbers = at;
        json_open_list(writer, true);
        for (size_t i = 0; i < numbers->count; i++)
            json_number(writer, numbers->items[i]);
        json_close_list(writer);
    } else {
        const struct param_pairs *pairs = at;
        json_open_object(writer);
        for (size_t i = 0; i < pairs->count; i++) {
            json_name(writer, pairs->names[i]);
            json_text(writer, pairs->values[i]);
        }
        json_close_object(writer);
    }
}

static bool is_absent(const struct param *row, const void *at)
{
    switch (row->kind) {
    case PARAM_TEXT:
        return *(char *const *)at == NULL;
    case PARAM_CHOICE:
        return *(const int *)at == 0;
    case PARAM_TEXTS:
        return ((const struct param_texts *)at)->count == 0;
    case PARAM_NUMBERS:
        return ((const struct param_numbers *)at)->count == 0;
    case PARAM_PAIRS:
        return ((const struct param_pairs *)at)->count == 0;
    case PARAM_NUMBER:
    case PARAM_SHARE:
    case PARAM_RATE:
        return *(const double *)at == 0;
    case PARAM_COUNT:
    case PARAM_INTEGER:
    case PARAM_DURATION:
    case PARAM_SIZE:
        return *(const uint64_t *)at == 0;
    case PARAM_BOOL:
    case PARAM_OBJECT:
        break;
    }
    return false;
}

static void echo_value(struct json_writer *writer, const struct param *row, const void *at)
{
    switch (row->kind) {
    case PARAM_BOOL:
        json_bool(writer, *(const bool *)at);
        break;
    case PARAM_COUNT:
    case PARAM_SIZE:
        json_uint(writer, *(const uint64_t *)at);
        break;
    case PARAM_INTEGER:
        json_int(writer, *(const int64_t *)at);
        break;
    case PARAM_NUMBER:
    case PARAM_SHARE:
    case PARAM_RATE:
        json_number(writer, *(const double *)at);
        break;
    case PARAM_DURATION:
        echo_duration(writer, row, *(const uint64_t *)at);
        break;
    case PARAM_TEXT:
        json_text(writer, *(char *const *)at);
        break;
    case PARAM_CHOICE:
        json_text(writer, row->choices[*(const int *)at]);
        break;
    case PARAM_TEXTS:
    case PARAM_NUMBERS:
    case PARAM_PAIRS:
        echo_list(writer, row, at);
        break;
    case PARAM_OBJECT:
        json_open_object(writer);
        echo_rows(writer, row->members, at);
        json_close_object(writer);
        break;
    }
}

void echo_rows(struct json_writer *writer, const struct param *rows, const void *target)
{
    for (const struct param *row = rows; row->name; row++) {
        if (row->kind == PARAM_OBJECT && !row->members)
            continue;
        const void *at = member(row, target);
        const bool none =
            row->choices && row->kind == PARAM_COUNT && *(const uint64_t *)at == limitless(row);
        const bool absent = row->fallback && row->fallback[0] == '\0' && is_absent(row, at);
        json_name(writer, row->name);
        if (none || absent)
            json_null(writer);
        else
            echo_value(writer, row, at);
    }
}
