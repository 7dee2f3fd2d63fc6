#include "workload/companions.h"

#include "base/batch.h"

bool companions_init(struct companions *companions, const struct workload_plan *plan,
                     struct err *err)
{
    struct mix others = mix_of(plan, false);
    *companions = (struct companions){
        .by_rate = others.rate_per_s > 0,
        .stream = rng_stream(plan->seed, "mix", 0),
    };
    if (!companions->by_rate) {
        mix_done(&others);
        companions->mix = mix_of(plan, true);
        return true;
    }
    companions->mix = others;
    const struct rng stream = rng_stream(plan->seed, "companions", 0);
    if (arrivals_init(&companions->arrivals, false, others.rate_per_s, stream, err) &&
        arrivals_next(&companions->arrivals, 1, &companions->next_at, err))
        return true;
    companions_done(companions);
    return false;
}

bool companions_check(const struct companions *companions, struct err *err)
{
    return companions->by_rate || mix_is_put_only(&companions->mix) ||
           mix_has(&companions->mix, OP_PUT) ||
           err_fail(err, ERR_INPUT,
                    "mix: beside rows with a pace of their own, weights need one for put");
}

void companions_done(struct companions *companions)
{
    mix_done(&companions->mix);
}

bool companions_next(struct companions *companions, uint64_t sequence, sim_ns last_row_at,
                     sim_ns row_at, struct companion *out_companion, struct err *err)
{
    *out_companion = (struct companion){0};
    if (mix_is_put_only(&companions->mix) || (companions->by_rate && companions->next_at >= row_at))
        return true;
    struct rng rng = rng_at(companions->stream, sequence);
    const struct mix_entry *entry = mix_draw(&companions->mix, rng_next(&rng));
    if (entry->kind == OP_PUT)
        return true;
    *out_companion = (struct companion){
        .entry = entry,
        .at = companions->by_rate ? companions->next_at : last_row_at,
    };
    return !companions->by_rate ||
           arrivals_next(&companions->arrivals, 1, &companions->next_at, err);
}
