#include "topology/heat.h"
#include "base/key_batch.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS UINT64_C(1000000)
#define S UINT64_C(1000000000)

static const struct heat_limit limit = {.per_s = 500, .for_ns = 10 * S};

struct asked {
    struct heat heat;
    struct rng keys, heat_rng;
    sim_ns now;
    uint64_t count, due;
};

static struct asked asked_anew(uint64_t seed)
{
    return (struct asked){.keys = rng_stream(seed, "keys", 0),
                          .heat_rng = rng_stream(seed, "h", 0)};
}

typedef uint32_t key_of(struct asked *asked);

static uint32_t uniform(struct asked *asked)
{
    return (uint32_t)rng_upto(&asked->keys, 999999);
}

static uint32_t single(struct asked *asked)
{
    (void)asked;
    return 4711;
}

static uint32_t ascending(struct asked *asked)
{
    return (uint32_t)asked->count;
}

static uint32_t descending(struct asked *asked)
{
    return 999999 - (uint32_t)asked->count;
}

// Two of five for one key in the middle: with it a side has 70 %.
static uint32_t heavy(struct asked *asked)
{
    return rng_upto(&asked->keys, 4) < 2 ? 500000 : uniform(asked);
}

static void ask(struct asked *asked, key_of *key_of, uint64_t per_s, uint64_t seconds)
{
    for (uint64_t i = 0; i < per_s * seconds; i++) {
        char key[16];
        snprintf(key, sizeof key, "%08u", key_of(asked));
        asked->now += S / per_s;
        asked->count++;
        asked->due += heat_asked(&asked->heat, &limit, bytes_of(key, strlen(key)), asked->heat_rng,
                                 asked->now);
    }
}

static enum heat_verdict verdict(struct asked *asked, struct bytes *out_key)
{
    return heat_judge(&asked->heat, &limit, asked->now, out_key);
}

Test(heat, says_which_key_divides_and_why_none_does)
{
    static const struct {
        key_of *key_of;
        uint64_t per_s, seconds;
        enum heat_verdict verdict;
    } rows[] = {
        {uniform, 400, 20, HEAT_COLD},
        {uniform, 1000, 1, HEAT_COLD},
        {uniform, 1000, 11, HEAT_EARLY},
        {uniform, 1000, 13, HEAT_DIVISIBLE},
        {single, 1000, 13, HEAT_SINGLE_KEY},
        {ascending, 1000, 13, HEAT_MOVING_EDGE},
        {descending, 1000, 13, HEAT_MOVING_EDGE},
        {heavy, 1000, 13, HEAT_UNEVEN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct asked asked = asked_anew(1);
        ask(&asked, rows[i].key_of, rows[i].per_s, rows[i].seconds);
        struct bytes key;
        cr_expect(eq(int, verdict(&asked, &key), rows[i].verdict), "row %zu", i);
        cr_expect(eq(int, key.data != NULL, rows[i].verdict == HEAT_DIVISIBLE), "row %zu", i);
        cr_expect(eq(int, asked.due > 0, rows[i].verdict > HEAT_EARLY), "row %zu", i);
        heat_done(&asked.heat);
    }
}

// Sides that differ by less than a quarter of both: 37.5 to 62.5 % on the left, give or take what
// 10,000 requests leave open (four standard errors: 2 %).
Test(heat, the_key_halves_the_requests_of_evenly_asked_keys)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct asked asked = asked_anew(seed);
        ask(&asked, uniform, 1000, 12);
        struct bytes key;
        cr_assert(eq(int, verdict(&asked, &key), HEAT_DIVISIBLE));
        char text[16] = "";
        memcpy(text, key.data, key.size);
        const double left = atof(text) / 1e6;
        cr_expect(left > 0.355 && left < 0.645, "seed %d: %f", (int)seed, left);
        heat_done(&asked.heat);
    }
}

Test(heat, a_second_that_is_not_hot_begins_it_anew)
{
    struct asked asked = asked_anew(2);
    struct bytes key;
    ask(&asked, uniform, 1000, 9);
    ask(&asked, uniform, 100, 2);
    cr_expect(eq(int, verdict(&asked, &key), HEAT_COLD));
    ask(&asked, uniform, 1000, 9);
    cr_expect(eq(int, verdict(&asked, &key), HEAT_EARLY));
    ask(&asked, uniform, 1000, 4);
    cr_expect(eq(int, verdict(&asked, &key), HEAT_DIVISIBLE));
    heat_done(&asked.heat);
}

// Hot since the end of the first second, for longer than 10 s, and then at most once a minute.
Test(heat, is_asked_for_a_key_once_a_minute)
{
    struct asked asked = asked_anew(3);
    ask(&asked, ascending, 1000, 11);
    cr_expect(eq(u64, asked.due, 0));
    ask(&asked, ascending, 1000, 1);
    cr_expect(eq(u64, asked.due, 1));
    ask(&asked, ascending, 1000, 59);
    cr_expect(eq(u64, asked.due, 1));
    ask(&asked, ascending, 1000, 2);
    cr_expect(eq(u64, asked.due, 2));
    heat_done(&asked.heat);
}

Test(heat, requests_without_a_key_count_and_are_not_drawn)
{
    struct asked asked = asked_anew(4);
    struct bytes key;
    for (int i = 0; i < 13000; i++) {
        asked.now += MS;
        cr_expect(
            not(heat_asked(&asked.heat, &limit, bytes_of(NULL, 0), asked.heat_rng, asked.now)));
    }
    cr_expect(eq(int, verdict(&asked, &key), HEAT_EARLY), "hot, and no key seen");
    heat_done(&asked.heat);
}

Test(heat, of_a_long_key_the_beginning_is_drawn)
{
    struct asked asked = asked_anew(5);
    for (int i = 0; i < 13000; i++) {
        uint8_t long_key[4000];
        memset(long_key, 'x', sizeof long_key);
        long_key[0] = (uint8_t)rng_upto(&asked.keys, 255);
        asked.now += MS;
        (void)heat_asked(&asked.heat, &limit, bytes_of(long_key, sizeof long_key), asked.heat_rng,
                         asked.now);
    }
    struct bytes key;
    cr_assert(eq(int, verdict(&asked, &key), HEAT_DIVISIBLE));
    cr_expect(eq(sz, key.size, 128));
    heat_done(&asked.heat);
}
