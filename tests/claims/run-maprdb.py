#!/usr/bin/env python3
"""What MapR's document claims: M1 to M8."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, queries, result, run  # noqa: E402
from model import md5, long_bytes, peak_to_mean  # noqa: E402


def M1():
    """Hashing keys spreads writes: from 16 to the level of chance."""
    seen = designs('compare', HERE / 'M1.json')
    equal('M1 a rising key has all writes on one of 16 tablets',
          seen['rising']['writes']['partitions']['peak_to_mean'], 16)
    writes = [0] * 16
    for i in range(100000):
        writes[int(md5(i)[0], 16)] += 1
    hashed = seen['hashed']['writes']
    equal('M1 the hashed key fills the tablets as its MD5 says', counts(seen['hashed']), writes)
    near('M1 the hashed peak is that of these digests', hashed['partitions']['peak_to_mean'],
         peak_to_mean(writes), 1e-9)
    # 100,000 keys thrown at 16 tablets: mean of the maximum about 1.022 of the mean (1.056 at 16,000, 1.007 at 1e6).
    near('M1 chance alone would give 1.02', hashed['chance']['peak_to_mean'], 1.022, 0.002)
    check('M1 the hashed peak is no hotspot by chi-square', 0.001 < hashed['chance']['p_value'] < 0.999,
          hashed['chance'])


def M2():
    """Inverting the byte order spreads sequential keys, but not consecutive ones."""
    seen = designs('compare', HERE / 'M2.json')
    whole = seen['bytes']['writes']
    equal('M2 inverted bytes are even over the run', counts(seen['bytes']), [40960 // 16] * 16)
    equal('M2 sixteen consecutive ids share one tablet of sixteen',
          whole['windows']['partition_peak_to_mean']['mean'], 16)
    equal('M2 inverted digits fill ten of sixteen tablets, evenly',
          counts(seen['digits']), [4096] * 10 + [0] * 6)


def M3():
    """The salt ffe5 and its inverse."""
    preset = designs('compare', HERE / 'M3.json')['salted']
    program = preset['key']
    code, out, err = run('explain', '--key', program, '--field', 'ts=1364248490', '--json')
    check('M3 1364248490 becomes ffe51364248490', '"ffe51364248490"' in out, out + err)
    equal('M3 the result says that the key can be read back', preset['invertible'], True)
    lost = []
    for ts in list(range(1364248490, 1364248510)) + [0, 7, 99999999999]:
        key = md5(ts)[-4:] + str(ts)
        code, out, err = run('explain', '--key', program, '--field', f'ts={ts}', '--decode', key)
        if code != 0 or str(ts) not in out.replace(key, ''):
            lost.append((key, out, err))
    equal('M3 dropping the four digits gives every timestamp back', lost, [])
    writes = [0] * 16
    for ts in range(1364248490, 1364248490 + 20000):
        writes[int(md5(ts)[-4], 16)] += 1
    equal('M3 the salt spreads as its digits do', counts(preset), writes)


def M4():
    """Hashed keys make subrange scans inefficient: 1 scan of 100 rows, or all rows, or 65,536 scans."""
    seen = {name: queries(design) for name, design in designs('compare', HERE / 'M4.json').items()}
    plain = seen['plain']['subrange']
    equal('M4 under the plain key 100 consecutive ids are 1 scan of 100 rows on 1 tablet',
          [plain[what]['max'] for what in ('ranges', 'rows_examined', 'rows_returned', 'partitions')],
          [1, 100, 100, 1])
    for name in ('hashed', 'salted'):
        whole = seen[name]['subrange']
        equal(f'M4 under the {name} key they are found by reading all rows of all 16 tablets',
              [whole[what]['max'] for what in ('rows_examined', 'rows_returned', 'partitions')],
              [20000, 100, 16])
        equal(f'M4 ... 200 rows for each that was asked for ({name})', whole['read_amplification'], 200)
        equal(f'M4 ... which says scatter ({name})', whole['shape'], 'scatter')
    fan = seen['salted, dear rows']['subrange']
    salts = {md5(i)[-4:] for i in range(5000, 5100)}
    equal('M4 where rows are dear there is a scan for each salt: 65,536, of which few find anything',
          (fan['ranges']['max'], fan['ranges_necessary']['max'], fan['rows_examined']['max']),
          (16 ** 4, len(salts), 100))
    for name, reads in seen.items():
        one = reads['one']
        equal(f'M4 one id is one row of one tablet under every key ({name})',
              [one[what]['max'] for what in ('ranges', 'rows_examined', 'partitions')], [1, 1, 1])


def M5():
    """Composite keys: the order of the parts decides the order of the rows."""
    seen = designs('compare', HERE / 'M5.json')
    by_user, by_app = seen['user, app'], seen['app, user']
    shares = [count / 80000 for count in counts(by_user)]
    # Eight users on eight regions: each region's share is its user's weight, within five deviations.
    worst = max(abs(share - weight / 32) for share, weight in zip(shares, (8, 4, 4, 4, 4, 4, 2, 2)))
    check('M5 under [user][app] each user is one region with the user\'s share', worst < 0.008, shares)
    near('M5 under [user][app] the skew is that of the users',
         by_user['writes']['partitions']['peak_to_mean'], 2, 0.06)
    equal('M5 under [app][user] all that was not learned goes to the last region',
          counts(by_app), [1000] * 7 + [73000])
    check('M5 under [app][user] one region has each window',
          by_app['writes']['windows']['partition_peak_to_mean']['p99'] == 8,
          by_app['writes']['windows'])



def _between(rows, start, stop):
    """Ids of the rows whose keys lie in [start, stop)."""
    return [user for key, user in rows if start <= key < stop]


def M6():
    """From userID to userID + 1: one user where ids are of one width, others too where they are texts."""
    seen = {name: queries(design) for name, design in designs('compare', HERE / 'M6.json').items()}
    numbers = seen['numbers']['numbers']
    equal('M6 numbers of one width: the scan finds the 100 rows of the user and no other',
          (numbers['rows_examined']['mean'], numbers['rows_missed'], numbers['rows_foreign']), (100, 0, 0))

    rows = [(b'user%d' % user + long_bytes(app), user) for user in range(1, 21) for app in range(100)]
    found = {user: _between(rows, b'user%d' % user, b'user%d' % (user + 1)) for user in range(1, 21)}
    foreign = {user: sum(1 for other in ids if other != user) for user, ids in found.items()}
    missed = {user: 100 - ids.count(user) for user, ids in found.items()}
    equal('M6 as texts user1 also finds user10 to user19', sorted(set(found[1])), [1, *range(10, 20)])
    equal('M6 ... and user9 to user10 nothing', found[9], [])
    texts = seen['texts']['texts']
    equal('M6 the scan of user1 reads 1100 rows, of which 1000 are foreign',
          texts['rows_examined']['max'], 100 + foreign[1])
    equal('M6 most scans are right', texts['rows_examined']['p50'], 100)
    # Which user a scan is for is drawn: 3000 of them, within four deviations of the mean.
    for what, per_user in (('rows_foreign', foreign), ('rows_missed', missed)):
        mean = sum(per_user.values()) / 20
        deviation = (sum((n - mean) ** 2 for n in per_user.values()) / 20 / texts['count']) ** 0.5
        near(f'M6 {what} of a scan are those of the keys in order', texts[what], mean, 4 * deviation)

    planned = seen['texts']['planned']
    equal('M6 a planned query filters what is foreign, but reads it', planned['rows_returned']['max'], 100)
    equal('M6 ... user1\'s as well', planned['rows_examined']['max'], 100 + foreign[1])
    ended = seen['ended texts']['planned']
    equal('M6 where a delimiter ends the text it reads 100 rows',
          (ended['ranges']['max'], ended['rows_examined']['max'], ended['rows_returned']['max']), (1, 100, 100))


def _m8_work(user_share, app_share):
    """ms of the busiest of four servers for a mean operation: under [user][app], under [app][user].

    A put takes 1 ms, a scan 1 ms and 10 us a row. Under [user][app] all is even over the servers; ten rows of a
    user are one scan, ten applications one of each of the 16 users. Under [app][user] one server does everything;
    going back until ten rows of one user of 16 were met takes 160.
    """
    put_share = 1 - user_share - app_share
    by_user = (put_share * 1 + user_share * (1 + 0.1) + app_share * (16 + 0.1)) / 4
    by_app = put_share * 1 + user_share * (1 + 1.6) + app_share * (1 + 0.1)
    return by_user, by_app


def M7():
    """Sequential keys and splits keep the hotspot moving: from server to server, and never divided."""
    design = designs('compare', HERE / 'M7.json')['sequential']
    splits = [event for event in design['events'] if event['kind'] == 'split']
    windows = design['timeline']['windows']
    at = {int(event['t_s']) for event in splits}
    whole = [w['hottest_partition_share'] for w in windows if int(w['t_s']) not in at]
    equal('M7 in every second without a split one tablet has all writes', set(whole), {1})
    check('M7 a second with a split has two', len(whole) < len(windows), len(whole))
    # Tablets are of 4 MiB rows: early ones split above 256 MiB, later ones above 6144; half is left behind each time.
    late = [event['t_s'] for event in splits[3:]]
    gaps = [b - a for a, b in zip(late, late[1:])]
    check('M7 it stays with a tablet for the 3072 MiB that it takes at 40 MiB/s: 76.8 s',
          len(gaps) >= 5 and all(abs(gap - 76.8) < 0.21 for gap in gaps), gaps)
    check('M7 every split sends the high half to another server', all(e['from'] != e['to'] for e in splits), splits)
    spots = [spot for spot in design['hotspots'] if spot['t_s'] > late[0]]
    equal('M7 each hotspot is on the tablet next to the one before', {s['moved_partitions'] for s in spots}, {1})
    check('M7 and on another server', all(a['server'] != b['server'] for a, b in zip(spots, spots[1:])),
          [spot['server'] for spot in spots])
    hot = design['hotspot']
    equal('M7 the verdict: no split divides it', (hot['verdict'], hot['cause'], hot['splits']),
          ('unsplittable', 'moving-edge', len(splits)))
    half = [part['bytes'] / 2 ** 20 for part in design['partitions'][3:-1]]
    check('M7 what it leaves behind is half full', all(abs(size - 3072) < 5 for size in half), half)
    total = [sum(window['server_writes'][s] for window in windows) for s in range(5)]
    check('M7 over the run all five servers had work', all(total), total)
    hashed = designs('compare', HERE / 'M7.json')['hashed']['hotspot']
    check('M7 hashed keys in the same table are hot at the start only',
          hashed['verdict'] == 'relieved' and hashed['time_to_relief_s'] < 120, hashed)


def M8():
    """Which field should stand first depends on what is asked for: the winner flips, and where."""
    writing = result('compare', HERE / 'M8.json')
    asking = result('compare', HERE / 'M8.json', '-S', 'workload.mix.of_apps=60')
    equal('M8 with one question in a hundred for applications [user][app] takes more',
          writing['comparison']['ranking'], ['user first', 'app first'])
    equal('M8 with sixty to 99 others [app][user] does', asking['comparison']['ranking'],
          ['app first', 'user first'])
    for name, seen, shares in (('1 of 100', writing, (9 / 100, 1 / 100)),
                               ('60 of 159', asking, (9 / 159, 60 / 159))):
        takes = [design['throughput']['saturation_per_s'] for design in seen['designs']]
        for design, taken, work in zip(seen['designs'], takes, _m8_work(*shares)):
            # Shares of what was drawn, and of the users on the busiest server, deviate by some percent.
            near(f'M8 {name}: {design["name"]} takes what the busiest server can', taken * work / 1000, 1, 0.05)

    first = {name: queries(design)['of_user'] for name, design in
             ((design['name'], design) for design in writing['designs'])}
    equal('M8 the newest ten of a user are ten rows where the user stands first',
          first['user first']['rows_examined']['max'], 10)
    near('M8 ... and 160 where the application does', first['app first']['rows_examined']['mean'], 160, 4)

    # By the share x of questions for applications, the others as 90 to 9: both take the same at x.
    others = _m8_work(9 / 99, 0)
    apps = _m8_work(0, 1)
    share = (others[1] - others[0]) / (others[1] - others[0] + apps[0] - apps[1])
    changes = [it for it in writing['comparison']['break_even'] if it['query'] == 'of_apps']
    equal('M8 the break-even is told, from [user][app] to [app][user]',
          [(it['below'], it['above']) for it in changes], [('user first', 'app first')])
    near('M8 ... at 23 % of the operations', changes[0]['share'], share, 0.01)
    code, out, err = run('compare', HERE / 'M8.json', '--no-plots', '-q')
    check('M8 ... and in a sentence', 'of the operations are `of_apps`' in ' '.join(out.split()), out + err)


each(M1, M2, M3, M4, M5, M6, M7, M8)
