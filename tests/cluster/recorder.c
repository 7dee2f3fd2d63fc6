#include "recorder.h"
#include "base/mem.h"

static void reserve(struct recorder *r)
{
    if (r->count + 2 > r->capacity) {
        r->capacity = r->capacity ? 2 * r->capacity : 1024;
        r->at = mem_resize(r->at, r->capacity, sizeof *r->at);
        r->tag = mem_resize(r->tag, r->capacity, sizeof *r->tag);
        r->first_branch = mem_resize(r->first_branch, r->capacity, sizeof *r->first_branch);
        r->done_at = mem_resize(r->done_at, r->capacity, sizeof *r->done_at);
        r->latency_ns = mem_resize(r->latency_ns, r->capacity, sizeof *r->latency_ns);
        r->rejected = mem_resize(r->rejected, r->capacity, sizeof *r->rejected);
        r->timed_out = mem_resize(r->timed_out, r->capacity, sizeof *r->timed_out);
        r->bytes = mem_resize(r->bytes, r->capacity, sizeof *r->bytes);
        r->told = mem_resize(r->told, r->capacity, sizeof *r->told);
        r->parallel = mem_resize(r->parallel, r->capacity, sizeof *r->parallel);
    }
    if (r->branch_count + 1 > r->branch_capacity) {
        r->branch_capacity = r->branch_capacity ? 2 * r->branch_capacity : 1024;
        r->partition = mem_resize(r->partition, r->branch_capacity, sizeof *r->partition);
        r->service_ns = mem_resize(r->service_ns, r->branch_capacity, sizeof *r->service_ns);
        r->follows = mem_resize(r->follows, r->branch_capacity, sizeof *r->follows);
    }
}

void recorder_add(struct recorder *r, sim_ns at)
{
    reserve(r);
    const size_t i = r->count++;
    r->at[i] = at;
    r->tag[i] = (uint32_t)i;
    r->first_branch[i] = r->first_branch[i + 1] = (uint32_t)r->branch_count;
    r->done_at[i] = r->latency_ns[i] = 0;
    r->rejected[i] = r->timed_out[i] = r->told[i] = 0;
    r->bytes[i] = 0;
    r->parallel[i] = 0;
}

void recorder_branch(struct recorder *r, uint32_t partition, uint64_t service_ns)
{
    reserve(r);
    r->partition[r->branch_count] = partition;
    r->follows[r->branch_count] = 0;
    r->service_ns[r->branch_count++] = service_ns;
    r->first_branch[r->count] = (uint32_t)r->branch_count;
}

void recorder_follow(struct recorder *r, uint32_t partition, uint64_t service_ns)
{
    recorder_branch(r, partition, service_ns);
    r->follows[r->branch_count - 1] = BRANCH_FOLLOWS;
    r->has_chains = true;
}

void recorder_second(struct recorder *r, uint32_t partition, uint64_t service_ns)
{
    recorder_branch(r, partition, service_ns);
    r->follows[r->branch_count - 1] = BRANCH_SECOND;
    r->has_chains = true;
}

void recorder_parallel(struct recorder *r, uint32_t parallel)
{
    r->parallel[r->count - 1] = parallel;
    r->has_chains = true;
}

void recorder_done(struct recorder *r)
{
    mem_free(r->at);
    mem_free(r->tag);
    mem_free(r->first_branch);
    mem_free(r->partition);
    mem_free(r->service_ns);
    mem_free(r->follows);
    mem_free(r->parallel);
    mem_free(r->done_at);
    mem_free(r->latency_ns);
    mem_free(r->rejected);
    mem_free(r->timed_out);
    mem_free(r->bytes);
    mem_free(r->told);
    *r = (struct recorder){0};
}

static void on_done(void *context, size_t count, const uint32_t *tag, const sim_ns *done_at,
                    const uint64_t *latency_ns)
{
    struct recorder *r = context;
    for (size_t i = 0; i < count; i++) {
        r->told[tag[i]]++;
        r->done_at[tag[i]] = done_at[i];
        r->latency_ns[tag[i]] = latency_ns[i];
    }
}

static void on_rejected(void *context, uint32_t tag)
{
    struct recorder *r = context;
    r->told[tag]++;
    r->rejected[tag] = 1;
}

static void on_timed_out(void *context, uint32_t tag)
{
    struct recorder *r = context;
    r->told[tag]++;
    r->timed_out[tag] = 1;
}

struct cluster_sink recorder_sink(struct recorder *recorder)
{
    return (struct cluster_sink){
        .context = recorder, .done = on_done, .rejected = on_rejected, .timed_out = on_timed_out};
}

struct cluster_batch recorder_batch(const struct recorder *r, size_t first, size_t count)
{
    return (struct cluster_batch){.count = count,
                                  .at = r->at + first,
                                  .issued_at = r->at + first,
                                  .tag = r->tag + first,
                                  .first_branch = r->first_branch + first,
                                  .partition = r->partition,
                                  .service_ns = r->service_ns,
                                  .bytes = r->bytes + first,
                                  .follows = r->has_chains ? r->follows : NULL,
                                  .parallel = r->has_chains ? r->parallel + first : NULL};
}

bool recorder_play(struct recorder *r, struct cluster *cluster, size_t batch, struct err *err)
{
    const struct cluster_sink sink = recorder_sink(r);
    for (size_t i = 0; i < r->count; i += batch) {
        const size_t count = r->count - i < batch ? r->count - i : batch;
        const struct cluster_batch some = recorder_batch(r, i, count);
        if (!cluster_offer(cluster, &some, &sink, err) || !cluster_verify(cluster, err))
            return false;
    }
    return cluster_drain(cluster, &sink, err) && cluster_verify(cluster, err);
}
