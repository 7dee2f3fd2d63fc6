#include "run/assumptions.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/text.h"
#include "cluster/service.h"

#include <string.h>

// What is said of an assumption for the first table stands for all that share it.
static bool is_listed(const struct design_result *out, const char *line)
{
    for (size_t i = 0; i < out->assumption_count; i++) {
        if (strcmp(out->assumptions[i], line) == 0)
            return true;
    }
    return false;
}

static void add(struct design_result *out, struct buffer *line)
{
    char *text = buffer_take(line);
    if (is_listed(out, text)) {
        mem_free(text);
        return;
    }
    out->assumptions = mem_resize(out->assumptions, out->assumption_count + 1, sizeof(char *));
    out->assumptions[out->assumption_count++] = text;
}

static void list_table(const struct store_config *store, struct design_result *out)
{
    const struct profile_default *defaults = store->profile->defaults;
    for (size_t i = 0; defaults[i].name; i++) {
        if (!defaults[i].assumed || (store->given >> i & 1) != 0)
            continue;
        struct buffer line = {0};
        buffer_format(&line, "store.%s = %s (%s): %s", defaults[i].name, defaults[i].value,
                      store->profile->name, defaults[i].source);
        add(out, &line);
    }
}

// "hbase: 30 handlers, put 1.5 ms, assumed": whether the put's own time was assumed.
static char *store_line(const struct store_config *store)
{
    const struct service_config service = service_resolved(store);
    const bool rates = store->service.server_puts_per_s > 0;
    bool assumed = false;
    for (size_t i = 0; store->profile->defaults[i].name; i++) {
        if (strcmp(store->profile->defaults[i].name, "service.put_us") == 0)
            assumed = store->profile->defaults[i].assumed && (store->given >> i & 1) == 0;
    }
    struct buffer line = {0};
    buffer_format(&line, "%s: %llu handler%s, put ", store->profile->name,
                  (unsigned long long)store->handlers, store->handlers == 1 ? "" : "s");
    text_duration(&line, (double)service.put_ns);
    if (assumed && !rates)
        buffer_text(&line, ", assumed");
    return buffer_take(&line);
}

void list_assumptions(const struct scenario_design *design, struct design_result *out)
{
    for (size_t t = 0; t < design->table_count; t++)
        list_table(&design->tables[t].store, out);
    out->store_line = store_line(&design->tables[0].store);
}
