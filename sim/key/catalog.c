// All functions, family by family.
#include "base/text.h"
#include "key/functions.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// A table that ends with a row without a name, or a single row.
struct family {
    const struct key_function *rows;
    bool single;
};

static const struct family families[] = {
    {key_digest_functions, false},
    {key_number_functions, false},
    {&key_num, true},
    {&key_if, true},
    {key_slice_functions, false},
    {key_pad_functions, false},
    {key_text_functions, false},
    {&key_concat, true},
    {&key_to_text, true},
    {key_bytes_functions, false},
    {&key_encodings[ENCODING_ORDERED], true},
    {&key_desc, true},
    {key_view_functions, false},
    {&key_igz_bucket, true},
    {key_salt_functions, false},
    {key_time_functions, false},
};

enum { FAMILY_COUNT = sizeof families / sizeof families[0], FUNCTIONS_MAX = 128 };

const struct key_function *key_function_at(size_t index)
{
    for (size_t i = 0; i < FAMILY_COUNT; i++) {
        for (const struct key_function *row = families[i].rows; row->name; row++) {
            if (index-- == 0)
                return row;
            if (families[i].single)
                break;
        }
    }
    return NULL;
}

static bool same_name(struct bytes name, const char *other, size_t size)
{
    return name.size == size && strncasecmp((const char *)name.data, other, size) == 0;
}

static bool has_name(const struct key_function *function, struct bytes name)
{
    if (same_name(name, function->name, strlen(function->name)))
        return true;
    const char *alias = function->aliases;
    while (alias) {
        const char *end = strchrnul(alias, ' ');
        if (same_name(name, alias, (size_t)(end - alias)))
            return true;
        alias = *end ? end + 1 : NULL;
    }
    return false;
}

const struct key_function *key_function_named(struct bytes name)
{
    const struct key_function *function;
    for (size_t i = 0; (function = key_function_at(i)) != NULL; i++) {
        if (has_name(function, name))
            return function;
    }
    return NULL;
}

const char *key_function_nearest(struct bytes name)
{
    enum { NAME_BYTES = 64 };
    const char *names[FUNCTIONS_MAX];
    size_t count = 0;
    const struct key_function *function;
    while (count < FUNCTIONS_MAX && (function = key_function_at(count)) != NULL)
        names[count++] = function->name;
    char wanted[NAME_BYTES];
    (void)snprintf(wanted, sizeof wanted, "%.*s", (int)(name.size < NAME_BYTES ? name.size : 0),
                   (const char *)name.data);
    const int nearest = text_nearest(wanted, names, count);
    return nearest < 0 ? NULL : names[nearest];
}
