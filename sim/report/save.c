#include "report/folder.h"

#include "base/mem.h"
#include "base/text.h"
#include "json/doc.h"
#include "json/writer.h"
#include "report/files.h"
#include "report/gnuplot.h"
#include "report/markdown.h"
#include "report/plots.h"
#include "report/result_json.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

// ---- before the run ----

static bool has_plots(const char *folder)
{
    char *plots = path_join(folder, "plots");
    const bool found = access(plots, F_OK) == 0;
    mem_free(plots);
    return found;
}

// False, with the error, where the folder may not be written; *out_done where it need not.
static bool may_write(const char *path, const struct result *identity,
                      const struct report_options *options, bool *out_done, struct err *err)
{
    char *why;
    const enum folder_state state = folder_state(path, identity, &why);
    const bool is_allowed =
        state == FOLDER_FREE || state == FOLDER_SAME || (state == FOLDER_OTHER && options->force);
    *out_done = state == FOLDER_SAME && !options->force && (!options->plots || has_plots(path));
    if (!is_allowed) {
        err_fail(err, ERR_INPUT, "%s is there already and holds %s", path, why);
        err_hint(err, state == FOLDER_OTHER ? "--force replaces it, -o DIR writes elsewhere"
                                            : "-o DIR writes elsewhere");
    }
    mem_free(why);
    return is_allowed;
}

bool report_check(const struct result *identity, const struct report_options *options,
                  bool *out_done, struct err *err)
{
    *out_done = false;
    if (options->plots && !gnuplot_find(err))
        return false;
    if (!identity->scenario_hash && !options->output)
        return true;
    char *path = folder_path(identity, options->output);
    const bool ok = may_write(path, identity, options, out_done, err);
    mem_free(path);
    return ok;
}

// ---- after it ----

static bool write_named(const char *folder, const char *name, const struct buffer *content,
                        struct err *err)
{
    char *path = path_join(folder, name);
    const bool ok = file_write(path, content, err);
    mem_free(path);
    return ok;
}

static void add_text(struct json_writer *json, const char *name, const char *text)
{
    if (!text)
        return;
    json_name(json, name);
    json_text(json, text);
}

static void meta_write(struct buffer *out, const struct result *result,
                       const struct report_meta *meta)
{
    struct json_writer json = {.out = out};
    struct utsname machine;
    const bool is_known = uname(&machine) == 0;
    json_open_object(&json);
    add_text(&json, "tool", "hotsim");
    add_text(&json, "version", result->version);
    add_text(&json, "command_line", meta->command_line);
    add_text(&json, "scenario_path", meta->scenario_path);
    add_text(&json, "working_folder", meta->working_folder);
    add_text(&json, "started_at", meta->started_at);
    json_name(&json, "duration_s");
    json_number(&json, meta->duration_s);
    add_text(&json, "host", is_known ? machine.nodename : NULL);
    add_text(&json, "system", is_known ? machine.sysname : NULL);
    add_text(&json, "system_release", is_known ? machine.release : NULL);
    add_text(&json, "machine", is_known ? machine.machine : NULL);
    json_close_object(&json);
    buffer_byte(out, '\n');
}

static bool write_texts(const struct result *result, const struct report_options *options,
                        const char *folder, struct err *err)
{
    struct buffer json = {0}, meta = {0}, summary = {0};
    result_json_write(&json, result);
    meta_write(&meta, result, &options->meta);
    markdown_summary(&summary, result, options->plots);
    const bool ok = write_named(folder, "result.json", &json, err) &&
                    write_named(folder, "meta.json", &meta, err) &&
                    write_named(folder, "summary.md", &summary, err);
    buffer_done(&json);
    buffer_done(&meta);
    buffer_done(&summary);
    return ok;
}

static bool write_folder(const struct result *result, const struct report_options *options,
                         const char *path, struct err *err)
{
    const struct plots_request request = {.draw = options->plots,
                                          .interrupted = options->interrupted};
    struct workshop shop;
    char *parent = path_parent(path);
    bool ok = folder_make(parent, err) && workshop_open(&shop, parent, err);
    mem_free(parent);
    if (!ok)
        return false;
    ok = write_texts(result, options, shop.path, err) &&
         plots_make(result, shop.path, &request, err);
    if (ok)
        return workshop_become(&shop, path, err);
    workshop_close(&shop);
    return false;
}

bool report_save(const struct result *result, const struct report_options *options, char **out_path,
                 struct err *err)
{
    char *path = folder_path(result, options->output);
    bool is_done = false;
    const bool ok = may_write(path, result, options, &is_done, err) &&
                    (is_done || write_folder(result, options, path, err));
    if (ok && out_path)
        *out_path = path;
    else
        mem_free(path);
    return ok;
}

// ---- read back ----

struct result *report_read(const char *path, struct err *err)
{
    struct stat status;
    const bool is_folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
    char *file = is_folder ? path_join(path, "result.json") : mem_text(path);
    struct buffer text = {0};
    buffer_text(&text, "");
    struct result *result = NULL;
    struct err reading = {0};
    if (!file_read(file, &text, &reading)) {
        err_fail(err, ERR_INPUT, "%s", reading.message);
    } else {
        result = result_json_read(bytes_of(text.data, text.size), &reading);
        if (!result) {
            size_t line, column;
            json_line_column((const char *)text.data, text.size, reading.offset, &line, &column);
            err_fail(err, ERR_INPUT, "%s:%zu:%zu: %s", file, line, column, reading.message);
        }
    }
    buffer_done(&text);
    mem_free(file);
    return result;
}
