#include "cluster/moves.h"

#include <stddef.h>

const char *const split_policy_names[] = {
    "none", "constant",     "increasing", "stepping", "key-prefix", "delimited-prefix",
    "busy", "size-or-heat", "load",       NULL};
const char *const split_daughters_names[] = {"parent", "other", "load", NULL};
const char *const split_restriction_names[] = {"none", "key-prefix", "delimited-prefix", NULL};
const char *const balancer_policy_names[] = {"none", "count", "stochastic", "load", NULL};
