#!/usr/bin/env python3
"""Stores that move, against closed forms and a model of splits that knows nothing of the program's."""

import bisect
import collections
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import CHECKOUT, check, each, equal, finish, near, result, write  # noqa: E402
from model import md5  # noqa: E402

GIB = 2**30
MIB = 2**20


def only(scenario, *flags):
    return result('compare', write('s.json', scenario), *flags)['designs'][0]


def rising(count, limit, design='[id]', presplit='none', **more):
    """Rows of 100 bytes, split where a region has `limit` of them: above limit * 100 - 1 bytes."""
    return {'workload': {'fields': {'id': {'sequence': {}}}, 'row': {'value_bytes': 92},
                         'arrivals': {'process': 'constant', 'rate_per_s': 900}},
            'designs': {'d': design},
            'store': {'profile': 'custom', 'servers': 4, 'presplit': presplit,
                      'split': {'policy': 'constant', 'max_bytes': 100 * limit - 1}},
            'run': {'operations': count, **more}}


def model_regions(keys, limit):
    """Regions as lists of keys: one that has `limit` is cut behind the first half of them."""
    starts, regions = [b''], [[]]
    for key in keys:
        place = bisect.bisect_right(starts, key) - 1
        region = regions[place]
        bisect.insort(region, key)
        if len(region) >= limit:
            half = len(region) // 2
            regions[place:place + 1] = [region[:half], region[half:]]
            starts.insert(place + 1, region[half])
    return [len(region) for region in regions]


def rising_keys():
    """regions = floor(2 N / R); every cold region holds R / 2; the hottest share is 100 % throughout."""
    for count, limit in ((100000, 1000), (20000, 700), (999, 1000), (1000, 1000)):
        windows = 2 * count // limit
        design = only(rising(count, limit, windows=max(windows, 1)))
        equal(f'rising keys: {count} rows at {limit} give floor(2N/R) regions',
              len(design['partitions']), max(1, 2 * count // limit))
        rows = [part['rows'] for part in design['partitions']]
        equal(f'rising keys: {count} at {limit}: all but the last hold R/2', set(rows[:-1]),
              {limit // 2} if len(rows) > 1 else set())
    shares = {w['hottest_partition_share'] for w in only(rising(100000, 1000, windows=200))['timeline']['windows']}
    equal('rising keys: the hottest share is 100 % in every window', shares, {1})
    hot = only(rising(100000, 1000, windows=200))['hotspot']
    equal('rising keys: the verdict names the moving edge', (hot['verdict'], hot['cause'], hot['splits'], hot['falling']),
          ('unsplittable', 'moving-edge', 199, False))


def falling_keys():
    design = only(rising(20000, 1000, design='[Long.MAX_VALUE - id]', windows=40))
    equal('falling keys: floor(2N/R) regions as well', len(design['partitions']), 40)
    hot = design['hotspot']
    equal('falling keys: the edge is the low end', (hot['cause'], hot['falling']), ('moving-edge', True))


def moving_hotspot():
    """Totals look even where splits move the hotspot; what can be taken is what one moment can."""
    scenario = rising(60000, 2000)
    scenario['designs'] = {'rising': '[id]', 'hashed': '[md5(id)]'}
    scenario['store']['split']['daughters'] = 'other'
    whole = result('compare', write('s.json', scenario))
    slow = {d['name']: d for d in whole['designs']}['rising']
    near('moving hotspot: totals say four servers', slow['throughput']['effective_servers'], 4, 0.3)
    check('moving hotspot: the ranking knows of moments', whole['comparison']['ranking'] == ['hashed', 'rising'],
          whole['comparison'])
    check('moving hotspot: a warning says so', any(w['code'] == 'moving-hotspot' for w in slow['warnings']),
          slow['warnings'])


def full_table():
    """A table that would grow beyond what is simulated says so."""
    design = only(rising(60000, 3))
    equal('full table: it has grown by 16384 regions', len(design['partitions']), 16385)
    check('full table: and says so', any(w['code'] == 'regions-full' for w in design['warnings']), design['warnings'])


def salted_streams():
    """B salted streams: B * floor(2 (N/B) / R)."""
    scenario = rising(100000, 1000, design='[id % 8][id]', presplit='buckets')
    scenario['workload']['row']['value_bytes'] = 84  # beside a key of 16
    design = only(scenario)
    equal('8 salted streams: 8 floor(2 (N/8) / R) = 200 regions', len(design['partitions']), 200)


def uniform_keys():
    """Keys in no order: exactly as many regions as the model, at small R about N / (R ln 2)."""
    for count, limit in ((20000, 1000), (20000, 20)):
        design = only(rising(count, limit, design='[md5(id)]'))
        wanted = model_regions([md5(n).encode() for n in range(count)], limit)
        # A row has 32 bytes of key and 92 of value.
        design = only({**rising(count, limit, design='[md5(id)]'),
                       'store': {'profile': 'custom', 'presplit': 'none',
                                 'split': {'policy': 'constant', 'max_bytes': 124 * limit - 1}}})
        equal(f'uniform keys: {count} at {limit}: the regions of the model',
              [part['rows'] for part in design['partitions']], wanted)
    fill = count / limit / len(wanted)
    near('uniform keys at small R: the mean fill is near ln 2', fill, math.log(2), 0.03)


def hundred_gigabytes():
    """HBase, 100 GB rising at 10 GB: 19 splits, 20 regions, cold ones of 5 GB."""
    design = only({'workload': {'fields': {'id': {'sequence': {}}},
                                'row': {'value_bytes': 1000000 - 8 - 22},
                                'arrivals': {'process': 'constant', 'rate_per_s': 10}},
                   'designs': {'d': '[id]'},
                   'store': {'profile': 'hbase', 'servers': 5, 'presplit': 'none', 'balancer': 'none',
                             'split': {'policy': 'constant', 'max_bytes': 9999999999, 'jitter': 0,
                                       'flush_bytes': 0}},
                   'run': {'operations': 100000, 'windows': 20}})
    equal('100 GB rising at 10 GB: 20 regions', len(design['partitions']), 20)
    equal('100 GB rising at 10 GB: cold ones have 5 GB', {part['bytes'] for part in design['partitions'][:-1]}, {5e9})
    equal('100 GB rising at 10 GB: the hottest share is 100 %',
          {w['hottest_partition_share'] for w in design['timeline']['windows']}, {1})


def stepping():
    """HBase's default: one region of 256 MiB, then 10 GiB until the balancer has moved one."""
    design = only({'workload': {'fields': {'id': {'sequence': {}}}, 'row': {'value_bytes': MIB - 54},
                                'arrivals': {'process': 'constant', 'rate_per_s': 5}},
                   'designs': {'d': '[md5(id)]'},
                   'store': {'profile': 'hbase', 'servers': 2, 'presplit': 'none'},
                   'run': {'operations': 2000, 'window_s': 1}})
    events = design['events']
    splits = [event for event in events if event['kind'] == 'split']
    moves = [event for event in events if event['kind'] == 'move']
    # A flush takes more than 128 MiB: the 258th row of 1 MiB ends the second, at (258 - 1) / 5 s.
    near('stepping: the first split comes with the second flush, after 51 s', splits[0]['t_s'], 51.4, 0.21)
    cold = [w['hottest_partition_share'] for w in design['timeline']['windows'] if w['t_s'] < 50]
    equal('stepping: until then one region has all, however well keys are hashed', set(cold), {1})
    equal('stepping: both halves stay with the server', (splits[0]['from'], splits[0]['to']), (0, 0))
    equal('stepping: the balancer moves one at its first look', (moves[0]['t_s'], moves[0]['to']), (300, 1))
    later = [event['t_s'] for event in splits[1:3]]
    check('stepping: nothing is split in between, though both halves pass 256 MiB',
          min(later) >= 300, later)
    check('stepping: alone on their servers both are split with their next flush', max(later) < 360, later)


def early_splits():
    """MapR-DB: below four regions at 256 MiB, then above 6144 MiB; the high half goes to another server."""
    design = only({'workload': {'fields': {'id': {'sequence': {}}}, 'row': {'value_bytes': 4 * MIB - 30},
                                'arrivals': {'process': 'constant', 'rate_per_s': 10}},
                   'designs': {'d': '[id]'},
                   'store': {'profile': 'maprdb', 'servers': 5, 'presplit': 'none'},
                   'run': {'operations': 6400, 'windows': 100}})
    splits = [event for event in design['events'] if event['kind'] == 'split']
    sizes = [part['bytes'] / MIB for part in design['partitions']]
    # 65 rows of 4 MiB are more than 256 MiB; each split leaves half behind.
    near('maprdb: the first split is above 256 MiB', splits[0]['t_s'], 6.4, 0.01)
    check('maprdb: three early regions are small', all(size < 140 for size in sizes[:3]), sizes)
    check('maprdb: the others are half of 6144 MiB', all(abs(size - 3072) < 5 for size in sizes[3:-1]), sizes)
    check('maprdb: every high half goes to another server', all(e['from'] != e['to'] for e in splits), splits)


def prefixes():
    """key-prefix: no split within one prefix; a prefix larger than the limit is never divided."""
    base = rising(4000, 100, design='[id % 4][id]')
    free = only(base)
    base['store']['split'].update(policy='key-prefix', initial_bytes=9999, prefix_length=8)
    kept = only(base)
    check('without a restriction the four prefixes are divided', len(free['partitions']) > 8, len(free['partitions']))
    # The first region begins before every key, so that HBase cuts it at its own rows' prefix.
    equal('key-prefix: four prefixes give four regions, and an empty one before them',
          [part['rows'] for part in kept['partitions']], [0, 1000, 1000, 1000, 1000])
    equal('key-prefix: each starts at its prefix', {len(part['start'].replace('\\x', '')) for part in kept['partitions'][1:]}, {16})
    one = rising(3000, 100)
    one['designs'] = {'d': '[1][id]'}
    one['store']['split'].update(policy='key-prefix', initial_bytes=9999, prefix_length=8)
    stuck = only(one)
    equal('key-prefix: one prefix stays one region', [part['rows'] for part in stuck['partitions']], [0, 3000])


def giant_row():
    """C28: the split is the middle of the data, and one row cannot be divided."""
    scenario = {'workload': {'fields': {'id': {'sequence': {}}, 'big': {'expr': 'if(id == 0, 50000, 100)'}},
                             'row': {'value_bytes': 'big'}, 'arrivals': {'process': 'constant', 'rate_per_s': 100}},
                'designs': {'d': '[id]'},
                'store': {'profile': 'custom', 'presplit': 'none',
                          'split': {'policy': 'constant', 'max_bytes': 60000}},
                'run': {'operations': 100}}
    design = only(scenario)
    sizes = [part['rows'] for part in design['partitions']]
    equal('C28 a row of half the region is alone behind the split', sizes, [1, 99])


def salting_speed():
    """B salts on S servers: B / ceil(B/S) times one; in a closed loop as well."""
    def at(buckets):
        key = '[id]' if buckets == 1 else f'[id % {buckets}][id]'
        return only({'workload': {'fields': {'id': {'sequence': {}}},
                                  'arrivals': {'process': 'closed', 'clients': 400}},
                     'designs': {'d': key},
                     'store': {'profile': 'custom', 'servers': 5,
                               'presplit': 'none' if buckets == 1 else 'buckets',
                               'service': {'distribution': 'exponential'}},
                     'run': {'operations': 60000, 'warmup_s': 1}})['throughput']['served_per_s']
    one = at(1)
    for buckets, wanted in ((8, 4), (10, 5)):
        near(f'{buckets} salts on 5 servers take {wanted} times one region', at(buckets) / one, wanted, 0.05 * wanted)


def closed_loop():
    """X = S N / (N + S - 1); all on one: 1; X R = N."""
    def at(servers, key):
        return only({'workload': {'fields': {'u': {'uniform': 1000000}, 'id': {'sequence': {}}},
                                  'arrivals': {'process': 'closed', 'clients': 64}},
                     'designs': {'d': key},
                     'store': {'profile': 'custom', 'servers': servers,
                               'presplit': 'none' if key == '[id]' else 'buckets',
                               'service': {'distribution': 'exponential'}},
                     'run': {'operations': 400000, 'warmup_s': 2}})
    for servers, wanted in ((5, 4.70588), (8, 7.21127)):
        design = at(servers, f'[u % {servers}][id]')
        rate = design['throughput']['served_per_s'] / 1000
        near(f'closed loop: 64 clients on {servers} servers', rate, wanted, 0.01 * wanted)
        near(f'closed loop: X R = N on {servers} servers', rate * design['latency_ms']['put']['mean'], 64, 0.1)
    near('closed loop: all on one server', at(8, '[id]')['throughput']['served_per_s'] / 1000, 1, 0.01)


def fork_join():
    """k branches without queueing: H_k; two with queueing: (12 - rho) / 8 / (1 - rho) (Flatto and Hahn)."""
    def at(servers, rate, operations):
        return only({'workload': {'fields': {'ts': 'clock'}, 'mix': {'put': f'{rate / 1000}/s', 'q': f'{rate}/s'}},
                     'queries': {'q': 'where ts >= now - 1s'},
                     'designs': {'d': f'[ts % {servers}][ts]'},
                     'store': {'profile': 'custom', 'servers': servers, 'presplit': 'buckets', 'encoding': 'binary',
                               'service': {'distribution': 'exponential', 'row_us': 0.01}},
                     # So many rows that a scan of all would cost more than a range a value.
                     'run': {'operations': operations, 'preload': {'rows': 100000}}})['queries'][0]
    calm = at(16, 1, 20000)
    near('fork-join: 16 branches without queueing take H_16', calm['latency_ms']['mean'],
         sum(1 / k for k in range(1, 17)), 0.03 * 3.38)
    for load in (0.5, 0.8):
        busy = at(2, 1000 * load, 400000)
        wanted = (12 - load) / 8 / (1 - load)
        near(f'fork-join: two branches at rho {load}', busy['latency_ms']['mean'], wanted, 0.03 * wanted)


def lost_server():
    """A server is lost: its regions are served elsewhere after detection; nothing is lost of the load."""
    design = only({'workload': {'fields': {'id': {'sequence': {}}, 'ts': 'clock'},
                                'arrivals': {'process': 'constant', 'rate_per_s': 1000}},
                   'designs': {'d': '[id % 8][ts]'},
                   'store': {'profile': 'custom', 'servers': 4, 'presplit': 'buckets', 'detect_ms': 2000,
                             'client': {'retries': 15, 'pause_ms': 100}},
                   'run': {'operations': 40000, 'window_s': 1,
                           'incidents': [{'t_s': 10, 'lose': 3}, {'t_s': 30, 'add': 3}]}})
    equal('lost server: every operation is done', (design['throughput']['rejected'], design['latency_ms']['put']['count']),
          (0, 40000))
    kinds = [(event['t_s'], event['kind']) for event in design['events']]
    equal('lost server: its two regions move at once', kinds,
          [(10, 'lost'), (10, 'move'), (10, 'move'), (30, 'added')])
    servers = [window['server_writes'][3] for window in design['timeline']['windows']]
    check('lost server: it is written to until then, and not after', all(servers[:10]) and not any(servers[11:]), servers)
    # Attempts at 0, 0.1, 0.3, 0.6, 1.1 and 2.1 s: what came at the loss is served by the last.
    check('lost server: the longest wait is a back-off beyond the detection',
          2000 <= design['latency_ms']['put']['max'] <= 4200, design['latency_ms']['put']['max'])


def rho_of_a_tenth():
    """Where nothing is saturated salting does not speed writes up, and makes scans slower."""
    seen = {d['name']: d for d in result('compare', write('s.json',
        {'workload': {'fields': {'ts': 'clock'}, 'mix': {'put': '100/s', 'newest': '2/s'}},
         'queries': {'newest': 'order by ts desc limit 10'},
         'designs': {'plain': {'key': '[ts]', 'store': {'presplit': 'none'}}, 'salted': '[ts % 8][ts]'},
         'store': {'profile': 'custom', 'servers': 8, 'presplit': 'auto', 'encoding': 'binary',
                   'service': {'distribution': 'exponential'}},
         'run': {'operations': 100000}}))['designs']}
    plain, salted = seen['plain'], seen['salted']
    near('rho 0.1: a salted put is at most a ninth faster',
         salted['latency_ms']['put']['mean'] / plain['latency_ms']['put']['mean'], 0.95, 0.07)
    check('rho 0.1: a salted scan takes more than twice as long',
          salted['latency_ms']['newest']['mean'] > 2 * plain['latency_ms']['newest']['mean'],
          (salted['latency_ms']['newest'], plain['latency_ms']['newest']))


def clients():
    """Time-outs, write buffers and task limits, each against a closed form."""
    def at(rate, process, operations=200000, **client):
        return only({'workload': {'fields': {'id': {'sequence': {}}}, 'row': {'value_bytes': 92},
                                  'arrivals': {'process': process, 'rate_per_s': rate}},
                     'designs': {'d': '[id]'},
                     'store': {'profile': 'custom', 'client': client,
                               'service': {'distribution': 'exponential' if process == 'poisson' else 'deterministic',
                                           'put_us': 1000 if process == 'poisson' else 10}},
                     'run': {'operations': operations, 'warmup_s': 1}})
    late = at(500, 'poisson', timeout_ms=4.60517)
    given_up = late['throughput']['timed_out'] / (late['throughput']['timed_out'] + late['latency_ms']['put']['count'])
    # M/M/1 at rho 0.5: the time in the system is exponential of mean 2 ms, and 4.605 ms are its 90th percentile.
    near('clients: a tenth of the puts take longer than 4.6 ms and are given up', given_up, 0.1, 0.005)
    check('clients: none that was done took longer', late['latency_ms']['put']['max'] <= 4.60517, late['latency_ms'])
    # More than 1000 bytes are 11 rows of 100; the first waits for ten others, a millisecond apart, the last for none.
    held = at(1000, 'constant', operations=22000, buffer_bytes=1000)
    near('clients: buffered puts wait for each other: 5 ms, and the work of all', held['latency_ms']['put']['mean'],
         5 + 0.11, 0.02)
    near('clients: the first of them waits for ten others', held['latency_ms']['put']['max'], 10.11, 0.02)
    # One request to a region at a time: 1,000 a second of 1.5 ms each cannot be done, however many handlers there are.
    one = only({'workload': {'fields': {'id': {'sequence': {}}}, 'arrivals': {'process': 'closed', 'clients': 50}},
                'designs': {'d': '[id]'},
                'store': {'profile': 'custom', 'handlers': 30, 'client': {'region_tasks': 1}},
                'run': {'operations': 20000}})
    near('clients: ... which is what it can take', one['throughput']['saturation_per_s'], 1000, 1)
    near('clients: one request to a region at a time', one['throughput']['served_per_s'], 1000, 10)


def one_range():
    """The forum's shape: about ten times with a range that does half of its server; servers do not help."""
    path = CHECKOUT / 'workloads' / 'one-range.json'
    def served(*flags):
        return {d['name']: d['throughput']['served_per_s'] for d in result('compare', path, *flags)['designs']}
    five, ten = served(), served('--set', 'store.servers=10')
    near('one range: random keys do ten times what rising ones do', five['random'] / five['rising'], 10, 0.6)
    near('one range: twice the servers are nothing to the rising key', ten['rising'] / five['rising'], 1, 0.02)
    check('one range: and something to the random one', ten['random'] > 1.6 * five['random'], (five, ten))


def four_salts():
    """Phoenix's shape: 4 times where each server has one salt, 2.05 times in the mean of all placements."""
    path = CHECKOUT / 'workloads' / 'four-salts.json'
    rates = {d['name']: d['throughput']['saturation_per_s'] for d in result('compare', path)['designs']}
    near('four salts: one a server', rates['4 salts, one a server'] / rates['unsalted'], 4, 0.1)
    speeds = []
    for seed in range(1, 101):
        design = result('compare', path, '--seed', str(seed), '--design', '4 salts, by chance', '--set',
                        'run.operations=400', '--set', 'run.warmup_s=0', '--set', 'expect=[]')['designs'][0]
        most = max(collections.Counter(part['server'] for part in design['partitions']).values())
        speeds.append(4 / most)
    # 4 balls into 4 bins: the mean of 4 / max is 2.05, its standard deviation over 100 seeds 0.06.
    near('four salts: placed by chance 2.05 times in the mean', sum(speeds) / len(speeds), 2.05, 0.2)


each(rising_keys, falling_keys, moving_hotspot, full_table, salted_streams, uniform_keys, hundred_gigabytes, stepping, early_splits, prefixes,
     giant_row, salting_speed, closed_loop, fork_join, lost_server, rho_of_a_tenth,
     clients, one_range, four_salts)
finish()
