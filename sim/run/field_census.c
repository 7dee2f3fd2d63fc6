#include "run/field_census.h"

#include "base/mem.h"
#include "base/rng.h"
#include "hash/hash.h"
#include "metrics/row_set.h"

#include <math.h>

enum { VALUES_EXACT_MAX = 1 << 20 };

struct field_census {
    struct row_set **values; // [fields]
    size_t field_count;
    uint64_t puts;
};

struct field_census *field_census_new(const struct schema *schema)
{
    struct field_census *census = mem_new(1, sizeof *census);
    census->field_count = schema->count;
    census->values = mem_new(schema->count, sizeof(struct row_set *));
    for (size_t i = 0; i < schema->count; i++)
        census->values[i] = row_set_new(VALUES_EXACT_MAX, 1, 1);
    return census;
}

void field_census_free(struct field_census *census)
{
    if (!census)
        return;
    for (size_t i = 0; i < census->field_count; i++)
        row_set_free(census->values[i]);
    mem_free(census->values);
    mem_free(census);
}

void field_census_add(struct field_census *census, const struct batch *batch)
{
    static const uint32_t zeros[BATCH_ROWS];
    uint64_t hash[BATCH_ROWS];
    size_t puts = 0;
    for (size_t f = 0; f < batch->column_count; f++) {
        const struct column *column = &batch->columns[f];
        puts = 0;
        for (size_t i = 0; i < batch->count; i++) {
            if (batch->kind[i] != OP_PUT)
                continue;
            hash[puts++] =
                column->texts ? hash_xxh3(column->texts[i]) : rng_mix((uint64_t)column->numbers[i]);
        }
        row_set_add(census->values[f], hash, zeros, zeros, puts);
    }
    census->puts += puts;
}

void field_census_of(const struct field_census *census, size_t field, double *out_distinct,
                     double *out_top_share, bool *out_exact)
{
    const struct row_set *values = census->values[field];
    *out_distinct = row_set_rows(values);
    *out_exact = row_set_is_exact(values);
    *out_top_share = *out_exact && census->puts > 0
                         ? (double)row_set_top_count(values) / (double)census->puts
                         : NAN;
}
