#include "metrics/result.h"

#include "base/mem.h"
#include "metrics/result_field.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static struct table_result tables[] = {
    {.name = "by_host", .writes = {.count = 5}},
    {.name = "by_host.v2", .writes = {.count = 6}},
    {.name = "", .writes = {.count = 7}},
};
static struct latency_summary latencies[] = {{.name = "put", .p99_ms = 6.5, .p999_ms = 8}};
static struct query_result queries[] = {{.name = "recent", .count = 9}};
static const struct design_result design = {
    .tables = tables,
    .table_count = 3,
    .latencies = latencies,
    .latency_count = 1,
    .queries = queries,
    .query_count = 1,
    .overloaded = true,
    .rows = 1e6,
    .servers = 8,
    .writes = {.count = 11,
               .servers = {.peak_to_mean = 1.6},
               .p_value = NAN,
               .partition_peak_to_mean = {.mean = 2.5}},
};

struct path {
    const char *path;
    bool found;
    double value;
};

static const struct path paths[] = {
    {"writes.servers.peak_to_mean", true, 1.6},
    {"writes.count", true, 11},
    {"writes.windows.partition_peak_to_mean.mean", true, 2.5},
    {"writes.chance.p_value", true, NAN},
    {"latency_ms.put.p99", true, 6.5},
    {"latency_ms.put.p999", true, 8},
    {"tables.by_host.writes.count", true, 5},
    {"tables.by_host.v2.writes.count", true, 6},
    {"tables..writes.count", true, 7},
    {"queries.recent.count", true, 9},
    {"throughput.overloaded", true, 1},
    {"storage.rows", true, 1e6},
    {"servers", true, 8},
    {"", false, 0},
    {".", false, 0},
    {"writes", false, 0},
    {"writes.", false, 0},
    {"writes.count.", false, 0},
    {"writes.count.more", false, 0},
    {"writes.coun", false, 0},
    {"Writes.count", false, 0},
    {"name", false, 0},
    {"tables", false, 0},
    {"tables.by_host", false, 0},
    {"tables.nobody.writes.count", false, 0},
    {"latency_ms.get.p99", false, 0},
    {"partitions.0.writes", false, 0},
    {"heatmap.writes", false, 0},
};

Test(result_metric, finds_numbers_by_their_path_and_nothing_else)
{
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        double value = -1;
        const bool found = result_metric(&design, paths[i].path, &value);
        cr_expect_eq(found, paths[i].found, "%s", paths[i].path);
        if (!paths[i].found)
            cr_expect_eq(value, -1, "%s: untouched", paths[i].path);
        else if (isnan(paths[i].value))
            cr_expect(isnan(value), "%s", paths[i].path);
        else
            cr_expect_eq(value, paths[i].value, "%s: %g", paths[i].path, value);
    }
}

static void check_rows(const struct result_field *fields)
{
    for (const struct result_field *field = fields; field->name; field++) {
        const bool nested =
            field->kind == RESULT_OBJECT || field->kind == RESULT_LIST || field->kind == RESULT_MAP;
        cr_expect_eq(nested, field->members != NULL, "%s", field->name);
        cr_expect_eq(field->kind == RESULT_LIST || field->kind == RESULT_MAP, field->item_size > 0,
                     "%s", field->name);
        for (const struct result_field *other = fields; other != field; other++)
            cr_expect_str_neq(other->name, field->name);
        if (nested)
            check_rows(field->members);
    }
}

Test(result_fields, are_told_apart_and_have_what_their_kind_needs)
{
    check_rows(result_fields);
}

Test(result_free, takes_nothing_and_an_empty_result)
{
    result_free(NULL);
    result_free(mem_new(1, sizeof(struct result)));
}
