// open.c -- from an operand to a scenario: the file, the flags, the parts in their order, the
// faults.
#include "config/load.h"

#include "base/mem.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length > tail && !strcmp(text + length - tail, end);
}

// A scenario begins with `{` or a comment; anything else is a recording.
static bool looks_like_json(const struct buffer *head)
{
    size_t at = head->size >= 3 && !memcmp(head->data, "\xef\xbb\xbf", 3) ? 3 : 0;
    while (at < head->size && strchr(" \t\r\n", head->data[at]) && head->data[at] != '\0')
        at++;
    if (at >= head->size)
        return false;
    const uint8_t next = at + 1 < head->size ? head->data[at + 1] : 0;
    return head->data[at] == '{' || (head->data[at] == '/' && (next == '/' || next == '*'));
}

// An object that ends with its line, and another on the next: JSON Lines, which is a recording.
static bool looks_like_json_lines(const struct buffer *head)
{
    const uint8_t *end = head->data + head->size;
    const uint8_t *newline = memchr(head->data, '\n', head->size);
    if (!newline)
        return false;
    const uint8_t *last = newline;
    while (last > head->data && (last[-1] == '\r' || last[-1] == ' '))
        last--;
    const uint8_t *next = newline + 1;
    while (next < end && (*next == '\n' || *next == '\r'))
        next++;
    return last > head->data && last[-1] == '}' && next < end && *next == '{';
}

// The operand's text, as far as it is a scenario: *out_is_scenario false leaves a recording unread.
static bool read_scenario(int file, struct buffer *out, bool named_json, bool *out_is_scenario,
                          struct err *err)
{
    char block[65536];
    bool decided = false;
    for (;;) {
        const ssize_t got = read(file, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return err_fail(err, ERR_MACHINE, "cannot be read: %s", strerror(errno));
        if (got == 0)
            break;
        buffer_append(out, block, (size_t)got);
        if (!decided) {
            decided = true;
            *out_is_scenario = (named_json || looks_like_json(out)) && !looks_like_json_lines(out);
            if (!*out_is_scenario)
                return true;
        }
        if (out->size > SCENARIO_BYTES_MAX)
            return err_fail(err, ERR_INPUT, "is larger than a scenario can be (%d MiB)",
                            SCENARIO_BYTES_MAX / 1024 / 1024);
    }
    if (!decided)
        *out_is_scenario = named_json;
    if (*out_is_scenario && out->size == 0)
        return err_fail(err, ERR_INPUT, "is empty; expected a scenario");
    return true;
}

static bool read_file(const char *path, struct buffer *out, bool *out_is_scenario, struct err *err)
{
    *out_is_scenario = false;
    if (!strcmp(path, "-"))
        return true;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        const bool machine = errno == EMFILE || errno == ENFILE || errno == EIO || errno == ENOMEM;
        return err_fail(err, machine ? ERR_MACHINE : ERR_INPUT, "%s",
                        errno == ENOENT ? "no such file" : strerror(errno));
    }
    struct stat status;
    bool ok = true;
    // A folder stands for the recordings in it.
    if (fstat(file, &status) != 0 || !S_ISDIR(status.st_mode))
        ok = read_scenario(file, out, ends_with(path, ".json"), out_is_scenario, err);
    (void)close(file);
    return ok;
}

// {"workload": {"trace": PATH}}: all that a recording says by itself.
static void make_scenario(const char *path, struct buffer *out)
{
    struct json_writer writer = {.out = out};
    json_open_object(&writer);
    json_name(&writer, "workload");
    json_open_object(&writer);
    json_name(&writer, "trace");
    json_text(&writer, path);
    json_close_object(&writer);
    json_close_object(&writer);
}

// A value of the tree as JSON again.
static void write_node(struct json_writer *writer, const struct loading *loading,
                       const struct json_node *node)
{
    const enum json_kind kind = json_kind_of(node);
    if (kind == JSON_OBJECT || kind == JSON_LIST) {
        kind == JSON_OBJECT ? json_open_object(writer) : json_open_list(writer, false);
        for (const struct json_node *it = json_first(node); it; it = json_next(it)) {
            if (kind == JSON_OBJECT)
                json_name(writer, json_name_of(it));
            write_node(writer, loading, it);
        }
        kind == JSON_OBJECT ? json_close_object(writer) : json_close_list(writer);
    } else if (kind == JSON_TEXT) {
        json_text(writer, json_text_of(node));
    } else {
        const struct json_doc *doc = loading->reader.doc;
        size_t offset, length;
        json_place_of(doc, node, &offset, &length);
        char *token = mem_text_of(
            bytes_of(json_source_text(doc, json_source_of(doc, node)).data + offset, length));
        json_raw(writer, token);
        mem_free(token);
    }
}

static char *text_of_tree(const struct loading *loading)
{
    struct buffer out = {0};
    struct json_writer writer = {.out = &out};
    write_node(&writer, loading, loading->root);
    return buffer_take(&out);
}

// ---- the parts ----

static void note_duplicates(struct loading *loading)
{
    struct reader *reader = &loading->reader;
    for (size_t i = 0; i < json_doc_duplicate_count(reader->doc); i++) {
        const struct json_node *node = json_doc_duplicate(reader->doc, i);
        faults_add(&reader->faults, place_of_name(reader, node), "`%s` is given twice",
                   json_name_of(node));
    }
}

// The file's name without its folder; of a recording also without what tells how it is packed.
static char *base_name(const char *path, bool is_made)
{
    static const char *const packings[] = {".gz", ".xz", ".zst", ".bz2"};
    const char *slash = strrchr(path, '/');
    char *name = mem_text(slash ? slash + 1 : path);
    for (size_t i = 0; is_made && i < sizeof packings / sizeof packings[0]; i++) {
        if (!ends_with(name, packings[i]))
            continue;
        name[strlen(name) - strlen(packings[i])] = '\0';
        break;
    }
    return name;
}

static void name_scenario(struct loading *loading, const char *path)
{
    struct scenario *scenario = loading->scenario;
    scenario->path = mem_text(loading->is_made ? "" : path);
    char *file = base_name(!strcmp(path, "-") ? "standard input" : path, loading->is_made);
    scenario->title = mem_text(loading->forms->root.title ? loading->forms->root.title : file);
    if (!loading->forms->root.title)
        loading->forms->root.title = mem_text(file);
    char *dot = strrchr(file, '.');
    if (dot && dot != file)
        *dot = '\0';
    scenario->name = file;
}

static void load_all(struct loading *loading, const char *path)
{
    struct scenario *scenario = loading->scenario;
    struct reader *reader = &loading->reader;
    loading->root = json_doc_root(reader->doc);
    if (!object_of(reader, field_table_at(""), loading->root))
        return;
    load_overrides(loading);
    note_duplicates(loading);
    if (loading->is_made)
        loading->forms->made = text_of_tree(loading);
    const struct json_node *root = loading->root;
    const struct json_node *workload = json_member(root, "workload");
    load_params(loading, json_member(root, "params"));
    read_object(reader, "", root, &loading->forms->root);
    if (loading->options->seed_given)
        loading->forms->root.seed = loading->options->seed;
    scenario->seed = loading->forms->root.seed;
    name_scenario(loading, path);
    load_store(loading, layers_of(json_member(root, "store")), &scenario->store);
    load_queries(loading, json_member(root, "queries"));
    const size_t faults = reader->faults.count;
    load_workload(loading, workload);
    bool ready = reader->faults.count == faults;
    load_run(loading, json_member(root, "run"));
    ready = ready && load_source(loading, workload);
    if (ready)
        load_check_fields(loading, workload);
    load_designs(loading, json_member(root, "designs"),
                 ready ? source_schema(scenario->source) : NULL);
    if (ready)
        load_check_queries(loading, json_member(root, "queries"));
    if (ready)
        load_order(loading, workload);
    load_incidents(loading, json_member(root, "run"));
    load_expects(loading, json_member(root, "expect"));
    load_select(loading);
}

static struct loading *loading_new(const char *path, const struct scenario_options *options)
{
    struct loading *loading = mem_new(1, sizeof *loading);
    loading->options = options;
    loading->scenario = mem_new(1, sizeof *loading->scenario);
    loading->forms = mem_new(1, sizeof *loading->forms);
    loading->scenario->forms = loading->forms;
    loading->labels = mem_new(1, sizeof *loading->labels);
    loading->labels[loading->label_count++] = path;
    return loading;
}

// `unread`: the file's text where it is no JSON.
static void print_faults(struct loading *loading, const struct buffer *unread, struct buffer *out)
{
    const struct json_doc *doc = loading->reader.doc;
    struct bytes *texts = mem_new(loading->label_count, sizeof *texts);
    texts[0] = bytes_of(unread->data, unread->size);
    for (size_t i = 0; doc && i < loading->label_count; i++)
        texts[i] = json_source_text(doc, i);
    faults_print(&loading->reader.faults, texts, loading->labels, out);
    mem_free(texts);
}

// A file that could not be read, or is no JSON.
static void note_unread(struct loading *loading, const struct err *fault)
{
    const struct fault_place place = {
        .offset = fault->offset, .length = fault->length, .nowhere = fault->length == 0};
    loading->failed_code = fault->code;
    faults_add(&loading->reader.faults, place, "%s", fault->message);
    if (fault->hint[0] != '\0')
        faults_hint(&loading->reader.faults, "%s", fault->hint);
}

// A fault in the text that was made for a recording, which nobody wrote: it has no place, and its
// message need not begin with the recording's path again.
static void detach(struct fault *fault, const char *path)
{
    const size_t length = strlen(path);
    fault->place.nowhere = true;
    if (!strncmp(fault->message, path, length) && !strncmp(fault->message + length, ": ", 2))
        memmove(fault->message, fault->message + length + 2,
                strlen(fault->message + length + 2) + 1);
}

// Shows the faults; the scenario survives where there are none.
static struct scenario *finish(struct loading *loading, const struct buffer *unread,
                               struct diagnostics *diagnostics, struct err *err)
{
    struct faults *faults = &loading->reader.faults;
    struct scenario *scenario = loading->scenario;
    for (size_t i = 0; loading->is_made && i < faults->count; i++)
        if (faults->items[i].place.source == 0)
            detach(&faults->items[i], loading->labels[0]);
    diagnostics->count = faults->count;
    if (faults->count > 0) {
        const bool machine = faults->count == 1 && loading->failed_code == ERR_MACHINE;
        print_faults(loading, unread, &diagnostics->text);
        err_fail(err, machine ? ERR_MACHINE : ERR_INPUT, "%s: %s", loading->labels[0],
                 faults->items[0].message);
        scenario_free(scenario);
        scenario = NULL;
    } else {
        scenario->config = scenario_echo(scenario, false);
    }
    return scenario;
}

// `unreadable`: why there is no text.
static struct scenario *open_text(struct loading *loading, const char *path,
                                  const struct buffer *text, struct err *unreadable,
                                  struct diagnostics *diagnostics, struct err *err)
{
    struct reader *reader = &loading->reader;
    if (unreadable->code == ERR_NONE)
        reader->doc = json_doc_parse_all((const char *)text->data, text->size, true, unreadable);
    if (reader->doc)
        load_all(loading, path);
    else
        note_unread(loading, unreadable);
    struct scenario *scenario = finish(loading, text, diagnostics, err);
    json_doc_free(reader->doc);
    faults_done(&reader->faults);
    mem_free(loading->labels);
    mem_free(loading);
    return scenario;
}

struct scenario *scenario_open(const char *path, const struct scenario_options *options,
                               struct diagnostics *diagnostics, struct err *err)
{
    struct loading *loading = loading_new(path, options);
    const char *slash = strrchr(path, '/');
    struct buffer text = {0};
    struct err fault = {0};
    bool is_scenario;
    char *folder = NULL;
    if (read_file(path, &text, &is_scenario, &fault)) {
        loading->is_made = !is_scenario;
        if (loading->is_made) {
            buffer_clear(&text);
            make_scenario(path, &text);
        }
        folder = mem_text_of(bytes_of(path, is_scenario && slash ? (size_t)(slash - path) + 1 : 0));
        loading->folder = folder;
    }
    struct scenario *scenario = open_text(loading, path, &text, &fault, diagnostics, err);
    mem_free(folder);
    buffer_done(&text);
    return scenario;
}

struct scenario *scenario_open_text(const char *json, const char *name,
                                    const struct scenario_options *options,
                                    struct diagnostics *diagnostics, struct err *err)
{
    struct loading *loading = loading_new(name, options);
    loading->folder = "";
    struct buffer text = {0};
    struct err fault = {0};
    buffer_text(&text, json);
    struct scenario *scenario = open_text(loading, name, &text, &fault, diagnostics, err);
    buffer_done(&text);
    return scenario;
}
