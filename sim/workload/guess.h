// guess.h -- what a recording looks like, where nobody said it.
#ifndef HOTSIM_WORKLOAD_GUESS_H
#define HOTSIM_WORKLOAD_GUESS_H

#include "workload/trace_sample.h"

// The delimiter (comma, tab, semicolon or bar) that cuts the first lines most evenly; a comma where
// none does. Lines that begin with `comment` (NULL: none) are left out.
char guess_delimiter(struct bytes head, const char *comment);

// Whether the head begins with several lines that start with '#', which then are comments and not a
// header.
bool guess_comment(struct bytes head);

// Whether row 0 names the columns: no cell of it is empty, a number or a time, none is there twice,
// and none comes again below; of a single column it is a word without blanks. `why_not`, where it
// is given, says what speaks against it.
bool guess_header(const struct trace_sample *sample, struct buffer *why_not);

// The column that tells the time of each row: ISO 8601, an epoch of 10, 13, 16 or 19 digits, or a
// date of 8 in every row, and either named like a time or, without any such, the first of ISO
// times, or the first of numbers that never fall, or have a fraction. `names` are the header's
// cells, or NULL. False where there is none.
bool guess_time_column(const struct trace_sample *sample, size_t first_row,
                       const struct bytes *names, size_t *out_column);

// The format of dates such as 20101201, where every row has one in this column; else NULL.
const char *guess_date_format(const struct trace_sample *sample, size_t first_row, size_t column);

#endif
