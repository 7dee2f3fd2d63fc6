#include "run/break_even.h"

#include "base/mem.h"
#include "run/lane_state.h"

#include <math.h>

static const double share_least = 1e-6;
static const double share_step = 1.0592537251772889; // the 40th root of ten: 240 steps up to 1
enum { GRID_STEPS = 240, HALVINGS = 40 };

// Work of each station (servers, then limited partitions) for a mean operation of the others, and
// for a mean occurrence of the query; in ns of a handler's time, over the handlers.
struct stations_work {
    double *others, *query;
    size_t count;
};

static struct stations_work work_of(const struct lane *lane, size_t class)
{
    const struct store_config *store = &lane->design->tables[0].store;
    const bool limited = store->partition_limit > 0;
    const size_t count = lane->server_capacity + (limited ? lane->partitions : 0);
    struct stations_work work = {.others = mem_new(count, sizeof *work.others),
                                 .query = mem_new(count, sizeof *work.query),
                                 .count = count};
    const double asked = (double)lane->classes[class].measured;
    const double rest = (double)course_measured_operations(&lane->course) - asked;
    for (size_t c = 0; c < lane->class_count; c++) {
        double *into = c == class ? work.query : work.others;
        const double operations = c == class ? asked : rest;
        for (uint32_t i = 0; i < lane->server_capacity && operations > 0; i++) {
            const double ns = (double)lane->classes[c].server_busy_ns[i] / operations;
            into[i] += ns / (double)store->handlers;
        }
        for (uint32_t p = 0; limited && p < lane->partitions && operations > 0; p++) {
            const double ns = (double)lane->classes[c].busy_ns[p] / operations;
            into[lane->server_capacity + p] += ns / (double)store->partition_limit;
        }
    }
    return work;
}

// Work of the busiest station for a mean operation.
static double busiest(const struct stations_work *work, double share)
{
    double most = 0;
    for (size_t i = 0; i < work->count; i++)
        most = fmax(most, (1 - share) * work->others[i] + share * work->query[i]);
    return most;
}

static size_t best_at(const struct stations_work *work, size_t count, double share)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        const double most = busiest(&work[i], share);
        if (most < least) {
            least = most;
            best = i;
        }
    }
    return best;
}

static void add(struct result *result, size_t query, double share, size_t below, size_t above)
{
    const struct design_result *design = &result->designs[0];
    const double operations = (double)(result->operations - result->warmup_operations);
    result->break_evens =
        mem_resize(result->break_evens, result->break_even_count + 1, sizeof *result->break_evens);
    result->break_evens[result->break_even_count++] = (struct break_even){
        .query = mem_text(design->queries[query].name),
        .share = share,
        .per_s = share * design->offered_per_s,
        .share_now = (double)design->queries[query].count / operations,
        .below = mem_text(result->designs[below].name),
        .above = mem_text(result->designs[above].name),
    };
}

static double narrow_down(const struct stations_work *work, size_t count, double low, double high,
                          size_t below)
{
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = sqrt(low * high);
        if (best_at(work, count, middle) == below)
            low = middle;
        else
            high = middle;
    }
    return sqrt(low * high);
}

static void find_changes(const struct stations_work *work, size_t lane_count, size_t query,
                         struct result *result)
{
    double low = share_least;
    size_t below = best_at(work, lane_count, low);
    for (int i = 1; i <= GRID_STEPS; i++) {
        const double high = i == GRID_STEPS ? 1 : low * share_step;
        const size_t above = best_at(work, lane_count, high);
        if (above != below)
            add(result, query, narrow_down(work, lane_count, low, high, below), below, above);
        low = high;
        below = above;
    }
}

void break_even_find(struct lane *const *lanes, size_t lane_count, struct result *result)
{
    for (size_t c = CLASS_READS; lane_count > 1 && c < CLASS_READS + lanes[0]->reading_count; c++) {
        const uint64_t asked = lanes[0]->classes[c].measured;
        if (asked < BREAK_EVEN_OCCURRENCES ||
            asked == course_measured_operations(&lanes[0]->course))
            continue;
        struct stations_work *work = mem_new(lane_count, sizeof *work);
        for (size_t i = 0; i < lane_count; i++)
            work[i] = work_of(lanes[i], c);
        find_changes(work, lane_count, c - CLASS_READS, result);
        for (size_t i = 0; i < lane_count; i++) {
            mem_free(work[i].others);
            mem_free(work[i].query);
        }
        mem_free(work);
    }
}
