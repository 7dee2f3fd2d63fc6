// facts.h -- a result's numbers in a reader's words, shared by table, findings and graphs.
#ifndef HOTSIM_REPORT_FACTS_H
#define HOTSIM_REPORT_FACTS_H

#include "base/buffer.h"
#include "metrics/result.h"

// What the hottest partition of a table takes of a window's writes, in the mean over the windows;
// of the worst table. The share and not the ratio, since it does not depend on how many partitions
// lie idle. NaN: no writes.
double fact_hottest_share(const struct design_result *design);
const struct table_result *
fact_hottest_table(const struct design_result *design); // NULL: no writes

// The mean over windows of that table's peak-to-mean / what a perfect hash would show: 1 is chance.
double fact_beyond_chance(const struct design_result *design);
// No more uneven than chance: a window's peak within a tenth of a perfect hash's.
bool fact_is_chance(const struct design_result *design);

// "8 servers act as 2.3": servers / the mean peak-to-mean of the windows; over the whole run where
// a window's unevenness is only chance, which a longer window would not show. NaN: no writes.
double fact_acting_servers(const struct design_result *design);

const struct latency_summary *fact_latency(const struct design_result *design, const char *name);
// The design's query of this name; NULL: it has none.
const struct query_result *fact_query(const struct design_result *design, const char *name);
bool fact_has_slices(const struct design_result *design);
const char *fact_partition_word(const struct design_result *design); // "region" or "slice"

void fact_percent(struct buffer *out, double share);   // "100 %", "6.3 %", "0.04 %"; NaN "-"
void fact_rate(struct buffer *out, double per_s);      // "118 k/s"; NaN "-"
void fact_window(struct buffer *out, double window_s); // "second", "0.5 s": for "of each ..."
void fact_window_writes(struct buffer *out,
                        double window_s); // "each second's writes", "the writes of every 0.5 s"
void fact_ratio(struct buffer *out, double ratio); // "1.0", "27.9", "310"; NaN "-"

// A user's text for a terminal, at most `width` columns, cut with an ellipsis.
void fact_label(struct buffer *out, const char *text, size_t width);
// The same between backticks, for a sentence.
void fact_name(struct buffer *out, const char *name);

#endif
