/* outside.c: a program of someone else's, on two pipes. Whatever it does, no call waits for longer
 * than its time-out: reading looks at the clock, writing never blocks, and ending is by force. */
#include "outside.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS UINT64_C(1000000000)
#define POLL_NS 2000000

enum { LOOK_MS = 50 }; /* a caught signal is looked for so often */

/* After its last line a program has so long to end of itself; nothing depends on it. */
enum { GRACE_SECONDS = 2 };

enum { ANSWERS, REQUESTS }; /* of outside.ends */

extern char **environ;

cairn_status outside_fail(struct outside *outside, const char *format, ...)
{
    char text[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bool logs = outside->log != NULL;
    snprintf(outside->sentence, sizeof outside->sentence, "%s%s%s", text, logs ? "; see " : "",
             logs ? outside->log : "");
    return CAIRN_ARGUMENT;
}

void outside_set_deadline(struct outside *outside)
{
    outside->deadline = harness_get_time() + outside->timeout * SECOND_NS;
}

/* ---- the process ---- */

/* In a group of its own, so that what it starts ends with it, and Ctrl-C is ours alone. */
static int spawn(const struct outside_request *request, const int pipes[2], pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); /* which the command ignores */
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
    if (request->log != NULL)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, request->log,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addchdir_np(&actions, request->folder);
    int reason =
        posix_spawnp(pid, request->words[0], &actions, &attributes, request->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

cairn_status outside_start(const struct outside_request *request, struct outside *outside)
{
    int down[2] = {-1, -1}, up[2] = {-1, -1};
    pid_t pid = 0;
    *outside = (struct outside){.started = true, .timeout = request->timeout, .ends = {-1, -1}};
    outside->log = request->log != NULL ? strdup(request->log) : NULL;
    if (request->log != NULL && outside->log == NULL)
        return CAIRN_MEMORY;
    int reason = pipe2(down, O_CLOEXEC) == 0 && pipe2(up, O_CLOEXEC) == 0 ? 0 : errno;
    if (reason == 0)
        reason = spawn(request, (const int[2]){down[0], up[1]}, &pid);
    if (reason == 0)
        outside->pid = pid;
    close(down[0]);
    close(up[1]);
    outside->ends[ANSWERS] = up[0];
    outside->ends[REQUESTS] = down[1];
    if (reason == 0 && fcntl(down[1], F_SETFL, O_NONBLOCK) != 0)
        reason = errno;
    if (reason == 0)
        return CAIRN_OK;
    snprintf(outside->sentence, sizeof outside->sentence,
             "the program '%s' cannot be started: %s; correct \"program\"", request->words[0],
             strerror(reason));
    return CAIRN_ARGUMENT;
}

/* Whether it has ended within a while; then it is gone. */
static bool await_end(struct outside *outside, int *status)
{
    const struct timespec pause = {.tv_nsec = POLL_NS};
    uint64_t until = harness_get_time() + GRACE_SECONDS * SECOND_NS;
    while (waitpid(outside->pid, status, WNOHANG) == 0) {
        if (harness_get_time() > until || cli_signal != 0)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

void outside_close(struct outside *outside)
{
    int status = 0;
    if (!outside->started)
        return;
    bool good = outside->pid > 0 && outside->sentence[0] == '\0' && cli_signal == 0;
    if (good)
        (void)outside_ask(outside, "quit");
    close(outside->ends[REQUESTS]);
    bool ended = good && await_end(outside, &status);
    if (outside->pid > 0)
        kill(-outside->pid, SIGKILL); /* and what it has started */
    if (outside->pid > 0 && !ended)
        waitpid(outside->pid, &status, 0);
    close(outside->ends[ANSWERS]);
    free(outside->asked);
    free(outside->log);
    *outside = (struct outside){0};
}

/* It answers no more: what became of it? */
static cairn_status fail_ended(struct outside *outside)
{
    char how[64] = "closed its output";
    int status = 0;
    if (await_end(outside, &status)) {
        kill(-outside->pid, SIGKILL);
        outside->pid = 0;
        if (WIFSIGNALED(status))
            snprintf(how, sizeof how, "was ended by signal %d", WTERMSIG(status));
        else
            snprintf(how, sizeof how, "ended with exit code %d", WEXITSTATUS(status));
    }
    return outside_fail(outside, "the program %s before it had answered '%s'", how, outside->asked);
}

/* ---- lines ---- */

cairn_status outside_ask(struct outside *outside, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return CAIRN_MEMORY;
    char *last = strrchr(text, '\n');
    free(outside->asked);
    outside->asked = strdup(last != NULL ? last + 1 : text);
    text[length] = '\n'; /* in place of the null byte */
    bool early = outside->filled > 0;
    ssize_t sent = early ? 0 : write(outside->ends[REQUESTS], text, (size_t)length + 1);
    int reason = errno;
    free(text);
    if (outside->asked == NULL)
        return CAIRN_MEMORY;
    if (early)
        return outside_fail(outside, "the program said more than it was asked for, before '%s'",
                            outside->asked);
    if (sent < 0 && reason == EPIPE)
        return fail_ended(outside);
    return sent == length + 1 ? CAIRN_OK
                              : outside_fail(outside, "the program does not read what it is asked");
}

/* Waits until there is something to read. */
static cairn_status await_answer(struct outside *outside)
{
    struct pollfd wanted = {.fd = outside->ends[ANSWERS], .events = POLLIN};
    do {
        if (cli_signal != 0)
            return CAIRN_INTERRUPTED;
        if (harness_get_time() > outside->deadline)
            return outside_fail(outside, "the program did not answer '%s' within %u s",
                                outside->asked, outside->timeout);
    } while (poll(&wanted, 1, LOOK_MS) <= 0);
    return CAIRN_OK;
}

/* Takes the first line out of the buffer; false if there is no whole one. */
static bool take_line(struct outside *outside, char line[OUTSIDE_LINE])
{
    char *end = memchr(outside->buffer, '\n', outside->filled);
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - outside->buffer);
    memcpy(line, outside->buffer, length);
    line[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)line[i]))
            line[i] = '?'; /* no answer has one, and sentences show it */
    outside->filled -= length + 1;
    memmove(outside->buffer, end + 1, outside->filled);
    return true;
}

cairn_status outside_read(struct outside *outside, char line[OUTSIDE_LINE])
{
    while (!take_line(outside, line)) {
        size_t room = sizeof outside->buffer - outside->filled;
        if (room == 0)
            return outside_fail(outside,
                                "the program answered '%s' with a line of more than %d bytes",
                                outside->asked, OUTSIDE_LINE);
        cairn_status status = await_answer(outside);
        if (status != CAIRN_OK)
            return status;
        ssize_t count = read(outside->ends[ANSWERS], outside->buffer + outside->filled, room);
        if (count <= 0)
            return fail_ended(outside);
        outside->filled += (size_t)count;
    }
    return CAIRN_OK;
}
