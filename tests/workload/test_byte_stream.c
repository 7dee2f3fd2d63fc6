// Files as bytes: packed in four ways or not at all, from a pipe, cut off, damaged, absent.

#include "bench.h"

#include "base/mem.h"
#include "base/rng.h"
#include "workload/byte_stream.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { CONTENT_BYTES = 300 * 1000 };

static uint8_t *content_new(void)
{
    uint8_t *content = mem_new(CONTENT_BYTES, 1);
    struct rng rng = rng_stream(1, "content", 0);
    for (size_t i = 0; i < CONTENT_BYTES; i++)
        content[i] = (uint8_t)('a' + rng_upto(&rng, 20));
    return content;
}

// Reads to the end; the bytes, or NULL with the error.
static uint8_t *read_all(struct byte_stream *stream, size_t *out_size, struct err *err)
{
    struct buffer all = {0};
    uint8_t piece[10007];
    for (;;) {
        size_t got;
        if (!byte_stream_read(stream, piece, sizeof piece, &got, err)) {
            buffer_done(&all);
            return NULL;
        }
        if (got == 0)
            break;
        buffer_append(&all, piece, got);
    }
    *out_size = all.size;
    return (uint8_t *)buffer_take(&all);
}

static bool reads_as(struct byte_stream *stream, const uint8_t *content, size_t size)
{
    struct err err = {0};
    size_t got_size;
    uint8_t *got = read_all(stream, &got_size, &err);
    const bool is_same = got && got_size == size && memcmp(got, content, size) == 0;
    mem_free(got);
    return is_same;
}

Test(byte_stream, packing_is_seen_by_content_and_reads_again_after_a_rewind, .fini = bench_end)
{
    uint8_t *content = content_new();
    for (enum packing packing = 0; packing < PACKING_COUNT; packing++) {
        struct err err = {0};
        struct byte_stream *stream =
            byte_stream_open(bench_packed(packing, content, CONTENT_BYTES), &err);
        cr_assert(stream != NULL, "%s", err.message);
        cr_expect(reads_as(stream, content, CONTENT_BYTES), "packing %d", packing);
        cr_expect(eq(u64, byte_stream_offset(stream), byte_stream_size(stream)));
        cr_assert(byte_stream_rewind(stream, &err));
        cr_expect(reads_as(stream, content, CONTENT_BYTES), "packing %d, again", packing);
        byte_stream_close(stream);
    }
    mem_free(content);
}

// Reads a file of which only the first `keep` bytes are there.
static struct err read_cut(const uint8_t *packed, size_t keep)
{
    struct err err = {0};
    size_t size;
    struct byte_stream *stream = byte_stream_open(bench_file("x", packed, keep), &err);
    uint8_t *got = stream ? read_all(stream, &size, &err) : NULL;
    byte_stream_close(stream);
    mem_free(got);
    bench_end();
    return err;
}

static struct buffer packed_content(enum packing packing, const uint8_t *content, size_t size)
{
    struct buffer packed = {0};
    uint8_t piece[4096];
    ssize_t got;
    const int fd = open(bench_packed(packing, content, size), O_RDONLY);
    while ((got = read(fd, piece, sizeof piece)) > 0)
        buffer_append(&packed, piece, (size_t)got);
    close(fd);
    bench_end();
    return packed;
}

static void cut_everywhere(enum packing packing, const uint8_t *content, size_t size, size_t step)
{
    struct buffer packed = packed_content(packing, content, size);
    // Two bytes may be a text.
    for (size_t keep = 3; keep < packed.size; keep += step) {
        const struct err err = read_cut(packed.data, keep);
        cr_assert(eq(int, err.code, ERR_INPUT), "packing %d, %zu of %zu", packing, keep,
                  packed.size);
        cr_assert(strstr(err.message, " at byte ") != NULL, "%s", err.message);
    }
    cr_expect(eq(int, read_cut(packed.data, packed.size).code, ERR_NONE));
    buffer_done(&packed);
}

Test(byte_stream, a_packed_file_cut_off_anywhere_is_never_taken_for_whole)
{
    uint8_t *content = content_new();
    for (enum packing packing = PACKED_GZIP; packing < PACKING_COUNT; packing++) {
        cut_everywhere(packing, content, 100, 1);
        cut_everywhere(packing, content, CONTENT_BYTES, 14983);
    }
    mem_free(content);
}

// A file with one bit changed reads as an error, or as the very content (a flag that nobody looks
// at; its first bytes tell what it is at all). Of zstd the checksum is optional, so it has no such
// promise.
Test(byte_stream, a_flipped_bit_is_never_taken_for_the_content)
{
    uint8_t *content = content_new();
    for (enum packing packing = PACKED_GZIP; packing < PACKING_COUNT; packing++) {
        struct buffer packed = packed_content(packing, content, 2000);
        for (size_t at = 10; packing != PACKED_ZSTD && at < packed.size; at += 7) {
            packed.data[at] ^= 0x10;
            struct err err = {0};
            struct byte_stream *stream =
                byte_stream_open(bench_file("x", packed.data, packed.size), &err);
            size_t size = 0;
            uint8_t *got = stream ? read_all(stream, &size, &err) : NULL;
            const bool is_taken = got && (size != 2000 || memcmp(got, content, size) != 0);
            cr_expect(eq(int, is_taken, false), "packing %d, byte %zu", packing, at);
            cr_expect(got || err.code == ERR_INPUT);
            byte_stream_close(stream);
            mem_free(got);
            bench_end();
            packed.data[at] ^= 0x10;
        }
        buffer_done(&packed);
    }
    mem_free(content);
}

Test(byte_stream, what_follows_gzip_is_padding_or_an_error, .fini = bench_end)
{
    for (int garbage = 0; garbage < 2; garbage++) {
        struct buffer packed = packed_content(PACKED_GZIP, (const uint8_t *)"text\n", 5);
        buffer_append(&packed, garbage ? "\0\0x" : "\0\0\0", 3);
        struct err err = {0};
        size_t size = 0;
        struct byte_stream *stream =
            byte_stream_open(bench_file("x", packed.data, packed.size), &err);
        uint8_t *got = read_all(stream, &size, &err);
        cr_expect(eq(int, got != NULL, !garbage));
        cr_expect(garbage == 0 ||
                      strstr(err.message, ": what follows the gzip data is not gzip at byte"),
                  "%s", err.message);
        byte_stream_close(stream);
        mem_free(got);
        buffer_done(&packed);
    }
}

Test(byte_stream, a_packed_file_of_nothing_is_empty)
{
    for (enum packing packing = PACKED_GZIP; packing < PACKING_COUNT; packing++) {
        struct err err = {0};
        struct byte_stream *stream = byte_stream_open(bench_packed(packing, "", 0), &err);
        cr_assert(stream != NULL, "packing %d: %s", packing, err.message);
        cr_expect(reads_as(stream, (const uint8_t *)"", 0), "packing %d", packing);
        byte_stream_close(stream);
        bench_end();
    }
}

Test(byte_stream, several_gzip_members_are_one_content, .fini = bench_end)
{
    uint8_t *content = content_new();
    struct buffer both = {0};
    for (int i = 0; i < 2; i++) {
        struct buffer one = packed_content(PACKED_GZIP, content, CONTENT_BYTES);
        buffer_append(&both, one.data, one.size);
        buffer_done(&one);
    }
    struct err err = {0};
    struct byte_stream *stream = byte_stream_open(bench_file("x", both.data, both.size), &err);
    size_t size = 0;
    uint8_t *got = read_all(stream, &size, &err);
    cr_expect(eq(sz, size, (size_t)2 * CONTENT_BYTES), "%s", err.message);
    byte_stream_close(stream);
    mem_free(got);
    mem_free(content);
    buffer_done(&both);
}

static struct err open_error(const char *path)
{
    struct err err = {0};
    cr_assert(byte_stream_open(path, &err) == NULL);
    return err;
}

Test(byte_stream, what_cannot_be_opened_is_said)
{
    struct err err = open_error("/tmp/no-such-file.csv");
    cr_expect(
        eq(str, err.message, "/tmp/no-such-file.csv: cannot be opened: No such file or directory"));
    cr_expect(eq(int, err.code, ERR_INPUT));
    err = open_error("/tmp");
    cr_expect(eq(str, err.message, "/tmp: is a folder, expected a file"));
    cr_expect(eq(int, err.code, ERR_INPUT));
}

Test(byte_stream, an_empty_file_has_no_bytes, .fini = bench_end)
{
    struct err err = {0};
    struct byte_stream *stream = byte_stream_open(bench_text(""), &err);
    cr_expect(reads_as(stream, (const uint8_t *)"", 0));
    byte_stream_close(stream);
}

// A frame that says it needs a window of 256 MiB: magic, descriptor without single segment, window
// byte.
Test(byte_stream, a_zstd_window_over_128_mebibytes_is_refused, .fini = bench_end)
{
    const uint8_t wide[] = {0x28, 0xb5, 0x2f, 0xfd, 0x00, (28 - 10) << 3, 0x01, 0x00, 0x00};
    const uint8_t allowed[] = {0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x01, 0x00, 0x00};
    struct err err = {0};
    size_t size;
    struct byte_stream *stream = byte_stream_open(bench_file("w", wide, sizeof wide), &err);
    uint8_t *got = stream ? read_all(stream, &size, &err) : NULL;
    cr_expect(got == NULL);
    cr_expect(eq(int, err.code, ERR_INPUT));
    byte_stream_close(stream);

    err = (struct err){0};
    stream = byte_stream_open(bench_file("w", allowed, sizeof allowed), &err);
    cr_assert(stream != NULL, "%s", err.message);
    cr_expect(reads_as(stream, (const uint8_t *)"", 0));
    byte_stream_close(stream);
}

// Puts the read end of a pipe with this content in the place of standard input. It must fit in the
// pipe.
static void pipe_in(const void *data, size_t size)
{
    int ends[2];
    cr_assert(pipe(ends) == 0);
    cr_assert(write(ends[1], data, size) == (ssize_t)size);
    close(ends[1]);
    cr_assert(dup2(ends[0], STDIN_FILENO) == STDIN_FILENO);
    close(ends[0]);
}

Test(byte_stream, standard_input_can_be_read_again_and_by_others)
{
    struct err err = {0};
    pipe_in("one\ntwo\n", 8);
    struct byte_stream *stream = byte_stream_open("-", &err);
    cr_assert(stream != NULL, "%s", err.message);
    struct byte_stream *other = byte_stream_open("-", &err);
    cr_assert(other != NULL, "%s", err.message);
    cr_expect(reads_as(stream, (const uint8_t *)"one\ntwo\n", 8));
    cr_expect(reads_as(other, (const uint8_t *)"one\ntwo\n", 8));
    cr_assert(byte_stream_rewind(stream, &err));
    cr_expect(reads_as(stream, (const uint8_t *)"one\ntwo\n", 8));
    byte_stream_close(stream);
    byte_stream_close(other);
}

Test(byte_stream, a_named_pipe_can_be_read_again)
{
    struct err err = {0};
    pipe_in("one\n", 4);
    struct byte_stream *stream = byte_stream_open("/dev/stdin", &err);
    cr_assert(stream != NULL, "%s", err.message);
    for (int i = 0; i < 2; i++) {
        cr_expect(reads_as(stream, (const uint8_t *)"one\n", 4));
        cr_assert(byte_stream_rewind(stream, &err));
    }
    byte_stream_close(stream);
}
