#include "metrics/hotspot.h"

#include "base/mem.h"
#include "stats/real.h"

#include <math.h>
#include <string.h>

// A peak so far above what chance shows is no chance.
static const double beyond_chance = 1.5;

static double share_of(const struct hot_window *window)
{
    return window->writes > 0 ? (double)window->hottest / (double)window->writes : NAN;
}

// Peak-to-mean of as many writes thrown at random.
static double chance_of(const struct hot_window *window)
{
    const double partitions = window->partitions;
    const double mean = (double)window->writes / partitions;
    return 1 + real_sqrt(2 * real_log(partitions) / mean);
}

static bool is_hot(const struct hot_window *window)
{
    const double share = share_of(window);
    return window->writes > 0 && share * (double)window->servers >= 2 &&
           (window->partitions == 1 ||
            share * (double)window->partitions > beyond_chance * chance_of(window));
}

// ---- where and when ----

static struct hotspot *add(struct hotspot_list *list)
{
    list->items = mem_resize(list->items, list->count + 1, sizeof *list->items);
    return &list->items[list->count++];
}

static uint32_t apart(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

void hotspots_find(const struct hot_window *windows, size_t count, uint32_t table,
                   const uint32_t *place_of, struct hotspot_list *list)
{
    struct hotspot *now = NULL;
    const size_t first = list->count;
    uint64_t writes = 0;
    for (size_t i = 0; i < count; i++) {
        const struct hot_window *window = &windows[i];
        if (window->writes == 0)
            continue;
        if (!is_hot(window)) {
            now = NULL;
            continue;
        }
        if (!now || now->partition != window->partition) {
            now = add(list);
            *now = (struct hotspot){
                .table = table, .partition = window->partition, .t_s = window->t_s};
            const struct hotspot *before = list->count - 1 > first ? now - 1 : NULL;
            now->is_first = !before;
            now->from_server = before ? before->server : window->server;
            now->moved_partitions =
                before ? apart(place_of[before->partition], place_of[window->partition]) : 0;
            writes = 0;
        }
        now->server = window->server;
        now->until_s = window->until_s;
        now->windows++;
        now->writes += window->hottest;
        writes += window->writes;
        now->share = (double)now->writes / (double)writes;
    }
}

// ---- why ----

struct course_of_heat {
    size_t seen, hot;        // windows with writes
    double share;            // of the hottest, summed
    double relief_s;         // NaN: none
    size_t after, hot_after; // windows behind the relief
};

static struct course_of_heat course_of(const struct hot_window *windows, size_t count)
{
    struct course_of_heat course = {.relief_s = NAN};
    double start_s = NAN;
    bool relieved = false;
    for (size_t i = 0; i < count; i++) {
        if (windows[i].writes == 0)
            continue;
        const bool hot = is_hot(&windows[i]);
        start_s = course.seen == 0 ? windows[i].t_s : start_s;
        course.seen++;
        course.hot += hot;
        course.share += share_of(&windows[i]);
        relieved = relieved || !hot;
        if (!hot && isnan(course.relief_s))
            course.relief_s = windows[i].t_s - start_s;
        course.after += relieved;
        course.hot_after += relieved && hot;
    }
    return course;
}

// Hot partitions that come again and again, through the whole run, and not one after the other.
static bool comes_back(const struct hotspot_list *hotspots, uint32_t table, double length_s)
{
    double spread_s = 0;
    size_t partitions = 0, visits = 0;
    for (size_t i = 0; i < hotspots->count; i++) {
        const struct hotspot *it = &hotspots->items[i];
        bool is_new = it->table == table;
        for (size_t j = 0; is_new && j < i; j++)
            is_new =
                hotspots->items[j].table != table || hotspots->items[j].partition != it->partition;
        visits += it->table == table ? 1 : 0;
        if (!is_new)
            continue;
        double last_s = it->until_s;
        for (size_t j = i; j < hotspots->count; j++)
            if (hotspots->items[j].table == table && hotspots->items[j].partition == it->partition)
                last_s = hotspots->items[j].until_s;
        spread_s += last_s - it->t_s;
        partitions++;
    }
    return partitions > 1 && visits >= 2 * partitions &&
           spread_s > 0.5 * length_s * (double)partitions;
}

static const char *cause_of(const struct hot_evidence *evidence, double share, bool returns,
                            uint32_t servers)
{
    if (evidence->top_key_share >= 0.5 * share)
        return "single-key";
    if (returns && evidence->top_share <= 0.5 * share)
        return "burst";
    if (evidence->edge_share >= 0.5)
        return "moving-edge";
    if (evidence->stuck > 0 || evidence->distinct_keys < 2 * (double)servers)
        return "low-cardinality";
    return NULL;
}

static void count_hotspots(const struct hotspot_list *hotspots, uint32_t table,
                           struct hotspot_summary *out)
{
    double sum_s = 0;
    for (size_t i = 0; i < hotspots->count; i++) {
        const struct hotspot *it = &hotspots->items[i];
        if (it->table != table)
            continue;
        const double dwell_s = it->until_s - it->t_s;
        sum_s += dwell_s;
        out->dwell_max_s = fmax(out->dwell_max_s, dwell_s);
        out->count++;
        out->server_moves += !it->is_first && it->server != it->from_server;
    }
    out->dwell_mean_s = out->count > 0 ? sum_s / (double)out->count : NAN;
    out->dwell_max_s = out->count > 0 ? out->dwell_max_s : NAN;
}

void hotspots_judge(const struct hot_window *windows, size_t count,
                    const struct hotspot_list *hotspots, uint32_t table,
                    const struct hot_evidence *evidence, struct hotspot_summary *out)
{
    const struct course_of_heat course = course_of(windows, count);
    const uint32_t servers = count > 0 ? windows[count - 1].servers : 0;
    const double seen = (double)course.seen;
    const double share = seen > 0 ? course.share / seen : NAN;
    const double length_s = count > 0 ? windows[count - 1].until_s - windows[0].t_s : 0;
    *out = (struct hotspot_summary){
        .share_mean = share,
        .hot_share = seen > 0 ? (double)course.hot / seen : NAN,
        .relief_s = course.relief_s,
        .dwell_max_s = -INFINITY,
        .splits = evidence->splits,
        .is_falling = evidence->falling_share > 0.5,
    };
    count_hotspots(hotspots, table, out);
    const bool crowded =
        evidence->server_share * (double)servers >= 2 && evidence->server_share > 1.5 * share;
    if (2 * course.hot < course.seen) {
        const bool relieved = course.relief_s > 0 && 10 * course.hot_after < course.after;
        out->cause = crowded ? mem_text("placement") : NULL;
        out->verdict = mem_text(crowded          ? "unsplittable"
                                : relieved       ? "relieved"
                                : course.hot > 0 ? "passing"
                                                 : "none");
        return;
    }
    const char *cause = cause_of(evidence, share, comes_back(hotspots, table, length_s), servers);
    out->cause = cause ? mem_text(cause) : NULL;
    out->verdict = mem_text(cause ? "unsplittable" : "splittable");
}

double hotspot_can_take(const struct design_result *design)
{
    const struct load_summary *writes = &design->writes;
    const bool moves = design->hotspot.splits > 0 && design->hotspot.cause &&
                       strcmp(design->hotspot.cause, "moving-edge") == 0;
    const double acting = (double)writes->servers.count / writes->server_peak_to_mean.mean;
    const double share = acting / writes->servers.effective;
    return design->saturation_per_s * (moves && share < 1 ? share : 1);
}
