#include "table/presplit_bytes.h"
#include "base/mem.h"
#include "table/split_list.h"

#include <assert.h>
#include <string.h>

// Big-endian numbers of `size` bytes, side by side in one run of memory.
struct numbers {
    size_t size;
    uint8_t *first, *last;
    uint8_t *step; // first the distance, then the distance of two points
    uint8_t *memory;
};

static void numbers_fill(struct numbers *numbers, const struct key_range *range, size_t size)
{
    // One byte more in front takes the carry of an inclusive range over all numbers.
    const size_t wide = size + 1;
    numbers->size = wide;
    numbers->memory = mem_resize(numbers->memory, 3, wide);
    memset(numbers->memory, 0, 3 * wide);
    numbers->first = numbers->memory;
    numbers->last = numbers->memory + wide;
    numbers->step = numbers->memory + 2 * wide;
    if (range->first.size > 0)
        memcpy(numbers->first + 1, range->first.data, range->first.size);
    if (range->last.size > 0)
        memcpy(numbers->last + 1, range->last.data, range->last.size);
}

static void add(uint8_t *into, const uint8_t *addend, size_t size)
{
    unsigned carry = 0;
    for (size_t i = size; i-- > 0;) {
        const unsigned sum = into[i] + addend[i] + carry;
        into[i] = (uint8_t)sum;
        carry = sum >> 8;
    }
}

// step = last - first, and one more where inclusive.
static void measure(struct numbers *numbers, bool inclusive)
{
    int carry = inclusive ? 1 : 0;
    for (size_t i = numbers->size; i-- > 0;) {
        const int digit = numbers->last[i] - numbers->first[i] + carry;
        numbers->step[i] = (uint8_t)(digit & 0xff);
        carry = digit < 0 ? -1 : digit >> 8;
    }
}

// step = floor(step / pieces); false where that is 0: too few numbers for so many pieces.
static bool divide(struct numbers *numbers, uint64_t pieces)
{
    uint64_t rest = 0;
    bool any = false;
    for (size_t i = 0; i < numbers->size; i++) {
        const uint64_t digits = rest << 8 | numbers->step[i];
        numbers->step[i] = (uint8_t)(digits / pieces);
        rest = digits % pieces;
        any = any || numbers->step[i] != 0;
    }
    return any;
}

static void cut(struct numbers *numbers, uint64_t inner, struct split_list *points)
{
    for (uint64_t i = 0; i < inner; i++) {
        add(numbers->first, numbers->step, numbers->size);
        split_list_append(points, bytes_of(numbers->first + 1, numbers->size - 1));
    }
}

static bool check(const struct key_range *range, size_t size, uint64_t inner, struct err *err)
{
    if (size * (inner + 2) > PRESPLIT_BYTES_MAX)
        return err_fail(
            err, ERR_INPUT, "%llu split points of %zu bytes take more than %llu bytes in all",
            (unsigned long long)inner + 2, size, (unsigned long long)PRESPLIT_BYTES_MAX);
    const size_t shared =
        range->first.size < range->last.size ? range->first.size : range->last.size;
    const int order = shared > 0 ? memcmp(range->first.data, range->last.data, shared) : 0;
    bool below = order < 0;
    // Padding makes "a" and "a\x00" the same number.
    for (size_t i = shared; order == 0 && i < range->last.size; i++)
        below = below || range->last.data[i] != 0;
    if (below)
        return true;
    (void)err_fail(err, ERR_INPUT, "the first key of the range is not below the last one");
    return err_hint(err, "keys are compared as unsigned bytes, the shorter padded with \\x00");
}

bool presplit_bytes(const struct key_range *range, uint64_t inner, struct split_list *out_points,
                    struct err *err)
{
    assert(inner >= 1);
    const size_t given =
        range->first.size > range->last.size ? range->first.size : range->last.size;
    if (!check(range, given, inner, err))
        return false;

    struct numbers numbers = {0};
    size_t size = given;
    for (;;) {
        numbers_fill(&numbers, range, size);
        measure(&numbers, range->inclusive);
        if (divide(&numbers, inner + 1))
            break;
        size++;
    }

    *out_points = split_list_of(inner + 2);
    const bool padded = size > given;
    const struct bytes whole_first = bytes_of(numbers.first + 1, size);
    const struct bytes whole_last = bytes_of(numbers.last + 1, size);
    split_list_append(out_points, padded ? whole_first : range->first);
    cut(&numbers, inner, out_points);
    split_list_append(out_points, padded ? whole_last : range->last);
    split_list_settle(out_points);
    mem_free(numbers.memory);
    return true;
}
