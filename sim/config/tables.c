#include "config/tables.h"

#include "base/schema.h"
#include "config/store_tables.h"
#include "workload/plan.h"

#include <stddef.h>
#include <string.h>

#define AT(type, member) offsetof(struct type, member)
#define BY_CODE PARAM_OBJECT, 0, 0, 0, 0, ""

static const double YEAR_NS = 366.0 * 86400e9;

static const char *const value_types[] = {"string",  "long", "int",   "ulong",
                                          "decimal", "time", "bytes", NULL};
static const char *const time_units[] = {"", "s", "ms", "us", "ns", NULL};
static const char *const phases[] = {"spread", "aligned", NULL};
static const char *const spacings[] = {"poisson", "constant", NULL};
static const char *const holds[] = {"row", "reference", NULL};

static const struct param root_rows[] = {
    {"hotsim", PARAM_COUNT, AT(root_form, version), 1, 1, 0, "1",
     "version of the scenario language", NULL, NULL},
    {"title", PARAM_TEXT, AT(root_form, title), 0, 0, 0, "",
     "heading of tables and graphs; by default the file's name", NULL, NULL},
    {"seed", PARAM_COUNT, AT(root_form, seed), 0, 0, 0, "1", "root of every random stream", NULL,
     NULL},
    {"params", BY_CODE, "named whole numbers for expressions and key programs", NULL, NULL},
    {"workload", BY_CODE, "the operations that arrive", NULL, NULL},
    {"queries", BY_CODE, "named reads: a where-clause, or {where, pick}, or {scan: {from, to}}",
     NULL, NULL},
    {"designs", BY_CODE,
     "the row keys to compare: a list of key programs, or names with a program, {key}, {preset, "
     "...} or {tables}",
     NULL, NULL},
    {"store", BY_CODE, "the database: a profile's name, or an object", NULL, NULL},
    {"run", BY_CODE, "how long, and what is left out", NULL, NULL},
    {"expect", BY_CODE, "bounds that a design's numbers must keep", NULL, NULL},
    {0},
};

static const struct param workload_rows[] = {
    {"fields", BY_CODE,
     "each field: a generator's name, a list (choice), or {GENERATOR: ..., type, format}", NULL,
     NULL},
    {"trace", BY_CODE, "a recording: a path, or an object", NULL, NULL},
    {"arrivals", BY_CODE, "when operations arrive", NULL, NULL},
    {"mix", BY_CODE, "operations and queries: all weights, or all rates (\"30k/s\", \"2/min\")",
     NULL, NULL},
    {"row", BY_CODE, "what a row holds beside its key", NULL, NULL},
    {"order", BY_CODE,
     "the same records in another order of ingestion: {by}: sharding, sorting, or a list of fields",
     NULL, NULL},
    {"phases", BY_CODE,
     "changes in mid-run: a list of {at_s, mix, rate_per_s, fields}; what one does not name stays",
     NULL, NULL},
    {0},
};

static const struct param phase_rows[] = {
    {"at_s", PARAM_DURATION, AT(phase_form, at_ns), 1, YEAR_NS, 1e9, NULL, "when it begins", NULL,
     NULL},
    {"rate_per_s", PARAM_RATE, AT(phase_form, rate_per_s), 1e-6, 1e12, 0, "",
     "operations a second from then on; poisson and constant arrivals of generated records", NULL,
     NULL},
    {"mix", BY_CODE, "what arrives from then on, as workload.mix", NULL, NULL},
    {"fields", BY_CODE, "other generators, of the same types, for some of the fields", NULL, NULL},
    {0},
};

static const struct param field_rows[] = {
    {"type", PARAM_CHOICE, AT(field_form, type), 0, 0, 0, "",
     "type of the values; by default what the generator gives", value_types, NULL},
    {"format", PARAM_TEXT, AT(field_form, format), 0, 0, 0, "",
     "makes the value a text: \"host%03d\"", NULL, NULL},
    {0},
};

static const struct param arrival_rows[] = {
    {"process", PARAM_CHOICE, AT(arrival_form, process), 0, 0, 0, "poisson",
     "how arrivals are spaced", arrival_process_names, NULL},
    {"rate_per_s", PARAM_RATE, AT(arrival_form, rate_per_s), 1e-9, 1e12, 0, "",
     "operations a second; by default 60 % of what an ideal spread could serve; closed: of the "
     "clock of records, by which the run is counted; by default no more than clients can",
     NULL, NULL},
    {"spacing", PARAM_CHOICE, AT(arrival_form, spacing), 0, 0, 0, "poisson",
     "sine, burst, steps: as a Poisson process, or evenly at the rate of the moment", spacings,
     NULL},
    {"entity", PARAM_TEXT, AT(arrival_form, entity), 0, 0, 0, "",
     "periodic: the field whose every value reports once a period", NULL, NULL},
    {"period_s", PARAM_DURATION, AT(arrival_form, period_ns), 1, YEAR_NS, 1e9, "",
     "periodic, sine: the period", NULL, NULL},
    {"phase", PARAM_CHOICE, AT(arrival_form, phase), 0, 0, 0, "spread",
     "periodic: spread over the period, or all aligned on the same moment", phases, NULL},
    {"jitter", PARAM_DURATION, AT(arrival_form, jitter_ns), 0, YEAR_NS, 1e9, "0s",
     "periodic: up to this is added to each report", NULL, NULL},
    {"mean", PARAM_RATE, AT(arrival_form, mean), 1e-6, 1e12, 0, "",
     "sine: the mean rate; by default as rate_per_s", NULL, NULL},
    {"amplitude", PARAM_RATE, AT(arrival_form, amplitude), 1e-9, 1e12, 0, "",
     "sine: how far the rate goes above and below the mean", NULL, NULL},
    {"every_s", PARAM_DURATION, AT(arrival_form, every_ns), 1, YEAR_NS, 1e9, "",
     "burst: from the beginning of one to that of the next", NULL, NULL},
    {"length_s", PARAM_DURATION, AT(arrival_form, length_ns), 1, YEAR_NS, 1e9, "",
     "burst: how long one is; the first begins at once", NULL, NULL},
    {"factor", PARAM_NUMBER, AT(arrival_form, factor), 1e-6, 1e6, 0, "",
     "burst: the rate in one, as a multiple of rate_per_s", NULL, NULL},
    {"between", PARAM_NUMBER, AT(arrival_form, between), 0, 1e6, 0, "1",
     "burst: the rate between them, as a multiple of rate_per_s; 0: none", NULL, NULL},
    {"clients", PARAM_COUNT, AT(arrival_form, clients), 1, 1e6, 0, "",
     "closed: clients, each with one operation under way", NULL, NULL},
    {"think_ms", PARAM_DURATION, AT(arrival_form, think_ns), 0, YEAR_NS, 1e6, "0",
     "closed: what a client waits before its next one, exponential of this mean", NULL, NULL},
    {"steps", BY_CODE, "steps: [[t_s, rate], ...], the first at 0; the last rate lasts", NULL,
     NULL},
    {0},
};

static const struct param mix_rows[] = {
    {"put", PARAM_RATE, AT(weight_form, value), 0, 1e12, 0, "", "new records", NULL, NULL},
    {"get", PARAM_RATE, AT(weight_form, value), 0, 1e12, 0, "", "reads of one stored record", NULL,
     NULL},
    {"update", BY_CODE,
     "new versions of a stored record; a new key is a delete and a put (key_changes)", NULL, NULL},
    {"delete", PARAM_RATE, AT(weight_form, value), 0, 1e12, 0, "", "deletes of one stored record",
     NULL, NULL},
    {0},
};

static const struct param update_rows[] = {
    {"weight", PARAM_RATE, AT(weight_form, value), 0, 1e12, 0, "",
     "as for the others: all weights, or all rates", NULL, NULL},
    {"set", BY_CODE, "generated fields that are drawn anew, a list; the others stay", NULL, NULL},
    {0},
};

static const struct param row_rows[] = {
    {"columns", PARAM_NUMBER, AT(row_form, columns), 1, 1e6, 0, "1",
     "columns of a row; each carries the key", NULL, NULL},
    {"value_bytes", BY_CODE, "bytes of a column's value: a size, or a field that holds it", NULL,
     NULL},
    {0},
};

static const struct param trace_rows[] = {
    {"path", PARAM_TEXTS, AT(trace_form, paths), 0, 0, 0, NULL,
     "the file, or a list of files in order, or a folder of files; - is standard input; gz, xz, "
     "zst "
     "and bz2 are recognised",
     NULL, NULL},
    {"format", PARAM_CHOICE, AT(trace_form, format), 0, 0, 0, "auto", "how rows are written",
     trace_format_names, NULL},
    {"pattern", PARAM_TEXT, AT(trace_form, pattern), 0, 0, 0, "",
     "format pattern: a POSIX regular expression whose named groups (?<host>...) are the columns",
     NULL, NULL},
    {"header", BY_CODE,
     "true or false: the first line names the columns; by default as the columns are given", NULL,
     NULL},
    {"delimiter", PARAM_TEXT, AT(trace_form, delimiter), 0, 0, 0, "", "one character", NULL, NULL},
    {"quote", PARAM_TEXT, AT(trace_form, quote), 0, 0, 0, "", "one character, or \"\" for none",
     NULL, NULL},
    {"comment", PARAM_TEXT, AT(trace_form, comment), 0, 0, 0, "",
     "lines that begin with it are left out", NULL, NULL},
    {"null", PARAM_TEXT, AT(trace_form, null), 0, 0, 0, "", "the text that stands for no value",
     NULL, NULL},
    {"null_as", PARAM_TEXT, AT(trace_form, null_as), 0, 0, 0, "",
     "what such a value becomes; by default the empty text", NULL, NULL},
    {"columns", PARAM_PAIRS, AT(trace_form, columns), 0, 0, 0, "",
     "the field and its column, by header name or by number from 1; by default all columns", NULL,
     NULL},
    {"types", PARAM_PAIRS, AT(trace_form, types), 0, 0, 0, "",
     "the field and its type; by default string", NULL, NULL},
    {"time", BY_CODE, "arrival times: {field, unit, format}; by default looked for", NULL, NULL},
    {"op", BY_CODE, "what each row was, put or get: {column, map}; by default all are puts", NULL,
     NULL},
    {"parse", BY_CODE, "fields read from recorded row keys: {from, as}", NULL, NULL},
    {"speed", PARAM_NUMBER, AT(trace_form, speed), 1e-9, 1e9, 0, "1", "times as fast as recorded",
     NULL, NULL},
    {"rate_per_s", PARAM_RATE, AT(trace_form, rate_per_s), 1e-9, 1e12, 0, "",
     "rows a second, in place of recorded times", NULL, NULL},
    {"sort", PARAM_CHOICE, AT(trace_form, sort), 0, 0, 0, "none",
     "order of the rows; by default time where they are found out of order", trace_sort_names,
     NULL},
    {"limit", PARAM_COUNT, AT(trace_form, limit), 1, 1e18, 0, "", "rows to read at most", NULL,
     NULL},
    {"on_error", PARAM_CHOICE, AT(trace_form, on_error), 0, 0, 0, "stop",
     "a row that cannot be read: stop, or skip and count", trace_on_error_names, NULL},
    {0},
};
static const struct param op_rows[] = {
    {"column", PARAM_TEXT, AT(trace_form, op_column), 0, 0, 0, NULL, "the field that names it",
     NULL, NULL},
    {"map", PARAM_PAIRS, AT(trace_form, op_map), 0, 0, 0, "",
     "texts of it, each put, get or skip; the usual words (set, insert, read, ...) are known", NULL,
     NULL},
    {0},
};

static const struct param time_rows[] = {
    {"field", PARAM_TEXT, AT(trace_form, time_field), 0, 0, 0, NULL, "the field that holds it",
     NULL, NULL},
    {"unit", PARAM_CHOICE, AT(trace_form, time_unit), 0, 0, 0, "",
     "unit of a number; by default by its digits", time_units, NULL},
    {"format", PARAM_TEXT, AT(trace_form, time_format), 0, 0, 0, "",
     "as strftime; by default a number or ISO 8601, by sight", NULL, NULL},
    {0},
};

static const struct param parse_rows[] = {
    {"from", PARAM_TEXT, AT(trace_form, parse_from), 0, 0, 0, NULL, "the column of the row keys",
     NULL, NULL},
    {"as", PARAM_TEXT, AT(trace_form, parse_as), 0, 0, 0, NULL,
     "their parts: \"[salt:2][user:8 long]_[name]\"", NULL, NULL},
    {0},
};

static const struct param query_rows[] = {
    {"where", PARAM_TEXT, AT(query_form, where), 0, 0, 0, "",
     "conditions on fields, order, limit: \"where host = $host order by ts desc limit 50\"", NULL,
     NULL},
    {"pick", BY_CODE,
     "whose values `$` takes, of the records stored by then: as_written (any record alike), "
     "uniform "
     "(any combination of the `$` fields' values alike), or {latest: {theta}} (Zipf by age)",
     NULL, NULL},
    {"scan", BY_CODE,
     "a raw scan, executed as written: {from, to}, key programs; `where` beside it says what it is "
     "meant to find, else the bounds do",
     NULL, NULL},
    {0},
};
static const struct param scan_rows[] = {
    {"from", PARAM_TEXT, AT(scan_form, from), 0, 0, 0, NULL, "key program of the first key", NULL,
     NULL},
    {"to", PARAM_TEXT, AT(scan_form, to), 0, 0, 0, "",
     "key program of the first key beyond; absent: to the end", NULL, NULL},
    {0},
};
static const struct param latest_rows[] = {
    {"theta", PARAM_NUMBER, AT(latest_form, theta), 0, 100, 0, "0.99", "Zipf exponent over age",
     NULL, NULL},
    {0},
};

// A design, or one of its tables. `tables` belongs to a design and `holds` to a table; reading
// refuses the other.
static const struct param design_rows[] = {
    {"key", PARAM_TEXT, AT(preset_form, key), 0, 0, 0, "", "the key program", NULL, NULL},
    {"preset", PARAM_TEXT, AT(preset_form, preset), 0, 0, 0, "",
     "a named design; beside `key` only the name it came from", NULL, NULL},
    {"of", PARAM_TEXT, AT(preset_form, of), 0, 0, 0, "", "preset: the key that it changes", NULL,
     NULL},
    {"by", PARAM_TEXT, AT(preset_form, by), 0, 0, 0, "", "preset: the value that decides", NULL,
     NULL},
    {"buckets", PARAM_COUNT, AT(preset_form, buckets), 1, 1e6, 0, "", "preset: how many buckets",
     NULL, NULL},
    {"n", PARAM_COUNT, AT(preset_form, buckets), 1, 1e6, 0, "", "preset: how many values", NULL,
     NULL},
    {"chars", PARAM_COUNT, AT(preset_form, chars), 1, 64, 0, "", "preset: characters of the digest",
     NULL, NULL},
    {"width", PARAM_COUNT, AT(preset_form, width), 1, 10000, 0, "", "preset: width of the padding",
     NULL, NULL},
    {"char", PARAM_TEXT, AT(preset_form, delimiter), 0, 0, 0, "", "preset: the delimiter", NULL,
     NULL},
    {"holds", PARAM_CHOICE, AT(preset_form, holds), 0, 0, 0, "row",
     "the whole row, or a reference to it", holds, NULL},
    {"tables", BY_CODE, "several tables, each a program or {key or preset, holds, store}", NULL,
     NULL},
    {"store", BY_CODE, "what differs from the store around it", NULL, NULL},
    {0},
};
static const struct later_name design_later[] = {
    {NULL, "phases", "simulate changes in mid-run"},
    {0},
};

static const struct param run_rows[] = {
    {"operations", PARAM_COUNT, AT(run_form, operations), 1, 1e12, 0, "",
     "operations, warm-up included; by default 1,000,000, or the whole trace", NULL, NULL},
    {"duration_s", PARAM_DURATION, AT(run_form, duration_ns), 1, YEAR_NS, 1e9, "",
     "simulated time, in place of `operations`", NULL, NULL},
    {"warmup_s", PARAM_DURATION, AT(run_form, warmup_ns), 0, YEAR_NS, 1e9, "0",
     "loads the servers and is left out of counts and latencies", NULL, NULL},
    {"windows", PARAM_COUNT, AT(run_form, windows), 1, 10000, 0, "",
     "pieces of equal operation count; by default 100", NULL, NULL},
    {"window_s", PARAM_DURATION, AT(run_form, window_ns), 1000, YEAR_NS, 1e9, "",
     "pieces of equal time, in place of `windows`", NULL, NULL},
    {"preload", BY_CODE, "what is stored before: a duration, {rows} or {bytes}", NULL, NULL},
    {"incidents", BY_CODE, "servers that are lost and added: a list of {t_s, lose} and {t_s, add}",
     NULL, NULL},
    {0},
};
static const struct param incident_rows[] = {
    {"t_s", PARAM_DURATION, AT(incident_form, at_ns), 0, YEAR_NS, 1e9, NULL, "when", NULL, NULL},
    {"lose", PARAM_COUNT, AT(incident_form, lose), 0, 9999, 0, "",
     "the server that is lost, from 0", NULL, NULL},
    {"add", PARAM_COUNT, AT(incident_form, add), 0, 9999, 0, "",
     "the server that comes back, or the next number: a new one", NULL, NULL},
    {0},
};
static const struct later_name run_later[] = {
    {NULL, "by", "give results by a field's values (`by`)"},
    {0},
};

static const struct param expect_rows[] = {
    {"design", PARAM_TEXT, AT(expect_form, design), 0, 0, 0, NULL, "the design's name", NULL, NULL},
    {"metric", PARAM_TEXT, AT(expect_form, metric), 0, 0, 0, NULL,
     "path into the design's result: writes.servers.peak_to_mean", NULL, NULL},
    {"min", PARAM_NUMBER, AT(expect_form, min), 0, 0, 0, "", "at least", NULL, NULL},
    {"max", PARAM_NUMBER, AT(expect_form, max), 0, 0, 0, "", "at most", NULL, NULL},
    {0},
};

static const struct field_table tables[] = {
    {"", "a scenario", root_rows, NULL, NULL},
    {"workload", "the operations that arrive", workload_rows, NULL, NULL},
    {"workload.fields.F", "a field of the records, beside its generator", field_rows, NULL, NULL},
    {"workload.trace", "a recorded workload", trace_rows, NULL, "path"},
    {"workload.trace.time", "when a row arrives", time_rows, NULL, "field"},
    {"workload.trace.op", "what each row was", op_rows, NULL, "column"},
    {"workload.trace.parse", "recorded row keys taken apart", parse_rows, NULL, NULL},
    {"workload.arrivals", "when operations arrive", arrival_rows, NULL, "process"},
    {"workload.mix", "what arrives; queries by their names", mix_rows, NULL, NULL},
    {"workload.mix.update", "new versions of stored records", update_rows, NULL, "weight"},
    {"workload.phases.N", "a change in mid-run", phase_rows, NULL, NULL},
    {"workload.row", "what a row holds beside its key", row_rows, NULL, NULL},
    {"queries.Q", "a named read", query_rows, NULL, "where"},
    {"queries.Q.scan", "a raw scan", scan_rows, NULL, NULL},
    {"queries.Q.pick.latest", "the newest records first", latest_rows, NULL, "theta"},
    {"designs.D", "a design with its key, or with several tables", design_rows, design_later,
     "key"},
    {"designs.D.tables.T", "a table of a design", design_rows, design_later, "key"},
    {"run", "how long, and what is left out", run_rows, run_later, NULL},
    {"run.incidents.N", "a server that is lost or added", incident_rows, NULL, NULL},
    {"expect.N", "a bound that a design's number must keep", expect_rows, NULL, NULL},
};

enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

const struct field_table *field_table_at(const char *path)
{
    for (size_t i = 0; i < TABLE_COUNT; i++)
        if (!strcmp(tables[i].path, path))
            return &tables[i];
    for (size_t i = 0; i < store_table_count; i++)
        if (!strcmp(store_tables[i].path, path))
            return &store_tables[i];
    return NULL;
}

const struct field_table *field_table_next(const struct field_table *table)
{
    if (!table)
        return &tables[0];
    if (table == &tables[TABLE_COUNT - 1])
        return &store_tables[0];
    return table == &store_tables[store_table_count - 1] ? NULL : table + 1;
}
