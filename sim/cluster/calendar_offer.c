// Operations as they come.
#include "cluster/calendar_state.h"

static void offer_alone(struct calendar *calendar, const struct cluster_batch *batch, size_t i)
{
    const uint32_t b = batch->first_branch[i];
    const uint32_t index = branch_take(calendar->branches);
    struct branch *branch = branch_at(calendar->branches, index);
    branch->at = batch->at[i];
    branch->service_ns = batch->service_ns[b];
    branch->partition = batch->partition[b];
    branch->tag = batch->tag[i];
    branch->operation = (uint32_t)BRANCH_NONE;
    branch->attempts = 0;
    calendar_send(calendar, index);
}

// The client of a put that its buffer holds goes on; the one that fills it waits.
static void let_go(struct calendar *calendar, struct operation *operation)
{
    struct outcomes *outcomes = calendar->way.outcomes;
    if (outcomes->clients)
        operation->tag = clients_ended(outcomes->clients, operation->tag, calendar->now);
    operation->is_let_go = true;
}

// After which no branch can end in time.
static sim_ns deadline_of(const struct cluster_config *config, sim_ns at)
{
    const uint64_t timeout_ns = config->client->timeout_ns;
    return at + (timeout_ns > config->network_ns ? timeout_ns - config->network_ns : 0);
}

static void offer_planned(struct calendar *calendar, const struct cluster_batch *batch, size_t i)
{
    const struct cluster_config *config = calendar->way.config;
    struct chains *chains = calendar->way.chains;
    const uint32_t first = chains_plan(chains, batch, i);
    if (calendar->knows_operations) {
        const uint32_t index = branch_at(&chains->branches, first)->operation;
        struct operation *operation = &chains->operations[index];
        const uint64_t client =
            calendar->way.outcomes->clients ? operation->tag : calendar->offered;
        operation->process = (uint32_t)(client % config->client->count);
        if (calendar_has_deadlines(calendar))
            operation->deadline =
                deadlines_set(&calendar->deadlines, deadline_of(config, operation->at), index);
        if (calendar->buffers && batch->bytes && batch->bytes[i] > 0) {
            if (calendar_buffer(calendar, first, batch->bytes[i]))
                let_go(calendar, operation);
            else
                calendar_send_buffer(calendar, operation->process);
            return;
        }
    }
    calendar_send_all(calendar, first);
}

// Nothing is asked of the store.
static void offer_nothing(struct calendar *calendar, uint32_t tag, sim_ns at)
{
    const struct cluster_config *config = calendar->way.config;
    const uint64_t timeout_ns = config->client->timeout_ns;
    if (timeout_ns == 0 || config->network_ns <= timeout_ns) {
        calendar_tell_done(calendar, tag, at);
        return;
    }
    outcomes_time_out(calendar->way.outcomes, tag, at + timeout_ns, false);
    calendar->operations--;
}

bool calendar_offer(struct calendar *calendar, const struct cluster_batch *batch, struct err *err)
{
    for (size_t i = 0; i < batch->count; i++) {
        calendar_pass_until(calendar, batch->at[i]);
        calendar_pass_time(calendar, batch->at[i]);
        const uint32_t branches = batch->first_branch[i + 1] - batch->first_branch[i];
        calendar->operations++;
        if (branches == 1 && !calendar->knows_operations)
            offer_alone(calendar, batch, i);
        else if (branches > 0)
            offer_planned(calendar, batch, i);
        else
            offer_nothing(calendar, batch->tag[i], batch->at[i]);
        calendar->offered++;
        if (calendar_may_send(calendar))
            calendar_send_waiting(calendar);
        if (calendar->time_is_over)
            return fail_at_end_of_time(err);
        if (calendar->branches->taken > CLUSTER_BACKLOG_MAX)
            return fail_of_backlog(err);
    }
    return true;
}
