#!/bin/sh
# run-ycsb.sh HOTSIM -- scenarios from YCSB's property files, and from Twitter's clusters.
. "$(dirname "$0")/../lib.sh"

# has FILTER VALUE -- what a scenario says, as `hotsim check` resolves it.
said() { # PATH VALUE
    python3 - "$out" "$1" "$2" <<'P' || fault "$1 is not $2"
import json, re, sys
text = re.sub(r'^\s*//.*$', '', open(sys.argv[1]).read(), flags=re.M)
at = json.loads(text)
for name in sys.argv[2].split('/'):
    at = at.get(name) if isinstance(at, dict) else None
sys.exit(json.dumps(at, separators=(',', ':')) != sys.argv[3])
P
}

begin ycsb/workloads-have-their-proportions-and-distributions
hotsim init --ycsb workloada
said workload/mix '{"put":0.5,"get":0.5}'
said workload/fields/record '{"ycsb_zipfian":{"records":1000}}'
said run '{"operations":1000}'
hotsim init --ycsb workloadb
said workload/mix '{"put":0.05,"get":0.95}'
hotsim init --ycsb workloadc
said workload/mix '{"read":1}'
said workload/fields/asked_record '{"ycsb_zipfian":{"records":1000}}'
said run/preload '{"rows":1000}'
hotsim init --ycsb workloadd
said workload/mix '{"put":0.05,"read":0.95}'
said queries/read '{"where":"where key = $key","pick":{"latest":{"theta":0.99}}}'
said workload/fields/record '{"sequence":{"start":0}}'
hotsim init --ycsb workloade
said workload/mix '{"put":0.05,"scan":0.95}'
said queries/scan/where '"where key >= $asked order by key limit 50"'
hotsim init --ycsb workloadf
said workload/mix '{"put":0.5,"get":1}'
finish

for letter in a b c d e f; do
    begin "ycsb/workload$letter-is-a-scenario"
    hotsim init --ycsb workload$letter -o scenario.json
    code_is 0
    hotsim check scenario.json
    code_is 0
    finish
done

begin ycsb/a-file-is-read-as-java-reads-properties
printf '# a comment \\\n! another\n  recordcount : 5000\r\nreadproportion=0\nupdateproportion = 1\nrequest\\\n   distribution hotspot\nhotspotdatafraction=0.1\nfieldcount=4\nfieldlength=20\nwriteallfields=true\ntarget=250\nzeropadding=12\ninsertorder=ordered\ninsertstart=1000\noperationcount=77\nthreadcount=8\nmine=x\n' >my.properties
hotsim init --ycsb my.properties
code_is 0
said workload/fields/record '{"hotset":{"cardinality":4000,"hot_fraction":0.1,"hot_share":0.8}}'
said workload/fields/key "{\"expr\":\"'user' + dec(record + 1000, 12)\"}"
said workload/mix '{"put":1}'
said workload/arrivals/rate_per_s 250
said workload/row '{"columns":4,"value_bytes":20}'
said run '{"operations":77}'
out_has "// Left out: threadcount, mine"
finish

# The first two records that YCSB loads: user6284781860667377211, user8517097267634966620.
begin ycsb/keys-are-spelled-as-ycsb-spells-them
printf 'recordcount=10\nreadproportion=0\nupdateproportion=0\ninsertproportion=1\n' >load.properties
hotsim init --ycsb load.properties -o load.json
printf 'recordcount=10\nreadproportion=0\nupdateproportion=0\ninsertproportion=1\nzeropadding=22\n' >wide.properties
hotsim init --ycsb wide.properties -o wide.json
for case in "load 0 user6284781860667377211" "load 1 user8517097267634966620" \
    "wide 1 user0008517097267634966620"; do
    set -- $case
    expr=$(python3 -c "import json, re, sys
print(json.loads(re.sub(r'(?m)^\s*//.*\$', '', open(sys.argv[1]).read()))['workload']['fields']['key']['expr'])" "$1.json")
    hotsim explain --key "key = $(printf %s "$expr" | sed 's/\brecord\b/record/'); [key]" --field "record:long=$2"
    out_has "$3"
done
finish

refused() { # TEST MESSAGE PROPERTY... -- beside a record count
    begin "ycsb/$1"
    message=$2
    shift 2
    printf '%s\n' recordcount=9 "$@" >bad.properties
    hotsim init --ycsb bad.properties
    code_is 2
    out_is_empty
    err_has "$message"
    finish
}
refused inserts-beside-updates-are-refused "inserts beside updates" insertproportion=0.1
refused deletes-are-refused "deletes are not simulated" deleteproportion=0.1
refused another-distribution-is-refused "requestdistribution=exponential: expected" requestdistribution=exponential
refused another-workload-is-refused "expected a CoreWorkload" workload=site.ycsb.workloads.TimeSeriesWorkload
refused a-count-that-is-none-is-refused 'recordcount: expected a whole number' recordcount=many
refused no-records-are-refused "must be given, above insertstart" recordcount=0
refused records-behind-the-start-are-refused "must be given, above insertstart" insertstart=9
refused nothing-to-do-is-refused "all proportions are 0" readproportion=0 updateproportion=0
refused a-negative-proportion-is-refused "readproportion: expected a number of 0 to" readproportion=-1
refused another-order-is-refused "insertorder=random: expected" insertorder=random
refused other-lengths-are-refused "fieldlengthdistribution=zipfian: expected" fieldlengthdistribution=zipfian
refused no-operations-are-refused "operationcount must be above 0" operationcount=0

begin ycsb/a-missing-file-is-an-error
hotsim init --ycsb nothing.properties
code_is 2
err_has "nothing.properties: cannot be opened"
hotsim init --ycsb .
code_is 2
finish

begin init/takes-a-name-or-a-file
hotsim init
code_is 2
err_has "takes a scenario's NAME, or --ycsb FILE"
hotsim init log --ycsb workloada
code_is 2
finish

begin init/twitter-clusters-come-by-number
for number in $(seq 1 54); do
    case $number in
    5 | 43 | 46) continue ;;
    esac
    hotsim init twitter-$number -o "$number.json"
    code_is 0
    hotsim check "$number.json" -S run.operations=1000
    code_is 0
done
# 4,360 requests a second for a week, 1.3 of each key; the statistics of the cluster's row.
hotsim init twitter-12
said workload/fields/key '{"zipf":{"cardinality":2028406153,"theta":0.3048,"scramble":true},"format":"%044d"}'
said workload/mix '{"get":20,"put":80}'
said workload/arrivals/rate_per_s 4360
said workload/row/value_bytes 1030
hotsim init twitter-14
out_has "Left out: deletes, 22 %"
for name in twitter-5 twitter-43 twitter-0 twitter-55 twitter-1x twitter-; do
    hotsim init $name
    code_is 2
done
finish
