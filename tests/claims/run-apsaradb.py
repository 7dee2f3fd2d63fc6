#!/usr/bin/env python3
"""What ApsaraDB for HBase's document claims: H2 to H16, as far as writes show it."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, warned  # noqa: E402
from model import md5  # noqa: E402


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


def H5():
    """Reversing the user id."""
    seen = designs('compare', HERE / 'H5.json')
    share = seen['reversed']['writes']['partitions']['top_share']
    check('H5 reversed ids are even', share < 1.1 / 8, share)
    equal('H5 rising ids heat the last region', counts(seen['as it is']), [1000] * 7 + [73000])


def H7():
    """Wrong on regions: a random suffix; in a hashed sharding key it does spread."""
    seen = designs('compare', HERE / 'H7.json')
    equal('H7 on regions one user stays on one region', counts(seen['on regions']), [0, 0, 0, 50000, 0])
    slices = seen['in the sharding key']['writes']['partitions']
    # 100 suffixes on 1024 slices reach 95.3 of them on average, with a deviation of 2.03.
    check('H7 in the sharding key it reaches as many slices as suffixes', 87 <= slices['active'] <= 100, slices)
    check('H7 and no slice has more than a few suffixes', slices['top_share'] < 0.05, slices)


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


def H14():
    """Codes for names."""
    seen = designs('compare', HERE / 'H14.json')
    name, code = seen['name'], seen['code']
    equal('H14 tb for Taobao saves 4 bytes a key',
          name['tables'][0]['key_bytes']['mean'] - code['tables'][0]['key_bytes']['mean'], 4)
    equal('H14 and 12 bytes a row of three columns',
          name['storage']['bytes'] - code['storage']['bytes'], 4 * 3 * 20000)


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


each(H2, H3, H4, H5, H7, H9, H14, H16)
