// hotsim init NAME -- a commented scenario to begin with, on stdout or in a file; built in, from
// the statistics of Twitter's clusters, or from the property file of a YCSB workload.

#include "base/mem.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/templates.h"
#include "cli/terminal.h"
#include "cli/twitter.h"
#include "cli/ycsb.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct flag input[] = {
    {.name = "ycsb",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, ycsb),
     .value = "FILE",
     .help = "in place of NAME: a YCSB workload's property file; workloada to workloadf are known"},
    {0},
};
static const struct flag_group input_group = {"What it is made of", input};

static const struct flag output[] = {
    {.name = "output",
     .letter = 'o',
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, output),
     .value = "FILE",
     .help = "write it there instead of on stdout"},
    {.name = "force",
     .offset = offsetof(struct flags, force),
     .help = "replace the file if it is there"},
    {0},
};
static const struct flag_group output_group = {"What comes out", output};
static const struct flag_group *const groups[] = {&input_group, &output_group, &flags_general,
                                                  NULL};

static const struct template *find(const char *name, struct err *err)
{
    size_t count;
    const struct template *templates = template_catalog(&count);
    const char **names = mem_new(count, sizeof *names);
    const struct template *found = NULL;
    struct buffer known = {0};
    for (size_t i = 0; i < count; i++) {
        names[i] = templates[i].name;
        buffer_format(&known, "%s%s", i > 0 ? ", " : "", names[i]);
        if (strcmp(name, names[i]) == 0)
            found = &templates[i];
    }
    if (!found) {
        const int nearest = text_nearest(name, names, count);
        err_fail(err, ERR_INPUT, "init: there is no scenario `%s`", name);
        if (nearest >= 0)
            err_hint(err, "did you mean %s?", names[nearest]);
        else
            err_hint(err, "scenarios: %s", (const char *)known.data);
    }
    buffer_done(&known);
    mem_free(names);
    return found;
}

static bool write_all(int file, const char *text, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, text, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        size -= (size_t)written;
    }
    return true;
}

// Without `force` the file is made anew or not at all; with it the whole text replaces it in one
// step.
static bool write_file(const char *path, const char *text, bool force, struct err *err)
{
    struct buffer beside = {0};
    buffer_text(&beside, path);
    if (force)
        buffer_format(&beside, ".%ld.tmp", (long)getpid());
    const char *name = (const char *)beside.data;
    bool ok = false;
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) {
        err_fail(err, ERR_INPUT, "init: %s exists", name);
        err_hint(err, "--force replaces it");
        goto done;
    }
    ok = file >= 0 && write_all(file, text, strlen(text));
    if (file >= 0 && (close(file) != 0 || !ok || (force && rename(name, path) != 0))) {
        ok = false;
        const int reason = errno;
        (void)unlink(name);
        errno = reason;
    }
    if (!ok)
        err_fail(err, ERR_MACHINE, "init: cannot write %s: %s", path, strerror(errno));
done:
    buffer_done(&beside);
    return ok;
}

// The text that is asked for, which the caller frees; NULL on error.
static char *scenario_text(const struct call *call, struct err *err)
{
    const bool has_name = call->operands.count > 0;
    if (has_name == (call->flags.ycsb != NULL)) {
        err_fail(err, ERR_INPUT, "init: takes a scenario's NAME, or --ycsb FILE");
        err_hint(err, "hotsim list scenarios shows the names");
        return NULL;
    }
    if (call->flags.ycsb)
        return ycsb_scenario(call->flags.ycsb, err);
    if (twitter_is_named(call->operands.items[0]))
        return twitter_scenario(call->operands.items[0], err);
    const struct template *template = find(call->operands.items[0], err);
    return template ? mem_text(template->text) : NULL;
}

static bool write_out(struct call *call, const char *text, struct err *err)
{
    if (!call->flags.output) {
        (void)fputs(text, stdout); // whether it arrived is looked at in the end
        return true;
    }
    if (!write_file(call->flags.output, text, call->flags.force, err))
        return false;
    struct buffer line = {0};
    buffer_format(&line, "written; next: hotsim compare %s", call->flags.output);
    terminal_note(call, (const char *)line.data);
    buffer_done(&line);
    return true;
}

static bool init(struct call *call, struct err *err)
{
    char *text = scenario_text(call, err);
    const bool ok = text && write_out(call, text, err);
    mem_free(text);
    return ok;
}

const struct command command_init = {
    .name = "init",
    .operands = "[NAME]",
    .summary = "a scenario to begin with: log, orders, iot, shop, ... or one of YCSB's",
    .groups = groups,
    .operands_min = 0,
    .operands_max = 1,
    .run = init,
};
