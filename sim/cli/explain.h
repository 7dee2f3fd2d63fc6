// explain.h -- the parts of `hotsim explain`: one key of the command line, or a whole scenario.
#ifndef HOTSIM_CLI_EXPLAIN_H
#define HOTSIM_CLI_EXPLAIN_H

#include "cli/command.h"
#include "json/writer.h"
#include "report/page.h"
#include "run/explain.h"

enum { EXPLAIN_WIDTH = 80 }; // columns, where no terminal says otherwise

// ---- one key: --key with --field or --decode ----

bool explain_one_key(struct call *call, struct err *err);

// ---- a scenario, or the result of a synthetic one ----

bool explain_operand(struct call *call, struct err *err);

// ---- printing ----

void explain_as_text(const struct scenario *scenario, const struct explanation *explanation,
                     struct page *page);
void explain_as_json(const struct scenario *scenario, const struct explanation *explanation,
                     struct buffer *out);

void findings_as_text(const struct finding_list *findings, struct page *page);
void findings_as_json(const struct finding_list *findings, struct json_writer *writer);

// A member whose value is a text of its own, which is freed.
void explain_text_member(struct json_writer *writer, const char *name, char *text);
char *explain_hex(struct bytes bytes);       // "00ff"; owned by the caller
char *explain_printable(struct bytes bytes); // as toBytesBinary reads it; owned by the caller

#endif
