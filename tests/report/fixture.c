#include "fixture.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double share_even(uint32_t partition, uint32_t window, const struct fixture_shape *shape)
{
    (void)partition, (void)window, (void)shape;
    return 1;
}

double share_moving(uint32_t partition, uint32_t window, const struct fixture_shape *shape)
{
    return partition == window * shape->partitions / shape->windows;
}

double share_first(uint32_t partition, uint32_t window, const struct fixture_shape *shape)
{
    (void)window, (void)shape;
    return partition == 0;
}

double share_hashed(uint32_t partition, uint32_t window, const struct fixture_shape *shape)
{
    struct rng rng = rng_stream(7, "fixture", partition * (uint64_t)shape->windows + window);
    return 0.8 + 0.4 * rng_unit(&rng);
}

static char *numbered(const char *format, unsigned number)
{
    struct buffer text = {0};
    buffer_format(&text, "%s%u", format, number);
    return buffer_take(&text);
}

// Writes of each partition in each window, which add up to `writes` as nearly as whole numbers can.
static void fill_heat(struct design_result *design, const struct fixture_shape *shape)
{
    for (uint32_t window = 0; window < shape->windows; window++) {
        double sum = 0;
        for (uint32_t i = 0; i < shape->partitions; i++)
            sum += shape->share(i, window, shape);
        for (uint32_t i = 0; i < shape->partitions; i++) {
            const double share = shape->share(i, window, shape) / sum;
            const double writes = share * (double)shape->writes / shape->windows;
            design->heat[i * shape->windows + window] = (uint32_t)(writes + 0.5);
        }
    }
}

static void fill_partitions(struct design_result *design, const struct fixture_shape *shape)
{
    for (uint32_t i = 0; i < shape->partitions; i++) {
        struct partition_result *partition = &design->partitions[i];
        *partition = (struct partition_result){
            .id = i,
            .server = i % shape->servers,
            .start = i == 0 ? mem_text("") : numbered("k", i),
            .end = i + 1 == shape->partitions ? mem_text("") : numbered("k", i + 1)};
        for (uint32_t window = 0; window < shape->windows; window++)
            partition->writes += design->heat[i * shape->windows + window];
        partition->rows = (double)partition->writes;
        partition->bytes = 100 * partition->rows;
        design->heat_rows[i].start = mem_text(partition->start);
    }
}

static void fill_windows(struct design_result *design, const struct fixture_shape *shape,
                         struct load_summary *writes)
{
    double partition_sum = 0, server_sum = 0, share_sum = 0;
    for (uint32_t w = 0; w < shape->windows; w++) {
        struct window_result *window = &design->windows[w];
        window->server_writes = mem_new(shape->servers, sizeof *window->server_writes);
        window->t_s = w;
        window->partitions = shape->partitions;
        uint64_t *counts = mem_new(shape->partitions, sizeof *counts);
        for (uint32_t i = 0; i < shape->partitions; i++) {
            counts[i] = design->heat[i * shape->windows + w];
            window->server_writes[i % shape->servers] += counts[i];
        }
        const struct skew partitions = skew_of(counts, shape->partitions);
        const struct skew servers = skew_of(window->server_writes, shape->servers);
        mem_free(counts);
        window->hottest_partition_share = partitions.top_share;
        if (shape->writes == 0)
            continue;
        writes->window_count++;
        partition_sum += partitions.peak_to_mean;
        server_sum += servers.peak_to_mean;
        share_sum += partitions.top_share;
    }
    const double n = (double)writes->window_count;
    writes->window_top_share = share_sum / n;
    writes->partition_peak_to_mean =
        (struct window_summary){partition_sum / n, partition_sum / n, partition_sum / n};
    writes->server_peak_to_mean =
        (struct window_summary){server_sum / n, server_sum / n, server_sum / n};
}

static void fill_writes(struct design_result *design, const struct fixture_shape *shape)
{
    struct load_summary *writes = &design->writes;
    uint64_t *counts = mem_new(shape->partitions, sizeof *counts);
    uint64_t *servers = mem_new(shape->servers, sizeof *servers);
    for (uint32_t i = 0; i < shape->partitions; i++) {
        counts[i] = design->partitions[i].writes;
        servers[design->partitions[i].server] += counts[i];
        writes->count += counts[i];
    }
    writes->distinct_keys = (double)writes->count;
    writes->partitions = skew_of(counts, shape->partitions);
    writes->servers = skew_of(servers, shape->servers);
    mem_free(counts);
    mem_free(servers);
    writes->window_s = 1;
    writes->window_chance_peak_to_mean = 1.25;
    writes->chance_peak_to_mean = 1.05;
    writes->chi_square = 30;
    writes->chi_degrees = shape->partitions - 1;
    writes->p_value = 0.4;
    writes->sharding_accessed = writes->sharding_total = NAN;
    writes->top_key_share = 0.0001;
    fill_windows(design, shape, writes);
}

static void fill_design(struct design_result *design, const struct fixture_shape *shape)
{
    const uint32_t cells = shape->partitions * shape->windows;
    *design =
        (struct design_result){.name = mem_text(shape->name),
                               .key = mem_text("[ts][host]"),
                               .invertible = true,
                               .tables = mem_new(1, sizeof *design->tables),
                               .table_count = 1,
                               .latencies = mem_new(1, sizeof *design->latencies),
                               .latency_count = 1,
                               .offered_per_s = 30000,
                               .served_per_s = 30000,
                               .servers = shape->servers,
                               .window_s = 1,
                               .window_count = shape->windows,
                               .heat_row_count = shape->partitions,
                               .partition_count = shape->partitions,
                               .partitions = mem_new(shape->partitions, sizeof *design->partitions),
                               .heat_rows = mem_new(shape->partitions, sizeof *design->heat_rows),
                               .windows = mem_new(shape->windows, sizeof *design->windows),
                               .heat = mem_new(cells, sizeof *design->heat),
                               .store_line = mem_text("hbase: 30 handlers, put 1.5 ms, assumed"),
                               .assumptions = mem_new(1, sizeof *design->assumptions),
                               .assumption_count = 1};
    design->assumptions[0] = mem_text("store.service.put_us = 1500: assumed");
    fill_heat(design, shape);
    fill_partitions(design, shape);
    fill_writes(design, shape);
    design->rows = (double)design->writes.count;
    design->bytes = 100 * design->rows;
    design->key_bytes = 20 * design->rows;
    design->key_overhead_ratio = 0.2;
    design->effective_servers = design->writes.server_peak_to_mean.mean > 0
                                    ? shape->servers / design->writes.server_peak_to_mean.mean
                                    : NAN;
    design->saturation_per_s = 20000 * design->effective_servers;
    design->utilisation_max = 30000 / design->saturation_per_s;
    design->overloaded = design->utilisation_max > 1;
    const double ms = design->overloaded ? NAN : 6.9;
    design->latencies[0] =
        (struct latency_summary){mem_text("put"), shape->writes, ms, ms, ms, ms, ms, ms};
    struct table_result *table = &design->tables[0];
    *table = (struct table_result){.name = mem_text(""),
                                   .key = mem_text(design->key),
                                   .encoding = mem_text("binary"),
                                   .presplit = mem_text("learned, 32 regions"),
                                   .presplit_algorithm = mem_text("learned"),
                                   .presplit_regions = shape->partitions,
                                   .key_bytes_mean = 20,
                                   .key_bytes_max = 24,
                                   .row_bytes_mean = 100,
                                   .writes = design->writes};
}

struct result *fixture_result(const struct fixture_shape *shapes, size_t count)
{
    struct result *result = mem_new(1, sizeof *result);
    *result = (struct result){
        .command = mem_text("compare"),
        .version = mem_text("0.1.0"),
        .seed = 42,
        .title = mem_text("orders"),
        .scenario_hash = mem_text("4f1c9a2e00112233"),
        .config = mem_text("{\n  \"seed\": 42,\n  \"store\": {\n    \"servers\": 8\n  }\n}"),
        .scenario_name = mem_text("orders"),
        .measured_s = 10,
        .operations = 300000,
        .designs = mem_new(count, sizeof *result->designs),
        .design_count = count,
        .ranking = mem_new(count, sizeof *result->ranking),
        .ranking_count = count};
    for (size_t i = 0; i < count; i++) {
        fill_design(&result->designs[i], &shapes[i]);
        // Best first, by insertion.
        size_t at = i;
        for (; at > 0 && result->designs[result->ranking[at - 1]].saturation_per_s <
                             result->designs[i].saturation_per_s;
             at--)
            result->ranking[at] = result->ranking[at - 1];
        result->ranking[at] = (uint32_t)i;
    }
    return result;
}

struct result *fixture_three(void)
{
    static const struct fixture_shape shapes[] = {
        {"time first", 32, 8, 10, 300000, share_moving},
        {"bucketed", 16, 8, 10, 300000, share_even},
        {"hash prefix", 32, 8, 10, 300000, share_hashed},
    };
    return fixture_result(shapes, 3);
}

void fixture_query(struct design_result *design, const char *name, double amplification,
                   double issued, double needed)
{
    const double ms = design->overloaded ? NAN : issued;
    design->latencies =
        mem_resize(design->latencies, design->latency_count + 1, sizeof *design->latencies);
    design->latencies[design->latency_count++] =
        (struct latency_summary){mem_text(name), 100, ms, ms, ms, 2 * ms, 2 * ms, 2 * ms};
    design->queries = mem_resize(design->queries, design->query_count + 1, sizeof *design->queries);
    design->queries[design->query_count++] =
        (struct query_result){.name = mem_text(name),
                              .count = 100,
                              .occurrences = 100,
                              .table = mem_text(""),
                              .plan = mem_text("16 scans"),
                              .shape = mem_text("scatter"),
                              .ranges = {issued, issued, issued, issued},
                              .ranges_necessary = {needed, needed, needed, needed},
                              .partitions = {issued, issued, issued, issued},
                              .servers = {8, 8, 8, 8},
                              .rows_examined = {50 * amplification, 50, 50, 50},
                              .rows_returned = {50, 50, 50, 50},
                              .work_ms = 2.5,
                              .read_amplification = amplification,
                              .rows_missed = NAN,
                              .rows_foreign = NAN,
                              .latency = {mem_text(name), 100, ms, ms, ms, 2 * ms, 2 * ms, 2 * ms}};
}
