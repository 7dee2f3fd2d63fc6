// numbers.h -- the numbers of a result under their names in result.json, for `-v`.
#ifndef HOTSIM_CLI_NUMBERS_H
#define HOTSIM_CLI_NUMBERS_H

#include "base/buffer.h"
#include "metrics/result.h"

// A row a number, a column a design, in blocks of as many designs as fit beside each other.
void numbers_print(const struct result *result, struct buffer *out);

#endif
