#!/bin/sh
# check-format.sh -- clang-format has nothing to change. Exit 77 where it is not installed.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null 2>&1 || exit 77
find sim tests -name '*.[ch]' | sort | xargs clang-format --dry-run -Werror
