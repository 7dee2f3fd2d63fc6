// shares: named values with their shares of all records, and a generator for the rest.
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/sampler.h"
#include "workload/field_slot.h"

#include <string.h>

// Shares are written as decimals and percentages, whose sum is 1 but for rounding.
static const double SUM_TOLERANCE = 1e-9;

struct shares {
    struct rng stream;
    struct alias *alias; // over the names, then the rest
    struct bytes *names;
    size_t count;
    bool has_rest;
    struct field_slot rest;
    struct batch rest_column;
    uint64_t *rest_ranks; // [BATCH_ROWS]
};

static const struct param params[] = {{0}};

// The share that is left for `rest`; negative where the shares do not add up.
static double rest_of(const struct shares_config *config, struct err *err)
{
    double sum = 0;
    for (size_t i = 0; i < config->count; i++) {
        if (!(config->shares[i] > 0)) {
            err_fail(err, ERR_INPUT, "shares: `%s` must be above 0", config->names[i]);
            return -1;
        }
        sum += config->shares[i];
    }
    if (sum > 1 + SUM_TOLERANCE) {
        err_fail(err, ERR_INPUT, "shares: they add up to %.6g %%, more than 100 %%", 100 * sum);
        return -1;
    }
    if (!config->rest && sum < 1 - SUM_TOLERANCE) {
        err_fail(err, ERR_INPUT, "shares: they add up to %.6g %%, expected 100 %% or a `rest`",
                 100 * sum);
        return -1;
    }
    return sum < 1 - SUM_TOLERANCE ? 1 - sum : 0;
}

static void shares_close(void *state)
{
    struct shares *shares = state;
    if (!shares)
        return;
    alias_free(shares->alias);
    field_slot_done(&shares->rest);
    if (shares->has_rest)
        batch_done(&shares->rest_column);
    mem_free(shares->rest_ranks);
    mem_free(shares->names);
    mem_free(shares);
}

static bool open_rest(struct shares *shares, const struct field_plan *plan,
                      const struct generator_context *context, struct err *err)
{
    struct generator_context own = *context;
    own.stream = rng_at(context->stream, UINT64_MAX);
    if (plan->generator->reads_fields)
        return err_fail(err, ERR_INPUT, "shares: the rest cannot be an expression");
    if (!field_slot_open(&shares->rest, plan, true, &own, err))
        return err_context(err, "shares: rest");
    if (shares->rest.to != TYPE_STRING)
        return err_fail(err, ERR_INPUT, "shares: the rest must be a string, as the names are");
    struct field field = {.type = TYPE_STRING};
    batch_init(&shares->rest_column, &(struct schema){.fields = &field, .count = 1});
    shares->has_rest = true;
    shares->rest_ranks = mem_new(BATCH_ROWS, sizeof *shares->rest_ranks);
    return true;
}

static void *shares_open(const void *config, const struct generator_context *context,
                         struct err *err)
{
    const struct shares_config *given = config;
    const double rest = rest_of(given, err);
    if (rest < 0)
        return NULL;
    if (given->count == 0 && !given->rest) {
        err_fail(err, ERR_INPUT, "shares: needs at least one name");
        return NULL;
    }
    struct shares *shares = mem_new(1, sizeof *shares);
    shares->stream = context->stream;
    shares->count = given->count;
    shares->names = mem_new(given->count, sizeof *shares->names);
    double *weights = mem_new(given->count + 1, sizeof *weights);
    for (size_t i = 0; i < given->count; i++) {
        shares->names[i] = bytes_of(given->names[i], strlen(given->names[i]));
        weights[i] = given->shares[i];
    }
    weights[given->count] = rest;
    shares->alias = alias_new(weights, given->count + (given->rest != NULL));
    mem_free(weights);
    if (given->rest && !open_rest(shares, given->rest, context, err)) {
        shares_close(shares);
        return NULL;
    }
    return shares;
}

static bool shares_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                        struct err *err)
{
    struct shares *shares = state;
    struct column *rest = shares->has_rest ? &shares->rest_column.columns[0] : NULL;
    for (size_t i = 0; rest && ranks && i < batch->count; i++)
        shares->rest_ranks[i] = ranks[i] < shares->count ? 0 : ranks[i] - shares->count;
    if (rest &&
        !field_slot_fill(&shares->rest, batch, ranks ? shares->rest_ranks : NULL, rest, err))
        return false;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(shares->stream, batch->record[i]);
        const uint64_t rank = ranks ? ranks[i] : alias_sample(shares->alias, &rng);
        out->texts[i] = rank < shares->count ? shares->names[rank] : rest->texts[i];
    }
    return true;
}

static void shares_describe(const void *config, struct field *field)
{
    const struct shares_config *given = config;
    if (given->rest)
        return;
    field->value_count = given->count;
    field->values = mem_new(given->count, sizeof *field->values);
    for (size_t i = 0; i < given->count; i++)
        field->values[i] = mem_text(given->names[i]);
}

static void shares_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    const struct shares_config *given = config;
    double sum = 0, top = 0, distinct = 0, rest_top = 0;
    for (size_t i = 0; i < given->count; i++) {
        sum += given->shares[i];
        top = given->shares[i] > top ? given->shares[i] : top;
    }
    if (given->rest) {
        given->rest->generator->popularity(given->rest->config, &distinct, &rest_top);
        if (distinct == 0) {
            *out_distinct = 0;
            *out_top_share = top;
            return;
        }
    }
    *out_distinct = (double)given->count + distinct;
    *out_top_share = (1 - sum) * rest_top > top ? (1 - sum) * rest_top : top;
}

static void shares_config_done(void *config)
{
    struct shares_config *given = config;
    for (size_t i = 0; i < given->count; i++)
        mem_free(given->names[i]);
    mem_free(given->names);
    mem_free(given->shares);
    if (given->rest)
        field_plan_done(given->rest);
    mem_free(given->rest);
}

const struct generator generator_shares = {
    .name = "shares",
    .summary = "named values with their shares, and a generator for the rest",
    .params = params,
    .config_size = sizeof(struct shares_config),
    .type = TYPE_STRING,
    .open = shares_open,
    .close = shares_close,
    .fill = shares_fill,
    .describe = shares_describe,
    .popularity = shares_popularity,
    .config_done = shares_config_done,
};
