#!/usr/bin/env python3
"""What splits and what moves, by the policies that go by what is asked: through the binary."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import lib  # noqa: E402

RATE = 3000


def scenario(**changes):
    """One region on four servers, asked 3000 times a second; 1000 are too many for 10 s."""
    return {
        'workload': {
            'fields': {'k': {'uniform': 1000000}, 'ts': 'clock', 'c': {'choice': ['a']}},
            'arrivals': {'process': 'constant', 'rate_per_s': RATE},
        },
        'run': {'duration_s': 40},
        'designs': {'even': '[k]', 'rising': '[ts][k]', 'one': '[c]'},
        'store': {'profile': 'custom', 'servers': 4, 'presplit': 'none', 'service': {'put_us': 10, 'get_us': 10},
                  'split': {'policy': 'load', 'heat_per_s': 1000, 'heat_s': 10, 'daughters': 'other'}},
        **changes,
    }


def run(text):
    path = pathlib.Path(lib.WORK.name) / 'scenario.json'
    path.write_text(json.dumps(text))
    return {design['name']: design for design in lib.result('compare', path)['designs']}


def events(design, kind):
    return [event for event in design['events'] if event['kind'] == kind]


def heat():
    # Hot after the first second and divided more than 10 s later. Halves of 3000 are hot and are
    # divided in as long again; quarters (750, and 984 where the keys are drawn at their worst,
    # 62.5 % of 52.5 %) are not.
    designs = run(scenario())
    splits = events(designs['even'], 'split')
    lib.equal('policies/heat: three splits make four regions', len(splits), 3)
    for split, at in zip(splits, (11, 22, 22)):
        lib.near(f'policies/heat: split at {at} s', split['t_s'], at, 0.02)
    lib.equal('policies/heat: each on a server of its own', sorted(s['to'] for s in splits), [1, 2, 3])
    puts = [partition['writes'] for partition in designs['even']['partitions']]
    lib.equal('policies/heat: nothing is lost', sum(puts), RATE * 40)
    lib.equal('policies/heat: no key divides what rises', events(designs['rising'], 'split'), [])
    lib.equal('policies/heat: no key divides one key', events(designs['one'], 'split'), [])


def heat_of_reads():
    # Gets alone are hot: 2900 of 3000.
    text = scenario(designs={'even': '[k]'})
    text['workload']['mix'] = {'put': 1, 'get': 29}
    splits = events(run(text)['even'], 'split')
    lib.check('policies/heat: reads count with the key they begin at', len(splits) >= 2, splits)
    lib.near('policies/heat: reads split in as long', splits[0]['t_s'] if splits else None, 11, 0.1)


def share_of_a_server():
    # 0.5 of what one handler of 0.4 ms can put: 1250 a second; of the two halves, 1500, again.
    text = scenario(designs={'even': '[k]'})
    text['store']['split'] = {'policy': 'size-or-heat', 'heat_s': 5, 'heat_share': 0.5, 'daughters': 'load'}
    text['store']['service'] = {'put_us': 400, 'distribution': 'deterministic'}
    text['run'] = {'duration_s': 15}
    lib.equal('policies/size-or-heat: above half of a server',
              len(events(run(text)['even'], 'split')), 3)
    text['store']['split']['heat_share'] = 1  # 2500: the whole is, the halves are not
    lib.equal('policies/size-or-heat: above a whole server',
              len(events(run(text)['even'], 'split')), 1)
    text['store']['service']['put_us'] = 300  # 3333
    lib.equal('policies/size-or-heat: below a whole server',
              len(events(run(text)['even'], 'split')), 0)


def balancers():
    # Eight regions of one letter each, two a server; all is written to a, which the first server has.
    text = scenario(designs={'one': '[c]'}, run={'duration_s': 20})
    text['store'] = {'profile': 'custom', 'servers': 4, 'presplit': list('bcdefgh'),
                     'placement': 'contiguous',
                     'balancer': {'policy': 'stochastic', 'period_s': 5, 'slop': 0.001}}
    lib.equal('policies/balancer: a pure write hotspot stays where it is',
              events(run(text)['one'], 'move'), [])
    # a and b are both written to, on one server: by load they are parted at the first look.
    text['workload']['fields']['c'] = {'choice': ['a', 'b']}
    lib.equal('policies/balancer: two write hotspots of a server stay together',
              events(run(text)['one'], 'move'), [])
    text['store']['balancer'] = {'policy': 'load', 'period_s': 5}
    moves = events(run(text)['one'], 'move')
    lib.equal('policies/balancer: by load they are parted, once', len(moves), 1)
    lib.near('policies/balancer: at the first look', moves[0]['t_s'] if moves else None, 5, 1e-9)


def busy():
    # 1 MB a second comes in, half of that goes to files. 1.049 MB leave from 1.049 s to 3.146 s, the
    # 2.097 MB behind them until 7.340 s; with as many more behind these, at 5.243 s, memory is full.
    # The fifth look (each 1.049 s) ended the first window, in which nothing was turned away; at the
    # sixth all writes since then were.
    text = scenario(designs={'even': '[k]'}, run={'duration_s': 25})
    text['workload']['arrivals']['rate_per_s'] = 1000
    text['workload']['row'] = {'value_bytes': 992}
    split = {'policy': 'busy', 'initial_bytes': 10 ** 12, 'flush_bytes': 2 ** 20,
             'flush_bytes_per_s': 500000, 'busy_age_s': 5, 'busy_window_s': 5, 'daughters': 'other'}
    text['store']['split'] = split
    splits = events(run(text)['even'], 'split')
    lib.near('policies/busy: full memory splits', splits[0]['t_s'] if splits else None, 6.292, 0.01)
    split['busy_age_s'] = 20
    splits = events(run(text)['even'], 'split')
    lib.near('policies/busy: a young region is left alone',
             splits[0]['t_s'] if splits else None, 20.5, 0.6)
    split['busy_age_s'] = 5
    split['flush_bytes_per_s'] = 1100000
    lib.equal('policies/busy: memory that keeps up does not', events(run(text)['even'], 'split'), [])


def back_again():
    # Two regions a server. The last server is lost at 1 s and back at 2 s, empty; its two regions
    # are served by others from then on, and at the first look two regions come to it.
    for policy in 'count', 'stochastic':
        text = scenario(designs={'even': '[k]'})
        text['workload']['fields'] = {'k': {'choice': list('abcdefgh')}}
        text['store'] = {'profile': 'custom', 'servers': 4, 'presplit': list('bcdefgh'),
                         'balancer': {'policy': policy, 'period_s': 5, 'offline_ms': 100},
                         'service': {'put_us': 10}}
        text['run'] = {'duration_s': 12, 'incidents': [{'t_s': 1, 'lose': 3}, {'t_s': 2, 'add': 3}]}
        design = run(text)['even']
        moves = events(design, 'move')
        lib.equal(f'policies/{policy}: two regions leave the lost server',
                  [move['from'] for move in moves if move['t_s'] == 1], [3, 3])
        lib.equal(f'policies/{policy}: regions come back to it',
                  [move['to'] for move in moves if move['t_s'] == 5], [3, 3])
        lib.equal(f'policies/{policy}: then all is even', len(moves), 4)
        lib.equal(f'policies/{policy}: who moves is away for as long as is said',
                  {move['offline_ms'] for move in moves if move['t_s'] == 5}, {100})


def rising_shards():
    # C33. 4000 a second in four shards by time, 900 are too many: one range is divided at shards,
    # twice in two, and then each range has one edge that moves, which nothing divides.
    text = scenario(designs={'time': '[ts][k]', 'shards': 'shard = k % 4; [shard][ts][k]'},
                    run={'duration_s': 60, 'windows': 60})
    text['workload']['arrivals']['rate_per_s'] = 4000
    text['store']['split']['heat_per_s'] = 900
    designs = run(text)
    lib.equal('policies/C33: no load divides what is in order of time', events(designs['time'], 'split'), [])
    splits = events(designs['shards'], 'split')
    lib.equal('policies/C33: shards without fixed ranges are divided from each other',
              sorted(split['key'][:32] for split in splits),
              ['\\x00' * 7 + f'\\x0{shard}' for shard in (1, 2, 3)])
    text['store']['presplit'] = ['\\x00' * 7 + f'\\x0{shard}' for shard in (1, 2, 3)]
    fixed = run({**text, 'designs': {'shards': text['designs']['shards']}})['shards']
    lib.equal('policies/C33: with fixed ranges there is one hotspot a shard', events(fixed, 'split'), [])
    puts = [partition['writes'] / 240000 for partition in fixed['partitions']]
    lib.check('policies/C33: of a quarter each', all(abs(put - 0.25) < 0.004 for put in puts), puts)


back_again()
busy()
rising_shards()
heat()
heat_of_reads()
share_of_a_server()
balancers()
lib.finish()
