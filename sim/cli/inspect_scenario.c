// A scenario to begin with: the recording read as it was seen, and the usual designs of its
// columns.
#include "cli/inspect.h"

#include "base/mem.h"
#include "base/text.h"
#include "json/writer.h"
#include "stats/real.h"

#include <math.h>
#include <string.h>

enum { NO_FIELD = -1, NAME_MAX = 100, BUCKETS = 16 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_plain_name(const char *name)
{
    size_t i = 0;
    while (is_letter(name[i]) || (i > 0 && name[i] >= '0' && name[i] <= '9'))
        i++;
    return i > 0 && name[i] == '\0';
}

// A name that a key can spell, between backticks if need be.
static bool can_be_spelled(const char *name)
{
    const size_t size = strlen(name);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == '`' || (unsigned char)name[i] >= 0x7f)
            return false;
    return size > 0 && size <= NAME_MAX && name[0] != ' ' && name[size - 1] != ' ';
}

// Whether all columns are fields by their own names; else each is chosen by its number.
static bool names_will_do(const struct inspection *inspection)
{
    for (size_t i = 0; i < inspection->field_count; i++) {
        if (!can_be_spelled(inspection->fields[i].name))
            return false;
        for (size_t j = 0; j < i; j++)
            if (strcasecmp(inspection->fields[i].name, inspection->fields[j].name) == 0)
                return false;
    }
    return true;
}

struct skeleton {
    const struct inspection *inspection;
    bool own_names;
    struct json_writer writer;
};

static void add_name(const struct skeleton *skeleton, size_t field, struct buffer *out)
{
    if (skeleton->own_names)
        buffer_text(out, skeleton->inspection->fields[field].name);
    else
        buffer_format(out, "column%zu", field + 1);
}

static void name_of_field(struct skeleton *skeleton, size_t field)
{
    struct buffer name = {0};
    add_name(skeleton, field, &name);
    json_name(&skeleton->writer, (const char *)name.data);
    buffer_done(&name);
}

// ---- the recording ----

// The type that a field can have in every row.
static enum value_type safe_type(const struct inspection *inspection, size_t field)
{
    const struct profile_summary *profile = &inspection->fields[field].profile;
    const bool is_time = inspection->time.is_known && inspection->time.field == field;
    if (profile->nulls > 0 || (is_time && inspection->time.faults.count > 0))
        return TYPE_STRING;
    if (is_time && inspection->time.unit == UNIT_NONE)
        return TYPE_TIME;
    // Spelled times beside those that tell arrivals stay as they are written.
    return profile->type == TYPE_TIME ? TYPE_STRING : profile->type;
}

static void add_types(struct skeleton *skeleton)
{
    struct json_writer *writer = &skeleton->writer;
    const struct inspection *inspection = skeleton->inspection;
    json_name(writer, "types");
    json_open_object(writer);
    for (size_t i = 0; i < inspection->field_count; i++) {
        const enum value_type type = safe_type(inspection, i);
        if (type == TYPE_STRING)
            continue;
        name_of_field(skeleton, i);
        json_text(writer, value_type_name(type));
    }
    json_close_object(writer);
}

static void add_columns(struct skeleton *skeleton)
{
    struct json_writer *writer = &skeleton->writer;
    json_name(writer, "columns");
    json_open_object(writer);
    for (size_t i = 0; i < skeleton->inspection->field_count; i++) {
        name_of_field(skeleton, i);
        json_uint(writer, i + 1);
    }
    json_close_object(writer);
}

static void add_time(struct skeleton *skeleton)
{
    struct json_writer *writer = &skeleton->writer;
    const struct inspect_time *time = &skeleton->inspection->time;
    if (!time->is_known) {
        json_name(writer, "rate_per_s");
        json_uint(writer, 1000);
        return;
    }
    struct buffer name = {0};
    add_name(skeleton, time->field, &name);
    json_name(writer, "time");
    json_open_flat_object(writer);
    json_name(writer, "field");
    json_text(writer, (const char *)name.data);
    if (time->unit != UNIT_NONE) {
        json_name(writer, "unit");
        json_text(writer, time_unit_name(time->unit));
    } else if (time->format) {
        json_name(writer, "format");
        json_text(writer, time->format);
    }
    json_close_object(writer);
    buffer_done(&name);
    if (time->falls > 0) {
        json_name(writer, "sort");
        json_text(writer, "time");
    }
}

static void add_text(struct json_writer *writer, const char *name, const char *text)
{
    json_name(writer, name);
    json_text(writer, text);
}

static void add_trace(struct skeleton *skeleton, const struct param_texts *paths)
{
    struct json_writer *writer = &skeleton->writer;
    const struct inspection *inspection = skeleton->inspection;
    json_name(writer, "trace");
    json_open_object(writer);
    json_name(writer, "path");
    if (paths->count > 1)
        json_open_list(writer, true);
    for (size_t i = 0; i < paths->count; i++)
        json_text(writer, paths->items[i]);
    if (paths->count > 1)
        json_close_list(writer);
    add_text(writer, "format", trace_format_names[inspection->format]);
    if (inspection->pattern)
        add_text(writer, "pattern", inspection->pattern);
    if (inspection->delimiter && inspection->delimiter != ',' && inspection->delimiter != '\t')
        add_text(writer, "delimiter", (const char[]){inspection->delimiter, '\0'});
    if (inspection->has_comment)
        add_text(writer, "comment", "#");
    if (inspection->delimiter && (inspection->has_header || !inspection->is_named)) {
        json_name(writer, "header");
        json_bool(writer, inspection->has_header);
    }
    if (!skeleton->own_names)
        add_columns(skeleton);
    add_types(skeleton);
    add_time(skeleton);
    if (inspection->faults.count > 0 || inspection->time.faults.count > 0)
        add_text(writer, "on_error", "skip");
    json_close_object(writer);
}

// ---- designs ----

// "[name]", with backticks where the key language needs them.
static void add_component(const struct skeleton *skeleton, size_t field, struct buffer *out)
{
    struct buffer name = {0};
    add_name(skeleton, field, &name);
    const bool is_plain = is_plain_name((const char *)name.data);
    buffer_format(out, is_plain ? "[%s]" : "[`%s`]", (const char *)name.data);
    buffer_done(&name);
}

static bool ends_in(const char *name, const char *tail)
{
    const size_t size = strlen(name), tail_size = strlen(tail);
    return size >= tail_size && strcasecmp(name + size - tail_size, tail) == 0;
}

static bool is_name_of_entity(const char *name)
{
    static const char *const tails[] = {"id",   "_h",   "host", "key",  "no",      "code",
                                        "user", "name", "ip",   "page", "station", "src"};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++)
        if (ends_in(name, tails[i]))
            return true;
    return false;
}

// How well a column would do as the entity that keys are about: several rows each, many of them.
static double entity_score(const struct inspection *inspection, size_t field)
{
    const struct profile_summary *profile = &inspection->fields[field].profile;
    const double rows = (double)profile->rows;
    const bool is_time = inspection->time.is_known && inspection->time.field == field;
    if (is_time || profile->type == TYPE_TIME || 2 * profile->nulls > profile->rows)
        return -INFINITY;
    const double distinct = profile->distinct < 1 ? 1 : profile->distinct;
    // Nearest to the square root of the rows, by factors.
    double score = -fabs(real_log(distinct) - real_log(rows) / 2);
    // A number that is not called like one who owns rows is a measurement, most likely.
    if (is_name_of_entity(inspection->fields[field].name))
        score += 3;
    else if (profile->type != TYPE_STRING)
        score -= 2;
    score -= profile->type == TYPE_DECIMAL ? 1 : 0;
    score -= distinct >= rows && rows > 1 ? 5 : 0;
    return score;
}

static size_t best_entity(const struct inspection *inspection)
{
    size_t best = 0;
    double best_score = -INFINITY;
    for (size_t i = 0; i < inspection->field_count; i++) {
        const double score = entity_score(inspection, i);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

// What makes rows of one entity differ: the time, else a column that no two rows agree in, else
// nothing.
static int tie_breaker(const struct inspection *inspection, size_t entity)
{
    if (inspection->time.is_known && inspection->time.field != entity)
        return (int)inspection->time.field;
    for (size_t i = 0; i < inspection->key_count; i++)
        if (inspection->keys[i].count == 1 && inspection->keys[i].columns[0] != entity)
            return (int)inspection->keys[i].columns[0];
    return NO_FIELD;
}

static void add_design(struct skeleton *skeleton, const char *name, struct buffer *key)
{
    add_text(&skeleton->writer, name, (const char *)key->data);
    buffer_clear(key);
}

// "[md5(name).subStr(0,N)]"
static void add_hashed(const struct skeleton *skeleton, size_t field, int digits,
                       struct buffer *key)
{
    struct buffer component = {0};
    add_component(skeleton, field, &component);
    buffer_format(key, "[md5(%.*s).subStr(0,%d)]", (int)component.size - 2,
                  (const char *)component.data + 1, digits);
    buffer_done(&component);
}

// Sixteen buckets of what rises: by remainder of a running number, by hash of times, whose
// remainders are few where they are all whole minutes.
static void add_bucket(const struct skeleton *skeleton, size_t rest, struct buffer *key)
{
    const enum value_type type = safe_type(skeleton->inspection, rest);
    const bool is_time = skeleton->inspection->time.is_known;
    if (is_time || (type != TYPE_LONG && type != TYPE_ULONG)) {
        add_hashed(skeleton, rest, 1, key);
        return;
    }
    struct buffer component = {0};
    add_component(skeleton, rest, &component);
    buffer_format(key, "[%.*s %% %d]", (int)component.size - 2, (const char *)component.data + 1,
                  BUCKETS);
    buffer_done(&component);
}

static void add_designs(struct skeleton *skeleton)
{
    const struct inspection *inspection = skeleton->inspection;
    const size_t entity = best_entity(inspection);
    const int found = tie_breaker(inspection, entity);
    const bool has_rest = found != NO_FIELD;
    const size_t rest = has_rest ? (size_t)found : 0;
    struct buffer key = {0}, entity_first = {0};
    add_component(skeleton, entity, &entity_first);
    if (has_rest)
        add_component(skeleton, rest, &entity_first);
    json_name(&skeleton->writer, "designs");
    json_open_object(&skeleton->writer);
    if (has_rest) {
        add_component(skeleton, rest, &key);
        add_component(skeleton, entity, &key);
        add_design(skeleton, inspection->time.is_known ? "time first" : "number first", &key);
    }
    buffer_text(&key, (const char *)entity_first.data);
    add_design(skeleton, "entity first", &key);
    add_hashed(skeleton, entity, 4, &key);
    buffer_text(&key, (const char *)entity_first.data);
    add_design(skeleton, "hash prefix", &key);
    if (has_rest) {
        add_bucket(skeleton, rest, &key);
        add_component(skeleton, rest, &key);
        add_component(skeleton, entity, &key);
        add_design(skeleton, "bucketed", &key);
    }
    json_close_object(&skeleton->writer);
    buffer_done(&key);
    buffer_done(&entity_first);
}

void inspect_as_scenario(const struct inspection *inspection, const struct param_texts *paths,
                         struct buffer *out)
{
    struct skeleton skeleton = {
        .inspection = inspection, .own_names = names_will_do(inspection), .writer = {.out = out}};
    struct json_writer *writer = &skeleton.writer;
    json_open_object(writer);
    json_name(writer, "hotsim");
    json_uint(writer, 1);
    json_name(writer, "workload");
    json_open_object(writer);
    add_trace(&skeleton, paths);
    json_close_object(writer);
    add_designs(&skeleton);
    json_name(writer, "store");
    json_open_flat_object(writer);
    add_text(writer, "profile", "hbase");
    json_name(writer, "servers");
    json_uint(writer, 8);
    json_close_object(writer);
    json_close_object(writer);
    buffer_byte(out, '\n');
}
