// bench.h -- what the tests of workloads share: files that vanish, plans in a line, rows as text.
#ifndef HOTSIM_TESTS_WORKLOAD_BENCH_H
#define HOTSIM_TESTS_WORKLOAD_BENCH_H

#include "workload/generator.h"
#include "workload/source.h"

enum packing { PACKED_PLAIN, PACKED_GZIP, PACKED_XZ, PACKED_ZSTD, PACKED_BZIP2, PACKING_COUNT };

// A new file in the temporary folder with this content; its path, good until bench_end.
const char *bench_file(const char *name, const void *data, size_t size);
const char *bench_text(const char *text);
const char *bench_packed(enum packing packing, const void *data, size_t size);
void bench_end(void); // removes all of them

// A plan over one file with everything left open, or over generated fields; freed by
// bench_plan_done.
struct workload_plan bench_trace(const char *path);
struct workload_plan bench_synthetic(double rate_per_s, uint64_t operations);
void bench_add_path(struct workload_plan *plan, const char *path);
void bench_column(struct workload_plan *plan, const char *field, const char *header,
                  uint64_t number, int type); // type -1: not given
// Adds a field; the config, zeroed, is returned to be filled.
void *bench_field(struct workload_plan *plan, const char *name, const char *generator,
                  const char *format);
void bench_mix(struct workload_plan *plan, int kind, uint16_t query, double share,
               double rate_per_s);

// All operations as text: "at kind record value value ...\n" with times in ns.
char *bench_rows(const struct workload_plan *plan); // fails the test on an error
struct err
bench_error(const struct workload_plan *plan); // of opening or reading; none is a failure

// Calls `see` for every record of the plan.
void bench_each_record(const struct workload_plan *plan,
                       void (*see)(void *context, const struct batch *batch, size_t row),
                       void *context);
// A `see`: the first field's number indexes an array of uint64_t, which counts it.
void bench_count_number(void *context, const struct batch *batch, size_t row);
// The chance that counts of these shares differ from them as much as this or more.
double bench_chi_square_tail(const uint64_t *counts, const double *shares, size_t count);

// One field's value as text.
void bench_value(struct buffer *out, const struct column *column, size_t row);

// The recorded data beside the checkout, or NULL.
const char *bench_recording(const char *name);

#endif
