/* file_win32.c: file.h over Windows' own calls. Paths are UTF-8; the wide calls get them as UTF-16, with
 * spaces and letters of any script. Failures are reported with the system's own words.
 *
 * A file that is mapped cannot be replaced or removed on Windows: close a database before its file is
 * written anew. */
#include "base/file.h"

#if CAIRN__WIN32

#define WIN32_LEAN_AND_MEAN
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "base/detail.h"

/* The most UTF-16 units of a path, and the most bytes of a name in a folder. */
#define PATH_UNITS 4096
#define NAME_BYTES (3 * MAX_PATH + 1)

static cairn_status fail_with_code(cairn_detail *detail, const char *what, DWORD code)
{
    WCHAR wide[128] = {0};
    char reason[128] = "unknown error";
    DWORD units = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                 code, 0, wide, 128, NULL);
    while (units > 0 && (wide[units - 1] <= L' ' || wide[units - 1] == L'.'))
        wide[--units] = L'\0';
    if (units > 0 &&
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, reason, sizeof reason, NULL, NULL) == 0)
        (void)snprintf(reason, sizeof reason, "error %lu", (unsigned long)code);
    return cairn__fail(detail, CAIRN_IO, "%s: %s", what, reason);
}

static cairn_status fail_with_last(cairn_detail *detail, const char *what)
{
    return fail_with_code(detail, what, GetLastError());
}

/* A path as the system takes it; false, with an error set, if it is no UTF-8 or too long. */
static bool widen(const char *path, WCHAR wide[PATH_UNITS])
{
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, PATH_UNITS) > 0;
}

static HANDLE open_for_reading(const char *path)
{
    WCHAR wide[PATH_UNITS];
    if (!widen(path, wide))
        return INVALID_HANDLE_VALUE;
    return CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                       FILE_ATTRIBUTE_NORMAL, NULL);
}

/* ---- reading ---- */

cairn_status cairn__file_source_open(const char *path, cairn_detail *detail,
                                     cairn__file_source *source)
{
    source->handle = open_for_reading(path);
    if (source->handle == INVALID_HANDLE_VALUE)
        return fail_with_last(detail, "cannot be opened");
    return CAIRN_OK;
}

/* The most bytes that one call moves. */
static DWORD get_piece(size_t count)
{
    const size_t most = 1u << 30;
    return (DWORD)(count < most ? count : most);
}

cairn_status cairn__file_source_read(cairn__file_source *source, void *buffer, size_t capacity,
                                     cairn_detail *detail, size_t *count)
{
    DWORD got = 0;
    /* The other end of a pipe that was closed is an end like any other. */
    if (!ReadFile(source->handle, buffer, get_piece(capacity), &got, NULL) &&
        GetLastError() != ERROR_BROKEN_PIPE)
        return fail_with_last(detail, "cannot be read");
    *count = got;
    return CAIRN_OK;
}

void cairn__file_source_close(cairn__file_source *source)
{
    if (source->handle != INVALID_HANDLE_VALUE)
        (void)CloseHandle(source->handle);
    source->handle = INVALID_HANDLE_VALUE;
}

static cairn_status map_handle(HANDLE file, cairn_detail *detail, cairn__file_view *view)
{
    LARGE_INTEGER size;
    if (!GetFileSizeEx(file, &size))
        return fail_with_last(detail, "cannot be examined");
    if (size.QuadPart == 0)
        return CAIRN_OK;
    if ((uint64_t)size.QuadPart > PTRDIFF_MAX)
        return cairn__fail(detail, CAIRN_LIMIT,
                           "cannot be mapped: larger than this machine's memory");
    HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping == NULL)
        return fail_with_last(detail, "cannot be mapped");
    const void *bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    DWORD code = GetLastError();
    (void)CloseHandle(mapping); /* the view keeps it */
    if (bytes == NULL)
        return fail_with_code(detail, "cannot be mapped", code);
    *view = (cairn__file_view){bytes, (size_t)size.QuadPart};
    return CAIRN_OK;
}

cairn_status cairn__file_view_open(const char *path, cairn_detail *detail, cairn__file_view *view)
{
    *view = (cairn__file_view){NULL, 0};
    HANDLE file = open_for_reading(path);
    if (file == INVALID_HANDLE_VALUE)
        return fail_with_last(detail, "cannot be opened");
    cairn_status status = map_handle(file, detail, view);
    (void)CloseHandle(file);
    return status;
}

void cairn__file_view_close(cairn__file_view *view)
{
    if (view->bytes != NULL)
        (void)UnmapViewOfFile(view->bytes);
    *view = (cairn__file_view){NULL, 0};
}

/* ---- writing ---- */

/* Creates the first temporary name beside `path` that nobody has, as file_posix.c does. */
static HANDLE create_temporary(const char *path, char *temporary, size_t capacity)
{
    WCHAR wide[PATH_UNITS];
    HANDLE file = INVALID_HANDLE_VALUE;
    for (unsigned attempt = 0; attempt < CAIRN__MOST_TEMPORARIES; attempt++) {
        (void)snprintf(temporary, capacity, "%s.tmp-%lu-%u", path,
                       (unsigned long)GetCurrentProcessId(), attempt);
        if (!widen(temporary, wide))
            break;
        file = CreateFileW(wide, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (file != INVALID_HANDLE_VALUE || GetLastError() != ERROR_FILE_EXISTS)
            break;
    }
    return file;
}

cairn_status cairn__file_sink_open(const char *path, const cairn_allocator *allocator,
                                   cairn_detail *detail, cairn__file_sink *sink)
{
    cairn_status status = cairn__file_sink_get_names(path, allocator, detail, sink);
    if (status != CAIRN_OK)
        return status;
    sink->handle = create_temporary(path, sink->temporary, strlen(path) + CAIRN__SUFFIX_BYTES);
    if (sink->handle == INVALID_HANDLE_VALUE) {
        status = fail_with_last(detail, "cannot be created");
        cairn__file_sink_forget_names(sink);
    }
    return status;
}

cairn_status cairn__file_sink_write(cairn__file_sink *sink, const void *bytes, size_t count,
                                    cairn_detail *detail)
{
    const char *next = bytes;
    while (count > 0) {
        DWORD written = 0;
        if (!WriteFile(sink->handle, next, get_piece(count), &written, NULL))
            return fail_with_last(detail, "cannot be written");
        if (written == 0) /* no error, and no room either */
            return fail_with_code(detail, "cannot be written", ERROR_DISK_FULL);
        next += written;
        count -= written;
    }
    return CAIRN_OK;
}

/* The name is on the disk when the call returns: there is no folder to flush. */
static cairn_status give_name(cairn__file_sink *sink, cairn_detail *detail)
{
    WCHAR from[PATH_UNITS], to[PATH_UNITS];
    if (!FlushFileBuffers(sink->handle))
        return fail_with_last(detail, "cannot be flushed");
    BOOL closed = CloseHandle(sink->handle);
    sink->handle = INVALID_HANDLE_VALUE;
    if (!closed)
        return fail_with_last(detail, "cannot be closed");
    if (!widen(sink->temporary, from) || !widen(sink->path, to) ||
        !MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return fail_with_last(detail, "cannot be renamed from its temporary name");
    return CAIRN_OK;
}

cairn_status cairn__file_sink_close(cairn__file_sink *sink, bool keep, cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    if (sink->temporary == NULL)
        return status;
    if (keep)
        status = give_name(sink, detail);
    if (sink->handle != INVALID_HANDLE_VALUE)
        (void)CloseHandle(sink->handle);
    if (!keep || status != CAIRN_OK)
        (void)cairn__file_remove(sink->temporary, NULL);
    sink->handle = INVALID_HANDLE_VALUE;
    cairn__file_sink_forget_names(sink);
    return status;
}

/* ---- folders ---- */

cairn_status cairn__folder_create(const char *path, cairn_detail *detail)
{
    WCHAR wide[PATH_UNITS];
    if (widen(path, wide) &&
        (CreateDirectoryW(wide, NULL) || GetLastError() == ERROR_ALREADY_EXISTS))
        return CAIRN_OK;
    return fail_with_last(detail, "the folder cannot be made");
}

static cairn_status visit_names(HANDLE search, WIN32_FIND_DATAW *found, cairn_detail *detail,
                                cairn_status (*visit)(void *context, const char *name),
                                void *context)
{
    cairn_status status = CAIRN_OK;
    do {
        char name[NAME_BYTES];
        if (WideCharToMultiByte(CP_UTF8, 0, found->cFileName, -1, name, sizeof name, NULL, NULL) ==
            0)
            return fail_with_last(detail, "the folder cannot be read");
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            status = visit(context, name);
    } while (status == CAIRN_OK && FindNextFileW(search, found));
    if (status == CAIRN_OK && GetLastError() != ERROR_NO_MORE_FILES)
        return fail_with_last(detail, "the folder cannot be read");
    return status;
}

cairn_status cairn__folder_visit(const char *path, cairn_detail *detail,
                                 cairn_status (*visit)(void *context, const char *name),
                                 void *context)
{
    WCHAR wide[PATH_UNITS + 2];
    WIN32_FIND_DATAW found;
    if (!widen(path, wide))
        return fail_with_last(detail, "the folder cannot be read");
    memcpy(wide + wcslen(wide), L"\\*", sizeof L"\\*");
    HANDLE search = FindFirstFileW(wide, &found);
    if (search == INVALID_HANDLE_VALUE &&
        (GetLastError() == ERROR_PATH_NOT_FOUND || GetLastError() == ERROR_FILE_NOT_FOUND))
        return CAIRN_OK;
    if (search == INVALID_HANDLE_VALUE)
        return fail_with_last(detail, "the folder cannot be read");
    cairn_status status = visit_names(search, &found, detail, visit, context);
    (void)FindClose(search);
    return status;
}

void cairn__folder_remove_empty(const char *path)
{
    WCHAR wide[PATH_UNITS];
    if (widen(path, wide))
        (void)RemoveDirectoryW(wide);
}

cairn_status cairn__file_remove(const char *path, cairn_detail *detail)
{
    WCHAR wide[PATH_UNITS];
    if (widen(path, wide) && DeleteFileW(wide))
        return CAIRN_OK;
    return fail_with_last(detail, "cannot be removed");
}

#endif
