// hotsim trace convert and hotsim trace sample: a recording as csv on stdout, what was done on
// stderr.

#include "base/text.h"
#include "cli/terminal.h"
#include "cli/trace_commands.h"
#include "config/quantity.h"
#include "workload/trace_copy.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static bool write_stdout(void *context, struct bytes text)
{
    (void)context;
    return fwrite(text.data, 1, text.size, stdout) == text.size;
}

static void say_faults(const struct call *call, const struct fault_log *faults)
{
    if (faults->count == 0)
        return;
    struct buffer line = {0};
    buffer_format(&line, "%" PRIu64 " rows could not be read and were left out%s", faults->count,
                  faults->example_count < faults->count ? "; the first of them:" : ":");
    terminal_warning(call, (const char *)line.data);
    for (size_t i = 0; i < faults->example_count; i++) {
        buffer_clear(&line);
        buffer_format(&line, "  %s", faults->examples[i]);
        terminal_note(call, (const char *)line.data);
    }
    buffer_done(&line);
}

bool trace_convert(struct call *call, const struct trace_plan *plan,
                   const struct trace_watch *watch, struct err *err)
{
    const struct trace_copying copying = {.plan = plan, .watch = watch, .write = write_stdout};
    struct trace_copied copied;
    if (!trace_copy(&copying, &copied, err))
        return false;
    say_faults(call, &copied.faults);
    trace_copied_done(&copied);
    return true;
}

// ---- samples ----

static void add_side(struct buffer *out, const char *name, const struct copied_side *side)
{
    buffer_format(out, "  %s  %" PRIu64 " rows of ", name, side->rows);
    text_si(out, side->entities);
    buffer_text(out, " entities; the hottest takes ");
    if (isnan(side->top_share))
        buffer_text(out, "less than can be told");
    else
        buffer_format(out, "%.3g %%", side->top_share * 100);
    if (!isnan(side->theta))
        buffer_format(out, "; zipf %.2f", side->theta);
}

static void say_sample(const struct call *call, const struct trace_copied *copied)
{
    struct buffer text = {0};
    add_side(&text, "read", &copied->all);
    buffer_byte(&text, '\n');
    add_side(&text, "kept", &copied->kept);
    terminal_text(call, (const char *)text.data);
    buffer_done(&text);
}

static bool read_share(const char *text, double *out_share, struct err *err)
{
    static const struct param row = {
        .name = "share", .kind = PARAM_SHARE, .min = 0, .max = 1, .fallback = ""};
    struct quantity quantity;
    if (!text)
        return err_fail(err, ERR_INPUT, "trace sample: expected --share, as in --share 10%%");
    if (!quantity_of(text, &row, NULL, 0, &quantity, err))
        return err_context(err, "--share");
    *out_share = quantity.value;
    return (quantity.value > 0 && quantity.value <= 1) ||
           err_fail(err, ERR_INPUT, "--share: expected more than 0 and at most 100 %%, got `%s`",
                    text);
}

bool trace_sample(struct call *call, const struct trace_plan *plan, const struct trace_watch *watch,
                  struct err *err)
{
    struct trace_copying copying = {.plan = plan,
                                    .watch = watch,
                                    .entity = call->flags.by,
                                    .seed = call->flags.seed.given ? call->flags.seed.value : 1,
                                    .write = write_stdout};
    if (!copying.entity) {
        err_fail(err, ERR_INPUT,
                 "trace sample: expected --by, the column whose entities are kept "
                 "with all their rows, or not at all");
        return err_hint(err, "hotsim trace inspect names the columns");
    }
    struct trace_copied copied;
    if (!read_share(call->flags.share, &copying.share, err) || !trace_copy(&copying, &copied, err))
        return false;
    say_sample(call, &copied);
    say_faults(call, &copied.faults);
    trace_copied_done(&copied);
    return true;
}
