/* output_file.c: the atomic writer of file.h for those outside the library. */
#include "cairn/tools.h"

#include <string.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/memory.h"

struct cairn_file {
    cairn__file_sink sink;
    cairn_detail *detail;
};

cairn_status cairn_file_create(const char *path, cairn_detail *detail, cairn_file **file)
{
    if (path == NULL || file == NULL)
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn_file *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    made->detail = detail;
    cairn_status status = cairn__file_sink_open(path, &allocator, detail, &made->sink);
    if (status != CAIRN_OK)
        cairn__release(&allocator, made);
    else
        *file = made;
    return status;
}

cairn_status cairn_file_write(cairn_file *file, const void *bytes, size_t count)
{
    if (file == NULL || (bytes == NULL && count > 0))
        return CAIRN_ARGUMENT;
    return cairn__file_sink_write(&file->sink, bytes, count, file->detail);
}

/* Gives the file another name to get in the end. */
static cairn_status set_path(cairn_file *file, const char *path)
{
    size_t bytes = strlen(path) + 1;
    char *copy = cairn__allocate(&file->sink.allocator, bytes, 1);
    if (copy == NULL)
        return cairn__fail(file->detail, CAIRN_MEMORY, "out of memory");
    memcpy(copy, path, bytes);
    cairn__release(&file->sink.allocator, file->sink.path);
    file->sink.path = copy;
    return CAIRN_OK;
}

cairn_status cairn_file_finish(cairn_file *file, const char *path)
{
    if (file == NULL)
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = file->sink.allocator;
    cairn_status named = path != NULL ? set_path(file, path) : CAIRN_OK;
    bool keep = path != NULL && named == CAIRN_OK;
    cairn_status status = cairn__file_sink_close(&file->sink, keep, file->detail);
    cairn__release(&allocator, file);
    return named == CAIRN_OK ? status : named;
}
