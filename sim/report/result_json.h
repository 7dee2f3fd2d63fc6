// result_json.h -- a result as `hotsim.result/1`, out and in again.
//
// The same result gives the same bytes. Reading refuses what is not such a text, names members that
// are missing or of the wrong kind, and passes over members that it does not know.
#ifndef HOTSIM_REPORT_RESULT_JSON_H
#define HOTSIM_REPORT_RESULT_JSON_H

#include "base/buffer.h"
#include "base/err.h"
#include "metrics/result.h"

#define RESULT_SCHEMA "hotsim.result/1"

void result_json_write(struct buffer *out, const struct result *result);

// NULL on error: ERR_INPUT, with the place in the text.
struct result *result_json_read(struct bytes text, struct err *err);

#endif
