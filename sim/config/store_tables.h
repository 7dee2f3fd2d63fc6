// store_tables.h -- the tables of `store`, which fill a struct store_config.
#ifndef HOTSIM_CONFIG_STORE_TABLES_H
#define HOTSIM_CONFIG_STORE_TABLES_H

#include "config/tables.h"

extern const struct field_table store_tables[];
extern const size_t store_table_count;

#endif
