#include "workload/trace_paths.h"

#include "base/buffer.h"
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add(struct param_texts *paths, char *path)
{
    paths->items = mem_resize(paths->items, paths->count + 1, sizeof *paths->items);
    paths->items[paths->count++] = path;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add_folder(struct param_texts *paths, const char *folder, struct err *err)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return err_fail(err, ERR_INPUT, "%s: cannot be opened: %s", folder, strerror(errno));
    const size_t first = paths->count;
    const bool ends_in_slash = folder[strlen(folder) - 1] == '/';
    errno = 0;
    for (struct dirent *entry; (entry = readdir(entries)); errno = 0) {
        if (entry->d_name[0] == '.')
            continue;
        struct buffer path = {0};
        buffer_format(&path, "%s%s%s", folder, ends_in_slash ? "" : "/", entry->d_name);
        if (is_folder((char *)path.data))
            buffer_done(&path);
        else
            add(paths, buffer_take(&path));
    }
    const int failed = errno;
    (void)closedir(entries);
    if (failed != 0)
        return err_fail(err, ERR_MACHINE, "%s: cannot be read: %s", folder, strerror(failed));
    if (paths->count == first)
        return err_fail(err, ERR_INPUT, "%s: is a folder without files", folder);
    qsort(paths->items + first, paths->count - first, sizeof *paths->items, by_bytes);
    return true;
}

bool trace_paths_find(const struct param_texts *given, struct param_texts *out_paths,
                      struct err *err)
{
    for (size_t i = 0; i < given->count; i++) {
        if (!is_folder(given->items[i]))
            add(out_paths, mem_text(given->items[i]));
        else if (!add_folder(out_paths, given->items[i], err))
            return false;
    }
    return true;
}

void trace_paths_done(struct param_texts *paths)
{
    for (size_t i = 0; i < paths->count; i++)
        mem_free(paths->items[i]);
    mem_free(paths->items);
    *paths = (struct param_texts){0};
}
