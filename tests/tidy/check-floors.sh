#!/bin/sh
# check-floors.sh -- a file includes from its own folder or from a lower floor; never up, never
# sideways, and always with the folder's name.
set -eu
cd "$(dirname "$0")/../.."
grep -rn '^#include "' sim | awk '
    BEGIN {
        floors = "base|stats hash json|key table|workload query cluster|topology metrics|report|config|run|selftest|cli"
        for (i = split(floors, floor, "|"); i > 0; i--)
            for (j = split(floor[i], folder, " "); j > 0; j--) height[folder[j]] = i
    }
    {
        split($0, path, "/"); from = path[2]
        to = $0; sub(/^[^"]*"/, "", to); sub(/\/.*/, "", to)
        if (!(to in height) || (to != from && height[to] >= height[from])) { print; bad = 1 }
    }
    END { exit bad }'
