#include "key/preset.h"

#include "base/mem.h"
#include "key/lexer.h"
#include "key/preset_make.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

static const struct preset presets[] = {
    {"plain", "the fields as they are", "<of>", "",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"hash-prefix", "the first hex digits of a digest in front",
     "[md5(<by>).subStr(0,<chars>)]<of>", "chars",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"hash-tail-prefix", "the last hex digits of a digest in front",
     "[md5(<by>).right(<chars>)]<of>", "chars", "MapR-DB: designing row keys"},
    {"hashed", "a digest in place of the component", "<of> with [md5(<by>)] for [<by>]", "",
     "MapR-DB: designing row keys"},
    {"reverse", "the characters of the component from last to first",
     "<of> with [reverse(<by>)] for [<by>]", "",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"byte-inverted", "the encoded bytes of the component from last to first",
     "<of> with [reverse_bytes(<by>)] for [<by>]", "", "MapR-DB: designing row keys"},
    {"bucket", "a remainder in front; of a text, of its XXH64",
     "bucket = <by> % <buckets>; [bucket]<of>", "buckets",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"random-prefix", "a random number in front", "[random(<n>)]<of>", "n",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"random-suffix", "a random number behind", "<of>[random(<n>)]", "n",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"reverse-timestamp", "the newest first", "<of> with [Long.MAX_VALUE - <by>] for [<by>]", "",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"padded", "the component filled up to one width",
     "<of> with [rpad(<by>, '\\x00', <width>)] for [<by>]; a number as [dec(<by>, <width>)]",
     "width", "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"delimited", "a character between the components", "[a]['<char>'][b]['<char>'][c]", "char",
     "ApsaraDB for HBase: rowkey design; Lindorm: primary keys"},
    {"even-distribution", "Iguazio's suffix of the sharding key, by its sorting key",
     "<sharding>_{xxHash(<sorting>) % <buckets>}.<sorting>", "buckets",
     "Iguazio: best practices for primary keys"},
    {"phoenix-salt", "Phoenix's salt byte of the whole key in front",
     "[phoenix_salt(<components of of>, <n>)]<of>", "n", "Apache Phoenix: salted tables"},
    {"opentsdb-salt", "OpenTSDB's salt byte of all but the time in front",
     "[opentsdb_salt(<components of of without times>, <n>)]<of>", "n",
     "OpenTSDB: row key salting"},
    {"day-sharded", "one sharding key a day", "[date(<by>, '%Y%m%d')].<of>", "",
     "Iguazio: best practices for primary keys"},
};

enum { PRESET_COUNT = sizeof presets / sizeof presets[0] };

const struct preset *preset_catalog(size_t *out_count)
{
    *out_count = PRESET_COUNT;
    return presets;
}

const struct preset *preset_named(const char *name)
{
    for (size_t i = 0; i < PRESET_COUNT; i++) {
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    }
    return NULL;
}

static bool is_simple_name(const char *name)
{
    if (!lexer_is_name_start(*name))
        return false;
    while (lexer_is_name_byte(*name))
        name++;
    return *name == '\0';
}

// All fields in order, each a component.
static char *default_key(const struct schema *schema)
{
    struct buffer key = {0};
    for (size_t i = 0; i < schema->count; i++) {
        const char *name = schema->fields[i].name;
        buffer_format(&key, is_simple_name(name) ? "[%s]" : "[`%s`]", name);
    }
    return buffer_take(&key);
}

static bool take_apart(struct making *making)
{
    making->of = making->values->of ? mem_text(making->values->of) : default_key(making->schema);
    if (!outline_read(making->of, &making->outline, making->err))
        return err_context(making->err, "of");
    if (making->outline.part_count == 0 && making->outline.statement_count > 0) {
        // The last statement is the key.
        const struct key_place name =
            making->outline.statements[making->outline.statement_count - 1].name;
        struct buffer key = {0};
        buffer_format(&key, "%s;[%.*s]", making->of, (int)name.length, making->of + name.offset);
        mem_free(making->of);
        making->of = buffer_take(&key);
        outline_done(&making->outline);
        if (!outline_read(making->of, &making->outline, making->err))
            return err_context(making->err, "of");
    }
    size_t components = 0;
    for (size_t i = 0; i < making->outline.part_count; i++)
        components += making_is_component(making, i);
    if (components > 0)
        return true;
    (void)err_fail(making->err, ERR_INPUT, "`of` has no component");
    return err_hint(making->err, "it is a key: \"[user][ts]\"");
}

static void choose_by(struct making *making)
{
    const char *given = making->values->by;
    making->by_part = SIZE_MAX;
    for (size_t i = 0; i < making->outline.part_count && making->by_part == SIZE_MAX; i++) {
        if (!making_is_component(making, i))
            continue;
        char *expression = making_expression(making, i);
        if (!given || strcasecmp(given, expression) == 0) {
            making->by_part = i;
            making->by = expression;
        } else {
            mem_free(expression);
        }
    }
    if (!making->by)
        making->by = mem_text(given);
}

static bool choose_number(const struct preset *preset, const struct recipe *recipe,
                          const struct preset_values *values, uint64_t *out, struct err *err)
{
    const bool is_chars = strcmp(preset->members, "chars") == 0;
    const bool is_width = strcmp(preset->members, "width") == 0;
    const uint64_t given = is_chars ? values->chars : is_width ? values->width : values->buckets;
    *out = given > 0 ? given : recipe->fallback;
    return *out <= recipe->max ||
           err_fail(err, ERR_INPUT, "`%s` of the preset %s must be 1..%llu, got %llu",
                    preset->members, preset->name, (unsigned long long)recipe->max,
                    (unsigned long long)*out);
}

char *preset_expand(const struct preset *preset, const struct preset_values *values,
                    const struct schema *schema, struct err *err)
{
    const struct recipe *recipe = recipe_named(preset->name);
    assert(recipe);
    struct making making = {.values = values, .schema = schema, .err = err};
    uint64_t number;
    bool ok = choose_number(preset, recipe, values, &number, err) && take_apart(&making);
    if (ok) {
        choose_by(&making);
        for (size_t i = 0; i < making.outline.statement_count; i++) {
            const struct outline_statement *statement = &making.outline.statements[i];
            const size_t from =
                statement->type.length > 0 ? statement->type.offset : statement->name.offset;
            const size_t quote = from > 0 && making.of[from - 1] == '`' ? 1 : 0;
            const size_t end = statement->value.offset + statement->value.length;
            outline_squeeze(making.of, (struct key_place){from - quote, end - from + quote},
                            &making.out);
            buffer_text(&making.out, "; ");
        }
        ok = recipe->make(&making, number);
    }
    mem_free(making.of);
    mem_free(making.by);
    outline_done(&making.outline);
    if (ok)
        return buffer_take(&making.out);
    buffer_done(&making.out);
    return NULL;
}
