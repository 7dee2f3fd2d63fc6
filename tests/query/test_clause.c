// Where-clauses: what parses, what each says of a field, what is refused and where, which rows
// match.
#include "../key/key_case.h"

#include "base/mem.h"
#include "base/rng.h"
#include "query/clause.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char fields[] = "userid=abc orderid:long=200 log_event=login ts:time:ms=1000 "
                             "price:decimal=1.50 n:ulong=7 i:int=3 raw:bytes=\\x00a";

// The schema and the record of `fields`; the clause's answer for it.
static const char *ask(const char *text, const char *record)
{
    static char shown[2048];
    struct key_case it;
    struct err err = {0};
    key_case_init(&it, record, 'b');
    struct clause *clause = clause_new(text, &it.schema, &err);
    if (!clause) {
        snprintf(shown, sizeof shown, "%zu+%zu %s | %s", err.offset, err.length, err.message,
                 err.hint);
    } else {
        struct bound_clause bound;
        bound_clause_init(&bound, clause);
        cr_assert(clause_bind(clause, &it.batch, 0, INT64_C(5000) * 1000000, &bound, &err));
        const bool matches = bound_clause_matches(&bound, &it.batch, 0);
        cr_assert(matches == false || bound.impossible == false, "%s", text);
        snprintf(shown, sizeof shown, "%s%s", matches ? "match" : "no",
                 bound.impossible ? " impossible" : "");
        bound_clause_done(&bound);
    }
    clause_free(clause);
    key_case_done(&it);
    return shown;
}

Test(clause, says_whether_a_row_is_asked_for)
{
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"SELECT * FROM table WHERE userid='abc' AND orderid=200", "match"},
        {"SELECT * FROM table WHERE userid='abc' AND 123<orderid<456", "match"},
        {"SELECT * FROM table WHERE userid='abc' AND 123<orderid<456 ORDER BY orderid DESC",
         "match"},
        {"select * from orders where userId = 'abd';", "no"},
        {"where 200 < orderid < 456", "no"},
        {"where 200 <= orderid and orderid <= 200", "match"},
        {"where 456 > orderid >= 200", "match"},
        {"where orderid between 200 and 300 limit 5", "match"},
        {"where orderid between 300 and 100", "no impossible"},
        {"where orderid > 9223372036854775807", "no impossible"},
        {"where orderid >= -9223372036854775808", "match"},
        {"where orderid in (1, 2, 200)", "match"},
        {"where orderid in (1, 2, 200) and orderid < 100", "no"},
        {"where orderid = 1 and orderid = 2", "no impossible"},
        {"where orderid = '200'", "match"},
        {"where log-event = 'login'", "match"},
        {"where LOG_EVENT = \"login\"", "match"},
        {"where `log event` like 'log%'", "match"},
        {"where log-event like 'log%' and log_event like 'logo%'", "no"},
        {"where log-event like 'log%' and log_event like 'x%'", "no impossible"},
        {"where log_event like '%gin'", "match"},
        {"where log_event like '%gin' and log_event > 'login'", "no"},
        {"where log_event like 'login'", "match"},
        {"where log_event like '%'", "match"},
        {"where userid = 'it''s'", "no"},
        {"where userid >= 'abb' and userid < 'abd'", "match"},
        {"where userid > 'ab' and userid < 'abc\\x00'", "match"},
        {"where userid = $userid and ts = $ts", "match"},
        {"where ts between now - 5s and now", "match"},
        {"where ts > now - 4s", "no"},
        {"where ts >= now-4s", "match"},
        {"where ts >= $ts - 1 and ts <= $ts+0", "match"},
        {"where ts < $ts - 10ms", "no"},
        {"where ts = 1s", "match"},
        {"where price = 1.5", "match"},
        {"where price = 1.500 and price > 1.4999999999 and price < 1.51", "match"},
        {"where price > $price", "no"},
        {"where price = $price + 0.5", "no"},
        {"where price >= $i - 1.5", "match"},
        {"where n <= 18446744073709551615", "match"},
        {"where n > $orderid - 9223372036854775807", "match"},
        {"where n < 0", "no impossible"},
        {"where i = $orderid", "no"},
        {"where i < $n", "match"},
        {"where raw = '\\x00a'", "match"},
        {"where raw like '\\x00%'", "match"},
        {"from by_user where userid = 'abc'", "match"},
        {"where userid = 'abc' from by_user order by ts desc limit 50", "match"},
        {"order by ts limit 3", "match"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(eq(str, (char *)ask(rows[i].text, fields), (char *)rows[i].want), "%s",
                  rows[i].text);
}

Test(clause, refuses_with_the_place_and_what_exists)
{
    static const struct {
        const char *text, *want;
    } rows[] = {
        {"", "0+0 this query is empty | "},
        {"userid = 'abc'", "0+6 expected where, order by or limit, got `userid` | "},
        {"where usrid = 'abc'",
         "6+5 unknown field `usrid` | this workload has the fields userid, orderid, log_event, ts, "
         "price, n, i, raw; did you mean `userid`?"},
        {"where log-evnt = 'a'",
         "6+8 unknown field `log-evnt` | this workload has the fields userid, orderid, log_event, "
         "ts, price, n, i, raw; did you mean `log_event`?"},
        {"where userid = $usr",
         "16+3 unknown field `usr` | this workload has the fields userid, orderid, log_event, ts, "
         "price, n, i, raw"},
        {"where orderid = 'abc'",
         "16+5 `orderid` is a long, and 'abc' is not | write a whole number that fits; $orderid is "
         "that of the drawn record"},
        {"where i = 2147483648",
         "10+10 `i` is an int, and 2147483648 is not | write a whole number that fits; $i is that "
         "of the drawn record"},
        {"where i < 2147483640 + 8",
         "10+14 `i` is an int, and 2147483640 + 8 is not | write a whole number that fits; $i is "
         "that of the drawn record"},
        {"where orderid = 1.5", "16+3 1.5 is no whole number for `orderid` | "},
        {"where orderid = $userid",
         "16+7 `orderid` is a long, and $userid is not | write a whole number that fits; $orderid "
         "is that of the drawn record"},
        {"where userid = abc",
         "15+3 expected a value, got `abc` | a text is quoted: 'abc'; a value of the drawn record "
         "is $userid"},
        {"where orderid > now - 60s",
         "16+3 `orderid` has no unit of time, so `now` means nothing to it | fields of type time, "
         "clocks and arrival columns have one: \"unit\": \"ms\""},
        {"where orderid > 60s",
         "16+3 `orderid` has no unit of time, so a duration means nothing to it | fields of type "
         "time, clocks and arrival columns have one: \"unit\": \"ms\""},
        {"where ts > now - 5us", "17+3 5us is no whole number of ms for `ts` | "},
        {"where ts > 5fortnights",
         "11+11 this is no number and no duration | durations are written 5ms, 60s, 10min, 2h, 7d"},
        {"where orderid != 3",
         "14+2 `!=` binds no range of keys | a query may use =, <, <=, >, >=, between, in and "
         "like"},
        {"where userid = 'a' or userid = 'b'",
         "19+2 `or` is not known: all conditions must hold | several values of one field are "
         "written f in (a, b)"},
        {"where userid like '%a%'", "18+5 `like` takes 'pre%' or '%ing', and not '%a%' | "},
        {"where orderid like '1%'", "19+4 `like` compares texts, and `orderid` is a long | "},
        {"where userid = 'abc", "15+1 `'` is not closed: no `'` follows | "},
        {"where userid in ('a', 'b'", "25+1 the query ends where , or ) is expected | "},
        {"where userid = 'a' limit 0", "25+1 expected a number of rows from 1 on, got `0` | "},
        {"where userid = 'a' order by ts, n", "30+1 rows are ordered by one field | "},
        {"select userid from table where userid = 'a'",
         "7+6 expected *, got `userid` | whole rows are read: SELECT * FROM table WHERE ..."},
        {"where price = 1.1234567890123456789",
         "14+21 `price` is a decimal, and 1.1234567890123456789 is not | write a number of at most "
         "18 digits"},
        {"where ts between 1", "18+1 the query ends where `and` and the upper end is expected | "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(eq(str, (char *)ask(rows[i].text, fields), (char *)rows[i].want), "%s",
                  rows[i].text);
}

Test(clause, says_what_it_knows_before_any_record_is_drawn)
{
    struct key_case it;
    struct err err = {0};
    size_t field;
    bool descending;
    key_case_init(&it, fields, 'b');
    struct clause *clause =
        clause_new("SELECT * FROM by_user WHERE userid in ('a','b') and 5 <= orderid < 9 and "
                   "ts > now - 60s and log_event like 'l%' and price = $price and raw like '%z' "
                   "order by ts desc limit 50",
                   &it.schema, &err);
    cr_assert(clause != NULL, "%s", err.message);
    cr_expect(eq(int, clause_condition(clause, 0), CONDITION_EQUAL));
    cr_expect(eq(sz, clause_value_count(clause, 0), 2));
    cr_expect(eq(int, clause_condition(clause, 1), CONDITION_RANGE));
    cr_expect(eq(dbl, clause_range_width(clause, 1), 4));
    cr_expect(eq(dbl, clause_range_low(clause, 1), 5));
    cr_expect(eq(int, clause_condition(clause, 2), CONDITION_PREFIX));
    cr_expect(eq(int, clause_condition(clause, 3), CONDITION_RANGE));
    cr_expect(eq(dbl, clause_range_width(clause, 3), 60000));
    cr_expect(isnan(clause_range_low(clause, 3)));
    cr_expect(eq(int, clause_condition(clause, 4), CONDITION_EQUAL));
    cr_expect(clause_is_spelled(clause, 4) && !clause_is_spelled(clause, 0));
    cr_expect(eq(int, clause_condition(clause, 5), CONDITION_NONE));
    cr_expect(eq(int, clause_condition(clause, 7), CONDITION_SUFFIX));
    cr_expect(eq(str, (char *)clause_table(clause), "by_user"));
    cr_expect(eq(u64, clause_limit(clause), 50));
    cr_expect(clause_is_ordered(clause, &field, &descending));
    cr_expect(eq(sz, field, 3));
    cr_expect(descending);
    clause_free(clause);
    clause = clause_new("SELECT * FROM table WHERE n = 1", &it.schema, &err);
    cr_expect(clause_table(clause) == NULL);
    clause_free(clause);
    key_case_done(&it);
}

// Ends of a range are those that rows are compared with, whatever the spelling.
Test(clause, binds_what_it_compares)
{
    enum { ROUNDS = 2000 };
    struct key_case it;
    key_case_init(&it, "x:long=0 u:ulong=0 i:int=0", 'b');
    struct rng rng = rng_stream(3, "test", 0);
    static const char *const operators[] = {"<", "<=", ">", ">=", "="};
    for (int round = 0; round < ROUNDS; round++) {
        char text[200];
        struct err err = {0};
        const size_t field = rng_upto(&rng, 2);
        const char *name = it.schema.fields[field].name;
        for (size_t j = 0; j < 3; j++) {
            const int64_t ends[] = {0, INT64_MAX, INT64_MIN, -1, 5, INT32_MAX, INT32_MIN};
            it.batch.columns[j].numbers[0] =
                (int64_t)((uint64_t)ends[rng_upto(&rng, 6)] + rng_upto(&rng, 3));
        }
        it.batch.columns[2].numbers[0] = (int32_t)it.batch.columns[2].numbers[0];
        snprintf(text, sizeof text, "where %s %s $%s %c %d and %s %s $%s", name,
                 operators[rng_upto(&rng, 4)], it.schema.fields[rng_upto(&rng, 2)].name,
                 "+-"[rng_upto(&rng, 1)], (int)rng_upto(&rng, 3), name,
                 operators[rng_upto(&rng, 3)], it.schema.fields[rng_upto(&rng, 2)].name);
        struct clause *clause = clause_new(text, &it.schema, &err);
        cr_assert(clause != NULL, "%s: %s", text, err.message);
        struct bound_clause bound;
        bound_clause_init(&bound, clause);
        cr_assert(clause_bind(clause, &it.batch, 0, 0, &bound, &err));
        const struct bound_condition *condition = &bound.conditions[field];
        const bool matches = bound_clause_matches(&bound, &it.batch, 0);
        bool inside = !bound.impossible;
        const int64_t number = it.batch.columns[field].numbers[0];
        const bool is_unsigned = field == 1;
        cr_assert(condition->low_open == false && condition->high_open == false, "%s", text);
        if (condition->kind == CONDITION_RANGE && condition->has_low)
            inside = inside && (is_unsigned ? (uint64_t)number >= (uint64_t)condition->low.number
                                            : number >= condition->low.number);
        if (condition->kind == CONDITION_RANGE && condition->has_high)
            inside = inside && (is_unsigned ? (uint64_t)number <= (uint64_t)condition->high.number
                                            : number <= condition->high.number);
        if (condition->kind == CONDITION_EQUAL && inside)
            inside = condition->values[0].number == number;
        cr_assert(eq(int, inside, matches), "%s, round %d", text, round);
        bound_clause_done(&bound);
        clause_free(clause);
    }
    key_case_done(&it);
}

Test(clause, any_text_gives_a_clause_or_an_error_with_a_place)
{
    static const char *const seeds[] = {
        "SELECT * FROM table WHERE userid='abc' AND 123<orderid<456 ORDER BY orderid DESC limit 5",
        "from x where ts between now - 60s and $ts + 5ms and log-event in ('a', 'b''c', \"\\x00\")",
        "where `price` >= -1.50 and raw like '%z' and n < 18446744073709551615;"};
    static const char bytes[] = "()<>='\"`;.,+-*$%!_ \n\\x0aAxq9\xc3\xff";
    struct key_case it;
    key_case_init(&it, fields, 'b');
    struct rng rng = rng_stream(4, "test", 0);
    for (int round = 0; round < 5000; round++) {
        char text[512];
        snprintf(text, sizeof text, "%s", seeds[rng_upto(&rng, 2)]);
        for (uint64_t change = rng_upto(&rng, 4); change > 0 && text[0]; change--) {
            const size_t size = strlen(text);
            const size_t at = rng_upto(&rng, size - 1);
            if (rng_upto(&rng, 1))
                text[at] = bytes[rng_upto(&rng, sizeof bytes - 2)];
            else
                memmove(text + at, text + at + 1, size - at);
        }
        struct err err = {0};
        struct clause *clause = clause_new(text, &it.schema, &err);
        if (clause) {
            struct bound_clause bound;
            bound_clause_init(&bound, clause);
            cr_assert(clause_bind(clause, &it.batch, 0, INT64_MAX, &bound, &err));
            (void)bound_clause_matches(&bound, &it.batch, 0);
            bound_clause_done(&bound);
        } else {
            cr_assert(eq(int, err.code, ERR_INPUT), "%s", text);
            cr_assert(err.message[0] && err.offset + err.length <= strlen(text) + 1, "%s", text);
        }
        clause_free(clause);
    }
    key_case_done(&it);
}
