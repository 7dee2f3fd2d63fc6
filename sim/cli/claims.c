#include "cli/claims.h"

static const char mapr[] = "MapR-DB", lindorm[] = "Lindorm", hbase[] = "ApsaraDB for HBase",
                  iguazio[] = "Iguazio";
static const char not_yet[] = "not shown yet";
static const char reads[] = "waits for reads", moving[] = "waits for stores that move",
                  updates[] = "waits for updates";

static const struct claim claims[] = {
    {"M1", mapr, "hashing keys spreads writes", "holds",
     "16 tablets under a rising key: peak-to-mean 16; hashed: as even as chance"},
    {"M2", mapr, "inverting the byte order spreads sequential keys", "holds in part",
     "even in the long run, but 16 consecutive ids share one tablet of 16; reversed ASCII digits "
     "have 10 first values"},
    {"M3", mapr, "a hash prefix can be dropped again: ffe51364248490", "holds",
     "the key is exact to the byte, and every key gives its timestamp back"},
    {"M4", mapr, "hashed keys make subrange scans inefficient", not_yet, reads},
    {"M5", mapr, "the order of a composite key's fields is its sort order", "holds",
     "[user][app] keeps a user together, [app][user] an app; each carries its own skew"},
    {"M6", mapr, "a scan from userID to userID + 1 finds one user", not_yet, reads},
    {"M7", mapr, "sequential keys and splits keep the hotspot moving", not_yet, moving},
    {"M8", mapr, "most-queried fields first; sequential ones make hotspots", not_yet, reads},

    {"L1", lindorm, "get, scan and reverse scan", not_yet, reads},
    {"L2", lindorm, "rows of the same key are versions: make keys unique", "holds",
     "distinct keys below writes; the rest is counted as overwrites"},
    {"L3", lindorm, "1 to 3 key columns, of fixed length, under 2 KB", not_yet, reads},
    {"L4", lindorm, "a rising or skewed first column heaps writes on one partition", "holds",
     "rising: 100 % of a window's writes on one partition; skewed: the share of its hottest value"},
    {"L5", lindorm, "which first columns are even, and which are not", "holds",
     "user id, hash, UUID, device: near chance; timestamp, counter, status, date: one partition"},
    {"L6", lindorm, "pk1 = hash(pk).substring(0, 4) + pk spreads", "holds",
     "peak-to-mean at chance level; what a get costs waits for reads"},
    {"L7", lindorm, "[md5(userid).subStr(0,4)][userId][orderid] spreads", "holds in part",
     "users spread, but the burst of one user stays on one region"},
    {"L8", lindorm, "[reverse(userid)][orderid] spreads; range scans are lost", "holds",
     "as even as the last digit; what range scans cost waits for reads"},
    {"L9", lindorm, "[bucket][timestamp][hostname][log-event] with a bucket by modulo",
     "holds in part",
     "n / gcd(n, step) of n buckets are used, and all writes of one tick go to one; reads wait"},
    {"L10", lindorm, "[userId][orderid][random(100)] spreads writes", "wrong",
     "the salt comes last: the same region, peak-to-mean unchanged; reads wait"},
    {"L11", lindorm, "a descending timestamp gives the newest first without a sort", not_yet,
     reads},
    {"L12", lindorm, "time series: buckets, one query each, merged", not_yet, reads},
    {"L13", lindorm, "transactions: three tables for three questions", not_yet, reads},
    {"L14", lindorm, "join the three tables for all three questions", not_yet, reads},

    {"H1", hbase, "only prefixes can be scanned; suffixes need an index", not_yet, reads},
    {"H2", hbase, "keys are unique; the same key is a version", "holds",
     "distinct keys below writes; the rest is counted as overwrites"},
    {"H3", hbase, "keys that start with a date all hit one region", "holds",
     "100 % of each window's writes on one region, although the days come out even"},
    {"H4", hbase, "an md5 prefix spreads the rows of one user over regions", "wrong",
     "one user is one contiguous range: all of its rows in 1 region; reads wait"},
    {"H5", hbase, "reverse the user id", "holds", "as even as the last digit"},
    {"H6", hbase, "modulo buckets; a scan asks every one", not_yet, reads},
    {"H7", hbase, "a random suffix spreads", "wrong",
     "on regions the same region as without; in a hashed sharding key it does spread"},
    {"H8", hbase, "hashing rather than random, where rows must be found", not_yet, reads},
    {"H9", hbase, "short keys: a long takes 8 bytes, its digits 10, md5 as text 32", "holds",
     "8, 10 and 32 bytes, and each once a column in storage"},
    {"H10", hbase, "padding and delimiters keep host1 from matching host12", not_yet, reads},
    {"H11", hbase, "reverse scans against Long.MAX_VALUE - timestamp", not_yet, reads},
    {"H12", hbase, "[hostname][log_event][timestamp], buckets when hot", not_yet, reads},
    {"H13", hbase, "buyer, seller, order: tables and an index", not_yet, reads},
    {"H14", hbase, "codes for names: tb for Taobao", "holds", "4 bytes saved a key, once a column"},
    {"H15", hbase, "padding scans better, delimiters read better", not_yet, reads},
    {"H16", hbase, "unique keys, unless versions are wanted", "holds",
     "store.versions: storage counts up to n versions of a key"},

    {"I1", iguazio, "the sharding key picks the slice, sorted within", "holds",
     "one sharding key, one slice; the leftmost dot divides"},
    {"I2", iguazio, "1024 slices a container", "holds", "1024 partitions, idle ones counted"},
    {"I3", iguazio, "car_id.trip_id serves three kinds of query", not_yet, reads},
    {"I4", iguazio, "a string sorting key scans its range, a number the slice", not_yet, reads},
    {"I5", iguazio, "sharding keys need enough distinct values", "holds",
     "k keys use 1024 (1 - (1023/1024)^k) slices: 4.0 of 4, 95.3 of 100, all of 10,000"},
    {"I6", iguazio, "date.device keeps a day on one slice", "holds",
     "which is a hotspot: 100 % of a day's writes on 1 of 1024 slices"},
    {"I7", iguazio, "random suffixes johnd_1, johnd_2 spread a user", "holds",
     "one user over up to n slices; what a get costs waits for reads"},
    {"I8", iguazio, "suffix xxHash(sorting key) % 64", "holds",
     "16_36.20180602 exactly; one user on 62.07 of 1024 slices expected, the hottest with about "
     "1/32"},
    {"I9", iguazio, "all items of a user need a request a suffix", not_yet, reads},
    {"I10", iguazio, "the platform queries by the original key", not_yet, reads},
    {"I11", iguazio, "read the suffixes _1 to _64", not_yet, reads},
    {"I12", iguazio, "ingest by sorting key, not by sharding key", not_yet, moving},
    {"I13", iguazio, "recalculating is for flat tables", "holds",
     "year=[date(ts,'%Y')]/[user].[ts]: a user's slices grow with the table's partitions"},
    {"I14", iguazio, "never modify the attributes that make the key", not_yet, updates},
};

const struct claim *claim_catalog(size_t *out_count)
{
    *out_count = sizeof claims / sizeof claims[0];
    return claims;
}
