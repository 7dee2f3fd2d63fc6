#include "report/report.h"

#include "base/mem.h"
#include "metrics/result_field.h"

#include <string.h>

struct walk {
    struct report_metric *metrics;
    size_t count;
};

static bool is_number(enum result_kind kind)
{
    return kind == RESULT_NUMBER || kind == RESULT_COUNT || kind == RESULT_SMALL ||
           kind == RESULT_FLAG;
}

// As result_metric finds them: objects by their path, items of lists only where they have names.
static void walk_fields(struct walk *walk, const struct result_field *fields, const char *prefix)
{
    for (const struct result_field *field = fields; field->name; field++) {
        struct buffer path = {0};
        buffer_format(&path, "%s%s%s", prefix, prefix[0] ? "." : "", field->name);
        if (is_number(field->kind)) {
            walk->metrics = mem_resize(walk->metrics, walk->count + 1, sizeof *walk->metrics);
            walk->metrics[walk->count++] =
                (struct report_metric){buffer_take(&path), field->meaning ? field->meaning : ""};
        } else if (field->kind == RESULT_OBJECT) {
            walk_fields(walk, field->members, (const char *)path.data);
        } else if (field->members && strcmp(field->members->name, "name") == 0) {
            buffer_text(&path, ".NAME");
            walk_fields(walk, field->members, (const char *)path.data);
        }
        buffer_done(&path);
    }
}

struct report_metric *report_metrics(size_t *out_count)
{
    struct walk walk = {0};
    walk_fields(&walk, result_design_fields, "");
    *out_count = walk.count;
    return walk.metrics;
}

void report_metrics_free(struct report_metric *metrics, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mem_free(metrics[i].path);
    mem_free(metrics);
}
