// What clients do with branches before they come to a server: hold them back, pack them together.
#include "cluster/calendar_state.h"

static struct operation *operation_of(const struct calendar *calendar, uint32_t index)
{
    return chains_operation(calendar->way.chains, index);
}

// Where it goes. A group goes where it was packed for; all in it are of one process.
static struct task task_of(const struct calendar *calendar, uint32_t index)
{
    const struct branch *branch = branch_at(calendar->branches, index);
    const bool is_group = calendar_is_group(calendar, index);
    return (struct task){
        .process = operation_of(calendar, is_group ? branch->follower : index)->process,
        .server = is_group ? branch->server : calendar->way.config->server_of[branch->partition],
        .partition = branch->partition,
    };
}

void calendar_send_limited(struct calendar *calendar, uint32_t index)
{
    const struct task task = task_of(calendar, index);
    if (tasks_go(calendar->tasks, &task))
        calendar_arrive(calendar, index);
    else
        tasks_wait(calendar->tasks, &task, index);
}

void calendar_send_all(struct calendar *calendar, uint32_t next)
{
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t branch = next;
        next = branch_at(calendar->branches, branch)->next;
        calendar_send(calendar, branch);
    }
}

static void answered(struct calendar *calendar, uint32_t process, uint32_t server,
                     uint32_t partition)
{
    const struct task task = {.process = process, .server = server, .partition = partition};
    if (calendar->tasks)
        tasks_answered(calendar->tasks, &task);
}

void calendar_answered(struct calendar *calendar, uint32_t index)
{
    const struct branch *branch = branch_at(calendar->branches, index);
    answered(calendar, task_of(calendar, index).process, branch->server, branch->partition);
}

void calendar_send_waiting(struct calendar *calendar)
{
    uint32_t process, index;
    while ((index = tasks_next(calendar->tasks, &process)) != (uint32_t)BRANCH_NONE) {
        const struct task task = task_of(calendar, index);
        if (calendar_is_group(calendar, index) || !calendar_dropped(calendar, index))
            calendar_arrive(calendar, index);
        else
            answered(calendar, process, task.server, task.partition);
    }
}

bool calendar_dropped(struct calendar *calendar, uint32_t index)
{
    if (branch_at(calendar->branches, index)->operation == (uint32_t)BRANCH_NONE ||
        !operation_of(calendar, index)->rejected)
        return false;
    chains_drop(calendar->way.chains, index);
    calendar_leave(calendar, index);
    return true;
}

// ---- the write buffer ----

bool calendar_buffer(struct calendar *calendar, uint32_t next, uint64_t bytes)
{
    struct write_buffer *buffer = &calendar->buffers[operation_of(calendar, next)->process];
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t branch = next;
        next = branch_at(calendar->branches, branch)->next;
        branch_queue_push(&buffer->branches, calendar->branches, branch);
        calendar->buffered++;
    }
    buffer->bytes += bytes;
    return buffer->bytes <= calendar->way.config->client->buffer_bytes;
}

// Those of one place; one alone goes as it is.
static uint32_t pack(struct calendar *calendar, const struct branch_queue *members)
{
    if (members->count == 1)
        return members->first;
    const uint32_t index = branch_take(calendar->branches);
    const struct branch *first = branch_at(calendar->branches, members->first);
    *branch_at(calendar->branches, index) = (struct branch){
        .number = first->number,
        .partition = first->partition,
        .follower = members->first,
        .operation = (uint32_t)BRANCH_GROUP,
        .server = calendar->way.config->server_of[first->partition],
    };
    calendar->merged += members->count - 1;
    return index;
}

void calendar_send_buffer(struct calendar *calendar, uint32_t process)
{
    const struct cluster_config *config = calendar->way.config;
    const bool by_partition = config->partition_limit > 0 || config->client->region_tasks > 0;
    struct write_buffer *buffer = &calendar->buffers[process];
    uint32_t count = 0;
    while (buffer->branches.count > 0) {
        const uint32_t branch = branch_queue_pop(&buffer->branches, calendar->branches);
        calendar->buffered--;
        if (calendar_dropped(calendar, branch))
            continue;
        const uint32_t partition = branch_at(calendar->branches, branch)->partition;
        const uint32_t place = by_partition ? partition : config->server_of[partition];
        if (calendar->groups[place].count == 0)
            calendar->group_order[count++] = place;
        branch_queue_push(&calendar->groups[place], calendar->branches, branch);
    }
    buffer->bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t branch = pack(calendar, &calendar->groups[calendar->group_order[i]]);
        calendar->groups[calendar->group_order[i]].count = 0;
        calendar_send(calendar, branch);
    }
}

void calendar_send_buffers(struct calendar *calendar)
{
    calendar_pass_until(calendar, calendar->now);
    for (uint64_t i = 0; calendar->buffers && i < calendar->way.config->client->count; i++)
        calendar_send_buffer(calendar, (uint32_t)i);
    if (calendar_may_send(calendar))
        calendar_send_waiting(calendar);
}

// ---- groups ----

uint32_t calendar_part_group(struct calendar *calendar, uint32_t index)
{
    const struct branch group = *branch_at(calendar->branches, index);
    for (uint32_t i = group.follower; i != (uint32_t)BRANCH_NONE;
         i = branch_at(calendar->branches, i)->next) {
        branch_at(calendar->branches, i)->server = group.server;
        calendar->merged += i != group.follower ? (uint64_t)-1 : 0;
    }
    branch_release(calendar->branches, index);
    return group.follower;
}

// Turned away or dropped; true if it stays.
static bool keep(struct calendar *calendar, uint32_t server, uint32_t member)
{
    struct branch *branch = branch_at(calendar->branches, member);
    if (calendar_dropped(calendar, member))
        return false;
    branch->server = server;
    if (calendar->way.config->server_of[branch->partition] == server &&
        !calendar_is_offline(calendar, branch->partition))
        return true;
    calendar_try_later(calendar, member);
    return false;
}

bool calendar_open_group(struct calendar *calendar, uint32_t index)
{
    const struct branch group = *branch_at(calendar->branches, index);
    const uint32_t process = task_of(calendar, index).process;
    struct branch_queue kept = {0};
    uint64_t service_ns = 0;
    uint64_t members = 0;
    uint32_t next = group.follower;
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t member = next;
        next = branch_at(calendar->branches, member)->next;
        members++;
        if (!keep(calendar, group.server, member))
            continue;
        branch_queue_push(&kept, calendar->branches, member);
        service_ns += branch_at(calendar->branches, member)->service_ns;
        calendar->time_is_over = calendar->time_is_over || service_ns >= SIM_NS_END;
    }
    calendar->merged -= members - (kept.count > 0 ? kept.count : 1);
    if (kept.count == 0) {
        branch_release(calendar->branches, index);
        answered(calendar, process, group.server, group.partition);
        return false;
    }
    branch_at(calendar->branches, index)->follower = kept.first;
    branch_at(calendar->branches, index)->service_ns = service_ns;
    return true;
}
