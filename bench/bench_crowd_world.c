/* bench_crowd_world.c: maps with databases, and crowds on them. */
#include "bench_crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *words;
} kinds[] = {{"labels", "labels"}, {"regions", "regions"}, {"knn", "knn records=2000 fallback"}};

void bench_crowd_build(bench_crowd_world *world, const char *words)
{
    harness_order order;
    cairn_detail detail = {0};
    bench_check(harness_order_read(words, &order, &detail), "the words of a build");
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = order.kind,
                                 .option_count = order.options.count,
                                 .options = order.options.options,
                                 .detail = &detail};
    bench_check(cairn_build_create(world->map, &def, &world->build), detail.text);
    bench_check(cairn_build_run(world->build), detail.text);
    bench_check(cairn_build_open_db(world->build, &world->db), "opening a database");
}

static bool run(const bench_crowd_world *base, size_t kind, bench_crowd_function function)
{
    bench_crowd_world world = *base;
    world.kind = kinds[kind].name;
    bench_crowd_build(&world, kinds[kind].words);
    bool right = function(&world);
    (void)fflush(stdout);
    cairn_db_close(world.db);
    cairn_build_destroy(world.build);
    return right;
}

bool bench_crowd_visit(const bench_request *request, bench_crowd_function function)
{
    bench_named_map map;
    bool right = true;
    for (size_t i = 0; bench_find_named_map(request, &i, &map);) {
        bench_crowd_world world = {.map_name = map.name, .map = bench_open_map(map.path)};
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            if (request->kind == NULL || strcmp(request->kind, kinds[k].name) == 0)
                right = run(&world, k, function) && right;
        cairn_map_close(world.map);
    }
    return right;
}

/* ---- crowds ---- */

harness_march_def bench_crowd_define(const bench_crowd_world *world, uint32_t agents)
{
    return (harness_march_def){.map = world->map, .db = world->db, .agents = agents, .seed = 1};
}

harness_march *bench_crowd_open(const harness_march_def *def)
{
    cairn_detail detail = {0};
    harness_march_def asked = *def;
    harness_march *march = calloc(1, sizeof *march);
    bench_check(march != NULL ? CAIRN_OK : CAIRN_MEMORY, "a crowd");
    asked.detail = &detail;
    cairn_status status = harness_march_open(&asked, march);
    bench_check(status, detail.text[0] != '\0' ? detail.text : "a crowd");
    march->def.detail = NULL;
    return march;
}

void bench_crowd_close(harness_march *march)
{
    harness_march_close(march);
    free(march);
}

uint64_t bench_crowd_step(harness_march *march)
{
    bool is_wall = march->pool != NULL;
    march->frame = (cairn_crowd_frame){.size = sizeof march->frame};
    uint64_t from = is_wall ? harness_get_time() : harness_get_cpu_time();
    bench_check(cairn_crowd_step(march->crowd, &march->frame), "a frame");
    return (is_wall ? harness_get_time() : harness_get_cpu_time()) - from;
}

const char *bench_crowd_judge(const bench_crowd_world *world, bool is_met)
{
    if (strcmp(world->kind, "labels") != 0)
        return "";
    return is_met ? "met" : "MISSED";
}
