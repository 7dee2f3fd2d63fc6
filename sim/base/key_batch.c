#include "base/key_batch.h"

#include <string.h>

int key_compare(struct bytes a, struct bytes b)
{
    const size_t shared = a.size < b.size ? a.size : b.size;
    const int order = shared > 0 ? memcmp(a.data, b.data, shared) : 0;
    if (order != 0)
        return order;
    return (a.size > b.size) - (a.size < b.size);
}
