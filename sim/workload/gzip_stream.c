#include "workload/gzip_stream.h"

#include "base/mem.h"

#include <assert.h>
#include <zlib.h>

enum { GZIP_HEADERS = 16 }; // added to the window's bits: gzip and nothing else

struct gzip_stream {
    struct gzip_source source;
    z_stream inflater;
    bool in_member;
    bool in_padding;
    bool source_ended;
    bool unreadable;
    const char *fault;
};

struct gzip_stream *gzip_stream_new(struct gzip_source source)
{
    struct gzip_stream *stream = mem_new(1, sizeof *stream);
    stream->source = source;
    stream->in_member = true;
    const int status = inflateInit2(&stream->inflater, MAX_WBITS + GZIP_HEADERS);
    if (status != Z_OK) {
        mem_free(stream);
        return NULL;
    }
    return stream;
}

void gzip_stream_free(struct gzip_stream *stream)
{
    if (!stream)
        return;
    (void)inflateEnd(&stream->inflater);
    mem_free(stream);
}

// Makes sure that there is input, or notes the end; false where it cannot be read.
static bool fill(struct gzip_stream *stream)
{
    if (stream->inflater.avail_in > 0 || stream->source_ended)
        return true;
    struct bytes block;
    if (!stream->source.next(stream->source.context, &block)) {
        stream->unreadable = true;
        return false;
    }
    assert(block.size <= UINT32_MAX);
    stream->source_ended = block.size == 0;
    stream->inflater.next_in = (Bytef *)(uintptr_t)block.data;
    stream->inflater.avail_in = (uInt)block.size;
    return true;
}

static enum gzip_result fail(struct gzip_stream *stream, const char *fault)
{
    stream->fault = fault;
    return GZIP_DAMAGED;
}

// Between members: another one, padding, or the end.
static enum gzip_result step_between(struct gzip_stream *stream)
{
    z_stream *inflater = &stream->inflater;
    if (inflater->avail_in == 0)
        return GZIP_END;
    if (*inflater->next_in == 0) {
        stream->in_padding = true;
        inflater->next_in++;
        inflater->avail_in--;
        return GZIP_DATA;
    }
    if (stream->in_padding || *inflater->next_in != 0x1f)
        return fail(stream, "what follows the gzip data is not gzip");
    if (inflateReset(inflater) != Z_OK)
        return fail(stream, "cannot be decompressed");
    stream->in_member = true;
    return GZIP_DATA;
}

static enum gzip_result step_within(struct gzip_stream *stream)
{
    z_stream *inflater = &stream->inflater;
    const int status = inflate(inflater, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
        stream->in_member = false;
    else if (status == Z_BUF_ERROR && stream->source_ended)
        return fail(stream, "truncated gzip data");
    else if (status != Z_OK && status != Z_BUF_ERROR)
        return fail(stream, inflater->msg ? inflater->msg : "cannot be decompressed");
    return GZIP_DATA;
}

enum gzip_result gzip_stream_read(struct gzip_stream *stream, uint8_t *into, size_t capacity,
                                  size_t *out_size)
{
    assert(capacity > 0 && capacity <= UINT32_MAX);
    *out_size = 0;
    stream->inflater.next_out = into;
    stream->inflater.avail_out = (uInt)capacity;
    // What was read before a fault is given first.
    while (stream->inflater.avail_out == capacity) {
        if (stream->unreadable || !fill(stream))
            return GZIP_UNREADABLE;
        const enum gzip_result result =
            stream->in_member ? step_within(stream) : step_between(stream);
        if (result != GZIP_DATA && stream->inflater.avail_out == capacity)
            return result;
    }
    *out_size = capacity - stream->inflater.avail_out;
    return GZIP_DATA;
}

const char *gzip_stream_fault(const struct gzip_stream *stream)
{
    return stream->fault;
}

size_t gzip_stream_ahead(const struct gzip_stream *stream)
{
    return stream->inflater.avail_in;
}
