#!/bin/sh
# run-determinism.sh HOTSIM -- the same scenario gives the same bytes of result.json: again, from another
# folder, with other thread counts, from packed and plain input, and from a build by the other compiler.
# HOTSIM_OTHER names a binary that clang built; without it one is built here.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 3
here=$PWD
LIMIT_S=120

result() { # NAME SCENARIO FLAGS... -- runs into $scratch/NAME
    folder=$1
    shift
    hotsim compare "$@" --no-plots -q -o "$scratch/$folder"
    code_is 0
}

same() { # TEST A B -- one test: the two results are the same bytes
    cmp "$scratch/$2/result.json" "$scratch/$3/result.json" >"$out" 2>&1 || fault "$(cat "$out")"
    finish
}

gzip -dc "$checkout/workloads/build-log.csv.gz" | head -n 8001 >"$scratch/log.csv"
gzip -c "$scratch/log.csv" >"$scratch/log.csv.gz"
cp "$here/recorded.json" "$scratch"
recorded=$scratch/recorded.json

begin determinism/again
result first "$here/synthetic.json"
result again "$here/synthetic.json"
same again first again

begin determinism/another-folder
mkdir -p deep/folder
cp "$here/synthetic.json" deep
cd deep/folder || exit 3
result elsewhere ../synthetic.json
same elsewhere first elsewhere

begin determinism/threads
result one "$here/synthetic.json" -j 1
result two "$here/synthetic.json" -j 2
same threads one two

begin determinism/threads-are-not-in-the-result
same threads first one

begin determinism/locale-and-time-zone
LC_ALL=C.UTF-8 TZ=Asia/Kathmandu
export TZ
result locale "$here/synthetic.json"
LC_ALL=C
unset TZ
same locale first locale

begin determinism/another-seed-is-another-result
result seed "$here/synthetic.json" --seed 8
! cmp -s "$scratch/first/result.json" "$scratch/seed/result.json" || fault "the same bytes"
finish

begin determinism/shapes-whatever-the-threads
result shapes "$here/shapes.json" -j 1
result shapes-two "$here/shapes.json" -j 2
same shapes shapes shapes-two

begin determinism/packed-and-plain
result packed "$recorded" --set workload.trace.path=log.csv.gz
result plain "$recorded" --set workload.trace.path=log.csv
same packed packed plain

if [ -z "${HOTSIM_OTHER:-}" ] && command -v clang >/dev/null 2>&1; then
    HOTSIM_OTHER=$scratch/clang-build/hotsim
    (cd "$checkout" && CC=clang meson setup "$scratch/clang-build" && ninja -C "$scratch/clang-build" hotsim) >/dev/null 2>&1
fi
if [ -x "${HOTSIM_OTHER:-}" ]; then
    program=$HOTSIM_OTHER
    begin determinism/gcc-and-clang
    result clang "$here/synthetic.json"
    same clang first clang
    begin determinism/gcc-and-clang-on-shapes
    result clang-shapes "$here/shapes.json"
    same clang-shapes shapes clang-shapes
    begin determinism/gcc-and-clang-on-a-recording
    result clang-plain "$recorded" --set workload.trace.path=log.csv
    same clang-plain plain clang-plain
else
    skip determinism/gcc-and-clang "no binary that clang built"
fi
