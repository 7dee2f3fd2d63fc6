#include "config/load.h"

#include "base/mem.h"

#include <ctype.h>
#include <string.h>

static const char *const picks[] = {"as_written", "uniform", "latest", NULL};

static void read_pick(struct loading *loading, const struct json_node *node,
                      struct scenario_query *out)
{
    static const struct param row = {
        .name = "pick", .kind = PARAM_CHOICE, .fallback = "as_written", .choices = picks};
    struct reader *reader = &loading->reader;
    int pick = 0;
    struct latest_form form = {.theta = 0.99};
    if (node && json_kind_of(node) == JSON_OBJECT) {
        const struct json_node *latest = json_member(node, "latest");
        if (!latest || json_count(node) != 1)
            faults_add(&reader->faults, place_of_value(reader, node),
                       "`pick` is as_written, uniform, latest or {latest: {theta}}");
        else
            read_object(reader, "queries.Q.pick.latest", latest, &form);
        pick = 2;
    } else if (node) {
        (void)read_value(reader, node, &row, &pick);
    }
    out->pick = mem_text(picks[pick]);
    out->pick_theta = pick == 2 ? form.theta : 0;
}

static void read_query(struct loading *loading, const struct json_node *node,
                       struct scenario_query *out)
{
    struct reader *reader = &loading->reader;
    struct query_form form = {0};
    out->name = mem_text(json_name_of(node));
    read_object(reader, "queries.Q", node, &form);
    out->where = form.where;
    const bool is_object = json_kind_of(node) == JSON_OBJECT;
    const struct json_node *scan = is_object ? json_member(node, "scan") : NULL;
    read_pick(loading, is_object ? json_member(node, "pick") : NULL, out);
    if (scan) {
        struct scan_form bounds = {0};
        read_object(reader, "queries.Q.scan", scan, &bounds);
        out->scan_from = bounds.from;
        out->scan_to = bounds.to;
    }
    if (is_object && !scan == !form.where)
        faults_add(&reader->faults, place_of_value(reader, node),
                   "a query is a where-clause or a scan, and not %s",
                   scan ? "both" : "without either");
}

void load_queries(struct loading *loading, const struct json_node *node)
{
    struct scenario *scenario = loading->scenario;
    if (!node)
        return;
    if (json_kind_of(node) != JSON_OBJECT) {
        faults_add(&loading->reader.faults, place_of_value(&loading->reader, node),
                   "queries must be an object");
        return;
    }
    load_check_count(loading, node, QUERIES_MAX);
    scenario->queries = mem_new(json_count(node), sizeof *scenario->queries);
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        const char *name = json_name_of(it);
        load_check_name(loading, it);
        if (!strcmp(name, "put") || !strcmp(name, "get") || !strcmp(name, "update") ||
            !strcmp(name, "delete"))
            faults_add(&loading->reader.faults, place_of_name(&loading->reader, it),
                       "`%s` is an operation; give the query another name", name);
        read_query(loading, it, &scenario->queries[scenario->query_count++]);
    }
}

// ---- the shape of a where-clause: its fields exist, its texts are closed ----

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_PARAMETER, TOKEN_LITERAL, TOKEN_OPERATOR };

struct where {
    struct loading *loading;
    const struct json_node *node;
    const char *text;
    size_t at;
    // The token read last.
    enum token_kind kind;
    size_t start, length;
    bool failed;
};

static void fail_where(struct where *where, size_t offset, size_t length, const char *message)
{
    struct reader *reader = &where->loading->reader;
    faults_add(&reader->faults, place_in_value(reader, where->node, offset, length), "%s", message);
    where->failed = true;
    where->kind = TOKEN_END;
}

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static void next_token(struct where *where)
{
    const char *text = where->text;
    while (isspace((unsigned char)text[where->at]))
        where->at++;
    where->start = where->at;
    const char c = text[where->at];
    const bool parameter = c == '$';
    const size_t from = where->at + parameter;
    size_t end = from;
    if (c == '\0') {
        where->kind = TOKEN_END;
    } else if (c == '\'' || c == '"' || c == '`') {
        const char *close = strchr(text + where->at + 1, c);
        if (!close) {
            fail_where(where, where->at, 1, "this quote is not closed");
            return;
        }
        end = (size_t)(close - text) + 1;
        where->kind = c == '`' ? TOKEN_NAME : TOKEN_LITERAL;
    } else if (isdigit((unsigned char)c)) {
        while (is_name_byte(text[end]))
            end++;
        where->kind = TOKEN_LITERAL;
    } else if (parameter || is_name_byte(c)) {
        // A dash inside a name belongs to it: log-event.
        while (is_name_byte(text[end]) ||
               (text[end] == '-' && end > from && is_name_byte(text[end + 1])))
            end++;
        where->kind = parameter ? TOKEN_PARAMETER : TOKEN_NAME;
    } else {
        end++;
        while (strchr("<>=!", c) && text[end] == '=')
            end++;
        where->kind = TOKEN_OPERATOR;
    }
    where->at = end;
    where->length = end - where->start;
}

static bool token_is(const struct where *where, const char *word)
{
    return where->length == strlen(word) &&
           !strncasecmp(where->text + where->start, word, where->length);
}

static bool is_comparison(const struct where *where)
{
    static const char *const words[] = {"=", "<", "<=", ">", ">=", "==", "between", "in", "like"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (where->kind != TOKEN_END && token_is(where, words[i]))
            return true;
    return false;
}

static void check_field(struct where *where, size_t start, size_t length)
{
    const bool marked = where->text[start] == '$' || where->text[start] == '`';
    const size_t inner = length - marked - (where->text[start] == '`');
    char *name = mem_text_of(bytes_of(where->text + start + marked, inner));
    struct loading *loading = where->loading;
    if (load_field_index(source_schema(loading->scenario->source), name) < 0) {
        struct buffer query = {0};
        buffer_format(&query, "this query");
        load_unknown_field(loading, place_in_value(&loading->reader, where->node, start, length),
                           name, (const char *)query.data);
        buffer_done(&query);
    }
    mem_free(name);
}

void load_check_where(struct loading *loading, const struct json_node *node)
{
    struct where where = {.loading = loading, .node = node, .text = json_text_of(node)};
    next_token(&where);
    if (where.kind == TOKEN_END && !where.failed)
        fail_where(&where, 0, 1, "this query is empty");
    else if (!where.failed && !token_is(&where, "where") && !token_is(&where, "select") &&
             !token_is(&where, "from") && !token_is(&where, "order"))
        fail_where(&where, where.start, where.length,
                   "a query begins with where (or SELECT ... WHERE)");
    bool ordering = false;
    while (where.kind != TOKEN_END) {
        const size_t start = where.start, length = where.length;
        const enum token_kind kind = where.kind;
        ordering = ordering || token_is(&where, "by");
        const bool keyword = token_is(&where, "asc") || token_is(&where, "desc") ||
                             token_is(&where, "limit") || token_is(&where, "by") ||
                             token_is(&where, "now");
        ordering = ordering && !token_is(&where, "limit");
        next_token(&where);
        if (kind == TOKEN_PARAMETER)
            check_field(&where, start, length);
        else if (kind == TOKEN_NAME && !keyword && (ordering || is_comparison(&where)))
            check_field(&where, start, length);
    }
}

// A bound of a raw scan is a key program; a quoted text is itself.
static void check_bound(struct loading *loading, const struct json_node *node)
{
    if (!node || json_kind_of(node) != JSON_TEXT || json_text_of(node)[0] == '\'')
        return;
    const struct scenario *scenario = loading->scenario;
    const struct key_context context = {.schema = source_schema(scenario->source),
                                        .params = scenario->params,
                                        .param_count = scenario->param_count,
                                        .encoding = (enum encoding)scenario->store.encoding,
                                        .slices = scenario->store.layout == LAYOUT_SLICES,
                                        .seed = scenario->seed};
    struct err err = {0};
    struct key_program *program = key_program_new(json_text_of(node), &context, &err);
    if (!program)
        fault_of_err(&loading->reader, node, &err);
    key_program_free(program);
}

void load_check_queries(struct loading *loading, const struct json_node *node)
{
    if (!node || json_kind_of(node) != JSON_OBJECT)
        return;
    for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
        const struct json_node *where = json_member(it, "where"), *scan = json_member(it, "scan");
        if (where && json_kind_of(where) == JSON_TEXT)
            load_check_where(loading, where);
        if (scan && json_kind_of(scan) == JSON_OBJECT) {
            check_bound(loading, json_member(scan, "from"));
            check_bound(loading, json_member(scan, "to"));
        }
    }
}
