#include "report/formats.h"

#include "report/result_json.h"

#include <errno.h>
#include <string.h>

static const struct report_format formats[] = {
    {"table", "a table and findings for a person at a terminal", table_write},
    {"tsv", "a line a design, tab-separated, names and units in the first line", tsv_write},
    {"md", "finding, table and assumptions as Markdown", markdown_write},
    {"json", "everything, as it stands in result.json", json_write},
};

void json_write(struct buffer *out, const struct result *result, const struct report_look *look)
{
    (void)look;
    result_json_write(out, result);
}

const struct report_format *report_formats(size_t *out_count)
{
    *out_count = sizeof formats / sizeof formats[0];
    return formats;
}

const struct report_format *report_format_named(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    }
    return NULL;
}

bool report_print(FILE *out, const struct result *result, const struct report_format *format,
                  const struct report_look *look, struct err *err)
{
    struct buffer text = {0};
    format->write(&text, result, look);
    errno = 0;
    const bool ok = fwrite(text.data, 1, text.size, out) == text.size && fflush(out) == 0;
    const int cause = errno;
    buffer_done(&text);
    return ok || err_fail(err, ERR_MACHINE, "cannot write the result to standard output: %s",
                          strerror(cause));
}
