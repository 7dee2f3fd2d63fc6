// preset_make.h -- how each preset writes its key program.
//
// Inside the presets only.
#ifndef HOTSIM_KEY_PRESET_MAKE_H
#define HOTSIM_KEY_PRESET_MAKE_H

#include "key/outline.h"
#include "key/preset.h"

// What a preset is made from: `of` taken apart.
struct making {
    const struct preset_values *values;
    const struct schema *schema;
    char *of;
    struct outline outline;
    size_t by_part; // the component that `by` is; SIZE_MAX: none
    char *by;       // an expression
    struct buffer out;
    struct err *err;
};

struct recipe {
    const char *name;
    uint64_t fallback, max; // of the one number that it takes; 0: none
    bool (*make)(struct making *making, uint64_t number);
};

const struct recipe *recipe_named(const char *name);

// --- pieces that recipes are written with ---

bool making_is_component(const struct making *making, size_t part);
struct bytes making_part(const struct making *making, size_t part);

// The expression of a component, without DESC; owned by the caller.
char *making_expression(const struct making *making, size_t part);

// The key, with `with` in place of component `part`; SIZE_MAX: all as it is.
void making_put_key(struct making *making, size_t part, const char *with);

// The components from `from` on as arguments; without those of times where `timeless`.
void making_put_arguments(struct making *making, size_t from, bool timeless);

// A number for %: what is none by itself is hashed or cut.
void making_put_number(struct making *making, const char *expression);

bool making_is_number(const struct making *making, const char *expression); // whole or decimal
bool making_is_whole(const struct making *making, const char *expression);

// Where nothing was said of `by`: the first component that is a time, or failing that a number.
void making_prefer_time(struct making *making);

#endif
