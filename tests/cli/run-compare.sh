#!/bin/sh
# run-compare.sh HOTSIM -- compare, run and check: streams, exit codes, result folders, signals.
. "$(dirname "$0")/../lib.sh"

scenario() { # a small one, with two designs; members for its end may follow
    cat >s.json <<END
{
  "title": "Two keys",
  "seed": 5,
  "workload": {
    "fields": {"host": {"zipf": 50}, "ts": "clock"},
    "mix": {"put": "10k/s"}
  },
  "designs": {"time first": "[ts][host]", "host first": "[host][ts]"},
  "store": {"profile": "hbase", "servers": 4},
  "run": {"operations": 20000}${1:+, $1}
}
END
}

recording() {
    echo 'ts,host'
    awk 'BEGIN { for (i = 0; i < 2000; i++) print 1700000000 + i ",host" i % 7 }'
}

is_json() { # is_json FILE
    python3 -m json.tool <"$1" >/dev/null 2>"$scratch/json" || fault "not JSON: $(cat "$scratch/json")"
}

begin compare/table-on-stdout-and-a-result-folder
scenario
hotsim compare s.json
code_is 0
out_has "time first"
out_has "host first"
out_has "results/s--compare--s5--"
folder=$(echo results/s--compare--s5--*)
for file in result.json meta.json summary.md; do
    that [ -s "$folder/$file" ]
done
for graph in heatmap load lorenz compare latency; do
    that [ -s "$folder/plots/$graph.png" ]
    that [ -s "$folder/plots/$graph.svg" ]
    that [ -s "$folder/plots/$graph.gp" ]
done
that [ "$(find "$folder/data" -name '*.tsv' | wc -l)" -ge 4 ]
is_json "$folder/result.json"
is_json "$folder/meta.json"
finish

begin compare/no-progress-and-no-colour-where-no-terminal-is
that [ "$(cat "$out" "$err" | tr -d '\n' | tr -dc '\033\r' | wc -c)" = 0 ]
scenario
hotsim compare s.json --no-plots
that [ "$(cat "$out" "$err" | tr -dc '\033\r' | wc -c)" = 0 ]
finish

progress=compare/progress-with-time-left-on-a-terminal
if python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
begin $progress
scenario
sed -e 's/"operations": 20000/"operations": 3000000/' s.json >long.json
python3 - "$program" <<'END' >"$out" 2>&1 || fault "$(cat "$out")"
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
child = subprocess.Popen([sys.argv[1], "compare", "long.json", "--no-plots"], stdout=subprocess.DEVNULL,
                         stderr=theirs, env=dict(os.environ, TERM="xterm"))
os.close(theirs)
seen = b""
while True:
    try:
        piece = os.read(ours, 4096)
    except OSError:
        break
    if not piece:
        break
    seen += piece
if child.wait() != 0:
    sys.exit(f"exit code {child.returncode}: {seen!r}")
for wanted in (b"%", b" s left", b"\r\033[K"):
    if wanted not in seen:
        sys.exit(f"{wanted!r} was not shown: {seen[:500]!r}")
last = seen.split(b"\r\033[K")[-1]
if b"[#" in last or b"[-" in last:
    sys.exit(f"the bar was left standing: {last!r}")
END
finish
else
    echo "skip $progress: there are no pseudo-terminals here"
fi

begin compare/json-alone-on-stdout-is-the-result-file
scenario
hotsim compare s.json --json --no-plots
code_is 0
is_json "$out"
that cmp -s "$out" results/s--compare--s5--*/result.json
finish

for format in tsv md json; do
    begin "compare/format-$format-stands-alone"
    scenario
    hotsim compare s.json --format $format --no-plots
    code_is 0
    out_has "host first"
    out_lacks "saved"
    finish
done

begin compare/no-plots-draws-none
scenario
hotsim compare s.json --no-plots
code_is 0
that [ "$(find . -name '*.png' | wc -l)" = 0 ]
finish

begin compare/color-always-colours
scenario
hotsim compare s.json --no-plots --color=always
that grep -q "$(printf '\033')" "$out"
finish

begin compare/quiet-says-nothing-on-stderr
scenario
hotsim compare s.json --no-plots -q
code_is 0
err_is_empty
finish

begin compare/a-warning-of-all-designs-is-said-once
hotsim init cars -o cars.json -q
hotsim compare cars.json --no-plots --operations 20000
code_is 0
that [ "$(grep -c "slice hash is not published" "$err")" = 1 ]
that grep -q "^warning: the platform" "$err"
finish

begin compare/verbose-shows-the-numbers-by-their-names
scenario
hotsim compare s.json --no-plots -v
code_is 0
for metric in writes.partitions.peak_to_mean writes.servers.gini latency_ms.put.p99 throughput.saturation_per_s; do
    that grep -q "  $metric  *[0-9]" "$out"
done
finish

begin compare/dry-run-is-check-and-leaves-no-file
scenario
files_are_mine
hotsim check s.json
code_is 0
cp "$out" "$scratch/want"
hotsim compare s.json -n
code_is 0
that cmp -s "$scratch/want" "$out"
no_files
finish

begin compare/check-as-json-holds-the-resolved-scenario
scenario
files_are_mine
hotsim check s.json --json
code_is 0
is_json "$out"
out_has '"config"'
out_has '"simulated_s"'
no_files
finish

begin compare/the-same-result-again-is-a-success
scenario
hotsim compare s.json -o r --no-plots
code_is 0
cp r/result.json "$scratch/want"
hotsim compare s.json -o r --no-plots
code_is 0
that cmp -s "$scratch/want" r/result.json
finish

begin compare/another-result-is-refused-before-the-run
scenario
hotsim compare s.json -o r --no-plots
cp r/result.json "$scratch/want"
hotsim compare s.json -o r --no-plots --seed 6
code_is 2
out_is_empty
err_has "r"
err_has "--force"
that cmp -s "$scratch/want" r/result.json
finish

begin compare/force-replaces-another-result
scenario
hotsim compare s.json -o r --no-plots
hotsim compare s.json -o r --no-plots --seed 6 --force
code_is 0
that grep -q '"seed": 6' r/result.json
that [ "$(ls)" = "r
s.json" ]
finish

begin compare/a-folder-of-the-user-is-refused
scenario
mkdir mine
echo precious >mine/file
files_are_mine
hotsim compare s.json -o mine --no-plots
code_is 2
that [ "$(cat mine/file)" = precious ]
no_files
finish

begin compare/results-that-cannot-be-written-are-exit-3
scenario
echo a file >results
hotsim compare s.json --no-plots
code_is 3
err_has "results"
that [ "$(cat results)" = "a file" ]
finish

begin compare/full-stdout-is-exit-3
scenario
code=0
"$program" compare s.json --no-plots >/dev/full 2>"$err" || code=$?
code_is 3
err_has "standard output"
finish

begin compare/missing-gnuplot-is-exit-3-before-the-run
scenario
mkdir "$scratch/empty" 2>/dev/null
files_are_mine
code=0
PATH=$scratch/empty "$program" compare s.json >"$out" 2>"$err" || code=$?
code_is 3
err_has "gnuplot"
err_has "--no-plots"
no_files
finish

begin compare/seed-and-set-change-the-result-and-stand-in-it
scenario
hotsim compare s.json --no-plots --json -q --seed 9 -S store.servers=6 --operations 5000
code_is 0
out_has '"seed": 9'
out_has '"servers": 6'
out_has '"operations": 5000'
finish

begin compare/a-fault-of-a-flag-shows-the-flag
scenario
hotsim compare s.json --no-plots -S store.severs=6
code_is 2
err_has "severs"
err_has "servers"
finish

begin compare/design-picks-and-suggests
scenario
hotsim compare s.json --no-plots --design "host first"
code_is 0
out_lacks "time first"
hotsim compare s.json --no-plots --design "hots first"
code_is 2
err_has "did you mean"
err_has "host first"
finish

begin compare/key-adds-a-design
scenario
hotsim compare s.json --no-plots --key 'hashed=[md5(host).subStr(0,4)][host][ts]'
code_is 0
out_has "hashed"
out_has "time first"
finish

begin compare/a-recording-needs-no-scenario
recording >t.csv
hotsim compare t.csv --key '[ts][host]' --key '[host][ts]' --servers 8 --no-plots
code_is 0
out_has "[ts][host]"
err_has '"designs"'
finish

begin compare/the-scenario-made-for-a-recording-runs
recording >t.csv
hotsim compare t.csv --key '[ts][host]' --key '[host][ts]' --servers 8 --no-plots --json
code_is 0
sed -n '/^{/,/^}/p' "$err" >made.json
that [ -s made.json ]
cp "$out" "$scratch/first"
hotsim compare made.json --no-plots --json -o again
code_is 0
python3 - "$scratch/first" "$out" <<'END' || fault "the made scenario gives another result"
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
sys.exit(a["designs"] != b["designs"])
END
finish

begin compare/a-recording-on-standard-input
recording >t.csv
code=0
"$program" compare - --key '[host][ts]' -S store.presplit.algorithm=none --no-plots --json -q <t.csv >"$out" 2>"$err" || code=$?
code_is 0
is_json "$out"
finish

begin compare/a-missed-expectation-is-exit-1
scenario '"expect": [{"design": "time first", "metric": "writes.servers.peak_to_mean", "max": 1.1}]'
hotsim compare s.json --no-plots
code_is 1
finish

begin compare/a-met-expectation-is-exit-0
scenario '"expect": [{"design": "time first", "metric": "writes.servers.peak_to_mean", "min": 3}]'
hotsim compare s.json --no-plots
code_is 0
finish

begin run/takes-one-design
scenario
hotsim run s.json --no-plots
code_is 2
err_has "time first, host first"
hotsim run s.json --design "host first" --no-plots
code_is 0
out_has "host first"
that [ -d results/s--run--s5--* ]
finish

# ---- signals ----

long_scenario() {
    sed -e 's/"operations": 20000/"operations": 2000000000/' s.json >long.json
}

for signal in INT TERM; do
    begin "signal/$signal-is-exit-130-within-200-ms-and-leaves-no-folder"
    scenario
    long_scenario
    files_are_mine
    python3 - "$program" $signal <<'END' >"$out" 2>&1 || fault "$(cat "$out")"
import os, signal, subprocess, sys, time
child = subprocess.Popen([sys.argv[1], "compare", "long.json", "--no-plots"],
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
time.sleep(1.5)
if child.poll() is not None:
    sys.exit(f"ended before the signal: {child.returncode}")
sent = time.monotonic()
child.send_signal(getattr(signal, "SIG" + sys.argv[2]))
said = child.communicate(timeout=20)[1]
took = time.monotonic() - sent
if child.returncode != 130:
    sys.exit(f"exit code {child.returncode}")
if took > 0.2:
    sys.exit(f"took {took:.3f} s")
if b"interrupted" not in said:
    sys.exit(f"said {said!r}")
END
    no_files
    finish
done

begin signal/INT-while-graphs-are-drawn-leaves-nothing
scenario
files_are_mine
mkdir "$scratch/slow" 2>/dev/null
printf '#!/bin/sh\necho >"%s/began"\nexec sleep 30\n' "$scratch" >"$scratch/slow/gnuplot"
chmod +x "$scratch/slow/gnuplot"
python3 - "$program" "$scratch" <<'END' >"$out" 2>&1 || fault "$(cat "$out")"
import os, signal, subprocess, sys, time
child = subprocess.Popen([sys.argv[1], "compare", "s.json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                         env=dict(os.environ, PATH=sys.argv[2] + "/slow:" + os.environ["PATH"]))
for _ in range(500):
    if os.path.exists(sys.argv[2] + "/began"):
        break
    time.sleep(0.02)
else:
    sys.exit("gnuplot was not started")
sent = time.monotonic()
child.send_signal(signal.SIGINT)
said = child.communicate(timeout=20)[1]
took = time.monotonic() - sent
if child.returncode != 130 or took > 0.2:
    sys.exit(f"exit code {child.returncode} after {took:.3f} s: {said!r}")
END
rmdir results 2>/dev/null
no_files
finish

# ---- graphs again ----

begin plot/draws-what-was-not-drawn
scenario
hotsim compare s.json --no-plots -o r
hotsim plot r
code_is 0
for graph in heatmap load lorenz compare latency; do
    that [ -s r/plots/$graph.png ]
done
finish

begin plot/one-kind-into-another-folder
scenario
hotsim compare s.json --no-plots -o r
hotsim plot r/result.json --kind lorenz -o drawn
code_is 0
that [ -s drawn/plots/lorenz.png ]
that [ ! -e drawn/plots/load.png ]
that [ ! -e r/plots ]
finish

begin plot/reads-are-refused-where-nothing-is-read
scenario
hotsim compare s.json -o r
that [ ! -e r/plots/reads.png ]
that [ "$(wc -l <r/data/queries.tsv)" = 1 ]
hotsim plot r --kind reads -o drawn
code_is 2
err_has "there is nothing for the graph \`reads\`: the scenario asks for no reads"
that [ ! -e drawn ]
finish

# Ten hosts are as likely as each other, so that all rows are ten times those of one host, give or
# take 2 %; a host in front finds its rows alone.
begin plot/what-reads-pay
scenario '"queries": {"of_host": "where host = $host"}'
sed -e 's/{"zipf": 50}/{"uniform": 10}/' -e 's|"10k/s"}|"10k/s", "of_host": "10/s"}|' s.json >q.json
hotsim compare q.json --no-plots -o r
code_is 0
hotsim plot r --kind reads
code_is 0
that [ -s r/plots/reads.png ]
that [ -s r/plots/reads.svg ]
hotsim plot r --kind latency
code_is 0
that [ -s r/plots/latency.png ]
python3 - >"$out" 2>&1 <<'END' || fault "$(cat "$out")"
import csv
rows = {row["design"]: row for row in csv.DictReader(open("r/data/queries.tsv"), delimiter="\t")}
ratio = float(rows["time first"]["read_amplification"])
assert 9.5 < ratio < 10.5, ratio
assert float(rows["host first"]["read_amplification"]) == 1
assert all(row["count"] == row["occurrences"] != "0" for row in rows.values())
assert all(float(row["ranges"]) == 1 for row in rows.values())
END
finish

begin plot/unknown-kind-suggests
scenario
hotsim compare s.json --no-plots -o r
hotsim plot r --kind lorentz
code_is 2
err_has "did you mean lorenz?"
finish

begin plot/what-is-no-result-is-refused
echo '{"schema": "other/1"}' >result.json
for path in result.json . no/such; do
    hotsim plot $path
    code_is 2
    err_has "error:"
done
finish
