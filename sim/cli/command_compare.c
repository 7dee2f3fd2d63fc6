// hotsim compare and hotsim run -- the same operations through every design; one design in detail.

#include "base/mem.h"
#include "cli/commands.h"
#include "cli/meta.h"
#include "cli/numbers.h"
#include "cli/session.h"
#include "cli/signals.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct flag_group *const groups[] = {&flags_designs, &flags_scenario, &flags_results,
                                                  &flags_general, NULL};

// ---- before the run ----

struct folder_question {
    const struct call *call;
    const struct report_options *options;
};

// As soon as the scenario's hash is known, and before anything is simulated.
static bool check_folder(void *context, const struct scenario *scenario, struct err *err)
{
    const struct folder_question *question = context;
    char *command = mem_text(question->call->command->name);
    char version[] = HOTSIM_VERSION;
    const struct result identity = {
        .command = command,
        .version = version,
        .seed = scenario->seed,
        .scenario_name = scenario->name,
        .scenario_hash = scenario->hash,
    };
    bool is_done;
    const bool ok = report_check(&identity, question->options, &is_done, err);
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

static bool prints_table(const struct call *call)
{
    return !call->flags.json && call->flags.format == 0;
}

static bool has_warning(const struct design_result *design, const char *message)
{
    for (size_t i = 0; i < design->warning_count; i++)
        if (strcmp(design->warnings[i].message, message) == 0)
            return true;
    return false;
}

// A warning once, with the names of the designs from `first` on that share it; of none where all
// do.
static void print_shared(const struct call *call, const struct result *result, size_t first,
                         const char *message)
{
    struct buffer names = {0}, line = {0};
    size_t count = 0;
    buffer_text(&names, "");
    for (size_t i = first; i < result->design_count; i++) {
        if (!has_warning(&result->designs[i], message))
            continue;
        buffer_format(&names, "%s%s", count > 0 ? ", " : "", result->designs[i].name);
        count++;
    }
    if (count < result->design_count || count == 1)
        buffer_format(&line, "%s: ", (const char *)names.data);
    buffer_text(&line, message);
    terminal_warning(call, (const char *)line.data);
    buffer_done(&names);
    buffer_done(&line);
}

static void print_warnings(const struct call *call, const struct result *result)
{
    for (size_t i = 0; i < result->warning_count; i++)
        terminal_warning(call, result->warnings[i].message);
    for (size_t i = 0; i < result->design_count; i++) {
        const struct design_result *design = &result->designs[i];
        for (size_t j = 0; j < design->warning_count; j++) {
            const char *message = design->warnings[j].message;
            bool is_said = false;
            for (size_t k = 0; k < i && !is_said; k++)
                is_said = has_warning(&result->designs[k], message);
            if (!is_said)
                print_shared(call, result, i, message);
        }
    }
}

// The table shows expectations itself; beside other formats they are said on stderr.
static void judge(struct call *call, const struct result *result)
{
    for (size_t i = 0; i < result->expect_count; i++) {
        const struct expect_result *expect = &result->expects[i];
        if (expect->state == EXPECT_MET)
            continue;
        call->exit = EXIT_MISSED;
        if (prints_table(call))
            continue;
        struct buffer line = {0};
        buffer_format(&line, "expectation %s: %s of %s",
                      expect->state == EXPECT_MISSED ? "missed" : "not evaluated", expect->metric,
                      expect->design);
        terminal_warning(call, (const char *)line.data);
        buffer_done(&line);
    }
}

static void print_numbers(const struct result *result)
{
    struct buffer out = {0};
    numbers_print(result, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    buffer_done(&out);
}

static void print_head(const struct scenario *scenario, const struct result *result)
{
    const struct design_result *first = &result->designs[0];
    const struct plan_numbers numbers = {
        .rate_per_s = first->offered_per_s,
        .simulated_s = result->measured_s,
        .operations = result->operations,
        .warmup_operations = result->warmup_operations,
        .rows = first->rows,
        .bytes = first->bytes,
    };
    struct buffer out = {0};
    plan_head(scenario, &numbers, &out);
    buffer_byte(&out, '\n');
    (void)fwrite(out.data, 1, out.size, stdout);
    buffer_done(&out);
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
        .operand = call->operands.items[0],
    };
    if (prints_table(call) && !call->flags.quiet)
        print_head(session->scenario, result);
    if (!report_print(stdout, result, format, &look, err))
        return false;
    if (prints_table(call) && call->flags.verbose)
        print_numbers(result);
    print_warnings(call, result);
    judge(call, result);
    return true;
}

static bool run_and_report(struct session *session, const struct meta *meta, struct err *err)
{
    const struct flags *flags = &session->call->flags;
    struct report_options options = {
        .output = flags->output,
        .plots = !flags->no_plots,
        .force = flags->force,
        .interrupted = signals_flag(),
    };
    struct folder_question question = {.call = session->call, .options = &options};
    // What can be refused at once is refused before the workload is read.
    if (!check_folder(&question, session->scenario, err))
        return false;

    struct run_options run = session_run_options(session);
    run.surveyed = check_folder;
    run.surveyed_context = &question;
    signals_end_at_once(false);
    struct result *result = run_scenario(session->scenario, &run, err);
    if (!result)
        return false;
    result->findings = report_findings(result, &result->finding_count);
    const char *font_warning = options.plots ? report_font_warning() : NULL;
    if (font_warning)
        terminal_warning(session->call, font_warning);
    if (session->progress.shown)
        progress_show(&session->progress, options.plots ? "drawing" : "writing", NAN);

    char *saved = NULL;
    options.meta = meta_now(meta, session->call);
    bool ok = report_save(result, &options, &saved, err);
    progress_clear(&session->progress);
    ok = ok && print_result(session, result, saved, err);
    mem_free(saved);
    result_free(result);
    return ok;
}

static bool compare(struct call *call, struct err *err)
{
    struct session session;
    struct meta meta = meta_begin(call);
    const bool is_run = call->command == &command_run;
    bool ok = session_open(call, &session, err) && (!is_run || one_design(&session, err));
    if (ok && scenario_made(session.scenario)) {
        terminal_note(call, "the scenario that is used; save it to change it:");
        terminal_text(call, scenario_made(session.scenario));
    }
    if (ok)
        ok = call->flags.dry_run ? session_print_plan(&session, err)
                                 : run_and_report(&session, &meta, err);
    session_done(&session);
    meta_done(&meta);
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
