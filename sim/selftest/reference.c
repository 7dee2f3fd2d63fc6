#include "selftest/reference_state.h"

#include "base/mem.h"

#include <math.h>

// Best first: what takes the most, then what is most even on servers, then in the order given.
static bool is_before(const struct result *result, size_t a, size_t b)
{
    const struct design_result *one = &result->designs[a];
    const struct design_result *other = &result->designs[b];
    if (fabs(one->saturation_per_s - other->saturation_per_s) > 0)
        return one->saturation_per_s > other->saturation_per_s;
    const double one_mean = one->writes.server_peak_to_mean.mean;
    const double other_mean = other->writes.server_peak_to_mean.mean;
    return fabs(one_mean - other_mean) > 0 ? one_mean < other_mean : a < b;
}

static void rank(struct result *result)
{
    result->ranking_count = result->design_count;
    result->ranking = mem_new(result->design_count, sizeof *result->ranking);
    for (size_t i = 0; i < result->design_count; i++) {
        size_t place = 0;
        for (size_t j = 0; j < result->design_count; j++)
            place += j != i && is_before(result, j, i);
        result->ranking[place] = (uint32_t)i;
    }
}

static bool run_design(struct scenario *scenario, size_t index, struct result *result,
                       struct err *err)
{
    struct reference reference = {.scenario = scenario, .design = &scenario->designs[index]};
    const bool ok = reference_load(&reference, err);
    if (ok) {
        reference_serve(&reference);
        reference_collect(&reference, &result->designs[index]);
        const struct reference_put *puts = reference.puts;
        result->operations = reference.put_count;
        result->warmup_operations = reference.measured_from;
        result->measured_s =
            (double)(puts[reference.put_count - 1].at - puts[reference.measured_from].at) / 1e9;
    }
    reference_done(&reference);
    return ok;
}

struct result *reference_run(struct scenario *scenario, struct err *err)
{
    struct result *result = mem_new(1, sizeof *result);
    result->seed = scenario->seed;
    result->design_count = scenario->design_count;
    result->designs = mem_new(scenario->design_count, sizeof *result->designs);
    bool ok = true;
    for (size_t i = 0; ok && i < scenario->design_count; i++)
        ok = run_design(scenario, i, result, err);
    if (ok) {
        rank(result);
        return result;
    }
    result_free(result);
    return NULL;
}
