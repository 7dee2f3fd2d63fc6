#!/bin/sh
# run-explain.sh HOTSIM -- the bytes of one key, by the examples that the vendors' documents print, and back.
. "$(dirname "$0")/../lib.sh"

# key NAME HEX PROGRAM [FLAGS...] -- the key is these bytes, and its components are its own bytes.
key() {
    begin "explain/$1"
    hex=$2 key_program=$3
    shift 3
    hotsim explain --key "$key_program" "$@" --json
    code_is 0
    err_is_empty
    python3 - "$out" "$hex" <<'END' >"$scratch/said" 2>&1 || fault "$(cat "$scratch/said")"
import json, sys
shown = json.load(open(sys.argv[1]))
key = bytes.fromhex(shown["key_hex"])
if key.hex() != sys.argv[2]:
    sys.exit(f"key_hex is {key.hex()}, expected {sys.argv[2]}")
for part in shown["components"]:
    at = part["offset"]
    if key[at:at + part["width"]].hex() != part["bytes_hex"]:
        sys.exit(f"component {part} does not stand in {key.hex()}")
END
    finish
}

# hex of a text, and of 8 bytes
text() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n'; }
long() { python3 -c 'import sys; print((int(sys.argv[1]) % 2**64).to_bytes(8, "big").hex())' "$1"; }
md5() { printf %s "$1" | md5sum | cut -c1-32; }

key text-is-itself "$(text ann)" '[user]' --field user=ann
key long-is-8-bytes "$(long 1364248490)" '[ts]' --field ts:long=1364248490
key negative-long "$(long -2)" '[n]' --field n:long=-2
key int-is-4-bytes fffffffe '[n]' --field n:int=-2
key text-encoding-is-decimal "$(text 1364248490)" '[ts]' --field ts:long=1364248490 --encoding text
key ordered-flips-the-sign 800000000000000000ff00 '[n][m]' --field n:long=0 --field m:bytes='\x00' --encoding ordered
key literals-between-components "$(text ann_7.x)" '[user]_[n].[s]' --field user=ann --field n=7 --field s=x
key md5-prefix "$(text "$(md5 1001 | cut -c1-4)10012002")" '[md5(userid).subStr(0,4)][userId][orderid]' \
    --field userid=1001 --field orderid=2002
key md5-prefix-as-a-statement "$(text "$(md5 abc | cut -c1-4)abc")" 'pk1 = hash(pk).substring(0, 4) + pk' --field pk=abc
key reversed-user "$(text 43212002)" '[reverse(userid)][orderid]' --field userid=1234 --field orderid=2002
key bucket-of-a-constant "$(long 10)$(long 1364248490)" 'long bucket = ts % numBuckets; [bucket][ts]' \
    --field ts:long=1364248490 -S params.numBuckets=16
key newest-first "$(long 9223372035490527317)" 'timestamp = Long.MAX_VALUE - timestamp; [timestamp]' \
    --field timestamp:long=1364248490
key salted-suffix-of-maprdb "$(text ffe51364248490)" '[md5(ts).right(4)][ts]' --field ts=1364248490
key even-distribution-of-iguazio "$(text 16_36.20180602)" '<sharding>_{xxHash(<sorting>) % 64}.<sorting>' \
    --field sharding=16 --field sorting=20180602 --encoding text
key padded "$(text abxxx)" "[rpad(a, 'x', 5)]" --field a=ab
key bytes-as-given 00ff41 '[b]' --field b:bytes='\x00\xffA'

begin explain/table-names-every-part
hotsim explain --key '[md5(user).subStr(0,4)]_[ts]' --field user=ann --field ts:long=7
code_is 0
out_has "[md5(user).subStr(0,4)]"
out_has "$(md5 ann | cut -c1-4)"
out_has '\x00\x07'
out_has "13 bytes"
finish

begin explain/decode-gives-the-fields-back
hotsim explain --key '[user]_[n]' --field user --field n --decode ann_7 --json
code_is 0
that [ "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["fields"])' "$out")" = "{'user': 'ann', 'n': '7'}" ]
finish

begin explain/decode-of-a-salted-key
hotsim explain --key '[md5(ts).right(4)][ts]' --field ts --decode ffe51364248490
code_is 0
out_has 1364248490
finish

begin explain/decode-says-why-not
hotsim explain --key '[user][app]' --field user --field app --decode annmail
code_is 2
err_has "error:"
finish

begin explain/slices-name-the-sharding-key
hotsim explain --key '<car>.<trip>' --field car=car7 --field trip=12 --slices
code_is 0
out_has "sharding key car7, slice "
finish

begin explain/unknown-field-has-its-place
hotsim explain --key '[md5(usr).subStr(0,4)][user]' --field user=ann
code_is 2
out_is_empty
err_has "--key: error: unknown field \`usr\`"
err_has "[md5(usr).subStr(0,4)][user]"
err_has "^^^"
err_has "did you mean"
finish

begin explain/iguazio-suffix-is-said-to-be-the-platforms
hotsim explain --key '<a>_{xxHash(<b>) % 64}.<b>' --field a=1 --field b=2 --encoding text
code_is 0
out_has "igz_bucket"
finish

begin explain/faults-of-fields
for field in 'ts:lnog=5' 'ts:long=five' 'ts' '=5'; do
    hotsim explain --key '[ts]' --field "$field"
    code_is 2
    out_is_empty
    err_has "--field"
    err_lines 2
done
hotsim explain --key '[ts]' --field ts=1 --field ts=2
code_is 2
err_has "given twice"
finish

begin explain/needs-a-key-or-a-scenario
hotsim explain
code_is 2
err_has "expected a scenario, or --key"
finish

begin explain/one-key-at-a-time
hotsim explain --key '[a]' --key '[b]' --field a=1 --field b=2
code_is 2
err_has "one --key at a time"
finish

begin explain/one-key-has-findings-that-need-no-workload
hotsim explain --key '[user][ts]_[random(10)]' --field user=ann --field ts:long=5 --json
code_is 0
err_is_empty
that [ "$(python3 -c 'import json, sys; print([f["code"] for f in json.load(open(sys.argv[1]))["findings"]])' "$out")" = \
    "['random-suffix', 'open-length']" ]
hotsim explain --key '[user]_[ts]' --field user=ann --field ts:long=5
code_is 0
out_lacks warning
finish
