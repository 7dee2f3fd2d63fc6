// uuid: a random UUID (version 4, RFC 9562) as its text of 36 characters.
#include "workload/generators.h"

#include "base/mem.h"
#include "workload/arena.h"

enum { UUID_CHARACTERS = 36 };

static const struct param params[] = {{0}};

static void *uuid_open(const void *config, const struct generator_context *context, struct err *err)
{
    (void)config;
    (void)err;
    struct rng *stream = mem_new(1, sizeof *stream);
    *stream = context->stream;
    return stream;
}

static void write_uuid(uint64_t high, uint64_t low, uint8_t *out)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < 32; i++) {
        const uint64_t half = i < 16 ? high : low;
        if (i == 8 || i == 12 || i == 16 || i == 20)
            *out++ = '-';
        *out++ = (uint8_t)digits[half >> (60 - 4 * (i % 16)) & 15];
    }
}

static bool uuid_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                      struct err *err)
{
    const struct rng *stream = state;
    (void)ranks;
    (void)err;
    uint8_t *text = arena_room(batch, batch->count * UUID_CHARACTERS);
    for (size_t i = 0; i < batch->count; i++) {
        struct rng rng = rng_at(*stream, batch->record[i]);
        const uint64_t high = (rng_next(&rng) & ~UINT64_C(0xf000)) | UINT64_C(0x4000);
        const uint64_t low = (rng_next(&rng) & (UINT64_MAX >> 2)) | UINT64_C(1) << 63;
        write_uuid(high, low, text);
        out->texts[i] = bytes_of(text, UUID_CHARACTERS);
        text += UUID_CHARACTERS;
    }
    batch->arena.size += batch->count * UUID_CHARACTERS;
    return true;
}

const struct generator generator_uuid = {
    .name = "uuid",
    .summary = "a random UUID (version 4) as text",
    .params = params,
    .config_size = 1,
    .type = TYPE_STRING,
    .open = uuid_open,
    .close = mem_free,
    .fill = uuid_fill,
    .describe = generator_describe_nothing,
    .popularity = generator_popularity_unknown,
};
