#include "run/warnings.h"

#include "base/mem.h"
#include "base/text.h"
#include "cluster/service.h"
#include "metrics/hotspot.h"
#include "run/dots.h"
#include "run/lane_state.h"
#include "run/phrases.h"

#include <math.h>

void warning_add(struct warning **warnings, size_t *count, const char *code, const char *message)
{
    *warnings = mem_resize(*warnings, *count + 1, sizeof **warnings);
    (*warnings)[(*count)++] =
        (struct warning){.code = mem_text(code), .message = mem_text(message)};
}

// Each rule writes a sentence where it is due, and nothing where it is not.
struct view {
    const struct lane *lane;
    const struct lane_table *table; // NULL: of the whole design
    const struct table_result *table_result;
    const struct design_result *design;
};

static const char *noun(const struct view *view)
{
    return view->table->sharding_keys ? "slices" : "regions";
}

static void overload(const struct view *view, struct buffer *out)
{
    if (!view->design->overloaded)
        return;
    const double percent = 100 * view->design->utilisation_max;
    if (view->design->utilisation_max >= 1)
        buffer_format(out,
                      "overload: the busiest station is asked for %.0f %% of what it can do; its "
                      "queue grows as long as the load lasts, so no latency is given",
                      percent);
    else
        buffer_format(
            out,
            "a queue still grew at the end (%llu operations were waiting), so no latency is "
            "given; run longer, or lower the rate",
            (unsigned long long)view->lane->waiting_at_end);
}

static void rejected(const struct view *view, struct buffer *out)
{
    if (view->design->rejected == 0)
        return;
    buffer_format(out,
                  "%llu of %llu operations were rejected: the queue of a server was full, or the "
                  "partition off line, as often as a client tries",
                  (unsigned long long)view->design->rejected,
                  (unsigned long long)course_measured_operations(&view->lane->course));
}

// A store that idles between bursts is loaded all the same: its puts wait.
static void light_load(const struct view *view, struct buffer *out)
{
    const double busiest = view->design->utilisation_max;
    const struct service_config service = service_resolved(&view->lane->design->tables[0].store);
    const double idle_ms = (double)(service.put_ns + service.network_ns) / 1e6;
    if (!(busiest < 0.01) || view->design->latencies[0].mean_ms > 2 * idle_ms)
        return;
    buffer_format(out,
                  "the busiest server is in use %.2g %% of the time: at this load no spread is a "
                  "hotspot, and times say nothing of a loaded store",
                  100 * busiest);
}

// Fixed split points that no key of this run came near.
static void unreached(const struct view *view, struct buffer *out)
{
    const struct skew *partitions = &view->table_result->writes.partitions;
    const int algorithm = view->table->table.algorithm;
    const uint64_t idle = partitions->count - partitions->active;
    if (view->table->sharding_keys || algorithm == PRESPLIT_LEARNED || algorithm == PRESPLIT_NONE ||
        idle == 0 || view->table_result->writes.count < 20 * partitions->count)
        return;
    const bool fits =
        algorithm == PRESPLIT_BUCKETS ||
        (algorithm == PRESPLIT_HEX && view->table->table.facts.leading == LEADING_HEX_DIGEST);
    if (fits) {
        buffer_format(out,
                      "%llu of %llu regions got no write: the key's first component takes too few "
                      "different values to reach them",
                      (unsigned long long)idle, (unsigned long long)partitions->count);
        return;
    }
    phrase_unreached(out, idle, partitions->count, presplit_names[algorithm]);
    buffer_text(out, "; compare its alphabet, letter case and bytes with them");
}

static void behind_rising_key(const struct view *view, struct buffer *out)
{
    const struct lane_table *table = view->table;
    if (table->table.algorithm != PRESPLIT_LEARNED || table->measured_writes == 0)
        return;
    const double share = (double)table->beyond_learned / (double)table->measured_writes;
    if (share < 0.5)
        return;
    buffer_format(out,
                  "%.3g %% of the writes lie behind all %llu keys from which the split points were "
                  "learned: ",
                  100 * share, (unsigned long long)table->table.learned_count);
    phrase_behind_rising_key(out, true);
}

static void merged_splits(const struct view *view, struct buffer *out)
{
    if (view->table->table.splits_merged == 0)
        return;
    buffer_format(out,
                  "%zu of %llu split points were equal to others and were merged: %llu regions "
                  "are left of %llu asked for",
                  view->table->table.splits_merged,
                  (unsigned long long)view->table->table.regions_wanted - 1,
                  (unsigned long long)view->table_result->presplit_regions,
                  (unsigned long long)view->table->table.regions_wanted);
}

static void short_windows(const struct view *view, struct buffer *out)
{
    const struct load_summary *writes = &view->table_result->writes;
    if (!(writes->window_chance_peak_to_mean > 3))
        return;
    buffer_format(out,
                  "a window holds about %.0f writes for %llu %s: chance alone makes its peak %.3g "
                  "times its mean; read the windows with that in mind, or make them longer",
                  (double)writes->count / (double)writes->window_count,
                  (unsigned long long)writes->partitions.count, noun(view),
                  writes->window_chance_peak_to_mean);
}

static void one_key(const struct view *view, struct buffer *out)
{
    const struct load_summary *writes = &view->table_result->writes;
    if (writes->distinct_keys == 1 && writes->count > 1)
        phrase_one_key(out, writes->count);
}

// Where versions are kept on purpose there is nothing to say; an estimate says it beyond its error.
// Updates whose key stays: they replace a row because they are meant to.
static double meant_overwrites(const struct view *view)
{
    const size_t class = CLASS_READS + view->lane->reading_count;
    if (!view->lane->has_changes)
        return 0;
    return (double)(view->lane->classes[class].measured - view->table->key_changes);
}

static void not_unique(const struct view *view, struct buffer *out)
{
    const struct load_summary *writes = &view->table_result->writes;
    const double overwrites = writes->overwrites - meant_overwrites(view);
    const double noise = 3 * writes->distinct_keys_error * writes->distinct_keys;
    if (view->table->table.plan->store.versions > 1 || writes->distinct_keys <= 1 ||
        !(overwrites > noise))
        return;
    buffer_format(out,
                  "%.3g %% of the writes replace a row of the same key: add what tells them apart, "
                  "or keep versions (store.versions)",
                  100 * overwrites / (double)writes->count);
}

// Beyond chance because keys repeat, not because the hash is poor.
static void repeated_key(const struct view *view, struct buffer *out)
{
    const struct load_summary *writes = &view->table_result->writes;
    const double partitions = (double)writes->partitions.count;
    if (!(writes->p_value < 0.001 && writes->top_key_share * partitions > 0.5 &&
          writes->top_key_share > 0.01 && writes->distinct_keys > 1))
        return;
    phrase_repeated_key(out, writes->top_key_share, view->table->sharding_keys != NULL);
}

static void stand_in_hash(const struct view *view, struct buffer *out)
{
    if (!view->table->sharding_keys)
        return;
    buffer_text(out, "the platform's slice hash is not published: XXH64 of the sharding key stands "
                     "in for it, so which slice is hot is not known, only how hot");
}

static void igz_suffix(const struct view *view, struct buffer *out)
{
    if (view->table->table.facts.igz_rewritten)
        phrase_inferred_suffix(out);
}

static void plain_suffix(const struct view *view, struct buffer *out)
{
    if (view->table->table.facts.plain_xxhash_suffix)
        phrase_plain_suffix(out);
}

static void early_dots(const struct view *view, struct buffer *out)
{
    if (view->table->early_dots > 0)
        phrase_early_dots(out, view->table->early_dots,
                          view->table->dot_suspects >= DOTS_SUSPECTS_MAX);
}

static void estimated_rows(const struct view *view, struct buffer *out)
{
    if (row_set_is_exact(view->table->rows))
        return;
    buffer_format(out,
                  "more than %d different keys: distinct keys, overwrites, rows and bytes are "
                  "estimates from a sample, within about %.2g %% (one standard error)",
                  ROWS_EXACT_MAX, 100 * row_set_error(view->table->rows));
}

// A reader may rely on a tenth.
static void estimated_reads(const struct view *view, struct buffer *out)
{
    size_t named = 0;
    for (size_t i = 0; i < view->design->query_count; i++) {
        const struct query_result *query = &view->design->queries[i];
        const double error = fmax(query->rows_error, query->returned_error);
        if (!(error > 0.1))
            continue;
        buffer_format(out, "%s`%s` within about %.2g %%",
                      named++ == 0 ? "rows read and found are estimates: " : ", ", query->name,
                      100 * error);
    }
    if (named > 0)
        buffer_text(out, " (one standard error of an occurrence): there are too many rows to "
                         "look at each");
}

static void key_changes(const struct view *view, struct buffer *out)
{
    const uint64_t changes = view->table->key_changes;
    if (changes == 0)
        return;
    const size_t class = CLASS_READS + view->lane->reading_count;
    const double updates = (double)view->lane->classes[class].measured;
    buffer_format(out,
                  "%.3g %% of the updates change the key: each deletes a row and puts another, two "
                  "writes in place of one; keep what is updated out of the key",
                  100 * (double)changes / updates);
}

// The rate over the run is no rate of any moment.
static void moving_hotspot(const struct view *view, struct buffer *out)
{
    const double now = hotspot_can_take(view->design);
    if (!(now < 0.9 * view->design->saturation_per_s))
        return;
    buffer_format(out,
                  "splits move the hotspot from server to server, so that over the run they look "
                  "even (saturation_per_s %.4g); in each moment one has nearly all, and %.4g a "
                  "second is what the design can take",
                  view->design->saturation_per_s, now);
}

static uint32_t index_of(const struct view *view)
{
    return (uint32_t)(view->table - view->lane->tables);
}

static void regions_full(const struct view *view, struct buffer *out)
{
    if (view->lane->topology && topology_is_full(view->lane->topology, index_of(view)))
        buffer_format(out,
                      "the table has grown by %d regions, the most that are simulated, and splits "
                      "no further: make regions larger (store.split.max_bytes)",
                      TOPOLOGY_GROWTH_MAX);
}

static void regions_stuck(const struct view *view, struct buffer *out)
{
    const uint32_t stuck =
        view->lane->topology ? topology_stuck(view->lane->topology, index_of(view)) : 0;
    if (stuck > 0)
        buffer_format(out,
                      "%u region%s should have been split and could not be: what %s lies in one "
                      "row, or under one prefix that the policy keeps together",
                      stuck, stuck == 1 ? "" : "s", stuck == 1 ? "it holds" : "each holds");
}

static const struct rule {
    const char *code;
    bool per_table;
    void (*say)(const struct view *view, struct buffer *out);
} rules[] = {
    {"overload", false, overload},
    {"rejected", false, rejected},
    {"light-load", false, light_load},
    {"moving-hotspot", false, moving_hotspot},
    {"one-key", true, one_key},
    {"not-unique", true, not_unique},
    {"learned-behind-rising-key", true, behind_rising_key},
    {"regions-unreached", true, unreached},
    {"repeated-key", true, repeated_key},
    {"key-changes", true, key_changes},
    {"splits-merged", true, merged_splits},
    {"regions-full", true, regions_full},
    {"regions-stuck", true, regions_stuck},
    {"short-windows", true, short_windows},
    {"early-dot", true, early_dots},
    {"plain-xxhash-suffix", true, plain_suffix},
    {"inferred-suffix", true, igz_suffix},
    {"stand-in-slice-hash", true, stand_in_hash},
    {"estimated-rows", true, estimated_rows},
    {"estimated-reads", false, estimated_reads},
};

static void apply(const struct rule *rule, const struct view *view, struct design_result *out)
{
    struct buffer message = {0};
    if (view->table && view->lane->table_count > 1)
        buffer_format(&message, "table \"%s\": ", view->table_result->name);
    const size_t before = message.size;
    rule->say(view, &message);
    if (message.size > before)
        warning_add(&out->warnings, &out->warning_count, rule->code, (const char *)message.data);
    buffer_done(&message);
}

void design_warnings(const struct lane *lane, struct design_result *out)
{
    for (size_t r = 0; r < sizeof rules / sizeof rules[0]; r++) {
        for (size_t t = 0; t < lane->table_count; t++) {
            const struct view view = {
                .lane = lane,
                .table = rules[r].per_table ? &lane->tables[t] : NULL,
                .table_result = &out->tables[t],
                .design = out,
            };
            if (rules[r].per_table || t == 0)
                apply(&rules[r], &view, out);
        }
    }
}
