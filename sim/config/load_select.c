// load_select.c -- --design NAME: only these, in the scenario's order.
#include "config/load.h"

#include "base/mem.h"

#include <string.h>

static int design_index(const struct scenario *scenario, const char *name)
{
    for (size_t i = 0; i < scenario->design_count; i++)
        if (!strcmp(scenario->designs[i].name, name))
            return (int)i;
    return -1;
}

static void refuse_name(struct loading *loading, const char *name)
{
    const struct scenario *scenario = loading->scenario;
    struct faults *faults = &loading->reader.faults;
    const char **names = mem_new(scenario->design_count, sizeof *names);
    for (size_t i = 0; i < scenario->design_count; i++)
        names[i] = scenario->designs[i].name;
    const struct fault_place place = {.source = load_add_source(loading, "--design", name),
                                      .length = strlen(name)};
    faults_add(faults, place, "unknown design `%s`", name);
    faults_suggest(faults, name, names, scenario->design_count, "the designs are");
    mem_free(names);
}

static void keep_expects(struct scenario *scenario)
{
    size_t kept = 0;
    for (size_t i = 0; i < scenario->expect_count; i++) {
        if (design_index(scenario, scenario->expects[i].design) >= 0) {
            scenario->expects[kept++] = scenario->expects[i];
            continue;
        }
        mem_free(scenario->expects[i].design);
        mem_free(scenario->expects[i].metric);
    }
    scenario->expect_count = kept;
}

void load_select(struct loading *loading)
{
    struct scenario *scenario = loading->scenario;
    const struct scenario_options *options = loading->options;
    if (options->only_count == 0 || scenario->design_count == 0)
        return;
    bool *wanted = mem_new(scenario->design_count, sizeof *wanted);
    bool all_known = true;
    for (size_t i = 0; i < options->only_count; i++) {
        const int index = design_index(scenario, options->only[i]);
        if (index >= 0)
            wanted[index] = true;
        else
            refuse_name(loading, options->only[i]);
        all_known = all_known && index >= 0;
    }
    size_t kept = 0;
    for (size_t i = 0; all_known && i < scenario->design_count; i++) {
        if (wanted[i])
            scenario->designs[kept++] = scenario->designs[i];
        else
            design_done(&scenario->designs[i]);
    }
    mem_free(wanted);
    if (!all_known)
        return;
    scenario->design_count = kept;
    keep_expects(scenario);
}
