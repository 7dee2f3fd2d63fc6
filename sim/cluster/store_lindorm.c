#include "cluster/store_profiles.h"

// Lindorm wide tables.
const struct profile_default lindorm_defaults[] = {
    {"layout", "regions",
     "Lindorm wide tables: rows are range-partitioned by primary key, columns left to "
     "right",
     false},
    {"slices", "1024", "not used by regions; stands ready for layout slices", true},
    {"encoding", "ordered",
     "the key encoding is not published; stand-in that keeps the documented order: numbers"
     " of fixed width with the sign flipped, strings ended by 00",
     true},
    {"servers", "8", "a small cluster, so that a hotspot shows; say how many you have", true},
    {"placement", "round-robin", "partitions are placed by load; dealt out evenly at the start",
     true},
    {"handlers", "30", "no figure is published; a server like that of `hbase`, whose lineage it is",
     true},
    {"partition_limit", "none", "no limit of one partition alone is documented", true},
    {"queue", "endless", "clients wait; no bound is documented", true},
    {"max_ranges", "65536", "hotsim's own bound: 16^4, all prefixes of four hex digits", true},
    {"scan_parallelism", "none", "a client that asks all ranges of a query at once", true},
    {"versions", "1",
     "as in HBase, whose lineage it is; a write to an existing key replaces the row", true},
    {"row_overhead_bytes", "22",
     "the storage format is not published; taken as HBase's: 20 bytes a column, a family "
     "and a qualifier of one byte each",
     true},
    {"presplit.algorithm", "auto",
     "the advice is 4 partitions a node (developer.aliyun.com/ask/387178); where they are "
     "cut follows the key",
     true},
    {"split.policy", "none",
     "splits are not simulated by this version: partitions stay as created; Lindorm splits"
     " at 8 GB or on a hotspot (developer.aliyun.com/ask/387178)",
     true},
    {"balancer.policy", "none",
     "moves are not simulated by this version; Lindorm places the halves of a split by "
     "load",
     true},
    {"service.distribution", "exponential",
     "no distribution is published; exponential lets results be checked against Erlang's "
     "formulas",
     true},
    {"service.cv", "1", "only lognormal service uses it; as spread out as exponential service",
     true},
    {"service.put_us", "1500",
     "no figure is published; that of `hbase`, so that designs are compared and not "
     "vendors",
     true},
    {"service.get_us", "1500", "no figure is published; taken as equal to a put", true},
    {"service.seek_us", "1500", "opening a scan is taken to cost as much as a get", true},
    {"service.row_us", "10",
     "100,000 rows a second and handler, from the block cache; depends on the row", true},
    {"service.reverse_factor", "1.3", "a step back seeks the row before; the factor is a guess",
     true},
    {"service.network_us", "0", "times are the store's own; add your round trip", true},
    {NULL, NULL, NULL, false},
};
