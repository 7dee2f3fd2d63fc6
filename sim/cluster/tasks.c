#include "cluster/tasks.h"

#include "base/mem.h"
#include "base/rng.h"

#include <assert.h>

#define NONE ((uint32_t)BRANCH_NONE)

// One server or partition, as one process sees it; only while something goes or waits there.
struct target {
    uint64_t key;
    uint32_t next; // in its bucket, or in the list of the free
    uint32_t under_way;
    struct branch_queue waiting; // of a partition
    uint64_t earliest;           // the first one's number
    uint32_t before, after;      // of the process's partitions for which something waits
};

struct process {
    uint32_t under_way;
    uint32_t waiting; // the first of its partitions for which something waits
    uint32_t next;    // of those that are due
    bool is_due;
};

struct look {
    uint64_t number; // of the time when it was found out
    bool is_full;
};

struct tasks {
    struct client_config limits;
    const struct branch_pool *pool;
    const uint32_t *server_of;
    struct process *processes;
    uint32_t first_due, last_due;
    struct target *targets;
    uint32_t *buckets; // a power of two of them, as many as there is room for targets
    uint32_t capacity, used, taken, first_free;
    uint64_t waiting;
    struct look *looks; // [servers]
    uint64_t look_number;
};

enum { CAPACITY_FIRST = 256 };

static void clear(uint32_t *buckets, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        buckets[i] = NONE;
}

struct tasks *tasks_new(const struct client_config *client, const struct branch_pool *pool,
                        const uint32_t *server_of, uint32_t servers)
{
    if (client->total_tasks == 0 && client->server_tasks == 0 && client->region_tasks == 0)
        return NULL;
    struct tasks *tasks = mem_new(1, sizeof *tasks);
    *tasks = (struct tasks){
        .limits = *client,
        .pool = pool,
        .server_of = server_of,
        .processes = mem_new(client->count, sizeof *tasks->processes),
        .first_due = NONE,
        .targets = mem_new(CAPACITY_FIRST, sizeof *tasks->targets),
        .buckets = mem_new(CAPACITY_FIRST, sizeof *tasks->buckets),
        .capacity = CAPACITY_FIRST,
        .first_free = NONE,
        .looks = mem_new(servers, sizeof *tasks->looks),
    };
    clear(tasks->buckets, tasks->capacity);
    for (uint64_t i = 0; i < client->count; i++)
        tasks->processes[i].waiting = NONE;
    return tasks;
}

void tasks_free(struct tasks *tasks)
{
    if (!tasks)
        return;
    mem_free(tasks->processes);
    mem_free(tasks->targets);
    mem_free(tasks->buckets);
    mem_free(tasks->looks);
    mem_free(tasks);
}

// ---- targets ----

static uint64_t server_key(const struct task *task)
{
    return (uint64_t)task->process << 33 | task->server;
}

static uint64_t partition_key(const struct task *task)
{
    return (uint64_t)task->process << 33 | UINT64_C(1) << 32 | task->partition;
}

static uint32_t *bucket_of(const struct tasks *tasks, uint64_t key)
{
    return &tasks->buckets[rng_mix(key) & (tasks->capacity - 1)];
}

static uint32_t find(const struct tasks *tasks, uint64_t key)
{
    uint32_t index = *bucket_of(tasks, key);
    while (index != NONE && tasks->targets[index].key != key)
        index = tasks->targets[index].next;
    return index;
}

static void grow(struct tasks *tasks)
{
    tasks->capacity *= 2;
    tasks->targets = mem_resize(tasks->targets, tasks->capacity, sizeof *tasks->targets);
    tasks->buckets = mem_resize(tasks->buckets, tasks->capacity, sizeof *tasks->buckets);
    clear(tasks->buckets, tasks->capacity);
    for (uint32_t i = 0; i < tasks->used; i++) {
        uint32_t *bucket = bucket_of(tasks, tasks->targets[i].key);
        tasks->targets[i].next = *bucket;
        *bucket = i;
    }
}

static uint32_t find_or_add(struct tasks *tasks, uint64_t key)
{
    uint32_t index = find(tasks, key);
    if (index != NONE)
        return index;
    if (tasks->first_free == NONE && tasks->used == tasks->capacity)
        grow(tasks);
    if (tasks->first_free != NONE) {
        index = tasks->first_free;
        tasks->first_free = tasks->targets[index].next;
    } else {
        index = tasks->used++;
    }
    uint32_t *bucket = bucket_of(tasks, key);
    tasks->targets[index] = (struct target){.key = key, .next = *bucket};
    *bucket = index;
    return index;
}

static void remove_if_idle(struct tasks *tasks, uint32_t index)
{
    struct target *target = &tasks->targets[index];
    if (target->under_way > 0 || target->waiting.count > 0)
        return;
    uint32_t *link = bucket_of(tasks, target->key);
    while (*link != index)
        link = &tasks->targets[*link].next;
    *link = target->next;
    target->next = tasks->first_free;
    tasks->first_free = index;
}

// ---- requests ----

static bool is_full(const struct tasks *tasks, uint64_t key, uint64_t limit)
{
    const uint32_t index = limit > 0 ? find(tasks, key) : NONE;
    return index != NONE && tasks->targets[index].under_way >= limit;
}

static bool may_go(const struct tasks *tasks, const struct task *task)
{
    const struct client_config *limits = &tasks->limits;
    return (limits->total_tasks == 0 ||
            tasks->processes[task->process].under_way < limits->total_tasks) &&
           !is_full(tasks, server_key(task), limits->server_tasks) &&
           !is_full(tasks, partition_key(task), limits->region_tasks);
}

static void go(struct tasks *tasks, const struct task *task)
{
    tasks->processes[task->process].under_way++;
    if (tasks->limits.server_tasks > 0)
        tasks->targets[find_or_add(tasks, server_key(task))].under_way++;
    if (tasks->limits.region_tasks > 0)
        tasks->targets[find_or_add(tasks, partition_key(task))].under_way++;
}

bool tasks_go(struct tasks *tasks, const struct task *task)
{
    const uint32_t index = find(tasks, partition_key(task));
    if ((index != NONE && tasks->targets[index].waiting.count > 0) || !may_go(tasks, task))
        return false;
    go(tasks, task);
    return true;
}

void tasks_wait(struct tasks *tasks, const struct task *task, uint32_t branch)
{
    const uint32_t index = find_or_add(tasks, partition_key(task));
    struct target *target = &tasks->targets[index];
    branch_queue_push(&target->waiting, tasks->pool, branch);
    tasks->waiting++;
    if (target->waiting.count > 1)
        return;
    target->earliest = branch_at(tasks->pool, branch)->number;
    struct process *process = &tasks->processes[task->process];
    target->before = NONE;
    target->after = process->waiting;
    if (process->waiting != NONE)
        tasks->targets[process->waiting].before = index;
    process->waiting = index;
}

static void leave_one(struct tasks *tasks, uint64_t key)
{
    const uint32_t index = find(tasks, key);
    assert(index != NONE && tasks->targets[index].under_way > 0);
    tasks->targets[index].under_way--;
    remove_if_idle(tasks, index);
}

void tasks_answered(struct tasks *tasks, const struct task *task)
{
    struct process *process = &tasks->processes[task->process];
    assert(process->under_way > 0);
    process->under_way--;
    if (tasks->limits.server_tasks > 0)
        leave_one(tasks, server_key(task));
    if (tasks->limits.region_tasks > 0)
        leave_one(tasks, partition_key(task));
    if (process->is_due || process->waiting == NONE)
        return;
    process->is_due = true;
    process->next = NONE;
    if (tasks->first_due == NONE)
        tasks->first_due = task->process;
    else
        tasks->processes[tasks->last_due].next = task->process;
    tasks->last_due = task->process;
}

bool tasks_are_due(const struct tasks *tasks)
{
    return tasks->first_due != NONE;
}

// Where the first request that waits for a partition goes.
static struct task head_of(const struct tasks *tasks, uint32_t process, const struct target *target)
{
    struct task task = {.process = process, .partition = (uint32_t)target->key};
    task.server = tasks->server_of[task.partition];
    if (tasks->limits.buffer_bytes == 0)
        return task;
    const struct branch *branch = branch_at(tasks->pool, target->waiting.first);
    if (branch->operation == (uint32_t)BRANCH_GROUP)
        task.server = branch->server;
    return task;
}

// Found out once a server while a process's requests are looked through.
static bool is_server_full(struct tasks *tasks, const struct task *task)
{
    if (tasks->limits.server_tasks == 0)
        return false;
    struct look *look = &tasks->looks[task->server];
    if (look->number != tasks->look_number) {
        look->number = tasks->look_number;
        look->is_full = is_full(tasks, server_key(task), tasks->limits.server_tasks);
    }
    return look->is_full;
}

// The partition whose first request goes next; NONE: no request may.
static uint32_t choose(struct tasks *tasks, uint32_t process)
{
    uint32_t chosen = NONE;
    uint64_t earliest = UINT64_MAX;
    const uint64_t total = tasks->limits.total_tasks;
    if (total > 0 && tasks->processes[process].under_way >= total)
        return NONE;
    tasks->look_number++;
    for (uint32_t i = tasks->processes[process].waiting; i != NONE; i = tasks->targets[i].after) {
        const struct target *target = &tasks->targets[i];
        if (target->earliest >= earliest ||
            (tasks->limits.region_tasks > 0 && target->under_way >= tasks->limits.region_tasks))
            continue;
        const struct task task = head_of(tasks, process, target);
        if (is_server_full(tasks, &task))
            continue;
        chosen = i;
        earliest = target->earliest;
    }
    return chosen;
}

static void unlink_target(struct tasks *tasks, struct process *process, uint32_t index)
{
    const struct target *target = &tasks->targets[index];
    if (target->before == NONE)
        process->waiting = target->after;
    else
        tasks->targets[target->before].after = target->after;
    if (target->after != NONE)
        tasks->targets[target->after].before = target->before;
}

uint32_t tasks_next(struct tasks *tasks, uint32_t *out_process)
{
    while (tasks->first_due != NONE) {
        const uint32_t id = tasks->first_due;
        struct process *process = &tasks->processes[id];
        const uint32_t index = choose(tasks, id);
        if (index == NONE) {
            process->is_due = false;
            tasks->first_due = process->next;
            continue;
        }
        struct target *target = &tasks->targets[index];
        const struct task task = head_of(tasks, id, target);
        const uint32_t branch = branch_queue_pop(&target->waiting, tasks->pool);
        tasks->waiting--;
        if (target->waiting.count == 0)
            unlink_target(tasks, process, index);
        else
            target->earliest = branch_at(tasks->pool, target->waiting.first)->number;
        go(tasks, &task);
        remove_if_idle(tasks, index);
        *out_process = id;
        return branch;
    }
    return NONE;
}

uint64_t tasks_waiting(const struct tasks *tasks)
{
    return tasks ? tasks->waiting : 0;
}

uint64_t tasks_under_way(const struct tasks *tasks)
{
    uint64_t under_way = 0;
    for (uint64_t i = 0; i < tasks->limits.count; i++)
        under_way += tasks->processes[i].under_way;
    return under_way;
}
