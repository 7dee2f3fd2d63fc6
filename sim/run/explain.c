#include "run/explain.h"

#include "base/mem.h"
#include "cluster/cluster.h"
#include "run/course.h"
#include "run/explain_parts.h"
#include "run/finding.h"
#include "run/preload_survey.h"

#include <math.h>

struct explaining {
    struct scenario *scenario;
    const struct run_options *options;
    struct explanation *explanation;
    struct explain_work **work; // [designs][tables]
    struct record_census *records;
    size_t table_count;          // over all designs
    struct batch puts;           // scratch
    const struct batch *at_hand; // puts, or where there are none what is stored before
    bool are_written;            // they are puts
    struct course course;
};

// ---- before the workload is read ----

static bool open_table(struct explaining *explaining, size_t design, size_t table, struct err *err)
{
    const struct scenario_design *plan = &explaining->scenario->designs[design];
    struct explain_work *work = &explaining->work[design][table];
    if (!design_table_open(&work->table, &plan->tables[table], explaining->scenario, err))
        return err_context(err, "design \"%s\"", plan->name);
    // Learned cuts wait for the keys; all others are known now, and writes to them are counted.
    if (work->table.algorithm != PRESPLIT_LEARNED && !design_table_cut(&work->table, 0, err))
        return err_context(err, "design \"%s\"", plan->name);
    work->keys = key_census_new(work->table.program, work->table.map, explaining->table_count);
    return true;
}

static bool open_designs(struct explaining *explaining, struct err *err)
{
    const struct scenario *scenario = explaining->scenario;
    struct explanation *explanation = explaining->explanation;
    explanation->designs = mem_new(scenario->design_count, sizeof *explanation->designs);
    explanation->design_count = scenario->design_count;
    explaining->work = mem_new(scenario->design_count, sizeof *explaining->work);
    for (size_t d = 0; d < scenario->design_count; d++)
        explaining->table_count += scenario->designs[d].table_count;
    for (size_t d = 0; d < scenario->design_count; d++) {
        const struct scenario_design *plan = &scenario->designs[d];
        struct explain_design *design = &explanation->designs[d];
        *design = (struct explain_design){
            .name = mem_text(plan->name),
            .key = mem_text(plan->key),
            .tables = mem_new(plan->table_count, sizeof *design->tables),
            .table_count = plan->table_count,
        };
        explaining->work[d] = mem_new(plan->table_count, sizeof **explaining->work);
        for (size_t t = 0; t < plan->table_count; t++) {
            if (!open_table(explaining, d, t, err))
                return false;
        }
    }
    return true;
}

// ---- reading it ----

static bool add_keys(struct explaining *explaining, size_t design, size_t table, bool is_first,
                     struct err *err)
{
    struct explain_work *work = &explaining->work[design][table];
    struct explain_design *out = &explaining->explanation->designs[design];
    if (!key_program_run(work->table.program, explaining->at_hand, &work->batch, err))
        return err_context(err, "design \"%s\"", out->name);
    if (is_first)
        explain_example_take(work->table.program, key_at(&work->batch, 0),
                             &out->tables[table].example);
    key_census_add(work->keys, &work->batch);
    return !explaining->are_written || !work->table.learned ||
           key_sample_add(work->table.learned, &work->batch, err);
}

static bool add_records(struct explaining *explaining, const struct batch *records,
                        bool are_written, struct err *err)
{
    struct explanation *explanation = explaining->explanation;
    const bool is_first = !explanation->record;
    const struct schema *schema = source_schema(explaining->scenario->source);
    explaining->at_hand = records;
    explaining->are_written = are_written;
    if (is_first) {
        explanation->record = explain_record(schema, records);
        explanation->field_count = schema->count;
    }
    for (size_t d = 0; d < explanation->design_count; d++) {
        for (size_t t = 0; t < explanation->designs[d].table_count; t++) {
            if (!add_keys(explaining, d, t, is_first, err))
                return false;
        }
    }
    return true;
}

static bool interrupted(const struct run_options *options, struct err *err)
{
    if (!options->interrupted || *options->interrupted == 0)
        return false;
    err_fail(err, ERR_INTERRUPTED, "interrupted");
    return true;
}

static bool read_batch(void *context, const struct batch *batch, struct err *err)
{
    struct explaining *explaining = context;
    const struct run_options *options = explaining->options;
    if (interrupted(options, err))
        return false;
    if (options->progress) {
        uint64_t done, total;
        source_progress(explaining->scenario->source, &done, &total);
        options->progress(options->progress_context, "reading the workload",
                          total > 0 ? (double)done / (double)total : NAN);
    }
    batch_select(batch, OP_PUT, &explaining->puts);
    if (explaining->puts.count == 0)
        return true;
    record_census_add(explaining->records, &explaining->puts);
    return add_records(explaining, &explaining->puts, true, err);
}

// What is stored before counts among the fields' values; its keys only where no others come.
static bool read_stored(void *context, const struct batch *batch, struct err *err)
{
    struct explaining *explaining = context;
    if (interrupted(explaining->options, err))
        return false;
    if (explaining->course.operations == 0)
        record_census_add(explaining->records, batch);
    return explaining->course.operations == 0 || add_records(explaining, batch, false, err);
}

static bool read_workload(struct explaining *explaining, struct err *err)
{
    struct scenario *scenario = explaining->scenario;
    const struct course_listener stored = {.context = explaining, .each = read_stored};
    const struct course_listener written = {.context = explaining, .each = read_batch};
    double weight;
    if (!preload_survey(scenario, &stored, &weight, err))
        return false;
    record_census_weigh(explaining->records, weight);
    if (!course_survey(scenario, &written, &explaining->course, err))
        return false;
    return explaining->course.kinds[OP_PUT] > 0 || preload_survey(scenario, &stored, &weight, err);
}

// ---- when it has been read ----

static bool cut_table(struct explaining *explaining, size_t design, size_t table, struct err *err)
{
    static const char *const encodings[] = {"binary", "text", "ordered"};
    const struct scenario *scenario = explaining->scenario;
    struct explain_work *work = &explaining->work[design][table];
    struct explain_table *out = &explaining->explanation->designs[design].tables[table];
    const struct scenario_table *plan = work->table.plan;
    if (!work->table.map && !design_table_cut(&work->table, explaining->course.kinds[OP_PUT], err))
        return err_context(err, "design \"%s\"", scenario->designs[design].name);
    const uint32_t partitions = partition_map_count(work->table.map);
    work->records = (double)explaining->course.preloaded;
    if (explaining->course.kinds[OP_PUT] > 0)
        work->records += key_census_summary(work->keys).keys.distinct;
    work->server_of = mem_new(partitions, sizeof *work->server_of);
    placement_fill(plan->store.placement, (uint32_t)plan->store.servers, partitions, scenario->seed,
                   table, work->server_of);
    out->name = mem_text(plan->name);
    out->key = mem_text(key_program_text(work->table.program));
    out->slices = partition_map_is_slices(work->table.map);
    out->encoding = encodings[out->slices ? ENCODING_TEXT : (enum encoding)plan->store.encoding];
    out->presplit = presplit_names[work->table.algorithm];
    out->partitions = partitions;
    out->servers = plan->store.servers;
    out->invertible = work->table.facts.invertible;
    if (explaining->explanation->record)
        explain_example_land(work->table.map, work->server_of, &out->example);
    return true;
}

static struct key_trait *traits_of(const struct key_program *program, size_t *out_count,
                                   size_t *out_first)
{
    const size_t count = key_trait_count(program);
    struct key_trait *traits = mem_new(count, sizeof *traits);
    *out_first = count;
    for (size_t i = 0; i < count; i++) {
        traits[i] = key_trait_at(program, i);
        if (*out_first == count && !traits[i].is_literal)
            *out_first = i;
    }
    *out_count = count;
    return traits;
}

static void find(struct explaining *explaining, size_t design, size_t table)
{
    struct explain_work *work = &explaining->work[design][table];
    struct explain_design *out = &explaining->explanation->designs[design];
    const struct store_config *store = &work->table.plan->store;
    const struct course *course = &explaining->course;
    const double seconds = (double)course->last_at / (double)NS_PER_S;
    struct finding_view view = {
        .program = work->table.program,
        .facts = work->table.facts,
        .schema = source_schema(explaining->scenario->source),
        .encoding = (enum encoding)store->encoding,
        .slices = store->layout == LAYOUT_SLICES,
        .scenario = explaining->scenario,
        .table = &work->table,
        .records = explaining->records,
        .keys = work->keys,
        .queries = out->queries,
        .query_count = out->query_count,
        .puts_per_s = seconds > 0 ? (double)course->kinds[OP_PUT] / seconds : INFINITY,
        .server_puts_per_s =
            (double)store->handlers * (double)NS_PER_S / (double)service_resolved(store).put_ns,
    };
    struct key_trait *traits = traits_of(view.program, &view.trait_count, &view.first);
    view.traits = traits;
    findings_of(&view, work->table.plan->name, &out->findings);
    mem_free(traits);
}

static bool finish(struct explaining *explaining, struct err *err)
{
    const struct explanation *explanation = explaining->explanation;
    for (size_t d = 0; d < explanation->design_count; d++) {
        struct explain_design *design = &explanation->designs[d];
        for (size_t t = 0; t < design->table_count; t++) {
            if (!cut_table(explaining, d, t, err))
                return false;
        }
        if (!explain_queries(explaining->scenario, explaining->work[d], explaining->records,
                             &explaining->scenario->designs[d], design, err))
            return false;
        for (size_t t = 0; explanation->record && t < design->table_count; t++)
            find(explaining, d, t);
    }
    return true;
}

static void close_designs(struct explaining *explaining)
{
    const struct scenario *scenario = explaining->scenario;
    for (size_t d = 0; explaining->work && d < scenario->design_count; d++) {
        for (size_t t = 0; explaining->work[d] && t < scenario->designs[d].table_count; t++) {
            struct explain_work *work = &explaining->work[d][t];
            key_census_free(work->keys);
            design_table_close(&work->table);
            buffer_done(&work->batch.bytes);
            mem_free(work->server_of);
        }
        mem_free(explaining->work[d]);
    }
    mem_free(explaining->work);
}

struct explanation *explain_scenario(struct scenario *scenario, const struct run_options *options,
                                     struct err *err)
{
    const struct schema *schema = source_schema(scenario->source);
    struct explaining explaining = {
        .scenario = scenario,
        .options = options,
        .explanation = mem_new(1, sizeof *explaining.explanation),
        .records = record_census_new(schema),
    };
    batch_init(&explaining.puts, schema);
    const bool ok = open_designs(&explaining, err) && read_workload(&explaining, err) &&
                    finish(&explaining, err);
    close_designs(&explaining);
    record_census_free(explaining.records);
    batch_done(&explaining.puts);
    if (!ok) {
        explanation_free(explaining.explanation);
        return NULL;
    }
    return explaining.explanation;
}

void explain_key_findings(struct key_program *program, const struct schema *schema,
                          enum encoding encoding, bool slices, struct finding_list *out_findings)
{
    struct finding_view view = {
        .program = program,
        .facts = key_program_facts(program),
        .schema = schema,
        .encoding = encoding,
        .slices = slices,
    };
    struct key_trait *traits = traits_of(program, &view.trait_count, &view.first);
    view.traits = traits;
    findings_of(&view, "", out_findings);
    mem_free(traits);
}

static void query_done(struct explain_query *query)
{
    for (size_t i = 0; i < query->choice_count; i++)
        mem_free(query->choices[i].words);
    mem_free(query->choices);
    mem_free(query->name);
    mem_free(query->where);
    mem_free(query->table);
    mem_free(query->plan);
}

static void design_done(struct explain_design *design)
{
    for (size_t t = 0; t < design->table_count; t++) {
        explain_example_done(&design->tables[t].example);
        mem_free(design->tables[t].name);
        mem_free(design->tables[t].key);
    }
    for (size_t q = 0; q < design->query_count; q++)
        query_done(&design->queries[q]);
    finding_list_done(&design->findings);
    mem_free(design->tables);
    mem_free(design->queries);
    mem_free(design->name);
    mem_free(design->key);
}

void explanation_free(struct explanation *explanation)
{
    if (!explanation)
        return;
    for (size_t i = 0; i < explanation->field_count; i++) {
        mem_free(explanation->record[i].name);
        mem_free(explanation->record[i].value);
    }
    mem_free(explanation->record);
    for (size_t d = 0; d < explanation->design_count; d++)
        design_done(&explanation->designs[d]);
    mem_free(explanation->designs);
    mem_free(explanation);
}
