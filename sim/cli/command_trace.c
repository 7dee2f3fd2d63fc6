// hotsim trace inspect|convert|sample FILE... -- a look at a recording before a key is chosen, and
// copies of it.

#include "base/text.h"
#include "cli/commands.h"
#include "cli/inspect.h"
#include "cli/terminal.h"
#include "cli/trace_commands.h"

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
static const struct flag_group inspect_group = {"What inspect prints", inspect_flags};

static const struct flag read_flags[] = {
    {.name = "pattern",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, pattern),
     .value = "REGEX",
     .help = "lines of no known format; named groups are columns: (?<host>[^ ]+)"},
    {0},
};
static const struct flag_group read_group = {"How the recording is read", read_flags};

static const struct flag sample_flags[] = {
    {.name = "by",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, by),
     .value = "COLUMN",
     .help = "the entity: its rows are kept together, so that skew survives"},
    {.name = "share",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, share),
     .value = "PERCENT",
     .help = "of the entities, as 10% or 0.1"},
    {.name = "seed",
     .kind = FLAG_COUNT,
     .offset = offsetof(struct flags, seed),
     .value = "N",
     .max = UINT64_MAX,
     .help = "which of them; 1 by default"},
    {0},
};
static const struct flag_group sample_group = {"What sample keeps", sample_flags};
static const struct flag_group *const groups[] = {&read_group, &inspect_group, &sample_group,
                                                  &flags_general, NULL};

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

static bool trace_look(struct call *call, const struct trace_plan *plan,
                       const struct trace_watch *watch, struct err *err)
{
    struct inspection inspection;
    if (!trace_inspect(plan, watch, &inspection, err))
        return false;
    progress_clear(watch->context);
    struct buffer out = {0};
    if (call->flags.scenario)
        inspect_as_scenario(&inspection, &plan->paths, &out);
    else if (call->flags.json)
        inspect_as_json(&inspection, &plan->paths, &out);
    else
        inspect_as_text(&inspection, &plan->paths, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    if (!call->flags.scenario && !call->flags.json)
        say_next(call, &plan->paths);
    buffer_done(&out);
    inspection_done(&inspection);
    return true;
}

static const struct {
    const char *name;
    bool (*run)(struct call *call, const struct trace_plan *plan, const struct trace_watch *watch,
                struct err *err);
} actions[] = {{"inspect", trace_look}, {"convert", trace_convert}, {"sample", trace_sample}};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static bool fail_action(const char *given, struct err *err)
{
    const char *names[ACTIONS];
    for (size_t i = 0; i < ACTIONS; i++)
        names[i] = actions[i].name;
    err_fail(err, ERR_INPUT, "trace: unknown action `%s`", given);
    const int nearest = text_nearest(given, names, ACTIONS);
    if (nearest >= 0)
        return err_hint(err, "did you mean hotsim trace %s?", names[nearest]);
    return err_hint(err, "there are inspect, convert and sample");
}

static bool trace(struct call *call, struct err *err)
{
    const char *given = call->operands.items[0];
    size_t action = 0;
    while (action < ACTIONS && strcmp(actions[action].name, given) != 0)
        action++;
    if (action == ACTIONS)
        return fail_action(given, err);
    if (call->operands.count < 2)
        return err_fail(err, ERR_INPUT, "trace %s: expected a recording", given);
    struct progress progress = progress_of(call);
    const struct trace_watch watch = {.tick = show_progress, .context = &progress};
    const struct trace_plan plan = {
        .paths = {.items = call->operands.items + 1, .count = call->operands.count - 1},
        .format = call->flags.pattern ? TRACE_PATTERN : TRACE_AUTO,
        .pattern = (char *)(uintptr_t)call->flags.pattern,
        .time_guess = true,
        .on_error = ON_ERROR_SKIP,
        .speed = 1};
    const bool ok = actions[action].run(call, &plan, &watch, err);
    progress_clear(&progress);
    return ok;
}

const struct command command_trace = {
    .name = "trace",
    .operands = "ACTION FILE...",
    .summary = "inspect, convert or sample a recording",
    .help = "  hotsim trace inspect dns.log.gz\n"
            "  hotsim trace inspect dns.log.gz --scenario > my.json && hotsim compare my.json\n"
            "  hotsim trace convert access.log | zstd > access.csv.zst\n"
            "  hotsim trace sample dns.log.gz --by id.orig_h --share 10% > some.csv\n"
            "\n"
            "Format, delimiter, header, types and the column of times are taken from the\n"
            "file, and each is said with its reason. Several files are one recording, in\n"
            "order; a folder stands for its files; - is standard input. Copies are csv, on\n"
            "stdout.\n",
    .groups = groups,
    .operands_min = 1,
    .operands_max = 1000,
    .run = trace,
};
