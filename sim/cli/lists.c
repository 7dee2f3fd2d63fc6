#include "cli/lists.h"

#include "cli/claims.h"
#include "cli/templates.h"
#include "cluster/store.h"
#include "key/function.h"
#include "key/preset.h"
#include "report/report.h"
#include "run/finding.h"
#include "table/presplit.h"
#include "workload/format.h"
#include "workload/generator.h"

void list_claims(struct listing *out)
{
    *out = (struct listing){
        .title = "what four documents on row keys claim, and what a run shows",
        .columns = {"id", "document", "verdict", "claim", "shown", NULL},
    };
    size_t count;
    const struct claim *claims = claim_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, claims[i].id);
        listing_cell(out, claims[i].document);
        listing_cell(out, claims[i].verdict);
        listing_cell(out, claims[i].claim);
        listing_cell(out, claims[i].shown);
    }
}

void list_findings(struct listing *out)
{
    *out = (struct listing){
        .title = "what hotsim explain finds wrong with a key, and what to do",
        .columns = {"code", "means", "remedy", NULL},
    };
    const struct finding_rule *rule;
    for (size_t i = 0; (rule = finding_at(i)); i++) {
        listing_cell(out, rule->code);
        listing_cell(out, rule->means);
        listing_cell(out, rule->remedy);
    }
}

void list_formats(struct listing *out)
{
    *out = (struct listing){
        .title = "formats of recordings (workload.trace.format), and of results (--format)",
        .columns = {"of", "name", "what it is", NULL},
    };
    const struct recording_format *recording;
    for (int i = TRACE_AUTO + 1; (recording = recording_format_at(i)); i++) {
        listing_cell(out, "recordings");
        listing_cell(out, recording->name);
        listing_cell(out, recording->summary);
    }
    size_t count;
    const struct report_format *formats = report_formats(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, "results");
        listing_cell(out, formats[i].name);
        listing_cell(out, formats[i].summary);
    }
}

void list_functions(struct listing *out)
{
    *out = (struct listing){
        .title = "functions of the key language: f(x), or x.f()",
        .columns = {"function", "family", "gives", "meaning", NULL},
    };
    const struct key_function *function;
    for (size_t i = 0; (function = key_function_at(i)); i++) {
        listing_cell(out, function->signature);
        listing_cell(out, function->family);
        listing_cell(out, value_type_name(function->result));
        listing_cell(out, function->help);
    }
}

// "cardinality, theta = 0.99"
static void add_params(struct listing *out, const struct param *params)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    for (const struct param *param = params; param && param->name; param++) {
        buffer_format(&text, "%s%s", param == params ? "" : ", ", param->name);
        if (param->fallback && param->fallback[0])
            buffer_format(&text, " = %s", param->fallback);
    }
    listing_cell(out, (const char *)text.data);
    buffer_done(&text);
}

void list_generators(struct listing *out)
{
    *out = (struct listing){
        .title = "where a generated field's values come from: workload.fields",
        .columns = {"generator", "members", "what it gives", NULL},
    };
    size_t count;
    const struct generator *const *generators = generator_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, generators[i]->name);
        add_params(out, generators[i]->params);
        listing_cell(out, generators[i]->summary);
    }
}

void list_graphs(struct listing *out)
{
    *out = (struct listing){
        .title = "graphs: hotsim plot RESULT --kind NAME",
        .columns = {"name", "what it shows", NULL},
    };
    size_t count;
    const struct report_graph *graphs = report_graphs(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, graphs[i].name);
        listing_cell(out, graphs[i].summary);
    }
}

void list_metrics(struct listing *out)
{
    *out = (struct listing){
        .title = "the numbers of a design's result, as `expect` and result.json name them",
        .columns = {"metric", "meaning", NULL},
    };
    size_t count;
    struct report_metric *metrics = report_metrics(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, metrics[i].path);
        listing_cell(out, metrics[i].meaning);
    }
    report_metrics_free(metrics, count);
}

void list_presets(struct listing *out)
{
    *out = (struct listing){
        .title = "named designs: {\"preset\": NAME, \"of\": KEY, \"by\": EXPRESSION, ...}",
        .columns = {"preset", "members", "becomes", "source", "what it is", NULL},
    };
    size_t count;
    const struct preset *presets = preset_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, presets[i].name);
        listing_cell(out, presets[i].members);
        listing_cell(out, presets[i].expands);
        listing_cell(out, presets[i].source);
        listing_cell(out, presets[i].summary);
    }
}

static void add_names(struct listing *out, const char *const *names, const char *const *help)
{
    for (size_t i = 0; names[i]; i++) {
        listing_cell(out, names[i]);
        listing_cell(out, help[i]);
    }
}

void list_presplits(struct listing *out)
{
    *out = (struct listing){
        .title = "where a table is cut before the first write: store.presplit.algorithm",
        .columns = {"algorithm", "what it does", NULL},
    };
    add_names(out, presplit_names, presplit_help);
}

void list_splits(struct listing *out)
{
    *out = (struct listing){
        .title = "when a region is split: store.split.policy",
        .columns = {"policy", "splits", NULL},
    };
    add_names(out, split_policy_names, split_policy_help);
}

void list_balancers(struct listing *out)
{
    *out = (struct listing){
        .title = "when a region moves to another server: store.balancer.policy",
        .columns = {"policy", "what it does", NULL},
    };
    add_names(out, balancer_policy_names, balancer_policy_help);
}

void list_scenarios(struct listing *out)
{
    *out = (struct listing){
        .title = "scenarios to begin with: hotsim init NAME",
        .columns = {"name", "what it is about", NULL},
    };
    size_t count;
    const struct template *templates = template_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, templates[i].name);
        listing_cell(out, templates[i].summary);
    }
    listing_cell(out, "twitter-N");
    listing_cell(out, "Twitter's cache cluster N, 1 to 54: its keys, sizes, popularity and "
                      "operations as published");
}

void list_stores(struct listing *out)
{
    *out = (struct listing){
        .title = "stores: store.profile; hotsim list stores --show NAME tells where each number is "
                 "from",
        .columns = {"profile", "what it is", NULL},
    };
    size_t count;
    const struct store_profile *profiles = store_profile_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        listing_cell(out, profiles[i].name);
        listing_cell(out, profiles[i].summary);
    }
}

void list_store(const struct store_profile *profile, struct listing *out)
{
    *out = (struct listing){
        .title = profile->summary,
        .columns = {"store.", "value", "rests on", "source", NULL},
    };
    for (const struct profile_default *it = profile->defaults; it->name; it++) {
        listing_cell(out, it->name);
        listing_cell(out, it->value);
        listing_cell(out, it->assumed ? "assumption" : "source");
        listing_cell(out, it->source);
    }
}
