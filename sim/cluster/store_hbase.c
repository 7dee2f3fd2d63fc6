#include "cluster/store_profiles.h"

// Apache HBase 2.x, and ApsaraDB for HBase, which is HBase as a service.
const struct profile_default hbase_defaults[] = {
    {"layout", "regions",
     "HBase Reference Guide, Regions: a table is a sorted key space cut into contiguous "
     "ranges",
     false},
    {"slices", "1024", "not used by regions; stands ready for layout slices", true},
    {"encoding", "binary",
     "org.apache.hadoop.hbase.util.Bytes.toBytes: big-endian two's complement of fixed "
     "width",
     false},
    {"servers", "8", "a small cluster, so that a hotspot shows; say how many you have", true},
    {"placement", "round-robin",
     "regions of a new table are dealt out evenly; the order of the servers is assumed", true},
    {"handlers", "30", "hbase-default.xml@000e4d1 hbase.regionserver.handler.count", false},
    {"partition_limit", "none",
     "no limit of one region alone is documented below that of its server", true},
    {"queue", "endless",
     "clients wait; back-off and refused calls (hbase.ipc.server.max.callqueue.size) are "
     "not simulated",
     true},
    {"max_ranges", "65536", "hotsim's own bound: 16^4, all prefixes of four hex digits", true},
    {"scan_parallelism", "none", "a client that asks all ranges of a query at once", true},
    {"versions", "1", "HColumnDescriptor: VERSIONS is 1 since HBase 0.96", false},
    {"row_overhead_bytes", "22",
     "org.apache.hadoop.hbase.KeyValue: lengths of key 4, value 4, row 2 and family 1, "
     "timestamp 8, type 1 = 20 bytes a column; plus a family and a qualifier of one byte "
     "each, which are assumed",
     true},
    {"presplit.algorithm", "auto",
     "HBase itself starts a table with one region; compared are designs that were pre-"
     "split to fit their keys",
     true},
    {"split.policy", "none",
     "splits are not simulated by this version: regions stay as created; HBase splits by "
     "SteppingSplitPolicy (hbase-default.xml@000e4d1 "
     "hbase.regionserver.region.split.policy)",
     true},
    {"balancer.policy", "none",
     "moves are not simulated by this version: regions stay where they are; HBase runs "
     "StochasticLoadBalancer (@c8ec640) every 300 s, which a skew of writes alone does not"
     " trigger",
     true},
    {"service.distribution", "exponential",
     "no distribution is published; exponential lets results be checked against Erlang's "
     "formulas",
     true},
    {"service.cv", "1", "only lognormal service uses it; as spread out as exponential service",
     true},
    {"service.put_us", "1500",
     "30 handlers at 1.5 ms give the 20,000 single puts/s a node reported for HBase 2.1.2 "
     "on 5 nodes (besthub.dev, \"HBase 2.x write operations\")",
     true},
    {"service.get_us", "1500",
     "no figure for a get that would fit the one for a put was found; taken as equal", true},
    {"service.seek_us", "1500", "opening a scan is taken to cost as much as a get", true},
    {"service.row_us", "10",
     "100,000 rows a second and handler, from the block cache; depends on the row", true},
    {"service.reverse_factor", "1.3", "a step back seeks the row before; the factor is a guess",
     true},
    {"service.network_us", "0", "times are the store's own; add your round trip", true},
    {NULL, NULL, NULL, false},
};
