#include "cluster/store_profiles.h"

static const struct store_profile profiles[] = {
    {"hbase", "Apache HBase: sorted regions, 30 handlers a server", hbase_defaults},
    {"apsaradb-hbase", "ApsaraDB for HBase: HBase as a service, with HBase's own numbers",
     hbase_defaults},
    {"maprdb", "MapR-DB (HPE Data Fabric) binary tables: sorted tablets in containers",
     maprdb_defaults},
    {"lindorm", "Lindorm wide tables: sorted partitions by primary key", lindorm_defaults},
    {"iguazio", "Iguazio NoSQL: 1024 slices by the hash of the sharding key, sorted within",
     iguazio_defaults},
    {"custom", "one server, one handler, 1 ms an operation: adds nothing by itself",
     custom_defaults},
};

const struct store_profile *store_profile_catalog(size_t *out_count)
{
    *out_count = sizeof profiles / sizeof profiles[0];
    return profiles;
}
