#include "cli/signals.h"

#include "cli/command.h"

#include <string.h>
#include <unistd.h>

// A handler has no argument of ours: these two are the only variables of the program outside a
// struct.
static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t at_once_now = 1;

static void on_interrupt(int number)
{
    (void)number;
    if (interrupted || at_once_now) {
        static const char text[] = "\rhotsim: interrupted\n";
        const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
        (void)written;
        _exit(EXIT_INTERRUPTED);
    }
    interrupted = 1;
}

void signals_set_up(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    action.sa_handler = on_interrupt;
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
    (void)sigaction(SIGXFSZ, &action, NULL);
}

void signals_end_at_once(bool at_once)
{
    at_once_now = at_once;
}

const volatile sig_atomic_t *signals_flag(void)
{
    return &interrupted;
}
