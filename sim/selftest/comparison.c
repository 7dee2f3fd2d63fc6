#include "selftest/comparison.h"

#include "metrics/result_field.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Sums of doubles may be made in another order.
#define ROUNDING 1e-9
// A step of the histogram (stats/histogram.h).
#define HISTOGRAM_STEP 0.008

static const struct left_out left_out[] = {
    {"command", "a word of the caller's"},
    {"scenario", "words, and a hash of them"},
    {"config", "the scenario again, which has tests of its own"},
    {"findings", "sentences"},
    {"warnings", "sentences"},
    {"expect", "the maker expects nothing"},
    {"comparison.break_even", "of queries, which the maker does not make"},
    {"designs.key", "the program as it was written"},
    {"designs.preset", "the program as it was written"},
    {"designs.invertible", "said of the program, not of a run"},
    {"designs.store", "a sentence"},
    {"designs.assumptions", "sentences"},
    {"designs.warnings", "sentences"},
    {"designs.hotspots", "judged from windows by metrics/hotspot, whose tests are closed cases"},
    {"designs.hotspot", "judged from windows by metrics/hotspot, whose tests are closed cases"},
    {"designs.tables.key", "the program in its canonical form"},
    {"designs.tables.encoding", "a word of the scenario"},
    {"designs.tables.presplit", "words"},
    {"designs.tables.presplit_algorithm", "a word of the scenario"},
};

const struct left_out *comparison_left_out(size_t *out_count)
{
    *out_count = sizeof left_out / sizeof *left_out;
    return left_out;
}

struct walk {
    struct buffer path;  // of tables: "designs.writes.count"
    struct buffer shown; // with the items' numbers
    struct buffer *difference;
    const struct design_result *given, *expected; // the designs that are looked at, or NULL
};

struct sides {
    const void *given, *expected;
};

static bool is_left_out(const struct walk *walk)
{
    bool found = false;
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        found = found || strcmp((const char *)walk->path.data, left_out[i].path) == 0;
    return found;
}

static void cut(struct buffer *buffer, size_t size)
{
    buffer->size = size;
    if (buffer->data)
        buffer->data[size] = '\0';
}

static bool differ(struct walk *walk, double given, double expected)
{
    buffer_format(walk->difference, "%s: %.17g, expected %.17g", (const char *)walk->shown.data,
                  given, expected);
    return false;
}

static bool same_number(struct walk *walk, double given, double expected, double tolerance)
{
    if (isnan(given) && isnan(expected))
        return true;
    if (fabs(given - expected) <= tolerance * fmax(fabs(given), fabs(expected)) + 1e-12)
        return true;
    return differ(walk, given, expected);
}

static bool same_count(struct walk *walk, uint64_t given, uint64_t expected)
{
    return given == expected || differ(walk, (double)given, (double)expected);
}

// Percentiles of latencies alone come from a histogram; "max" and "mean" are exact.
static double tolerance_of(const struct walk *walk, const struct result_field *field)
{
    const bool percentile = field->name[0] == 'p' && field->name[1] >= '0' && field->name[1] <= '9';
    return percentile && strstr((const char *)walk->path.data, "latency_ms") ? HISTOGRAM_STEP
                                                                             : ROUNDING;
}

static bool same_text(struct walk *walk, const char *given, const char *expected)
{
    const char *a = given ? given : "";
    const char *b = expected ? expected : "";
    if (strcmp(a, b) == 0)
        return true;
    buffer_format(walk->difference, "%s: \"%s\", expected \"%s\"", (const char *)walk->shown.data,
                  a, b);
    return false;
}

static bool same_fields(struct walk *walk, const struct result_field *fields, struct sides sides);

static bool same_item(struct walk *walk, const struct result_field *field, struct sides sides,
                      size_t index)
{
    const struct sides items = {result_item(sides.given, field, index),
                                result_item(sides.expected, field, index)};
    const size_t size = walk->shown.size;
    if (field->members == result_design_fields) {
        walk->given = items.given;
        walk->expected = items.expected;
    }
    buffer_format(&walk->shown, "[%zu]", index);
    const bool same = same_fields(walk, field->members, items);
    cut(&walk->shown, size);
    return same;
}

static bool same_list(struct walk *walk, const struct result_field *field, struct sides sides)
{
    const size_t count = result_count(sides.given, field);
    bool same = same_count(walk, count, result_count(sides.expected, field));
    for (size_t i = 0; same && i < count; i++)
        same = same_item(walk, field, sides, i);
    return same;
}

static bool same_small_list(struct walk *walk, const uint32_t *given, const uint32_t *expected,
                            size_t count)
{
    bool same = true;
    for (size_t i = 0; same && i < count; i++)
        same = same_count(walk, given[i], expected[i]);
    return same;
}

static bool same_array(struct walk *walk, const struct result_field *field, struct sides sides)
{
    const void *given = *(void **)result_at(sides.given, field->offset);
    const void *expected = *(void **)result_at(sides.expected, field->offset);
    bool same = true;
    if (field->kind == RESULT_DESIGNS) {
        const size_t count = result_count(sides.given, field);
        return same_count(walk, count, result_count(sides.expected, field)) &&
               same_small_list(walk, given, expected, count);
    }
    if (field->kind == RESULT_GRID)
        return same_small_list(walk, given, expected,
                               walk->given->heat_row_count * walk->given->window_count);
    const uint64_t *given_counts = given;
    const uint64_t *expected_counts = expected;
    for (size_t i = 0; same && i < walk->given->servers; i++)
        same = same_count(walk, given_counts[i], expected_counts[i]);
    return same;
}

static bool same_bound(struct walk *walk, const struct result_field *field, struct sides sides)
{
    const bool given = *(const bool *)result_at(sides.given, field->count_offset);
    return same_count(walk, given, *(const bool *)result_at(sides.expected, field->count_offset)) &&
           (!given || same_number(walk, *(const double *)result_at(sides.given, field->offset),
                                  *(const double *)result_at(sides.expected, field->offset), 0));
}

static bool same_texts(struct walk *walk, const struct result_field *field, struct sides sides)
{
    char *const *given = *(char ***)result_at(sides.given, field->offset);
    char *const *expected = *(char ***)result_at(sides.expected, field->offset);
    const size_t count = result_count(sides.given, field);
    bool same = same_count(walk, count, result_count(sides.expected, field));
    for (size_t i = 0; same && i < count; i++)
        same = same_text(walk, given[i], expected[i]);
    return same;
}

static bool same_value(struct walk *walk, const struct result_field *field, struct sides sides)
{
    const void *given = result_at(sides.given, field->offset);
    const void *expected = result_at(sides.expected, field->offset);
    switch (field->kind) {
    case RESULT_NUMBER:
        return same_number(walk, *(const double *)given, *(const double *)expected,
                           tolerance_of(walk, field));
    case RESULT_COUNT:
        return same_count(walk, *(const uint64_t *)given, *(const uint64_t *)expected);
    case RESULT_SMALL:
    case RESULT_TABLE:
        return same_count(walk, *(const uint32_t *)given, *(const uint32_t *)expected);
    case RESULT_FLAG:
        return same_count(walk, *(const bool *)given, *(const bool *)expected);
    case RESULT_STATE:
        return same_count(walk, (uint64_t) * (const int *)given,
                          (uint64_t) * (const int *)expected);
    case RESULT_TEXT:
    case RESULT_OPTION:
    case RESULT_JSON:
        return same_text(walk, *(char *const *)given, *(char *const *)expected);
    case RESULT_OBJECT:
        return same_fields(walk, field->members, (struct sides){given, expected});
    case RESULT_LIST:
    case RESULT_MAP:
        return same_list(walk, field, sides);
    case RESULT_DESIGNS:
    case RESULT_SERVERS:
    case RESULT_GRID:
        return same_array(walk, field, sides);
    case RESULT_BOUND:
        return same_bound(walk, field, sides);
    case RESULT_TEXTS:
        return same_texts(walk, field, sides);
    }
    return true;
}

static bool same_fields(struct walk *walk, const struct result_field *fields, struct sides sides)
{
    const size_t path = walk->path.size;
    const size_t shown = walk->shown.size;
    bool same = true;
    for (const struct result_field *field = fields; same && field->name; field++) {
        buffer_format(&walk->path, "%s%s", path > 0 ? "." : "", field->name);
        buffer_format(&walk->shown, "%s%s", shown > 0 ? "." : "", field->name);
        same = is_left_out(walk) || same_value(walk, field, sides);
        cut(&walk->path, path);
        cut(&walk->shown, shown);
    }
    return same;
}

bool comparison_same(const struct result *given, const struct result *expected,
                     struct buffer *out_difference)
{
    struct walk walk = {.difference = out_difference};
    const bool same = same_fields(&walk, result_fields, (struct sides){given, expected});
    buffer_done(&walk.path);
    buffer_done(&walk.shown);
    return same;
}
