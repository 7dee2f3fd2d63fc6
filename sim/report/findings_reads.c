#include "report/findings.h"

#include "report/facts.h"
#include "report/formats.h"
#include "report/read_columns.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

// "0.6 ms of the servers' time with `a` (1 scan, 50 rows)".
static void say_price(struct buffer *out, const struct design_result *design,
                      const struct query_result *query)
{
    text_duration(out, query->work_ms * 1e6);
    buffer_text(out, " of the servers' time with ");
    fact_name(out, design->name);
    buffer_text(out, " (");
    read_count(out, query->ranges.mean);
    buffer_text(out, query->ranges.mean == 1 ? " scan, " : " scans, ");
    read_count(out, query->rows_examined.mean);
    buffer_text(out, query->rows_examined.mean == 1 ? " row)" : " rows)");
}

// The same query is dear where it costs twice as much and more.
static void add_prices(const struct result *result, const char *name, struct text_list *texts)
{
    const struct design_result *cheap = &result->designs[0];
    const struct design_result *dear = cheap;
    for (size_t i = 0; i < result->design_count; i++) {
        const struct design_result *it = &result->designs[i];
        const struct query_result *query = fact_query(it, name);
        if (!query || !isfinite(query->work_ms))
            return;
        cheap = query->work_ms < fact_query(cheap, name)->work_ms ? it : cheap;
        dear = query->work_ms > fact_query(dear, name)->work_ms ? it : dear;
    }
    if (!(fact_query(dear, name)->work_ms >= 2 * fact_query(cheap, name)->work_ms))
        return;
    struct buffer out = {0};
    fact_name(&out, name);
    buffer_text(&out, " takes ");
    say_price(&out, cheap, fact_query(cheap, name));
    buffer_text(&out, ", and ");
    say_price(&out, dear, fact_query(dear, name));
    text_list_add(texts, &out);
}

// Of a query's changes the one that is nearest to where it is now.
static const struct break_even *nearest_change(const struct result *result, const char *query)
{
    const struct break_even *nearest = NULL;
    for (size_t i = 0; i < result->break_even_count; i++) {
        const struct break_even *it = &result->break_evens[i];
        if (strcmp(it->query, query) != 0)
            continue;
        if (!nearest ||
            fabs(log(it->share / it->share_now)) < fabs(log(nearest->share / nearest->share_now)))
            nearest = it;
    }
    return nearest;
}

static void add_change(const struct break_even *change, struct text_list *texts)
{
    struct buffer out = {0};
    fact_name(&out, change->above);
    buffer_text(&out, " can take more than ");
    fact_name(&out, change->below);
    buffer_text(&out, " where more than ");
    fact_percent(&out, change->share);
    buffer_text(&out, " of the operations are ");
    fact_name(&out, change->query);
    buffer_text(&out, "; here ");
    fact_percent(&out, change->share_now);
    buffer_text(&out, " are");
    text_list_add(texts, &out);
}

void findings_of_reads(const struct result *result, struct text_list *texts)
{
    const size_t queries = result->design_count > 1 ? result->designs[0].query_count : 0;
    for (size_t q = 0; q < queries; q++)
        add_prices(result, result->designs[0].queries[q].name, texts);
    for (size_t q = 0; q < queries; q++) {
        const struct break_even *change =
            nearest_change(result, result->designs[0].queries[q].name);
        if (change)
            add_change(change, texts);
    }
}
