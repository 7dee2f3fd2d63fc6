#include "bench.h"

#include "base/mem.h"
#include "stats/occupancy.h"
#include "workload/value.h"

#include <archive.h>
#include <archive_entry.h>
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 64 };

static char *files[FILES_MAX];
static size_t file_count;

const char *bench_file(const char *name, const void *data, size_t size)
{
    struct buffer path = {0};
    buffer_format(&path, "/tmp/hotsim-test-XXXXXX-%s", name);
    const int fd = mkstemps((char *)path.data, (int)strlen(name) + 1);
    cr_assert(fd >= 0 && file_count < FILES_MAX);
    cr_assert(write(fd, data, size) == (ssize_t)size);
    close(fd);
    files[file_count] = buffer_take(&path);
    return files[file_count++];
}

const char *bench_text(const char *text)
{
    return bench_file("rows.csv", text, strlen(text));
}

const char *bench_packed(enum packing packing, const void *data, size_t size)
{
    if (packing == PACKED_PLAIN)
        return bench_file("rows", data, size);
    // Room for a header even where nothing can be made smaller.
    const size_t room = size + 65536;
    uint8_t *packed = mem_new(room, 1);
    size_t used = 0;
    struct archive *archive = archive_write_new();
    int (*const filters[])(struct archive *) = {
        [PACKED_GZIP] = archive_write_add_filter_gzip,
        [PACKED_XZ] = archive_write_add_filter_xz,
        [PACKED_ZSTD] = archive_write_add_filter_zstd,
        [PACKED_BZIP2] = archive_write_add_filter_bzip2,
    };
    cr_assert(filters[packing](archive) == ARCHIVE_OK);
    archive_write_set_format_raw(archive);
    archive_write_set_bytes_in_last_block(archive, 1);
    cr_assert(archive_write_open_memory(archive, packed, room, &used) == ARCHIVE_OK);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    cr_assert(archive_write_header(archive, entry) == ARCHIVE_OK);
    cr_assert(archive_write_data(archive, data, size) == (la_ssize_t)size);
    archive_entry_free(entry);
    cr_assert(archive_write_close(archive) == ARCHIVE_OK);
    archive_write_free(archive);
    // The name says nothing: what is in the file does.
    const char *path = bench_file("rows.txt", packed, used);
    mem_free(packed);
    return path;
}

void bench_end(void)
{
    while (file_count > 0) {
        unlink(files[--file_count]);
        mem_free(files[file_count]);
    }
}

void bench_add_path(struct workload_plan *plan, const char *path)
{
    struct param_texts *paths = &plan->trace->paths;
    paths->items = mem_resize(paths->items, paths->count + 1, sizeof *paths->items);
    paths->items[paths->count++] = mem_text(path);
}

struct workload_plan bench_trace(const char *path)
{
    struct workload_plan plan = {.seed = 1, .trace = mem_new(1, sizeof *plan.trace)};
    plan.trace->time_guess = true;
    plan.trace->speed = 1;
    bench_add_path(&plan, path);
    return plan;
}

struct workload_plan bench_synthetic(double rate_per_s, uint64_t operations)
{
    return (struct workload_plan){
        .seed = 1, .arrivals.rate_per_s = rate_per_s, .operations = operations};
}

void bench_column(struct workload_plan *plan, const char *field, const char *header,
                  uint64_t number, int type)
{
    struct trace_plan *trace = plan->trace;
    trace->columns = mem_resize(trace->columns, trace->column_count + 1, sizeof *trace->columns);
    trace->columns[trace->column_count++] = (struct trace_column){
        .field = mem_text(field),
        .header = header ? mem_text(header) : NULL,
        .number = number,
        .type = type >= 0 ? (enum value_type)type : TYPE_STRING,
        .type_given = type >= 0,
    };
}

void *bench_field(struct workload_plan *plan, const char *name, const char *generator,
                  const char *format)
{
    plan->fields = mem_resize(plan->fields, plan->field_count + 1, sizeof *plan->fields);
    struct field_plan *field = &plan->fields[plan->field_count++];
    *field = (struct field_plan){.name = mem_text(name), .generator = generator_named(generator)};
    cr_assert(field->generator != NULL, "no generator %s", generator);
    field->config = mem_new(1, field->generator->config_size);
    field->format = format ? mem_text(format) : NULL;
    return field->config;
}

void bench_mix(struct workload_plan *plan, int kind, uint16_t query, double share,
               double rate_per_s)
{
    plan->mix = mem_resize(plan->mix, plan->mix_count + 1, sizeof *plan->mix);
    plan->mix[plan->mix_count++] =
        (struct mix_entry){.kind = kind, .query = query, .share = share, .rate_per_s = rate_per_s};
}

void bench_value(struct buffer *out, const struct column *column, size_t row)
{
    if (column->texts) {
        buffer_append(out, column->texts[row].data, column->texts[row].size);
        return;
    }
    uint8_t digits[NUMBER_TEXT_MAX];
    const size_t size = value_write(column->numbers[row], column->type == TYPE_ULONG, digits);
    buffer_append(out, digits, size);
}

static bool print_rows(struct source *source, struct buffer *out, struct err *err)
{
    static const char *const kinds[] = {"put", "get", "update", "delete", "query", "replaced"};
    struct batch batch;
    batch_init(&batch, source_schema(source));
    bool ok;
    while ((ok = source_next(source, &batch, err)) && batch.count > 0) {
        for (size_t i = 0; i < batch.count; i++) {
            buffer_format(out, "%" PRIu64 " %s", batch.at[i], kinds[batch.kind[i]]);
            if (batch.kind[i] == OP_QUERY)
                buffer_format(out, "%u", batch.query[i]);
            buffer_format(out, " %" PRIu64, batch.record[i]);
            for (size_t j = 0; j < batch.column_count; j++) {
                buffer_byte(out, ' ');
                bench_value(out, &batch.columns[j], i);
            }
            buffer_byte(out, '\n');
        }
    }
    batch_done(&batch);
    return ok;
}

char *bench_rows(const struct workload_plan *plan)
{
    struct err err = {0};
    struct buffer out = {0};
    struct source *source = source_open(plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    cr_assert(print_rows(source, &out, &err), "%s", err.message);
    source_close(source);
    return buffer_take(&out);
}

struct err bench_error(const struct workload_plan *plan)
{
    struct err err = {0};
    struct buffer out = {0};
    struct source *source = source_open(plan, &err);
    const bool ok = source && print_rows(source, &out, &err);
    source_close(source);
    buffer_done(&out);
    cr_assert(!ok && err.code != ERR_NONE, "expected an error");
    return err;
}

const char *bench_recording(const char *name)
{
    static char path[4096];
    const char *folder = getenv("HOTSIM_DATA");
    struct buffer beside = {0};
    // This file is tests/workload/bench.c of the checkout.
    buffer_format(&beside, "%.*s../../../shared/data", (int)(strrchr(__FILE__, '/') - __FILE__ + 1),
                  __FILE__);
    snprintf(path, sizeof path, "%s/%s", folder ? folder : (char *)beside.data, name);
    buffer_done(&beside);
    return access(path, R_OK) == 0 ? path : NULL;
}

// Calls `see` for every record of the plan.
void bench_each_record(const struct workload_plan *plan,
                       void (*see)(void *context, const struct batch *batch, size_t row),
                       void *context)
{
    struct err err = {0};
    struct source *source = source_open(plan, &err);
    cr_assert(source != NULL, "%s", err.message);
    struct batch batch;
    batch_init(&batch, source_schema(source));
    for (;;) {
        cr_assert(source_next(source, &batch, &err), "%s", err.message);
        if (batch.count == 0)
            break;
        for (size_t i = 0; i < batch.count; i++)
            see(context, &batch, i);
    }
    batch_done(&batch);
    source_close(source);
}

void bench_count_number(void *context, const struct batch *batch, size_t row)
{
    ((uint64_t *)context)[batch->columns[0].numbers[row]]++;
}

double bench_chi_square_tail(const uint64_t *counts, const double *shares, size_t count)
{
    double total = 0, chi_square = 0;
    for (size_t i = 0; i < count; i++)
        total += (double)counts[i];
    for (size_t i = 0; i < count; i++) {
        const double expected = total * shares[i];
        chi_square += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    }
    return chi_square_tail(chi_square, count - 1);
}
