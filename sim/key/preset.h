// preset.h -- named designs from the literature: each becomes a key program that the user sees.
#ifndef HOTSIM_KEY_PRESET_H
#define HOTSIM_KEY_PRESET_H

#include "base/err.h"
#include "base/param.h"
#include "base/schema.h"

// The members that a scenario can give a preset, whichever it is; absent ones are NULL or 0 and
// take the preset's default.
struct preset_values {
    char *of;         // a key: "[timestamp][hostname]"; default: the workload's fields in order
    char *by;         // an expression; default: the first component of `of`
    uint64_t buckets; // and `n`
    uint64_t chars;
    uint64_t width;
    char *delimiter; // member `char`
};

struct preset {
    const char *name;
    const char *summary; // one line for `hotsim list`
    const char
        *expands; // the program it becomes, in words of `of` and `by`, for `hotsim list presets`
    const char *members; // space-separated names of the members it takes beside `of` and `by`
    const char *source;  // document it comes from
};

const struct preset *preset_catalog(size_t *out_count);
const struct preset *preset_named(const char *name);

// The key program, a text the caller owns; NULL on error.
char *preset_expand(const struct preset *preset, const struct preset_values *values,
                    const struct schema *schema, struct err *err);

#endif
