// hotsim explain SCENARIO|RESULT -- what a key becomes, where it lands, what each query costs, what
// is wrong with it; and hotsim explain --key PROGRAM --field NAME[:TYPE]=VALUE ... -- one key.

#include "cli/commands.h"
#include "cli/explain.h"

static const char *const encoding_names[] = {"binary", "text", "ordered", NULL};

static const struct flag one_key[] = {
    {.name = "field",
     .letter = 'f',
     .kind = FLAG_TEXTS,
     .offset = offsetof(struct flags, fields),
     .value = "NAME[:TYPE]=VALUE",
     .help = "a field of the record; without a type a string; may be repeated"},
    {.name = "encoding",
     .kind = FLAG_CHOICE,
     .offset = offsetof(struct flags, encoding),
     .choices = encoding_names,
     .value = "binary|text|ordered",
     .help = "how numbers become bytes"},
    {.name = "slices",
     .offset = offsetof(struct flags, slices),
     .help = "a store of 1024 slices: names are text, and the sharding key picks the slice"},
    {.name = "decode",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, decode),
     .value = "KEY",
     .help = "read the fields back from a key (\\xNN for bytes that cannot be typed)"},
    {0},
};
static const struct flag_group one_key_group = {"One key, without a scenario", one_key};
static const struct flag_group *const groups[] = {&flags_designs, &one_key_group, &flags_scenario,
                                                  &flags_listing, &flags_general, NULL};

static bool explain(struct call *call, struct err *err)
{
    const bool has_operand = call->operands.count > 0;
    if (has_operand && (call->flags.fields.count > 0 || call->flags.decode)) {
        err_fail(err, ERR_INPUT,
                 "explain: --field and --decode go with --key alone, not with a "
                 "scenario");
        return err_hint(err, "a scenario's first record is its example");
    }
    if (has_operand)
        return explain_operand(call, err);
    if (call->flags.keys.count > 0)
        return explain_one_key(call, err);
    err_fail(err, ERR_INPUT, "explain: expected a scenario, or --key");
    return err_hint(err, "hotsim explain --key '[user][ts]' --field user=ann --field "
                         "ts:long=1364248490");
}

const struct command command_explain = {
    .name = "explain",
    .operands = "[SCENARIO|RESULT]",
    .summary = "what a key becomes, where it lands, what queries cost, what is wrong",
    .help = "  hotsim explain workloads/orders.json\n"
            "  hotsim explain --key '[md5(user).subStr(0,4)][user][ts]' --field user=ann \\\n"
            "                 --field ts:long=1364248490\n"
            "  hotsim explain --key '[user]_[n]' --field user --field n --decode ann_7\n"
            "\n"
            "Types: string, long, int, ulong, decimal, time, bytes. Strings are taken as they "
            "are.\n"
            "A scenario's --key adds a design; -S params.NAME=N gives one key its constants.\n",
    .groups = groups,
    .operands_max = 1,
    .run = explain,
};
