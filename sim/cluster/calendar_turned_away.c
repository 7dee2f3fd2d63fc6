// Branches that are turned away: by a full queue, an off-line partition, a lost server.
#include "base/mem.h"
#include "cluster/backoff.h"
#include "cluster/calendar_state.h"

void calendar_turn_away(struct calendar *calendar, uint32_t index)
{
    if (calendar->tasks)
        calendar_answered(calendar, index);
    if (!calendar_is_group(calendar, index)) {
        calendar_try_later(calendar, index);
        return;
    }
    uint32_t next = calendar_part_group(calendar, index);
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t member = next;
        next = branch_at(calendar->branches, member)->next;
        calendar_try_later(calendar, member);
    }
}

void calendar_try_later(struct calendar *calendar, uint32_t index)
{
    const struct client_config *client = calendar->way.config->client;
    struct branch *branch = branch_at(calendar->branches, index);
    if (branch->attempts >= client->retries) {
        calendar->way.servers[branch->server].rejected++;
        calendar_refuse(calendar, index);
        return;
    }
    const sim_ns at = calendar->now + backoff_ns(client, branch->attempts++);
    calendar->time_is_over = calendar->time_is_over || at >= SIM_NS_END;
    event_queue_push(calendar->attempts,
                     (struct event){.at = at, .order = calendar->turned_away++, .subject = index});
}

// ---- lost servers ----

// An accepted branch leaves a server that is lost.
static void give_up(struct calendar *calendar, uint32_t index, uint64_t left_ns)
{
    const struct branch *branch = branch_at(calendar->branches, index);
    struct cluster_server *totals = &calendar->way.servers[branch->server];
    totals->lost++;
    totals->service_ns -= left_ns;
    calendar->completions_at += calendar->now;
    calendar->present--;
    calendar_turn_away(calendar, index);
}

struct gone_branch {
    uint32_t index;
    uint64_t left_ns; // of its service
};

struct gone {
    struct gone_branch *items;
    size_t count, capacity;
};

static void note(struct gone *gone, uint32_t index, uint64_t left_ns)
{
    if (gone->count == gone->capacity) {
        gone->capacity = gone->capacity > 0 ? 2 * gone->capacity : 64;
        gone->items = mem_resize(gone->items, gone->capacity, sizeof *gone->items);
    }
    gone->items[gone->count++] = (struct gone_branch){.index = index, .left_ns = left_ns};
}

static void lose_in_service(struct calendar *calendar, uint32_t server, struct gone *gone)
{
    struct event_queue *kept = event_queue_new();
    const struct event *first;
    while ((first = event_queue_first(calendar->completions))) {
        const struct event event = *first;
        event_queue_pop(calendar->completions);
        if (branch_at(calendar->branches, event.subject)->server != server) {
            event_queue_push(kept, event);
            continue;
        }
        calendar->servers[server].idle++;
        note(gone, event.subject, event.at - calendar->now);
    }
    event_queue_free(calendar->completions);
    calendar->completions = kept;
}

static void lose_waiting(struct calendar *calendar, uint32_t server, struct gone *gone)
{
    struct branch_queue *queue = &calendar->servers[server].waiting;
    while (queue->count > 0) {
        const uint32_t index = branch_queue_pop(queue, calendar->branches);
        note(gone, index, branch_at(calendar->branches, index)->service_ns);
    }
}

// What waits at its partition for a place at this server.
static void lose_held_back(struct calendar *calendar, uint32_t server, struct gone *gone)
{
    for (uint32_t p = 0; p < calendar->way.config->partitions; p++) {
        struct branch_queue *queue = &calendar->partitions[p].waiting;
        for (uint32_t left = queue->count; left > 0; left--) {
            const uint32_t index = branch_queue_pop(queue, calendar->branches);
            const struct branch *branch = branch_at(calendar->branches, index);
            if (branch->server == server)
                note(gone, index, branch->service_ns);
            else
                branch_queue_push(queue, calendar->branches, index);
        }
    }
}

// A place of the partition is free, though no branch of it was done.
static void free_place(struct calendar *calendar, uint32_t partition)
{
    struct calendar_partition *limited = &calendar->partitions[partition];
    if (limited->waiting.count == 0)
        limited->admitted--;
    else
        calendar_admit(calendar, branch_queue_pop(&limited->waiting, calendar->branches));
}

void calendar_lose_server(struct calendar *calendar, uint32_t server)
{
    struct gone gone = {0};
    lose_in_service(calendar, server, &gone);
    lose_waiting(calendar, server, &gone);
    const size_t admitted = gone.count;
    if (calendar->partitions)
        lose_held_back(calendar, server, &gone);
    for (size_t i = 0; calendar->partitions && i < admitted; i++)
        free_place(calendar, branch_at(calendar->branches, gone.items[i].index)->partition);
    for (size_t i = 0; i < gone.count; i++)
        give_up(calendar, gone.items[i].index, gone.items[i].left_ns);
    mem_free(gone.items);
    if (calendar_may_send(calendar))
        calendar_send_waiting(calendar);
}
