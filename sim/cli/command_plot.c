// hotsim plot RESULT -- draws a saved result's graphs again.

#include "base/mem.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const struct flag drawing[] = {
    {.name = "kind",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, kind),
     .value = "NAME",
     .help = "only this graph; see hotsim list graphs"},
    {.name = "output",
     .letter = 'o',
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, output),
     .value = "DIR",
     .help = "draw into DIR/plots and DIR/data; default the result's own folder"},
    {0},
};
static const struct flag_group drawing_group = {"Graphs", drawing};
static const struct flag_group *const groups[] = {&drawing_group, &flags_general, NULL};

static bool check_kind(const char *kind, struct err *err)
{
    size_t count;
    const struct report_graph *graphs = report_graphs(&count);
    const char **names = mem_new(count, sizeof *names);
    bool known = false;
    for (size_t i = 0; i < count; i++) {
        names[i] = graphs[i].name;
        known = known || strcmp(kind, names[i]) == 0;
    }
    if (!known) {
        const int nearest = text_nearest(kind, names, count);
        err_fail(err, ERR_INPUT, "--kind: there is no graph `%s`", kind);
        if (nearest >= 0)
            err_hint(err, "did you mean %s?", names[nearest]);
        else
            err_hint(err, "hotsim list graphs names them");
    }
    mem_free(names);
    return known;
}

// The folder that a result stands in: RESULT itself, or where its result.json is.
static char *folder_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return mem_text(path);
    const char *slash = strrchr(path, '/');
    return slash ? mem_text_of(bytes_of(path, slash == path ? 1 : (size_t)(slash - path)))
                 : mem_text(".");
}

static bool plot(struct call *call, struct err *err)
{
    const char *path = call->operands.items[0];
    if (call->flags.kind && !check_kind(call->flags.kind, err))
        return false;
    struct result *result = report_read(path, err);
    if (!result)
        return false;
    char *folder = call->flags.output ? mem_text(call->flags.output) : folder_of(path);
    const char *font_warning = report_font_warning();
    if (font_warning)
        terminal_warning(call, font_warning);
    const bool ok = report_plot(result, folder, call->flags.kind, err);
    if (ok && !call->flags.quiet)
        printf("drawn in %s/plots\n", folder);
    mem_free(folder);
    result_free(result);
    return ok;
}

const struct command command_plot = {
    .name = "plot",
    .operands = "RESULT",
    .summary = "draw the graphs of a saved result again",
    .groups = groups,
    .operands_min = 1,
    .operands_max = 1,
    .run = plot,
};
