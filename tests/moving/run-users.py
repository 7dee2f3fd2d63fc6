#!/usr/bin/env python3
"""What happened to real users of stores that split: hot tails, shard bits, mailboxes, with the right values."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, each, equal, finish, near, result, warned, write  # noqa: E402


def seen(scenario, *flags):
    return {d['name']: d for d in result('compare', write('s.json', scenario), *flags)['designs']}


def scenario(fields, designs, store, operations, rate=1000, process='constant', **more):
    workload = {'fields': fields, 'arrivals': {'process': process, 'rate_per_s': rate},
                **more.pop('workload', {})}
    return {'workload': workload, 'designs': designs, 'store': {'profile': 'custom', 'servers': 4, **store},
            'run': {'operations': operations, **more.pop('run', {})}, **more}


def shares(design):
    return [window['hottest_partition_share'] for window in design['timeline']['windows']]


def C25():
    """No amount of splitting helps a growing tail; writing few rows again is different."""
    load = {'split': {'policy': 'load', 'heat_per_s': 100, 'heat_s': 2}, 'presplit': 'none'}
    tail = seen(scenario({'id': {'sequence': {}}}, {'d': '[id]'}, load, 60000))['d']
    equal('C25 a growing tail: one region has all in every moment', set(shares(tail)), {1})
    equal('C25 ... and no split by load finds a place', len(tail['partitions']), 1)
    again = seen(scenario({'id': {'uniform': 1000}}, {'d': '[id]'}, load, 60000))['d']
    check('C25 rows that are written again: splits by load divide them',
          shares(again)[0] == 1 and shares(again)[-1] < 0.3, shares(again)[::10])


def C27():
    """Sequential keys leave half-empty regions; nodes look even over an hour, and one is hot at any moment."""
    design = seen(scenario({'id': {'sequence': {}}}, {'d': '[id]'},
                           {'presplit': 'none', 'split': {'policy': 'constant', 'max_bytes': 99999, 'daughters': 'other'}},
                           100000, run={'windows': 200}, workload={'row': {'value_bytes': 92}}))['d']
    equal('C27 100,000 rows at 1,000 give 200 regions', len(design['partitions']), 200)
    equal('C27 all but the last are half full', {part['rows'] for part in design['partitions'][:-1]}, {500})
    near('C27 over the run the servers look even', design['writes']['servers']['peak_to_mean'], 1, 0.05)
    equal('C27 at any moment one of four has all', design['writes']['windows']['server_peak_to_mean']['mean'], 4)


def C32():
    """New tasks are the busy ones: reads of what is recent pile up on one range."""
    def reads(pick):
        return {name: design['reads']['partitions'] for name, design in seen(scenario(
            {'id': {'sequence': {}}},
            {'id': '[id]', 'hashed': '[id % 10][id]'},
            {'presplit': {'keys': [f'\\x00\\x00\\x00\\x00\\x00\\x00\\x{1000 * i >> 8:02X}\\x{1000 * i & 255:02X}'
                                   for i in range(1, 10)]}},
            20000, queries={'task': {'where': 'where id = $id', 'pick': pick}},
            workload={'mix': {'put': 0.00001, 'task': 1}}, run={'preload': {'rows': 10000}})).items()}
    latest, uniform = reads({'latest': {'theta': 0.99}}), reads('uniform')
    zeta = [0.0]
    for k in range(1, 10001):
        zeta.append(zeta[-1] + k ** -0.99)
    near('C32 the newest tenth is asked as its ranks say', latest['id']['top_share'], zeta[1000] / zeta[10000], 0.02)
    near('C32 uniform reads would not show it', uniform['id']['top_share'], 0.1, 0.01)


def C34():
    """UUID against serial, with 16 pre-splits."""
    designs = {'uuid': {'key': '[uuid]', 'store': {'presplit': {'algorithm': 'hex', 'regions': 16}}},
               'serial': {'key': '[id]', 'store': {'presplit': {'algorithm': 'uniform', 'regions': 16}}},
               'node first': {'key': '[id % 3][id]', 'store': {'presplit': 'buckets'}}}
    got = seen(scenario({'uuid': {'uuid': {}}, 'id': {'sequence': {}}}, designs, {'servers': 3}, 32000))
    near('C34 uuids: 6.25 % a range', got['uuid']['writes']['partitions']['top_share'], 0.0625, 0.006)
    equal('C34 serial: one range has all', got['serial']['writes']['partitions']['top_share'], 1)
    equal('C34 serial: a moving edge', got['serial']['hotspot']['cause'], 'moving-edge')
    near('C34 node first: as many tails as nodes', got['node first']['writes']['partitions']['top_share'], 1 / 3, 1e-4)


def C36():
    """An index on (type, slice, time) is one tablet until it is split at slices."""
    key = '[kind][slice][ts]'
    fields = {'kind': ['entity'], 'slice': {'uniform': 1024, 'type': 'int'}, 'ts': 'clock'}
    points = [f'entity\\x00\\x00\\x{256 * i >> 8:02X}\\x00' for i in (1, 2, 3)]
    got = seen(scenario(fields, {'one': {'key': key, 'store': {'presplit': 'none'}},
                                 'four': {'key': key, 'store': {'presplit': points}}}, {}, 40000))
    equal('C36 one tablet has all', got['one']['writes']['partitions']['top_share'], 1)
    for index, writes in enumerate(counts(got['four'])):
        near(f'C36 split at slices: a quarter in tablet {index}', writes / 40000, 0.25, 0.01)


def C38():
    """An index with 513 different values: one region when fresh; sixteen where it is pre-split; divided further by row."""
    fields = {'k': {'uniform': 513}, 'row': {'sequence': {}}}
    points = [f'\\x00\\x00\\x00\\x00\\x00\\x00\\x{513 * i // 16 >> 8:02X}\\x{513 * i // 16 & 255:02X}' for i in range(1, 16)]
    got = seen(scenario(fields, {'fresh': {'key': '[k][row]', 'store': {'presplit': 'none'}},
                                 'split': {'key': '[k][row]', 'store': {'presplit': points}},
                                 'small': {'key': '[k][row]', 'store': {'presplit': 'none', 'split': {
                                     'policy': 'constant', 'max_bytes': 2000}}}}, {}, 30000))
    equal('C38 fresh: one region has all', got['fresh']['writes']['partitions']['top_share'], 1)
    near('C38 pre-split: a sixteenth each', got['split']['writes']['partitions']['peak_to_mean'], 1, 0.06)
    check('C38 regions smaller than a value are cut at row ids', len(got['small']['partitions']) > 2 * 513,
          len(got['small']['partitions']))


def C39():
    """Shard bits alone leave one region; regions at the start are 2^p, and p beyond the bits is of no use."""
    key = '[id % 16][id]'
    def points(regions):
        return [f'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x{16 * i // regions:02X}' for i in range(1, regions)]
    got = seen(scenario({'id': {'sequence': {}}},
                        {'p 0': {'key': key, 'store': {'presplit': 'none'}},
                         'p 2': {'key': key, 'store': {'presplit': points(4)}},
                         'p 4': {'key': key, 'store': {'presplit': points(16)}},
                         'p 5': {'key': key, 'store': {'presplit': points(16) + [
                             f'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x{i:02X}' for i in range(16, 32)]}}}, {}, 32000))
    equal('C39 live regions are 1, 4, 16', [got[name]['writes']['partitions']['active'] for name in ('p 0', 'p 2', 'p 4')],
          [1, 4, 16])
    equal('C39 p = 5: half of 32 regions have nothing', got['p 5']['writes']['partitions']['active'], 16)
    check('C39 ... which is warned of', warned(got['p 5'], 'regions-unreached'), got['p 5']['warnings'])


def C56():
    """One mailbox of most of the data: where a mailbox stays together it is one piece of many sizes."""
    fields = {'box': {'shares': {'big': '90%', 'rest': {'uniform': 100, 'format': 'u%02d'}}}, 'n': {'sequence': {}}}
    store = {'presplit': 'none', 'split': {'policy': 'constant', 'max_bytes': 11100, 'restriction': 'delimited-prefix',
                                           'delimiter': '/'}}
    whole = {'key': '[box]/[n]', 'store': {'encoding': 'binary'}}
    parted = {'key': '[box]/[n]', 'store': {'encoding': 'binary', 'split': {**store['split'], 'restriction': 'none'}}}
    got = seen(scenario(fields, {'by mailbox': whole, 'by message': parted}, store, 20000))
    biggest = max(got['by mailbox']['partitions'], key=lambda part: part['bytes'])
    check('C56 a mailbox of 90 % stays one piece', biggest['bytes'] / sum(
        part['bytes'] for part in got['by mailbox']['partitions']) >= 0.9, biggest)
    check('C56 ... of 180 sizes', biggest['bytes'] / 11100 > 175, biggest['bytes'] / 11100)
    hot = got['by mailbox']['hotspot']
    equal('C56 the verdict', hot['verdict'], 'unsplittable')
    check('C56 ... and a warning', warned(got['by mailbox'], 'regions-stuck'), got['by mailbox']['warnings'])
    check('C56 with the message in the key it is divided',
          max(part['bytes'] for part in got['by message']['partitions']) <= 11100 + 112,
          max(part['bytes'] for part in got['by message']['partitions']))


def C59():
    """Twice the shards are nothing to a constant key; a millisecond's records go to one shard."""
    fields = {'one': ['k'], 'tick': {'expr': 'n / 2778'}, 'n': {'sequence': {}}, 'uuid': {'uuid': {}}}
    hashed = '[md5({})]'
    designs = {'constant': hashed.format('one'), 'millisecond': hashed.format('tick'), 'random': hashed.format('uuid')}
    def at(regions):
        return seen(scenario(fields, designs, {'presplit': {'algorithm': 'hex', 'regions': regions}}, 2778 * 100,
                             rate=2778, run={'windows': 100}))
    eight, sixteen = at(8), at(16)
    for name, got in (('8', eight), ('16', sixteen)):
        equal(f'C59 a constant key has 1 of {name} shards', got['constant']['writes']['partitions']['active'], 1)
    equal('C59 ... because of a single key', eight['constant']['hotspot']['cause'], 'single-key')
    tick = sixteen['millisecond']
    equal('C59 each tick has its own shard', set(shares(tick)), {1})
    check('C59 the run as a whole is much more even', tick['writes']['partitions']['top_share'] < 0.2,
          tick['writes']['partitions'])
    near('C59 random keys are even', sixteen['random']['writes']['partitions']['peak_to_mean'], 1, 0.03)


each(C25, C27, C32, C34, C36, C38, C39, C56, C59)
finish()
