# lib.sh -- what the tests through the program share. Source it: `. "$(dirname "$0")/../lib.sh"`;
# the script's first argument is the path of hotsim.
#
# Every test prints one line: `ok NAME`, `not ok NAME` (what was seen follows, indented) or
# `skip NAME: why`. scripts/test counts them; a test that prints nothing is not a test. NAME has no blanks.
#
#   begin NAME            a fresh folder becomes the current one; $out and $err are cleared
#   hotsim ARGS...        runs the program: $code, and the files $out (stdout) and $err (stderr)
#   code_is N             each of these notes a fault and lets the test go on
#   out_has TEXT, err_has TEXT, out_lacks TEXT, out_is_empty, err_is_empty, err_lines N
#   no_files              nothing was left in the current folder but what files_are_mine counted
#   that TEST...          any command that must succeed: that [ "$a" = "$b" ]
#   finish                prints the line of the test begun last

set -u
LC_ALL=C
export LC_ALL
unset NO_COLOR CLICOLOR CLICOLOR_FORCE 2>/dev/null || :

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
tests=$(cd "$(dirname "$0")/.." && pwd)
checkout=$(cd "$tests/.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/hotsim-test.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
out=$scratch/out
err=$scratch/err
faults=$scratch/faults
name=

begin() {
    name=$1
    rm -rf "$scratch/here"
    mkdir "$scratch/here"
    cd "$scratch/here" || exit 3
    : >"$out"
    : >"$err"
    : >"$faults"
    code=
    files_before=
}

fault() {
    echo "$*" >>"$faults"
}

hotsim() {
    code=0
    timeout "${LIMIT_S:-60}" "$program" "$@" >"$out" 2>"$err" </dev/null || code=$?
}

code_is() {
    [ "$code" = "$1" ] || fault "exit code: expected $1, got $code"
}

out_has() {
    grep -qF -e "$1" "$out" || fault "stdout lacks: $1"
}

out_lacks() {
    ! grep -qF -e "$1" "$out" || fault "stdout has: $1"
}

err_has() {
    grep -qF -e "$1" "$err" || fault "stderr lacks: $1"
}

out_is_empty() {
    [ ! -s "$out" ] || fault "stdout is not empty"
}

err_is_empty() {
    [ ! -s "$err" ] || fault "stderr is not empty"
}

# At most so many lines: one clear message, its line, its caret, its hint.
err_lines() {
    [ "$(wc -l <"$err")" -le "$1" ] || fault "stderr has more than $1 lines"
}

files_are_mine() {
    files_before=$(find . | sort)
}

no_files() {
    [ "$(find . | sort)" = "${files_before:-.}" ] || fault "files were left: $(find . | sort | tr '\n' ' ')"
}

that() {
    "$@" || fault "not so: $*"
}

finish() {
    if [ ! -s "$faults" ]; then
        echo "ok $name"
        return
    fi
    echo "not ok $name"
    sed 's/^/    /' "$faults"
    for stream in "$out" "$err"; do
        [ -s "$stream" ] || continue
        echo "    $(basename "$stream"):"
        head -c 1500 "$stream" | head -20 | sed 's/^/      /'
    done
}

skip() {
    echo "skip $1: $2"
}

# The folder with recordings that are not part of the project; empty where there is none.
data_folder() {
    for folder in "${HOTSIM_DATA:-}" "$checkout/../shared/data"; do
        if [ -n "$folder" ] && [ -d "$folder" ]; then
            (cd "$folder" && pwd)
            return
        fi
    done
}
