// What readers pay for the key: queries that fan out, or read the whole table.

#include "base/text.h"
#include "run/finding.h"

#include <string.h>

// Queries of this table.
static bool reads_here(const struct finding_view *view, const struct explain_query *query)
{
    return view->table && strcmp(query->table, view->table->plan->name) == 0 && !query->is_raw;
}

// The scans of the plan, or of the one that was given up for a scan of the whole table.
static double fan_out(const struct explain_query *query)
{
    double ranges = query->ranges;
    for (size_t i = 0; query->whole_table && i < query->choice_count; i++) {
        if (query->choices[i].ranges > ranges)
            ranges = query->choices[i].ranges;
    }
    return ranges;
}

static enum finding_level wide_fan_out(const struct finding_view *view, struct buffer *out)
{
    enum { RANGES_MANY = 1000 };
    const struct explain_query *worst = NULL;
    for (size_t i = 0; i < view->query_count; i++) {
        const struct explain_query *query = &view->queries[i];
        if (reads_here(view, query) && fan_out(query) >= RANGES_MANY &&
            (!worst || fan_out(query) > fan_out(worst)))
            worst = query;
    }
    if (!worst)
        return FINDING_NONE;
    buffer_format(out, "`%s` %s ", worst->name, worst->whole_table ? "would be" : "is");
    text_si(out, fan_out(worst));
    buffer_text(out, " scans, one for each value of what stands before the part of the key that it "
                     "gives, for about ");
    text_si(out, worst->rows_returned);
    buffer_text(out, " rows");
    if (worst->whole_table)
        buffer_text(out, "; reading the whole table is cheaper");
    return FINDING_WARNING;
}

static enum finding_level whole_table(const struct finding_view *view, struct buffer *out)
{
    // Who wants half of the table reads it, whatever the key.
    static const double SELECTIVE = 2, NEARLY_ALL = 0.9;
    for (size_t i = 0; i < view->query_count; i++) {
        const struct explain_query *query = &view->queries[i];
        if (!reads_here(view, query) || !query->whole_table ||
            query->rows_examined < SELECTIVE * query->rows_returned)
            continue;
        const double rows = key_census_summary(view->keys).keys.distinct;
        const bool reads_all = query->rows_examined >= NEARLY_ALL * rows;
        buffer_format(out, "`%s` %s, about ", query->name,
                      reads_all ? "reads the whole table"
                                : "searches the table from one end until it has enough");
        text_si(out, query->rows_examined);
        buffer_text(out, " rows for ");
        text_si(out, query->rows_returned);
        buffer_text(out, ": what it asks for does not stand in front of the key");
        return FINDING_WARNING;
    }
    return FINDING_NONE;
}

const struct finding_rule finding_reader_rules[] = {
    {"wide-fan-out", "a query becomes very many scans",
     "fewer hash digits or buckets in front: one hex digit is 16 scans, four are 65,536",
     wide_fan_out},
    {"whole-table", "a query reads the whole table",
     "give it a table of its own with that field first (\"holds\": \"reference\"), or put the "
     "field "
     "first here",
     whole_table},
    {0},
};
