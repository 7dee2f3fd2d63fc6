#!/usr/bin/env python3
"""What reads pay in a run: prices, times, loads, break-evens, and what a table held before."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lib import check, designs, each, equal, near, result, run, warned, write  # noqa: E402

# One handler a server, everything as long as it says: times can be added up by hand.
PLAIN = {'profile': 'custom', 'servers': 2, 'handlers': 1,
         'service': {'put_us': 1000, 'get_us': 1000, 'seek_us': 1000, 'row_us': 10}}


def scenario(name, **parts):
    parts.setdefault('run', {'operations': 20000})
    return write(f'{name}.json', json.dumps(parts))


def query(design, name):
    return next(it for it in design['queries'] if it['name'] == name)


def a_scan_costs_a_seek_and_its_rows():
    """100 rows of one region on a store that nothing else loads: 1 ms + 100 x 10 us."""
    path = scenario('scan', workload={'fields': {'id': 'sequence'}, 'mix': {'put': '50/s', 'scan': '1/s'}},
                    queries={'scan': 'where id between $id and $id + 99'},
                    designs={'plain': '[id]'}, store={**PLAIN, 'presplit': {'algorithm': 'none'}},
                    run={'operations': 20000, 'preload': {'rows': 100000}})
    seen = query(designs('compare', path)['plain'], 'scan')
    equal('a scan of 100 ids is one range', seen['ranges']['max'], 1)
    equal('... that reads 100 rows', seen['rows_examined']['p50'], 100)
    near('... and takes a seek and 100 rows of the servers', seen['work_ms'], 2, 0.01)
    near('... which is its latency where nothing waits', seen['latency_ms']['p50'], 2, 0.02)


def ranges_run_side_by_side():
    """Four buckets on four servers: as long as the slowest; with two at a time twice as long."""
    def latency(parallel):
        path = scenario(f'parallel{parallel}',
                        workload={'fields': {'id': 'sequence'}, 'mix': {'put': '4/s', 'scan': '1/s'}},
                        queries={'scan': 'where id between $id and $id + 399'},
                        designs={'four': 'b = id % 4; [b][id]'},
                        store={**PLAIN, 'servers': 4, 'scan_parallelism': parallel,
                               'presplit': {'algorithm': 'buckets'}},
                        run={'operations': 4000, 'preload': {'rows': 100000}})
        return query(designs('compare', path)['four'], 'scan')
    alone = latency(None)
    equal('a range over four buckets is four scans', alone['ranges']['max'], 4)
    near('side by side they take as long as one', alone['latency_ms']['p50'], 2, 0.02)
    near('two at a time take twice as long', latency(2)['latency_ms']['p50'], 4, 0.04)
    near('one at a time four times', latency(1)['latency_ms']['p50'], 8, 0.08)


def necessary_ranges_hold_a_match():
    """DESIGN: 4 consecutive values in 16 buckets need 4 of the 16 scans, of which 16 are issued."""
    path = scenario('necessary', workload={'fields': {'id': 'sequence'}, 'mix': {'put': '100/s', 'few': '5/s'}},
                    queries={'few': 'where id between $id and $id + 3'},
                    designs={'bucketed': 'b = id % 16; [b][id]'}, store={'profile': 'hbase', 'servers': 4},
                    run={'operations': 20000, 'preload': {'rows': 50000}})
    seen = query(designs('compare', path)['bucketed'], 'few')
    equal('4 ids in 16 buckets: 4 scans are necessary', seen['ranges_necessary']['p50'], 4)
    check('... and no more are issued than there are buckets', 4 <= seen['ranges']['max'] <= 16, seen['ranges'])


def a_point_read_is_one_get_or_a_hundred():
    """random(100) behind a key is one prefix scan; before it 100 requests."""
    path = scenario('points', workload={'fields': {'id': 'sequence'}, 'mix': {'put': '100/s', 'get': '20/s'}},
                    designs={'plain': '[id]', 'behind': '[id][random(100)]', 'before': '[random(100)][id]'},
                    store={'profile': 'hbase', 'servers': 4}, run={'operations': 20000})
    seen = designs('compare', path)
    for name, ranges in (('plain', 1), ('behind', 1), ('before', 100)):
        get = query(seen[name], 'get')
        equal(f'a get of `{name}` is {ranges} request(s)', (get['ranges']['p50'], get['ranges']['max']), (ranges, ranges))
        equal(f'... of which one finds the row, under `{name}`', get['rows_returned']['p50'], 1)
    check('the get has its place among the latencies', seen['plain']['latency_ms']['get']['count'] > 0,
          seen['plain']['latency_ms'])


def the_winner_changes_at_the_share_that_the_work_says():
    """One server's design against eight buckets on two. Per operation, of the busiest server:
    plain 1 ms a put and 1.08 ms a scan of 8 ids, all on one; eight buckets 0.5 ms and 4 x 1.01 ms.
    (1 - x) + 1.08 x = 0.5 (1 - x) + 4.04 x at x = 0.5 / 3.46."""
    path = scenario('break-even', workload={'fields': {'id': 'sequence'}, 'mix': {'put': '90/s', 'eight': '10/s'}},
                    queries={'eight': 'where id between $id and $id + 7'},
                    designs={'plain': '[id]', 'buckets': 'b = id % 8; [b][id]'},
                    store={**PLAIN, 'presplit': {'algorithm': 'auto'}},
                    run={'operations': 30000, 'preload': {'rows': 1000000}})
    whole = result('compare', path, '--set', 'designs.plain={"key": "[id]", "store": {"presplit": {"algorithm": "none"}}}')
    changes = whole['comparison']['break_even']
    equal('the best design changes once', [(it['query'], it['below'], it['above']) for it in changes],
          [('eight', 'buckets', 'plain')])
    near('... at the share that the work of the busiest server says', changes[0]['share'], 0.5 / 3.46, 0.002)
    near('... and the result says the share of now', changes[0]['share_now'], 0.1, 0.01)


def raw_scans_say_what_they_miss():
    """user1 to user2 as text also finds user10 ..; following ids it finds one user's rows alone."""
    path = scenario('raw', workload={'fields': {'n': 'sequence', 'id': {'expr': 'n % 20'},
                                                'user': {'expr': "concat('user', n % 20)"}},
                                     'mix': {'put': '100/s', 'by_id': '5/s', 'by_name': '5/s'}},
                    queries={'by_id': {'scan': {'from': '[id]', 'to': '[id + 1]'}},
                             'by_name': {'scan': {'from': '[user]', 'to': "[concat('user', n % 20 + 1)]"}}},
                    designs={'ids': '[id][n]', 'names': '[user]_[n]'},
                    store={'profile': 'hbase', 'servers': 2}, run={'operations': 20000, 'preload': {'rows': 20000}})
    seen = designs('compare', path)
    exact = query(seen['ids'], 'by_id')
    equal('from id to id + 1 misses nothing', (exact['rows_missed'], exact['rows_foreign']), (0, 0))
    check('... and finds the rows of one id', exact['rows_examined']['mean'] > 1000, exact['rows_examined'])
    # Texts: user0..user1 holds user0 alone; user1..user2 also user10..user19; user2..user9 each its own;
    # user10..user18 to the next their own; user9 to user10 and user19 to user20 find: user9 > user10 none, user19 alone.
    text = query(seen['names'], 'by_name')
    rows = text['rows_examined']['mean']
    check('text ids find foreign rows', text['rows_foreign'] > 0, text)
    near('... of ten other users one time in twenty: half a user each', text['rows_foreign'] / (rows - text['rows_foreign']),
         0.5 / 0.95, 0.12)
    check('... and miss those of user9, which sorts behind user10', text['rows_missed'] > 0, text)


def a_reference_costs_a_get_more():
    """An index of references: a scan of the index, and a get of each match in the table of rows."""
    path = scenario('reference', workload={'fields': {'order': 'sequence', 'buyer': {'uniform': 1000}},
                                           'mix': {'put': '100/s', 'of_buyer': '2/s'}},
                    queries={'of_buyer': 'where buyer = $buyer'},
                    designs={'index': {'tables': {'rows': '[order]', 'by_buyer': {'key': '[buyer][order]', 'holds': 'reference'}}},
                             'copy': {'tables': {'rows': '[order]', 'by_buyer': '[buyer][order]'}}},
                    store={**PLAIN, 'servers': 1, 'presplit': {'algorithm': 'none'}},
                    run={'operations': 5000, 'preload': {'rows': 20000}})
    seen = designs('compare', path, '--set', 'workload.mix={"put": "4/s", "of_buyer": "1/s"}')
    index, copy = (query(seen[name], 'of_buyer') for name in ('index', 'copy'))
    equal('both read the table by buyer', (index['table'], copy['table']), ('by_buyer', 'by_buyer'))
    rows = copy['rows_examined']['mean']
    near('a copy costs a seek and its rows', copy['work_ms'], 1 + 0.01 * rows, 0.01)
    near('a reference costs a get more for each', index['work_ms'], 1 + 0.01 * rows + rows, 0.5)
    check('... which come after the scan', index['latency_ms']['p50'] >= index['work_ms'] * 0.7, index['latency_ms'])
    bytes_of = {name: {table['name']: table['row_bytes']['mean'] for table in seen[name]['tables']} for name in seen}
    equal('a reference holds its key and the key it points to', bytes_of['index']['by_buyer'], 16 + 8)
    equal('a copy holds the row', bytes_of['copy']['by_buyer'], 16 + 100)


def what_a_table_held_before():
    """By time, by rows, by bytes; of very many a sample stands for all."""
    base = dict(workload={'fields': {'id': 'sequence', 'ts': {'clock': {'unit': 'ms'}}},
                          'mix': {'put': '1k/s', 'minute': '1/s'}},
                queries={'minute': 'where ts between now - 60s and now'},
                designs={'by time': '[ts][id]'}, store={'profile': 'hbase', 'servers': 4})
    for name, preload, rows in (('time', '100s', 100000), ('rows', {'rows': 123456}, 123456),
                                # a row: 16 bytes of key, 100 of value, and what the store adds
                                ('bytes', {'bytes': 100000 * (16 + 100 + 12 + 8 + 4)}, None)):
        seen = designs('compare', scenario(f'preload-{name}', **base, run={'operations': 10000, 'preload': preload}))['by time']
        if rows:
            equal(f'preload by {name} holds its rows', seen['storage']['rows'], rows + seen['writes']['count'])
            near(f'preload by {name}: a minute is 60,000 rows', query(seen, 'minute')['rows_examined']['p50'], 60000, 700)
        else:
            row = seen['tables'][0]['row_bytes']['mean']
            near(f'preload by {name} holds as many rows as fit', seen['storage']['rows'] - seen['writes']['count'],
                 preload['bytes'] / row, 1)
    huge = designs('compare', scenario('preload-huge', **base, run={'operations': 10000, 'preload': {'rows': 10 ** 10}}))['by time']
    near('ten billion rows are held by a sample', huge['storage']['rows'] / 1e10, 1, 1e-3)
    minute = query(huge, 'minute')
    near('... and a minute of them is priced within its error', minute['rows_examined']['mean'] / 60000, 1,
         4 * minute['rows_error'])
    check('... which is said', minute['rows_error'] > 0.1 and warned(huge, 'estimated-reads'), minute['rows_error'])
    some = designs('compare', scenario('preload-repeats', workload={'fields': {'user': {'uniform': 5000}}, 'mix': {'put': '1k/s'}},
                                       designs={'users': '[user]'}, run={'operations': 10000, 'preload': {'rows': 10 ** 9}}))['users']
    equal('keys that repeat are no more rows than keys', some['storage']['rows'], 5000)


def before_the_run():
    """`check` prices queries; history that is too short, and reads that nothing can serve, are said."""
    path = scenario('checked', workload={'fields': {'id': 'sequence', 'ts': {'clock': {'unit': 'ms'}}},
                                         'mix': {'put': '1k/s', 'hour': '10/s'}},
                    queries={'hour': 'where ts between now - 1h and now'},
                    designs={'by time': '[ts][id]'}, store={'profile': 'hbase', 'servers': 2}, run={'operations': 100000})
    code, out, err = run('check', path, '--json', '--set', 'run.preload=2h')
    seen = json.loads(out)['designs'][0]['queries'][0]
    near('check tells the rows that a query will read', seen['rows_examined'] / 3.6e6, 1, 0.05)
    near('... and how many a second', seen['rows_per_s'] / 3.6e7, 1, 0.05)
    check('... and that the cluster cannot', 'what the whole cluster has to give' in err, err)
    code, out, err = run('check', path, '--json')
    check('a query that looks back further than there are rows is told', 'preload and run hold' in err, err)


def reads_of_slices():
    """One slice where the sharding key is known, all 1024 where it is not."""
    path = scenario('slices', workload={'fields': {'car': {'uniform': 200, 'format': 'c%d'}, 'trip': {'uniform': 5, 'format': 't%d'},
                                                   'n': 'sequence'},
                                        'mix': {'put': '1k/s', 'of_car': '10/s', 'of_trip': '1/s'}},
                    queries={'of_car': 'where car = $car', 'of_trip': 'where trip = $trip'},
                    designs={'car': '[car].[trip]_[n]'}, store='iguazio', run={'operations': 20000})
    seen = designs('compare', path)['car']
    equal('a bound sharding key touches one slice', query(seen, 'of_car')['partitions']['max'], 1)
    every = query(seen, 'of_trip')
    equal('without it all 1024 are read', (every['ranges']['max'], every['partitions']['max']), (1024, 1024))
    near('... every row of them', every['rows_examined']['max'] / seen['storage']['rows'], 1, 0.01)
    equal('... with every sharding key', seen['reads']['sharding_keys'], {'accessed': 200, 'total': 200})


def rows_stored_before_are_planned_for():
    """Of ten million only every tenth is given: the others count as well, in `explain` as in a run."""
    path = scenario('stored', workload={'fields': {'id': 'sequence', 'host': {'uniform': {'cardinality': 50}}},
                                        'mix': {'put': '100/s', 'few': '1/s'}},
                    queries={'few': 'where id between $id and $id + 99'}, designs=['[host][id]'],
                    store=PLAIN, run={'operations': 2000, 'preload': {'rows': 10000000}})
    code, out, err = run('explain', path)
    check('explain expects the ten million rows', code == 0 and 'about 10 M rows read for 100' in ' '.join(out.split()),
          out + err)


def rows_are_known_where_nothing_is_written():
    """Only reads, of 40,000 rows: 20 hosts of 2000, of which three scans of 50 bring the newest 50."""
    path = scenario('read-only', workload={'fields': {'n': 'sequence', 'host': {'expr': 'n % 20'},
                                                      'kind': ['in', 'out', 'lost']},
                                           'mix': {'newest': '10/s'}},
                    queries={'newest': 'where host = 7 order by n desc limit 50'},
                    designs={'all': '[host][kind][n DESC]'}, store=PLAIN,
                    run={'operations': 1000, 'preload': {'rows': 40000}})
    seen = query(designs('compare', path)['all'], 'newest')
    equal('a run knows how many rows a host has', (seen['ranges']['max'], seen['rows_examined']['max']), (3, 150))
    code, out, err = run('explain', path)
    said = ' '.join(out.split())
    check('... and explain does', code == 0 and 'about 150 rows read for 50' in said, out + err)
    check('... which shows a key though none is written', 'example' in said, out)


each(a_scan_costs_a_seek_and_its_rows, ranges_run_side_by_side, necessary_ranges_hold_a_match,
     a_point_read_is_one_get_or_a_hundred, the_winner_changes_at_the_share_that_the_work_says,
     raw_scans_say_what_they_miss, a_reference_costs_a_get_more, what_a_table_held_before, before_the_run,
     reads_of_slices, rows_stored_before_are_planned_for, rows_are_known_where_nothing_is_written)
