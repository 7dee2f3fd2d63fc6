#!/bin/sh
# run-flags.sh HOTSIM -- the command line itself: flags, help, streams, exit codes.
. "$(dirname "$0")/../lib.sh"

begin cli/no-command-is-an-error-that-names-help
hotsim
code_is 2
out_is_empty
err_has "no command given"
err_has "hotsim help"
finish

begin cli/help-names-every-command
hotsim help
code_is 0
err_is_empty
for command in init help version; do
    out_has "hotsim $command"
done
finish

for word in --help -h; do
    begin "cli/$word-is-help"
    hotsim help
    cp "$out" want
    hotsim $word
    code_is 0
    that cmp -s want "$out"
    finish
done

begin cli/every-command-has-help-by-flag-and-by-name
for command in $("$program" help | sed '/^Begin with/,$d' | sed -n 's/^  hotsim \([a-z]*\) .*/\1/p'); do
    hotsim help "$command"
    code_is 0
    out_has "hotsim $command"
    cp "$out" want
    hotsim "$command" --help
    code_is 0
    that cmp -s want "$out"
done
finish

begin cli/version-is-one-line
hotsim version
code_is 0
that [ "$(wc -l <"$out")" = 1 ]
out_has "hotsim "
finish

begin cli/unknown-command-suggests
hotsim hlep
code_is 2
out_is_empty
err_has "did you mean hotsim help?"
err_lines 2
finish

begin cli/unknown-flag-suggests
hotsim init log --ouput x
code_is 2
out_is_empty
err_has "unknown flag --ouput"
err_has "did you mean --output?"
no_files
finish

begin cli/unknown-letter-is-an-error
hotsim init -Z log
code_is 2
err_has "unknown flag -Z"
finish

begin cli/flag-without-value-is-an-error
hotsim init log -o
code_is 2
err_has "--output needs a value"
hotsim init log -o --force
code_is 2
err_has "got the flag --force"
no_files
finish

begin cli/switch-takes-no-value
hotsim init log --force=yes
code_is 2
err_has "--force takes no value"
finish

begin cli/all-forms-of-a-value-are-the-same
hotsim init log
cp "$out" want
for form in "--output x" "--output=x" "-o x" "-ox" "-o=x" "-qo x" "-qox"; do
    # shellcheck disable=SC2086 # the form is meant to be split
    hotsim init $form log
    code_is 0
    out_is_empty
    that cmp -s want x
    rm -f x
done
finish

begin cli/two-dashes-end-the-flags
hotsim init -- --force
code_is 2
err_has 'no scenario `--force`'
finish

begin cli/missing-and-surplus-operands-are-errors
hotsim check
code_is 2
err_has "SCENARIO is missing"
hotsim init log orders
code_is 2
err_has 'unexpected `orders`'
finish

begin cli/flag-before-the-command-is-explained
hotsim -q init log
code_is 2
err_has "flags follow the command"
finish

begin cli/choice-of-another-word-names-the-choices
hotsim init log --color=allways
code_is 2
err_has "auto, always, never"
err_has "did you mean always?"
finish

begin cli/control-bytes-of-a-name-do-not-reach-the-terminal
hotsim init "$(printf 'l\033[31mog')"
code_is 2
that [ "$(tr -d '[:print:]\n' <"$err" | wc -c)" = 0 ]
finish

begin cli/verbose-names-the-place-in-the-source
hotsim init -v nothing
code_is 2
err_has "command_init.c:"
finish

begin cli/full-stdout-is-exit-3
code=0
"$program" help >/dev/full 2>"$err" || code=$?
code_is 3
err_has "cannot write to standard output"
err_lines 1
finish

begin cli/closed-stdout-is-exit-3
code=0
"$program" help >&- 2>"$err" || code=$?
code_is 3
err_has "cannot write to standard output"
finish

begin cli/closed-pipe-is-exit-3-and-no-signal
# The reader is gone before the first byte comes.
(sleep 1; "$program" help 2>"$err"; echo $? >code) | true
code=$(cat code)
code_is 3
finish

begin cli/closed-streams-do-not-mix-with-files
hotsim init log
cp "$out" want
code=0
"$program" init log -o x <&- >&- 2>&- || code=$?
code_is 0
that cmp -s want x
finish

begin cli/locale-changes-nothing
hotsim init log
cp "$out" want
(LC_ALL=de_DE.UTF-8 "$program" init log >"$out")
that cmp -s want "$out"
finish
