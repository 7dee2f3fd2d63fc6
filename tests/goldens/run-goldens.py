#!/usr/bin/env python3
"""Skew on public recordings, against what an independent program found: recordings.tsv, to 1e-4.

The recordings are no part of this project. They are looked for in $HOTSIM_DATA or in ../shared/data beside
the checkout, and where they are absent the rows are skipped.
"""

import csv
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import CHECKOUT, RunFailed, check, designs, finish, skip, write  # noqa: E402

DATA = pathlib.Path(os.environ.get('HOTSIM_DATA', CHECKOUT.parent / 'shared' / 'data'))
TRACES = {
    'dns': {'path': 'zeek/dns.log.gz', 'format': 'tsv', 'comment': '#', 'rate_per_s': 1000,
            'columns': {'ts': 1, 'host': 3, 'query': 10}},
    'ssl': {'path': 'zeek/ssl.log.gz', 'format': 'tsv', 'comment': '#', 'rate_per_s': 1000,
            'columns': {'ts': 1, 'src': 3, 'dst': 5}},
    'capmetrics': {'path': 'capmetrics/2017-03-21.csv.gz', 'format': 'csv', 'time': {'field': 'timestamp'},
                   'sort': 'time'},
    'retail': {'path': 'retail/online-retail.csv.xz', 'format': 'csv', 'rate_per_s': 1000,
               'null': '', 'null_as': 'NULL'},
    'cache2k': {'path': 'cache2k/orm-busy.head500k.csv.gz', 'format': 'csv', 'rate_per_s': 1000,
                'types': {'type': 'long', 'id': 'long', 'index': 'long'}},
    'corda': {'path': 'corda/vaultservice.csv.gz', 'format': 'csv', 'rate_per_s': 1000},
}
PRESPLITS = {
    'range': {'algorithm': 'learned', 'regions': 16, 'fraction': 0.1},
    'md5nib': {'algorithm': 'keys', 'keys': list('123456789abcdef')},
    'md5_1024': {'algorithm': 'hex', 'regions': 1024},
}
METRICS = ('peak_to_mean', 'cv', 'gini', 'jain', 'entropy_ratio')
TOLERANCE = 1e-4


def rows():
    with open(HERE / 'recordings.tsv', encoding='utf-8', newline='') as file:
        lines = (line for line in file if not line.startswith('#'))
        yield from csv.DictReader(lines, delimiter='\t', quoting=csv.QUOTE_NONE)


def compare(recording, wanted):
    """One run with every key of a recording."""
    trace = dict(TRACES[recording], path=str(DATA / TRACES[recording]['path']))
    scenario = write(f'{recording}.json', {
        'workload': {'trace': trace},
        'designs': {f'{row["how"]} {row["key"]}': {'key': row['key'], 'store': {'presplit': PRESPLITS[row['how']]}}
                    for row in wanted},
        'store': {'profile': 'custom', 'servers': 4, 'handlers': 100},
        'run': {'windows': 100}})
    return designs('compare', scenario)


def worst(design, row):
    """The largest deviation from a row, as (metric, seen, wanted)."""
    writes = design['writes']
    seen = {name: writes['partitions'][name] for name in METRICS}
    seen['win'] = writes['windows']['partition_peak_to_mean']['mean']
    wanted = {name: float(row[name if name != 'peak_to_mean' else 'max_mean']) for name in seen}
    name = max(seen, key=lambda metric: abs(seen[metric] - wanted[metric]))
    return name, seen[name], wanted[name]


def main():
    every = list(rows())
    for recording, trace in TRACES.items():
        wanted = [row for row in every if row['recording'] == recording]
        names = [f'golden {recording} {row["how"]} {row["key"]}' for row in wanted]
        if not (DATA / trace['path']).exists():
            for name in names:
                skip(name, f'no recording {trace["path"]} in {DATA} (set HOTSIM_DATA)')
            continue
        try:
            seen = compare(recording, wanted)
        except RunFailed as fault:
            for name in names:
                check(name, False, fault)
            continue
        for name, row in zip(names, wanted):
            design = seen[f'{row["how"]} {row["key"]}']
            metric, value, right = worst(design, row)
            count = design['writes']['count']
            check(name, count == int(row['events']) and abs(value - right) <= TOLERANCE,
                  f'{metric} {value}, wanted {right}; {count} events of {row["events"]}')
    finish()


main()
