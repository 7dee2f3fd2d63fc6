// Records that are stored before the first operation.
//
// At the pace of a process they are evenly spaced and can be made in any order, so that of very
// many one of every so many is made; rows with a pace of their own are stepped through.
#include "workload/source_state.h"

static bool is_wanted(const struct source *source)
{
    return source->plan->preload.ns > 0 || source->plan->preload.rows > 0;
}

static bool is_drawn(const struct source *source)
{
    return !source->trace && !source->periodic;
}

sim_ns preload_at(const struct preload *preload, uint64_t number)
{
    return (sim_ns)((wide_uint)preload->ns * number / preload->records);
}

// ---- at the pace of a process ----

// A workload without puts reads what came at its own rate.
static double puts_per_s(const struct source *source)
{
    const double rate =
        source->curve ? rate_curve_before(source->curve) : source->plan->arrivals.rate_per_s;
    if (source->plan->mix_count == 0)
        return rate;
    double puts = 0;
    double all = 0;
    for (size_t i = 0; i < source->plan->mix_count; i++) {
        const struct mix_entry *entry = &source->plan->mix[i];
        puts += entry->kind == OP_PUT ? entry->share : 0;
        all += entry->share;
    }
    return puts > 0 ? rate * puts / all : rate;
}

// How many records, and how long they take.
static bool size_by_rate(struct source *source, uint64_t *out_records, sim_ns *out_ns,
                         struct err *err)
{
    const struct preload_plan *plan = &source->plan->preload;
    const double rate = puts_per_s(source);
    const double records =
        plan->rows > 0 ? (double)plan->rows : (double)plan->ns / (double)NS_PER_S * rate;
    const double ns = plan->ns > 0 ? (double)plan->ns : records / rate * (double)NS_PER_S;
    if (!(rate > 0) || !(ns < (double)INT64_MAX / 2))
        return err_fail(err, ERR_INPUT,
                        "run.preload: %.0f rows at %g puts/s are more than 146 years", records,
                        rate);
    *out_records = plan->rows > 0 ? plan->rows : (uint64_t)(records + 0.5);
    *out_ns = plan->ns > 0 ? plan->ns : (sim_ns)(ns + 0.5);
    return true;
}

static bool begin_drawn(struct source *source, struct err *err)
{
    struct preload *preload = &source->preload;
    if (!size_by_rate(source, &preload->records, &preload->ns, err))
        return false;
    preload->stride = (preload->records + PRELOAD_GIVEN_MAX - 1) / PRELOAD_GIVEN_MAX;
    if (source->changes.is_on && preload->stride > 1)
        return err_fail(err, ERR_INPUT,
                        "run.preload: %llu rows are more than the %d that `update` and `delete` "
                        "can choose among",
                        (unsigned long long)preload->records, PRELOAD_GIVEN_MAX);
    source->puts = preload->records;
    preload->is_done = preload->records == 0;
    return true;
}

// Row i of those given, drawn from the i-th stride of the stream.
static void add_drawn(struct source *source, struct batch *batch, uint64_t i)
{
    struct preload *preload = &source->preload;
    struct rng rng = rng_at(rng_stream(source->plan->seed, "preload", 0), i);
    const uint64_t number = i * preload->stride + rng_upto(&rng, preload->stride - 1);
    const size_t row = batch->count++;
    batch->record[row] = number;
    batch->sequence[row] = i;
    source->record_at[row] = preload_at(preload, number);
    batch->clock_ns[row] = source->clock_start_ns + (int64_t)source->record_at[row];
    if (source->changes.is_on)
        record_log_add(source->log, source->record_at[row], 0, number);
}

static void next_drawn(struct source *source, struct batch *batch)
{
    struct preload *preload = &source->preload;
    const uint64_t all = preload->records / preload->stride;
    while (batch->count < BATCH_ROWS && preload->given < all)
        add_drawn(source, batch, preload->given++);
    preload->is_done = preload->given == all;
}

// ---- rows with a pace of their own ----

static size_t add_row(struct source *source, struct batch *batch, sim_ns at, int64_t clock_ns)
{
    struct preload *preload = &source->preload;
    const size_t row = batch->count++;
    batch->record[row] = preload->records++;
    batch->sequence[row] = preload->given++;
    batch->clock_ns[row] = clock_ns;
    source->record_at[row] = at;
    source->puts++;
    return row;
}

static bool next_periodic(struct source *source, struct batch *batch)
{
    const struct preload_plan *plan = &source->plan->preload;
    struct preload *preload = &source->preload;
    while (batch->count < BATCH_ROWS && !preload->is_done) {
        const sim_ns at = periodic_at(source->periodic);
        if (plan->rows > 0 ? preload->records == plan->rows : at >= plan->ns) {
            preload->ns = plan->ns > 0 ? plan->ns : at;
            preload->is_done = true;
            break;
        }
        const uint64_t entity = periodic_entity(source->periodic);
        const size_t row = add_row(source, batch, at, source->clock_start_ns + (int64_t)at);
        source->ranks[row] = entity;
        if (source->log)
            record_log_add(source->log, at, entity, preload->records - 1);
        periodic_step(source->periodic);
    }
    return true;
}

// The row that the recording stands on is the first of the run.
static bool end_recorded(struct source *source, int64_t time_ns, struct err *err)
{
    const struct preload_plan *plan = &source->plan->preload;
    source->preload.is_done = true;
    if (!source->has_own_pace)
        return true;
    source->first_time_ns = plan->ns > 0 ? source->first_time_ns + (int64_t)plan->ns : time_ns;
    source->has_row = true;
    return source_scale_time(source, time_ns, &source->row_at, err);
}

static bool fail_at_end(const struct source *source, struct err *err)
{
    return err_fail(err, ERR_INPUT,
                    "run.preload takes all %llu rows of the recording: nothing is left to run",
                    (unsigned long long)source->preload.records);
}

static bool next_recorded(struct source *source, struct batch *batch, struct err *err)
{
    const struct preload_plan *plan = &source->plan->preload;
    struct preload *preload = &source->preload;
    const bool by_time = source->has_own_pace && plan->ns > 0;
    const uint64_t rows = plan->rows > 0 ? plan->rows : preload->stride;
    while (batch->count < BATCH_ROWS) {
        if (!by_time && !source->has_own_pace && preload->records == rows)
            return end_recorded(source, 0, err);
        bool more;
        if (!trace_next(source->trace, &more, err))
            return false;
        if (!more)
            return fail_at_end(source, err);
        const int64_t time_ns =
            trace_has_time(source->trace) ? trace_time_ns(source->trace) : source->clock_start_ns;
        if (preload->records == 0)
            source->first_time_ns = time_ns;
        if (by_time ? time_ns - source->first_time_ns >= (int64_t)plan->ns
                    : preload->records == rows)
            return end_recorded(source, time_ns, err);
        if (trace_operation(source->trace) != OP_PUT)
            continue; // a get leaves nothing behind
        source->row_clock_ns = time_ns;
        const size_t row = add_row(source, batch, 0, time_ns);
        source_write_row(source, batch, row);
    }
    return true;
}

// ---- all ----

bool preload_begin(struct source *source, struct err *err)
{
    source->preload = (struct preload){.is_done = !is_wanted(source), .stride = 1};
    if (source->preload.is_done)
        return true;
    if (is_drawn(source))
        return begin_drawn(source, err);
    // A recording replayed at a rate: so many rows, which the stride keeps.
    if (source->trace && !source->has_own_pace) {
        uint64_t rows;
        if (!size_by_rate(source, &rows, &source->preload.ns, err))
            return false;
        source->preload.stride = rows > 0 ? rows : 1;
    }
    return true;
}

bool preload_next(struct source *source, struct batch *batch, struct err *err)
{
    bool ok = true;
    if (is_drawn(source))
        next_drawn(source, batch);
    else
        ok = source->periodic ? next_periodic(source, batch) : next_recorded(source, batch, err);
    for (size_t i = 0; i < batch->count; i++) {
        batch->at[i] = 0;
        batch->kind[i] = OP_PUT;
        batch->query[i] = 0;
        if (source->changes.is_on)
            source_changes_show(&source->changes, i,
                                &(struct stored_record){.number = batch->record[i]});
    }
    return ok;
}
