#include "cluster/store.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

static const char *value_of(const char *profile, const char *name)
{
    const struct profile_default *row = store_profile_default(store_profile_named(profile), name);
    return row ? row->value : "(none)";
}

Test(store_profiles, are_the_six_that_are_promised)
{
    static const char *const names[] = {"hbase",   "apsaradb-hbase", "maprdb",
                                        "lindorm", "iguazio",        "custom"};
    size_t count;
    const struct store_profile *catalog = store_profile_catalog(&count);
    cr_assert(eq(sz, count, 6));
    for (size_t i = 0; i < count; i++) {
        cr_expect(eq(str, (char *)(uintptr_t)catalog[i].name, (char *)(uintptr_t)names[i]));
        cr_expect(eq(ptr, (void *)(uintptr_t)store_profile_named(names[i]),
                     (void *)(uintptr_t)&catalog[i]));
        cr_expect(gt(sz, strlen(catalog[i].summary), 10));
        cr_expect(zero(ptr, strchr(catalog[i].summary, '\n')));
    }
    cr_expect(zero(ptr, (void *)(uintptr_t)store_profile_named("hbas")));
}

// Of what moves a profile says only what its policies look at.
Test(store_profiles, say_all_that_custom_says)
{
    size_t count;
    const struct store_profile *catalog = store_profile_catalog(&count);
    const struct profile_default *own = store_profile_named("custom")->defaults;
    for (size_t row = 0; own[row].name; row++) {
        for (size_t i = 0; i < count; i++)
            cr_expect(not(zero(ptr, (void *)(uintptr_t)store_profile_default(&catalog[i],
                                                                             own[row].name))),
                      "%s: %s", catalog[i].name, own[row].name);
    }
}

Test(store_profiles, every_default_has_a_source_or_a_reason)
{
    size_t count;
    const struct store_profile *catalog = store_profile_catalog(&count);
    for (size_t i = 0; i < count; i++) {
        for (const struct profile_default *row = catalog[i].defaults; row->name; row++) {
            cr_expect(gt(sz, strlen(row->value), 0), "%s %s", catalog[i].name, row->name);
            cr_expect(gt(sz, strlen(row->source), 10), "%s %s", catalog[i].name, row->name);
            for (const struct profile_default *twin = catalog[i].defaults; twin < row; twin++)
                cr_expect(ne(int, strcmp(twin->name, row->name), 0), "%s twice", row->name);
        }
    }
}

Test(store_profiles, custom_adds_nothing_by_itself)
{
    static const char *const want[][2] = {
        {"servers", "1"},
        {"handlers", "1"},
        {"queue", "endless"},
        {"partition_limit", "none"},
        {"encoding", "binary"},
        {"row_overhead_bytes", "0"},
        {"split.policy", "none"},
        {"balancer.policy", "none"},
        {"layout", "regions"},
        {"presplit.algorithm", "none"},
        {"service.row_us", "10"},
        {"service.distribution", "deterministic"},
        {"service.put_us", "1000"},
        {"service.get_us", "1000"},
        {"service.seek_us", "1000"},
        {"service.network_us", "0"},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        cr_expect(eq(str, (char *)(uintptr_t)value_of("custom", want[i][0]),
                     (char *)(uintptr_t)want[i][1]),
                  "%s", want[i][0]);
}

Test(store_profiles, differ_where_the_stores_do)
{
    static const char *const want[][3] = {
        {"hbase", "handlers", "30"},          {"hbase", "service.put_us", "1500"},
        {"hbase", "encoding", "binary"},      {"hbase", "row_overhead_bytes", "22"},
        {"apsaradb-hbase", "handlers", "30"}, {"maprdb", "encoding", "binary"},
        {"lindorm", "encoding", "ordered"},   {"iguazio", "encoding", "text"},
        {"iguazio", "layout", "slices"},      {"iguazio", "slices", "1024"},
        {"iguazio", "partition_limit", "1"},  {"iguazio", "presplit.algorithm", "none"},
    };
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++)
        cr_expect(eq(str, (char *)(uintptr_t)value_of(want[i][0], want[i][1]),
                     (char *)(uintptr_t)want[i][2]),
                  "%s %s", want[i][0], want[i][1]);
}
