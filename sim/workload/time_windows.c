#include "workload/time_windows.h"

#include <math.h>
#include <string.h>

enum { WIDTH_FIRST_NS = 1024 };

static int64_t window_of(const struct time_windows *windows, int64_t at_ns)
{
    const int64_t width = (int64_t)windows->width_ns;
    return at_ns / width - (at_ns % width < 0);
}

static int64_t half_down(int64_t number)
{
    return number / 2 - (number % 2 < 0);
}

// Windows of twice the width, aligned as before.
static void widen(struct time_windows *windows)
{
    const int64_t first = half_down(windows->first_window);
    uint64_t counts[WINDOWS_MAX] = {0};
    for (int64_t i = 0; i < WINDOWS_MAX; i++)
        counts[half_down(windows->first_window + i) - first] += windows->counts[i];
    memcpy(windows->counts, counts, sizeof counts);
    windows->first_window = first;
    windows->width_ns *= 2;
}

// Whether all windows from the first row's to the last row's fit; makes the first of them
// counts[0].
static bool cover(struct time_windows *windows)
{
    const int64_t first = window_of(windows, windows->first_ns);
    const int64_t last = window_of(windows, windows->last_ns);
    if (last - first >= WINDOWS_MAX)
        return false;
    const int64_t back = windows->first_window - first;
    if (back > 0) {
        memmove(windows->counts + back, windows->counts,
                (size_t)(WINDOWS_MAX - back) * sizeof *windows->counts);
        memset(windows->counts, 0, (size_t)back * sizeof *windows->counts);
    }
    windows->first_window -= back > 0 ? back : 0;
    return last - windows->first_window < WINDOWS_MAX;
}

void time_windows_add(struct time_windows *windows, int64_t at_ns)
{
    if (windows->rows++ == 0) {
        windows->first_ns = windows->last_ns = at_ns;
        windows->width_ns = WIDTH_FIRST_NS;
        windows->first_window = window_of(windows, at_ns);
    }
    windows->first_ns = at_ns < windows->first_ns ? at_ns : windows->first_ns;
    windows->last_ns = at_ns > windows->last_ns ? at_ns : windows->last_ns;
    while (!cover(windows))
        widen(windows);
    windows->counts[window_of(windows, at_ns) - windows->first_window]++;
}

struct burstiness time_windows_burstiness(const struct time_windows *windows)
{
    if (windows->rows == 0)
        return (struct burstiness){.mean = NAN, .peak_to_mean = NAN, .dispersion = NAN};
    const size_t from = (size_t)(window_of(windows, windows->first_ns) - windows->first_window);
    const size_t to = (size_t)(window_of(windows, windows->last_ns) - windows->first_window);
    const double count = (double)(to - from + 1);
    const double mean = (double)windows->rows / count;
    double squares = 0;
    uint64_t peak = 0;
    for (size_t i = from; i <= to; i++) {
        const double off = (double)windows->counts[i] - mean;
        squares += off * off;
        peak = windows->counts[i] > peak ? windows->counts[i] : peak;
    }
    return (struct burstiness){.windows = to - from + 1,
                               .mean = mean,
                               .peak_to_mean = (double)peak / mean,
                               .dispersion = squares / count / mean};
}
