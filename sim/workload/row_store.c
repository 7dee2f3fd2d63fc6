#include "workload/row_store.h"

#include "base/buffer.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    int64_t time_ns;
    uint64_t offset; // of the row in `bytes`; rises with the order of adding
};

// A row is its line, its file, and each cell as its size and its bytes.
struct row_store {
    size_t cell_count;
    uint64_t rows_max, bytes_max;
    struct entry *entries;
    uint64_t count, capacity;
    struct buffer bytes;
};

struct row_store *row_store_new(size_t cell_count, uint64_t rows_max, uint64_t bytes_max)
{
    struct row_store *store = mem_new(1, sizeof *store);
    store->cell_count = cell_count;
    store->rows_max = rows_max;
    store->bytes_max = bytes_max;
    return store;
}

void row_store_free(struct row_store *store)
{
    if (!store)
        return;
    mem_free(store->entries);
    buffer_done(&store->bytes);
    mem_free(store);
}

bool row_store_add(struct row_store *store, const struct stored_row *row, const struct bytes *cells)
{
    uint64_t size = sizeof(struct entry) + sizeof row->line + sizeof row->file;
    for (size_t i = 0; i < store->cell_count; i++)
        size += sizeof(uint32_t) + cells[i].size;
    if (store->count == store->rows_max ||
        store->bytes.size + store->count * sizeof(struct entry) + size > store->bytes_max)
        return false;

    if (store->count == store->capacity) {
        store->capacity = store->capacity > 0 ? 2 * store->capacity : 1024;
        store->entries = mem_resize(store->entries, store->capacity, sizeof *store->entries);
    }
    store->entries[store->count++] =
        (struct entry){.time_ns = row->time_ns, .offset = store->bytes.size};
    buffer_append(&store->bytes, &row->line, sizeof row->line);
    buffer_append(&store->bytes, &row->file, sizeof row->file);
    for (size_t i = 0; i < store->cell_count; i++) {
        const uint32_t cell_size = (uint32_t)cells[i].size;
        buffer_append(&store->bytes, &cell_size, sizeof cell_size);
        buffer_append(&store->bytes, cells[i].data, cells[i].size);
    }
    return true;
}

static int compare(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->time_ns != b->time_ns)
        return a->time_ns < b->time_ns ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

void row_store_sort(struct row_store *store)
{
    if (store->count > 1)
        qsort(store->entries, store->count, sizeof *store->entries, compare);
}

uint64_t row_store_count(const struct row_store *store)
{
    return store->count;
}

void row_store_get(const struct row_store *store, uint64_t index, struct stored_row *out_row,
                   struct bytes *out_cells)
{
    const struct entry *entry = &store->entries[index];
    const uint8_t *at = store->bytes.data + entry->offset;
    out_row->time_ns = entry->time_ns;
    memcpy(&out_row->line, at, sizeof out_row->line);
    at += sizeof out_row->line;
    memcpy(&out_row->file, at, sizeof out_row->file);
    at += sizeof out_row->file;
    for (size_t i = 0; i < store->cell_count; i++) {
        uint32_t size;
        memcpy(&size, at, sizeof size);
        at += sizeof size;
        out_cells[i] = bytes_of(at, size);
        at += size;
    }
}
