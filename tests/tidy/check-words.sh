#!/bin/sh
# check-words.sh -- what must not stand in the source: asserts switched off, a locale set, a shell
# started, unbounded copies, notes of unfinished work.
set -eu
cd "$(dirname "$0")/../.."
bad=0
banned() {
    if grep -rnE "$1" sim --include='*.[ch]' | grep -vE "$3"; then
        echo "banned: $2"
        bad=1
    fi
}
nothing='^$'
banned 'NDEBUG' 'asserts stay on in every build' '^sim/cli/main\.c:'
banned '\bsetlocale\(' 'numbers are the same in every locale' "$nothing"
banned '\b(system|popen|execlp|execvp|wordexp)\(' 'no shell, no search of the path' '^sim/report/'
banned '\b(strcpy|strcat|sprintf|gets|atoi|atof|strtok)\(' 'unbounded or unchecked' '^sim/base/text_number\.c:'
banned '\b(rand|srand|drand48|time)\(' 'randomness comes from named streams, time from the simulation' '^sim/(report|cli)/'
banned '\b(TODO|FIXME|XXX)\b' 'notes of unfinished work' "$nothing"
banned '^[^/"]*/\*' 'comments are // only' "$nothing"
exit $bad
