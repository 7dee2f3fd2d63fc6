#include "workload/generator.h"

#include "workload/generators.h"

#include <string.h>

static const struct generator *const catalog[] = {
    &generator_sequence, &generator_clock,  &generator_uniform, &generator_zipf,
    &generator_shares,   &generator_choice, &generator_uuid,    &generator_expr,
};

enum { CATALOG_COUNT = sizeof catalog / sizeof catalog[0] };

const struct generator *const *generator_catalog(size_t *out_count)
{
    *out_count = CATALOG_COUNT;
    return catalog;
}

const struct generator *generator_named(const char *name)
{
    for (size_t i = 0; i < CATALOG_COUNT; i++) {
        if (strcmp(catalog[i]->name, name) == 0)
            return catalog[i];
    }
    return NULL;
}

void generator_describe_nothing(const void *config, struct field *field)
{
    (void)config;
    (void)field;
}

void generator_popularity_unknown(const void *config, double *out_distinct, double *out_top_share)
{
    (void)config;
    *out_distinct = *out_top_share = 0;
}
