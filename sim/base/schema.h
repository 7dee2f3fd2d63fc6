// schema.h -- the fields of a workload's records, and what is known of their values before a run.
#ifndef HOTSIM_BASE_SCHEMA_H
#define HOTSIM_BASE_SCHEMA_H

#include "base/types.h"

enum value_type {
    TYPE_STRING,  // bytes, not checked to be UTF-8
    TYPE_LONG,    // 64-bit two's complement
    TYPE_INT,     // 32-bit two's complement, held in an int64_t
    TYPE_ULONG,   // 64-bit unsigned, held in an int64_t of the same bits
    TYPE_DECIMAL, // 64-bit scaled integer of at most 18 digits, and its text as read
    TYPE_TIME,    // a long with a unit
    TYPE_BYTES,   // a string whose text form was decoded (\xNN)
};

enum time_unit { UNIT_NONE, UNIT_S, UNIT_MS, UNIT_US, UNIT_NS };

struct field {
    char *name;
    enum value_type type;
    enum time_unit unit; // of a time, a clock, or the column that gives arrivals; else UNIT_NONE
    bool bounded;        // numbers are known to lie in min..max
    int64_t min, max;
    char **values; // every value that can occur, as text, where they are listed; else NULL
    size_t value_count;
};

struct schema {
    struct field *fields;
    size_t count;
};

void schema_done(struct schema *schema); // frees the contents

// The words of the scenario language for types and units: "string", "long", ...; "s", "ms", ...
const char *value_type_name(enum value_type type);
const char *time_unit_name(enum time_unit unit);
bool value_type_named(const char *name, enum value_type *out_type);
bool time_unit_named(const char *name, enum time_unit *out_unit);
uint64_t time_unit_ns(enum time_unit unit); // ns in one; UNIT_NONE counts as a second

#endif
