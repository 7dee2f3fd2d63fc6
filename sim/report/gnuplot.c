#include "report/gnuplot.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NOT_STARTED = 127 };

static bool fail_missing(struct err *err)
{
    err_fail(err, ERR_MACHINE, "gnuplot is not installed, and graphs need it");
    return err_hint(err, "apt-get install gnuplot-nox, or --no-plots to do without graphs");
}

bool gnuplot_find(struct err *err)
{
    const char *path = getenv("PATH");
    bool found = false;
    while (path && *path && !found) {
        const size_t size = strcspn(path, ":");
        struct buffer file = {0};
        buffer_append(&file, path, size);
        buffer_text(&file, size > 0 ? "/gnuplot" : "./gnuplot");
        struct stat status;
        found = stat((const char *)file.data, &status) == 0 && S_ISREG(status.st_mode) &&
                access((const char *)file.data, X_OK) == 0;
        buffer_done(&file);
        path += size + (path[size] == ':');
    }
    return found || fail_missing(err);
}

// What gnuplot may know of the user's surroundings: where programs, fonts and temporary files are.
// Its own settings (GNUTERM, GNUPLOT_LIB, ...) and the locale would change the pictures.
static char **environment_new(void)
{
    static const char *const kept[] = {"PATH",           "HOME",          "TMPDIR",
                                       "XDG_CACHE_HOME", "XDG_DATA_HOME", "FONTCONFIG_FILE",
                                       "FONTCONFIG_PATH"};
    enum { KEPT = sizeof kept / sizeof kept[0] };
    char **environment = mem_new(KEPT + 2, sizeof *environment);
    size_t count = 0;
    environment[count++] = mem_text("LC_ALL=C.UTF-8");
    for (size_t i = 0; i < KEPT; i++) {
        const char *value = getenv(kept[i]);
        struct buffer entry = {0};
        if (value) {
            buffer_format(&entry, "%s=%s", kept[i], value);
            environment[count++] = buffer_take(&entry);
        }
    }
    return environment;
}

static void environment_free(char **environment)
{
    for (size_t i = 0; environment[i]; i++)
        mem_free(environment[i]);
    mem_free(environment);
}

// In the child, between fork and exec: only calls that are safe there.
static _Noreturn void become_gnuplot(const char *folder, const char *script, char **environment,
                                     int complaints)
{
    char program[] = "gnuplot", no_settings[] = "-d";
    char *const arguments[] = {program, no_settings, (char *)(uintptr_t)script, NULL};
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
        dup2(complaints, STDERR_FILENO) >= 0 && chdir(folder) == 0)
        execvpe(program, arguments, environment);
    _exit(EXIT_NOT_STARTED);
}

// All that comes through a pipe; the first part is kept. The child is ended where a signal comes
// meanwhile.
static void drain(int pipe_end, pid_t child, const volatile sig_atomic_t *interrupted,
                  struct buffer *out)
{
    enum { KEPT_MAX = 2000, LOOK_EVERY_MS = 20 };
    char chunk[512];
    for (;;) {
        struct pollfd waiting = {.fd = pipe_end, .events = POLLIN};
        if (interrupted && *interrupted != 0)
            (void)kill(child, SIGKILL);
        if (poll(&waiting, 1, LOOK_EVERY_MS) <= 0)
            continue;
        const ssize_t size = read(pipe_end, chunk, sizeof chunk);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return;
        if (out->size < KEPT_MAX)
            buffer_append(out, chunk, (size_t)size);
    }
}

static bool judge(int status, const struct buffer *complaints, struct err *err)
{
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_STARTED)
        return fail_missing(err);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT)
        return err_fail(err, ERR_INTERRUPTED, "interrupted while a graph was drawn");
    struct buffer words = {0};
    buffer_text(&words, "");
    text_plain(&words, bytes_of(complaints->data, complaints->size));
    if (WIFSIGNALED(status))
        err_fail(err, ERR_MACHINE, "gnuplot was ended by signal %d", WTERMSIG(status));
    else
        err_fail(err, ERR_MACHINE, "gnuplot failed: %s", (const char *)words.data);
    buffer_done(&words);
    return false;
}

bool gnuplot_run(const char *folder, const char *script, const volatile sig_atomic_t *interrupted,
                 struct err *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return err_fail(err, ERR_MACHINE, "cannot start gnuplot: %s", strerror(errno));
    char **environment = environment_new();
    const pid_t child = fork();
    if (child == 0)
        become_gnuplot(folder, script, environment, ends[1]);
    const int cause = errno;
    (void)close(ends[1]);
    struct buffer complaints = {0};
    bool ok = false;
    if (child < 0) {
        err_fail(err, ERR_MACHINE, "cannot start gnuplot: %s", strerror(cause));
    } else {
        int status = 0;
        drain(ends[0], child, interrupted, &complaints);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        if (interrupted && *interrupted != 0)
            err_fail(err, ERR_INTERRUPTED, "interrupted");
        else
            ok = judge(status, &complaints, err);
    }
    (void)close(ends[0]);
    buffer_done(&complaints);
    environment_free(environment);
    return ok;
}

// ---- what it left ----

// The last bytes hold the ending of the format; line breaks may follow it.
static bool ends_with(const char *path, const void *ending, size_t size, struct err *err)
{
    uint8_t found[16];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0 && lseek(file, -(off_t)sizeof found, SEEK_END) >= 0 &&
              read(file, found, sizeof found) == (ssize_t)sizeof found &&
              memmem(found, sizeof found, ending, size) != NULL;
    if (file >= 0)
        (void)close(file);
    if (!ok)
        err_fail(err, ERR_MACHINE, "gnuplot left a broken picture (is the disk full?)");
    return ok;
}

bool gnuplot_check_png(const char *path, struct err *err)
{
    static const uint8_t ending[] = {'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};
    return ends_with(path, ending, sizeof ending, err);
}

bool gnuplot_check_svg(const char *path, struct err *err)
{
    static const char ending[] = "</svg>";
    return ends_with(path, ending, sizeof ending - 1, err);
}
