#include "report/formats.h"

#include "base/mem.h"
#include "base/text.h"
#include "report/facts.h"

#include <math.h>
#include <string.h>

void text_list_add(struct text_list *list, struct buffer *text)
{
    list->items = mem_resize(list->items, list->count + 1, sizeof *list->items);
    list->items[list->count++] = buffer_take(text);
}

void text_list_done(struct text_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        mem_free(list->items[i]);
    mem_free(list->items);
    *list = (struct text_list){0};
}

// The pre-splits of a design: "learned, 32 regions", or "by_host: learned, 32 regions; by_time:
// ...".
static void presplit_of(struct buffer *out, const struct design_result *design)
{
    for (size_t i = 0; i < design->table_count; i++) {
        const struct table_result *table = &design->tables[i];
        if (i > 0)
            buffer_text(out, "; ");
        if (design->table_count > 1)
            buffer_format(out, "%s: ", table->name);
        buffer_text(out, table->presplit ? table->presplit : "");
    }
}

static const char *store_of(const struct design_result *design)
{
    return design->store_line ? design->store_line : "";
}

// Designs by what they have in common: each text once, with the names of those that have it where
// not all do.
struct group {
    char *text;
    struct buffer names;
    size_t count;
};

static struct group *group_designs(const struct result *result, bool by_store, size_t *out_count)
{
    struct group *groups = mem_new(result->design_count, sizeof *groups);
    size_t count = 0;
    for (size_t i = 0; i < result->design_count; i++) {
        struct buffer text = {0};
        if (by_store)
            buffer_text(&text, store_of(&result->designs[i]));
        else
            presplit_of(&text, &result->designs[i]);
        char *key = buffer_take(&text);
        size_t at = 0;
        while (at < count && strcmp(groups[at].text, key) != 0)
            at++;
        if (at == count)
            groups[count++].text = key;
        else
            mem_free(key);
        buffer_text(&groups[at].names, groups[at].count++ > 0 ? ", " : "");
        fact_name(&groups[at].names, result->designs[i].name);
    }
    *out_count = count;
    return groups;
}

static void note_groups(struct text_list *out, const struct result *result, bool by_store,
                        const char *before, const char *after)
{
    size_t count;
    struct group *groups = group_designs(result, by_store, &count);
    for (size_t i = 0; i < count; i++) {
        struct buffer line = {0};
        buffer_format(&line, "%s%s%s", before, groups[i].text, after);
        if (count > 1)
            buffer_format(&line, " (%s)", (const char *)groups[i].names.data);
        if (groups[i].text[0] != '\0')
            text_list_add(out, &line);
        buffer_done(&line);
        mem_free(groups[i].text);
        buffer_done(&groups[i].names);
    }
    mem_free(groups);
}

void note_presplits(struct text_list *out, const struct result *result)
{
    note_groups(out, result, false, "pre-split: ", "");
}

void note_assumptions(struct text_list *out, const struct result *result)
{
    note_groups(out, result, true, "times rest on ", "; shares do not");
}

void expect_line(struct buffer *out, const struct expect_result *expect)
{
    buffer_text(out, "expected of ");
    fact_name(out, expect->design);
    buffer_text(out, ": ");
    fact_label(out, expect->metric, 100);
    if (expect->has_min) {
        buffer_text(out, " at least ");
        text_number(out, expect->min);
    }
    if (expect->has_max) {
        buffer_text(out, expect->has_min ? " and at most " : " at most ");
        text_number(out, expect->max);
    }
    if (isnan(expect->value))
        buffer_text(out, "; it could not be evaluated");
    else
        buffer_format(out, "; it is %.4g", expect->value);
}
