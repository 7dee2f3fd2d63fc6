#!/usr/bin/env python3
"""Every scenario that is shipped runs, meets its expectations, and says in its head what it teaches."""

import pathlib
import random
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import CHECKOUT, WORK, check, counts, designs, each, equal, near, result, run, warned, write  # noqa: E402
from model import route  # noqa: E402


def log_events(seen):
    """The full scenario: what its keys must do, apart from its one expectation."""
    seen = {design['name']: design for design in seen['designs']}
    for name in ('time first', 'newest first', 'bucketed', 'md5 prefix', 'host first', 'two tables'):
        check(f'log-events.json has the design {name}', name in seen, list(seen))
    first = seen['time first']['writes']
    shares = {window['hottest_partition_share'] for window in seen['time first']['timeline']['windows'][12:]}
    equal('log-events.json: time first sends every window behind the learned ones to one region', shares, {1})
    equal('log-events.json: bucketed has one region a bucket', seen['bucketed']['writes']['partitions']['count'], 16)
    equal('log-events.json: two tables are two row writes a put', seen['two tables']['writes']['count'], 2 * first['count'])


def meters(seen):
    """Bursts that are served within a second of each minute are no overload."""
    seen = {design['name']: design for design in seen['designs']}
    for name, servers in (('bucket of the time', 1), ('bucket of the meter', 8)):
        # 20,000 readings at once on 30 handlers a server, 1.5 ms each: the last are done when all work is.
        all_ms = 20000 * 1.5 / 30 / servers
        near(f'meters.json: {name} takes the burst in turn', seen[name]['latency_ms']['put']['p99'], 0.99 * all_ms,
             0.05 * all_ms)
        check(f'meters.json: {name} warns neither of overload nor of a light load',
              not warned(seen[name], 'overload') and not warned(seen[name], 'light-load'), seen[name]['warnings'])


FURTHER = {'log-events.json': log_events, 'meters.json': meters}


def workloads():
    """workloads/*.json"""
    for path in sorted((CHECKOUT / 'workloads').glob('*.json')):
        name = path.name
        head = path.read_text(encoding='utf-8')
        check(f'{name} says what it teaches', head.startswith('//') and 'Teaches:' in head, head[:80])
        code, out, err = run('check', path)
        check(f'{name} passes hotsim check', code == 0 and out, err)
        seen = result('compare', path)
        states = [(expect['design'], expect['metric'], expect['value'], expect['state'])
                  for expect in seen['expect'] if expect['state'] != 'met']
        check(f'{name} meets its expectations', seen['expect'] and not states, states)
        sums = [(design['name'], sum(counts(design)), design['writes']['count']) for design in seen['designs']
                if sum(counts(design)) != design['writes']['count']]
        equal(f'{name}: partitions add up to all writes', sums, [])
        if name in FURTHER:
            FURTHER[name](seen)


def beginnings():
    """hotsim init NAME: what the scenarios to begin with show."""
    _, names, _ = run('list', 'scenarios', '--format', 'tsv')
    names = [line.split('\t')[0] for line in names.splitlines()[1:]]
    seen = {}
    for name in names + ['twitter-12']:
        if name == 'twitter-N':
            continue
        scenario = pathlib.Path(WORK.name) / f'{name}.json'
        run('init', name, '-o', scenario)
        seen[name] = {design['name']: design['writes'] for design in result('compare', scenario)['designs']}
        check(f'init {name} runs', len(seen[name]) > 1, list(seen[name]))

    def top(name, design):
        return seen[name][design]['partitions']['top_share']

    def burst(name, design):
        return seen[name][design]['windows']['partition_peak_to_mean']['mean']
    check('init shop: what has no customer is one region wherever it is hashed to',
          top('shop', 'customer first') > 0.13 and top('shop', 'hash prefix') > 0.14,
          [top('shop', name) for name in seen['shop']])
    check('init shop: salted by its order it is not', top('shop', 'salt the NULL') < 0.06, top('shop', 'salt the NULL'))
    check('init meters: in a burst the bucket must come from the meter',
          burst('meters', 'bucket by meter') < 1.1 < 1.4 < burst('meters', 'bucket by time'),
          [burst('meters', name) for name in seen['meters']])
    check('init devops: the series is spread, the time is not',
          burst('devops', 'salted series') < 1.6 < 20 < burst('devops', 'time first'),
          [burst('devops', name) for name in seen['devops']])
    # 80 % of 300,000 operations are puts of a barely skewed choice among two thousand million keys.
    near('init twitter-12: few keys come twice', seen['twitter-12']['as it is']['distinct_keys'] / 240000, 1, 0.01)


def smallest():
    """The smallest scenario there is: a file, two keys, a store."""
    folder = pathlib.Path(WORK.name) / 'smallest'
    folder.mkdir()
    shutil.copy(HERE / 'smallest.json', folder)
    draw = random.Random(4)
    rows = [(f'{1521911720 + n * 0.01:.6f}', f'10.47.{draw.randrange(4)}.{draw.randrange(40)}') for n in range(4000)]
    text = ''.join(f'{ts},{host},query{n}.example.org\n' for n, (ts, host) in enumerate(rows))
    (folder / 'dns.csv').write_text('ts,host,query\n' + text, encoding='utf-8')
    seen = {design['name']: design for design in result('compare', folder / 'smallest.json')['designs']}
    equal('the smallest scenario names its designs by their keys', list(seen), ['[ts][host]', '[host][ts]'])
    for name, keys in (('[ts][host]', [ts + host for ts, host in rows]), ('[host][ts]', [host + ts for ts, host in rows])):
        learned = sorted(keys[:400])
        splits = sorted({learned[i * 400 // 32] for i in range(1, 32)})
        equal(f'the smallest scenario: {name} on 32 learned regions', counts(seen[name]), route(keys, splits))
    code, out, err = run('compare', folder / 'dns.csv', '--key', '[ts][host]', '--key', '[host][ts]', '--servers', 8, '--no-plots')
    check('no scenario at all: it prints the one that it used', code == 0 and '"designs"' in out + err, out + err)


def small():
    """The second smallest: fields, a mix with a query, three keys."""
    seen = result('compare', HERE / 'small.json')
    design = seen['designs'][0]
    equal('the small scenario runs a million operations by default',
          design['latency_ms']['put']['count'] + sum(query['count'] for query in design['queries']), 1000000)
    for it in seen['designs']:
        query = it['queries'][0]
        check(f'the small scenario reads what it asks for under `{it["name"]}`',
              query['count'] > 0 and query['occurrences'] == query['count'] and it['reads']['count'] >= query['count']
              and query['rows_examined']['mean'] >= query['rows_returned']['mean'] > 0, query)
    puts = {design['name']: design['writes']['count'] for design in seen['designs']}
    equal('the small scenario writes the same puts under every key', len(set(puts.values())), 1)
    share = next(iter(puts.values())) / 1000000
    check('the small scenario has 30,000 puts to 20 queries', abs(share - 30000 / 30020) < 0.0002, share)


def one_hex_digit():
    """A prefix of one hex digit has 16 values, so that `auto` makes 16 regions and not 32."""
    path = write('digit.json', {'workload': {'fields': {'id': 'sequence'}}, 'designs': {
        'one': '[md5(id).subStr(0,1)][id]', 'four': '[md5(id).subStr(0,4)][id]'}, 'store': 'hbase', 'run': {'operations': 20000}})
    seen = designs('compare', path)
    equal('one hex digit is pre-split at its values', seen['one']['tables'][0]['presplit'], 'buckets, 16 regions')
    equal('... so that every region is written to', seen['one']['writes']['partitions']['active'], 16)
    equal('four are pre-split as hex', seen['four']['tables'][0]['presplit'], 'hex, 32 regions')


each(workloads, beginnings, smallest, small, one_hex_digit)
