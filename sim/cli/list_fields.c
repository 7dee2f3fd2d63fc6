#include "base/text.h"
#include "cli/lists.h"
#include "config/tables.h"
#include "workload/generator.h"

#include <string.h>

static const char *kind_name(const struct param *row)
{
    switch (row->kind) {
    case PARAM_BOOL:
        return "true or false";
    case PARAM_COUNT:
        return "whole number";
    case PARAM_INTEGER:
        return "whole number, signed";
    case PARAM_NUMBER:
        return "number";
    case PARAM_SHARE:
        return "share: 0.3, \"30%\"";
    case PARAM_DURATION:
        return "duration: \"20ms\"";
    case PARAM_SIZE:
        return "size: \"64KiB\"";
    case PARAM_RATE:
        return "rate: \"30k/s\"";
    case PARAM_TEXT:
        return "text";
    case PARAM_CHOICE:
        return "one of";
    case PARAM_TEXTS:
        return "list of texts";
    case PARAM_NUMBERS:
        return "list of numbers";
    case PARAM_PAIRS:
        return "names and values";
    case PARAM_OBJECT:
        return "object";
    }
    return "";
}

static void add_kind(struct listing *out, const struct param *row)
{
    struct buffer text = {0};
    buffer_text(&text, kind_name(row));
    for (size_t i = 0; row->kind == PARAM_CHOICE && row->choices[i]; i++)
        buffer_format(&text, " %s", row->choices[i]);
    listing_cell(out, (const char *)text.data);
    buffer_done(&text);
}

static void add_rows(struct listing *out, const char *path, const struct param *rows)
{
    for (const struct param *row = rows; row->name; row++) {
        struct buffer name = {0};
        buffer_format(&name, "%s%s%s", path, path[0] ? "." : "", row->name);
        listing_cell(out, (const char *)name.data);
        buffer_done(&name);
        listing_cell(out, row->fallback);
        add_kind(out, row);
        listing_cell(out, row->help);
    }
}

// Each generator's own members.
static void add_generators(struct listing *out, const char *path)
{
    size_t count;
    const struct generator *const *generators = generator_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        struct buffer name = {0};
        buffer_format(&name, "%s.%s", path, generators[i]->name);
        add_rows(out, (const char *)name.data, generators[i]->params);
        buffer_done(&name);
    }
}

void list_fields(struct listing *out)
{
    *out = (struct listing){
        .title = "what a scenario can say; names in capitals are yours",
        .columns = {"name", "default", "value", "meaning", NULL},
    };
    for (const struct field_table *table = field_table_next(NULL); table;
         table = field_table_next(table)) {
        add_rows(out, table->path, table->rows);
        if (strcmp(table->path, "workload.fields.F") == 0)
            add_generators(out, table->path);
    }
}
