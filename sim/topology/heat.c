#include "topology/heat.h"

#include "base/key_batch.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { SAMPLES = 20, COUNTS_MIN = 100, SAMPLED_BYTES = 128 };
static const double difference_max = 0.25;
static const double nearly_all = 0.9; // falls on one side: what is asked moves on
static const sim_ns try_every_ns = 60 * NS_PER_S;

struct heat_sample {
    uint8_t key[SAMPLED_BYTES];
    size_t size;
    uint64_t left, right; // requests since it was drawn
};

static struct bytes key_of(const struct heat_sample *sample)
{
    return bytes_of(sample->key, sample->size);
}

static void cool(struct heat *heat)
{
    mem_free(heat->samples);
    heat->samples = NULL;
    heat->seen = 0;
}

void heat_done(struct heat *heat)
{
    cool(heat);
    *heat = (struct heat){0};
}

static void take_second(struct heat *heat, const struct heat_limit *limit, struct rng rng,
                        sim_ns now)
{
    const double seconds = (double)(now - heat->second_at) / (double)NS_PER_S;
    const bool is_hot = (double)heat->count >= limit->per_s * seconds;
    heat->second_at = now;
    heat->count = 0;
    if (!is_hot) {
        cool(heat);
    } else if (!heat->samples) {
        heat->samples = mem_new(SAMPLES, sizeof *heat->samples);
        heat->since = now;
        heat->rng = rng_at(rng, now);
    }
}

// The n-th request takes the place of a drawn one with a chance of 20 in n; else it is counted.
static void draw(struct heat *heat, struct bytes key)
{
    const uint64_t place = heat->seen < SAMPLES ? heat->seen : rng_upto(&heat->rng, heat->seen - 1);
    heat->seen++;
    if (place < SAMPLES) {
        struct heat_sample *sample = &heat->samples[place];
        *sample = (struct heat_sample){.size = key.size < SAMPLED_BYTES ? key.size : SAMPLED_BYTES};
        memcpy(sample->key, key.data, sample->size);
        return;
    }
    for (size_t i = 0; i < SAMPLES; i++) {
        struct heat_sample *sample = &heat->samples[i];
        const bool is_right = key_compare(key_of(sample), key) <= 0;
        sample->left += !is_right;
        sample->right += is_right;
    }
}

static bool has_lasted(const struct heat *heat, const struct heat_limit *limit, sim_ns now)
{
    return now - heat->since > limit->for_ns;
}

bool heat_asked(struct heat *heat, const struct heat_limit *limit, struct bytes key, struct rng rng,
                sim_ns now)
{
    if (!heat->has_begun) {
        heat->has_begun = true;
        heat->second_at = now;
    }
    heat->count++;
    if (now - heat->second_at >= NS_PER_S)
        take_second(heat, limit, rng, now);
    if (!heat->samples || !key.data)
        return false;
    draw(heat, key);
    const bool is_time = heat->tried_at == 0 || now - heat->tried_at > try_every_ns;
    struct bytes found;
    if (!is_time || !has_lasted(heat, limit, now) ||
        heat_judge(heat, limit, now, &found) == HEAT_EARLY)
        return false;
    heat->tried_at = now;
    return true;
}

// ---- what was seen ----

// Requests for the most frequent of the keys that were drawn, as a share of these.
static double share_of_one_key(const struct heat *heat)
{
    size_t most = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        size_t same = 0;
        for (size_t k = 0; k < SAMPLES; k++)
            same += key_compare(key_of(&heat->samples[i]), key_of(&heat->samples[k])) == 0;
        most = same > most ? same : most;
    }
    return (double)most / SAMPLES;
}

static enum heat_verdict why_not(const struct heat *heat)
{
    double left = 0;
    double right = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        left += (double)heat->samples[i].left;
        right += (double)heat->samples[i].right;
    }
    if (share_of_one_key(heat) > 0.5)
        return HEAT_SINGLE_KEY;
    return fmax(left, right) >= nearly_all * (left + right) ? HEAT_MOVING_EDGE : HEAT_UNEVEN;
}

enum heat_verdict heat_judge(const struct heat *heat, const struct heat_limit *limit, sim_ns now,
                             struct bytes *out_key)
{
    *out_key = bytes_of(NULL, 0);
    if (!heat->samples)
        return HEAT_COLD;
    if (!has_lasted(heat, limit, now))
        return HEAT_EARLY;
    double best = difference_max;
    bool some_counted = false;
    for (size_t i = 0; i < SAMPLES; i++) {
        const struct heat_sample *sample = &heat->samples[i];
        const double left = (double)sample->left;
        const double right = (double)sample->right;
        if (left + right < COUNTS_MIN)
            continue;
        some_counted = true;
        const double difference = fabs(left - right) / (left + right);
        if (difference < best) {
            best = difference;
            *out_key = key_of(sample);
        }
    }
    if (!some_counted)
        return HEAT_EARLY;
    return out_key->data ? HEAT_DIVISIBLE : why_not(heat);
}
