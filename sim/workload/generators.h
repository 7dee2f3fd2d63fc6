// generators.h -- the generators, one file each; for the catalog in generator.c.
#ifndef HOTSIM_WORKLOAD_GENERATORS_H
#define HOTSIM_WORKLOAD_GENERATORS_H

#include "workload/generator.h"

extern const struct generator generator_sequence;
extern const struct generator generator_clock;
extern const struct generator generator_uniform;
extern const struct generator generator_zipf;
extern const struct generator generator_ycsb_zipfian;
extern const struct generator generator_hotset;
extern const struct generator generator_latest;
extern const struct generator generator_keyrange;
extern const struct generator generator_normal;
extern const struct generator generator_histogram;
extern const struct generator generator_shares;
extern const struct generator generator_choice;
extern const struct generator generator_uuid;
extern const struct generator generator_owned;
extern const struct generator generator_expr;

#endif
