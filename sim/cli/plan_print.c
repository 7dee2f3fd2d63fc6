// The resolved plan, for a person and as JSON: what will be run, before anything runs.

#include "base/mem.h"
#include "base/text.h"
#include "cli/listing.h"
#include "cli/session.h"
#include "json/writer.h"

#include <math.h>
#include <stdio.h>

enum { PLAN_WIDTH = 100 };

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

static void add_head(const struct check_plan *plan, struct buffer *out)
{
    buffer_format(out, "  workload  %s\n  load      ", plan->workload_line);
    text_si(out, plan->rate_per_s);
    buffer_text(out, " ops/s for ");
    text_duration(out, plan->simulated_s * 1e9);
    buffer_text(out, " (");
    text_si(out, (double)plan->operations);
    buffer_text(out, " operations");
    if (plan->warmup_operations > 0) {
        buffer_text(out, ", ");
        text_si(out, (double)plan->warmup_operations);
        buffer_text(out, " of them warm-up");
    }
    buffer_text(out, ")\n");
    if (plan->rate_by_default)
        buffer_text(out,
                    "            no rate was given: 60 % of what an ideal spread could serve\n");
    buffer_text(out, "  capacity  ");
    text_si(out, plan->capacity_per_s);
    buffer_text(out, " ops/s with an ideal spread\n  holds     ");
    text_si(out, plan->rows);
    buffer_text(out, " rows, ");
    text_size(out, plan->bytes);
    buffer_text(out, " at the end\n");
}

static void add_operations(const struct check_plan *plan, struct buffer *out)
{
    struct listing listing = {.columns = {"operation", "per s", "count", NULL}};
    for (size_t i = 0; i < plan->kind_count; i++) {
        listing_cell(&listing, plan->kinds[i].name);
        add_number(&listing, text_si, plan->kinds[i].per_s);
        add_number(&listing, text_si, (double)plan->kinds[i].count);
    }
    listing_print(&listing, LISTING_TABLE, PLAN_WIDTH, out);
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
    listing_print(&listing, LISTING_TABLE, PLAN_WIDTH, out);
    listing_done(&listing);
}

static void add_designs(const struct check_plan *plan, struct buffer *out)
{
    struct listing listing = {.columns = {"design", "table", "regions", "pre-split", "key", NULL}};
    for (size_t i = 0; i < plan->design_count; i++) {
        const struct check_design *design = &plan->designs[i];
        for (size_t j = 0; j < design->table_count; j++) {
            listing_cell(&listing, design->name);
            listing_cell(&listing, design->tables[j].name);
            add_number(&listing, text_si, (double)design->tables[j].regions);
            listing_cell(&listing, design->tables[j].presplit);
            listing_cell(&listing, j == 0 ? design->key : "");
        }
    }
    listing_print(&listing, LISTING_TABLE, PLAN_WIDTH, out);
    listing_done(&listing);
}

static void number_member(struct json_writer *writer, const char *name, double value)
{
    json_name(writer, name);
    json_number(writer, value);
}

static void text_member(struct json_writer *writer, const char *name, const char *value)
{
    json_name(writer, name);
    json_text(writer, value);
}

static void lists_as_json(const struct check_plan *plan, struct json_writer *writer)
{
    json_name(writer, "operations");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->kind_count; i++) {
        json_open_object(writer);
        text_member(writer, "name", plan->kinds[i].name);
        number_member(writer, "per_s", plan->kinds[i].per_s);
        number_member(writer, "count", (double)plan->kinds[i].count);
        json_close_object(writer);
    }
    json_close_list(writer);
    json_name(writer, "fields");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->field_count; i++) {
        json_open_object(writer);
        text_member(writer, "name", plan->fields[i].name);
        text_member(writer, "type", plan->fields[i].type);
        number_member(writer, "distinct", plan->fields[i].distinct);
        number_member(writer, "top_share", plan->fields[i].top_share);
        json_name(writer, "exact");
        json_bool(writer, plan->fields[i].exact);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void designs_as_json(const struct check_plan *plan, struct json_writer *writer)
{
    json_name(writer, "designs");
    json_open_list(writer, false);
    for (size_t i = 0; i < plan->design_count; i++) {
        const struct check_design *design = &plan->designs[i];
        json_open_object(writer);
        text_member(writer, "name", design->name);
        text_member(writer, "key", design->key);
        json_name(writer, "tables");
        json_open_list(writer, false);
        for (size_t j = 0; j < design->table_count; j++) {
            json_open_object(writer);
            text_member(writer, "table", design->tables[j].name);
            text_member(writer, "presplit", design->tables[j].presplit);
            number_member(writer, "regions", (double)design->tables[j].regions);
            json_close_object(writer);
        }
        json_close_list(writer);
        json_close_object(writer);
    }
    json_close_list(writer);
}

static void plan_as_json(const struct session *session, const struct check_plan *plan,
                         struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    text_member(&writer, "title", session->scenario->title);
    json_name(&writer, "seed");
    json_uint(&writer, session->scenario->seed);
    text_member(&writer, "workload", plan->workload_line);
    number_member(&writer, "rate_per_s", plan->rate_per_s);
    json_name(&writer, "rate_by_default");
    json_bool(&writer, plan->rate_by_default);
    number_member(&writer, "simulated_s", plan->simulated_s);
    json_name(&writer, "operation_count");
    json_uint(&writer, plan->operations);
    json_name(&writer, "warmup_operation_count");
    json_uint(&writer, plan->warmup_operations);
    number_member(&writer, "capacity_per_s", plan->capacity_per_s);
    number_member(&writer, "rows", plan->rows);
    number_member(&writer, "bytes", plan->bytes);
    lists_as_json(plan, &writer);
    designs_as_json(plan, &writer);
    json_name(&writer, "config");
    json_raw(&writer, session->scenario->config);
    json_close_object(&writer);
    buffer_byte(out, '\n');
}

static void plan_as_text(const struct session *session, const struct check_plan *plan, bool whole,
                         struct buffer *out)
{
    const struct scenario *scenario = session->scenario;
    if (whole)
        buffer_format(out, "%s · seed %llu\n", scenario->title, (unsigned long long)scenario->seed);
    add_head(plan, out);
    if (whole) {
        buffer_byte(out, '\n');
        add_operations(plan, out);
        buffer_byte(out, '\n');
        add_fields(plan, out);
        buffer_byte(out, '\n');
        add_designs(plan, out);
        buffer_format(out, "\nthe scenario with every default that it uses:\n%s\n",
                      scenario->config);
    } else {
        buffer_byte(out, '\n');
    }
}

bool session_print_plan(struct session *session, bool whole, struct err *err)
{
    const struct run_options options = session_run_options(session);
    struct check_plan *plan = run_check(session->scenario, &options, err);
    progress_clear(&session->progress);
    if (!plan)
        return false;
    struct buffer out = {0};
    const struct flags *flags = &session->call->flags;
    if (flags->json || flags->format == LISTING_JSON)
        plan_as_json(session, plan, &out);
    else
        plan_as_text(session, plan, whole, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    (void)fflush(stdout);
    if (whole)
        for (size_t i = 0; i < plan->warning_count; i++)
            terminal_warning(session->call, plan->warnings[i].message);
    buffer_done(&out);
    check_plan_free(plan);
    return true;
}
