#include "workload/trace_op.h"

#include "workload/format.h"
#include "workload/value.h"

#include <string.h>
#include <strings.h>

const char *const trace_op_names[] = {"put", "get", "skip", NULL};

static const char *const put_words[] = {"put",    "set",     "insert", "write",   "add",  "update",
                                        "append", "prepend", "cas",    "replace", "post", NULL};
static const char *const get_words[] = {"get", "gets", "read", "mget", "multi_get", "head", NULL};

static bool is_among(const char *const *words, struct bytes text)
{
    for (; *words; words++)
        if (strlen(*words) == text.size &&
            strncasecmp(*words, (const char *)text.data, text.size) == 0)
            return true;
    return false;
}

bool trace_op_read(const struct trace_plan *plan, struct bytes text, enum trace_op *out_op,
                   struct err *err)
{
    const struct trace_op_map *map = &plan->op_map;
    for (size_t i = 0; i < map->count; i++) {
        if (!bytes_are(text, map->texts[i]))
            continue;
        *out_op = (enum trace_op)map->ops[i];
        return true;
    }
    *out_op = is_among(get_words, text) ? TRACE_OP_GET : TRACE_OP_PUT;
    if (*out_op == TRACE_OP_GET || is_among(put_words, text))
        return true;
    struct buffer shown = {0};
    value_show(&shown, text);
    err_fail(err, ERR_INPUT, "`%s` is no operation that is known", (char *)shown.data);
    err_hint(err,
             "say what it is: \"op\": {\"column\": ..., \"map\": {\"%.100s\": \"skip\"}}; "
             "put, get or skip",
             (char *)shown.data);
    buffer_done(&shown);
    return false;
}
