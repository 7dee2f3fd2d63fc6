// Sentences about hotspots that move or stay: their cause, and what splits make of them.
#include "report/findings.h"

#include "base/text.h"
#include "report/facts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool has_cause(const struct design_result *design, const char *cause)
{
    return design->hotspot.cause && strcmp(design->hotspot.cause, cause) == 0;
}

static void say_seconds(struct buffer *out, double s)
{
    text_duration(out, s * (double)NS_PER_S);
}

// What splits did with a hotspot that they could not divide.
static void say_splits(const struct design_result *design, struct buffer *out)
{
    const struct hotspot_summary *hotspot = &design->hotspot;
    if (hotspot->splits == 0) {
        buffer_format(out, ", and no split of a %s could divide it", fact_partition_word(design));
        return;
    }
    buffer_format(out, "; %" PRIu64 " split%s moved it", hotspot->splits,
                  hotspot->splits == 1 ? "" : "s");
    if (isfinite(hotspot->dwell_mean_s)) {
        buffer_text(out, " (it stayed ");
        say_seconds(out, hotspot->dwell_mean_s);
        buffer_text(out, " with a region)");
    }
    buffer_text(out, " and never divided it");
}

bool finding_moving_edge(const struct design_result *design, struct buffer *out)
{
    if (!has_cause(design, "moving-edge"))
        return false;
    buffer_text(out, "the keys of ");
    fact_name(out, design->name);
    buffer_format(out, " %s: every write goes to the %s of what a %s holds",
                  design->hotspot.is_falling ? "fall" : "rise",
                  design->hotspot.is_falling ? "start" : "end", fact_partition_word(design));
    say_splits(design, out);
    return true;
}

bool finding_burst(const struct design_result *design, struct buffer *out)
{
    if (!has_cause(design, "burst"))
        return false;
    buffer_text(out, "each moment of ");
    fact_name(out, design->name);
    buffer_format(out,
                  " has its own hot %s, though the whole run is even: what picks the %s changes "
                  "more slowly than writes come",
                  fact_partition_word(design), fact_partition_word(design));
    return true;
}

bool finding_placement(const struct design_result *design, struct buffer *out)
{
    if (!has_cause(design, "placement"))
        return false;
    buffer_text(out, "several busy ");
    buffer_format(out, "%ss of ", fact_partition_word(design));
    fact_name(out, design->name);
    buffer_text(out, " lie on one server: moving some would help, splitting would not");
    return true;
}

bool finding_low_cardinality(const struct design_result *design, struct buffer *out)
{
    if (!has_cause(design, "low-cardinality"))
        return false;
    buffer_text(out, "the keys of ");
    fact_name(out, design->name);
    buffer_format(out, " take too few different values for its hot %ss to be divided",
                  fact_partition_word(design));
    return true;
}

bool finding_relieved(const struct design_result *design, struct buffer *out)
{
    const struct hotspot_summary *hotspot = &design->hotspot;
    if (!hotspot->verdict || strcmp(hotspot->verdict, "relieved") != 0)
        return false;
    fact_name(out, design->name);
    buffer_text(out, " begins with a hotspot, which is relieved after ");
    say_seconds(out, hotspot->relief_s);
    if (hotspot->splits > 0)
        buffer_format(out, " by %" PRIu64 " split%s", hotspot->splits,
                      hotspot->splits == 1 ? "" : "s");
    return true;
}
