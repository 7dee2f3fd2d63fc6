// What is known of a key program without running it.
#include "base/mem.h"
#include "key/compiled.h"
#include "key/domain.h"
#include "key/functions.h"
#include "key/layout.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_COUNTED_MAX = 4096 };

// The first component that is not a literal; NULL where there is none.
static const struct key_component *leading_component(const struct key_program *program)
{
    for (size_t i = 0; i < program->count; i++) {
        if (program->components[i].value)
            return &program->components[i];
    }
    return NULL;
}

// Whether the node's text begins with digits of a digest.
static bool begins_with_hex(const struct key_node *node)
{
    while (node->function == &key_concat || node->function == &key_encodings[ENCODING_ORDERED])
        node = node->arguments[0];
    return node->hex;
}

// --- listing the values of the leading component ---

struct listing {
    const struct key_program *program;
    const struct key_component *component;
    struct buffer bytes;
    size_t *ends;
    size_t count, room, limit;
};

static bool list_rows(void *context, size_t count)
{
    struct listing *listing = context;
    for (size_t row = 0; row < count; row++) {
        const struct key_node *node = listing->component->node;
        if (node->has_faults && node->faults[row] != 0)
            continue;
        if (listing->count == listing->limit)
            return false;
        for (const struct key_component *literal = listing->program->components;
             literal != listing->component; literal++)
            buffer_append(&listing->bytes, literal->literal.data, literal->literal.size);
        uint8_t room[8];
        const struct bytes value = key_component_at(listing->component, row, room);
        buffer_append(&listing->bytes, value.data, value.size);
        if (listing->count == listing->room) {
            listing->room = listing->room > 0 ? 2 * listing->room : BATCH_ROWS;
            listing->ends = mem_resize(listing->ends, listing->room, sizeof *listing->ends);
        }
        listing->ends[listing->count++] = listing->bytes.size;
    }
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    return key_compare(*(const struct bytes *)a, *(const struct bytes *)b);
}

static void sort_once(const struct listing *listing, struct key_values *out)
{
    out->storage = listing->bytes;
    out->items = mem_new(listing->count, sizeof *out->items);
    size_t start = 0;
    for (size_t i = 0; i < listing->count; i++) {
        out->items[i] = bytes_of(out->storage.data + start, listing->ends[i] - start);
        start = listing->ends[i];
    }
    qsort(out->items, listing->count, sizeof *out->items, by_bytes);
    for (size_t i = 0; i < listing->count; i++) {
        if (out->count == 0 || key_compare(out->items[out->count - 1], out->items[i]) != 0)
            out->items[out->count++] = out->items[i];
    }
}

void key_values_done(struct key_values *values)
{
    mem_free(values->items);
    buffer_done(&values->storage);
    *values = (struct key_values){0};
}

bool key_program_leading_values(struct key_program *program, size_t limit,
                                struct key_values *out_values, struct err *err)
{
    const struct key_component *component = leading_component(program);
    struct key_domain domain;
    *out_values = (struct key_values){0};
    if (!component || !key_domain_of(program->graph, component->node, &domain)) {
        (void)err_fail(err, ERR_INPUT, "the values of the first component, %.*s, cannot be listed",
                       (int)(component ? component->text.size : 0),
                       component ? (const char *)component->text.data : "");
        return err_hint(err, "x %% n, random(n), a salt, digits of a digest and fields with listed "
                             "values can");
    }
    struct listing listing = {.program = program, .component = component, .limit = limit};
    const bool few = domain.combinations <= limit;
    const bool ok = few && key_domain_run(program->graph, &domain, list_rows, &listing);
    if (ok)
        sort_once(&listing, out_values);
    else
        buffer_done(&listing.bytes);
    mem_free(listing.ends);
    return ok || err_fail(err, ERR_INPUT, "the first component, %.*s, has more than %zu values",
                          (int)component->text.size, (const char *)component->text.data, limit);
}

static uint64_t count_values(const struct key_program *program,
                             const struct key_component *component)
{
    struct key_domain domain;
    if (!key_domain_of(program->graph, component->node, &domain))
        return 0;
    const bool is_source = domain.source_count == 1 && domain.sources[0] == component->value;
    if (domain.combinations > VALUES_COUNTED_MAX || (is_source && !component->value->is_field))
        return domain.combinations;
    struct listing listing = {
        .program = program, .component = component, .limit = VALUES_COUNTED_MAX};
    struct key_values values = {0};
    (void)key_domain_run(program->graph, &domain, list_rows, &listing);
    sort_once(&listing, &values);
    const uint64_t count = values.count;
    key_values_done(&values);
    mem_free(listing.ends);
    return count;
}

struct key_facts key_facts_of(const struct key_program *program)
{
    struct key_facts facts = {
        .invertible = key_layout_is_invertible(program),
        .igz_rewritten = program->graph->igz_rewritten,
        .plain_xxhash_suffix = program->graph->plain_xxhash_suffix,
    };
    bool fixed = true;
    for (size_t i = 0; i < program->count; i++) {
        const size_t width = key_component_width(&program->components[i]);
        fixed = fixed && width > 0;
        facts.fixed_width += width;
        facts.component_count += program->components[i].value != NULL;
    }
    if (!fixed)
        facts.fixed_width = 0;
    for (size_t i = 0; i < program->graph->count; i++) {
        const struct key_node *node = program->graph->nodes[i];
        facts.uses_random = facts.uses_random || (node->needed && (node->properties & KEY_RANDOM));
    }
    const struct key_component *first = leading_component(program);
    if (!first)
        return facts;
    facts.leading_values = count_values(program, first);
    if (first == program->components && !first->descending && begins_with_hex(first->value))
        facts.leading = LEADING_HEX_DIGEST;
    else if (facts.leading_values > 0)
        facts.leading = LEADING_ENUMERABLE;
    return facts;
}
