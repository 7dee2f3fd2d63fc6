// files.h -- files and folders that are whole or not there.
//
// Errors: ERR_MACHINE, with the path and the system's reason.
#ifndef HOTSIM_REPORT_FILES_H
#define HOTSIM_REPORT_FILES_H

#include "base/buffer.h"
#include "base/err.h"

char *path_join(const char *folder, const char *name); // owned by the caller
char *path_parent(const char *path); // "." where there is none; owned by the caller

// Writes a new file (an old one is replaced) and brings it to the disk.
bool file_write(const char *path, const struct buffer *content, struct err *err);
bool file_read(const char *path, struct buffer *out, struct err *err);

// A folder and those above it; one that is there already is fine.
bool folder_make(const char *path, struct err *err);
bool folder_sync(const char *path, struct err *err);
void folder_remove(const char *path); // and all in it; what cannot be removed is left

// A folder of our own to prepare things in, below `parent`: ".hotsim-tmp-<pid>-<n>", locked while
// this process lives. Those of processes that are gone are swept on the way.
struct workshop {
    char *path;
    int lock;
};
bool workshop_open(struct workshop *out_workshop, const char *parent, struct err *err);
void workshop_close(struct workshop *workshop); // removes what is left of it

// Puts the workshop's folder in the place of `path` in one step; what was there is removed after
// that. The workshop is closed.
bool workshop_become(struct workshop *workshop, const char *path, struct err *err);

#endif
