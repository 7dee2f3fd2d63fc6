// order.h -- whether the values of a stream rise with it.
//
// Every step from a value to the next is counted; the rank correlation with their place
// (Spearman's, ties at their mean rank) is taken from a sample of every 2^k-th value, at most
// ORDER_SAMPLE of them. Values are compared as numbers where all were numbers, else by their bytes
// (the first 24).
#ifndef HOTSIM_STATS_ORDER_H
#define HOTSIM_STATS_ORDER_H

#include "base/types.h"

enum { ORDER_SAMPLE = 4096, ORDER_TEXT_MAX = 24 };

struct order;

struct order *order_new(void);
void order_free(struct order *order); // NULL is fine

// `number` counts where `is_number`.
void order_add(struct order *order, struct bytes text, bool is_number, double number);

struct order_summary {
    uint64_t steps;               // values but one
    double rising, same, falling; // shares of steps; NaN without any
    double correlation;           // -1..1; NaN where there is none (fewer than 2 different values)
};
struct order_summary order_summary(const struct order *order);

#endif
