#include "run/finding.h"

#include "base/mem.h"
#include "base/text.h"

#include <string.h>

enum { VALUE_CHARS_SHOWN = 40 };
// Values move where all but one in twenty are beyond what came before.
static const double MOVING_SHARE = 0.95;

const char *const finding_level_names[] = {"", "note", "warning", "error", NULL};

static const struct finding_rule *const families[] = {
    finding_first_rules, finding_hash_rules,   finding_store_rules,
    finding_part_rules,  finding_reader_rules,
};

const struct finding_rule *finding_at(size_t index)
{
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        for (const struct finding_rule *rule = families[f]; rule->code; rule++) {
            if (index-- == 0)
                return rule;
        }
    }
    return NULL;
}

// Behind all that are at least as bad.
static void insert(struct finding_list *list, struct finding finding)
{
    list->items = mem_resize(list->items, list->count + 1, sizeof *list->items);
    size_t at = list->count++;
    for (; at > 0 && list->items[at - 1].level < finding.level; at--)
        list->items[at] = list->items[at - 1];
    list->items[at] = finding;
}

void findings_of(const struct finding_view *view, const char *table, struct finding_list *out)
{
    const struct finding_rule *rule;
    for (size_t i = 0; (rule = finding_at(i)); i++) {
        struct buffer message = {0};
        if (table[0])
            buffer_format(&message, "table \"%s\": ", table);
        const enum finding_level level = rule->say(view, &message);
        if (level != FINDING_NONE)
            insert(out, (struct finding){.code = rule->code,
                                         .remedy = rule->remedy,
                                         .level = level,
                                         .message = mem_text((const char *)message.data)});
        buffer_done(&message);
    }
}

void finding_list_done(struct finding_list *findings)
{
    for (size_t i = 0; i < findings->count; i++)
        mem_free(findings->items[i].message);
    mem_free(findings->items);
    *findings = (struct finding_list){0};
}

// ---- for the rules ----

static void backticks(struct buffer *out, const char *text, size_t size)
{
    buffer_byte(out, '`');
    const bool cut = size > VALUE_CHARS_SHOWN;
    text_plain(out, bytes_of(text, cut ? VALUE_CHARS_SHOWN : size));
    buffer_text(out, cut ? "...`" : "`");
}

void finding_name(struct buffer *out, const struct key_trait *trait)
{
    backticks(out, (const char *)trait->text.data, trait->text.size);
}

void finding_value(struct buffer *out, const struct key_trait *trait, struct bytes value)
{
    struct buffer text = {0};
    buffer_text(&text, "");
    if (trait && trait->is_number && (value.size == 8 || value.size == 4)) {
        uint64_t number = 0;
        for (size_t i = 0; i < value.size; i++)
            number = number << 8 | (uint8_t)(value.data[i] ^ (trait->descending ? 0xff : 0));
        const unsigned bits = (unsigned)(8 * value.size);
        if (trait->sign_flipped && trait->value->type != TYPE_ULONG)
            number ^= UINT64_C(1) << (bits - 1);
        const bool is_negative = trait->value->type != TYPE_ULONG && number >> (bits - 1);
        if (bits == 32 && is_negative)
            number |= UINT64_MAX << 32;
        if (is_negative)
            buffer_format(&text, "%lld", (long long)number);
        else
            buffer_format(&text, "%llu", (unsigned long long)number);
    } else {
        text_key(&text, value);
    }
    backticks(out, (const char *)text.data, text.size);
    buffer_done(&text);
}

const char *finding_partitions(const struct finding_view *view)
{
    return view->slices ? "slices" : "regions";
}

double finding_servers(const struct finding_view *view)
{
    return (double)view->table->plan->store.servers;
}

struct value_summary finding_leading(const struct finding_view *view)
{
    return view->slices ? key_census_summary(view->keys).sharding
                        : key_census_component(view->keys, view->first);
}

void finding_leading_name(const struct finding_view *view, struct buffer *out)
{
    if (view->slices)
        buffer_text(out, "the sharding key");
    else
        finding_name(out, &view->traits[view->first]);
}

bool finding_has_buckets(const struct finding_view *view)
{
    enum { BUCKETS_MAX = 65536 };
    const struct key_node *value = view->traits[view->first].value;
    return !view->slices && view->facts.leading == LEADING_ENUMERABLE && !value->is_field &&
           view->facts.leading_values > 1 && view->facts.leading_values <= BUCKETS_MAX &&
           (key_node_call_of(value, "%") || key_node_call_of(value, "floormod") ||
            key_node_call_of(value, "random") || key_node_family_of(value, "salt"));
}

bool finding_is_moving(const struct value_summary *values)
{
    return values->rising_share >= MOVING_SHARE || values->falling_share >= MOVING_SHARE;
}

bool finding_reads_moving_field(const struct finding_view *view, const struct key_node *node)
{
    for (size_t i = 0; i < view->schema->count; i++) {
        const struct field_summary field = record_census_field(view->records, i);
        if (field.values.distinct > 1 && finding_is_moving(&field.values) &&
            key_node_reads(node, i))
            return true;
    }
    return false;
}

const struct key_trait *finding_moving(const struct finding_view *view,
                                       struct value_summary *out_values)
{
    if (!view->keys || finding_has_buckets(view))
        return NULL;
    for (size_t i = view->first; i < view->trait_count; i++) {
        const struct key_trait *trait = &view->traits[i];
        if (trait->is_literal)
            continue;
        const struct value_summary values = key_census_component(view->keys, i);
        if (values.distinct <= 1 && !finding_reads_moving_field(view, trait->value))
            continue;
        *out_values = values;
        return finding_is_moving(&values) ? trait : NULL;
    }
    return NULL;
}

const struct key_trait *finding_next(const struct finding_view *view, size_t index)
{
    for (size_t i = index + 1; i < view->trait_count; i++) {
        if (!view->traits[i].is_literal)
            return &view->traits[i];
    }
    return NULL;
}

bool finding_divides_within(const struct finding_view *view, const struct key_trait **out_next)
{
    const struct key_trait *next = finding_next(view, view->first);
    *out_next = next;
    if (!next || view->slices)
        return false;
    const struct value_summary values =
        key_census_component(view->keys, (size_t)(next - view->traits));
    return values.distinct > 1 && !finding_is_moving(&values);
}

size_t finding_sorting(const struct finding_view *view)
{
    for (size_t i = 0; i < view->trait_count; i++) {
        const struct bytes literal = view->traits[i].literal;
        if (view->traits[i].is_literal && literal.size > 0 &&
            memchr(literal.data, '.', literal.size))
            return i + 1;
    }
    return view->trait_count;
}

void finding_fields(const struct finding_view *view, const struct key_node *node,
                    struct buffer *out)
{
    const size_t before = out->size;
    for (size_t i = 0; i < view->schema->count; i++) {
        if (!key_node_reads(node, i))
            continue;
        buffer_text(out, out->size > before ? " and " : "");
        backticks(out, view->schema->fields[i].name, strlen(view->schema->fields[i].name));
    }
}

void finding_percent(struct buffer *out, double share)
{
    buffer_format(out, "%.3g %%", 100 * share);
}
