#include "scratch.h"

#include "report/files.h"

#include <criterion/criterion.h>

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char place[64];

void scratch_enter(void)
{
    (void)strcpy(place, "/tmp/hotsim-test-XXXXXX");
    cr_assert(mkdtemp(place) != NULL);
    cr_assert_eq(chdir(place), 0);
}

void scratch_leave(void)
{
    cr_assert_eq(chdir("/"), 0);
    folder_remove(place);
}

const char *scratch_path(void)
{
    return place;
}

size_t scratch_entries(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return 0;
    size_t count = 0;
    while (readdir(folder))
        count++;
    (void)closedir(folder);
    return count - 2;
}

bool scratch_has(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}
