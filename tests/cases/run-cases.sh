#!/bin/sh
# run-cases.sh HOTSIM -- each NAME.cmd is a command line; NAME.want is all that it must print,
# stdout then stderr, and its exit code. UPDATE=1 rewrites the .want files: read the diff before you commit it.
. "$(dirname "$0")/../lib.sh"
cases=$tests/cases

for command in "$cases"/*.cmd; do
    want=${command%.cmd}.want
    begin "cases/$(basename "$command" .cmd)"
    cp -R "$cases/files/." . 2>/dev/null || :
    code=0
    # The .cmd files are the project's own; the shell is wanted here, for quotes and redirections.
    (eval "\"$program\" $(cat "$command")") >"$out" 2>"$err" </dev/null || code=$?
    { cat "$out" && sed 's/^/! /' "$err" && echo "exit $code"; } >"$scratch/got"
    if [ "${UPDATE:-}" ]; then
        cp "$scratch/got" "$want"
    elif ! diff -u "$want" "$scratch/got" >"$scratch/diff" 2>&1; then
        fault "$(cat "$scratch/diff")"
        : >"$out"
        : >"$err"
    fi
    finish
done
