// load_arrivals.c -- when operations arrive: a process, with its own names beside it.
#include "config/load.h"

#include "base/mem.h"
#include "workload/phases.h"

#include <string.h>

enum {
    POISSON = 1 << ARRIVAL_POISSON,
    CONSTANT = 1 << ARRIVAL_CONSTANT,
    PERIODIC = 1 << ARRIVAL_PERIODIC,
    SINE = 1 << ARRIVAL_SINE,
    BURST = 1 << ARRIVAL_BURST,
    STEPS = 1 << ARRIVAL_STEPS,
    CLOSED = 1 << ARRIVAL_CLOSED,
};

// The names that not every process has.
static const struct {
    const char *name;
    unsigned processes;
    bool is_needed;
} owned_names[] = {
    {"rate_per_s", POISSON | CONSTANT | BURST | CLOSED, false},
    {"spacing", SINE | BURST | STEPS, false},
    {"entity", PERIODIC, true},
    {"period_s", PERIODIC | SINE, true},
    {"phase", PERIODIC, false},
    {"jitter", PERIODIC, false},
    {"mean", SINE, false},
    {"amplitude", SINE, true},
    {"every_s", BURST, true},
    {"length_s", BURST, true},
    {"factor", BURST, true},
    {"between", BURST, false},
    {"steps", STEPS, true},
    {"clients", CLOSED, true},
    {"think_ms", CLOSED, false},
};
enum { OWNED_COUNT = sizeof owned_names / sizeof owned_names[0] };

static const char *const examples[ARRIVAL_PROCESS_COUNT] = {
    [ARRIVAL_PERIODIC] = "{\"process\": \"periodic\", \"entity\": \"meter\", \"period_s\": 900}",
    [ARRIVAL_SINE] = "{\"process\": \"sine\", \"mean\": \"30k/s\", \"amplitude\": \"20k/s\", "
                     "\"period_s\": \"24h\"}",
    [ARRIVAL_BURST] = "{\"process\": \"burst\", \"rate_per_s\": 1000, \"every_s\": 60, "
                      "\"length_s\": 5, \"factor\": 10}",
    [ARRIVAL_CLOSED] = "{\"process\": \"closed\", \"clients\": 64, \"think_ms\": 0}",
    [ARRIVAL_STEPS] =
        "{\"process\": \"steps\", \"steps\": [[0, \"5k/s\"], [\"10min\", \"20k/s\"]]}",
};

bool load_arrivals_have(const char *name, int process)
{
    for (size_t i = 0; i < OWNED_COUNT; i++)
        if (!strcmp(owned_names[i].name, name))
            return owned_names[i].processes & (1u << process);
    return true;
}

// Names of other processes, and this one's that are missing.
static void check_process(struct loading *loading, const struct json_node *node, int process)
{
    struct reader *reader = &loading->reader;
    struct buffer missing = {0};
    for (size_t i = 0; i < OWNED_COUNT; i++) {
        const struct json_node *member = json_member(node, owned_names[i].name);
        const bool is_given = member && json_kind_of(member) != JSON_NULL;
        const bool is_own = owned_names[i].processes & (1u << process);
        if (is_own && owned_names[i].is_needed && !is_given)
            buffer_format(&missing, "%s`%s`", missing.size > 0 ? " and " : "", owned_names[i].name);
        if (is_given && !is_own)
            faults_add(&reader->faults, place_of_name(reader, member),
                       "`%s` is not for %s arrivals", owned_names[i].name,
                       arrival_process_names[process]);
    }
    if (missing.size > 0) {
        faults_add(&reader->faults, place_of_value(reader, node), "%s arrivals need %s",
                   arrival_process_names[process], (const char *)missing.data);
        faults_hint(&reader->faults, "for example %s", examples[process]);
    }
    buffer_done(&missing);
}

// [[t_s, rate], ...]
static void read_steps(struct loading *loading, const struct json_node *node,
                       struct arrival_plan *plan)
{
    static const struct param time = {
        .name = "the time of a step", .kind = PARAM_DURATION, .max = 3.1536e18, .scale = 1e9};
    static const struct param rate = {
        .name = "the rate of a step", .kind = PARAM_RATE, .max = 1e12};
    struct reader *reader = &loading->reader;
    if (json_kind_of(node) != JSON_LIST) {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "`steps` must be a list of times and rates");
        faults_hint(&reader->faults, "for example %s", examples[ARRIVAL_STEPS]);
        return;
    }
    load_check_count(loading, node, ARRIVAL_STEPS_MAX);
    plan->steps = mem_new(json_count(node), sizeof *plan->steps);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        struct arrival_step step = {0};
        if (json_kind_of(it) != JSON_LIST || json_count(it) != 2)
            faults_add(&reader->faults, place_of_value(reader, it),
                       "a step is a time and the rate from then on: [600, \"20k/s\"]");
        else if (read_value(reader, json_first(it), &time, &step.at_ns) &&
                 read_value(reader, json_next(json_first(it)), &rate, &step.rate_per_s))
            plan->steps[plan->step_count++] = step;
    }
}

// What rate_curve.h says of the process, while its place is known. A rate that comes later (of the
// mix, by default) is looked at when the workload is opened.
static void try_curve(struct loading *loading, const struct json_node *node,
                      const struct arrival_plan *plan)
{
    struct err err = {0};
    if (!rate_curve_is_for(plan->process) || plan->rate_per_s == 0)
        return;
    struct rate_curve *curve = rate_curve_new(plan, &err);
    if (!curve)
        fault_of_err(&loading->reader, node, &err);
    rate_curve_free(curve);
}

void load_arrivals(struct loading *loading, const struct json_node *node)
{
    struct arrival_form *form = &loading->forms->arrivals;
    struct arrival_plan *plan = &loading->scenario->workload.arrivals;
    struct reader *reader = &loading->reader;
    const size_t faults = reader->faults.count;
    read_object(reader, "workload.arrivals", node, form);
    *plan = (struct arrival_plan){
        .process = form->process,
        .rate_per_s = form->process == ARRIVAL_SINE ? form->mean : form->rate_per_s,
        .even = form->spacing == 1,
        .amplitude_per_s = form->amplitude,
        .every_ns = form->every_ns,
        .length_ns = form->length_ns,
        .factor = form->factor,
        .between = form->between,
        .period_ns = form->period_ns,
        .aligned = form->phase == 1,
        .jitter_ns = form->jitter_ns,
        .clients = form->clients,
        .think_ns = form->think_ns,
        .entity = form->entity ? mem_text(form->entity) : NULL,
    };
    if (!node || json_kind_of(node) != JSON_OBJECT)
        return;
    check_process(loading, node, form->process);
    if (form->process == ARRIVAL_STEPS && json_member(node, "steps"))
        read_steps(loading, json_member(node, "steps"), plan);
    for (size_t i = 0; i < plan->step_count; i++)
        if (plan->steps[i].rate_per_s > plan->rate_per_s)
            plan->rate_per_s = plan->steps[i].rate_per_s;
    if (form->process == ARRIVAL_PERIODIC && form->period_ns > 0 &&
        form->jitter_ns >= form->period_ns)
        faults_add(&reader->faults, place_of_value(reader, json_member(node, "jitter")),
                   "`jitter` must be below the period");
    if (reader->faults.count == faults)
        try_curve(loading, node, plan);
}

double load_mean_rate(const struct scenario *scenario)
{
    return phases_mean_rate(&scenario->workload);
}
