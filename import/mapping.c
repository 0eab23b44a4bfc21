/* mapping.c: files as bytes in memory, and files that must not be outside a folder. */
#include "mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static cairn_status fail_io(cairn_detail *detail, int error)
{
    return import_fail(detail, CAIRN_IO, "cannot be read: %s", strerror(error));
}

/* Maps an open file, and closes it. */
static cairn_status map_open_file(int file, cairn_detail *detail, import_bytes *bytes)
{
    cairn_status status = CAIRN_OK;
    struct stat facts;
    if (fstat(file, &facts) != 0) {
        status = fail_io(detail, errno);
    } else if (!S_ISREG(facts.st_mode)) {
        status = fail_io(detail, S_ISDIR(facts.st_mode) ? EISDIR : EINVAL);
    } else if (facts.st_size == 0) {
        status = import_fail(detail, CAIRN_SYNTAX, "the file is empty; get a whole copy of it");
    } else {
        bytes->count = (size_t)facts.st_size;
        void *data = mmap(NULL, bytes->count, PROT_READ, MAP_PRIVATE, file, 0);
        bytes->data = data;
        if (data == MAP_FAILED)
            status = fail_io(detail, errno);
    }
    close(file);
    return status;
}

cairn_status import_map_file(const char *path, cairn_detail *detail, import_bytes *bytes)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    return file >= 0 ? map_open_file(file, detail, bytes) : fail_io(detail, errno);
}

void import_unmap_file(import_bytes bytes)
{
    munmap((void *)bytes.data, bytes.count);
}

/* ---- inside a folder ---- */

/* A name that leads to an entry of its own folder. */
static bool is_plain(const char *name, size_t length)
{
    return length > 0 && length <= NAME_MAX && memchr(name, '\\', length) == NULL &&
           !(length == 2 && memcmp(name, "..", 2) == 0);
}

/* Opens the entry of a folder that a path begins with: a folder if there is more of the path, else
 * a file. Closes the folder. Returns -1 with errno set if it cannot, EXDEV for a name that leads
 * out. Links are not followed: ELOOP for a file, ENOTDIR for a folder. */
static int open_entry(int folder, const char *path, size_t length)
{
    char name[NAME_MAX + 1];
    int kind = path[length] == '/' ? O_DIRECTORY : O_NONBLOCK, entry = -1;
    errno = EXDEV;
    if (is_plain(path, length)) {
        memcpy(name, path, length);
        name[length] = '\0';
        entry = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind);
    }
    int error = errno;
    close(folder);
    errno = error;
    return entry;
}

cairn_status import_map_file_inside(const char *folder, const char *path, cairn_detail *detail,
                                    import_bytes *bytes)
{
    int entry = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (bool more = true; entry >= 0 && more;) {
        size_t length = strcspn(path, "/");
        entry = open_entry(entry, path, length);
        more = path[length] == '/';
        path += length + more;
    }
    if (entry >= 0)
        return map_open_file(entry, detail, bytes);
    if (errno == EXDEV || errno == ELOOP)
        return import_fail(detail, CAIRN_SYNTAX, "it leads out of the map's own folder");
    return fail_io(detail, errno);
}
