// What a finished ledger has to say.
#include "metrics/ledger.h"

#include "base/mem.h"
#include "metrics/ledger_state.h"
#include "stats/occupancy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    double shares = 0;
    size_t count = 0;
    for (size_t w = 0; w < layout->windows; w++) {
        const struct peak *peak = &ledger->peaks[w * (layout->tables + 1) + table];
        if (peak->writes == 0)
            continue;
        values[count] = peak->partitions;
        server_values[count] = peak->servers;
        writes += peak->writes;
        shares +=
            (double)ledger->hottest[w * (layout->tables + 1) + table].writes / (double)peak->writes;
        count++;
    }
    out->window_count = count;
    out->window_top_share = count > 0 ? shares / (double)count : NAN;
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

// Writes of the partitions that there are, of one table or all; the caller frees them.
static uint64_t *writes_of(const struct ledger *ledger, uint32_t first, uint32_t beyond,
                           uint32_t *out_count)
{
    uint64_t *writes = mem_new(ledger->layout.partitions, sizeof *writes);
    *out_count = 0;
    for (uint32_t t = first; t < beyond; t++) {
        memcpy(writes + *out_count, ledger->writes + ledger->table_first[t],
               ledger->table_count[t] * sizeof *writes);
        *out_count += ledger->table_count[t];
    }
    return writes;
}

// Of the servers that are alive, and of lost ones that were written to; the caller frees them.
static uint64_t *server_writes_of(const struct ledger *ledger, uint32_t first, uint32_t beyond,
                                  uint32_t *out_count)
{
    const size_t capacity = ledger->layout.server_capacity;
    uint64_t *servers = mem_new(capacity, sizeof *servers);
    uint32_t count = 0;
    for (size_t s = 0; s < capacity; s++) {
        uint64_t writes = 0;
        for (uint32_t t = first; t < beyond; t++)
            writes += ledger->server_totals[t * capacity + s];
        if (writes > 0 || ledger->is_alive[s])
            servers[count++] = writes;
    }
    *out_count = count;
    return servers;
}

void ledger_summarise(const struct ledger *ledger, uint32_t table, struct load_summary *out)
{
    const bool all = table == ledger->layout.tables;
    const uint32_t first = all ? 0 : table;
    const uint32_t beyond = all ? table : table + 1;
    uint32_t partitions;
    uint32_t server_count;
    uint64_t *writes = writes_of(ledger, first, beyond, &partitions);
    uint64_t *servers = server_writes_of(ledger, first, beyond, &server_count);
    out->count = 0;
    for (uint32_t i = 0; i < partitions; i++)
        out->count += writes[i];
    out->partitions = skew_of(writes, partitions);
    out->servers = skew_of(servers, server_count);
    out->chance_peak_to_mean = occupancy_peak_to_mean(partitions, out->count);
    out->chi_square = chi_square_of(writes, partitions);
    out->chi_degrees = partitions - 1;
    out->p_value =
        partitions > 1 && out->count > 0 ? chi_square_tail(out->chi_square, out->chi_degrees) : NAN;
    out->window_s = mean_window_s(ledger);
    summarise_windows(ledger, table, partitions, out);
    mem_free(writes);
    mem_free(servers);
}

void ledger_summarise_nothing(const struct ledger *ledger, struct load_summary *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    uint64_t *none = mem_new(layout->partitions + layout->servers, sizeof *none);
    uint32_t partitions = 0;
    for (uint32_t t = 0; t < layout->tables; t++)
        partitions += ledger->table_count[t];
    out->partitions = skew_of(none, partitions);
    out->servers = skew_of(none, layout->servers);
    mem_free(none);
    out->window_s = mean_window_s(ledger);
    out->window_chance_peak_to_mean = out->window_top_share = NAN;
    out->chance_peak_to_mean = out->chi_square = out->p_value = NAN;
    out->partition_peak_to_mean = out->server_peak_to_mean = summary_of(NULL, 0);
}

const uint64_t *ledger_writes(const struct ledger *ledger)
{
    return ledger->writes;
}

size_t ledger_hot_windows(const struct ledger *ledger, uint32_t table, struct hot_window *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    for (size_t w = 0; w < layout->windows; w++) {
        const size_t at = w * (layout->tables + 1) + table;
        const struct hottest *hottest = &ledger->hottest[at];
        const sim_ns until = w + 1 < layout->windows ? ledger->started[w + 1] : ledger->end;
        out[w] = (struct hot_window){
            .t_s = (double)ledger->started[w] / (double)NS_PER_S,
            .until_s = (double)until / (double)NS_PER_S,
            .writes = ledger->peaks[at].writes,
            .hottest = hottest->writes,
            .partition = hottest->partition - ledger->table_first[table],
            .server = hottest->server,
            .partitions = hottest->partitions,
            .servers = ledger->alive_servers[w],
        };
    }
    return ledger->opened ? layout->windows : 0;
}

bool ledger_adds_up(const struct ledger *ledger)
{
    const size_t capacity = ledger->layout.server_capacity;
    bool adds_up = true;
    for (uint32_t t = 0; t < ledger->layout.tables; t++) {
        uint64_t sum = 0;
        for (uint32_t i = ledger->table_first[t]; i < ledger->table_first[t + 1]; i++)
            sum += ledger->writes[i];
        for (size_t s = 0; s < capacity; s++)
            sum -= ledger->server_totals[t * capacity + s];
        adds_up = adds_up && sum == 0;
    }
    return adds_up;
}

void ledger_timeline(const struct ledger *ledger, struct design_result *out)
{
    const struct ledger_layout *layout = &ledger->layout;
    const size_t servers = layout->server_capacity;
    out->window_s = mean_window_s(ledger);
    out->window_count = layout->windows;
    out->servers = layout->server_capacity;
    out->windows = mem_new(layout->windows, sizeof *out->windows);
    for (size_t w = 0; w < layout->windows; w++) {
        struct window_result *window = &out->windows[w];
        window->t_s = (double)ledger->started[w] / (double)NS_PER_S;
        const struct hottest *hottest = &ledger->hottest[w * (layout->tables + 1) + layout->tables];
        const uint64_t writes = ledger->peaks[w * (layout->tables + 1) + layout->tables].writes;
        window->hottest_partition_share =
            writes > 0 ? (double)hottest->writes / (double)writes : NAN;
        window->hottest_server = hottest->server;
        window->partitions = hottest->partitions;
        window->server_writes = mem_new(servers, sizeof *window->server_writes);
        memcpy(window->server_writes, ledger->server_writes + w * servers,
               servers * sizeof *window->server_writes);
    }
    const size_t cells = (size_t)layout->heat_rows * layout->windows;
    out->heat = mem_new(cells, sizeof *out->heat);
    memcpy(out->heat, ledger->heat, cells * sizeof *out->heat);
}
