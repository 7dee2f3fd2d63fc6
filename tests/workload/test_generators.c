// Generated values against theory, seeds fixed.

#include "bench.h"

#include "base/mem.h"
#include "workload/field_set.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The configs as the params describe them; the offsets are checked below.
struct sequence_config {
    int64_t start, step;
};
struct clock_config {
    int unit;
    char *start;
};
struct uniform_config {
    uint64_t cardinality;
    int64_t min, max;
    uint64_t grows_every;
};
struct zipf_config {
    uint64_t cardinality;
    double theta, top;
    bool scramble;
    uint64_t grows_every;
};
struct choice_config {
    struct param_texts values;
    struct param_numbers weights;
};
struct expr_config {
    char *text;
};

enum { RECORDS = 200000 };

static void choose(struct choice_config *config, const char *const *values, const double *weights)
{
    for (; *values; values++) {
        struct param_texts *texts = &config->values;
        texts->items = mem_resize(texts->items, texts->count + 1, sizeof *texts->items);
        texts->items[texts->count++] = mem_text(*values);
    }
    if (!weights)
        return;
    config->weights.count = config->values.count;
    config->weights.items = mem_new(config->weights.count, sizeof *config->weights.items);
    memcpy(config->weights.items, weights, config->weights.count * sizeof *weights);
}

Test(generators, sequence_counts_records)
{
    struct workload_plan plan = bench_synthetic(1000, 5);
    struct sequence_config *config = bench_field(&plan, "id", "sequence", NULL);
    *config = (struct sequence_config){.start = 10, .step = -3};
    plan.arrivals.process = ARRIVAL_CONSTANT;
    char *rows = bench_rows(&plan);
    cr_expect(eq(str, rows,
                 "0 put 0 10\n1000000 put 1 7\n2000000 put 2 4\n3000000 put 3 1\n4000000 put 4 "
                 "-2\n"));
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(generators, clock_is_the_time_of_arrival_in_its_unit)
{
    static const struct {
        int unit;
        const char *start, *want;
    } cases[] = {
        {0, "2024-01-01T00:00:00Z", "1704067200 1704067200 1704067201"},
        {1, "2024-01-01T00:00:00Z", "1704067200000 1704067200750 1704067201500"},
        {2, "2024-01-01T00:00:00Z", "1704067200000000 1704067200750000 1704067201500000"},
        {3, "1000", "1000 750001000 1500001000"},
        {0, "-1.5", "-2 -1 0"},
        {0, "1969-12-31T23:59:58.5Z", "-2 -1 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct workload_plan plan = bench_synthetic(1 / 0.75, 3);
        plan.arrivals.process = ARRIVAL_CONSTANT;
        struct clock_config *config = bench_field(&plan, "ts", "clock", NULL);
        *config = (struct clock_config){.unit = cases[i].unit, .start = mem_text(cases[i].start)};
        char *rows = bench_rows(&plan);
        char got[200], values[3][64];
        cr_assert(eq(int, 3,
                     sscanf(rows, "%*s put 0 %63s %*s put 1 %63s %*s put 2 %63s", values[0],
                            values[1], values[2])));
        snprintf(got, sizeof got, "%s %s %s", values[0], values[1], values[2]);
        cr_expect(eq(str, got, (char *)cases[i].want));
        mem_free(rows);
        workload_plan_done(&plan);
    }
}

Test(generators, uniform_is_uniform)
{
    uint64_t counts[64] = {0};
    double shares[64];
    for (size_t i = 0; i < 64; i++)
        shares[i] = 1.0 / 64;
    struct workload_plan plan = bench_synthetic(1000, RECORDS);
    struct uniform_config *config = bench_field(&plan, "n", "uniform", NULL);
    config->cardinality = 64;
    bench_each_record(&plan, bench_count_number, counts);
    const double p = bench_chi_square_tail(counts, shares, 64);
    cr_expect(gt(dbl, p, 0.001));
    cr_expect(lt(dbl, p, 0.999));
    workload_plan_done(&plan);
}

static void see_bounds(void *context, const struct batch *batch, size_t row)
{
    int64_t *bounds = context;
    const int64_t number = batch->columns[0].numbers[row];
    bounds[0] = number < bounds[0] ? number : bounds[0];
    bounds[1] = number > bounds[1] ? number : bounds[1];
}

Test(generators, uniform_reaches_both_bounds)
{
    int64_t bounds[2] = {INT64_MAX, INT64_MIN};
    struct workload_plan plan = bench_synthetic(1000, 1000);
    struct uniform_config *config = bench_field(&plan, "n", "uniform", NULL);
    *config = (struct uniform_config){.min = -3, .max = 4};
    bench_each_record(&plan, see_bounds, bounds);
    cr_expect(eq(i64, bounds[0], -3));
    cr_expect(eq(i64, bounds[1], 4));
    workload_plan_done(&plan);
}

// P(k) = 1 / (k + 1)^theta / zeta: the first 20 values, the rest in one.
static void check_zipf(double theta, double top)
{
    enum { CARDINALITY = 1000, HEAD = 20 };
    uint64_t counts[CARDINALITY] = {0}, head[HEAD + 1] = {0};
    double shares[HEAD + 1] = {0}, zeta = 0, rest = 1;
    for (int k = 1; k <= CARDINALITY; k++)
        zeta += pow(k, -theta);
    struct workload_plan plan = bench_synthetic(1000, RECORDS);
    struct zipf_config *config = bench_field(&plan, "n", "zipf", NULL);
    *config = (struct zipf_config){.cardinality = CARDINALITY, .theta = theta, .top = top};
    bench_each_record(&plan, bench_count_number, counts);
    for (size_t k = 0; k < CARDINALITY; k++)
        head[k < HEAD ? k : HEAD] += counts[k];
    for (int k = 0; k < HEAD; k++)
        rest -= shares[k] = pow(k + 1, -theta) / zeta;
    shares[HEAD] = rest;
    cr_expect(gt(dbl, bench_chi_square_tail(head, shares, HEAD + 1), 0.001), "theta %g", theta);
    double distinct, top_share;
    plan.fields[0].generator->popularity(config, &distinct, &top_share);
    cr_expect(eq(dbl, distinct, CARDINALITY));
    cr_expect(lt(dbl, fabs(top_share - shares[0]), 1e-9));
    workload_plan_done(&plan);
}

Test(generators, zipf_follows_its_law)
{
    check_zipf(0.99, 0);
    check_zipf(0.5, 0);
    check_zipf(1, 0);
    check_zipf(2, 0);
}

Test(generators, zipf_by_its_hottest_share_has_it)
{
    uint64_t counts[1000] = {0};
    struct workload_plan plan = bench_synthetic(1000, RECORDS);
    struct zipf_config *config = bench_field(&plan, "n", "zipf", NULL);
    *config = (struct zipf_config){.cardinality = 1000, .theta = 0.99, .top = 0.3};
    bench_each_record(&plan, bench_count_number, counts);
    cr_expect(lt(dbl, fabs((double)counts[0] / RECORDS - 0.3), 4 * sqrt(0.3 * 0.7 / RECORDS)));
    workload_plan_done(&plan);
}

Test(generators, scramble_moves_the_values_and_keeps_their_counts)
{
    uint64_t counts[100] = {0}, scrambled[100] = {0};
    for (int i = 0; i < 2; i++) {
        struct workload_plan plan = bench_synthetic(1000, RECORDS);
        struct zipf_config *config = bench_field(&plan, "n", "zipf", NULL);
        *config = (struct zipf_config){.cardinality = 100, .theta = 0.99, .scramble = i};
        bench_each_record(&plan, bench_count_number, i ? scrambled : counts);
        workload_plan_done(&plan);
    }
    size_t moved = 0;
    for (size_t i = 0; i < 100; i++) {
        size_t same = 0;
        for (size_t j = 0; j < 100; j++)
            same += scrambled[j] == counts[i];
        cr_expect(gt(sz, same, 0));
        moved += scrambled[i] != counts[i];
    }
    cr_expect(gt(sz, moved, 80));
}

static void count_text(void *context, const struct batch *batch, size_t row)
{
    static const char *const names[] = {"login", "logout", "error"};
    const struct bytes text = batch->columns[0].texts[row];
    size_t i = 0;
    while (i < 3 && !(strlen(names[i]) == text.size && memcmp(names[i], text.data, text.size) == 0))
        i++;
    ((uint64_t *)context)[i]++;
}

Test(generators, choice_follows_its_weights)
{
    static const double weights[] = {5, 4, 1}, shares[] = {0.5, 0.4, 0.1};
    static const char *const values[] = {"login", "logout", "error", NULL};
    static const double alike[] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    for (int weighted = 0; weighted < 2; weighted++) {
        uint64_t counts[4] = {0};
        struct workload_plan plan = bench_synthetic(1000, RECORDS);
        choose(bench_field(&plan, "event", "choice", NULL), values, weighted ? weights : NULL);
        bench_each_record(&plan, count_text, counts);
        cr_expect(eq(u64, counts[3], 0));
        cr_expect(gt(dbl, bench_chi_square_tail(counts, weighted ? shares : alike, 3), 0.001));
        workload_plan_done(&plan);
    }
}

static struct shares_config *share(struct workload_plan *plan, const char *name, double part)
{
    struct shares_config *config = bench_field(plan, "tenant", "shares", NULL);
    config->names = mem_new(1, sizeof *config->names);
    config->shares = mem_new(1, sizeof *config->shares);
    config->names[0] = mem_text(name);
    config->shares[0] = part;
    config->count = 1;
    return config;
}

static void count_tenant(void *context, const struct batch *batch, size_t row)
{
    const struct bytes text = batch->columns[0].texts[row];
    int rank = 0;
    if (text.size != 4 || memcmp(text.data, "acme", 4) != 0)
        cr_assert(eq(int, sscanf((const char *)text.data, "t%2d", &rank), 1));
    ((uint64_t *)context)[text.size == 3 ? rank + 1 : 0]++;
}

Test(generators, shares_give_the_rest_to_its_generator)
{
    uint64_t counts[11] = {0};
    double shares[11] = {0.3};
    struct workload_plan plan = bench_synthetic(1000, RECORDS);
    struct shares_config *config = share(&plan, "acme", 0.3);
    config->rest = mem_new(1, sizeof *config->rest);
    struct uniform_config *rest = mem_new(1, sizeof *rest);
    rest->cardinality = 10;
    *config->rest = (struct field_plan){
        .generator = generator_named("uniform"), .config = rest, .format = mem_text("t%02d")};
    for (size_t i = 1; i < 11; i++)
        shares[i] = 0.07;
    bench_each_record(&plan, count_tenant, counts);
    cr_expect(gt(dbl, bench_chi_square_tail(counts, shares, 11), 0.001));
    double distinct, top;
    plan.fields[0].generator->popularity(config, &distinct, &top);
    cr_expect(eq(dbl, distinct, 11));
    cr_expect(eq(dbl, top, 0.3));
    workload_plan_done(&plan);
}

static void check_uuid(void *context, const struct batch *batch, size_t row)
{
    const struct bytes text = batch->columns[0].texts[row];
    uint64_t *digits = context;
    cr_assert(eq(sz, text.size, 36));
    for (size_t i = 0; i < 36; i++) {
        const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        const char *digit = strchr("0123456789abcdef", text.data[i]);
        cr_assert(is_dash ? text.data[i] == '-' : digit != NULL);
        if (i < 8)
            digits[digit - "0123456789abcdef"]++;
    }
    cr_assert(eq(int, text.data[14], '4'));
    cr_assert(strchr("89ab", text.data[19]) != NULL);
}

Test(generators, uuid_is_of_version_4_and_random)
{
    uint64_t digits[16] = {0};
    double shares[16];
    for (size_t i = 0; i < 16; i++)
        shares[i] = 1.0 / 16;
    struct workload_plan plan = bench_synthetic(1000, 20000);
    (void)bench_field(&plan, "id", "uuid", NULL);
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    struct batch batch;
    batch_init(&batch, source_schema(source));
    while (source_next(source, &batch, &err) && batch.count > 0) {
        for (size_t i = 0; i < batch.count; i++) {
            uint64_t own[16] = {0};
            check_uuid(own, &batch, i);
            for (size_t j = 0; j < 16; j++)
                digits[j] += own[j];
        }
    }
    batch_done(&batch);
    source_close(source);
    cr_expect(gt(dbl, bench_chi_square_tail(digits, shares, 16), 0.001));
    workload_plan_done(&plan);
}

Test(generators, expressions_read_fields_in_any_order_but_a_circle)
{
    struct workload_plan plan = bench_synthetic(1000, 2);
    ((struct expr_config *)bench_field(&plan, "c", "expr", NULL))->text = mem_text("b * 2");
    ((struct expr_config *)bench_field(&plan, "b", "expr", NULL))->text = mem_text("a + 1");
    *(struct sequence_config *)bench_field(&plan, "a", "sequence", NULL) =
        (struct sequence_config){.start = 7, .step = 1};
    char *rows = bench_rows(&plan);
    cr_expect(strstr(rows, " put 0 16 8 7\n") != NULL, "%s", rows);
    cr_expect(strstr(rows, " put 1 18 9 8\n") != NULL, "%s", rows);
    mem_free(rows);
    workload_plan_done(&plan);
}

Test(generators, a_circle_of_expressions_names_its_fields)
{
    struct workload_plan plan = bench_synthetic(1000, 2);
    ((struct expr_config *)bench_field(&plan, "x", "expr", NULL))->text = mem_text("y + 1");
    ((struct expr_config *)bench_field(&plan, "y", "expr", NULL))->text = mem_text("x + 1");
    const struct err err = bench_error(&plan);
    cr_expect(eq(str, (char *)err.message, "these fields need each other: `x`, `y`"));
    workload_plan_done(&plan);
}

Test(generators, an_expression_of_an_unknown_field_says_so)
{
    struct workload_plan plan = bench_synthetic(1000, 2);
    ((struct expr_config *)bench_field(&plan, "x", "expr", NULL))->text = mem_text("nothing + 1");
    const struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, "nothing") != NULL, "%s", err.message);
    workload_plan_done(&plan);
}

Test(generators, formats_and_types_respell_values)
{
    static const char *const digits[] = {"41", NULL};
    struct workload_plan plan = bench_synthetic(1000, 1);
    *(struct sequence_config *)bench_field(&plan, "a", "sequence", "host%03d") =
        (struct sequence_config){.start = 7};
    *(struct sequence_config *)bench_field(&plan, "b", "sequence", NULL) =
        (struct sequence_config){.start = -7};
    choose(bench_field(&plan, "c", "choice", NULL), digits, NULL);
    choose(bench_field(&plan, "d", "choice", "<%4s>"), digits, NULL);
    plan.fields[1].type_given = plan.fields[2].type_given = true;
    plan.fields[1].type = TYPE_STRING;
    plan.fields[2].type = TYPE_LONG;
    char *rows = bench_rows(&plan);
    cr_expect(strstr(rows, " put 0 host007 -7 41 <  41>\n") != NULL, "%s", rows);
    mem_free(rows);
    workload_plan_done(&plan);
}

static struct err fault_of(const char *generator, const void *config, size_t size,
                           const char *format, int type)
{
    struct workload_plan plan = bench_synthetic(1000, 10);
    memcpy(bench_field(&plan, "f", generator, format), config, size);
    plan.fields[0].type_given = type >= 0;
    plan.fields[0].type = type >= 0 ? (enum value_type)type : TYPE_STRING;
    const struct err err = bench_error(&plan);
    // The config is the caller's.
    memset(plan.fields[0].config, 0, plan.fields[0].generator->config_size);
    workload_plan_done(&plan);
    return err;
}

#define EXPECT_FAULT(generator, config, format, type, want)                                        \
    do {                                                                                           \
        const struct err err = fault_of(generator, &(config), sizeof(config), format, type);       \
        cr_expect(eq(str, (char *)err.message, want));                                             \
        cr_expect(eq(int, err.code, ERR_INPUT));                                                   \
    } while (0)

Test(generators, configs_that_make_no_sense_are_refused)
{
    EXPECT_FAULT("uniform", ((struct uniform_config){0}), NULL, -1,
                 "field `f`: uniform: needs cardinality, or min and max");
    EXPECT_FAULT("uniform", ((struct uniform_config){.min = 2, .max = 1}), NULL, -1,
                 "field `f`: uniform: min 2 is above max 1");
    EXPECT_FAULT("uniform", ((struct uniform_config){.cardinality = 3, .max = 1}), NULL, -1,
                 "field `f`: uniform: takes cardinality, or min and max, not both");
    EXPECT_FAULT("zipf", ((struct zipf_config){.cardinality = 100, .top = 0.001}), NULL, -1,
                 "field `f`: zipf: no skew gives the hottest of 100 values a share of 0.001");
    EXPECT_FAULT("clock", ((struct clock_config){.start = "soon"}), NULL, -1,
                 "field `f`: clock: start `soon` is not a time, expected one such as "
                 "2024-01-01T00:00:00Z, or a number of s since 1970");
    EXPECT_FAULT("choice", ((struct choice_config){0}), NULL, -1,
                 "field `f`: choice: needs at least one value");
    EXPECT_FAULT("sequence", ((struct sequence_config){.start = INT64_MAX, .step = 1}), NULL, -1,
                 "field `f`: sequence leaves 64 bits at record 2");
    EXPECT_FAULT("sequence", ((struct sequence_config){.start = INT32_MAX, .step = 1}), NULL,
                 TYPE_INT,
                 "field `f`, record 2: `2147483648`, expected a whole number in "
                 "-2147483648..2147483647");
    EXPECT_FAULT("sequence", ((struct sequence_config){.start = -1, .step = 1}), NULL, TYPE_ULONG,
                 "field `f`, record 1: `-1`, expected a whole number in 0..18446744073709551615");
    EXPECT_FAULT("sequence", ((struct sequence_config){0}), "x%dy", TYPE_LONG,
                 "field `f`: format `x%dy` makes a string, but the type is long");
    EXPECT_FAULT("uuid", ((char){0}), "%d", -1,
                 "field `f`: format `%d` needs whole numbers, but uuid gives texts: use %s");
}

Test(generators, shares_that_do_not_add_up_are_refused)
{
    static const struct {
        double part;
        const char *want;
    } cases[] = {
        {0.9, "field `tenant`: shares: they add up to 90 %, expected 100 % or a `rest`"},
        {1.1, "field `tenant`: shares: they add up to 110 %, more than 100 %"},
        {0, "field `tenant`: shares: `acme` must be above 0"},
    };
    for (size_t i = 0; i < 3; i++) {
        struct workload_plan plan = bench_synthetic(1000, 10);
        (void)share(&plan, "acme", cases[i].part);
        const struct err err = bench_error(&plan);
        cr_expect(eq(str, (char *)err.message, (char *)cases[i].want));
        workload_plan_done(&plan);
    }
}

Test(generators, a_field_that_is_there_twice_is_refused)
{
    struct workload_plan plan = bench_synthetic(1000, 10);
    (void)bench_field(&plan, "id", "uuid", NULL);
    (void)bench_field(&plan, "id", "uuid", NULL);
    const struct err err = bench_error(&plan);
    cr_expect(eq(str, (char *)err.message, "field `id` is there twice"));
    workload_plan_done(&plan);
}

Test(generators, the_catalog_is_whole)
{
    size_t count;
    const struct generator *const *catalog = generator_catalog(&count);
    cr_expect(eq(sz, count, 15));
    for (size_t i = 0; i < count; i++) {
        const struct generator *generator = catalog[i];
        cr_expect(generator->open && generator->close && generator->fill && generator->describe &&
                  generator->popularity && generator->params && generator->config_size > 0);
        cr_expect(strlen(generator->summary) > 10 && !strchr(generator->summary, '\n'));
        cr_expect(generator_named(generator->name) == generator);
        bool has_shorthand = !generator->shorthand;
        for (const struct param *param = generator->params; param->name; param++) {
            cr_expect(param->help && strlen(param->help) > 3);
            cr_expect(lt(sz, param->offset, generator->config_size));
            has_shorthand |= generator->shorthand && !strcmp(generator->shorthand, param->name);
        }
        cr_expect(has_shorthand, "%s", generator->name);
    }
    cr_expect(generator_named("zip") == NULL);
}

Test(generators, a_schema_knows_bounds_and_listed_values)
{
    static const char *const values[] = {"a", "b", NULL};
    struct workload_plan plan = bench_synthetic(1000, 10);
    ((struct uniform_config *)bench_field(&plan, "u", "uniform", NULL))->cardinality = 7;
    choose(bench_field(&plan, "c", "choice", NULL), values, NULL);
    ((struct uniform_config *)bench_field(&plan, "s", "uniform", "x%d"))->cardinality = 7;
    *(struct clock_config *)bench_field(&plan, "t", "clock", NULL) =
        (struct clock_config){.unit = 2, .start = mem_text("2024-01-01T00:00:00Z")};
    ((struct expr_config *)bench_field(&plan, "e", "expr", NULL))->text = mem_text("u * 10 - 3");
    struct err err = {0};
    struct source *source = source_open(&plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    const struct field *fields = source_schema(source)->fields;
    cr_expect(fields[0].bounded && fields[0].min == 0 && fields[0].max == 6);
    cr_expect(eq(sz, fields[1].value_count, 2));
    cr_expect(eq(str, fields[1].values[1], "b"));
    cr_expect(fields[2].bounded == false && fields[2].type == TYPE_STRING);
    cr_expect(fields[3].unit == UNIT_US && fields[3].bounded && fields[3].min == 1704067200000000);
    cr_expect(fields[4].bounded && fields[4].min == -3 && fields[4].max == 57);
    source_close(source);
    workload_plan_done(&plan);
}
