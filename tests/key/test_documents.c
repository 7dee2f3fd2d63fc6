// Every key that the vendors' documents print, as printed, and its bytes.
#include "key_case.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <string.h>

struct printed {
    const char *program;
    const char *fields;
    char encoding;
    const char *hex;
};

// MD5: alice 6384e2b2184bcbf58eccf10ca7a6563c, abc 900150983cd24fb0d6963f7d28e17f72, 1364248490
// 1141...ffe5.
static const struct printed apsaradb[] = {
    {"[user_id]", "user_id=alice", 'b', "616c696365"},
    {"[user_id][order_id]", "user_id=alice order_id:long=7", 'b', "616c6963650000000000000007"},
    {"[md5(user_id).subStr(0, 4)][user_id][order_id]", "user_id=alice order_id:long=7", 'b',
     "36333834616c6963650000000000000007"},
    {"[reverse(user_id)][order_id]", "user_id=alice order_id:long=7", 'b',
     "6563696c610000000000000007"},
    {"long bucket = timestamp % numBuckets;\n[bucket][timestamp][hostname][log_event]",
     "timestamp:long=1364248490 hostname=h1 log_event=login", 'b',
     "000000000000000a000000005150c7aa68316c6f67696e"},
    {"[column1][column2][column3]", "column1=a column2=b column3=c", 'b', "616263"},
    {"[rpad(column1, 'x', 20)][column2]", "column1=host1 column2=b", 'b',
     "686f737431787878787878787878787878787878"
     "62"},
    {"[column1][_][column2]", "column1=host1 column2=b", 'b', "686f7374315f62"},
    {"timestamp = Long.MAX_VALUE - timestamp;\n[hostname][log_event][timestamp]",
     "timestamp:long=1364248490 hostname=h1 log_event=login", 'b',
     "68316c6f67696e7fffffffaeaf3855"},
    {"[hostname][log_event][timestamp]", "timestamp:long=1364248490 hostname=h1 log_event=login",
     'b', "68316c6f67696e000000005150c7aa"},
};

static const struct printed lindorm[] = {
    {"[userid]", "userid=alice", 'o', "616c69636500"},
    {"[userid][orderid]", "userid=alice orderid:long=7", 'o', "616c696365008000000000000007"},
    {"pk1 = hash(pk).substring(0, 4) + pk", "pk=abc", 'b', "39303031616263"},
    {"pk1 = hash(pk).substring(0, 4) + pk", "pk=abc", 'o', "3930303161626300"},
    {"pk1 = hash(pk).substring(0, 4) + pk\n[pk1][ts]", "pk=abc ts:long=1", 'o',
     "39303031616263008000000000000001"},
    {"[md5(userid).subStr(0,4)][userId][orderid]", "userid=alice orderid:long=7", 'b',
     "36333834616c6963650000000000000007"},
    {"[md5(userid).subStr(0,4)][userId][orderid]", "userid=alice orderid:long=7", 'o',
     "3633383400616c696365008000000000000007"},
    {"[reverse(userid)][orderid]", "userid=alice orderid:long=7", 'o',
     "6563696c61008000000000000007"},
    {"long bucket = timestamp % numBuckets\n\n[bucket][timestamp][hostname][log-event]",
     "timestamp:long=1364248490 hostname=h1 log_event=login", 'o',
     "800000000000000a800000005150c7aa6831006c6f67696e00"},
    {"long bucket = timestamp % numBuckets; [bucket][timestamp][hostname][log-event]",
     "timestamp:long=1364248490 hostname=h1 log_event=login", 'b',
     "000000000000000a000000005150c7aa68316c6f67696e"},
};

static const struct printed iguazio[] = {
    // The vendor's own published item.
    {"<sharding>_{xxHash(<sorting>) % 64}.<sorting>", "sharding=16 sorting=20180602", 's',
     "31365f33362e3230313830363032"},
    {"<original sharding-key value>_{xxHash(<sorting-key value>) % <preconfigured modulus>}"
     ".<sorting-key value>",
     "original_sharding_key_value=16 sorting_key_value=20180602", 's',
     "31365f33362e3230313830363032"},
    {"<sharding key>.<sorting key>", "sharding_key=johnd sorting_key=20180602", 's',
     "6a6f686e642e3230313830363032"},
    {"<car_id>.<trip_id>", "car_id:long=12 trip_id:long=5", 's', "31322e35"},
    {"<original sharding key>_1.<sorting key>", "original_sharding_key=johnd sorting_key=20181002",
     's', "6a6f686e645f312e3230313831303032"},
};

static void check(const struct printed *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_expect(eq(str, (char *)key_case_run(rows[i].program, rows[i].fields, rows[i].encoding),
                     (char *)rows[i].hex),
                  "%s", rows[i].program);
}

Test(documents, apsaradb_keys_parse_as_printed)
{
    check(apsaradb, sizeof apsaradb / sizeof apsaradb[0]);
}

Test(documents, lindorm_keys_parse_as_printed)
{
    check(lindorm, sizeof lindorm / sizeof lindorm[0]);
}

Test(documents, iguazio_keys_parse_as_printed)
{
    check(iguazio, sizeof iguazio / sizeof iguazio[0]);
}

Test(documents, maprdb_prints_the_last_four_digits_in_front)
{
    // "a timestamp value of 1364248490 has an MD5 hash that ends with ffe5": ffe51364248490
    const char *key = "6666653531333634323438343930";
    cr_expect(eq(str, (char *)key_case_run("[right(md5(ts), 4)][ts]", "ts=1364248490", 'b'),
                 (char *)key));
    cr_expect(eq(str, (char *)key_case_run("[md5(ts).right(4)][ts]", "ts:long=1364248490", 't'),
                 (char *)key));
}

Test(documents, iguazio_numbers_its_buckets_by_the_platforms_own_hash)
{
    // The order of the vendor's example rows: 2, 3, 25, 36, 39, 62.
    static const struct {
        const char *sorting;
        const char *hex;
    } rows[] = {{"20180202", "2"},  {"20180102", "3"},  {"20180101", "25"},
                {"20180602", "36"}, {"20180701", "39"}, {"20180601", "62"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char fields[64];
        char wanted[16] = "";
        snprintf(fields, sizeof fields, "sorting=%s", rows[i].sorting);
        for (size_t j = 0; rows[i].hex[j]; j++)
            snprintf(wanted + 2 * j, 3, "%02x", rows[i].hex[j]);
        cr_expect(eq(str, (char *)key_case_run("{xxHash(<sorting>) % 64}", fields, 's'), wanted));
    }
    // In brackets it is what it says: plain XXH64, which gives another number (46).
    cr_expect(
        eq(str, (char *)key_case_run("[xxHash(sorting) % 64]", "sorting=20180602", 's'), "3436"));
}

Test(documents, a_random_suffix_is_the_same_number_for_the_same_record_and_seed)
{
    const char *program = "[userId][orderid][random(100)]";
    char first[128];
    snprintf(first, sizeof first, "%s", key_case_run(program, "userid=a orderid:long=5", 'b'));
    cr_expect(eq(sz, strlen(first), 2 * (1 + 8 + 8)));
    cr_expect(eq(str, first, (char *)key_case_run(program, "userid=a orderid:long=5", 'b')));

    struct key_case it;
    struct err err = {0};
    key_case_init(&it, "userid=a orderid:long=5", 'b');
    it.context.seed = 2;
    struct key_program *other = key_program_new(program, &it.context, &err);
    cr_assert(other != NULL);
    size_t differ = 0;
    for (uint64_t record = 0; record < 100; record++) {
        it.batch.record[0] = record;
        differ += strcmp(first, key_case_hex(other, &it)) != 0;
    }
    cr_expect(gt(sz, differ, 80));
    key_program_free(other);
    key_case_done(&it);
}
