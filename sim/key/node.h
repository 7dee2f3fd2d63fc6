// node.h -- a compiled expression: a graph of nodes, each of which is a column over the batch.
//
// Nodes are made children first, so one pass in order of making evaluates all of them. A constant
// is evaluated when it is made and fills its column for good; equal subexpressions are one node.
//
// Faults:    a record that cannot be evaluated (division by zero, a word in num()) marks its row;
// the mark
//            travels to whatever uses the row, and becomes an error only where a key needs it.
// Ownership: the graph owns nodes and columns; columns of fields are views of the batch.
#ifndef HOTSIM_KEY_NODE_H
#define HOTSIM_KEY_NODE_H

#include "base/arena.h"
#include "base/batch.h"
#include "key/function.h"
#include "key/program.h"

enum {
    KEY_ARGUMENTS_MAX = 64,
    KEY_NODES_MAX = 1024,
    KEY_VALUE_BYTES_MAX = 65536, // of a text that a function makes longer
};

enum key_fault {
    FAULT_NONE,
    FAULT_DIVISION,
    FAULT_NOT_A_NUMBER,
    FAULT_LONG_TEXT,
    FAULT_DECIMAL,
    FAULT_SHORT_TEXT
};

struct key_node {
    const struct key_function *function; // NULL: a field or a constant
    struct key_node **arguments;
    size_t argument_count;
    size_t id;             // place in the graph
    size_t offset, length; // in the program's text

    enum value_type type;
    bool constant;
    bool adapts; // a whole number without a type of its own: int beside an int, else long
    bool is_field;
    size_t field; // index in the schema
    enum time_unit unit;
    bool bounded; // numbers (and single bytes) lie in min..max
    int64_t min, max;
    size_t width;         // bytes of the text in every record; 0: varies
    size_t nominal_width; // padded to it; a longer value is not cut
    bool hex;             // lower-case hex digits of a digest
    bool ascii;           // a byte is a character
    bool all_digits;      // no byte but 0-9, so that its number is not negative
    size_t looks_at;      // of its first argument, in characters from the start; 0: all of it
    unsigned properties;

    bool needed;         // some component depends on it
    bool pinned;         // its column is given, not evaluated
    size_t chars_needed; // of a digest: how many digits anybody looks at
    bool owns_column;
    struct column column;
    enum key_fault fault; // the kind that this node can raise
    uint16_t *faults;     // id + 1 of the node that raised it; NULL: never any so far
    bool has_faults;      // in this batch
};

struct key_graph {
    struct key_context context; // with `params`, a copy
    struct key_param *params;
    enum encoding encoding; // on slices: text
    const char *text;       // the program, for messages
    struct key_node *nodes[KEY_NODES_MAX];
    size_t count;
    struct arena keep;    // lives as long as the graph
    struct arena scratch; // texts of the batch
    struct digester *digesters[3];
    struct buffer work;
    bool in_braces; // {xxHash(x) % n} is the platform's bucket
    bool igz_rewritten, plain_xxhash_suffix;
};

// What evaluation sees.
struct key_run {
    struct key_graph *graph;
    const struct batch *batch; // NULL while constants are folded
    size_t count;              // rows
    struct arena *arena;
};

struct key_graph *key_graph_new(const struct key_context *context, const char *text);
void key_graph_free(struct key_graph *graph); // NULL is fine

// --- making nodes; NULL on error, with the place (offset, length) in the text ---

struct key_place {
    size_t offset, length;
};

struct key_node *key_node_field(struct key_graph *graph, size_t field, struct key_place place,
                                struct err *err);
struct key_node *key_node_number(struct key_graph *graph, enum value_type type, int64_t number,
                                 struct key_place place, struct err *err);
struct key_node *key_node_text(struct key_graph *graph, struct bytes text, struct key_place place,
                               struct err *err);
struct key_node *key_node_decimal(struct key_graph *graph, struct bytes text,
                                  struct key_place place, struct err *err);
// Checks and converts the arguments.
struct key_node *key_node_call(struct key_graph *graph, const struct key_function *function,
                               struct key_node *const *arguments, size_t count,
                               struct key_place place, struct err *err);

// --- conversions, made as nodes where they are needed ---

struct key_node *key_node_as_text(struct key_graph *graph, struct key_node *node, struct err *err);
struct key_node *key_node_as_type(struct key_graph *graph, struct key_node *node,
                                  enum value_type type, struct err *err);
// As it stands in a key: numbers by the store's encoding, strings as they are or escaped.
struct key_node *key_node_encoded(struct key_graph *graph, struct key_node *node, struct err *err);

// --- evaluation ---

void key_graph_need(struct key_graph *graph, struct key_node *root); // root and all below it
void key_graph_settle(struct key_graph *graph); // once, after the last key_graph_need
void key_graph_run(struct key_graph *graph, const struct batch *batch, size_t count);

void key_node_fault(struct key_node *node, size_t row, enum key_fault fault);
void key_node_pass_fault(struct key_node *node, size_t row, uint16_t fault); // an argument's
// Says what is wrong with the first faulty row of the node; true where there is none.
bool key_node_sound(const struct key_graph *graph, const struct key_node *node,
                    const struct batch *batch, size_t count, struct err *err);

// --- small questions ---

static inline bool type_is_text(enum value_type type)
{
    return type == TYPE_STRING || type == TYPE_BYTES;
}

// long, int, ulong, time: whole numbers held in `numbers`.
static inline bool type_is_whole(enum value_type type)
{
    return !type_is_text(type) && type != TYPE_DECIMAL;
}

// A constant's value.
static inline int64_t node_constant(const struct key_node *node)
{
    return node->column.numbers[0];
}

// True where the values are known never to be negative.
static inline bool node_is_natural(const struct key_node *node)
{
    return node->type == TYPE_ULONG || (node->bounded && node->min >= 0);
}

// Fails with the node's place.
bool key_node_fail(const struct key_node *node, struct err *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The node as written: for messages.
struct bytes key_node_source(const struct key_graph *graph, const struct key_node *node);

#endif
