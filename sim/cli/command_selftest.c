// hotsim selftest -- random scenarios through the program and through a naive reference.

#include "cli/commands.h"
#include "cli/session.h"
#include "cli/signals.h"
#include "selftest/selftest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct flag flags[] = {
    {.name = "seeds",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, seeds),
     .value = "A..B",
     .help = "the scenarios to make, or one: 17; default 1..1000"},
    {.name = "jobs",
     .letter = 'j',
     .kind = FLAG_COUNT,
     .offset = offsetof(struct flags, jobs),
     .value = "N",
     .min = 1,
     .max = 1024,
     .help = "threads; default one a processor"},
    {.name = "output",
     .letter = 'o',
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, output),
     .value = "FILE",
     .help = "where the scenario goes whose results differ"},
    {0},
};
static const struct flag_group seeds_group = {"What is tested", flags};
static const struct flag_group *const groups[] = {&seeds_group, &flags_general, NULL};

static const char *read_seed(const char *text, uint64_t *out_seed)
{
    const char *end = text;
    *out_seed = 0;
    while (*end >= '0' && *end <= '9' && end - text < 18)
        *out_seed = *out_seed * 10 + (uint64_t)(*end++ - '0');
    return end > text ? end : NULL;
}

static bool read_seeds(const char *text, struct selftest_options *options, struct err *err)
{
    const char *end = read_seed(text, &options->first);
    options->last = options->first;
    if (end && strncmp(end, "..", 2) == 0)
        end = read_seed(end + 2, &options->last);
    if (end && *end == '\0' && options->first <= options->last)
        return true;
    err_fail(err, ERR_INPUT, "--seeds: expected A..B or one whole number, not `%s`", text);
    return err_hint(err, "for example --seeds 1..10000, or --seeds 17");
}

static void show_progress(void *context, uint64_t done, uint64_t total)
{
    progress_show(context, "testing", (double)done / (double)total);
}

static bool save(const char *path, const struct buffer *scenario, struct err *err)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return err_fail(err, ERR_MACHINE, "%s: %s", path, strerror(errno));
    const bool ok = fwrite(scenario->data, 1, scenario->size, file) == scenario->size;
    if (fclose(file) != 0 || !ok)
        return err_fail(err, ERR_MACHINE, "%s: could not be written", path);
    return true;
}

// The fault that was found stays the one that is reported.
static void say_scenario(struct call *call, const struct selftest_fault *fault)
{
    struct err err = {0};
    if (fault->scenario.size == 0)
        return;
    if (!call->flags.output)
        (void)fwrite(fault->scenario.data, 1, fault->scenario.size, stdout);
    else if (!save(call->flags.output, &fault->scenario, &err))
        terminal_warning(call, err.message);
}

static bool selftest(struct call *call, struct err *err)
{
    struct progress progress = progress_of(call);
    struct selftest_options options = {
        .jobs = session_jobs(&call->flags),
        .interrupted = signals_flag(),
        .progress = progress.shown ? show_progress : NULL,
        .progress_context = &progress,
    };
    if (!read_seeds(call->flags.seeds ? call->flags.seeds : "1..1000", &options, err))
        return false;
    struct selftest_fault fault = {0};
    signals_end_at_once(false);
    const bool ok = selftest_run(&options, &fault, err);
    progress_clear(&progress);
    if (ok)
        printf("%" PRIu64 " scenarios, every number as the reference has it\n",
               options.last - options.first + 1);
    else
        say_scenario(call, &fault);
    selftest_fault_done(&fault);
    return ok;
}

const struct command command_selftest = {
    .name = "selftest",
    .operands = "",
    .summary = "random scenarios against a naive reference, number by number",
    .help = "  hotsim selftest --seeds 1..10000\n"
            "  hotsim selftest --seeds 17 -o fault.json\n"
            "\n"
            "Each seed makes a small scenario, which is run as any other, and again by a slow\n"
            "and plain program that looks through everything there is. The first difference\n"
            "ends with exit 4, the field, both values, and the scenario.\n",
    .groups = groups,
    .run = selftest,
};
