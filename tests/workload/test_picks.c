// Whose records queries read: against what was stored when each read came, seeds fixed.

#include "bench.h"

#include "base/mem.h"
#include "workload/record_log.h"
#include "workload/source_picks.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { USERS = 200, OPERATIONS = 200000 };

static void pick(struct workload_plan *plan, enum pick_kind kind, double theta, size_t field_count)
{
    plan->picks = mem_new(1, sizeof *plan->picks);
    plan->pick_count = 1;
    plan->picks[0] = (struct query_pick){.kind = kind, .theta = theta, .field_count = field_count};
    plan->picks[0].fields = mem_new(field_count, sizeof *plan->picks[0].fields);
    for (size_t i = 0; i < field_count; i++)
        plan->picks[0].fields[i] = i;
}

// Puts of Zipf users, and as many queries.
static struct workload_plan users(enum pick_kind kind, double theta)
{
    struct workload_plan plan = bench_synthetic(1000, OPERATIONS);
    struct {
        uint64_t cardinality;
        double theta;
    } *zipf = bench_field(&plan, "user", "zipf", NULL);
    zipf->cardinality = USERS;
    zipf->theta = 1;
    (void)bench_field(&plan, "id", "uuid", NULL);
    bench_mix(&plan, OP_PUT, 0, 0.5, 0);
    bench_mix(&plan, OP_QUERY, 0, 0.5, 0);
    pick(&plan, kind, theta, kind == PICK_UNIFORM ? 1 : 0);
    return plan;
}

static void follows(const uint64_t *counts, const double *shares, size_t count, const char *what)
{
    const double p = bench_chi_square_tail(counts, shares, count);
    cr_expect(gt(dbl, p, 0.001), "%s: %g", what, p);
    cr_expect(lt(dbl, p, 0.9995), "%s: %g", what, p);
}

static void to_shares(double *weights, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weights[i];
    for (size_t i = 0; i < count; i++)
        weights[i] /= sum;
}

// ---- by value ----

struct user_census {
    bool by_value;
    uint64_t stored[USERS], records;
    size_t different;
    uint64_t read[USERS];
    double expected[USERS];
};

static void see_user(void *context, const struct batch *batch, size_t row)
{
    struct user_census *census = context;
    const size_t user = (size_t)batch->columns[0].numbers[row];
    if (batch->kind[row] == OP_PUT) {
        census->different += census->stored[user]++ == 0;
        census->records++;
        return;
    }
    if (census->records == 0)
        return;
    census->read[user]++;
    cr_assert(gt(u64, census->stored[user], 0), "user %zu was read before anything was put", user);
    for (size_t i = 0; i < USERS; i++) {
        if (census->by_value)
            census->expected[i] += census->stored[i] > 0 ? 1.0 / (double)census->different : 0;
        else
            census->expected[i] += (double)census->stored[i] / (double)census->records;
    }
}

static struct user_census census_of(enum pick_kind kind)
{
    struct workload_plan plan = users(kind, 0);
    struct user_census census = {.by_value = kind == PICK_UNIFORM};
    bench_each_record(&plan, see_user, &census);
    workload_plan_done(&plan);
    return census;
}

Test(picks, as_written_takes_users_by_their_records_and_uniform_each_alike)
{
    static const enum pick_kind kinds[] = {PICK_AS_WRITTEN, PICK_UNIFORM};
    for (size_t i = 0; i < 2; i++) {
        struct user_census census = census_of(kinds[i]);
        cr_expect(eq(sz, census.different, USERS));
        to_shares(census.expected, USERS);
        follows(census.read, census.expected, USERS, pick_names[kinds[i]]);
    }
    // The hottest of 200 has 1 / H(200) of the records, and 1 / 200 of the values.
    const struct user_census written = census_of(PICK_AS_WRITTEN),
                             uniform = census_of(PICK_UNIFORM);
    const double reads = OPERATIONS / 2;
    cr_expect(lt(dbl, fabs((double)written.read[0] / reads - 0.17012), 0.006));
    cr_expect(lt(dbl, fabs((double)uniform.read[0] / reads - 0.005), 0.001));
}

struct pair_census {
    bool stored[USERS][10];
    size_t different;
    double expected[USERS * 10];
    uint64_t read[USERS * 10];
};

static void see_pair(void *context, const struct batch *batch, size_t row)
{
    struct pair_census *census = context;
    const size_t user = (size_t)batch->columns[0].numbers[row];
    const size_t day = batch->columns[1].texts[row].data[1] - (size_t)'0';
    if (batch->kind[row] == OP_PUT) {
        census->different += !census->stored[user][day];
        census->stored[user][day] = true;
        return;
    }
    if (census->different == 0)
        return;
    cr_assert(census->stored[user][day]);
    census->read[user * 10 + day]++;
    for (size_t i = 0; i < (size_t)USERS * 10; i++)
        census->expected[i] += census->stored[i / 10][i % 10] ? 1.0 / (double)census->different : 0;
}

Test(picks, uniform_takes_each_combination_of_several_fields_alike)
{
    struct workload_plan plan = users(PICK_UNIFORM, 0);
    plan.field_count = 1; // in place of the id
    field_plan_done(&plan.fields[1]);
    *(uint64_t *)bench_field(&plan, "day", "uniform", "d%d") = 10;
    workload_plan_done(&(struct workload_plan){.picks = plan.picks, .pick_count = 1});
    pick(&plan, PICK_UNIFORM, 0, 2);
    struct pair_census *census = mem_new(1, sizeof *census);
    bench_each_record(&plan, see_pair, census);
    to_shares(census->expected, (size_t)USERS * 10);
    cr_expect(gt(sz, census->different, 1950));
    // Pairs that came late are expected too seldom for a chi-square: in tens, they are not.
    uint64_t read[USERS] = {0};
    double expected[USERS] = {0};
    for (size_t i = 0; i < (size_t)USERS * 10; i++) {
        read[i / 10] += census->read[i];
        expected[i / 10] += census->expected[i];
    }
    follows(read, expected, USERS, "pairs");
    mem_free(census);
    workload_plan_done(&plan);
}

// A value's records lie anywhere, so more of them than can be held are thinned by value.
Test(picks, beyond_its_limit_a_pool_holds_a_sample_in_which_each_value_is_as_likely)
{
    enum { VALUES = 1000, LIMIT = 64, SEEDS = 4000, GROUPS = 50 };
    struct field field = {.name = (char *)"v", .type = TYPE_LONG};
    const struct schema schema = {.fields = &field, .count = 1};
    const size_t fields[] = {0};
    uint64_t drawn[GROUPS] = {0};
    double shares[GROUPS], values_held = 0;
    struct batch batch;
    batch_init(&batch, &schema);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct value_pool *pool = value_pool_new(fields, 1, LIMIT, seed);
        // Value v comes v % 7 + 1 times.
        for (size_t v = 0; v < VALUES; v++) {
            batch.columns[0].numbers[0] = (int64_t)v;
            for (size_t i = 0; i <= v % 7; i++)
                value_pool_add(pool, &batch, 0, &(struct stored_record){.number = 10 * v + i});
        }
        struct rng rng = {.state = seed};
        struct stored_record record;
        cr_assert(value_pool_draw(pool, &rng, &record));
        cr_assert(eq(u64, record.number % 10, 0), "the first record of a value is kept");
        drawn[record.number / 10 * GROUPS / VALUES]++;
        cr_assert(le(sz, value_pool_count(pool), LIMIT));
        values_held += (double)(value_pool_count(pool) * value_pool_scale(pool)) / SEEDS;
        value_pool_free(pool);
    }
    for (size_t i = 0; i < GROUPS; i++)
        shares[i] = 1.0 / GROUPS;
    follows(drawn, shares, GROUPS, "thinned");
    // Stopping where few are left makes the estimate a little too small: by no more than 1 / LIMIT.
    cr_expect(lt(dbl, fabs(values_held / VALUES - 1), 0.03), "%g", values_held);
    batch_done(&batch);
}

// ---- by age ----

enum { AGES = 100 };

struct age_census {
    double theta;
    uint64_t records;
    double zeta; // of `zeta_records`
    uint64_t zeta_records;
    uint64_t read[AGES + 1]; // the last: older
    double expected[AGES + 1];
};

static void see_age(void *context, const struct batch *batch, size_t row)
{
    struct age_census *census = context;
    if (batch->kind[row] == OP_PUT) {
        census->records = batch->record[row] + 1;
        return;
    }
    if (census->records == 0)
        return;
    for (; census->zeta_records < census->records; census->zeta_records++)
        census->zeta += pow((double)census->zeta_records + 1, -census->theta);
    const uint64_t age = census->records - 1 - batch->record[row];
    census->read[age < AGES ? age : AGES]++;
    double rest = 1;
    for (uint64_t i = 0; i < AGES && i < census->records; i++) {
        const double share = pow((double)i + 1, -census->theta) / census->zeta;
        census->expected[i] += share;
        rest -= share;
    }
    census->expected[AGES] += census->records > AGES ? rest : 0;
}

Test(picks, latest_takes_records_by_zipfs_law_of_their_age)
{
    static const double thetas[] = {0, 0.5, 0.99, 1, 2};
    // None; all of which are given; of which every third is.
    static const uint64_t preloads[] = {0, 5000, 3000000};
    for (size_t i = 0; i < 5; i++) {
        for (size_t j = 0; j < 3; j++) {
            struct workload_plan plan = users(PICK_LATEST, thetas[i]);
            plan.preload.rows = preloads[j];
            plan.operations = OPERATIONS / 4;
            struct age_census census = {.theta = thetas[i], .records = preloads[j]};
            bench_each_record(&plan, see_age, &census);
            to_shares(census.expected, AGES + 1);
            // Of 3,000,000 records each as likely, none is as young as this.
            if (census.expected[0] * OPERATIONS / 8 > 5)
                follows(census.read, census.expected, AGES + 1, "ages");
            else
                cr_expect(gt(u64, census.read[AGES], OPERATIONS / 9));
            workload_plan_done(&plan);
        }
    }
}

Test(picks, latest_with_a_great_theta_takes_the_newest)
{
    struct workload_plan plan = users(PICK_LATEST, 100);
    struct age_census census = {.theta = 100};
    bench_each_record(&plan, see_age, &census);
    cr_expect(gt(u64, census.read[0], OPERATIONS / 3));
    for (size_t i = 1; i <= AGES; i++)
        cr_expect(eq(u64, census.read[i], 0), "age %zu", i);
    workload_plan_done(&plan);
}

Test(picks, a_long_log_knows_the_newest_records_exactly_and_the_others_nearly)
{
    enum { RECORDS = RECORD_LOG_MAX * 3 };
    struct record_log *log = record_log_new();
    for (uint64_t i = 0; i < RECORDS; i++) {
        record_log_add(log, 7 * i, i + 1, i);
        if (i % 100000 == 0 || i == RECORDS - 1) {
            struct stored_record newest;
            cr_assert(record_log_at(log, i, &newest));
            cr_assert(eq(u64, newest.number, i));
        }
    }
    for (uint64_t i = 0; i < RECORDS; i += 997) {
        struct stored_record record;
        cr_assert(record_log_at(log, i, &record));
        cr_assert(eq(u64, record.at, 7 * record.number));
        cr_assert(eq(u64, record.entity, record.number + 1));
        const bool recent = RECORDS - i <= RECORD_LOG_RECENT;
        cr_assert(eq(u64, record.number, recent ? i : i / 4 * 4), "%zu", (size_t)i);
    }
    record_log_free(log);
}

// ---- both ----

// A line "at query0 record user id", or "at put ...".
static uint64_t check_lines(char *rows, size_t puts_at_most)
{
    char **puts = mem_new(puts_at_most, sizeof *puts);
    uint64_t reads = 0;
    size_t put_count = 0;
    for (char *line = strtok(rows, "\n"); line; line = strtok(NULL, "\n")) {
        char *kind = strchr(line, ' ') + 1;
        char *record = strchr(kind, ' ') + 1;
        if (strncmp(kind, "put ", 4) == 0) {
            puts[put_count++] = record;
            continue;
        }
        if (put_count == 0)
            continue;
        const size_t number = strtoull(record, NULL, 10);
        cr_assert(lt(sz, number, put_count));
        cr_assert(eq(str, record, puts[number]));
        reads++;
    }
    mem_free(puts);
    return reads;
}

Test(picks, a_read_carries_the_values_of_its_record)
{
    for (int i = 0; i < 4; i++) {
        struct workload_plan plan = users(i / 2 ? PICK_UNIFORM : PICK_LATEST, 0.8);
        plan.operations = 5000;
        if (i % 2)
            plan.arrivals = (struct arrival_plan){.process = ARRIVAL_PERIODIC,
                                                  .entity = mem_text("user"),
                                                  .period_ns = 100 * NS_PER_S,
                                                  .jitter_ns = NS_PER_S / 3};
        char *rows = bench_rows(&plan);
        cr_expect(gt(u64, check_lines(rows, 5000), 2000));
        mem_free(rows);
        workload_plan_done(&plan);
    }
}

static void add_line(void *context, const struct batch *batch, size_t row)
{
    struct rng *print = context;
    struct buffer line = {0};
    buffer_format(&line, "%llu", (unsigned long long)batch->record[row]);
    for (size_t i = 0; i < batch->column_count; i++)
        bench_value(&line, &batch->columns[i], row);
    for (size_t i = 0; i < line.size; i++)
        print->state = rng_mix(print->state + line.data[i] + 1);
    buffer_done(&line);
}

static uint64_t print_of(struct source *source, bool passes_preload)
{
    struct rng print = {0};
    struct err err = {0};
    struct batch batch;
    batch_init(&batch, source_schema(source));
    cr_assert(source_rewind(source, &err));
    do {
        cr_assert(passes_preload || source_preload(source, &batch, &err));
    } while (batch.count > 0);
    do {
        cr_assert(source_next(source, &batch, &err));
        for (size_t i = 0; i < batch.count; i++)
            add_line(&print, &batch, i);
    } while (batch.count > 0);
    batch_done(&batch);
    return print.state;
}

Test(picks, each_pass_is_the_same_and_another_seed_another)
{
    for (int i = 0; i < 4; i++) {
        struct workload_plan plan = users(i / 2 ? PICK_UNIFORM : PICK_LATEST, 0.8);
        struct err err = {0};
        plan.operations = 10000;
        plan.preload.rows = i % 2 ? 1500 : 3000000;
        struct source *source = source_open(&plan, &err);
        const uint64_t print = print_of(source, false);
        cr_expect(eq(u64, print_of(source, false), print));
        cr_expect(eq(u64, print_of(source, true), print), "the preload was passed over");
        source_close(source);
        plan.seed = 2;
        source = source_open(&plan, &err);
        cr_expect(ne(u64, print_of(source, true), print));
        source_close(source);
        workload_plan_done(&plan);
    }
}
