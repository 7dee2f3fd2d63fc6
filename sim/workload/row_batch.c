#include "workload/row_batch.h"

#include "base/mem.h"

void row_batch_write(struct batch *batch, size_t row, const struct value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct column *column = &batch->columns[i];
        const struct value *value = &values[i];
        if (column->numbers)
            column->numbers[row] = value->number;
        if (column->scales)
            column->scales[row] = value->scale;
        if (!column->texts)
            continue;
        column->texts[row] =
            (struct bytes){.data = (const uint8_t *)batch->arena.size, .size = value->text.size};
        buffer_append(&batch->arena, value->text.data, value->text.size);
    }
}

void row_batch_repeat(struct batch *batch, size_t row, size_t from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct column *column = &batch->columns[i];
        if (column->numbers)
            column->numbers[row] = column->numbers[from];
        if (column->scales)
            column->scales[row] = column->scales[from];
        if (column->texts)
            column->texts[row] = column->texts[from];
    }
}

void row_batch_settle(struct batch *batch, size_t count)
{
    buffer_append(&batch->arena, NULL, 0); // so that there is one to point into
    for (size_t i = 0; i < count; i++) {
        struct bytes *texts = batch->columns[i].texts;
        for (size_t row = 0; texts && row < batch->count; row++)
            texts[row].data = batch->arena.data + (size_t)texts[row].data;
    }
}

void kept_row_take(struct kept_row *kept, const struct batch *batch, size_t row, size_t count)
{
    if (!kept->values)
        kept->values = mem_new(count, sizeof *kept->values);
    buffer_clear(&kept->texts);
    for (size_t i = 0; i < count; i++) {
        const struct column *column = &batch->columns[i];
        if (column->texts)
            buffer_append(&kept->texts, column->texts[row].data, column->texts[row].size);
    }
    const uint8_t *text = kept->texts.data;
    for (size_t i = 0; i < count; i++) {
        const struct column *column = &batch->columns[i];
        kept->values[i] = (struct value){
            .number = column->numbers ? column->numbers[row] : 0,
            .scale = column->scales ? column->scales[row] : (uint8_t)0,
        };
        if (!column->texts)
            continue;
        kept->values[i].text = bytes_of(text, column->texts[row].size);
        text += column->texts[row].size;
    }
    kept->is_kept = true;
}

void kept_row_done(struct kept_row *kept)
{
    mem_free(kept->values);
    buffer_done(&kept->texts);
    *kept = (struct kept_row){0};
}
