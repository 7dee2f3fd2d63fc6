// assumptions.h -- what a design's times rest on: the profile's defaults that nobody has published.
#ifndef HOTSIM_RUN_ASSUMPTIONS_H
#define HOTSIM_RUN_ASSUMPTIONS_H

#include "config/scenario.h"
#include "metrics/result.h"

// Fills assumptions[] and store_line ("hbase: 30 handlers, put 1.5 ms, assumed").
void list_assumptions(const struct scenario_design *design, struct design_result *out);

#endif
