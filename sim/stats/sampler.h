// sampler.h -- random values of the classic distributions, from bits alone.
//
// No libm in here: a libm gives other last digits on another machine. log and exp are our own
// (stats/real.h), from + - x /.
#ifndef HOTSIM_STATS_SAMPLER_H
#define HOTSIM_STATS_SAMPLER_H

#include "base/rng.h"
#include "base/types.h"

// Exponential of mean 1 from 64 random bits each; never 0, never infinite. Vectorises.
void sample_exponential(const uint64_t *bits, size_t count, double *out);
double sample_exponential_one(struct rng *rng);
// Standard normal, by Marsaglia's polar method (1964), which needs no sine: 2.55 draws each in the
// mean.
double sample_normal(struct rng *rng);

// Zipf over 0..cardinality-1, P(k) ~ 1/(k+1)^theta, exact, any theta >= 0 (1 too), cardinality up
// to 2^53: rejection-inversion (Hoermann and Derflinger 1996).
struct zipf {
    uint64_t cardinality;
    double theta;
    double h_x1, h_n, s; // set-up of the method
};
struct zipf zipf_of(uint64_t cardinality, double theta);
uint64_t zipf_sample(const struct zipf *zipf, struct rng *rng);
double zipf_zeta(uint64_t cardinality, double theta); // sum of 1/k^theta (Euler-Maclaurin beyond
                                                      // 1000 terms); relative error below 1e-12
double zipf_theta_for_top(
    uint64_t cardinality,
    double top_share); // the theta in 0..64 whose hottest value has this share; NaN: none

// Any discrete distribution in constant time (Walker's alias method, integer thresholds).
struct alias;
struct alias *alias_new(const double *weights, size_t count); // weights >= 0, not all 0
void alias_free(struct alias *alias);
size_t alias_sample(const struct alias *alias,
                    struct rng *rng); // one draw; each probability right to 2^-53 of the whole

// A permutation of 0..cardinality-1 keyed by `key` (Feistel walk): `scramble`.
uint64_t permute(uint64_t value, uint64_t cardinality, uint64_t key);

#endif
