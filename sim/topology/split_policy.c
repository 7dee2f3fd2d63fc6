#include "topology/split_policy.h"

#include "base/key_batch.h"
#include "base/rng.h"

#include <math.h>
#include <string.h>

// ---- sizes ----

// IncreasingToUpperBound counts regions up to so many.
enum { INCREASING_REGIONS_MAX = 100 };

static double initial_bytes(const struct split_config *config)
{
    return (double)(config->initial_bytes > 0 ? config->initial_bytes : 2 * config->flush_bytes);
}

static double constant(const struct split_config *config, const struct split_view *view)
{
    (void)config;
    return (double)view->max_bytes;
}

static double increasing(const struct split_config *config, const struct split_view *view)
{
    const double regions = view->table_regions_here;
    if (view->table_regions_here == 0 || view->table_regions_here > INCREASING_REGIONS_MAX)
        return (double)view->max_bytes;
    return fmin((double)view->max_bytes, initial_bytes(config) * regions * regions * regions);
}

static double stepping(const struct split_config *config, const struct split_view *view)
{
    return view->table_regions_here == 1 ? initial_bytes(config) : (double)view->max_bytes;
}

static double never(const struct split_config *config, const struct split_view *view)
{
    (void)config;
    (void)view;
    return INFINITY;
}

// ---- what else ----

static bool is_busy(const struct split_config *config, const struct split_view *view)
{
    return view->now_ns - view->opened_ns >= config->busy_age_ns &&
           view->blocked_share >= config->busy_share;
}

static bool is_hot(const struct split_config *config, const struct split_view *view)
{
    (void)config;
    return view->is_hot;
}

// ---- the catalog, in the order of the enum ----

struct split_policy {
    double (*too_much)(const struct split_config *config, const struct split_view *view);
    bool (*or_if)(const struct split_config *config, const struct split_view *view); // or NULL
    bool has_initial; // may go by initial_bytes
    int restriction;
};

static const struct split_policy policies[SPLIT_POLICIES] = {
    [SPLIT_NONE] = {never, NULL, false, RESTRICT_NONE},
    [SPLIT_CONSTANT] = {constant, NULL, false, RESTRICT_NONE},
    [SPLIT_INCREASING] = {increasing, NULL, true, RESTRICT_NONE},
    [SPLIT_STEPPING] = {stepping, NULL, true, RESTRICT_NONE},
    [SPLIT_KEY_PREFIX] = {increasing, NULL, true, RESTRICT_KEY_PREFIX},
    [SPLIT_DELIMITED_PREFIX] = {increasing, NULL, true, RESTRICT_DELIMITED_PREFIX},
    [SPLIT_BUSY] = {increasing, is_busy, true, RESTRICT_NONE},
    [SPLIT_SIZE_OR_HEAT] = {constant, is_hot, false, RESTRICT_NONE},
    [SPLIT_LOAD] = {constant, is_hot, false, RESTRICT_NONE},
};

double split_policy_threshold(const struct split_config *config, const struct split_view *view)
{
    if (view->table_regions < config->early_regions)
        return fmin((double)config->early_bytes, (double)view->max_bytes);
    return policies[config->policy].too_much(config, view);
}

// Gates before any policy: a server with too many regions, a region with too many files, a half
// that still reads its parent's.
static bool is_barred(const struct split_config *config, const struct split_view *view)
{
    return (config->server_regions > 0 && view->server_regions >= config->server_regions) ||
           (config->blocking_files > 0 && view->files >= config->blocking_files) ||
           view->has_references;
}

bool split_policy_wants(const struct split_config *config, const struct split_view *view)
{
    const struct split_policy *policy = &policies[config->policy];
    if (config->policy == SPLIT_NONE || is_barred(config, view))
        return false;
    return view->bytes > split_policy_threshold(config, view) ||
           (policy->or_if && policy->or_if(config, view));
}

double split_policy_least_bytes(const struct split_config *config)
{
    const struct split_policy *policy = &policies[config->policy];
    if (config->policy == SPLIT_NONE)
        return INFINITY;
    double least = (double)config->max_bytes * (1 - config->jitter / 2);
    if (policy->has_initial)
        least = fmin(least, initial_bytes(config));
    if (config->policy == SPLIT_BUSY) // memory must have been full
        least = fmin(least, (double)config->blocking_factor * (double)config->flush_bytes);
    if (config->early_regions > 0)
        least = fmin(least, (double)config->early_bytes);
    return least;
}

bool split_policy_feels_heat(const struct split_config *config)
{
    return policies[config->policy].or_if == is_hot;
}

// desired += (long)(desired * (random - 0.5) * jitter), drawn once when a region is opened.
uint64_t split_policy_max_bytes(const struct split_config *config, uint64_t seed, uint64_t number)
{
    struct rng rng = rng_stream(seed, "split jitter", number);
    const double shift = (rng_unit(&rng) - 0.5) * config->jitter * (double)config->max_bytes;
    return (uint64_t)((int64_t)config->max_bytes + (int64_t)shift);
}

// ---- where ----

static size_t prefix_of(const struct split_config *config, int restriction, struct bytes key)
{
    if (restriction == RESTRICT_KEY_PREFIX)
        return key.size < config->prefix_length ? key.size : config->prefix_length;
    const size_t size = config->delimiter ? strlen(config->delimiter) : 0;
    if (restriction != RESTRICT_DELIMITED_PREFIX || size == 0)
        return key.size;
    const uint8_t *found = memmem(key.data, key.size, config->delimiter, size);
    return found ? (size_t)(found - key.data) : key.size;
}

bool split_point_restrict(const struct split_config *config, struct bytes middle,
                          struct bytes start, struct buffer *out_key)
{
    const int own = policies[config->policy].restriction;
    const int restriction = own != RESTRICT_NONE ? own : config->restriction;
    const struct bytes point = bytes_of(middle.data, prefix_of(config, restriction, middle));
    if (key_compare(point, start) <= 0)
        return false;
    buffer_append(out_key, point.data, point.size);
    return true;
}
