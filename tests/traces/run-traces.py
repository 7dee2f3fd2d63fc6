#!/usr/bin/env python3
"""Recordings in every format: what `trace inspect` says of them, and that the scenario it prints runs.

Fixtures of this folder are the project's own. Recordings made by others are looked for in $HOTSIM_DATA, or
beside the checkout, and their known facts (rows, types, times, shares) come from counts made elsewhere.
"""

import collections
import csv
import gzip
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lib import BINARY, CHECKOUT, WORK, check, each, equal, near, result, run, skip, write  # noqa: E402

FILES = CHECKOUT / 'tests' / 'traces' / 'files'


def data_folder():
    for folder in (os.environ.get('HOTSIM_DATA'), CHECKOUT / '..' / 'shared' / 'data'):
        if folder and os.path.isdir(folder):
            return pathlib.Path(folder)
    return None


def inspect(*paths):
    code, out, err = run('trace', 'inspect', '--json', *paths)
    if code != 0:
        raise KeyError(f'trace inspect {paths}: exit {code}: {err.strip()}')
    return json.loads(out)


def guess(seen, what):
    return next((guess['found'] for guess in seen['guesses'] if guess['what'] == what), None)


def field(seen, name):
    return next(field for field in seen['fields'] if field['name'] == name)


def skeleton_runs(name, *paths):
    code, out, err = run('trace', 'inspect', '--scenario', *paths)
    equal(f'{name} scenario', code, 0)
    scenario = write(f'{name.replace("/", "-")}.json', out)
    rows = inspect(*paths)['rows']
    designs = result('compare', scenario)['designs']
    check(f'{name} scenario runs', len(designs) >= 2 and
          all(design['writes']['count'] == rows for design in designs),
          [design['writes']['count'] for design in designs])


# name: format, rows, column of times, unit or format, a column with its distinct values and top frequency
FIXTURES = {
    'orders.jsonl': ('jsonl', 4, 'ts', 'ISO 8601', ('user.id', 3, 2)),
    'load.ycsb': ('ycsb', 5, None, None, ('key', 2, 3)),
    'cluster.twitter': ('twitter', 4, 'timestamp', 's', ('key', 3, 2)),
    'queries.rocksdb': ('rocksdb', 4, 'timestamp', 'us', ('key', 3, 2)),
    'session.redis': ('redis-monitor', 4, 'timestamp', 's', ('client', 3, 2)),
    'site.apache': ('apache', 4, 'time', '%d/%b/%Y:%H:%M:%S %z', ('host', 3, 2)),
}


def fixtures():
    for name, (form, rows, column, unit, (what, distinct, frequency)) in FIXTURES.items():
        seen = inspect(FILES / name)
        equal(f'{name} format', guess(seen, 'format'), form)
        equal(f'{name} rows', (seen['rows'], seen['faults']['count']), (rows, 0))
        equal(f'{name} time', seen['time'] and seen['time']['field'], column)
        if column:
            equal(f'{name} unit', seen['time']['unit'] or seen['time']['format'], unit)
        of = field(seen, what)
        equal(f'{name} values', (of['numDistinctValues'], of['mostCommonValues'][0]['frequency']),
              (distinct, frequency))
        skeleton_runs(name, FILES / name)


def plain_and_packed_are_the_same():
    for name in FIXTURES:
        packed = os.path.join(WORK.name, 'packed')
        with open(packed, 'wb') as file:
            file.write(gzip.compress((FILES / name).read_bytes()))
        one, other = inspect(FILES / name), inspect(packed)
        one.pop('files'), other.pop('files')
        equal(f'{name} packed', other, one)


def folders_are_read_in_the_order_of_names():
    folder = pathlib.Path(WORK.name) / 'days'
    folder.mkdir()
    for day in (3, 1, 2):
        (folder / f'2024-05-0{day}.csv').write_text(
            'ts,host\n' + ''.join(f'2024-05-0{day}T00:00:{s:02}Z,h{s % 3}\n' for s in range(20)))
    (folder / '.hidden').write_text('no,such\n')
    (folder / 'inner').mkdir()
    seen = inspect(folder)
    equal('folder rows', (seen['rows'], seen['faults']['count'], seen['time']['falls']), (60, 0, 0))
    skeleton_runs('folder', folder)
    empty = pathlib.Path(WORK.name) / 'empty'
    empty.mkdir()
    code, _, err = run('trace', 'inspect', empty)
    check('empty folder', code == 2 and 'is a folder without files' in err, err)


def bad_rows_are_counted_and_shown():
    path = write('bad.csv', 'ts,host\n' + ''.join(
        'spoilt\n' if i % 10 == 7 else f'{1700000000 + i},h{i % 4}\n' for i in range(200)))
    seen = inspect(path)
    equal('bad rows', (seen['rows'], seen['faults']['count'], len(seen['faults']['first'])), (180, 20, 5))
    check('first bad row', 'bad.csv:9: expected 2 columns, found 1' in seen['faults']['first'][0],
          seen['faults']['first'][0])
    skeleton_runs('bad.csv', path)
    code, _, err = run('compare', write('bad.json', {
        'workload': {'trace': {'path': 'bad.csv', 'on_error': 'skip'}}, 'designs': ['[host][ts]']}),
        '--no-plots', '-o', os.path.join(WORK.name, 'bad-result'))
    check('skipped rows are said', code == 0 and '20 of 200 rows could not be read' in err and
          'bad.csv:9: expected 2 columns, found 1' in err, err)


def pattern_reads_what_no_format_does():
    scenario = write('app.json', {
        'workload': {'trace': {
            'path': str(FILES / 'app.log'),
            'pattern': r'^(?<ts>[^ ]+ [^ ]+) (?<level>[A-Z]+) \[(?<host>[^]]+)\] user=(?<user>[0-9]+) took '
                       r'(?<ms>[0-9]+)ms$',
            'types': {'user': 'long', 'ms': 'long'}, 'time': 'ts'}},
        'designs': ['[host][user][ts]']})
    seen = result('compare', scenario)
    equal('pattern rows', seen['designs'][0]['writes']['count'], 3)
    equal('pattern echo', seen['config']['workload']['trace']['format'], 'pattern')


def a_pattern_can_be_inspected():
    flags = ('--pattern', r'^(?<ts>[^ ]+ [^ ]+) (?<level>[A-Z]+) \[(?<host>[^]]+)\] user=(?<user>[0-9]+) took')
    seen = inspect(FILES / 'app.log', *flags)
    equal('pattern inspected', (seen['rows'], guess(seen, 'format'), guess(seen, 'time')), (3, 'pattern', 'ts'))
    skeleton_runs('app.log', FILES / 'app.log', *flags)
    code, out, err = run('trace', 'inspect', FILES / 'app.log', '--pattern', '(?<a')
    check('wrong pattern', code == 2 and out == '' and "expected a group's name" in err, err)


def row_keys_are_taken_apart():
    scenario = write('keys.json', {
        'workload': {'trace': {
            'path': str(FILES / 'keys.csv'),
            'parse': {'from': 'rowkey', 'as': '[salt:2][user:8 long][ts:8 long]'},
            'time': {'field': 'ts', 'unit': 'ms'}}},
        'designs': {'as it was': '[salt][user][ts]', 'by time': '[ts][user]'}})
    seen = result('compare', scenario)
    design = {design['name']: design for design in seen['designs']}['as it was']
    equal('parsed rows', (design['writes']['count'], design['writes']['distinct_keys']), (3, 3))
    equal('parsed key bytes', design['tables'][0]['key_bytes']['mean'], 18)


def recorded_reads_become_gets():
    kinds = {'cluster.twitter': ({'delete': 'skip'}, 1, 2), 'session.redis': ({'incr': 'put', 'ping': 'skip'}, 2, 1),
             'queries.rocksdb': ({'delete': 'skip'}, 2, 1), 'load.ycsb': ({'SCAN': 'skip'}, 3, 1),
             'site.apache': ({'-': 'skip'}, 1, 2)}
    for name, (words, puts, gets) in kinds.items():
        column = 'method' if name == 'site.apache' else 'op'
        key = 'path' if name == 'site.apache' else 'key'
        scenario = write(f'op-{name}.json', {
            'workload': {'trace': {'path': str(FILES / name), 'op': {'column': column, 'map': words}}},
            'designs': [f'[{key}]']})
        design = result('compare', scenario)['designs'][0]
        equal(f'{name} puts and gets', (design['writes']['count'], design['latency_ms']['get']['count']),
              (puts, gets))
    code, _, err = run('check', write('op.json', {
        'workload': {'trace': {'path': str(FILES / 'cluster.twitter'), 'op': 'op'}}, 'designs': ['[key]']}))
    check('unknown operation', code == 2 and 'cluster.twitter:4: column `op`: `delete` is no operation' in err, err)


def converted(name, path):
    done = subprocess.run([BINARY, 'trace', 'convert', str(path)], capture_output=True, check=False)
    equal(f'{name} convert', (done.returncode, done.stderr), (0, b''))
    copy = pathlib.Path(WORK.name) / 'converted.csv'
    copy.write_bytes(done.stdout)
    return copy


def a_converted_recording_holds_the_same():
    for name in FIXTURES:
        copy = converted(name, FILES / name)
        before, after = inspect(FILES / name), inspect(copy)
        equal(f'{name} converted', [(f['name'], f['rows'], f['nulls'], f['numDistinctValues'],
                                     [v['frequency'] for v in f['mostCommonValues']]) for f in after['fields']],
              [(f['name'], f['rows'], f['nulls'], f['numDistinctValues'],
                [v['frequency'] for v in f['mostCommonValues']]) for f in before['fields']])
    rng = random.Random(8)
    rows = [[''.join(rng.choice('a,"\n\r #\\é;|\t') for _ in range(rng.randrange(6))) for _ in range(3)]
            for _ in range(500)]
    text = 'k1,k2,k3\n' + ''.join(','.join('"' + cell.replace('"', '""') + '"' for cell in row) + '\n'
                                  for row in rows)
    once = converted('hard cells', write('hard.csv', text))
    first = pathlib.Path(once).read_bytes()
    with open(once, encoding='utf-8', newline='') as file:
        read = list(csv.reader(file))[1:]
    wrong = [pair for pair in zip(read, rows) if pair[0] != pair[1]]
    check('hard cells', len(read) == len(rows) and not wrong, (len(read), wrong[:1]))
    again = pathlib.Path(converted('hard cells again', once)).read_bytes()
    check('hard cells again', first == again, 'another text')


def a_sample_keeps_entities_whole():
    path = write('entities.csv', 'ts,host\n' + ''.join(
        f'{1700000000 + i},{"hot" if i % 3 == 0 else f"h{i % 700}"}\n' for i in range(30000)))
    whole = collections.Counter(line.split(',')[1] for line in open(path, encoding='utf-8'))
    code, out, err = run('trace', 'sample', path, '--by', 'host', '--share', '20%')
    kept = collections.Counter(line.split(',')[1] + '\n' for line in out.splitlines())
    equal('sample', code, 0)
    check('sample is whole', all(whole[host] == count for host, count in kept.items()), kept.most_common(2))
    near('sample share', (len(kept) - 1) / 701, 0.2, 0.06)
    check('sample says', '30000 rows of 701 entities; the hottest takes 33.3 %' in err and 'kept' in err, err)
    equal('sample again', run('trace', 'sample', path, '--by', 'host', '--share', '0.2')[1], out)
    check('sample of another seed',
          run('trace', 'sample', path, '--by', 'host', '--share', '0.2', '--seed', '2')[1] != out, 'the same')
    equal('sample of all', run('trace', 'sample', path, '--by', 'host', '--share', '100%')[1],
          pathlib.Path(path).read_text(encoding='utf-8'))
    for flags, message in ((('--share', '10%'), 'expected --by'), (('--by', 'host'), 'expected --share'),
                           (('--by', 'hots', '--share', '10%'), 'did you mean `host`?'),
                           (('--by', 'host', '--share', '0'), 'expected more than 0'),
                           (('--by', 'host', '--share', '101%'), '--share')):
        code, out, err = run('trace', 'sample', path, *flags)
        check(f'sample {flags}', code == 2 and out == '' and message in err, (code, err))


def wrong_words_are_told():
    for words, message in ((('trace', 'smple', 'x'), 'did you mean hotsim trace sample?'),
                           (('trace', 'inspect'), 'expected a recording'),
                           (('trace', 'inspect', 'no-such.csv'), 'no-such.csv: cannot be opened')):
        code, out, err = run(*words)
        check(' '.join(words), code == 2 and out == '' and message in err, (code, err))
    full = subprocess.run(['sh', '-c', '"$0" trace convert "$1" >/dev/full', BINARY,
                           str(FILES / 'orders.jsonl')], capture_output=True, text=True, check=False)
    equal('full disk', full.returncode, 3)


def output_fits_80_columns():
    for name in FIXTURES:
        _, out, _ = run('trace', 'inspect', FILES / name, '-q')
        long = [line for line in out.splitlines() if len(line) > 80]
        check(f'{name} width', not long, long[:1])


def strange_names_still_make_a_scenario_that_runs():
    path = write('odd.csv', 'a b,`x`,é,a-b\n' + ''.join(
        f'h{i % 7},{i},{i * i},v{i}\n' for i in range(100)))
    skeleton_runs('odd.csv', path)
    none = write('none.csv', ''.join(f'{i},h{i % 5}\n' for i in range(50)))
    skeleton_runs('none.csv', none)
    one = write('one.csv', 'only\n' + 'x\n' * 20)
    code, out, _ = run('trace', 'inspect', '--scenario', one)
    equal('one column', code, 0)
    equal('one column runs', run('compare', write('one.json', out), '--no-plots', '-q', '-o',
                                 os.path.join(WORK.name, 'one-result'))[0], 0)


def memory_is_bounded_and_counts_are_right():
    """A million rows of half a million hosts and as many different texts, in little memory."""
    rng = random.Random(4)
    rows, hot = 1000000, 0
    path = os.path.join(WORK.name, 'long.csv.gz')
    with gzip.open(path, 'wt', compresslevel=1) as file:
        file.write('ts,host,text\n')
        for i in range(rows):
            is_hot = rng.random() < 0.25
            hot += is_hot
            host = 'hot' if is_hot else f'h{rng.randrange(500000)}'
            file.write(f'{1700000000000 + i},{host},{i * 2654435761 % 2**32:08x}\n')
    done = subprocess.run(['sh', '-c', f'ulimit -v 524288; exec "$0" trace inspect --json "$1"', BINARY, path],
                          capture_output=True, text=True, check=False)
    equal('long exit', done.returncode, 0)
    seen = json.loads(done.stdout)
    equal('long rows', seen['rows'], rows)
    host = field(seen, 'host')
    top = host['mostCommonValues'][0]
    check('long top', top['value'] == 'hot' and top['frequency'] <= hot <=
          top['frequency'] + host['frequencyError'], (top, hot, host['frequencyError']))
    near('long top share', top['share'], hot / rows, 0.001)
    equal('long unique', field(seen, 'text')['numDistinctValues'], rows)
    check('long distinct', 0 < host['numDistinctValuesError'] < 0.01, host['numDistinctValuesError'])
    equal('long order', field(seen, 'ts')['monotonicity']['type'], 'monotonic')
    process = subprocess.Popen([BINARY, 'trace', 'inspect', path], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    equal('interrupted', (process.returncode, out), (130, ''))


def a_damaged_file_is_never_taken_for_whole():
    path = os.path.join(WORK.name, 'damaged.csv.gz')
    text = 'ts,host\n' + ''.join(f'{1700000000 + i},h{i % 97}\n' for i in range(50000))
    whole = bytearray(gzip.compress(text.encode()))
    for name, change in (('cut', whole[:len(whole) // 2]),
                         ('flipped', whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:]),
                         ('tail', whole + b'tail')):
        with open(path, 'wb') as file:
            file.write(change)
        code, out, err = run('trace', 'inspect', path)
        check(f'damaged {name}', code == 2 and out == '' and ' at byte ' in err, (code, err))


# name: rows, delimiter, header, time column, unit or format, {column: (type, distinct, top value, its share)}
RECORDINGS = {
    'zeek/dns.log.gz': (53615, 'tab', 'no', 'ts', 's', {
        'ts': ('decimal', None, None, None), 'id.orig_h': ('string', 77, None, None)}),
    'zeek/ssl.log.gz': (49474, 'tab', 'no', 'ts', 's', {
        'id.orig_h': ('string', 115, '10.128.0.241', 0.523)}),
    'capmetrics/2017-03-21.csv.gz': (45386, ',', 'yes', 'timestamp', 'ISO 8601', {
        'vehicle_id': ('long', 329, None, None)}),
    'capmetrics/2016-12-16.csv.gz': (34501, ',', 'yes', 'timestamp', 'ISO 8601', {}),
    'retail/online-retail.csv.xz': (541909, ',', 'yes', 'InvoiceDate', 'ISO 8601', {
        'CustomerID': ('decimal', None, '', 0.249), 'InvoiceNo': ('string', None, None, None),
        'InvoiceDate': ('time', None, None, None)}),
    'cache2k/orm-busy.head500k.csv.gz': (500000, ',', 'yes', None, None, {
        'seq': ('long', 500000, None, None)}),
    'cache2k/web07.csv.gz': (76118, ',', 'yes', None, None, {'page': ('long', None, None, None)}),
    'corda/vaultservice.csv.gz': (135702, ',', 'yes', None, None, {
        'key_hex': ('string', None, None, None)}),
    'weather/weather.csv': (5221, ',', 'yes', 'DATE', '%Y%m%d', {
        'STATION': ('string', 1, 'GHCND:USW00094728', 1)}),
    'twitter/2020Mar_stat.md': (None, '|', 'no', None, None, {}),
}


def recordings():
    folder = data_folder()
    for name, (rows, delimiter, header, column, unit, fields) in RECORDINGS.items():
        if not folder or not (folder / name).exists():
            skip(name, 'no such recording (set HOTSIM_DATA)')
            continue
        seen = inspect(folder / name)
        if rows:
            equal(f'{name} rows', (seen['rows'], seen['faults']['count']), (rows, 0))
        equal(f'{name} columns', (guess(seen, 'delimiter'), guess(seen, 'header')), (delimiter, header))
        equal(f'{name} time', seen['time'] and seen['time']['field'], column)
        if column:
            equal(f'{name} unit', seen['time']['unit'] or seen['time']['format'], unit)
        for what, (kind, distinct, value, share) in fields.items():
            of = field(seen, what)
            equal(f'{name} {what} type', of['type'], kind)
            if distinct:
                equal(f'{name} {what} distinct', of['numDistinctValues'], distinct)
            if share:
                equal(f'{name} {what} top', of['mostCommonValues'][0]['value'], value)
                near(f'{name} {what} share', of['mostCommonValues'][0]['share'], share, 0.0006)
        skeleton_runs(name, folder / name)


each(fixtures, plain_and_packed_are_the_same, a_converted_recording_holds_the_same,
     a_sample_keeps_entities_whole, wrong_words_are_told, folders_are_read_in_the_order_of_names,
     bad_rows_are_counted_and_shown, pattern_reads_what_no_format_does, a_pattern_can_be_inspected,
     row_keys_are_taken_apart, recorded_reads_become_gets, output_fits_80_columns, strange_names_still_make_a_scenario_that_runs,
     memory_is_bounded_and_counts_are_right, a_damaged_file_is_never_taken_for_whole, recordings)
