/* file.c: what is the same on all systems. */
#include "base/file.h"

#include <string.h>

#include "base/detail.h"
#include "base/memory.h"

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
