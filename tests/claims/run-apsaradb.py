#!/usr/bin/env python3
"""What ApsaraDB for HBase's document claims: H1 to H16. H12 looks for its recording in $HOTSIM_DATA, or in
../shared/data beside the checkout, and is skipped where it is absent."""

import collections
import gzip
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import CHECKOUT, always, check, counts, designs, each, equal, near, queries, result, skip, warned  # noqa: E402
from model import live_slices, long_bytes, md5, route, slice_of  # noqa: E402

DATA = pathlib.Path(os.environ.get('HOTSIM_DATA', CHECKOUT.parent / 'shared' / 'data'))


def H1():
    """Only prefixes can be scanned; endings need a filter, or an index of reversed keys."""
    seen = queries(designs('compare', HERE / 'H1.json')['words and their reverse'])
    words = [md5(n)[:8] + ('ed' if n % 100 else 'ing') for n in range(20000)]
    starts = sum(word.startswith('ab') for word in words)
    always('H1 a prefix is one range that holds nothing else', seen['starts'], ranges=1, partitions=1,
           rows_examined=starts, rows_returned=starts)
    always('H1 a filter for an ending reads the whole table', seen['filtered'], partitions=4,
           rows_examined=20000, rows_returned=200)
    # The range lies in one region of the index; the words it names are looked up in all four of the table.
    always('H1 the reversed index is one range, and gets of what it names', seen['indexed'], ranges=1,
           partitions=5, rows_examined=200, rows_returned=200)
    near('H1 which is a seek, 200 rows and 200 gets', seen['indexed']['work_ms'], 1 + 200 * 0.01 + 200, 1e-6)


def H2():
    """Rows with one key are versions of one record."""
    seen = designs('compare', HERE / 'H2.json')
    one, several = seen['one a user']['writes'], seen['several a user']['writes']
    equal('H2 [user_id] keeps one record a user', (one['distinct_keys'], one['overwrites']), (700, 34300))
    equal('H2 [user_id][order_id] keeps every order', (several['distinct_keys'], several['overwrites']),
          (35000, 0))


def H3():
    """Keys that begin with a date all hit one region."""
    design = designs('compare', HERE / 'H3.json')['date first']
    equal('H3 eight days are even over eight regions', counts(design), [10000] * 8)
    equal('H3 in each window one region has all writes',
          design['writes']['windows']['partition_peak_to_mean'], {'mean': 8, 'p99': 8, 'max': 8})


def H4():
    """Wrong in the document: rows of one user are not spread by a prefix of the user."""
    seen = designs('compare', HERE / 'H4.json')
    for user in ('user17', 'user42'):
        wanted = [0] * 256
        wanted[int(md5(user)[:2], 16)] = 50000
        equal(f'H4 all rows of {user} lie in one of 256 regions', counts(seen[user]), wanted)
    spread = seen['prefix of the order']['writes']['partitions']
    equal('H4 only a prefix that differs a row spreads one user', spread['active'], 256)


def H4_reads():
    """Wrong in the document: one user needs no several gets and no filter."""
    seen = {name: queries(design)['of_user'] for name, design in designs('compare', HERE / 'H4-reads.json').items()}
    user, order = seen['prefix of the user'], seen['prefix of the order']
    always('H4 one user is one range in one region', user, ranges=1, ranges_necessary=1, partitions=1, servers=1)
    equal('H4 that holds nothing else', user['read_amplification'], 1)
    always('H4 only with a prefix of the order all regions are read', order, partitions=256, rows_examined=50000)
    near('H4 a hundred rows for one', order['read_amplification'], 100, 3)


def H5():
    """Reversing the user id."""
    seen = designs('compare', HERE / 'H5.json')
    share = seen['reversed']['writes']['partitions']['top_share']
    check('H5 reversed ids are even', share < 1.1 / 8, share)
    equal('H5 rising ids heat the last region', counts(seen['as it is']), [1000] * 7 + [73000])


def H6():
    """Buckets by modulo: a time range is one range a bucket."""
    for name, design in designs('compare', HERE / 'H6.json').items():
        seen, buckets = queries(design), int(name)
        # 640 s of ten rows each; a bucket has 640 / buckets of the seconds, on a server of its own.
        always(f'H6 {name}: ten minutes are as many ranges, and each holds rows', seen['ten_minutes'], ranges=buckets,
               ranges_necessary=buckets, partitions=buckets, rows_examined=6400, rows_returned=6400)
        near(f'H6 {name}: merged when the slowest is there', seen['ten_minutes']['latency_ms']['p50'],
             1 + 6400 / buckets * 0.01, 0.01 * (1 + 64 / buckets))
        near(f'H6 {name}: all of them load the servers', seen['ten_minutes']['work_ms'], buckets + 64, 1e-6)
        always(f'H6 {name}: four seconds need four of them at most', seen['four_seconds'], ranges=buckets,
               ranges_necessary=min(4, buckets), rows_examined=40, rows_returned=40)


def H7():
    """Wrong on regions: a random suffix; in a hashed sharding key it does spread."""
    seen = designs('compare', HERE / 'H7.json')
    equal('H7 on regions one user stays on one region', counts(seen['on regions']), [0, 0, 0, 50000, 0])
    slices = seen['in the sharding key']['writes']['partitions']
    # 100 suffixes on 1024 slices reach 95.3 of them on average, with a deviation of 2.03.
    check('H7 in the sharding key it reaches as many slices as suffixes', 87 <= slices['active'] <= 100, slices)
    check('H7 and no slice has more than a few suffixes', slices['top_share'] < 0.05, slices)


def H8():
    """Hashing rather than random where rows must be found: 1 request against 100."""
    seen = {name: queries(design)['get'] for name, design in designs('compare', HERE / 'H8.json').items()}
    always('H8 a hash is computed again: 1 request', seen['hash in front'], ranges=1, partitions=1, rows_examined=1)
    always('H8 a random prefix must be tried: 100, of which 1 finds the row', seen['random in front'], ranges=100,
           ranges_necessary=1, partitions=100, rows_examined=1)
    always('H8 a random suffix is 1 scan of what begins so', seen['random at the end'], ranges=1, rows_examined=1)
    always('H8 a hash in the sharding key: 1 request', seen['hash in the sharding key'], ranges=1, partitions=1)
    tried = seen['random in the sharding key']
    always('H8 a random number in it: 100', tried, ranges=100, ranges_necessary=1)
    slices = [len({slice_of(f'user{user:02d}_{n}') for n in range(100)}) for user in range(100)]
    near('H8 on as many slices as their hashes name', tried['partitions']['mean'], sum(slices) / 100, 0.4)
    near('H8 which is what chance gives', tried['partitions']['mean'], live_slices(100)[0], 0.6)
    equal('H8 at most', tried['partitions']['max'], max(slices))


def H9():
    """Short keys: 8, 10 and 32 bytes, once a column."""
    seen = designs('compare', HERE / 'H9.json')
    sizes = {'long': 8, 'text': 10, 'md5 text': 32}
    for name, size in sizes.items():
        design = seen[name]
        equal(f'H9 a key as {name} has {size} bytes', design['tables'][0]['key_bytes'],
              {'mean': size, 'max': size})
        equal(f'H9 a row keyed by {name} counts it in five columns',
              (design['tables'][0]['row_bytes']['mean'], design['storage']['key_bytes']),
              (5 * (size + 20), 5 * size * 20000))
    equal('H9 the table grows by what the keys grow',
          seen['md5 text']['storage']['bytes'] - seen['long']['storage']['bytes'], 24 * 5 * 20000)


def H10():
    """Padding and delimiters keep host1 from matching host12, if the scan's bounds have them."""
    seen = {name: queries(design) for name, design in designs('compare', HERE / 'H10.json').items()}
    hosts = [f'host{n}' for n in range(1, 21)]

    def between(spelled, first, beyond):
        return sum(first <= host < beyond for host in spelled)

    always('H10 [host1, host2) returns 11 of 20 hosts for one', seen['plain']['host1_to_host2'],
           rows_examined=between(hosts, 'host1', 'host2'), rows_returned=11)
    always('H10 asked by its field 11 are read, and 10 are foreign', seen['plain']['one'],
           rows_examined=11, rows_returned=1)
    for name in ('delimited', 'padded with x', 'padded with NUL'):
        always(f'H10 {name}: the planned bounds hold one host', seen[name]['one'], rows_examined=1, rows_returned=1)
        always(f'H10 {name}: the bounds as in the text hold 11 all the same', seen[name]['host1_to_host2'],
               rows_examined=11)
    always('H10 the delimiter belongs into the bounds', seen['delimited']['delimited'], rows_examined=1)
    by_x, by_nul = ([host.ljust(8, pad) for host in hosts] for pad in ('x', '\0'))
    always('H10 x sorts above digits: host1 comes behind host12', seen['padded with x']['with_x'],
           rows_examined=between(by_x, 'host1xxx', 'host12xx'))
    always('H10 NUL sorts below them: host1, host10, host11', seen['padded with NUL']['with_nul'],
           rows_examined=between(by_nul, 'host1\0\0\0', 'host12\0\0'))
    always('H10 x: a range of hosts reads them all', seen['padded with x']['up_to_host12'],
           rows_examined=20, rows_returned=4)
    always('H10 NUL: it reads what it returns', seen['padded with NUL']['up_to_host12'],
           rows_examined=4, rows_returned=4)


def newest_share(newest, oldest):
    """The share of `newest` that was drawn, a second's operations of both designs, and where the best changes."""
    mix = json.dumps({'newest': newest, 'oldest': oldest})
    whole = result('compare', HERE / 'H11.json', '--set', f'workload.mix={mix}')
    seen = {design['name']: design for design in whole['designs']}
    drawn = {name: query['count'] for name, query in queries(seen['reversed']).items()}
    rates = [seen[name]['throughput']['saturation_per_s'] for name in ('as it is', 'reversed')]
    return drawn['newest'] / (drawn['newest'] + drawn['oldest']), rates, whole['comparison']['break_even']


def H11():
    """Newest first: backwards, or by a timestamp that is turned around."""
    seen = designs('compare', HERE / 'H11.json')
    plain, turned = queries(seen['as it is']), queries(seen['reversed'])
    for name, query in (('as it is', plain), ('reversed', turned)):
        always(f'H11 {name}: the newest 50 of a host and an event are 50 rows of one range', query['newest'],
               ranges=1, rows_examined=50, rows_returned=50)
        always(f'H11 {name}: of a host alone a range of 50 an event', query['newest_of_host'], ranges=3,
               rows_examined=150, rows_returned=50)
    # A seek of 1 ms and 50 rows of 10 us, 1.5 times as much backwards.
    near('H11 forwards', turned['newest']['work_ms'], 1.5, 1e-9)
    near('H11 backwards', plain['newest']['work_ms'], 1.5 * 1.5, 1e-9)
    near('H11 and the other way round for the oldest', turned['oldest']['work_ms'], 1.5 * 1.5, 1e-9)
    (low, few, changes), (high, many, _) = newest_share(1, 4), newest_share(4, 1)
    costs = [[1 / rate for rate in rates] for rates in (few, many)]
    check('H11 mostly oldest: as it is', costs[0][0] < costs[0][1], costs)
    check('H11 mostly newest: reversed', costs[1][0] > costs[1][1], costs)
    gap = [cost[0] - cost[1] for cost in costs]
    near('H11 the reversed key wins from half of the ordered reads on', low - gap[0] * (high - low) / (gap[1] - gap[0]),
         0.5, 1e-6)
    equal('H11 and the run says so', [(it['below'], it['above'], round(it['share'], 9)) for it in changes
                                      if it['query'] == 'newest'], [('as it is', 'reversed', 0.5)])
    unordered = queries(seen['as it is'])['any_order'], queries(seen['reversed'])['any_order']
    near('H11 reads in any order decide nothing', unordered[0]['work_ms'], unordered[1]['work_ms'], 1e-9)


def H11_writes():
    """The hotspot moves to the table's beginning."""
    seen = designs('compare', HERE / 'H11-writes.json')
    # Learned from a tenth, 250 rows to each of eight regions; the other 18,000 go to one end.
    equal('H11 rising timestamps heat the last region', counts(seen['as it is']), [250] * 7 + [18250])
    equal('H11 reversed ones the first', counts(seen['reversed']), [18250] + [250] * 7)


def recorded():
    """The recording's rows by time: microseconds, host, event."""
    rows = []
    with gzip.open(DATA / 'zeek' / 'dns.log.gz', 'rt', encoding='utf-8') as file:
        for line in file:
            cells = line.rstrip('\n').split('\t')
            if not line.startswith('#'):
                rows.append((int(cells[0].replace('.', '')), cells[2], cells[13]))
    return sorted(rows, key=lambda row: row[0])


def work_of_writes(rows):
    """Work of the busiest of eight servers, in ms a put of 1 ms: by host, and by bucket."""
    keys = [f'{host}_{event}_'.encode() + long_bytes(ts) for ts, host, event in rows]
    first = len(keys) // 10
    learned = sorted(keys[:first])
    writes = route(keys, [learned[i * first // 8] for i in range(1, 8)])
    buckets = collections.Counter(ts % 16 % 8 for ts, _, _ in rows)
    return max(writes) / len(rows), max(buckets.values()) / len(rows)


def dns(reads_per_s):
    """Both designs with so many reads a second: operations a second, reads a put, and the run."""
    seen = result('compare', HERE / 'H12.json', '--set', f'workload.trace.path={DATA / "zeek" / "dns.log.gz"}',
                  '--set', f'workload.mix={{"of_host": "{reads_per_s}/s"}}')
    host, bucketed = seen['designs']
    reads = queries(host)['of_host']['count'] / host['writes']['count']
    # Work of the busiest server, in ms a put and the reads beside it.
    work = [1000 * (1 + reads) / design['throughput']['saturation_per_s'] for design in (host, bucketed)]
    return reads, work, seen


def H12():
    """Log data: start with the host, change to buckets when writes are hot or ranges span many hosts."""
    if not (DATA / 'zeek' / 'dns.log.gz').exists():
        skip('H12', f'no recording zeek/dns.log.gz in {DATA} (set HOTSIM_DATA)')
        return
    few_reads, few, seen = dns(0.1)
    host, bucketed = map(queries, seen['designs'])
    check('H12 a minute of a host: 1 range that holds nothing else',
          host['of_host']['ranges']['max'] == 1 and host['of_host']['read_amplification'] == 1, host['of_host'])
    always('H12 in buckets 16 ranges', bucketed['of_host'], ranges=16)
    check('H12 that hold a minute of all hosts', bucketed['of_host']['read_amplification'] > 10, bucketed['of_host'])
    rows = recorded()
    always('H12 a minute of all hosts: the whole table', host['of_all'], partitions=8,
           rows_examined=len({(ts, name, event) for ts, name, event in rows}))
    equal('H12 in buckets 16 ranges that hold nothing else',
          (bucketed['of_all']['ranges']['max'], bucketed['of_all']['read_amplification']), (16, 1))
    many_reads, many, whole = dns(5)
    slopes = [(many[i] - few[i]) / (many_reads - few_reads) for i in (0, 1)]
    starts = [few[i] - slopes[i] * few_reads for i in (0, 1)]
    for name, start, wanted in zip(('host first', 'bucketed'), starts, work_of_writes(rows)):
        near(f'H12 {name}: the busiest server has its share of the puts', start, wanted, 0.02 * wanted)
    # Two buckets a server: two seeks, and an eighth of a minute's rows.
    minute = bucketed['of_all']['rows_examined']['mean']
    near('H12 a read in buckets costs each server two seeks and its rows', slopes[1], 2 + minute / 8 * 0.01, 0.25)
    even = (starts[0] - starts[1]) / (slopes[1] - slopes[0])
    per_s = even * len(rows) / (rows[-1][0] - rows[0][0]) * 1e6
    check('H12 with fewer reads than that buckets take more', few[1] < few[0] and few_reads < even, (few, even))
    check('H12 with more the host first', many[0] < many[1] and even < many_reads, (many, even))
    change = next(it for it in whole['comparison']['break_even'] if it['query'] == 'of_host')
    equal('H12 the run says the same', (change['below'], change['above']), ('bucketed', 'host first'))
    near('H12 of the rate', change['share'], even / (1 + even), 0.05 * even)
    _, equal_work, _ = dns(round(per_s, 4))
    near('H12 at that rate both take as much', equal_work[0] / equal_work[1], 1, 0.03)
    check('H12 one read to 40 or 50 puts, a second at the recorded pace', 0.8 < per_s < 1.1, (even, per_s))


def H13():
    """Buyer, seller, order number: a table for each, the last an index."""
    seen = designs('compare', HERE / 'H13.json')
    alone, three = queries(seen['buyers alone']), queries(seen['three tables'])
    always('H13 of a buyer: 1 range of its table', three['of_buyer'], ranges=1, partitions=1)
    always('H13 of a seller: 1 range of its table', three['of_seller'], ranges=1, partitions=1)
    for name in ('of_buyer', 'of_seller', 'one_order'):
        equal(f'H13 {name}: nothing else is read', (three[name]['read_amplification'], three[name]['table']),
              (1, {'of_buyer': 'buyers', 'of_seller': 'sellers', 'one_order': 'orders'}[name]))
    always('H13 an order is looked up in the index and got: 2 requests', three['one_order'], ranges=1, partitions=2,
           rows_examined=1, rows_returned=1)
    near('H13 of 1 ms each', three['one_order']['work_ms'], 2, 1e-9)
    equal('H13 a put is three', seen['three tables']['writes']['count'], 3 * seen['buyers alone']['writes']['count'])
    for name in ('of_seller', 'one_order'):
        check(f'H13 {name}: with one table all of it is read',
              alone[name]['shape'] == 'scatter' and alone[name]['rows_examined']['mean'] > 20000, alone[name])


def H14():
    """Codes for names."""
    seen = designs('compare', HERE / 'H14.json')
    name, code = seen['name'], seen['code']
    equal('H14 tb for Taobao saves 4 bytes a key',
          name['tables'][0]['key_bytes']['mean'] - code['tables'][0]['key_bytes']['mean'], 4)
    equal('H14 and 12 bytes a row of three columns',
          name['storage']['bytes'] - code['storage']['bytes'], 4 * 3 * 20000)


def H15():
    """Padding scans better, delimiters read better: bytes and rows of both."""
    seen = designs('compare', HERE / 'H15.json')
    texts = [f'host{n % 200 + 1}' for n in range(seen['delimited']['writes']['count'])]
    size = sum(map(len, texts)) / len(texts)
    for name, wanted in (('delimited', size + 1), ('padded to 20', 20), ('padded to 7', 7)):
        near(f'H15 {name}: bytes of the key', seen[name]['tables'][0]['key_bytes']['mean'], wanted + 8, 1e-9)
        near(f'H15 {name}: three times in a row of three columns', seen[name]['tables'][0]['row_bytes']['mean'],
             3 * (wanted + 8 + 10), 1e-9)
        equal(f'H15 {name}: one value is read without others', queries(seen[name])['one']['read_amplification'], 1)
    # host1, host10 to host12, host100 to host119; a delimiter above the digits lets in host120 to host129.
    wanted = [text for text in set(texts) if 'host1' <= text <= 'host12']
    delimited = [text for text in set(texts) if 'host1' <= text + '_' <= 'host12_']
    equal('H15 the range asks for 24 values', len(wanted), 24)
    near('H15 padded to 20 it reads those alone', queries(seen['padded to 20'])['some']['read_amplification'], 1, 1e-9)
    near('H15 delimited it reads ten more', queries(seen['delimited'])['some']['read_amplification'],
         len(set(delimited) | set(wanted)) / 24, 0.01)
    bytes_of = {name: seen[name]['storage']['bytes'] / len(texts) for name in seen}
    near('H15 for short values 20 bytes cost 37.6 a row', bytes_of['padded to 20'] - bytes_of['delimited'],
         3 * (20 - size - 1), 1e-6)
    check('H15 padded to the longest value they cost less than a delimiter',
          bytes_of['padded to 7'] < bytes_of['delimited'], bytes_of)


def H16():
    """Unique, unless versions are wanted."""
    seen = designs('compare', HERE / 'H16.json')
    one, three, unique = seen['one version'], seen['three versions'], seen['unique']
    equal('H16 five writes a row leave one version', one['storage']['rows'], 1000)
    equal('H16 a store of three versions keeps three of five',
          three['storage']['bytes'], 3 * one['storage']['bytes'])
    check('H16 overwrites are warned of', warned(one, 'not-unique'), one['warnings'])
    check('H16 not where versions are wanted', not warned(three, 'not-unique'), three['warnings'])
    check('H16 nor where keys are unique', not warned(unique, 'not-unique'), unique['warnings'])


each(H1, H2, H3, H4, H4_reads, H5, H6, H7, H8, H9, H10, H11, H11_writes, H12, H13, H14, H15, H16)
