// + - * / % == != on numbers. Java's rules: two's complement that wraps, truncating division.
#include "key/functions.h"

#include <string.h>

enum { OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_MODULO };

static bool fits_int(const struct key_node *node)
{
    return node->adapts && node_constant(node) >= INT32_MIN && node_constant(node) <= INT32_MAX;
}

enum value_type key_common_type(const struct key_node *a, const struct key_node *b)
{
    if (a->type == TYPE_DECIMAL || b->type == TYPE_DECIMAL)
        return TYPE_DECIMAL;
    if (a->type == TYPE_ULONG || b->type == TYPE_ULONG)
        return TYPE_ULONG;
    if (a->type == TYPE_INT && (b->type == TYPE_INT || fits_int(b)))
        return TYPE_INT;
    if (b->type == TYPE_INT && fits_int(a))
        return TYPE_INT;
    return a->type == TYPE_TIME && b->type == TYPE_TIME ? TYPE_TIME : TYPE_LONG;
}

// --- what is known of the result ---

static wide_int smaller(wide_int a, wide_int b)
{
    return a < b ? a : b;
}

static wide_int larger(wide_int a, wide_int b)
{
    return a > b ? a : b;
}

// The range, where no result can wrap.
static void set_range(struct key_node *node, wide_int min, wide_int max)
{
    const bool is_int = node->type == TYPE_INT;
    const int64_t lowest = is_int ? INT32_MIN : node->type == TYPE_ULONG ? 0 : INT64_MIN;
    const int64_t highest = is_int ? INT32_MAX : INT64_MAX;
    node->bounded = min >= lowest && max <= highest;
    node->min = node->bounded ? (int64_t)min : 0;
    node->max = node->bounded ? (int64_t)max : 0;
}

static void bound_sum(struct key_node *node, const struct key_node *a, const struct key_node *b)
{
    // Wrapping around is one to one.
    node->properties = a->constant || b->constant ? KEY_INJECTIVE : 0;
    if (!a->bounded || !b->bounded)
        return;
    const bool adds = node->function->variant == OP_ADD;
    set_range(node, (wide_int)a->min + (adds ? b->min : -(wide_int)b->max),
              (wide_int)a->max + (adds ? b->max : -(wide_int)b->min));
    const bool constant_minuend = a->constant && !adds;
    if (node->bounded && (a->constant || b->constant))
        node->properties |= constant_minuend ? KEY_REVERSES_ORDER : KEY_KEEPS_ORDER;
}

static void bound_product(struct key_node *node, const struct key_node *a, const struct key_node *b)
{
    if (!a->bounded || !b->bounded)
        return;
    const wide_int corners[] = {(wide_int)a->min * b->min, (wide_int)a->min * b->max,
                                (wide_int)a->max * b->min, (wide_int)a->max * b->max};
    wide_int min = corners[0];
    wide_int max = corners[0];
    for (size_t i = 1; i < sizeof corners / sizeof corners[0]; i++) {
        min = smaller(min, corners[i]);
        max = larger(max, corners[i]);
    }
    set_range(node, min, max);
    const struct key_node *factor = b->constant ? b : a;
    if (node->bounded && factor->constant && factor->min > 0)
        node->properties = KEY_KEEPS_ORDER | KEY_INJECTIVE;
}

static void bound_quotient(struct key_node *node, const struct key_node *a,
                           const struct key_node *b)
{
    if (!b->constant || key_constant_number(b) <= 0)
        return;
    if ((a->type == TYPE_ULONG) == (node->type == TYPE_ULONG) || node_is_natural(a))
        node->properties = KEY_KEEPS_ORDER;
    if (a->bounded && b->bounded)
        set_range(node, a->min / b->min, a->max / b->min);
}

static void bound_remainder(struct key_node *node, const struct key_node *a,
                            const struct key_node *b)
{
    if (!b->constant || !b->bounded || b->min == 0 || b->min == INT64_MIN)
        return;
    const int64_t last = (b->min < 0 ? -b->min : b->min) - 1;
    const bool natural = node->type == TYPE_ULONG || node_is_natural(a);
    set_range(node, natural ? 0 : -(wide_int)last, last);
    node->properties = KEY_ENUMERABLE;
}

// A difference of two times is a duration; a time moved by a number is a time.
static enum value_type sum_type(const struct key_node *node, const struct key_node *a,
                                const struct key_node *b)
{
    const bool adds = node->function->variant == OP_ADD;
    if (a->type == TYPE_TIME && b->type == TYPE_TIME)
        return TYPE_LONG;
    const bool moved = a->type == TYPE_TIME || (adds && b->type == TYPE_TIME);
    const enum value_type common = key_common_type(a, b);
    return moved && common != TYPE_DECIMAL ? TYPE_TIME : common;
}

static bool meet_in_decimal(struct key_graph *graph, struct key_node *node, struct err *err)
{
    for (size_t i = 0; i < 2; i++) {
        node->arguments[i] = key_node_as_type(graph, node->arguments[i], TYPE_DECIMAL, err);
        if (!node->arguments[i])
            return false;
    }
    return true;
}

static bool check_sum(struct key_graph *graph, struct key_node *node, struct err *err)
{
    const struct key_node *a = node->arguments[0];
    const struct key_node *b = node->arguments[1];
    node->type = sum_type(node, a, b);
    const bool adds = node->function->variant == OP_ADD;
    if (b->unit == UNIT_NONE)
        node->unit = a->unit;
    else if (adds && a->unit == UNIT_NONE)
        node->unit = b->unit;
    if (node->type == TYPE_DECIMAL)
        return meet_in_decimal(graph, node, err);
    bound_sum(node, a, b);
    return true;
}

static bool check_product(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *a = node->arguments[0];
    const struct key_node *b = node->arguments[1];
    const enum value_type type = key_common_type(a, b);
    node->type = type == TYPE_TIME ? TYPE_LONG : type;
    const int op = node->function->variant;
    if (op != OP_MULTIPLY && b->constant && node_constant(b) == 0)
        return key_node_fail(node, err, "division by zero");
    if (op == OP_MULTIPLY)
        bound_product(node, a, b);
    else if (op == OP_DIVIDE)
        bound_quotient(node, a, b);
    else
        bound_remainder(node, a, b);
    return true;
}

// --- evaluation ---

static void wrap_int(struct key_node *node, size_t count)
{
    int64_t *out = node->column.numbers;
    for (size_t i = 0; node->type == TYPE_INT && i < count; i++)
        out[i] = (int32_t)(uint32_t)(uint64_t)out[i];
}

static int64_t scaled_up(int64_t value, unsigned by, bool *fits)
{
    for (; by > 0; by--)
        *fits = !__builtin_mul_overflow(value, 10, &value) && *fits;
    return value;
}

static void run_decimal_sum(struct key_node *node, const struct key_run *run)
{
    enum { TEXT_BYTES = 24 };
    static const int64_t limit = INT64_C(999999999999999999);
    const struct column *a = &node->arguments[0]->column;
    const struct column *b = &node->arguments[1]->column;
    struct column *out = &node->column;
    uint8_t *at = arena_take(run->arena, run->count * TEXT_BYTES);
    for (size_t i = 0; i < run->count; i++) {
        const uint8_t scale = a->scales[i] > b->scales[i] ? a->scales[i] : b->scales[i];
        bool fits = true;
        const int64_t left = scaled_up(a->numbers[i], (unsigned)(scale - a->scales[i]), &fits);
        const int64_t right = scaled_up(b->numbers[i], (unsigned)(scale - b->scales[i]), &fits);
        int64_t sum = 0;
        if (fits)
            sum = node->function->variant == OP_ADD ? left + right : left - right;
        if (!fits || sum > limit || sum < -limit) {
            key_node_fault(node, i, FAULT_DECIMAL);
            sum = 0;
        }
        out->numbers[i] = sum;
        out->scales[i] = scale;
        out->texts[i] = bytes_of(at, key_write_decimal(at, sum, scale));
        at += out->texts[i].size;
    }
}

static void run_sum(struct key_node *node, const struct key_run *run)
{
    if (node->type == TYPE_DECIMAL) {
        run_decimal_sum(node, run);
        return;
    }
    const int64_t *a = node->arguments[0]->column.numbers;
    const int64_t *b = node->arguments[1]->column.numbers;
    int64_t *out = node->column.numbers;
    if (node->function->variant == OP_ADD) {
        for (size_t i = 0; i < run->count; i++)
            out[i] = (int64_t)((uint64_t)a[i] + (uint64_t)b[i]);
    } else {
        for (size_t i = 0; i < run->count; i++)
            out[i] = (int64_t)((uint64_t)a[i] - (uint64_t)b[i]);
    }
    wrap_int(node, run->count);
}

static void run_multiply(struct key_node *node, const struct key_run *run)
{
    const int64_t *a = node->arguments[0]->column.numbers;
    const int64_t *b = node->arguments[1]->column.numbers;
    for (size_t i = 0; i < run->count; i++)
        node->column.numbers[i] = (int64_t)((uint64_t)a[i] * (uint64_t)b[i]);
    wrap_int(node, run->count);
}

static int64_t divide(const struct key_node *node, int64_t a, int64_t b)
{
    if (node->type == TYPE_ULONG)
        return (int64_t)((uint64_t)a / (uint64_t)b);
    return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static int64_t remainder_of(const struct key_node *node, int64_t a, int64_t b)
{
    if (node->type == TYPE_ULONG)
        return (int64_t)((uint64_t)a % (uint64_t)b);
    return b == -1 ? 0 : a % b;
}

// A constant divisor, as almost all are: no test for zero or -1 a row.
static void run_modulo_constant(struct key_node *node, size_t count, int64_t divisor)
{
    const int64_t *a = node->arguments[0]->column.numbers;
    int64_t *out = node->column.numbers;
    const bool is_unsigned = node->type == TYPE_ULONG;
    const uint64_t mask = (uint64_t)divisor - 1;
    if ((is_unsigned || node_is_natural(node->arguments[0])) && divisor > 0 &&
        ((uint64_t)divisor & mask) == 0) {
        for (size_t i = 0; i < count; i++)
            out[i] = (int64_t)((uint64_t)a[i] & mask);
    } else if (is_unsigned) {
        for (size_t i = 0; i < count; i++)
            out[i] = (int64_t)((uint64_t)a[i] % (uint64_t)divisor);
    } else {
        for (size_t i = 0; i < count; i++)
            out[i] = a[i] % divisor;
    }
}

static void run_divide(struct key_node *node, const struct key_run *run)
{
    const int64_t *a = node->arguments[0]->column.numbers;
    const int64_t *b = node->arguments[1]->column.numbers;
    int64_t *out = node->column.numbers;
    const bool divides = node->function->variant == OP_DIVIDE;
    if (!divides && node->arguments[1]->constant && (b[0] > 0 || b[0] < -1)) {
        run_modulo_constant(node, run->count, b[0]);
        return;
    }
    for (size_t i = 0; i < run->count; i++) {
        if (b[i] == 0) {
            out[i] = 0;
            key_node_fault(node, i, FAULT_DIVISION);
        } else {
            out[i] = divides ? divide(node, a[i], b[i]) : remainder_of(node, a[i], b[i]);
        }
    }
    wrap_int(node, run->count);
}

// --- where order is kept ---

// Up to where the result wraps around.
static int stretch_sum(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    const struct key_node *a = node->arguments[0];
    const struct key_node *b = node->arguments[1];
    if (node->type == TYPE_DECIMAL || (!a->constant && !b->constant))
        return 0;
    const wide_int least = key_type_least(node->type);
    const wide_int count = key_type_count(node->type);
    if (node->function->variant == OP_ADD || b->constant) {
        wide_int plus = key_constant_number(a->constant ? a : b);
        if (node->function->variant == OP_SUBTRACT)
            plus = -plus;
        *out = key_window(at, 1, plus, least, count);
        return 1;
    }
    // constant - x, turned around: x - constant between the negated ends.
    *out = key_window(at, 1, -key_constant_number(a), -(least + count - 1), count);
    return -1;
}

static int stretch_product(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    const bool left = node->arguments[0]->constant;
    if (!left && !node->arguments[1]->constant)
        return 0;
    const wide_int times = key_constant_number(node->arguments[left ? 0 : 1]);
    if (times <= 0 || times > INT32_MAX)
        return 0;
    *out = key_window(at, times, 0, key_type_least(node->type), key_type_count(node->type));
    return 1;
}

// One side is constant: the other follows from the result.
static bool invert_sum(const struct key_node *node, struct key_value value,
                       const struct key_run *run, struct key_value *out)
{
    (void)run;
    if (node->type == TYPE_DECIMAL)
        return false;
    const bool left_given = node->arguments[0]->constant;
    const uint64_t given = (uint64_t)node_constant(node->arguments[left_given ? 0 : 1]);
    const uint64_t result = (uint64_t)value.number;
    uint64_t argument = result - given;
    if (node->function->variant == OP_SUBTRACT)
        argument = left_given ? given - result : result + given;
    out->number = (int64_t)argument;
    if (node->type == TYPE_INT)
        out->number = (int32_t)(uint32_t)argument;
    return true;
}

const struct key_function key_add = {.name = "+",
                                     .signature = "a + b",
                                     .words = "$1 + $2",
                                     .takes = "dd",
                                     .required = 2,
                                     .result = TYPE_LONG,
                                     .variant = OP_ADD,
                                     .check = check_sum,
                                     .run = run_sum,
                                     .stretch = stretch_sum,
                                     .invert = invert_sum};
const struct key_function key_subtract = {.name = "-",
                                          .signature = "a - b",
                                          .words = "$1 - $2",
                                          .takes = "dd",
                                          .required = 2,
                                          .result = TYPE_LONG,
                                          .variant = OP_SUBTRACT,
                                          .check = check_sum,
                                          .run = run_sum,
                                          .stretch = stretch_sum,
                                          .invert = invert_sum};
const struct key_function key_multiply = {.name = "*",
                                          .signature = "a * b",
                                          .words = "$1 * $2",
                                          .takes = "nn",
                                          .required = 2,
                                          .result = TYPE_LONG,
                                          .variant = OP_MULTIPLY,
                                          .check = check_product,
                                          .run = run_multiply,
                                          .stretch = stretch_product};
const struct key_function key_divide = {.name = "/",
                                        .signature = "a / b",
                                        .words = "$1 / $2",
                                        .takes = "nn",
                                        .required = 2,
                                        .result = TYPE_LONG,
                                        .variant = OP_DIVIDE,
                                        .check = check_product,
                                        .run = run_divide};
const struct key_function key_modulo = {.name = "%",
                                        .signature = "a % b",
                                        .words = "$1 % $2",
                                        .takes = "nn",
                                        .required = 2,
                                        .result = TYPE_LONG,
                                        .variant = OP_MODULO,
                                        .check = check_product,
                                        .run = run_divide};
