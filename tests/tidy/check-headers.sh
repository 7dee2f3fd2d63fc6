#!/bin/sh
# check-headers.sh -- every header compiles alone.
set -eu
cd "$(dirname "$0")/../.."
compiler=${CC:-gcc}
bad=0
for header in $(find sim -name '*.h' | sort); do
    "$compiler" -std=c17 -D_GNU_SOURCE -Isim -Wall -Wextra -Werror -fsyntax-only -x c - <<END || bad=1
#include "${header#sim/}"
extern int nothing;
END
done
exit $bad
