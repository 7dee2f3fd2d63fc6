#!/usr/bin/env python3
"""What Lindorm's document claims: L1 to L14."""

import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, queries, run  # noqa: E402
from model import long_bytes, md5, route, xxh64  # noqa: E402


def prices(query, *names):
    """The largest that was seen of each."""
    return [query[name]['max'] for name in names]


def latencies(query):
    """Shortest and longest are the same: nothing waits."""
    return query['latency_ms']['mean'], query['latency_ms']['max']


def L1():
    """The three statements, as printed: one row, a range of 332, the same range backwards."""
    seen = queries(designs('compare', HERE / 'L1.json')['[userid][orderid]'])
    equal('L1 GET is one request for one row', prices(seen['get_one'], 'ranges', 'rows_returned'), [1, 1])
    for name in ('scan', 'scan_reverse'):
        # 124 .. 455, each one order of the user.
        equal(f'L1 {name} is one range of the orders between 123 and 456',
              prices(seen[name], 'ranges', 'rows_examined', 'rows_returned'), [1, 332, 332])
    check('L1 the reverse scan goes backwards, the scan does not',
          'backwards' in seen['scan_reverse']['plan'] and 'backwards' not in seen['scan']['plan'], seen)
    equal('L1 GET takes 1 ms', latencies(seen['get_one']), (1, 1))
    equal('L1 SCAN takes a seek of 1 ms and 332 rows of 10 us', latencies(seen['scan']), (4.32, 4.32))
    # On this store a reverse scan is half as dear again.
    equal('L1 the reverse scan takes 1.5 times as long', latencies(seen['scan_reverse']), (6.48, 6.48))


def L2():
    """The same key again is a version; unique keys have none."""
    seen = designs('compare', HERE / 'L2.json')
    user, order = seen['user']['writes'], seen['user, order']['writes']
    equal('L2 50,000 writes of 1000 users make 1000 keys', user['distinct_keys'], 1000)
    equal('L2 all others are overwrites', user['overwrites'], 49000)
    equal('L2 with the order number every key is its own',
          (order['distinct_keys'], order['overwrites']), (50000, 0))


def L3():
    """One to three columns, of fixed length, under 2 KB; at most five, of 2 KB together."""
    code, out, err = run('explain', HERE / 'L3.json', '--json')
    equal('L3 explain says what it thinks', (code, err), (0, ''))
    said = {design['name']: {it['code']: it['message'] for it in design['findings']}
            for design in json.loads(out)['designs']}
    about = {'many-columns', 'varying-column', 'long-key'}
    for name, want in (('one', set()), ('three', set()), ('four', {'many-columns'}), ('five', {'many-columns'}),
                       ('six', {'many-columns'}), ('open length', {'varying-column'}),
                       ('2 KB', {'long-key'})):
        equal(f'L3 {name}', about & set(said[name]), want)
    code, out, err = run('explain', HERE / 'L3.json')
    texts = {text.split(maxsplit=1)[0]: text for text in out.split('\n\n') if text.strip()}
    check('L3 four columns are a warning', 'warning  many-columns' in texts['four'], texts['four'])
    check('L3 five are one still', 'warning  many-columns' in texts['five'], texts['five'])
    check('L3 six are an error', 'error    many-columns' in texts['six'], texts['six'])
    # 2100 characters and the zero byte that ends them, and a number.
    check('L3 2109 bytes are an error', 'error    long-key' in texts['2'] and '2109 bytes' in texts['2'],
          texts['2'])


def L4():
    """The first column decides: rising 100 % a window, skewed its own share."""
    seen = designs('compare', HERE / 'L4.json')
    rising, skewed = seen['rising'], seen['skewed']
    shares = [window['hottest_partition_share'] for window in rising['timeline']['windows'][10:]]
    equal('L4 a rising first column sends each window to one region', set(shares), {1})
    near('L4 a skewed first column heats its own share',
         skewed['writes']['partitions']['top_share'], 0.7, 0.008)
    equal('L4 four values make four regions', skewed['writes']['partitions']['count'], 4)


def L5():
    """Which first columns are even, and which are not."""
    seen = designs('compare', HERE / 'L5.json')
    share = {name: design['writes']['partitions']['top_share'] for name, design in seen.items()}
    for name in ('user id', 'hash', 'uuid', 'device'):
        # Learned from 10,000 rows, a sixteenth is 625 of them: its share is right to about 4 % (one deviation).
        check(f'L5 {name} is even', share[name] < 1.2 / 16, share[name])
    for name in ('timestamp', 'auto-increment', 'date'):
        # Ten days of which the regions were learned on the first: the rest lies behind the last split.
        check(f'L5 {name} heats one region', share[name] > 0.88, share[name])
    check('L5 status heats the last region of its commonest value', 0.55 < share['status'] < 0.75,
          share['status'])


def L6():
    """pk1 = hash(pk).substring(0, 4) + pk."""
    design = designs('compare', HERE / 'L6.json')['hash prefix']
    writes = [0] * 16
    for pk in range(1, 100001):
        writes[int(md5(pk)[0], 16)] += 1
    equal('L6 the prefix spreads as the MD5 does', counts(design), writes)
    check('L6 no more than chance', 0.001 < design['writes']['chance']['p_value'] < 0.999,
          design['writes']['chance'])
    one = queries(design)['by_pk']
    equal('L6 who reads a pk computes its prefix: one request of one row',
          prices(one, 'ranges', 'partitions', 'rows_examined', 'rows_returned'), [1, 1, 1, 1])
    check('L6 ... a get', one['plan'].startswith('1 get'), one['plan'])


def L7():
    """[md5(userid).subStr(0,4)][userId][orderid] spreads users, not one user's burst."""
    seen = designs('compare', HERE / 'L7.json')
    # Four digits of the digest, then the user as a long, whose zero bytes lie below the digit '0' of a split.
    keys = [md5(user)[:4].encode() + long_bytes(user) for user in range(64000)]
    writes = route(keys, [b'%08x' % (i << 26) for i in range(1, 64)])
    equal('L7 users spread over the regions by their digests', counts(seen['users']), writes)
    burst = [0] * 64
    burst[int(md5(4711)[:2], 16) >> 2] = 64000
    equal('L7 one user\'s burst stays on one region', counts(seen["one user's burst"]), burst)


def L8():
    """[reverse(userid)][orderid] is even by the last digit."""
    seen = designs('compare', HERE / 'L8.json')
    equal('L8 reversed ids are even over ten regions', counts(seen['reversed']), [5000] * 10)
    equal('L8 ids as they are stay in the first region', counts(seen['as it is']), [50000] + [0] * 9)
    reads = {name: queries(design) for name, design in seen.items()}
    for name, design in reads.items():
        equal(f'L8 one user is one range of one row ({name})',
              prices(design['one user'], 'ranges', 'partitions', 'rows_examined'), [1, 1, 1])
    equal('L8 a thousand users as they are: one range of their rows',
          prices(reads['as it is']['users'], 'ranges', 'partitions', 'rows_examined', 'rows_returned'),
          [1, 1, 1000, 1000])
    equal('L8 a thousand users reversed: all rows of all regions',
          prices(reads['reversed']['users'], 'partitions', 'rows_examined', 'rows_returned'), [10, 50000, 1000])
    equal('L8 ... a scatter', reads['reversed']['users']['shape'], 'scatter')


def L9():
    """[bucket][timestamp][hostname][log-event]."""
    seen = designs('compare', HERE / 'L9.json')
    tick = seen['a tick of 1000 rows']
    equal('L9 sixteen buckets are even over the ticks', counts(tick), [7000] * 16)
    equal('L9 within one tick one bucket has it all',
          tick['writes']['windows']['partition_peak_to_mean'], {'mean': 16, 'p99': 16, 'max': 16})
    for n in (7, 10, 16, 20, 64):
        part = seen[f'step 1000, {n}']['writes']['partitions']
        equal(f'L9 steps of 1000 reach {n // math.gcd(n, 1000)} of {n} buckets',
              (part['count'], part['active']), (n, n // math.gcd(n, 1000)))
        span = queries(seen[f'step 1000, {n}'])['seconds']
        hold = {i * 1000 % n for i in range(40000, 40004)}
        equal(f'L9 four rows in {n} buckets are {n} ranges, {len(hold)} of them necessary',
              prices(span, 'ranges', 'ranges_necessary', 'rows_examined', 'rows_returned'), [n, len(hold), 4, 4])
    ticks = queries(tick)['ticks']
    equal('L9 four ticks are 16 ranges, of which 4 hold something',
          prices(ticks, 'ranges', 'ranges_necessary', 'partitions'), [16, 4, 16])
    # 1000 writes of a tick fall on 200 keys, of which 1.33 stay empty; in four ticks 5.3, give or take 2.3.
    near('L9 ... and each row that they read is wanted', ticks['rows_examined']['max'],
         4 * 200 * (1 - (1 - 1 / 200) ** 1000), 4 * 2.3)
    equal('L9 ... all of them', ticks['read_amplification'], 1)


def L10():
    """[userId][orderid][random(100)] spreads nothing on a sorted table."""
    seen = designs('compare', HERE / 'L10.json')
    equal('L10 the random suffix moves no row to another region',
          counts(seen['random']), counts(seen['plain']))
    equal('L10 one user\'s burst stays on one region', counts(seen['burst']), [0, 0, 0, 50000])
    for name in ('plain', 'random'):
        equal(f'L10 one order is one range of one row ({name})',
              prices(queries(seen[name])['order'], 'ranges', 'partitions', 'rows_examined'), [1, 1, 1])
    again = queries(seen['again'])['written']
    equal('L10 an order that was written 50,000 times is one prefix scan of 100 rows',
          prices(again, 'ranges', 'partitions', 'rows_examined', 'rows_returned'), [1, 1, 100, 100])
    check('L10 ... a scan, not gets', again['plan'].startswith('1 scan'), again['plan'])
    equal('L10 with the random number in front one order is a hundred requests, of which one finds it',
          prices(queries(seen['in front'])['order'], 'ranges', 'ranges_necessary', 'rows_examined'), [100, 1, 1])



def L11():
    """timestamp DESC gives the newest first without a sort, where all in front of it is known."""
    seen = {name: queries(design)['newest'] for name, design in
            designs('compare', HERE / 'L11.json').items()}
    # 40,000 rows of 20 hosts in turn: 2000 of host 7, of which the newest is 39,987.
    rows = [(i % 20, i) for i in range(40000)]
    newest = [ts for host, ts in rows if host == 7][-50:]
    passed = sum(1 for host, ts in rows if ts >= newest[0])
    for name, plan, ranges, examined, latency in (
            ('descending', '1 scan: `host` given', 1, 50, 1 + 0.5),
            ('ascending', '1 scan: `host` given; backwards', 1, 50, 2 * (1 + 0.5)),  # reverse_factor 2
            ('kind between', '3 scans', 3, 3 * 50, 3 * (1 + 0.5)),
            ('event between', '1 scan', 1, 2000, 1 + 20),
            ('time first', '1 scan of the whole table', 1, passed, 1 + passed / 100)):
        query = seen[name]
        equal(f'L11 {name}: {ranges} of {examined} rows for 50',
              prices(query, 'ranges', 'rows_examined', 'rows_returned'), [ranges, examined, 50])
        check(f'L11 {name}: {plan}', query['plan'].startswith(plan), query['plan'])
        near(f'L11 {name}: a seek a range, and its rows', query['latency_ms']['max'], latency, 1e-9)
    check('L11 descending needs no reverse scan', 'backwards' not in seen['descending']['plan'],
          seen['descending']['plan'])


def L12():
    """One query a bucket, merged: rows are the sum, the time is that of the slowest."""
    seen = {name: queries(design)['span'] for name, design in
            designs('compare', HERE / 'L12.json').items()}
    span = range(1000, 1808)
    by_time = [0] * 16
    by_sensor = [0] * 16
    for ts in span:
        by_time[ts % 16] += 1
        by_sensor[xxh64(str(ts % 37)) % 16] += 1
    for name, buckets in (('one series', [len(span)]), ('by time', by_time), ('by sensor', by_sensor)):
        query = seen[name]
        equal(f'L12 {name}: {len(buckets)} scans, of which {sum(1 for n in buckets if n)} find rows',
              prices(query, 'ranges', 'ranges_necessary', 'partitions', 'servers'),
              [len(buckets), sum(1 for n in buckets if n), len(buckets), len(buckets)])
        equal(f'L12 {name}: rows are the sum over the buckets',
              prices(query, 'rows_examined', 'rows_returned'), [sum(buckets), sum(buckets)])
        near(f'L12 {name}: the time is that of the slowest bucket', query['latency_ms']['max'],
             1 + max(buckets) / 100, 1e-9)


def L13():
    """Three tables for three questions: three puts an order, one range a question."""
    seen = designs('compare', HERE / 'L13.json')
    three, one = seen['three tables'], seen['one table']
    equal('L13 an order is three puts', (three['writes']['count'], one['writes']['count']), (60000, 20000))
    equal('L13 ... one in each table',
          [sum(counts(three, table)) for table in ('by_order', 'by_buyer', 'by_seller')], [20000] * 3)
    # Orders of the 1000 pairs of 40 buyers and 25 sellers come in turn, twenty times.
    for name, table, rows in (('order', 'by_order', 1), ('of buyer', 'by_buyer', 500),
                              ('of seller', 'by_seller', 800)):
        query, alone = queries(three)[name], queries(one)[name]
        equal(f'L13 {name}: one range of {rows} rows of {table}',
              (query['table'], query['shape'], *prices(query, 'ranges', 'rows_examined', 'rows_returned')),
              (table, 'single', 1, rows, rows))
        equal(f'L13 {name} on one table alone: {"one row" if rows == 1 else "all rows"}',
              (alone['shape'], *prices(alone, 'rows_examined', 'rows_returned')),
              ('single', 1, 1) if rows == 1 else ('scatter', 20000, rows))


def L14():
    """Buyer and seller: two ranges joined, or one filtered; a table of its own is 25 times cheaper still."""
    seen = {name: queries(design) for name, design in designs('compare', HERE / 'L14.json').items()}
    orders = [(n % 40, n // 40 % 25) for n in range(20000)]
    buyer = sum(1 for order in orders if order[0] == 3)
    seller = sum(1 for order in orders if order[1] == 5)
    both = sum(1 for order in orders if order == (3, 5))
    three = seen['three tables']
    joined = three['of buyer'], three['of seller']
    equal('L14 joining two tables takes two ranges, and all rows of both to the client',
          [prices(query, 'ranges', 'rows_examined', 'rows_returned') for query in joined],
          [[1, buyer, buyer], [1, seller, seller]])
    equal('L14 filtering one takes the shorter of the two ranges, and only matches to the client',
          (three['both']['table'], *prices(three['both'], 'ranges', 'rows_examined', 'rows_returned')),
          ('by_buyer', 1, buyer, both))
    reads = sum(query['rows_examined']['mean'] for query in joined)
    near('L14 so the join reads 2.6 times as many rows', reads / three['both']['rows_examined']['mean'], 2.6, 1e-9)
    near('L14 ... and sends 65 times as many', reads / three['both']['rows_returned']['mean'], 65, 1e-9)
    equal('L14 a table of both reads what it returns',
          (seen['a fourth']['both']['table'], *prices(seen['a fourth']['both'], 'ranges', 'rows_examined')),
          ('by_pair', 1, both))


each(L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12, L13, L14)
