#!/usr/bin/env python3
"""What Iguazio's document claims: I1 to I14."""

import collections
import json
import pathlib
import sys
from datetime import datetime, timedelta, timezone

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import always, check, counts, designs, each, equal, near, queries, run  # noqa: E402
from model import igz_bucket, live_slices, slice_of  # noqa: E402


def slices_of(names):
    """Writes of each of 1024 slices."""
    writes = [0] * 1024
    for name in names:
        writes[slice_of(name)] += 1
    return writes


def I1():
    """The sharding key picks the slice; the leftmost dot divides."""
    seen = designs('compare', HERE / 'I1.json')
    wanted = [0] * 1024
    wanted[slice_of('16')] = 20000
    equal('I1 one sharding key is one slice', counts(seen['one user']), wanted)
    equal('I1 dots after the leftmost one change nothing', counts(seen['dots after it']), wanted)
    users = seen['user.time']['writes']
    live = len({slice_of(f'user{user:03d}') for user in range(200)})
    equal('I1 200 sharding keys live on the slices that their hashes name',
          (users['partitions']['active'], users['sharding_keys']['total']), (live, 200))
    equal('I1 without a dot the whole name is the sharding key',
          seen['no dot']['writes']['partitions']['active'], 1024)


def I2():
    """1024 slices a container."""
    design = designs('compare', HERE / 'I2.json')['user']
    writes = slices_of(f'user{user}' for user in range(100))
    equal('I2 all 1024 slices are counted', design['writes']['partitions']['count'], 1024)
    equal('I2 idle ones too', counts(design), writes)
    near('I2 the mean is over all of them', design['writes']['partitions']['mean'], 100 / 1024, 1e-9)


def dates_of(count):
    """So many days from 2018 on, as sorting keys."""
    start = datetime(2018, 1, 1, tzinfo=timezone.utc)
    return [(start + timedelta(days=n)).strftime('%Y%m%d') for n in range(count)]


def I3():
    """car_id.trip_id: three kinds of query on one slice each."""
    seen = queries(designs('compare', HERE / 'I3.json')['car.trip'])
    for name, trips in (('car', 200), ('trip_of_car', 1), ('trips_of_car', 10)):
        always(f'I3 {name}: one request to one slice', seen[name], ranges=1, partitions=1, rows_returned=trips)
        # After trip 49 begins with trip 49.
        check(f'I3 {name}: no more than its trips is read', seen[name]['rows_examined']['max'] - trips in (0, 1),
              seen[name]['rows_examined'])
    equal('I3 a trip of a car is a get', seen['trip_of_car']['plan'].split(':')[0], '1 get')
    always('I3 by the trip alone all slices and all items', seen['trip'], ranges=1024, partitions=1024,
           rows_examined=20000, rows_returned=100)


def I4():
    """A string sorting key scans its range, a number all items of the slice."""
    seen = designs('compare', HERE / 'I4.json')
    text, number = queries(seen['a string'])['by_text'], queries(seen['a number'])['by_number']
    always('I4 a string: ten days are ten items', text, ranges=1, partitions=1, rows_examined=10, rows_returned=10)
    # A driver has 200 items; what shares its slice is read as well.
    shared = collections.Counter(slice_of(f'driver{driver:02d}') for driver in range(100))
    always('I4 a number: one slice as well', number, ranges=1, partitions=1, rows_returned=10)
    equal('I4 all items of the slice: of all drivers on it', number['rows_examined']['max'],
          200 * max(shared.values()))
    near('I4 on average', number['rows_examined']['mean'], sum(200 * n * n for n in shared.values()) / 100, 8)
    near('I4 20 times as many and more', number['read_amplification'] / text['read_amplification'],
         number['rows_examined']['mean'] / 10, 1e-6)


def I5():
    """Live slices are bounded by the distinct sharding keys."""
    seen = designs('compare', HERE / 'I5.json')
    peaks = []
    for keys in (4, 100, 10000, 1000000):
        writes = seen[f'{keys} keys']['writes']
        mean, deviation = live_slices(keys)
        near(f'I5 {keys} sharding keys reach {mean:.1f} slices', writes['partitions']['active'], mean,
             4 * deviation + 0.5)
        peaks.append(writes['partitions']['peak_to_mean'])
        sharding = writes['sharding_keys']
        total = keys if keys <= 10000 else sharding['accessed']
        equal(f'I5 {keys} sharding keys: accessed and total are reported',
              (sharding['accessed'], sharding['total']), (total, keys if keys <= 10000 else sharding['total']))
    check('I5 more keys, less skew', peaks == sorted(peaks, reverse=True), peaks)
    check('I5 4 keys make one slice 256 times the mean', 250 < peaks[0] < 530, peaks)
    check('I5 a million keys are at the level of chance', peaks[3] < 1.25, peaks)


def I6():
    """date.device keeps a day on one slice."""
    seen = designs('compare', HERE / 'I6.json')
    day = seen['date.device']
    wanted = [0] * 1024
    for date in ('20180523', '20180524', '20180525'):
        wanted[slice_of(date)] += 86400
    equal('I6 three days are three slices', counts(day), wanted)
    equal('I6 each window has one slice', day['writes']['windows']['partition_peak_to_mean'],
          {'mean': 1024, 'p99': 1024, 'max': 1024})
    check('I6 the device in front spreads the day', seen['device.date']['writes']['partitions']['active'] > 850,
          seen['device.date']['writes']['partitions'])


def I7():
    """A random suffix divides one user over at most n slices."""
    seen = designs('compare', HERE / 'I7.json')
    for name, suffixes in (('one slice', ['johnd']), ('2 suffixes', ['johnd_0', 'johnd_1']),
                           ('64 suffixes', [f'johnd_{n}' for n in range(64)])):
        slices = sorted({slice_of(suffix) for suffix in suffixes})
        used = [index for index, writes in enumerate(counts(seen[name])) if writes]
        equal(f'I7 {name}: the slices of its suffixes', used, slices)
        always(f'I7 {name}: a get asks for each suffix, and one has it', queries(seen[name])['get'],
               ranges=len(suffixes), ranges_necessary=1, partitions=len(slices), rows_returned=1)


def I8():
    """suffix = xxHash(sorting key) % 64."""
    code, out, err = run('explain', '--key', '<sharding>_{xxHash(<sorting>) % 64}.<sorting>', '--encoding', 'text',
                         '--field', 'sharding=16', '--field', 'sorting=20180602', '--json')
    equal('I8 driver 16 on 20180602 is the vendor\'s own item', (json.loads(out) if code == 0 else {'key': err})['key'],
          '16_36.20180602')
    suffixes = [igz_bucket(date) for date in dates_of(20000)]
    seen = designs('compare', HERE / 'I8.json')
    wrong, live, hottest = [], [], []
    for driver in range(16, 32):
        writes = [0] * 1024
        for suffix in suffixes:
            writes[slice_of(f'{driver}_{suffix}')] += 1
        design = seen[str(driver)]
        if counts(design) != writes:
            wrong.append(driver)
        live.append(design['writes']['partitions']['active'])
        hottest.append(design['writes']['partitions']['top_share'])
    equal('I8 sixteen drivers fill the slices that the formula names', wrong, [])
    # One driver's live slices deviate by 1.35; the mean of sixteen by 0.34.
    near('I8 a driver is on 62.07 of 1024 slices on average', sum(live) / 16, 62.07, 1.1)
    near('I8 the hottest slice has about 1/32', sum(hottest) / 16, 1.9 / 64, 0.3 / 64)


def I9():
    """All items of a user: a request a suffix."""
    seen = {name: queries(design)['all'] for name, design in designs('compare', HERE / 'I9.json').items()}
    for name, suffixes in (('plain', 1), ('8 random', 8), ('64 random', 64), ('recalculated', 64)):
        always(f'I9 {name}: {suffixes} requests, all of them needed', seen[name], ranges=suffixes,
               ranges_necessary=suffixes, rows_examined=1000, rows_returned=1000)
    slices = [len({slice_of(f'user{user:02d}_{n}') for n in range(64)}) for user in range(20)]
    for name in ('64 random', 'recalculated'):
        partitions = seen[name]['partitions']
        equal(f'I9 {name}: on at most as many slices as the hashes name', partitions['max'], max(slices))
        near(f'I9 {name}: on average', partitions['mean'], sum(slices) / 20, 0.25)


def I10():
    """The platform queries by the original key: 64 requests, 1 with the sorting key."""
    seen = queries(designs('compare', HERE / 'I10.json')['recalculated'])
    always('I10 by the user: 64 requests', seen['by_user'], ranges=64, rows_examined=1000, rows_returned=1000)
    equal('I10 one a suffix', seen['by_user']['shape'], 'scatter')
    always('I10 with the sorting key: 1', seen['by_both'], ranges=1, partitions=1, rows_examined=1, rows_returned=1)
    always('I10 with two of them: 2', seen['two_dates'], ranges=2, rows_returned=2)
    always('I10 by the sorting key alone: all slices', seen['by_date'], ranges=1024, rows_examined=20000,
           rows_returned=20)


def I11():
    """Off by one: the suffixes are 0 to 63, and the text reads 1 to 64."""
    seen = designs('compare', HERE / 'I11.json')
    suffixes = collections.Counter(igz_bucket(date) for date in dates_of(8000))
    equal('I11 the suffixes are 0 to 63', sorted(suffixes), list(range(64)))
    followed = queries(seen['by hand'])['from_1_to_64']
    always('I11 johnd_1 to johnd_64: 64 requests, of which the last finds nothing', followed, ranges=64,
           ranges_necessary=63)
    always('I11 and the items of johnd_0 are missed', followed, rows_returned=8000 - suffixes[0])
    near('I11 which are 1 in 64', suffixes[0] / 8000, 1 / 64, 4 * (1 / 64 * 63 / 64 / 8000) ** 0.5)
    always('I11 the platform asks for 0 to 63, and has them all', queries(seen['by the platform'])['all'], ranges=64,
           ranges_necessary=64, rows_returned=8000)


def I12():
    """Ingesting by sharding key leaves a backlog on one slice and 1023 idle; by sorting key all are busy."""
    path = HERE / 'I12.json'
    by_device = designs('compare', path)['device.minute']
    by_minute = designs('compare', path, '--set', 'workload.order.by=sorting')['device.minute']
    as_made = designs('compare', path, '--set', 'workload.order=null')['device.minute']
    equal('I12 the same rows end in the same slices', counts(by_device), counts(by_minute))
    equal('I12 by sorting key is how they were made', by_minute['timeline'], as_made['timeline'])
    # 200 readings of each of 200 devices: a window of 200 is one device, and every device once a minute.
    shares = {window['hottest_partition_share'] for window in by_device['timeline']['windows']}
    equal('I12 by sharding key each window is one slice', shares, {1})
    slices = [slice_of(str(device)) for device in range(200)]
    most = max(slices.count(one) for one in set(slices))
    equal('I12 by sorting key each window has all devices',
          {window['hottest_partition_share'] for window in by_minute['timeline']['windows']}, {most / 200})
    # One slice after the other, each one reading of 1.5 ms at a time; devices come in the order of their texts.
    order = sorted(range(200), key=str)
    free, waits = {}, []
    for n in range(40000):
        at, where = n * 0.25, slice_of(str(order[n // 200]))
        free[where] = max(free.get(where, 0), at) + 1.5
        waits.append(free[where] - at)
    near('I12 by sharding key: readings wait as those of their slice before them let them',
         by_device['latency_ms']['put']['mean'], sum(waits) / len(waits), 0.01)
    near('I12 by sharding key: the last of a device more than 250 ms', by_device['latency_ms']['put']['max'],
         max(waits), 0.01)
    check('I12 by sorting key: no reading waits for more than the others of its slice',
          by_minute['latency_ms']['put']['max'] <= most * 1.5 + 0.01, by_minute['latency_ms'])
    longest = {name: max(part['queue_max'] for part in design['partitions'])
               for name, design in (('device', by_device), ('minute', by_minute))}
    check('I12 the longest queue of a slice: 166 or more, against at most its devices',
          longest['device'] >= 166 and longest['minute'] <= most, longest)


def I13():
    """Recalculating is for flat tables."""
    seen = designs('compare', HERE / 'I13.json')
    start, flat = 1262304000, 'johnd'
    times = [start + n * 31557600 // 1000 for n in range(8000)]
    dates = [datetime.fromtimestamp(ts, timezone.utc) for ts in times]
    names = {
        'flat': [flat] * 8000,
        'by year': [f'year={date.year}/johnd' for date in dates],
        'by month': [f'year={date.year}/month={date.month:02d}/johnd' for date in dates],
        'recalculated': [f'johnd_{igz_bucket(str(ts))}' for ts in times],
    }
    for design, keys in names.items():
        equal(f'I13 {design}: {len(set(keys))} sharding keys of one user', counts(seen[design]),
              slices_of(keys))
    active = {name: seen[name]['writes']['partitions']['active'] for name in names}
    check('I13 many partitions spread a user as far as recalculated keys do',
          active['flat'] == 1 and active['by month'] >= active['recalculated'], active)


def I14():
    """Never modify the attributes that make the key."""
    seen = designs('compare', HERE / 'I14.json')
    beside, inside, index = seen['beside it'], seen['in the key'], seen['by an index']
    done = {entry: latency['count'] for entry, latency in beside['latency_ms'].items()}
    puts, updates, deletes = done['put'], done['update'], done['delete']
    for design in seen.values():
        equal('I14 the stream is the same for all', {k: v['count'] for k, v in design['latency_ms'].items()}, done)
    changes = inside['writes']['key_changes']
    # A state drawn anew from 4 is another in 3 of 4 updates.
    near('I14 3 of 4 updates change the key', changes / updates, 3 / 4, 4 * (3 / 16 / updates) ** 0.5 / (3 / 4))
    equal('I14 and none does beside it', beside['writes']['key_changes'], 0)
    equal('I14 an update is one write', beside['writes']['count'], puts + updates + deletes)
    equal('I14 of a row that is there', beside['writes']['overwrites'], updates)
    equal('I14 or a delete and a put', inside['writes']['count'], puts + updates + deletes + changes)
    equal('I14 which overwrites nothing', inside['writes']['overwrites'], updates - changes)
    equal('I14 with an index both are written', index['writes']['count'],
          2 * (puts + updates + deletes) + changes)
    for name, design, tables in (('beside it', beside, 1), ('in the key', inside, 1), ('index', index, 2)):
        equal(f'I14 {name}: what is left is what was put and not deleted', design['storage']['rows'],
              tables * (puts - deletes))
        for query in design['queries']:
            always(f'I14 {name}: {query["name"]} finds its record as it is now', query, rows_returned=1)
    equal('I14 every key of its own was written', beside['writes']['distinct_keys'], puts)
    check('I14 a finding says so', any(w['code'] == 'key-changes' for w in inside['warnings']) and
          not any(w['code'] in ('key-changes', 'not-unique') for w in beside['warnings']), inside['warnings'])


each(I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14)
