#include "workload/trace_inspect.h"

#include "base/mem.h"
#include "hash/hash.h"
#include "workload/trace_inspect_parts.h"

#include <string.h>

enum {
    VALUES_IN_ALL = 1 << 20, // counted exactly, over all columns
    VALUES_MAX = 1 << 16,    // of one column
    VALUES_MIN = 1 << 10
};

static size_t values_of_each(size_t columns)
{
    const size_t share = VALUES_IN_ALL / columns;
    return share > VALUES_MAX ? VALUES_MAX : share < VALUES_MIN ? VALUES_MIN : share;
}

static void take_time(struct inspecting *at, const struct delimited_row *row)
{
    struct trace_layout *layout = &at->rows.layout;
    struct inspect_time *time = &at->out->time;
    if (!layout->has_time)
        return;
    const struct layout_column *column = &layout->columns[layout->time_column];
    const struct row_origin origin = {.file = row->file, .line = row->line};
    struct err fault = {0};
    int64_t ns;
    if (!time_read(&layout->time, row->fields[column->cell], &ns, &fault)) {
        (void)trace_layout_place(column->name, &origin, &fault);
        fault_log_add(&time->faults, fault.message);
        return;
    }
    time->falls += time->windows.rows > 0 && ns < at->last_ns;
    at->last_ns = ns;
    time_windows_add(&time->windows, ns);
}

static void take_row(struct inspecting *at, const struct delimited_row *row)
{
    for (size_t i = 0; i < at->rows.layout.width; i++) {
        at->hashes[i] = hash_xxh3(row->fields[i]);
        field_profile_expect(at->profiles[i], at->hashes[i]);
    }
    unique_search_expect(at->search, at->hashes);
    for (size_t i = 0; i < at->rows.layout.width; i++)
        field_profile_add(at->profiles[i], row->fields[i], at->hashes[i]);
    unique_search_add(at->search, at->hashes);
    take_time(at, row);
    at->out->rows++;
}

static bool read_rows(struct inspecting *at, struct err *err)
{
    struct delimited_row row;
    for (bool more = true; more;) {
        if (!trace_rows_next(&at->rows, &row, &more, err))
            return false;
        if (more)
            take_row(at, &row);
    }
    return true;
}

static void sum_time(struct inspecting *at)
{
    struct inspect_time *time = &at->out->time;
    const struct trace_layout *layout = &at->rows.layout;
    time->is_known = layout->has_time && time->windows.rows > 0;
    if (!time->is_known)
        return;
    time->field = layout->columns[layout->time_column].cell;
    time->is_iso = layout->time.form == TIME_ISO;
    time->unit = layout->time.form == TIME_EPOCH ? layout->guess.time_unit : UNIT_NONE;
    if (layout->time.form == TIME_FORMAT)
        time->format = mem_text(layout->time.format);
}

static void sum_up(struct inspecting *at)
{
    struct inspection *out = at->out;
    out->faults = at->rows.faults;
    at->rows.faults = (struct fault_log){0};
    out->pattern = at->rows.layout.plan->pattern;
    out->format = at->rows.layout.guess.format;
    out->delimiter = at->rows.layout.guess.delimiter;
    out->has_comment = at->rows.layout.format.comment != NULL;
    out->has_header = at->rows.layout.has_header;
    out->is_named = at->rows.layout.is_named;
    out->field_count = at->rows.layout.width;
    out->fields = mem_new(out->field_count, sizeof *out->fields);
    out->columns_searched =
        out->field_count < SEARCH_COLUMNS ? out->field_count : (size_t)SEARCH_COLUMNS;
    sum_time(at);
    for (size_t i = 0; i < out->field_count; i++)
        out->fields[i] = (struct inspect_field){.name = mem_text(at->rows.layout.names[i]),
                                                .number = i + 1,
                                                .profile = field_profile_summary(at->profiles[i])};
    const size_t preferred = out->time.is_known ? out->time.field : SIZE_MAX;
    out->key_count = unique_search_end(at->search, preferred, out->keys, INSPECT_KEYS);
    for (size_t i = 0; i < out->key_count; i++) {
        struct profile_summary *profile = &out->fields[out->keys[i].columns[0]].profile;
        if (out->keys[i].count == 1 && out->keys[i].rows == out->rows) {
            profile->distinct = (double)out->rows;
            profile->distinct_error = 0;
        }
    }
}

static void start(struct inspecting *at)
{
    const size_t width = at->rows.layout.width;
    at->hashes = mem_new(width, sizeof *at->hashes);
    at->profiles = mem_new(width, sizeof *at->profiles);
    at->search = unique_search_new(width);
    for (size_t i = 0; i < width; i++)
        at->profiles[i] = field_profile_new(values_of_each(width));
}

static void finish(struct inspecting *at)
{
    for (size_t i = 0; at->profiles && i < at->rows.layout.width; i++)
        field_profile_free(at->profiles[i]);
    mem_free(at->profiles);
    mem_free(at->hashes);
    unique_search_free(at->search);
    trace_rows_close(&at->rows);
}

bool trace_inspect(const struct trace_plan *plan, const struct trace_watch *watch,
                   struct inspection *out_inspection, struct err *err)
{
    struct inspecting at = {.out = out_inspection};
    *out_inspection = (struct inspection){0};
    bool ok = trace_rows_open(&at.rows, plan, watch, err);
    if (ok)
        start(&at);
    ok = ok && inspect_reasons(&at, err) && read_rows(&at, err);
    if (ok && out_inspection->rows == 0)
        ok = err_fail(err, ERR_INPUT, "%s: holds no row that can be read", at.rows.paths.items[0]);
    if (ok)
        sum_up(&at);
    finish(&at);
    if (!ok)
        inspection_done(out_inspection);
    return ok;
}

void inspection_done(struct inspection *inspection)
{
    for (size_t i = 0; i < inspection->guess_count; i++) {
        mem_free(inspection->guesses[i].found);
        mem_free(inspection->guesses[i].why);
    }
    for (size_t i = 0; i < inspection->field_count; i++) {
        mem_free(inspection->fields[i].name);
        profile_summary_done(&inspection->fields[i].profile);
    }
    mem_free(inspection->guesses);
    mem_free(inspection->fields);
    mem_free(inspection->time.format);
    fault_log_clear(&inspection->time.faults);
    fault_log_clear(&inspection->faults);
    *inspection = (struct inspection){0};
}
