#!/bin/sh
# run-selftest.sh HOTSIM -- 10,000 small random scenarios against the naive reference; HOTSIM_FUZZ=N: N more.
hotsim=$1
last=$((10000 + ${HOTSIM_FUZZ:-0}))
failed=0

# expect NAME CODE ARGUMENTS... -- what the program says of a failure goes to stderr.
expect() {
    name=$1 wanted=$2
    shift 2
    code=0
    "$hotsim" selftest "$@" >&2 2>&2 || code=$?
    if [ "$code" = "$wanted" ]; then
        echo "ok $name"
    else
        echo "not ok $name (exit code $code)"
        failed=1
    fi
}

expect "seeds that are no numbers are refused" 2 --seeds 1..x 2>/dev/null
expect "seeds that run backwards are refused" 2 --seeds 9..3 2>/dev/null
expect "one seed is a scenario" 0 --seeds 17 2>/dev/null
first=1
while [ "$first" -le "$last" ]; do
    until=$((first + 2499))
    [ "$until" -le "$last" ] || until=$last
    expect "scenarios $first to $until: every number is as the reference has it" 0 --seeds "$first..$until"
    first=$((until + 1))
done
exit $failed
