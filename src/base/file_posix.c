/* file_posix.c: file.h over POSIX calls. Interrupted calls are tried again; every other failure
 * is reported with the system's own words. */
#include "base/file.h"

#if CAIRN__POSIX

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/detail.h"

static cairn_status fail_with_errno(cairn_detail *detail, const char *what)
{
    char reason[96];
    int code = errno;
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
    const char *text = strerror_r(code, reason, sizeof reason);
#else
    const char *text = strerror_r(code, reason, sizeof reason) == 0 ? reason : "unknown error";
#endif
    return cairn__fail(detail, CAIRN_IO, "%s: %s", what, text);
}

static int open_for_reading(const char *path)
{
    int descriptor;
    do {
        descriptor = open(path, O_RDONLY | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

cairn_status cairn__file_source_open(const char *path, cairn_detail *detail,
                                     cairn__file_source *source)
{
    source->handle = open_for_reading(path);
    if (source->handle < 0)
        return fail_with_errno(detail, "cannot be opened");
    return CAIRN_OK;
}

cairn_status cairn__file_source_read(cairn__file_source *source, void *buffer, size_t capacity,
                                     cairn_detail *detail, size_t *count)
{
    ssize_t got;
    do {
        got = read(source->handle, buffer, capacity);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return fail_with_errno(detail, "cannot be read");
    *count = (size_t)got;
    return CAIRN_OK;
}

void cairn__file_source_close(cairn__file_source *source)
{
    if (source->handle >= 0)
        (void)close(source->handle);
    source->handle = -1;
}

static cairn_status map_descriptor(int descriptor, cairn_detail *detail, cairn__file_view *view)
{
    struct stat facts;
    if (fstat(descriptor, &facts) != 0)
        return fail_with_errno(detail, "cannot be examined");
    if (!S_ISREG(facts.st_mode))
        return cairn__fail(detail, CAIRN_IO, "cannot be mapped: not a regular file");
    if (facts.st_size == 0)
        return CAIRN_OK;
    if ((uint64_t)facts.st_size > PTRDIFF_MAX)
        return cairn__fail(detail, CAIRN_LIMIT,
                           "cannot be mapped: larger than this machine's memory");
    size_t count = (size_t)facts.st_size;
    void *bytes = mmap(NULL, count, PROT_READ, MAP_SHARED, descriptor, 0);
    if (bytes == MAP_FAILED)
        return fail_with_errno(detail, "cannot be mapped");
    *view = (cairn__file_view){bytes, count};
    return CAIRN_OK;
}

cairn_status cairn__file_view_open(const char *path, cairn_detail *detail, cairn__file_view *view)
{
    *view = (cairn__file_view){NULL, 0};
    int descriptor = open_for_reading(path);
    if (descriptor < 0)
        return fail_with_errno(detail, "cannot be opened");
    cairn_status status = map_descriptor(descriptor, detail, view);
    (void)close(descriptor);
    return status;
}

void cairn__file_view_close(cairn__file_view *view)
{
    if (view->bytes != NULL)
        (void)munmap((void *)(uintptr_t)view->bytes, view->count);
    *view = (cairn__file_view){NULL, 0};
}

/* Creates the first temporary name beside `path` that nobody has: the process number keeps
 * builds at the same time apart, the count skips what a killed one left behind. */
static int create_temporary(const char *path, char *temporary, size_t capacity)
{
    int descriptor = -1;
    for (unsigned attempt = 0; attempt < CAIRN__MOST_TEMPORARIES; attempt++) {
        (void)snprintf(temporary, capacity, "%s.tmp-%ld-%u", path, (long)getpid(), attempt);
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || (errno != EEXIST && errno != EINTR))
            break;
    }
    return descriptor;
}

cairn_status cairn__file_sink_open(const char *path, const cairn_allocator *allocator,
                                   cairn_detail *detail, cairn__file_sink *sink)
{
    cairn_status status = cairn__file_sink_get_names(path, allocator, detail, sink);
    if (status != CAIRN_OK)
        return status;
    sink->handle = create_temporary(path, sink->temporary, strlen(path) + CAIRN__SUFFIX_BYTES);
    if (sink->handle < 0) {
        status = fail_with_errno(detail, "cannot be created");
        cairn__file_sink_forget_names(sink);
    }
    return status;
}

cairn_status cairn__file_sink_write(cairn__file_sink *sink, const void *bytes, size_t count,
                                    cairn_detail *detail)
{
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = write(sink->handle, next, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written == 0)
            errno = ENOSPC; /* no error, and no room either */
        if (written <= 0)
            return fail_with_errno(detail, "cannot be written");
        next += written;
        count -= (size_t)written;
    }
    return CAIRN_OK;
}

static int flush(int descriptor)
{
    int flushed;
    do {
        flushed = fsync(descriptor);
    } while (flushed != 0 && errno == EINTR);
    return flushed;
}

/* After a power cut the new name must be there as well as the bytes. Some file systems cannot
 * flush a folder; the file itself is safe then, so a failure here is not one of the write. */
static void flush_folder(char *path)
{
    char *slash = strrchr(path, '/');
    char kept = '\0';
    const char *folder = ".";
    if (slash != NULL) {
        char *end = slash == path ? slash + 1 : slash;
        kept = *end;
        *end = '\0';
        folder = path;
        slash = end;
    }
    int descriptor = open_for_reading(folder);
    if (descriptor >= 0) {
        (void)flush(descriptor);
        (void)close(descriptor);
    }
    if (slash != NULL)
        *slash = kept;
}

static cairn_status give_name(cairn__file_sink *sink, cairn_detail *detail)
{
    if (flush(sink->handle) != 0)
        return fail_with_errno(detail, "cannot be flushed");
    int closed = close(sink->handle);
    sink->handle = -1;
    /* Interrupted, the descriptor is gone all the same, and the bytes are on the disk. */
    if (closed != 0 && errno != EINTR)
        return fail_with_errno(detail, "cannot be closed");
    if (rename(sink->temporary, sink->path) != 0)
        return fail_with_errno(detail, "cannot be renamed from its temporary name");
    flush_folder(sink->path);
    return CAIRN_OK;
}

cairn_status cairn__file_sink_close(cairn__file_sink *sink, bool keep, cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    if (sink->temporary == NULL)
        return status;
    if (keep)
        status = give_name(sink, detail);
    if (sink->handle >= 0)
        (void)close(sink->handle);
    if (!keep || status != CAIRN_OK)
        (void)unlink(sink->temporary);
    sink->handle = -1;
    cairn__file_sink_forget_names(sink);
    return status;
}

/* ---- folders ---- */

cairn_status cairn__folder_create(const char *path, cairn_detail *detail)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return CAIRN_OK;
    return fail_with_errno(detail, "the folder cannot be made");
}

cairn_status cairn__folder_visit(const char *path, cairn_detail *detail,
                                 cairn_status (*visit)(void *context, const char *name),
                                 void *context)
{
    DIR *folder = opendir(path);
    if (folder == NULL && errno == ENOENT)
        return CAIRN_OK;
    if (folder == NULL)
        return fail_with_errno(detail, "the folder cannot be read");
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (entry == NULL) {
            if (errno != 0)
                status = fail_with_errno(detail, "the folder cannot be read");
            break;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            status = visit(context, entry->d_name);
    }
    (void)closedir(folder);
    return status;
}

void cairn__folder_remove_empty(const char *path)
{
    (void)rmdir(path);
}

cairn_status cairn__file_remove(const char *path, cairn_detail *detail)
{
    if (unlink(path) == 0)
        return CAIRN_OK;
    return fail_with_errno(detail, "cannot be removed");
}

#endif
