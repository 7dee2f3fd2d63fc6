#include "cluster/backoff.h"

static const uint64_t factors[] = {1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200};
enum { FACTORS = sizeof factors / sizeof factors[0] };

uint64_t backoff_ns(const struct client_config *client, uint32_t attempt)
{
    return client->pause_ns * factors[attempt < FACTORS ? attempt : FACTORS - 1];
}
