#include "cluster/store_profiles.h"

// MapR-DB (HPE Ezmeral Data Fabric) binary tables.
const struct profile_default maprdb_defaults[] = {
    {"layout", "regions",
     "MapR Database documentation, Table Regions: a table is divided into regions "
     "(tablets) by contiguous ranges of row keys",
     false},
    {"slices", "1024", "not used by regions; stands ready for layout slices", true},
    {"encoding", "binary",
     "binary tables take the HBase API's bytes: Bytes.toBytes, big-endian two's complement", false},
    {"servers", "8", "a small cluster, so that a hotspot shows; say how many you have", true},
    {"placement", "round-robin",
     "regions live in containers, whose masters are spread over the nodes; their order is "
     "assumed",
     true},
    {"handlers", "30",
     "no figure is published; a server like that of `hbase`, so that designs are compared "
     "and not vendors",
     true},
    {"partition_limit", "none", "no limit of one region alone is documented", true},
    {"queue", "endless", "clients wait; no bound is documented", true},
    {"max_ranges", "65536", "hotsim's own bound: 16^4, all prefixes of four hex digits", true},
    {"scan_parallelism", "none", "a client that asks all ranges of a query at once", true},
    {"versions", "1", "as in HBase, whose API it serves", true},
    {"row_overhead_bytes", "22",
     "the storage format is not published; taken as HBase's: 20 bytes a column, a family "
     "and a qualifier of one byte each",
     true},
    {"presplit.algorithm", "auto",
     "maprcli takes no split keys, the HBase API does (SPLITS, SPLITS_FILE); compared are "
     "designs that were pre-split to fit their keys",
     true},
    {"split.policy", "none",
     "splits are not simulated by this version: regions stay as created; MapR-DB splits "
     "above 1.5 x regionsizemb, 6144 MB (HPE Ezmeral documentation 7.7, maprcli table "
     "region merge)",
     true},
    {"balancer.policy", "none",
     "moves are not simulated by this version; MapR-DB places half of a split region in "
     "another container",
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
