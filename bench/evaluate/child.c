/* child.c: starting ourselves again with other words, and waiting for the end. Output goes to
 * files without names, so that no pipe can fill up. */
#include "child.h"

#include <errno.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define POLL_NS 5000000

extern char **environ;

void cli_words_add(struct cli_words *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *word = NULL;
    if (words->count == CLI_CHILD_ARGUMENTS || vasprintf(&word, format, arguments) < 0)
        words->failed = true;
    else
        words->words[words->count++] = word;
    va_end(arguments);
}

void cli_words_close(struct cli_words *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->words[i]);
    *words = (struct cli_words){0};
}

void cli_outcome_close(struct cli_outcome *outcome)
{
    free(outcome->out);
    outcome->out = NULL;
}

static bool fail_start(struct cli_outcome *outcome, int reason)
{
    outcome->code = CLI_BAD;
    snprintf(outcome->sentence, sizeof outcome->sentence, "a command could not be started: %s",
             strerror(reason));
    return false;
}

/* All of a stream from its beginning; null if there is no memory for it. */
static char *read_all(FILE *stream)
{
    rewind(stream);
    char *text = NULL;
    size_t bytes = 0;
    if (getdelim(&text, &bytes, '\0', stream) < 0 && text != NULL)
        text[0] = '\0';
    return text;
}

static void read_sentence(FILE *stream, struct cli_outcome *outcome)
{
    char line[sizeof outcome->sentence] = "";
    rewind(stream);
    if (fgets(line, sizeof line, stream) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    /* "cairn: ", or "cairn build: " where argp speaks. */
    const char *colon = strncmp(line, "cairn", 5) == 0 ? strstr(line, ": ") : NULL;
    snprintf(outcome->sentence, sizeof outcome->sentence, "%s", colon != NULL ? colon + 2 : line);
}

static void wait_for(pid_t child, struct cli_outcome *outcome)
{
    const struct timespec pause = {.tv_nsec = POLL_NS};
    struct rusage usage = {0};
    int status = 0;
    bool told = false;
    uint64_t start = harness_get_time();
    while (wait4(child, &status, WNOHANG, &usage) == 0) {
        if (cli_signal != 0 && !told) {
            kill(child, cli_signal);
            told = true;
        }
        nanosleep(&pause, NULL);
    }
    outcome->seconds = (double)(harness_get_time() - start) * 1e-9;
    outcome->cpu_seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    outcome->code = WIFEXITED(status) ? WEXITSTATUS(status) : CLI_SIGNAL + WTERMSIG(status);
}

static int spawn(const struct cli_words *words, FILE *const streams[2], pid_t *child)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0)
        return errno;
    path[length] = '\0';
    if (length > 4 && strcmp(path + length - 4, "-mpi") == 0)
        path[length - 4] = '\0'; /* cairn-mpi has the command beside it */
    static char name[] = "cairn";
    char *argv[CLI_CHILD_ARGUMENTS + 2] = {name};
    memcpy(argv + 1, words->words, sizeof words->words);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(streams[0]), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(streams[1]), STDERR_FILENO);
    int reason = posix_spawn(child, path, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

bool cli_child_run(const struct cli_words *words, struct cli_outcome *outcome)
{
    *outcome = (struct cli_outcome){0};
    if (words->failed)
        return fail_start(outcome, ENOMEM);
    FILE *streams[2] = {tmpfile(), tmpfile()};
    pid_t child = 0;
    int reason = streams[0] == NULL || streams[1] == NULL ? errno : spawn(words, streams, &child);
    bool started = reason == 0;
    if (started) {
        wait_for(child, outcome);
        outcome->out = read_all(streams[0]);
        read_sentence(streams[1], outcome);
    } else {
        fail_start(outcome, reason);
    }
    for (int i = 0; i < 2; i++)
        if (streams[i] != NULL)
            fclose(streams[i]);
    return started;
}
