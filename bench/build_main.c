/* build_main.c: `cairn-bench-build FOLDER [options]`: the tables of `make bench-build`: how long
 * databases take to build. FOLDER has the enlarged maps; generated ones and a database are written
 * to it. The figures of a row are from one run. */
#include "bench_build.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    bool (*print)(const bench_request *request);
} tables[] = {{"maps", bench_build_maps},
              {"engines", bench_build_engines},
              {"growth", bench_build_growth},
              {"rough", bench_build_rough}};

#define TABLES (sizeof tables / sizeof tables[0])

/* Fewer would leave some table without any. */
#define LEAST_RECORDS 100

static void end_with_usage(void)
{
    (void)fprintf(stderr, "usage: cairn-bench-build FOLDER [--records N] [--astar-records N] "
                          "[--threads T] [--table maps|engines|growth|rough]\n");
    exit(2);
}

static uint32_t parse_number(const char *text, uint32_t least)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || number < least || number > CAIRN_MAX_RECORDS)
        end_with_usage();
    return (uint32_t)number;
}

static const char *parse_table(const char *name)
{
    for (size_t i = 0; i < TABLES; i++)
        if (strcmp(tables[i].name, name) == 0)
            return name;
    end_with_usage();
    return NULL;
}

static bench_request parse(int count, char **arguments)
{
    static const struct option options[] = {{"records", required_argument, NULL, 'r'},
                                            {"astar-records", required_argument, NULL, 'a'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"table", required_argument, NULL, 'n'},
                                            {0}};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bench_request request = {.records = BENCH_DEMANDED_RECORDS,
                             .astar_records = 300,
                             .threads = cores > 0 ? (uint32_t)cores : 1};
    for (int key; (key = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        if (key == 'r')
            request.records = parse_number(optarg, LEAST_RECORDS);
        else if (key == 'a')
            request.astar_records = parse_number(optarg, 1);
        else if (key == 't')
            request.threads = parse_number(optarg, 1);
        else if (key == 'n')
            request.table = parse_table(optarg);
        else
            end_with_usage();
    }
    if (optind != count - 1)
        end_with_usage();
    request.folder = arguments[optind];
    return request;
}

int main(int count, char **arguments)
{
    bench_request request = parse(count, arguments);
    char database[512];
    bool agreed = true;
    (void)snprintf(database, sizeof database, "%s/bench-build.cairn", request.folder);
    request.database = database;
    for (size_t i = 0; i < TABLES; i++) {
        if (request.table != NULL && strcmp(request.table, tables[i].name) != 0)
            continue;
        agreed = tables[i].print(&request) && agreed;
        (void)fflush(stdout);
    }
    if (!agreed)
        (void)fprintf(stderr, "cairn-bench-build: methods found paths of different costs\n");
    return agreed ? 0 : 1;
}
