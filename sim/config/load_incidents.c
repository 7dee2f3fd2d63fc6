// load_incidents.c -- `run.incidents`: servers that are lost and added.
#include "config/load.h"

#include "base/mem.h"

#include <stdlib.h>

enum { INCIDENTS_MAX = 1000 };

// Which servers of a design are there.
struct roll {
    bool *is_there;
    uint64_t count, known; // of those that are; numbers that ever were
};

static bool is_given(const struct json_node *object, const char *name)
{
    const struct json_node *node = json_member(object, name);
    return node && json_kind_of(node) != JSON_NULL;
}

static void read_incident(struct loading *loading, const struct json_node *node)
{
    struct reader *reader = &loading->reader;
    struct scenario_run *run = &loading->scenario->run;
    struct incident_form form = {0};
    const size_t faults = reader->faults.count;
    read_object(reader, "run.incidents.N", node, &form);
    if (reader->faults.count > faults || json_kind_of(node) != JSON_OBJECT)
        return;
    const bool loses = is_given(node, "lose");
    if (loses == is_given(node, "add")) {
        faults_add(&reader->faults, place_of_value(reader, node),
                   "an incident needs `lose` or `add`, and one of them");
        return;
    }
    const struct incident *before =
        run->incident_count > 0 ? &run->incidents[run->incident_count - 1] : NULL;
    if (before && form.at_ns < before->at_ns)
        faults_add(&reader->faults, place_of_value(reader, json_member(node, "t_s")),
                   "incidents must be in order of time: this one is before the last");
    run->incidents[run->incident_count++] = (struct incident){
        .at_ns = form.at_ns, .is_lost = loses, .server = (uint32_t)(loses ? form.lose : form.add)};
}

static void fault_of(struct loading *loading, const struct json_node *node, const char *what,
                     const struct scenario_design *design, uint64_t servers)
{
    faults_add(&loading->reader.faults, place_of_value(&loading->reader, node), "%s", what);
    faults_hint(&loading->reader.faults, "design \"%s\" has the servers 0 to %llu at the start",
                design->name, (unsigned long long)servers - 1);
}

static const char *what_is_wrong(struct roll *roll, const struct incident *incident)
{
    const uint32_t server = incident->server;
    const bool is_there = server < roll->known && roll->is_there[server];
    if (incident->is_lost && !is_there)
        return "a server that is not there cannot be lost";
    if (incident->is_lost && roll->count == 1)
        return "the last server cannot be lost";
    if (!incident->is_lost && is_there)
        return "a server that is there cannot be added";
    if (!incident->is_lost && server > roll->known)
        return "a new server takes the next number";
    roll->known = server == roll->known ? roll->known + 1 : roll->known;
    roll->is_there[server] = !incident->is_lost;
    roll->count += incident->is_lost ? -(uint64_t)1 : 1;
    return NULL;
}

static void check_design(struct loading *loading, const struct json_node *list,
                         const struct scenario_design *design)
{
    const struct scenario_run *run = &loading->scenario->run;
    const uint64_t servers = design->tables[0].store.servers;
    struct roll roll = {.is_there = mem_new(servers + run->incident_count, sizeof *roll.is_there),
                        .count = servers,
                        .known = servers};
    for (uint64_t i = 0; i < servers; i++)
        roll.is_there[i] = true;
    const struct json_node *node = json_first(list);
    for (size_t i = 0; i < run->incident_count; i++, node = json_next(node)) {
        const char *what = what_is_wrong(&roll, &run->incidents[i]);
        if (!what)
            continue;
        fault_of(loading, node, what, design, servers);
        break;
    }
    mem_free(roll.is_there);
}

void load_incidents(struct loading *loading, const struct json_node *run)
{
    const struct json_node *list =
        run && json_kind_of(run) == JSON_OBJECT ? json_member(run, "incidents") : NULL;
    struct scenario *scenario = loading->scenario;
    struct reader *reader = &loading->reader;
    if (!list || json_kind_of(list) == JSON_NULL)
        return;
    if (json_kind_of(list) != JSON_LIST) {
        faults_add(&reader->faults, place_of_value(reader, list),
                   "incidents must be a list: [{\"t_s\": 60, \"lose\": 3}]");
        return;
    }
    const size_t faults = reader->faults.count;
    load_check_count(loading, list, INCIDENTS_MAX);
    scenario->run.incidents = mem_new(json_count(list), sizeof *scenario->run.incidents);
    for (const struct json_node *it = json_first(list); it; it = json_next(it))
        read_incident(loading, it);
    for (size_t i = 0; i < scenario->design_count && reader->faults.count == faults; i++)
        check_design(loading, list, &scenario->designs[i]);
}
