// Which of a design's tables answers a query: the cheapest, or the one that is named.
#include "base/mem.h"
#include "run/read_plan.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <string.h>

static const char text[] =
    "{\"workload\": {\"fields\": {\"host\": {\"zipf\": 200}, \"ts\": \"clock\"}}, \"designs\": "
    "{\"rows\": {\"tables\": {\"by_host\": \"[host][ts]\", \"by_time\": \"[ts][host]\"}}, "
    "\"references\": {\"tables\": {\"by_host\": {\"key\": \"[host][ts]\", \"holds\": "
    "\"reference\"}, \"by_time\": \"[ts][host]\"}}, \"one\": \"[ts][host]\"}, \"store\": "
    "{\"profile\": \"custom\", \"presplit\": {\"algorithm\": \"none\"}}}";

enum { TABLES = 2, ROWS = 10000 };

// The design's tables, cut, and the plan of the clause.
struct asked {
    struct scenario *scenario;
    struct design_table tables[TABLES];
    struct read_source sources[TABLES];
    struct clause *clause;
    struct read_plan plan;
    struct err err;
    bool ok;
};

static void ask(struct asked *asked, size_t design, const char *where)
{
    const struct scenario_options options = {0};
    struct diagnostics diagnostics = {0};
    *asked = (struct asked){0};
    struct err *err = &asked->err;
    asked->scenario = scenario_open_text(text, "s", &options, &diagnostics, err);
    cr_assert(asked->scenario != NULL, "%s", err->message);
    diagnostics_done(&diagnostics);
    const struct scenario_design *plan = &asked->scenario->designs[design];
    for (size_t t = 0; t < plan->table_count; t++) {
        cr_assert(design_table_open(&asked->tables[t], &plan->tables[t], asked->scenario, err));
        cr_assert(design_table_cut(&asked->tables[t], ROWS, err));
        asked->sources[t] = (struct read_source){.table = &asked->tables[t], .records = ROWS};
    }
    asked->clause = clause_new(where, source_schema(asked->scenario->source), err);
    cr_assert(asked->clause != NULL, "%s", err->message);
    const struct read_planning planning = {
        .scenario = asked->scenario, .design = plan, .sources = asked->sources};
    asked->ok = read_plan_choose(&planning, asked->clause, &asked->plan, err);
}

static void done(struct asked *asked)
{
    read_plan_done(&asked->plan);
    clause_free(asked->clause);
    for (size_t t = 0; t < TABLES; t++)
        design_table_close(&asked->tables[t]);
    scenario_free(asked->scenario);
}

enum { ROWS_DESIGN, REFERENCES_DESIGN, ONE_DESIGN };

Test(read_plan, takes_the_cheapest_table_or_the_one_that_is_named)
{
    static const struct {
        size_t design;
        const char *where, *table;
    } rows[] = {
        {ROWS_DESIGN, "where host = 3", "by_host"},
        {ROWS_DESIGN, "where ts between now - 60s and now", "by_time"},
        {ROWS_DESIGN, "select * from table where host = 3", "by_host"},
        {ROWS_DESIGN, "where host = 3 from TABLE", "by_host"},
        {ROWS_DESIGN, "from by_time where host = 3", "by_time"},
        {ROWS_DESIGN, "where ts between now - 60s and now from by_host", "by_host"},
        {ONE_DESIGN, "from by_host where host = 3", ""},
        {ONE_DESIGN, "where host = 3", ""},
        // 1000 gets behind references cost more than all 10,000 rows.
        {ROWS_DESIGN, "where host < 100", "by_host"},
        {REFERENCES_DESIGN, "where host < 100", "by_time"},
        {REFERENCES_DESIGN, "where host = 3 limit 2", "by_host"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct asked asked;
        ask(&asked, rows[i].design, rows[i].where);
        cr_assert(asked.ok, "%s: %s", rows[i].where, asked.err.message);
        cr_expect(eq(str, asked.scenario->designs[rows[i].design].tables[asked.plan.table].name,
                     (char *)rows[i].table),
                  "%s", rows[i].where);
        done(&asked);
    }
}

Test(read_plan, pays_a_get_for_each_row_behind_a_reference)
{
    struct asked plain, referring;
    ask(&plain, ROWS_DESIGN, "from by_host where host = 3 limit 7");
    ask(&referring, REFERENCES_DESIGN, "from by_host where host = 3 limit 7");
    cr_assert(plain.ok && referring.ok);
    // 7 rows return; the store `custom` gives each get 1 ms.
    cr_expect(epsilon_eq(dbl, referring.plan.cost_ns - plain.plan.cost_ns, 7e6, 1e-3));
    done(&plain);
    done(&referring);
}

Test(read_plan, names_a_table_that_is_missing)
{
    struct asked asked;
    ask(&asked, ROWS_DESIGN, "from by_user where host = 3");
    cr_expect(not(asked.ok));
    cr_expect(eq(int, asked.err.code, ERR_INPUT));
    cr_expect(eq(str, asked.err.message, "design \"rows\" has no table `by_user`"));
    cr_expect(asked.plan.plan == NULL);
    done(&asked);
}
