"""What the tests that go through the binary share: run it, read its JSON, say what holds.

A test prints one line a claim, `ok NAME`, `not ok NAME: what was seen` or `skip NAME: why`, and ends
with 1 where one failed. The path of the binary is the first argument.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

BINARY = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else 'hotsim'
CHECKOUT = pathlib.Path(__file__).resolve().parent.parent
WORK = tempfile.TemporaryDirectory()
_failed = []


def check(name, holds, seen=''):
    """One claim: `holds`, or a line that says what was seen in its place."""
    print(f'ok {name}' if holds else f'not ok {name}: {seen}', flush=True)
    if not holds:
        _failed.append(name)


def equal(name, seen, wanted):
    check(name, seen == wanted, f'{seen!r}, wanted {wanted!r}')


def near(name, seen, wanted, tolerance):
    """Within an absolute tolerance."""
    holds = seen is not None and abs(seen - wanted) <= tolerance
    check(name, holds, f'{seen!r}, wanted {wanted!r} within {tolerance}')


def skip(name, why):
    print(f'skip {name}: {why}', flush=True)


def finish():
    sys.exit(1 if _failed else 0)


def run(*arguments, cwd=None):
    """The binary with these arguments: exit code, stdout, stderr."""
    done = subprocess.run([BINARY, *map(str, arguments)], cwd=cwd or WORK.name, text=True,
                          capture_output=True, timeout=600, check=False)
    return done.returncode, done.stdout, done.stderr


def result(command, scenario, *flags):
    """result.json of a run, read from stdout; a run that fails ends the test with what it said."""
    folder = tempfile.mkdtemp(dir=WORK.name)
    code, out, err = run(command, scenario, '--json', '--no-plots', '-q', '-o',
                         os.path.join(folder, 'result'), *flags)
    if code not in (0, 1):
        raise RunFailed(f'{command} {scenario}: exit {code}: {err.strip()}')
    return json.loads(out)


class RunFailed(Exception):
    """The binary refused what it should have run."""


def designs(command, scenario, *flags):
    """A run's designs by name."""
    return {design['name']: design for design in result(command, scenario, *flags)['designs']}


def counts(design, table=None):
    """Writes of each partition, in key order."""
    return [part['writes'] for part in design['partitions'] if table is None or part['table'] == table]


def queries(design):
    """What reads pay under the design, by the queries' names."""
    return {query['name']: query for query in design['queries']}


def always(name, query, **wanted):
    """Every occurrence of a query had exactly these: `ranges=16`."""
    seen = {key: query[key] for key in wanted}
    equal(name, seen, {key: dict.fromkeys(('mean', 'p50', 'p99', 'max'), value) for key, value in wanted.items()})


def priced(claim, design, name, **wanted):
    """The same, of a query by its name."""
    always(f'{claim} {design["name"]}, {name}', queries(design)[name], **wanted)


def warned(design, code):
    return any(warning['code'] == code for warning in design['warnings'])


def write(name, text):
    """A file for one test, removed at the end; its path."""
    path = os.path.join(WORK.name, name)
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(text if isinstance(text, str) else json.dumps(text))
    return path


def each(*tests):
    """Runs tests; one that the binary refuses fails by its name and does not stop the others."""
    for test in tests:
        try:
            test()
        except (RunFailed, KeyError, IndexError, TypeError, json.JSONDecodeError) as fault:
            check(test.__name__, False, f'{type(fault).__name__}: {fault}')
    finish()
