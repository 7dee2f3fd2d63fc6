// scratch.h -- a folder of its own for each test, which is also the working folder.
#ifndef HOTSIM_TESTS_SCRATCH_H
#define HOTSIM_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

// For a suite's .init and .fini: a test runs in a process of its own, so that one folder is enough.
void scratch_enter(void);
void scratch_leave(void);
const char *scratch_path(void);

size_t
scratch_entries(const char *path); // files and folders in it; 0 where there is no such folder
bool scratch_has(const char *path);

#endif
