#include "run/sample.h"

#include "base/buffer.h"
#include "base/mem.h"

#include <string.h>

struct key_sample {
    enum sample_policy policy;
    uint64_t limit, count, capacity;
    uint64_t seen, stride; // SAMPLE_SPREAD: keys 0, stride, 2 stride, ... are kept
    uint64_t *beyond;      // [count] where each key ends in `bytes`
    struct buffer bytes;
};

struct key_sample *key_sample_new(enum sample_policy policy, uint64_t limit)
{
    struct key_sample *sample = mem_new(1, sizeof *sample);
    *sample = (struct key_sample){.policy = policy, .limit = limit, .stride = 1};
    return sample;
}

void key_sample_free(struct key_sample *sample)
{
    if (!sample)
        return;
    mem_free(sample->beyond);
    buffer_done(&sample->bytes);
    mem_free(sample);
}

static uint64_t start_of(const struct key_sample *sample, uint64_t i)
{
    return i > 0 ? sample->beyond[i - 1] : 0;
}

// Keeps every second of the keys held.
static void thin(struct key_sample *sample)
{
    uint64_t kept = 0;
    uint64_t end = 0;
    for (uint64_t i = 0; i < sample->count; i += 2) {
        const uint64_t start = start_of(sample, i);
        const uint64_t size = sample->beyond[i] - start;
        memmove(sample->bytes.data + end, sample->bytes.data + start, size);
        end += size;
        sample->beyond[kept++] = end;
    }
    sample->count = kept;
    sample->bytes.size = end;
    sample->stride *= 2;
}

static bool keep(struct key_sample *sample, struct bytes key, struct err *err)
{
    if (sample->bytes.size + key.size > KEY_SAMPLE_BYTES_MAX)
        return err_fail(err, ERR_INPUT,
                        "the first %llu keys, from which split points are learned, take more than "
                        "1 GiB; give a smaller presplit.learn_rows",
                        (unsigned long long)sample->count);
    if (sample->count == sample->capacity) {
        sample->capacity = sample->capacity > 0 ? 2 * sample->capacity : 4096;
        sample->beyond = mem_resize(sample->beyond, sample->capacity, sizeof *sample->beyond);
    }
    buffer_append(&sample->bytes, key.data, key.size);
    sample->beyond[sample->count++] = sample->bytes.size;
    return true;
}

bool key_sample_add(struct key_sample *sample, const struct key_batch *keys, struct err *err)
{
    for (size_t i = 0; i < keys->count && !key_sample_is_full(sample); i++) {
        if (sample->count == sample->limit)
            thin(sample);
        const bool due = sample->seen++ % sample->stride == 0;
        if (due && !keep(sample, key_at(keys, i), err))
            return false;
    }
    return true;
}

bool key_sample_is_full(const struct key_sample *sample)
{
    return sample->policy == SAMPLE_FIRST && sample->count == sample->limit;
}

uint64_t key_sample_count(const struct key_sample *sample)
{
    return sample->count;
}

struct bytes *key_sample_list(const struct key_sample *sample, uint64_t count)
{
    struct bytes *list = mem_new(count, sizeof *list);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t start = start_of(sample, i);
        list[i] = bytes_of(sample->bytes.data + start, sample->beyond[i] - start);
    }
    return list;
}
