// sequence: counts records. The k-th put takes start + k * step.
#include "workload/generators.h"

#include "base/mem.h"

#include <inttypes.h>

struct sequence_config {
    int64_t start, step;
};

static const struct param params[] = {
    {.name = "start",
     .kind = PARAM_INTEGER,
     .offset = offsetof(struct sequence_config, start),
     .fallback = "0",
     .help = "value of the first record"},
    {.name = "step",
     .kind = PARAM_INTEGER,
     .offset = offsetof(struct sequence_config, step),
     .fallback = "1",
     .help = "what each record adds"},
    {0},
};

static void *sequence_open(const void *config, const struct generator_context *context,
                           struct err *err)
{
    (void)context;
    (void)err;
    struct sequence_config *sequence = mem_new(1, sizeof *sequence);
    *sequence = *(const struct sequence_config *)config;
    return sequence;
}

static bool sequence_fill(void *state, struct batch *batch, const uint64_t *ranks,
                          struct column *out, struct err *err)
{
    const struct sequence_config *sequence = state;
    (void)ranks;
    for (size_t i = 0; i < batch->count; i++) {
        const wide_int value = sequence->start + (wide_int)batch->record[i] * sequence->step;
        if (value < INT64_MIN || value > INT64_MAX)
            return err_fail(err, ERR_INPUT, "sequence leaves 64 bits at record %" PRIu64,
                            batch->record[i] + 1);
        out->numbers[i] = (int64_t)value;
    }
    return true;
}

// Only the side of the start is sure: how far it goes depends on the run's length.
static void sequence_describe(const void *config, struct field *field)
{
    const struct sequence_config *sequence = config;
    field->bounded = true;
    field->min = sequence->step < 0 ? INT64_MIN : sequence->start;
    field->max = sequence->step > 0 ? INT64_MAX : sequence->start;
}

const struct generator generator_sequence = {
    .name = "sequence",
    .summary = "counts records: start, start + step, ...",
    .params = params,
    .shorthand = "start",
    .config_size = sizeof(struct sequence_config),
    .type = TYPE_LONG,
    .open = sequence_open,
    .close = mem_free,
    .fill = sequence_fill,
    .describe = sequence_describe,
    .popularity = generator_popularity_unknown,
};
