#include "cluster/moves.h"

#include <stddef.h>

const char *const split_policy_names[] = {
    "none", "constant",     "increasing", "stepping", "key-prefix", "delimited-prefix",
    "busy", "size-or-heat", "load",       NULL};
const char *const split_daughters_names[] = {"parent", "other", "load", NULL};
const char *const split_restriction_names[] = {"none", "key-prefix", "delimited-prefix", NULL};
const char *const balancer_policy_names[] = {"none", "count", "stochastic", "load", NULL};

const char *const split_policy_help[] = {
    "never",
    "above max_bytes, which has its jitter for each region",
    "above initial_bytes x R^3, at most max_bytes; R regions of the table on that server",
    "above initial_bytes while it is the table's only one on its server, then above max_bytes",
    "as increasing, between keys that differ in their first prefix_length bytes",
    "as increasing, between keys that differ before the delimiter",
    "as increasing, or where memory that is full turns busy_share of the writes away",
    "above max_bytes, or asked more than heat_per_s for heat_s, where that halves the requests",
    "the same, by the name that CockroachDB gives it",
    NULL};
_Static_assert(sizeof split_policy_help == (SPLIT_POLICIES + 1) * sizeof(char *), "a line a name");

const char *const balancer_policy_help[] = {
    "regions stay where they are opened",
    "as many on each server as on any other, once counts are off by the slop",
    "HBase's: steps at random that lower a weighted cost of counts, requests, memory and files",
    "from the server that is asked the most to the one that is asked the least", NULL};
_Static_assert(sizeof balancer_policy_help == (BALANCER_POLICIES + 1) * sizeof(char *),
               "a line a name");
