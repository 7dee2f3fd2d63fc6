#!/bin/sh
# run-bad-input.sh HOTSIM -- whatever is wrong with an input gets one clear message that names its
# place, exit code 2, and leaves no file; and odd but right input is read right.
. "$(dirname "$0")/../lib.sh"

# scenario DESIGN [TRACE-MEMBERS] -- writes s.json over t.csv.
scenario() {
    cat >s.json <<END
{
  "workload": {"trace": {"path": "t.csv", "format": "csv"${2:+, $2}}},
  "designs": {"a": "$1"},
  "store": "hbase"
}
END
}

rows() { # rows COUNT -- a sound recording
    echo 'ts,host,n'
    awk -v count="$1" 'BEGIN { for (i = 0; i < count; i++) print 1700000000 + i ",host" i % 7 "," i }'
}

# refused PLACE TEXT [FLAGS...] -- compare says one thing, on stderr, and leaves nothing.
refused() {
    place=$1 text=$2
    shift 2
    files_are_mine
    hotsim compare s.json --no-plots -q "$@"
    code_is 2
    out_is_empty
    err_has "error:"
    [ -z "$place" ] || err_has "$place"
    err_has "$text"
    that [ "$(grep -c 'error:' "$err")" = 1 ]
    err_lines 6
    no_files
    finish
}

begin bad-input/missing-scenario
hotsim compare no.json --no-plots
code_is 2
err_has "no.json"
err_lines 2
no_files
finish

begin bad-input/scenario-is-a-folder
mkdir folder
files_are_mine
hotsim compare folder --no-plots
code_is 2
err_has "folder"
err_lines 2
no_files
finish

begin bad-input/empty-scenario
: >s.json
refused s.json ""

begin bad-input/missing-recording
scenario '[ts][host]'
refused s.json:2: t.csv

begin bad-input/recording-is-a-folder
scenario '[ts][host]'
mkdir t.csv
refused s.json:2: t.csv

begin bad-input/empty-recording
scenario '[ts][host]'
: >t.csv
refused t.csv "empty"

begin bad-input/header-only
scenario '[ts][host]'
rows 0 >t.csv
refused t.csv "no row"

begin bad-input/short-row
scenario '[ts][host]'
{ rows 50; echo '1700000050,host1'; } >t.csv
refused t.csv:52 "column"

begin bad-input/long-row
scenario '[ts][host]'
{ rows 50; echo '1700000050,host1,5,6'; } >t.csv
refused t.csv:52 "column"

# No scenario: the times are looked for among the cells before the rows are held to the header.
begin bad-input/header-shorter-than-its-rows
printf 'ts,host\n1521911720.8,a,x\n1521911721.1,b,y\n' >t.csv
files_are_mine
hotsim compare t.csv --key '[ts][host]'
code_is 2
err_has "t.csv:2: expected 2 columns, found 3"
no_files
finish

begin bad-input/line-of-100-megabytes
scenario '[ts][host]'
{ rows 50; head -c 100000000 /dev/zero | tr '\0' x; } >t.csv
refused t.csv:52 "longer than"
rm -f t.csv

begin bad-input/nul-byte
scenario '[ts][host]'
{ rows 50; printf '1700000050,ho\0st,5\n'; } >t.csv
refused t.csv:52 "NUL"

begin bad-input/quotes-left-open
scenario '[ts][host]'
{ rows 50; printf '1700000050,"host1,5\n1700000051,host2,6\n'; } >t.csv
refused t.csv:52 "quote"

begin bad-input/truncated-gz
scenario '[ts][host]'
rows 20000 | gzip -c >whole.gz
head -c 20000 whole.gz >t.csv
rm whole.gz
refused t.csv "truncated"

begin bad-input/damaged-gz
scenario '[ts][host]'
rows 20000 | gzip -c >t.csv
printf '\377\377\377\377' | dd of=t.csv bs=1 seek=9000 conv=notrunc 2>/dev/null
refused t.csv ""

begin bad-input/time-goes-backwards
scenario '[ts][host]' '"sort": "none"'
{ rows 50; echo '1600000000,host1,5'; } >t.csv
refused t.csv:52 '"sort": "time"'

begin bad-input/number-out-of-range
scenario '[ts][host][n]' '"types": {"n": "int"}'
{ rows 50; echo '1700000050,host1,2147483648'; } >t.csv
refused t.csv:52 2147483648

begin bad-input/word-for-a-number
scenario '[ts][host][n]' '"types": {"n": "long"}'
{ rows 50; echo '1700000050,host1,five'; } >t.csv
refused t.csv:52 five

begin bad-input/scenario-number-out-of-range
scenario '[ts][host]'
rows 50 >t.csv
refused "store.servers" 0 -S store.servers=0

begin bad-input/unknown-function
scenario '[md6(host)][ts]'
rows 50 >t.csv
refused s.json:3:22 "md6"

begin bad-input/unknown-field
scenario '[hots][ts]'
rows 50 >t.csv
refused s.json:3:22 'did you mean `host`'

begin bad-input/recursion-in-names
scenario 'a = b; b = a; [a][ts]'
rows 50 >t.csv
refused s.json:3: ""

begin bad-input/division-by-zero-of-constants
scenario 'x = num(n) / 0; [x][ts]'
rows 50 >t.csv
refused s.json:3: "zero"

begin bad-input/division-by-zero-of-a-record
scenario '[5 % (num(n) - 30)][ts]'
rows 50 >t.csv
refused "" "zero"

begin bad-input/key-of-70-kilobytes
scenario "[rpad(host, 'x', 70000)][ts]"
rows 50 >t.csv
refused "" "32767"

begin bad-input/100000-nested-brackets-in-a-key
scenario "[$(awk 'BEGIN { for (i = 0; i < 100000; i++) printf "("; printf "ts"; for (i = 0; i < 100000; i++) printf ")" }')]"
rows 50 >t.csv
refused s.json:3: "deep"

begin bad-input/100000-nested-brackets-in-a-scenario
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }' >s.json
refused s.json:1:6 "deep"

begin bad-input/remaining-columns-must-be-named
scenario '[host][...]'
rows 50 >t.csv
refused s.json:3: "..."

begin bad-input/all-faults-of-a-scenario-at-once
cat >s.json <<'END'
{
  "workload": {"fields": {"user": {"zipff": 100}, "ts": "clock"}, "mix": {"put": "-3/s"}},
  "designs": {"a": "[usr][ts]"},
  "stroe": "hbase",
  "run": {"operations": 10, "operations": 11}
}
END
hotsim compare s.json --no-plots
code_is 2
err_has 's.json:2:'
err_has 's.json:4:3: error:'
err_has 'did you mean `store`?'
err_has 's.json:5:'
that [ "$(grep -c 'error:' "$err")" -ge 4 ]
finish

# ---- odd, and right ----

keys_of() { # the hash of the designs' results, without the recording's name and content hash
    hotsim compare s.json --no-plots --json -q
    code_is 0
    python3 -c '
import json, sys
result = json.load(open(sys.argv[1]))
print(json.dumps(result["designs"], sort_keys=True))' "$out" >"$1" || fault "stdout is not JSON"
}

as_plain() { # as_plain NAME MAKER -- the recording that MAKER makes of the plain one gives the same keys
    begin "odd-input/$1"
    scenario '[ts][host][n]'
    rows 500 | sed 's/host3/"host,3"/' >plain.csv
    cp plain.csv t.csv
    keys_of plain
    rm -rf results
    "$2" <plain.csv >t.csv
    keys_of odd
    that cmp -s plain odd
    finish
}

crlf() { sed 's/$/\r/'; }
byte_order_mark() { printf '\357\273\277' && cat; }
no_last_newline() { head -c -1; }
all_quoted() { awk -F, 'NR == 1 || /"/ { print; next } { print "\"" $1 "\",\"" $2 "\",\"" $3 "\"" }'; }
packed() { gzip -c; }

as_plain crlf crlf
as_plain byte-order-mark byte_order_mark
as_plain no-last-newline no_last_newline
as_plain quoted-cells all_quoted
as_plain gz-by-content packed

begin odd-input/quoted-commas-stand-in-the-key
scenario '[host]'
printf 'ts,host\n1,"a,b"\n2,"say ""hi"""\n' >t.csv
hotsim compare s.json --no-plots --json -q
code_is 0
out_has '"a,b"'
finish
