#include "run/run.h"

#include "base/mem.h"
#include "run/assumptions.h"
#include "run/break_even.h"
#include "run/conduct.h"
#include "run/history.h"
#include "run/verdict.h"
#include "run/warnings.h"

static void collect(const struct scenario *scenario, const struct run_options *options,
                    struct lane **lanes, const struct course *course, struct result *result)
{
    *result = (struct result){
        .command = mem_text(options->command),
        .version = mem_text(HOTSIM_VERSION),
        .seed = scenario->seed,
        .title = mem_text(scenario->title),
        .scenario_hash = mem_text(scenario->hash),
        .scenario_name = mem_text(scenario->name),
        .config = mem_text(scenario->sealed_config),
        .measured_s = course_measured_s(course),
        .operations = course->operations,
        .warmup_operations = course->warmup_operations,
        .rows_skipped = course->rows_skipped,
        .design_count = scenario->design_count,
        .designs = mem_new(scenario->design_count, sizeof *result->designs),
    };
    for (size_t i = 0; i < scenario->design_count; i++) {
        lane_collect(lanes[i], &result->designs[i]);
        list_assumptions(&scenario->designs[i], &result->designs[i]);
    }
    for (size_t i = 0; i < scenario->warning_count; i++)
        warning_add(&result->warnings, &result->warning_count, scenario->warnings[i].code,
                    scenario->warnings[i].message);
    warn_of_history(scenario, course, &result->warnings, &result->warning_count);
    verdict_rank(result);
    break_even_find(lanes, scenario->design_count, result);
    verdict_expect(scenario, result);
}

static bool outgrew(const struct scenario *scenario, struct lane **lanes)
{
    bool any = false;
    for (size_t i = 0; i < scenario->design_count; i++)
        any = any || lane_outgrew(lanes[i]);
    return any;
}

struct result *run_scenario(struct scenario *scenario, const struct run_options *options,
                            struct err *err)
{
    struct result *result = NULL;
    struct course course = {0};
    struct lane **lanes = lanes_open(scenario, false, err);
    bool ok = lanes && conduct(scenario, lanes, options, &course, err);
    if (ok && outgrew(scenario, lanes)) {
        lanes_close(lanes, scenario->design_count);
        lanes = lanes_open(scenario, true, err);
        ok = lanes && conduct(scenario, lanes, options, &course, err);
    }
    if (ok) {
        result = mem_new(1, sizeof *result);
        collect(scenario, options, lanes, &course, result);
    }
    lanes_close(lanes, scenario->design_count);
    return result;
}
