#include "cluster/store.h"

#include <string.h>

const char *const layout_names[] = {"regions", "slices", NULL};
const char *const placement_names[] = {"round-robin", "random", "contiguous", NULL};
const char *const distribution_names[] = {"deterministic", "exponential", "lognormal", NULL};

const struct store_profile *store_profile_named(const char *name)
{
    size_t count;
    const struct store_profile *catalog = store_profile_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(catalog[i].name, name) == 0)
            return &catalog[i];
    }
    return NULL;
}

const struct profile_default *store_profile_default(const struct store_profile *profile,
                                                    const char *name)
{
    for (const struct profile_default *row = profile->defaults; row->name; row++) {
        if (strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}
