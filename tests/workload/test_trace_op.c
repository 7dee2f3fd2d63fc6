// What a recording did with each row: puts, gets, and what is left out.

#include "bench.h"

#include "base/mem.h"
#include "workload/trace_op.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static void map(struct trace_plan *plan, const char *text, int op)
{
    struct trace_op_map *to = &plan->op_map;
    to->texts = mem_resize(to->texts, to->count + 1, sizeof *to->texts);
    to->ops = mem_resize(to->ops, to->count + 1, sizeof *to->ops);
    to->texts[to->count] = mem_text(text);
    to->ops[to->count++] = op;
}

static struct workload_plan recorded(const char *text)
{
    struct workload_plan plan = bench_trace(bench_text(text));
    plan.trace->op_column = mem_text("op");
    return plan;
}

static void expect_rows(struct workload_plan *plan, const char *want)
{
    char *got = bench_rows(plan);
    cr_expect(eq(str, got, (char *)want));
    mem_free(got);
    workload_plan_done(plan);
}

Test(trace_op, the_usual_words_are_known_and_others_are_told)
{
    static const struct {
        const char *text;
        int want; // -1: unknown
    } words[] = {{"put", TRACE_OP_PUT},
                 {"SET", TRACE_OP_PUT},
                 {"Insert", TRACE_OP_PUT},
                 {"get", TRACE_OP_GET},
                 {"READ", TRACE_OP_GET},
                 {"delete", -1},
                 {"scan", -1},
                 {"", -1},
                 {"gett", -1}};
    const struct trace_plan plan = {0};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct err err = {0};
        enum trace_op op;
        const bool ok =
            trace_op_read(&plan, bytes_of(words[i].text, strlen(words[i].text)), &op, &err);
        cr_expect(eq(int, ok ? (int)op : -1, words[i].want), "%s", words[i].text);
        cr_expect(ok || strstr(err.message, "is no operation that is known") != NULL);
    }
}

Test(trace_op, rows_keep_their_times_and_a_get_its_own_values, .fini = bench_end)
{
    struct workload_plan plan = recorded("ts,op,key\n"
                                         "1000000000,get,a\n1000000001,set,b\n1000000002,get,b\n"
                                         "1000000003,ping,-\n1000000004,put,c\n");
    map(plan.trace, "ping", TRACE_OP_SKIP);
    expect_rows(&plan, "0 get 0 1000000000 get a\n1000000000 put 0 1000000001 set b\n"
                       "2000000000 get 0 1000000002 get b\n4000000000 put 1 1000000004 put c\n");
}

Test(trace_op, sorted_rows_and_rows_at_a_rate_have_theirs, .fini = bench_end)
{
    const char text[] = "ts,op,key\n1000000002,get,b\n1000000000,put,b\n1000000001,ping,-\n";
    struct workload_plan plan = recorded(text);
    map(plan.trace, "ping", TRACE_OP_SKIP);
    expect_rows(&plan, "0 put 0 1000000000 put b\n2000000000 get 0 1000000002 get b\n");
    plan = recorded(text);
    map(plan.trace, "ping", TRACE_OP_SKIP);
    plan.trace->time_guess = false;
    plan.arrivals = (struct arrival_plan){.process = ARRIVAL_CONSTANT, .rate_per_s = 1};
    expect_rows(&plan, "0 get 0 1000000002 get b\n1000000000 put 0 1000000000 put b\n");
}

Test(trace_op, what_is_unknown_is_a_fault_with_its_place, .fini = bench_end)
{
    struct workload_plan plan = recorded("ts,op,key\n1000000000,put,a\n1000000001,delete,a\n");
    const struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, ":3: column `op`: `delete` is no operation that is known") !=
                  NULL,
              "%s", err.message);
    cr_expect(
        eq(str, (char *)err.hint,
           "say what it is: \"op\": {\"column\": ..., \"map\": {\"delete\": \"skip\"}}; put, get "
           "or skip"));
    plan.trace->on_error = ON_ERROR_SKIP;
    expect_rows(&plan, "0 put 0 1000000000 put a\n");
}

Test(trace_op, a_column_that_is_not_there_is_told, .fini = bench_end)
{
    struct workload_plan plan = recorded("ts,ops,key\n1000000000,put,a\n");
    const struct err err = bench_error(&plan);
    cr_expect(strstr(err.message, "op.column `op` is not a column of the recording") != NULL);
    cr_expect(eq(str, (char *)err.hint, "did you mean `ops`?"));
    workload_plan_done(&plan);
}
