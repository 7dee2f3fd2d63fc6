#include "report/report.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>

static int is_wanted(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status;
    return type == FTW_F && strcmp(path + at->base, "DejaVuSans.ttf") == 0;
}

static bool has_font(const char *folder)
{
    enum { OPEN_FOLDERS = 8 };
    return nftw(folder, is_wanted, OPEN_FOLDERS, FTW_PHYS) == 1;
}

static bool lacks_font(void)
{
    static const char *const folders[] = {"/usr/share/fonts", "/usr/local/share/fonts"};
    static const char *const own[] = {"/.fonts", "/.local/share/fonts"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (has_font(folders[i]))
            return false;
    }
    const char *home = getenv("HOME");
    bool found = false;
    for (size_t i = 0; home && !found && i < sizeof own / sizeof own[0]; i++) {
        struct buffer folder = {0};
        buffer_format(&folder, "%s%s", home, own[i]);
        found = has_font((const char *)folder.data);
        buffer_done(&folder);
    }
    return !found;
}

const char *report_font_warning(void)
{
    if (!lacks_font())
        return NULL;
    return "DejaVu Sans is not installed, so graphs may lack their texts: apt-get install "
           "fonts-dejavu-core";
}
