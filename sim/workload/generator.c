#include "workload/generator.h"

#include "workload/generators.h"

#include <string.h>

static const struct generator *const catalog[] = {
    &generator_sequence,     &generator_clock,     &generator_uniform, &generator_zipf,
    &generator_ycsb_zipfian, &generator_hotset,    &generator_latest,  &generator_keyrange,
    &generator_normal,       &generator_histogram, &generator_shares,  &generator_choice,
    &generator_owned,        &generator_uuid,      &generator_expr,
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

char **generator_path(const struct generator *generator, void *config)
{
    for (const struct param *row = generator->params; generator->path && row->name; row++) {
        if (strcmp(row->name, generator->path) == 0)
            return (char **)((char *)config + row->offset);
    }
    return NULL;
}

void generator_describe_nothing(const void *config, struct field *field)
{
    (void)config;
    (void)field;
}

void generator_describe_from_zero(const void *config, struct field *field)
{
    (void)config;
    field->bounded = true;
    field->min = 0;
    field->max = INT64_MAX;
}

void generator_popularity_unknown(const void *config, double *out_distinct, double *out_top_share)
{
    (void)config;
    *out_distinct = *out_top_share = 0;
}
