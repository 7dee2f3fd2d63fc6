#include "support.h"

#include "base/mem.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    cr_assert(file != NULL, "%s", path);
    (void)fwrite(text, 1, strlen(text), file);
    (void)fclose(file);
}

static void remove_file(const char *folder, const char *name)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)unlink(path);
}

// The text with every `from` turned into `to`.
static char *replaced(const char *text, const char *from, const char *to)
{
    struct buffer out = {0};
    buffer_text(&out, "");
    for (const char *at; (at = strstr(text, from)) != NULL; text = at + strlen(from)) {
        buffer_append(&out, text, (size_t)(at - text));
        buffer_text(&out, to);
    }
    buffer_text(&out, text);
    return buffer_take(&out);
}

struct opened opened_as(const char *name, const char *text, const struct scenario_options *options)
{
    static const struct scenario_options none = {0};
    char folder[] = "/tmp/hotsim-test-XXXXXX", path[256];
    cr_assert(mkdtemp(folder) != NULL);
    write_file(folder, name, text);
    write_file(folder, "rows.csv", "ts,host,n\n1700000000,a,1\n1700000001,b,2\n");
    write_file(folder, "plain.csv", "a,b\nx,y\nz,w\n");
    write_file(folder, "weights.csv", "from,to,weight\n1,9,3\n10,99,1\n");
    write_file(folder, "same.csv", "from,to,weight\n1,9,3\n10,99,1\n");
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);

    struct err err = {0};
    struct diagnostics diagnostics = {0};
    struct opened opened = {.scenario =
                                scenario_open(path, options ? options : &none, &diagnostics, &err)};
    opened.faults = diagnostics.count;
    opened.code = err.code;
    char prefix[64];
    (void)snprintf(prefix, sizeof prefix, "%s/", folder);
    opened.text =
        replaced(diagnostics.text.data ? (const char *)diagnostics.text.data : "", prefix, "");
    diagnostics_done(&diagnostics);
    remove_file(folder, name);
    remove_file(folder, "rows.csv");
    remove_file(folder, "plain.csv");
    remove_file(folder, "weights.csv");
    remove_file(folder, "same.csv");
    (void)rmdir(folder);
    return opened;
}

struct opened opened_of(const char *text, const struct scenario_options *options)
{
    return opened_as("s.json", text, options);
}

void opened_done(struct opened *opened)
{
    scenario_free(opened->scenario);
    mem_free(opened->text);
}

bool same_text(const char *got, const char *want)
{
    return got && want ? !strcmp(got, want) : got == want;
}
