#include "report/findings.h"

#include "metrics/hotspot.h"
#include "report/facts.h"
#include "report/formats.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// ---- of one design ----

// In a sentence a whole number stands without its ".0".
void finding_ratio(struct buffer *out, double ratio)
{
    const size_t before = out->size;
    fact_ratio(out, ratio);
    if (out->size > before + 2 && memcmp(out->data + out->size - 2, ".0", 2) == 0) {
        out->size -= 2;
        out->data[out->size] = 0;
    }
}

// What a queue that grows is offered and can take.
static void say_rates(struct buffer *out, const struct design_result *design)
{
    fact_rate(out, design->offered_per_s);
    buffer_text(out, " are offered and it can take ");
    fact_rate(out, hotspot_can_take(design));
}

// Beyond chance by enough to act upon; between this and fact_is_chance nothing is said.
static bool is_hotspot(const struct design_result *design)
{
    const struct table_result *table = fact_hottest_table(design);
    return table && table->writes.partitions.count > 1 && fact_beyond_chance(design) > 1.3;
}

static bool say_hotspot(const struct design_result *design, struct buffer *out)
{
    if (!is_hotspot(design))
        return false;
    const struct table_result *table = fact_hottest_table(design);
    const double share = fact_hottest_share(design);
    fact_name(out, design->name);
    buffer_text(out, " sends ");
    fact_percent(out, share);
    buffer_text(out, " of ");
    fact_window_writes(out, table->writes.window_s);
    buffer_format(out, " to one %s", fact_partition_word(design));
    if (share < 0.9 && design->hotspot.splits == 0) {
        buffer_text(out, ", ");
        finding_ratio(out, table->writes.partition_peak_to_mean.mean);
        buffer_text(out, " times an even share");
    }
    if (share > 2 * table->writes.partitions.top_share)
        buffer_text(out, ", each time another, so that totals hide it");
    if (design->servers > 1) {
        buffer_format(out, "; %" PRIu32 " servers act as ", design->servers);
        finding_ratio(out, fact_acting_servers(design));
    }
    if (design->overloaded) {
        buffer_text(out, "; its queue grows: ");
        say_rates(out, design);
    }
    return true;
}

// Where no hotspot explains it.
static bool say_overload(const struct design_result *design, struct buffer *out)
{
    if (!design->overloaded || is_hotspot(design))
        return false;
    fact_name(out, design->name);
    buffer_text(out, " cannot keep up and its queue grows: ");
    say_rates(out, design);
    return true;
}

// Many writes and still idle: chance would have reached every partition (n e^-20 idle ones
// expected). Where one takes nearly all, the hotspot says it already.
static bool say_unreached(const struct design_result *design, struct buffer *out)
{
    const struct load_summary *writes = &design->writes;
    const uint64_t idle = writes->partitions.count - writes->partitions.active;
    if (idle == 0 || design->hotspot.splits > 0 || writes->count < 20 * writes->partitions.count ||
        (is_hotspot(design) && fact_hottest_share(design) >= 0.9))
        return false;
    fact_name(out, design->name);
    buffer_format(out, " leaves %" PRIu64 " of its %" PRIu64 " %ss without a write", idle,
                  writes->partitions.count, fact_partition_word(design));
    return true;
}

static bool say_few_partitions(const struct design_result *design, struct buffer *out)
{
    const uint64_t count = design->writes.partitions.count;
    if (count == 0 || count >= design->servers)
        return false;
    fact_name(out, design->name);
    buffer_format(out,
                  " has %" PRIu64 " %s%s for %" PRIu32 " servers: %" PRIu64 " have nothing to do",
                  count, fact_partition_word(design), count == 1 ? "" : "s", design->servers,
                  design->servers - count);
    return true;
}

static bool say_top_key(const struct design_result *design, struct buffer *out)
{
    const struct load_summary *writes = &design->writes;
    if (!(writes->top_key_share * (double)writes->partitions.count > 1.2))
        return false;
    buffer_text(out, "one key takes ");
    fact_percent(out, writes->top_key_share);
    buffer_text(out, " of the writes of ");
    fact_name(out, design->name);
    buffer_text(out, ": no split can part it");
    return true;
}

static bool say_overwrites(const struct design_result *design, struct buffer *out)
{
    const struct load_summary *writes = &design->writes;
    const double share = writes->overwrites / (double)writes->count;
    if (!(share >= 0.01))
        return false;
    fact_percent(out, share);
    buffer_text(out, " of the writes of ");
    fact_name(out, design->name);
    buffer_text(out, " replace a row that has the same key");
    return true;
}

static const struct finding catalog[] = {
    {"hotspot", "a window's writes go to fewer partitions than chance explains", say_hotspot},
    {"moving-edge", "a hotspot at the end of keys that rise or fall, which splits move",
     finding_moving_edge},
    {"burst", "each moment has its own hot partition, the run as a whole has none", finding_burst},
    {"placement", "busy partitions share a server", finding_placement},
    {"low-cardinality", "hot partitions whose keys are too few to be divided",
     finding_low_cardinality},
    {"relieved", "a hotspot at the start, which splits or moves have ended", finding_relieved},
    {"overload", "a queue still grows at the end, and no hotspot is the reason", say_overload},
    {"unreached", "partitions without a write, though there were enough for all", say_unreached},
    {"few-partitions", "fewer partitions than servers", say_few_partitions},
    {"top-key", "one key alone is more than a partition's share", say_top_key},
    {"overwrites", "one write in a hundred, or more, met its own key", say_overwrites},
};

const struct finding *finding_catalog(size_t *out_count)
{
    *out_count = sizeof catalog / sizeof catalog[0];
    return catalog;
}

// ---- of all designs together ----

// "`a`", "`a` and `b`", "`a`, `b` and `c`".
static void name_next(struct buffer *out, const char *name, size_t index, size_t count)
{
    if (index > 0)
        buffer_text(out, index + 1 == count ? " and " : ", ");
    fact_name(out, name);
}

static void add_best(const struct result *result, struct text_list *texts)
{
    if (result->ranking_count < 2)
        return;
    const struct design_result *designs = result->designs;
    const struct design_result *best = &designs[result->ranking[0]];
    const struct design_result *last = &designs[result->ranking[result->ranking_count - 1]];
    size_t equal = 1;
    while (equal < result->ranking_count &&
           hotspot_can_take(&designs[result->ranking[equal]]) * 1.05 > hotspot_can_take(best))
        equal++;
    if (!isfinite(hotspot_can_take(best)))
        return;
    struct buffer out = {0};
    for (size_t i = 0; i < equal; i++)
        name_next(&out, designs[result->ranking[i]].name, i, equal);
    buffer_text(&out, equal > 1 ? " can take the same, about " : " can take the most, ");
    fact_rate(&out, hotspot_can_take(best));
    if (equal < result->ranking_count) {
        buffer_text(&out, ": ");
        finding_ratio(&out, hotspot_can_take(best) / hotspot_can_take(last));
        buffer_text(&out, " times as much as ");
        fact_name(&out, last->name);
    }
    text_list_add(texts, &out);
}

static bool is_spread(const struct design_result *design)
{
    return fact_is_chance(design) && design->writes.partitions.count > 1;
}

static void add_chance(const struct result *result, struct text_list *texts)
{
    size_t count = 0, named = 0;
    for (size_t i = 0; i < result->design_count; i++)
        count += is_spread(&result->designs[i]);
    if (count == 0)
        return;
    struct buffer out = {0};
    for (size_t i = 0; i < result->design_count; i++) {
        if (is_spread(&result->designs[i]))
            name_next(&out, result->designs[i].name, named++, count);
    }
    buffer_format(&out, " spread%s writes as evenly as a perfect hash would, or better",
                  count == 1 ? "s" : "");
    text_list_add(texts, &out);
}

static bool is_alike(const struct design_result *a, const struct design_result *b)
{
    const struct load_summary *x = &a->writes, *y = &b->writes;
    return x->count > 0 && x->count == y->count && x->partitions.count == y->partitions.count &&
           x->partitions.max == y->partitions.max && x->partitions.gini == y->partitions.gini &&
           x->partition_peak_to_mean.mean == y->partition_peak_to_mean.mean &&
           x->server_peak_to_mean.mean == y->server_peak_to_mean.mean;
}

// Each group once, told by its first design.
static void add_alike(const struct result *result, size_t first, struct text_list *texts)
{
    const struct design_result *designs = result->designs;
    for (size_t i = 0; i < first; i++) {
        if (is_alike(&designs[i], &designs[first]))
            return;
    }
    size_t count = 0, named = 0;
    for (size_t i = first; i < result->design_count; i++)
        count += is_alike(&designs[first], &designs[i]);
    if (count < 2)
        return;
    struct buffer out = {0};
    for (size_t i = first; i < result->design_count; i++) {
        if (is_alike(&designs[first], &designs[i]))
            name_next(&out, designs[i].name, named++, count);
    }
    buffer_text(&out, " lay the writes out alike: what reads need decides between them");
    text_list_add(texts, &out);
}

static void add_idle(const struct result *result, struct text_list *texts)
{
    double highest = 0;
    for (size_t i = 0; i < result->design_count; i++) {
        if (!(result->designs[i].utilisation_max < 0.01))
            return;
        highest = fmax(highest, result->designs[i].utilisation_max);
    }
    if (result->design_count == 0)
        return;
    struct buffer out = {0};
    buffer_text(&out, "the busiest server is busy ");
    fact_percent(&out, highest);
    buffer_text(&out, " of the time: at this load even the hottest partition is no problem");
    text_list_add(texts, &out);
}

char **report_findings(const struct result *result, size_t *out_count)
{
    struct text_list texts = {0};
    add_best(result, &texts);
    for (size_t i = 0; i < result->design_count; i++) {
        for (size_t kind = 0; kind < sizeof catalog / sizeof catalog[0]; kind++) {
            struct buffer out = {0};
            if (catalog[kind].say(&result->designs[i], &out))
                text_list_add(&texts, &out);
            buffer_done(&out);
        }
    }
    add_chance(result, &texts);
    findings_of_reads(result, &texts);
    for (size_t i = 0; i < result->design_count; i++)
        add_alike(result, i, &texts);
    add_idle(result, &texts);
    *out_count = texts.count;
    return texts.items;
}
