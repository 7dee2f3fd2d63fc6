// reader.h -- the one walk from JSON and a field table to a struct, and back.
//
// Reading never stops at a fault: it is noted, the row's default stands in, and the walk goes on,
// so that a scenario's faults are found together.
//
// Ownership: texts and lists that are read belong to the struct; rows_done frees them.
#ifndef HOTSIM_CONFIG_READER_H
#define HOTSIM_CONFIG_READER_H

#include "cluster/store.h"
#include "config/fault.h"
#include "config/quantity.h"
#include "config/tables.h"
#include "json/doc.h"
#include "json/writer.h"

struct reader {
    struct json_doc *doc;
    struct faults faults;
    const struct key_param *params; // for expressions; known once `params` is read
    size_t param_count;
};

// The same object at several levels, from the outermost in: for each member the last that gives it
// counts.
struct layers {
    const struct json_node *nodes[3];
    size_t count;
};

struct layers layers_of(const struct json_node *node); // NULL: none
// The objects that `name` is in each layer.
struct layers layers_member(struct layers layers, const char *name);

// Places for faults.
struct fault_place place_of_value(const struct reader *reader, const struct json_node *node);
struct fault_place place_of_name(const struct reader *reader, const struct json_node *node);
struct fault_place place_in_value(const struct reader *reader, const struct json_node *node,
                                  size_t offset, size_t length);
// The fault in `err`, inside the text `node` where it has a place; clears `err`.
void fault_of_err(struct reader *reader, const struct json_node *node, struct err *err);

// Makes a bare value the object that it is short for, checks that it is one; false after a fault.
bool object_of(struct reader *reader, const struct field_table *table,
               const struct json_node *node);

// Notes members that the table does not know, and those of later versions. `others` (may be NULL)
// are further names.
void check_names(struct reader *reader, const struct field_table *table,
                 const struct json_node *object, const char *const *others, size_t other_count);

// Fills `target` by the table's rows: from the layers, else from the profile (may be NULL; its
// names are paths below `store`), else from the row. Names must have been checked.
void read_rows(struct reader *reader, const struct field_table *table, struct layers layers,
               const struct store_profile *profile, void *target);

// object_of, check_names and read_rows for one object; NULL reads the defaults.
void read_object(struct reader *reader, const char *path, const struct json_node *node,
                 void *target);

// One value into the row's member; false after a fault.
bool read_value(struct reader *reader, const struct json_node *node, const struct param *row,
                void *target);

// The same from a default's text.
bool value_of_text(struct reader *reader, const char *text, const struct param *row, void *target,
                   struct err *err);

// The number that stands for "no end" or "no limit" in a count whose row gives a word for it.
uint64_t limitless(const struct param *row);

// Writes the members that the rows describe, all of them, in order; rows that are read by code are
// left out.
void echo_rows(struct json_writer *writer, const struct param *rows, const void *target);

void rows_done(const struct param *rows, void *target);

#endif
