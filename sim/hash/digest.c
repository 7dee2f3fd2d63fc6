#include "hash/hash.h"

#include "base/mem.h"
#include "hash/md5_lanes.h"

#include <assert.h>

#include <openssl/evp.h>

// Fewer texts than this are done sooner one by one than with most lanes idle.
enum { LANES_WORTHWHILE = 4 };

struct digester {
    EVP_MD *algorithm;
    EVP_MD_CTX *context;
    size_t size;
    bool has_lanes;
};

struct digester *digester_new(enum digest_kind kind)
{
    static const char *const names[] = {
        [DIGEST_MD5] = "MD5", [DIGEST_SHA1] = "SHA1", [DIGEST_SHA256] = "SHA256"};

    struct digester *digester = mem_new(1, sizeof *digester);
    digester->algorithm = EVP_MD_fetch(NULL, names[kind], NULL);
    digester->context = EVP_MD_CTX_new();
    assert(digester->algorithm && digester->context);
    const int begun = EVP_DigestInit_ex2(digester->context, digester->algorithm, NULL);
    assert(begun == 1);
    digester->size = (size_t)EVP_MD_get_size(digester->algorithm);
    digester->has_lanes = kind == DIGEST_MD5;
    return digester;
}

void digester_free(struct digester *digester)
{
    if (!digester)
        return;
    EVP_MD_CTX_free(digester->context);
    EVP_MD_free(digester->algorithm);
    mem_free(digester);
}

size_t digester_size(const struct digester *digester)
{
    return digester->size;
}

// With no algorithm given, the one of the first start is used again, without a look-up.
void digester_run(struct digester *digester, struct bytes text, uint8_t *out_digest)
{
    unsigned int size = 0;
    const bool is_done = EVP_DigestInit_ex2(digester->context, NULL, NULL) == 1 &&
                         EVP_DigestUpdate(digester->context, text.data, text.size) == 1 &&
                         EVP_DigestFinal_ex(digester->context, out_digest, &size) == 1;
    assert(is_done && size == digester->size);
}

struct lane_queue {
    const struct bytes *texts[MD5_LANES];
    uint8_t *digests[MD5_LANES];
    size_t count;
};

static void run_queue(struct digester *digester, struct lane_queue *queue)
{
    if (queue->count >= LANES_WORTHWHILE) {
        md5_lanes(queue->texts, queue->count, queue->digests);
    } else {
        for (size_t i = 0; i < queue->count; i++)
            digester_run(digester, *queue->texts[i], queue->digests[i]);
    }
    queue->count = 0;
}

void digester_run_batch(struct digester *digester, const struct bytes *texts, size_t count,
                        uint8_t *out_digests)
{
    struct lane_queue queue = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        uint8_t *digest = out_digests + i * digester->size;
        if (!digester->has_lanes || texts[i].size > MD5_LANES_TEXT_MAX) {
            digester_run(digester, texts[i], digest);
            continue;
        }
        queue.texts[queue.count] = &texts[i];
        queue.digests[queue.count++] = digest;
        if (queue.count == MD5_LANES)
            run_queue(digester, &queue);
    }
    run_queue(digester, &queue);
}
