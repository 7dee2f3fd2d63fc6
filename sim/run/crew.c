#include "run/crew.h"

#include "base/mem.h"

#include <pthread.h>

struct crew {
    struct lane **lanes;
    struct err *faults; // [lanes]
    size_t lane_count;
    uint32_t jobs;
    pthread_t *threads; // [jobs], none with one job
    uint32_t started_threads;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    // Under the lock:
    struct chunk chunk;
    uint64_t chunk_number;
    uint32_t busy; // workers that are not through with the chunk
    bool closing;
};

struct worker {
    struct crew *crew;
    uint32_t index;
};

static bool move_by_batch(struct lane *lane, enum chunk_work work, const struct batch *batch,
                          struct err *err)
{
    switch (work) {
    case WORK_SURVEY:
        return lane_survey(lane, batch, err);
    case WORK_PRELOAD:
        return lane_preload(lane, batch, err);
    case WORK_STEP:
    case WORK_PRELOADED:
    case WORK_FINISH:
        break;
    }
    return lane_step(lane, batch, err);
}

static bool move_lane(struct lane *lane, const struct chunk *chunk, struct err *err)
{
    for (size_t i = 0; i < chunk->count; i++) {
        if (!move_by_batch(lane, chunk->work, &chunk->batches[i], err))
            return false;
    }
    if (chunk->work == WORK_PRELOADED)
        lane_preloaded(lane);
    return chunk->work != WORK_FINISH || lane_finish(lane, err);
}

// A lane that failed stands still; the caller stops the run when it hears of it.
static void move_lanes(struct crew *crew, uint32_t worker, const struct chunk *chunk)
{
    for (size_t i = worker; i < crew->lane_count; i += crew->jobs) {
        if (crew->faults[i].code == ERR_NONE)
            (void)move_lane(crew->lanes[i], chunk, &crew->faults[i]);
    }
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct crew *crew = worker->crew;
    const uint32_t index = worker->index;
    mem_free(worker);
    uint64_t seen = 0;
    for (;;) {
        pthread_mutex_lock(&crew->lock);
        while (crew->chunk_number == seen && !crew->closing)
            pthread_cond_wait(&crew->changed, &crew->lock);
        const bool closing = crew->closing;
        const struct chunk chunk = crew->chunk;
        seen = crew->chunk_number;
        pthread_mutex_unlock(&crew->lock);
        if (closing)
            return NULL;

        move_lanes(crew, index, &chunk);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_broadcast(&crew->changed);
        pthread_mutex_unlock(&crew->lock);
    }
}

// A thread that cannot be had is no fault: the crew is then smaller.
static void hire(struct crew *crew)
{
    for (uint32_t i = 0; i < crew->jobs; i++) {
        struct worker *worker = mem_new(1, sizeof *worker);
        *worker = (struct worker){.crew = crew, .index = i};
        if (pthread_create(&crew->threads[i], NULL, work, worker) != 0) {
            mem_free(worker);
            break;
        }
        crew->started_threads++;
    }
    crew->jobs = crew->started_threads > 0 ? crew->started_threads : 1;
}

struct crew *crew_new(struct lane **lanes, size_t lane_count, uint32_t jobs)
{
    struct crew *crew = mem_new(1, sizeof *crew);
    crew->lanes = lanes;
    crew->lane_count = lane_count;
    crew->jobs = jobs < lane_count ? jobs : (uint32_t)lane_count;
    crew->faults = mem_new(lane_count, sizeof *crew->faults);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->changed, NULL);
    if (jobs > 1) {
        crew->threads = mem_new(crew->jobs, sizeof *crew->threads);
        hire(crew);
    }
    return crew;
}

void crew_free(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->closing = true;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < crew->started_threads; i++)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->changed);
    pthread_mutex_destroy(&crew->lock);
    mem_free(crew->threads);
    mem_free(crew->faults);
    mem_free(crew);
}

void crew_start(struct crew *crew, const struct chunk *chunk)
{
    if (crew->started_threads == 0) {
        move_lanes(crew, 0, chunk);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    crew->chunk = *chunk;
    crew->chunk_number++;
    crew->busy = crew->started_threads;
    pthread_cond_broadcast(&crew->changed);
    pthread_mutex_unlock(&crew->lock);
}

bool crew_wait(struct crew *crew, struct err *err)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->busy > 0)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    for (size_t i = 0; i < crew->lane_count; i++) {
        if (crew->faults[i].code != ERR_NONE) {
            *err = crew->faults[i];
            return false;
        }
    }
    return true;
}
