// hash.h -- every published hash that a row key can use, exact to its vectors.
//
// Where a store defines the function, its source is named beside it; MD5 and SHA from OpenSSL's
// libcrypto, XXH32/64/3 from xxHash.
#ifndef HOTSIM_HASH_HASH_H
#define HOTSIM_HASH_HASH_H

#include "base/types.h"

enum { DIGEST_BYTES_MAX = 32 };
enum digest_kind { DIGEST_MD5, DIGEST_SHA1, DIGEST_SHA256 };

// One context a thread: the algorithm is fetched once, the context is used again.
struct digester;
struct digester *digester_new(enum digest_kind kind);
void digester_free(struct digester *digester);         // NULL is fine
size_t digester_size(const struct digester *digester); // bytes of a digest: 16, 20, 32
void digester_run(struct digester *digester, struct bytes text, uint8_t *out_digest);

// Digests of a batch: out_digests[i * digester_size()] for text i. MD5 of short texts runs in
// lanes.
void digester_run_batch(struct digester *digester, const struct bytes *texts, size_t count,
                        uint8_t *out_digests);

uint64_t hash_xxh64(struct bytes text, uint64_t seed);
uint32_t hash_xxh32(struct bytes text, uint32_t seed);
uint64_t hash_xxh3(struct bytes text);
uint32_t hash_crc32(struct bytes text); // IEEE 802.3, as zlib
uint16_t hash_crc16(struct bytes text); // XMODEM, as Redis Cluster
uint32_t hash_fnv1_32(struct bytes text);
uint32_t hash_fnv1a_32(struct bytes text);
uint64_t hash_fnv1a_64(struct bytes text);
int32_t hash_java_string(struct bytes utf8); // String.hashCode: over UTF-16 code units
int32_t hash_java_bytes(struct bytes bytes); // Arrays.hashCode(byte[]): signed bytes, starts at 1
int32_t hash_djb2(struct bytes utf8); // Elasticsearch 1.x: 5381, * 33, over UTF-16 code units, int
int32_t hash_murmur3(struct bytes bytes, uint32_t seed); // MurmurHash3 x86 32

// UTF-8 to UTF-16LE; a broken sequence becomes U+FFFD, one for each bad byte. Returns the bytes
// written (at most 2 for each byte read).
size_t hash_utf16le(struct bytes utf8, uint8_t *out);

// Iguazio's even-distribution suffix: |(int64) XXH64(seed 0, UTF-16LE of the text) % n|, in 0..n-1.
uint64_t hash_igz_bucket(struct bytes utf8, uint64_t n);
// Phoenix: (byte) Math.abs(h % n), h as Arrays.hashCode; n in 1..256.
uint8_t hash_phoenix_salt(struct bytes key, uint32_t n);
// OpenTSDB: Arrays.hashCode(bytes) % n, negated where negative.
uint32_t hash_opentsdb_salt(struct bytes key, uint32_t n);
// The slice of a sharding key: a stand-in, as the platform's own hash is not public: XXH64(seed 0)
// % slices.
uint32_t hash_slice(struct bytes sharding_key, uint32_t slices);

#endif
