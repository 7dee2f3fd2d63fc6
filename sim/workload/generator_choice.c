// choice: one of some listed texts, all alike or by weight.
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/sampler.h"

#include <string.h>

struct choice_config {
    struct param_texts values;
    struct param_numbers weights;
};

struct choice {
    struct rng stream;
    struct alias *alias; // NULL: all alike
    struct bytes *values;
    size_t count;
};

static const struct param params[] = {
    {.name = "values",
     .kind = PARAM_TEXTS,
     .offset = offsetof(struct choice_config, values),
     .help = "the texts"},
    {.name = "weights",
     .kind = PARAM_NUMBERS,
     .offset = offsetof(struct choice_config, weights),
     .min = 0,
     .max = 1e18,
     .fallback = "",
     .help = "how often each, relative to the others; all alike where absent"},
    {0},
};

static bool check(const struct choice_config *config, struct err *err)
{
    double sum = 0;
    if (config->values.count == 0)
        return err_fail(err, ERR_INPUT, "choice: needs at least one value");
    if (config->weights.count == 0)
        return true;
    if (config->weights.count != config->values.count)
        return err_fail(err, ERR_INPUT, "choice: %zu weights for %zu values", config->weights.count,
                        config->values.count);
    for (size_t i = 0; i < config->weights.count; i++) {
        if (!(config->weights.items[i] >= 0))
            return err_fail(err, ERR_INPUT, "choice: weights must not be negative");
        sum += config->weights.items[i];
    }
    return sum > 0 || err_fail(err, ERR_INPUT, "choice: all weights are 0");
}

static void *choice_open(const void *config, const struct generator_context *context,
                         struct err *err)
{
    const struct choice_config *given = config;
    if (!check(given, err))
        return NULL;
    struct choice *choice = mem_new(1, sizeof *choice);
    choice->stream = context->stream;
    choice->count = given->values.count;
    choice->values = mem_new(choice->count, sizeof *choice->values);
    for (size_t i = 0; i < choice->count; i++)
        choice->values[i] = bytes_of(given->values.items[i], strlen(given->values.items[i]));
    if (given->weights.count > 0)
        choice->alias = alias_new(given->weights.items, given->weights.count);
    return choice;
}

static void choice_close(void *state)
{
    struct choice *choice = state;
    if (!choice)
        return;
    alias_free(choice->alias);
    mem_free(choice->values);
    mem_free(choice);
}

static bool choice_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                        struct err *err)
{
    const struct choice *choice = state;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(choice->stream, batch->record[i]);
        const uint64_t rank = ranks           ? ranks[i]
                              : choice->alias ? alias_sample(choice->alias, &rng)
                                              : rng_upto(&rng, choice->count - 1);
        out->texts[i] = choice->values[rank];
    }
    return true;
}

static void choice_describe(const void *config, struct field *field)
{
    const struct choice_config *given = config;
    field->value_count = given->values.count;
    field->values = mem_new(given->values.count, sizeof *field->values);
    for (size_t i = 0; i < given->values.count; i++)
        field->values[i] = mem_text(given->values.items[i]);
}

static void choice_popularity(const void *config, double *out_distinct, double *out_top_share)
{
    const struct choice_config *given = config;
    double sum = 0, top = 0;
    for (size_t i = 0; i < given->weights.count; i++) {
        sum += given->weights.items[i];
        top = given->weights.items[i] > top ? given->weights.items[i] : top;
    }
    *out_distinct = (double)given->values.count;
    *out_top_share = sum > 0 ? top / sum : 1 / *out_distinct;
}

const struct generator generator_choice = {
    .name = "choice",
    .summary = "one of some listed texts, all alike or by weight",
    .params = params,
    .shorthand = "values",
    .config_size = sizeof(struct choice_config),
    .type = TYPE_STRING,
    .open = choice_open,
    .close = choice_close,
    .fill = choice_fill,
    .describe = choice_describe,
    .popularity = choice_popularity,
};
