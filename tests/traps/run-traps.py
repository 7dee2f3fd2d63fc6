#!/usr/bin/env python3
"""Traps of row keys, each with its right value from an independent way.

The numbers are those of the list of traps. Held elsewhere: 20 (a hash of the rising key spreads writes and
one user's burst stays) by M1 and L7 in tests/claims, 21 (a random suffix moves nothing) by H7 and L10, the
bytes and remainders of 8 and the characters of 9 by tests/key/test_functions.c.
"""

import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, priced, queries, run, warned  # noqa: E402
from model import java_hash, java_remainder, long_bytes, md5, route  # noqa: E402


def compare(trap, *flags):
    return designs('compare', HERE / f'{trap}.json', *flags)


def starts(design):
    """The first key of each region but the first, as bytes."""
    return [part['start'].encode('latin-1').decode('unicode_escape').encode('latin-1')
            for part in design['partitions'][1:]]


def key_of(program, *fields):
    """The key's text, of one record given on the command line."""
    flags = [flag for field in fields for flag in ('--field', field)]
    code, out, err = run('explain', '--key', program, *flags, '--json')
    return json.loads(out) if code == 0 else {'key': err, 'key_hex': err}


def F01():
    """Signed numbers: negative ones sort behind all others, until the sign is flipped."""
    seen = compare('F01')
    for name, order in (('as it is', list(range(8)) + list(range(-8, 0))), ('sign flipped', list(range(-8, 8)))):
        flip = 0 if name == 'as it is' else 1 << 31
        keys = [((n & 0xffffffff) ^ flip).to_bytes(4, 'big') for n in range(-8, 8)]
        equal(f'F01 {name}: the order of the bytes',
              [n for _, n in sorted(zip(keys, range(-8, 8)))], order)
        wrong = [n for n in range(-8, 8)
                 if key_of(seen[name]['key'], f'n:int={n}')['key_hex'] != keys[n + 8].hex()]
        equal(f'F01 {name}: the bytes of each number', wrong, [])
        equal(f'F01 {name}: rows on both sides of 80 00 00 00', counts(seen[name]),
              route(keys, [b'\x80\0\0\0']))
    priced('F01', seen['as it is'], 'from -5 to 5', ranges=2, ranges_necessary=2, rows_examined=10, rows_returned=10)
    priced('F01', seen['sign flipped'], 'from -5 to 5', ranges=1, rows_examined=10, rows_returned=10)
    priced('F01', seen['as it is'], 'as written', rows_examined=0, rows_returned=0)
    priced('F01', seen['sign flipped'], 'as written, flipped', rows_examined=10, rows_returned=10)


def F02():
    """Unpadded decimals: 10 before 9."""
    design = compare('F02')['[str(id)]']
    equal('F02 1111 of 2000 ids in the region of 1', counts(design), [0, 1111, 112] + [111] * 7)
    shares = []
    for first in range(1, 2001, 10):
        writes = route([str(n) for n in range(first, first + 10)], list('123456789'))
        shares.append(max(writes) / 10)
    seen = [window['hottest_partition_share'] for window in design['timeline']['windows']]
    equal('F02 the share of each window\'s region', seen, shares)
    check('F02 at nearly any instant one region has all', shares.count(1) >= 180, shares.count(1))


def F03():
    """Long.MAX_VALUE - ts: another order, the same hotspot."""
    for ts, digits, data in ((1364248490, 's', '7fffffffaeaf3855'), (1364248490000, 'ms', '7ffffec25c740fef')):
        equal(f'F03 of {ts}{digits}', key_of('[Long.MAX_VALUE - ts]', f'ts:long={ts}')['key_hex'], data)
        equal(f'F03 of {ts}{digits} as text', key_of('[str(Long.MAX_VALUE - ts)]', f'ts:long={ts}')['key'],
              str((1 << 63) - 1 - ts))
    seen = compare('F03')
    equal('F03 UniformSplit: all in region 7 of 16', counts(seen['uniform']), [0] * 7 + [20000] + [0] * 8)
    keys = [long_bytes((1 << 63) - 1 - ts) for ts in range(1364248490, 1364248490 + 20000)]
    learned = sorted(keys[:2000])
    equal('F03 learned points: the first region is the hot one', counts(seen['learned']),
          route(keys, [learned[500 * i] for i in (1, 2, 3)]))
    tail = [window['hottest_partition_share'] for window in seen['learned']['timeline']['windows'][2:]]
    equal('F03 learned points: it has all of each later moment', set(tail), {1})


def F04():
    """Upper-case digests on HexStringSplit."""
    seen = compare('F04')
    points = [f'{i << 28:08x}' for i in range(1, 16)]
    for name, spell in (('upper', str.upper), ('lower', str)):
        equal(f'F04 {name} case: the region of each digest', counts(seen[name]),
              route([spell(md5(n)) for n in range(20000)], points))
    writes = counts(seen['upper'])
    near('F04 upper case: 7/16 in region 9', writes[9] / 20000, 7 / 16, 4 * math.sqrt(7 * 9 / 256 / 20000))
    equal('F04 upper case: regions 10 to 15 idle', writes[10:], [0] * 6)
    check('F04 upper case: regions out of reach are warned of', warned(seen['upper'], 'regions-unreached'),
          seen['upper']['warnings'])
    check('F04 lower case: they are not', not warned(seen['lower'], 'regions-unreached'), seen['lower']['warnings'])


def F05():
    """Hex text on UniformSplit."""
    design = compare('F05')['[md5(id)]']
    digits = sum(1 for n in range(20000) if md5(n)[0] in '0123456789')
    wanted = [0] * 16
    wanted[3], wanted[6] = digits, 20000 - digits
    equal('F05 digits in region 3, letters in region 6, 14 idle', counts(design), wanted)
    near('F05 62.5 % in region 3', counts(design)[3] / 20000, 0.625, 4 * math.sqrt(0.625 * 0.375 / 20000))


def F06():
    """Ten-digit seconds on DecimalStringSplit."""
    equal('F06 all in region 1 of 10', counts(compare('F06')['[str(ts)]']), [0, 20000] + [0] * 8)


def F07():
    """ts % n with a step: n / gcd(n, s) buckets."""
    for step in (60, 300, 1000, 3600):
        seen = compare('F07', '--set', f'params.step={step}')
        for n in (7, 10, 16, 20, 64):
            live = n // math.gcd(n, step)
            wanted = [6720 // live if b % math.gcd(n, step) == 0 else 0 for b in range(n)]
            equal(f'F07 a step of {step} reaches {live} of {n} buckets', counts(seen[str(n)]), wanted)


def F08():
    """hashCode % 16: 31 values to ask for, or 16."""
    seen = compare('F08')
    rules = {'remainder': lambda h: java_remainder(h, 16), 'absolute': lambda h: java_remainder(abs(h), 16),
             'floor': lambda h: h % 16}
    hashes = [java_hash(f'{n:09d}'[::-1] + '-user') for n in range(20000)]
    check('F08 the hashes have both signs', min(hashes) < 0 < max(hashes), (min(hashes), max(hashes)))
    buckets = {}
    for name, rule in rules.items():
        values = [rule(value) for value in hashes]
        buckets[name] = [values.count(value) for value in sorted(set(values))]
        equal(f'F08 {name}: rows of each bucket', [count for count in counts(seen[name]) if count], buckets[name])
    equal('F08 three conventions, three answers', len({tuple(counts) for counts in buckets.values()}), 3)
    for name, ranges in (('remainder', 31), ('floor', 16)):
        necessary = len({rules[name](hashes[n]) for n in range(100, 200)})
        priced('F08', seen[name], 'few', ranges=ranges, ranges_necessary=necessary, rows_examined=100,
               rows_returned=100)


def F09():
    """The order of texts is that of their bytes."""
    seen = compare('F09')
    rows = list(enumerate(('～', '😀', 'a', 'ab', 'Z', 'é'), 1))
    equal('F09 as it is', starts(seen['as it is']), sorted(k.encode() for _, k in rows)[1:])
    equal('F09 with a zero byte', starts(seen['with a zero byte']),
          sorted(k.encode() + b'\0' + str(ts).encode() for ts, k in rows)[1:])
    order = [start.decode() for start in starts(seen['as it is'])]
    check('F09 U+FF5E before U+1F600, which UTF-16 turns round',
          order.index('～') < order.index('😀') and '～'.encode('utf-16-be') > '😀'.encode('utf-16-be'), order)
    check('F09 a shorter text before those that it begins', order.index('a') < order.index('ab'), order)


def F10():
    """Delimiters and a split point of eight digits."""
    seen = compare('F10')
    for name in ('none', '_', '|', ':', 'equal', 'longer'):
        equal(f'F10 {name}: on the right of 10000000', counts(seen[name]), [0, 5])
    for name in ('-', '.', '#', 'shorter'):
        equal(f'F10 {name}: on the left of 10000000', counts(seen[name]), [5, 0])


def F11():
    """Delimiters and the order of user1 and user10."""
    seen = compare('F11')
    for name in '_|:~':
        equal(f'F11 {name} puts user10 first', starts(seen[name]), [f'user1{name}a'.encode()])
    for name in '#-.,/ ':
        equal(f'F11 {name} puts user1 first', starts(seen[name]), [f'user10{name}a'.encode()])
    keys = {key_of('[a]_[b]', f'a={a}', f'b={b}')['key'] for a, b in (('a_b', 'c'), ('a', 'b_c'))}
    equal('F11 a_b + c is a + b_c', keys, {'a_b_c'})


def F12():
    """host1 begins host10 to host19."""
    seen = compare('F12')
    for name in seen:
        priced('F12', seen[name], 'beginning', ranges=1, rows_examined=11, rows_returned=11)
        equal(f'F12 {name}: eleven names lie below host2',
              queries(seen[name])['to the next']['rows_returned']['mean'], 11)
        priced('F12', seen[name], 'as written', ranges=1, rows_examined=11, rows_returned=11)
    for name in ('alone', 'low delimiter', 'delimiter', 'joined'):
        priced('F12', seen[name], 'to the next', ranges=1, rows_examined=11, rows_returned=11)
    priced('F12', seen['alone'], 'one', ranges=1, rows_examined=1, rows_returned=1)
    priced('F12', seen['padded'], 'padded bounds', ranges=1, rows_examined=1, rows_returned=1)
    priced('F12', seen['joined'], 'one', ranges=1, rows_examined=11, rows_returned=1)
    for name in ('delimiter', 'low delimiter', 'padded', 'padded with x'):
        priced('F12', seen[name], 'one', ranges=1, rows_examined=1, rows_returned=1)


def F13():
    """Padding with x, and with zero bytes."""
    seen = compare('F13')
    hosts = ('host1', 'host2', 'host10', 'host11', 'host12', 'host100')
    for name, pad in (('x', b'x'), ('zero', b'\0')):
        keys = sorted(host.encode().ljust(8, pad) for host in hosts)
        equal(f'F13 {name}: the order of the padded names', starts(seen[name]), keys[1:])
    equal('F13 x: host1 behind host12', starts(seen['x'])[-2:], [b'host1xxx', b'host2xxx'])
    equal('F13 zero: host1 before host10', starts(seen['zero'])[0], b'host10\0\0')
    shared = {key_of("[rpad(host, 'x', 8)]", f'host={host}')['key'] for host in ('host1', 'host1x')}
    equal('F13 host1 and host1x are one key when padded with x', shared, {'host1xxx'})


def F14():
    """Buckets over servers: ceil(B / S) / B."""
    seen = compare('F14')
    skews = {'20 on 16': 1.6, '16 on 12': 1.5, '10 on 4': 1.2, '8 on 5': 1.25}
    for name, design in seen.items():
        buckets, servers = map(int, name.split(' on '))
        whole = design['writes']['servers']
        near(f'F14 {name}: the fullest server\'s share', whole['top_share'], -(-buckets // servers) / buckets, 1e-9)
        equal(f'F14 {name}: servers at work', whole['active'], min(buckets, servers))
        if name in skews:
            near(f'F14 {name}: max/mean', whole['peak_to_mean'], skews[name], 1e-9)


def F15():
    """Twenty one-byte salts on sixteen regions of UniformSplit."""
    seen = compare('F15')
    equal('F15 sixteen salts in region 0, four in region 1', counts(seen['uniform']), [16000, 4000] + [0] * 14)
    check('F15 idle regions are warned of', warned(seen['uniform'], 'regions-unreached'), seen['uniform']['warnings'])
    equal('F15 cut at the salts: even', counts(seen['at the salts']), [1000] * 20)


def F16():
    """Decimal salts of one or two digits."""
    seen = compare('F16')
    kept = {name: seen[name]['writes']['distinct_keys'] for name in ('joined', 'delimiter', 'two digits')}
    equal('F16 1 + 364248490 and 13 + 64248490', kept, {'joined': 1, 'delimiter': 2, 'two digits': 2})
    order = sorted(str(n) for n in range(20))
    equal('F16 salts sort as 0, 1, 10 to 19, 2 to 9',
          [start.decode() for start in starts(seen['by order'])], order[1:])


def F17():
    """Four hex digits of a digest."""
    for user, prefix, region in (('alice', '6384', 6), ('bob', '9f9d', 9), ('user1', '24c9', 2), ('user2', '7e58', 7)):
        key = key_of('[md5(user).subStr(0, 4)][user]', f'user={user}')['key']
        equal(f'F17 {user} begins with {prefix}', (key, int(key[0], 16)), (prefix + user, region))
    for users, expected in ((10, 10), (1000, 992.4), (10000, 9274.5)):
        design = compare('F17', '--set', f'params.users={users}')['hash prefix']
        distinct = len({md5(f'user{n}')[:4] for n in range(users)})
        near(f'F17 {users} users have about {expected} prefixes', distinct, expected, 4 * math.sqrt(users / 20) + 0.5)
        priced(f'F17 {users} users:', design, 'lately', ranges=65536, ranges_necessary=distinct, partitions=16,
               rows_examined=10000, rows_returned=10000)
        rows = 10000 // users
        priced(f'F17 {users} users:', design, 'one user', ranges=1, partitions=1, rows_returned=rows)
        prefixes = [md5(f'user{n % users}')[:4] for n in range(10000)]
        # A user shares a prefix with (users - 1) / 65536 others on average, whose rows are examined too.
        sharing = (users - 1) / 65536
        near(f'F17 {users} users: rows examined for each returned', queries(design)['one user']['read_amplification'],
             1 + sharing, 5 * math.sqrt(sharing / 32))
        keys = [prefix.encode() + long_bytes(n) for n, prefix in enumerate(prefixes)]
        equal(f'F17 {users} users: writes of each region', counts(design),
              route(keys, [b'%x0000000' % i for i in range(1, 16)]))
    filtered = compare('F17', '--set', 'store.service.seek_us=1000', '--set', 'store.service.row_us=10')['hash prefix']
    priced('F17 where rows are cheap, one scan of all:', filtered, 'lately', ranges=1, partitions=16,
           rows_examined=10000, rows_returned=10000)


def F18():
    """Reversed digits and bytes; inverted bytes on UniformSplit are M2's."""
    equal('F18 1, 10, 100 reversed', [key_of('[reverse(str(n))]', f'n:long={n}')['key'] for n in (1, 10, 100)],
          ['1', '01', '001'])
    seen = compare('F18')
    equal('F18 ids of fixed width: ten even values', counts(seen['reversed seconds']), [2000] * 10)
    equal('F18 whole seconds in milliseconds begin with 000: one region', counts(seen['reversed milliseconds']),
          [20000] + [0] * 9)
    equal('F18 ids of any length: by the last digit', counts(seen['reversed ids of any length']), [2000] * 10)


def F19():
    """Zipf: the hottest key is indivisible."""
    seen = compare('F19')
    region = [int(md5(n)[:8], 16) >> 22 for n in range(100000)]
    for name, percent in (('0.8', 2.19), ('0.99', 7.83), ('1.0', 8.27), ('1.2', 19.6)):
        theta = float(name)
        weights = [(n + 1) ** -theta for n in range(100000)]
        total = math.fsum(weights)
        top = weights[0] / total
        near(f'F19 theta {name}: the top key has {percent} %', 100 * top, percent, 0.05)
        held = math.fsum(w for n, w in enumerate(weights) if region[n] == region[0]) / total
        share = counts(seen[name])[region[0]] / 500000
        near(f'F19 theta {name}: its region has that and what else falls there', share, held,
             4 * math.sqrt(held / 500000))
        check(f'F19 theta {name}: no region has more, and none can have less than the key',
              seen[name]['writes']['partitions']['top_share'] == share >= top - 4 * math.sqrt(top / 500000), share)
    hashed = seen['1.2, a random value in the hash']['writes']['partitions']['top_share']
    prefix = seen['1.2, a random prefix']['writes']['partitions']['top_share']
    # 64 pieces of 19.6 % are 0.31 % each, on 1024 regions seldom more than four of them together.
    check('F19 a random value inside the hash divides it', hashed < 0.196 / 64 * 6, hashed)
    near('F19 a random prefix divides all alike', prefix, 1 / 64, 4.5 * math.sqrt(1 / 64 / 500000))


def F22():
    """Splits are no cure for a rising key."""
    for name, design in compare('F22').items():
        shares = {window['hottest_partition_share'] for window in design['timeline']['windows'][50:]}
        equal(f'F22 {name}: each later moment has one region', shares, {1})
        check(f'F22 {name}: nothing is gained by them',
              design['writes']['windows']['server_peak_to_mean']['p99'] == 8, design['writes']['windows'])


def F23():
    """Without a pre-split all begins on one region."""
    for name, design in compare('F23').items():
        whole = design['writes']
        equal(f'F23 {name}: one region, one of eight servers',
              (whole['partitions']['count'], whole['partitions']['top_share'], whole['servers']['active'],
               whole['servers']['peak_to_mean']), (1, 1, 1, 8))


def F24():
    """A split point belongs to the right."""
    seen = compare('F24')
    for name in ('bytes', 'text', 'numbers'):
        equal(f'F24 {name}: 100 to 199 on the right of 100', counts(seen[name]), [100, 100])
    equal('F24 a point one zero byte longer leaves it on the left', counts(seen['a longer point']), [101, 99])


def F25():
    """More regions than salts: skew of regions and of servers are two things."""
    seen = compare('F25')
    for name, regions in (('20 regions', 1), ('40 regions', 2)):
        writes = seen[name]['writes']
        equal(f'F25 {name}: twenty at work', writes['partitions']['active'], 20)
        near(f'F25 {name}: max/mean of regions', writes['partitions']['peak_to_mean'], regions, 1e-9)
        near(f'F25 {name}: max/mean of servers', writes['servers']['peak_to_mean'], 1, 1e-9)


each(F01, F02, F03, F04, F05, F06, F07, F08, F09, F10, F11, F12, F13, F14, F15, F16, F17, F18, F19, F22, F23,
     F24, F25)
