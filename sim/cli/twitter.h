// twitter.h -- scenarios from the published statistics of Twitter's cache clusters, by number.
#ifndef HOTSIM_CLI_TWITTER_H
#define HOTSIM_CLI_TWITTER_H

#include "base/err.h"

#include <stdbool.h>

// Whether a scenario's name is one of these: "twitter-12".
bool twitter_is_named(const char *name);
// The scenario's text, which the caller frees; NULL, with the error, where there is no such
// cluster, or too little was published of it.
char *twitter_scenario(const char *name, struct err *err);

#endif
