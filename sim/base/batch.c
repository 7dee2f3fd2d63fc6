#include "base/batch.h"

#include "base/mem.h"

static void column_init(struct column *column, enum value_type type)
{
    column->type = type;
    if (type != TYPE_STRING && type != TYPE_BYTES)
        column->numbers = mem_new(BATCH_ROWS, sizeof *column->numbers);
    else
        column->texts = mem_new(BATCH_ROWS, sizeof *column->texts);
    if (type == TYPE_DECIMAL) {
        column->scales = mem_new(BATCH_ROWS, sizeof *column->scales);
        column->texts = mem_new(BATCH_ROWS, sizeof *column->texts);
    }
}

void batch_init(struct batch *batch, const struct schema *schema)
{
    *batch = (struct batch){
        .sequence = mem_new(BATCH_ROWS, sizeof *batch->sequence),
        .record = mem_new(BATCH_ROWS, sizeof *batch->record),
        .at = mem_new(BATCH_ROWS, sizeof *batch->at),
        .clock_ns = mem_new(BATCH_ROWS, sizeof *batch->clock_ns),
        .kind = mem_new(BATCH_ROWS, sizeof *batch->kind),
        .query = mem_new(BATCH_ROWS, sizeof *batch->query),
        .columns = mem_new(schema->count, sizeof *batch->columns),
        .column_count = schema->count,
    };
    for (size_t i = 0; i < schema->count; i++)
        column_init(&batch->columns[i], schema->fields[i].type);
}

void batch_done(struct batch *batch)
{
    for (size_t i = 0; i < batch->column_count; i++) {
        mem_free(batch->columns[i].numbers);
        mem_free(batch->columns[i].scales);
        mem_free(batch->columns[i].texts);
    }
    mem_free(batch->columns);
    mem_free(batch->sequence);
    mem_free(batch->record);
    mem_free(batch->at);
    mem_free(batch->clock_ns);
    mem_free(batch->kind);
    mem_free(batch->query);
    buffer_done(&batch->arena);
    *batch = (struct batch){0};
}

void batch_put_row(struct batch *out, const struct batch *source, size_t row)
{
    const size_t at = out->count++;
    out->sequence[at] = source->sequence[row];
    out->record[at] = source->record[row];
    out->at[at] = source->at[row];
    out->clock_ns[at] = source->clock_ns[row];
    out->kind[at] = source->kind[row];
    out->query[at] = source->query[row];
    for (size_t i = 0; i < source->column_count; i++) {
        const struct column *from = &source->columns[i];
        struct column *to = &out->columns[i];
        if (from->numbers)
            to->numbers[at] = from->numbers[row];
        if (from->scales)
            to->scales[at] = from->scales[row];
        if (from->texts)
            to->texts[at] = from->texts[row];
    }
}

static void select_column(const struct column *source, const uint16_t *rows, size_t count,
                          struct column *out)
{
    for (size_t i = 0; source->numbers && i < count; i++)
        out->numbers[i] = source->numbers[rows[i]];
    for (size_t i = 0; source->scales && i < count; i++)
        out->scales[i] = source->scales[rows[i]];
    for (size_t i = 0; source->texts && i < count; i++)
        out->texts[i] = source->texts[rows[i]];
}

static void select_rows(const struct batch *source, const uint16_t *rows, size_t count,
                        struct batch *out)
{
    for (size_t i = 0; i < count; i++) {
        out->sequence[i] = source->sequence[rows[i]];
        out->record[i] = source->record[rows[i]];
        out->at[i] = source->at[rows[i]];
        out->clock_ns[i] = source->clock_ns[rows[i]];
        out->kind[i] = source->kind[rows[i]];
        out->query[i] = source->query[rows[i]];
    }
    for (size_t i = 0; i < source->column_count; i++)
        select_column(&source->columns[i], rows, count, &out->columns[i]);
    out->count = count;
}

void batch_select(const struct batch *source, enum op_kind kind, struct batch *out)
{
    uint16_t rows[BATCH_ROWS];
    size_t count = 0;
    for (size_t i = 0; i < source->count; i++) {
        if (source->kind[i] == kind)
            rows[count++] = (uint16_t)i;
    }
    select_rows(source, rows, count, out);
}

void batch_select_if(const struct batch *source, bool (*is_wanted)(int kind), struct batch *out)
{
    uint16_t rows[BATCH_ROWS];
    size_t count = 0;
    for (size_t i = 0; i < source->count; i++) {
        if (is_wanted(source->kind[i]))
            rows[count++] = (uint16_t)i;
    }
    select_rows(source, rows, count, out);
}

size_t batch_operations(const struct batch *batch)
{
    size_t count = batch->count;
    for (size_t i = 0; i < batch->count; i++)
        count -= batch->kind[i] == OP_REPLACED;
    return count;
}
