#!/bin/sh
# run-init.sh HOTSIM -- scenarios to begin with.
. "$(dirname "$0")/../lib.sh"

for scenario in log orders iot tenants cars meters devops shop; do
    begin "init/$scenario-is-the-file-of-the-source-tree"
    hotsim init $scenario
    code_is 0
    err_is_empty
    that cmp -s "$checkout/workloads/init/$scenario.json" "$out"
    finish
done

begin init/output-writes-a-file-and-says-what-is-next
hotsim init log -o log.json
code_is 0
out_is_empty
err_has "hotsim compare log.json"
that [ -s log.json ]
finish

begin init/nothing-is-overwritten-without-force
echo mine >log.json
hotsim init log -o log.json
code_is 2
err_has "log.json exists"
err_has "--force"
that [ "$(cat log.json)" = mine ]
hotsim init log -o log.json --force
code_is 0
that cmp -s "$checkout/workloads/init/log.json" log.json
that [ "$(ls)" = log.json ]
finish

begin init/missing-folder-is-exit-3
hotsim init log -o no/such/log.json
code_is 3
err_has "cannot write no/such/log.json"
no_files
finish

begin init/file-size-limit-is-exit-3-and-leaves-nothing
code=0
(ulimit -f 1; "$program" init log -o log.json >"$out" 2>"$err") || code=$?
code_is 3
err_has "File too large"
no_files
finish

begin init/unknown-name-suggests
hotsim init tenant
code_is 2
err_has "did you mean tenants?"
finish
