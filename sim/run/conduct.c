#include "run/conduct.h"

#include "base/mem.h"
#include "run/crew.h"
#include "run/field_census.h"
#include "run/key_census.h"
#include "run/preload_survey.h"
#include "run/record_book.h"
#include "run/table_rows.h"

#include <math.h>

// Batches that go to the lanes together, so that waiting for each other costs little.
enum { CHUNK_BATCHES = 16 };

struct conductor {
    struct scenario *scenario;
    const struct run_options *options;
    struct crew *crew;
    struct batch *batches; // [2 * CHUNK_BATCHES]: one half is filled while the lanes take the other
    struct lane **lanes;
    struct field_census *census;   // or NULL
    struct record_census *records; // where there are reads; else NULL, as
    struct record_book *book;      // this
    struct batch puts;             // scratch: the puts of a batch of the survey
    bool lanes_survey;             // some lane wants to see the keys before the run
    uint64_t operations_total, operations_done;
};

static bool interrupted(const struct run_options *options, struct err *err)
{
    if (!options->interrupted || *options->interrupted == 0)
        return false;
    err_fail(err, ERR_INTERRUPTED, "interrupted");
    return true;
}

static void tell(const struct run_options *options, const char *stage, double share)
{
    if (options->progress)
        options->progress(options->progress_context, stage, share);
}

static bool work_through(struct conductor *conductor, enum chunk_work work,
                         const struct batch *batches, size_t count, struct err *err)
{
    const struct chunk chunk = {.work = work, .batches = batches, .count = count};
    crew_start(conductor->crew, &chunk);
    return crew_wait(conductor->crew, err);
}

// ---- survey ----

static bool survey_batch(void *context, const struct batch *batch, struct err *err)
{
    struct conductor *conductor = context;
    if (interrupted(conductor->options, err))
        return false;
    uint64_t done;
    uint64_t total;
    source_progress(conductor->scenario->source, &done, &total);
    tell(conductor->options, "reading the workload",
         total > 0 ? (double)done / (double)total : NAN);
    if (conductor->census)
        field_census_add(conductor->census, batch);
    if (conductor->records) {
        batch_select(batch, OP_PUT, &conductor->puts);
        record_census_add(conductor->records, &conductor->puts);
    }
    // The first batch tells how large rows are.
    if (!conductor->lanes_survey && batch->sequence[0] > 0)
        return true;
    return work_through(conductor, WORK_SURVEY, batch, 1, err);
}

// ---- run ----

static bool fill(struct conductor *conductor, struct batch *batches, size_t *out_count,
                 struct err *err)
{
    size_t count = 0;
    while (count < CHUNK_BATCHES) {
        if (!source_next(conductor->scenario->source, &batches[count], err))
            return false;
        if (batches[count].count == 0)
            break;
        conductor->operations_done += batch_operations(&batches[count]);
        count++;
    }
    *out_count = count;
    return true;
}

static bool turn_crank(struct conductor *conductor, struct err *err)
{
    struct batch *filling = conductor->batches;
    struct batch *moving = conductor->batches + CHUNK_BATCHES;
    size_t count;
    if (!fill(conductor, filling, &count, err))
        return false;
    while (count > 0) {
        struct batch *ready = filling;
        filling = moving;
        moving = ready;
        for (size_t i = 0; conductor->book && i < count; i++)
            record_book_add(conductor->book, &moving[i]);
        const struct chunk chunk = {.work = WORK_STEP, .batches = moving, .count = count};
        crew_start(conductor->crew, &chunk);
        const bool filled = fill(conductor, filling, &count, err);
        if (!crew_wait(conductor->crew, err) || !filled || interrupted(conductor->options, err))
            return false;
        tell(conductor->options, "replaying",
             (double)conductor->operations_done / (double)conductor->operations_total);
    }
    return work_through(conductor, WORK_FINISH, NULL, 0, err);
}

static bool start_lanes(struct conductor *conductor, const struct course *course, struct err *err)
{
    const struct lane_setup setup = {
        .course = course, .records = conductor->records, .book = conductor->book};
    const uint64_t stored = course->kinds[OP_PUT] + course->kinds[OP_UPDATE];
    if (course->preloaded_given + stored > UINT32_MAX)
        return err_fail(err, ERR_INPUT, "%llu puts are too many: at most %u",
                        (unsigned long long)stored, UINT32_MAX);
    for (size_t i = 0; i < conductor->scenario->design_count; i++) {
        if (!lane_start(conductor->lanes[i], &setup, err))
            return false;
    }
    return true;
}

// ---- what is stored before ----

static bool preload(struct conductor *conductor, const struct course *course, struct err *err)
{
    struct source *source = conductor->scenario->source;
    if (course->preloaded == 0)
        return true;
    struct batch *batch = &conductor->batches[0];
    uint64_t done = 0;
    do {
        if (!source_preload(source, batch, err) || interrupted(conductor->options, err))
            return false;
        if (conductor->book)
            record_book_add(conductor->book, batch);
        if (batch->count > 0 && !work_through(conductor, WORK_PRELOAD, batch, 1, err))
            return false;
        done += batch->count;
        tell(conductor->options, "loading rows", (double)done / (double)course->preloaded_given);
    } while (batch->count > 0);
    return work_through(conductor, WORK_PRELOADED, NULL, 0, err);
}

static bool count_stored(void *context, const struct batch *batch, struct err *err)
{
    struct conductor *conductor = context;
    record_census_add(conductor->records, batch);
    return !interrupted(conductor->options, err);
}

// Queries are planned by what fields hold at the end, so that what is stored before counts as well.
static bool survey_preload(struct conductor *conductor, struct err *err)
{
    const struct course_listener listener = {.context = conductor, .each = count_stored};
    double weight;
    if (!preload_survey(conductor->scenario, conductor->records ? &listener : NULL, &weight, err))
        return false;
    if (conductor->records)
        record_census_weigh(conductor->records, weight);
    return true;
}

static bool survey(struct conductor *conductor, struct course *course, struct err *err)
{
    for (size_t i = 0; i < conductor->scenario->design_count; i++)
        conductor->lanes_survey |= lane_wants_survey(conductor->lanes[i]);
    const struct course_listener listener = {.context = conductor, .each = survey_batch};
    if (!survey_preload(conductor, err) ||
        !course_survey(conductor->scenario, &listener, course, err))
        return false;
    scenario_seal(conductor->scenario);
    return start_lanes(conductor, course, err);
}

// Then the survey was too short, and the run is made another way.
static bool any_outgrew(const struct conductor *conductor)
{
    bool any = false;
    for (size_t i = 0; i < conductor->scenario->design_count; i++)
        any = any || lane_outgrew(conductor->lanes[i]);
    return any;
}

static bool replay(struct conductor *conductor, const struct course *course, struct err *err)
{
    const struct run_options *options = conductor->options;
    if (options->surveyed &&
        !options->surveyed(options->surveyed_context, conductor->scenario, err))
        return false;
    if (!preload(conductor, course, err) || !turn_crank(conductor, err))
        return false;
    if (conductor->operations_done != conductor->operations_total)
        return err_fail(err, ERR_INPUT,
                        "the workload changed while it was read: %llu operations, then %llu",
                        (unsigned long long)conductor->operations_total,
                        (unsigned long long)conductor->operations_done);
    return true;
}

static bool has_reads(const struct scenario *scenario)
{
    const struct trace_plan *trace = scenario->workload.trace;
    bool any = scenario->query_count > 0 || (trace && trace->op_column);
    for (size_t i = 0; i < scenario->workload.mix_count; i++)
        any = any || scenario->workload.mix[i].kind == OP_GET;
    for (size_t i = 0; i < scenario->workload.phase_count; i++)
        for (size_t j = 0; j < scenario->workload.phases[i].mix_count; j++)
            any = any || scenario->workload.phases[i].mix[j].kind == OP_GET;
    return any;
}

static struct conductor conductor_of(struct scenario *scenario, struct lane **lanes,
                                     const struct run_options *options)
{
    struct conductor conductor = {
        .scenario = scenario,
        .options = options,
        .crew = crew_new(lanes, scenario->design_count, options->jobs),
        .batches = mem_new(2 * CHUNK_BATCHES, sizeof *conductor.batches),
        .lanes = lanes,
    };
    for (size_t i = 0; i < 2 * CHUNK_BATCHES; i++)
        batch_init(&conductor.batches[i], source_schema(scenario->source));
    batch_init(&conductor.puts, source_schema(scenario->source));
    if (has_reads(scenario)) {
        conductor.records = record_census_new(source_schema(scenario->source));
        conductor.book = record_book_new(source_schema(scenario->source), ROWS_EXACT_MAX);
    }
    return conductor;
}

static void conductor_done(struct conductor *conductor)
{
    crew_free(conductor->crew);
    for (size_t i = 0; i < 2 * CHUNK_BATCHES; i++)
        batch_done(&conductor->batches[i]);
    batch_done(&conductor->puts);
    record_census_free(conductor->records);
    record_book_free(conductor->book);
    mem_free(conductor->batches);
}

bool conduct_survey(struct scenario *scenario, struct lane **lanes,
                    const struct run_options *options, struct field_census *census,
                    struct course *out_course, struct err *err)
{
    struct conductor conductor = conductor_of(scenario, lanes, options);
    conductor.census = census;
    conductor.lanes_survey = true;
    const bool ok = survey(&conductor, out_course, err);
    conductor_done(&conductor);
    return ok;
}

bool conduct(struct scenario *scenario, struct lane **lanes, const struct run_options *options,
             struct course *out_course, struct err *err)
{
    struct conductor conductor = conductor_of(scenario, lanes, options);
    bool ok = survey(&conductor, out_course, err);
    if (ok && !any_outgrew(&conductor)) {
        conductor.operations_total = out_course->operations;
        ok = replay(&conductor, out_course, err);
    }
    conductor_done(&conductor);
    return ok;
}
