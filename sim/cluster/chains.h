// chains.h -- operations of several branches: which of them wait for which.
//
// An operation's branches form chains: of a chain one branch is begun after the other. At most so
// many chains of it are under way at a time; the next one, in order, is begun when one has ended.
// Those of its second stage wait until all of the first have ended.
// Nothing more is begun of an operation that was rejected; what was planned of it is dropped.
//
// Branches that end at one instant are told from each other by their numbers, which rise in the
// order of operations and of the branches within each: whose turn it is depends on no way of
// serving.
//
// Ownership: the chains own operations and branches; a pointer is good until the next plan.
#ifndef HOTSIM_CLUSTER_CHAINS_H
#define HOTSIM_CLUSTER_CHAINS_H

#include "cluster/branch_pool.h"
#include "cluster/cluster.h"

struct operation {
    sim_ns at;
    sim_ns served_at; // when the last of its branches so far ends; kept by the way of serving
    uint32_t tag;
    uint32_t left;     // branches neither gone nor dropped; in the list of the free: the next
    uint32_t waiting;  // the first branch of the first chain that has not begun, linked by `next`
    uint32_t second;   // the first branch of the second stage, until that begins; or BRANCH_NONE
    uint32_t active;   // chains under way, as long as others wait
    uint32_t parallel; // of them at a time; 0: all
    uint32_t process;  // of the client that sends it; the rest is kept by the way of serving
    uint64_t deadline; // its number
    bool rejected;     // or given up
    bool is_let_go;    // its client does not wait for it
};

struct chains {
    struct branch_pool branches;
    struct operation *operations;
    uint32_t used, capacity, first_free;
    uint64_t numbered;         // branches that were given a number
    uint64_t planned, dropped; // branches not begun yet; never begun
};

struct chains chains_of(void);
void chains_done(struct chains *chains);

// Operation i of a batch, of at least one branch. Its chains that begin at once are a list linked
// by `next`, whose first is given back; they count as begun.
uint32_t chains_plan(struct chains *chains, const struct cluster_batch *batch, size_t i);

static inline struct operation *chains_operation(const struct chains *chains, uint32_t branch)
{
    return &chains->operations[branch_at(&chains->branches, branch)->operation];
}

// Whether something of its operation may begin, or be dropped, when this branch is done.
static inline bool chains_may_go_on(const struct chains *chains, uint32_t branch)
{
    return branch_at(&chains->branches, branch)->follower != (uint32_t)BRANCH_NONE ||
           chains_operation(chains, branch)->waiting != (uint32_t)BRANCH_NONE;
}

// What begins now that this branch, of an operation with others, is done: a list linked by `next`,
// or BRANCH_NONE.
uint32_t chains_go_on(struct chains *chains, uint32_t branch);

// No branch of its operation begins any more. False if it was rejected before.
bool chains_reject(struct chains *chains, uint32_t branch);

// The same, from outside.
void chains_give_up(struct chains *chains, uint32_t operation);
// A branch that had begun, of an operation that was rejected or given up, is not sent. It is to
// leave.
void chains_drop(struct chains *chains, uint32_t branch);

// A branch that was served or refused is gone. True, with what the operation was, if it was the
// last: of what is left nothing will begin.
bool chains_leave(struct chains *chains, uint32_t branch, struct operation *out_operation);

#endif
