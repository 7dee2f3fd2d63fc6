// The algorithm, its constants and shifts are those of RFC 1321.

#include "hash/md5_lanes.h"

#include "base/vector.h"

#include <assert.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { WORDS = 16, WORD_LENGTH = 14, HALVES = 2 };

typedef uint32_t lanes __attribute__((vector_size(MD5_LANES * sizeof(uint32_t) / HALVES)));

// One 32-bit word of all sixteen texts.
struct lane_word {
    lanes half[HALVES];
};

struct md5_state {
    struct lane_word word[4];
};

// floor(2^32 |sin(i + 1)|)
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static const uint8_t shifts[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static const uint32_t initial[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

// Which word of the block a step takes.
INLINE int word_of(int step)
{
    switch (step / 16) {
    case 0:
        return step;
    case 1:
        return (5 * step + 1) % WORDS;
    case 2:
        return (3 * step + 5) % WORDS;
    default:
        return 7 * step % WORDS;
    }
}

// `step` and `half` are known when compiling, so that nothing but vector operations is left of
// this.
INLINE void mix_half(struct md5_state *state, const struct lane_word *block, int step, int half)
{
    const int shift = shifts[step / 16][step % 4];
    lanes *const a = &state->word[(64 - step) % 4].half[half];
    const lanes b = state->word[(65 - step) % 4].half[half];
    const lanes c = state->word[(66 - step) % 4].half[half];
    const lanes d = state->word[(67 - step) % 4].half[half];
    lanes sum = *a + block[word_of(step)].half[half] + sines[step];
    if (step < 16)
        sum += d ^ (b & (c ^ d));
    else if (step < 32)
        sum += c ^ (d & (b ^ c));
    else if (step < 48)
        sum += b ^ c ^ d;
    else
        sum += c ^ (b | ~d);
    *a = b + (sum << shift | sum >> (32 - shift));
}

INLINE void mix(struct md5_state *state, const struct lane_word *block, int step)
{
    mix_half(state, block, step, 0);
    mix_half(state, block, step, 1);
}

INLINE void mix_four(struct md5_state *state, const struct lane_word *block, int step)
{
    mix(state, block, step);
    mix(state, block, step + 1);
    mix(state, block, step + 2);
    mix(state, block, step + 3);
}

INLINE void mix_sixteen(struct md5_state *state, const struct lane_word *block, int step)
{
    mix_four(state, block, step);
    mix_four(state, block, step + 4);
    mix_four(state, block, step + 8);
    mix_four(state, block, step + 12);
}

FOR_EACH_VECTOR_WIDTH static void digest_block(const struct lane_word *block,
                                               struct md5_state *out_state)
{
    struct md5_state state;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < HALVES; j++)
            state.word[i].half[j] = (lanes){0} + initial[i];
    }
    mix_sixteen(&state, block, 0);
    mix_sixteen(&state, block, 16);
    mix_sixteen(&state, block, 32);
    mix_sixteen(&state, block, 48);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < HALVES; j++)
            out_state->word[i].half[j] = state.word[i].half[j] + initial[i];
    }
}

// MD5 is little-endian; compilers see one load and one store in these two.
static uint32_t load_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void store_word(uint8_t *bytes, uint32_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
}

// Puts a text with its padding into one lane of a zeroed block.
static void fill_lane(uint32_t words[WORDS][MD5_LANES], size_t lane, struct bytes text)
{
    uint8_t padded[MD5_LANES_TEXT_MAX + 9] = {0};
    if (text.size > 0)
        memcpy(padded, text.data, text.size);
    padded[text.size] = 0x80;
    const size_t used = text.size / 4 + 1;
    for (size_t i = 0; i < used; i++)
        words[i][lane] = load_word(padded + 4 * i);
    words[WORD_LENGTH][lane] = (uint32_t)text.size * 8;
}

void md5_lanes(const struct bytes *const *texts, size_t count, uint8_t *const *out_digests)
{
    assert(count <= MD5_LANES);

    union {
        struct lane_word lanes[WORDS];
        uint32_t words[WORDS][MD5_LANES];
    } block;
    union {
        struct md5_state lanes;
        uint32_t words[4][MD5_LANES];
    } state;

    memset(&block, 0, sizeof block);
    for (size_t i = 0; i < count; i++) {
        assert(texts[i]->size <= MD5_LANES_TEXT_MAX);
        fill_lane(block.words, i, *texts[i]);
    }
    digest_block(block.lanes, &state.lanes);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < 4; j++)
            store_word(out_digests[i] + 4 * j, state.words[j][i]);
    }
}
