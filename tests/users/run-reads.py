#!/usr/bin/env python3
"""What reads paid for real users' keys, and the cases whose values need the readers' side."""

import csv
import itertools
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, priced, queries, run, warned, write  # noqa: E402
from model import long_bytes, murmur3, phoenix_salt, slice_of, xxh64  # noqa: E402


def C10():
    """Twenty salt buckets, few series."""
    metrics = range(60)
    salt = "xxhash(concat('metric{}:', host)) % 20"
    programs = {str(metric): f'[byte({salt.format(metric)})][host]' for metric in metrics}
    programs['two bytes'] = f'[short({salt.format(0)})][host]'
    scenario = write('C10.json', {
        'workload': {'fields': {'host': {'sequence': {'start': 0}, 'format': 'host%d'}}}, 'designs': programs,
        'store': {'profile': 'custom', 'servers': 20, 'presplit': {'algorithm': 'buckets'}}})
    for hosts, mean in ((1, 1), (10, 8.03), (20, 12.83), (60, 19.1)):
        seen = designs('compare', scenario, '--set', f'run.operations={hosts}')
        live = {metric: len({xxh64(f'metric{metric}:host{host}') % 20 for host in range(hosts)})
                for metric in metrics}
        active = {metric: seen[str(metric)]['writes']['servers']['active'] for metric in metrics}
        equal(f'C10 {hosts} hosts: as many of 20 servers as different salts', active, live)
        near(f'C10 {hosts} hosts: {mean} on average', sum(active.values()) / 60, mean, 4 * 1.6 / 7.7)
        equal(f'C10 {hosts} hosts: a wider salt changes nothing', counts(seen['two bytes']), counts(seen['0']))


def C11():
    """Four salt buckets on five servers."""
    seen = designs('compare', HERE / 'C11.json')
    even, alone = seen['round-robin']['writes']['servers'], seen['no pre-split']['writes']['servers']
    equal('C11 at most four of five servers work', (even['active'], even['peak_to_mean']), (4, 1.25))
    equal('C11 without a pre-split one has all', (alone['active'], alone['peak_to_mean']), (1, 5))
    # Of the 625 ways to put four regions on five servers: how many on the fullest.
    ways = [max(map(place.count, range(5))) for place in itertools.product(range(5), repeat=4)]
    fullest = []
    for seed in range(150):
        design = designs('compare', HERE / 'C11.json', '--seed', seed, '--design', 'by chance',
                         '--set', 'run.operations=40')['by chance']
        fullest.append(design['writes']['servers']['max'] / 10)
    for regions, percent in ((1, 19.2), (2, 67.2), (3, 12.8), (4, 0.8)):
        share = ways.count(regions) / 625
        near(f'C11 {regions} on the fullest: {percent} % of all placements', 100 * share, percent, 1e-9)
        near(f'C11 {regions} on the fullest: as often by chance', fullest.count(regions) / 150, share,
             4 * math.sqrt(share * (1 - share) / 150))


def C14():
    """256 buckets are not better than twenty on twenty servers."""
    seen = designs('compare', HERE / 'C14.json')
    for buckets in (4, 8, 16, 20, 256):
        design = seen[str(buckets)]
        price = queries(design)['by hour']
        equal(f'C14 {buckets} buckets: as many scans a query', (price['ranges']['mean'], price['ranges']['max']),
              (buckets, buckets))
        equal(f'C14 {buckets} buckets: the store sees as many times the queries', design['reads']['count'],
              buckets * price['count'])
        near(f'C14 {buckets} buckets: a seek each, and the rows once', price['work_ms'],
             0.1 * buckets + 0.001 * price['rows_examined']['mean'], 1e-6)
        near(f'C14 {buckets} buckets: writes of the fullest of 20 servers', design['writes']['servers']['top_share'],
             -(-buckets // 20) / buckets, 2e-4)
    examined = {queries(design)['by hour']['rows_examined']['mean'] for design in seen.values()}
    equal('C14 the rows are the same', len(examined), 1)


def C19():
    """The beginning of a key on a salted table."""
    seen = designs('compare', HERE / 'C19.json')
    for buckets in (1, 8, 64):
        design = seen[str(buckets)]
        priced('C19', design, 'by part1', ranges=buckets)
        equal(f'C19 {buckets}: no row of the table beside those asked for',
              queries(design)['by part1']['read_amplification'], 1)
        priced('C19', design, 'one row', ranges=buckets, ranges_necessary=1, rows_examined=1, rows_returned=1)
        near(f'C19 {buckets}: one row costs a seek a bucket', queries(design)['one row']['work_ms'],
             buckets + 0.1, 1e-6)
        priced('C19', design, 'whole key', ranges=1, rows_examined=1, rows_returned=1)
        salts = [phoenix_salt(long_bytes(3) + f'p{n % 50}'.encode() + long_bytes(n), buckets) for n in range(150, 200)]
        fullest = max(map(salts.count, salts))
        priced('C19', design, 'part 3', ranges=buckets, ranges_necessary=len(set(salts)), rows_returned=50)
        near(f'C19 {buckets}: the slowest bucket is the latency', queries(design)['part 3']['latency_ms']['p50'],
             1 + 0.1 * fullest, 0.005 * (1 + 0.1 * fullest))


def C21():
    """Four shards: small reads slower, big ones faster."""
    # Two ranges at a time: two rounds of a seek of 1 ms and a quarter of the rows of 10 us.
    for rows in (40, 200, 2000):
        seen = designs('compare', HERE / 'C21.json', '--set', f'params.rows={rows}')
        one, four = (queries(seen[name])['area'] for name in ('1 shard', '4 shards'))
        equal(f'C21 {rows} rows: four times the ranges', (one['ranges']['mean'], four['ranges']['mean']), (1, 4))
        near(f'C21 {rows} rows: one shard takes a seek and all rows', one['latency_ms']['p50'], 1 + rows / 100, 1e-3)
        near(f'C21 {rows} rows: four take two seeks and half', four['latency_ms']['p50'], 2 + rows / 200, 1e-3)
        faster = (four['latency_ms']['p50'] > one['latency_ms']['p50']) - (
            four['latency_ms']['p50'] < one['latency_ms']['p50'])
        wanted = {40: 1, 200: 0, 2000: -1}[rows]
        equal(f'C21 {rows} rows: slower, alike or faster', faster, wanted)


def C37():
    """A timestamp index behind sixteen shards."""
    seen = designs('compare', HERE / 'C37.json')
    sharded, plain = seen['sharded'], seen['by time']
    month = (1709251200 - 1706745600) // 600
    priced('C37', sharded, 'last month', ranges=16, ranges_necessary=16, partitions=16, rows_examined=month,
           rows_returned=month)
    priced('C37', sharded, 'newest ten', ranges=16, rows_examined=160, rows_returned=10)
    priced('C37', sharded, 'one time', ranges=1, partitions=1, rows_examined=1)
    priced('C37', plain, 'last month', ranges=1, rows_examined=month, rows_returned=month)
    priced('C37', plain, 'newest ten', ranges=1, rows_examined=10, rows_returned=10)
    shards = [xxh64(str(1704067200 + 600 * n)) % 16 for n in range(20000)]
    equal('C37 each shard has the times that hash to it', counts(sharded), [shards.count(s) for s in range(16)])
    equal('C37 without it a moment has one region', plain['writes']['windows']['partition_peak_to_mean']['p99'], 16)


def C47():
    """Unsigned modulo, mask or abs: each even, and not the same."""
    hashes = [murmur3(str(k).encode()) for k in range(50000)]
    rules = {'unsigned': lambda h, n: (h & 0xffffffff) % n, 'masked': lambda h, n: (h & 0x7fffffff) % n,
             'absolute': lambda h, n: abs(h) % n}
    for n, published in ((3, (50, 33)), (8, (0, 38)), (12, (50, 42)), (50, (50, 48))):
        seen = designs('compare', HERE / 'C47.json', '--set', f'params.n={n}')
        buckets = {name: [rule(value, n) for value in hashes] for name, rule in rules.items()}
        for name, values in buckets.items():
            writes = [values.count(bucket) for bucket in range(n)]
            equal(f'C47 {name} % {n}: the writes of each bucket', counts(seen[name])[:n], writes)
            check(f'C47 {name} % {n}: even', max(writes) < 1.12 * 50000 / n, writes)
        for first, percent in zip(('unsigned', 'absolute'), published):
            moved = sum(a != b for a, b in zip(buckets[first], buckets['masked']))
            equal(f'C47 {first} and masked % {n} differ for so many keys', counts(seen[f'{first}, masked'])[0], moved)
            near(f'C47 {first} and masked % {n}: {percent} %', moved / 500, percent, 1)


def rejected(operations, gap, service, places):
    """Of a station with a server and waiting places: arrivals that find all of them taken."""
    ends, lost = [], 0
    for n in range(operations):
        now = n * gap
        ends = [end for end in ends if end > now]
        if len(ends) > places:
            lost += 1
        else:
            ends.append(max([now] + ends) + service)
    return lost


def C52():
    """One topic behind a limit of 1000 writes a second."""
    seen = designs('compare', HERE / 'C52.json')
    for shards, name in ((1, 'one key'), (2, '2 shards'), (3, '3 shards')):
        gone = seen[name]['throughput']
        lost = sum(rejected(len(range(shard, 25000, shards)), 400000 * shards, 1000000, 10) for shard in range(shards))
        near(f'C52 {name}: writes that were turned away', gone['rejected'], lost, shards)
        near(f'C52 {name}: at most 1000/s a shard are accepted', gone['served_per_s'], min(2500, 1000 * shards), 3)
        near(f'C52 {name}: share that is throttled', gone['rejected'] / 25000, max(0, 1 - shards / 2.5), 0.002)
        priced('C52', seen[name], 'of a topic', ranges=shards, rows_returned=10)
    limited = designs('compare', HERE / 'C52.json', '--set', 'store.partition_limit=1', '--set', 'store.handlers=30')
    for shards, name in ((1, 'one key'), (2, '2 shards'), (3, '3 shards')):
        gone = limited[name]['throughput']
        near(f'C52 {name}, thirty handlers and one place a partition: can take', gone['saturation_per_s'],
             1000 * shards, 0.5)
        equal(f'C52 {name}: a line that grows is no latency', (gone['overloaded'], warned(limited[name], 'overload'),
              limited[name]['latency_ms']['put']['p99'] is None), (shards < 3,) * 3)


def C53():
    """A hex digit of the hash: sixteen times the reads."""
    seen = designs('compare', HERE / 'C53.json')
    weights = [(n + 1) ** -1.2 for n in range(1000)]
    total = math.fsum(weights)
    for name, digits in (('tenant', ['']), ('and a digit', [f'_{digit:x}' for digit in range(16)])):
        shares = [0.0] * 1024
        for tenant, weight in enumerate(weights):
            for digit in digits:
                shares[slice_of(f'{tenant}{digit}')] += weight / total / len(digits)
        top = max(shares)
        near(f'C53 {name}: the hottest slice', seen[name]['writes']['partitions']['top_share'], top,
             5 * math.sqrt(top / 100000))
        check(f'C53 {name}: no less than the first tenant\'s part', top >= weights[0] / total / len(digits), top)
        priced('C53', seen[name], 'of a tenant', ranges=len(digits))
        equal(f'C53 {name}: no row beside those of the tenant',
              queries(seen[name])['of a tenant']['read_amplification'], 1)


def C64():
    """Delimiter inside a part."""
    seen = designs('compare', HERE / 'C64.json')
    with open(HERE / 'C64.csv', encoding='utf-8', newline='') as file:
        rows = [(row['a'], row['b']) for row in csv.DictReader(file)]
    for name, joined in (('delimiter', {a + '|' + b for a, b in rows}), ('no delimiter', {a + b for a, b in rows}),
                         ('ends of their own', set(rows))):
        whole = seen[name]['writes']
        equal(f'C64 {name}: distinct keys, silent overwrites', (whole['distinct_keys'], whole['overwrites']),
              (len(joined), len(rows) - len(joined)))
        equal(f'C64 {name}: overwrites are warned of', warned(seen[name], 'not-unique'), len(joined) < len(rows))
    code, out, err = run('explain', HERE / 'C64.json', '--design', 'delimiter')
    check('C64 the delimiter inside is found beforehand', code == 0 and 'delimiter-inside' in out, out + err)


def C65():
    """A descending time key: the hot end is the first region."""
    seen = designs('compare', HERE / 'C65.json')
    # Eight regions of the first 4000 rows: 500 each, and all later rows at the end where time goes.
    for name in ('descending', 'complement'):
        equal(f'C65 {name}: the first region has what comes later', counts(seen[name]), [36500] + [500] * 7)
    equal('C65 ascending: the last one', counts(seen['ascending']), [500] * 7 + [36500])
    for name, design in seen.items():
        priced('C65', design, 'newest', ranges=1, rows_examined=20, rows_returned=20)
        equal(f'C65 {name}: one region a window', design['writes']['windows']['partition_peak_to_mean']['p99'], 8)


each(C10, C11, C14, C19, C21, C37, C47, C52, C53, C64, C65)
