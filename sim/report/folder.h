// folder.h -- the result folder: where it is, whether it may be written, and what is in it.
//
//     result.json, meta.json, summary.md, data/*.tsv, plots/*
#ifndef HOTSIM_REPORT_FOLDER_H
#define HOTSIM_REPORT_FOLDER_H

#include "report/report.h"

// `output` without slashes at its end, links resolved; or
// results/<scenario>--<command>--s<seed>--<hash8>, in which the scenario's name keeps letters,
// digits, '.', '_' and '-' only. Owned by the caller.
char *folder_path(const struct result *identity, const char *output);

enum folder_state {
    FOLDER_FREE,    // nothing, or an empty folder
    FOLDER_SAME,    // this very result
    FOLDER_OTHER,   // a result of something else
    FOLDER_FOREIGN, // a file, or a folder with what hotsim does not write
};
// For FOLDER_OTHER and FOLDER_FOREIGN `*out_why` (owned by the caller) says in what it differs;
// else it is NULL.
enum folder_state folder_state(const char *path, const struct result *identity, char **out_why);

#endif
