/* bench_living.h: what the tables of `make bench-living` share. */
#ifndef CAIRN_BENCH_LIVING_H
#define CAIRN_BENCH_LIVING_H

#include "bench_build.h"

/* What the program was asked. */
typedef struct bench_living_request {
    bench_request base;
    uint32_t changes;    /* of each kind, in table "map" */
    const char *dynamic; /* the folder of the competition's scenario; null: none */
    const char *maps;    /* the folder of the shared maps; null: none */
} bench_living_request;

/* As bench_find_named_map(), with native maps among them where their folder is known. */
bool bench_living_find_map(const bench_living_request *request, size_t *index,
                           bench_named_map *map);

/* ---- the tables; false: what must hold does not ---- */

bool bench_living_changes(const bench_living_request *request);
bool bench_living_first(const bench_living_request *request);
bool bench_living_notice(const bench_living_request *request);
bool bench_living_replay(const bench_living_request *request);
bool bench_living_repair(const bench_living_request *request);
bool bench_living_opened(const bench_living_request *request);
bool bench_living_asked(const bench_living_request *request);

#endif
