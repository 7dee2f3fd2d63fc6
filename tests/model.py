"""An independent model of what the binary computes: hashes, routing and skew, in plain Python.

Written from the published definitions and from none of the product's code, so that both must be wrong in
the same way for a fault to pass.
"""

import bisect
import hashlib
import math

MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                      0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)


def md5(text):
    return hashlib.md5(text if isinstance(text, bytes) else str(text).encode()).hexdigest()


def _rotate(value, bits):
    return ((value << bits) | (value >> (64 - bits))) & MASK


def _round(lane, word):
    return _rotate((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data, seed=0):
    """XXH64 as in the xxHash specification."""
    data = data if isinstance(data, bytes) else data.encode()
    at, size = 0, len(data)
    if size >= 32:
        lanes = [(seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK]
        while at + 32 <= size:
            for i in range(4):
                word = int.from_bytes(data[at + 8 * i:at + 8 * i + 8], 'little')
                lanes[i] = _round(lanes[i], word)
            at += 32
        value = sum(_rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            value = ((value ^ _round(0, lane)) * P1 + P4) & MASK
    else:
        value = (seed + P5) & MASK
    value = (value + size) & MASK
    while at + 8 <= size:
        value ^= _round(0, int.from_bytes(data[at:at + 8], 'little'))
        value = (_rotate(value, 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= size:
        value ^= int.from_bytes(data[at:at + 4], 'little') * P1 & MASK
        value = (_rotate(value, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        value ^= byte * P5 & MASK
        value = _rotate(value, 11) * P1 & MASK
    value = (value ^ (value >> 33)) * P2 & MASK
    value = (value ^ (value >> 29)) * P3 & MASK
    return value ^ (value >> 32)


def slice_of(name, slices=1024):
    """The slice of an item: the hash of all before the leftmost dot."""
    return xxh64(name.partition('.')[0]) % slices


def igz_bucket(sorting, buckets=64):
    """Iguazio's even-distribution suffix: XXH64 over UTF-16LE, truncated remainder, absolute value."""
    value = xxh64(sorting.encode('utf-16-le'))
    signed = value - (1 << 64) if value >> 63 else value
    return abs(signed) % buckets


def fnv1_32(data):
    value = 0x811C9DC5
    for byte in data:
        value = (value * 0x01000193 & 0xFFFFFFFF) ^ byte
    return value


def djb2(text):
    """Bernstein's hash with a 32-bit signed result."""
    value = 5381
    for byte in text.encode():
        value = (value * 33 + byte) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def crc16(data):
    """CRC-16/XMODEM, as Redis Cluster uses it."""
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = ((value << 1) ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def long_bytes(value):
    return (value & MASK).to_bytes(8, 'big')


def route(keys, splits):
    """Writes of each region: a key equal to a split belongs to the right."""
    writes = [0] * (len(splits) + 1)
    for key in keys:
        writes[bisect.bisect_right(splits, key)] += 1
    return writes


def peak_to_mean(writes):
    return max(writes) * len(writes) / sum(writes)


def live_slices(distinct, slices=1024):
    """Slices that hold at least one of so many sharding keys, on average, and the deviation."""
    k, n = distinct, slices
    mean = n * (1 - (1 - 1 / n) ** k)
    variance = n * (1 - 1 / n) ** k + n * (n - 1) * (1 - 2 / n) ** k - n * n * (1 - 1 / n) ** (2 * k)
    return mean, math.sqrt(max(variance, 0))


def java_hash(text):
    """String.hashCode of ASCII text: a signed number of 32 bits."""
    value = 0
    for byte in text.encode():
        value = (value * 31 + byte) & 0xFFFFFFFF
    return value - (1 << 32) if value >> 31 else value


def java_remainder(value, n):
    """Java's and C's %: the sign is that of the value."""
    return value % n if value >= 0 else -(-value % n)


def murmur3(data):
    """MurmurHash3 x86_32 with seed 0, as a signed number."""
    mask, value, whole = 0xFFFFFFFF, 0, len(data) // 4 * 4

    def mixed(word):
        word = word * 0xCC9E2D51 & mask
        return ((word << 15 | word >> 17) & mask) * 0x1B873593 & mask

    for at in range(0, whole, 4):
        value ^= mixed(int.from_bytes(data[at:at + 4], 'little'))
        value = ((value << 13 | value >> 19) * 5 + 0xE6546B64) & mask
    value ^= mixed(int.from_bytes(data[whole:], 'little')) ^ len(data)
    value = (value ^ value >> 16) * 0x85EBCA6B & mask
    value = (value ^ value >> 13) * 0xC2B2AE35 & mask
    value ^= value >> 16
    return value - (1 << 32) if value >> 31 else value


def phoenix_salt(key, buckets):
    """Phoenix's salt byte: 31 h + signed byte from 1 on, remainder, absolute value."""
    value = 1
    for byte in key:
        value = (value * 31 + (byte - 256 if byte > 127 else byte)) & 0xFFFFFFFF
    value = value - (1 << 32) if value >> 31 else value
    return abs(java_remainder(value, buckets)) & 0xFF
