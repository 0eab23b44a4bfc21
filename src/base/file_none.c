/* file_none.c: file.h where there are no files: maps and databases come from memory. */
#include "base/file.h"

#if CAIRN__BARE

#include "base/detail.h"

static cairn_status fail(cairn_detail *detail)
{
    return cairn__fail(detail, CAIRN_IO, "there are no files here: use memory instead");
}

cairn_status cairn__file_source_open(const char *path, cairn_detail *detail,
                                     cairn__file_source *source)
{
    (void)path;
    source->handle = -1;
    return fail(detail);
}

cairn_status cairn__file_source_read(cairn__file_source *source, void *buffer, size_t capacity,
                                     cairn_detail *detail, size_t *count)
{
    (void)source, (void)buffer, (void)capacity;
    *count = 0;
    return fail(detail);
}

void cairn__file_source_close(cairn__file_source *source)
{
    source->handle = -1;
}

cairn_status cairn__file_view_open(const char *path, cairn_detail *detail, cairn__file_view *view)
{
    (void)path;
    *view = (cairn__file_view){NULL, 0};
    return fail(detail);
}

void cairn__file_view_close(cairn__file_view *view)
{
    *view = (cairn__file_view){NULL, 0};
}

cairn_status cairn__file_sink_open(const char *path, const cairn_allocator *allocator,
                                   cairn_detail *detail, cairn__file_sink *sink)
{
    (void)path;
    *sink = (cairn__file_sink){.handle = -1, .allocator = *allocator};
    return fail(detail);
}

cairn_status cairn__file_sink_write(cairn__file_sink *sink, const void *bytes, size_t count,
                                    cairn_detail *detail)
{
    (void)sink, (void)bytes, (void)count;
    return fail(detail);
}

cairn_status cairn__file_sink_close(cairn__file_sink *sink, bool keep, cairn_detail *detail)
{
    (void)sink;
    return keep ? fail(detail) : CAIRN_OK;
}

cairn_status cairn__folder_create(const char *path, cairn_detail *detail)
{
    (void)path;
    return fail(detail);
}

cairn_status cairn__folder_visit(const char *path, cairn_detail *detail,
                                 cairn_status (*visit)(void *context, const char *name),
                                 void *context)
{
    (void)path, (void)visit, (void)context;
    return fail(detail);
}

void cairn__folder_remove_empty(const char *path)
{
    (void)path;
}

cairn_status cairn__file_remove(const char *path, cairn_detail *detail)
{
    (void)path;
    return fail(detail);
}

#endif
