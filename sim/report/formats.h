// formats.h -- the writers behind --format, and the lines that they share.
#ifndef HOTSIM_REPORT_FORMATS_H
#define HOTSIM_REPORT_FORMATS_H

#include "report/report.h"

void table_write(struct buffer *out, const struct result *result, const struct report_look *look);
void tsv_write(struct buffer *out, const struct result *result, const struct report_look *look);
void markdown_write(struct buffer *out, const struct result *result,
                    const struct report_look *look);
void json_write(struct buffer *out, const struct result *result, const struct report_look *look);

struct text_list {
    char **items;
    size_t count;
};
void text_list_add(struct text_list *list, struct buffer *text); // takes what the buffer holds
void text_list_done(struct text_list *list);

// "pre-split: learned, 32 regions (`time first`, `bucketed`)", a line a choice.
void note_presplits(struct text_list *out, const struct result *result);
// What the times rest on, a line a store.
void note_assumptions(struct text_list *out, const struct result *result);
// "expected of `bucketed`: writes.servers.peak_to_mean at most 1.6; it is 1.2".
void expect_line(struct buffer *out, const struct expect_result *expect);

#endif
