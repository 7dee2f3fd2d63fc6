#!/usr/bin/env python3
"""What MapR's document claims: M1 to M5, as far as writes show it."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from lib import check, counts, designs, each, equal, near, run  # noqa: E402
from model import md5, peak_to_mean  # noqa: E402


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


each(M1, M2, M3, M5)
