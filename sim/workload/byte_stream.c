#include "workload/byte_stream.h"

#include "base/buffer.h"
#include "base/mem.h"
#include "workload/gzip_stream.h"

#include <archive.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK_BYTES = 256 * 1024, BZIP2_BYTES_MIN = 14 };

struct byte_stream {
    char *path; // as the user calls it
    int fd;     // read by position only, so that streams may share a file
    uint64_t size;
    uint64_t offset;
    int read_error; // errno of a read that failed
    bool ended;
    struct gzip_stream *gzip; // the file is gzip; else
    struct archive *archive;
    uint8_t *block;
};

static bool fail_system(const char *path, const char *what, int error, struct err *err)
{
    const bool machine = error == EIO || error == ENOSPC || error == EMFILE || error == ENFILE ||
                         error == ENOMEM || error == EDQUOT || error == EFBIG;
    return err_fail(err, machine ? ERR_MACHINE : ERR_INPUT, "%s: %s: %s", path, what,
                    strerror(error));
}

static bool write_all(int fd, const uint8_t *data, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

// A file without a name: gone with its last descriptor, whatever happens to the program.
static int temporary_file(void)
{
    const char *folder = getenv("TMPDIR");
    if (!folder || folder[0] != '/')
        folder = "/tmp";
    struct buffer name = {0};
    buffer_format(&name, "%s/hotsim-XXXXXX", folder);
    const int fd = mkostemp((char *)name.data, O_CLOEXEC);
    if (fd >= 0)
        (void)unlink((char *)name.data);
    buffer_done(&name);
    return fd;
}

// Copies what is left of `from` into a temporary file; its descriptor, or -1.
static int spool(const char *path, int from, uint8_t *block, struct err *err)
{
    const int to = temporary_file();
    if (to < 0) {
        err_fail(err, ERR_MACHINE, "%s: cannot make a temporary file to read it again: %s", path,
                 strerror(errno));
        return -1;
    }
    for (;;) {
        const ssize_t got = read(from, block, BLOCK_BYTES);
        if (got == 0)
            return to;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            fail_system(path, "cannot be read", errno, err);
        else if (!write_all(to, block, (size_t)got))
            err_fail(err, ERR_MACHINE, "%s: cannot be copied to a temporary file: %s", path,
                     strerror(errno));
        else
            continue;
        close(to);
        return -1;
    }
}

static bool is_rereadable(int fd, bool is_stdin)
{
    struct stat about;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    return !is_stdin || lseek(fd, 0, SEEK_CUR) == 0;
}

static bool open_file(struct byte_stream *stream, const char *path, struct err *err)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    stream->fd =
        is_stdin ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC);
    if (stream->fd < 0)
        return fail_system(stream->path, "cannot be opened", errno, err);

    struct stat about;
    if (fstat(stream->fd, &about) != 0)
        return fail_system(stream->path, "cannot be opened", errno, err);
    if (S_ISDIR(about.st_mode))
        return err_fail(err, ERR_INPUT, "%s: is a folder, expected a file", stream->path);
    if (!is_rereadable(stream->fd, is_stdin)) {
        const int copy = spool(stream->path, stream->fd, stream->block, err);
        if (copy < 0)
            return false;
        close(stream->fd);
        stream->fd = copy;
        if (lseek(copy, 0, SEEK_SET) != 0 || (is_stdin && dup2(copy, STDIN_FILENO) < 0))
            return fail_system(stream->path, "cannot be read again", errno, err);
        if (fstat(stream->fd, &about) != 0)
            return fail_system(stream->path, "cannot be read again", errno, err);
    }
    stream->size = (uint64_t)about.st_size;
    return true;
}

// The next block of the file, empty at its end; false, and the error noted, where it fails.
static bool next_block(void *context, struct bytes *out_block)
{
    struct byte_stream *stream = context;
    ssize_t got;
    do
        got = pread(stream->fd, stream->block, BLOCK_BYTES, (off_t)stream->offset);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        stream->read_error = errno;
        return false;
    }
    stream->offset += (uint64_t)got;
    *out_block = bytes_of(stream->block, (size_t)got);
    return true;
}

static la_ssize_t read_block(struct archive *archive, void *context, const void **out_block)
{
    struct byte_stream *stream = context;
    struct bytes block;
    if (!next_block(stream, &block)) {
        archive_set_error(archive, stream->read_error, "read error");
        return -1;
    }
    *out_block = block.data;
    return (la_ssize_t)block.size;
}

static bool fail_stream(const struct byte_stream *stream, struct err *err)
{
    if (stream->read_error != 0)
        return err_fail(err, ERR_MACHINE, "%s: read error at byte %" PRIu64 ": %s", stream->path,
                        stream->offset, strerror(stream->read_error));
    if (stream->gzip)
        return err_fail(err, ERR_INPUT, "%s: %s at byte %" PRIu64 " of %" PRIu64, stream->path,
                        gzip_stream_fault(stream->gzip),
                        stream->offset - gzip_stream_ahead(stream->gzip), stream->size);
    const char *reason = archive_error_string(stream->archive);
    return err_fail(err, ERR_INPUT, "%s: %s at byte %" PRId64 " of %" PRIu64, stream->path,
                    reason ? reason : "cannot be decompressed",
                    (int64_t)archive_filter_bytes(stream->archive, -1), stream->size);
}

// A file that begins like a compressed one and yet is not recognised was cut off in its header.
static bool has_magic(const struct byte_stream *stream)
{
    static const struct {
        const char *bytes;
        size_t size;
    } magics[] = {{"\x28\xb5\x2f\xfd", 4},
                  {"\xfd"
                   "7zXZ",
                   5}};
    uint8_t head[BZIP2_BYTES_MIN];
    const ssize_t got = pread(stream->fd, head, sizeof head, 0);
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        const size_t seen = (size_t)got < magics[i].size ? (size_t)got : magics[i].size;
        if (got >= 2 && memcmp(head, magics[i].bytes, seen) == 0)
            return true;
    }
    // "BZh" alone may begin a text.
    return got >= 3 && got < BZIP2_BYTES_MIN && memcmp(head, "BZh", 3) == 0;
}

static bool is_gzip(const struct byte_stream *stream)
{
    uint8_t head[2];
    return pread(stream->fd, head, sizeof head, 0) == (ssize_t)sizeof head && head[0] == 0x1f &&
           head[1] == 0x8b;
}

// xz, zstd and bzip2 check what they hold; gzip does too, but not where libarchive reads it.
static bool open_archive(struct byte_stream *stream, struct err *err)
{
    struct archive *archive = archive_read_new();
    stream->archive = archive;
    if (!archive)
        return err_fail(err, ERR_MACHINE, "out of memory");
    if (archive_read_support_filter_xz(archive) != ARCHIVE_OK ||
        archive_read_support_filter_zstd(archive) != ARCHIVE_OK ||
        archive_read_support_filter_bzip2(archive) != ARCHIVE_OK ||
        archive_read_support_format_raw(archive) != ARCHIVE_OK ||
        archive_read_support_format_empty(archive) != ARCHIVE_OK)
        return err_fail(err, ERR_MACHINE, "the decompression library lacks a format: %s",
                        archive_error_string(archive));
    if (stream->size == 0) {
        stream->ended = true;
        return true;
    }
    struct archive_entry *entry;
    if (archive_read_open(archive, stream, NULL, read_block, NULL) != ARCHIVE_OK)
        return fail_stream(stream, err);
    const int status = archive_read_next_header(archive, &entry);
    // Nothing came out: the content is empty, or was cut off before its first byte.
    if (status == ARCHIVE_EOF && archive_errno(archive) == 0)
        stream->ended = true;
    else if (status != ARCHIVE_OK)
        return fail_stream(stream, err);
    if (archive_filter_code(archive, 0) == ARCHIVE_FILTER_NONE && has_magic(stream))
        return err_fail(err, ERR_INPUT,
                        "%s: compressed data cut off in its header, at byte %" PRIu64, stream->path,
                        stream->size);
    return true;
}

static bool open_content(struct byte_stream *stream, struct err *err)
{
    stream->offset = 0;
    stream->read_error = 0;
    stream->ended = false;
    if (!is_gzip(stream))
        return open_archive(stream, err);
    const struct gzip_source source = {.next = next_block, .context = stream};
    stream->gzip = gzip_stream_new(source);
    return stream->gzip || err_fail(err, ERR_MACHINE, "out of memory");
}

static void close_content(struct byte_stream *stream)
{
    (void)archive_read_free(stream->archive);
    gzip_stream_free(stream->gzip);
    stream->archive = NULL;
    stream->gzip = NULL;
}

struct byte_stream *byte_stream_open(const char *path, struct err *err)
{
    struct byte_stream *stream = mem_new(1, sizeof *stream);
    stream->path = mem_text(strcmp(path, "-") == 0 ? "standard input" : path);
    stream->fd = -1;
    stream->block = mem_new(BLOCK_BYTES, 1);
    if (!open_file(stream, path, err) || !open_content(stream, err)) {
        byte_stream_close(stream);
        return NULL;
    }
    return stream;
}

void byte_stream_close(struct byte_stream *stream)
{
    if (!stream)
        return;
    close_content(stream);
    if (stream->fd >= 0)
        close(stream->fd);
    mem_free(stream->block);
    mem_free(stream->path);
    mem_free(stream);
}

bool byte_stream_read(struct byte_stream *stream, uint8_t *into, size_t capacity, size_t *out_size,
                      struct err *err)
{
    *out_size = 0;
    if (stream->ended)
        return true;
    if (stream->gzip) {
        const enum gzip_result result = gzip_stream_read(stream->gzip, into, capacity, out_size);
        stream->ended = result == GZIP_END;
        return result == GZIP_DATA || result == GZIP_END || fail_stream(stream, err);
    }
    const la_ssize_t got = archive_read_data(stream->archive, into, capacity);
    if (got < 0)
        return fail_stream(stream, err);
    stream->ended = got == 0;
    *out_size = (size_t)got;
    return true;
}

bool byte_stream_rewind(struct byte_stream *stream, struct err *err)
{
    close_content(stream);
    return open_content(stream, err);
}

uint64_t byte_stream_offset(const struct byte_stream *stream)
{
    return stream->offset;
}

uint64_t byte_stream_size(const struct byte_stream *stream)
{
    return stream->size;
}
