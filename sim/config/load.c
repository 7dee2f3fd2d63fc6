#include "config/load.h"

#include "base/mem.h"

#include <stdarg.h>
#include <string.h>
#include <strings.h>

size_t load_add_source(struct loading *loading, const char *label, const char *text)
{
    loading->labels =
        mem_resize(loading->labels, loading->label_count + 1, sizeof *loading->labels);
    loading->labels[loading->label_count++] = label;
    return json_doc_add_source(loading->reader.doc, text);
}

void load_check_count(struct loading *loading, const struct json_node *node, size_t max)
{
    if (json_count(node) <= max)
        return;
    faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
               "at most %zu of these, got %zu", max, json_count(node));
}

void load_check_name(struct loading *loading, const struct json_node *node)
{
    const char *name = json_name_of(node);
    const struct fault_place place = place_of_name(&loading->reader, node);
    if (name[0] == '\0')
        faults_add(&loading->reader.faults, place, "a name must not be empty");
    else if (strlen(name) > NAME_BYTES_MAX)
        faults_add(&loading->reader.faults, place, "a name has at most %d bytes, got %zu",
                   NAME_BYTES_MAX, strlen(name));
    for (; *name != '\0'; name++) {
        if ((unsigned char)*name >= 0x20 && *name != 0x7f)
            continue;
        faults_add(&loading->reader.faults, place, "a name must not hold control bytes");
        return;
    }
}

void load_warn(struct scenario *scenario, const char *code, const char *format, ...)
{
    struct buffer message = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&message, format, arguments);
    va_end(arguments);
    scenario->warnings =
        mem_resize(scenario->warnings, scenario->warning_count + 1, sizeof *scenario->warnings);
    scenario->warnings[scenario->warning_count++] =
        (struct scenario_warning){.code = mem_text(code), .message = buffer_take(&message)};
}

const char *load_path(struct loading *loading, const char *given)
{
    struct scenario_forms *forms = loading->forms;
    for (size_t i = 0; i < forms->path_count; i++)
        if (!strcmp(forms->paths[i].given, given))
            return forms->paths[i].resolved;
    const bool below = given[0] != '/' && strcmp(given, "-") != 0;
    struct buffer path = {0};
    buffer_format(&path, "%s%s", below ? loading->folder : "", given);
    forms->paths = mem_resize(forms->paths, forms->path_count + 1, sizeof *forms->paths);
    struct scenario_path *added = &forms->paths[forms->path_count++];
    *added = (struct scenario_path){.given = mem_text(given), .resolved = buffer_take(&path)};
    return added->resolved;
}

static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const bool both_dashes = (*a == '-' || *a == '_') && (*b == '-' || *b == '_');
        if (!both_dashes && strncasecmp(a, b, 1) != 0)
            return false;
    }
    return *a == *b;
}

int load_field_index(const struct schema *schema, const char *name)
{
    int found = -1;
    for (size_t i = 0; i < schema->count; i++) {
        if (!strcmp(schema->fields[i].name, name))
            return (int)i;
        if (same_name(schema->fields[i].name, name))
            found = found < 0 ? (int)i : -2;
    }
    return found < 0 ? -1 : found;
}

void load_unknown_field(struct loading *loading, struct fault_place place, const char *name,
                        const char *where)
{
    const struct schema *schema = source_schema(loading->scenario->source);
    const char **names = mem_new(schema->count, sizeof *names);
    for (size_t i = 0; i < schema->count; i++)
        names[i] = schema->fields[i].name;
    faults_add(&loading->reader.faults, place, "unknown field `%s` in %s", name, where);
    faults_suggest(&loading->reader.faults, name, names, schema->count,
                   "this workload has the fields");
    mem_free(names);
}
