// hotsim help [COMMAND|metrics], hotsim version.

#include "cli/commands.h"
#include "cli/lists.h"
#include "cli/listing.h"

#include <stdio.h>
#include <string.h>

static const struct flag_group *const groups[] = {&flags_general, NULL};

static bool help(struct call *call, struct err *err)
{
    const char *topic = call->operands.count > 0 ? call->operands.items[0] : NULL;
    const struct command *command = topic ? command_named(topic) : NULL;
    struct buffer out = {0};
    if (!topic) {
        command_overview(&out);
    } else if (command) {
        command_help(command, &out);
    } else if (strcmp(topic, "metrics") == 0) {
        struct listing listing = {0};
        list_metrics(&listing);
        listing_print(&listing, LISTING_TABLE, LISTING_WIDTH, &out);
        listing_done(&listing);
    } else {
        return command_unknown(topic, err);
    }
    (void)fwrite(out.data, 1, out.size, stdout);
    buffer_done(&out);
    return true;
}

const struct command command_help_row = {
    .name = "help",
    .operands = "[COMMAND|metrics]",
    .summary = "this text; a command's flags; what the numbers mean",
    .groups = groups,
    .operands_max = 1,
    .run = help,
};

static bool version(struct call *call, struct err *err)
{
    (void)call;
    (void)err;
    printf("hotsim %s\n", HOTSIM_VERSION);
    return true;
}

const struct command command_version = {
    .name = "version",
    .operands = "",
    .summary = "the version",
    .groups = groups,
    .run = version,
};
