#include "key/names.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum fit { FIT_NONE, FIT_FOLDED, FIT_EXACT };

enum { NAMES_SHOWN = 16, NAME_BYTES_SHOWN = 60 };

static uint8_t folded(uint8_t byte)
{
    if (byte == '-' || byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r')
        return '_';
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte - 'A' + 'a') : byte;
}

static enum fit fit_of(struct bytes name, struct bytes other)
{
    if (name.size != other.size)
        return FIT_NONE;
    if (name.size == 0 || memcmp(name.data, other.data, name.size) == 0)
        return FIT_EXACT;
    for (size_t i = 0; i < name.size; i++) {
        if (folded(name.data[i]) != folded(other.data[i]))
            return FIT_NONE;
    }
    return FIT_FOLDED;
}

static struct bytes text_of(const char *text)
{
    return bytes_of(text, strlen(text));
}

// The latest statement of the name, as later ones shadow earlier ones.
static bool find_statement(const struct key_scope *scope, struct bytes name, enum fit wanted,
                           struct key_name *out)
{
    for (size_t i = scope->bound; i-- > 0;) {
        if (fit_of(name, scope->bindings[i].name) == wanted) {
            *out = (struct key_name){NAME_STATEMENT, i};
            return true;
        }
    }
    return false;
}

static bool find_param(const struct key_scope *scope, struct bytes name, enum fit wanted,
                       struct key_name *out)
{
    for (size_t i = 0; i < scope->param_count; i++) {
        if (fit_of(name, text_of(scope->params[i].name)) == wanted) {
            *out = (struct key_name){NAME_PARAM, i};
            return true;
        }
    }
    return false;
}

static bool find_field(const struct key_scope *scope, struct bytes name, enum fit wanted,
                       struct key_name *out, struct err *err)
{
    const char *first = NULL;
    for (size_t i = 0; i < scope->schema->count; i++) {
        const char *field = scope->schema->fields[i].name;
        if (fit_of(name, text_of(field)) != wanted)
            continue;
        if (first) {
            (void)err_fail(err, ERR_INPUT, "`%.*s` fits several fields",
                           (int)(name.size < NAME_BYTES_SHOWN ? name.size : NAME_BYTES_SHOWN),
                           (const char *)name.data);
            return err_hint(err, "write it as one of them: `%s`, `%s`", first, field);
        }
        first = field;
        *out = (struct key_name){NAME_FIELD, i};
    }
    return true;
}

bool key_scope_find(const struct key_scope *scope, struct bytes name, struct key_name *out,
                    struct err *err)
{
    *out = (struct key_name){NAME_NONE, 0};
    for (enum fit fit = FIT_EXACT; fit != FIT_NONE; fit--) {
        if (find_statement(scope, name, fit, out))
            return true;
        if (!find_field(scope, name, fit, out, err))
            return false;
        if (out->kind != NAME_NONE || find_param(scope, name, fit, out))
            return true;
    }
    return true;
}

static void list_names(const struct key_scope *scope, struct buffer *out)
{
    const size_t count = scope->schema->count;
    if (count == 0)
        buffer_text(out, "no fields are known");
    else
        buffer_format(out, "this workload has the field%s ", count == 1 ? "" : "s");
    for (size_t i = 0; i < count && i < NAMES_SHOWN; i++)
        buffer_format(out, "%s%.*s", i > 0 ? ", " : "", NAME_BYTES_SHOWN,
                      scope->schema->fields[i].name);
    if (count > NAMES_SHOWN)
        buffer_format(out, " and %zu more", count - NAMES_SHOWN);
    for (size_t i = 0; i < scope->param_count && i < NAMES_SHOWN; i++)
        buffer_format(out, "%s%.*s", i > 0 ? ", " : ", the params ", NAME_BYTES_SHOWN,
                      scope->params[i].name);
}

// "did you mean", over all that the name could have been.
static void suggest(const struct key_scope *scope, struct bytes name, struct buffer *out)
{
    const size_t count = scope->bound + scope->schema->count + scope->param_count;
    char **names = mem_new(count, sizeof *names);
    size_t at = 0;
    for (size_t i = 0; i < scope->bound; i++)
        names[at++] = mem_text_of(scope->bindings[i].name);
    for (size_t i = 0; i < scope->schema->count; i++)
        names[at++] = mem_text(scope->schema->fields[i].name);
    for (size_t i = 0; i < scope->param_count; i++)
        names[at++] = mem_text(scope->params[i].name);
    char *wanted = mem_text_of(name);
    const int nearest = text_nearest(wanted, (const char *const *)names, count);
    if (nearest >= 0)
        buffer_format(out, "; did you mean `%s`?", names[nearest]);
    for (size_t i = 0; i < count; i++)
        mem_free(names[i]);
    mem_free(names);
    mem_free(wanted);
}

bool key_scope_unknown(const struct key_scope *scope, struct bytes name, struct err *err)
{
    const int shown = (int)(name.size < NAME_BYTES_SHOWN ? name.size : NAME_BYTES_SHOWN);
    const char *text = (const char *)name.data;
    for (size_t i = scope->bound; i < scope->binding_count; i++) {
        if (fit_of(name, scope->bindings[i].name) == FIT_NONE)
            continue;
        (void)err_fail(err, ERR_INPUT,
                       i == scope->bound ? "`%.*s` is defined by itself"
                                         : "`%.*s` is used before it is defined",
                       shown, text);
        return err_hint(err, "a statement may use fields, params and the statements before it; "
                             "names that need each other have no value");
    }
    (void)err_fail(err, ERR_INPUT, "unknown field `%.*s`", shown, text);
    struct buffer hint = {0};
    list_names(scope, &hint);
    suggest(scope, name, &hint);
    (void)err_hint(err, "%s", (const char *)hint.data);
    buffer_done(&hint);
    return false;
}
