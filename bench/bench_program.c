/* bench_program.c: the programs with several tables: what they are asked, and their tables in order. */
#include "bench_build.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 1000000

/* The options of all programs: a text, or a number in a range. */
static const struct {
    const char *name;
    const char *of;
    size_t text; /* where it is in the request; 0: a number */
    size_t number;
    uint32_t least, most;
} known[] = {
    {"levels", "DIR", offsetof(bench_request, levels), 0, 0, 0},
    {"maps", "DIR", offsetof(bench_request, maps), 0, 0, 0},
    {"dynamic", "DIR", offsetof(bench_request, dynamic), 0, 0, 0},
    {"kind", "labels|regions|knn", offsetof(bench_request, kind), 0, 0, 0},
    /* Fewer would leave some table without any. */
    {"records", "N", 0, offsetof(bench_request, records), 100, CAIRN_MAX_RECORDS},
    {"astar-records", "N", 0, offsetof(bench_request, astar_records), 1, CAIRN_MAX_RECORDS},
    {"threads", "T", 0, offsetof(bench_request, threads), 1, MOST},
    {"problems", "N", 0, offsetof(bench_request, problems), 1, MOST},
    {"changes", "N", 0, offsetof(bench_request, changes), 1, MOST},
};

#define KNOWN (sizeof known / sizeof known[0])

/* An option of all of these programs, whose number is past those of `known`. */
#define TABLE ((int)KNOWN)

static bool has_option(const bench_program *program, size_t option)
{
    for (const char *const *name = program->options; *name != NULL; name++)
        if (strcmp(*name, known[option].name) == 0)
            return true;
    return false;
}

static void end_with_usage(const bench_program *program)
{
    (void)fprintf(stderr, "usage: %s FOLDER [--table ", program->name);
    for (const bench_table *table = program->tables; table->name != NULL; table++)
        (void)fprintf(stderr, "%s%s", table == program->tables ? "" : "|", table->name);
    (void)fprintf(stderr, "]");
    for (size_t i = 0; i < KNOWN; i++)
        if (has_option(program, i))
            (void)fprintf(stderr, " [--%s %s]", known[i].name, known[i].of);
    (void)fprintf(stderr, "\n");
    exit(2);
}

static uint32_t parse_number(const bench_program *program, size_t option, const char *text)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || number < known[option].least ||
        number > known[option].most)
        end_with_usage(program);
    return (uint32_t)number;
}

static void take_option(const bench_program *program, int option, bench_request *request)
{
    if (option == TABLE) {
        request->table = optarg;
        return;
    }
    if (option < 0 || option > TABLE || !has_option(program, (size_t)option))
        end_with_usage(program);
    char *at = (char *)request;
    if (known[option].text != 0)
        memcpy(at + known[option].text, &optarg, sizeof optarg);
    else
        *(uint32_t *)(void *)(at + known[option].number) =
            parse_number(program, (size_t)option, optarg);
}

static bench_request parse(const bench_program *program, int count, char **arguments)
{
    struct option options[KNOWN + 2] = {0};
    for (size_t i = 0; i < KNOWN; i++)
        options[i] = (struct option){known[i].name, required_argument, NULL, (int)i};
    options[KNOWN] = (struct option){"table", required_argument, NULL, TABLE};
    bench_request request = program->defaults;
    for (int key; (key = getopt_long(count, arguments, "", options, NULL)) != -1;)
        take_option(program, key, &request);
    if (optind != count - 1)
        end_with_usage(program);
    request.folder = arguments[optind];
    return request;
}

int bench_run_program(const bench_program *program, int count, char **arguments)
{
    bench_request request = parse(program, count, arguments);
    char database[512];
    bool right = true, any = false;
    (void)snprintf(database, sizeof database, "%s/%s.cairn", request.folder, program->name);
    request.database = database;
    for (const bench_table *table = program->tables; table->name != NULL; table++) {
        if (request.table != NULL && strcmp(request.table, table->name) != 0)
            continue;
        any = true;
        right = table->print(&request) && right;
        (void)fflush(stdout);
    }
    if (!any)
        end_with_usage(program);
    if (!right)
        (void)fprintf(stderr, "%s: %s\n", program->name, program->wrong);
    return right ? 0 : 1;
}
