// functions.h -- the tables of the function families, and the operators and conversions that
// expressions are made of.
//
// Inside sim/key/ only. Each table ends with a row without a name.
#ifndef HOTSIM_KEY_FUNCTIONS_H
#define HOTSIM_KEY_FUNCTIONS_H

#include "key/function.h"
#include "key/node.h"

extern const struct key_function key_digest_functions[];
extern const struct key_function key_number_functions[];
extern const struct key_function key_text_functions[];
extern const struct key_function key_slice_functions[];
extern const struct key_function key_pad_functions[];
extern const struct key_function key_bytes_functions[];
extern const struct key_function key_view_functions[];
extern const struct key_function key_salt_functions[];
extern const struct key_function key_time_functions[];

// Operators.
extern const struct key_function key_add, key_subtract, key_multiply, key_divide, key_modulo;
extern const struct key_function key_equal, key_differ;

// Conversions: a number's decimal text; a decimal; the bytes that stand in a key.
extern const struct key_function key_to_text, key_to_decimal;
extern const struct key_function key_encodings[]; // in the order of enum encoding

// Functions that other parts know by name.
extern const struct key_function key_concat, key_num, key_desc, key_igz_bucket, key_if;

// The type that two operands meet in; `minus`: of a difference.
enum value_type key_common_type(const struct key_node *a, const struct key_node *b);

// The largest stretch of numbers x around `at` in which times * x + plus stays between `low` and
// low + modulus - 1, modulo that; `times` is positive.
struct key_stretch key_window(wide_int at, wide_int times, wide_int plus, wide_int low,
                              wide_int modulus);
// The least number of a type, and how many there are.
wide_int key_type_least(enum value_type type);
wide_int key_type_count(enum value_type type);
// A constant as a number of its type.
wide_int key_constant_number(const struct key_node *node);

// What begins a text that is copied.
struct bytes key_begins_same(const struct key_node *node, struct bytes text, struct arena *arena);

// The decimal text of a number, into 20 bytes at least; returns its length.
size_t key_write_number(uint8_t *out, int64_t number, bool is_unsigned);

// The last `count` digits of a number, with zeros in front.
void key_write_digits(uint8_t *out, uint64_t number, size_t count);

// A decimal's text from its scaled integer, into 24 bytes at least.
size_t key_write_decimal(uint8_t *out, int64_t scaled, uint8_t scale);

// Reads "-12" or, where `out_scale` is given, "-12.50"; false where it is no such number or is too
// big.
bool key_read_number(struct bytes text, int64_t *out_number);
bool key_read_decimal(struct bytes text, int64_t *out_scaled, uint8_t *out_scale);

// Big-endian, at `out`.
static inline void key_put_u64(uint8_t *out, uint64_t value)
{
    const uint64_t swapped = __builtin_bswap64(value);
    __builtin_memcpy(out, &swapped, sizeof swapped);
}

static inline void key_put_u32(uint8_t *out, uint32_t value)
{
    const uint32_t swapped = __builtin_bswap32(value);
    __builtin_memcpy(out, &swapped, sizeof swapped);
}

static inline uint64_t key_get_u64(const uint8_t *at)
{
    uint64_t value;
    __builtin_memcpy(&value, at, sizeof value);
    return __builtin_bswap64(value);
}

static inline uint32_t key_get_u32(const uint8_t *at)
{
    uint32_t value;
    __builtin_memcpy(&value, at, sizeof value);
    return __builtin_bswap32(value);
}

// The byte after the character that starts at `at`: UTF-8's continuation bytes belong to the byte
// before them.
static inline size_t key_next_char(struct bytes text, size_t at)
{
    at++;
    while (at < text.size && (text.data[at] & 0xc0) == 0x80)
        at++;
    return at;
}

size_t key_count_chars(struct bytes text);

// Escapes 00 as 00 FF and ends with 00, so that texts of any length keep their order next to other
// columns.
size_t key_escape_size(struct bytes text);
void key_escape(struct bytes text, uint8_t *out);
// Undoes it; false where the bytes are no such text. `out` has room for text.size bytes.
bool key_unescape(struct bytes text, uint8_t *out, size_t *out_size);

#endif
