// An explanation for a person.

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"

#include <math.h>
#include <string.h>

// A user's text, harmless on a terminal.
static void plain(struct buffer *out, const char *text)
{
    text_plain(out, bytes_of(text, strlen(text)));
}

// A paragraph, and the end of its buffer.
static void paragraph(struct page *page, const char *lead, struct buffer *text)
{
    page_wrap(page, lead, (const char *)text->data);
    buffer_done(text);
    *text = (struct buffer){0};
}

// ---- findings ----

void findings_as_text(const struct finding_list *findings, struct page *page)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding *finding = &findings->items[i];
        struct buffer text = {0};
        page_tone(page, finding->level >= FINDING_WARNING ? TONE_BAD : TONE_STRONG);
        buffer_format(page->out, "  %-8s", finding_level_names[finding->level]);
        page_tone(page, TONE_PLAIN);
        buffer_format(page->out, " %s\n", finding->code);
        plain(&text, finding->message);
        paragraph(page, "           ", &text);
        buffer_format(&text, "%s", finding->remedy);
        paragraph(page, "           -> ", &text);
    }
}

// ---- the example ----

static void quoted(struct buffer *out, struct bytes bytes)
{
    buffer_byte(out, '`');
    text_key(out, bytes);
    buffer_byte(out, '`');
}

static struct bytes view(const struct buffer *buffer)
{
    return bytes_of(buffer->data, buffer->size);
}

static void add_parts(const struct explain_example *example, struct page *page)
{
    buffer_text(page->out, "    offset  bytes\n");
    for (size_t i = 0; i < example->part_count; i++) {
        const struct explain_part *part = &example->parts[i];
        struct buffer lead = {0}, text = {0};
        buffer_format(&lead, "    %6llu  %5llu  ", (unsigned long long)part->offset,
                      (unsigned long long)part->width);
        plain(&text, part->text);
        if (part->is_literal) {
            buffer_text(&text, " as written");
        } else {
            buffer_text(&text, " = ");
            quoted(&text, bytes_of(example->key.data + part->offset, part->width));
            buffer_text(&text, ", ");
            plain(&text, part->meaning);
            buffer_text(&text, part->fixed_width ? "" : "; of varying length");
        }
        paragraph(page, (const char *)lead.data, &text);
        buffer_done(&lead);
    }
}

static void add_landing(const struct explain_table *table, struct page *page)
{
    const struct explain_example *example = &table->example;
    struct buffer text = {0};
    if (table->slices) {
        buffer_text(&text, "sharding key ");
        quoted(&text, view(&example->sharding));
        buffer_format(&text, ": slice %u of %u", example->partition, table->partitions);
    } else {
        buffer_format(&text, "region %u of %u", example->partition + 1, table->partitions);
        if (example->start.size > 0) {
            buffer_text(&text, ", from ");
            quoted(&text, view(&example->start));
        }
        if (example->end.size > 0) {
            buffer_text(&text, example->start.size > 0 ? " to " : ", before ");
            quoted(&text, view(&example->end));
        }
    }
    buffer_format(&text, ", on server %u", example->server);
    paragraph(page, "  lands   ", &text);
}

static void add_record(const struct explanation *explanation, struct page *page)
{
    struct buffer text = {0};
    buffer_text(&text, "the first that is written: ");
    for (size_t i = 0; i < explanation->field_count; i++) {
        buffer_text(&text, i > 0 ? ", " : "");
        plain(&text, explanation->record[i].name);
        buffer_text(&text, " = ");
        plain(&text, explanation->record[i].value);
    }
    paragraph(page, "record    ", &text);
}

static void add_table(const struct explanation *explanation, const struct explain_table *table,
                      struct page *page)
{
    struct buffer text = {0};
    if (table->name[0]) {
        plain(&text, table->name);
        buffer_text(&text, ": ");
        plain(&text, table->key);
        paragraph(page, "  table   ", &text);
    }
    buffer_format(&text, "%u %s on %llu servers", table->partitions,
                  table->slices            ? "slices"
                  : table->partitions == 1 ? "region"
                                           : "regions",
                  (unsigned long long)table->servers);
    if (!table->slices)
        buffer_format(&text, ", pre-split %s", table->presplit);
    buffer_format(&text, "; numbers as %s%s", table->encoding,
                  table->invertible ? "; every field can be read back from the key"
                                    : "; not every field can be read back from the key");
    paragraph(page, "  store   ", &text);
    if (!explanation->record)
        return;
    quoted(&text, view(&table->example.key));
    buffer_format(&text, ", %zu bytes", table->example.key.size);
    paragraph(page, "  example ", &text);
    add_parts(&table->example, page);
    add_landing(table, page);
}

// ---- queries ----

static void add_price(const struct explain_query *query, struct buffer *out)
{
    if (query->is_raw) {
        buffer_text(out, "one scan, executed as written");
        return;
    }
    plain(out, query->plan);
    buffer_text(out, "; about ");
    text_si(out, query->rows_examined);
    buffer_text(out, " rows read for ");
    text_si(out, query->rows_returned);
    buffer_text(out, ", ");
    text_duration(out, query->cost_ns);
    buffer_text(out, " of the servers' time");
    if (query->ranges_necessary < query->ranges) {
        buffer_text(out, "; about ");
        text_si(out, query->ranges_necessary);
        buffer_text(out, " of the scans can find a row");
    }
}

static void add_queries(const struct explain_design *design, struct page *page)
{
    for (size_t i = 0; i < design->query_count; i++) {
        const struct explain_query *query = &design->queries[i];
        struct buffer text = {0};
        page_tone(page, TONE_STRONG);
        buffer_text(page->out, "  query   ");
        plain(page->out, query->name);
        page_tone(page, TONE_PLAIN);
        buffer_byte(page->out, '\n');
        plain(&text, query->where);
        paragraph(page, "          ", &text);
        if (query->table[0]) {
            buffer_text(&text, "from ");
            plain(&text, query->table);
            buffer_text(&text, ": ");
        }
        add_price(query, &text);
        paragraph(page, "          ", &text);
        for (size_t c = 0; c < query->choice_count; c++) {
            const struct explain_choice *choice = &query->choices[c];
            if (choice->chosen)
                continue;
            buffer_text(&text, "or ");
            plain(&text, choice->words);
            buffer_text(&text, ": ");
            text_duration(&text, choice->cost_ns);
            page_tone(page, TONE_QUIET);
            paragraph(page, "          ", &text);
            page_tone(page, TONE_PLAIN);
        }
    }
}

static void add_design(const struct explanation *explanation, const struct explain_design *design,
                       struct page *page)
{
    struct buffer text = {0};
    buffer_byte(page->out, '\n');
    page_tone(page, TONE_STRONG);
    plain(&text, design->name);
    paragraph(page, "", &text);
    page_tone(page, TONE_PLAIN);
    if (design->table_count == 1 && strcmp(design->name, design->tables[0].key) != 0) {
        plain(&text, design->tables[0].key);
        paragraph(page, "  key     ", &text);
    }
    for (size_t t = 0; t < design->table_count; t++)
        add_table(explanation, &design->tables[t], page);
    add_queries(design, page);
    if (design->findings.count == 0)
        buffer_text(page->out, "  nothing is wrong with this key that can be told beforehand\n");
    findings_as_text(&design->findings, page);
}

void explain_as_text(const struct scenario *scenario, const struct explanation *explanation,
                     struct page *page)
{
    struct buffer text = {0};
    plain(&text, scenario->title);
    buffer_format(&text, " \u00b7 seed %llu", (unsigned long long)scenario->seed);
    paragraph(page, "", &text);
    if (explanation->record)
        add_record(explanation, page);
    else
        buffer_text(page->out, "the workload writes nothing: there is no example\n");
    for (size_t d = 0; d < explanation->design_count; d++)
        add_design(explanation, &explanation->designs[d], page);
}
