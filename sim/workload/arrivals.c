#include "workload/arrivals.h"

#include "base/batch.h"
#include "stats/sampler.h"

#include <assert.h>

bool arrivals_too_late(struct err *err)
{
    return err_fail(err, ERR_INPUT, "simulated time goes beyond 292 years");
}

bool arrivals_init(struct arrivals *arrivals, bool is_constant, double rate_per_s,
                   struct rng stream, struct err *err)
{
    if (!(rate_per_s >= ARRIVAL_RATE_MIN && rate_per_s <= ARRIVAL_RATE_MAX))
        return err_fail(err, ERR_INPUT,
                        "arrivals: a rate of %g operations per second, expected %g to %g",
                        rate_per_s, ARRIVAL_RATE_MIN, ARRIVAL_RATE_MAX);
    *arrivals = (struct arrivals){
        .is_constant = is_constant,
        .rng = stream,
        .mean_ns = (double)NS_PER_S / rate_per_s,
        .step = ratio_divide(NS_PER_S, ratio_of(rate_per_s)),
    };
    // Half a step on, so that cutting off is rounding.
    arrivals->fraction = is_constant ? arrivals->step.denominator / 2 : 0;
    return true;
}

void arrivals_init_curve(struct arrivals *arrivals, bool is_constant,
                         const struct rate_curve *curve, struct rng stream)
{
    *arrivals = (struct arrivals){.is_constant = is_constant, .rng = stream, .curve = curve};
}

static void next_constant(struct arrivals *arrivals, size_t count, sim_ns *out_at)
{
    const struct quotient *step = &arrivals->step;
    for (size_t i = 0; i < count; i++) {
        out_at[i] = arrivals->at;
        arrivals->at += (uint64_t)step->whole;
        arrivals->fraction += step->remainder;
        const bool is_over = arrivals->fraction >= step->denominator;
        arrivals->fraction -= is_over ? step->denominator : 0;
        arrivals->at += is_over;
    }
}

static void next_poisson(struct arrivals *arrivals, size_t count, sim_ns *out_at)
{
    uint64_t bits[BATCH_ROWS];
    double gaps[BATCH_ROWS];
    for (size_t i = 0; i < count; i++)
        bits[i] = rng_next(&arrivals->rng);
    sample_exponential(bits, count, gaps);
    for (size_t i = 0; i < count; i++) {
        const double gap_ns = gaps[i] * arrivals->mean_ns;
        const uint64_t whole = (uint64_t)gap_ns;
        arrivals->fraction += (uint64_t)((gap_ns - (double)whole) * 0x1p32);
        arrivals->at += whole + (arrivals->fraction >> 32);
        arrivals->fraction &= UINT32_MAX;
        out_at[i] = arrivals->at;
    }
}

static void next_on_curve(struct arrivals *arrivals, size_t count, sim_ns *out_at)
{
    for (size_t i = 0; i < count; i++) {
        if (!arrivals->is_constant)
            rate_curve_go_on(arrivals->curve, &arrivals->point,
                             sample_exponential_one(&arrivals->rng));
        const sim_ns at = rate_curve_time(arrivals->curve, &arrivals->point);
        arrivals->at = at > arrivals->at ? at : arrivals->at; // rounding may lead back
        out_at[i] = arrivals->at;
        if (arrivals->is_constant)
            rate_curve_go_on(arrivals->curve, &arrivals->point, 1);
    }
}

bool arrivals_next(struct arrivals *arrivals, size_t count, sim_ns *out_at, struct err *err)
{
    assert(count <= BATCH_ROWS);
    // A step adds at most 2^56 ns, so a batch cannot pass from below 2^63 beyond 2^64 unseen.
    for (size_t done = 0; done < count;) {
        const size_t some = count - done < 64 ? count - done : 64;
        if (arrivals->curve)
            next_on_curve(arrivals, some, out_at + done);
        else if (arrivals->is_constant)
            next_constant(arrivals, some, out_at + done);
        else
            next_poisson(arrivals, some, out_at + done);
        done += some;
        if (arrivals->at > INT64_MAX)
            return arrivals_too_late(err);
    }
    return true;
}
