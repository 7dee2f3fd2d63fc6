#include "report/folder.h"

#include "base/mem.h"
#include "report/files.h"
#include "report/result_json.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void write_safe_name(struct buffer *out, const char *name)
{
    enum { NAME_MAX_BYTES = 80 };
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    const size_t before = out->size;
    for (; *name && out->size - before < NAME_MAX_BYTES; name++) {
        const bool is_inner_point = *name == '.' && out->size > before;
        buffer_byte(out, is_inner_point || strchr(safe, *name) ? (uint8_t)*name : '-');
    }
    if (out->size == before)
        buffer_text(out, "scenario");
}

char *folder_path(const struct result *identity, const char *output)
{
    struct buffer path = {0};
    if (output) {
        size_t size = strlen(output);
        while (size > 1 && output[size - 1] == '/')
            size--;
        buffer_append(&path, output, size);
        char *resolved = realpath((const char *)path.data, NULL);
        struct stat status;
        const bool is_link =
            lstat((const char *)path.data, &status) == 0 && S_ISLNK(status.st_mode);
        if (resolved && is_link) {
            buffer_clear(&path);
            buffer_text(&path, resolved);
        }
        free(resolved);
        return buffer_take(&path);
    }
    buffer_text(&path, "results/");
    write_safe_name(&path, identity->scenario_name ? identity->scenario_name : "");
    buffer_format(&path, "--%s--s%" PRIu64 "--%.8s", identity->command, identity->seed,
                  identity->scenario_hash ? identity->scenario_hash : "");
    return buffer_take(&path);
}

// The name of something that is not ours, owned by the caller; NULL where all of it is.
static char *foreign_entry(const char *path, bool *out_empty)
{
    static const char *const ours[] = {".",          "..",          "result.json", "meta.json",
                                       "summary.md", "report.html", "data",        "plots"};
    DIR *folder = opendir(path);
    char *found = NULL;
    const struct dirent *entry;
    *out_empty = true;
    while (folder && !found && (entry = readdir(folder))) {
        size_t i = 0;
        while (i < sizeof ours / sizeof ours[0] && strcmp(entry->d_name, ours[i]) != 0)
            i++;
        if (i >= 2)
            *out_empty = false;
        if (i == sizeof ours / sizeof ours[0])
            found = mem_text(entry->d_name);
    }
    if (folder)
        (void)closedir(folder);
    return found;
}

static void name_difference(struct buffer *out, const struct result *there,
                            const struct result *identity)
{
    if (strcmp(there->command, identity->command) != 0)
        buffer_format(out, "a result of `%s`", there->command);
    else if (there->seed != identity->seed)
        buffer_format(out, "a result with seed %" PRIu64, there->seed);
    else if (strcmp(there->version, identity->version) != 0)
        buffer_format(out, "a result of hotsim %s", there->version);
    else if (identity->scenario_hash && strcmp(there->scenario_hash, identity->scenario_hash) != 0)
        buffer_text(out, "a result of another scenario, or of this one before it was changed");
}

static enum folder_state compare_result(const char *path, const struct result *identity,
                                        struct buffer *why)
{
    struct err err = {0};
    struct result *there = report_read(path, &err);
    if (!there) {
        buffer_text(why, "a result.json that cannot be read");
        return FOLDER_OTHER;
    }
    name_difference(why, there, identity);
    result_free(there);
    return why->size > 0 ? FOLDER_OTHER : FOLDER_SAME;
}

enum folder_state folder_state(const char *path, const struct result *identity, char **out_why)
{
    struct buffer why = {0};
    struct stat status;
    enum folder_state state = FOLDER_FREE;
    bool is_empty = true;
    if (lstat(path, &status) != 0) {
        state = FOLDER_FREE;
    } else if (!S_ISDIR(status.st_mode)) {
        buffer_text(&why, "a file");
        state = FOLDER_FOREIGN;
    } else {
        char *foreign = foreign_entry(path, &is_empty);
        if (foreign) {
            buffer_format(&why, "`%s`, which hotsim did not write", foreign);
            state = FOLDER_FOREIGN;
        } else if (!is_empty) {
            state = compare_result(path, identity, &why);
        }
        mem_free(foreign);
    }
    *out_why = why.size > 0 ? buffer_take(&why) : NULL;
    return state;
}
