#include "workload/trace_copy.h"

#include "base/mem.h"
#include "base/text.h"
#include "hash/hash.h"
#include "workload/field_profile.h"

#include <math.h>
#include <string.h>

enum { VALUES_EXACT = 1 << 18 };

struct copier {
    const struct trace_copying *copying;
    struct trace_rows rows;
    size_t entity; // its column
    struct field_profile *all, *kept;
    uint64_t kept_rows, read_rows;
    struct buffer line, key;
};

static bool find_entity(struct copier *copier, struct err *err)
{
    const struct trace_layout *layout = &copier->rows.layout;
    const char *wanted = copier->copying->entity;
    if (!wanted)
        return true;
    while (copier->entity < layout->width && strcmp(layout->names[copier->entity], wanted) != 0)
        copier->entity++;
    if (copier->entity < layout->width)
        return true;
    err_fail(err, ERR_INPUT, "%s: `%s` is not a column of the recording", layout->paths->items[0],
             wanted);
    const int nearest = text_nearest(wanted, (const char *const *)layout->names, layout->width);
    return nearest < 0 ? false : err_hint(err, "did you mean `%s`?", layout->names[nearest]);
}

// A cell in quotes where it would else be read as something different.
static void add_cell(struct buffer *line, struct bytes cell, bool is_alone)
{
    const bool is_plain =
        cell.size > 0 && !memchr(cell.data, ',', cell.size) && !memchr(cell.data, '"', cell.size) &&
        !memchr(cell.data, '\n', cell.size) && !memchr(cell.data, '\r', cell.size) &&
        cell.data[0] != '#' && cell.data[0] != 0xef;
    if (is_plain || (cell.size == 0 && !is_alone)) {
        buffer_append(line, cell.data, cell.size);
        return;
    }
    buffer_byte(line, '"');
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.data[i] == '"')
            buffer_byte(line, '"');
        buffer_byte(line, cell.data[i]);
    }
    buffer_byte(line, '"');
}

static bool write_line(struct copier *copier, const struct bytes *cells, bool is_header,
                       struct err *err)
{
    const struct trace_layout *layout = &copier->rows.layout;
    const struct format_column *known = layout->recording->columns;
    buffer_clear(&copier->line);
    for (size_t i = 0; i < layout->width; i++) {
        struct bytes cell = cells[i];
        if (!is_header && known && known[i].is_raw) {
            buffer_clear(&copier->key);
            text_key(&copier->key, cell);
            cell = bytes_of(copier->key.data, copier->key.size);
        }
        if (i > 0)
            buffer_byte(&copier->line, ',');
        add_cell(&copier->line, cell, layout->width == 1);
    }
    buffer_byte(&copier->line, '\n');
    return copier->copying->write(copier->copying->context,
                                  bytes_of(copier->line.data, copier->line.size)) ||
           err_fail(err, ERR_MACHINE, "the copy cannot be written");
}

static bool write_header(struct copier *copier, struct err *err)
{
    const struct trace_layout *layout = &copier->rows.layout;
    struct bytes *names = mem_new(layout->width, sizeof *names);
    for (size_t i = 0; i < layout->width; i++)
        names[i] = bytes_of(layout->names[i], strlen(layout->names[i]));
    const bool ok = write_line(copier, names, true, err);
    mem_free(names);
    return ok;
}

// Whether the row's entity belongs to the sample.
static bool is_kept(struct copier *copier, const struct delimited_row *row)
{
    const struct trace_copying *copying = copier->copying;
    if (!copying->entity)
        return true;
    const struct bytes entity = row->fields[copier->entity];
    const uint64_t hash = hash_xxh3(entity);
    field_profile_add(copier->all, entity, hash);
    // 53 bits, as many as a share has.
    const double place = (double)(hash_xxh64(entity, copying->seed) >> 11) * 0x1p-53;
    if (place >= copying->share)
        return false;
    field_profile_add(copier->kept, entity, hash);
    return true;
}

static bool copy_rows(struct copier *copier, struct err *err)
{
    struct delimited_row row;
    for (bool more = true; more;) {
        if (!trace_rows_next(&copier->rows, &row, &more, err))
            return false;
        if (!more)
            return true;
        copier->read_rows++;
        if (!is_kept(copier, &row))
            continue;
        copier->kept_rows++;
        if (!write_line(copier, row.fields, false, err))
            return false;
    }
    return true;
}

static struct copied_side side_of(const struct field_profile *profile, uint64_t rows)
{
    struct copied_side side = {.rows = rows, .entities = NAN, .top_share = NAN, .theta = NAN};
    if (!profile || rows == 0)
        return side;
    struct profile_summary summary = field_profile_summary(profile);
    side.entities = summary.distinct;
    side.theta = summary.zipf.theta;
    side.share_error = (double)summary.frequency_error / (double)rows;
    if (summary.value_count > 0)
        side.top_share = (double)summary.values[0].frequency / (double)rows;
    profile_summary_done(&summary);
    return side;
}

bool trace_copy(const struct trace_copying *copying, struct trace_copied *out_copied,
                struct err *err)
{
    struct copier copier = {.copying = copying};
    *out_copied = (struct trace_copied){0};
    bool ok = trace_rows_open(&copier.rows, copying->plan, copying->watch, err) &&
              find_entity(&copier, err);
    if (ok && copying->entity) {
        copier.all = field_profile_new(VALUES_EXACT);
        copier.kept = field_profile_new(VALUES_EXACT);
    }
    ok = ok && write_header(&copier, err) && copy_rows(&copier, err);
    if (ok) {
        out_copied->all = side_of(copier.all, copier.read_rows);
        out_copied->kept = side_of(copier.kept, copier.kept_rows);
        out_copied->faults = copier.rows.faults;
        copier.rows.faults = (struct fault_log){0};
    }
    field_profile_free(copier.all);
    field_profile_free(copier.kept);
    buffer_done(&copier.line);
    buffer_done(&copier.key);
    trace_rows_close(&copier.rows);
    return ok;
}

void trace_copied_done(struct trace_copied *copied)
{
    fault_log_clear(&copied->faults);
}
