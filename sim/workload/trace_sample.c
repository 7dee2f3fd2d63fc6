#include "workload/trace_sample.h"

#include "base/mem.h"

// Adds a row; its cells hold offsets until all texts are there.
static void add_row(struct trace_sample *sample, const struct delimited_row *row)
{
    const size_t first = sample->starts[sample->count];
    sample->cells = mem_resize(sample->cells, first + row->count, sizeof *sample->cells);
    for (size_t i = 0; i < row->count; i++) {
        sample->cells[first + i] = (struct bytes){.data = (const uint8_t *)sample->texts.size,
                                                  .size = row->fields[i].size};
        buffer_append(&sample->texts, row->fields[i].data, row->fields[i].size);
    }
    sample->starts[++sample->count] = first + row->count;
}

bool trace_sample_read(struct delimited *reader, bool skips, struct trace_sample *out_sample,
                       struct err *err)
{
    struct trace_sample sample = {0};
    struct delimited_row row;
    while (sample.count < SAMPLE_ROWS) {
        struct err fault = {0};
        const enum delimited_result result = delimited_next(reader, &row, &fault);
        if (result == ROW_END || (result == ROW_READ && row.is_first && sample.count > 0))
            break;
        if (result == ROW_FAULT && skips)
            continue;
        if (result != ROW_READ) {
            *err = fault;
            trace_sample_done(&sample);
            return false;
        }
        add_row(&sample, &row);
    }
    for (size_t i = 0; i < sample.starts[sample.count]; i++)
        sample.cells[i].data = sample.texts.data + (size_t)sample.cells[i].data;
    *out_sample = sample;
    return true;
}

void trace_sample_done(struct trace_sample *sample)
{
    mem_free(sample->cells);
    buffer_done(&sample->texts);
    *sample = (struct trace_sample){0};
}
