/* bench_kinds_noise.c: what `cairn build` makes of noise and of mazes when it is told nothing: the
 * kind it chooses, and what that costs. */
#include "bench_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const maps[] = {"random/random512-10-0", "random/random512-25-0",
                                   "random/random512-40-0", "mazes/maze512-1-0"};

typedef struct task {
    const char *command;
    const char *map;
    const char *database;
} task;

/* What the command said. */
typedef struct answer {
    bool failed;
    char kind[16];
    double suboptimality; /* as it expects it; 0 of exact labels */
    double seconds;
    uint64_t bytes;
} answer;

static void read_answer(FILE *words, answer *said)
{
    char key[64], value[512], line[1024];
    while (fgets(line, sizeof line, words) != NULL) {
        if (sscanf(line, "%63s %511[^\n]", key, value) != 2)
            continue;
        if (strcmp(key, "kind") == 0)
            (void)snprintf(said->kind, sizeof said->kind, "%.15s", value);
        else if (strcmp(key, "mean_suboptimality") == 0)
            said->suboptimality = strtod(value, NULL);
        else if (strcmp(key, "bytes") == 0)
            said->bytes = strtoull(value, NULL, 10);
    }
}

static void run_command(const void *context, void *result)
{
    const task *wanted = context;
    answer *said = result;
    int ends[2], code = 0;
    uint64_t start = harness_get_time();
    bench_check(pipe(ends) != 0 ? CAIRN_IO : CAIRN_OK, "pipe");
    pid_t child = fork();
    if (child == 0) {
        (void)dup2(ends[1], STDOUT_FILENO);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execl(wanted->command, wanted->command, "build", wanted->map, "-o", wanted->database,
                    (char *)NULL);
        _exit(127);
    }
    (void)close(ends[1]);
    FILE *words = child > 0 ? fdopen(ends[0], "r") : NULL;
    bench_check(words == NULL ? CAIRN_IO : CAIRN_OK, wanted->command);
    read_answer(words, said);
    (void)fclose(words);
    said->failed = waitpid(child, &code, 0) != child || code != 0;
    said->seconds = bench_get_seconds_since(start);
}

/* A map of the folder, or noise or a maze of our own. */
static bench_map_file find_map(const bench_kinds_request *request, const char *name)
{
    bench_map_file file;
    (void)snprintf(file.name, sizeof file.name, "%s", strchr(name, '/') + 1);
    if (request->maps != NULL) {
        (void)snprintf(file.path, sizeof file.path, "%s/%s.map", request->maps, name);
        if (access(file.path, R_OK) == 0)
            return file;
    }
    (void)fprintf(stderr, "%s is not there: using a generated map instead\n", name);
    return bench_make_scene(&request->base, strncmp(name, "maze", 4) == 0 ? "maze" : "random", 512,
                            1);
}

bool bench_kinds_noise(const bench_kinds_request *request)
{
    printf("Noise: `cairn build MAP -o DB` and nothing else; suboptimality as the command expects "
           "it\n");
    printf("  map                kind     build s   CPU s  peak MB       MB  subopt %%\n");
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        bench_map_file file = find_map(request, maps[i]);
        task wanted = {request->command, file.path, request->base.database};
        answer said = {0};
        (void)fprintf(stderr, "%s: %s build ...\n", file.path, request->command);
        bench_child_usage usage = bench_run_in_child(run_command, &wanted, &said, sizeof said);
        printf("  %-18s %-7s %8.1f %7.1f %8.0f %8.2f %9.2f%s\n", file.name,
               said.failed ? "FAILED" : said.kind, said.seconds, usage.cpu,
               (double)usage.peak_bytes * 1e-6, (double)said.bytes * 1e-6, said.suboptimality,
               said.failed ? "  (the command failed)" : "");
        (void)fflush(stdout);
    }
    return true;
}
