#include "workload/trace.h"

#include "base/mem.h"
#include "workload/fault_log.h"
#include "workload/row_store.h"
#include "workload/trace_layout.h"
#include "workload/trace_op.h"
#include "workload/trace_paths.h"

#include <inttypes.h>
#include <string.h>

struct trace {
    const struct trace_plan *plan;
    struct param_texts paths; // files, those of folders too
    struct delimited *reader;
    struct trace_layout layout;
    struct row_store *store; // NULL: rows come from the reader
    uint64_t stored_at;      // the next row of the store
    bool needs_times;
    bool allows_disorder; // while looking whether times are in order
    bool is_disordered;

    // The row stepped to.
    struct bytes *cells; // [column_count], the texts as read
    struct value *values;
    enum trace_op op;
    uint64_t rows;
    int64_t time_ns, last_time_ns;
    struct buffer last_time; // as read

    struct fault_log faults;      // of this pass
    struct fault_log past_faults; // of the pass before that had the most
    uint64_t past_rows;           // the most that a pass has given
};

// Counts the fault and goes on, or makes it the error, as the plan says.
static bool pass_fault(struct trace *trace, const struct err *fault, struct err *err)
{
    if (trace->plan->on_error != ON_ERROR_SKIP) {
        *err = *fault;
        return false;
    }
    fault_log_add(&trace->faults, fault->message);
    return true;
}

// ---- times ----

// The row's time as text; `digits` takes a number's.
static struct bytes time_text(const struct trace *trace, uint8_t digits[NUMBER_TEXT_MAX])
{
    const struct trace_layout *layout = &trace->layout;
    if (layout->time_column < layout->column_count)
        return trace->cells[layout->time_column];
    const struct value *value = &trace->values[layout->time_column];
    const enum value_type type = trace_layout_field(layout, layout->time_column).type;
    if (type != TYPE_LONG && type != TYPE_INT && type != TYPE_ULONG)
        return value->text;
    return bytes_of(digits, value_write(value->number, type == TYPE_ULONG, digits));
}

static bool read_time(struct trace *trace, const struct row_origin *origin, struct err *err)
{
    struct trace_layout *layout = &trace->layout;
    uint8_t digits[NUMBER_TEXT_MAX];
    return time_read(&layout->time, time_text(trace, digits), &trace->time_ns, err) ||
           trace_layout_place(trace_layout_field(layout, layout->time_column).name, origin, err);
}

static bool check_order(struct trace *trace, const struct row_origin *origin, struct err *err)
{
    uint8_t digits[NUMBER_TEXT_MAX];
    const struct bytes text = time_text(trace, digits);
    if (trace->time_ns < trace->last_time_ns) {
        trace->is_disordered = true;
        if (trace->allows_disorder)
            return true;
        struct buffer now = {0};
        value_show(&now, text);
        err_fail(err, ERR_INPUT, "%s:%" PRIu64 ": time goes backwards: `%s` comes after `%s`",
                 origin->file, origin->line, (char *)now.data, (char *)trace->last_time.data);
        buffer_done(&now);
        return err_hint(err, "sort the rows first: \"sort\": \"time\"; or ignore their times: "
                             "\"rate_per_s\"");
    }
    trace->last_time_ns = trace->time_ns;
    buffer_clear(&trace->last_time);
    buffer_append(&trace->last_time, text.data, text.size < 64 ? text.size : 64);
    return true;
}

// ---- rows from the reader ----

static bool check_width(const struct trace *trace, const struct delimited_row *row, struct err *err)
{
    if (row->count == trace->layout.width)
        return true;
    return err_fail(err, ERR_INPUT, "%s:%" PRIu64 ": expected %zu columns, found %zu", row->file,
                    row->line, trace->layout.width, row->count);
}

// Sets the operation of the current cells; false with its fault.
static bool read_operation(struct trace *trace, const struct row_origin *origin, struct err *fault)
{
    const struct trace_layout *layout = &trace->layout;
    trace->op = TRACE_OP_PUT;
    return !layout->has_op ||
           trace_op_read(trace->plan, trace->cells[layout->op_column], &trace->op, fault) ||
           trace_layout_place(layout->columns[layout->op_column].name, origin, fault);
}

// Makes the row the current one; false with its fault.
static bool take_row(struct trace *trace, const struct delimited_row *row, bool reads_time,
                     struct err *fault)
{
    const struct row_origin origin = {.file = row->file, .line = row->line};
    if (!check_width(trace, row, fault))
        return false;
    for (size_t i = 0; i < trace->layout.column_count; i++)
        trace->cells[i] = row->fields[trace->layout.columns[i].cell];
    if (!read_operation(trace, &origin, fault))
        return false;
    if (trace->op == TRACE_OP_SKIP)
        return true;
    return trace_layout_read(&trace->layout, &origin, trace->cells, trace->values, fault) &&
           (!reads_time || read_time(trace, &origin, fault));
}

// The next row without a fault, in the order of the file.
static bool read_row(struct trace *trace, bool reads_time, struct delimited_row *out_row,
                     bool *out_more, struct err *err)
{
    const uint64_t limit = trace->plan->limit;
    *out_more = limit == 0 || trace->rows < limit;
    while (*out_more) {
        struct err fault = {0};
        const enum delimited_result result = delimited_next(trace->reader, out_row, &fault);
        if (result == ROW_END) {
            *out_more = false;
            break;
        }
        if (result == ROW_FAILED) {
            *err = fault;
            return false;
        }
        const bool is_header = result == ROW_READ && out_row->is_first && trace->layout.has_header;
        const bool is_right =
            is_header ? check_width(trace, out_row, &fault)
                      : result == ROW_READ && take_row(trace, out_row, reads_time, &fault);
        if (is_right && !is_header && trace->op != TRACE_OP_SKIP) {
            trace->rows++;
            return true;
        }
        if (!is_right && !pass_fault(trace, &fault, err))
            return false;
    }
    return true;
}

// ---- sorted ----

static uint64_t file_index(const struct trace *trace, const char *file)
{
    uint64_t index = 0;
    while (trace->paths.items[index] != file)
        index++;
    return index;
}

static bool load(struct trace *trace, struct err *err)
{
    struct row_store *store =
        row_store_new(trace->layout.column_count, ROW_STORE_ROWS_MAX, ROW_STORE_BYTES_MAX);
    bool more = true;
    while (more) {
        struct delimited_row row;
        if (!read_row(trace, true, &row, &more, err))
            goto failed;
        if (!more)
            break;
        const struct stored_row stored = {
            .time_ns = trace->time_ns, .line = row.line, .file = file_index(trace, row.file)};
        if (!row_store_add(store, &stored, trace->cells)) {
            err_fail(err, ERR_INPUT,
                     "%s:%" PRIu64 ": too long to be sorted: rows are held in "
                     "memory, at most %" PRIu64 " of them and 2 GiB",
                     row.file, row.line, ROW_STORE_ROWS_MAX);
            err_hint(err, "sort the file first, or ignore its times with `rate_per_s`");
            goto failed;
        }
    }
    row_store_sort(store);
    trace->store = store;
    return delimited_drain(trace->reader, err);
failed:
    row_store_free(store);
    return false;
}

static bool next_stored(struct trace *trace, bool *out_more, struct err *err)
{
    *out_more = trace->stored_at < row_store_count(trace->store);
    if (!*out_more)
        return true;
    struct stored_row row;
    row_store_get(trace->store, trace->stored_at++, &row, trace->cells);
    const struct row_origin origin = {.file = trace->paths.items[row.file], .line = row.line};
    trace->time_ns = row.time_ns;
    trace->rows++;
    return read_operation(trace, &origin, err) &&
           trace_layout_read(&trace->layout, &origin, trace->cells, trace->values, err);
}

// ---- the trace ----

static bool look_through(struct trace *trace, struct err *err)
{
    bool more = true;
    trace->allows_disorder = true;
    if (!trace_start(trace, true, err))
        return false;
    while (more && !trace->is_disordered) {
        if (!trace_next(trace, &more, err))
            return false;
    }
    trace->allows_disorder = false;
    if (trace->is_disordered)
        trace->layout.guess.sort = SORT_TIME;
    else if (trace->rows == 0)
        return err_fail(err, ERR_INPUT, "%s: holds no row that can be read", trace->paths.items[0]);
    return true;
}

static void add_fields(const struct trace *trace, struct schema *schema)
{
    const size_t count = trace_layout_fields(&trace->layout);
    schema->fields = mem_resize(schema->fields, schema->count + count, sizeof *schema->fields);
    for (size_t i = 0; i < count; i++) {
        struct field field = trace_layout_field(&trace->layout, i);
        field.name = mem_text(field.name);
        schema->fields[schema->count++] = field;
    }
}

struct trace *trace_open(const struct trace_plan *plan, bool orders, struct schema *schema,
                         struct err *err)
{
    struct trace *trace = mem_new(1, sizeof *trace);
    const struct delimited_format plain = {.delimiter = ','};
    trace->plan = plan;
    if (trace_paths_find(&plan->paths, &trace->paths, err))
        trace->reader = delimited_open(&trace->paths, &plain, err);
    if (!trace->reader ||
        !trace_layout_init(&trace->layout, plan, &trace->paths, trace->reader, err)) {
        trace_close(trace);
        return NULL;
    }
    trace->cells = mem_new(trace->layout.column_count, sizeof *trace->cells);
    trace->values = mem_new(trace_layout_fields(&trace->layout), sizeof *trace->values);
    trace->layout.guess.sort = plan->sort;
    bool ok = true;
    if (plan->sort == SORT_TIME && !trace->layout.has_time)
        ok = err_fail(err, ERR_INPUT,
                      "%s: sort needs the column of times: \"time\": {\"field\": "
                      "...}",
                      plan->paths.items[0]);
    if (ok && orders && trace->layout.has_time && plan->time_guess && !plan->sort_given)
        ok = look_through(trace, err);
    if (!ok) {
        trace_close(trace);
        return NULL;
    }
    trace_layout_note(&trace->layout);
    add_fields(trace, schema);
    return trace;
}

void trace_close(struct trace *trace)
{
    if (!trace)
        return;
    fault_log_clear(&trace->faults);
    fault_log_clear(&trace->past_faults);
    mem_free(trace->cells);
    mem_free(trace->values);
    buffer_done(&trace->last_time);
    row_store_free(trace->store);
    trace_layout_done(&trace->layout);
    delimited_close(trace->reader);
    trace_paths_done(&trace->paths);
    mem_free(trace);
}

const struct trace_guess *trace_guess_of(const struct trace *trace)
{
    return &trace->layout.guess;
}

bool trace_has_time(const struct trace *trace)
{
    return trace->layout.has_time;
}

// A new pass: what was said of an earlier one stays known until this one has come as far.
static void keep_past(struct trace *trace)
{
    if (trace->faults.count < trace->past_faults.count) {
        fault_log_clear(&trace->faults);
        return;
    }
    fault_log_clear(&trace->past_faults);
    trace->past_faults = trace->faults;
    trace->faults = (struct fault_log){0};
}

bool trace_start(struct trace *trace, bool needs_times, struct err *err)
{
    const bool is_sorted = trace->layout.guess.sort == SORT_TIME;
    trace->needs_times = needs_times;
    trace->is_disordered = false;
    trace->last_time_ns = INT64_MIN;
    trace->stored_at = 0;
    trace->past_rows = trace->rows > trace->past_rows ? trace->rows : trace->past_rows;
    trace->rows = 0;
    if (trace->store)
        return true;
    keep_past(trace);
    if (!delimited_rewind(trace->reader, err) || (is_sorted && !load(trace, err)))
        return false;
    trace->rows = 0;
    return true;
}

bool trace_next(struct trace *trace, bool *out_more, struct err *err)
{
    if (trace->store)
        return next_stored(trace, out_more, err);
    struct delimited_row row;
    if (!read_row(trace, trace->needs_times, &row, out_more, err))
        return false;
    const struct row_origin origin = {.file = row.file, .line = row.line};
    return !*out_more || !trace->needs_times || check_order(trace, &origin, err);
}

enum op_kind trace_operation(const struct trace *trace)
{
    return trace->op == TRACE_OP_GET ? OP_GET : OP_PUT;
}

int64_t trace_time_ns(const struct trace *trace)
{
    return trace->time_ns;
}

const struct value *trace_values(const struct trace *trace, size_t *out_count)
{
    *out_count = trace_layout_fields(&trace->layout);
    return trace->values;
}

bool trace_finish(struct trace *trace, struct err *err)
{
    return delimited_drain(trace->reader, err);
}

const char *trace_hash(const struct trace *trace)
{
    return delimited_hash(trace->reader);
}

uint64_t trace_rows(const struct trace *trace)
{
    return trace->rows;
}

uint64_t trace_rows_most(const struct trace *trace)
{
    return trace->rows > trace->past_rows ? trace->rows : trace->past_rows;
}

uint64_t trace_skipped(const struct trace *trace, const char *const **out_examples,
                       size_t *out_count)
{
    const struct fault_log *log =
        trace->faults.count < trace->past_faults.count ? &trace->past_faults : &trace->faults;
    *out_examples = (const char *const *)log->examples;
    *out_count = log->example_count;
    return log->count;
}

void trace_progress(const struct trace *trace, uint64_t *out_done, uint64_t *out_total)
{
    if (!trace->store) {
        delimited_progress(trace->reader, out_done, out_total);
        return;
    }
    *out_done = trace->stored_at;
    *out_total = row_store_count(trace->store);
}
