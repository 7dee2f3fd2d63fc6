// templates.h -- scenarios to begin with: the files of workloads/init, built into the program.
//
// The first line of such a file is "// NAME: what it is about".
#ifndef HOTSIM_CLI_TEMPLATES_H
#define HOTSIM_CLI_TEMPLATES_H

#include <stddef.h>

struct template
{
    const char *name, *summary, *text;
};

const struct template *template_catalog(size_t *out_count);

#endif
