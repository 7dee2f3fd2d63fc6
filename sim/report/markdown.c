#include "report/markdown.h"

#include "base/text.h"
#include "metrics/result_field.h"
#include "report/columns.h"
#include "report/facts.h"
#include "report/formats.h"
#include "report/read_columns.h"

#include <inttypes.h>
#include <string.h>

// A user's text among markdown: what could begin a mark-up gets a backslash.
static void write_text(struct buffer *out, const char *text)
{
    struct buffer plain = {0};
    text_plain(&plain, bytes_of(text, strlen(text)));
    for (size_t i = 0; i < plain.size; i++) {
        if (strchr("\\`*_{}[]<>#|!~&", plain.data[i]))
            buffer_byte(out, '\\');
        buffer_byte(out, plain.data[i]);
    }
    buffer_done(&plain);
}

// A sentence of ours, in which names stand between backticks: there nothing is mark-up but the bar
// of a table.
static void write_sentence(struct buffer *out, const char *sentence)
{
    for (; *sentence; sentence++) {
        if (*sentence == '|')
            buffer_byte(out, '\\');
        buffer_byte(out, (uint8_t)*sentence);
    }
}

static void write_list(struct buffer *out, const char *title, char *const *items, size_t count)
{
    if (count == 0)
        return;
    buffer_format(out, "## %s\n\n", title);
    for (size_t i = 0; i < count; i++) {
        buffer_text(out, "* ");
        write_sentence(out, items[i]);
        buffer_byte(out, '\n');
    }
    buffer_byte(out, '\n');
}

static void write_row(struct buffer *out, const struct result *result, size_t design)
{
    size_t count;
    const struct shown_column *columns = shown_columns(&count);
    const bool is_best = result->ranking_count > 1 && result->ranking[0] == design;
    buffer_text(out, is_best ? "| **" : "| ");
    write_text(out, result->designs[design].name);
    buffer_text(out, is_best ? "** | " : " | ");
    write_text(out, result->designs[design].key);
    for (size_t i = 0; i < count; i++) {
        buffer_text(out, " | ");
        columns[i].cell(out, result, design);
    }
    buffer_text(out, " |\n");
}

static void write_table(struct buffer *out, const struct result *result)
{
    size_t count;
    const struct shown_column *columns = shown_columns(&count);
    buffer_text(out, "| design | key |");
    for (size_t i = 0; i < count; i++)
        buffer_format(out, " %s |", shown_column_title(&columns[i], result));
    buffer_text(out, "\n|---|---|");
    for (size_t i = 0; i < count; i++)
        buffer_text(out, "---:|");
    buffer_byte(out, '\n');
    for (size_t design = 0; design < result->design_count; design++)
        write_row(out, result, design);
    buffer_byte(out, '\n');
}

static void write_read_row(struct buffer *out, const struct design_result *design,
                           const struct query_result *query)
{
    size_t count;
    const struct read_column *columns = read_columns(&count);
    buffer_text(out, "| ");
    write_text(out, query->name);
    buffer_text(out, " | ");
    write_text(out, design->name);
    buffer_text(out, " | ");
    write_text(out, query->plan ? query->plan : "");
    for (size_t i = 0; i < count; i++) {
        buffer_text(out, " | ");
        columns[i].cell(out, design, query);
    }
    buffer_text(out, " |\n");
}

static void write_reads(struct buffer *out, const struct result *result)
{
    size_t count;
    const struct read_column *columns = read_columns(&count);
    const size_t queries = result->design_count > 0 ? result->designs[0].query_count : 0;
    if (queries > 0)
        buffer_text(out, "## What reads pay\n\n| query | design | plan |");
    for (size_t i = 0; queries > 0 && i < count; i++)
        buffer_format(out, " %s |", columns[i].title);
    if (queries > 0)
        buffer_text(out, "\n|---|---|---|");
    for (size_t i = 0; queries > 0 && i < count; i++)
        buffer_text(out, "---:|");
    if (queries > 0)
        buffer_byte(out, '\n');
    for (size_t q = 0; q < queries; q++) {
        for (size_t d = 0; d < result->design_count; d++) {
            const struct design_result *design = &result->designs[d];
            const struct query_result *query =
                fact_query(design, result->designs[0].queries[q].name);
            if (query)
                write_read_row(out, design, query);
        }
    }
    if (queries > 0)
        buffer_byte(out, '\n');
}

static void write_assumptions(struct buffer *out, const struct result *result)
{
    struct text_list lines = {0};
    note_presplits(&lines, result);
    note_assumptions(&lines, result);
    for (size_t design = 0; design < result->design_count; design++) {
        const struct design_result *it = &result->designs[design];
        for (size_t i = 0; i < it->assumption_count; i++) {
            size_t known = 0;
            while (known < lines.count && strcmp(lines.items[known], it->assumptions[i]) != 0)
                known++;
            struct buffer line = {0};
            buffer_text(&line, it->assumptions[i]);
            if (known == lines.count)
                text_list_add(&lines, &line);
            buffer_done(&line);
        }
    }
    write_list(out, "What it rests on", lines.items, lines.count);
    text_list_done(&lines);
}

static void write_expects(struct buffer *out, const struct result *result)
{
    struct text_list lines = {0};
    for (size_t i = 0; i < result->expect_count; i++) {
        struct buffer line = {0};
        buffer_format(&line, "%s: ", result_state_names[result->expects[i].state]);
        expect_line(&line, &result->expects[i]);
        text_list_add(&lines, &line);
    }
    write_list(out, "Expectations", lines.items, lines.count);
    text_list_done(&lines);
}

static void write_warnings(struct buffer *out, const struct result *result)
{
    struct text_list lines = {0};
    for (size_t i = 0; i < result->warning_count; i++) {
        struct buffer line = {0};
        buffer_text(&line, result->warnings[i].message);
        text_list_add(&lines, &line);
    }
    for (size_t design = 0; design < result->design_count; design++) {
        const struct design_result *it = &result->designs[design];
        for (size_t i = 0; i < it->warning_count; i++) {
            struct buffer line = {0};
            fact_name(&line, it->name);
            buffer_format(&line, ": %s", it->warnings[i].message);
            text_list_add(&lines, &line);
        }
    }
    write_list(out, "Warnings", lines.items, lines.count);
    text_list_done(&lines);
}

static void write_graphs(struct buffer *out, const struct result *result)
{
    size_t count;
    const struct report_graph *graphs = report_graphs(&count);
    buffer_text(out, "## Graphs\n\n");
    for (size_t i = 0; i < count; i++) {
        if (!graphs[i].applies || graphs[i].applies(result))
            buffer_format(out, "![%s](plots/%s.png)\n\n", graphs[i].summary, graphs[i].name);
    }
}

void markdown_summary(struct buffer *out, const struct result *result, bool has_plots)
{
    buffer_text(out, "# ");
    write_text(out, result->title ? result->title : "");
    buffer_text(out, "\n\n");
    write_list(out, "Findings", result->findings, result->finding_count);
    buffer_text(out, "## Numbers\n\n");
    write_table(out, result);
    write_reads(out, result);
    write_expects(out, result);
    write_assumptions(out, result);
    write_warnings(out, result);
    if (has_plots)
        write_graphs(out, result);
    buffer_text(out, "## How to get it again\n\n    hotsim ");
    buffer_format(out, "%s %s --seed %" PRIu64 "\n\n", result->command, result->scenario_name,
                  result->seed);
    buffer_format(out, "hotsim %s, scenario %s. The command as it was given is in `meta.json`.\n",
                  result->version, result->scenario_hash);
}

void markdown_write(struct buffer *out, const struct result *result, const struct report_look *look)
{
    (void)look;
    markdown_summary(out, result, false);
}
