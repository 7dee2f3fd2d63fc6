#include "number_keys.h"

#include "hash/hash.h"

static void spell(uint32_t number, uint8_t *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> (24 - 8 * i));
}

void number_keys_fill(struct number_keys *out, uint32_t first, uint32_t beyond, uint32_t step)
{
    static const uint8_t behind[8];
    struct key_batch *keys = &out->keys;
    buffer_clear(&keys->bytes);
    keys->count = 0;
    for (uint32_t n = first; keys->count < BATCH_ROWS && n < beyond; n += step) {
        uint8_t key[4];
        spell(n, key);
        out->number[keys->count] = n;
        out->hash[keys->count] = hash_xxh3(bytes_of(key, sizeof key));
        keys->start[keys->count++] = (uint32_t)keys->bytes.size;
        buffer_append(&keys->bytes, key, sizeof key);
    }
    keys->start[keys->count] = (uint32_t)keys->bytes.size;
    buffer_append(&keys->bytes, behind, sizeof behind);
}

void number_keys_done(struct number_keys *keys)
{
    buffer_done(&keys->keys.bytes);
}

struct key_range number_range(uint32_t first, uint32_t beyond, uint32_t slice, uint8_t ends[8])
{
    spell(first, ends);
    spell(beyond, ends + 4);
    return (struct key_range){bytes_of(ends, first > 0 ? 4 : 0),
                              bytes_of(ends + 4, beyond > 0 ? 4 : 0), slice};
}
