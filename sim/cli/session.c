#include "cli/session.h"

#include "cli/signals.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

// `json`: the scenario; NULL: it is in the file that the operand names.
static bool open_scenario(struct call *call, const char *json, struct session *out_session,
                          struct err *err)
{
    const struct flags *flags = &call->flags;
    const struct scenario_options options = {
        .sets = (const char *const *)flags->sets.items,
        .set_count = flags->sets.count,
        .keys = (const char *const *)flags->keys.items,
        .key_count = flags->keys.count,
        .only = (const char *const *)flags->designs.items,
        .only_count = flags->designs.count,
        .seed_given = flags->seed.given,
        .seed = flags->seed.value,
    };
    const char *path = call->operands.items[0];
    struct diagnostics diagnostics = {0};
    *out_session = (struct session){.call = call, .progress = progress_of(call)};
    out_session->scenario = json ? scenario_open_text(json, path, &options, &diagnostics, err)
                                 : scenario_open(path, &options, &diagnostics, err);
    if (!out_session->scenario && diagnostics.text.size > 0) {
        (void)fwrite(diagnostics.text.data, 1, diagnostics.text.size, stderr);
        call->fault_said = true;
    }
    diagnostics_done(&diagnostics);
    return out_session->scenario != NULL;
}

bool session_open(struct call *call, struct session *out_session, struct err *err)
{
    return open_scenario(call, NULL, out_session, err);
}

bool session_open_text(struct call *call, const char *json, struct session *out_session,
                       struct err *err)
{
    return open_scenario(call, json, out_session, err);
}

// Rows of a recording that were left out, with the first of them.
static void say_skipped(const struct session *session)
{
    const char *const *examples = NULL;
    size_t count = 0;
    const struct source *source = session->scenario ? session->scenario->source : NULL;
    const uint64_t skipped = source ? source_skipped(source, &examples, &count) : 0;
    if (skipped == 0)
        return;
    const uint64_t read = source_rows_read(source);
    struct buffer line = {0};
    buffer_format(&line, "%" PRIu64 " of %" PRIu64 " rows could not be read and were left out%s",
                  skipped, skipped + read, count < skipped ? "; the first of them:" : ":");
    terminal_warning(session->call, (const char *)line.data);
    for (size_t i = 0; i < count; i++) {
        buffer_clear(&line);
        buffer_format(&line, "  %s", examples[i]);
        terminal_note(session->call, (const char *)line.data);
    }
    buffer_done(&line);
}

void session_done(struct session *session)
{
    progress_clear(&session->progress);
    say_skipped(session);
    scenario_free(session->scenario);
    session->scenario = NULL;
}

uint32_t session_jobs(const struct flags *flags)
{
    if (flags->jobs.given)
        return (uint32_t)flags->jobs.value;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > 64 ? 64 : (uint32_t)processors;
}

struct run_options session_run_options(struct session *session)
{
    return (struct run_options){
        .command = session->call->command->name,
        .jobs = session_jobs(&session->call->flags),
        .interrupted = signals_flag(),
        .progress = session->progress.shown ? progress_show : NULL,
        .progress_context = &session->progress,
    };
}
