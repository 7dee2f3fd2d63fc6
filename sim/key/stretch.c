// Where arithmetic that wraps around keeps the order of numbers.
#include "key/functions.h"

static wide_int floor_divide(wide_int a, wide_int b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

struct key_stretch key_window(wide_int at, wide_int times, wide_int plus, wide_int low,
                              wide_int modulus)
{
    const wide_int turn = floor_divide(times * at + plus - low, modulus);
    const wide_int first = low + turn * modulus - plus;
    return (struct key_stretch){-floor_divide(-first, times),
                                floor_divide(first + modulus - 1, times)};
}

wide_int key_type_least(enum value_type type)
{
    return type == TYPE_ULONG ? 0 : type == TYPE_INT ? INT32_MIN : INT64_MIN;
}

wide_int key_type_count(enum value_type type)
{
    return (wide_int)1 << (type == TYPE_INT ? 32 : 64);
}

wide_int key_constant_number(const struct key_node *node)
{
    const int64_t number = node_constant(node);
    return node->type == TYPE_ULONG ? (wide_int)(uint64_t)number : number;
}
