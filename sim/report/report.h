// report.h -- one finished run, written for a person, a script, or a plot.
//
// A writer a reader: each in its own file, all in one catalog. Writers append to a buffer, so that
// nothing is half written; the result folder is written whole or not at all (report/folder.h).
//
// Errors: ERR_INPUT where a folder is another run's; ERR_MACHINE for a disk, a missing gnuplot;
// ERR_BUG never.
#ifndef HOTSIM_REPORT_REPORT_H
#define HOTSIM_REPORT_REPORT_H

#include "base/buffer.h"
#include "base/err.h"
#include "metrics/result.h"

#include <signal.h>
#include <stdio.h>

// ---- texts on standard output ----

struct report_look {
    bool color;
    size_t width;        // columns of the terminal; 0: 80
    const char *saved;   // folder, for the line `saved`; NULL: none
    const char *operand; // the scenario as the user gave it, for the line `next`; NULL: none
};

struct report_format {
    const char *name; // "table", "tsv", "md", "json": as --format has it
    const char *summary;
    void (*write)(struct buffer *out, const struct result *result, const struct report_look *look);
};

const struct report_format *report_formats(size_t *out_count);
const struct report_format *report_format_named(const char *name); // NULL: none

// Writes in that format to `out`, and flushes; ERR_MACHINE where `out` does not take it.
bool report_print(FILE *out, const struct result *result, const struct report_format *format,
                  const struct report_look *look, struct err *err);

// ---- the result folder ----

// What goes to meta.json, the one file that differs from run to run. Texts are views; NULL: left
// out.
struct report_meta {
    const char *scenario_path, *working_folder, *command_line, *started_at; // ISO 8601, UTC
    double duration_s;
};

struct report_options {
    const char
        *output; // -o: the folder itself; NULL: results/<scenario>--<command>--s<seed>--<hash8>
    bool plots;
    bool force; // replace a folder that is there, whatever it holds
    struct report_meta meta;
    // Not 0: stop with ERR_INTERRUPTED and leave nothing; NULL: never.
    const volatile sig_atomic_t *interrupted;
};

// Before the run: ERR_INPUT where the folder is there and holds anything but this very result (same
// command, seed, tool version and scenario hash), unless `force`; ERR_MACHINE where plots are asked
// for and gnuplot is missing. Of `identity` only command, version, seed, scenario_name and
// scenario_hash are read; the hash may be NULL where it is not known yet: then only `output` is
// looked at, and the hash is taken as the same.
// *out_done: this very result is there already, graphs included, and saving would change nothing.
bool report_check(const struct result *identity, const struct report_options *options,
                  bool *out_done, struct err *err);

// Writes the folder: beside, then renamed. *out_path (may be NULL) is the folder, owned by the
// caller. Where this very result is there already it is left as it is, which is a success.
bool report_save(const struct result *result, const struct report_options *options, char **out_path,
                 struct err *err);

// ---- a result that was saved ----

// Reads a result.json, or the one in a folder; NULL on error (ERR_INPUT, with line and column where
// it is not one).
struct result *report_read(const char *path, struct err *err);

// ---- graphs ----

struct canvas;
struct graph_files;
struct report_graph {
    const char *name; // "heatmap", "load", "lorenz", ...: as --kind has it
    const char *summary;
    void (*draw)(const struct result *result, struct canvas *canvas, struct graph_files *files);
    // False where the result has nothing for it: the graph is left out. NULL: never.
    bool (*applies)(const struct result *result);
    const char *why_not; // what such a result has not, as the end of a sentence
};
const struct report_graph *report_graphs(size_t *out_count);

// What to tell a user before graphs are drawn where DejaVu Sans is not installed, since gnuplot
// then leaves their texts out and says nothing; NULL where it is.
const char *report_font_warning(void);

// Draws graphs as .gp, .png and .svg in `folder`/plots with their data in `folder`/data (made where
// missing); `kind` NULL: all that apply. ERR_INPUT where `kind` does not.
bool report_plot(const struct result *result, const char *folder, const char *kind,
                 struct err *err);

// ---- what the numbers mean ----

struct report_metric {
    char *path; // below a design's result; NAME stands for a table, an operation or a query
    const char *meaning;
};
struct report_metric *
report_metrics(size_t *out_count); // for `hotsim help metrics`; owned by the caller
void report_metrics_free(struct report_metric *metrics, size_t count);

// The sentences under the table, for result->findings (a run fills it with them at its end). Owned
// by the caller: an array of `*out_count` texts; NULL where there are none.
char **report_findings(const struct result *result, size_t *out_count);

#endif
