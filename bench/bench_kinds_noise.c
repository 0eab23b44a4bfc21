/* bench_kinds_noise.c: which kind a build without options chooses for noise and mazes, and what that
 * costs. */
#include "bench_kinds.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const maps[] = {"random/random512-10-0", "random/random512-25-0",
                                   "random/random512-40-0", "mazes/maze512-1-0"};

/* A map of the folder, or noise or a maze of our own. */
static bench_map_file find_map(const bench_request *request, const char *name)
{
    bench_map_file file;
    (void)snprintf(file.name, sizeof file.name, "%s", strchr(name, '/') + 1);
    if (request->maps != NULL) {
        (void)snprintf(file.path, sizeof file.path, "%s/%s.map", request->maps, name);
        if (access(file.path, R_OK) == 0)
            return file;
    }
    (void)fprintf(stderr, "%s is not there: using a generated map instead\n", name);
    return bench_make_scene(request, strncmp(name, "maze", 4) == 0 ? "maze" : "random", 512, 1);
}

bool bench_kinds_noise(const bench_request *request)
{
    printf("Noise: what a build without options makes; suboptimality as it expects it\n");
    printf("  map                kind     build s   CPU s  peak MB       MB  subopt %%\n");
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        bench_map_file file = find_map(request, maps[i]);
        const bench_kind_task task = {file.path, request->database, "auto", request->threads};
        bench_kind_result built = bench_build_kind(&task);
        printf("  %-18s %-7s %8.1f %7.1f %8.0f %8.2f %9.2f\n", file.name,
               built.refused ? "LIMIT" : cairn_kind_get_name(built.info.kind), built.seconds,
               built.usage.cpu, (double)built.usage.peak_bytes * 1e-6,
               (double)built.info.bytes * 1e-6, (double)built.report.suboptimality * 1e-4);
        (void)fflush(stdout);
    }
    return true;
}
