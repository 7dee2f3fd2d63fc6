// findings.h -- what the numbers of one design say, as sentences without a full stop.
//
// Each kind of finding looks at the numbers alone; report_findings (report/report.h) puts them in
// order and adds what only the comparison shows.
#ifndef HOTSIM_REPORT_FINDINGS_H
#define HOTSIM_REPORT_FINDINGS_H

#include "base/buffer.h"
#include "metrics/result.h"

struct finding {
    const char *code;
    const char *summary;                                                 // when it is raised
    bool (*say)(const struct design_result *design, struct buffer *out); // false: not the case
};

const struct finding *finding_catalog(size_t *out_count);

// Hotspots that move or stay, by their cause; findings_moving.c.
bool finding_moving_edge(const struct design_result *design, struct buffer *out);
bool finding_burst(const struct design_result *design, struct buffer *out);
bool finding_placement(const struct design_result *design, struct buffer *out);
bool finding_low_cardinality(const struct design_result *design, struct buffer *out);
bool finding_relieved(const struct design_result *design, struct buffer *out);

// What only the comparison of reads shows: which designs a query is cheap and dear with, and at
// which share of it another design can take more.
struct text_list;
void findings_of_reads(const struct result *result, struct text_list *texts);

// "27.9", "3": a ratio within a sentence.
void finding_ratio(struct buffer *out, double ratio);

#endif
