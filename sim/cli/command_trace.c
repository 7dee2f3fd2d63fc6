// hotsim trace inspect FILE... -- a look at a recording before a key is chosen.

#include "base/text.h"
#include "cli/commands.h"
#include "cli/inspect.h"
#include "cli/terminal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct flag inspect_flags[] = {
    {.name = "json",
     .offset = offsetof(struct flags, json),
     .help = "JSON on stdout, and nothing else"},
    {.name = "scenario",
     .offset = offsetof(struct flags, scenario),
     .help = "a scenario that reads the recording, with designs to begin with"},
    {0},
};
static const struct flag_group inspect_group = {"What comes out", inspect_flags};
static const struct flag_group *const groups[] = {&inspect_group, &flags_general, NULL};

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    progress_show(context, "reading", total > 0 ? (double)done / (double)total : NAN);
}

static void say_next(const struct call *call, const struct param_texts *paths)
{
    struct buffer line = {0};
    buffer_text(&line, "\n  next   hotsim trace inspect");
    for (size_t i = 0; i < paths->count; i++) {
        buffer_byte(&line, ' ');
        text_plain(&line, bytes_of(paths->items[i], strlen(paths->items[i])));
    }
    buffer_text(&line, " --scenario > my.json\n         hotsim compare my.json\n");
    if (!call->flags.quiet)
        (void)fwrite(line.data, 1, line.size, stdout);
    buffer_done(&line);
}

static bool inspect(struct call *call, const struct param_texts *paths, struct err *err)
{
    struct progress progress = progress_of(call);
    const struct inspect_watch watch = {.tick = show_progress, .context = &progress};
    const struct trace_plan plan = {
        .paths = *paths, .time_guess = true, .on_error = ON_ERROR_SKIP, .speed = 1};
    struct inspection inspection;
    const bool ok = trace_inspect(&plan, &watch, &inspection, err);
    progress_clear(&progress);
    if (!ok)
        return false;
    struct buffer out = {0};
    if (call->flags.scenario)
        inspect_as_scenario(&inspection, paths, &out);
    else if (call->flags.json)
        inspect_as_json(&inspection, paths, &out);
    else
        inspect_as_text(&inspection, paths, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    if (!call->flags.scenario && !call->flags.json)
        say_next(call, paths);
    buffer_done(&out);
    inspection_done(&inspection);
    return true;
}

static bool trace(struct call *call, struct err *err)
{
    const char *action = call->operands.items[0];
    if (strcmp(action, "inspect") != 0) {
        err_fail(err, ERR_INPUT, "trace: unknown action `%s`", action);
        return err_hint(err, "there is hotsim trace inspect FILE");
    }
    if (call->operands.count < 2)
        return err_fail(err, ERR_INPUT, "trace inspect: expected a recording");
    const struct param_texts paths = {.items = call->operands.items + 1,
                                      .count = call->operands.count - 1};
    return inspect(call, &paths, err);
}

const struct command command_trace = {
    .name = "trace",
    .operands = "inspect FILE...",
    .summary = "a look at a recording: its columns, their values, faults, keys",
    .help = "  hotsim trace inspect dns.log.gz\n"
            "  hotsim trace inspect dns.log.gz --scenario > my.json && hotsim compare my.json\n"
            "\n"
            "Format, delimiter, header, types and the column of times are taken from the file, "
            "and\n"
            "each is said with its reason. Several files are one recording, in order; a folder\n"
            "stands for its files; - is standard input.\n",
    .groups = groups,
    .operands_min = 1,
    .operands_max = 1000,
    .run = trace,
};
