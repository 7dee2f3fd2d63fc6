// How operations come: all at the pace of a process, or beside rows with a pace of their own.
#include "workload/source_state.h"

#include <string.h>

bool source_holds(const struct source *source, sim_ns at)
{
    const struct workload_plan *plan = source->plan;
    return (plan->operations == 0 || source->sequence < plan->operations) &&
           (plan->duration_ns == 0 || at < plan->duration_ns);
}

// `now`: the time of the recording's newest row, or what a calendar shows.
static int64_t clock_at(const struct source *source, sim_ns at)
{
    if (source->trace && trace_has_time(source->trace))
        return source->row_clock_ns;
    return source->clock_start_ns + (int64_t)(source->preload.ns + at);
}

static size_t add_row_at(struct source *source, struct batch *batch, sim_ns at)
{
    const size_t row = batch->count++;
    batch->sequence[row] = source->sequence;
    batch->at[row] = at;
    source->record_at[row] = source->preload.ns + at;
    batch->clock_ns[row] = clock_at(source, at);
    batch->query[row] = 0;
    if (source->ranks)
        source->ranks[row] = 0;
    return row;
}

static size_t add_operation(struct source *source, struct batch *batch, sim_ns at)
{
    const size_t row = add_row_at(source, batch, at);
    source->sequence++;
    return row;
}

// The row shows what is stored.
static void show(struct source *source, struct batch *batch, size_t row,
                 const struct stored_record *record)
{
    batch->record[row] = record->stored;
    source->record_at[row] = record->at;
    if (source->ranks)
        source->ranks[row] = record->entity;
    if (source->changes.is_on)
        source_changes_show(&source->changes, row, record);
}

void source_add_put(struct source *source, struct batch *batch, sim_ns at, uint64_t entity)
{
    if (source->trace && trace_has_time(source->trace))
        source->row_clock_ns = trace_time_ns(source->trace);
    const size_t row = add_operation(source, batch, at);
    const struct stored_record record = {.number = source->puts,
                                         .at = source->preload.ns + at,
                                         .entity = entity,
                                         .stored = source->puts + source->changes.updates};
    batch->kind[row] = OP_PUT;
    show(source, batch, row, &record);
    source->puts++;
    if (source->log)
        record_log_add(source->log, record.at, entity, record.stored);
}

// How many records of a preload are not in the log: they follow from their number.
static uint64_t loaded_records(const struct source *source)
{
    return source->puts - record_log_added(source->log);
}

static struct stored_record loaded_record(const struct source *source, uint64_t number)
{
    return (struct stored_record){
        .number = number, .at = preload_at(&source->preload, number), .stored = number};
}

// One of the records stored so far, each as likely.
static bool draw_written(const struct source *source, struct rng *rng, struct stored_record *out)
{
    const uint64_t loaded = loaded_records(source);
    const uint64_t since = source->puts - loaded;
    if (loaded > 0 && (since == 0 || rng_upto(rng, source->puts - 1) < loaded)) {
        *out = loaded_record(source, rng_upto(rng, loaded - 1));
        return true;
    }
    if (!record_log_draw(source->log, rng, out))
        return false;
    out->number += loaded;
    return true;
}

static bool draw_latest(struct source *source, struct rng *rng, double theta,
                        struct stored_record *out)
{
    if (source->puts == 0)
        return false;
    const uint64_t loaded = loaded_records(source);
    const uint64_t number =
        source->puts - 1 - source_picks_age(&source->picks, source->puts, theta, rng);
    if (number < loaded) {
        *out = loaded_record(source, number);
        return true;
    }
    if (!record_log_at(source->log, number - loaded, out))
        return false;
    out->number += loaded;
    return true;
}

// Where the values of the records decide, any record at first: they are not made yet
// (source_picks_settle).
static bool draw_record(struct source *source, const struct mix_entry *entry, struct rng *rng,
                        struct stored_record *out)
{
    const struct query_pick *pick = source_pick_of(source->plan, entry->kind, entry->query);
    if (pick && pick->kind == PICK_LATEST)
        return draw_latest(source, rng, pick->theta, out);
    return draw_written(source, rng, out);
}

static void add_read(struct source *source, struct batch *batch, sim_ns at,
                     const struct mix_entry *entry)
{
    struct rng rng = rng_at(source->reads, source->sequence);
    const size_t row = add_operation(source, batch, at);
    struct stored_record record = {.number = source->trace ? source->puts - 1 : 0,
                                   .at = source->record_at[row]};
    record.stored = record.number;
    batch->kind[row] = (uint8_t)entry->kind;
    batch->query[row] = entry->query;
    if (source->log)
        (void)draw_record(source, entry, &rng, &record);
    show(source, batch, row, &record);
}

// All records are in the log, whose numbers are then those of the records.
static void add_change(struct source *source, struct batch *batch, sim_ns at,
                       const struct mix_entry *entry)
{
    struct rng rng = rng_at(source->reads, source->sequence);
    struct stored_record record;
    if (!record_log_draw(source->log, &rng, &record)) {
        source_add_put(source, batch, at, 0);
        return;
    }
    const size_t row = add_row_at(source, batch, at);
    batch->kind[row] = entry->kind == OP_UPDATE ? OP_REPLACED : OP_DELETE;
    show(source, batch, row, &record);
    if (entry->kind == OP_DELETE) {
        record_log_remove(source->log, record.number);
    } else {
        const size_t next = add_row_at(source, batch, at);
        record.stored = source->puts + source->changes.updates++;
        record.updates = source->changes.updates;
        record.updated_at = source->preload.ns + at;
        batch->kind[next] = OP_UPDATE;
        show(source, batch, next, &record);
        record_log_change(source->log, &record);
    }
    source->sequence++;
}

void source_add_other(struct source *source, struct batch *batch, sim_ns at,
                      const struct mix_entry *entry)
{
    if (entry->kind == OP_UPDATE || entry->kind == OP_DELETE)
        add_change(source, batch, at, entry);
    else
        add_read(source, batch, at, entry);
}

// The row that the recording stands on, as what it was there: a get asks for the row's own key.
static void add_row(struct source *source, struct batch *batch, sim_ns at, uint64_t entity)
{
    if (!source->trace || trace_operation(source->trace) == OP_PUT) {
        source_add_put(source, batch, at, entity);
        return;
    }
    if (trace_has_time(source->trace))
        source->row_clock_ns = trace_time_ns(source->trace);
    const size_t row = add_operation(source, batch, at);
    batch->kind[row] = OP_GET;
    batch->record[row] = source->puts > 0 ? source->puts - 1 : 0;
}

void source_write_row(struct source *source, struct batch *batch, size_t row)
{
    size_t count;
    const struct value *values = trace_values(source->trace, &count);
    row_batch_write(batch, row, values, count);
}

// The values of the row just added: the recording's, or once more those of the row before.
static void write_row(struct source *source, struct batch *batch, bool is_new)
{
    const size_t row = batch->count - 1;
    if (is_new)
        source_write_row(source, batch, row);
    else if (row > 0)
        row_batch_repeat(batch, row, row - 1, source->trace_columns);
    else
        row_batch_write(batch, row, source->kept.values, source->trace_columns);
}

// ---- at the pace of the process ----

static void add_puts(struct source *source, struct batch *batch, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        batch->sequence[i] = source->sequence + i;
        batch->record[i] = source->puts + i;
        source->record_at[i] = source->preload.ns + batch->at[i];
        batch->clock_ns[i] = source->clock_start_ns + (int64_t)source->record_at[i];
    }
    memset(batch->kind, OP_PUT, count);
    memset(batch->query, 0, count * sizeof *batch->query);
    source->sequence += count;
    source->puts += count;
    batch->count = count;
}

static bool add_drawn(struct source *source, struct batch *batch, size_t count, struct err *err)
{
    const sim_ns *at = batch->at;
    if (source->changes.is_on) { // which write more rows than they are
        memcpy(source->changes.arrivals, batch->at, count * sizeof *batch->at);
        at = source->changes.arrivals;
    }
    for (size_t i = 0; i < count; i++) {
        struct rng rng = rng_at(source->companions.stream, source->sequence);
        const struct mix *mix = phased_mix_at(&source->mix, at[i]);
        const struct mix_entry *entry = mix->count > 0 ? mix_draw(mix, rng_next(&rng)) : NULL;
        // A recording's first operation is a put, so that there is a row for the others.
        const bool is_put = !entry || entry->kind == OP_PUT || (source->trace && source->puts == 0);
        if (is_put && source->trace) {
            bool more;
            if (!trace_next(source->trace, &more, err))
                return false;
            if (!more) {
                source->is_ended = true;
                return true;
            }
        }
        if (is_put)
            add_row(source, batch, at[i], 0);
        else
            source_add_other(source, batch, at[i], entry);
        if (source->trace)
            write_row(source, batch, is_put);
    }
    return true;
}

bool source_next_paced(struct source *source, struct batch *batch, struct err *err)
{
    const struct workload_plan *plan = source->plan;
    size_t count = source->changes.is_on ? BATCH_ROWS / 2 : BATCH_ROWS;
    if (plan->operations > 0 && plan->operations - source->sequence < count)
        count = (size_t)(plan->operations - source->sequence);
    source->is_ended = count == 0;
    if (!arrivals_next(&source->arrivals, count, batch->at, err))
        return false;
    while (count > 0 && plan->duration_ns > 0 && batch->at[count - 1] >= plan->duration_ns) {
        count--;
        source->is_ended = true;
    }
    if (!source->trace && mix_is_put_only(&source->mix.all)) {
        add_puts(source, batch, count);
        return true;
    }
    return add_drawn(source, batch, count, err);
}

// ---- at the rows' own pace ----

bool source_scale_time(const struct source *source, int64_t time_ns, sim_ns *out_at,
                       struct err *err)
{
    const uint64_t since = (uint64_t)time_ns - (uint64_t)source->first_time_ns;
    if (since > INT64_MAX)
        return arrivals_too_late(err);
    const struct quotient scaled = ratio_divide(since, source->speed);
    if (scaled.whole > INT64_MAX)
        return arrivals_too_late(err);
    *out_at = (sim_ns)scaled.whole;
    return true;
}

// Finds the next row and when it comes; is_ended where there is none.
static bool step_row(struct source *source, struct err *err)
{
    if (source->periodic) {
        source->row_at = periodic_at(source->periodic) - source->preload.ns;
        source->has_row = true;
        return source->row_at <= INT64_MAX || arrivals_too_late(err);
    }
    bool more;
    if (!trace_next(source->trace, &more, err))
        return false;
    source->has_row = more;
    source->is_ended = !more;
    if (!more)
        return true;
    if (source->puts == 0 && source->sequence == 0)
        source->first_time_ns = trace_time_ns(source->trace);
    return source_scale_time(source, trace_time_ns(source->trace), &source->row_at, err);
}

static void give_row(struct source *source, struct batch *batch)
{
    add_row(source, batch, source->row_at,
            source->periodic ? periodic_entity(source->periodic) : 0);
    source->last_row_at = source->row_at;
    source->has_row = false;
    if (source->periodic)
        periodic_step(source->periodic);
    else
        write_row(source, batch, true);
}

bool source_next_rows(struct source *source, struct batch *batch, struct err *err)
{
    const size_t room = source->changes.is_on ? BATCH_ROWS - 1 : BATCH_ROWS;
    while (batch->count < room) {
        struct companion companion = {0};
        if (!source->has_row && !step_row(source, err))
            return false;
        if (source->is_ended)
            return true;
        if (source->puts > 0 &&
            !companions_next(&source->companions, source->sequence, source->last_row_at,
                             source->row_at, &companion, err))
            return false;
        if (!source_holds(source, companion.entry ? companion.at : source->row_at)) {
            source->is_ended = true;
            return true;
        }
        if (!companion.entry) {
            give_row(source, batch);
            continue;
        }
        source_add_other(source, batch, companion.at, companion.entry);
        if (source->trace)
            write_row(source, batch, false);
    }
    return true;
}
