// Lines that a POSIX extended regular expression describes; each named group (?<name>...) is a
// column.
//
// Names are taken out before the expression is compiled. Back references are refused, and
// repetitions are limited, since both can take any time or memory.
#include "base/mem.h"
#include "workload/format.h"

#include <ctype.h>
#include <regex.h>
#include <string.h>

enum { PATTERN_BYTES_MAX = 4096, REPEATS_MAX = 1000 };

struct pattern {
    regex_t regex;
    bool is_compiled;
    size_t *groups; // [count]: the group of each column
    regmatch_t *matches;
    size_t match_count; // groups, and the whole
};

static void close(void *state)
{
    struct pattern *pattern = state;
    if (pattern->is_compiled)
        regfree(&pattern->regex);
    mem_free(pattern->groups);
    mem_free(pattern->matches);
    mem_free(pattern);
}

static bool fail(struct err *err, const char *text, size_t at, const char *what)
{
    return err_fail(err, ERR_INPUT, "pattern `%.200s`: %s at character %zu", text, what, at + 1);
}

// The name of a group "(?<name>" at `at`; its size, 0 where it is none.
static size_t group_name(const char *text, size_t at, const char **out_name)
{
    if (strncmp(text + at, "(?<", 3) != 0)
        return 0;
    *out_name = text + at + 3;
    size_t size = 0;
    while (isalnum((unsigned char)(*out_name)[size]) || (*out_name)[size] == '_')
        size++;
    return (*out_name)[size] == '>' ? size : 0;
}

// Multiplies the repeats of "{n}" or "{n,m}".
static bool check_repeat(const char *text, size_t at, uint64_t *repeats)
{
    uint64_t most = 0, value = 0;
    for (size_t i = at + 1; text[i] != '\0' && text[i] != '}'; i++) {
        if (text[i] < '0' || text[i] > '9') {
            value = 0;
            continue;
        }
        value = value * 10 + (uint64_t)(text[i] - '0');
        value = value > REPEATS_MAX ? REPEATS_MAX + 1 : value;
        most = value > most ? value : most;
    }
    *repeats *= most > 0 ? most : 1;
    return *repeats <= REPEATS_MAX;
}

// The end of a bracket expression "[...]": its closing bracket, or the end of the text.
static size_t skip_brackets(const char *text, size_t at)
{
    at += text[at + 1] == '^' ? 2 : 1;
    at += text[at] == ']';
    while (text[at] != '\0' && text[at] != ']') {
        const char kind = text[at] == '[' ? text[at + 1] : '\0';
        if (kind == ':' || kind == '.' || kind == '=') {
            at += 2;
            while (text[at] != '\0' && !(text[at] == kind && text[at + 1] == ']'))
                at++;
        }
        at += text[at] != '\0';
    }
    return at;
}

struct translation {
    struct buffer out; // without names
    size_t group_count;
    uint64_t repeats;
};

static bool add_group(struct cutter *cutter, const char *text, size_t *at, struct translation *to,
                      struct err *err)
{
    struct pattern *pattern = cutter->state;
    to->group_count++;
    if (text[*at + 1] != '?')
        return true;
    const char *name;
    const size_t size = group_name(text, *at, &name);
    if (size == 0)
        return fail(err, text, *at, "expected a group's name, as in (?<host>[^ ]+),");
    const size_t before = cutter->count;
    (void)cutter_name(cutter, bytes_of(name, size));
    if (cutter->count == before)
        return fail(err, text, *at, "a group's name for the second time");
    pattern->groups = mem_resize(pattern->groups, cutter->count, sizeof *pattern->groups);
    pattern->groups[before] = to->group_count;
    *at += size + 3;
    return true;
}

static bool translate(struct cutter *cutter, const char *text, struct translation *to,
                      struct err *err)
{
    for (size_t at = 0; text[at] != '\0'; at++) {
        const size_t begin = at;
        if (text[at] == '\\' && text[at + 1] >= '1' && text[at + 1] <= '9')
            return fail(err, text, at, "a back reference, which is not allowed,");
        if (text[at] == '\\' && text[at + 1] != '\0') {
            at++;
        } else if (text[at] == '[') {
            at = skip_brackets(text, at);
            if (text[at] == '\0')
                return fail(err, text, begin, "an unclosed `[`");
        } else if (text[at] == '{' && !check_repeat(text, at, &to->repeats)) {
            return fail(err, text, at, "more than 1000 repeats in all");
        }
        if (text[begin] == '(') {
            if (!add_group(cutter, text, &at, to, err))
                return false;
            buffer_byte(&to->out, '(');
            continue;
        }
        buffer_append(&to->out, text + begin, at - begin + 1);
    }
    return true;
}

static bool compile(struct pattern *pattern, const char *text, const struct translation *from,
                    struct err *err)
{
    const int status = regcomp(&pattern->regex, (const char *)from->out.data, REG_EXTENDED);
    if (status != 0) {
        char reason[128];
        (void)regerror(status, &pattern->regex, reason, sizeof reason);
        return err_fail(err, ERR_INPUT, "pattern `%.200s`: %s", text, reason);
    }
    pattern->is_compiled = true;
    pattern->match_count = from->group_count + 1;
    pattern->matches = mem_new(pattern->match_count, sizeof *pattern->matches);
    return true;
}

static bool open(struct cutter *cutter, const struct trace_plan *plan, struct bytes head,
                 struct err *err)
{
    (void)head;
    struct pattern *pattern = mem_new(1, sizeof *pattern);
    cutter->state = pattern;
    if (!plan->pattern || plan->pattern[0] == '\0') {
        err_fail(err, ERR_INPUT, "the format `pattern` needs a `pattern`");
        return err_hint(err, "for example \"pattern\": \"^(?<ts>[0-9.]+) (?<host>[^ ]+)\"");
    }
    if (strlen(plan->pattern) > PATTERN_BYTES_MAX)
        return err_fail(err, ERR_INPUT, "the pattern is longer than %d bytes", PATTERN_BYTES_MAX);
    struct translation translation = {.repeats = 1};
    buffer_text(&translation.out, "");
    bool ok = translate(cutter, plan->pattern, &translation, err);
    if (ok && cutter->count == 0)
        ok = err_fail(err, ERR_INPUT, "pattern `%.200s`: no group has a name, as in (?<host>[^ ]+)",
                      plan->pattern);
    ok = ok && compile(pattern, plan->pattern, &translation, err);
    buffer_done(&translation.out);
    return ok;
}

static enum cut cut(struct cutter *cutter, struct bytes line, struct err *fault)
{
    struct pattern *pattern = cutter->state;
    pattern->matches[0] = (regmatch_t){.rm_so = 0, .rm_eo = (regoff_t)line.size};
    const int status = regexec(&pattern->regex, (const char *)line.data, pattern->match_count,
                               pattern->matches, REG_STARTEND);
    if (status == REG_ESPACE) {
        (void)err_fail(fault, ERR_MACHINE, "out of memory for the pattern");
        return CUT_FAULT;
    }
    if (status != 0)
        return cut_fault(fault, "a line that the pattern describes", line);
    for (size_t i = 0; i < cutter->count; i++) {
        const regmatch_t match = pattern->matches[pattern->groups[i]];
        if (match.rm_so >= 0)
            cutter->cells[i] =
                bytes_of(line.data + match.rm_so, (size_t)(match.rm_eo - match.rm_so));
    }
    return CUT_ROW;
}

const struct recording_format format_pattern = {
    .name = "pattern",
    .summary = "lines that a POSIX regular expression describes: (?<host>[^ ]+) is a column",
    .null = "",
    .open = open,
    .close = close,
    .cut = cut,
};
