// parser.h -- an expression as text becomes nodes.
//
// Recursive descent: == != bind least, then + -, then * / %, then a sign, then calls and methods.
#ifndef HOTSIM_KEY_PARSER_H
#define HOTSIM_KEY_PARSER_H

#include "key/names.h"
#include "key/node.h"

enum { KEY_DEPTH_MAX = 64 };

// The expression that fills `place` of the graph's text. Where `out_descending` is given, DESC or
// ASC may follow it. NULL on error.
struct key_node *key_parse(struct key_graph *graph, const struct key_scope *scope,
                           struct key_place place, bool *out_descending, struct err *err);

// The field, statement or param of a name in <...> or backquotes.
struct key_node *key_parse_name(struct key_graph *graph, const struct key_scope *scope,
                                struct bytes name, struct key_place place, struct err *err);

#endif
