#include "cli/command.h"

#include "base/mem.h"
#include "base/text.h"
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

static const struct command *const catalog[] = {
    &command_compare,  &command_run,      &command_check,   &command_explain,
    &command_plot,     &command_trace,    &command_list,    &command_init,
    &command_selftest, &command_help_row, &command_version,
};
enum { CATALOG_COUNT = sizeof catalog / sizeof catalog[0] };

const struct command *const *command_catalog(size_t *out_count)
{
    *out_count = CATALOG_COUNT;
    return catalog;
}

const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < CATALOG_COUNT; i++)
        if (strcmp(catalog[i]->name, name) == 0)
            return catalog[i];
    return NULL;
}

bool command_unknown(const char *name, struct err *err)
{
    const char *names[CATALOG_COUNT];
    for (size_t i = 0; i < CATALOG_COUNT; i++)
        names[i] = catalog[i]->name;
    err_fail(err, ERR_INPUT, "unknown command `%s`", name);
    const int nearest = text_nearest(name, names, CATALOG_COUNT);
    if (nearest >= 0)
        return err_hint(err, "did you mean hotsim %s?", names[nearest]);
    return err_hint(err, "hotsim help names them all");
}

void command_help(const struct command *command, struct buffer *out)
{
    buffer_format(out, "hotsim %s%s%s [FLAGS]\n  %s\n", command->name,
                  command->operands[0] ? " " : "", command->operands, command->summary);
    if (command->help)
        buffer_format(out, "\n%s", command->help);
    flags_help(command->groups, out);
}

void command_overview(struct buffer *out)
{
    buffer_text(out, "hotsim -- a wind tunnel for row keys: which key, how many buckets, which "
                     "pre-splits,\n          and what do reads pay for it?\n\n");
    for (size_t i = 0; i < CATALOG_COUNT; i++) {
        struct buffer left = {0};
        buffer_format(&left, "%s %s", catalog[i]->name, catalog[i]->operands);
        buffer_format(out, "  hotsim %-32s %s\n", (const char *)left.data, catalog[i]->summary);
        buffer_done(&left);
    }
    buffer_text(out, "\nBegin with\n"
                     "  hotsim init log > log.json && hotsim compare log.json\n"
                     "  hotsim compare FILE.csv --key '[ts][host]' --key '[host][ts]'\n"
                     "\nhotsim help COMMAND tells more. Exit codes: 0 done; 1 an expectation was "
                     "missed;\n2 bad input; 3 the machine (disk, memory, gnuplot); 4 a bug; 130 "
                     "interrupted.\n");
}

enum exit_code exit_of(const struct err *err)
{
    switch (err->code) {
    case ERR_NONE:
        return EXIT_DONE;
    case ERR_INPUT:
        return EXIT_INPUT;
    case ERR_MACHINE:
        return EXIT_MACHINE;
    case ERR_BUG:
        return EXIT_BUG;
    case ERR_INTERRUPTED:
        return EXIT_INTERRUPTED;
    }
    return EXIT_BUG;
}
