// Where the reference's writes went, in all and in windows.

#include "base/mem.h"
#include "selftest/reference_state.h"
#include "stats/occupancy.h"
#include "stats/real.h"

#include <math.h>
#include <stdlib.h>

// ---- skew, after its definitions ----

static struct skew skew_by_definition(const uint64_t *counts, size_t count)
{
    struct skew skew = {count, 0, 0, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    const double n = (double)count;
    double sum = 0, squares = 0, differences = 0, deviations = 0, entropy = 0;
    for (size_t i = 0; i < count; i++) {
        const double x = (double)counts[i];
        skew.active += counts[i] != 0;
        skew.max = x > skew.max ? x : skew.max;
        sum += x;
        squares += x * x;
        for (size_t j = 0; j < count; j++)
            differences += fabs(x - (double)counts[j]);
    }
    skew.mean = sum / n;
    if (skew.active == 0)
        return skew;
    for (size_t i = 0; i < count; i++) {
        const double share = (double)counts[i] / sum;
        deviations += ((double)counts[i] - skew.mean) * ((double)counts[i] - skew.mean);
        entropy += counts[i] > 0 ? share * real_log(1 / share) : 0;
    }
    skew.peak_to_mean = skew.max * n / sum;
    skew.cv = real_sqrt(deviations / n) / skew.mean;
    skew.gini = differences / (2 * n * sum); // half the mean difference of two, over the mean
    skew.jain = sum * sum / (n * squares);
    skew.top_share = skew.max / sum;
    skew.effective = sum / skew.max;
    if (count > 1)
        skew.entropy_ratio = entropy / real_log(n);
    return skew;
}

// ---- counts ----

struct counts {
    uint64_t *partitions, *servers; // of a table's partitions, or of all
    uint32_t first, partition_count;
    uint64_t writes;
};

enum { EVERY_WINDOW = -1 };

static struct counts count_writes(const struct reference *reference, size_t table, int64_t window)
{
    const bool all = table == reference->table_count;
    struct counts counts = {.first = all ? 0 : reference->tables[table].first,
                            .partition_count =
                                all ? reference->partitions : reference->tables[table].partitions};
    counts.partitions = mem_new(counts.partition_count, sizeof *counts.partitions);
    counts.servers = mem_new(reference->servers, sizeof *counts.servers);
    for (size_t i = reference->measured_from; i < reference->put_count; i++) {
        if (window != EVERY_WINDOW && reference->puts[i].window != (uint64_t)window)
            continue;
        for (size_t t = 0; t < reference->table_count; t++) {
            if (!reference_counts(reference, t, table))
                continue;
            const uint32_t partition = reference->tables[t].writes[i].partition;
            counts.partitions[partition - counts.first]++;
            counts.servers[reference->server_of[partition]]++;
            counts.writes++;
        }
    }
    return counts;
}

static void counts_done(struct counts *counts)
{
    mem_free(counts->partitions);
    mem_free(counts->servers);
}

static uint32_t place_of_most(const uint64_t *counts, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = counts[i] > counts[most] ? i : most;
    return most;
}

static double ratio_of_most(const uint64_t *counts, uint32_t count, uint64_t sum)
{
    return (double)counts[place_of_most(counts, count)] / ((double)sum / count);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct window_summary summarise(double *values, size_t count)
{
    double sum = 0;
    qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    size_t rank = 1; // the least that 99 of 100 do not pass
    while (rank * 100 < count * 99)
        rank++;
    return (struct window_summary){
        .mean = sum / (double)count, .p99 = values[rank - 1], .max = values[count - 1]};
}

// ---- windows ----

static sim_ns first_from(const struct reference *reference, uint64_t window)
{
    for (size_t i = reference->measured_from; i < reference->put_count; i++) {
        if (reference->puts[i].window >= window)
            return reference->puts[i].at;
    }
    return reference->puts[reference->put_count - 1].at;
}

static double mean_window_s(const struct reference *reference)
{
    const sim_ns end = first_from(reference, reference->windows);
    return (double)(end - first_from(reference, 0)) / 1e9 / (double)reference->windows;
}

static void summarise_windows(const struct reference *reference, size_t table,
                              struct load_summary *out)
{
    double *partition_ratios = mem_new(2 * reference->windows, sizeof *partition_ratios);
    double *server_ratios = partition_ratios + reference->windows;
    uint64_t writes = 0;
    size_t seen = 0;
    double shares = 0;
    for (uint64_t w = 0; w < reference->windows; w++) {
        struct counts counts = count_writes(reference, table, (int64_t)w);
        if (counts.writes > 0) {
            const uint32_t most = place_of_most(counts.partitions, counts.partition_count);
            partition_ratios[seen] =
                ratio_of_most(counts.partitions, counts.partition_count, counts.writes);
            server_ratios[seen++] =
                ratio_of_most(counts.servers, reference->servers, counts.writes);
            shares += (double)counts.partitions[most] / (double)counts.writes;
            writes += counts.writes;
        }
        counts_done(&counts);
    }
    out->window_count = seen;
    out->window_top_share = shares / (double)seen;
    out->partition_peak_to_mean = summarise(partition_ratios, seen);
    out->server_peak_to_mean = summarise(server_ratios, seen);
    const uint32_t partitions = table == reference->table_count
                                    ? reference->partitions
                                    : reference->tables[table].partitions;
    const uint64_t mean_writes = (2 * writes + seen) / (2 * seen);
    out->window_chance_peak_to_mean = occupancy_peak_to_mean(partitions, mean_writes);
    mem_free(partition_ratios);
}

void reference_writes(const struct reference *reference, size_t table, struct load_summary *out)
{
    struct counts counts = count_writes(reference, table, EVERY_WINDOW);
    const uint64_t n = counts.partition_count;
    uint64_t squares = 0;
    for (uint64_t i = 0; i < n; i++)
        squares += counts.partitions[i] * counts.partitions[i];
    out->count = counts.writes;
    out->partitions = skew_by_definition(counts.partitions, n);
    out->servers = skew_by_definition(counts.servers, reference->servers);
    out->chance_peak_to_mean = occupancy_peak_to_mean(n, counts.writes);
    out->chi_square = (double)(n * squares - counts.writes * counts.writes) / (double)counts.writes;
    out->chi_degrees = n - 1;
    out->p_value = n > 1 ? chi_square_tail(out->chi_square, n - 1) : NAN;
    out->window_s = mean_window_s(reference);
    summarise_windows(reference, table, out);
    counts_done(&counts);
}

void reference_nothing_read(const struct reference *reference, struct load_summary *out)
{
    uint64_t *none = mem_new(reference->partitions + reference->servers, sizeof *none);
    const struct window_summary undefined = {NAN, NAN, NAN};
    *out = (struct load_summary){.distinct_keys = NAN,
                                 .overwrites = NAN,
                                 .partitions = skew_by_definition(none, reference->partitions),
                                 .servers = skew_by_definition(none, reference->servers),
                                 .window_s = mean_window_s(reference),
                                 .partition_peak_to_mean = undefined,
                                 .server_peak_to_mean = undefined,
                                 .window_chance_peak_to_mean = NAN,
                                 .window_top_share = NAN,
                                 .chance_peak_to_mean = NAN,
                                 .chi_square = NAN,
                                 .p_value = NAN,
                                 .sharding_accessed = NAN,
                                 .sharding_total = NAN,
                                 .top_key_share = NAN};
    mem_free(none);
}

void reference_windows(const struct reference *reference, struct design_result *out)
{
    out->servers = reference->servers;
    out->window_s = mean_window_s(reference);
    out->window_count = reference->windows;
    out->windows = mem_new(reference->windows, sizeof *out->windows);
    out->heat = mem_new(reference->windows * reference->partitions, sizeof *out->heat);
    for (uint64_t w = 0; w < reference->windows; w++) {
        struct counts counts = count_writes(reference, reference->table_count, (int64_t)w);
        const uint32_t hottest = place_of_most(counts.partitions, reference->partitions);
        out->windows[w] = (struct window_result){
            .t_s = (double)first_from(reference, w) / 1e9,
            .server_writes = counts.servers,
            .hottest_partition_share =
                counts.writes > 0 ? (double)counts.partitions[hottest] / (double)counts.writes
                                  : NAN,
            .hottest_server = reference->server_of[hottest],
            .partitions = reference->partitions};
        for (uint32_t i = 0; i < reference->partitions; i++)
            out->heat[i * reference->windows + w] = (uint32_t)counts.partitions[i];
        mem_free(counts.partitions);
    }
}
