// hotsim check SCENARIO -- the resolved plan, before anything runs.

#include "cli/commands.h"
#include "cli/session.h"

static const struct flag_group *const groups[] = {&flags_scenario, &flags_designs, &flags_listing,
                                                  &flags_general, NULL};

static bool check(struct call *call, struct err *err)
{
    struct session session;
    const bool ok = session_open(call, &session, err) && session_print_plan(&session, err);
    session_done(&session);
    return ok;
}

const struct command command_check = {
    .name = "check",
    .operands = "SCENARIO",
    .summary = "the resolved plan: load, fields, regions, every default",
    .groups = groups,
    .operands_min = 1,
    .operands_max = 1,
    .run = check,
};
