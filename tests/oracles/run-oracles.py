#!/usr/bin/env python3
"""Known answers through the binary: queueing formulas, occupancy, and the digests of 200,000 keys."""

import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, run, write  # noqa: E402
from model import MASK, md5, peak_to_mean  # noqa: E402

# (name, rho, handlers, service, operations, mean, p99 or None, tolerance of the mean); the mean service is 1 ms.
# M/M/1: W = 1 / (1 - rho), p99 = ln(100) W. M/D/1 and M/G/1: Pollaczek-Khinchine; p99 of M/D/1: Erlang.
# M/M/8: Erlang C.
STATIONS = (
    ('M/M/1 at 0.5', 0.5, 1, {'distribution': 'exponential'}, 4e6, 2, 9.210, 0.02),
    ('M/M/1 at 0.8', 0.8, 1, {'distribution': 'exponential'}, 4e6, 5, 23.03, 0.02),
    ('M/M/1 at 0.9', 0.9, 1, {'distribution': 'exponential'}, 2e7, 10, 46.05, 0.02),
    ('M/D/1 at 0.5', 0.5, 1, {'distribution': 'deterministic'}, 4e6, 1.5, 4.336, 0.02),
    ('M/D/1 at 0.8', 0.8, 1, {'distribution': 'deterministic'}, 4e6, 3, 11.356, 0.02),
    ('M/M/8 at 0.8', 0.8, 8, {'distribution': 'exponential'}, 4e6, 1.28603, None, 0.02),
    ('M/M/8 at 0.9', 0.9, 8, {'distribution': 'exponential'}, 4e6, 1.87692, 7.087, 0.02),
    ('M/G/1 lognormal of cv 2 at 0.8', 0.8, 1, {'distribution': 'lognormal', 'cv': 2}, 5e6, 11, None, 0.06),
)


def queueing():
    """One station, open arrivals: the mean and the 99th percentile of the time in the system."""
    for name, rho, handlers, service, operations, mean, p99, tolerance in STATIONS:
        scenario = write('station.json', {
            'seed': 20240101,
            'workload': {'fields': {'k': {'sequence': {'start': 0}}}, 'mix': {'put': f'{rho * handlers * 1000:g}/s'}},
            'designs': ['[k]'],
            'store': {'profile': 'custom', 'handlers': handlers, 'service': dict(service, put_us=1000)},
            'run': {'operations': int(operations)}})
        seen = next(iter(designs('compare', scenario).values()))['latency_ms']['put']
        near(f'{name}: mean', seen['mean'], mean, mean * tolerance)
        if p99:
            near(f'{name}: p99', seen['p99'], p99, p99 * 0.05)


def clients():
    """What clients let through is a queue of its own: c requests at a time are c handlers."""
    def at(arrivals, store, operations=400000):
        scenario = write('clients.json', {
            'seed': 5, 'workload': {'fields': {'k': {'sequence': {}}}, 'arrivals': arrivals}, 'designs': ['[k]'],
            'store': dict(store, profile='custom', service={'distribution': 'exponential', 'put_us': 1000}),
            'run': {'operations': operations}})
        return next(iter(designs('compare', scenario).values()))
    # One at a time of a process, two to a server, one to a region: M/M/1, M/M/2 and M/M/1 at rho 0.8.
    for name, limit, rate, mean in (('total_tasks', 1, 800, 5), ('server_tasks', 2, 1600, 1 / 0.36),
                                    ('region_tasks', 1, 800, 5)):
        seen = at({'rate_per_s': rate}, {'handlers': 64, 'client': {name: limit}}, 1000000)['latency_ms']['put']['mean']
        near(f'{name}: {limit} of 64 handlers are used', seen, mean, 0.03 * mean)
    # Time in M/M/1 is exponential of mean 1 / (1 - rho): 5 ms here, so that 1/e are not done within 5 ms.
    seen = at({'rate_per_s': 800}, {'client': {'timeout_ms': 5}}, 1000000)['latency_ms']['put']['count']
    near('timeout_ms: who waits longer than the mean gives up', 1 - seen / 1e6, math.exp(-1), 0.01)
    # Nobody waits: each comes once in 19 + 1 ms.
    seen = at({'process': 'closed', 'clients': 20, 'think_ms': 19}, {'handlers': 64})
    near('closed loop: 20 clients that think 19 ms', seen['throughput']['served_per_s'], 1000, 10)


def occupancy():
    """The hottest of 1024 slices under a perfect hash, as the result judges skew by it."""
    for operations, chance in ((10000, 2.189), (100000, 1.345), (1000000, 1.1056)):
        scenario = write('occupancy.json', {
            'workload': {'fields': {'k': {'sequence': {'start': 0}}}}, 'designs': ['<k>'],
            'store': 'iguazio', 'run': {'operations': operations}})
        writes = next(iter(designs('compare', scenario).values()))['writes']
        near(f'chance of 1024 slices with {operations} writes', writes['chance']['peak_to_mean'], chance,
             0.01 * chance)


def digests():
    """md5 of user0000000000 to user0000199999 by its top ten bits."""
    scenario = write('digests.json', {
        'workload': {'fields': {'user': {'sequence': {'start': 0}, 'format': 'user%010d'}}},
        'designs': {'md5': {'key': '[md5(user)]', 'store': {'presplit': {'algorithm': 'hex', 'regions': 1024}}}},
        'store': 'custom', 'run': {'operations': 200000}})
    design = designs('compare', scenario)['md5']
    writes = counts(design)
    right = [0] * 1024
    for i in range(200000):
        right[int(md5(f'user{i:010d}')[:3], 16) >> 2] += 1
    equal('md5 of 200,000 users: every slice', writes, right)
    equal('md5 of 200,000 users: most in slice 259, least', (writes.index(max(writes)), max(writes), min(writes)),
          (259, 238, 153))
    near('md5 of 200,000 users: chi-square', design['writes']['chance']['chi_square'], 1042.51, 0.01)
    near('md5 of 200,000 users: max/mean', design['writes']['partitions']['peak_to_mean'], peak_to_mean(right), 1e-9)


def heat(field, regions, operations=400000, cardinality=30000):
    """The writes of equal ranges of a field's values 0 to cardinality - 1, in the values' order."""
    scenario = write('heat.json', {
        'seed': 11, 'workload': {'fields': {'v': field}},
        'designs': {'v': {'key': "[dec(v, 12)]", 'store': {'presplit': {
            'algorithm': 'keys', 'keys': [f'{i * cardinality // regions:012d}' for i in range(1, regions)]}}}},
        'store': 'custom', 'run': {'operations': operations}})
    return counts(designs('compare', scenario)['v'])


def generators():
    """Hot shares as published, seen in the writes of regions."""
    for records in (1000, 1000000):
        # One region for the record of rank 0, whose number is |FNV-1a(0)| modulo the records.
        record = 6284781860667377211 % records
        splits = [record, record + 1]
        scenario = write('ycsb.json', {
            'seed': 12, 'workload': {'fields': {'r': {'ycsb_zipfian': records}}},
            'designs': {'r': {'key': '[dec(r, 12)]', 'store': {'presplit': {
                'algorithm': 'keys', 'keys': [f'{split:012d}' for split in splits]}}}},
            'store': 'custom', 'run': {'operations': 1000000}})
        hottest = counts(designs('compare', scenario)['r'])[1] / 1e6
        near(f'ycsb_zipfian of {records}: the hottest record', hottest, 0.03778 + 0.96222 / records, 0.0008)
    ranges = sorted(heat({'keyrange': 30000}, 30), reverse=True)
    near('keyrange: the hottest of 30 ranges', ranges[0] / sum(ranges), 0.8066, 0.003)
    near('keyrange: the second', ranges[1] / sum(ranges), 0.0570, 0.002)
    near('keyrange: max/mean', peak_to_mean(ranges), 24.198, 0.1)
    hot = heat({'hotset': {'cardinality': 30000, 'hot_fraction': 0.1, 'hot_share': '90%'}}, 10)
    near('hotset: the first tenth takes its share', hot[0] / sum(hot), 0.9, 0.002)
    near('hotset: the others are alike', max(hot[1:]) / min(hot[1:]), 1, 0.1)
    # C60: zipf 0.99 of a million values in order, on 16 ranges of equal counts.
    ordered = heat({'zipf': 1000000}, 16, cardinality=1000000)
    near('zipf in order: the first of 16 ranges', ordered[0] / sum(ordered), 0.796, 0.003)
    near('zipf in order: max/mean', peak_to_mean(ordered), 12.7, 0.05)
    newest = heat({'latest': {'start': 30000, 'grows_every': 1000000}}, 30)
    near('latest: the newest thirtieth', newest[-1] / sum(newest), zeta(1000, 0.99) / zeta(30000, 0.99), 0.003)


def zeta(count, theta):
    return sum(k ** -theta for k in range(1, count + 1))


def pulses():
    """Arrivals that change over time, evenly spaced: each window holds the integral of the rate over it."""
    def windows(arrivals, operations):
        scenario = write('pulses.json', {
            'workload': {'fields': {'n': {'sequence': {'start': 0}}}, 'arrivals': dict(arrivals, spacing='constant')},
            'designs': ['[n]'], 'store': 'custom', 'run': {'operations': operations, 'window_s': 1}})
        timeline = next(iter(designs('compare', scenario).values()))['timeline']['windows']
        return [sum(window['server_writes']) for window in timeline]

    equal('burst: ten times the rate for a second of four',
          windows({'process': 'burst', 'rate_per_s': 1000, 'every_s': 4, 'length_s': 1, 'factor': 10}, 26000),
          [10000, 1000, 1000, 1000] * 2)
    equal('burst: silence between',
          windows({'process': 'burst', 'rate_per_s': '5k/s', 'every_s': 3, 'length_s': 1, 'factor': 1, 'between': 0},
                  15000)[::3], [5000] * 3)
    equal('steps: each rate from its time on',
          windows({'process': 'steps', 'steps': [[0, 100], [2, '2k/s'], [3, 0], ['4s', 700]]}, 3600),
          [100, 100, 2000, 0, 700, 700])
    seen = windows({'process': 'sine', 'mean': 1000, 'amplitude': 800, 'period_s': 8}, 16000)
    part = [1000 + 800 * 8 / (2 * math.pi) * (math.cos(2 * math.pi * i / 8) - math.cos(2 * math.pi * (i + 1) / 8))
            for i in range(16)]
    check('sine: the integral of mean + amplitude sin(2 pi t / period)',
          len(seen) == 16 and max(abs(a - b) for a, b in zip(seen, part)) <= 1.01, (seen, part))


# YCSB's own workloads: shares of the operations (those not named are queries), and whether records are as hot as it has them.
YCSB = {'a': ({'put': 0.5, 'get': 0.5}, True), 'b': ({'put': 0.05, 'get': 0.95}, True), 'c': ({'put': 0}, False),
        'd': ({'put': 0.05}, False), 'e': ({'put': 0.05}, False), 'f': ({'put': 1 / 3, 'get': 2 / 3}, True)}


def ycsb_key(record):
    """CoreWorkload.buildKeyName: |FNV-1a 64| of the record number's 8 bytes, from the lowest on."""
    value = 0xCBF29CE484222325
    for byte in record.to_bytes(8, 'little'):
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return f'user{value if value >> 63 == 0 else (1 << 64) - value}'


def ycsb_reads():
    """Workload C reads the hottest of 100,000 records 3.778 % of the time, D what is new, E 50 rows a scan."""
    seen = {}
    hottest = ycsb_key(int(ycsb_key(0)[4:]) % 100000)
    for letter in 'cde':
        scenario = json.loads(re.sub(r'(?m)^//.*$', '', run('init', '--ycsb', f'workload{letter}')[1]))
        if letter == 'c':
            scenario['workload']['fields']['asked_record'] = {'ycsb_zipfian': 100000}
        scenario['designs'] = {'key': {'key': '[key]', 'store': {'presplit': {
            'algorithm': 'keys', 'keys': [hottest, hottest + '0']}}}}
        scenario['run'] = {'operations': 200000 if letter == 'c' else 20000, 'preload': {'rows': 100000}}
        seen[letter] = designs('compare', write('reads.json', scenario))['key']
    reads = [part['reads'] for part in seen['c']['partitions']]
    near('YCSB C: the hottest record among the reads', reads[1] / sum(reads), 0.03778 + 0.96222 / 100000, 0.0018)
    for letter in 'cd':
        query = seen[letter]['queries'][0]
        equal(f'YCSB {letter.upper()}: a read finds its row', query['rows_returned']['mean'], 1)
    near('YCSB E: a scan returns its 50 rows, but for those at the end', seen['e']['queries'][0]['rows_returned']['mean'],
         50, 0.1)


def ycsb():
    """hotsim init --ycsb workloada to workloadf: proportions, and the hottest record's 3.778 %."""
    operations = 400000
    for letter, (shares, is_hot) in YCSB.items():
        name = f'ycsb-{letter}.json'
        code, text, err = run('init', '--ycsb', f'workload{letter}')
        check(f'YCSB {letter} is a scenario', code == 0, err)
        # A million records in place of the thousand that the files hold.
        path = write(name, text.replace('"records": 1000}', '"records": 1000000}'))
        code, text, err = run('check', path, '--json', '-S', f'run.operations={operations}')
        plan = json.loads(text)
        seen = {kind['name']: kind['count'] / operations for kind in plan['operations'] if kind['count']}
        check(f'YCSB {letter} has its proportions', abs(sum(seen.values()) - 1) < 1e-9 and all(
            abs(seen.get(kind, 0) - share) <= 4 * math.sqrt(share * (1 - share) / operations)
            for kind, share in shares.items()), seen)
        fields = {field['name']: field for field in plan['fields']}
        if is_hot:
            puts = shares['put'] * operations
            near(f'YCSB {letter}: the hottest record', fields['key']['top_share'], 0.03778,
                 4 * math.sqrt(0.03778 / puts))


def owners():
    """A trip belongs to its car, and a user's orders are as many as said."""
    scenario = write('owners.json', {
        'seed': 13, 'workload': {'fields': {'car': {'uniform': 100}, 'trip': {'owned': {'by': 'car', 'each': 20}}}},
        'designs': {'trip': '[trip]', 'both': '[car][trip]', 'car': '[car]'},
        'store': 'custom', 'run': {'operations': 100000}})
    seen = designs('compare', scenario)
    equal('owned: 100 cars have 20 trips each, none of another car',
          [seen[name]['writes']['distinct_keys'] for name in ('trip', 'both', 'car')], [2000, 2000, 100])


each(queueing, clients, occupancy, digests, generators, owners, pulses, ycsb, ycsb_reads)
