#include "run/course.h"

struct tally {
    const struct course_listener *listener;
    sim_ns warmup_ns;
    uint64_t warmup_operations, warmup_puts;
    bool measured;
    sim_ns first_measured_at;
};

static bool tally_batch(void *context, const struct batch *batch, struct err *err)
{
    struct tally *tally = context;
    for (size_t i = 0; i < batch->count && !tally->measured; i++) {
        if (batch->kind[i] == OP_REPLACED)
            continue;
        if (batch->at[i] >= tally->warmup_ns) {
            tally->measured = true;
            tally->first_measured_at = batch->at[i];
        } else {
            tally->warmup_operations++;
            tally->warmup_puts += batch->kind[i] == OP_PUT;
        }
    }
    const struct course_listener *listener = tally->listener;
    return !listener || !listener->each || listener->each(listener->context, batch, err);
}

static bool cut_windows(const struct scenario_run *run, struct course *course, struct err *err)
{
    const uint64_t measured = course_measured_operations(course);
    course->window_ns = run->window_ns;
    if (course->window_ns > 0) {
        const uint64_t span = course->last_at - course->warmup_ns;
        const uint64_t windows = span / course->window_ns + 1;
        if (windows > COURSE_WINDOWS_MAX)
            return err_fail(
                err, ERR_INPUT, "run.window_s cuts %.0f s into %llu windows; at most %d are kept",
                (double)span / (double)NS_PER_S, (unsigned long long)windows, COURSE_WINDOWS_MAX);
        course->windows = (uint32_t)windows;
        return true;
    }
    const uint64_t wanted = run->windows < measured ? run->windows : measured;
    course->windows = (uint32_t)wanted;
    course->window_operations = wanted > 0 ? measured / wanted : 0;
    return true;
}

bool course_survey(struct scenario *scenario, const struct course_listener *listener,
                   struct course *out_course, struct err *err)
{
    struct tally tally = {.listener = listener, .warmup_ns = scenario->run.warmup_ns};
    struct survey survey = {0};
    if (!source_survey(scenario->source, tally_batch, &tally, &survey, err))
        return false;
    if (survey.operations == 0)
        return err_fail(err, ERR_INPUT, "the workload has no operations");
    if (!tally.measured)
        return err_fail(err, ERR_INPUT,
                        "run.warmup_s is %.3f s, but the workload ends after %.3f s: nothing is "
                        "left to measure",
                        (double)tally.warmup_ns / (double)NS_PER_S,
                        (double)survey.last_at / (double)NS_PER_S);

    struct course course = {
        .operations = survey.operations,
        .warmup_operations = tally.warmup_operations,
        .warmup_puts = tally.warmup_puts,
        .warmup_ns = tally.warmup_ns,
        .first_measured_at = tally.first_measured_at,
        .last_at = survey.last_at,
        .middle = tally.first_measured_at + (survey.last_at - tally.first_measured_at) / 2,
        .rows_skipped = survey.rows_skipped,
    };
    for (int kind = 0; kind < OP_KIND_COUNT; kind++)
        course.kinds[kind] = survey.kinds[kind];
    source_preloaded(scenario->source, &course.preloaded, &course.preloaded_given,
                     &course.preloaded_ns);
    if (!cut_windows(&scenario->run, &course, err))
        return false;
    *out_course = course;
    return true;
}

uint32_t course_window(const struct course *course, uint64_t sequence, sim_ns at)
{
    const uint64_t window =
        course->window_ns > 0 ? (at - course->warmup_ns) / course->window_ns
                              : (sequence - course->warmup_operations) / course->window_operations;
    return window < course->windows ? (uint32_t)window : course->windows;
}

double course_measured_s(const struct course *course)
{
    return (double)(course->last_at - course->first_measured_at) / (double)NS_PER_S;
}

uint64_t course_measured_operations(const struct course *course)
{
    return course->operations - course->warmup_operations;
}
