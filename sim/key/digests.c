// Published hashes: as lower-case hex digits, or as numbers.
#include "hash/hash.h"
#include "key/functions.h"

enum {
    HASH_XXH64,
    HASH_XXH32,
    HASH_XXH3,
    HASH_CRC32,
    HASH_CRC16,
    HASH_FNV1_32,
    HASH_FNV1A_32,
    HASH_FNV1A_64,
    HASH_JAVA,
    HASH_DJB2,
    HASH_MURMUR3
};

static const char hex_digits[] = "0123456789abcdef";

static bool check_digest(struct key_graph *graph, struct key_node *node, struct err *err)
{
    static const size_t widths[] = {32, 40, 64};
    (void)graph;
    (void)err;
    node->width = widths[node->function->variant];
    node->hex = true;
    node->ascii = true;
    return true;
}

static void run_digest(struct key_node *node, const struct key_run *run)
{
    const int kind = node->function->variant;
    struct digester **digester = &run->graph->digesters[kind];
    if (!*digester)
        *digester = digester_new((enum digest_kind)kind);
    const size_t size = digester_size(*digester);
    uint8_t *digests = arena_take(run->arena, run->count * size);
    digester_run_batch(*digester, node->arguments[0]->column.texts, run->count, digests);

    // Only the digits that somebody looks at are spelled out.
    size_t digits = 2 * size;
    if (!node->constant && node->chars_needed > 0 && node->chars_needed < digits)
        digits = (node->chars_needed + 1) / 2 * 2;
    uint8_t *hex = arena_take(run->arena, run->count * digits);
    for (size_t i = 0; i < run->count; i++) {
        const uint8_t *digest = digests + i * size;
        for (size_t j = 0; j < digits / 2; j++) {
            hex[2 * j] = (uint8_t)hex_digits[digest[j] >> 4];
            hex[2 * j + 1] = (uint8_t)hex_digits[digest[j] & 15];
        }
        node->column.texts[i] = bytes_of(hex, digits);
        hex += digits;
    }
}

static int64_t hash_one(int variant, struct bytes text)
{
    switch (variant) {
    case HASH_XXH64:
        return (int64_t)hash_xxh64(text, 0);
    case HASH_XXH32:
        return hash_xxh32(text, 0);
    case HASH_XXH3:
        return (int64_t)hash_xxh3(text);
    case HASH_CRC32:
        return hash_crc32(text);
    case HASH_CRC16:
        return hash_crc16(text);
    case HASH_FNV1_32:
        return hash_fnv1_32(text);
    case HASH_FNV1A_32:
        return hash_fnv1a_32(text);
    case HASH_FNV1A_64:
        return (int64_t)hash_fnv1a_64(text);
    case HASH_JAVA:
        return hash_java_string(text);
    case HASH_DJB2:
        return hash_djb2(text);
    default:
        return hash_murmur3(text, 0);
    }
}

static void run_hash(struct key_node *node, const struct key_run *run)
{
    const struct bytes *texts = node->arguments[0]->column.texts;
    const int variant = node->function->variant;
    if (variant == HASH_XXH64) {
        for (size_t i = 0; i < run->count; i++)
            node->column.numbers[i] = (int64_t)hash_xxh64(texts[i], 0);
        return;
    }
    for (size_t i = 0; i < run->count; i++)
        node->column.numbers[i] = hash_one(variant, texts[i]);
}

static bool check_hash(struct key_graph *graph, struct key_node *node, struct err *err)
{
    (void)graph;
    (void)err;
    const int variant = node->function->variant;
    const bool is_long = variant == HASH_XXH64 || variant == HASH_XXH3 || variant == HASH_FNV1A_64;
    node->bounded = !is_long;
    node->min = node->type == TYPE_INT ? INT32_MIN : 0;
    node->max = node->type == TYPE_INT ? INT32_MAX : variant == HASH_CRC16 ? 0xffff : UINT32_MAX;
    return true;
}

const struct key_function key_digest_functions[] = {
    {.name = "md5",
     .aliases = "hash",
     .family = "digest",
     .signature = "md5(x)",
     .help = "MD5 as 32 lower-case hex digits",
     .words = "MD5 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .variant = DIGEST_MD5,
     .check = check_digest,
     .run = run_digest},
    {.name = "sha1",
     .family = "digest",
     .signature = "sha1(x)",
     .help = "SHA-1 as 40 lower-case hex digits",
     .words = "SHA-1 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .variant = DIGEST_SHA1,
     .check = check_digest,
     .run = run_digest},
    {.name = "sha256",
     .family = "digest",
     .signature = "sha256(x)",
     .help = "SHA-256 as 64 lower-case hex digits",
     .words = "SHA-256 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_STRING,
     .variant = DIGEST_SHA256,
     .check = check_digest,
     .run = run_digest},
    {.name = "xxhash",
     .aliases = "xxh64",
     .family = "digest",
     .signature = "xxhash(x)",
     .help = "XXH64 with seed 0, unsigned 64 bits",
     .words = "XXH64 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_XXH64,
     .check = check_hash,
     .run = run_hash},
    {.name = "xxh32",
     .family = "digest",
     .signature = "xxh32(x)",
     .help = "XXH32 with seed 0",
     .words = "XXH32 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_XXH32,
     .check = check_hash,
     .run = run_hash},
    {.name = "xxh3",
     .family = "digest",
     .signature = "xxh3(x)",
     .help = "XXH3, 64 bits",
     .words = "XXH3 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_XXH3,
     .check = check_hash,
     .run = run_hash},
    {.name = "crc32",
     .family = "digest",
     .signature = "crc32(x)",
     .help = "CRC-32 as in zlib",
     .words = "CRC-32 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_CRC32,
     .check = check_hash,
     .run = run_hash},
    {.name = "crc16",
     .family = "digest",
     .signature = "crc16(x)",
     .help = "CRC-16/XMODEM, as Redis Cluster uses it",
     .words = "CRC-16 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_CRC16,
     .check = check_hash,
     .run = run_hash},
    {.name = "fnv1_32",
     .family = "digest",
     .signature = "fnv1_32(x)",
     .help = "FNV-1, 32 bits",
     .words = "FNV-1 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_FNV1_32,
     .check = check_hash,
     .run = run_hash},
    {.name = "fnv1a_32",
     .family = "digest",
     .signature = "fnv1a_32(x)",
     .help = "FNV-1a, 32 bits",
     .words = "FNV-1a of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_FNV1A_32,
     .check = check_hash,
     .run = run_hash},
    {.name = "fnv1a_64",
     .family = "digest",
     .signature = "fnv1a_64(x)",
     .help = "FNV-1a, 64 bits",
     .words = "FNV-1a of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_ULONG,
     .variant = HASH_FNV1A_64,
     .check = check_hash,
     .run = run_hash},
    {.name = "hashCode",
     .family = "digest",
     .signature = "hashCode(x)",
     .help = "Java's String.hashCode, an int that may be negative",
     .words = "Java's hashCode of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_INT,
     .variant = HASH_JAVA,
     .check = check_hash,
     .run = run_hash},
    {.name = "djb2",
     .family = "digest",
     .signature = "djb2(x)",
     .help = "DJB2 as Elasticsearch 1 used it, an int",
     .words = "DJB2 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_INT,
     .variant = HASH_DJB2,
     .check = check_hash,
     .run = run_hash},
    {.name = "murmur3",
     .family = "digest",
     .signature = "murmur3(x)",
     .help = "MurmurHash3 x86 32 with seed 0, an int",
     .words = "MurmurHash3 of $1",
     .takes = "t",
     .required = 1,
     .result = TYPE_INT,
     .variant = HASH_MURMUR3,
     .check = check_hash,
     .run = run_hash},
    {0},
};
