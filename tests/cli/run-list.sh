#!/bin/sh
# run-list.sh HOTSIM -- the catalogs, for a person and for a script.
. "$(dirname "$0")/../lib.sh"

lists="stores functions presets generators presplits splits balancers fields scenarios formats graphs metrics findings claims"

begin list/alone-names-every-list
hotsim list
code_is 0
for list in $lists; do
    out_has "$list"
done
that [ "$(wc -l <"$out")" = 17 ]
finish

for list in $lists; do
    begin "list/$list-in-every-format-has-the-same-rows"
    hotsim list $list
    code_is 0
    err_is_empty
    hotsim list $list --json
    code_is 0
    count=$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))))' "$out")
    that [ "$count" -ge 3 ]
    hotsim list $list --format tsv
    that [ "$(wc -l <"$out")" = $((count + 1)) ]
    hotsim list $list --format md
    that [ "$(wc -l <"$out")" = $((count + 2)) ]
    finish
done

begin list/functions-of-the-documents-are-there
hotsim list functions
for function in md5 substr reverse rpad random xxhash igz_bucket hashCode; do
    out_has "$function"
done
finish

begin list/presets-are-shown-with-their-program
hotsim list presets
out_has hash-prefix
out_has even-distribution
finish

begin list/every-profile-tells-where-its-numbers-are-from
for store in hbase apsaradb-hbase maprdb lindorm iguazio custom; do
    hotsim list stores --show $store --format tsv
    code_is 0
    that [ "$(awk -F '\t' 'NR > 1 && ($3 != "source" && $3 != "assumption" || $4 == "")' "$out" | wc -l)" = 0 ]
done
finish

begin list/claims-have-a-row-each-and-a-verdict
hotsim list claims --format tsv
that [ "$(wc -l <"$out")" = 53 ]
that [ "$(awk -F '\t' 'NR > 1 && $3 == ""' "$out" | wc -l)" = 0 ]
that grep -q "^I14	.*holds" "$out"
that grep -q "^H4	.*wrong" "$out"
finish

begin list/unknown-names-suggest
hotsim list store
code_is 2
err_has "did you mean hotsim list stores?"
hotsim list stores --show hbas
code_is 2
err_has "did you mean hbase?"
hotsim list presets --show hbase
code_is 2
err_has "--show goes with stores"
finish

begin list/metrics-are-what-help-shows
hotsim list metrics
cp "$out" want
hotsim help metrics
code_is 0
that cmp -s want "$out"
finish
