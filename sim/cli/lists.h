// lists.h -- what `hotsim list` can show: each fills a listing from the catalog that the program
// itself uses.
#ifndef HOTSIM_CLI_LISTS_H
#define HOTSIM_CLI_LISTS_H

#include "cli/listing.h"

void list_claims(struct listing *out);
void list_findings(struct listing *out);
void list_fields(struct listing *out);
void list_formats(struct listing *out);
void list_functions(struct listing *out);
void list_generators(struct listing *out);
void list_graphs(struct listing *out);
void list_metrics(struct listing *out);
void list_presets(struct listing *out);
void list_presplits(struct listing *out);
void list_splits(struct listing *out);
void list_balancers(struct listing *out);
void list_scenarios(struct listing *out);
void list_stores(struct listing *out);

struct store_profile;
void list_store(const struct store_profile *profile, struct listing *out);

#endif
