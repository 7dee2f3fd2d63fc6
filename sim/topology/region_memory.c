#include "topology/region_memory.h"

#include <math.h>

void region_memory_open(struct region_memory *memory, sim_ns now)
{
    *memory = (struct region_memory){.opened_at = now, .looked_at = now};
}

static void flush(struct region_memory *memory, const struct split_config *config, sim_ns now)
{
    const double s = memory->active / config->flush_bytes_per_s;
    memory->flushing = memory->active;
    memory->active = 0;
    memory->flushed_at = now + (sim_ns)fmin(s * (double)NS_PER_S, 1e18);
}

// What went to files until now; the next flush follows at once where there is enough.
static void settle(struct region_memory *memory, const struct split_config *config, sim_ns now)
{
    while (memory->flushing > 0 && memory->flushed_at <= now) {
        const sim_ns ended = memory->flushed_at;
        memory->flushing = 0;
        if (memory->active > (double)config->flush_bytes)
            flush(memory, config, ended);
    }
}

bool region_memory_put(struct region_memory *memory, const struct split_config *config,
                       uint64_t bytes, sim_ns now)
{
    const double most = (double)config->blocking_factor * (double)config->flush_bytes;
    settle(memory, config, now);
    if (memory->active + memory->flushing > most) {
        memory->refused++;
        return false;
    }
    memory->accepted++;
    memory->active += (double)bytes;
    if (memory->flushing == 0 && memory->active > (double)config->flush_bytes)
        flush(memory, config, now);
    return true;
}

double region_memory_refused_share(struct region_memory *memory, const struct split_config *config,
                                   sim_ns now)
{
    if (now < memory->opened_at)
        return 0;
    const double refused = (double)(memory->refused - memory->refused_then);
    const double accepted = (double)(memory->accepted - memory->accepted_then);
    const double share = refused / (accepted + 0.00001);
    if (now - memory->looked_at >= config->busy_window_ns) {
        memory->share_then = share;
        memory->looked_at = now;
        memory->refused_then = memory->refused;
        memory->accepted_then = memory->accepted;
        return share;
    }
    if (now - memory->opened_at < config->busy_window_ns)
        return 0;
    const double part = (double)(now - memory->looked_at) / (double)config->busy_window_ns;
    return (1 - part) * memory->share_then + part * share;
}
