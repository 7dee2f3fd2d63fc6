#include "run/read_tally.h"

#include <math.h>

void read_tally_init(struct read_tally *tally)
{
    *tally = (struct read_tally){0};
    for (size_t i = 0; i < READ_PRICES; i++)
        tally->prices[i] = histogram_new();
}

void read_tally_done(struct read_tally *tally)
{
    for (size_t i = 0; i < READ_PRICES; i++)
        histogram_free(tally->prices[i]);
    *tally = (struct read_tally){0};
}

void read_tally_add(struct read_tally *tally, const struct read_price *price)
{
    const uint64_t values[READ_PRICES] = {
        price->ranges,
        price->ranges_necessary,
        price->partitions,
        price->servers,
        (uint64_t)llround(price->rows_examined),
        (uint64_t)llround(price->rows_returned),
    };
    for (size_t i = 0; i < READ_PRICES; i++)
        histogram_add(tally->prices[i], &values[i], 1);
    tally->occurrences++;
    tally->examined += price->rows_examined;
    tally->returned += price->rows_returned;
    tally->work_ns += price->work_ns;
    tally->missed += price->rows_missed;
    tally->foreign += price->rows_foreign;
}

static struct spread spread_of(const struct histogram *values)
{
    return (struct spread){
        .mean = histogram_mean(values),
        .p50 = histogram_percentile(values, 0.5),
        .p99 = histogram_percentile(values, 0.99),
        .max = histogram_count(values) > 0 ? (double)histogram_max(values) : NAN,
    };
}

void read_tally_collect(const struct read_tally *tally, struct query_result *out)
{
    struct spread *const members[READ_PRICES] = {
        &out->ranges,  &out->ranges_necessary, &out->partitions,
        &out->servers, &out->rows_examined,    &out->rows_returned,
    };
    for (size_t i = 0; i < READ_PRICES; i++)
        *members[i] = spread_of(tally->prices[i]);
    out->occurrences = tally->occurrences;
    const double times = (double)tally->occurrences;
    out->work_ms = times > 0 ? tally->work_ns / times / (double)NS_PER_MS : NAN;
    out->rows_missed = times > 0 ? tally->missed / times : NAN;
    out->rows_foreign = times > 0 ? tally->foreign / times : NAN;
    out->read_amplification = tally->returned > 0 ? tally->examined / tally->returned : NAN;
}
