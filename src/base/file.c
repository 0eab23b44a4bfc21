/* file.c: what is the same on all systems. */
#include "base/file.h"

#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "base/memory.h"
#include "cairn/tools.h"

void cairn__file_sink_forget_names(cairn__file_sink *sink)
{
    cairn__release(&sink->allocator, sink->path);
    cairn__release(&sink->allocator, sink->temporary);
    sink->path = sink->temporary = NULL;
}

cairn_status cairn__file_sink_get_names(const char *path, const cairn_allocator *allocator,
                                        cairn_detail *detail, cairn__file_sink *sink)
{
    size_t length = strlen(path);
    *sink = (cairn__file_sink){.allocator = *allocator};
    sink->path = cairn__allocate(allocator, length + 1, 1);
    sink->temporary = cairn__allocate(allocator, length + CAIRN__SUFFIX_BYTES, 1);
    if (sink->path == NULL || sink->temporary == NULL) {
        cairn__file_sink_forget_names(sink);
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    }
    memcpy(sink->path, path, length + 1);
    return CAIRN_OK;
}

cairn_status cairn__file_write(const char *path, const void *bytes, size_t count,
                               const cairn_allocator *allocator, cairn_detail *detail)
{
    cairn__file_sink sink;
    cairn_status status = cairn__file_sink_open(path, allocator, detail, &sink);
    if (status != CAIRN_OK)
        return status;
    status = cairn__file_sink_write(&sink, bytes, count, detail);
    if (status != CAIRN_OK) {
        (void)cairn__file_sink_close(&sink, false, NULL);
        return status;
    }
    return cairn__file_sink_close(&sink, true, detail);
}

/* ---- the hash of a file, for those outside the library ---- */

enum { PIECE = 16384 }; /* bytes read at a time */

cairn_status cairn_file_find_hash(const char *path, cairn_detail *detail, uint64_t *hash)
{
    unsigned char piece[PIECE];
    cairn__file_source source;
    cairn__hash state;
    size_t count = 0;
    if (path == NULL || hash == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn__file_source_open(path, detail, &source);
    if (status != CAIRN_OK)
        return status;
    cairn__hash_start(&state);
    do {
        status = cairn__file_source_read(&source, piece, sizeof piece, detail, &count);
        if (status == CAIRN_OK)
            cairn__hash_add(&state, piece, count);
    } while (status == CAIRN_OK && count > 0);
    cairn__file_source_close(&source);
    if (status == CAIRN_OK)
        *hash = cairn__hash_finish(&state);
    return status;
}
