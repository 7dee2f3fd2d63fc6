#include "run/verdict.h"

#include "metrics/hotspot.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

// Undefined sorts last.
static double take_of(const struct design_result *design)
{
    const double rate = hotspot_can_take(design);
    return isnan(rate) ? -1 : rate;
}

static double unevenness_of(const struct design_result *design)
{
    const double mean = design->writes.server_peak_to_mean.mean;
    return isnan(mean) ? HUGE_VAL : mean;
}

static bool better(const struct design_result *a, const struct design_result *b)
{
    if (take_of(a) > take_of(b) || take_of(a) < take_of(b))
        return take_of(a) > take_of(b);
    return unevenness_of(a) < unevenness_of(b);
}

void verdict_rank(struct result *result)
{
    result->ranking_count = result->design_count;
    result->ranking = mem_new(result->design_count, sizeof *result->ranking);
    for (uint32_t i = 0; i < result->design_count; i++) {
        uint32_t place = i;
        while (place > 0 &&
               better(&result->designs[i], &result->designs[result->ranking[place - 1]])) {
            result->ranking[place] = result->ranking[place - 1];
            place--;
        }
        result->ranking[place] = i;
    }
}

static const struct design_result *design_named(const struct result *result, const char *name)
{
    for (size_t i = 0; i < result->design_count; i++) {
        if (strcmp(result->designs[i].name, name) == 0)
            return &result->designs[i];
    }
    return NULL;
}

static int state_of(const struct expect_result *expect)
{
    if (isnan(expect->value))
        return EXPECT_NOT_EVALUATED;
    const bool low = expect->has_min && expect->value < expect->min;
    const bool high = expect->has_max && expect->value > expect->max;
    return low || high ? EXPECT_MISSED : EXPECT_MET;
}

void verdict_expect(const struct scenario *scenario, struct result *result)
{
    result->expect_count = scenario->expect_count;
    result->expects = mem_new(scenario->expect_count, sizeof *result->expects);
    for (size_t i = 0; i < scenario->expect_count; i++) {
        const struct scenario_expect *plan = &scenario->expects[i];
        struct expect_result *expect = &result->expects[i];
        *expect = (struct expect_result){
            .design = mem_text(plan->design),
            .metric = mem_text(plan->metric),
            .has_min = plan->has_min,
            .has_max = plan->has_max,
            .min = plan->min,
            .max = plan->max,
            .value = NAN,
        };
        const struct design_result *design = design_named(result, plan->design);
        if (design)
            (void)result_metric(design, plan->metric, &expect->value);
        expect->state = state_of(expect);
    }
}
