// sample.h -- one record given on the command line: "NAME[:TYPE]=VALUE" for each field.
//
// Ownership: the sample owns schema and batch.
#ifndef HOTSIM_CLI_SAMPLE_H
#define HOTSIM_CLI_SAMPLE_H

#include "base/batch.h"
#include "base/err.h"
#include "base/param.h"

struct sample {
    struct schema schema;
    struct batch batch; // one row
};

// A field without a type is a string. Values may be left out where `values_needed` is false.
// Errors: ERR_INPUT for a text that is no field, an unknown type, a value that does not fit its
// type.
bool sample_read(const struct param_texts *fields, bool values_needed, struct sample *out_sample,
                 struct err *err);
void sample_done(struct sample *sample);

#endif
