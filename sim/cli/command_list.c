// hotsim list WHAT -- the catalogs, read from the same rows that the program uses.

#include "base/mem.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/lists.h"
#include "cluster/store.h"

#include <stdio.h>
#include <string.h>

static const struct flag showing[] = {
    {.name = "show",
     .kind = FLAG_TEXT,
     .offset = offsetof(struct flags, show),
     .value = "NAME",
     .help = "of stores: one profile, with the source of every number"},
    {0},
};
static const struct flag_group showing_group = {"What is listed", showing};
static const struct flag_group *const groups[] = {&showing_group, &flags_listing, &flags_general,
                                                  NULL};

struct list {
    const char *name, *summary;
    void (*fill)(struct listing *out);
};

static const struct list lists[] = {
    {"stores", "profiles of stores; --show NAME prints one", list_stores},
    {"functions", "functions of the key language", list_functions},
    {"presets", "named designs, and the key program each becomes", list_presets},
    {"generators", "where a generated field's values come from", list_generators},
    {"presplits", "how tables are cut before the first write", list_presplits},
    {"splits", "when regions are split in mid-run", list_splits},
    {"balancers", "when regions move to other servers", list_balancers},
    {"fields", "every name that a scenario can use", list_fields},
    {"scenarios", "scenarios to begin with, for hotsim init", list_scenarios},
    {"formats", "how recordings are read, and results are printed", list_formats},
    {"graphs", "graphs of a result", list_graphs},
    {"metrics", "the numbers of a result, and what they mean", list_metrics},
    {"findings", "what explain finds wrong with a key, and what to do", list_findings},
    {"claims", "what vendors' documents claim, and what a run shows", list_claims},
};
enum { LIST_COUNT = sizeof lists / sizeof lists[0] };

static void list_lists(struct listing *out)
{
    *out = (struct listing){
        .title = "hotsim list WHAT",
        .columns = {"what", "shows", NULL},
    };
    for (size_t i = 0; i < LIST_COUNT; i++) {
        listing_cell(out, lists[i].name);
        listing_cell(out, lists[i].summary);
    }
}

static const struct list *find_list(const char *name, struct err *err)
{
    const char *names[LIST_COUNT];
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (strcmp(lists[i].name, name) == 0)
            return &lists[i];
        names[i] = lists[i].name;
    }
    err_fail(err, ERR_INPUT, "list: there is no list of `%s`", name);
    const int nearest = text_nearest(name, names, LIST_COUNT);
    if (nearest >= 0)
        err_hint(err, "did you mean hotsim list %s?", names[nearest]);
    else
        err_hint(err, "hotsim list names them all");
    return NULL;
}

static const struct store_profile *find_profile(const char *name, struct err *err)
{
    const struct store_profile *found = store_profile_named(name);
    if (found)
        return found;
    size_t count;
    const struct store_profile *profiles = store_profile_catalog(&count);
    const char **names = mem_new(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = profiles[i].name;
    err_fail(err, ERR_INPUT, "list stores: there is no profile `%s`", name);
    const int nearest = text_nearest(name, names, count);
    if (nearest >= 0)
        err_hint(err, "did you mean %s?", names[nearest]);
    else
        err_hint(err, "hotsim list stores names them all");
    mem_free(names);
    return NULL;
}

static bool fill(const struct call *call, struct listing *out, struct err *err)
{
    const char *name = call->operands.count > 0 ? call->operands.items[0] : NULL;
    const struct list *list = name ? find_list(name, err) : NULL;
    if (name && !list)
        return false;
    if (call->flags.show) {
        if (!list || list->fill != list_stores)
            return err_fail(err, ERR_INPUT,
                            "list: --show goes with stores: hotsim list stores "
                            "--show NAME");
        const struct store_profile *profile = find_profile(call->flags.show, err);
        if (!profile)
            return false;
        list_store(profile, out);
        return true;
    }
    if (list)
        list->fill(out);
    else
        list_lists(out);
    return true;
}

static bool list(struct call *call, struct err *err)
{
    struct listing listing = {0};
    if (!fill(call, &listing, err))
        return false;
    struct buffer out = {0};
    listing_print(&listing,
                  call->flags.json ? LISTING_JSON : (enum listing_format)call->flags.format,
                  LISTING_WIDTH, &out);
    (void)fwrite(out.data, 1, out.size, stdout);
    listing_done(&listing);
    buffer_done(&out);
    return true;
}

const struct command command_list = {
    .name = "list",
    .operands = "[WHAT]",
    .summary = "stores, functions, presets, fields, metrics, claims and more",
    .groups = groups,
    .operands_max = 1,
    .run = list,
};
