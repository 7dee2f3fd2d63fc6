#include "base/mem.h"
#include "cli/flags.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static const char *const shapes[] = {"round", "square", NULL};

// One row of every kind, over members of struct flags that have the type.
static const struct flag rows[] = {
    {.name = "quiet", .letter = 'q', .offset = offsetof(struct flags, quiet), .help = "h"},
    {.name = "force", .letter = 'f', .offset = offsetof(struct flags, force), .help = "h"},
    {.name = "output",
     .letter = 'o',
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, output),
     .value = "DIR",
     .help = "h"},
    {.name = "set",
     .letter = 'S',
     .kind = FLAG_TEXTS,
     .offset = offsetof(struct flags, sets),
     .value = "P",
     .help = "h"},
    {.name = "servers",
     .kind = FLAG_SET,
     .offset = offsetof(struct flags, sets),
     .path = "store.servers",
     .value = "N",
     .help = "h"},
    {.name = "seed",
     .kind = FLAG_COUNT,
     .offset = offsetof(struct flags, seed),
     .value = "N",
     .min = 1,
     .max = 1000,
     .help = "h"},
    {.name = "shape",
     .kind = FLAG_CHOICE,
     .offset = offsetof(struct flags, format),
     .choices = shapes,
     .value = "round|square",
     .help = "h"},
    {.name = "color",
     .kind = FLAG_WHEN,
     .offset = offsetof(struct flags, color),
     .value = "W",
     .help = "h"},
    {0},
};
static const struct flag_group group = {"Test", rows};
static const struct flag_group *const groups[] = {&group, NULL};

struct parsed {
    bool ok;
    struct flags flags;
    struct param_texts operands;
    struct err err;
};

// Words separated by single blanks; "" gives no word.
static void parse(const char *line, char *copy, struct parsed *out)
{
    char *words[32];
    int count = 0;
    strcpy(copy, line);
    for (char *word = copy; *line && word; count++) {
        words[count] = word;
        word = strchr(word, ' ');
        if (word)
            *word++ = '\0';
    }
    memset(out, 0, sizeof *out);
    out->ok = flags_parse(groups, count, words, &out->flags, &out->operands, &out->err);
}

static void parsed_done(struct parsed *parsed)
{
    flags_done(&parsed->flags);
    mem_free(parsed->operands.items);
}

Test(flags, every_form_of_a_value_reads_the_same)
{
    static const char *const forms[] = {
        "--output x", "--output=x", "-o x", "-ox", "-o=x", "-qo x", "-qox", "--output y -o x",
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char copy[64];
        struct parsed parsed;
        parse(forms[i], copy, &parsed);
        cr_assert(parsed.ok, "%s", forms[i]);
        cr_expect(eq(str, (char *)parsed.flags.output, (char *)"x"), "%s", forms[i]);
        cr_expect(eq(sz, parsed.operands.count, 0), "%s", forms[i]);
        parsed_done(&parsed);
    }
}

Test(flags, operands_and_flags_mix_and_two_dashes_end_the_flags)
{
    char copy[64];
    struct parsed parsed;
    parse("a -q b - -- -f --output", copy, &parsed);
    cr_assert(parsed.ok);
    cr_expect(parsed.flags.quiet);
    cr_expect(not(parsed.flags.force));
    cr_assert(eq(sz, parsed.operands.count, 5));
    static const char *const want[] = {"a", "b", "-", "-f", "--output"};
    for (size_t i = 0; i < 5; i++)
        cr_expect(eq(str, parsed.operands.items[i], (char *)want[i]));
    parsed_done(&parsed);
}

Test(flags, a_short_for_a_path_keeps_its_place_among_the_overrides)
{
    char copy[64];
    struct parsed parsed;
    parse("-S a=1 --servers 8 --set=b=2", copy, &parsed);
    cr_assert(parsed.ok);
    static const char *const want[] = {"a=1", "store.servers=8", "b=2"};
    cr_assert(eq(sz, parsed.flags.sets.count, 3));
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(str, parsed.flags.sets.items[i], (char *)want[i]));
    parsed_done(&parsed);
}

Test(flags, when_may_stand_alone)
{
    static const struct {
        const char *line;
        int want;
        size_t operands;
    } lines[] = {
        {"--color", WHEN_ALWAYS, 0},      {"--color=never", WHEN_NEVER, 0},
        {"--color never", WHEN_NEVER, 0}, {"--color file", WHEN_ALWAYS, 1},
        {"--color=auto x", WHEN_AUTO, 1}, {"--color -q", WHEN_ALWAYS, 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char copy[64];
        struct parsed parsed;
        parse(lines[i].line, copy, &parsed);
        cr_assert(parsed.ok, "%s", lines[i].line);
        cr_expect(eq(int, parsed.flags.color, lines[i].want), "%s", lines[i].line);
        cr_expect(eq(sz, parsed.operands.count, lines[i].operands), "%s", lines[i].line);
        parsed_done(&parsed);
    }
}

Test(flags, counts_hold_their_limits)
{
    static const struct {
        const char *line;
        bool ok;
        uint64_t want;
    } lines[] = {
        {"--seed 0", false, 0},    {"--seed 1", true, 1},
        {"--seed 999", true, 999}, {"--seed 1000", true, 1000},
        {"--seed 1001", false, 0}, {"--seed=", false, 0},
        {"--seed -1", false, 0},   {"--seed 1e3", false, 0},
        {"--seed 0x10", false, 0}, {"--seed 18446744073709551617", false, 0},
        {"--seed 0007", true, 7},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char copy[64];
        struct parsed parsed;
        parse(lines[i].line, copy, &parsed);
        cr_expect(eq(int, parsed.ok, lines[i].ok), "%s", lines[i].line);
        cr_expect(eq(int, parsed.flags.seed.given, lines[i].ok), "%s", lines[i].line);
        cr_expect(eq(u64, parsed.flags.seed.value, lines[i].want), "%s", lines[i].line);
        parsed_done(&parsed);
    }
}

Test(flags, faults_are_named)
{
    static const struct {
        const char *line, *message, *hint;
    } lines[] = {
        {"--sead 1", "unknown flag --sead", "did you mean --seed?"},
        {"--sead=1", "unknown flag --sead", "did you mean --seed?"},
        {"--", NULL, ""},
        {"--zzzzzzzz", "unknown flag --zzzzzzzz", ""},
        {"-x", "unknown flag -x", "long names begin with two dashes"},
        {"-qx", "unknown flag -x", "long names begin with two dashes"},
        {"--output", "--output needs a value: --output DIR", ""},
        {"-o", "--output needs a value: --output DIR", ""},
        {"--output --quiet", "--output needs a value, got the flag --quiet",
         "if that is the value, write --output=--quiet"},
        {"--output=--quiet", NULL, ""},
        {"--quiet=1", "--quiet takes no value, got `1`", ""},
        {"--shape ronud", "--shape: expected one of round, square; got `ronud`",
         "did you mean round?"},
        {"--seed x", "--seed: expected a whole number from 1 to 1000, got `x`", ""},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char copy[64];
        struct parsed parsed;
        parse(lines[i].line, copy, &parsed);
        cr_expect(eq(int, parsed.ok, lines[i].message == NULL), "%s", lines[i].line);
        if (lines[i].message) {
            cr_expect(eq(int, (int)parsed.err.code, ERR_INPUT));
            cr_expect(eq(str, parsed.err.message, (char *)lines[i].message), "%s", lines[i].line);
            cr_expect(eq(str, parsed.err.hint, (char *)lines[i].hint), "%s", lines[i].line);
        }
        parsed_done(&parsed);
    }
}

Test(flags, help_shows_every_row_once)
{
    struct buffer out = {0};
    flags_help(groups, &out);
    const char *text = (const char *)out.data;
    for (const struct flag *flag = rows; flag->name; flag++) {
        struct buffer name = {0};
        buffer_format(&name, "--%s", flag->name);
        const char *first = strstr(text, (const char *)name.data);
        cr_assert(ne(ptr, (void *)first, NULL), "%s", flag->name);
        cr_expect(eq(ptr, strstr(first + 1, (const char *)name.data), NULL), "%s", flag->name);
        buffer_done(&name);
    }
    buffer_done(&out);
}
