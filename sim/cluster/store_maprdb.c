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
    {"split.policy", "constant",
     "HPE Ezmeral Data Fabric documentation 7.7, maprcli table region merge: regions are split "
     "above 1.5 x regionsizemb",
     false},
    {"split.max_bytes", "6144MiB", "1.5 x regionsizemb, 4096 MB by default; the same page", false},
    {"split.early_regions", "4",
     "openkb.info 2015/02 (MapR 4.0.1): before a table has 4 regions, regionsizemb is ignored and "
     "it is spread aggressively",
     false},
    {"split.early_bytes", "256MiB", "the size before a table has 4 regions is not published", true},
    {"split.daughters", "other",
     "a split copies half into another container (openkb.info: tabletsplits), whose master may be "
     "any node; taken to be the one with the fewest regions",
     true},
    {"split.offline_ms", "1000", "for how long writes stand still is not published", true},
    {"balancer.policy", "none",
     "no balancer of regions is documented beside the placement of a split's half", true},
    {"client.retries", "15", "the HBase API's, taken as HBase's", true},
    {"client.pause_ms", "100", "the HBase API's, taken as HBase's", true},
    {"detect_ms", "60000", "the time until a lost node's containers are served is not published",
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
