#!/bin/sh
# run-tidy.sh HOTSIM -- the rules of the house, each a test.
. "$(dirname "$0")/../lib.sh"

for check in "$tests"/tidy/check-*.sh; do
    begin "tidy/$(basename "$check" .sh)"
    code=0
    "$check" "$program" >"$out" 2>&1 || code=$?
    if [ "$code" = 77 ]; then
        skip "$name" "its tool is not installed"
        continue
    fi
    code_is 0
    finish
done
