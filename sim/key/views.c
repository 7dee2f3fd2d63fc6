// Numbers and bytes read from within a value: keys of recorded workloads are often structs.
#include "key/functions.h"

enum { VIEW_LONG, VIEW_INT };

static bool check_view(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    for (size_t i = 1; i < node->argument_count; i++) {
        const int64_t offset = node_constant(node->arguments[i]);
        if (offset < 0 || offset > KEY_VALUE_BYTES_MAX)
            return key_node_fail(node->arguments[i], err, "`%s` takes positions in 0..%d, got %lld",
                                 node->function->name, KEY_VALUE_BYTES_MAX, (long long)offset);
    }
    return true;
}

static void run_number_at(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    const size_t offset = (size_t)node_constant(node->arguments[1]);
    const bool is_long = node->function->variant == VIEW_LONG;
    const size_t width = is_long ? 8 : 4;
    for (size_t i = 0; i < run->count; i++) {
        int64_t number = 0;
        if (in[i].size < offset + width)
            key_node_fault(node, i, FAULT_SHORT_TEXT);
        else if (is_long)
            number = (int64_t)key_get_u64(in[i].data + offset);
        else
            number = (int32_t)key_get_u32(in[i].data + offset);
        node->column.numbers[i] = number;
    }
}

static void run_bytes_at(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    const size_t offset = (size_t)node_constant(node->arguments[1]);
    const size_t length = (size_t)node_constant(node->arguments[2]);
    for (size_t i = 0; i < run->count; i++) {
        const size_t from = offset < in[i].size ? offset : in[i].size;
        const size_t rest = in[i].size - from;
        node->column.texts[i] = bytes_of(in[i].data + from, rest < length ? rest : length);
    }
}

const struct key_function key_view_functions[] = {
    {.name = "long_at",
     .family = "bytes",
     .signature = "long_at(x, offset)",
     .help = "the big-endian 8-byte number at a byte offset of the value",
     .words = "the long at byte $2 of $1",
     .takes = "tc",
     .required = 2,
     .result = TYPE_LONG,
     .variant = VIEW_LONG,
     .check = check_view,
     .run = run_number_at},
    {.name = "int_at",
     .family = "bytes",
     .signature = "int_at(x, offset)",
     .help = "the big-endian 4-byte number at a byte offset of the value",
     .words = "the int at byte $2 of $1",
     .takes = "tc",
     .required = 2,
     .result = TYPE_INT,
     .variant = VIEW_INT,
     .check = check_view,
     .run = run_number_at},
    {.name = "bytes_at",
     .family = "bytes",
     .signature = "bytes_at(x, offset, length)",
     .help = "`length` bytes at a byte offset of the value, fewer where it ends",
     .words = "$3 bytes at byte $2 of $1",
     .takes = "tcc",
     .required = 3,
     .result = TYPE_BYTES,
     .check = check_view,
     .run = run_bytes_at},
    {0},
};
