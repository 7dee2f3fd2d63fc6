#include "selftest/selftest.h"

#include "base/mem.h"
#include "run/run.h"
#include "selftest/comparison.h"
#include "selftest/reference.h"
#include "selftest/scenario_maker.h"

#include <inttypes.h>
#include <pthread.h>

void selftest_fault_done(struct selftest_fault *fault)
{
    buffer_done(&fault->scenario);
}

// ---- one seed ----

static bool compare(struct scenario *scenario, const struct selftest_options *options,
                    struct err *err)
{
    const struct run_options run = {
        .command = "selftest", .jobs = 1, .interrupted = options->interrupted};
    struct result *given = run_scenario(scenario, &run, err);
    struct result *expected = given ? reference_run(scenario, err) : NULL;
    struct buffer difference = {0};
    bool same = expected && comparison_same(given, expected, &difference);
    if (expected && !same)
        err_fail(err, ERR_BUG, "%s", (const char *)difference.data);
    buffer_done(&difference);
    result_free(given);
    result_free(expected);
    return same;
}

static bool test_seed(uint64_t seed, const struct selftest_options *options, struct err *err)
{
    const struct scenario_options plain = {0};
    struct diagnostics diagnostics = {0};
    struct buffer text = {0};
    scenario_make(seed, &text);
    struct scenario *scenario =
        scenario_open_text((const char *)text.data, "selftest.json", &plain, &diagnostics, err);
    bool ok = scenario && compare(scenario, options, err);
    if (!scenario && diagnostics.text.size > 0) {
        *err = (struct err){0};
        err_fail(err, ERR_BUG, "%s", (const char *)diagnostics.text.data);
    }
    if (!ok && err->code != ERR_INTERRUPTED)
        err->code = ERR_BUG; // also where it is refused: all that is made is valid
    if (!ok)
        err_context(err, "seed %" PRIu64, seed);
    diagnostics_done(&diagnostics);
    buffer_done(&text);
    scenario_free(scenario);
    return ok;
}

// ---- all, on several threads ----

struct tester {
    const struct selftest_options *options;
    pthread_mutex_t lock;
    // Under the lock:
    uint64_t next, done;
    bool failed;
    uint64_t failed_seed;
    struct err err;
};

static void note_failure(struct tester *tester, uint64_t seed, const struct err *err)
{
    if (tester->failed && tester->failed_seed < seed)
        return;
    tester->failed = true;
    tester->failed_seed = seed;
    tester->err = *err;
}

// Seeds are given out in order, so that all below a failed one are tested as well.
static void *test_seeds(void *argument)
{
    struct tester *tester = argument;
    const struct selftest_options *options = tester->options;
    const uint64_t total = options->last - options->first + 1;
    pthread_mutex_lock(&tester->lock);
    while (!tester->failed && tester->next < total) {
        const uint64_t seed = options->first + tester->next++;
        struct err err = {0};
        pthread_mutex_unlock(&tester->lock);
        const bool ok = test_seed(seed, options, &err);
        pthread_mutex_lock(&tester->lock);
        if (!ok)
            note_failure(tester, seed, &err);
        tester->done++;
        if (options->progress)
            options->progress(options->progress_context, tester->done, total);
    }
    pthread_mutex_unlock(&tester->lock);
    return NULL;
}

bool selftest_run(const struct selftest_options *options, struct selftest_fault *out_fault,
                  struct err *err)
{
    struct tester tester = {.options = options};
    pthread_t *threads = mem_new(options->jobs, sizeof *threads);
    uint32_t started = 0;
    pthread_mutex_init(&tester.lock, NULL);
    while (started + 1 < options->jobs &&
           pthread_create(&threads[started], NULL, test_seeds, &tester) == 0)
        started++;
    (void)test_seeds(&tester);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&tester.lock);
    mem_free(threads);
    if (!tester.failed)
        return true;
    *err = tester.err;
    *out_fault = (struct selftest_fault){.seed = tester.failed_seed};
    scenario_make(tester.failed_seed, &out_fault->scenario);
    return false;
}
