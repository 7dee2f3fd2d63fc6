#include "key/inspect.h"

#include "key/compiled.h"
#include "key/domain.h"
#include "key/functions.h"

#include <string.h>

// --- looking through an expression ---

// Equal subexpressions are one node, so that very many ways can lead to it: it is looked at once.
struct search {
    bool seen[KEY_NODES_MAX];
    bool (*is)(const struct key_node *node, const void *wanted);
    const void *wanted;
    const struct key_function *only_below; // looks at the arguments of this function alone; NULL:
                                           // of all
};

static const struct key_node *look(struct search *search, const struct key_node *node)
{
    if (search->seen[node->id])
        return NULL;
    search->seen[node->id] = true;
    const bool opens = !search->only_below || node->function == search->only_below;
    for (size_t i = 0; opens && i < node->argument_count; i++) {
        const struct key_node *found = look(search, node->arguments[i]);
        if (found)
            return found;
    }
    return search->is(node, search->wanted) ? node : NULL;
}

static bool is_field(const struct key_node *node, const void *wanted)
{
    return node->is_field && node->field == *(const size_t *)wanted;
}

bool key_node_reads(const struct key_node *node, size_t field)
{
    struct search search = {.is = is_field, .wanted = &field};
    return look(&search, node) != NULL;
}

static bool is_call(const struct key_node *node, const void *wanted)
{
    return node->function && strcmp(node->function->name, wanted) == 0;
}

const struct key_node *key_node_call_of(const struct key_node *node, const char *name)
{
    struct search search = {.is = is_call, .wanted = name};
    return look(&search, node);
}

static bool is_member(const struct key_node *node, const void *wanted)
{
    return node->function && node->function->family && strcmp(node->function->family, wanted) == 0;
}

const struct key_node *key_node_family_of(const struct key_node *node, const char *family)
{
    struct search search = {.is = is_member, .wanted = family};
    return look(&search, node);
}

static bool is_drawn(const struct key_node *node, const void *wanted)
{
    (void)wanted;
    return (node->properties & KEY_RANDOM) != 0;
}

bool key_node_argument(const struct key_node *node, size_t index, int64_t *out_value)
{
    if (index >= node->argument_count || !node->arguments[index]->constant ||
        type_is_text(node->arguments[index]->type))
        return false;
    *out_value = node_constant(node->arguments[index]);
    return true;
}

static size_t digits_of(int64_t number)
{
    uint8_t text[20];
    return key_write_number(text, number, false);
}

static bool is_bare_number(const struct key_node *node, const void *wanted)
{
    (void)wanted;
    const struct key_node *number = node->function == &key_to_text ? node->arguments[0] : node;
    if (number->constant || type_is_text(number->type))
        return false;
    const bool same_digits =
        number->bounded && number->min >= 0 && digits_of(number->min) == digits_of(number->max);
    return !same_digits;
}

bool key_node_is_bare_number(const struct key_node *node)
{
    struct search search = {.is = is_bare_number, .only_below = &key_concat};
    return look(&search, node) != NULL;
}

// --- components ---

size_t key_trait_count(const struct key_program *program)
{
    return program->count;
}

struct key_trait key_trait_at(const struct key_program *program, size_t index)
{
    const struct key_component *component = &program->components[index];
    const bool is_ordered = program->graph->encoding == ENCODING_ORDERED;
    struct key_trait trait = {
        .text = component->text,
        .is_literal = component->kind == COMPONENT_LITERAL,
        .literal = component->literal,
        .value = component->value,
        .is_number = component->kind == COMPONENT_LONG || component->kind == COMPONENT_INT,
        .sign_flipped = is_ordered,
        .descending = component->descending,
        .width = key_component_width(component),
    };
    if (trait.is_literal)
        return trait;
    trait.ends_itself = is_ordered && component->value->type == TYPE_STRING;
    struct search search = {.is = is_drawn};
    trait.is_random = look(&search, component->value) != NULL;
    struct key_domain domain;
    if (key_domain_of(program->graph, component->node, &domain))
        trait.values = domain.combinations;
    return trait;
}

void key_trait_values(const struct key_program *program, size_t index, size_t count,
                      uint8_t (*room)[8], struct bytes *out_values)
{
    const struct key_component *component = &program->components[index];
    for (size_t row = 0; row < count; row++)
        out_values[row] = key_component_at(component, row, room[row]);
}
