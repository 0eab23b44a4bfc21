/* build_main.c: `cairn-bench-build FOLDER [options]`: the tables of `make bench-build`: how long
 * databases take to build. FOLDER has the enlarged maps; generated ones and a database are written
 * to it. The figures of a row are from one run. */
#include "bench_build.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    bool (*print)(const bench_request *request);
} tables[] = {{"maps", bench_build_maps},
              {"levels", bench_build_levels},
              {"engines", bench_build_engines},
              {"growth", bench_build_growth},
              {"rough", bench_build_rough}};

#define TABLES (sizeof tables / sizeof tables[0])

/* Fewer would leave some table without any. */
#define LEAST_RECORDS 100

static const char usage[] =
    "cairn-bench-build FOLDER [--records N] [--astar-records N] "
    "[--threads T] [--levels DIR] [--table maps|levels|engines|growth|rough]";

static uint32_t parse_number(const char *text, uint32_t least)
{
    return bench_parse_number(text, least, CAIRN_MAX_RECORDS, usage);
}

static bench_request parse(int count, char **arguments)
{
    static const struct option options[] = {
        {"records", required_argument, NULL, 'r'}, {"astar-records", required_argument, NULL, 'a'},
        {"threads", required_argument, NULL, 't'}, {"table", required_argument, NULL, 'n'},
        {"levels", required_argument, NULL, 'l'},  {0}};
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
            request.table = optarg;
        else if (key == 'l')
            request.levels = optarg;
        else
            bench_end_with_usage(usage);
    }
    if (optind != count - 1)
        bench_end_with_usage(usage);
    request.folder = arguments[optind];
    return request;
}

int main(int count, char **arguments)
{
    bench_request request = parse(count, arguments);
    char database[512];
    bool agreed = true, known = false;
    (void)snprintf(database, sizeof database, "%s/bench-build.cairn", request.folder);
    request.database = database;
    for (size_t i = 0; i < TABLES; i++) {
        if (request.table != NULL && strcmp(request.table, tables[i].name) != 0)
            continue;
        known = true;
        agreed = tables[i].print(&request) && agreed;
        (void)fflush(stdout);
    }
    if (!known)
        bench_end_with_usage(usage);
    if (!agreed)
        (void)fprintf(stderr, "cairn-bench-build: methods found paths of different costs\n");
    return agreed ? 0 : 1;
}
