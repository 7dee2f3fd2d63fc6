// load_phases.c -- `workload.phases`: from a time on another mix, another rate, other generators.
#include "config/load.h"

#include "base/mem.h"
#include "workload/arrivals.h"

#include <string.h>

enum { PHASES_MAX = 100 };

// One phase while it is read.
struct phase_reading {
    struct loading *loading;
    const struct json_node *node;
    struct workload_phase *phase;
    struct phase_part *part;
};

static void fault(struct phase_reading *reading, const char *member, const char *what)
{
    struct reader *reader = &reading->loading->reader;
    const struct json_node *node = json_member(reading->node, member);
    faults_add(&reader->faults, place_of_value(reader, node ? node : reading->node), "%s", what);
}

static bool is_given(const struct json_node *object, const char *name)
{
    const struct json_node *node = json_member(object, name);
    return node && json_kind_of(node) != JSON_NULL;
}

// Why a phase cannot change the rate; NULL where it can.
static const char *fixed_rate(const struct workload_plan *plan)
{
    if (plan->trace)
        return "beside a trace no phase changes the rate";
    switch (plan->arrivals.process) {
    case ARRIVAL_POISSON:
    case ARRIVAL_CONSTANT:
        return NULL;
    case ARRIVAL_PERIODIC:
        return "periodic arrivals set their own pace: no phase changes the rate";
    case ARRIVAL_CLOSED:
        return "in a closed loop clients set the pace: no phase changes the rate";
    default:
        return "this process changes the rate by itself: no phase changes it too";
    }
}

static bool is_own_pace(const struct workload_plan *plan)
{
    return plan->arrivals.process == ARRIVAL_PERIODIC ||
           (plan->trace && plan->arrivals.rate_per_s == 0);
}

static void take_rate(struct phase_reading *reading, const char *member, double rate_per_s)
{
    const char *why_not = fixed_rate(&reading->loading->scenario->workload);
    if (why_not)
        fault(reading, member, why_not);
    else if (rate_per_s < ARRIVAL_RATE_MIN)
        fault(reading, member, "the rate of a phase is too low");
    reading->phase->rate_per_s = rate_per_s;
}

// Weights become shares; rates also the phase's rate.
static void take_mix(struct phase_reading *reading)
{
    struct workload_phase *phase = reading->phase;
    const bool rates = reading->part->mix_count > 0 && reading->part->mix[0].is_rate;
    double sum = 0;
    for (size_t i = 0; i < phase->mix_count; i++)
        sum += phase->mix[i].share;
    if (!(sum > 0)) {
        fault(reading, "mix", "`mix` holds no operations");
        return;
    }
    if (rates && is_given(reading->node, "rate_per_s"))
        fault(reading, "rate_per_s", "the rates in `mix` give the rate: leave one out");
    else if (rates)
        take_rate(reading, "mix", sum);
    for (size_t i = 0; i < phase->mix_count; i++) {
        phase->mix[i].rate_per_s = rates ? phase->mix[i].share : 0;
        phase->mix[i].share /= sum;
    }
}

static void read_mix(struct phase_reading *reading)
{
    struct loading *loading = reading->loading;
    const struct json_node *node = json_member(reading->node, "mix");
    const size_t faults = loading->reader.faults.count;
    if (!is_given(reading->node, "mix"))
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        fault(reading, "mix", "workload.mix must be an object");
        return;
    }
    if (is_own_pace(&loading->scenario->workload)) {
        fault(reading, "mix", "rows set their own pace here: no phase changes the mix");
        return;
    }
    struct mix_parts parts;
    load_mix_entries(loading, node, true, &parts);
    reading->part->mix = parts.forms;
    reading->part->mix_count = parts.form_count;
    reading->phase->mix = parts.entries;
    reading->phase->mix_count = parts.entry_count;
    if (loading->reader.faults.count == faults)
        take_mix(reading);
}

static bool has_field(const struct workload_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->field_count; i++) {
        if (!strcmp(plan->fields[i].name, name))
            return true;
    }
    return false;
}

static void suggest_fields(struct loading *loading, const char *name)
{
    const struct workload_plan *plan = &loading->scenario->workload;
    const char *names[FIELDS_MAX];
    size_t count = 0;
    for (; count < plan->field_count && count < FIELDS_MAX; count++)
        names[count] = plan->fields[count].name;
    faults_suggest(&loading->reader.faults, name, names, count, "the generated fields are");
}

static void read_fields(struct phase_reading *reading)
{
    struct loading *loading = reading->loading;
    const struct json_node *node = json_member(reading->node, "fields");
    struct workload_phase *phase = reading->phase;
    if (!is_given(reading->node, "fields"))
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        fault(reading, "fields", "workload.fields must be an object");
        return;
    }
    load_check_count(loading, node, FIELDS_MAX);
    phase->fields = mem_new(json_count(node), sizeof *phase->fields);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        if (has_field(&loading->scenario->workload, json_name_of(it))) {
            load_field(loading, it, &phase->fields[phase->field_count++]);
            continue;
        }
        faults_add(&loading->reader.faults, place_of_name(&loading->reader, it),
                   "a phase changes the workload's fields: `%s` is none of them", json_name_of(it));
        suggest_fields(loading, json_name_of(it));
    }
}

static void read_phase(struct loading *loading, const struct json_node *node)
{
    struct workload_plan *plan = &loading->scenario->workload;
    struct reader *reader = &loading->reader;
    struct phase_reading reading = {
        .loading = loading,
        .node = node,
        .phase = &plan->phases[plan->phase_count++],
        .part = &loading->forms->phases[loading->forms->phase_count++],
    };
    const size_t faults = reader->faults.count;
    read_object(reader, "workload.phases.N", node, &reading.part->form);
    if (reader->faults.count > faults || json_kind_of(node) != JSON_OBJECT)
        return;
    reading.phase->at_ns = reading.part->form.at_ns;
    if (plan->phase_count > 1 && reading.phase->at_ns <= reading.phase[-1].at_ns)
        fault(&reading, "at_s", "phases must be in order of time: this one is not after the last");
    if (is_given(node, "rate_per_s"))
        take_rate(&reading, "rate_per_s", reading.part->form.rate_per_s);
    read_mix(&reading);
    read_fields(&reading);
    if (reader->faults.count == faults && !reading.phase->mix && reading.phase->rate_per_s == 0 &&
        reading.phase->field_count == 0)
        fault(&reading, "at_s",
              "this phase changes nothing: give it `mix`, `rate_per_s` or "
              "`fields`");
}

void load_phases(struct loading *loading, const struct json_node *workload)
{
    struct reader *reader = &loading->reader;
    struct workload_plan *plan = &loading->scenario->workload;
    if (!is_given(workload, "phases"))
        return;
    const struct json_node *list = json_member(workload, "phases");
    if (json_kind_of(list) != JSON_LIST || json_count(list) > PHASES_MAX) {
        faults_add(&reader->faults, place_of_value(reader, list),
                   "workload.phases must be a list of at most %d changes", PHASES_MAX);
        return;
    }
    plan->phases = mem_new(json_count(list), sizeof *plan->phases);
    loading->forms->phases = mem_new(json_count(list), sizeof *loading->forms->phases);
    for (const struct json_node *it = json_first(list); it; it = json_next(it))
        read_phase(loading, it);
}
