// The cells of a row as typed values.
#include "workload/trace_layout.h"

#include <inttypes.h>
#include <string.h>

static bool is_null(const char *null, struct bytes text)
{
    return null && strlen(null) == text.size && memcmp(null, text.data, text.size) == 0;
}

static bool fail_value(const struct layout_column *column, const struct row_origin *origin,
                       enum value_type type, struct bytes text, bool no_value, struct err *err)
{
    struct buffer shown = {0};
    value_show(&shown, text);
    err_fail(err, ERR_INPUT, "%s:%" PRIu64 ": column `%s`: `%s`%s, expected %s", origin->file,
             origin->line, column->name, (char *)shown.data, no_value ? " stands for no value" : "",
             value_expected(type));
    buffer_done(&shown);
    if (no_value)
        err_hint(err, "say what it becomes: \"null_as\": \"0\"");
    return false;
}

bool trace_layout_place(const char *column, const struct row_origin *origin, struct err *err)
{
    return err_context(err, "%s:%" PRIu64 ": column `%s`", origin->file, origin->line, column);
}

static bool read_time_value(struct layout_column *column, const struct row_origin *origin,
                            struct bytes text, struct value *out_value, struct err *err)
{
    int64_t ns;
    if (!time_read(&column->time, text, &ns, err))
        return trace_layout_place(column->name, origin, err);
    const int64_t unit_ns = (int64_t)time_unit_ns(column->unit);
    out_value->number = ns / unit_ns - (ns % unit_ns < 0);
    return true;
}

// The fields of the row key.
static bool parse_key(struct trace_layout *layout, const struct row_origin *origin,
                      const struct bytes *cells, struct value *out_values, struct err *err)
{
    const struct layout_column *column = &layout->columns[layout->parse_column];
    struct bytes key = cells[layout->parse_column];
    struct value decoded = {.text = key};
    if (!column->is_raw && !value_read(TYPE_BYTES, key, &layout->key, &decoded))
        return fail_value(column, origin, TYPE_BYTES, key, false, err);
    if (key_parse_read(&layout->parse, decoded.text, out_values + layout->column_count, err))
        return true;
    struct buffer shown = {0};
    value_show(&shown, decoded.text);
    err_context(err, "key `%s` does not fit `%s`", shown.data ? (char *)shown.data : "",
                layout->plan->parse_as);
    buffer_done(&shown);
    return trace_layout_place(column->name, origin, err);
}

bool trace_layout_read(struct trace_layout *layout, const struct row_origin *origin,
                       const struct bytes *cells, struct value *out_values, struct err *err)
{
    for (size_t i = 0; i < layout->column_count; i++) {
        struct layout_column *column = &layout->columns[i];
        const bool has_no_value = is_null(layout->null, cells[i]);
        if (has_no_value && column->has_null) {
            out_values[i] = column->null_value;
            continue;
        }
        if (has_no_value)
            return fail_value(column, origin, column->type, cells[i], true, err);
        if (column->type == TYPE_TIME) {
            if (!read_time_value(column, origin, cells[i], &out_values[i], err))
                return false;
        } else if (!value_read(column->is_raw && column->type == TYPE_BYTES ? TYPE_STRING
                                                                            : column->type,
                               cells[i], &column->decoded, &out_values[i])) {
            return fail_value(column, origin, column->type, cells[i], false, err);
        }
    }
    return !layout->has_parse || parse_key(layout, origin, cells, out_values, err);
}
