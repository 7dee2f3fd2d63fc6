// program.h -- a key program: the text of a key design, compiled once, run over batches.
//
// The language is that of the vendors' own documents
// ("[md5(userid).subStr(0,4)][userId][orderid]").
//
// Threads:   a program has scratch memory, so each thread compiles its own.
// Errors:    of the text: ERR_INPUT with offset and length in the text, and a hint of what exists;
//            of a record (division by zero, num() of a word, a key over KEY_BYTES_MAX): ERR_INPUT
//            that names the record by its number from 1.
#ifndef HOTSIM_KEY_PROGRAM_H
#define HOTSIM_KEY_PROGRAM_H

#include "base/batch.h"
#include "base/err.h"
#include "base/key_batch.h"
#include "base/schema.h"
#include "base/types.h"

enum encoding { ENCODING_BINARY, ENCODING_TEXT, ENCODING_ORDERED };

struct key_param { // a named constant of the scenario (`params`)
    const char *name;
    int64_t value;
};

struct key_context {
    const struct schema *schema; // outlives the program
    const struct key_param *params;
    size_t param_count;
    enum encoding encoding;
    bool slices;   // names are text, and end their sharding key at the leftmost '.'
    uint64_t seed; // of random(n)
    bool constant; // a key that names no field is one too: an end of a scan
};

struct key_program;

struct key_program *key_program_new(const char *text, const struct key_context *context,
                                    struct err *err); // NULL on error
void key_program_free(struct key_program *program);   // NULL is fine

// The keys of all rows of the batch.
bool key_program_run(struct key_program *program, const struct batch *batch, struct key_batch *out,
                     struct err *err);

// --- what is known of a program without running it ---

enum key_leading {
    LEADING_OTHER,
    LEADING_ENUMERABLE, // the first component that is not a literal takes one of `leading_values`
                        // values
    LEADING_HEX_DIGEST, // a lower-case hex digest, or the first characters of one
};

// What a finding about the key's first component needs. Derived from the program's text and the
// schema.
struct key_facts {
    enum key_leading leading;
    uint64_t leading_values;  // LEADING_ENUMERABLE
    bool invertible;          // every field can be read back from the key
    size_t component_count;   // literals apart
    bool uses_random;         // random(n) somewhere
    bool igz_rewritten;       // {xxHash(x) % n} was read as igz_bucket(x, n)
    bool plain_xxhash_suffix; // [xxHash(x) % n] in a design on slices: not the platform's suffix
    uint64_t fixed_width;     // bytes of every key, where all components are of fixed width; else 0
};
struct key_facts key_program_facts(const struct key_program *program);

// The values of the leading enumerable component, encoded, with the literals before it, sorted,
// each once.
struct key_values {
    struct bytes *items; // views into storage
    size_t count;
    struct buffer storage;
};
void key_values_done(struct key_values *values);
bool key_program_leading_values(struct key_program *program, size_t limit,
                                struct key_values *out_values, struct err *err);

// --- the layout of one key, for `explain` ---

struct key_part {
    struct bytes
        text; // as written in the program: "[md5(userid).subStr(0,4)]", or the literal itself
    bool is_literal;
    const char *meaning;    // one line in words ("first 4 hex digits of MD5 of userid")
    uint64_t offset, width; // bytes in this key
    bool fixed_width;
};
struct key_parts {
    struct key_part *items;
    size_t count;
    struct buffer storage; // of meanings
};
void key_parts_done(struct key_parts *parts);
// The parts of the key of row `row`, of the batch that was run last.
void key_program_parts(const struct key_program *program, size_t row, struct key_parts *out_parts);

// Reads the fields back from a key: names and values as text, one a field that the key holds. False
// where the key does not fit the layout, or the layout is ambiguous (variable width without a
// delimiter), with the reason.
struct key_decoded {
    struct {
        const char *name;
        char *value;
    } * items;
    size_t count;
};
void key_decoded_done(struct key_decoded *decoded);
bool key_program_decode(const struct key_program *program, struct bytes key,
                        struct key_decoded *out_decoded, struct err *err);

// The program as one line, canonical: statements, then components ("bucket = timestamp % 16;
// [bucket][timestamp]").
const char *key_program_text(const struct key_program *program);

#endif
