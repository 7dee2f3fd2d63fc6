#include "workload/hot_windows.h"

#include <math.h>

_Static_assert(HOT_SLOTS >= 2 * HOT_WINDOW_ROWS && (HOT_SLOTS & (HOT_SLOTS - 1)) == 0,
               "a slot for each row, and some to spare");

void hot_windows_add(struct hot_windows *hot, uint64_t hash)
{
    const uint64_t window = hot->windows + 1;
    size_t at = (size_t)hash & (HOT_SLOTS - 1);
    while (hot->slots[at].window == window && hot->slots[at].hash != hash)
        at = (at + 1) & (HOT_SLOTS - 1);
    if (hot->slots[at].window != window) {
        hot->slots[at].window = window;
        hot->slots[at].hash = hash;
        hot->slots[at].count = 0;
    }
    const uint32_t count = ++hot->slots[at].count;
    hot->top = count > hot->top ? count : hot->top;
    if (++hot->rows < HOT_WINDOW_ROWS)
        return;
    hot->share_sum += (double)hot->top / HOT_WINDOW_ROWS;
    hot->windows++;
    hot->rows = hot->top = 0;
}

double hot_windows_mean(const struct hot_windows *hot)
{
    return hot->windows > 0 ? hot->share_sum / (double)hot->windows : NAN;
}
