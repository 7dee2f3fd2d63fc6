// load.h -- a scenario on its way from text to plain data; shared by the files that read its parts.
#ifndef HOTSIM_CONFIG_LOAD_H
#define HOTSIM_CONFIG_LOAD_H

#include "config/reader.h"
#include "config/scenario.h"

// What nobody should need more of; more is an error and not a slow run.
enum {
    SCENARIO_BYTES_MAX = 16 * 1024 * 1024,
    FIELDS_MAX = 256,
    PARAMS_MAX = 256,
    QUERIES_MAX = 256,
    DESIGNS_MAX = 64,
    TABLES_MAX = 16,
    EXPECTS_MAX = 1000,
    NAME_BYTES_MAX = 200,
};

struct mix_form {
    char *name;
    double value;
    bool is_rate;
};

// A mix as it is spelled, and what it says.
struct mix_parts {
    struct mix_form *forms; // [form_count], owned with their names
    size_t form_count;
    struct mix_entry *entries; // [entry_count], with room for one more; shares as spelled
    size_t entry_count;
};

// A phase as it is spelled, but for its fields.
struct phase_part {
    struct phase_form form;
    struct mix_form *mix; // NULL: not given
    size_t mix_count;
};

struct scenario_path {
    char *given, *resolved;
};

// What the echo needs beside the plain data: parts as the scenario spells them, with defaults and
// guesses filled in.
struct scenario_forms {
    struct root_form root;
    struct trace_form trace;
    int header;        // enum trace_header
    bool time_refused; // "time": null
    struct arrival_form arrivals;
    struct run_form run;
    struct mix_form *mix;
    size_t mix_count;
    struct phase_part *phases;
    size_t phase_count; // of the plan too
    struct scenario_path *paths;
    size_t path_count;
    char *made; // scenario_made
};

struct loading {
    enum err_code failed_code; // of what could not be opened; ERR_MACHINE is not the user's fault
    struct reader reader;
    struct scenario *scenario;
    struct scenario_forms *forms; // the scenario's
    const struct json_node *root;
    const struct scenario_options *options;
    const char *folder;  // of the scenario's file, with its slash, or ""
    const char **labels; // of the doc's sources, for faults
    size_t label_count;
    bool is_made; // from a recording and flags
};

// ---- helpers of load.c ----

// Adds a text of the command line to the doc, to be shown after `label`; its source number.
size_t load_add_source(struct loading *loading, const char *label, const char *text);
// Notes a fault where an object or list has more than `max` members.
void load_check_count(struct loading *loading, const struct json_node *node, size_t max);
// Empty, too long, or with control bytes: a fault.
void load_check_name(struct loading *loading, const struct json_node *node);
void load_warn(struct scenario *scenario, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// A path below the scenario's folder, owned by the scenario's list of paths.
const char *load_path(struct loading *loading, const char *given);
// The index of the name that fits as the key language lets names fit, or -1.
int load_field_index(const struct schema *schema, const char *name);
// "unknown field `x` in WHERE", with what exists.
void load_unknown_field(struct loading *loading, struct fault_place place, const char *name,
                        const char *where);

// ---- the parts, a file each; all note their faults and go on ----

void load_overrides(struct loading *loading);
void load_params(struct loading *loading, const struct json_node *node);
void load_run(struct loading *loading, const struct json_node *node);
void load_order(struct loading *loading, const struct json_node *workload); // after the designs
void load_incidents(struct loading *loading, const struct json_node *run);  // after the designs
void load_expects(struct loading *loading, const struct json_node *node);
void load_workload(struct loading *loading, const struct json_node *node);
void load_field(struct loading *loading, const struct json_node *node, struct field_plan *out);
void load_arrivals(struct loading *loading, const struct json_node *node);
// Whether a member of arrivals is for the process.
bool load_arrivals_have(const char *name, int process);
// Operations a second over the whole run.
double load_mean_rate(const struct scenario *scenario);
void load_trace(struct loading *loading, const struct json_node *node);
void load_mix(struct loading *loading, const struct json_node *node);
// A mix's entries, its faults noted; the workload's own, or a phase's.
void load_mix_entries(struct loading *loading, const struct json_node *node, bool is_phase,
                      struct mix_parts *out);
void load_phases(struct loading *loading, const struct json_node *workload); // after the mix
void load_queries(struct loading *loading, const struct json_node *node);
void load_store(struct loading *loading, struct layers layers, struct store_config *out);
// What a split policy needs beside its name, and what it cannot be together with.
void load_check_splits(struct loading *loading, struct layers store, struct store_config *out);
// The member of the innermost layer that gives one, and which layer that is, from 1; NULL, 0: none.
const struct json_node *load_last_given(struct layers layers, const char *name);
size_t load_level_of(struct layers layers, const char *name);
// Fields, entity and value bytes once the schema is known; then opens nothing more.
void load_check_fields(struct loading *loading, const struct json_node *workload);
// Once the fields and the designs are known.
void load_check_queries(struct loading *loading, const struct json_node *node);
// Whose values `$` takes, for the workload's plan.
void load_picks(struct loading *loading, const struct json_node *node);
// `schema` NULL: the workload has faults; programs are not compiled.
void load_designs(struct loading *loading, const struct json_node *node,
                  const struct schema *schema);
void load_select(struct loading *loading);        // --design
void design_done(struct scenario_design *design); // frees the contents

// The sources that a workload needs, opened; false after a fault.
bool load_source(struct loading *loading, const struct json_node *workload);
void load_rate(struct loading *loading);

// `trace` and all else of `workload`, members of the object that the writer is in.
struct echo {
    struct json_writer writer;
    const struct scenario *scenario;
    bool hashes;
};
void echo_workload(struct echo *echo);
// A file as it is to be shown: its content's hash, or the path as the scenario gives it. The caller
// frees it.
char *echo_file(const struct echo *echo, const char *resolved);
const struct param *rows_at(const char *path);

// The resolved scenario as JSON; `hashes`: each path replaced by its content's hash. The caller
// owns it.
char *scenario_echo(const struct scenario *scenario, bool hashes);

#endif
