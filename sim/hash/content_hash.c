#include "hash/content_hash.h"

#include "base/mem.h"

#include <assert.h>
#include <openssl/evp.h>

struct content_hash {
    EVP_MD *algorithm;
    EVP_MD_CTX *context;
};

struct content_hash *content_hash_new(void)
{
    struct content_hash *hash = mem_new(1, sizeof *hash);
    hash->algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
    hash->context = EVP_MD_CTX_new();
    assert(hash->algorithm && hash->context);
    content_hash_begin(hash);
    return hash;
}

void content_hash_free(struct content_hash *hash)
{
    if (!hash)
        return;
    EVP_MD_CTX_free(hash->context);
    EVP_MD_free(hash->algorithm);
    mem_free(hash);
}

void content_hash_begin(struct content_hash *hash)
{
    const int done = EVP_DigestInit_ex2(hash->context, hash->algorithm, NULL);
    assert(done == 1);
}

void content_hash_add(struct content_hash *hash, struct bytes piece)
{
    const int done = EVP_DigestUpdate(hash->context, piece.data, piece.size);
    assert(done == 1);
}

void content_hash_end(struct content_hash *hash, char out_text[CONTENT_HASH_DIGITS + 1])
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[CONTENT_HASH_DIGITS / 2];
    unsigned size = 0;
    const int done = EVP_DigestFinal_ex(hash->context, digest, &size);
    assert(done == 1 && size == sizeof digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        out_text[2 * i] = digits[digest[i] >> 4];
        out_text[2 * i + 1] = digits[digest[i] & 15];
    }
    out_text[CONTENT_HASH_DIGITS] = '\0';
}
