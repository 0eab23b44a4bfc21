/* file.h: reading in pieces, mapping, and writing under a temporary name first.
 * The one place where libcairn meets the file system; file_posix.c does it for POSIX. */
#ifndef CAIRN_FILE_H
#define CAIRN_FILE_H

#include "cairn/base.h"

/* A file read from front to back. */
typedef struct cairn__file_source {
    int descriptor;
} cairn__file_source;

cairn_status cairn__file_source_open(const char *path, cairn_detail *detail,
                                     cairn__file_source *source);
/* Reads up to `capacity` bytes; `count` 0 means the end. */
cairn_status cairn__file_source_read(cairn__file_source *source, void *buffer, size_t capacity,
                                     cairn_detail *detail, size_t *count);
void cairn__file_source_close(cairn__file_source *source);

/* A whole file in memory, read-only; an empty file has no bytes. */
typedef struct cairn__file_view {
    const void *bytes;
    size_t count;
} cairn__file_view;

cairn_status cairn__file_view_open(const char *path, cairn_detail *detail, cairn__file_view *view);
void cairn__file_view_close(cairn__file_view *view);

/* A file written under a temporary name beside its final one. */
typedef struct cairn__file_sink {
    int descriptor;
    char *path;
    char *temporary;
    cairn_allocator allocator;
} cairn__file_sink;

cairn_status cairn__file_sink_open(const char *path, const cairn_allocator *allocator,
                                   cairn_detail *detail, cairn__file_sink *sink);
cairn_status cairn__file_sink_write(cairn__file_sink *sink, const void *bytes, size_t count,
                                    cairn_detail *detail);
/* With `keep`: flushes, renames, flushes the folder. Else removes the temporary file. */
cairn_status cairn__file_sink_close(cairn__file_sink *sink, bool keep, cairn_detail *detail);

/* A whole file, all at once. */
cairn_status cairn__file_write(const char *path, const void *bytes, size_t count,
                               const cairn_allocator *allocator, cairn_detail *detail);

/* ---- folders ---- */

/* Makes a folder unless it is there. */
cairn_status cairn__folder_create(const char *path, cairn_detail *detail);

/* Calls `visit` for each name in a folder, in no order, until one fails; the names are those of
 * files and folders, without `.` and `..`. A folder that is not there has no names. */
cairn_status cairn__folder_visit(const char *path, cairn_detail *detail,
                                 cairn_status (*visit)(void *context, const char *name),
                                 void *context);

/* Removes a folder if it is there and empty. */
void cairn__folder_remove_empty(const char *path);

/* Removes a file. */
cairn_status cairn__file_remove(const char *path, cairn_detail *detail);

#endif
