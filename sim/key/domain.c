#include "key/domain.h"

#include "base/mem.h"
#include "key/functions.h"
#include "key/pins.h"

#include <string.h>

enum { HEX_DIGITS_MAX = 8, NUMBER_TEXT_BYTES = 20 };

// --- what the sources are ---

uint64_t key_own_values(const struct key_graph *graph, const struct key_node *node)
{
    if (node->is_field)
        return graph->context.schema->fields[node->field].value_count;
    if (node->hex && node->width > 0)
        return node->width > HEX_DIGITS_MAX ? UINT64_MAX : UINT64_C(1) << (4 * node->width);
    if ((node->properties & KEY_ENUMERABLE) && node->bounded)
        return (uint64_t)node->max - (uint64_t)node->min + 1;
    return 0;
}

static uint64_t product_of(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static bool add_source(struct key_domain *domain, struct key_node *node, uint64_t values)
{
    for (size_t i = 0; i < domain->source_count; i++) {
        if (domain->sources[i] == node)
            return true;
    }
    if (domain->source_count == KEY_SOURCES_MAX)
        return false;
    domain->sources[domain->source_count++] = node;
    domain->combinations = product_of(domain->combinations, values);
    return true;
}

// Adds the sources below the node. What is marked was seen before.
static bool add_sources(const struct key_graph *graph, struct key_node *node, bool *seen,
                        struct key_domain *domain)
{
    if (node->constant || seen[node->id])
        return true;
    seen[node->id] = true;
    const uint64_t own = key_own_values(graph, node);
    if (own > 0)
        return add_source(domain, node, own);
    if (node->is_field || (node->properties & KEY_RANDOM))
        return false;
    for (size_t i = 0; i < node->argument_count; i++) {
        if (!add_sources(graph, node->arguments[i], seen, domain))
            return false;
    }
    return node->argument_count > 0;
}

bool key_domain_of(const struct key_graph *graph, struct key_node *node, struct key_domain *out)
{
    *out = (struct key_domain){.combinations = 1};
    bool *seen = mem_new(graph->count, sizeof *seen);
    const bool ok = add_sources(graph, node, seen, out);
    mem_free(seen);
    return ok;
}

// --- listing them ---

// A value of a field as the scenario lists it; what is no number of the field's type counts as 0.
static void put_listed(const struct key_node *node, const char *value, size_t row)
{
    const struct bytes text = bytes_of(value, strlen(value));
    if (node->type == TYPE_DECIMAL) {
        if (!key_read_decimal(text, &node->column.numbers[row], &node->column.scales[row]))
            node->column.numbers[row] = node->column.scales[row] = 0;
    } else if (type_is_whole(node->type) && !key_read_number(text, &node->column.numbers[row])) {
        node->column.numbers[row] = 0;
    }
    if (node->column.texts)
        node->column.texts[row] = text;
}

static void put_hex(const struct key_node *node, uint64_t value, size_t row, struct arena *arena)
{
    uint8_t *digits = arena_take(arena, node->width);
    for (size_t i = 0; i < node->width; i++)
        digits[i] = (uint8_t) "0123456789abcdef"[value >> (4 * (node->width - 1 - i)) & 15];
    node->column.texts[row] = bytes_of(digits, node->width);
}

void key_put_own_value(const struct key_graph *graph, const struct key_node *node, uint64_t index,
                       size_t row, struct arena *arena)
{
    if (node->is_field) {
        put_listed(node, graph->context.schema->fields[node->field].values[index], row);
    } else if (node->hex) {
        put_hex(node, index, row, arena);
    } else if (type_is_text(node->type)) {
        uint8_t *byte = arena_take(arena, 1);
        byte[0] = (uint8_t)((uint64_t)node->min + index);
        node->column.texts[row] = bytes_of(byte, 1);
    } else {
        node->column.numbers[row] = (int64_t)((uint64_t)node->min + index);
    }
}

static size_t fill_batch(struct key_graph *graph, const struct key_domain *domain, uint64_t first,
                         struct arena *arena)
{
    arena_reset(arena);
    size_t count = 0;
    for (; count < BATCH_ROWS && first + count < domain->combinations; count++) {
        uint64_t rest = first + count;
        for (size_t i = 0; i < domain->source_count; i++) {
            const uint64_t values = key_own_values(graph, domain->sources[i]);
            key_put_own_value(graph, domain->sources[i], rest % values, count, arena);
            rest /= values;
        }
    }
    return count;
}

bool key_domain_run(struct key_graph *graph, const struct key_domain *domain,
                    bool (*each)(void *context, size_t count), void *context)
{
    struct key_pins pins = {.graph = graph};
    for (size_t i = 0; i < domain->source_count; i++)
        key_pins_add(&pins, domain->sources[i]);
    key_pins_hold(&pins);
    struct arena arena = {0};
    bool ok = true;
    for (uint64_t first = 0; ok && first < domain->combinations; first += BATCH_ROWS) {
        const size_t count = fill_batch(graph, domain, first, &arena);
        key_graph_run(graph, NULL, count);
        ok = each(context, count);
    }
    key_pins_release(&pins);
    arena_done(&arena);
    key_pins_done(&pins);
    return ok;
}
