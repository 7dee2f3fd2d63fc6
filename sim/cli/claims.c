#include "cli/claims.h"

static const char mapr[] = "MapR-DB", lindorm[] = "Lindorm", hbase[] = "ApsaraDB for HBase",
                  iguazio[] = "Iguazio";

static const struct claim claims[] = {
    {"M1", mapr, "hashing keys spreads writes", "holds",
     "16 tablets under a rising key: peak-to-mean 16; hashed: 1.02, which is chance"},
    {"M2", mapr, "inverting the byte order spreads sequential keys", "holds in part",
     "even over the run, but 16 consecutive ids share one tablet of 16 (peak-to-mean 16 a window); "
     "inverted digits fill 10 of 16 tablets"},
    {"M3", mapr, "a hash prefix can be dropped again: ffe51364248490", "holds",
     "the key is exact to the byte, and every key gives its timestamp back"},
    {"M4", mapr, "hashed keys make subrange scans inefficient", "holds",
     "100 consecutive ids: 1 scan of 100 rows; hashed: all 20,000 rows, or 65,536 scans of which "
     "100 find something"},
    {"M5", mapr, "the order of a composite key's fields is its sort order", "holds",
     "[user][app]: a region a user, with the user's share, peak-to-mean 2; [app][user]: one region "
     "at a time, 8 of 8"},
    {"M6", mapr, "a scan from userID to userID + 1 finds one user", "holds in part",
     "ids of one width: exact; as text user1 to user2 reads 1000 rows of user10 to user19 beside "
     "its 100, and user9 to user10 none"},
    {"M7", mapr, "sequential keys and splits keep the hotspot moving", "holds",
     "from server to server, 77 s with each tablet of 6 GiB at 40 MiB/s; one tablet takes all "
     "writes of every moment all the same, and what it leaves is half full"},
    {"M8", mapr, "most-queried fields first; sequential ones make hotspots", "holds",
     "[user][app] takes more up to 23 % of questions for applications, [app][user] beyond, though "
     "one server has all of its work"},

    {"L1", lindorm, "get, scan and reverse scan", "holds",
     "as printed: 1 row, a range of 332 rows, the same range backwards at the store's cost factor"},
    {"L2", lindorm, "rows of the same key are versions: make keys unique", "holds",
     "50,000 writes of 1000 users: 1000 keys and 49,000 overwrites; none with the order in the "
     "key"},
    {"L3", lindorm, "1 to 3 key columns, of fixed length, under 2 KB", "holds in part",
     "said at 4 columns and of a varying one; errors are 6 columns, and 2 KB not a column but in "
     "all"},
    {"L4", lindorm, "a rising or skewed first column heaps writes on one partition", "holds",
     "rising: 100 % of each window on one partition; skewed: the 70 % of its hottest value"},
    {"L5", lindorm, "which first columns are even, and which are not", "holds",
     "user id, hash, UUID, device: even to 1/16; timestamp, counter, date: over 88 % on one "
     "region; status: its commonest value"},
    {"L6", lindorm, "pk1 = hash(pk).substring(0, 4) + pk spreads", "holds",
     "100,000 keys on 16 regions: as even as chance; a get is one request of one row"},
    {"L7", lindorm, "[md5(userid).subStr(0,4)][userId][orderid] spreads", "holds in part",
     "users spread over 64 regions, but the burst of one user stays on one of them"},
    {"L8", lindorm, "[reverse(userid)][orderid] spreads; range scans are lost", "holds",
     "5000 of 50,000 writes on each of ten regions, against all on one; one user is one range "
     "still, a thousand users are all 50,000 rows"},
    {"L9", lindorm, "[bucket][timestamp][hostname][log-event] with a bucket by modulo",
     "holds in part",
     "rising by 1000 a row, n / gcd(n, 1000) of n buckets are used; all rows of one tick go to one "
     "bucket; a span is a scan a bucket, of which few may be necessary: 1 of 20"},
    {"L10", lindorm, "[userId][orderid][random(100)] spreads writes", "wrong",
     "the salt comes last: not one row moves to another region; a read is one scan of at most 100 "
     "rows, in front it were 100 gets"},
    {"L11", lindorm, "a descending timestamp gives the newest first without a sort",
     "holds in part",
     "where all before it is known: the newest 50 are 50 rows, forwards; behind 3 kinds of event "
     "150, behind an open field all 2000 of the host"},
    {"L12", lindorm, "time series: buckets, one query each, merged", "holds",
     "808 rows of 16 buckets: the rows of all are read, in the time of the slowest, 1.5 ms against "
     "9.1 in one series"},
    {"L13", lindorm, "transactions: three tables for three questions", "holds",
     "three puts an order and one range a question; on one table two of the three questions read "
     "all rows"},
    {"L14", lindorm, "join the three tables for all three questions", "holds in part",
     "buyer and seller at once, 20 orders: joining two tables reads 1300 rows, filtering one 500, "
     "a table of both 20"},

    {"H1", hbase, "only prefixes can be scanned; suffixes need an index", "holds",
     "a prefix is 1 range of its rows alone; an ending reads all 20,000 words, or 1 range of a "
     "reversed index and a get a match"},
    {"H2", hbase, "keys are unique; the same key is a version", "holds",
     "35,000 writes of 700 users: 700 keys; every order is kept with the order in the key"},
    {"H3", hbase, "keys that start with a date all hit one region", "holds",
     "8 days on 8 regions: even over the days, and 100 % of each window on one region"},
    {"H4", hbase, "an md5 prefix spreads the rows of one user over regions", "wrong",
     "all 50,000 rows of a user lie in 1 of 256 regions, and 1 range reads them; only a prefix "
     "that differs a row spreads them, and then all regions are read"},
    {"H5", hbase, "reverse the user id", "holds",
     "reversed: even to 1/8; as they are: the last region takes 91 % of the writes"},
    {"H6", hbase, "modulo buckets; a scan asks every one", "holds",
     "4, 16 and 64 buckets: as many ranges, merged when the slowest is there; four seconds need 4 "
     "of them"},
    {"H7", hbase, "a random suffix spreads", "wrong",
     "on regions all of a user on one; in a hashed sharding key 100 suffixes reach about 95 of "
     "1024 slices"},
    {"H8", hbase, "hashing rather than random, where rows must be found", "holds",
     "a get is 1 request where the prefix is a hash, 100 where it is random"},
    {"H9", hbase, "short keys: a long takes 8 bytes, its digits 10, md5 as text 32", "holds",
     "8, 10 and 32 bytes; in five columns 120 bytes a row between the first and the last"},
    {"H10", hbase, "padding and delimiters keep host1 from matching host12", "holds in part",
     "11 hosts for one without; padded or delimited bounds hold 1, but host1 to host2 still 11; x "
     "sorts above digits, NUL does not"},
    {"H11", hbase, "reverse scans against Long.MAX_VALUE - timestamp", "holds in part",
     "the same 50 rows for 1.5 times the work backwards; reversed wins from half of the ordered "
     "reads on; newest first within a host and an event, else a range an event; the hotspot moves "
     "to the first region"},
    {"H12", hbase, "[hostname][log_event][timestamp], buckets when hot", "holds",
     "a DNS recording: a minute of a host is 1 range, or 16 in buckets; of all hosts the whole "
     "table, or 16; buckets take more up to 1 read in 46 puts"},
    {"H13", hbase, "buyer, seller, order: tables and an index", "holds",
     "an order is 3 puts; each question is 1 range of its table, the order number 2 requests; one "
     "table alone is read through"},
    {"H14", hbase, "codes for names: tb for Taobao", "holds",
     "4 bytes saved a key, 12 a row of three columns"},
    {"H15", hbase, "padding scans better, delimiters read better", "holds in part",
     "a range of padded values reads those alone, delimited 34 for 24; but 20 bytes for short "
     "values cost 37.6 a row, and padded to the longest they cost less than a delimiter"},
    {"H16", hbase, "unique keys, unless versions are wanted", "holds",
     "five writes a row: storage counts 1 version, or 3 where store.versions is 3, and then "
     "without a warning"},

    {"I1", iguazio, "the sharding key picks the slice, sorted within", "holds",
     "20,000 items of one sharding key on one slice; dots after the first change nothing"},
    {"I2", iguazio, "1024 slices a container", "holds",
     "100 users: 1024 partitions counted, the idle ones too"},
    {"I3", iguazio, "car_id.trip_id serves three kinds of query", "holds",
     "each of the three asks 1 slice; by the trip alone all 1024 are asked"},
    {"I4", iguazio, "a string sorting key scans its range, a number the slice", "holds",
     "ten days of a driver: 10 items with a string; with a number all 200, and those of other "
     "drivers on the slice"},
    {"I5", iguazio, "sharding keys need enough distinct values", "holds",
     "k keys reach 1024 (1 - (1023/1024)^k) slices: 4.0 of 4, 95.3 of 100, all of 10,000; a "
     "million are at chance"},
    {"I6", iguazio, "date.device keeps a day on one slice", "holds",
     "which is a hotspot: 100 % of a day's writes on 1 of 1024 slices"},
    {"I7", iguazio, "random suffixes johnd_1, johnd_2 spread a user", "holds",
     "1, 2 and 64 suffixes: one user on up to so many slices, and a get asks for every suffix"},
    {"I8", iguazio, "suffix xxHash(sorting key) % 64", "holds",
     "16_36.20180602 exactly; a driver on 62.07 of 1024 slices, the hottest with about 1/32"},
    {"I9", iguazio, "all items of a user need a request a suffix", "holds",
     "1, 8 and 64 suffixes: as many requests, and all of them find items"},
    {"I10", iguazio, "the platform queries by the original key", "holds",
     "by the user 64 requests; with the sorting key 1; by the sorting key alone 1024"},
    {"I11", iguazio, "read the suffixes _1 to _64", "wrong",
     "the suffixes are 0 to 63: of 8000 items the 103 of suffix 0 are missed, and suffix 64 finds "
     "nothing"},
    {"I12", iguazio, "ingest by sorting key, not by sharding key", "holds",
     "200 readings of each of 200 devices: device by device one slice has all the work of a moment "
     "and a queue of 167; as they were made, all have some and nobody waits"},
    {"I13", iguazio, "recalculating is for flat tables", "holds",
     "one user: 1 slice in a flat table, as many as recalculated keys give where the table has a "
     "partition a month"},
    {"I14", iguazio, "never modify the attributes that make the key", "holds",
     "a state of 4 in the key: 3 of 4 updates are a delete and a put, two writes for one"},
};

const struct claim *claim_catalog(size_t *out_count)
{
    *out_count = sizeof claims / sizeof claims[0];
    return claims;
}
