// service.h -- how long one branch holds a handler.
//
// The draw of an operation is a function of (seed, operation number, table) alone, so that every
// design meets the same luck.
#ifndef HOTSIM_CLUSTER_SERVICE_H
#define HOTSIM_CLUSTER_SERVICE_H

#include "base/rng.h"
#include "cluster/store.h"

struct service_sampler { // plain value
    int distribution;
    double mean_ns;
    double mu, sigma; // lognormal
    struct rng stream;
};

// `name` tells streams of different kinds apart ("put", "get").
struct service_sampler service_sampler_of(const struct service_config *config, uint64_t mean_ns,
                                          uint64_t seed, const char *name, uint64_t table_index);

// Service times, at least 1 ns, of the operations with these numbers.
void service_sample(const struct service_sampler *sampler, const uint64_t *sequence, size_t count,
                    uint64_t *out_service_ns);

// The means once `server_puts_per_s` and friends are applied (time = handlers / rate).
struct service_config service_resolved(const struct store_config *store);

#endif
