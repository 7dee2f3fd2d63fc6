// err.h -- what went wrong, where in the user's input, and where in our source.
//
// A function that can fail for reasons outside the program returns bool and takes a
// `struct err *` last. The fault is noted where it is noticed; callers add context on
// the way out; `main` prints it once. Messages say what was found and what was
// expected, in the user's words, and end without a full stop.
#ifndef HOTSIM_BASE_ERR_H
#define HOTSIM_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

enum err_code {
    ERR_NONE,
    ERR_INPUT,       // bad input: exit 2
    ERR_MACHINE,     // disk, memory, a missing program: exit 3
    ERR_BUG,         // an invariant was violated: exit 4
    ERR_INTERRUPTED, // exit 130
};

struct err {
    enum err_code code;
    const char *source_file; // our own file and line, shown with -v
    int source_line;
    size_t offset;      // where in the text that was read (a key program, a where-clause)
    size_t length;      // how much of it; 0: the fault has no such place
    char message[1024]; // cut, never overrun
    char hint[512];     // a second line: what exists, "did you mean"; may be empty
};

// All return false, so that failing reads as one line. The first fault wins: a later
// call on the same err changes nothing.
#define err_fail(err, code, ...) err_fail_at((err), (code), __FILE__, __LINE__, __VA_ARGS__)
bool err_fail_at(struct err *err, enum err_code code, const char *source_file, int source_line,
                 const char *format, ...) __attribute__((format(printf, 5, 6)));

// Names the place of the fault just noted in the text being read.
bool err_place(struct err *err, size_t offset, size_t length);

// Sets the second line.
bool err_hint(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts "context: " in front of the message.
bool err_context(struct err *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
