#include "cluster/store_profiles.h"

// Iguazio NoSQL tables: a container of slices.
const struct profile_default iguazio_defaults[] = {
    {"layout", "slices",
     "Iguazio documentation, Object Names and Primary Keys: the hash of the sharding key "
     "picks a data slice; items are sorted within it",
     false},
    {"slices", "1024",
     "Iguazio documentation, Object Names and Primary Keys: a container has 1024 slices", false},
    {"encoding", "text",
     "Iguazio documentation, Object Names and Primary Keys: an item's name is text, "
     "<sharding key>.<sorting key>",
     false},
    {"servers", "8", "a small cluster, so that a hotspot shows; say how many you have", true},
    {"placement", "round-robin",
     "slices are spread over nodes by a variant of consistent hashing (Iguazio "
     "documentation, High Availability); dealt out evenly",
     true},
    {"handlers", "30",
     "no figure is published; a server like that of `hbase`, so that designs are compared "
     "and not vendors",
     true},
    {"partition_limit", "1",
     "a slice is served by one virtual node (Iguazio documentation, High Availability); "
     "that it serves one operation at a time is assumed",
     true},
    {"queue", "endless", "clients wait; no bound is documented", true},
    {"max_ranges", "65536", "hotsim's own bound: 16^4, all prefixes of four hex digits", true},
    {"scan_parallelism", "none", "a client that asks all ranges of a query at once", true},
    {"versions", "1", "an item is replaced by a write to its name", false},
    {"row_overhead_bytes", "0",
     "the storage format is not published: key and value alone are counted", true},
    {"presplit.algorithm", "none",
     "Iguazio documentation, Object Names and Primary Keys: the number of slices is fixed", false},
    {"split.policy", "none", "slices never split", false},
    {"balancer.policy", "none",
     "slices move only when the set of nodes changes (Iguazio documentation, High "
     "Availability)",
     false},
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
    {"service.seek_us", "1500", "no figure is published; taken as equal to a get", true},
    {"service.row_us", "10",
     "100,000 rows a second and handler, from the block cache; depends on the row", true},
    {"service.reverse_factor", "1.3", "a step back seeks the row before; the factor is a guess",
     true},
    {"service.network_us", "0", "times are the store's own; add your round trip", true},
    {NULL, NULL, NULL, false},
};
