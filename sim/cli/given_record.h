// given_record.h -- one record given on the command line: "NAME[:TYPE]=VALUE" for each field.
//
// Ownership: the record owns schema and batch.
#ifndef HOTSIM_CLI_GIVEN_RECORD_H
#define HOTSIM_CLI_GIVEN_RECORD_H

#include "base/batch.h"
#include "base/err.h"
#include "base/param.h"

struct given_record {
    struct schema schema;
    struct batch batch; // one row
};

// A field without a type is a string. Values may be left out where `values_needed` is false.
// Errors: ERR_INPUT for a text that is no field, an unknown type, a value that does not fit its
// type.
bool given_record_read(const struct param_texts *fields, bool values_needed,
                       struct given_record *out_record, struct err *err);
void given_record_done(struct given_record *record);

#endif
