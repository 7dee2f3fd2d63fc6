#include "config/store_tables.h"

#include "cluster/store.h"

#include <stddef.h>

#define STORE(member) offsetof(struct store_config, member)
#define PRESPLIT(member) offsetof(struct presplit_config, member)
#define SERVICE(member) offsetof(struct service_config, member)
#define BY_CODE PARAM_OBJECT, 0, 0, 0, 0, ""

static const double HOUR_NS = 3600e9;
static const double CENTURY_NS = 3.1536e18;

static const char *const encodings[] = {"binary", "text", "ordered", NULL};
static const char *const endless[] = {"endless", NULL}; // of a count: no end, UINT64_MAX
static const char *const none[] = {"none", NULL};       // of a count: no limit, 0

static const struct param presplit_rows[] = {
    {"algorithm", PARAM_CHOICE, PRESPLIT(algorithm), 0, 0, 0, "auto",
     "where a table is cut before the first write", presplit_names, NULL},
    {"regions", PARAM_COUNT, PRESPLIT(regions), 1, 1e6, 0, "",
     "how many regions; by default 4 x servers where the algorithm asks", NULL, NULL},
    {"keys", PARAM_TEXTS, PRESPLIT(keys), 0, 0, 0, "", "the split points, with \\xNN", NULL, NULL},
    {"file", PARAM_TEXT, PRESPLIT(file), 0, 0, 0, "", "a file with a split point a line", NULL,
     NULL},
    {"first", PARAM_TEXT, PRESPLIT(first), 0, 0, 0, "", "bytes: the first split point", NULL, NULL},
    {"last", PARAM_TEXT, PRESPLIT(last), 0, 0, 0, "", "bytes: the last split point", NULL, NULL},
    {"fraction", PARAM_SHARE, PRESPLIT(fraction), 1e-9, 1, 0, "0.1",
     "learned: from this share of the puts", NULL, NULL},
    {"learn_rows", PARAM_COUNT, PRESPLIT(learn_rows), 1, 1e8, 0, "200000",
     "learned: from at most so many puts", NULL, NULL},
    {0},
};

static const struct param split_rows[] = {
    {"policy", PARAM_TEXT, STORE(split_policy), 0, 0, 0, "none", "when a region is split", NULL,
     NULL},
    {0},
};
static const struct later_name split_later[] = {
    {NULL, "max_bytes", "simulate splits"},
    {NULL, "jitter", "simulate splits"},
    {NULL, "offline_ms", "simulate splits"},
    {0},
};
static const struct param balancer_rows[] = {
    {"policy", PARAM_TEXT, STORE(balancer_policy), 0, 0, 0, "none", "when a region is moved", NULL,
     NULL},
    {0},
};
static const struct later_name balancer_later[] = {
    {NULL, "period_s", "simulate balancers"},
    {0},
};

static const struct param service_rows[] = {
    {"distribution", PARAM_CHOICE, SERVICE(distribution), 0, 0, 0, "exponential",
     "how service times vary", distribution_names, NULL},
    {"cv", PARAM_NUMBER, SERVICE(cv), 0, 100, 0, "1", "lognormal: standard deviation / mean", NULL,
     NULL},
    {"put_us", PARAM_DURATION, SERVICE(put_ns), 1, HOUR_NS, 1e3, "1000", "a put holds a handler",
     NULL, NULL},
    {"get_us", PARAM_DURATION, SERVICE(get_ns), 1, HOUR_NS, 1e3, "1000", "a get holds a handler",
     NULL, NULL},
    {"seek_us", PARAM_DURATION, SERVICE(seek_ns), 0, HOUR_NS, 1e3, "1000", "a scan's beginning",
     NULL, NULL},
    {"row_us", PARAM_DURATION, SERVICE(row_ns), 0, HOUR_NS, 1e3, "10", "each row examined", NULL,
     NULL},
    {"reverse_factor", PARAM_NUMBER, SERVICE(reverse_factor), 0.01, 1000, 0, "1",
     "a reverse scan costs this times a forward one", NULL, NULL},
    {"network_us", PARAM_DURATION, SERVICE(network_ns), 0, HOUR_NS, 1e3, "0",
     "added to every operation once", NULL, NULL},
    {"server_puts_per_s", PARAM_RATE, SERVICE(server_puts_per_s), 1e-6, 1e12, 0, "",
     "puts that a server can do, in place of put_us (time = handlers / rate)", NULL, NULL},
    {"server_gets_per_s", PARAM_RATE, SERVICE(server_gets_per_s), 1e-6, 1e12, 0, "",
     "gets that a server can do, in place of get_us", NULL, NULL},
    {"server_rows_per_s", PARAM_RATE, SERVICE(server_rows_per_s), 1e-6, 1e12, 0, "",
     "rows that a server can examine, in place of row_us", NULL, NULL},
    {0},
};

static const struct param store_rows[] = {
    {"profile", BY_CODE, "the store that gives all other defaults; see `hotsim list stores`", NULL,
     NULL},
    {"layout", PARAM_CHOICE, STORE(layout), 0, 0, 0, "regions",
     "ranges of the sorted keys, or slices by the sharding key's hash", layout_names, NULL},
    {"slices", PARAM_COUNT, STORE(slices), 1, 65536, 0, "1024", "slices of a container", NULL,
     NULL},
    {"encoding", PARAM_CHOICE, STORE(encoding), 0, 0, 0, "binary", "how a value becomes bytes",
     encodings, NULL},
    {"servers", PARAM_COUNT, STORE(servers), 1, 10000, 0, "8", "servers of the cluster", NULL,
     NULL},
    {"placement", PARAM_CHOICE, STORE(placement), 0, 0, 0, "round-robin",
     "where partitions live at the start", placement_names, NULL},
    {"handlers", PARAM_COUNT, STORE(handlers), 1, 10000, 0, "1",
     "operations that a server works on at once", NULL, NULL},
    {"partition_limit", PARAM_COUNT, STORE(partition_limit), 0, 1e6, 0, "none",
     "operations that a partition works on at once", none, NULL},
    {"queue", PARAM_COUNT, STORE(queue), 0, 0, 0, "endless", "waiting places of a server", endless,
     NULL},
    {"max_ranges", PARAM_COUNT, STORE(max_ranges), 0, 1e9, 0, "65536",
     "ranges that a query may fan out to", none, NULL},
    {"scan_parallelism", PARAM_COUNT, STORE(scan_parallelism), 0, 1e9, 0, "none",
     "ranges of a query that run at once", none, NULL},
    {"versions", PARAM_COUNT, STORE(versions), 1, 1e6, 0, "1", "writes of a row that are kept",
     NULL, NULL},
    {"ttl", PARAM_DURATION, STORE(ttl_ns), 0, CENTURY_NS, 1e9, "", "rows live so long", NULL, NULL},
    {"row_overhead_bytes", PARAM_SIZE, STORE(row_overhead_bytes), 0, 1e6, 0, "0",
     "what the store adds to key and value, a column", NULL, NULL},
    {"presplit", PARAM_OBJECT, STORE(presplit), 0, 0, 0, "",
     "where a table is cut at first: an algorithm, a list of keys, or an object", NULL,
     presplit_rows},
    {"split", PARAM_OBJECT, 0, 0, 0, 0, "", "how regions split", NULL, split_rows},
    {"balancer", PARAM_OBJECT, 0, 0, 0, 0, "", "how regions move", NULL, balancer_rows},
    {"service", PARAM_OBJECT, STORE(service), 0, 0, 0, "", "how long work takes", NULL,
     service_rows},
    {0},
};

const struct field_table store_tables[] = {
    {"store", "the database that serves the workload", store_rows, NULL, "profile"},
    {"store.presplit", "where a table is cut before the first write", presplit_rows, NULL,
     "algorithm"},
    {"store.split", "when a region is split", split_rows, split_later, "policy"},
    {"store.balancer", "when a region is moved", balancer_rows, balancer_later, "policy"},
    {"store.service", "how long an operation holds a handler", service_rows, NULL, NULL},
};
const size_t store_table_count = sizeof store_tables / sizeof store_tables[0];
