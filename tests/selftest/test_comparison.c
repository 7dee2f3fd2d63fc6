// That the comparison can fail: each number of a result is changed in turn, and named.

#include "base/mem.h"
#include "metrics/result_field.h"
#include "run/run.h"
#include "selftest/comparison.h"
#include "selftest/reference.h"
#include "selftest/scenario_maker.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEEDS = 6, PLACES_MAX = 200000, PATH_MAX_BYTES = 200 };

struct place { // of one number
    enum result_kind kind;
    void *value;
    char path[PATH_MAX_BYTES];
};

struct places {
    struct place *items;
    size_t count;
};

static bool is_left_out(const char *path)
{
    size_t count;
    const struct left_out *left_out = comparison_left_out(&count);
    for (size_t i = 0; i < count; i++) {
        const size_t size = strlen(left_out[i].path);
        if (strncmp(path, left_out[i].path, size) == 0 && (path[size] == '\0' || path[size] == '.'))
            return true;
    }
    return false;
}

static void list_places(void *base, const struct result_field *fields, const char *above,
                        struct places *places)
{
    for (const struct result_field *field = fields; field->name; field++) {
        char path[PATH_MAX_BYTES];
        snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "", field->name);
        if (is_left_out(path))
            continue;
        if (field->kind == RESULT_OBJECT)
            list_places(result_at(base, field->offset), field->members, path, places);
        const bool has_items = field->kind == RESULT_LIST || field->kind == RESULT_MAP;
        for (size_t i = 0; has_items && i < result_count(base, field); i++)
            list_places(result_item(base, field, i), field->members, path, places);
        if (field->kind > RESULT_FLAG && field->kind != RESULT_TABLE)
            continue;
        cr_assert_lt(places->count, PLACES_MAX);
        struct place *place = &places->items[places->count++];
        *place = (struct place){.kind = field->kind, .value = result_at(base, field->offset)};
        memcpy(place->path, path, sizeof path);
    }
}

// Changes a number a little; whole ones back again the second time.
static void change(const struct place *place)
{
    if (place->kind == RESULT_NUMBER) {
        double *number = place->value;
        const bool percentile = strstr(place->path, "latency_ms") != NULL;
        *number = isnan(*number) ? 1 : *number * (percentile ? 1.02 : 1.000001) + 1e-6;
    } else if (place->kind == RESULT_COUNT) {
        *(uint64_t *)place->value ^= 1;
    } else if (place->kind == RESULT_FLAG) {
        *(bool *)place->value ^= true;
    } else {
        *(uint32_t *)place->value ^= 1;
    }
}

static void expect_named(const struct result *given, const struct result *expected,
                         const struct place *place)
{
    double number = 0;
    if (place->kind == RESULT_NUMBER)
        memcpy(&number, place->value, sizeof number);
    struct buffer difference = {0};
    change(place);
    cr_expect_not(comparison_same(given, expected, &difference), "%s goes unseen", place->path);
    const char *last = strrchr(place->path, '.') ? strrchr(place->path, '.') + 1 : place->path;
    cr_expect(difference.data && strstr((const char *)difference.data, last), "%s: %s", place->path,
              difference.data ? (const char *)difference.data : "");
    buffer_done(&difference);
    if (place->kind == RESULT_NUMBER)
        memcpy(place->value, &number, sizeof number);
    else
        change(place);
}

static void change_each(uint64_t seed)
{
    struct err err = {0};
    struct diagnostics diagnostics = {0};
    struct buffer text = {0};
    const struct scenario_options plain = {0};
    const struct run_options run = {.command = "selftest", .jobs = 1};
    scenario_make(seed, &text);
    struct scenario *scenario =
        scenario_open_text((const char *)text.data, "selftest.json", &plain, &diagnostics, &err);
    cr_assert(scenario, "%s", (const char *)text.data);
    struct result *given = run_scenario(scenario, &run, &err);
    cr_assert(given, "%s", err.message);
    struct result *expected = reference_run(scenario, &err);
    cr_assert(expected, "%s", err.message);
    struct places places = {.items = mem_new(PLACES_MAX, sizeof *places.items)};
    struct buffer difference = {0};
    list_places(given, result_fields, "", &places);
    cr_expect_gt(places.count, 200);
    cr_expect(comparison_same(given, expected, &difference));
    for (size_t i = 0; i < places.count; i++)
        expect_named(given, expected, &places.items[i]);
    mem_free(places.items);
    buffer_done(&difference);
    buffer_done(&text);
    diagnostics_done(&diagnostics);
    result_free(given);
    result_free(expected);
    scenario_free(scenario);
}

Test(comparison, sees_each_number_that_is_changed_and_names_it)
{
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        change_each(seed);
}

Test(comparison, has_a_reason_for_all_that_it_leaves_out)
{
    size_t count;
    const struct left_out *left_out = comparison_left_out(&count);
    for (size_t i = 0; i < count; i++)
        cr_expect(left_out[i].reason && strlen(left_out[i].reason) > 4, "%s", left_out[i].path);
}
