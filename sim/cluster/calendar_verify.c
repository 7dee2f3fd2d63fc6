// Identities that hold at any time, or the calendar has a fault.
#include "base/mem.h"
#include "cluster/calendar_state.h"

// Branches that wait at their partitions, by server.
static uint64_t *count_held_back(const struct calendar *calendar, bool *out_linked)
{
    const struct cluster_config *config = calendar->way.config;
    uint64_t *held = mem_new(config->servers, sizeof *held);
    for (uint32_t i = 0; calendar->partitions && i < config->partitions; i++) {
        const struct branch_queue *queue = &calendar->partitions[i].waiting;
        *out_linked = *out_linked && branch_queue_walk(queue, calendar->branches) == queue->count;
        uint32_t index = queue->first;
        for (uint32_t left = queue->count; left > 0; left--) {
            const struct branch *branch = branch_at(calendar->branches, index);
            held[branch->server]++;
            index = branch->next;
        }
    }
    return held;
}

bool calendar_verify(const struct calendar *calendar, struct err *err)
{
    const struct cluster_config *config = calendar->way.config;
    bool linked = true;
    bool balanced = true;
    uint64_t in_service = 0;
    uint64_t *held = count_held_back(calendar, &linked);
    for (uint32_t i = 0; i < config->servers; i++) {
        const struct calendar_server *server = &calendar->servers[i];
        const uint64_t busy = config->handlers - server->idle;
        linked = linked &&
                 branch_queue_walk(&server->waiting, calendar->branches) == server->waiting.count;
        balanced = balanced && calendar->way.servers[i].accepted ==
                                   server->done + busy + server->waiting.count + held[i] +
                                       calendar->way.servers[i].lost;
        in_service += busy;
    }
    mem_free(held);
    if (!linked)
        return err_fail(err, ERR_BUG, "a waiting queue has lost branches");
    if (!balanced || in_service != event_queue_count(calendar->completions))
        return err_fail(err, ERR_BUG, "accepted branches are not done, waiting or in service");

    if (calendar->tasks && tasks_under_way(calendar->tasks) != calendar->present)
        return err_fail(err, ERR_BUG, "clients have other requests under way than servers have");

    const wide_uint still_here = (wide_uint)calendar->present * calendar->now;
    if (calendar->area + calendar->arrivals != calendar->completions_at + still_here)
        return err_fail(err, ERR_BUG,
                        "Little's law: the integral of the branches in the system is not the "
                        "sum of the times they spent there");
    return true;
}
