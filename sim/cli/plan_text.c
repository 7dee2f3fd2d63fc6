// The resolved plan, for a person: what will be run, before anything runs.

#include "base/text.h"
#include "cli/listing.h"
#include "cli/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_number(struct listing *listing, void (*spell)(struct buffer *, double),
                       double value)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    if (isnan(value))
        buffer_text(&text, "-");
    else
        spell(&text, value);
    listing_cell(listing, (const char *)text.data);
    buffer_done(&text);
}

static void spell_share(struct buffer *out, double value)
{
    buffer_format(out, "%.3g %%", value * 100);
}

// "dns.csv (csv, header, time column ts in s)", or "made, of host, event, ts"
static void add_workload(const struct scenario *scenario, struct buffer *out)
{
    const struct trace_plan *trace = scenario->workload.trace;
    const struct schema *schema = source_schema(scenario->source);
    buffer_text(out, "  workload  ");
    if (!trace)
        buffer_text(out, "made, of ");
    for (size_t i = 0; !trace && i < schema->count; i++)
        buffer_format(out, "%s%s", i > 0 ? ", " : "", schema->fields[i].name);
    for (size_t i = 0; trace && i < trace->paths.count; i++) {
        const char *slash = strrchr(trace->paths.items[i], '/');
        buffer_format(out, "%s%s", i > 0 ? ", " : "", slash ? slash + 1 : trace->paths.items[i]);
    }
    const struct trace_guess *guess = source_guess(scenario->source);
    if (guess && guess->note && guess->note[0])
        buffer_format(out, " (%s)", guess->note);
    buffer_byte(out, '\n');
}

static void add_pace(const struct scenario *scenario, const struct plan_numbers *numbers,
                     struct buffer *out)
{
    const struct arrival_plan *arrivals = &scenario->workload.arrivals;
    if (arrivals->process != ARRIVAL_CLOSED) {
        text_si(out, numbers->rate_per_s);
        buffer_text(out, " ops/s for ");
        text_duration(out, numbers->simulated_s * 1e9);
        return;
    }
    text_si(out, (double)arrivals->clients);
    buffer_text(out, " clients, one operation each");
    if (arrivals->think_ns > 0) {
        buffer_text(out, ", ");
        text_duration(out, (double)arrivals->think_ns);
        buffer_text(out, " between two");
    }
}

void plan_head(const struct scenario *scenario, const struct plan_numbers *numbers,
               struct buffer *out)
{
    add_workload(scenario, out);
    buffer_text(out, "  load      ");
    add_pace(scenario, numbers, out);
    buffer_text(out, " (");
    text_si(out, (double)numbers->operations);
    buffer_text(out, " operations");
    if (numbers->warmup_operations > 0) {
        buffer_text(out, ", ");
        text_si(out, (double)numbers->warmup_operations);
        buffer_text(out, " of them warm-up");
    }
    buffer_text(out, ")\n  writes    ");
    text_si(out, numbers->rows);
    buffer_text(out, " rows, ");
    text_size(out, numbers->bytes);
    buffer_byte(out, '\n');
}

static void add_operations(const struct check_plan *plan, struct buffer *out)
{
    struct listing listing = {.columns = {"operation", "per s", "count", NULL}};
    for (size_t i = 0; i < plan->kind_count; i++) {
        listing_cell(&listing, plan->kinds[i].name);
        add_number(&listing, text_si, plan->kinds[i].per_s);
        add_number(&listing, text_si, (double)plan->kinds[i].count);
    }
    listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, out);
    listing_done(&listing);
}

static void add_fields(const struct check_plan *plan, struct buffer *out)
{
    struct listing listing = {.columns = {"field", "type", "distinct", "hottest value", NULL}};
    for (size_t i = 0; i < plan->field_count; i++) {
        const struct check_field *field = &plan->fields[i];
        listing_cell(&listing, field->name);
        listing_cell(&listing, field->type);
        add_number(&listing, text_si, field->distinct);
        add_number(&listing, spell_share, field->top_share);
    }
    listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, out);
    listing_done(&listing);
}

static void add_designs(const struct check_plan *plan, struct buffer *out)
{
    struct listing listing = {.columns = {"design", "table", "regions", "pre-split", "key bytes",
                                          "row bytes", "key", NULL}};
    for (size_t i = 0; i < plan->design_count; i++) {
        const struct check_design *design = &plan->designs[i];
        for (size_t j = 0; j < design->table_count; j++) {
            listing_cell(&listing, design->name);
            listing_cell(&listing, design->tables[j].name);
            add_number(&listing, text_si, (double)design->tables[j].regions);
            listing_cell(&listing, design->tables[j].presplit);
            add_number(&listing, text_si, design->tables[j].key_bytes_mean);
            add_number(&listing, text_si, design->tables[j].row_bytes_mean);
            listing_cell(&listing, j == 0 ? design->key : "");
        }
    }
    listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, out);
    listing_done(&listing);
}

static void add_queries(const struct check_plan *plan, struct buffer *out)
{
    struct listing listing = {.columns = {"query", "design", "scans", "rows read", "rows/s",
                                          "of the cluster", "plan", NULL}};
    const size_t queries = plan->design_count > 0 ? plan->designs[0].query_count : 0;
    for (size_t q = 0; q < queries; q++) {
        for (size_t i = 0; i < plan->design_count; i++) {
            const struct check_query *query = &plan->designs[i].queries[q];
            listing_cell(&listing, i == 0 ? query->name : "");
            listing_cell(&listing, plan->designs[i].name);
            add_number(&listing, text_si, query->ranges);
            add_number(&listing, text_si, query->rows_examined);
            add_number(&listing, text_si, query->rows_per_s);
            add_number(&listing, spell_share, query->work_share);
            listing_cell(&listing, query->plan);
        }
    }
    if (queries > 0)
        listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, out);
    if (queries > 0)
        buffer_byte(out, '\n');
    listing_done(&listing);
}

static void plan_as_text(const struct scenario *scenario, const struct check_plan *plan,
                         struct buffer *out)
{
    const struct plan_numbers numbers = {
        .rate_per_s = plan->rate_per_s,
        .simulated_s = plan->simulated_s,
        .operations = plan->operations,
        .warmup_operations = plan->warmup_operations,
        .rows = plan->rows,
        .bytes = plan->bytes,
    };
    buffer_format(out, "%s \u00b7 seed %llu\n", scenario->title,
                  (unsigned long long)scenario->seed);
    plan_head(scenario, &numbers, out);
    buffer_text(out, "  capacity  ");
    text_si(out, plan->capacity_per_s);
    buffer_text(out, " puts/s if they were spread evenly\n\n");
    add_operations(plan, out);
    buffer_byte(out, '\n');
    add_fields(plan, out);
    buffer_byte(out, '\n');
    add_designs(plan, out);
    buffer_byte(out, '\n');
    add_queries(plan, out);
    buffer_format(out, "the scenario with every default that it uses:\n%s\n", scenario->config);
}

bool session_print_plan(struct session *session, struct err *err)
{
    const struct run_options options = session_run_options(session);
    struct check_plan *plan = run_check(session->scenario, &options, err);
    progress_clear(&session->progress);
    if (!plan)
        return false;
    struct buffer out = {0};
    const struct flags *flags = &session->call->flags;
    if (flags->json || flags->format == LISTING_JSON)
        plan_as_json(session->scenario, plan, &out);
    else
        plan_as_text(session->scenario, plan, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    for (size_t i = 0; i < plan->warning_count; i++)
        terminal_warning(session->call, plan->warnings[i].message);
    buffer_done(&out);
    check_plan_free(plan);
    return true;
}
