// names.h -- what a name in a program means: an earlier statement, a field, or a param.
//
// `-` and `_`, and letter case, are interchangeable where only one name fits; a name as it is
// spelled wins.
#ifndef HOTSIM_KEY_NAMES_H
#define HOTSIM_KEY_NAMES_H

#include "key/node.h"

struct key_binding { // a statement
    struct bytes name;
    struct key_node *value; // NULL: not evaluated yet
};

struct key_scope {
    const struct schema *schema;
    const struct key_param *params;
    size_t param_count;
    struct key_binding *bindings; // all of the program's statements, in order
    size_t binding_count;
    size_t bound; // so many of them are evaluated: the others cannot be used yet
};

enum name_kind { NAME_NONE, NAME_STATEMENT, NAME_FIELD, NAME_PARAM };

struct key_name {
    enum name_kind kind;
    size_t index; // of the binding, the field or the param
};

// NAME_NONE where nothing fits; fails where several fit. Blanks in `name` count as `_`.
bool key_scope_find(const struct key_scope *scope, struct bytes name, struct key_name *out_name,
                    struct err *err);

// Says that nothing fits, what exists, and what may have been meant.
bool key_scope_unknown(const struct key_scope *scope, struct bytes name, struct err *err);

#endif
