#include "run/dots.h"

#include <string.h>

static size_t dots_in(struct bytes text)
{
    size_t dots = 0;
    for (size_t i = 0; i < text.size; i++)
        dots += text.data[i] == '.';
    return dots;
}

static size_t leftmost_dot(struct bytes text)
{
    const uint8_t *dot = text.size > 0 ? memchr(text.data, '.', text.size) : NULL;
    return dot ? (size_t)(dot - text.data) : text.size;
}

static size_t literal_dots(const struct key_parts *parts)
{
    size_t dots = 0;
    for (size_t i = 0; i < parts->count; i++)
        dots += parts->items[i].is_literal ? dots_in(parts->items[i].text) : 0;
    return dots;
}

// Where the program itself writes its first dot in this name; its whole length where it writes
// none.
static size_t intended_dot(const struct key_parts *parts, struct bytes name)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct key_part *part = &parts->items[i];
        if (!part->is_literal)
            continue;
        const size_t dot = leftmost_dot(bytes_of(name.data + part->offset, part->width));
        if (dot < part->width)
            return part->offset + dot;
    }
    return name.size;
}

uint64_t dots_early(const struct key_program *program, const struct key_batch *keys,
                    uint64_t *suspects)
{
    if (keys->count == 0 || *suspects >= DOTS_SUSPECTS_MAX)
        return 0;
    struct key_parts parts = {0};
    key_program_parts(program, 0, &parts);
    const size_t written = literal_dots(&parts);
    key_parts_done(&parts);

    uint64_t early = 0;
    for (size_t i = 0; i < keys->count && *suspects < DOTS_SUSPECTS_MAX; i++) {
        const struct bytes name = key_at(keys, i);
        if (dots_in(name) <= written)
            continue;
        (*suspects)++;
        parts = (struct key_parts){0};
        key_program_parts(program, i, &parts);
        early += leftmost_dot(name) < intended_dot(&parts, name);
        key_parts_done(&parts);
    }
    return early;
}
