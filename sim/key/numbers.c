// Functions from numbers to numbers, and num() from text.
#include "base/rng.h"
#include "key/functions.h"

static bool check_abs(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const struct key_node *argument = node->arguments[0];
    node->type = argument->type == TYPE_INT ? TYPE_INT : TYPE_LONG;
    const int64_t smallest = node->type == TYPE_INT ? INT32_MIN : INT64_MIN;
    if (argument->bounded && argument->min > smallest) {
        const int64_t low = argument->min < 0 ? -argument->min : argument->min;
        const int64_t high = argument->max < 0 ? -argument->max : argument->max;
        node->bounded = true;
        node->min = argument->min > 0 ? argument->min : argument->max < 0 ? high : 0;
        node->max = low > high ? low : high;
    }
    return true;
}

// Java's: the smallest value has no positive twin and stays as it is.
static void run_abs(struct key_node *node, const struct key_run *run)
{
    const int64_t *in = node->arguments[0]->column.numbers;
    int64_t *out = node->column.numbers;
    for (size_t i = 0; i < run->count; i++)
        out[i] = in[i] < 0 ? (int64_t)(0 - (uint64_t)in[i]) : in[i];
    for (size_t i = 0; node->type == TYPE_INT && i < run->count; i++)
        out[i] = (int32_t)(uint32_t)(uint64_t)out[i];
}

static bool check_floormod(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *divisor = node->arguments[1];
    const enum value_type type = key_common_type(node->arguments[0], divisor);
    node->type = type == TYPE_TIME ? TYPE_LONG : type;
    if (!divisor->constant)
        return true;
    const int64_t n = node_constant(divisor);
    if (n == 0)
        return key_node_fail(node, err, "division by zero");
    if (n > 0) {
        node->bounded = true;
        node->min = 0;
        node->max = n - 1;
        node->properties = KEY_ENUMERABLE;
    }
    return true;
}

static void run_floormod(struct key_node *node, const struct key_run *run)
{
    const int64_t *a = node->arguments[0]->column.numbers;
    const int64_t *b = node->arguments[1]->column.numbers;
    int64_t *out = node->column.numbers;
    for (size_t i = 0; i < run->count; i++) {
        out[i] = 0;
        if (b[i] == 0) {
            key_node_fault(node, i, FAULT_DIVISION);
        } else if (node->type == TYPE_ULONG) {
            out[i] = (int64_t)((uint64_t)a[i] % (uint64_t)b[i]);
        } else if (b[i] != -1) {
            const int64_t rest = a[i] % b[i];
            out[i] = rest != 0 && (rest < 0) != (b[i] < 0) ? rest + b[i] : rest;
        }
    }
}

// The numbers below the least multiple of the step wrap around.
static int stretch_floor(const struct key_node *node, wide_int at, struct key_stretch *out)
{
    const wide_int step = key_constant_number(node->arguments[1]);
    const wide_int least = key_type_least(node->type);
    *out = (struct key_stretch){least / step * step, least + key_type_count(node->type) - 1};
    return at >= out->first ? 1 : 0;
}

static bool check_floor(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *argument = node->arguments[0];
    const int64_t step = node_constant(node->arguments[1]);
    if (step <= 0)
        return key_node_fail(node->arguments[1], err,
                             "the step of `floor` must be positive, got %lld", (long long)step);
    node->type = argument->type;
    node->unit = argument->unit;
    struct key_stretch stretch;
    const wide_int least = argument->bounded ? argument->min : key_type_least(argument->type);
    if (stretch_floor(node, INT32_MAX, &stretch) != 0 && stretch.first <= least)
        node->properties = KEY_KEEPS_ORDER;
    if (argument->bounded && argument->min >= 0) {
        node->bounded = true;
        node->min = argument->min / step * step;
        node->max = argument->max / step * step;
    }
    return true;
}

// Down to a multiple of the step, also below zero; what has none in 64 bits wraps.
static void run_floor(struct key_node *node, const struct key_run *run)
{
    const int64_t *in = node->arguments[0]->column.numbers;
    const int64_t step = node_constant(node->arguments[1]);
    int64_t *out = node->column.numbers;
    for (size_t i = 0; i < run->count; i++) {
        if (node->type == TYPE_ULONG) {
            out[i] = (int64_t)((uint64_t)in[i] / (uint64_t)step * (uint64_t)step);
        } else {
            const int64_t rest = in[i] % step;
            out[i] = (int64_t)((uint64_t)in[i] - (uint64_t)(rest < 0 ? rest + step : rest));
        }
    }
    for (size_t i = 0; node->type == TYPE_INT && i < run->count; i++)
        out[i] = (int32_t)(uint32_t)(uint64_t)out[i];
}

static bool check_random(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const int64_t n = node_constant(node->arguments[0]);
    if (n <= 0)
        return key_node_fail(node->arguments[0], err, "`random` needs a positive number, got %lld",
                             (long long)n);
    node->bounded = true;
    node->max = n - 1;
    return true;
}

static void run_random(struct key_node *node, const struct key_run *run)
{
    const struct rng stream = rng_stream(run->graph->context.seed, "random", 0);
    for (size_t i = 0; i < run->count; i++) {
        struct rng own = rng_at(stream, run->batch->record[i]);
        node->column.numbers[i] = (int64_t)rng_upto(&own, (uint64_t)node->max);
    }
}

static bool check_num(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    const struct key_node *argument = node->arguments[0];
    if (argument->type == TYPE_BYTES)
        return key_node_fail(argument, err, "`num` reads a number in a text, and this is bytes");
    if (type_is_whole(argument->type)) {
        node->type = argument->type;
        node->unit = argument->unit;
        node->bounded = argument->bounded;
        node->min = argument->min;
        node->max = argument->max;
        node->properties |= KEY_KEEPS_ORDER | KEY_INJECTIVE;
    } else {
        node->unit = argument->unit;
        node->bounded = argument->all_digits;
        node->max = node->bounded ? INT64_MAX : 0;
        node->properties |= argument->type == TYPE_DECIMAL ? KEY_KEEPS_ORDER : 0;
    }
    return true;
}

static void run_num(struct key_node *node, const struct key_run *run)
{
    const struct key_node *argument = node->arguments[0];
    int64_t *out = node->column.numbers;
    for (size_t i = 0; i < run->count; i++) {
        if (type_is_whole(argument->type)) {
            out[i] = argument->column.numbers[i];
        } else if (!key_read_number(argument->column.texts[i], &out[i])) {
            out[i] = 0;
            key_node_fault(node, i, FAULT_NOT_A_NUMBER);
        }
    }
}

static bool invert_num(const struct key_node *node, struct key_value value,
                       const struct key_run *run, struct key_value *out)
{
    enum { NUMBER_TEXT_BYTES = 20 };
    if (type_is_whole(node->arguments[0]->type)) {
        *out = value;
        return true;
    }
    uint8_t *text = arena_take(run->arena, NUMBER_TEXT_BYTES);
    out->text = bytes_of(text, key_write_number(text, value.number, false));
    return true;
}

const struct key_function key_num = {
    .name = "num",
    .family = "number",
    .signature = "num(x)",
    .help = "the whole number that a text holds; a fraction is dropped",
    .words = "the number in $1",
    .takes = "a",
    .required = 1,
    .result = TYPE_LONG,
    .properties = KEY_BY_VALUE,
    .check = check_num,
    .run = run_num,
    .invert = invert_num,
};

const struct key_function key_number_functions[] = {
    {.name = "abs",
     .family = "number",
     .signature = "abs(x)",
     .help = "Java's Math.abs: the smallest number stays negative; a ulong is taken as a long",
     .words = "the absolute value of $1",
     .takes = "n",
     .required = 1,
     .result = TYPE_LONG,
     .check = check_abs,
     .run = run_abs},
    {.name = "floormod",
     .family = "number",
     .signature = "floormod(x, n)",
     .help = "the remainder that is never negative for a positive n",
     .words = "floormod($1, $2)",
     .takes = "nn",
     .required = 2,
     .result = TYPE_LONG,
     .check = check_floormod,
     .run = run_floormod},
    {.name = "floor",
     .family = "number",
     .signature = "floor(x, step)",
     .help = "x cut down to a multiple of step",
     .words = "$1 cut down to steps of $2",
     .takes = "nc",
     .required = 2,
     .result = TYPE_LONG,
     .check = check_floor,
     .run = run_floor,
     .stretch = stretch_floor},
    {.name = "random",
     .family = "number",
     .signature = "random(n)",
     .help = "a number in 0..n-1, drawn when the record is written",
     .words = "a random number below $1",
     .takes = "c",
     .required = 1,
     .result = TYPE_LONG,
     .properties = KEY_RANDOM | KEY_ENUMERABLE,
     .check = check_random,
     .run = run_random},
    {0},
};
