// reference.h -- the same run by other means: slow, short, and after the documents.
//
// What it shares with the program: the stream of operations, the bytes of keys, the draws of
// service times, fixed pre-splits, the hash that picks a slice, and functions of pure mathematics
// (chance, chi-square's tail, logarithm), all of which are held to published values elsewhere. All
// else is done again by linear search over everything there is: who serves a key, who waits for
// whom, what is in a window, which rows there are.
//
// It knows: puts into one table or several, in an open loop, on a store of which nothing moves;
// clients that are turned away come again.
#ifndef HOTSIM_SELFTEST_REFERENCE_H
#define HOTSIM_SELFTEST_REFERENCE_H

#include "base/err.h"
#include "config/scenario.h"
#include "metrics/result.h"

// Of a scenario that was run (its source is rewound). NULL on error; free with result_free. Words
// are left out.
struct result *reference_run(struct scenario *scenario, struct err *err);

#endif
