// hotsim compare and hotsim run -- the same operations through every design; one design in detail.

#include "base/mem.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "cli/signals.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct flag_group *const groups[] = {&flags_designs, &flags_scenario, &flags_results,
                                                  &flags_general, NULL};

// ---- what meta.json says ----

struct meta_texts {
    char *folder, *command_line;
    char started_at[32];
    struct timespec begun;
};

static bool needs_quotes(const char *word)
{
    return *word == '\0' ||
           strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                        "_-+=:,./%@") != strlen(word);
}

// The words as they can be pasted into a shell again.
static char *command_line_of(const struct call *call)
{
    struct buffer line = {0};
    buffer_text(&line, "hotsim");
    for (int i = 1; i < call->word_count; i++) {
        const char *word = call->words[i];
        buffer_byte(&line, ' ');
        if (!needs_quotes(word)) {
            buffer_text(&line, word);
            continue;
        }
        buffer_byte(&line, '\'');
        for (; *word; word++)
            if (*word == '\'')
                buffer_text(&line, "'\\''");
            else
                buffer_byte(&line, (uint8_t)*word);
        buffer_byte(&line, '\'');
    }
    return buffer_take(&line);
}

static struct meta_texts meta_begin(const struct call *call)
{
    struct meta_texts texts = {.folder = getcwd(NULL, 0), .command_line = command_line_of(call)};
    struct tm utc;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &utc))
        (void)strftime(texts.started_at, sizeof texts.started_at, "%Y-%m-%dT%H:%M:%SZ", &utc);
    (void)clock_gettime(CLOCK_MONOTONIC, &texts.begun);
    return texts;
}

static struct report_meta meta_of(const struct meta_texts *texts, const struct call *call)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (struct report_meta){
        .scenario_path = call->operands.items[0],
        .working_folder = texts->folder,
        .command_line = texts->command_line,
        .started_at = texts->started_at,
        .duration_s = (double)(now.tv_sec - texts->begun.tv_sec) +
                      1e-9 * (double)(now.tv_nsec - texts->begun.tv_nsec),
    };
}

// ---- before the run ----

// The hash over the scenario needs a recording's content: it is read for it where a folder that is
// there already may hold another scenario's result.
static bool seal_early(struct session *session, struct err *err)
{
    struct scenario *scenario = session->scenario;
    if (scenario->workload.trace) {
        const struct param_texts *paths = &scenario->workload.trace->paths;
        for (size_t i = 0; i < paths->count; i++)
            if (strcmp(paths->items[i], "-") == 0)
                return true;
        if (!session->call->flags.output || access(session->call->flags.output, F_OK) != 0)
            return true;
        struct survey survey;
        if (!source_survey(scenario->source, NULL, NULL, &survey, err))
            return false;
    }
    scenario_seal(scenario);
    return true;
}

static bool check_folder(struct session *session, const struct report_options *options,
                         struct err *err)
{
    struct scenario *scenario = session->scenario;
    char version[] = HOTSIM_VERSION;
    char *command = mem_text(session->call->command->name);
    bool done;
    bool ok = seal_early(session, err);
    const struct result identity = {
        .command = command,
        .version = version,
        .seed = scenario->seed,
        .scenario_name = scenario->name,
        .scenario_hash = scenario->hash,
    };
    ok = ok && report_check(&identity, options, &done, err);
    mem_free(command);
    return ok;
}

static bool one_design(const struct session *session, struct err *err)
{
    const struct scenario *scenario = session->scenario;
    if (scenario->design_count == 1)
        return true;
    struct buffer names = {0};
    for (size_t i = 0; i < scenario->design_count; i++)
        buffer_format(&names, "%s%s", i > 0 ? ", " : "", scenario->designs[i].name);
    err_fail(err, ERR_INPUT, "run: takes one design, and this scenario has %zu",
             scenario->design_count);
    err_hint(err, "--design NAME, of %s", (const char *)names.data);
    buffer_done(&names);
    return false;
}

// ---- after the run ----

static void print_warnings(const struct call *call, const struct result *result)
{
    for (size_t i = 0; i < result->warning_count; i++)
        terminal_warning(call, result->warnings[i].message);
    for (size_t i = 0; i < result->design_count; i++) {
        const struct design_result *design = &result->designs[i];
        for (size_t j = 0; j < design->warning_count; j++) {
            struct buffer line = {0};
            buffer_format(&line, "%s: %s", design->name, design->warnings[j].message);
            terminal_warning(call, (const char *)line.data);
            buffer_done(&line);
        }
    }
}

static void judge(struct call *call, const struct result *result)
{
    for (size_t i = 0; i < result->expect_count; i++) {
        const struct expect_result *expect = &result->expects[i];
        if (expect->state == EXPECT_MET)
            continue;
        call->exit = EXIT_MISSED;
        struct buffer line = {0};
        buffer_format(&line, "expectation %s: %s of %s",
                      expect->state == EXPECT_MISSED ? "missed" : "not evaluated", expect->metric,
                      expect->design);
        if (expect->state == EXPECT_MISSED)
            buffer_format(&line, " is %.6g", expect->value);
        if (expect->has_min)
            buffer_format(&line, ", at least %.6g wanted", expect->min);
        if (expect->has_max)
            buffer_format(&line, ", at most %.6g wanted", expect->max);
        terminal_warning(call, (const char *)line.data);
        buffer_done(&line);
    }
}

static bool print_result(struct session *session, const struct result *result, const char *saved,
                         struct err *err)
{
    struct call *call = session->call;
    const struct report_format *format =
        report_format_named(call->flags.json ? "json" : format_flag_names[call->flags.format]);
    const struct report_look look = {
        .color = terminal_colour(call, stdout),
        .width = terminal_width(stdout),
        .saved = saved,
        .operand = call->flags.quiet ? NULL : call->operands.items[0],
    };
    if (!report_print(stdout, result, format, &look, err))
        return false;
    print_warnings(call, result);
    judge(call, result);
    return true;
}

static bool run_and_report(struct session *session, struct report_options *options,
                           const struct meta_texts *meta, struct err *err)
{
    const struct run_options run = session_run_options(session);
    signals_end_at_once(false);
    struct result *result = run_scenario(session->scenario, &run, err);
    if (!result)
        return false;
    if (session->progress.shown)
        progress_show(&session->progress, options->plots ? "drawing" : "writing", NAN);

    char *saved = NULL;
    options->meta = meta_of(meta, session->call);
    bool ok = report_save(result, options, &saved, err);
    progress_clear(&session->progress);
    ok = ok && print_result(session, result, saved, err);
    mem_free(saved);
    result_free(result);
    return ok;
}

static bool compare(struct call *call, struct err *err)
{
    struct session session;
    struct meta_texts meta = meta_begin(call);
    struct report_options options = {
        .output = call->flags.output,
        .plots = !call->flags.no_plots,
        .force = call->flags.force,
    };
    const bool is_run = strcmp(call->command->name, "run") == 0;
    const bool is_table = !call->flags.json && call->flags.format == 0 && !call->flags.quiet;

    bool ok = session_open(call, &session, err) && (!is_run || one_design(&session, err));
    if (ok && scenario_made(session.scenario)) {
        terminal_note(call, "the scenario that is used; save it to change it:");
        terminal_note(call, scenario_made(session.scenario));
    }
    if (ok && call->flags.dry_run) {
        ok = session_print_plan(&session, true, err);
    } else if (ok) {
        ok = check_folder(&session, &options, err) &&
             (!is_table || session_print_plan(&session, false, err)) &&
             run_and_report(&session, &options, &meta, err);
    }
    session_done(&session);
    mem_free(meta.folder);
    mem_free(meta.command_line);
    return ok;
}

static const char recording_help[] =
    "  hotsim compare SCENARIO            a scenario: hotsim init log > log.json is one\n"
    "  hotsim compare FILE.csv --key '[ts][host]' --key '[host][ts]' --servers 8\n"
    "                                     a recording: a scenario is made for it, and printed\n";

const struct command command_compare = {
    .name = "compare",
    .operands = "SCENARIO|FILE",
    .summary = "all designs on the same arrivals, side by side: the main job",
    .help = recording_help,
    .groups = groups,
    .operands_min = 1,
    .operands_max = 1,
    .run = compare,
};

const struct command command_run = {
    .name = "run",
    .operands = "SCENARIO|FILE",
    .summary = "one design, in detail",
    .groups = groups,
    .operands_min = 1,
    .operands_max = 1,
    .run = compare,
};
