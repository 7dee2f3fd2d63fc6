// Generators with a heat of their own, against theory, seeds fixed.

#include "bench.h"

#include "base/mem.h"
#include "stats/sampler.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 200000 };

// Sets params of a field's config by name: {name, value} pairs, ended by NULL.
static void set(struct field_plan *field, ...)
{
    va_list pairs;
    va_start(pairs, field);
    for (const char *name = va_arg(pairs, const char *); name; name = va_arg(pairs, const char *)) {
        const double value = va_arg(pairs, double);
        const struct param *row = field->generator->params;
        while (row->name && strcmp(row->name, name) != 0)
            row++;
        cr_assert(row->name != NULL, "no param %s", name);
        void *at = (char *)field->config + row->offset;
        if (row->kind == PARAM_NUMBER || row->kind == PARAM_SHARE)
            *(double *)at = value;
        else if (row->kind == PARAM_BOOL)
            *(bool *)at = value != 0;
        else
            *(int64_t *)at = (int64_t)value;
    }
    va_end(pairs);
}

static struct field_plan *field_of(struct workload_plan *plan, const char *generator)
{
    *plan = bench_synthetic(1000, RECORDS);
    (void)bench_field(plan, "f", generator, NULL);
    return &plan->fields[0];
}

static void popularity_is(const struct field_plan *field, double distinct, double top_share)
{
    double seen_distinct, seen_top;
    field->generator->popularity(field->config, &seen_distinct, &seen_top);
    cr_expect(eq(dbl, seen_distinct, distinct));
    cr_expect(lt(dbl, fabs(seen_top - top_share), 1e-4 * top_share + 1e-12), "%g", seen_top);
}

static void follows(const uint64_t *counts, const double *shares, size_t count, const char *what)
{
    const double p = bench_chi_square_tail(counts, shares, count);
    cr_expect(gt(dbl, p, 0.001), "%s: %g", what, p);
    cr_expect(lt(dbl, p, 0.9995), "%s: %g", what, p);
}

// ---- ycsb_zipfian ----

// Records of ranks 0 to 11 of a million: |FNV-1a| of the rank's bytes, modulo; and the shares of
// Gray's method over 10^10 items; both from another program.
static const uint64_t ycsb_records[] = {377211, 966620, 198393, 787802, 816769, 227360,
                                        995587, 406178, 213555, 802964, 34737,  624146};
static const double ycsb_shares[] = {
    0.03778000432719466,  0.01902139251921776,  0.015314368476378647, 0.010903436682905346,
    0.008478990172242767, 0.006941898160660279, 0.005879173611552782, 0.005100102470990936,
    0.004504265504616259, 0.004033700708200028, 0.003652589110014287, 0.0033375937707911946};

Test(skewed, ycsb_records_are_where_and_as_hot_as_ycsb_has_them)
{
    enum { RANKS = 12, COUNT = 1000000 };
    struct workload_plan plan;
    struct field_plan *field = field_of(&plan, "ycsb_zipfian");
    uint64_t *counts = mem_new(COUNT, sizeof *counts), seen[RANKS + 1] = {0};
    double shares[RANKS + 1], rest = 1;
    set(field, "records", (double)COUNT, NULL);
    bench_each_record(&plan, bench_count_number, counts);
    seen[RANKS] = RECORDS;
    for (size_t i = 0; i < RANKS; i++) {
        seen[i] = counts[ycsb_records[i]];
        seen[RANKS] -= seen[i];
        rest -= shares[i] = ycsb_shares[i];
    }
    shares[RANKS] = rest;
    follows(seen, shares, RANKS + 1, "ycsb");
    mem_free(counts);
    workload_plan_done(&plan);
}

Test(skewed, the_hottest_ycsb_record_has_its_share_whatever_the_record_count)
{
    static const uint64_t records[] = {10000, 1000000, 50000000};
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        struct workload_plan plan;
        struct field_plan *field = field_of(&plan, "ycsb_zipfian");
        uint64_t *counts = mem_new(records[i], sizeof *counts), top = 0;
        set(field, "records", (double)records[i], NULL);
        bench_each_record(&plan, bench_count_number, counts);
        for (uint64_t k = 0; k < records[i]; k++)
            top = counts[k] > top ? counts[k] : top;
        const double share = 0.03778 + 0.96222 / (double)records[i];
        cr_expect(lt(dbl, fabs((double)top / RECORDS - share), 4 * sqrt(share / RECORDS)));
        popularity_is(field, (double)records[i], share);
        mem_free(counts);
        workload_plan_done(&plan);
    }
}

// ---- hotset ----

Test(skewed, hot_values_take_their_share_all_alike)
{
    enum { COUNT = 100, HOT = 10 };
    struct workload_plan plan;
    struct field_plan *field = field_of(&plan, "hotset");
    uint64_t counts[COUNT] = {0};
    double shares[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        shares[i] = i < HOT ? 0.7 / HOT : 0.3 / (COUNT - HOT);
    set(field, "cardinality", (double)COUNT, "hot_fraction", 0.1, "hot_share", 0.7, NULL);
    bench_each_record(&plan, bench_count_number, counts);
    follows(counts, shares, COUNT, "hotset");
    popularity_is(field, COUNT, 0.07);
    workload_plan_done(&plan);
}

struct pairs {
    uint64_t counts[2][16];
    int64_t last;
};

static void count_pair(void *context, const struct batch *batch, size_t row)
{
    struct pairs *pairs = context;
    const int64_t value = batch->columns[0].numbers[row];
    if (pairs->last >= 0 && value < 16)
        pairs->counts[pairs->last < 16][value]++;
    pairs->last = value;
}

// The trap: one draw, or a counter, for both choices. Then which hot value comes hangs on whether
// the record before was hot.
Test(skewed, heat_and_value_are_independent)
{
    struct workload_plan plan;
    struct field_plan *field = field_of(&plan, "hotset");
    struct pairs pairs = {.last = -1};
    double alike[16];
    for (size_t i = 0; i < 16; i++)
        alike[i] = 1.0 / 16;
    set(field, "cardinality", 64.0, "hot_fraction", 0.25, "hot_share", 0.5, NULL);
    bench_each_record(&plan, count_pair, &pairs);
    follows(pairs.counts[0], alike, 16, "after a cold one");
    follows(pairs.counts[1], alike, 16, "after a hot one");
    workload_plan_done(&plan);
}

Test(skewed, a_hotset_has_one_hot_value_at_least_and_may_be_all_hot)
{
    static const struct {
        double fraction, share, top;
    } cases[] = {{0, 0.5, 0.5}, {1, 0.2, 0.25}, {0.5, 0, 0.5}, {0.25, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct workload_plan plan;
        struct field_plan *field = field_of(&plan, "hotset");
        uint64_t counts[4] = {0}, top = 0;
        set(field, "cardinality", 4.0, "hot_fraction", cases[i].fraction, "hot_share",
            cases[i].share, NULL);
        bench_each_record(&plan, bench_count_number, counts);
        for (size_t k = 0; k < 4; k++)
            top = counts[k] > top ? counts[k] : top;
        cr_expect(lt(dbl, fabs((double)top / RECORDS - cases[i].top), 0.006), "case %zu", i);
        popularity_is(field, 4, cases[i].top);
        workload_plan_done(&plan);
    }
}

// ---- latest, and what grows ----

struct ages {
    uint64_t counts[11];
    uint64_t start, every;
};

static void count_age(void *context, const struct batch *batch, size_t row)
{
    struct ages *ages = context;
    const uint64_t there = ages->start + batch->record[row] / ages->every;
    const uint64_t value = (uint64_t)batch->columns[0].numbers[row];
    cr_assert(lt(u64, value, there));
    const uint64_t age = there - 1 - value;
    ages->counts[age < 10 ? age : 10]++;
}

// The age k has the share 1 / (k + 1)^theta / zeta(n), n growing from 1000 to 1200.
Test(skewed, the_latest_are_the_hottest_whatever_has_come)
{
    struct workload_plan plan;
    struct field_plan *field = field_of(&plan, "latest");
    struct ages ages = {.start = 1000, .every = 1000};
    double shares[11] = {0}, rest = 1;
    set(field, "theta", 0.99, "start", 1000.0, "grows_every", 1000.0, NULL);
    bench_each_record(&plan, count_age, &ages);
    for (uint64_t n = 1000; n < 1200; n++) {
        const double zeta = zipf_zeta(n, 0.99);
        for (int k = 0; k < 10; k++)
            shares[k] += pow(k + 1, -0.99) / zeta / 200;
    }
    for (int k = 0; k < 10; k++)
        rest -= shares[k];
    shares[10] = rest;
    follows(ages.counts, shares, 11, "latest");
    workload_plan_done(&plan);
}

struct growing {
    uint64_t first[10], last[20]; // counts of the first and the last tenth of the records
};

static void count_growing(void *context, const struct batch *batch, size_t row)
{
    struct growing *growing = context;
    const uint64_t value = (uint64_t)batch->columns[0].numbers[row];
    const uint64_t record = batch->record[row];
    cr_assert(lt(u64, value, 10 + record / 20000));
    if (record < 20000)
        growing->first[value]++;
    else if (record >= 180000)
        growing->last[value]++;
}

Test(skewed, cardinality_grows_over_the_run)
{
    for (int kind = 0; kind < 2; kind++) {
        const double theta = kind ? 0.9 : 0;
        struct workload_plan plan;
        struct field_plan *field = field_of(&plan, kind ? "zipf" : "uniform");
        struct growing growing = {0};
        double first[10], last[19];
        set(field, "cardinality", 10.0, "grows_every", 20000.0, NULL);
        if (kind)
            set(field, "theta", theta, NULL);
        bench_each_record(&plan, count_growing, &growing);
        for (int k = 0; k < 10; k++)
            first[k] = pow(k + 1, -theta) / zipf_zeta(10, theta);
        for (int k = 0; k < 19; k++)
            last[k] = pow(k + 1, -theta) / zipf_zeta(19, theta);
        follows(growing.first, first, 10, "first");
        follows(growing.last, last, 19, "last");
        popularity_is(field, 0, 0);
        workload_plan_done(&plan);
    }
}

// ---- keyrange ----

// Weights of the 30 ranges with the parameters published for ZippyDB, hottest first.
static const int mixgraph[] = {538, 38, 10, 8, 7, 6, 6, 5, 5, 5, 4, 4, 3, 3, 3,
                               3,   2,  2,  2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static struct field_plan *keyrange_of(struct workload_plan *plan, double key_a)
{
    struct field_plan *field = field_of(plan, "keyrange");
    set(field, "cardinality", 30000.0, "ranges", 30.0, "a", 14.18, "b", -2.917, "c", 0.0164, "d",
        -0.08082, "key_a", key_a, "key_b", 0.3467, NULL);
    return field;
}

static int falling(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a < b) - (a > b);
}

Test(skewed, ranges_are_as_hot_as_mixgraph_has_them)
{
    struct workload_plan plan;
    struct field_plan *field = keyrange_of(&plan, 0);
    uint64_t *counts = mem_new(30000, sizeof *counts), ranges[30] = {0};
    double shares[30];
    bench_each_record(&plan, bench_count_number, counts);
    for (size_t i = 0; i < 30000; i++)
        ranges[i / 1000] += counts[i];
    cr_expect(ne(u64, ranges[0], ranges[1]));
    qsort(ranges, 30, sizeof *ranges, falling);
    for (size_t i = 0; i < 30; i++)
        shares[i] = mixgraph[i] / 667.0;
    // Sorting by count moves equals among themselves alone, but for few of the coldest.
    cr_expect(gt(dbl, bench_chi_square_tail(ranges, shares, 30), 0.001));
    cr_expect(lt(dbl, fabs((double)ranges[0] / RECORDS - 0.8066), 4 * sqrt(0.8 * 0.2 / RECORDS)));
    popularity_is(field, 30000, 538 / 667.0 / 1000);
    mem_free(counts);
    workload_plan_done(&plan);
}

// The k hottest values of a range take key_a k^key_b of it, and what the hash throws on them.
Test(skewed, within_a_range_popularity_is_a_power_law)
{
    struct workload_plan plan;
    struct field_plan *field = keyrange_of(&plan, 0.1);
    uint64_t *counts = mem_new(30000, sizeof *counts), sum = 0, hottest = 0;
    bench_each_record(&plan, bench_count_number, counts);
    for (size_t i = 0; i < 30000; i += 1000) {
        uint64_t range = 0;
        for (size_t k = 0; k < 1000; k++)
            range += counts[i + k];
        if (range < RECORDS / 2)
            continue;
        sum = range;
        qsort(counts + i, 1000, sizeof *counts, falling);
        for (int k = 1; k <= 8; k *= 2) {
            uint64_t top = 0;
            for (int j = 0; j < k; j++)
                top += counts[i + (size_t)j];
            hottest = k == 1 ? top : hottest;
            const double law = 0.1 * pow(k, 0.3467);
            // (1/key_a)^(1/key_b) = 766 ranks are thrown on 1000 values: some fall together.
            cr_expect(gt(dbl, (double)top / (double)range, law - 0.01), "%d", k);
            cr_expect(lt(dbl, (double)top / (double)range, law + 0.02), "%d", k);
        }
    }
    cr_expect(gt(u64, sum, 0));
    cr_expect(lt(dbl, fabs((double)hottest / (double)sum - 0.1), 0.005));
    (void)field;
    mem_free(counts);
    workload_plan_done(&plan);
}

// ---- normal ----

static void count_normal(void *context, const struct batch *batch, size_t row)
{
    const int64_t value = batch->columns[0].numbers[row];
    cr_assert(value >= -20 && value <= 60);
    ((uint64_t *)context)[value + 20]++;
}

static double below(double x)
{
    return erfc(-x / sqrt(2)) / 2;
}

Test(skewed, normal_values_are_the_nearest_whole_numbers_within_their_bounds)
{
    static const int64_t bounds[][2] = {{-20, 60}, {12, 25}};
    for (size_t b = 0; b < 2; b++) {
        struct workload_plan plan;
        struct field_plan *field = field_of(&plan, "normal");
        uint64_t all[81] = {0};
        double shares[81];
        set(field, "mean", 17.3, "deviation", 8.0, "min", (double)bounds[b][0], "max",
            (double)bounds[b][1], NULL);
        bench_each_record(&plan, count_normal, all);
        const double low = below(((double)bounds[b][0] - 0.5 - 17.3) / 8);
        const double high = below(((double)bounds[b][1] + 0.5 - 17.3) / 8);
        size_t count = 0;
        uint64_t counts[81] = {0};
        for (int64_t v = bounds[b][0]; v <= bounds[b][1]; v++) {
            const double share =
                (below(((double)v + 0.5 - 17.3) / 8) - below(((double)v - 0.5 - 17.3) / 8)) /
                (high - low);
            // Values too rare for a chi-square join their neighbour.
            if (count > 0 && share * RECORDS < 10) {
                shares[count - 1] += share;
                counts[count - 1] += all[v + 20];
            } else {
                shares[count] = share;
                counts[count++] = all[v + 20];
            }
        }
        follows(counts + (b == 0), shares + (b == 0), count - (b == 0), "normal");
        workload_plan_done(&plan);
    }
}

// ---- owned ----

struct owners {
    uint64_t counts[10 * 8];
    sim_ns period;
};

static void count_owned(void *context, const struct batch *batch, size_t row)
{
    struct owners *owners = context;
    const int64_t owner = batch->columns[0].numbers[row], value = batch->columns[1].numbers[row];
    cr_assert(eq(i64, value / 8, owner));
    owners->counts[value]++;
}

static void owned_by(struct workload_plan *plan, const char *by, const char *format,
                     double lasts_ns)
{
    *plan = bench_synthetic(1000, RECORDS);
    (void)bench_field(plan, "user", "uniform", format);
    set(&plan->fields[0], "cardinality", 10.0, NULL);
    *(char **)bench_field(plan, "order", "owned", NULL) = mem_text(by);
    set(&plan->fields[1], "each", 8.0, "lasts", lasts_ns, NULL);
}

Test(skewed, each_owner_has_values_of_its_own_by_their_weights)
{
    for (int skewed = 0; skewed < 2; skewed++) {
        struct workload_plan plan;
        struct owners owners = {0};
        double shares[80];
        owned_by(&plan, "user", NULL, 0);
        set(&plan.fields[1], "theta", (double)skewed, NULL);
        bench_each_record(&plan, count_owned, &owners);
        for (int i = 0; i < 80; i++)
            shares[i] = pow(i % 8 + 1, -skewed) / zipf_zeta(8, skewed) / 10;
        follows(owners.counts, shares, 80, skewed ? "skewed" : "alike");
        workload_plan_done(&plan);
    }
}

struct turns {
    int64_t now[10];
    sim_ns since[10], first_change[10];
    size_t changes;
};

static void see_turn(void *context, const struct batch *batch, size_t row)
{
    struct turns *turns = context;
    const int64_t owner = batch->columns[0].numbers[row], value = batch->columns[1].numbers[row];
    const sim_ns at = batch->at[row];
    cr_assert(eq(i64, value / 8, owner));
    if (turns->now[owner] == value % 8)
        return;
    cr_assert(eq(i64, value % 8, (turns->now[owner] + 1) % 8), "in turn, and round");
    if (turns->first_change[owner] == 0)
        turns->first_change[owner] = at;
    else // as seen by records that come every 10 ms in the mean
        cr_assert(lt(dbl, fabs((double)(at - turns->since[owner]) - 10e9), 0.3e9));
    turns->since[owner] = at;
    turns->now[owner] = value % 8;
    turns->changes++;
}

// 200 s at 1000 records a second: 20 turns of 10 s.
Test(skewed, what_lasts_takes_turns_at_moments_of_each_owner)
{
    struct workload_plan plan;
    struct turns turns = {0};
    owned_by(&plan, "user", NULL, 10e9);
    bench_each_record(&plan, see_turn, &turns);
    cr_expect(ge(sz, turns.changes, 10 * 19));
    sim_ns low = INT64_MAX, high = 0;
    for (size_t i = 0; i < 10; i++) {
        low = turns.first_change[i] < low ? turns.first_change[i] : low;
        high = turns.first_change[i] > high ? turns.first_change[i] : high;
    }
    cr_expect(gt(u64, high - low, 3 * NS_PER_S));
    workload_plan_done(&plan);
}

struct texts {
    int64_t base[10];
    bool is_seen[10];
};

static void see_text(void *context, const struct batch *batch, size_t row)
{
    struct texts *texts = context;
    const int owner = batch->columns[0].texts[row].data[1] - '0';
    const int64_t base = batch->columns[1].numbers[row] / 8;
    cr_assert(ge(i64, batch->columns[1].numbers[row], 0));
    if (texts->is_seen[owner])
        cr_assert(eq(i64, base, texts->base[owner]));
    for (int i = 0; i < 10; i++)
        cr_assert(i == owner || !texts->is_seen[i] || texts->base[i] != base);
    texts->is_seen[owner] = true;
    texts->base[owner] = base;
}

Test(skewed, texts_own_values_too)
{
    struct workload_plan plan;
    struct texts texts = {0};
    owned_by(&plan, "user", "u%d", 0);
    bench_each_record(&plan, see_text, &texts);
    for (int i = 0; i < 10; i++)
        cr_expect(texts.is_seen[i]);
    workload_plan_done(&plan);
}

static void fault_is(struct workload_plan *plan, const char *want)
{
    const struct err err = bench_error(plan);
    cr_expect(eq(str, (char *)err.message, (char *)want));
    cr_expect(eq(int, err.code, ERR_INPUT));
    workload_plan_done(plan);
}

Test(skewed, configs_that_make_no_sense_are_refused)
{
    struct workload_plan plan;
    owned_by(&plan, "usr", NULL, 0);
    fault_is(&plan, "field `order`: owned: there is no field `usr`");
    owned_by(&plan, "order", NULL, 0);
    fault_is(&plan, "these fields need each other: `order`");
    owned_by(&plan, "user", NULL, 1e9);
    set(&plan.fields[1], "theta", 0.5, NULL);
    fault_is(&plan, "field `order`: owned: what takes turns (lasts) has no skew (theta)");
    owned_by(&plan, "user", NULL, 0);
    set(&plan.fields[0], "cardinality", 0.0, "min", -5.0, "max", -5.0, NULL);
    fault_is(
        &plan,
        "field `order`: owned, record 1: `user` is -5, expected 0 to 1152921504606846975, as each "
        "owns 8");
    set(field_of(&plan, "keyrange"), "cardinality", 3.0, "ranges", 4.0, "key_b", 1.0, NULL);
    fault_is(&plan, "field `f`: keyrange: 3 values cannot fill 4 ranges");
    set(field_of(&plan, "keyrange"), "cardinality", 9.0, "ranges", 4.0, "key_b", 1.0, NULL);
    fault_is(&plan, "field `f`: keyrange: with these parameters no range has a weight");
    set(field_of(&plan, "normal"), "mean", 5.0, "deviation", 1.0, "min", 6.0, "max", 9.0, NULL);
    fault_is(&plan, "field `f`: normal: the mean 5 must lie between min and max");
    set(field_of(&plan, "normal"), "mean", 5.0, "deviation", 9.0, "min", 4.0, "max", 9.0, NULL);
    fault_is(&plan, "field `f`: normal: min and max must be a deviation (9) apart at least");
    set(field_of(&plan, "uniform"), "min", 1.0, "max", 2.0, "grows_every", 1.0, NULL);
    fault_is(&plan, "field `f`: uniform: grows_every needs cardinality, how many there are first");
    set(field_of(&plan, "zipf"), "cardinality", 9.0, "grows_every", 1.0, "scramble", 1.0, NULL);
    fault_is(&plan, "field `f`: zipf: scramble and grows_every exclude each other: another number "
                    "of values would scatter them anew");
}
