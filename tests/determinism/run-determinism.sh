#!/bin/sh
# run-determinism.sh HOTSIM -- the same scenario gives the same bytes of result.json: again, from another
# folder, with other thread counts, from packed and plain input, and from a build by the other compiler.
# HOTSIM_OTHER names a binary that clang built; without it one is built here.
set -u
hotsim=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
checkout=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

run() { # NAME BINARY SCENARIO FLAGS... -- result.json of a run as NAME.json
    name=$1 binary=$2 scenario=$3
    shift 3
    if ! "$binary" compare "$scenario" --no-plots -q -o "$work/$name" "$@" >"$work/$name.log" 2>&1; then
        echo "not ok $name: $(head -n 1 "$work/$name.log")"
        failed=1
    fi
}

same() { # CLAIM A B -- the two results are the same bytes
    if cmp -s "$work/$2/result.json" "$work/$3/result.json"; then
        echo "ok $1"
    else
        echo "not ok $1: $(cmp "$work/$2/result.json" "$work/$3/result.json" 2>&1)"
        failed=1
    fi
}

cp "$here/synthetic.json" "$here/recorded.json" "$work"
gzip -dc "$checkout/workloads/build-log.csv.gz" | head -n 8001 >"$work/log.csv"
gzip -c "$work/log.csv" >"$work/log.csv.gz"

cd "$work" || exit 2
run first "$hotsim" synthetic.json
run again "$hotsim" synthetic.json
mkdir elsewhere
cd elsewhere || exit 2
run folder "$hotsim" ../synthetic.json
cd "$work" || exit 2
run one "$hotsim" synthetic.json -j 1
run two "$hotsim" synthetic.json -j 2
LC_ALL=C.UTF-8 TZ=Asia/Kathmandu run locale "$hotsim" synthetic.json
run seed "$hotsim" synthetic.json --seed 8
same "a second run gives the same bytes" first again
same "a run from another folder gives the same bytes" first folder
same "one thread and two give the same bytes" one two
same "the number of threads is not in the result" first one
same "the locale and the time zone change nothing" first locale
if cmp -s first/result.json seed/result.json; then
    echo "not ok another seed gives another result: the same bytes"
    failed=1
else
    echo "ok another seed gives another result"
fi

run packed "$hotsim" recorded.json --set workload.trace.path=log.csv.gz
run plain "$hotsim" recorded.json --set workload.trace.path=log.csv
same "packed and plain input give the same bytes" packed plain

clang=${HOTSIM_OTHER:-}
if [ -z "$clang" ] && command -v clang >/dev/null 2>&1; then
    clang=$work/clang/hotsim
    (cd "$checkout" && CC=clang meson setup "$work/clang" && ninja -C "$work/clang" hotsim) >"$work/build.log" 2>&1 ||
        echo "not ok clang builds the binary: $(grep -m 1 -i error "$work/build.log")"
fi
if [ -n "$clang" ]; then
    run clang "$clang" synthetic.json
    run clang-recorded "$clang" recorded.json --set workload.trace.path=log.csv
    same "builds by gcc and by clang give the same bytes" first clang
    same "and from a recording" plain clang-recorded
else
    echo "skip builds by gcc and by clang give the same bytes: no clang here"
fi
exit $failed
