/* kinds_main.c: `cairn-bench-kinds FOLDER [options]`: the tables of `make bench-kinds`: what each
 * kind of database costs, and how agents walk with it. FOLDER has the enlarged maps; generated ones
 * and databases are written to it. */
#include "bench_kinds.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*print)(const bench_kinds_request *request);
} tables[] = {{"first", bench_kinds_first},   {"maps", bench_kinds_maps},
              {"rough", bench_kinds_rough},   {"noise", bench_kinds_noise},
              {"levels", bench_kinds_levels}, {"native", bench_kinds_native}};

#define TABLES (sizeof tables / sizeof tables[0])

#define MOST 1000000

static const char usage[] =
    "cairn-bench-kinds FOLDER [--table first|maps|rough|noise|levels|native] [--problems N] "
    "[--threads T] [--maps DIR] [--levels DIR]";

static void take_option(int key, bench_kinds_request *request)
{
    switch (key) {
    case 'n':
        request->base.table = optarg;
        break;
    case 'p':
        request->problems = bench_parse_number(optarg, 1, MOST, usage);
        break;
    case 't':
        request->base.threads = bench_parse_number(optarg, 1, MOST, usage);
        break;
    case 'm':
        request->maps = optarg;
        break;
    case 'l':
        request->base.levels = optarg;
        break;
    default:
        bench_end_with_usage(usage);
    }
}

static bench_kinds_request parse(int count, char **arguments)
{
    static const struct option options[] = {
        {"table", required_argument, NULL, 'n'},   {"problems", required_argument, NULL, 'p'},
        {"threads", required_argument, NULL, 't'}, {"maps", required_argument, NULL, 'm'},
        {"levels", required_argument, NULL, 'l'},  {0}};
    bench_kinds_request request = {.base = {.threads = 2}, .problems = 250};
    for (int key; (key = getopt_long(count, arguments, "", options, NULL)) != -1;)
        take_option(key, &request);
    if (optind != count - 1)
        bench_end_with_usage(usage);
    request.base.folder = arguments[optind];
    return request;
}

int main(int count, char **arguments)
{
    bench_kinds_request request = parse(count, arguments);
    char database[512];
    bool exact = true, known = false;
    (void)snprintf(database, sizeof database, "%s/bench-kinds.cairn", request.base.folder);
    request.base.database = database;
    for (size_t i = 0; i < TABLES; i++) {
        if (request.base.table != NULL && strcmp(request.base.table, tables[i].name) != 0)
            continue;
        known = true;
        exact = tables[i].print(&request) && exact;
        (void)fflush(stdout);
    }
    if (!known)
        bench_end_with_usage(usage);
    if (!exact)
        (void)fprintf(stderr, "cairn-bench-kinds: exact labels, or A*, are not optimal\n");
    return exact ? 0 : 1;
}
