#include "report/files.h"

#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char prefix[] = ".hotsim-tmp-";

static bool is_ours(const char *name)
{
    static const char digits[] = "0123456789";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return false;
    const char *rest = name + sizeof prefix - 1;
    const size_t pid = strspn(rest, digits);
    if (pid == 0 || rest[pid] != '-')
        return false;
    const size_t number = strspn(rest + pid + 1, digits);
    return number > 0 && rest[pid + 1 + number] == '\0';
}

// The lock of a process that has ended, however it ended, is free.
static int lock_folder(const char *path)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return -1;
    if (flock(folder, LOCK_EX | LOCK_NB) == 0)
        return folder;
    (void)close(folder);
    return -1;
}

static void sweep(const char *parent)
{
    DIR *folder = opendir(parent);
    if (!folder)
        return;
    const struct dirent *entry;
    while ((entry = readdir(folder))) {
        if (!is_ours(entry->d_name))
            continue;
        char *path = path_join(parent, entry->d_name);
        const int lock = lock_folder(path);
        if (lock >= 0) {
            folder_remove(path);
            (void)close(lock);
        }
        mem_free(path);
    }
    (void)closedir(folder);
}

// A sweeper may have been faster than our lock: then the folder is gone, and another name is tried.
static bool is_still_there(const char *path, int folder)
{
    struct stat by_name, by_lock;
    return stat(path, &by_name) == 0 && fstat(folder, &by_lock) == 0 &&
           by_name.st_ino == by_lock.st_ino && by_name.st_dev == by_lock.st_dev;
}

bool workshop_open(struct workshop *out_workshop, const char *parent, struct err *err)
{
    enum { TRIES = 1000 };
    sweep(parent);
    for (unsigned i = 0; i < TRIES; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s%ld-%u", prefix, (long)getpid(), i);
        char *path = path_join(parent, name);
        if (mkdir(path, 0777) == 0) {
            const int lock = lock_folder(path);
            if (lock < 0 || is_still_there(path, lock)) {
                *out_workshop = (struct workshop){.path = path, .lock = lock};
                return true;
            }
            (void)close(lock);
        } else if (errno != EEXIST) {
            const int cause = errno;
            mem_free(path);
            return err_fail(err, ERR_MACHINE, "cannot write in %s: %s", parent, strerror(cause));
        }
        mem_free(path);
    }
    return err_fail(err, ERR_MACHINE, "cannot make a temporary folder in %s", parent);
}

void workshop_close(struct workshop *workshop)
{
    if (workshop->path)
        folder_remove(workshop->path);
    mem_free(workshop->path);
    if (workshop->lock >= 0)
        (void)close(workshop->lock);
    *workshop = (struct workshop){.lock = -1};
}

static bool fail_replace(const char *path, struct err *err)
{
    const int cause = errno;
    err_fail(err, ERR_MACHINE, "cannot put the result in place of %s: %s", path, strerror(cause));
    if (cause == EINVAL || cause == ENOSYS)
        return err_hint(err,
                        "this file system cannot replace a folder in one step: remove it first, or "
                        "choose another with -o");
    return false;
}

bool workshop_become(struct workshop *workshop, const char *path, struct err *err)
{
    char *parent = path_parent(path);
    bool ok = folder_sync(workshop->path, err);
    // Nothing, or an empty folder, gives way to a rename; a full one is exchanged, so that at every
    // moment one of the two stands there.
    if (ok && rename(workshop->path, path) != 0) {
        const bool is_full = errno == ENOTEMPTY || errno == EEXIST;
        ok = (is_full &&
              renameat2(AT_FDCWD, workshop->path, AT_FDCWD, path, RENAME_EXCHANGE) == 0) ||
             fail_replace(path, err);
    }
    ok = ok && folder_sync(parent, err);
    mem_free(parent);
    workshop_close(workshop);
    return ok;
}
