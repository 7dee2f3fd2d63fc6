#!/bin/sh
# check-symbols.sh HOTSIM -- no two files of the library define the same name: the linker would take the
# first and say nothing.
set -eu
nm -g --defined-only "$(dirname "$1")/libhotsim.a" 2>/dev/null |
    awk 'NF == 3 && seen[$3]++ { print "defined twice: " $3; bad = 1 } END { exit bad || NR == 0 }'
