#include "report/folder.h"

#include "base/mem.h"
#include "fixture.h"
#include "report/files.h"
#include "report/report.h"
#include "scratch.h"

#include <criterion/criterion.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(folder, .init = scratch_enter, .fini = scratch_leave);

static struct result *small(void)
{
    static const struct fixture_shape shape = {"small", 4, 2, 5, 1000, share_even};
    return fixture_result(&shape, 1);
}

static char *content_of(const char *path)
{
    struct buffer text = {0};
    struct err err = {0};
    buffer_text(&text, "");
    cr_assert(file_read(path, &text, &err), "%s", err.message);
    return buffer_take(&text);
}

struct naming {
    const char *scenario, *output, *want;
};

static const struct naming namings[] = {
    {"orders", NULL, "results/orders--compare--s42--4f1c9a2e"},
    {"../../etc/passwd", NULL, "results/-.-..-etc-passwd--compare--s42--4f1c9a2e"},
    {".hidden", NULL, "results/-hidden--compare--s42--4f1c9a2e"},
    {"a b\n\xc3\xa9", NULL,
     "results/a-b---"
     "--compare--s42--4f1c9a2e"},
    {"", NULL, "results/scenario--compare--s42--4f1c9a2e"},
    {"orders", "out", "out"},
    {"orders", "out//", "out"},
    {"orders", "/", "/"},
};

Test(folder, is_named_by_scenario_command_seed_and_hash)
{
    for (size_t i = 0; i < sizeof namings / sizeof namings[0]; i++) {
        struct result *result = small();
        mem_free(result->scenario_name);
        result->scenario_name = mem_text(namings[i].scenario);
        char *path = folder_path(result, namings[i].output);
        cr_expect_str_eq(path, namings[i].want);
        mem_free(path);
        result_free(result);
    }
}

Test(folder, name_stays_short)
{
    struct result *result = small();
    mem_free(result->scenario_name);
    result->scenario_name = mem_new(1001, 1);
    memset(result->scenario_name, 'x', 1000);
    char *path = folder_path(result, NULL);
    cr_expect_lt(strlen(path), 200);
    mem_free(path);
    result_free(result);
}

Test(folder, holds_what_is_documented_and_nothing_else)
{
    struct result *result = small();
    const struct report_options options = {
        .meta = {.command_line = "hotsim compare x", .duration_s = 1.5}};
    struct err err = {0};
    char *path = NULL;
    cr_assert(report_save(result, &options, &path, &err), "%s", err.message);
    cr_expect_str_eq(path, "results/orders--compare--s42--4f1c9a2e");
    cr_expect_eq(scratch_entries("results"), 1);
    cr_expect_eq(scratch_entries(path), 4); // result.json, meta.json, summary.md, data
    char *data = path_join(path, "data");
    // comparison, partitions, windows, lorenz, queries, break_even, latency, heatmap-1
    cr_expect_eq(scratch_entries(data), 8);
    struct result *again = report_read(path, &err);
    cr_assert(again != NULL, "%s", err.message);
    cr_expect_str_eq(again->scenario_hash, result->scenario_hash);
    result_free(again);
    mem_free(data);
    mem_free(path);
    result_free(result);
}

Test(folder, of_the_same_result_is_a_success_and_is_left_alone)
{
    struct result *result = small();
    const struct report_options options = {.output = "out"};
    struct err err = {0};
    bool done = true;
    cr_assert(report_check(result, &options, &done, &err));
    cr_expect_not(done);
    cr_assert(report_save(result, &options, NULL, &err));
    struct stat before, after;
    cr_assert_eq(stat("out/result.json", &before), 0);
    cr_assert(report_check(result, &options, &done, &err));
    cr_expect(done);
    cr_assert(report_save(result, &options, NULL, &err));
    cr_assert_eq(stat("out/result.json", &after), 0);
    cr_expect_eq(before.st_ino, after.st_ino);
    result_free(result);
}

// What must be the same, one thing a row.
static void change(struct result *result, int row)
{
    if (row == 0)
        result->seed = 43;
    else if (row == 1)
        result->command[0] = 'C';
    else if (row == 2)
        result->version[0] = '9';
    else
        result->scenario_hash[15] = 'f';
}

Test(folder, of_another_result_is_refused_unless_forced)
{
    static const char *const whys[] = {"a result with seed 42", "a result of `compare`",
                                       "a result of hotsim 0.1.0", "a result of another scenario"};
    for (int row = 0; row < 4; row++) {
        struct result *result = small();
        struct report_options options = {.output = "out", .force = true};
        struct err err = {0}, refused = {0}, late = {0};
        bool done;
        cr_assert(report_save(result, &options, NULL, &err), "%s", err.message);
        char *before = content_of("out/result.json");
        change(result, row);
        options.force = false;
        cr_expect_not(report_check(result, &options, &done, &refused));
        cr_expect_eq(refused.code, ERR_INPUT);
        cr_expect_not_null(strstr(refused.message, whys[row]));
        cr_expect_not_null(strstr(refused.hint, "--force"));
        cr_expect_not(report_save(result, &options, NULL, &late));
        char *kept = content_of("out/result.json");
        cr_expect_str_eq(kept, before);
        options.force = true;
        cr_expect(report_save(result, &options, NULL, &err), "%s", err.message);
        char *replaced = content_of("out/result.json");
        cr_expect_str_neq(replaced, before);
        cr_expect_eq(scratch_entries("."), 1);
        mem_free(before);
        mem_free(kept);
        mem_free(replaced);
        result_free(result);
    }
}

Test(folder, hash_that_is_not_known_yet_is_taken_as_the_same)
{
    struct result *result = small();
    const struct report_options options = {.output = "out"}, by_name = {0};
    struct err err = {0};
    bool done = true;
    cr_assert(report_save(result, &options, NULL, &err));
    struct result identity = {.command = result->command,
                              .version = result->version,
                              .seed = 42,
                              .scenario_name = "orders"};
    cr_expect(report_check(&identity, &by_name, &done, &err));
    cr_expect_not(done);
    cr_expect(report_check(&identity, &options, &done, &err));
    cr_expect(done);
    identity.seed = 1;
    cr_expect_not(report_check(&identity, &options, &done, &err));
    result_free(result);
}

Test(folder, with_a_strangers_files_is_never_touched)
{
    struct result *result = small();
    const struct report_options options = {.output = "home", .force = true};
    const struct buffer content = {0};
    struct err err = {0}, refused = {0};
    cr_assert(report_save(result, &options, NULL, &err));
    cr_assert(file_write("home/thesis.tex", &content, &err));
    cr_expect_not(report_save(result, &options, NULL, &refused));
    cr_expect_eq(refused.code, ERR_INPUT);
    cr_expect_not_null(strstr(refused.message, "`thesis.tex`, which hotsim did not write"));
    cr_expect(scratch_has("home/thesis.tex"));
    struct err second = {0};
    const struct report_options onto_file = {.output = "home/thesis.tex", .force = true};
    cr_expect_not(report_save(result, &onto_file, NULL, &second));
    cr_expect_eq(second.code, ERR_INPUT);
    result_free(result);
}

Test(folder, may_be_empty_before_and_its_parents_may_be_missing)
{
    struct result *result = small();
    struct report_options options = {.output = "empty"};
    struct err err = {0};
    cr_assert_eq(mkdir("empty", 0777), 0);
    cr_expect(report_save(result, &options, NULL, &err), "%s", err.message);
    options.output = "a/b/c/d/";
    cr_expect(report_save(result, &options, NULL, &err), "%s", err.message);
    cr_expect(scratch_has("a/b/c/d/result.json"));
    options.output = "a/b/c/d/result.json/x";
    cr_expect_not(report_save(result, &options, NULL, &err));
    cr_expect_eq(err.code, ERR_MACHINE);
    result_free(result);
}

Test(folder, behind_a_link_is_the_one_that_is_written)
{
    struct result *result = small();
    const struct report_options options = {.output = "link"};
    struct err err = {0};
    cr_assert_eq(mkdir("real", 0777), 0);
    cr_assert_eq(symlink("real", "link"), 0);
    cr_expect(report_save(result, &options, NULL, &err), "%s", err.message);
    cr_expect(scratch_has("real/result.json"));
    struct stat status;
    cr_expect(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
    result_free(result);
}

Test(folder, sweeps_what_dead_processes_left_and_nothing_else)
{
    static const char *const kept[] = {"out-1",
                                       ".hotsim-tmp-",
                                       ".hotsim-tmp-12",
                                       ".hotsim-tmp-12-x",
                                       ".hotsim-tmp-12-3-4",
                                       ".hotsim-tmp-a-1"};
    struct result *result = small();
    const struct report_options options = {.output = "out"};
    struct err err = {0};
    struct workshop alive;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_assert_eq(mkdir(kept[i], 0777), 0);
    cr_assert(folder_make(".hotsim-tmp-999999-0/data", &err));
    cr_assert(workshop_open(&alive, ".", &err));
    cr_expect_not(scratch_has(".hotsim-tmp-999999-0"));
    cr_expect(report_save(result, &options, NULL, &err), "%s", err.message);
    cr_expect(scratch_has(alive.path));
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_expect(scratch_has(kept[i]), "%s", kept[i]);
    workshop_close(&alive);
    result_free(result);
}

Test(folder, leaves_nothing_where_the_disk_is_full)
{
    struct result *result = small();
    const struct report_options options = {.output = "out"};
    (void)signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit;
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    for (rlim_t size = 0; size < 5000; size += 500) {
        struct err err = {0};
        const struct rlimit small_files = {size, limit.rlim_max};
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &small_files), 0);
        const bool ok = report_save(result, &options, NULL, &err);
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        cr_expect_not(ok, "%lu", (unsigned long)size);
        cr_expect_eq(err.code, ERR_MACHINE);
        cr_expect_not_null(strstr(err.message, "File too large"));
        cr_expect_eq(scratch_entries("."), 0);
    }
    result_free(result);
}

static _Noreturn void save_again_and_again(void)
{
    struct result *result = small();
    const struct report_options options = {.output = "out", .force = true};
    for (;;) {
        struct err err = {0};
        result->seed++;
        if (!report_save(result, &options, NULL, &err))
            _exit(1);
    }
}

Test(folder, holds_the_old_or_the_new_result_whenever_it_is_killed)
{
    struct result *result = small();
    const struct report_options options = {.output = "out"};
    struct err err = {0};
    cr_assert(report_save(result, &options, NULL, &err));
    for (unsigned i = 0; i < 40; i++) {
        const pid_t child = fork();
        if (child == 0)
            save_again_and_again();
        (void)usleep(1000 + 700 * i);
        (void)kill(child, SIGKILL);
        int status;
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_expect(WIFSIGNALED(status));
        struct result *there = report_read("out", &err);
        cr_assert(there != NULL, "%s", err.message);
        cr_expect(scratch_has("out/data/lorenz.tsv") && scratch_has("out/meta.json"));
        result_free(there);
    }
    struct workshop shop;
    cr_assert(workshop_open(&shop, ".", &err));
    workshop_close(&shop);
    cr_expect_eq(scratch_entries("."), 1);
    result_free(result);
}

Test(folder, keeps_what_differs_from_run_to_run_in_meta_alone)
{
    struct result *result = small();
    struct report_options options = {
        .output = "one",
        .meta = {.working_folder = "/here", .started_at = "2024-01-01T00:00:00Z", .duration_s = 1}};
    struct err err = {0};
    cr_assert(report_save(result, &options, NULL, &err));
    options.output = "two";
    options.meta =
        (struct report_meta){.working_folder = "/there", .command_line = "x", .duration_s = 2};
    cr_assert(report_save(result, &options, NULL, &err));
    static const char *const same[] = {"result.json", "summary.md", "data/comparison.tsv",
                                       "data/heatmap-1.tsv"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char *one = path_join("one", same[i]), *two = path_join("two", same[i]);
        char *a = content_of(one), *b = content_of(two);
        cr_expect_str_eq(a, b);
        cr_expect_null(strstr(a, "/here"));
        mem_free(a);
        mem_free(b);
        mem_free(one);
        mem_free(two);
    }
    char *meta = content_of("one/meta.json");
    cr_expect_not_null(strstr(meta, "\"working_folder\": \"/here\""));
    mem_free(meta);
    result_free(result);
}

Test(folder, reading_back_says_what_is_wrong_and_where)
{
    struct err missing = {0}, broken = {0}, not_json = {0};
    cr_expect_null(report_read("nowhere", &missing));
    cr_expect_eq(missing.code, ERR_INPUT);
    cr_expect_str_eq(missing.message, "cannot read nowhere: No such file or directory");
    struct buffer text = {0};
    struct err err = {0};
    buffer_text(&text, "{\n  \"schema\": \"hotsim.result/1\",\n  \"tool\": 1 1\n}");
    cr_assert(file_write("broken.json", &text, &err));
    cr_expect_null(report_read("broken.json", &broken));
    cr_expect_not_null(strstr(broken.message, "broken.json:3:13: "));
    buffer_clear(&text);
    cr_assert(file_write("empty.json", &text, &err));
    cr_expect_null(report_read("empty.json", &not_json));
    cr_expect_eq(not_json.code, ERR_INPUT);
    buffer_done(&text);
}
