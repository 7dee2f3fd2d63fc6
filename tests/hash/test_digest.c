#include "hash/hash.h"

#include "base/rng.h"
#include "hash/md5_lanes.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    enum digest_kind kind;
    const char *text;
    const char *hex;
};

// RFC 1321 A.5, FIPS 180-2 A.1 and B.1; the rest from md5sum.
static const struct vector vectors[] = {
    {DIGEST_MD5, "", "d41d8cd98f00b204e9800998ecf8427e"},
    {DIGEST_MD5, "a", "0cc175b9c0f1b6a831c399e269772661"},
    {DIGEST_MD5, "abc", "900150983cd24fb0d6963f7d28e17f72"},
    {DIGEST_MD5, "message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
    {DIGEST_MD5, "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
    {DIGEST_MD5,
     "1234567890123456789012345678901234567890123456789012345678901234567890"
     "1234567890",
     "57edf4a22be3c955ac49da2e2107b67a"},
    {DIGEST_MD5, "1364248490", "1141e245813ce6b39d279fdb1f32ffe5"},
    {DIGEST_MD5, "1364248490\n", "d0363c189b89843a5903c0e6b97e16d3"},
    {DIGEST_MD5, "user0000000000", "de8fe1de16a93c2b5b8c78069c67654b"},
    {DIGEST_SHA1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {DIGEST_SHA1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
    {DIGEST_SHA256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {DIGEST_SHA256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
};

static void hex_of(const uint8_t *digest, size_t size, char *out_hex)
{
    for (size_t i = 0; i < size; i++)
        snprintf(out_hex + 2 * i, 3, "%02x", digest[i]);
}

Test(digest, matches_the_published_vectors)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        struct digester *digester = digester_new(vectors[i].kind);
        const struct bytes text = bytes_of(vectors[i].text, strlen(vectors[i].text));
        uint8_t digest[DIGEST_BYTES_MAX];
        char hex[2 * DIGEST_BYTES_MAX + 1];

        cr_assert(eq(sz, digester_size(digester), strlen(vectors[i].hex) / 2));
        for (int again = 0; again < 2; again++) {
            digester_run(digester, text, digest);
            hex_of(digest, digester_size(digester), hex);
            cr_expect(eq(str, hex, (char *)vectors[i].hex), "%s", vectors[i].text);
        }
        struct bytes batch[MD5_LANES];
        uint8_t digests[MD5_LANES * DIGEST_BYTES_MAX];
        for (size_t j = 0; j < MD5_LANES; j++)
            batch[j] = text;
        digester_run_batch(digester, batch, MD5_LANES, digests);
        for (size_t j = 0; j < MD5_LANES; j++) {
            hex_of(digests + j * digester_size(digester), digester_size(digester), hex);
            cr_expect(eq(str, hex, (char *)vectors[i].hex), "%s, lane %zu", vectors[i].text, j);
        }
        digester_free(digester);
    }
}

Test(digest, of_the_bytes_of_a_number_is_not_that_of_its_text)
{
    struct digester *digester = digester_new(DIGEST_MD5);
    static const uint8_t as_int[4] = {0x51, 0x50, 0xc7, 0xaa};
    static const uint8_t as_long[8] = {0, 0, 0, 0, 0x51, 0x50, 0xc7, 0xaa};
    uint8_t digest[DIGEST_BYTES_MAX];
    char hex[2 * DIGEST_BYTES_MAX + 1];
    digester_run(digester, bytes_of(as_int, sizeof as_int), digest);
    hex_of(digest, 16, hex);
    cr_expect(eq(str, hex + 26, "85a4eb"));
    digester_run(digester, bytes_of(as_long, sizeof as_long), digest);
    hex_of(digest, 16, hex);
    cr_expect(eq(str, hex + 26, "6444fe"));
    digester_free(digester);
}

Test(digest, lanes_agree_with_the_library_on_texts_of_every_length)
{
    enum { ROUNDS = 40, TEXTS = 257, LONGEST = 130 };
    struct digester *digester = digester_new(DIGEST_MD5);
    struct rng rng = rng_stream(3, "test", 0);
    uint8_t *pool = malloc(TEXTS * LONGEST);
    uint8_t *digests = malloc(TEXTS * MD5_BYTES + 1);
    struct bytes texts[TEXTS];
    for (int round = 0; round < ROUNDS; round++) {
        const size_t count = rng_upto(&rng, TEXTS);
        for (size_t i = 0; i < TEXTS * LONGEST; i++)
            pool[i] = (uint8_t)rng_next(&rng);
        for (size_t i = 0; i < count; i++)
            texts[i] = bytes_of(pool + i * LONGEST, rng_upto(&rng, round % 2 ? LONGEST : 56));
        digests[count * MD5_BYTES] = 0xa5;
        digester_run_batch(digester, texts, count, digests);
        cr_assert(eq(u8, digests[count * MD5_BYTES], 0xa5));
        for (size_t i = 0; i < count; i++) {
            uint8_t want[MD5_BYTES];
            digester_run(digester, texts[i], want);
            cr_assert(memcmp(digests + i * MD5_BYTES, want, MD5_BYTES) == 0,
                      "round %d, text %zu of %zu bytes", round, i, texts[i].size);
        }
    }
    free(pool);
    free(digests);
    digester_free(digester);
}

Test(digest, lanes_take_any_number_of_texts)
{
    static const char letters[MD5_LANES_TEXT_MAX] = "letters";
    struct digester *digester = digester_new(DIGEST_MD5);
    for (size_t count = 1; count <= MD5_LANES; count++) {
        struct bytes texts[MD5_LANES];
        const struct bytes *views[MD5_LANES];
        uint8_t digests[MD5_LANES][MD5_BYTES];
        uint8_t *outs[MD5_LANES];
        for (size_t i = 0; i < count; i++) {
            texts[i] = bytes_of(letters, MD5_LANES_TEXT_MAX - i);
            views[i] = &texts[i];
            outs[i] = digests[count - 1 - i];
        }
        md5_lanes(views, count, outs);
        for (size_t i = 0; i < count; i++) {
            uint8_t want[MD5_BYTES];
            digester_run(digester, texts[i], want);
            cr_assert(memcmp(outs[i], want, MD5_BYTES) == 0, "%zu of %zu", i, count);
        }
    }
    digester_free(digester);
}

Test(digest, free_takes_null)
{
    digester_free(NULL);
}
