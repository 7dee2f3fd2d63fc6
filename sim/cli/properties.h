// properties.h -- a file of Java properties: names and values, as YCSB's workloads are written.
//
// `name=value`, `name: value` or `name value`; lines that begin with # or ! are comments; a line
// that ends in a backslash goes on in the next. Of a name given twice the last counts. Escapes
// other than \\ stay as they are.
#ifndef HOTSIM_CLI_PROPERTIES_H
#define HOTSIM_CLI_PROPERTIES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct property {
    char *name, *value;
    bool is_used; // was asked for
};

struct properties {
    struct property *items; // [count], in the file's order
    size_t count;
};

void properties_read(const char *text, struct properties *out_properties);
void properties_done(struct properties *properties);

// The value, or the fallback where there is none.
const char *property_text(struct properties *properties, const char *name, const char *fallback);
// Numbers; false, with the error, where the text is none or lies outside min to max.
bool property_number(struct properties *properties, const char *name, double fallback, double max,
                     double *out_number, struct err *err);
bool property_count(struct properties *properties, const char *name, uint64_t fallback,
                    uint64_t max, uint64_t *out_count, struct err *err);

#endif
