#!/bin/sh
# check-sizes.sh -- no file over 400 lines, no function over 60.
# A function is what stands between a `{` and a `}` in the first column.
set -eu
cd "$(dirname "$0")/../.."
find sim -name '*.[ch]' | sort | xargs awk '
    FNR == 1 { open = 0 }
    FNR == 401 { print FILENAME ": more than 400 lines"; bad = 1 }
    /^{/ { open = FNR }
    /^}/ && open {
        if (FNR - open + 1 > 60) {
            print FILENAME ":" open ": a function of " FNR - open + 1 " lines; at most 60"
            bad = 1
        }
        open = 0
    }
    END { exit bad }'
