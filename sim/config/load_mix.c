// load_mix.c -- which operations come: weights, or rates that add up to the workload's.
#include "config/load.h"

#include "base/mem.h"

#include <string.h>

static const char *const operations[] = {"put", "get", "update", "delete"};
static const int operation_kinds[] = {OP_PUT, OP_GET, OP_UPDATE, OP_DELETE};

// The operation or query that a name of the mix means; false: none.
static bool entry_of(const struct scenario *scenario, const char *name, struct mix_entry *out)
{
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (!strcmp(operations[i], name)) {
            *out = (struct mix_entry){.kind = operation_kinds[i]};
            return true;
        }
    }
    for (size_t i = 0; i < scenario->query_count; i++) {
        if (!strcmp(scenario->queries[i].name, name)) {
            *out = (struct mix_entry){.kind = OP_QUERY, .query = (uint16_t)i};
            return true;
        }
    }
    return false;
}

// ---- what an update sets ----

static bool add_set(struct loading *loading, const struct json_node *node)
{
    struct workload_plan *plan = &loading->scenario->workload;
    struct faults *faults = &loading->reader.faults;
    const char *names[FIELDS_MAX];
    size_t count = 0;
    if (json_kind_of(node) != JSON_TEXT) {
        faults_add(faults, place_of_value(&loading->reader, node), "expected the name of a field");
        return false;
    }
    for (; count < plan->field_count && count < FIELDS_MAX; count++) {
        names[count] = plan->fields[count].name;
        if (strcmp(names[count], json_text_of(node)) != 0)
            continue;
        plan->update_set[plan->update_set_count++] = count;
        return true;
    }
    faults_add(faults, place_of_value(&loading->reader, node), "`%s` is no generated field",
               json_text_of(node));
    faults_suggest(faults, json_text_of(node), names, count, "fields are");
    return false;
}

// Reads what is set, and gives the node of the weight; NULL after a fault.
static const struct json_node *read_update(struct loading *loading, const struct json_node *node)
{
    struct workload_plan *plan = &loading->scenario->workload;
    struct reader *reader = &loading->reader;
    const struct field_table *table = field_table_at("workload.mix.update");
    if (!object_of(reader, table, node))
        return NULL;
    check_names(reader, table, node, NULL, 0);
    const struct json_node *set = json_member(node, "set");
    const struct json_node *weight = json_member(node, "weight");
    if (!weight) {
        faults_add(&reader->faults, place_of_value(reader, node), "`update` needs a `weight`");
        return NULL;
    }
    if (set && json_kind_of(set) != JSON_LIST) {
        faults_add(&reader->faults, place_of_value(reader, set), "`set` must be a list of fields");
        return NULL;
    }
    mem_free(plan->update_set);
    plan->update_set = set ? mem_new(json_count(set) + 1, sizeof *plan->update_set) : NULL;
    plan->update_set_count = 0;
    for (const struct json_node *it = set ? json_first(set) : NULL; it; it = json_next(it)) {
        if (!add_set(loading, it))
            return NULL;
    }
    return weight;
}

// ---- weights and rates ----

static bool read_entry(struct loading *loading, const struct json_node *node, struct mix_form *out)
{
    const struct param row = {
        .name = json_name_of(node), .kind = PARAM_RATE, .max = 1e12, .fallback = "0"};
    struct reader *reader = &loading->reader;
    double value = 0;
    if (!read_value(reader, node, &row, &value))
        return false;
    struct quantity quantity = {0};
    struct err ignored = {0};
    if (json_kind_of(node) == JSON_TEXT)
        (void)quantity_of(json_text_of(node), &row, reader->params, reader->param_count, &quantity,
                          &ignored);
    *out = (struct mix_form){.value = value, .is_rate = quantity.with_unit};
    return true;
}

// What an update sets is the same in all phases.
static const struct json_node *weight_in_phase(struct loading *loading,
                                               const struct json_node *update)
{
    struct reader *reader = &loading->reader;
    if (json_kind_of(update) != JSON_OBJECT)
        return update;
    faults_add(&reader->faults, place_of_value(reader, update),
               "in a phase `update` takes a weight or a rate alone");
    faults_hint(&reader->faults, "what it sets is said in workload.mix, if need be with weight 0");
    return NULL;
}

void load_mix_entries(struct loading *loading, const struct json_node *node, bool is_phase,
                      struct mix_parts *out)
{
    const struct scenario *scenario = loading->scenario;
    const char *names[QUERIES_MAX];
    size_t name_count = 0;
    for (; name_count < scenario->query_count && name_count < QUERIES_MAX; name_count++)
        names[name_count] = scenario->queries[name_count].name;
    check_names(&loading->reader, field_table_at("workload.mix"), node, names, name_count);
    *out = (struct mix_parts){
        .forms = mem_new(json_count(node), sizeof *out->forms),
        .entries = mem_new(json_count(node) + 1, sizeof *out->entries),
    };
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        struct mix_entry entry;
        struct mix_form form;
        if (!entry_of(scenario, json_name_of(it), &entry))
            continue;
        const struct json_node *weight = entry.kind != OP_UPDATE ? it
                                         : is_phase              ? weight_in_phase(loading, it)
                                                                 : read_update(loading, it);
        if (!weight || !read_entry(loading, weight, &form))
            continue;
        if (out->form_count > 0 && form.is_rate != out->forms[0].is_rate) {
            faults_add(
                &loading->reader.faults, place_of_value(&loading->reader, it),
                "`mix` has weights and rates; write all as weights, or all as rates (\"20/s\")");
            continue;
        }
        form.name = mem_text(json_name_of(it));
        out->forms[out->form_count++] = form;
        entry.share = form.value;
        out->entries[out->entry_count++] = entry;
    }
}

static void read_entries(struct loading *loading, const struct json_node *node)
{
    struct scenario_forms *forms = loading->forms;
    struct workload_plan *plan = &loading->scenario->workload;
    struct mix_parts parts;
    load_mix_entries(loading, node, false, &parts);
    forms->mix = parts.forms;
    forms->mix_count = parts.form_count;
    plan->mix = parts.entries;
    plan->mix_count = parts.entry_count;
}

// Rates beside rows that set their own pace: a recording's, or periodic reports.
static bool add_paced_puts(struct loading *loading, const struct json_node *node, double *sum)
{
    struct workload_plan *plan = &loading->scenario->workload;
    const struct json_node *put = json_member(node, "put");
    if (put) {
        faults_add(&loading->reader.faults, place_of_name(&loading->reader, put),
                   "puts set their own pace here: they are the %s",
                   plan->trace ? "trace's rows" : "periodic reports");
        faults_hint(&loading->reader.faults, plan->trace
                                                 ? "their rate can be set with trace.rate_per_s"
                                                 : "their rate follows from period_s");
        return false;
    }
    plan->mix[plan->mix_count++] =
        (struct mix_entry){.kind = OP_PUT, .share = plan->arrivals.rate_per_s};
    *sum += plan->arrivals.rate_per_s;
    return true;
}

// Turns values into shares; rates also into the workload's rate.
static void share_out(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    struct workload_plan *plan = &scenario->workload;
    const bool rates = loading->forms->mix_count > 0 && loading->forms->mix[0].is_rate;
    const bool paced = plan->trace || plan->arrivals.process == ARRIVAL_PERIODIC;
    double sum = 0, puts = 0;
    for (size_t i = 0; i < plan->mix_count; i++) {
        sum += plan->mix[i].share;
        puts += plan->mix[i].kind == OP_PUT ? plan->mix[i].share : 0;
    }
    if (!(sum > 0) || (paced && !rates && !(puts > 0))) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "`mix` holds no %s", sum > 0 ? "puts" : "operations");
        return;
    }
    if (rates && plan->arrivals.process == ARRIVAL_STEPS) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "the steps of arrivals give the rate; write `mix` as weights");
        return;
    }
    if (rates && plan->arrivals.process == ARRIVAL_CLOSED) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "in a closed loop clients set the pace; write `mix` as weights");
        return;
    }
    if (rates && paced && !add_paced_puts(loading, node, &sum))
        return;
    for (size_t i = 0; i < plan->mix_count; i++) {
        struct mix_entry *entry = &plan->mix[i];
        entry->rate_per_s = rates ? entry->share : 0;
        entry->share /= sum;
        if (rates && entry->kind == OP_QUERY)
            scenario->queries[entry->query].rate_per_s = entry->rate_per_s;
    }
    if (rates && (!paced || plan->arrivals.rate_per_s > 0))
        plan->arrivals.rate_per_s = sum;
    else if (plan->trace && !rates) // a rate of the rows, which are not all operations
        plan->arrivals.rate_per_s *= sum / puts;
}

void load_mix(struct loading *loading, const struct json_node *node)
{
    struct workload_plan *plan = &loading->scenario->workload;
    struct reader *reader = &loading->reader;
    if (node && json_kind_of(node) != JSON_OBJECT) {
        faults_add(&reader->faults, place_of_value(reader, node), "workload.mix must be an object");
        node = NULL;
    }
    const size_t faults = reader->faults.count;
    const double given = plan->arrivals.rate_per_s;
    if (node && json_count(node) > 0) {
        read_entries(loading, node);
        if (reader->faults.count == faults)
            share_out(loading, node);
        if (given > 0 && !plan->trace && plan->arrivals.rate_per_s != given)
            load_warn(loading->scenario, "rate-replaced",
                      "the rates in `mix` replace arrivals.rate_per_s");
        return;
    }
    plan->mix = mem_new(1, sizeof *plan->mix);
    plan->mix[plan->mix_count++] = (struct mix_entry){.kind = OP_PUT, .share = 1};
    loading->forms->mix = mem_new(1, sizeof *loading->forms->mix);
    loading->forms->mix[loading->forms->mix_count++] =
        (struct mix_form){.name = mem_text("put"), .value = 1};
}
