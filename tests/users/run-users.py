#!/usr/bin/env python3
"""What happened to real users: their keys, splits and salts, with the values a right simulator gives."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, run, write  # noqa: E402
from model import crc16, djb2, fnv1_32, live_slices, md5, peak_to_mean, route  # noqa: E402


def C01():
    """Hex text keys, byte-wise split from '0' to 'f' (HBASE-7223)."""
    design = designs('compare', HERE / 'C01.json')['hex text']
    keys = [md5(seq)[:16].encode() for seq in range(200000)]
    # The printed split points lead with these bytes; keys are hex text, so that only the lead decides.
    leads = [48, 54, 61, 68, 75, 82, 88, 95, 102]
    starts = [part['start'] for part in design['partitions']]
    equal('C01 nine split points lead with the reported bytes',
          [ord(start[0]) if start[0] != '\\' else int(start[2:4], 16) for start in starts[1:]], leads)
    writes = counts(design)
    equal('C01 three of ten regions live', [index for index, count in enumerate(writes) if count], [1, 2, 8])
    first = [sum(1 for key in keys if chr(key[0]) in digits) for digits in ('0123456', '789', 'abcdef')]
    equal('C01 they have the keys that begin with 0-6, 7-9 and a-f', [writes[1], writes[2], writes[8]], first)
    near('C01 max/mean is 4.375', design['writes']['partitions']['peak_to_mean'], 4.375, 0.02)


def C02():
    """md5(url) keys all on one of five servers."""
    seen = designs('compare', HERE / 'C02.json')
    keys = [md5(f'http://example.org/page/{n}') for n in range(160000)]
    before = seen['no split']['writes']
    equal('C02 without splits one region and one server has all',
          (before['partitions']['count'], before['servers']['peak_to_mean']), (1, 5))
    for name, splits, peak in (('3, 6, 9, d', ['3', '6', '9', 'd'], 1.25),
                               ('equal fifths', ['33', '66', '99', 'cc'], 1.0)):
        writes = route(keys, splits)
        equal(f'C02 {name}: each region has the digests between its ends', counts(seen[name]), writes)
        near(f'C02 {name}: max/mean is {peak}', seen[name]['writes']['partitions']['peak_to_mean'], peak, 0.02)
        equal(f'C02 {name}: regions on five servers', seen[name]['writes']['servers']['active'], 5)


def C05():
    """Numeric keys, connector pre-splits letters."""
    design = designs('compare', HERE / 'C05.json')['decimal text']
    part = design['writes']['partitions']
    equal('C05 every row in the first of 100 regions',
          (part['count'], part['active'], part['peak_to_mean'], counts(design)[0]), (100, 1, 100, 1000000))
    check('C05 the regions that no key reaches are warned of', bool(unreachable(design)), design['warnings'])


def unreachable(design):
    return [warning for warning in design['warnings'] if 'reach' in warning['code'] or 'empty' in warning['code']]


def C08():
    """Auto-increment ids as text, splits 0..9."""
    twice = designs('compare', HERE / 'C08.json')['decimal text']
    # Before "0": none; "0": the id 0; "1": 1 + 10 + ... + 100,000 and 1,000,000 to 1,999,999.
    equal('C08 at 2,000,000 ids the region of 1 has 55.56 %', counts(twice), [0, 1, 1111111] + [111111] * 8)
    near('C08 max/mean is 6.11 over eleven regions', twice['writes']['partitions']['peak_to_mean'], 6.1111, 1e-3)
    once = designs('compare', HERE / 'C08.json', '--set', 'run.operations=1000000')['decimal text']
    equal('C08 at 1,000,000 the same layout is even', counts(once), [0, 1] + [111111] * 9)


def C09():
    """Integer order in the tool, string order in the store."""
    seen = designs('compare', HERE / 'C09.json')
    equal('C09 unpadded: more than half in the region of 1', counts(seen['unpadded']), [1, 111111] + [11111] * 8)
    even = designs('compare', HERE / 'C09.json', '--set', 'params.rows=100000')['unpadded']
    equal('C09 unpadded at a power of ten: even', counts(even), [1] + [11111] * 9)
    padded = seen['padded']
    equal('C09 padded: a tenth each in total', counts(padded), [20000] * 10)
    shares = [window['hottest_partition_share'] for window in padded['timeline']['windows']]
    equal('C09 padded: at any moment one region has all', set(shares), {1})


def C15():
    """Twenty pre-splits, twenty buckets."""
    seen = designs('compare', HERE / 'C15.json')
    equal('C15 binary points: 22 regions, first and last empty', counts(seen['binary points']),
          [0] + [10000] * 20 + [0])
    equal('C15 points as text: all rows in region 0', counts(seen['points as text']), [200000] + [0] * 21)
    check('C15 points as text are warned of', bool(unreachable(seen['points as text'])),
          seen['points as text']['warnings'])


def C16():
    """A salt that is added, not prefixed."""
    seen = designs('compare', HERE / 'C16.json')
    added = seen['added']
    keys = [f'{ts + ts % 5:010d}' for ts in range(1700000000, 1700100000)]
    learned = sorted(keys[:10000])
    equal('C16 added: rows still go to the tail', counts(added), route(keys, [learned[i * 2000] for i in range(1, 5)]))
    windows = added['timeline']['windows'][11:]
    equal('C16 added: the tail has every later window', {window['hottest_partition_share'] for window in windows}, {1})
    equal('C16 added: no two keys collide', added['writes']['overwrites'], 0)
    equal('C16 prefixed: five tails at 20 %', counts(seen['prefixed']), [20000] * 5)


def C17():
    """Why does the create script stop at \\x1e?"""
    seen = designs('compare', HERE / 'C17.json')
    equal('C17 modulo 32: sixteen regions of two salts', counts(seen['modulo 32']), [16000] * 16)
    for modulo, last in ((64, 34), (256, 226)):
        equal(f'C17 modulo {modulo}: {last} of {modulo} salts in the last region', counts(seen[f'modulo {modulo}']),
              [2 * 256000 // modulo] * 15 + [last * 256000 // modulo])


def crdb_int(value):
    """CockroachDB's ascending integer: one byte to 109, else 245 + length and big-endian bytes."""
    if value <= 109:
        return bytes([136 + value])
    data = value.to_bytes((value.bit_length() + 7) // 8, 'big')
    return bytes([245 + len(data)]) + data


def C26():
    """Rows date_key, tomorrow's regions made at yesterday's boundaries."""
    design = designs('compare', HERE / 'C26.json')['date_key']
    writes = counts(design)
    shares = [window['hottest_partition_share'] for window in design['timeline']['windows']]
    equal('C26 the first day has one live region', (writes[0], shares[0]), (100000, 1))
    for index, count in enumerate(writes[1:6]):
        near(f'C26 with five regions made ahead, a fifth of the second day in region {index}', count, 20000,
             4 * (100000 * 0.2 * 0.8) ** 0.5)
    equal('C26 the second day is all in its regions', sum(writes[1:6]) + sum(writes[6:]), 200000)
    equal('C26 another mix of keys on the third day is in one of them', (writes[6:], shares[2]),
          ([100000, 0, 0, 0, 0], 1))


def C31():
    """year.country.city: the year turns in mid-run."""
    seen = designs('compare', HERE / 'C31.json')
    weights = [1 / (rank + 1) ** 0.99 for rank in range(64)]
    first = sum(weights[:8]) / sum(weights)
    for name, after in (('year first', 1), ('city first', first)):
        windows = [window['hottest_partition_share'] for window in seen[name]['timeline']['windows']]
        near(f'C31 {name}: before the turn the first cities have {first:.3f}', windows[0], first, 0.007)
        near(f'C31 {name}: after it one region has {after:.3f}', windows[1], after, 0.007)
    top = weights[0] / sum(weights)
    for name, design in seen.items():
        codes = {warning['code']: warning['message'] for warning in design['warnings']}
        check(f'C31 {name}: keys that are not unique are warned of', 'not-unique' in codes, codes)
    # The largest city is one key a year, which in each half of the run has its share of the writes.
    message = {warning['code']: warning['message'] for warning in seen['year first']['warnings']}['repeated-key']
    near('C31 the largest city bounds its region', float(message.split(' %')[0].split()[-1]), 50 * top, 0.35)


def C41():
    """fnv32 modulo 8 with equal columns."""
    seen = designs('compare', HERE / 'C41.json')
    equal('C41 one column is even', counts(seen['one column']),
          [131071, 131071, 131072, 131072, 131073, 131073, 131072, 131072])
    equal('C41 two equal columns leave half of the buckets empty', counts(seen['two equal']),
          [0, 376905, 0, 16348, 0, 638976, 0, 16347])
    near('C41 two equal columns: max/mean', seen['two equal']['writes']['partitions']['peak_to_mean'], 4.875, 1e-3)
    check('C41 three equal columns are even again', peak_to_mean(counts(seen['three equal'])) < 1.01,
          counts(seen['three equal']))
    sample = [sum(1 for i in range(4096) if fnv1_32(crdb_int(i) * 2) % 8 == bucket) for bucket in range(8)]
    small = designs('compare', HERE / 'C41.json', '--set', 'run.operations=4096', '--design', 'two equal')
    equal('C41 an independent FNV gives the same counts', counts(small['two equal']), sample)


def C43():
    """djb2 modulo 33 for decimal ids."""
    seen = designs('compare', HERE / 'C43.json')
    equal('C43 five shards are even', counts(seen['5 shards']), [20000] * 5)
    equal('C43 three shards are uneven', counts(seen['3 shards']), [30100, 30000, 39900])
    writes = [0] * 33
    for i in range(100000):
        writes[abs(djb2(str(i))) % 33] += 1
    equal('C43 33 shards: 17 empty, four of 10,000', counts(seen['33 shards']), writes)
    near('C43 33 shards: max/mean', seen['33 shards']['writes']['partitions']['peak_to_mean'], 3.3, 1e-9)


def C62():
    """Braces in the key are a hash tag."""
    program = "slot = crc16(before(after(k, '{'), '}')) % 16384; [str(slot)]"
    for key in ('foo{bar}zap', 'foo{bar}{zap}'):
        code, out, err = run('explain', '--key', program, '--field', f'k={key}', '--json')
        check(f'C62 {key} is in slot 5061', code == 0 and '"5061"' in out, out + err)
    code, out, err = run('explain', '--key', '[str(crc16(k) % 16384)]', '--field', 'k=barzap', '--json')
    check('C62 barzap alone would be in slot 4493', code == 0 and '"4493"' in out, out + err)
    seen = designs('compare', HERE / 'C62.json')
    wanted = [0] * 4
    wanted[crc16(b'"type":"page"') % 16384 // 4096] = 40000
    equal('C62 keys with the same braces are on one node', counts(seen['JSON in the key']), wanted)
    slots = [crc16(f'cache:page:{n}'.encode()) % 16384 // 4096 for n in range(40000)]
    equal('C62 keys without braces are on all', counts(seen['no braces']), [slots.count(node) for node in range(4)])


def C63():
    """Hash slices with few sharding keys; ranges with a weak first column."""
    for keys in (100, 1024, 10000):
        scenario = write(f'C63-{keys}.json', {
            'workload': {'fields': {'k': {'sequence': {'start': 0}, 'format': 'key%d'}}},
            'designs': ['<k>'], 'store': 'iguazio', 'run': {'operations': keys}})
        active = next(iter(designs('compare', scenario).values()))['writes']['partitions']['active']
        mean, deviation = live_slices(keys)
        near(f'C63 {keys} sharding keys are on {mean:.1f} of 1024 slices', active, mean, 4 * deviation + 0.5)
    seen = designs('compare', HERE / 'C63.json')
    day = seen['time of day']
    equal('C63 over a day each region has 6.25 %', counts(day), [5400] * 16)
    equal('C63 at any moment one region has all',
          day['writes']['windows']['partition_peak_to_mean'], {'mean': 16, 'p99': 16, 'max': 16})
    equal('C63 three channels are three areas', seen['channel']['writes']['partitions']['count'], 3)


each(C01, C02, C05, C08, C09, C15, C16, C17, C26, C31, C41, C43, C62, C63)
