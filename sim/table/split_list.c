#include "table/split_list.h"
#include "base/key_batch.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>

struct split_list split_list_of(size_t capacity)
{
    return (struct split_list){.items = mem_new(capacity, sizeof(struct bytes))};
}

void split_list_append(struct split_list *splits, struct bytes key)
{
    buffer_append(&splits->storage, key.data, key.size);
    splits->items[splits->count++] = bytes_of(NULL, key.size);
}

void split_list_settle(struct split_list *splits)
{
    size_t offset = 0;
    for (size_t i = 0; i < splits->count; i++) {
        splits->items[i].data = splits->storage.data + offset;
        offset += splits->items[i].size;
    }
}

void split_list_done(struct split_list *splits)
{
    mem_free(splits->items);
    buffer_done(&splits->storage);
    *splits = (struct split_list){0};
}

struct numbered {
    struct bytes key;
    size_t number; // from 1, in the order given
};

static int compare_numbered(const void *left, const void *right)
{
    const struct numbered *a = left;
    const struct numbered *b = right;
    const int order = key_compare(a->key, b->key);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

static bool refuse_twin(const struct numbered *first, const struct numbered *second,
                        const char *place, struct err *err)
{
    struct buffer shown = {0};
    text_key(&shown, first->key);
    (void)err_fail(err, ERR_INPUT, "%s %zu: the split point `%.200s` is that of %s %zu again",
                   place, second->number, (const char *)shown.data, place, first->number);
    buffer_done(&shown);
    return err_hint(err, "split points must differ, or a region would be empty by definition");
}

bool split_list_sort(struct split_list *splits, const char *place, struct err *err)
{
    for (size_t i = 0; i < splits->count; i++) {
        if (splits->items[i].size > 0)
            continue;
        (void)err_fail(err, ERR_INPUT, "%s %zu: an empty split point", place, i + 1);
        return err_hint(err, "the first region starts at the empty key already");
    }

    bool ok = true;
    struct numbered *sorted = mem_new(splits->count, sizeof *sorted);
    for (size_t i = 0; i < splits->count; i++)
        sorted[i] = (struct numbered){.key = splits->items[i], .number = i + 1};
    if (splits->count > 0)
        qsort(sorted, splits->count, sizeof *sorted, compare_numbered);
    for (size_t i = 1; ok && i < splits->count; i++) {
        if (key_compare(sorted[i - 1].key, sorted[i].key) == 0)
            ok = refuse_twin(&sorted[i - 1], &sorted[i], place, err);
    }
    for (size_t i = 0; ok && i < splits->count; i++)
        splits->items[i] = sorted[i].key;
    mem_free(sorted);
    return ok;
}
