// weight_file.h -- values and their weights from a file: a histogram.
//
// One line a value, `value weight`, or a range of whole numbers, `from to weight` (both ends
// included), parted by tabs, else by commas, else by blanks. Empty lines and lines that begin with
// `#` are left out; the first other line may name the columns. Where every value is a whole number
// the values are numbers, else texts, each of which stands once.
//
// Limits: 64 MiB (decompressed: a compressed file is recognised), a million lines.
// Errors: with file and line.
#ifndef HOTSIM_WORKLOAD_WEIGHT_FILE_H
#define HOTSIM_WORKLOAD_WEIGHT_FILE_H

#include "base/buffer.h"
#include "base/err.h"
#include "base/types.h"

struct weight_row {
    struct bytes text; // the value, a view into the file's content
    int64_t from, to;  // where it is a number
    size_t line;
    bool is_number, is_range;
};

struct weight_file {
    struct buffer content;
    struct weight_row *rows; // [count]
    double *weights;         // [count], at least 0, not all 0
    size_t count;
    bool is_text;
};

bool weight_file_read(const char *path, struct weight_file *out_file, struct err *err);
void weight_file_done(struct weight_file *file); // zeroed or read

#endif
