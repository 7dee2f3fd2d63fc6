#!/bin/sh
# run-explain-scenario.sh HOTSIM -- whole scenarios explained: the example key, where it lands, what queries
# cost, and advice on the key of every example that the vendors' documents print.
. "$(dirname "$0")/../lib.sh"

# shown EXPRESSION -- a Python expression over the JSON just printed, `d` for its first design.
shown() {
    python3 - "$out" "$1" <<'END' 2>&1
import json, sys
whole = json.load(open(sys.argv[1]))
d = whole["designs"][0]
codes = {f["code"]: f for f in d["findings"]}
print(eval(sys.argv[2]))
END
}

# is EXPRESSION VALUE
is() {
    got=$(shown "$1")
    [ "$got" = "$2" ] || fault "$1 is $got, expected $2"
}

# holds EXPRESSION
holds() {
    is "bool($1)" True
}

# scenario FIELDS DESIGNS STORE [QUERIES] -- into s.json
scenario() {
    cat >s.json <<END
{"workload": {"fields": {$1}, "mix": {"put": "30k/s"}, "row": {"columns": 4}},
 "queries": {${4:-}}, "designs": {$2}, "store": $3, "run": {"operations": 50000}}
END
}

# advice NAME CODES KEY -- which rules speak of a document's key, in their order.
users='"user_id": {"zipf": {"cardinality": 2000, "theta": 0.3}, "format": "u%04d"},
       "order_id": {"sequence": {"start": 10000000}}, "timestamp": {"clock": {"unit": "us"}},
       "hostname": {"uniform": {"cardinality": 100}, "format": "host%02d"}, "log_event": ["login", "logout", "error"]'
advice() {
    begin "explain/advice-on-$1"
    scenario "$users" "\"d\": \"$4\"" "$3"
    hotsim explain s.json --json
    code_is 0
    err_is_empty
    is '" ".join(codes)' "$2"
    finish
}

hbase='{"profile": "hbase", "servers": 8}'
lindorm='{"profile": "lindorm", "servers": 8}'
maprdb='{"profile": "maprdb", "servers": 8}'
iguazio='"iguazio"'

# Rows of one user stay together, and the document that says they spread is wrong.
advice apsaradb-md5-prefix "hash-of-entity hex-for-raw" "$hbase" '[md5(user_id).subStr(0,4)][user_id][order_id]'
advice apsaradb-reversed-user "" "$hbase" '[reverse(user_id)][order_id]'
# The document's bucket of a clock: spread over the run, but one more thing to say of the key's columns.
advice apsaradb-bucket "" "$hbase" 'long bucket = timestamp % 16; [bucket][timestamp][hostname][order_id]'
# A random last column spreads nothing on sorted regions: the document is wrong.
advice apsaradb-random-suffix "random-suffix" "$hbase" '[user_id][order_id][random(100)]'
advice apsaradb-padding "pad-above-data" "$hbase" "[rpad(hostname, 'x', 20)][order_id]"
advice apsaradb-newest-first "not-unique" "$hbase" 'timestamp = Long.MAX_VALUE - timestamp; [hostname][log_event][timestamp]'
advice apsaradb-date-first "rising-first learned-behind-rising-key cold-halves" "$hbase" "[date(timestamp, '%Y%m%d')][order_id]"
advice lindorm-hash-prefix "hash-of-entity" "$lindorm" 'pk1 = hash(user_id).substring(0, 4) + user_id; [pk1][order_id]'
advice lindorm-random-suffix "random-suffix" "$lindorm" '[user_id][order_id][random(100)]'
advice lindorm-bucket "many-columns" "$lindorm" '[timestamp % 16][timestamp][hostname][order_id]'
advice lindorm-clock-first "rising-first learned-behind-rising-key cold-halves" "$lindorm" '[timestamp][order_id]'
advice maprdb-salt "hash-of-rising number-as-text hex-for-raw" "$maprdb" 'ts = str(timestamp); [md5(ts).right(4)][ts][order_id]'
advice maprdb-rising "rising-first learned-behind-rising-key cold-halves" "$maprdb" '[order_id]'
advice iguazio-car-and-trip "" "$iguazio" '[user_id].[dec(order_id, 10)]'
advice iguazio-number-sorts "number-sorting-key" "$iguazio" '[user_id].[order_id]'
advice iguazio-date-first "one-slice-at-a-time few-first-values" "$iguazio" "[date(timestamp, '%Y%m%d')].[dec(order_id, 10)]"
# The document reads suffixes _1 to _64; they are 0 to 63, and the advice says so.
advice iguazio-even-distribution "number-sorting-key inferred-suffix" "$iguazio" '{user_id}_{xxHash(order_id) % 64}.{order_id}'
advice iguazio-random-suffix "random-prefix" "$iguazio" '[user_id]_[random(10)].[dec(order_id, 10)]'

# Newest first only within one host and event: the newest 50 of a host are among the newest 50 of each event.
begin explain/newest-rows-of-a-host-from-each-event
few='"hostname": {"uniform": {"cardinality": 2}, "format": "host%02d"}, "log_event": ["login", "logout", "error"],
     "timestamp": {"clock": {"unit": "us"}}'
scenario "$few" '"d": "[hostname][log_event][Long.MAX_VALUE - timestamp]"' "$hbase" \
    '"recent": "where hostname = $hostname order by timestamp desc limit 50"'
hotsim explain s.json --json
code_is 0
is 'd["queries"][0]["plan"]' '3 scans, one for each `log_event`: `hostname` given; the first 50 of each'
is 'd["queries"][0]["rows_examined"]' 150
finish

begin explain/newest-rows-of-all-from-each-bucket
scenario "$few" '"d": "bucket = timestamp % 16; [bucket][timestamp][hostname]"' "$hbase" \
    '"newest": "order by timestamp desc limit 100"'
hotsim explain s.json --json
code_is 0
is 'd["queries"][0]["ranges"]' 16
is 'd["queries"][0]["rows_examined"]' 1600
finish

begin explain/documents-that-are-wrong-are-named
scenario "$users" '"d": "[md5(user_id).subStr(0,4)][user_id][order_id]", "e": "[user_id][order_id][random(100)]"' "$hbase"
hotsim explain s.json --json
holds '"a vendor'"'"'s page says that they spread" in codes["hash-of-entity"]["message"]'
holds '"two vendors'"'"' pages advise" in whole["designs"][1]["findings"][0]["message"]'
finish

begin explain/example-is-the-first-record
scenario "$users" '"d": "[md5(user_id).subStr(0,4)][user_id][order_id]"' "$hbase"
hotsim explain s.json --json
code_is 0
holds 'd["example"]["record"]["order_id"] == "10000000"'
user=$(shown 'd["example"]["record"]["user_id"]')
prefix=$(printf %s "$user" | md5sum | cut -c1-4)
is 'bytes.fromhex(d["example"]["key_hex"])[:9].decode()' "$prefix$user"
is 'int.from_bytes(bytes.fromhex(d["example"]["key_hex"])[9:], "big")' 10000000
is '[(c["offset"], c["width"], c["fixed_width"]) for c in d["example"]["components"]]' "[(0, 4, True), (4, 5, False), (9, 8, True)]"
# HexStringSplit of 32 regions: each is 08000000 long.
is 'd["example"]["partition"]["id"] == int(d["example"]["key"][:4], 16) // 2048' True
is 'd["example"]["partition"]["server"] == d["example"]["partition"]["id"] % 8' True
holds 'd["example"]["partition"]["start"] <= d["example"]["key"] < d["example"]["partition"]["end"]'
finish

begin explain/queries-have-their-plan-and-price
scenario "$users" '"bucketed": "b = order_id % 16; [b][order_id][user_id]", "by user": "[user_id][order_id]"' "$hbase" \
    '"one": "where user_id = $user_id order by order_id desc limit 10", "few": "where order_id between 10000100 and 10000103"'
hotsim explain s.json --json
code_is 0
is '[q["name"] for q in d["queries"]]' "['one', 'few']"
# Four numbers in a row lie in 4 of 16 buckets, and the planner knows which.
holds '4 <= d["queries"][1]["ranges"] <= 16'
is 'whole["designs"][1]["queries"][0]["shape"]' single
is 'whole["designs"][1]["queries"][0]["rows_returned"]' 10
is 'whole["designs"][1]["queries"][1]["shape"]' scatter
is 'sum(c["chosen"] for q in d["queries"] for c in q["choices"])' 2
finish

begin explain/several-tables-and-the-cheapest-of-them
scenario "$users" '"d": {"tables": {"by_user": "[user_id][order_id]", "by_order": {"key": "[order_id]", "holds": "reference"}}}' "$hbase" \
    '"u": "where user_id = $user_id", "o": "where order_id = $order_id"'
hotsim explain s.json --json
code_is 0
is '[q["table"] for q in d["queries"]]' "['by_user', 'by_order']"
is '[t["name"] for t in d["tables"]]' "['by_user', 'by_order']"
holds 'codes["rising-first"]["message"].startswith("table \"by_order\": ")'
finish

begin explain/for-a-person-at-80-columns
scenario "$users" '"d": "[md5(user_id).subStr(0,4)][user_id][order_id]"' "$hbase" '"one": "where user_id = $user_id"'
hotsim explain s.json
code_is 0
err_is_empty
out_has "first 4 hex digits of"
out_has "lands   region "
out_has "query   one"
out_has "hash-of-entity"
out_has "->"
that [ "$(python3 -c 'import sys; print(max(len(l.rstrip("\n")) for l in open(sys.argv[1], encoding="utf-8")) <= 80)' "$out")" = True ]
finish

begin explain/only-the-design-that-is-asked-for
scenario "$users" '"a": "[user_id][order_id]", "b": "[order_id]"' "$hbase"
hotsim explain s.json --design b --json
is '[x["name"] for x in whole["designs"]]' "['b']"
hotsim explain s.json --key 'c=[timestamp][user_id]' --json
is '[x["name"] for x in whole["designs"]]' "['a', 'b', 'c']"
finish

begin explain/result-of-a-synthetic-scenario-explains-itself
scenario "$users" '"d": "[user_id][order_id]"' "$hbase"
hotsim explain s.json --json
cp "$out" whole.json
hotsim compare s.json -o r --no-plots -q
code_is 0
hotsim explain r --json
code_is 0
that [ "$(shown 'd["example"]["key_hex"]')" = "$(python3 -c 'import json; print(json.load(open("whole.json"))["designs"][0]["example"]["key_hex"])')" ]
hotsim explain r/result.json --json
code_is 0
finish

begin explain/result-of-a-recording-needs-its-scenario
printf 'ts,user\n1,a\n2,b\n3,c\n4,d\n' >rows.csv
hotsim compare rows.csv --key '[user][ts]' -o r --no-plots -q
code_is 0
hotsim explain r
code_is 2
out_is_empty
err_has "cannot be read again"
err_has "give the scenario's file"
err_lines 3
finish

begin explain/a-recording-is-explained
printf 'ts,user\n1,a\n2,b\n3,c\n4,d\n' >rows.csv
hotsim explain rows.csv --key '[user]_[ts]' --json
code_is 0
is 'd["example"]["key"]' a_1
finish

begin explain/recordings-with-odd-values
printf 'user,app\nann_b,c\nann,b_c\nbob,x\nann_b,c\n' >rows.csv
hotsim explain rows.csv --key '[user]_[app]' --json
code_is 0
# ("ann_b", "c") and ("ann", "b_c") are one key: silent overwrites, and why.
holds '"delimiter-inside" in codes and "not-unique" in codes'
holds 'codes["not-unique"]["message"].startswith("2 of 4 writes")'
finish

begin explain/faults-have-their-place
scenario "$users" '"d": "[usr][order_id]"' "$hbase"
hotsim explain s.json
code_is 2
err_has "unknown field"
hotsim explain nothing.json
code_is 2
err_has "no such file"
scenario "$users" '"d": "[user_id]"' "$hbase"
hotsim explain s.json --field a=1
code_is 2
err_has "--field and --decode go with --key alone"
hotsim explain s.json --format tsv
code_is 2
err_has "as a table or as JSON"
finish

begin explain/same-bytes-each-time
scenario "$users" '"d": "[user_id][order_id]", "e": "[random(10)][user_id]"' "$hbase"
hotsim explain s.json --json
cp "$out" once
hotsim explain s.json --json
that cmp -s "$out" once
finish
