#include "cli/meta.h"

#include "base/mem.h"

#include <string.h>
#include <unistd.h>

static bool needs_quotes(const char *word)
{
    return *word == '\0' ||
           strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                        "_-+=:,./%@") != strlen(word);
}

// The words as they can be pasted into a shell again.
static char *command_line_of(const struct call *call)
{
    struct buffer line = {0};
    buffer_text(&line, "hotsim");
    for (int i = 1; i < call->word_count; i++) {
        const char *word = call->words[i];
        buffer_byte(&line, ' ');
        if (!needs_quotes(word)) {
            buffer_text(&line, word);
            continue;
        }
        buffer_byte(&line, '\'');
        for (; *word; word++)
            if (*word == '\'')
                buffer_text(&line, "'\\''");
            else
                buffer_byte(&line, (uint8_t)*word);
        buffer_byte(&line, '\'');
    }
    return buffer_take(&line);
}

struct meta meta_begin(const struct call *call)
{
    struct meta meta = {.folder = getcwd(NULL, 0), .command_line = command_line_of(call)};
    struct tm utc;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &utc))
        (void)strftime(meta.started_at, sizeof meta.started_at, "%Y-%m-%dT%H:%M:%SZ", &utc);
    (void)clock_gettime(CLOCK_MONOTONIC, &meta.begun);
    return meta;
}

void meta_done(struct meta *meta)
{
    mem_free(meta->folder);
    mem_free(meta->command_line);
}

struct report_meta meta_now(const struct meta *meta, const struct call *call)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (struct report_meta){
        .scenario_path = call->operands.items[0],
        .working_folder = meta->folder,
        .command_line = meta->command_line,
        .started_at = meta->started_at,
        .duration_s = (double)(now.tv_sec - meta->begun.tv_sec) +
                      1e-9 * (double)(now.tv_nsec - meta->begun.tv_nsec),
    };
}
