// load_splits.c -- `store.split`: what a policy needs, and what contradicts it.
#include "config/load.h"

struct need {
    bool is_missing;
    const char *what;
};

static bool is_kept_together(const struct split_config *split, int policy, int restriction)
{
    return split->policy == policy || split->restriction == restriction;
}

// Each says what it needs, as "key-prefix needs `prefix_length`".
static void check_needs(struct loading *loading, struct fault_place place,
                        const struct split_config *split)
{
    const int policy = split->policy;
    const bool feels_heat = policy == SPLIT_SIZE_OR_HEAT || policy == SPLIT_LOAD;
    const bool has_initial = policy != SPLIT_NONE && policy != SPLIT_CONSTANT && !feels_heat;
    const struct need needs[] = {
        {is_kept_together(split, SPLIT_KEY_PREFIX, RESTRICT_KEY_PREFIX) &&
             split->prefix_length == 0,
         "`key-prefix` needs `prefix_length`"},
        {is_kept_together(split, SPLIT_DELIMITED_PREFIX, RESTRICT_DELIMITED_PREFIX) &&
             (!split->delimiter || !split->delimiter[0]),
         "`delimited-prefix` needs `delimiter`"},
        {has_initial && split->initial_bytes == 0 && split->flush_bytes == 0,
         "a table's first region on a server needs a size: `initial_bytes` or `flush_bytes`"},
        {policy == SPLIT_BUSY && split->flush_bytes == 0, "`busy` needs `flush_bytes`"},
        {feels_heat && split->heat_per_s == 0 && split->heat_share == 0,
         "what is too often needs `heat_per_s` or `heat_share`"},
        {split->early_regions > 0 && split->early_bytes == 0,
         "`early_regions` needs `early_bytes`"},
        {(policy == SPLIT_KEY_PREFIX && split->restriction == RESTRICT_DELIMITED_PREFIX) ||
             (policy == SPLIT_DELIMITED_PREFIX && split->restriction == RESTRICT_KEY_PREFIX),
         "`policy` and `restriction` keep different prefixes together"},
    };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (needs[i].is_missing)
            faults_add(&loading->reader.faults, place, "%s", needs[i].what);
    }
}

void load_check_splits(struct loading *loading, struct layers store, struct store_config *out)
{
    struct split_config *split = &out->split;
    const struct layers given = layers_member(store, "split");
    const size_t layout = load_level_of(store, "layout");
    const size_t profile = load_level_of(store, "profile");
    const struct json_node *policy = load_last_given(given, "policy");
    const struct json_node *at = given.count > 0 ? given.nodes[given.count - 1] : NULL;
    if (!at && out->layout != LAYOUT_SLICES)
        return;
    if (out->layout == LAYOUT_SLICES) {
        // What was said of the regions around, or by the profile, does not hold for slices.
        const bool is_meant =
            policy && load_level_of(store, "split") >= (layout > profile ? layout : profile);
        if (is_meant && split->policy != SPLIT_NONE)
            faults_add(&loading->reader.faults, place_of_value(&loading->reader, policy),
                       "slices never split");
        split->policy = SPLIT_NONE;
        return;
    }
    check_needs(loading, place_of_value(&loading->reader, policy ? policy : at), split);
}
