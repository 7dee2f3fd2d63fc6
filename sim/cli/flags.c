#include "cli/flags.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static const char *const when_names[] = {"auto", "always", "never", NULL};

struct parser {
    const struct flag_group *const *groups;
    struct flags *flags;
    char **words; // the words not looked at yet
    int left;
};

static void append_text(struct param_texts *texts, char *text)
{
    texts->items = mem_resize(texts->items, texts->count + 1, sizeof *texts->items);
    texts->items[texts->count++] = text;
}

static size_t name_count(const struct flag_group *const *groups)
{
    size_t count = 0;
    for (; *groups; groups++)
        for (const struct flag *flag = (*groups)->flags; flag->name; flag++)
            count++;
    return count;
}

static const struct flag *flag_named(const struct flag_group *const *groups, struct bytes name)
{
    for (; *groups; groups++)
        for (const struct flag *flag = (*groups)->flags; flag->name; flag++)
            if (strlen(flag->name) == name.size && memcmp(flag->name, name.data, name.size) == 0)
                return flag;
    return NULL;
}

static const struct flag *flag_lettered(const struct flag_group *const *groups, char letter)
{
    for (; *groups; groups++)
        for (const struct flag *flag = (*groups)->flags; flag->name; flag++)
            if (flag->letter == letter)
                return flag;
    return NULL;
}

static bool unknown_flag(const struct flag_group *const *groups, struct bytes name, struct err *err)
{
    char *text = mem_text_of(name);
    const char **names = mem_new(name_count(groups), sizeof *names);
    size_t count = 0;
    for (const struct flag_group *const *group = groups; *group; group++)
        for (const struct flag *flag = (*group)->flags; flag->name; flag++)
            names[count++] = flag->name;

    err_fail(err, ERR_INPUT, "unknown flag --%s", text);
    const int nearest = text_nearest(text, names, count);
    if (nearest >= 0)
        err_hint(err, "did you mean --%s?", names[nearest]);
    mem_free(names);
    mem_free(text);
    return false;
}

static int index_of(const char *const *names, const char *name)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static bool read_choice(const struct flag *flag, const char *const *choices, const char *value,
                        int *out, struct err *err)
{
    const int found = index_of(choices, value);
    if (found >= 0) {
        *out = found;
        return true;
    }
    struct buffer known = {0};
    size_t count = 0;
    for (; choices[count]; count++)
        buffer_format(&known, "%s%s", count > 0 ? ", " : "", choices[count]);
    err_fail(err, ERR_INPUT, "--%s: expected one of %s; got `%s`", flag->name, (char *)known.data,
             value);
    buffer_done(&known);
    const int nearest = text_nearest(value, choices, count);
    if (nearest >= 0)
        err_hint(err, "did you mean %s?", choices[nearest]);
    return false;
}

static bool read_count(const struct flag *flag, const char *value, struct flag_count *out,
                       struct err *err)
{
    uint64_t number = 0;
    bool fits = *value != '\0';
    for (const char *digit = value; *digit && fits; digit++) {
        const unsigned step = (unsigned)*digit - '0';
        fits = step <= 9 && number <= (UINT64_MAX - step) / 10;
        number = fits ? number * 10 + step : 0;
    }
    if (!fits || number < flag->min || number > flag->max)
        return err_fail(err, ERR_INPUT, "--%s: expected a whole number from %llu to %llu, got `%s`",
                        flag->name, (unsigned long long)flag->min, (unsigned long long)flag->max,
                        value);
    *out = (struct flag_count){.given = true, .value = number};
    return true;
}

static bool store(const struct flag *flag, const char *value, struct flags *flags, struct err *err)
{
    void *place = (char *)flags + flag->offset;
    switch (flag->kind) {
    case FLAG_SWITCH:
        *(bool *)place = true;
        return true;
    case FLAG_TEXT:
        *(const char **)place = value;
        return true;
    case FLAG_TEXTS:
        append_text(place, mem_text(value));
        return true;
    case FLAG_SET: {
        struct buffer set = {0};
        buffer_format(&set, "%s=%s", flag->path, value);
        append_text(place, buffer_take(&set));
        return true;
    }
    case FLAG_COUNT:
        return read_count(flag, value, place, err);
    case FLAG_CHOICE:
        return read_choice(flag, flag->choices, value, place, err);
    case FLAG_WHEN:
        return read_choice(flag, when_names, value, place, err);
    }
    return true;
}

// The value of a flag: what follows its `=`, or else the next word.
static bool take_value(struct parser *parser, const struct flag *flag, const char *attached,
                       const char **out_value, struct err *err)
{
    if (flag->kind == FLAG_SWITCH) {
        if (attached)
            return err_fail(err, ERR_INPUT, "--%s takes no value, got `%s`", flag->name, attached);
        return true;
    }
    if (attached) {
        *out_value = attached;
        return true;
    }
    const char *next = parser->left > 0 ? parser->words[0] : NULL;
    if (flag->kind == FLAG_WHEN && (!next || index_of(when_names, next) < 0)) {
        *out_value = when_names[WHEN_ALWAYS];
        return true;
    }
    if (!next)
        return err_fail(err, ERR_INPUT, "--%s needs a value: --%s %s", flag->name, flag->name,
                        flag->value);
    if (strncmp(next, "--", 2) == 0 &&
        flag_named(parser->groups, bytes_of(next + 2, strlen(next + 2)))) {
        err_fail(err, ERR_INPUT, "--%s needs a value, got the flag %s", flag->name, next);
        return err_hint(err, "if that is the value, write --%s=%s", flag->name, next);
    }
    *out_value = next;
    parser->words++;
    parser->left--;
    return true;
}

static bool read_flag(struct parser *parser, const struct flag *flag, const char *attached,
                      struct err *err)
{
    const char *value = NULL;
    return take_value(parser, flag, attached, &value, err) &&
           store(flag, value, parser->flags, err);
}

static bool read_long(struct parser *parser, const char *word, struct err *err)
{
    const char *equals = strchr(word, '=');
    const struct bytes name = bytes_of(word, equals ? (size_t)(equals - word) : strlen(word));
    const struct flag *flag = flag_named(parser->groups, name);
    if (!flag)
        return unknown_flag(parser->groups, name, err);
    return read_flag(parser, flag, equals ? equals + 1 : NULL, err);
}

static bool read_letters(struct parser *parser, const char *word, struct err *err)
{
    for (; *word; word++) {
        const struct flag *flag = flag_lettered(parser->groups, *word);
        if (!flag) {
            err_fail(err, ERR_INPUT, "unknown flag -%c", *word);
            return err_hint(err, "long names begin with two dashes");
        }
        if (flag->kind == FLAG_SWITCH) {
            (void)store(flag, NULL, parser->flags, err);
            continue;
        }
        const char *rest = word[1] == '=' ? word + 2 : word + 1;
        return read_flag(parser, flag, word[1] ? rest : NULL, err);
    }
    return true;
}

bool flags_parse(const struct flag_group *const *groups, int count, char **words,
                 struct flags *out_flags, struct param_texts *out_operands, struct err *err)
{
    struct parser parser = {.groups = groups, .flags = out_flags, .words = words, .left = count};
    bool flags_ended = false;
    while (parser.left > 0) {
        char *word = *parser.words++;
        parser.left--;
        if (flags_ended || word[0] != '-' || word[1] == '\0')
            append_text(out_operands, word);
        else if (strcmp(word, "--") == 0)
            flags_ended = true;
        else if (word[1] == '-' ? !read_long(&parser, word + 2, err)
                                : !read_letters(&parser, word + 1, err))
            return false;
    }
    return true;
}

static void texts_done(struct param_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        mem_free(texts->items[i]);
    mem_free(texts->items);
    *texts = (struct param_texts){0};
}

void flags_done(struct flags *flags)
{
    texts_done(&flags->sets);
    texts_done(&flags->designs);
    texts_done(&flags->keys);
    texts_done(&flags->fields);
}

static void flag_help(const struct flag *flag, struct buffer *out)
{
    const size_t column = 28; // where the explanation begins
    const size_t start = out->size;
    if (flag->letter)
        buffer_format(out, "  -%c, ", flag->letter);
    else
        buffer_text(out, "      ");
    buffer_format(out, "--%s", flag->name);
    if (flag->kind == FLAG_WHEN)
        buffer_format(out, "[=%s]", flag->value);
    else if (flag->value)
        buffer_format(out, " %s", flag->value);

    size_t used = out->size - start;
    if (used + 2 > column) {
        buffer_byte(out, '\n');
        used = 0;
    }
    for (; used < column; used++)
        buffer_byte(out, ' ');
    buffer_format(out, "%s\n", flag->help);
}

void flags_help(const struct flag_group *const *groups, struct buffer *out)
{
    for (; *groups; groups++) {
        buffer_format(out, "\n%s\n", (*groups)->title);
        for (const struct flag *flag = (*groups)->flags; flag->name; flag++)
            flag_help(flag, out);
    }
}
