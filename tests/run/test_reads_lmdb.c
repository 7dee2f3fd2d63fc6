// A real sorted store: the rows of a table are put into LMDB, the planned ranges are walked with
// its cursors, forwards or backwards, and rows examined and returned are what reads count.
//
// On slices a slice's number stands in front of a key, so that one database is all of them.
//
// A failure prints its seed, of which all of it follows.
#include "read_case.h"

#include <criterion/criterion.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CASES = 150, DRAWN = 2 };
enum { PLACE_BYTES = 511, SLICE_BYTES = 4, MAP_BYTES = 1 << 24 };

struct store {
    MDB_env *env;
    MDB_txn *txn; // of one table, never committed
    MDB_dbi rows;
};

#define OK(call) cr_assert_eq((call), MDB_SUCCESS, "%s", #call)

// Its file has no name once it is open, so that nothing is left behind.
static void store_open(struct store *store)
{
    char folder[] = "/tmp/hotsim-lmdb-XXXXXX";
    char file[sizeof folder + 16];
    cr_assert(mkdtemp(folder) != NULL);
    OK(mdb_env_create(&store->env));
    OK(mdb_env_set_mapsize(store->env, MAP_BYTES));
    OK(mdb_env_open(store->env, folder, MDB_NOSYNC | MDB_NOLOCK, 0600));
    snprintf(file, sizeof file, "%s/data.mdb", folder);
    cr_assert(unlink(file) == 0 && rmdir(folder) == 0);
}

static void store_close(struct store *store)
{
    mdb_env_close(store->env);
}

// Where a key stands in the database.
struct place {
    uint8_t bytes[PLACE_BYTES];
    size_t size;
};

static struct place place_of(uint32_t slice, struct bytes key)
{
    struct place place = {.size = SLICE_BYTES + key.size};
    cr_assert(place.size <= PLACE_BYTES);
    for (int i = 0; i < SLICE_BYTES; i++)
        place.bytes[i] = (uint8_t)(slice >> (8 * (SLICE_BYTES - 1 - i)));
    if (key.size > 0)
        memcpy(place.bytes + SLICE_BYTES, key.data, key.size);
    return place;
}

// In the order that the records came, so that the newest of a key stays.
static void store_table(struct store *store, const struct read_case *it, size_t t)
{
    OK(mdb_txn_begin(store->env, NULL, 0, &store->txn));
    OK(mdb_dbi_open(store->txn, NULL, 0, &store->rows));
    for (size_t l = 0; l < it->loaded; l++) {
        struct key_batch keys = {0};
        struct err err = {0};
        cr_assert(key_program_run(it->tables[t].table.program, &it->loads[l], &keys, &err));
        for (size_t i = 0; i < BRUTE_ROWS; i++) {
            const struct bytes key = key_at(&keys, i);
            struct place place = place_of(brute_slice(it->encoding == 's', key), key);
            uint32_t record = (uint32_t)it->loads[l].record[i];
            MDB_val name = {place.size, place.bytes};
            MDB_val value = {sizeof record, &record};
            OK(mdb_put(store->txn, store->rows, &name, &value, 0));
        }
        buffer_done(&keys.bytes);
    }
}

struct walk {
    struct store *store;
    const struct case_read *read;
    uint64_t examined, returned, necessary;
};

static int compare(const MDB_val *name, const struct place *place)
{
    return key_compare(bytes_of(name->mv_data, name->mv_size), bytes_of(place->bytes, place->size));
}

// The first row in the walk's direction; not MDB_SUCCESS: there is none.
static int find_first(MDB_cursor *cursor, const struct place *start, const struct place *stop,
                      bool reverse, MDB_val *name, MDB_val *value)
{
    struct place from = reverse ? *stop : *start;
    *name = (MDB_val){from.size, from.bytes};
    const int found = mdb_cursor_get(cursor, name, value, MDB_SET_RANGE);
    if (!reverse)
        return found;
    return mdb_cursor_get(cursor, name, value, found == MDB_SUCCESS ? MDB_PREV : MDB_LAST);
}

static void walk_range(struct walk *walk, const struct key_range *range)
{
    const struct range_list *ranges = &walk->read->ranges;
    const uint64_t limit = clause_limit(walk->read->clause);
    const struct place start = place_of(range->slice, range->start);
    const struct place stop = range->stop.size > 0 ? place_of(range->slice, range->stop)
                                                   : place_of(range->slice + 1, range->stop);
    MDB_cursor *cursor;
    MDB_val name, value;
    uint64_t found = 0;
    OK(mdb_cursor_open(walk->store->txn, walk->store->rows, &cursor));
    int state = find_first(cursor, &start, &stop, ranges->reverse, &name, &value);
    while (state == MDB_SUCCESS && compare(&name, &start) >= 0 && compare(&name, &stop) < 0) {
        uint32_t record;
        memcpy(&record, value.mv_data, sizeof record);
        walk->examined++;
        found += case_read_matches(walk->read, record);
        if (ranges->in_order && limit > 0 && found == limit)
            break;
        state = mdb_cursor_get(cursor, &name, &value, ranges->reverse ? MDB_PREV : MDB_NEXT);
    }
    mdb_cursor_close(cursor);
    walk->necessary += found > 0;
    walk->returned += found;
}

static void check_query(struct store *store, const struct read_case *it, size_t q, struct rng *rng)
{
    struct case_read read;
    case_read_init(&read, it, q);
    store_table(store, it, read.plan.table);
    for (int i = 0; i < DRAWN; i++) {
        struct walk walk = {.store = store, .read = &read};
        case_read_execute(&read, q, (uint32_t)rng_upto(rng, it->loaded * BRUTE_ROWS - 1));
        for (size_t j = 0; j < read.ranges.count; j++)
            walk_range(&walk, &read.ranges.items[j]);
        const uint64_t limit = clause_limit(read.clause);
        if (limit > 0 && walk.returned > limit)
            walk.returned = limit;
        cr_assert(read.price.rows_examined == (double)walk.examined, "%g examined, not %lu: %s",
                  read.price.rows_examined, (unsigned long)walk.examined, read.what);
        cr_assert(read.price.rows_returned == (double)walk.returned, "%g returned, not %lu: %s",
                  read.price.rows_returned, (unsigned long)walk.returned, read.what);
        cr_assert(read.price.ranges_necessary == walk.necessary, "%s", read.what);
    }
    case_read_done(&read);
    mdb_txn_abort(store->txn);
}

static void check_encoding(char encoding)
{
    static struct read_case it;
    struct store store;
    store_open(&store);
    for (uint64_t seed = 1; seed <= CASES * brute_rounds(); seed++) {
        struct rng rng = rng_stream(seed, "reads of LMDB", (uint64_t)encoding);
        read_case_init(&it, seed, encoding);
        for (size_t load = 0; load < CASE_LOADS; load++)
            read_case_load(&it);
        for (size_t q = 0; q < CASE_QUERIES; q++)
            check_query(&store, &it, q, &rng);
        read_case_done(&it);
    }
    store_close(&store);
}

Test(reads_of_lmdb, examine_and_return_as_many_rows_where_numbers_are_binary)
{
    check_encoding('b');
}

Test(reads_of_lmdb, examine_and_return_as_many_rows_where_numbers_are_text)
{
    check_encoding('t');
}

Test(reads_of_lmdb, examine_and_return_as_many_rows_in_an_ordered_store)
{
    check_encoding('o');
}

Test(reads_of_lmdb, examine_and_return_as_many_rows_on_slices)
{
    check_encoding('s');
}
