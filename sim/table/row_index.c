#include "table/row_index.h"
#include "base/mem.h"
#include "table/row_tree.h"

#include <assert.h>

struct row_index {
    size_t limit;
    unsigned int level; // keys are kept whose hash has its low `level` bits 0
    struct row_tree *tree;
    struct row rows[BATCH_ROWS]; // on their way into the tree
};

struct row_index *row_index_new(size_t limit)
{
    assert(limit >= 2 && limit <= ROW_INDEX_LIMIT_MAX);
    struct row_index *index = mem_new(1, sizeof *index);
    index->limit = limit;
    index->tree = row_tree_new();
    return index;
}

void row_index_free(struct row_index *index)
{
    if (!index)
        return;
    row_tree_free(index->tree);
    mem_free(index);
}

static bool survives(const struct row_index *index, uint64_t hash)
{
    return (hash & ((UINT64_C(1) << index->level) - 1)) == 0;
}

// Another tree, of what survives: it is as dense as can be, and the memory of the old one goes at
// once.
static void rebuild(struct row_index *index)
{
    struct row_tree *thinner = row_tree_new();
    struct row_cursor cursor = row_tree_seek(index->tree, (struct bytes){0});
    size_t count = 0;
    for (uint64_t left = row_tree_count(index->tree); left > 0; left--) {
        const struct row row = row_cursor_next(&cursor);
        if (survives(index, row.hash))
            index->rows[count++] = row;
        if (count == BATCH_ROWS || left == 1) {
            row_tree_put(thinner, index->rows, count);
            count = 0;
        }
    }
    row_tree_free(index->tree);
    index->tree = thinner;
}

static void thin(struct row_index *index)
{
    index->level++;
    assert(index->level < 64);
    rebuild(index);
}

void row_index_add(struct row_index *index, const struct index_rows *rows, size_t first,
                   size_t beyond)
{
    size_t count = 0;
    for (size_t i = first; i < beyond; i++) {
        if (survives(index, rows->hash[i]))
            index->rows[count++] = (struct row){.key = key_at(rows->keys, i),
                                                .hash = rows->hash[i],
                                                .record = rows->record[i],
                                                .size = rows->size[i]};
    }
    row_tree_put(index->tree, index->rows, count);
    while (row_tree_count(index->tree) > index->limit)
        thin(index);
}

void row_index_remove(struct row_index *index, const struct key_batch *keys, const uint64_t *hash,
                      size_t first, size_t beyond)
{
    for (size_t i = first; i < beyond; i++) {
        if (survives(index, hash[i]))
            (void)row_tree_remove(index->tree, key_at(keys, i));
    }
    if (row_tree_is_sparse(index->tree))
        rebuild(index);
}

bool row_index_is_exact(const struct row_index *index)
{
    return index->level == 0;
}

double row_index_scale(const struct row_index *index)
{
    return (double)(UINT64_C(1) << index->level);
}

uint64_t row_index_kept(const struct row_index *index)
{
    return row_tree_count(index->tree);
}

static struct row_cursor end_of(const struct row_index *index, struct bytes stop)
{
    return stop.size > 0 ? row_tree_seek(index->tree, stop) : row_tree_end(index->tree);
}

uint64_t row_index_count(const struct row_index *index, struct bytes start, struct bytes stop)
{
    const uint64_t before = row_tree_seek(index->tree, start).rank;
    const uint64_t until = end_of(index, stop).rank;
    return until > before ? until - before : 0;
}

uint64_t row_index_bytes(const struct row_index *index, struct bytes start, struct bytes stop)
{
    const uint64_t before = row_tree_bytes_before(index->tree, start);
    const uint64_t until =
        stop.size > 0 ? row_tree_bytes_before(index->tree, stop) : row_tree_bytes(index->tree);
    return until > before ? until - before : 0;
}

struct bytes row_index_key_at(const struct row_index *index, uint64_t at)
{
    return row_tree_key_at(index->tree, at);
}

uint64_t row_index_before(const struct row_index *index, struct bytes key)
{
    return row_tree_seek(index->tree, key).rank;
}

void row_index_walk(const struct row_index *index, struct bytes start, struct bytes stop,
                    bool reverse, bool (*visit)(void *context, uint32_t record), void *context)
{
    struct row_cursor first = row_tree_seek(index->tree, start);
    struct row_cursor last = end_of(index, stop);
    while (first.rank < last.rank) {
        const uint32_t record =
            reverse ? row_cursor_previous_record(&last) : row_cursor_next_record(&first);
        if (!visit(context, record))
            return;
    }
}
