/* fault_preload.c: put before a command by LD_PRELOAD, makes one of its calls fail.
 *
 *   CAIRN_FAULT_CALL    memory, open, write, fsync or rename
 *   CAIRN_FAULT_NUMBER  which call of that kind, from 1, counted from the start of main()
 *   CAIRN_FAULT_ACTION  fail (default), kill: the process ends there and then, interrupt: the call
 *                       answers EINTR, or short: a write takes one byte alone
 *   CAIRN_FAULT_MARK    a file that is created when it happens, so that a test knows when to
 * stop */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library's own, whatever stands before them. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);

static struct {
    const char *call;
    long number;
    bool kills;
    bool interrupts;
    bool shortens;
    const char *mark;
    bool ready;
    atomic_long calls;
} plan;

__attribute__((constructor)) static void read_plan(void)
{
    const char *number = getenv("CAIRN_FAULT_NUMBER");
    const char *action = getenv("CAIRN_FAULT_ACTION");
    plan.call = getenv("CAIRN_FAULT_CALL");
    plan.mark = getenv("CAIRN_FAULT_MARK");
    plan.number = number != NULL ? atol(number) : 0;
    plan.kills = action != NULL && strcmp(action, "kill") == 0;
    plan.interrupts = action != NULL && strcmp(action, "interrupt") == 0;
    plan.shortens = action != NULL && strcmp(action, "short") == 0;
    plan.ready = plan.call != NULL && plan.number > 0;
}

/* True if this call is the one. */
static bool is_due(const char *call)
{
    if (!plan.ready || strcmp(call, plan.call) != 0 ||
        atomic_fetch_add(&plan.calls, 1) + 1 != plan.number)
        return false;
    if (plan.mark != NULL) {
        long descriptor = syscall(SYS_openat, AT_FDCWD, plan.mark, O_WRONLY | O_CREAT, 0644);
        (void)syscall(SYS_close, descriptor);
    }
    if (plan.kills)
        (void)kill(getpid(), SIGKILL);
    return true;
}

void *malloc(size_t bytes)
{
    if (is_due("memory")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    if (is_due("memory")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    if (is_due("memory")) {
        errno = ENOMEM;
        return NULL;
    }
    return __libc_realloc(memory, bytes);
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int mode = (flags & O_CREAT) != 0 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (is_due("open")) {
        errno = plan.interrupts ? EINTR : EMFILE;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    if (is_due("write")) {
        if (plan.shortens)
            return syscall(SYS_write, descriptor, bytes, count > 0 ? 1 : 0);
        errno = plan.interrupts ? EINTR : ENOSPC;
        return -1;
    }
    return syscall(SYS_write, descriptor, bytes, count);
}

int fsync(int descriptor)
{
    if (is_due("fsync")) {
        errno = plan.interrupts ? EINTR : EIO;
        return -1;
    }
    return (int)syscall(SYS_fsync, descriptor);
}

int rename(const char *from, const char *to)
{
    if (is_due("rename")) {
        errno = EACCES;
        return -1;
    }
    return (int)syscall(SYS_rename, from, to);
}
