#include "cluster/service.h"
#include "stats/real.h"
#include "stats/sampler.h"

#include <assert.h>

// 31 years: beyond any sense, and safe to add to an instant.
#define SERVICE_NS_MAX 1e18

struct service_sampler service_sampler_of(const struct service_config *config, uint64_t mean_ns,
                                          uint64_t seed, const char *name, uint64_t table_index)
{
    const double spread = real_log1p(config->cv * config->cv); // sigma squared
    const double mean = mean_ns > 0 ? (double)mean_ns : 1;
    const struct rng service = rng_stream(seed, "service", table_index);
    return (struct service_sampler){
        .distribution = config->distribution,
        .mean_ns = mean,
        .mu = real_log(mean) - spread / 2,
        .sigma = real_sqrt(spread),
        .stream = rng_stream(service.state, name, 0),
    };
}

static uint64_t whole_ns(double ns)
{
    const double rounded = ns + 0.5;
    if (!(rounded >= 1))
        return 1;
    return (uint64_t)(rounded < SERVICE_NS_MAX ? rounded : SERVICE_NS_MAX);
}

static void sample_exponentials(const struct service_sampler *sampler, const uint64_t *sequence,
                                size_t count, uint64_t *out_service_ns)
{
    enum { CHUNK = 256 };
    uint64_t bits[CHUNK];
    double factors[CHUNK];
    for (size_t done = 0; done < count; done += CHUNK) {
        const size_t size = count - done < CHUNK ? count - done : CHUNK;
        for (size_t i = 0; i < size; i++) {
            struct rng rng = rng_at(sampler->stream, sequence[done + i]);
            bits[i] = rng_next(&rng);
        }
        sample_exponential(bits, size, factors);
        for (size_t i = 0; i < size; i++)
            out_service_ns[done + i] = whole_ns(sampler->mean_ns * factors[i]);
    }
}

void service_sample(const struct service_sampler *sampler, const uint64_t *sequence, size_t count,
                    uint64_t *out_service_ns)
{
    switch ((enum distribution)sampler->distribution) {
    case SERVICE_DETERMINISTIC:
        for (size_t i = 0; i < count; i++)
            out_service_ns[i] = whole_ns(sampler->mean_ns);
        return;
    case SERVICE_EXPONENTIAL:
        sample_exponentials(sampler, sequence, count, out_service_ns);
        return;
    case SERVICE_LOGNORMAL:
        for (size_t i = 0; i < count; i++) {
            struct rng rng = rng_at(sampler->stream, sequence[i]);
            const double normal = sample_normal(&rng);
            out_service_ns[i] = whole_ns(real_exp(sampler->mu + sampler->sigma * normal));
        }
        return;
    }
    assert(false && "a distribution without a sampler");
}

static void apply_rate(uint64_t *mean_ns, uint64_t handlers, double rate_per_s)
{
    if (rate_per_s > 0)
        *mean_ns = whole_ns((double)handlers / rate_per_s * (double)NS_PER_S);
}

struct service_config service_resolved(const struct store_config *store)
{
    struct service_config service = store->service;
    apply_rate(&service.put_ns, store->handlers, service.server_puts_per_s);
    apply_rate(&service.get_ns, store->handlers, service.server_gets_per_s);
    apply_rate(&service.row_ns, store->handlers, service.server_rows_per_s);
    return service;
}
