#include "config/reader.h"

#include "base/mem.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

static void *member(const struct param *row, void *target)
{
    return (char *)target + row->offset;
}

uint64_t limitless(const struct param *row)
{
    return !strcmp(row->choices[0], "endless") ? UINT64_MAX : 0;
}

static bool is_whole_kind(enum param_kind kind)
{
    return kind == PARAM_COUNT || kind == PARAM_INTEGER || kind == PARAM_DURATION ||
           kind == PARAM_SIZE;
}

static void append_bound(struct buffer *out, const struct param *row, double bound)
{
    if (row->kind == PARAM_DURATION)
        text_duration(out, bound);
    else if (row->kind == PARAM_SIZE)
        text_size(out, bound);
    else
        text_number(out, bound);
}

static bool check_bounds(const struct param *row, double value, const char *text, struct err *err)
{
    const bool bounded = row->min != 0 || row->max != 0;
    if (!bounded || (value >= row->min && value <= row->max))
        return true;
    struct buffer words = {0};
    append_bound(&words, row, row->min);
    buffer_text(&words, "..");
    append_bound(&words, row, row->max);
    if (row->kind == PARAM_RATE)
        buffer_text(&words, " per second");
    err_fail(err, ERR_INPUT, "`%s` must be %s, got %s", row->name, (const char *)words.data, text);
    buffer_done(&words);
    return false;
}

static bool store_whole(const struct param *row, const struct quantity *it, const char *text,
                        void *target, struct err *err)
{
    const bool is_signed = row->kind == PARAM_INTEGER;
    struct quantity rounded = *it;
    if (!it->whole && row->kind == PARAM_DURATION && it->value >= 0 && it->value < 0x1p63) {
        rounded.magnitude = (uint64_t)(it->value + 0.5);
        rounded.whole = true;
    }
    if (!rounded.whole || (is_signed && rounded.magnitude > (uint64_t)INT64_MAX + it->negative))
        return err_fail(err, ERR_INPUT, "`%s` must be %s, got %s", row->name,
                        quantity_kind_words(row->kind), text);
    if (it->negative && !is_signed && row->min == 0 && row->max == 0)
        return err_fail(err, ERR_INPUT, "`%s` must not be negative, got %s", row->name, text);
    if (!check_bounds(row, it->value, text, err))
        return false;
    if (is_signed)
        *(int64_t *)member(row, target) =
            it->negative ? (int64_t)(0 - rounded.magnitude) : (int64_t)rounded.magnitude;
    else
        *(uint64_t *)member(row, target) = rounded.magnitude;
    return true;
}

static bool store_choice(const struct param *row, const char *text, void *target, struct err *err)
{
    size_t count = 0;
    for (; row->choices[count]; count++) {
        if (row->choices[count][0] != '\0' && !strcmp(row->choices[count], text)) {
            *(int *)member(row, target) = (int)count;
            return true;
        }
    }
    struct buffer names = {0};
    for (size_t i = 0; i < count; i++)
        if (row->choices[i][0] != '\0')
            buffer_format(&names, "%s%s", names.size > 0 ? ", " : "", row->choices[i]);
    err_fail(err, ERR_INPUT, "unknown %s `%s`", row->name, text);
    const int nearest = text_nearest(text, row->choices, count);
    if (nearest >= 0 && row->choices[nearest][0] != '\0')
        err_hint(err, "did you mean `%s`?", row->choices[nearest]);
    else
        err_hint(err, "it is one of %s", (const char *)names.data);
    buffer_done(&names);
    return false;
}

static void append_item(struct param_texts *texts, char *item)
{
    texts->items = mem_resize(texts->items, texts->count + 1, sizeof *texts->items);
    texts->items[texts->count++] = item;
}

bool value_of_text(struct reader *reader, const char *text, const struct param *row, void *target,
                   struct err *err)
{
    if (row->kind == PARAM_CHOICE)
        return store_choice(row, text, target, err);
    if (row->kind == PARAM_TEXT) {
        mem_free(*(char **)member(row, target));
        *(char **)member(row, target) = mem_text(text);
        return true;
    }
    if (row->kind == PARAM_TEXTS) {
        append_item(member(row, target), mem_text(text));
        return true;
    }
    if (row->kind == PARAM_BOOL) {
        *(bool *)member(row, target) = !strcmp(text, "true");
        return !strcmp(text, "true") || !strcmp(text, "false") ||
               err_fail(err, ERR_INPUT, "`%s` must be true or false", row->name);
    }
    if (row->kind == PARAM_NUMBERS || row->kind == PARAM_PAIRS || row->kind == PARAM_OBJECT)
        return err_fail(err, ERR_INPUT, "`%s` must be %s", row->name,
                        quantity_kind_words(row->kind));
    if (row->choices && (!strcmp(text, row->choices[0]) || !strcmp(text, "null"))) {
        *(uint64_t *)member(row, target) = limitless(row);
        return true;
    }
    struct quantity it;
    if (!quantity_of(text, row, reader->params, reader->param_count, &it, err))
        return false;
    if (is_whole_kind(row->kind))
        return store_whole(row, &it, text, target, err);
    if (!check_bounds(row, it.value, text, err))
        return false;
    *(double *)member(row, target) = it.value;
    return true;
}

// The text of a scalar: a text itself, or a number's or word's token. The caller frees it; NULL for
// the others.
static char *scalar_text(const struct reader *reader, const struct json_node *node)
{
    const enum json_kind kind = json_kind_of(node);
    if (kind == JSON_TEXT)
        return mem_text(json_text_of(node));
    if (kind == JSON_LIST || kind == JSON_OBJECT)
        return NULL;
    size_t offset, length;
    json_place_of(reader->doc, node, &offset, &length);
    const struct bytes source = json_source_text(reader->doc, json_source_of(reader->doc, node));
    return mem_text_of(bytes_of(source.data + offset, length));
}

static bool read_texts(struct reader *reader, const struct json_node *list, const struct param *row,
                       struct param_texts *out)
{
    for (const struct json_node *it = json_first(list); it; it = json_next(it)) {
        char *text = json_kind_of(it) == JSON_NULL ? NULL : scalar_text(reader, it);
        if (!text) {
            faults_add(&reader->faults, place_of_value(reader, it), "`%s` must be a list of texts",
                       row->name);
            return false;
        }
        append_item(out, text);
    }
    return true;
}

static bool read_numbers(struct reader *reader, const struct json_node *list,
                         const struct param *row, struct param_numbers *out)
{
    struct param item = *row;
    item.kind = PARAM_SHARE; // a number or "30%"
    item.offset = 0;
    for (const struct json_node *it = json_first(list); it; it = json_next(it)) {
        double value = 0;
        if (!read_value(reader, it, &item, &value))
            return false;
        out->items = mem_resize(out->items, out->count + 1, sizeof *out->items);
        out->items[out->count++] = value;
    }
    return true;
}

static bool read_pairs(struct reader *reader, const struct json_node *object,
                       const struct param *row, struct param_pairs *out)
{
    for (const struct json_node *it = json_first(object); it; it = json_next(it)) {
        char *text = json_kind_of(it) == JSON_NULL ? NULL : scalar_text(reader, it);
        if (!text) {
            faults_add(&reader->faults, place_of_value(reader, it),
                       "`%s` in `%s` must be a text or a number", json_name_of(it), row->name);
            return false;
        }
        out->names = mem_resize(out->names, out->count + 1, sizeof *out->names);
        out->values = mem_resize(out->values, out->count + 1, sizeof *out->values);
        out->names[out->count] = mem_text(json_name_of(it));
        out->values[out->count++] = text;
    }
    return true;
}

// Which kinds of JSON value a row takes beside a list.
static bool takes(const struct param *row, enum json_kind kind)
{
    if (row->kind == PARAM_BOOL)
        return kind == JSON_BOOL;
    if (row->kind == PARAM_TEXT || row->kind == PARAM_CHOICE)
        return kind == JSON_TEXT;
    if (row->kind == PARAM_TEXTS)
        return kind == JSON_TEXT;
    if (row->kind == PARAM_PAIRS)
        return kind == JSON_OBJECT;
    return row->kind != PARAM_NUMBERS && (kind == JSON_NUMBER || kind == JSON_TEXT);
}

bool read_value(struct reader *reader, const struct json_node *node, const struct param *row,
                void *target)
{
    const enum json_kind kind = json_kind_of(node);
    if (kind == JSON_NULL && row->choices && row->kind != PARAM_CHOICE) {
        *(uint64_t *)member(row, target) = limitless(row);
        return true;
    }
    if (kind == JSON_NULL && row->fallback && row->fallback[0] == '\0')
        return true;
    if (kind == JSON_LIST && row->kind == PARAM_TEXTS)
        return read_texts(reader, node, row, member(row, target));
    if (kind == JSON_LIST && row->kind == PARAM_NUMBERS)
        return read_numbers(reader, node, row, member(row, target));
    if (!takes(row, kind)) {
        faults_add(&reader->faults, place_of_value(reader, node), "`%s` must be %s", row->name,
                   quantity_kind_words(row->kind));
        return false;
    }
    if (row->kind == PARAM_PAIRS)
        return read_pairs(reader, node, row, member(row, target));
    struct err err = {0};
    char *text = scalar_text(reader, node);
    const bool ok = value_of_text(reader, text, row, target, &err);
    if (!ok)
        fault_of_err(reader, node, &err);
    mem_free(text);
    return ok;
}
