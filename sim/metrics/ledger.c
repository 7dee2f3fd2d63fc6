#include "metrics/ledger.h"

#include "base/mem.h"
#include "stats/occupancy.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct peak {
    double partitions, servers; // peak-to-mean; NaN: no write
    uint64_t writes;
};

struct ledger {
    struct ledger_layout layout;
    uint32_t *server_of, *table_first, *heat_row_of;
    uint64_t *writes;         // [partitions] closed windows and what is beyond them
    uint32_t *open_writes;    // [partitions] the open window
    uint64_t *server_scratch; // [servers]
    uint64_t *server_writes;  // [windows][servers]
    double *hottest_share;    // [windows]
    struct peak *peaks;       // [windows][tables + 1], the last for all
    sim_ns *started;          // [windows]
    uint32_t *heat;           // [heat_rows][windows]
    uint32_t window;          // the open one
    bool opened;
    sim_ns first, end; // of the reported windows
};

static uint32_t *copy_of(const uint32_t *values, size_t count)
{
    uint32_t *copy = mem_new(count, sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    return copy;
}

struct ledger *ledger_new(const struct ledger_layout *layout)
{
    struct ledger *ledger = mem_new(1, sizeof *ledger);
    const size_t windows = layout->windows;
    *ledger = (struct ledger){
        .layout = *layout,
        .server_of = copy_of(layout->server_of, layout->partitions),
        .table_first = copy_of(layout->table_first, layout->tables + 1),
        .heat_row_of = copy_of(layout->heat_row_of, layout->partitions),
        .writes = mem_new(layout->partitions, sizeof *ledger->writes),
        .open_writes = mem_new(layout->partitions, sizeof *ledger->open_writes),
        .server_scratch = mem_new(layout->servers, sizeof *ledger->server_scratch),
        .server_writes = mem_new(windows * layout->servers, sizeof *ledger->server_writes),
        .hottest_share = mem_new(windows, sizeof *ledger->hottest_share),
        .peaks = mem_new(windows * (layout->tables + 1), sizeof *ledger->peaks),
        .started = mem_new(windows, sizeof *ledger->started),
        .heat = mem_new((size_t)layout->heat_rows * windows, sizeof *ledger->heat),
    };
    return ledger;
}

void ledger_free(struct ledger *ledger)
{
    if (!ledger)
        return;
    mem_free(ledger->server_of);
    mem_free(ledger->table_first);
    mem_free(ledger->heat_row_of);
    mem_free(ledger->writes);
    mem_free(ledger->open_writes);
    mem_free(ledger->server_scratch);
    mem_free(ledger->server_writes);
    mem_free(ledger->hottest_share);
    mem_free(ledger->peaks);
    mem_free(ledger->started);
    mem_free(ledger->heat);
    mem_free(ledger);
}

void ledger_count(struct ledger *ledger, const uint32_t *partition, size_t count)
{
    uint32_t *open = ledger->open_writes;
    for (size_t i = 0; i < count; i++)
        open[partition[i]]++;
}

void ledger_heat(struct ledger *ledger, const uint32_t *heat_row, size_t count)
{
    if (ledger->window >= ledger->layout.windows)
        return;
    uint32_t *column = ledger->heat + ledger->window;
    for (size_t i = 0; i < count; i++)
        column[(size_t)heat_row[i] * ledger->layout.windows]++;
}

static double peak_to_mean(uint64_t peak, uint64_t sum, uint64_t count)
{
    return sum > 0 ? (double)peak * (double)count / (double)sum : NAN;
}

// The window's peaks over the partitions first .. beyond, and its servers' writes into `servers`.
static struct peak peak_of(struct ledger *ledger, uint32_t first, uint32_t beyond,
                           uint64_t *servers, uint64_t *out_hottest)
{
    const uint32_t server_count = ledger->layout.servers;
    memset(servers, 0, server_count * sizeof *servers);
    uint64_t hottest = 0;
    uint64_t sum = 0;
    for (uint32_t i = first; i < beyond; i++) {
        const uint64_t writes = ledger->open_writes[i];
        sum += writes;
        hottest = writes > hottest ? writes : hottest;
        servers[ledger->server_of[i]] += writes;
    }
    uint64_t busiest = 0;
    for (uint32_t s = 0; s < server_count; s++)
        busiest = servers[s] > busiest ? servers[s] : busiest;
    *out_hottest = hottest;
    return (struct peak){
        .partitions = peak_to_mean(hottest, sum, beyond - first),
        .servers = peak_to_mean(busiest, sum, server_count),
        .writes = sum,
    };
}

static void report_window(struct ledger *ledger)
{
    const struct ledger_layout *layout = &ledger->layout;
    const size_t w = ledger->window;
    struct peak *peaks = ledger->peaks + w * (layout->tables + 1);
    uint64_t hottest;
    for (uint32_t t = 0; t < layout->tables; t++)
        peaks[t] = peak_of(ledger, ledger->table_first[t], ledger->table_first[t + 1],
                           ledger->server_scratch, &hottest);
    peaks[layout->tables] = peak_of(ledger, 0, layout->partitions,
                                    ledger->server_writes + w * layout->servers, &hottest);
    const uint64_t sum = peaks[layout->tables].writes;
    ledger->hottest_share[w] = sum > 0 ? (double)hottest / (double)sum : NAN;

    for (uint32_t i = 0; i < layout->partitions; i++) {
        const uint32_t row = ledger->heat_row_of[i];
        if (row != HEAT_ELSEWHERE)
            ledger->heat[(size_t)row * layout->windows + w] += ledger->open_writes[i];
    }
}

static void close_window(struct ledger *ledger)
{
    if (ledger->window < ledger->layout.windows)
        report_window(ledger);
    for (uint32_t i = 0; i < ledger->layout.partitions; i++)
        ledger->writes[i] += ledger->open_writes[i];
    memset(ledger->open_writes, 0, ledger->layout.partitions * sizeof *ledger->open_writes);
}

void ledger_open_window(struct ledger *ledger, uint32_t window, sim_ns at)
{
    if (!ledger->opened) {
        ledger->opened = true;
        ledger->first = at;
        ledger->window = 0;
        if (ledger->layout.windows > 0)
            ledger->started[0] = at;
    }
    assert(window >= ledger->window);
    while (ledger->window < window) {
        close_window(ledger);
        ledger->window++;
        if (ledger->window < ledger->layout.windows)
            ledger->started[ledger->window] = at;
        else
            ledger->end = at;
    }
}

void ledger_finish(struct ledger *ledger, sim_ns end)
{
    ledger_open_window(ledger, ledger->layout.windows, end);
    close_window(ledger);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

// Sorts `values` in place; percentiles by nearest rank.
static struct window_summary summary_of(double *values, size_t count)
{
    if (count == 0)
        return (struct window_summary){.mean = NAN, .p99 = NAN, .max = NAN};
    qsort(values, count, sizeof *values, compare_doubles);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    const size_t rank = (count * 99 + 99) / 100;
    return (struct window_summary){
        .mean = sum / (double)count,
        .p99 = values[rank - 1],
        .max = values[count - 1],
    };
}

static void summarise_windows(const struct ledger *ledger, uint32_t table, uint32_t partitions,
                              struct load_summary *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    double *values = mem_new(layout->windows, 2 * sizeof *values);
    double *server_values = values + layout->windows;
    uint64_t writes = 0;
    size_t count = 0;
    for (size_t w = 0; w < layout->windows; w++) {
        const struct peak *peak = &ledger->peaks[w * (layout->tables + 1) + table];
        if (peak->writes == 0)
            continue;
        values[count] = peak->partitions;
        server_values[count] = peak->servers;
        writes += peak->writes;
        count++;
    }
    out->window_count = count;
    out->partition_peak_to_mean = summary_of(values, count);
    out->server_peak_to_mean = summary_of(server_values, count);
    out->window_chance_peak_to_mean =
        count > 0 ? occupancy_peak_to_mean(partitions, (writes + count / 2) / count) : NAN;
    mem_free(values);
}

static double mean_window_s(const struct ledger *ledger)
{
    const uint32_t windows = ledger->layout.windows;
    if (windows == 0 || !ledger->opened)
        return NAN;
    return (double)(ledger->end - ledger->first) / (double)NS_PER_S / (double)windows;
}

void ledger_summarise(const struct ledger *ledger, uint32_t table, struct load_summary *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    const bool all = table == layout->tables;
    const uint32_t first = all ? 0 : ledger->table_first[table];
    const uint32_t beyond = all ? layout->partitions : ledger->table_first[table + 1];
    const uint32_t partitions = beyond - first;
    const uint64_t *writes = ledger->writes + first;

    uint64_t *servers = mem_new(layout->servers, sizeof *servers);
    out->count = 0;
    for (uint32_t i = 0; i < partitions; i++) {
        out->count += writes[i];
        servers[ledger->server_of[first + i]] += writes[i];
    }
    out->partitions = skew_of(writes, partitions);
    out->servers = skew_of(servers, layout->servers);
    out->chance_peak_to_mean = occupancy_peak_to_mean(partitions, out->count);
    out->chi_square = chi_square_of(writes, partitions);
    out->chi_degrees = partitions - 1;
    out->p_value =
        partitions > 1 && out->count > 0 ? chi_square_tail(out->chi_square, out->chi_degrees) : NAN;
    out->window_s = mean_window_s(ledger);
    summarise_windows(ledger, table, partitions, out);
    mem_free(servers);
}

void ledger_summarise_nothing(const struct ledger *ledger, struct load_summary *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    uint64_t *none = mem_new(layout->partitions + layout->servers, sizeof *none);
    out->partitions = skew_of(none, layout->partitions);
    out->servers = skew_of(none, layout->servers);
    mem_free(none);
    out->window_s = mean_window_s(ledger);
    out->window_chance_peak_to_mean = NAN;
    out->chance_peak_to_mean = out->chi_square = out->p_value = NAN;
    out->partition_peak_to_mean = out->server_peak_to_mean = summary_of(NULL, 0);
}

const uint64_t *ledger_writes(const struct ledger *ledger)
{
    return ledger->writes;
}

void ledger_timeline(const struct ledger *ledger, struct design_result *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    const size_t servers = layout->servers;
    out->window_s = mean_window_s(ledger);
    out->window_count = layout->windows;
    out->servers = layout->servers;
    out->windows = mem_new(layout->windows, sizeof *out->windows);
    for (size_t w = 0; w < layout->windows; w++) {
        struct window_result *window = &out->windows[w];
        window->t_s = (double)ledger->started[w] / (double)NS_PER_S;
        window->hottest_partition_share = ledger->hottest_share[w];
        window->partitions = layout->partitions;
        window->server_writes = mem_new(servers, sizeof *window->server_writes);
        memcpy(window->server_writes, ledger->server_writes + w * servers,
               servers * sizeof *window->server_writes);
    }
    const size_t cells = (size_t)layout->heat_rows * layout->windows;
    out->heat = mem_new(cells, sizeof *out->heat);
    memcpy(out->heat, ledger->heat, cells * sizeof *out->heat);
}
