#include "selftest/scenario_maker.h"

#include "base/rng.h"

#include <inttypes.h>

struct maker {
    struct rng rng;
    struct buffer *out;
    bool slices;
    uint32_t servers, handlers, put_us;
};

static uint32_t between(struct maker *maker, uint32_t least, uint32_t most)
{
    return least + (uint32_t)rng_upto(&maker->rng, most - least);
}

static bool once_in(struct maker *maker, uint32_t times)
{
    return rng_upto(&maker->rng, times - 1) == 0;
}

static const char *one_of(struct maker *maker, const char *const *words, uint32_t count)
{
    return words[between(maker, 0, count - 1)];
}
#define ONE_OF(maker, words) one_of(maker, words, (uint32_t)(sizeof(words) / sizeof *(words)))

// ---- workload ----

static void make_fields(struct maker *maker)
{
    static const char *const longs[] = {
        "{\"zipf\": {\"cardinality\": 12, \"theta\": 0.8}}",
        "{\"uniform\": {\"cardinality\": 40}}",
        "{\"uniform\": {\"min\": -50, \"max\": 70}}",
        "{\"sequence\": {\"start\": 7, \"step\": 3}}",
        "{\"sequence\": {\"start\": 900, \"step\": -2}}",
        "{\"hotset\": {\"cardinality\": 30, \"hot_fraction\": 0.2, \"hot_share\": 0.8}}",
        "{\"latest\": {\"theta\": 0.9}}",
    };
    static const char *const strings[] = {
        "[\"login\", \"logout\", \"error\"]",
        "{\"choice\": [\"a\", \"ab\", \"b.c\", \"\"], \"weights\": [5, 1, 2, 2]}",
        "{\"zipf\": 9, \"format\": \"h%03d\"}",
        "{\"uniform\": {\"cardinality\": 300}, \"format\": \"u.%d\"}",
    };
    static const char *const numbers[] = {
        "{\"uniform\": {\"min\": -9, \"max\": 9}, \"type\": \"int\"}",
        "{\"uniform\": {\"min\": 0, \"max\": 99}, \"type\": \"ulong\"}",
        "{\"zipf\": {\"cardinality\": 20, \"theta\": 1.2, \"scramble\": true}, \"type\": \"int\"}",
    };
    static const char *const clocks[] = {"\"clock\"", "{\"clock\": {\"unit\": \"ms\"}}",
                                         "{\"clock\": {\"unit\": \"s\"}}"};
    buffer_format(maker->out, "  \"workload\": {\n    \"fields\": {\n      \"a\": %s,\n",
                  ONE_OF(maker, longs));
    buffer_format(maker->out, "      \"s\": %s,\n", ONE_OF(maker, strings));
    buffer_format(maker->out, "      \"n\": %s,\n", ONE_OF(maker, numbers));
    buffer_format(maker->out, "      \"size\": {\"uniform\": {\"min\": 0, \"max\": 50}},\n");
    buffer_format(maker->out, "      \"t\": %s},\n", ONE_OF(maker, clocks));
}

static double make_arrivals(struct maker *maker)
{
    const double capacity = 1e6 * maker->servers * maker->handlers / maker->put_us;
    const double rate = capacity * between(maker, 10, 130) / 100;
    buffer_text(maker->out, "    \"arrivals\": {");
    switch (between(maker, 0, 3)) {
    case 0:
        buffer_format(maker->out, "\"process\": \"constant\", \"rate_per_s\": %.3f},\n", rate);
        break;
    case 1:
        buffer_format(maker->out,
                      "\"process\": \"burst\", \"every_s\": %.9f, \"length_s\": %.9f, "
                      "\"factor\": %" PRIu32 ", \"rate_per_s\": %.3f},\n",
                      20 / rate, 2 / rate, between(maker, 2, 4), rate);
        break;
    default:
        buffer_format(maker->out, "\"process\": \"poisson\", \"rate_per_s\": %.3f},\n", rate);
    }
    return rate;
}

static void make_row(struct maker *maker)
{
    const uint32_t columns = between(maker, 1, 4);
    if (once_in(maker, 3))
        buffer_format(maker->out,
                      "    \"row\": {\"columns\": %" PRIu32 ", \"value_bytes\": \"size\"}},\n",
                      columns);
    else
        buffer_format(maker->out,
                      "    \"row\": {\"columns\": %" PRIu32 ", \"value_bytes\": %" PRIu32 "}},\n",
                      columns, between(maker, 0, 200));
}

// ---- designs ----

static void make_key(struct maker *maker)
{
    static const char *const parts[] = {
        "[a]",      "[s]",     "[n]",
        "[t]",      "[a % 4]", "[md5(s).subStr(0,2)]",
        "[t % 8]",  "_",       "[Long.MAX_VALUE - t]",
        "[s].[a]",  "[a][t]",  "[md5(a).subStr(0,4)]",
        "x[n % 3]", "[n][s]",
    };
    const uint32_t count = between(maker, 1, 3);
    buffer_format(maker->out, "\"%s", maker->slices ? "[a]" : "[t % 16]");
    for (uint32_t i = 0; i < count; i++)
        buffer_text(maker->out, ONE_OF(maker, parts));
    buffer_text(maker->out, "\"");
}

static void make_designs(struct maker *maker)
{
    const uint32_t designs = between(maker, 1, 3);
    buffer_text(maker->out, "  \"designs\": {\n");
    for (uint32_t i = 0; i < designs; i++) {
        buffer_format(maker->out, "    \"d%" PRIu32 "\": ", i);
        if (once_in(maker, 3)) {
            buffer_text(maker->out, "{\"tables\": {\"main\": ");
            make_key(maker);
            buffer_text(maker->out, ", \"other\": {\"key\": ");
            make_key(maker);
            buffer_format(maker->out, "%s}}}",
                          once_in(maker, 2) ? ", \"holds\": \"reference\"" : "");
        } else {
            make_key(maker);
        }
        buffer_text(maker->out, i + 1 < designs ? ",\n" : "},\n");
    }
}

// ---- store ----

static void make_presplit(struct maker *maker)
{
    static const char *const counted[] = {"hex", "decimal", "uniform"};
    const uint32_t regions = between(maker, 2, 12);
    switch (between(maker, 0, 4)) {
    case 0:
        buffer_text(maker->out, "    \"presplit\": \"none\",\n");
        break;
    case 1:
        buffer_text(maker->out, "    \"presplit\": {\"algorithm\": \"keys\", \"keys\": "
                                "[\"\\\\x00\\\\x01\", \"\\\\x80\", \"4\", \"b\"]},\n");
        break;
    case 2:
        buffer_format(maker->out,
                      "    \"presplit\": {\"algorithm\": \"%s\", \"regions\": %" PRIu32 "},\n",
                      ONE_OF(maker, counted), regions);
        break;
    case 3:
        buffer_format(maker->out,
                      "    \"presplit\": {\"algorithm\": \"bytes\", \"first\": \"1\", "
                      "\"last\": \"z\", \"regions\": %" PRIu32 "},\n",
                      regions + 1);
        break;
    default:
        buffer_format(maker->out,
                      "    \"presplit\": {\"algorithm\": \"learned\", \"regions\": %" PRIu32
                      ", \"fraction\": 0.%" PRIu32 ", \"learn_rows\": %" PRIu32 "},\n",
                      regions, between(maker, 1, 9), between(maker, 1, 100));
    }
}

static void make_service(struct maker *maker)
{
    static const char *const distributions[] = {"deterministic", "exponential", "lognormal"};
    buffer_format(maker->out,
                  "    \"service\": {\"distribution\": \"%s\", \"put_us\": %" PRIu32
                  ", \"network_us\": %" PRIu32 "},\n",
                  ONE_OF(maker, distributions), maker->put_us, between(maker, 0, 300));
}

static void make_store(struct maker *maker)
{
    static const char *const placements[] = {"round-robin", "random", "contiguous"};
    static const char *const encodings[] = {"binary", "text", "ordered"};
    struct buffer *out = maker->out;
    buffer_format(out,
                  "  \"store\": {\n    \"profile\": \"custom\", \"servers\": %" PRIu32
                  ", \"handlers\": %" PRIu32 ",\n",
                  maker->servers, maker->handlers);
    buffer_format(out,
                  "    \"placement\": \"%s\", \"versions\": %" PRIu32
                  ", \"row_overhead_bytes\": %" PRIu32 ",\n",
                  ONE_OF(maker, placements), between(maker, 1, 3), between(maker, 0, 30));
    if (maker->slices)
        buffer_format(out, "    \"layout\": \"slices\", \"slices\": %" PRIu32 ",\n",
                      between(maker, 1, 20));
    else
        buffer_format(out, "    \"encoding\": \"%s\",\n", ONE_OF(maker, encodings));
    if (!maker->slices)
        make_presplit(maker);
    if (once_in(maker, 3))
        buffer_format(out, "    \"queue\": %" PRIu32 ",\n", between(maker, 0, 6));
    if (once_in(maker, 3))
        buffer_format(out, "    \"partition_limit\": %" PRIu32 ",\n", between(maker, 1, 3));
    make_service(maker);
    buffer_format(out, "    \"client\": {\"retries\": %" PRIu32 ", \"pause_ms\": %" PRIu32 "}},\n",
                  once_in(maker, 2) ? 0 : between(maker, 1, 4), between(maker, 1, 8));
}

// ---- run ----

static void make_run(struct maker *maker, double rate)
{
    const uint32_t operations = between(maker, 30, 120);
    const double length_s = operations / rate;
    buffer_format(maker->out, "  \"run\": {\"operations\": %" PRIu32, operations);
    if (once_in(maker, 2))
        buffer_format(maker->out, ", \"warmup_s\": %.9f", length_s * between(maker, 1, 25) / 100);
    if (once_in(maker, 2))
        buffer_format(maker->out, ", \"windows\": %" PRIu32, between(maker, 1, 15));
    else
        buffer_format(maker->out, ", \"window_s\": %.9f", length_s * between(maker, 2, 60) / 100);
    buffer_text(maker->out, "}\n}\n");
}

void scenario_make(uint64_t seed, struct buffer *out)
{
    struct maker maker = {.rng = rng_stream(seed, "selftest", 0), .out = out};
    maker.slices = once_in(&maker, 4);
    maker.servers = between(&maker, 1, 6);
    maker.handlers = between(&maker, 1, 4);
    maker.put_us = between(&maker, 50, 3000);
    buffer_format(out, "{\n  \"seed\": %" PRIu32 ",\n", between(&maker, 1, 1000000));
    make_fields(&maker);
    const double rate = make_arrivals(&maker);
    make_row(&maker);
    make_designs(&maker);
    make_store(&maker);
    make_run(&maker, rate);
}
