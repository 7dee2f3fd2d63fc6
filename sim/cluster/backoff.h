// backoff.h -- how long a client waits before it sends a request again that was turned away.
//
// Source: HBase, HConstants.RETRY_BACKOFF times hbase.client.pause; the last factor holds on.
#ifndef HOTSIM_CLUSTER_BACKOFF_H
#define HOTSIM_CLUSTER_BACKOFF_H

#include "cluster/moves.h"

// After its `attempt`-th time, from 0.
uint64_t backoff_ns(const struct client_config *client, uint32_t attempt);

#endif
