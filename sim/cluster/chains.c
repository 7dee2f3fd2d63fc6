#include "cluster/chains.h"
#include "base/mem.h"

#include <assert.h>

enum { CAPACITY_FIRST = 256 };

struct chains chains_of(void)
{
    return (struct chains){.branches = branch_pool_of(), .first_free = (uint32_t)BRANCH_NONE};
}

void chains_done(struct chains *chains)
{
    branch_pool_done(&chains->branches);
    mem_free(chains->operations);
    *chains = chains_of();
}

static uint32_t take_operation(struct chains *chains)
{
    const uint32_t index = chains->first_free;
    if (index != (uint32_t)BRANCH_NONE) {
        chains->first_free = chains->operations[index].left;
        return index;
    }
    if (chains->used == chains->capacity) {
        chains->capacity = chains->capacity > 0 ? 2 * chains->capacity : CAPACITY_FIRST;
        chains->operations =
            mem_resize(chains->operations, chains->capacity, sizeof *chains->operations);
    }
    return chains->used++;
}

// Links of the plan so far.
struct plan {
    uint32_t first;  // of the chains that begin at once
    uint32_t chain;  // the first branch of the newest chain, or BRANCH_NONE
    uint32_t branch; // the newest
    uint32_t count;  // of chains
};

// A new chain: under way at once, or behind those that wait.
static void link_chain(struct chains *chains, struct plan *plan, uint32_t index, bool is_second)
{
    const struct branch_pool *branches = &chains->branches;
    struct operation *operation = chains_operation(chains, index);
    if (is_second && operation->second == (uint32_t)BRANCH_NONE)
        operation->second = index;
    const bool is_full = operation->parallel > 0 && operation->active >= operation->parallel;
    const bool waits = is_full || (operation->second != (uint32_t)BRANCH_NONE && plan->count > 0);
    if (plan->count == 0)
        plan->first = index;
    else if (waits && operation->waiting == (uint32_t)BRANCH_NONE)
        operation->waiting = index;
    else
        branch_at(branches, plan->chain)->next = index;
    chains->planned += waits;
    operation->active += !waits;
    plan->chain = index;
    plan->count++;
}

// Puts a new branch where it belongs.
static void link_branch(struct chains *chains, struct plan *plan, uint32_t index, uint8_t follows)
{
    if (follows == BRANCH_FOLLOWS) {
        branch_at(&chains->branches, plan->branch)->follower = index;
        chains->planned++;
    } else {
        link_chain(chains, plan, index, follows == BRANCH_SECOND);
    }
    plan->branch = index;
}

uint32_t chains_plan(struct chains *chains, const struct cluster_batch *batch, size_t i)
{
    const uint32_t first = batch->first_branch[i];
    const uint32_t end = batch->first_branch[i + 1];
    const uint32_t operation = take_operation(chains);
    chains->operations[operation] =
        (struct operation){.at = batch->at[i],
                           .served_at = batch->at[i],
                           .tag = batch->tag[i],
                           .left = end - first,
                           .waiting = (uint32_t)BRANCH_NONE,
                           .second = (uint32_t)BRANCH_NONE,
                           .parallel = batch->parallel ? batch->parallel[i] : 0};
    struct plan plan = {.first = (uint32_t)BRANCH_NONE};
    for (uint32_t b = first; b < end; b++) {
        const uint32_t index = branch_take(&chains->branches);
        struct branch *branch = branch_at(&chains->branches, index);
        branch->number = chains->numbered++;
        branch->service_ns = batch->service_ns[b];
        branch->next = (uint32_t)BRANCH_NONE;
        branch->partition = batch->partition[b];
        branch->follower = (uint32_t)BRANCH_NONE;
        branch->operation = operation;
        branch->attempts = 0;
        link_branch(chains, &plan, index, batch->follows ? batch->follows[b] : BRANCH_BEGINS);
    }
    return plan.first;
}

static void drop_one(struct chains *chains, struct operation *operation, uint32_t branch)
{
    branch_release(&chains->branches, branch);
    operation->left--;
    chains->planned--;
    chains->dropped++;
}

// The branches that follow this one.
static void drop_followers(struct chains *chains, struct operation *operation, uint32_t branch)
{
    struct branch *ended = branch_at(&chains->branches, branch);
    uint32_t next = ended->follower;
    ended->follower = (uint32_t)BRANCH_NONE;
    while (next != (uint32_t)BRANCH_NONE) {
        const uint32_t dropped = next;
        next = branch_at(&chains->branches, dropped)->follower;
        drop_one(chains, operation, dropped);
    }
}

static void drop_waiting(struct chains *chains, struct operation *operation)
{
    while (operation->waiting != (uint32_t)BRANCH_NONE) {
        const uint32_t dropped = operation->waiting;
        operation->waiting = branch_at(&chains->branches, dropped)->next;
        drop_followers(chains, operation, dropped);
        drop_one(chains, operation, dropped);
    }
}

// The next chain that waits, alone in a list; BRANCH_NONE where none may begin.
static uint32_t take_waiting(struct chains *chains, struct operation *operation)
{
    const uint32_t none = (uint32_t)BRANCH_NONE;
    const uint32_t next = operation->waiting;
    if (next == none || (next == operation->second && operation->active > 0))
        return none;
    struct branch *branch = branch_at(&chains->branches, next);
    operation->waiting = branch->next;
    branch->next = none;
    operation->active++;
    chains->planned--;
    return next;
}

// A chain has ended: one that waited takes its place, or all of the second stage that may.
static uint32_t begin_waiting(struct chains *chains, struct operation *operation)
{
    operation->active--;
    const bool opens = operation->waiting == operation->second && operation->active == 0;
    const uint32_t first = take_waiting(chains, operation);
    if (!opens || first == (uint32_t)BRANCH_NONE)
        return first;
    operation->second = (uint32_t)BRANCH_NONE;
    uint32_t last = first;
    while (operation->parallel == 0 || operation->active < operation->parallel) {
        const uint32_t next = take_waiting(chains, operation);
        if (next == (uint32_t)BRANCH_NONE)
            break;
        branch_at(&chains->branches, last)->next = next;
        last = next;
    }
    return first;
}

uint32_t chains_go_on(struct chains *chains, uint32_t branch)
{
    struct operation *operation = chains_operation(chains, branch);
    if (operation->rejected) {
        drop_followers(chains, operation, branch);
        return (uint32_t)BRANCH_NONE;
    }
    const uint32_t next = branch_at(&chains->branches, branch)->follower;
    if (next == (uint32_t)BRANCH_NONE)
        return begin_waiting(chains, operation);
    chains->planned--;
    return next;
}

bool chains_reject(struct chains *chains, uint32_t branch)
{
    struct operation *operation = chains_operation(chains, branch);
    const bool is_first = !operation->rejected;
    operation->rejected = true;
    drop_followers(chains, operation, branch);
    drop_waiting(chains, operation);
    return is_first;
}

void chains_give_up(struct chains *chains, uint32_t operation)
{
    chains->operations[operation].rejected = true;
    drop_waiting(chains, &chains->operations[operation]);
}

void chains_drop(struct chains *chains, uint32_t branch)
{
    drop_followers(chains, chains_operation(chains, branch), branch);
    chains->dropped++;
}

bool chains_leave(struct chains *chains, uint32_t branch, struct operation *out_operation)
{
    const uint32_t index = branch_at(&chains->branches, branch)->operation;
    struct operation *operation = &chains->operations[index];
    branch_release(&chains->branches, branch);
    assert(operation->left > 0);
    if (--operation->left > 0)
        return false;
    *out_operation = *operation;
    operation->left = chains->first_free;
    chains->first_free = index;
    return true;
}
