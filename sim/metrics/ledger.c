#include "metrics/ledger.h"

#include "base/mem.h"
#include "metrics/ledger_state.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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
    const size_t capacity = layout->server_capacity;
    *ledger = (struct ledger){
        .layout = *layout,
        .server_of = copy_of(layout->server_of, layout->partitions),
        .table_first = copy_of(layout->table_first, layout->tables + 1),
        .heat_row_of = copy_of(layout->heat_row_of, layout->partitions),
        .writes = mem_new(layout->partitions, sizeof *ledger->writes),
        .open_writes = mem_new(layout->partitions, sizeof *ledger->open_writes),
        .table_count = copy_of(layout->table_count, layout->tables),
        .is_alive = mem_new(capacity, sizeof *ledger->is_alive),
        .alive = layout->servers,
        .server_scratch = mem_new(capacity, sizeof *ledger->server_scratch),
        .server_writes = mem_new(windows * capacity, sizeof *ledger->server_writes),
        .server_totals = mem_new(layout->tables * capacity, sizeof *ledger->server_totals),
        .hottest = mem_new(windows * (layout->tables + 1), sizeof *ledger->hottest),
        .alive_servers = mem_new(windows, sizeof *ledger->alive_servers),
        .peaks = mem_new(windows * (layout->tables + 1), sizeof *ledger->peaks),
        .started = mem_new(windows, sizeof *ledger->started),
        .heat = mem_new((size_t)layout->heat_rows * windows, sizeof *ledger->heat),
    };
    for (uint32_t s = 0; s < layout->servers; s++)
        ledger->is_alive[s] = true;
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
    mem_free(ledger->hottest);
    mem_free(ledger->alive_servers);
    mem_free(ledger->table_count);
    mem_free(ledger->is_alive);
    mem_free(ledger->left_behind);
    mem_free(ledger->moved_writes);
    mem_free(ledger->server_totals);
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

// ---- what changes ----

void ledger_add_partition(struct ledger *ledger, uint32_t table, uint32_t partition,
                          uint32_t server)
{
    assert(partition == ledger->table_first[table] + ledger->table_count[table]);
    assert(partition < ledger->table_first[table + 1]);
    ledger->table_count[table]++;
    ledger->server_of[partition] = server;
}

static uint32_t table_of(const struct ledger *ledger, uint32_t partition)
{
    uint32_t table = 0;
    while (partition >= ledger->table_first[table + 1])
        table++;
    return table;
}

void ledger_move(struct ledger *ledger, uint32_t partition, uint32_t server)
{
    const struct ledger_layout *layout = &ledger->layout;
    const size_t capacity = layout->server_capacity;
    if (!ledger->left_behind) {
        ledger->left_behind = mem_new(layout->partitions, sizeof *ledger->left_behind);
        ledger->moved_writes = mem_new(layout->tables * capacity, sizeof *ledger->moved_writes);
    }
    const uint32_t fresh = ledger->open_writes[partition] - ledger->left_behind[partition];
    const size_t table = table_of(ledger, partition);
    ledger->moved_writes[table * capacity + ledger->server_of[partition]] += fresh;
    ledger->left_behind[partition] += fresh;
    ledger->server_of[partition] = server;
}

void ledger_set_alive(struct ledger *ledger, uint32_t server, bool is_alive)
{
    ledger->alive += is_alive;
    ledger->alive -= ledger->is_alive[server];
    ledger->is_alive[server] = is_alive;
}

// ---- windows ----

// What the servers got of a table in the open window is added to `servers`.
static void add_servers(const struct ledger *ledger, uint32_t table, uint64_t *servers)
{
    const uint32_t capacity = ledger->layout.server_capacity;
    const uint32_t first = ledger->table_first[table];
    const uint32_t beyond = first + ledger->table_count[table];
    for (uint32_t i = first; i < beyond; i++)
        servers[ledger->server_of[i]] += ledger->open_writes[i];
    if (!ledger->left_behind)
        return;
    for (uint32_t i = first; i < beyond; i++)
        servers[ledger->server_of[i]] -= ledger->left_behind[i];
    for (uint32_t s = 0; s < capacity; s++)
        servers[s] += ledger->moved_writes[(size_t)table * capacity + s];
}

struct tops { // over the partitions of some tables
    uint64_t sum, most;
    uint32_t hottest, count;
};

static void add_tops(const struct ledger *ledger, uint32_t table, struct tops *tops)
{
    const uint32_t first = ledger->table_first[table];
    const uint32_t beyond = first + ledger->table_count[table];
    tops->count += ledger->table_count[table];
    for (uint32_t i = first; i < beyond; i++) {
        const uint64_t writes = ledger->open_writes[i];
        tops->hottest = writes > tops->most ? i : tops->hottest;
        tops->sum += writes;
        tops->most = writes > tops->most ? writes : tops->most;
    }
}

static struct peak peak_of(const struct ledger *ledger, const struct tops *tops,
                           const uint64_t *servers)
{
    uint64_t busiest = 0;
    for (uint32_t s = 0; s < ledger->layout.server_capacity; s++)
        busiest = servers[s] > busiest ? servers[s] : busiest;
    return (struct peak){
        .partitions = peak_to_mean(tops->most, tops->sum, tops->count),
        .servers = peak_to_mean(busiest, tops->sum, ledger->alive),
        .writes = tops->sum,
    };
}

static struct hottest hottest_of(const struct ledger *ledger, const struct tops *tops)
{
    return (struct hottest){.partition = tops->hottest,
                            .server = ledger->server_of[tops->hottest],
                            .partitions = tops->count,
                            .writes = tops->most};
}

static void report_window(struct ledger *ledger)
{
    const struct ledger_layout *layout = &ledger->layout;
    const size_t capacity = layout->server_capacity;
    const size_t w = ledger->window;
    struct peak *peaks = ledger->peaks + w * (layout->tables + 1);
    struct hottest *hottest = ledger->hottest + w * (layout->tables + 1);
    uint64_t *servers = ledger->server_writes + w * capacity;
    struct tops all = {0};
    for (uint32_t t = 0; t < layout->tables; t++) {
        struct tops tops = {.hottest = ledger->table_first[t]};
        memset(ledger->server_scratch, 0, capacity * sizeof *ledger->server_scratch);
        add_tops(ledger, t, &tops);
        add_tops(ledger, t, &all);
        add_servers(ledger, t, ledger->server_scratch);
        peaks[t] = peak_of(ledger, &tops, ledger->server_scratch);
        hottest[t] = hottest_of(ledger, &tops);
        for (size_t s = 0; s < capacity; s++)
            servers[s] += ledger->server_scratch[s];
    }
    peaks[layout->tables] = peak_of(ledger, &all, servers);
    hottest[layout->tables] = hottest_of(ledger, &all);
    ledger->alive_servers[w] = ledger->alive;
    for (uint32_t i = 0; i < layout->partitions; i++) {
        const uint32_t row = ledger->heat_row_of[i];
        if (row != HEAT_ELSEWHERE)
            ledger->heat[(size_t)row * layout->windows + w] += ledger->open_writes[i];
    }
}

static void close_window(struct ledger *ledger)
{
    const struct ledger_layout *layout = &ledger->layout;
    const size_t capacity = layout->server_capacity;
    if (ledger->window < layout->windows)
        report_window(ledger);
    for (uint32_t t = 0; t < layout->tables; t++)
        add_servers(ledger, t, ledger->server_totals + t * capacity);
    for (uint32_t i = 0; i < layout->partitions; i++)
        ledger->writes[i] += ledger->open_writes[i];
    memset(ledger->open_writes, 0, layout->partitions * sizeof *ledger->open_writes);
    if (!ledger->left_behind)
        return;
    memset(ledger->left_behind, 0, layout->partitions * sizeof *ledger->left_behind);
    memset(ledger->moved_writes, 0, layout->tables * capacity * sizeof *ledger->moved_writes);
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
