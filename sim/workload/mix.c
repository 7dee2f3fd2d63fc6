#include "workload/mix.h"

#include "base/mem.h"

#include <assert.h>

static double weight_of(const struct mix_entry *entry, bool by_rate)
{
    return by_rate ? entry->rate_per_s : entry->share;
}

static struct mix mix_from(const struct mix_entry *entries, size_t count, bool with_puts)
{
    struct mix mix = {
        .entries = mem_new(count, sizeof *mix.entries),
        .thresholds = mem_new(count, sizeof *mix.thresholds),
    };
    bool by_rate = true;
    for (size_t i = 0; i < count; i++) {
        const struct mix_entry *entry = &entries[i];
        if ((entry->kind == OP_PUT && !with_puts) || !(entry->share > 0 || entry->rate_per_s > 0))
            continue;
        mix.entries[mix.count++] = *entry;
        mix.rate_per_s += entry->rate_per_s;
        by_rate = by_rate && entry->rate_per_s > 0;
    }
    double sum = 0, below = 0;
    for (size_t i = 0; i < mix.count; i++)
        sum += weight_of(&mix.entries[i], by_rate);
    for (size_t i = 0; i < mix.count; i++) {
        below += weight_of(&mix.entries[i], by_rate);
        const double share = below / sum;
        mix.thresholds[i] =
            share >= 1 || i + 1 == mix.count ? UINT64_MAX : (uint64_t)(share * 0x1p64);
    }
    return mix;
}

struct mix mix_of(const struct workload_plan *plan, bool with_puts)
{
    return mix_from(plan->mix, plan->mix_count, with_puts);
}

struct mix mix_of_entries(const struct mix_entry *entries, size_t count)
{
    return mix_from(entries, count, true);
}

void mix_done(struct mix *mix)
{
    mem_free(mix->entries);
    mem_free(mix->thresholds);
    *mix = (struct mix){0};
}

bool mix_has(const struct mix *mix, enum op_kind kind)
{
    for (size_t i = 0; i < mix->count; i++) {
        if (mix->entries[i].kind == (int)kind)
            return true;
    }
    return false;
}

bool mix_is_put_only(const struct mix *mix)
{
    for (size_t i = 0; i < mix->count; i++) {
        if (mix->entries[i].kind != OP_PUT)
            return false;
    }
    return true;
}

const struct mix_entry *mix_draw(const struct mix *mix, uint64_t bits)
{
    assert(mix->count > 0);
    size_t i = 0;
    while (i + 1 < mix->count && bits >= mix->thresholds[i])
        i++;
    return &mix->entries[i];
}
