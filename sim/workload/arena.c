#include "workload/arena.h"

#include "base/mem.h"

#include <string.h>

static void move_texts(struct column *column, const struct buffer *from, const uint8_t *to)
{
    for (size_t i = 0; i < BATCH_ROWS; i++) {
        const uintptr_t at = (uintptr_t)column->texts[i].data;
        if (at >= (uintptr_t)from->data && at < (uintptr_t)from->data + from->size)
            column->texts[i].data = to + (at - (uintptr_t)from->data);
    }
}

uint8_t *arena_room(struct batch *batch, size_t size)
{
    struct buffer *arena = &batch->arena;
    if (arena->capacity - arena->size >= size + 1)
        return arena->data + arena->size;

    size_t capacity = arena->capacity > 0 ? arena->capacity : 4096;
    while (capacity - arena->size < size + 1)
        capacity *= 2;
    uint8_t *data = mem_new(capacity, 1);
    if (arena->size > 0)
        memcpy(data, arena->data, arena->size);
    for (size_t i = 0; i < batch->column_count; i++) {
        if (batch->columns[i].texts)
            move_texts(&batch->columns[i], arena, data);
    }
    mem_free(arena->data);
    arena->data = data;
    arena->capacity = capacity;
    return data + arena->size;
}
