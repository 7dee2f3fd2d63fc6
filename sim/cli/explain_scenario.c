// A scenario explained; or a result, whose scenario is embedded in it.

#include "base/mem.h"
#include "base/text.h"
#include "cli/explain.h"
#include "cli/listing.h"
#include "cli/session.h"
#include "json/doc.h"
#include "metrics/result.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// ---- results ----

// A folder, or a file that calls itself a result in its first bytes.
static bool looks_like_result(const char *path)
{
    static const char mark[] = "\"hotsim.result/";
    struct stat status;
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode))
        return true;
    FILE *file = S_ISREG(status.st_mode) ? fopen(path, "rbe") : NULL;
    if (!file)
        return false;
    char head[256];
    const size_t size = fread(head, 1, sizeof head, file);
    (void)fclose(file);
    return memmem(head, size, mark, sizeof mark - 1) != NULL;
}

// NULL where there is no such member, or it is null.
static const struct json_node *member_of(const struct json_node *object, const char *name)
{
    const struct json_node *member =
        object && json_kind_of(object) == JSON_OBJECT ? json_member(object, name) : NULL;
    return member && json_kind_of(member) != JSON_NULL ? member : NULL;
}

// In a result paths are replaced by what the files held, so a scenario that reads files cannot be
// run from it.
static bool check_is_whole(const struct json_doc *doc, struct err *err)
{
    const struct json_node *root = json_doc_root(doc);
    const struct json_node *store = member_of(root, "store");
    const char *what = NULL;
    if (member_of(member_of(root, "workload"), "trace"))
        what = "the recording";
    else if (member_of(member_of(store, "presplit"), "file"))
        what = "the file of split points";
    if (!what)
        return true;
    err_fail(err, ERR_INPUT,
             "explain: a result names %s that it read by content and not by path, so it cannot be "
             "read again",
             what);
    return err_hint(err, "give the scenario's file instead of its result");
}

// The scenario of a result, as text that the caller frees; NULL on error.
static char *scenario_of_result(const char *path, struct err *err)
{
    struct result *result = report_read(path, err);
    if (!result)
        return NULL;
    char *config = mem_text(result->config);
    struct json_doc *doc = json_doc_parse(config, strlen(config), false, err);
    const bool ok = doc && check_is_whole(doc, err);
    json_doc_free(doc);
    result_free(result);
    if (ok)
        return config;
    mem_free(config);
    return NULL;
}

static bool open_operand(struct call *call, struct session *session, struct err *err)
{
    const char *path = call->operands.items[0];
    if (!looks_like_result(path))
        return session_open(call, session, err);
    char *text = scenario_of_result(path, err);
    const bool ok = text && session_open_text(call, text, session, err);
    mem_free(text);
    return ok;
}

// ---- scenarios ----

static void print(const struct session *session, const struct explanation *explanation)
{
    const struct call *call = session->call;
    struct buffer out = {0};
    if (call->flags.json || call->flags.format == LISTING_JSON) {
        explain_as_json(session->scenario, explanation, &out);
    } else {
        const size_t columns = terminal_width(stdout);
        struct page page = {
            .out = &out,
            .width = columns > 0 ? columns : EXPLAIN_WIDTH,
            .color = terminal_colour(call, stdout),
        };
        explain_as_text(session->scenario, explanation, &page);
    }
    (void)fwrite(out.data, 1, out.size, stdout);
    buffer_done(&out);
}

static bool explain_session(struct session *session, struct err *err)
{
    const struct run_options options = session_run_options(session);
    struct explanation *explanation = explain_scenario(session->scenario, &options, err);
    progress_clear(&session->progress);
    if (!explanation)
        return false;
    print(session, explanation);
    explanation_free(explanation);
    return true;
}

bool explain_operand(struct call *call, struct err *err)
{
    if (call->flags.format == LISTING_TSV || call->flags.format == LISTING_MD) {
        err_fail(err, ERR_INPUT, "explain: a scenario is explained as a table or as JSON");
        return err_hint(err, "--format table, or --json");
    }
    struct session session = {0};
    const bool ok = open_operand(call, &session, err) && explain_session(&session, err);
    session_done(&session);
    return ok;
}
