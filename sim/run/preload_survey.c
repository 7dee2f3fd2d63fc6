#include "run/preload_survey.h"

#include "run/lane.h"

static bool row_bytes(const struct scenario *scenario, const struct batch *batch, double *out_bytes,
                      struct err *err)
{
    struct lane *lane = lane_new(scenario, &scenario->designs[0], err);
    const bool ok = lane && lane_row_bytes(lane, batch, out_bytes, err);
    lane_free(lane);
    return ok;
}

static bool settle_bytes(struct scenario *scenario, struct batch *batch, struct err *err)
{
    double bytes;
    if (scenario->run.preload_bytes == 0)
        return true;
    if (!source_next(scenario->source, batch, err) || !row_bytes(scenario, batch, &bytes, err))
        return false;
    const double rows = (double)scenario->run.preload_bytes / bytes;
    scenario->workload.preload.rows = rows >= 1 ? (uint64_t)rows : 1;
    return source_rewind(scenario->source, err);
}

static bool look_through(struct source *source, const struct course_listener *listener,
                         struct batch *batch, struct err *err)
{
    for (;;) {
        if (!source_preload(source, batch, err))
            return false;
        if (batch->count == 0)
            return source_rewind(source, err);
        if (!listener->each(listener->context, batch, err))
            return false;
    }
}

bool preload_survey(struct scenario *scenario, const struct course_listener *listener,
                    double *out_weight, struct err *err)
{
    uint64_t records;
    uint64_t given;
    sim_ns span_ns;
    struct batch batch;
    batch_init(&batch, source_schema(scenario->source));
    const bool ok = settle_bytes(scenario, &batch, err) &&
                    (!listener || look_through(scenario->source, listener, &batch, err));
    batch_done(&batch);
    source_preloaded(scenario->source, &records, &given, &span_ns);
    *out_weight = given > 0 ? (double)records / (double)given : 1;
    return ok;
}
