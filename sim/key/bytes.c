// Numbers and texts as raw bytes, whatever the store's encoding.
#include "key/functions.h"

#include <string.h>

// --- long, int, short, byte: the low bytes, big-endian ---

static bool check_integer(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *number = node->arguments[0];
    const unsigned bits = 8 * (unsigned)node->function->variant;
    node->width = (size_t)node->function->variant;
    const bool natural = node_is_natural(number);
    const int64_t most = bits == 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1;
    const bool fits = bits == 64 || (number->bounded && number->min >= -most - 1 &&
                                     number->max <= (natural ? 2 * most + 1 : most));
    if (fits)
        node->properties = KEY_INJECTIVE | (natural ? KEY_KEEPS_ORDER : 0);
    return true;
}

// The bytes are in order from zero to where they are all set, and anew from there.
static int stretch_integer(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    *out = key_window(at, 1, 0, 0, (wide_int)1 << (8 * node->width));
    return 1;
}

static void run_integer(struct key_node *node, const struct key_run *run)
{
    const int64_t *in = node->arguments[0]->column.numbers;
    const size_t width = node->width;
    uint8_t *out = arena_take(run->arena, run->count * width + 8);
    for (size_t i = 0; i < run->count; i++) {
        key_put_u64(out, (uint64_t)in[i] << (64 - 8 * width));
        node->column.texts[i] = bytes_of(out, width);
        out += width;
    }
}

static bool invert_integer(const struct key_node *node, struct key_value value,
                           const struct key_run *run, struct key_value *out)
{
    (void)run;
    if (value.text.size != node->width)
        return false;
    uint64_t number = 0;
    for (size_t i = 0; i < node->width; i++)
        number = number << 8 | value.text.data[i];
    const unsigned unused = 64 - 8 * (unsigned)node->width;
    const bool natural = node_is_natural(node->arguments[0]);
    out->number = natural ? (int64_t)number : (int64_t)(number << unused) >> unused;
    return true;
}

// --- crdb_int: CockroachDB's EncodeVarintAscending ---

enum { CRDB_ZERO = 136, CRDB_SMALL = 109, CRDB_LENGTH = 245, CRDB_BYTES_MAX = 9 };

static size_t write_crdb(int64_t number, uint8_t *out)
{
    const uint64_t bits = (uint64_t)number;
    if (number >= 0 && number <= CRDB_SMALL) {
        out[0] = (uint8_t)(CRDB_ZERO + number);
        return 1;
    }
    const uint64_t magnitude = number < 0 ? 0 - bits : bits;
    size_t length = 1;
    while (length < 8 && magnitude >> (8 * length) != 0)
        length++;
    out[0] = (uint8_t)(number < 0 ? (size_t)CRDB_ZERO - length : CRDB_LENGTH + length);
    for (size_t i = 0; i < length; i++)
        out[1 + i] = (uint8_t)(bits >> (8 * (length - 1 - i)));
    return 1 + length;
}

static bool check_crdb(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    // It takes a number as signed.
    const struct key_node *number = node->arguments[0];
    if (number->type != TYPE_ULONG || number->bounded)
        node->properties |= KEY_KEEPS_ORDER;
    return true;
}

static int stretch_crdb(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    (void)node;
    *out = key_window(at, 1, 0, INT64_MIN, (wide_int)1 << 64);
    return 1;
}

static void run_crdb(struct key_node *node, const struct key_run *run)
{
    const int64_t *in = node->arguments[0]->column.numbers;
    uint8_t *out = arena_take(run->arena, run->count * CRDB_BYTES_MAX);
    for (size_t i = 0; i < run->count; i++) {
        node->column.texts[i] = bytes_of(out, write_crdb(in[i], out));
        out += node->column.texts[i].size;
    }
}

static bool invert_crdb(const struct key_node *node, struct key_value value,
                        const struct key_run *run, struct key_value *out)
{
    (void)node;
    (void)run;
    if (value.text.size == 0 || value.text.size > CRDB_BYTES_MAX)
        return false;
    if (value.text.size == 1) {
        out->number = value.text.data[0] - CRDB_ZERO;
        return true;
    }
    uint64_t number = value.text.data[0] < CRDB_ZERO ? UINT64_MAX : 0;
    for (size_t i = 1; i < value.text.size; i++)
        number = number << 8 | value.text.data[i];
    out->number = (int64_t)number;
    return true;
}

// --- desc, reverse_bytes, reverse_bits: of encoded bytes ---

enum { TURN_COMPLEMENT, TURN_BYTES, TURN_BITS };

static bool check_turn(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *encoded = node->arguments[0];
    node->width = encoded->width;
    node->nominal_width = encoded->nominal_width;
    // Complemented or not, a text comes before all that it begins.
    const bool escaped = encoded->function == &key_encodings[ENCODING_ORDERED] &&
                         encoded->arguments[0]->type == TYPE_STRING;
    if (node->function == &key_desc && encoded->width == 0 && !escaped &&
        !(encoded->properties & KEY_ENDS_ITSELF))
        node->properties &= ~(unsigned)KEY_REVERSES_ORDER;
    if (node->function == &key_desc)
        node->properties |= encoded->properties & KEY_ENDS_ITSELF;
    return true;
}

static uint8_t turned_bits(uint8_t byte)
{
    const unsigned pairs = (byte & 0x55u) << 1 | (byte >> 1 & 0x55u);
    const unsigned fours = (pairs & 0x33u) << 2 | (pairs >> 2 & 0x33u);
    return (uint8_t)(fours << 4 | fours >> 4);
}

static void turn_one(int variant, struct bytes in, uint8_t *out)
{
    for (size_t i = 0; i < in.size; i++) {
        const uint8_t byte = in.data[i];
        if (variant == TURN_COMPLEMENT)
            out[i] = (uint8_t)~byte;
        else
            out[in.size - 1 - i] = variant == TURN_BITS ? turned_bits(byte) : byte;
    }
}

static void run_turn(struct key_node *node, const struct key_run *run)
{
    const struct bytes *in = node->arguments[0]->column.texts;
    for (size_t i = 0; i < run->count; i++) {
        uint8_t *out = arena_take(run->arena, in[i].size);
        turn_one(node->function->variant, in[i], out);
        node->column.texts[i] = bytes_of(out, in[i].size);
    }
}

static struct bytes begins_complemented(const struct key_node *node, struct bytes text,
                                        struct arena *arena)
{
    uint8_t *out = arena_take(arena, text.size);
    turn_one(node->function->variant, text, out);
    return bytes_of(out, text.size);
}

// Each of them undoes itself.
static bool invert_turn(const struct key_node *node, struct key_value value,
                        const struct key_run *run, struct key_value *out)
{
    uint8_t *text = arena_take(run->arena, value.text.size);
    turn_one(node->function->variant, value.text, text);
    out->text = bytes_of(text, value.text.size);
    return true;
}

const struct key_function key_desc = {
    .name = "desc",
    .family = "bytes",
    .signature = "desc(x)",
    .help = "the encoded bytes complemented, so that order is reversed; as [x DESC]",
    .words = "$1, descending",
    .takes = "e",
    .required = 1,
    .result = TYPE_BYTES,
    .properties = KEY_REVERSES_ORDER | KEY_INJECTIVE,
    .variant = TURN_COMPLEMENT,
    .check = check_turn,
    .run = run_turn,
    .invert = invert_turn,
    .begins = begins_complemented,
};

// --- bytes ---

static bool check_bytes(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    node->width = node->arguments[0]->width;
    node->nominal_width = node->arguments[0]->nominal_width;
    node->ascii = node->arguments[0]->ascii;
    node->hex = node->arguments[0]->hex;
    return true;
}

static void run_bytes(struct key_node *node, const struct key_run *run)
{
    memcpy(node->column.texts, node->arguments[0]->column.texts,
           run->count * sizeof *node->column.texts);
}

static bool invert_bytes(const struct key_node *node, struct key_value value,
                         const struct key_run *run, struct key_value *out)
{
    (void)node;
    (void)run;
    *out = value;
    return true;
}

const struct key_function key_bytes_functions[] = {
    {.name = "long",
     .family = "bytes",
     .signature = "long(x)",
     .help = "8 bytes, big-endian, as Bytes.toBytes(long)",
     .words = "$1 as 8 bytes",
     .takes = "m",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = 8,
     .check = check_integer,
     .run = run_integer,
     .invert = invert_integer,
     .stretch = stretch_integer},
    {.name = "int",
     .family = "bytes",
     .signature = "int(x)",
     .help = "the low 4 bytes, big-endian",
     .words = "$1 as 4 bytes",
     .takes = "m",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = 4,
     .check = check_integer,
     .run = run_integer,
     .invert = invert_integer,
     .stretch = stretch_integer},
    {.name = "short",
     .family = "bytes",
     .signature = "short(x)",
     .help = "the low 2 bytes, big-endian",
     .words = "$1 as 2 bytes",
     .takes = "m",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = 2,
     .check = check_integer,
     .run = run_integer,
     .invert = invert_integer,
     .stretch = stretch_integer},
    {.name = "byte",
     .family = "bytes",
     .signature = "byte(x)",
     .help = "the low byte",
     .words = "$1 as 1 byte",
     .takes = "m",
     .required = 1,
     .result = TYPE_BYTES,
     .variant = 1,
     .check = check_integer,
     .run = run_integer,
     .invert = invert_integer,
     .stretch = stretch_integer},
    {.name = "reverse_bytes",
     .family = "bytes",
     .signature = "reverse_bytes(x)",
     .help = "the encoded bytes from last to first",
     .words = "the bytes of $1 reversed",
     .takes = "e",
     .required = 1,
     .result = TYPE_BYTES,
     .properties = KEY_INJECTIVE,
     .variant = TURN_BYTES,
     .check = check_turn,
     .run = run_turn,
     .invert = invert_turn},
    {.name = "reverse_bits",
     .family = "bytes",
     .signature = "reverse_bits(x)",
     .help = "the bits of the encoded bytes from last to first",
     .words = "the bits of $1 reversed",
     .takes = "e",
     .required = 1,
     .result = TYPE_BYTES,
     .properties = KEY_INJECTIVE,
     .variant = TURN_BITS,
     .check = check_turn,
     .run = run_turn,
     .invert = invert_turn},
    {.name = "bytes",
     .family = "bytes",
     .signature = "bytes('\\x00')",
     .help = "a text as it is, without the end that an ordered store would add",
     .words = "the bytes of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_BYTES,
     .properties = KEY_KEEPS_ORDER | KEY_INJECTIVE,
     .check = check_bytes,
     .run = run_bytes,
     .invert = invert_bytes,
     .begins = key_begins_same},
    {.name = "crdb_int",
     .family = "bytes",
     .signature = "crdb_int(x)",
     .help = "CockroachDB's key encoding of an integer, 1 to 9 bytes",
     .words = "$1 in CockroachDB's encoding",
     .takes = "m",
     .required = 1,
     .result = TYPE_BYTES,
     .properties = KEY_INJECTIVE | KEY_ENDS_ITSELF,
     .check = check_crdb,
     .stretch = stretch_crdb,
     .run = run_crdb,
     .invert = invert_crdb},
    {0},
};
