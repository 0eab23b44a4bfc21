/* file.h: reading in pieces, mapping, and writing under a temporary name first.
 * The one place where libcairn meets the file system: file_posix.c, file_win32.c, and file_none.c, where
 * there is none. Paths are UTF-8 on Windows, and whatever the system takes elsewhere. */
#ifndef CAIRN_FILE_H
#define CAIRN_FILE_H

#include "base/platform.h"
#include "cairn/base.h"

/* What the system calls an open file. */
#if CAIRN__WIN32
typedef void *cairn__file_handle;
#else
typedef int cairn__file_handle;
#endif

/* A file read from front to back. */
typedef struct cairn__file_source {
    cairn__file_handle handle;
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
    cairn__file_handle handle;
    char *path;
    char *temporary; /* with CAIRN__SUFFIX_BYTES more than the path */
    cairn_allocator allocator;
} cairn__file_sink;

/* Room for ".tmp-", a process number, "-", a count and the end. */
#define CAIRN__SUFFIX_BYTES 40

/* Temporary names to be tried: a process that was killed may have left some behind. */
#define CAIRN__MOST_TEMPORARIES 1000

/* Gets memory for both names, and gives it back. Failures: MEMORY. */
cairn_status cairn__file_sink_get_names(const char *path, const cairn_allocator *allocator,
                                        cairn_detail *detail, cairn__file_sink *sink);
void cairn__file_sink_forget_names(cairn__file_sink *sink);

cairn_status cairn__file_sink_open(const char *path, const cairn_allocator *allocator,
                                   cairn_detail *detail, cairn__file_sink *sink);
cairn_status cairn__file_sink_write(cairn__file_sink *sink, const void *bytes, size_t count,
                                    cairn_detail *detail);
/* With `keep`: flushes, renames, flushes the folder where that is possible. Else removes the temporary
 * file. */
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
