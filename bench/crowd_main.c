/* crowd_main.c: `cairn-bench-crowd FOLDER [options]`: the tables of `make bench-crowd`: many agents that
 * share one budget a frame. FOLDER has the enlarged maps. */
#include "bench_crowd.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*print)(const bench_crowd_request *request);
} tables[] = {{"steady", bench_crowd_steady},
              {"storm", bench_crowd_storm},
              {"goal", bench_crowd_goal},
              {"occupancy", bench_crowd_occupancy},
              {"save", bench_crowd_save}};

#define TABLES (sizeof tables / sizeof tables[0])

static const char usage[] = "cairn-bench-crowd FOLDER [--table steady|storm|goal|occupancy|save] "
                            "[--kind labels|regions|knn] [--maps DIR] [--levels DIR]";

static bench_crowd_request parse(int count, char **arguments)
{
    static const struct option options[] = {{"table", required_argument, NULL, 'n'},
                                            {"kind", required_argument, NULL, 'k'},
                                            {"maps", required_argument, NULL, 'm'},
                                            {"levels", required_argument, NULL, 'l'},
                                            {0}};
    bench_crowd_request request = {0};
    for (int key; (key = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        if (key == 'n')
            request.base.table = optarg;
        else if (key == 'k')
            request.kind = optarg;
        else if (key == 'm')
            request.maps = optarg;
        else if (key == 'l')
            request.base.levels = optarg;
        else
            bench_end_with_usage(usage);
    }
    if (optind != count - 1)
        bench_end_with_usage(usage);
    request.base.folder = arguments[optind];
    return request;
}

int main(int count, char **arguments)
{
    bench_crowd_request request = parse(count, arguments);
    bool right = true, known = false;
    for (size_t i = 0; i < TABLES; i++) {
        if (request.base.table != NULL && strcmp(request.base.table, tables[i].name) != 0)
            continue;
        known = true;
        right = tables[i].print(&request) && right;
        (void)fflush(stdout);
    }
    if (!known)
        bench_end_with_usage(usage);
    if (!right)
        (void)fprintf(stderr, "cairn-bench-crowd: a move was illegal, members were not kept "
                              "apart, or a rollback went on in another way\n");
    return right ? 0 : 1;
}
