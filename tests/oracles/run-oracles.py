#!/usr/bin/env python3
"""Known answers through the binary: queueing formulas, occupancy, and the digests of 200,000 keys."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import counts, designs, each, equal, near, write  # noqa: E402
from model import md5, peak_to_mean  # noqa: E402

# (name, rho, handlers, service, operations, mean, p99 or None, tolerance of the mean); the mean service is 1 ms.
# M/M/1: W = 1 / (1 - rho), p99 = ln(100) W. M/D/1 and M/G/1: Pollaczek-Khinchine; p99 of M/D/1: Erlang.
# M/M/8: Erlang C.
STATIONS = (
    ('M/M/1 at 0.5', 0.5, 1, {'distribution': 'exponential'}, 4e6, 2, 9.210, 0.02),
    ('M/M/1 at 0.8', 0.8, 1, {'distribution': 'exponential'}, 4e6, 5, 23.03, 0.02),
    ('M/M/1 at 0.9', 0.9, 1, {'distribution': 'exponential'}, 2e7, 10, 46.05, 0.02),
    ('M/D/1 at 0.5', 0.5, 1, {'distribution': 'deterministic'}, 4e6, 1.5, 4.336, 0.02),
    ('M/D/1 at 0.8', 0.8, 1, {'distribution': 'deterministic'}, 4e6, 3, 11.356, 0.02),
    ('M/M/8 at 0.8', 0.8, 8, {'distribution': 'exponential'}, 4e6, 1.28603, None, 0.02),
    ('M/M/8 at 0.9', 0.9, 8, {'distribution': 'exponential'}, 4e6, 1.87692, 7.087, 0.02),
    ('M/G/1 lognormal of cv 2 at 0.8', 0.8, 1, {'distribution': 'lognormal', 'cv': 2}, 5e6, 11, None, 0.06),
)


def queueing():
    """One station, open arrivals: the mean and the 99th percentile of the time in the system."""
    for name, rho, handlers, service, operations, mean, p99, tolerance in STATIONS:
        scenario = write('station.json', {
            'seed': 20240101,
            'workload': {'fields': {'k': {'sequence': {'start': 0}}}, 'mix': {'put': f'{rho * handlers * 1000:g}/s'}},
            'designs': ['[k]'],
            'store': {'profile': 'custom', 'handlers': handlers, 'service': dict(service, put_us=1000)},
            'run': {'operations': int(operations)}})
        seen = next(iter(designs('compare', scenario).values()))['latency_ms']['put']
        near(f'{name}: mean', seen['mean'], mean, mean * tolerance)
        if p99:
            near(f'{name}: p99', seen['p99'], p99, p99 * 0.05)


def occupancy():
    """The hottest of 1024 slices under a perfect hash, as the result judges skew by it."""
    for operations, chance in ((10000, 2.189), (100000, 1.345), (1000000, 1.1056)):
        scenario = write('occupancy.json', {
            'workload': {'fields': {'k': {'sequence': {'start': 0}}}}, 'designs': ['<k>'],
            'store': 'iguazio', 'run': {'operations': operations}})
        writes = next(iter(designs('compare', scenario).values()))['writes']
        near(f'chance of 1024 slices with {operations} writes', writes['chance']['peak_to_mean'], chance,
             0.01 * chance)


def digests():
    """md5 of user0000000000 to user0000199999 by its top ten bits."""
    scenario = write('digests.json', {
        'workload': {'fields': {'user': {'sequence': {'start': 0}, 'format': 'user%010d'}}},
        'designs': {'md5': {'key': '[md5(user)]', 'store': {'presplit': {'algorithm': 'hex', 'regions': 1024}}}},
        'store': 'custom', 'run': {'operations': 200000}})
    design = designs('compare', scenario)['md5']
    writes = counts(design)
    right = [0] * 1024
    for i in range(200000):
        right[int(md5(f'user{i:010d}')[:3], 16) >> 2] += 1
    equal('md5 of 200,000 users: every slice', writes, right)
    equal('md5 of 200,000 users: most in slice 259, least', (writes.index(max(writes)), max(writes), min(writes)),
          (259, 238, 153))
    near('md5 of 200,000 users: chi-square', design['writes']['chance']['chi_square'], 1042.51, 0.01)
    near('md5 of 200,000 users: max/mean', design['writes']['partitions']['peak_to_mean'], peak_to_mean(right), 1e-9)


each(queueing, occupancy, digests)
