// owned: a value that belongs to another field's value: an order of its user, a trip of its car.
//
// Every value p of the field `by` owns `each` whole numbers, p * each to p * each + each - 1; for a
// text p is its XXH64, cut so that all numbers stay below 2^63. The record takes one of them: any,
// some more often (`theta`), or with `lasts` the one whose turn it is: the first for that long,
// then the next, and after the last the first again. Turns change at a moment of each owner's own.
#include "workload/generators.h"

#include "base/mem.h"
#include "base/text.h"
#include "hash/hash.h"
#include "stats/sampler.h"
#include "workload/value.h"

#include <inttypes.h>
#include <string.h>

struct owned_config {
    char *by;
    uint64_t each;
    double theta;
    uint64_t lasts_ns; // 0: not given
};

struct owned {
    struct rng stream;
    uint64_t phase_key;
    size_t column; // of the owner
    const char *by;
    enum value_type type; // of the owner
    uint64_t each, lasts_ns;
    struct zipf zipf;
};

static const struct param params[] = {
    {.name = "by",
     .kind = PARAM_TEXT,
     .offset = offsetof(struct owned_config, by),
     .help = "the field whose values own these"},
    {.name = "each",
     .kind = PARAM_COUNT,
     .offset = offsetof(struct owned_config, each),
     .min = 1,
     .max = 1e9,
     .fallback = "100",
     .help = "how many belong to each of its values"},
    {.name = "theta",
     .kind = PARAM_NUMBER,
     .offset = offsetof(struct owned_config, theta),
     .min = 0,
     .max = 10,
     .fallback = "0",
     .help = "skew among them, as of zipf; 0: all alike"},
    {.name = "lasts",
     .kind = PARAM_DURATION,
     .offset = offsetof(struct owned_config, lasts_ns),
     .min = 1,
     .max = 1e17,
     .fallback = "",
     .help = "they take turns, each so long: \"20min\"; by default any of them at any time"},
    {0},
};

// NULL, with the fault, where there is none that can own.
static const struct field *find_owner(const struct schema *schema, const char *by, struct err *err)
{
    const char **names = mem_new(schema->count, sizeof *names);
    const struct field *found = NULL;
    for (size_t i = 0; i < schema->count; i++) {
        names[i] = schema->fields[i].name;
        if (strcmp(names[i], by) == 0)
            found = &schema->fields[i];
    }
    const int nearest = text_nearest(by, names, schema->count);
    if (!found) {
        err_fail(err, ERR_INPUT, "owned: there is no field `%s`", by);
        if (nearest >= 0)
            err_hint(err, "did you mean `%s`?", names[nearest]);
    } else if (found->type == TYPE_DECIMAL) {
        err_fail(err, ERR_INPUT, "owned: `%s` is a decimal, expected whole numbers or texts", by);
        found = NULL;
    }
    mem_free(names);
    return found;
}

static void *owned_open(const void *config, const struct generator_context *context,
                        struct err *err)
{
    const struct owned_config *given = config;
    if (given->lasts_ns > 0 && given->theta > 0) {
        err_fail(err, ERR_INPUT, "owned: what takes turns (lasts) has no skew (theta)");
        return NULL;
    }
    const struct field *owner = find_owner(context->schema, given->by, err);
    if (!owner)
        return NULL;
    struct owned *owned = mem_new(1, sizeof *owned);
    *owned = (struct owned){
        .stream = context->stream,
        .phase_key = rng_at(context->stream, UINT64_MAX).state,
        .column = (size_t)(owner - context->schema->fields),
        .by = given->by,
        .type = owner->type,
        .each = given->each,
        .lasts_ns = given->lasts_ns,
        .zipf = zipf_of(given->each, given->theta),
    };
    return owned;
}

// The number of the owner, small enough for all that it owns.
static bool number_of(const struct owned *owned, const struct batch *batch, size_t row,
                      uint64_t *out_owner, struct err *err)
{
    const struct column *column = &batch->columns[owned->column];
    const uint64_t limit = (UINT64_C(1) << 63) / owned->each;
    if (column->texts) {
        *out_owner = hash_xxh64(column->texts[row], 0) % limit;
        return true;
    }
    *out_owner = (uint64_t)column->numbers[row];
    if (*out_owner < limit)
        return true;
    uint8_t digits[NUMBER_TEXT_MAX];
    const size_t size = value_write(column->numbers[row], owned->type == TYPE_ULONG, digits);
    return err_fail(
        err, ERR_INPUT,
        "owned, record %" PRIu64 ": `%s` is %.*s, expected 0 to %" PRIu64 ", as each owns %" PRIu64,
        batch->record[row] + 1, owned->by, (int)size, (const char *)digits, limit - 1, owned->each);
}

static bool owned_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                       struct err *err)
{
    const struct owned *owned = state;
    (void)ranks;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(owned->stream, batch->record[i]);
        uint64_t owner, rank;
        if (!number_of(owned, batch, i, &owner, err))
            return false;
        if (owned->lasts_ns > 0) {
            const uint64_t phase = rng_mix(owned->phase_key + rng_mix(owner)) % owned->lasts_ns;
            rank = (batch->at[i] + phase) / owned->lasts_ns % owned->each;
        } else {
            rank = zipf_sample(&owned->zipf, &rng);
        }
        out->numbers[i] = (int64_t)(owner * owned->each + rank);
    }
    return true;
}

const struct generator generator_owned = {
    .name = "owned",
    .summary = "belongs to another field's value: an order of its user, a trip of its car",
    .params = params,
    .shorthand = "by",
    .config_size = sizeof(struct owned_config),
    .type = TYPE_LONG,
    .reads_fields = true,
    .open = owned_open,
    .close = mem_free,
    .fill = owned_fill,
    .describe = generator_describe_from_zero,
    .popularity = generator_popularity_unknown,
};
