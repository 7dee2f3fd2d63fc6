#include "stats/frequent.h"

#include "base/buffer.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct slot {
    uint64_t hash;
    uint64_t count; // 0: free
    size_t text;    // offset
    uint8_t text_size;
};

struct frequent {
    size_t capacity;
    size_t held;
    size_t slots_size; // a power of two, at least twice the values held
    struct slot *slots;
    struct buffer texts;
    uint64_t error;
};

enum { SLOTS_FIRST = 64 };

struct frequent *frequent_new(size_t capacity)
{
    assert(capacity >= 2);
    struct frequent *frequent = mem_new(1, sizeof *frequent);
    frequent->capacity = capacity;
    frequent->slots_size = SLOTS_FIRST;
    frequent->slots = mem_new(SLOTS_FIRST, sizeof *frequent->slots);
    return frequent;
}

void frequent_free(struct frequent *frequent)
{
    if (!frequent)
        return;
    mem_free(frequent->slots);
    buffer_done(&frequent->texts);
    mem_free(frequent);
}

static struct slot *find(struct frequent *frequent, uint64_t hash)
{
    const size_t mask = frequent->slots_size - 1;
    size_t at = (size_t)hash & mask;
    while (frequent->slots[at].count > 0 && frequent->slots[at].hash != hash)
        at = (at + 1) & mask;
    return &frequent->slots[at];
}

// Moves what is above `lowered_by` into a table of this size.
static void rebuild(struct frequent *frequent, size_t slots_size, uint64_t lowered_by)
{
    struct slot *old = frequent->slots;
    const size_t old_size = frequent->slots_size;
    struct buffer old_texts = frequent->texts;
    frequent->slots = mem_new(slots_size, sizeof *frequent->slots);
    frequent->slots_size = slots_size;
    frequent->texts = (struct buffer){0};
    frequent->held = 0;
    for (size_t i = 0; i < old_size; i++) {
        if (old[i].count <= lowered_by)
            continue;
        struct slot *slot = find(frequent, old[i].hash);
        *slot = old[i];
        slot->count -= lowered_by;
        slot->text = frequent->texts.size;
        buffer_append(&frequent->texts, old_texts.data + old[i].text, old[i].text_size);
        frequent->held++;
    }
    mem_free(old);
    buffer_done(&old_texts);
}

// Lowers all counts by the least power of two that leaves at most half of the values.
static void thin(struct frequent *frequent)
{
    uint64_t by = 1;
    for (;; by *= 2) {
        size_t dropped = 0;
        for (size_t i = 0; i < frequent->slots_size; i++)
            dropped += frequent->slots[i].count > 0 && frequent->slots[i].count <= by;
        if (2 * dropped >= frequent->held)
            break;
    }
    rebuild(frequent, frequent->slots_size, by);
    frequent->error += by;
}

void frequent_expect(const struct frequent *frequent, uint64_t hash)
{
    __builtin_prefetch(&frequent->slots[(size_t)hash & (frequent->slots_size - 1)]);
}

void frequent_add(struct frequent *frequent, uint64_t hash, struct bytes value)
{
    struct slot *slot = find(frequent, hash);
    if (slot->count > 0) {
        slot->count++;
        return;
    }
    if (frequent->held == frequent->capacity)
        thin(frequent);
    else if (2 * (frequent->held + 1) > frequent->slots_size)
        rebuild(frequent, 2 * frequent->slots_size, 0);
    slot = find(frequent, hash);
    *slot = (struct slot){
        .hash = hash,
        .count = 1,
        .text = frequent->texts.size,
        .text_size = (uint8_t)(value.size < FREQUENT_TEXT_MAX ? value.size : FREQUENT_TEXT_MAX),
    };
    buffer_append(&frequent->texts, value.data, slot->text_size);
    frequent->held++;
}

uint64_t frequent_error(const struct frequent *frequent)
{
    return frequent->error;
}

size_t frequent_held(const struct frequent *frequent)
{
    return frequent->held;
}

static int by_count(const void *a, const void *b)
{
    const struct frequent_value *one = a, *two = b;
    if (one->count != two->count)
        return one->count > two->count ? -1 : 1;
    const size_t least = one->text.size < two->text.size ? one->text.size : two->text.size;
    const int order = least > 0 ? memcmp(one->text.data, two->text.data, least) : 0;
    return order != 0 ? order
                      : (one->text.size > two->text.size) - (one->text.size < two->text.size);
}

size_t frequent_top(const struct frequent *frequent, struct frequent_value *out_values,
                    size_t count)
{
    struct frequent_value *all = mem_new(frequent->held, sizeof *all);
    size_t held = 0;
    for (size_t i = 0; i < frequent->slots_size; i++) {
        const struct slot *slot = &frequent->slots[i];
        if (slot->count == 0)
            continue;
        const uint8_t *text = frequent->texts.data ? frequent->texts.data + slot->text : NULL;
        all[held++] =
            (struct frequent_value){.text = bytes_of(text, slot->text_size), .count = slot->count};
    }
    qsort(all, held, sizeof *all, by_count);
    const size_t given = held < count ? held : count;
    memcpy(out_values, all, given * sizeof *all);
    mem_free(all);
    return given;
}
