#include "report/findings.h"

#include "base/mem.h"
#include "fixture.h"
#include "report/report.h"

#include <criterion/criterion.h>

#include <math.h>
#include <string.h>

static char *say(const char *code, const struct design_result *design)
{
    size_t count;
    const struct finding *catalog = finding_catalog(&count);
    struct buffer out = {0};
    for (size_t i = 0; i < count; i++) {
        if (strcmp(catalog[i].code, code) == 0)
            return catalog[i].say(design, &out) ? buffer_take(&out) : NULL;
    }
    cr_assert(false, "no finding %s", code);
    return NULL;
}

static void expect_said(const char *code, const struct design_result *design, const char *want)
{
    char *said = say(code, design);
    if (want)
        cr_expect_str_eq(said ? said : "(nothing)", want);
    else
        cr_expect_null(said, "%s", said);
    mem_free(said);
}

static bool is_said(const char *code, const struct design_result *design)
{
    char *said = say(code, design);
    const bool found = said != NULL;
    mem_free(said);
    return found;
}

// One design that keeps up.
static struct result *one(double (*share)(uint32_t, uint32_t, const struct fixture_shape *))
{
    const struct fixture_shape shape = {"a design", 32, 8, 10, 300000, share};
    struct result *result = fixture_result(&shape, 1);
    result->designs[0].overloaded = false;
    return result;
}

Test(findings, name_a_hotspot_that_stays)
{
    struct result *result = one(share_first);
    expect_said("hotspot", &result->designs[0],
                "`a design` sends 100 % of each second's writes to one region; 8 servers act as 1");
    result->designs[0].writes.sharding_total = 32;
    expect_said("hotspot", &result->designs[0],
                "`a design` sends 100 % of each second's writes to one slice; 8 servers act as 1");
    result_free(result);
}

Test(findings, name_a_hotspot_that_moves)
{
    struct result *result = one(share_moving);
    expect_said(
        "hotspot", &result->designs[0],
        "`a design` sends 100 % of each second's writes to one region, each time another, so "
        "that totals hide it; 8 servers act as 1");
    result_free(result);
}

static double share_fifth(uint32_t partition, uint32_t window, const struct fixture_shape *shape)
{
    (void)window;
    return partition == 3 ? (double)(shape->partitions - 1) / 4 : 1;
}

Test(findings, say_how_far_from_even_a_milder_one_is)
{
    struct result *result = one(share_fifth);
    expect_said(
        "hotspot", &result->designs[0],
        "`a design` sends 20 % of each second's writes to one region, 6.4 times an even share; 8 "
        "servers act as 3.6");
    result_free(result);
}

Test(findings, find_no_hotspot_in_what_chance_does_or_where_there_is_no_choice)
{
    struct result *result = one(share_hashed);
    struct load_summary *writes = &result->designs[0].tables[0].writes;
    expect_said("hotspot", &result->designs[0], NULL);
    writes->partition_peak_to_mean.mean = 1.31 * writes->window_chance_peak_to_mean;
    cr_expect(is_said("hotspot", &result->designs[0]));
    writes->partition_peak_to_mean.mean = 1.29 * writes->window_chance_peak_to_mean;
    expect_said("hotspot", &result->designs[0], NULL);
    writes->partition_peak_to_mean.mean = 5;
    writes->partitions.count = 1;
    expect_said("hotspot", &result->designs[0], NULL);
    result_free(result);
}

Test(findings, say_that_a_queue_grows_with_its_reason_or_without)
{
    struct result *hot = one(share_first), *even = one(share_even);
    hot->designs[0].saturation_per_s = even->designs[0].saturation_per_s = 20000;
    hot->designs[0].overloaded = even->designs[0].overloaded = true;
    expect_said(
        "hotspot", &hot->designs[0],
        "`a design` sends 100 % of each second's writes to one region; 8 servers act as 1; its "
        "queue grows: 30 k/s are offered and it can take 20 k/s");
    expect_said("overload", &hot->designs[0], NULL);
    expect_said(
        "overload", &even->designs[0],
        "`a design` cannot keep up and its queue grows: 30 k/s are offered and it can take 20 k/s");
    even->designs[0].overloaded = false;
    expect_said("overload", &even->designs[0], NULL);
    result_free(hot);
    result_free(even);
}

Test(findings, count_regions_that_no_write_reaches_where_chance_would_have)
{
    struct result *result = one(share_even);
    struct load_summary *writes = &result->designs[0].writes;
    expect_said("unreached", &result->designs[0], NULL);
    writes->partitions.active = 1;
    expect_said("unreached", &result->designs[0],
                "`a design` leaves 31 of its 32 regions without a write");
    writes->count = 20 * 32;
    cr_expect(is_said("unreached", &result->designs[0]));
    writes->count--;
    expect_said("unreached", &result->designs[0], NULL);
    result_free(result);
    // One region that takes all says it already.
    result = one(share_first);
    expect_said("unreached", &result->designs[0], NULL);
    result_free(result);
}

Test(findings, count_servers_that_have_no_region)
{
    struct result *result = one(share_even);
    expect_said("few-partitions", &result->designs[0], NULL);
    result->designs[0].servers = 32;
    expect_said("few-partitions", &result->designs[0], NULL);
    result->designs[0].servers = 33;
    expect_said("few-partitions", &result->designs[0],
                "`a design` has 32 regions for 33 servers: 1 have nothing to do");
    result->designs[0].writes.partitions.count = 1;
    expect_said("few-partitions", &result->designs[0],
                "`a design` has 1 region for 33 servers: 32 have nothing to do");
    result_free(result);
}

Test(findings, name_the_share_of_a_key_that_no_split_can_part)
{
    struct result *result = one(share_even);
    expect_said("top-key", &result->designs[0], NULL);
    result->designs[0].writes.top_key_share = 0.12;
    expect_said("top-key", &result->designs[0],
                "one key takes 12 % of the writes of `a design`: no split can part it");
    result->designs[0].writes.top_key_share = NAN;
    expect_said("top-key", &result->designs[0], NULL);
    result_free(result);
}

Test(findings, count_writes_that_replace_a_row)
{
    struct result *result = one(share_even);
    expect_said("overwrites", &result->designs[0], NULL);
    result->designs[0].writes.overwrites = (double)result->designs[0].writes.count / 4;
    expect_said("overwrites", &result->designs[0],
                "25 % of the writes of `a design` replace a row that has the same key");
    result->designs[0].writes.overwrites = 0.0099 * (double)result->designs[0].writes.count;
    expect_said("overwrites", &result->designs[0], NULL);
    result->designs[0].writes.count = 0;
    result->designs[0].writes.overwrites = 0;
    expect_said("overwrites", &result->designs[0], NULL);
    result_free(result);
}

Test(findings, have_codes_of_their_own_and_summaries)
{
    size_t count;
    const struct finding *catalog = finding_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        cr_expect(strlen(catalog[i].summary) > 10);
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(catalog[i].code, catalog[j].code);
    }
}

static bool has(const struct result *result, const char *sentence)
{
    size_t count;
    char **findings = report_findings(result, &count);
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        found = found || strcmp(findings[i], sentence) == 0;
        mem_free(findings[i]);
    }
    mem_free(findings);
    return found;
}

Test(findings, begin_with_the_best_design)
{
    struct result *result = fixture_three();
    cr_expect(
        has(result, "`bucketed` can take the most, 160 k/s: 8 times as much as `time first`"));
    cr_expect(has(
        result,
        "`bucketed` and `hash prefix` spread writes as evenly as a perfect hash would, or better"));
    cr_expect_not(has(result, "`bucketed` and `hash prefix` lay the writes out alike: what reads "
                              "need decides between them"));
    result_free(result);
}

Test(findings, tell_equals_and_twins)
{
    static const struct fixture_shape shapes[] = {
        {"a", 16, 8, 10, 300000, share_even},
        {"b", 16, 8, 10, 300000, share_even},
        {"c", 16, 8, 10, 300000, share_even},
    };
    struct result *result = fixture_result(shapes, 3);
    cr_expect(has(result, "`a`, `b` and `c` can take the same, about 160 k/s"));
    cr_expect(has(
        result, "`a`, `b` and `c` lay the writes out alike: what reads need decides between them"));
    result_free(result);
}

Test(findings, say_that_an_idle_cluster_has_no_hotspot_problem)
{
    struct result *result = fixture_three();
    static const char idle[] = "the busiest server is busy 0.4 % of the time: at this load even "
                               "the hottest partition is no problem";
    for (size_t i = 0; i < result->design_count; i++)
        result->designs[i].utilisation_max = 0.004;
    cr_expect(has(result, idle));
    result->designs[1].utilisation_max = 0.01;
    cr_expect_not(has(result, idle));
    result_free(result);
}

Test(findings, of_nothing_are_none)
{
    const struct result empty = {0};
    size_t count;
    char **findings = report_findings(&empty, &count);
    cr_expect_eq(count, 0);
    cr_expect_null(findings);
}
