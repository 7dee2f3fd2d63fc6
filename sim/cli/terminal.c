#include "cli/terminal.h"

#include "base/text.h"
#include "config/fault.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static bool is_terminal(FILE *stream)
{
    const char *kind = getenv("TERM");
    return isatty(fileno(stream)) == 1 && !(kind && strcmp(kind, "dumb") == 0);
}

bool terminal_colour(const struct call *call, FILE *stream)
{
    if (call->flags.color != WHEN_AUTO)
        return call->flags.color == WHEN_ALWAYS;
    const char *no_colour = getenv("NO_COLOR");
    return is_terminal(stream) && !(no_colour && *no_colour);
}

size_t terminal_width(FILE *stream)
{
    struct winsize size = {0};
    if (!is_terminal(stream) || ioctl(fileno(stream), TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}

static void say(const struct buffer *text)
{
    (void)fwrite(text->data, 1, text->size, stderr);
}

static void plain(struct buffer *out, const char *text)
{
    text_plain(out, bytes_of(text, strlen(text)));
}

static void painted(struct buffer *out, bool colour, const char *paint, const char *text)
{
    if (colour)
        buffer_format(out, "\033[%sm%s\033[0m", paint, text);
    else
        buffer_text(out, text);
}

static void add_error(const struct call *call, const char *place, const struct err *err,
                      struct buffer *out)
{
    plain(out, place);
    buffer_text(out, ": ");
    painted(out, terminal_colour(call, stderr), "1;31", "error:");
    buffer_byte(out, ' ');
    plain(out, err->message);
    if (call->flags.verbose && err->source_file)
        buffer_format(out, " (%s:%d)", err->source_file, err->source_line);
    buffer_byte(out, '\n');
}

static void add_hint(const struct err *err, struct buffer *out)
{
    if (err->hint[0] == '\0')
        return;
    buffer_text(out, "   ");
    plain(out, err->hint);
    buffer_byte(out, '\n');
}

// The text the place speaks of, and a caret under the fault.
static void add_error_in(const struct call *call, const struct err *err, struct buffer *out)
{
    const struct bytes texts[] = {{0}, bytes_of(call->fault_text, strlen(call->fault_text))};
    const char *const labels[] = {"", call->fault_name};
    struct faults faults = {0};
    const struct fault_place place = {.source = 1, .offset = err->offset, .length = err->length};
    faults_add(&faults, place, "%s", err->message);
    if (err->hint[0])
        faults_hint(&faults, "%s", err->hint);
    faults_print(&faults, texts, labels, out);
    faults_done(&faults);
}

void terminal_error(const struct call *call, const struct err *err)
{
    struct buffer out = {0};
    if (call->fault_text && err->length > 0) {
        add_error_in(call, err, &out);
    } else {
        add_error(call, "hotsim", err, &out);
        add_hint(err, &out);
    }
    say(&out);
    buffer_done(&out);
}

static void add_line(const struct call *call, const char *label, const char *paint,
                     const char *message)
{
    if (call->flags.quiet)
        return;
    struct buffer text = {0};
    if (label)
        painted(&text, terminal_colour(call, stderr), paint, label);
    plain(&text, message);
    buffer_byte(&text, '\n');
    say(&text);
    buffer_done(&text);
}

void terminal_warning(const struct call *call, const char *message)
{
    add_line(call, "warning: ", "33", message);
}

void terminal_note(const struct call *call, const char *message)
{
    add_line(call, NULL, "", message);
}

void terminal_text(const struct call *call, const char *text)
{
    if (call->flags.quiet)
        return;
    (void)fputs(text, stderr);
    (void)fputc('\n', stderr);
}

// ---- progress ----

static double now_s(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_of(const struct call *call)
{
    const bool wanted =
        call->flags.progress == WHEN_ALWAYS ||
        (call->flags.progress == WHEN_AUTO && !call->flags.quiet && is_terminal(stderr));
    return (struct progress){.shown = wanted};
}

// "  replaying  [######--------]  43 %  12 s left"
static void add_bar(const struct progress *progress, double share, double spent_s,
                    struct buffer *out)
{
    enum { CELLS = 24 };
    buffer_format(out, "\r\033[K  %s  ", progress->stage);
    if (!(share >= 0 && share <= 1)) {
        buffer_format(out, "%.0f s", spent_s);
        return;
    }
    const int filled = (int)(share * CELLS);
    buffer_byte(out, '[');
    for (int i = 0; i < CELLS; i++)
        buffer_byte(out, i < filled ? '#' : '-');
    buffer_format(out, "] %3.0f %%", share * 100);
    if (share > 0.01 && spent_s > 0.5)
        buffer_format(out, "  %.0f s left", spent_s * (1 - share) / share);
}

void progress_show(void *context, const char *stage, double share)
{
    struct progress *progress = context;
    if (!progress->shown)
        return;
    const double now = now_s();
    if (strncmp(stage, progress->stage, sizeof progress->stage - 1) != 0) {
        (void)snprintf(progress->stage, sizeof progress->stage, "%s", stage);
        progress->begun_s = now;
        progress->drawn_s = 0;
    }
    if (now - progress->drawn_s < 0.1)
        return;
    progress->drawn_s = now;
    progress->drawn = true;
    struct buffer text = {0};
    add_bar(progress, share, now - progress->begun_s, &text);
    say(&text);
    buffer_done(&text);
}

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        (void)fputs("\r\033[K", stderr);
    progress->drawn = false;
}
