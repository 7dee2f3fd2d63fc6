#!/usr/bin/env python3
"""What Lindorm's document claims: L2 to L10, as far as writes show it."""

import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near  # noqa: E402
from model import long_bytes, md5, route  # noqa: E402


def L2():
    """The same key again is a version; unique keys have none."""
    seen = designs('compare', HERE / 'L2.json')
    user, order = seen['user']['writes'], seen['user, order']['writes']
    equal('L2 50,000 writes of 1000 users make 1000 keys', user['distinct_keys'], 1000)
    equal('L2 all others are overwrites', user['overwrites'], 49000)
    equal('L2 with the order number every key is its own',
          (order['distinct_keys'], order['overwrites']), (50000, 0))


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


def L10():
    """[userId][orderid][random(100)] spreads nothing on a sorted table."""
    seen = designs('compare', HERE / 'L10.json')
    equal('L10 the random suffix moves no row to another region',
          counts(seen['random']), counts(seen['plain']))
    equal('L10 one user\'s burst stays on one region', counts(seen['burst']), [0, 0, 0, 50000])


each(L2, L4, L5, L6, L7, L8, L9, L10)
