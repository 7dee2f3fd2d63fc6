// clock: when the record arrives, on a calendar. The value is the floor of start + arrival in the
// unit.
#include "workload/generators.h"

#include "base/mem.h"
#include "workload/plan.h"
#include "workload/times.h"

#include <inttypes.h>
#include <string.h>

struct clock_config {
    int unit; // index into `units`
    char *start;
};

struct clock {
    int64_t start_ns, unit_ns;
};

static const char *const units[] = {"s", "ms", "us", "ns", NULL};

static const struct param params[] = {
    {.name = "unit",
     .kind = PARAM_CHOICE,
     .offset = offsetof(struct clock_config, unit),
     .fallback = "us",
     .help = "what the number counts since 1970",
     .choices = units},
    {.name = "start",
     .kind = PARAM_TEXT,
     .offset = offsetof(struct clock_config, start),
     .fallback = "2024-01-01T00:00:00Z",
     .help = "time of arrival 0: ISO 8601, or a number in the unit"},
    {0},
};

static bool read_start(const struct clock_config *given, int64_t *out_start_ns)
{
    const struct bytes text = bytes_of(given->start, strlen(given->start));
    return time_read_iso(text, out_start_ns) ||
           time_read_epoch(text, UNIT_S + (enum time_unit)given->unit, out_start_ns);
}

int64_t clock_start_of(const struct workload_plan *plan)
{
    int64_t start_ns = INT64_C(1704067200) * (int64_t)NS_PER_S; // 2024-01-01T00:00:00Z
    for (size_t i = 0; i < plan->field_count; i++) {
        const struct field_plan *field = &plan->fields[i];
        if (field->generator == &generator_clock && read_start(field->config, &start_ns))
            break;
    }
    return start_ns;
}

static void *clock_open(const void *config, const struct generator_context *context,
                        struct err *err)
{
    (void)context;
    const struct clock_config *given = config;
    const enum time_unit unit = UNIT_S + (enum time_unit)given->unit;
    int64_t start_ns;
    if (!read_start(given, &start_ns)) {
        err_fail(err, ERR_INPUT,
                 "clock: start `%s` is not a time, expected one such as "
                 "2024-01-01T00:00:00Z, or a number of %s since 1970",
                 given->start, time_unit_name(unit));
        return NULL;
    }
    struct clock *clock = mem_new(1, sizeof *clock);
    *clock = (struct clock){.start_ns = start_ns, .unit_ns = (int64_t)time_unit_ns(unit)};
    return clock;
}

static bool clock_fill(void *state, struct batch *batch, const uint64_t *ranks, struct column *out,
                       struct err *err)
{
    const struct clock *clock = state;
    (void)ranks;
    for (size_t i = 0; i < batch->count; i++) {
        int64_t ns;
        if (__builtin_add_overflow(clock->start_ns, batch->at[i], &ns))
            return err_fail(err, ERR_INPUT,
                            "clock leaves the years 1678 to 2261 at record %" PRIu64,
                            batch->record[i] + 1);
        const int64_t value = ns / clock->unit_ns;
        out->numbers[i] = value - (value * clock->unit_ns > ns);
    }
    return true;
}

static void clock_describe(const void *config, struct field *field)
{
    const struct clock_config *given = config;
    const enum time_unit unit = UNIT_S + (enum time_unit)given->unit;
    const struct bytes text = bytes_of(given->start, strlen(given->start));
    int64_t start_ns = 0;
    field->unit = unit;
    field->bounded = time_read_iso(text, &start_ns) || time_read_epoch(text, unit, &start_ns);
    const int64_t unit_ns = (int64_t)time_unit_ns(unit);
    const int64_t start = start_ns / unit_ns;
    field->min = start - (start * unit_ns > start_ns);
    field->max = INT64_MAX;
}

const struct generator generator_clock = {
    .name = "clock",
    .summary = "the time at which the record arrives",
    .params = params,
    .shorthand = "unit",
    .config_size = sizeof(struct clock_config),
    .type = TYPE_LONG,
    .open = clock_open,
    .close = mem_free,
    .fill = clock_fill,
    .describe = clock_describe,
    .popularity = generator_popularity_unknown,
};
