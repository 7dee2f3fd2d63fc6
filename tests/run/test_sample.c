#include "base/mem.h"
#include "run/sample.h"

#include <criterion/criterion.h>
#include <string.h>

// Keys of two bytes that spell their number.
static void fill(struct key_batch *keys, size_t first, size_t count)
{
    buffer_clear(&keys->bytes);
    keys->count = count;
    for (size_t i = 0; i < count; i++) {
        const uint8_t key[] = {(uint8_t)((first + i) >> 8), (uint8_t)(first + i)};
        keys->start[i] = (uint32_t)keys->bytes.size;
        buffer_append(&keys->bytes, key, sizeof key);
    }
    keys->start[count] = (uint32_t)keys->bytes.size;
}

static size_t number_of(struct bytes key)
{
    return (size_t)key.data[0] * 256 + key.data[1];
}

static struct key_sample *sample_of(enum sample_policy policy, uint64_t limit, size_t total,
                                    size_t together)
{
    static struct key_batch keys;
    struct key_sample *sample = key_sample_new(policy, limit);
    struct err err = {0};
    for (size_t i = 0; i < total; i += together) {
        fill(&keys, i, total - i < together ? total - i : together);
        cr_assert(key_sample_add(sample, &keys, &err));
    }
    return sample;
}

Test(sample, first_keeps_the_first_keys_in_order)
{
    struct key_sample *sample = sample_of(SAMPLE_FIRST, 100, 1000, 7);
    cr_assert_eq(key_sample_count(sample), 100);
    cr_expect(key_sample_is_full(sample));
    struct bytes *list = key_sample_list(sample, 100);
    for (size_t i = 0; i < 100; i++)
        cr_assert_eq(number_of(list[i]), i);
    mem_free(list);
    key_sample_free(sample);
}

Test(sample, spread_stands_for_the_whole_run_whatever_the_batches)
{
    for (size_t together = 1; together <= 1000; together += 333) {
        struct key_sample *sample = sample_of(SAMPLE_SPREAD, 64, 1000, together);
        const uint64_t count = key_sample_count(sample);
        cr_assert(count > 32 && count <= 64, "%llu kept", (unsigned long long)count);
        struct bytes *list = key_sample_list(sample, count);
        const size_t stride = number_of(list[1]);
        cr_expect_eq(stride & (stride - 1), 0, "the stride %zu is a power of two", stride);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(number_of(list[i]), i * stride);
        cr_expect(number_of(list[count - 1]) + stride >= 1000);
        mem_free(list);
        key_sample_free(sample);
    }
}
