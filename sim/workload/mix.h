// mix.h -- which kind of operation comes next, drawn by share.
#ifndef HOTSIM_WORKLOAD_MIX_H
#define HOTSIM_WORKLOAD_MIX_H

#include "base/batch.h"
#include "base/rng.h"
#include "workload/plan.h"

struct mix {
    struct mix_entry *entries; // [count]
    uint64_t *thresholds;      // [count]; entry i is drawn below thresholds[i]
    size_t count;
    double rate_per_s; // sum of the entries'
};

// Over all entries of the plan, or all but puts. By rate where all of them have one, else by share.
struct mix mix_of(const struct workload_plan *plan, bool with_puts);
// The same over these entries, puts too.
struct mix mix_of_entries(const struct mix_entry *entries, size_t count);
void mix_done(struct mix *mix);

bool mix_has(const struct mix *mix, enum op_kind kind);
bool mix_is_put_only(const struct mix *mix); // an empty one too
const struct mix_entry *mix_draw(const struct mix *mix, uint64_t bits);

#endif
