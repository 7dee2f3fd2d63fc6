#include "workload/source.h"

#include "base/mem.h"
#include "workload/generator.h"
#include "workload/source_state.h"

// Recorded times are divided by the speed with all digits, which bounds it.
static const double SPEED_MIN = 1e-3, SPEED_MAX = 1e9;

static bool is_periodic(const struct workload_plan *plan)
{
    return plan->arrivals.process == ARRIVAL_PERIODIC;
}

static bool open_trace(struct source *source, struct err *err)
{
    const struct workload_plan *plan = source->plan;
    const double speed = plan->trace->speed;
    if (speed != 0 && !(speed >= SPEED_MIN && speed <= SPEED_MAX))
        return err_fail(err, ERR_INPUT, "trace: speed %g, expected %g to %g", speed, SPEED_MIN,
                        SPEED_MAX);
    source->speed = ratio_of(speed != 0 ? speed : 1);
    source->trace = trace_open(plan->trace, plan->arrivals.rate_per_s == 0, &source->schema, err);
    source->trace_columns = source->schema.count;
    return source->trace != NULL;
}

static bool open_periodic(struct source *source, struct err *err)
{
    const struct workload_plan *plan = source->plan;
    uint64_t entities;
    if (plan->trace)
        return err_fail(err, ERR_INPUT,
                        "periodic arrivals are for generated records, not for a "
                        "recording");
    if (!plan->arrivals.entity)
        return err_fail(err, ERR_INPUT, "periodic arrivals need `entity`, the field that reports");
    if (!phased_fields_take_turns(source->fields, plan->arrivals.entity, &entities, err))
        return false;
    source->periodic = periodic_new(&plan->arrivals, entities, plan->seed, err);
    source->ranks = mem_new(BATCH_ROWS, sizeof *source->ranks);
    return source->periodic != NULL;
}

// The curve of the rate, where it has one and is known.
static bool take_curve(struct source *source, struct err *err)
{
    rate_curve_free(source->curve);
    source->curve = NULL;
    if (!phases_have_curve(source->plan) || source->plan->arrivals.rate_per_s == 0)
        return true;
    source->curve = phases_curve(source->plan, err);
    return source->curve != NULL;
}

struct source *source_open(const struct workload_plan *plan, struct err *err)
{
    struct source *source = mem_new(1, sizeof *source);
    source->plan = plan;
    source->record_at = mem_new(BATCH_ROWS, sizeof *source->record_at);
    source->reads = rng_stream(plan->seed, "reads", 0);
    source->clock_start_ns = clock_start_of(plan);
    bool ok = !plan->trace || open_trace(source, err);
    if (ok) {
        source->fields = phased_fields_new(plan, &source->schema, 0, err);
        ok = source->fields != NULL;
    }
    ok = ok && (!is_periodic(plan) || open_periodic(source, err)) && take_curve(source, err);
    if (ok && !plan->trace && plan->operations == 0 && plan->duration_ns == 0)
        ok = err_fail(err, ERR_INPUT, "generated records need an end: operations or a duration");
    if (!ok) {
        source_close(source);
        return NULL;
    }
    return source;
}

void source_close(struct source *source)
{
    if (!source)
        return;
    companions_done(&source->companions);
    phased_mix_done(&source->mix);
    kept_row_done(&source->kept);
    record_log_free(source->log);
    ingestion_free(source->ingestion);
    source_picks_done(&source->picks);
    source_changes_done(&source->changes);
    rate_curve_free(source->curve);
    periodic_free(source->periodic);
    phased_fields_free(source->fields);
    trace_close(source->trace);
    schema_done(&source->schema);
    mem_free(source->record_at);
    mem_free(source->ranks);
    mem_free(source);
}

const struct schema *source_schema(const struct source *source)
{
    return &source->schema;
}

const struct trace_guess *source_guess(const struct source *source)
{
    return source->trace ? trace_guess_of(source->trace) : NULL;
}

// ---- reading ----

// The plan's mix and rates may have changed since the last start.
static bool take_mix(struct source *source, struct err *err)
{
    phased_mix_done(&source->mix);
    source->mix = phased_mix_of(source->plan);
    record_log_free(source->log);
    source->log = NULL;
    if (!source->trace && !mix_is_put_only(&source->mix.all))
        source->log = record_log_new();
    source_picks_done(&source->picks);
    if (source->log)
        source_picks_init(&source->picks, source->plan, &source->mix.all);
    return source_changes_init(&source->changes, source->plan, &source->mix.all, err);
}

static bool choose_pace(struct source *source, struct err *err)
{
    const struct arrival_plan *arrivals = &source->plan->arrivals;
    const bool has_times = source->trace && trace_has_time(source->trace);
    source->has_own_pace = source->periodic || (has_times && arrivals->rate_per_s == 0);
    companions_done(&source->companions);
    if (!companions_init(&source->companions, source->plan, err))
        return false;
    if (source->has_own_pace)
        return companions_check(&source->companions, err);
    if (source->trace && arrivals->rate_per_s == 0) {
        err_fail(err, ERR_INPUT, "%s: no column gives the times of arrival",
                 source->plan->trace->paths.items[0]);
        return err_hint(err, "name one: \"time\": {\"field\": ...}; or give `rate_per_s`");
    }
    const struct rng stream = rng_stream(source->plan->seed, "arrivals", 0);
    if (!phases_have_curve(source->plan))
        return arrivals_init(&source->arrivals, arrivals->process != ARRIVAL_POISSON,
                             arrivals->rate_per_s, stream, err);
    if (!take_curve(source, err))
        return false;
    const bool is_even = arrivals->even || arrivals->process == ARRIVAL_CONSTANT;
    arrivals_init_curve(&source->arrivals, is_even, source->curve, stream);
    return true;
}

static bool start(struct source *source, struct err *err)
{
    source->sequence = source->puts = 0;
    source->is_ended = source->has_row = false;
    source->last_row_at = 0;
    source->kept.is_kept = false;
    if (!take_mix(source, err))
        return false;
    if (source->periodic)
        periodic_rewind(source->periodic);
    if (!choose_pace(source, err))
        return false;
    if (source->trace && !trace_start(source->trace, source->has_own_pace, err))
        return false;
    source->is_started = true;
    return preload_begin(source, err);
}

static bool fill_once(struct source *source, struct batch *batch, struct err *err)
{
    struct source_changes *changes = &source->changes;
    // A clock tells when the record arrived, which for a read is not now.
    sim_ns *at = batch->at;
    uint64_t *record = batch->record;
    batch->at = source->record_at;
    batch->record = changes->is_on ? changes->rows.record : record;
    const struct filling filling = {.start = source->preload.ns, .ranks = source->ranks};
    const bool ok =
        phased_fields_fill(source->fields, batch, &filling, err) &&
        (!changes->is_on || source_changes_fill(changes, source->plan, batch, filling.start, err));
    batch->at = at;
    batch->record = record;
    return ok;
}

// Reads that depend on the values of what was stored before them are settled once these are made.
static bool fill_fields(struct source *source, struct batch *batch, struct err *err)
{
    if (!fill_once(source, batch, err))
        return false;
    const struct picked_rows rows = {
        .batch = batch, .record_at = source->record_at, .entity = source->ranks};
    if (!source_picks_settle(&source->picks, source->plan, &rows, source->reads))
        return true;
    buffer_clear(&batch->arena);
    return fill_once(source, batch, err);
}

// Makes views of the recording's rows, and keeps the last for reads that come before the next.
static void settle_rows(struct source *source, struct batch *batch)
{
    if (!source->trace)
        return;
    row_batch_settle(batch, source->trace_columns);
    if (!mix_is_put_only(&source->mix.all) && batch->count > 0)
        kept_row_take(&source->kept, batch, batch->count - 1, source->trace_columns);
}

static bool begin_batch(struct source *source, struct batch *batch, struct err *err)
{
    batch->count = 0;
    buffer_clear(&batch->arena);
    return source->is_started || start(source, err);
}

bool source_preload(struct source *source, struct batch *out_batch, struct err *err)
{
    if (!begin_batch(source, out_batch, err))
        return false;
    if (source->preload.is_done)
        return true;
    if (!preload_next(source, out_batch, err))
        return false;
    settle_rows(source, out_batch);
    return out_batch->count == 0 || fill_fields(source, out_batch, err);
}

void source_preloaded(const struct source *source, uint64_t *out_records, uint64_t *out_given,
                      sim_ns *out_ns)
{
    *out_ns = source->preload.ns;
    *out_records = source->preload.records;
    *out_given = source->preload.given;
}

// Passes over what is left of the preload.
static bool skip_preload(struct source *source, struct batch *batch, struct err *err)
{
    while (!source->preload.is_done) {
        if (!source_preload(source, batch, err))
            return false;
    }
    return begin_batch(source, batch, err);
}

static bool next_arrivals(struct source *source, struct batch *out_batch, struct err *err)
{
    if (!begin_batch(source, out_batch, err) || !skip_preload(source, out_batch, err))
        return false;
    if (source->is_ended)
        return true;
    if (!(source->has_own_pace ? source_next_rows(source, out_batch, err)
                               : source_next_paced(source, out_batch, err)))
        return false;
    settle_rows(source, out_batch);
    return out_batch->count == 0 || fill_fields(source, out_batch, err);
}

void source_set_order(struct source *source, struct ingestion_order *order)
{
    source->ingestion = ingestion_new(&source->schema, order);
}

static bool ingest(struct source *source, struct batch *batch, struct err *err)
{
    do {
        if (!next_arrivals(source, batch, err) || !ingestion_add(source->ingestion, batch, err))
            return false;
    } while (batch->count > 0);
    ingestion_sort(source->ingestion);
    source->is_ingested = true;
    return true;
}

bool source_next(struct source *source, struct batch *out_batch, struct err *err)
{
    if (!source->ingestion)
        return next_arrivals(source, out_batch, err);
    if (!begin_batch(source, out_batch, err) || !skip_preload(source, out_batch, err))
        return false;
    if (!source->is_ingested && !ingest(source, out_batch, err))
        return false;
    buffer_clear(&out_batch->arena);
    ingestion_next(source->ingestion, out_batch);
    return true;
}

bool source_rewind(struct source *source, struct err *err)
{
    (void)err;
    source->is_started = false;
    if (source->ingestion)
        ingestion_rewind(source->ingestion);
    return true;
}

static void count_batch(struct survey *survey, const struct batch *batch)
{
    if (survey->operations == 0)
        survey->first_at = batch->at[0];
    survey->last_at = batch->at[batch->count - 1];
    survey->operations += batch_operations(batch);
    for (size_t i = 0; i < batch->count; i++)
        survey->kinds[batch->kind[i]]++;
}

static bool survey_batches(struct source *source, struct batch *batch,
                           bool (*each)(void *context, const struct batch *batch, struct err *err),
                           void *context, struct survey *survey, struct err *err)
{
    for (;;) {
        if (!source_next(source, batch, err))
            return false;
        if (batch->count == 0)
            break;
        count_batch(survey, batch);
        if (each && !each(context, batch, err))
            return false;
    }
    if (!source->trace)
        return true;
    const char *const *examples;
    size_t count;
    survey->rows_read = trace_rows(source->trace);
    survey->rows_skipped = trace_skipped(source->trace, &examples, &count);
    if (survey->rows_read == 0)
        return err_fail(err, ERR_INPUT, "%s: holds no row that can be read",
                        source->plan->trace->paths.items[0]);
    return trace_finish(source->trace, err);
}

bool source_survey(struct source *source,
                   bool (*each)(void *context, const struct batch *batch, struct err *err),
                   void *context, struct survey *out_survey, struct err *err)
{
    struct survey survey = {0};
    struct batch batch;
    batch_init(&batch, &source->schema);
    const bool ok = source_rewind(source, err) &&
                    survey_batches(source, &batch, each, context, &survey, err) &&
                    source_rewind(source, err);
    batch_done(&batch);
    if (ok)
        *out_survey = survey;
    return ok;
}

uint64_t source_rows_read(const struct source *source)
{
    return source->trace ? trace_rows_most(source->trace) : 0;
}

uint64_t source_skipped(const struct source *source, const char *const **out_examples,
                        size_t *out_count)
{
    *out_examples = NULL;
    *out_count = 0;
    return source->trace ? trace_skipped(source->trace, out_examples, out_count) : 0;
}

void source_progress(const struct source *source, uint64_t *out_done, uint64_t *out_total)
{
    *out_done = *out_total = 0;
    if (source->trace)
        trace_progress(source->trace, out_done, out_total);
}

const char *source_content_hash(const struct source *source)
{
    return source->trace ? trace_hash(source->trace) : "";
}
