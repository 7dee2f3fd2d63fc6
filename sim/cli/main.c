// hotsim -- a wind tunnel for row keys.
//
// Finds the command, reads its flags, runs it, prints the one error there may be, and makes sure
// that what was printed has arrived. The C locale stays as it is at the start: numbers are the same
// everywhere.

#include "base/mem.h"
#include "cli/command.h"
#include "cli/signals.h"
#include "cli/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef NDEBUG
#error "asserts stay on in every build: the numbers decide clusters"
#endif

// A closed standard stream must not become the first file that is opened: its number is taken
// by something that can be neither read nor written as intended, so that using it fails.
static void occupy_closed_streams(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
            (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static void print_help(const struct command *command)
{
    struct buffer text = {0};
    command_help(command, &text);
    (void)fwrite(text.data, 1, text.size, stdout);
    buffer_done(&text);
}

static bool check_operands(const struct call *call, struct err *err)
{
    const struct command *command = call->command;
    const size_t count = call->operands.count;
    if (count < command->operands_min)
        err_fail(err, ERR_INPUT, "%s: %s is missing", command->name, command->operands);
    else if (count > command->operands_max)
        err_fail(err, ERR_INPUT, "%s: unexpected `%s`", command->name,
                 call->operands.items[command->operands_max]);
    else
        return true;
    return err_hint(err, "hotsim %s%s%s; see hotsim help %s", command->name,
                    command->operands[0] ? " " : "", command->operands, command->name);
}

static bool run(struct call *call, int count, char **words, struct err *err)
{
    if (count == 0) {
        err_fail(err, ERR_INPUT, "no command given");
        return err_hint(err, "hotsim help names them all");
    }
    const char *name = words[0];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    else if (strcmp(name, "--version") == 0)
        name = "version";
    if (name[0] == '-') {
        err_fail(err, ERR_INPUT, "expected a command, got the flag %s", name);
        return err_hint(err, "flags follow the command: hotsim compare SCENARIO %s", name);
    }
    call->command = command_named(name);
    if (!call->command)
        return command_unknown(name, err);
    if (!flags_parse(call->command->groups, count - 1, words + 1, &call->flags, &call->operands,
                     err))
        return err_context(err, "%s", name);
    if (call->flags.help) {
        print_help(call->command);
        return true;
    }
    return check_operands(call, err) && call->command->run(call, err);
}

// What was printed has arrived, or the results are not where the user thinks they are.
static bool close_stdout(struct err *err)
{
    errno = 0;
    const bool failed = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed && fclose(stdout) == 0)
        return true;
    return err_fail(err, ERR_MACHINE, "cannot write to standard output%s%s", errno ? ": " : "",
                    errno ? strerror(errno) : "");
}

int main(int count, char **words)
{
    struct call call = {.word_count = count, .words = words};
    struct err err = {0};
    occupy_closed_streams();
    signals_set_up();

    if (!run(&call, count > 0 ? count - 1 : 0, words + 1, &err) && !call.fault_said)
        terminal_error(&call, &err);
    enum exit_code code = err.code == ERR_NONE ? call.exit : exit_of(&err);

    struct err late = {0};
    if (!close_stdout(&late)) {
        if (err.code == ERR_NONE)
            terminal_error(&call, &late);
        code = code == EXIT_DONE || code == EXIT_MISSED ? EXIT_MACHINE : code;
    }
    mem_free(call.operands.items);
    flags_done(&call.flags);
    return (int)code;
}
