#include "cli/command.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

Test(command, names_are_unique_and_every_row_is_filled)
{
    size_t count;
    const struct command *const *commands = command_catalog(&count);
    cr_assert(gt(sz, count, 0));
    for (size_t i = 0; i < count; i++) {
        cr_expect(eq(ptr, (void *)command_named(commands[i]->name), (void *)commands[i]));
        cr_expect(strlen(commands[i]->summary) > 0 && commands[i]->run && commands[i]->groups, "%s",
                  commands[i]->name);
        cr_expect(commands[i]->operands_min <= commands[i]->operands_max, "%s", commands[i]->name);
        const char last = commands[i]->summary[strlen(commands[i]->summary) - 1];
        cr_expect(ne(chr, last, '.'), "%s", commands[i]->name);
    }
}

static void expect_unique_flags(const struct command *command)
{
    const struct flag *seen[64];
    size_t count = 0;
    for (const struct flag_group *const *group = command->groups; *group; group++) {
        for (const struct flag *flag = (*group)->flags; flag->name; flag++) {
            for (size_t i = 0; i < count; i++) {
                cr_expect(ne(int, strcmp(seen[i]->name, flag->name), 0), "%s --%s", command->name,
                          flag->name);
                const bool same = flag->letter && seen[i]->letter == flag->letter;
                cr_expect(not(same), "%s -%c", command->name, flag->letter);
            }
            cr_assert(lt(sz, count, 64));
            seen[count++] = flag;
        }
    }
}

Test(command, no_flag_stands_twice_in_one_command)
{
    size_t count;
    const struct command *const *commands = command_catalog(&count);
    for (size_t i = 0; i < count; i++)
        expect_unique_flags(commands[i]);
}

Test(command, every_flag_has_help_and_what_its_kind_needs)
{
    size_t count;
    const struct command *const *commands = command_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        for (const struct flag_group *const *group = commands[i]->groups; *group; group++) {
            for (const struct flag *flag = (*group)->flags; flag->name; flag++) {
                cr_expect(flag->help && flag->help[0], "--%s", flag->name);
                cr_expect(eq(int, flag->kind == FLAG_SWITCH, flag->value == NULL), "--%s",
                          flag->name);
                cr_expect(eq(int, flag->kind == FLAG_CHOICE, flag->choices != NULL), "--%s",
                          flag->name);
                cr_expect(eq(int, flag->kind == FLAG_SET, flag->path != NULL), "--%s", flag->name);
            }
        }
    }
}

Test(command, faults_map_to_their_exit_codes)
{
    static const struct {
        enum err_code code;
        enum exit_code exit;
    } rows[] = {
        {ERR_NONE, EXIT_DONE},
        {ERR_INPUT, EXIT_INPUT},
        {ERR_MACHINE, EXIT_MACHINE},
        {ERR_BUG, EXIT_BUG},
        {ERR_INTERRUPTED, EXIT_INTERRUPTED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct err err = {.code = rows[i].code};
        cr_expect(eq(int, (int)exit_of(&err), (int)rows[i].exit), "%zu", i);
    }
}
