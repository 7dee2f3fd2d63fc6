#!/usr/bin/env python3
"""Whose records queries read: any alike, any value alike, or the newest; against sums over the records' law."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from lib import check, designs, each, equal, near, queries, run, write  # noqa: E402

USERS = 100
H = sum(1 / k for k in range(1, USERS + 1))
TOP = 1 / H  # the hottest user's share of the records


def users(pick, rows, users=USERS, **mix):
    """Records of users by Zipf's law, all stored before; the hottest user's rows are a region."""
    return write(f'users-{json.dumps(pick)}-{rows}-{users}.json'.replace('"', ''), json.dumps({
        'workload': {'fields': {'n': 'sequence',
                                'user': {'zipf': {'cardinality': users, 'theta': 1}, 'format': 'u%03d'}},
                     'mix': mix or {'theirs': 1}},
        'queries': {'theirs': {'where': 'where user = $user', 'pick': pick}, 'one': 'where user = $user and n = $n'},
        'designs': {'d': {'key': '[user]_[n]', 'store': {'presplit': {'algorithm': 'keys', 'keys': ['u001']}}}},
        'store': {'profile': 'hbase', 'servers': 2},
        'run': {'operations': 20000, 'preload': {'rows': rows}}}))


def share_of_first(design):
    reads = [part['reads'] for part in design['partitions']]
    return reads[0] / sum(reads)


def uniform_takes_the_skew_out():
    rows = 20000
    written = designs('run', users('as_written', rows))['d']
    uniform = designs('run', users('uniform', rows))['d']
    squares = sum((1 / k / H) ** 2 for k in range(1, USERS + 1))
    near('as written the hottest user is read as often as written', share_of_first(written), TOP, 0.02 * TOP + 0.006)
    near('uniform: one time in a hundred', share_of_first(uniform), 1 / USERS, 0.003)
    near('as written a read returns N sum(p^2) rows', queries(written)['theirs']['rows_returned']['mean'],
         rows * squares, 0.05 * rows * squares)
    near('uniform: N / 100', queries(uniform)['theirs']['rows_returned']['mean'], rows / USERS, 0.06 * rows / USERS)


def a_sampled_preload_is_read_by_value_too():
    """Of 3,000,000 rows every third is given."""
    near('as written', share_of_first(designs('run', users('as_written', 3000000))['d']), TOP, 0.012)
    near('uniform', share_of_first(designs('run', users('uniform', 3000000))['d']), 1 / USERS, 0.003)


def ids(pick, rows, name='newer', **mix):
    return write(f'ids-{name}-{rows}-{sum(mix.values())}.json', json.dumps({
        'workload': {'fields': {'id': 'sequence'}, 'mix': mix or {'newer': 1}},
        'queries': {'newer': {'where': 'where id >= $id', 'pick': pick}, 'one': 'where id = $id'},
        'designs': ['[id]'], 'store': {'profile': 'hbase', 'servers': 2},
        'run': {'operations': 20000, 'preload': {'rows': rows}}}))


def latest_reads_by_age():
    """`id >= $id` returns as many rows as the drawn record is old, itself too."""
    rows = 10000
    for theta in (0.5, 1):
        weights = [k ** -theta for k in range(1, rows + 1)]
        whole = sum(weights)
        below, median = 0, 0
        while below < whole / 2:
            below += weights[median]
            median += 1
        seen = queries(designs('run', ids({'latest': {'theta': theta}}, rows, f'latest{theta}'))['[id]'])['newer']
        mean = sum(k * w for k, w in enumerate(weights, 1)) / whole
        near(f'theta {theta}: the mean age', seen['rows_returned']['mean'], mean, 0.05 * mean)
        near(f'theta {theta}: half are at most so old', seen['rows_returned']['p50'], median, 0.12 * median)
    written = queries(designs('run', ids('as_written', rows))['[id]'])['newer']
    near('as written half of the rows are newer', written['rows_returned']['p50'], rows / 2, 0.04 * rows)


def what_the_mix_does_not_draw_is_priced_alike():
    """20 users: each once. Ages under theta 100: always the newest."""
    rows = 20000
    seen = queries(designs('run', users('uniform', rows, 20, one=1))['d'])['theirs']
    equal('uniform: each user is priced once', (seen['count'], seen['occurrences']), (0, 20))
    near('... so that the mean is that of a user', seen['rows_returned']['mean'], rows / 20, 0.01)
    seen = queries(designs('run', ids({'latest': {'theta': 100}}, rows, 'priced', one=1))['[id]'])['newer']
    equal('latest: the newest record is priced', (seen['count'], seen['rows_returned']['max']), (0, 1))


def a_raw_scan_picks_by_what_its_bounds_name():
    path = write('raw.json', json.dumps({
        'workload': {'fields': {'n': 'sequence', 'user': {'zipf': {'cardinality': USERS, 'theta': 1}}},
                     'mix': {'theirs': 1}},
        'queries': {'theirs': {'scan': {'from': '[user]', 'to': '[user + 1]'}, 'pick': 'uniform'}},
        'designs': ['[user][n]'], 'store': {'profile': 'hbase', 'servers': 2},
        'run': {'operations': 20000, 'preload': {'rows': 20000}}}))
    near('uniform: N / 100', queries(designs('run', path)['[user][n]'])['theirs']['rows_examined']['mean'], 200, 12)


def threads_change_nothing():
    path = write('threads.json', json.dumps({
        'workload': {'fields': {'n': 'sequence', 'user': {'zipf': {'cardinality': 5000, 'theta': 1}}},
                     'mix': {'put': '100/s', 'uniform': '50/s', 'latest': '50/s'}},
        'queries': {'uniform': {'where': 'where user = $user', 'pick': 'uniform'},
                    'latest': {'where': 'where user = $user', 'pick': 'latest'}},
        'designs': ['[user][n]', '[n][user]', 'b = n % 4; [b][user][n]'], 'store': {'profile': 'hbase', 'servers': 2},
        'run': {'operations': 20000, 'preload': {'rows': 5000}}}))
    seen = [run('compare', path, '--json', '--no-plots', '-q', '-o', f'threads{i}', '-j', threads)
            for i, threads in enumerate((1, 2, 2))]
    check('the bytes are the same whatever the threads, and again', seen[0][0] == 0 and seen[0] == seen[1] == seen[2],
          seen[0][2])


def what_cannot_be_picked_is_refused():
    csv = write('rows.csv', 'ts,user\n1,a\n2,b\n3,a\n')
    path = write('recorded.json', json.dumps({
        'workload': {'trace': {'path': csv, 'time': {'field': 'ts', 'unit': 's'}}, 'mix': {'theirs': '1/s'}},
        'queries': {'theirs': {'where': 'where user = $user', 'pick': 'latest'}},
        'designs': ['[user]'], 'run': {'operations': 10}}))
    code, _, err = run('run', path)
    check('in a recording `$` takes the values of its row: exit 2', code == 2, code)
    check('... it is said, at the pick', '"latest"' in err and 'come from a recording' in err, err)
    check('... and what to do', 'leave `pick` out' in err, err)


each(uniform_takes_the_skew_out, a_sampled_preload_is_read_by_value_too, latest_reads_by_age,
     what_the_mix_does_not_draw_is_priced_alike, a_raw_scan_picks_by_what_its_bounds_name, threads_change_nothing,
     what_cannot_be_picked_is_refused)
