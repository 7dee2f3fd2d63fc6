#include "run/design_table.h"

#include "base/mem.h"

#include <assert.h>

enum { AUTO_BUCKETS_MAX = 1024, BUCKETS_MAX = 65536 };

static int algorithm_of(const struct store_config *store, const struct key_facts *facts)
{
    if (store->layout == LAYOUT_SLICES)
        return PRESPLIT_NONE;
    if (store->presplit.algorithm != PRESPLIT_AUTO)
        return store->presplit.algorithm;
    // One hex digit has 16 values: of more regions the others could not be reached.
    const bool few_digits = facts->leading == LEADING_HEX_DIGEST && facts->leading_values > 0 &&
                            facts->leading_values < 4 * store->servers;
    if (few_digits ||
        (facts->leading == LEADING_ENUMERABLE && facts->leading_values <= AUTO_BUCKETS_MAX))
        return PRESPLIT_BUCKETS;
    return facts->leading == LEADING_HEX_DIGEST ? PRESPLIT_HEX : PRESPLIT_LEARNED;
}

bool design_table_open(struct design_table *table, const struct scenario_table *plan,
                       const struct scenario *scenario, struct err *err)
{
    const struct store_config *store = &plan->store;
    const struct key_context context = scenario_table_context(scenario, plan);
    *table = (struct design_table){.plan = plan};
    table->program = key_program_new(plan->key, &context, err);
    if (!table->program)
        return false;
    table->facts = key_program_facts(table->program);
    table->algorithm = algorithm_of(store, &table->facts);
    const bool is_none = table->algorithm == PRESPLIT_NONE;
    table->regions_wanted = is_none                       ? 1
                            : store->presplit.regions > 0 ? store->presplit.regions
                                                          : 4 * store->servers;
    if (table->algorithm == PRESPLIT_LEARNED)
        table->learned = key_sample_new(SAMPLE_FIRST, store->presplit.learn_rows);
    return true;
}

// n = floor(fraction x puts), at least `regions`, at most learn_rows and what there is.
static uint64_t learned_rows(const struct design_table *table, uint64_t puts)
{
    const double wanted = table->plan->store.presplit.fraction * (double)puts;
    uint64_t rows = (uint64_t)wanted;
    if (rows < table->regions_wanted)
        rows = table->regions_wanted;
    const uint64_t held = key_sample_count(table->learned);
    return rows < held ? rows : held;
}

static void cut_learned(struct design_table *table, uint64_t puts, struct split_list *splits)
{
    const uint64_t count = learned_rows(table, puts);
    struct bytes *keys = key_sample_list(table->learned, count);
    presplit_learned(keys, count, table->regions_wanted, splits);
    table->learned_count = count;
    table->learned_last = count > 0 ? keys[count - 1] : bytes_of(NULL, 0);
    mem_free(keys);
}

static bool cut_buckets(struct design_table *table, struct split_list *splits, struct err *err)
{
    struct key_values values = {0};
    if (!key_program_leading_values(table->program, BUCKETS_MAX, &values, err))
        return false;
    presplit_buckets(values.items, values.count, splits);
    key_values_done(&values);
    return true;
}

static bool find_splits(struct design_table *table, uint64_t puts, struct split_list *splits,
                        struct err *err)
{
    switch ((enum presplit_kind)table->algorithm) {
    case PRESPLIT_NONE:
        return true;
    case PRESPLIT_LEARNED:
        cut_learned(table, puts, splits);
        return true;
    case PRESPLIT_BUCKETS:
        return cut_buckets(table, splits, err);
    case PRESPLIT_KEYS:
    case PRESPLIT_FILE:
    case PRESPLIT_HEX:
    case PRESPLIT_DECIMAL:
    case PRESPLIT_UNIFORM:
    case PRESPLIT_BYTES: {
        struct presplit_config config = table->plan->store.presplit;
        config.algorithm = table->algorithm;
        return presplit_fixed(&config, table->regions_wanted, splits, err);
    }
    case PRESPLIT_AUTO:
        break;
    }
    assert(false && "`auto` is resolved when the table is opened");
    return false;
}

bool design_table_cut(struct design_table *table, uint64_t puts, struct err *err)
{
    const struct store_config *store = &table->plan->store;
    if (store->layout == LAYOUT_SLICES) {
        table->map = partition_map_new_slices((uint32_t)store->slices);
        return true;
    }
    struct split_list splits = {0};
    const bool ok = find_splits(table, puts, &splits, err);
    if (ok) {
        table->map = partition_map_new_regions(splits.items, splits.count);
        table->splits_merged = splits.merged;
        if (!partition_map_covers(table->map))
            err_fail(err, ERR_BUG, "the regions do not cover the key space");
    }
    split_list_done(&splits);
    return ok && err->code == ERR_NONE;
}

void design_table_close(struct design_table *table)
{
    key_program_free(table->program);
    key_sample_free(table->learned);
    partition_map_free(table->map);
    *table = (struct design_table){0};
}
