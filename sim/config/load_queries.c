#include "config/load.h"

#include "base/mem.h"
#include "query/clause.h"
#include "query/raw_scan.h"

#include <string.h>

static void read_pick(struct loading *loading, const struct json_node *node,
                      struct scenario_query *out)
{
    static const struct param row = {
        .name = "pick", .kind = PARAM_CHOICE, .fallback = "as_written", .choices = pick_names};
    struct reader *reader = &loading->reader;
    int pick = PICK_AS_WRITTEN;
    struct latest_form form = {.theta = 0.99};
    if (node && json_kind_of(node) == JSON_OBJECT) {
        const struct json_node *latest = json_member(node, "latest");
        if (!latest || json_count(node) != 1)
            faults_add(&reader->faults, place_of_value(reader, node),
                       "`pick` is as_written, uniform, latest or {latest: {theta}}");
        else
            read_object(reader, "queries.Q.pick.latest", latest, &form);
        pick = PICK_LATEST;
    } else if (node) {
        (void)read_value(reader, node, &row, &pick);
    }
    out->pick = mem_text(pick_names[pick]);
    out->pick_theta = pick == PICK_LATEST ? form.theta : 0;
}

static void read_query(struct loading *loading, const struct json_node *node,
                       struct scenario_query *out)
{
    struct reader *reader = &loading->reader;
    struct query_form form = {0};
    out->name = mem_text(json_name_of(node));
    read_object(reader, "queries.Q", node, &form);
    out->where = form.where;
    const bool is_object = json_kind_of(node) == JSON_OBJECT;
    const struct json_node *scan = is_object ? json_member(node, "scan") : NULL;
    read_pick(loading, is_object ? json_member(node, "pick") : NULL, out);
    if (scan) {
        struct scan_form bounds = {0};
        read_object(reader, "queries.Q.scan", scan, &bounds);
        out->scan_from = bounds.from;
        out->scan_to = bounds.to;
    }
    if (is_object && !scan && !form.where)
        faults_add(&reader->faults, place_of_value(reader, node),
                   "a query is a where-clause or a scan, and not without either");
}

void load_queries(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    if (!node)
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "queries must be an object");
        return;
    }
    load_check_count(loading, node, QUERIES_MAX);
    scenario->queries = mem_new(json_count(node), sizeof *scenario->queries);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        const char *name = json_name_of(it);
        load_check_name(loading, it);
        if (!strcmp(name, "put") || !strcmp(name, "get") || !strcmp(name, "update") ||
            !strcmp(name, "delete"))
            faults_add(&loading->reader.faults, place_of_name(&loading->reader, it),
                       "`%s` is an operation; give the query another name", name);
        read_query(loading, it, &scenario->queries[scenario->query_count++]);
    }
}

// ---- once the fields and the designs are known ----

// All names of tables, for a design (NULL: of all designs).
static const char **table_names(const struct scenario *scenario,
                                const struct scenario_design *design, size_t *out_count)
{
    size_t room = 0;
    for (size_t i = 0; i < scenario->design_count; i++)
        room += scenario->designs[i].table_count;
    const char **names = mem_new(room, sizeof *names);
    *out_count = 0;
    for (size_t i = 0; i < scenario->design_count; i++) {
        const struct scenario_design *it = &scenario->designs[i];
        for (size_t t = 0; (!design || design == it) && t < it->table_count; t++) {
            if (it->tables[t].name[0] != '\0')
                names[(*out_count)++] = it->tables[t].name;
        }
    }
    return names;
}

// A design of one table, which has no name, answers from it; but somebody must have the name.
static bool has_table(const struct scenario *scenario, const struct scenario_design *design,
                      const char *wanted)
{
    size_t count;
    bool has = design && design->table_count == 1;
    const char **names = table_names(scenario, design, &count);
    for (size_t i = 0; i < count; i++)
        has = has || !strcmp(names[i], wanted);
    mem_free(names);
    return has;
}

static void refuse_table(struct loading *loading, struct fault_place place,
                         const struct scenario_design *design, const char *wanted)
{
    struct faults *faults = &loading->reader.faults;
    size_t count;
    const char **names = table_names(loading->scenario, design, &count);
    if (design)
        faults_add(faults, place, "design \"%s\" has no table `%s`", design->name, wanted);
    else
        faults_add(faults, place, "no design has a table `%s`", wanted);
    if (count > 0)
        faults_suggest(faults, wanted, names, count, "there are the tables");
    else
        faults_hint(faults, "the designs' tables have no names: leave `from` out");
    mem_free(names);
}

static void check_table(struct loading *loading, const struct json_node *node,
                        const struct clause *clause)
{
    const struct scenario *scenario = loading->scenario;
    const char *wanted = clause_table(clause);
    size_t offset;
    size_t length;
    if (!wanted || scenario->design_count == 0)
        return;
    clause_table_place(clause, &offset, &length);
    const struct fault_place place = place_in_value(&loading->reader, node, offset, length);
    if (!has_table(scenario, NULL, wanted)) {
        refuse_table(loading, place, NULL, wanted);
        return;
    }
    for (size_t i = 0; i < scenario->design_count; i++) {
        if (!has_table(scenario, &scenario->designs[i], wanted))
            refuse_table(loading, place, &scenario->designs[i], wanted);
    }
}

static void check_where(struct loading *loading, const struct json_node *node)
{
    struct err err = {0};
    struct clause *clause =
        clause_new(json_text_of(node), source_schema(loading->scenario->source), &err);
    if (clause)
        check_table(loading, node, clause);
    else
        fault_of_err(&loading->reader, node, &err);
    clause_free(clause);
}

// Every table spells a bound by its own encoding.
static void check_bound(struct loading *loading, const struct json_node *node)
{
    const struct scenario *scenario = loading->scenario;
    if (!node || json_kind_of(node) != JSON_TEXT)
        return;
    for (size_t i = 0; i < scenario->design_count; i++) {
        for (size_t t = 0; t < scenario->designs[i].table_count; t++) {
            const struct key_context context =
                scenario_table_context(scenario, &scenario->designs[i].tables[t]);
            struct err err = {0};
            if (!raw_bound_check(json_text_of(node), &context, &err))
                fault_of_err(&loading->reader, node, &err);
        }
    }
}

void load_check_queries(struct loading *loading, const struct json_node *node)
{
    if (!node || json_kind_of(node) != JSON_OBJECT)
        return;
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        const struct json_node *where = json_member(it, "where"), *scan = json_member(it, "scan");
        if (where && json_kind_of(where) == JSON_TEXT)
            check_where(loading, where);
        if (scan && json_kind_of(scan) == JSON_OBJECT) {
            check_bound(loading, json_member(scan, "from"));
            check_bound(loading, json_member(scan, "to"));
        }
    }
    load_picks(loading, node);
}
