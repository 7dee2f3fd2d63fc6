#include "workload/rate_curve.h"

#include "base/mem.h"
#include "stats/real.h"
#include "workload/arrivals.h"

#include <math.h>

struct piece {
    double from_ns; // within the period
    double rate_per_s;
    double below; // operations expected before it
};

struct rate_curve {
    double period_ns;  // infinite: nothing repeats
    double operations; // in a period
    double swing;      // sine: amplitude / mean
    struct piece *pieces;
    size_t count; // 0: a sine
};

static const double PI = 0x1.921fb54442d18p+1;
static const double S = 1e9; // ns in one second

bool rate_curve_is_for(int process)
{
    return process == ARRIVAL_SINE || process == ARRIVAL_BURST || process == ARRIVAL_STEPS;
}

static bool check_rate(double rate_per_s, bool may_be_0, struct err *err)
{
    if ((rate_per_s >= ARRIVAL_RATE_MIN && rate_per_s <= ARRIVAL_RATE_MAX) ||
        (may_be_0 && rate_per_s == 0))
        return true;
    return err_fail(err, ERR_INPUT,
                    "arrivals: a rate of %g operations per second, expected %s%g to %g", rate_per_s,
                    may_be_0 ? "0, or " : "", ARRIVAL_RATE_MIN, ARRIVAL_RATE_MAX);
}

static bool sine(const struct arrival_plan *plan, struct rate_curve *curve, struct err *err)
{
    if (!check_rate(plan->rate_per_s, false, err))
        return false;
    if (!(plan->amplitude_per_s >= 0 && plan->amplitude_per_s <= plan->rate_per_s))
        return err_fail(err, ERR_INPUT,
                        "arrivals: the amplitude (%g/s) must not be above the mean rate (%g/s)",
                        plan->amplitude_per_s, plan->rate_per_s);
    curve->period_ns = (double)plan->period_ns;
    curve->operations = plan->rate_per_s * curve->period_ns / S;
    curve->swing = plan->amplitude_per_s / plan->rate_per_s;
    return true;
}

// The pieces' times and rates are there: what lies before each.
static void add_up(struct rate_curve *curve)
{
    curve->operations = 0;
    for (size_t i = 0; i < curve->count; i++) {
        struct piece *piece = &curve->pieces[i];
        const double to = i + 1 < curve->count ? piece[1].from_ns : curve->period_ns;
        piece->below = curve->operations;
        curve->operations += piece->rate_per_s * (to - piece->from_ns) / S;
    }
}

static bool burst(const struct arrival_plan *plan, struct rate_curve *curve, struct err *err)
{
    const double hot = plan->rate_per_s * plan->factor, cool = plan->rate_per_s * plan->between;
    const bool has_rest = plan->length_ns < plan->every_ns;
    if (plan->length_ns > plan->every_ns)
        return err_fail(err, ERR_INPUT,
                        "arrivals: a burst (length_s) must not be longer than the "
                        "time from one to the next (every_s)");
    if (!check_rate(hot, false, err) || !check_rate(cool, true, err))
        return false;
    curve->period_ns = (double)plan->every_ns;
    curve->count = has_rest ? 2 : 1;
    curve->pieces = mem_new(curve->count, sizeof *curve->pieces);
    curve->pieces[0].rate_per_s = hot;
    if (has_rest)
        curve->pieces[1] = (struct piece){(double)plan->length_ns, cool, 0};
    add_up(curve);
    return true;
}

static bool steps(const struct arrival_plan *plan, struct rate_curve *curve, struct err *err)
{
    if (plan->step_count == 0 || plan->step_count > ARRIVAL_STEPS_MAX)
        return err_fail(err, ERR_INPUT, "arrivals: 1 to %d steps, got %zu", ARRIVAL_STEPS_MAX,
                        plan->step_count);
    curve->period_ns = INFINITY;
    curve->count = plan->step_count;
    curve->pieces = mem_new(curve->count, sizeof *curve->pieces);
    for (size_t i = 0; i < curve->count; i++) {
        const struct arrival_step *step = &plan->steps[i];
        const bool is_last = i + 1 == curve->count;
        if (i == 0 ? step->at_ns != 0 : step->at_ns <= step[-1].at_ns)
            return err_fail(err, ERR_INPUT,
                            "arrivals: the times of the steps must begin with 0 and rise");
        if (!check_rate(step->rate_per_s, !is_last, err))
            return is_last && step->rate_per_s == 0
                       ? err_context(err, "the last of the steps, which lasts for ever")
                       : false;
        curve->pieces[i].from_ns = (double)step->at_ns;
        curve->pieces[i].rate_per_s = step->rate_per_s;
    }
    add_up(curve);
    return true;
}

struct rate_curve *rate_curve_new(const struct arrival_plan *plan, struct err *err)
{
    struct rate_curve *curve = mem_new(1, sizeof *curve);
    const bool ok = plan->process == ARRIVAL_SINE    ? sine(plan, curve, err)
                    : plan->process == ARRIVAL_BURST ? burst(plan, curve, err)
                                                     : steps(plan, curve, err);
    if (ok)
        return curve;
    rate_curve_free(curve);
    return NULL;
}

void rate_curve_free(struct rate_curve *curve)
{
    if (!curve)
        return;
    mem_free(curve->pieces);
    mem_free(curve);
}

void rate_curve_go_on(const struct rate_curve *curve, struct rate_point *point, double operations)
{
    point->spent += operations;
    if (point->spent < curve->operations)
        return;
    const double periods = floor(point->spent / curve->operations);
    // Beyond, it is later than simulated time goes.
    point->period += periods < 0x1p62 ? (uint64_t)periods : UINT64_C(1) << 62;
    point->spent -= periods * curve->operations;
    // Rounding may lead over either end.
    if (!(point->spent >= 0))
        point->spent = 0;
}

// The part of a sine's operations that come in its first `x` periods, for x in 0..1, is
// x + swing / pi sin^2(pi x).
static double sine_part(const struct rate_curve *curve, double x)
{
    const double half = real_sin_turns(x / 2);
    return x + curve->swing / PI * half * half;
}

// Its inverse, by Newton's steps within a bracket that each of them narrows.
static double sine_inverse(const struct rate_curve *curve, double part)
{
    double low = part - curve->swing / PI, high = part;
    low = low > 0 ? low : 0;
    double x = (low + high) / 2;
    for (int i = 0; i < 60; i++) {
        const double off = sine_part(curve, x) - part;
        if (off > 0)
            high = x;
        else
            low = x;
        double next = x - off / (1 + curve->swing * real_sin_turns(x));
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) < 0x1p-60)
            break;
        x = next;
    }
    return x;
}

// The last piece that begins at or before so many operations; one without a rate ends where it
// begins.
static const struct piece *piece_at(const struct rate_curve *curve, double spent)
{
    size_t low = 0, high = curve->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (curve->pieces[middle].below <= spent)
            low = middle;
        else
            high = middle;
    }
    while (curve->pieces[low].rate_per_s == 0 && low > 0)
        low--; // of a period's end; rounding alone leads here
    return &curve->pieces[low];
}

sim_ns rate_curve_time(const struct rate_curve *curve, const struct rate_point *point)
{
    double at_ns = point->period > 0 ? (double)point->period * curve->period_ns : 0;
    double since_ns;
    if (curve->count == 0) {
        since_ns = sine_inverse(curve, point->spent / curve->operations) * curve->period_ns;
    } else {
        const struct piece *piece = piece_at(curve, point->spent);
        since_ns = piece->from_ns + (point->spent - piece->below) / piece->rate_per_s * S;
    }
    if (!(at_ns + since_ns < 0x1p63))
        return UINT64_C(1) << 63;
    // Whole periods in whole numbers, so that their sum is exact.
    const uint64_t whole = point->period > 0 ? point->period * (uint64_t)curve->period_ns : 0;
    return whole + (uint64_t)(since_ns + 0.5);
}

// Operations expected in the first `ns` of a period.
static double operations_within(const struct rate_curve *curve, double ns)
{
    if (curve->count == 0)
        return sine_part(curve, ns / curve->period_ns) * curve->operations;
    const struct piece *piece = curve->pieces;
    while (piece + 1 < curve->pieces + curve->count && piece[1].from_ns <= ns)
        piece++;
    return piece->below + (ns - piece->from_ns) * piece->rate_per_s / S;
}

double rate_curve_operations(const struct rate_curve *curve, sim_ns at)
{
    if (curve->period_ns == INFINITY)
        return operations_within(curve, (double)at);
    const uint64_t period_ns = (uint64_t)curve->period_ns;
    return (double)(at / period_ns) * curve->operations +
           operations_within(curve, (double)(at % period_ns));
}

double rate_curve_before(const struct rate_curve *curve)
{
    return curve->period_ns == INFINITY ? curve->pieces[0].rate_per_s
                                        : curve->operations / curve->period_ns * S;
}

double rate_curve_mean(const struct rate_curve *curve, uint64_t operations, uint64_t duration_ns)
{
    struct rate_point end = {0};
    rate_curve_go_on(curve, &end, (double)operations);
    const sim_ns last = rate_curve_time(curve, &end);
    const sim_ns all =
        operations == 0 || (duration_ns > 0 && duration_ns < last) ? duration_ns : last;
    return all > 0 ? rate_curve_operations(curve, all) / ((double)all / S) : 0;
}
