#include "run/reads.h"

#include "base/mem.h"
#include "key/component.h"
#include "run/reads_state.h"

#include <math.h>
#include <string.h>

// ---- the point read ----

static bool add_equality(struct buffer *text, const char *field, struct err *err)
{
    if (strchr(field, '`'))
        return err_fail(err, ERR_INPUT,
                        "`get` cannot name the field \"%s\": its name holds a backquote", field);
    buffer_format(text, "%s`%s` = $`%s`", text->size == 0 ? "where " : " and ", field, field);
    return true;
}

// "where `a` = $`a` and ...", over the fields of the key of the first table of rows.
static char *point_clause(const struct reads *reads, struct err *err)
{
    const struct scenario_design *design = reads->config.design;
    size_t t = 0;
    while (t + 1 < design->table_count && design->tables[t].holds_reference)
        t++;
    const struct schema *schema = source_schema(reads->config.scenario->source);
    struct key_pieces *pieces = key_pieces_new(reads->tables[t].table->program);
    struct buffer text = {0};
    bool ok = true;
    for (size_t f = 0; ok && f < schema->count; f++) {
        bool is_read = false;
        for (size_t i = 0; !is_read && i < key_pieces_count(pieces); i++)
            is_read = key_piece_reads(pieces, i, f);
        ok = !is_read || add_equality(&text, schema->fields[f].name, err);
    }
    key_pieces_free(pieces);
    if (!ok) {
        buffer_done(&text);
        return NULL;
    }
    return buffer_take(&text);
}

// ---- planning ----

// Whether a row of a reference cannot be judged by its key: a field that the clause speaks of is
// not to be read from it.
static bool needs_rows(const struct reading *reading)
{
    const struct schema *schema = clause_schema(reading->clause);
    struct key_pieces *pieces = key_pieces_new(reading->plan.program);
    bool needs = false;
    for (size_t f = 0; !needs && f < schema->count; f++) {
        if (clause_condition(reading->clause, f) == CONDITION_NONE)
            continue;
        bool told = false;
        for (size_t i = 0; !told && i < key_pieces_count(pieces); i++)
            told = key_piece_reads(pieces, i, f) && key_piece_course(pieces, i, f).injective;
        needs = !told;
    }
    key_pieces_free(pieces);
    return needs;
}

static void forget_clause(struct reading *reading)
{
    if (reading->clause)
        bound_clause_done(&reading->bound);
    read_plan_done(&reading->plan);
    clause_free(reading->clause);
    reading->clause = NULL;
}

static bool plan_clause(const struct read_planning *planning, const char *where,
                        struct reading *out, struct err *err)
{
    out->clause = clause_new(where, source_schema(planning->scenario->source), err);
    if (!out->clause)
        return false;
    bound_clause_init(&out->bound, out->clause);
    if (!read_plan_choose(planning, out->clause, &out->plan, err))
        return false;
    const struct scenario_table *table = &planning->design->tables[out->plan.table];
    out->gets_all = table->holds_reference && needs_rows(out);
    return true;
}

static bool plan_scan(const struct reads *reads, const struct scenario_query *query,
                      struct reading *out, struct err *err)
{
    const struct scenario *scenario = reads->config.scenario;
    const struct design_table *table = reads->tables[0].table;
    const struct key_context context = scenario_table_context(scenario, table->plan);
    const bool slices = partition_map_is_slices(table->map);
    out->raw = raw_scan_new(query->scan_from, query->scan_to, &context,
                            slices ? partition_map_count(table->map) : 0, err);
    out->words = read_plan_scan_words(query, source_schema(scenario->source));
    return out->raw != NULL;
}

static bool plan_query(struct reads *reads, const struct read_planning *planning, size_t q,
                       struct err *err)
{
    const struct scenario_query *query = &reads->config.scenario->queries[q];
    struct reading *out = &reads->readings[q];
    if (query->scan_from && !plan_scan(reads, query, out, err))
        return false;
    char *where = read_plan_where(query, source_schema(reads->config.scenario->source));
    struct err unclear = {0};
    bool ok = true;
    if (where && query->scan_from && !query->where && !plan_clause(planning, where, out, &unclear))
        forget_clause(out); // bounds that only look like a clause
    else if (where && !out->clause)
        ok = plan_clause(planning, where, out, err);
    mem_free(where);
    return ok;
}

static bool plan_all(struct reads *reads, struct err *err)
{
    const struct scenario *scenario = reads->config.scenario;
    const size_t table_count = reads->config.design->table_count;
    struct read_source *sources = mem_new(table_count, sizeof *sources);
    for (size_t t = 0; t < table_count; t++)
        sources[t] = (struct read_source){.table = reads->tables[t].table,
                                          .records = reads->tables[t].records};
    const struct read_planning planning = {.scenario = scenario,
                                           .design = reads->config.design,
                                           .sources = sources,
                                           .records = reads->config.records};
    bool ok = true;
    for (size_t q = 0; ok && q < scenario->query_count; q++)
        ok = plan_query(reads, &planning, q, err) ||
             err_context(err, "query \"%s\"", scenario->queries[q].name);
    if (ok && reads->config.with_get) {
        char *where = point_clause(reads, err);
        ok = where && plan_clause(&planning, where, &reads->readings[scenario->query_count], err);
        mem_free(where);
    }
    mem_free(sources);
    return ok;
}

// ---- life ----

static bool holds_references(const struct scenario_design *design)
{
    bool any = false;
    for (size_t t = 0; t < design->table_count; t++)
        any = any || design->tables[t].holds_reference;
    return any;
}

struct reads *reads_new(const struct reads_config *config, struct err *err)
{
    struct reads *reads = mem_new(1, sizeof *reads);
    const size_t table_count = config->design->table_count;
    *reads = (struct reads){
        .config = *config,
        .tables = mem_new(table_count, sizeof *reads->tables),
        .reading_count = config->scenario->query_count + (config->with_get ? 1 : 0),
        .server_seen = mem_new(config->servers, sizeof *reads->server_seen),
        .partition_seen = mem_new(config->partitions, sizeof *reads->partition_seen),
    };
    memcpy(reads->tables, config->tables, table_count * sizeof *reads->tables);
    reads->readings = mem_new(reads->reading_count, sizeof *reads->readings);
    for (size_t i = 0; i < reads->reading_count; i++) {
        reads->readings[i].usual_matches = NAN;
        reads->readings[i].marks = mem_new(1, sizeof *reads->readings[i].marks);
    }
    reads_set_progress(reads, 0);
    if (!plan_all(reads, err) ||
        (holds_references(config->design) && !reference_gets_open(reads, err))) {
        reads_free(reads);
        return NULL;
    }
    return reads;
}

void reads_free(struct reads *reads)
{
    if (!reads)
        return;
    for (size_t i = 0; i < reads->reading_count; i++) {
        forget_clause(&reads->readings[i]);
        raw_scan_free(reads->readings[i].raw);
        mem_free(reads->readings[i].words);
        mem_free(reads->readings[i].marks);
    }
    mem_free(reads->readings);
    mem_free(reads->tables);
    mem_free(reads->server_seen);
    mem_free(reads->partition_seen);
    mem_free(reads->sharding);
    mem_free(reads->request.branches);
    range_list_done(&reads->ranges);
    reference_gets_close(&reads->gets);
    mem_free(reads);
}

size_t reads_count(const struct reads *reads)
{
    return reads->reading_count;
}

const struct read_request *reads_request(const struct reads *reads)
{
    return &reads->request;
}

const struct read_price *reads_price(const struct reads *reads)
{
    return &reads->price;
}

struct read_way reads_way(const struct reads *reads, size_t reading)
{
    const struct reading *of = &reads->readings[reading];
    if (of->raw)
        return (struct read_way){.words = of->words,
                                 .shape = PLAN_SINGLE,
                                 .ranges = 1,
                                 .rows_examined = NAN,
                                 .work_ns = NAN};
    const struct plan_facts *facts = query_plan_facts(of->plan.plan);
    return (struct read_way){.words = facts->words,
                             .shape = facts->shape,
                             .table = of->plan.table,
                             .ranges = facts->ranges,
                             .rows_examined = facts->rows_examined,
                             .work_ns = of->plan.cost_ns};
}

double reads_error(const struct reads *reads, size_t reading)
{
    const struct reading *of = &reads->readings[reading];
    return of->occurrences > 0 ? sqrt(of->relative_variance / (double)of->occurrences) : 0;
}

double reads_match_error(const struct reads *reads, size_t reading)
{
    const struct reading *of = &reads->readings[reading];
    if (!of->is_sampled)
        return reads_error(reads, reading);
    if (of->history.matched == 0)
        return 1;
    const double least = 1 / sqrt((double)of->history.matched);
    if (of->marks->count == 0 || of->returned == 0)
        return least;
    return fmax(least, of->returned_by_sample / of->returned / sqrt((double)of->marks->count));
}

void reads_set_progress(struct reads *reads, double share)
{
    reads->walk_max = (uint64_t)(READS_WALK_MAX * (0.25 + 0.75 * share));
}

const uint64_t *reads_sharding_keys(const struct reads *reads, size_t *out_count)
{
    *out_count = reads->sharding_count;
    return reads->sharding;
}
