// gnuplot.h -- the one place that starts a program: gnuplot, by fork and exec, never through a
// shell.
#ifndef HOTSIM_REPORT_GNUPLOT_H
#define HOTSIM_REPORT_GNUPLOT_H

#include "base/err.h"

#include <signal.h>

// ERR_MACHINE, with what to do, where there is no gnuplot in PATH.
bool gnuplot_find(struct err *err);

// Runs `gnuplot -d script` in `folder`; ERR_MACHINE with gnuplot's own words where it fails. It is
// ended, and ERR_INTERRUPTED noted, soon after *interrupted (NULL: never) is not 0.
bool gnuplot_run(const char *folder, const char *script, const volatile sig_atomic_t *interrupted,
                 struct err *err);

// ERR_MACHINE where a picture that gnuplot should have made is missing or cut short (a full disk
// does not always make it fail).
bool gnuplot_check_png(const char *path, struct err *err);
bool gnuplot_check_svg(const char *path, struct err *err);

#endif
