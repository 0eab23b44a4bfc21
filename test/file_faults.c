/* file_faults.c: see file_faults.h. */
#include "file_faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

test_file_fault_plan test_file_faults;

/* Counts a call; true if it is to fail. */
static bool should_fail(test_file_call which)
{
    if (!test_file_faults.armed)
        return false;
    long number = test_file_faults.calls[which]++;
    if (which != test_file_faults.call || number < test_file_faults.fail_from ||
        number >= test_file_faults.fail_end)
        return false;
    test_file_faults.failed = true;
    errno = test_file_faults.code;
    return true;
}

static size_t get_count(size_t count)
{
    return test_file_faults.armed && test_file_faults.most > 0 && count > test_file_faults.most
               ? test_file_faults.most
               : count;
}

int __real_open(const char *path, int flags, ...);
ssize_t __real_read(int descriptor, void *buffer, size_t count);
ssize_t __real_write(int descriptor, const void *buffer, size_t count);
int __real_fsync(int descriptor);
int __real_close(int descriptor);
int __real_rename(const char *from, const char *to);
int __real_fstat(int descriptor, struct stat *facts);
void *__real_mmap(void *place, size_t bytes, int access, int flags, int descriptor, off_t offset);

int __wrap_open(const char *path, int flags, ...);
ssize_t __wrap_read(int descriptor, void *buffer, size_t count);
ssize_t __wrap_write(int descriptor, const void *buffer, size_t count);
int __wrap_fsync(int descriptor);
int __wrap_close(int descriptor);
int __wrap_rename(const char *from, const char *to);
int __wrap_fstat(int descriptor, struct stat *facts);
void *__wrap_mmap(void *place, size_t bytes, int access, int flags, int descriptor, off_t offset);

int __wrap_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    return should_fail(CALL_OPEN) ? -1 : __real_open(path, flags, mode);
}

ssize_t __wrap_read(int descriptor, void *buffer, size_t count)
{
    return should_fail(CALL_READ) ? -1 : __real_read(descriptor, buffer, get_count(count));
}

ssize_t __wrap_write(int descriptor, const void *buffer, size_t count)
{
    return should_fail(CALL_WRITE) ? -1 : __real_write(descriptor, buffer, get_count(count));
}

int __wrap_fsync(int descriptor)
{
    return should_fail(CALL_FSYNC) ? -1 : __real_fsync(descriptor);
}

/* Whatever Linux answers, the descriptor is closed. */
int __wrap_close(int descriptor)
{
    int closed = __real_close(descriptor);
    return should_fail(CALL_CLOSE) ? -1 : closed;
}

int __wrap_rename(const char *from, const char *to)
{
    return should_fail(CALL_RENAME) ? -1 : __real_rename(from, to);
}

int __wrap_fstat(int descriptor, struct stat *facts)
{
    return should_fail(CALL_FSTAT) ? -1 : __real_fstat(descriptor, facts);
}

void *__wrap_mmap(void *place, size_t bytes, int access, int flags, int descriptor, off_t offset)
{
    if (should_fail(CALL_MMAP))
        return MAP_FAILED;
    return __real_mmap(place, bytes, access, flags, descriptor, offset);
}
