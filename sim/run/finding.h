// finding.h -- what is wrong with a key, why, and what to do: a catalog of rules, each of which
// looks at one table of a design.
//
// A rule speaks only where what it says is so for this key, these records and this store. Without a
// workload (a key on the command line) only what follows from the program is said.
#ifndef HOTSIM_RUN_FINDING_H
#define HOTSIM_RUN_FINDING_H

#include "base/buffer.h"
#include "config/scenario.h"
#include "key/inspect.h"
#include "run/design_table.h"
#include "run/explain.h"
#include "run/key_census.h"

// What the rules look at. All of it outlives the view.
struct finding_view {
    struct key_program *program;
    struct key_facts facts;
    const struct schema *schema;
    enum encoding encoding;
    bool slices;
    const struct key_trait *traits; // [trait_count]
    size_t trait_count;
    size_t first; // the first of them that is no literal

    // From here on only with a scenario; else NULL or 0.
    const struct scenario *scenario;
    const struct design_table *table; // cut
    const struct record_census *records;
    const struct key_census *keys;
    const struct explain_query *queries; // of the design
    size_t query_count;
    double puts_per_s;        // of the workload
    double server_puts_per_s; // what one server can take
};

struct finding_rule {
    const char *code;
    const char *means;  // one line, no full stop
    const char *remedy; // one line, no full stop
    // Appends why it is due, and says how bad it is; FINDING_NONE, and nothing, where it is not.
    enum finding_level (*say)(const struct finding_view *view, struct buffer *out);
};

// All rules, the worst first.
const struct finding_rule *finding_at(size_t index); // NULL past the last

// Appends the findings of one table to the list. `table`: its name, where the design has several;
// else "".
void findings_of(const struct finding_view *view, const char *table, struct finding_list *out);

// ---- for the rules ----

// What is written in the key, between backticks: "`[bucket]`".
void finding_name(struct buffer *out, const struct key_trait *trait);
// A value of a component (NULL: of a whole key) between backticks; long ones are cut.
void finding_value(struct buffer *out, const struct key_trait *trait, struct bytes value);
// "`host` and `ts`": the fields that an expression reads.
void finding_fields(const struct finding_view *view, const struct key_node *node,
                    struct buffer *out);
void finding_percent(struct buffer *out, double share);          // "6.25 %"
const char *finding_partitions(const struct finding_view *view); // "regions" or "slices"
double finding_servers(const struct finding_view *view);

// What decides the place of a write: on slices the sharding key, else the first component. Needs a
// workload.
struct value_summary finding_leading(const struct finding_view *view);
void finding_leading_name(const struct finding_view *view, struct buffer *out);

// Whether the first component is one of a few numbers made to spread (x % n, random(n), a salt).
bool finding_has_buckets(const struct finding_view *view);

// Whether the values go one way as they come, in nearly all of the writes.
bool finding_is_moving(const struct value_summary *values);
bool finding_reads_moving_field(const struct finding_view *view, const struct key_node *node);
// The component that sends the writes of a moment to one place of a sorted key space: the first
// that is not the same in all keys, where it moves; NULL where it does not, or without a workload.
const struct key_trait *finding_moving(const struct finding_view *view,
                                       struct value_summary *out_values);

// The component after `index`, literals left out; NULL: none.
const struct key_trait *finding_next(const struct finding_view *view, size_t index);
// Whether the component after the first can divide the writes of one of its values. Needs a
// workload.
bool finding_divides_within(const struct finding_view *view, const struct key_trait **out_next);

// On slices: the first component of the sorting key, behind the literal that holds the leftmost
// dot; trait_count: none.
size_t finding_sorting(const struct finding_view *view);

// The rules, one file a subject.
extern const struct finding_rule finding_first_rules[];  // what decides the place of a write
extern const struct finding_rule finding_hash_rules[];   // hashes, salts, buckets
extern const struct finding_rule finding_part_rules[];   // how components are written
extern const struct finding_rule finding_store_rules[];  // partitions, split points, limits
extern const struct finding_rule finding_reader_rules[]; // what readers pay

#endif
