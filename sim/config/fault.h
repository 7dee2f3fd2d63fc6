// fault.h -- what is wrong with a scenario, all of it in one go, as a compiler shows it.
//
//     bad.json:14:21: error: unknown field `usr` in design "salted"
//        14 |     "salted": "[md5(usr).substr(0,4)][user]",
//           |                     ^^^
//        this workload has the fields user, tenant, ts; did you mean `user`?
//
// Texts that did not come from the file (flags) are shown whole, after the flag's name.
#ifndef HOTSIM_CONFIG_FAULT_H
#define HOTSIM_CONFIG_FAULT_H

#include "base/buffer.h"
#include "base/types.h"

enum { FAULTS_SHOWN_MAX = 20 };

struct fault_place {
    size_t source; // 0 is the file
    size_t offset, length;
    bool nowhere; // the fault has no place in a text
};

struct fault {
    struct fault_place place;
    char *message, *hint; // hint may be NULL
};

struct faults {
    struct fault *items;
    size_t count, capacity;
    bool repeated; // the fault noted last was known already
};

void faults_done(struct faults *faults);

// Notes a fault; the same message at the same place counts once.
void faults_add(struct faults *faults, struct fault_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The hint of the fault noted last.
void faults_hint(struct faults *faults, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// "did you mean `x`?", or (where no name is near) what there is: "`what` are a, b, c".
void faults_suggest(struct faults *faults, const char *given, const char *const *names,
                    size_t count, const char *what);

// Sorted by place. Source i has the text texts[i] and the label labels[i]: the file's name, then
// flags.
void faults_print(struct faults *faults, const struct bytes *texts, const char *const *labels,
                  struct buffer *out);

#endif
