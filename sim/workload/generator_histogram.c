// histogram: values by their weights from a file; within a range of numbers all alike.
#include "workload/generators.h"

#include "base/mem.h"
#include "stats/sampler.h"
#include "workload/weight_file.h"

struct histogram_config {
    char *path;
};

struct values {
    struct rng row_stream, value_stream;
    struct weight_file file;
    struct alias *alias;
};

static const struct param params[] = {
    {.name = "path",
     .kind = PARAM_TEXT,
     .offset = offsetof(struct histogram_config, path),
     .help =
         "a file of lines `value weight` or `from to weight`, parted by tabs, commas or blanks"},
    {0},
};

static void *histogram_open(const void *config, const struct generator_context *context,
                            struct err *err)
{
    struct weight_file file;
    if (!weight_file_read(((const struct histogram_config *)config)->path, &file, err)) {
        err_context(err, "histogram");
        return NULL;
    }
    struct values *values = mem_new(1, sizeof *values);
    *values = (struct values){
        .row_stream = rng_at(context->stream, UINT64_MAX),
        .value_stream = context->stream,
        .file = file,
        .alias = alias_new(file.weights, file.count),
    };
    return values;
}

static void histogram_close(void *state)
{
    struct values *values = state;
    if (!values)
        return;
    weight_file_done(&values->file);
    alias_free(values->alias);
    mem_free(values);
}

static bool histogram_fill(void *state, struct batch *batch, const uint64_t *ranks,
                           struct column *out, struct err *err)
{
    const struct values *values = state;
    (void)ranks;
    (void)err;
    for (size_t i = 0; i < batch->count; i++) {
        struct rng row_rng = rng_at(values->row_stream, batch->record[i]);
        struct rng value_rng = rng_at(values->value_stream, batch->record[i]);
        const struct weight_row *row = &values->file.rows[alias_sample(values->alias, &row_rng)];
        if (values->file.is_text) {
            out->texts[i] = row->text;
            continue;
        }
        const uint64_t last = (uint64_t)row->to - (uint64_t)row->from;
        out->numbers[i] = (int64_t)((uint64_t)row->from + rng_upto(&value_rng, last));
    }
    return true;
}

static enum value_type histogram_type_of(const void *state)
{
    return ((const struct values *)state)->file.is_text ? TYPE_STRING : TYPE_LONG;
}

static void histogram_describe_opened(const void *state, struct field *field)
{
    const struct weight_file *file = &((const struct values *)state)->file;
    if (file->is_text) {
        field->value_count = file->count;
        field->values = mem_new(file->count, sizeof *field->values);
        for (size_t i = 0; i < file->count; i++)
            field->values[i] = mem_text_of(file->rows[i].text);
        return;
    }
    field->bounded = true;
    field->min = INT64_MAX;
    field->max = INT64_MIN;
    for (size_t i = 0; i < file->count; i++) {
        const struct weight_row *row = &file->rows[i];
        field->min = row->from < field->min ? row->from : field->min;
        field->max = row->to > field->max ? row->to : field->max;
    }
}

const struct generator generator_histogram = {
    .name = "histogram",
    .summary = "values by their weights from a file",
    .params = params,
    .shorthand = "path",
    .path = "path",
    .config_size = sizeof(struct histogram_config),
    .type = TYPE_LONG,
    .open = histogram_open,
    .close = histogram_close,
    .fill = histogram_fill,
    .describe = generator_describe_nothing,
    .popularity = generator_popularity_unknown,
    .type_of = histogram_type_of,
    .describe_opened = histogram_describe_opened,
};
