#include "base/arena.h"

#include "base/mem.h"

#include <string.h>

enum { FIRST_BLOCK_BYTES = 4096, ALIGNMENT = 8 };

struct arena_block {
    struct arena_block *older;
    size_t capacity;
    uint8_t bytes[];
};

static void add_block(struct arena *arena, size_t capacity)
{
    struct arena_block *block = mem_new(1, sizeof *block + capacity);
    block->older = arena->block;
    block->capacity = capacity;
    arena->block = block;
    arena->used = 0;
}

uint8_t *arena_take(struct arena *arena, size_t size)
{
    const size_t taken = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!arena->block || arena->block->capacity - arena->used < taken) {
        const size_t doubled = arena->block ? 2 * arena->block->capacity : FIRST_BLOCK_BYTES;
        add_block(arena, taken > doubled ? taken : doubled);
    }
    uint8_t *piece = arena->block->bytes + arena->used;
    arena->used += taken;
    arena->total += taken;
    return piece;
}

struct bytes arena_copy(struct arena *arena, struct bytes text)
{
    uint8_t *copy = arena_take(arena, text.size);
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    return bytes_of(copy, text.size);
}

void arena_reset(struct arena *arena)
{
    if (arena->block && arena->block->older) {
        const size_t wanted = arena->total;
        arena_done(arena);
        add_block(arena, wanted);
    }
    arena->used = 0;
    arena->total = 0;
}

void arena_done(struct arena *arena)
{
    while (arena->block) {
        struct arena_block *older = arena->block->older;
        mem_free(arena->block);
        arena->block = older;
    }
    *arena = (struct arena){0};
}
