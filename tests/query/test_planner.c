// Plans: what documents' queries become, the ranges themselves, and what is weighed.
#include "../key/key_case.h"

#include "base/mem.h"
#include "base/text.h"
#include "hash/hash.h"
#include "query/planner.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

static const char fields[] =
    "userid=abc orderid:long=200 ts:time:s@0..9223372036854775807=1364248490 host=host1 "
    "event{login,logout,error}=login n:long=7 date=20180602 price:decimal=1.50";

enum { NOW_S = 1364248490, SHOWN_BYTES = 4096 };

struct asked {
    struct key_case it;
    struct key_program *program;
    struct clause *clause;
    struct query_plan *plan;
    const struct plan_facts *facts;
    struct range_list ranges;
};

static void ask(struct asked *asked, char encoding, const char *key, const char *where, double rows)
{
    struct err err = {0};
    *asked = (struct asked){0};
    key_case_init(&asked->it, fields, encoding);
    asked->program = key_program_new(key, &asked->it.context, &err);
    cr_assert(asked->program != NULL, "%s: %s", key, err.message);
    asked->clause = clause_new(where, &asked->it.schema, &err);
    cr_assert(asked->clause != NULL, "%s: %s", where, err.message);
    const struct plan_context context = {
        .program = asked->program,
        .slices = encoding == 's',
        .partitions = encoding == 's' ? 1024 : 40,
        .max_ranges = 65536,
        .seek_ns = 1e6,
        .row_ns = 2e3,
        .get_ns = 1e6,
        .reverse_factor = 1.5,
        .rows = rows,
    };
    asked->plan = query_plan_new(asked->clause, &context, &err);
    cr_assert(asked->plan != NULL, "%s", err.message);
    asked->facts = query_plan_facts(asked->plan);
    struct bound_clause bound;
    bound_clause_init(&bound, asked->clause);
    cr_assert(
        clause_bind(asked->clause, &asked->it.batch, 0, NOW_S * (int64_t)NS_PER_S, &bound, &err));
    cr_assert(query_plan_ranges(asked->plan, &bound, &asked->ranges, &err));
    bound_clause_done(&bound);
}

static void done(struct asked *asked)
{
    range_list_done(&asked->ranges);
    query_plan_free(asked->plan);
    clause_free(asked->clause);
    key_program_free(asked->program);
    key_case_done(&asked->it);
}

// "words | number of ranges | the first range", and the slice of it.
static const char *shown(const struct asked *asked)
{
    static char text[SHOWN_BYTES];
    struct buffer out = {0};
    buffer_format(&out, "%s | %zu", asked->facts->words, asked->ranges.count);
    if (asked->ranges.count > 0) {
        buffer_text(&out, " | ");
        if (asked->ranges.items[0].slice > 0)
            buffer_format(&out, "%u: ", asked->ranges.items[0].slice);
        text_key(&out, asked->ranges.items[0].start);
        buffer_text(&out, " .. ");
        text_key(&out, asked->ranges.items[0].stop);
    }
    snprintf(text, sizeof text, "%s", (char *)out.data);
    buffer_done(&out);
    return text;
}

Test(planner, turns_queries_into_the_ranges_that_hold_their_rows)
{
    static const struct {
        char encoding;
        const char *key, *where, *want;
    } rows[] = {
        // The documents' three statements.
        {'o', "[userid][orderid]", "SELECT * FROM table WHERE userid='abc' AND orderid=123",
         "1 get: `userid` given, `orderid` given | 1 | "
         "abc\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x00{ "
         ".. abc\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x00{\\x00"},
        {'o', "[userid][orderid]", "SELECT * FROM table WHERE userid='abc' AND 123<orderid<456",
         "1 scan: `userid` given, `orderid` in a range | 1 | "
         "abc\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x00| .. "
         "abc\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x01\\xC7\\x00"},
        {'o', "[userid][orderid]",
         "SELECT * FROM table WHERE userid='abc' AND 123<orderid<456 ORDER BY orderid DESC",
         "1 scan: `userid` given, `orderid` in a range; backwards | 1 | "
         "abc\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x00| .. "
         "abc\\x00\\x80\\x00\\x00\\x00\\x00\\x00\\x01\\xC7\\x00"},
        // A hash of what is given is given; a user is one range.
        {'b', "[md5(userid).subStr(0,4)][userid][orderid]", "where userid = 'abc'",
         "1 scan: `userid` given | 1 | 9001abc .. 9001abd"},
        {'b', "pk1 = hash(userid).substring(0, 4) + userid; [pk1]", "where userid = 'abc'",
         "1 get: `userid` given | 1 | 9001abc .. 9001abc\\x00"},
        {'b', "[reverse(userid)][orderid]", "where userid = 'abc'",
         "1 scan: `userid` given | 1 | cba .. cbb"},
        {'b', "[reverse(userid)][orderid]", "where userid > 'abc' and userid < 'abd'",
         "1 scan of the whole table; filtered by `userid` | 1 |  .. "},
        // One query a bucket; a point knows its bucket.
        {'b', "bucket = ts % 16; [bucket][ts][host][event]", "where ts between now - 60s and now",
         "16 scans, one for each `ts % 16`: `ts` in a range | 16 | "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00QP\\xC7n .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00QP\\xC7\\xAB"},
        {'b', "bucket = ts % 16; [bucket][ts]", "where ts = $ts",
         "1 get: `ts` given | 1 | "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0A\\x00\\x00\\x00\\x00QP\\xC7\\xAA .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x0A\\x00\\x00\\x00\\x00QP\\xC7\\xAA\\x00"},
        // A remainder of what may be negative has twice as many values, less one; the query's own
        // bound makes it natural.
        {'b', "[n % 16][n]", "where n < 5",
         "31 scans, one for each `n % 16`: `n` in a range | 62 | "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00 .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x04\\x00"},
        {'b', "[n % 16][n]", "where n between 3 and 5",
         "16 scans, one for each `n % 16`: `n` in a range | 16 | "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03 .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05\\x00"},
        // A random suffix is one prefix scan, a random prefix a hundred gets.
        {'b', "[userid][orderid][random(100)]", "where userid = $userid and orderid = $orderid",
         "1 scan: `userid` given, `orderid` given | 1 | "
         "abc\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xC8 .. "
         "abc\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xC9"},
        {'b', "[random(100)][userid][orderid]", "where userid = $userid and orderid = $orderid",
         "100 gets, one for each `random(100)`: `userid` given, `orderid` given | 100 | "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00abc\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xC8 .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00abc\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xC8"
         "\\x00"},
        // host1 without an end holds host10; with a delimiter it does not.
        {'b', "[host][ts]", "where host = 'host1'", "1 scan: `host` given | 1 | host1 .. host2"},
        {'b', "[host]_[ts]", "where host = 'host1'", "1 scan: `host` given | 1 | host1_ .. host1`"},
        {'o', "[host][ts]", "where host = 'host1'",
         "1 scan: `host` given | 1 | host1\\x00 .. host1\\x01"},
        {'b', "[rpad(host, '\\x00', 8)][ts]", "where host = 'host1'",
         "1 scan: `host` given | 1 | host1\\x00\\x00\\x00 .. host1\\x00\\x00\\x01"},
        // No padded value is shorter than the last one: of host12.. only host12 itself.
        {'b', "[rpad(host, '\\x00', 8)][ts]", "where host between 'host1' and 'host12'",
         "1 scan: `host` in a range | 1 | host1\\x00\\x00\\x00 .. host12\\x00\\x01"},
        // What is below a text is not read with it, nor that above the last component.
        {'b', "[host][ts]", "where host >= 'host1' and host < 'host2'",
         "1 scan: `host` in a range | 1 | host1 .. host2"},
        {'o', "[host][ts]", "where host >= 'host1' and host < 'host2'",
         "1 scan: `host` in a range | 1 | host1\\x00 .. host2\\x00"},
        {'b', "[host]#[ts]", "where host >= 'host1' and host < 'host2'",
         "1 scan: `host` in a range | 1 | host1 .. host2"},
        {'b', "[ts % 2][host]", "where host > 'host1' and host < 'host2' and ts = 4",
         "1 scan: `ts` given, `host` in a range | 1 | "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00host1\\x00 .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00host2"},
        // Newest first, forwards and backwards.
        {'b', "[host][ts]", "where host = $host order by ts desc limit 50",
         "1 scan: `host` given; backwards | 1 | host1 .. host2"},
        {'b', "[host][Long.MAX_VALUE - ts]", "where host = $host order by ts desc limit 50",
         "1 scan: `host` given | 1 | host1 .. host2"},
        {'b', "[host][Long.MAX_VALUE - ts]", "where host = $host and ts > now - 60s",
         "1 scan: `ts` in a range, `host` given | 1 | "
         "host1\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00 "
         ".. host1\\x7F\\xFF\\xFF\\xFF\\xAE\\xAF8\\x90\\x00"},
        // Signed numbers as raw bytes: what is below zero comes last.
        {'b', "[n]", "where n between -5 and 4",
         "1 scan: `n` in a range | 2 | \\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00 .. "
         "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x04\\x00"},
        {'o', "[n]", "where n between -5 and 4",
         "1 scan: `n` in a range | 1 | \\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFB .. "
         "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x04\\x00"},
        {'o', "[n DESC]", "where n between -5 and 4",
         "1 scan: `n` in a range | 1 | \\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFB .. "
         "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x04\\x00"},
        // Numbers as text are in no order unless they are padded.
        {'t', "[userid]_[orderid]", "where userid = 'abc' and 123 < orderid < 456",
         "1 scan: `userid` given; filtered by `orderid` | 1 | abc_ .. abc`"},
        {'t', "[userid]_[dec(orderid, 8)]", "where userid = 'abc' and 123 < orderid < 456",
         "1 scan: `userid` given, `orderid` in a range | 1 | abc_00000124 .. abc_00000455\\x00"},
        // Steps of a range: days, of which the first and the last count.
        {'b', "[date(ts, '%Y%m%d')][host][ts]", "where host = 'h' and ts between now - 2d and now",
         "3 scans, one for each `date(ts, '%Y%m%d')`: `ts` in a range, `host` given | 3 | "
         "20130323h\\x00\\x00\\x00\\x00QN$\\xAA .. 20130323h\\x00\\x00\\x00\\x00QP\\xC7\\xAA\\x00"},
        // Values that are listed.
        {'b', "[event][ts]", "where ts between now - 60s and now",
         "3 scans, one for each `event`: `ts` in a range | 3 | error\\x00\\x00\\x00\\x00QP\\xC7n "
         ".. "
         "error\\x00\\x00\\x00\\x00QP\\xC7\\xAA\\x00"},
        {'b', "[md5(event).substr(0,4)][event][ts]", "where ts between now - 60s and now",
         "3 scans, one for each `event`: `ts` in a range | 3 | 4236logout\\x00\\x00\\x00\\x00QP"
         "\\xC7n .. 4236logout\\x00\\x00\\x00\\x00QP\\xC7\\xAA\\x00"},
        // The beginning of a text, and its end where the key turns it around.
        {'b', "[userid][orderid]", "where userid like 'ab%'",
         "1 scan: `userid` by its beginning | 1 | ab .. ac"},
        {'b', "[userid][orderid]", "where userid like '%ing'",
         "1 scan of the whole table; filtered by `userid` | 1 |  .. "},
        {'b', "[reverse(userid)][orderid]", "where userid like '%ing'",
         "1 scan: `userid` by its end | 1 | gni .. gnj"},
        {'b', "[userid]", "where userid in ('a', 'b', 'z')",
         "3 gets, one for each `userid`: `userid` given | 3 | a .. a\\x00"},
        // A decimal may be spelled with more zeros.
        {'b', "[price]", "where price = 1.5", "1 scan: `price` given | 1 | 1.5 .. 1.6"},
        {'b', "[price]", "where price between 1.5 and 20",
         "1 scan: `price` in a range | 1 | 1.5 .. :"},
        // A condition of no value.
        {'b', "[n]", "where n > 5 and n < 3", "1 scan: `n` in a range | 0"},
        // Slices.
        {'s', "<userid>_{xxHash(<date>) % 64}.<date>", "where userid = $userid",
         "64 scans, one for each `xxHash(<date>) % 64`: `userid` given | 64 | 13: abc_22. .. "
         "abc_22/"},
        {'s', "<userid>_{xxHash(<date>) % 64}.<date>", "where userid = $userid and date = $date",
         "1 get: `userid` given, `date` given | 1 | 862: abc_36.20180602 .. abc_36.20180602\\x00"},
        {'s', "<userid>.<date>", "where userid = 'abc' and date between '20180101' and '20181231'",
         "1 scan: `userid` given, `date` in a range | 1 | 409: abc.20180101 .. "
         "abc.20181231\\x00"},
        {'s', "<userid>.<orderid>", "where userid = 'abc' and orderid between 5 and 9",
         "1 scan of all rows of its slice: `userid` given; filtered by `orderid` | 1 | 409:  .. "},
        {'s', "<userid>.<orderid>", "where userid = 'abc' and orderid = 5",
         "1 get: `userid` given, `orderid` given | 1 | 409: abc.5 .. abc.5\\x00"},
        {'s', "<userid>.<date>", "where date = '20180101'",
         "1024 scans, one for each slice; filtered by `date` | 1024 |  .. "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct asked asked;
        ask(&asked, rows[i].encoding, rows[i].key, rows[i].where, 2e6);
        cr_expect(eq(str, (char *)shown(&asked), (char *)rows[i].want), "%s, %s", rows[i].key,
                  rows[i].where);
        done(&asked);
    }
}

Test(planner, knows_the_shape_and_the_order)
{
    static const struct {
        char encoding;
        const char *key, *where;
        enum plan_shape shape;
        const char *flags; // r reverse, o in order, f filtered, p point, t whole table, s slice
    } rows[] = {
        {'b', "[host][ts]", "where host = $host order by ts desc limit 5", PLAN_SINGLE, "rof"},
        {'b', "[host][ts]", "where host = $host order by ts limit 5", PLAN_SINGLE, "of"},
        {'o', "[n][ts]", "where n = 3 order by ts desc", PLAN_SINGLE, "ro"},
        {'o', "[n][ts DESC]", "where n = 3 order by ts desc", PLAN_SINGLE, "o"},
        {'o', "[n][floor(ts, 60)][ts]", "where n = 3 order by ts", PLAN_SINGLE, "o"},
        {'b', "[host][event][ts]", "where host = $host order by ts desc", PLAN_SINGLE, "f"},
        // A number that may be negative is in order only within each range.
        {'b', "[host][n]", "where host = $host order by n", PLAN_SINGLE, "f"},
        {'b', "[ts][n]", "where ts = 5 and n > -3 order by n", PLAN_SINGLE, "of"},
        {'b', "[event][ts]", "where event in ('login', 'error') order by event", PLAN_MULTI, "of"},
        {'o', "[n][ts]", "where n in (1, 3) order by n", PLAN_MULTI, "o"},
        {'b', "bucket = ts % 16; [bucket][ts]", "where ts > now - 5s order by ts desc limit 5",
         PLAN_SCATTER, "ro"},
        {'b', "[ts][host]", "where host = $host", PLAN_SCATTER, "oft"},
        {'b', "[ts][host]", "where ts = $ts and host = $host", PLAN_SINGLE, "op"},
        // All events, but of one host.
        {'b', "[host][event][ts]", "where host = $host order by ts limit 5", PLAN_MULTI, "of"},
        {'s', "<userid>.<orderid>", "where userid = 'a' and orderid > 5", PLAN_SINGLE, "ofs"},
        {'s', "<userid>.<date>", "where date = 'a'", PLAN_SCATTER, "oft"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct asked asked;
        char flags[8] = "";
        ask(&asked, rows[i].encoding, rows[i].key, rows[i].where, 2e6);
        const struct plan_facts *facts = asked.facts;
        snprintf(flags, sizeof flags, "%s%s%s%s%s%s", facts->reverse ? "r" : "",
                 facts->in_order ? "o" : "", facts->filtered ? "f" : "", facts->point ? "p" : "",
                 facts->whole_table ? "t" : "", facts->whole_slice ? "s" : "");
        cr_expect(eq(int, facts->shape, rows[i].shape), "%s, %s", rows[i].key, rows[i].where);
        cr_expect(eq(str, flags, (char *)rows[i].flags), "%s, %s: %s", rows[i].key, rows[i].where,
                  facts->words);
        done(&asked);
    }
}

// Few rows are read whole, many range by range; what was not taken is kept with its price.
Test(planner, weighs_fan_out_against_a_scan)
{
    static const char key[] = "[md5(host).substr(0,4)][ts]";
    static const char where[] = "where ts between now - 60s and now";
    struct asked asked;
    ask(&asked, 'b', key, where, 2e6);
    cr_expect(eq(str, (char *)asked.facts->words, "1 scan of the whole table; filtered by `ts`"));
    cr_assert(eq(sz, asked.facts->choice_count, 2));
    const struct plan_choice *fan_out = &asked.facts->choices[1];
    cr_expect(eq(str, (char *)fan_out->words,
                 "65536 scans, one for each `md5(host).substr(0,4)`: `ts` in a range"));
    cr_expect(fan_out->chosen == false);
    cr_expect(eq(dbl, fan_out->ranges, 65536));
    // 65536 seeks and, as a tenth of the regions is crossed, 3.9 more; a tenth of the rows.
    cr_expect(epsilon_eq(dbl, fan_out->cost_ns, (65536 + 3.9) * 1e6 + 2e5 * 2e3, 1));
    // 40 regions and all rows.
    cr_expect(epsilon_eq(dbl, asked.facts->choices[0].cost_ns, 40 * 1e6 + 2e6 * 2e3, 1));
    cr_expect(asked.facts->choices[0].chosen);
    done(&asked);

    ask(&asked, 'b', key, where, 1e9);
    cr_expect(eq(str, (char *)asked.facts->words, (char *)asked.facts->choices[1].words));
    cr_expect(eq(sz, asked.ranges.count, 65536));
    done(&asked);
}

// The number of scans is the number of buckets, whatever it is.
Test(planner, expects_no_more_rows_than_there_can_be_keys)
{
    // Three events of a hundred suffixes each are 300 rows, however many are written: an event is a
    // scan of 100 of them. Where another field counts, whose values nobody knows, 100 gets are
    // less.
    struct asked asked;
    ask(&asked, 'b', "[event][random(100)]", "where event = 'login'", 1e9);
    cr_expect(eq(str, (char *)shown(&asked), "1 scan: `event` given | 1 | login .. logio"));
    cr_expect(eq(dbl, asked.facts->rows_examined, 100));
    done(&asked);

    ask(&asked, 'b', "[event][random(100)]", "where event = 'login'", 30);
    cr_expect(eq(dbl, asked.facts->rows_examined, 10));
    done(&asked);

    ask(&asked, 'b', "[event][random(100)][n]", "where event = 'login' and n = 7", 1e9);
    cr_expect(eq(sz, asked.ranges.count, 100));
    done(&asked);
}

Test(planner, opens_one_scan_a_bucket)
{
    static const int buckets[] = {1, 4, 8, 16, 20, 64, 256};
    for (size_t i = 0; i < sizeof buckets / sizeof buckets[0]; i++) {
        char key[64];
        struct asked asked;
        snprintf(key, sizeof key, "[byte(ts %% %d)][ts]", buckets[i]);
        ask(&asked, 'b', key, "where ts between now - 60s and now", 1e9);
        cr_expect(eq(sz, asked.ranges.count, (size_t)buckets[i]), "%s", key);
        cr_expect(eq(dbl, asked.facts->ranges, buckets[i]), "%s", key);
        done(&asked);
        snprintf(key, sizeof key, "[phoenix_salt(host, ts, %d)][host][ts]", buckets[i]);
        ask(&asked, 'b', key, "where host = 'host1'", 1e9);
        cr_expect(eq(sz, asked.ranges.count, (size_t)buckets[i]), "%s", key);
        done(&asked);
    }
}

// Newest first within each value that is listed: the first rows of each, merged.
Test(planner, reads_a_limit_from_each_range)
{
    static const struct {
        char encoding;
        const char *key, *where, *words;
        double ranges, examined;
    } rows[] = {
        // Of ten million rows, each of a thousand hosts has ten thousand.
        {'b', "[host][event][Long.MAX_VALUE - ts]", "where host = $host order by ts desc limit 50",
         "3 scans, one for each `event`: `host` given; the first 50 of each", 3, 150},
        {'b', "[host][event][ts]", "where host = $host order by ts desc limit 50",
         "3 scans, one for each `event`: `host` given; backwards; the first 50 of each", 3, 150},
        // 3333 rows of each: a larger limit reads them all.
        {'b', "[host][event][ts]", "where host = $host order by ts desc limit 4000",
         "1 scan: `host` given", 1, 10000},
        {'b', "[host][event][ts]",
         "where host = $host and event in ('login', 'error') order by ts desc limit 50",
         "2 scans, one for each `event`: `host` given, `event` given; backwards; the first 50 of "
         "each",
         2, 100},
        {'b', "bucket = ts % 16; [bucket][ts]", "order by ts desc limit 100",
         "16 scans, one for each `ts % 16`; backwards; the first 100 of each", 16, 1600},
        {'b', "bucket = floormod(n, 16); [bucket][ts]", "order by ts desc limit 100",
         "16 scans, one for each `floormod(n, 16)`; backwards; the first 100 of each", 16, 1600},
        {'b', "[md5(host).substr(0,2)][ts]", "order by ts desc limit 10",
         "256 scans, one for each `md5(host).substr(0,2)`; backwards; the first 10 of each", 256,
         2560},
        {'b', "[random(8)][ts]", "order by ts limit 10",
         "8 scans, one for each `random(8)`; the first 10 of each", 8, 80},
        {'b', "[random(8)][event][ts]", "order by ts limit 10",
         "24 scans, one for each `random(8)` and `event`; the first 10 of each", 24, 240},
        // Other hosts' rows lie between: a thousand for each that is wanted.
        {'b', "[byte(ts % 4)][ts][host]", "where host = $host order by ts desc limit 10",
         "4 scans, one for each `ts % 4`; filtered by `host`; backwards; the first 10 of each", 4,
         40000},
        // A sharding key that is listed: a slice each.
        {'s', "<event>.[dec(ts, 19)]", "order by ts desc limit 10",
         "3 scans, one for each `event`; backwards; the first 10 of each", 3, 30},
        // 1 begins 10, 11, ...: what follows mixes them.
        {'t', "[n % 16][dec(ts, 19)]", "where n > 0 order by ts desc limit 10",
         "1 scan of the whole table; filtered by `n`", 1, 10000000},
        {'t', "[n % 16]_[dec(ts, 19)]", "where n > 0 order by ts desc limit 10",
         "16 scans, one for each `n % 16`; filtered by `n`; backwards; the first 10 of each", 16,
         1600},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct asked asked;
        ask(&asked, rows[i].encoding, rows[i].key, rows[i].where, 1e7);
        cr_expect(eq(str, (char *)asked.facts->words, (char *)rows[i].words), "%s", rows[i].key);
        cr_expect(eq(sz, asked.ranges.count, (size_t)rows[i].ranges), "%s", rows[i].key);
        cr_expect(epsilon_eq(dbl, asked.facts->rows_examined, rows[i].examined, 1e-6), "%s, %s",
                  rows[i].key, rows[i].where);
        done(&asked);
    }
}

// A part added to a time is no bucket: no range of keys holds a range of times.
Test(planner, does_not_take_an_added_salt_for_a_prefix)
{
    struct asked asked;
    ask(&asked, 'b', "k = ts + ts % 5; [dec(k, 10)]", "where ts between now - 60s and now", 1e6);
    cr_expect(asked.facts->whole_table);
    done(&asked);
    ask(&asked, 'b', "[byte(ts % 5)][ts]", "where ts between now - 60s and now", 1e6);
    cr_expect(eq(sz, asked.ranges.count, 5));
    done(&asked);
}

Test(planner, asks_the_slice_that_the_sharding_key_names)
{
    struct asked asked;
    ask(&asked, 's', "<userid>.<date>", "where userid = 'a.b' and date > '2018'", 1e6);
    cr_assert(eq(sz, asked.ranges.count, 1));
    // The sharding key ends at the leftmost dot, also where that is one of the user's.
    cr_expect(eq(u32, asked.ranges.items[0].slice, hash_slice(bytes_of("a", 1), 1024)));
    done(&asked);
}

// Of a slice that is read whole, all rows are read once, however many names lie in it.
Test(planner, asks_a_whole_slice_once)
{
    enum { USERS = 200 };
    struct buffer where = {0};
    bool asked_for[1024] = {false};
    size_t slices = 0;
    buffer_text(&where, "where orderid > 5 and userid in (");
    for (int i = 0; i < USERS; i++) {
        char user[16];
        const int size = snprintf(user, sizeof user, "u%d", i);
        const uint32_t slice = hash_slice(bytes_of(user, (size_t)size), 1024);
        slices += !asked_for[slice];
        asked_for[slice] = true;
        buffer_format(&where, "%s'%s'", i > 0 ? ", " : "", user);
    }
    buffer_text(&where, ")");
    cr_assert(lt(sz, slices, USERS), "no two users share a slice");
    struct asked asked;
    char *text = buffer_take(&where);
    ask(&asked, 's', "<userid>.<orderid>", text, 1e9);
    mem_free(text);
    cr_expect(asked.facts->whole_slice);
    cr_expect(eq(sz, asked.ranges.count, slices));
    done(&asked);
}

Test(planner, refuses_no_partitions)
{
    struct err err = {0};
    struct key_case it;
    key_case_init(&it, fields, 'b');
    struct key_program *program = key_program_new("[n]", &it.context, &err);
    struct clause *clause = clause_new("where n = 1", &it.schema, &err);
    const struct plan_context context = {.program = program, .max_ranges = 1};
    cr_expect(query_plan_new(clause, &context, &err) == NULL);
    cr_expect(eq(int, err.code, ERR_BUG));
    clause_free(clause);
    key_program_free(program);
    key_case_done(&it);
}
