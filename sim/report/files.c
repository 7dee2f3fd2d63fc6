#include "report/files.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_join(const char *folder, const char *name)
{
    struct buffer path = {0};
    const size_t size = strlen(folder);
    buffer_format(&path, "%s%s%s", folder, size > 0 && folder[size - 1] == '/' ? "" : "/", name);
    return buffer_take(&path);
}

char *path_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mem_text(".");
    return mem_text_of(bytes_of(path, slash == path ? 1 : (size_t)(slash - path)));
}

static bool fail(struct err *err, const char *what, const char *path)
{
    const int cause = errno;
    return err_fail(err, ERR_MACHINE, "cannot %s %s: %s", what, path, strerror(cause));
}

static bool write_all(int file, const struct buffer *content)
{
    size_t done = 0;
    while (done < content->size) {
        const ssize_t size = write(file, content->data + done, content->size - done);
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return false;
        done += (size_t)size;
    }
    return fsync(file) == 0;
}

bool file_write(const char *path, const struct buffer *content, struct err *err)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return fail(err, "write", path);
    bool ok = write_all(file, content) || fail(err, "write", path);
    if (close(file) != 0 && ok)
        ok = fail(err, "write", path);
    return ok;
}

static bool read_all(int file, struct buffer *out)
{
    enum { CHUNK = 1 << 16 };
    uint8_t *chunk = mem_new(CHUNK, 1);
    ssize_t size;
    do {
        size = read(file, chunk, CHUNK);
        if (size > 0)
            buffer_append(out, chunk, (size_t)size);
    } while (size > 0 || (size < 0 && errno == EINTR));
    mem_free(chunk);
    return size == 0;
}

bool file_read(const char *path, struct buffer *out, struct err *err)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail(err, "read", path);
    const bool ok = read_all(file, out) || fail(err, "read", path);
    (void)close(file);
    return ok;
}

bool folder_make(const char *path, struct err *err)
{
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno == ENOENT) {
        char *parent = path_parent(path);
        const bool ok = strcmp(parent, path) != 0 && folder_make(parent, err);
        mem_free(parent);
        if (!ok)
            return fail(err, "make", path);
        if (mkdir(path, 0777) == 0)
            return true;
    }
    struct stat status;
    if (errno == EEXIST && stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return true;
        errno = ENOTDIR;
    }
    return fail(err, "make", path);
}

bool folder_sync(const char *path, struct err *err)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return fail(err, "write", path);
    // Some file systems cannot sync a folder and say so with EINVAL.
    const bool ok = fsync(folder) == 0 || errno == EINVAL || fail(err, "write", path);
    (void)close(folder);
    return ok;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    (void)remove(path);
    return 0;
}

void folder_remove(const char *path)
{
    enum { OPEN_FOLDERS = 8 };
    (void)nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
