// Recordings made by others, where they are at hand: rows counted by another program, times,
// hashes.

#include "bench.h"

#include "base/mem.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

struct tape {
    const char *name;
    uint64_t rows;
    const char *time_field; // NULL: read at a rate
    uint64_t last_ns;       // of the last arrival, where the file tells it
};

static const struct tape tapes[] = {
    {"zeek/dns.log.gz", 53615, "ts", 1269285521000},
    {"zeek/ssl.log.gz", 49474, "ts", 1269448385000},
    {"capmetrics/2017-03-21.csv.gz", 45386, "timestamp", 37497000000000},
    {"retail/online-retail.csv.xz", 541909, "InvoiceDate", 32243040000000000},
    {"cache2k/orm-busy.head500k.csv.gz", 500000, NULL, 0},
    {"corda/vaultservice.csv.gz", 135702, NULL, 0},
    {"weather/weather.csv", 5221, "DATE", 466387200000000000},
};

Test(recordings, each_row_of_each_recording_is_read)
{
    size_t absent = 0;
    for (size_t i = 0; i < sizeof tapes / sizeof tapes[0]; i++) {
        const char *path = bench_recording(tapes[i].name);
        if (!path) {
            absent++;
            continue;
        }
        struct workload_plan plan = bench_trace(path);
        plan.arrivals.rate_per_s = tapes[i].time_field ? 0 : 1000;
        struct err err = {0};
        struct survey survey;
        struct source *source = source_open(&plan, &err);
        cr_assert(source != NULL, "%s", err.message);
        cr_assert(source_survey(source, NULL, NULL, &survey, &err), "%s", err.message);
        cr_expect(eq(u64, survey.rows_read, tapes[i].rows), "%s", path);
        cr_expect(eq(sz, strlen(source_content_hash(source)), 64));
        if (tapes[i].time_field) {
            cr_expect(eq(str, source_guess(source)->time_field, (char *)tapes[i].time_field));
            cr_expect(eq(u64, survey.last_at, tapes[i].last_ns), "%s", path);
        }
        source_close(source);
        workload_plan_done(&plan);
    }
    if (absent == sizeof tapes / sizeof tapes[0])
        cr_skip_test("no recordings (set HOTSIM_DATA)");
}
