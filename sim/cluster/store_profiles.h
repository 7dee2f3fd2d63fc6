// store_profiles.h -- the stores that are known by name, a file each.
//
// Every file holds the same paths below `store`, in the same order. What a vendor documents is
// cited; what nobody has published is marked as assumed, with the reason. One line more in the
// catalog makes a store known.
#ifndef HOTSIM_CLUSTER_STORE_PROFILES_H
#define HOTSIM_CLUSTER_STORE_PROFILES_H

#include "cluster/store.h"

extern const struct profile_default hbase_defaults[];
extern const struct profile_default maprdb_defaults[];
extern const struct profile_default lindorm_defaults[];
extern const struct profile_default iguazio_defaults[];
extern const struct profile_default custom_defaults[];

#endif
