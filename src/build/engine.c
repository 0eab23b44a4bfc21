/* engine.c: chooses how optimal paths are found, and holds what was prepared for that. */
#include "build/engine.h"

#include "base/memory.h"
#include "base/sized.h"
#include "base/worker.h"
#include "build/label_search.h"

/* Where labels cost more than they save in a build of some ten thousand records, as measured
 * (docs/measurements.md). Corners on wide ground between rough walls see so many others that
 * joining their labels takes longer than jumping; noise, where one open cell in five is a corner
 * that sees more than its neighbours, makes labels too long. */
#define MOST_CORNERS 150000
#define MOST_EDGES 6000000
#define MOST_EDGES_A_CORNER 60
#define FEW_EDGES 200000 /* their number does not matter below this */
#define MOST_ENTRIES 64000000
#define NOISE_CORNERS 20000 /* from here on noise matters */
#define NOISE_CELLS_A_CORNER 5
#define NOISE_TENTHS_OF_EDGES 35 /* a corner */

struct cairn_engine {
    cairn__engine_base base;
    cairn_allocator allocator;
    cairn__corner_graph graph;
    cairn__hub_labels labels;
};

/* ---- preparing ---- */

static uint64_t get_most_edges(uint32_t corners)
{
    uint64_t most = (uint64_t)corners * MOST_EDGES_A_CORNER;
    return most < FEW_EDGES ? FEW_EDGES : most < MOST_EDGES ? most : MOST_EDGES;
}

static bool is_noise(const cairn_map *map, const cairn__corner_graph *graph)
{
    uint64_t corners = graph->nodes;
    return corners >= NOISE_CORNERS && corners * NOISE_CELLS_A_CORNER > map->info.open_cells &&
           graph->firsts[corners] * 10 > corners * NOISE_TENTHS_OF_EDGES;
}

/* The rule of the method auto: LIMIT where labels do not pay. */
static cairn_status make_labels(cairn_engine *engine, const cairn__preparation *how)
{
    const cairn_map *map = engine->base.map;
    cairn__corner_graph *graph = &engine->graph;
    if (map->info.corners != CAIRN_CORNERS_STRICT)
        return CAIRN_LIMIT;
    cairn_status status =
        cairn__corner_graph_create(map, &engine->allocator, MOST_CORNERS, how, graph);
    if (status == CAIRN_OK)
        status = cairn__corner_graph_find_edges(graph, get_most_edges(graph->nodes), how);
    if (status == CAIRN_OK && is_noise(map, graph))
        status = CAIRN_LIMIT;
    if (status == CAIRN_OK)
        status = cairn__hub_labels_create(graph, &(cairn__hub_rule){.most_entries = MOST_ENTRIES},
                                          how, &engine->labels);
    if (status != CAIRN_OK)
        cairn__corner_graph_end(graph);
    return status;
}

static cairn_status create_search(const cairn_engine *engine, const cairn_allocator *allocator,
                                  cairn__path_search **search)
{
    const cairn_map *map = engine->base.map;
    if (engine->base.method == CAIRN_METHOD_LABELS)
        return cairn__label_search_create(map, &engine->graph, &engine->labels, allocator, search);
    if (engine->base.method == CAIRN_METHOD_JUMP)
        return cairn__path_create_jump(map, allocator, search);
    return cairn__path_create_astar(map, CAIRN_COSTS_OCTILE, NULL, allocator, search);
}

static cairn_status prepare(cairn_engine *engine, uint32_t method, const cairn__preparation *how)
{
    cairn_status status = CAIRN_OK;
    engine->base.method = method;
    if (method == CAIRN_METHOD_AUTO || method == CAIRN_METHOD_LABELS) {
        status = make_labels(engine, how);
        engine->base.method = CAIRN_METHOD_LABELS;
    }
    if (method == CAIRN_METHOD_AUTO && status == CAIRN_LIMIT) {
        engine->base.method = CAIRN_METHOD_JUMP;
        status = CAIRN_OK;
    }
    return status;
}

cairn_status cairn__engine_create(const cairn_map *map, uint32_t method,
                                  const cairn__preparation *how, const cairn_allocator *allocator,
                                  cairn_engine **engine)
{
    cairn_engine *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = *allocator;
    made->base.map = map;
    made->base.create_search = create_search;
    made->graph.allocator = made->labels.allocator = *allocator;
    cairn_status status = prepare(made, method, how);
    if (status != CAIRN_OK) {
        cairn_engine_destroy(made);
        return status;
    }
    *engine = made;
    return CAIRN_OK;
}

/* ---- for everyone ---- */

static bool should_stop(void *context)
{
    const cairn_engine_def *def = context;
    cairn_progress progress = {.phase = 1, .name = "preparing the map"};
    return def->progress(def->progress_context, &progress) == 0;
}

cairn_status cairn_engine_create(const cairn_map *map, const cairn_engine_def *def,
                                 cairn_engine **engine)
{
    cairn_engine_def known;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    if (status != CAIRN_OK || map == NULL || engine == NULL || known.method > CAIRN_METHOD_LABELS ||
        known.threads > CAIRN__MOST_THREADS)
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = cairn__get_allocator(known.allocator);
    cairn__poll poll = {should_stop, &known};
    cairn__preparation how = {known.threads > 0 ? known.threads : 1,
                              known.progress != NULL ? &poll : NULL};
    return cairn__engine_create(map, known.method, &how, &allocator, engine);
}

void cairn_engine_destroy(cairn_engine *engine)
{
    if (engine == NULL)
        return;
    cairn_allocator allocator = engine->allocator;
    cairn__hub_labels_end(&engine->labels);
    cairn__corner_graph_end(&engine->graph);
    cairn__release(&allocator, engine);
}

cairn_status cairn_engine_get_info(const cairn_engine *engine, cairn_engine_info *info)
{
    if (engine == NULL)
        return CAIRN_ARGUMENT;
    uint32_t nodes = engine->graph.nodes;
    cairn_engine_info known = {.method = engine->base.method};
    if (engine->base.method == CAIRN_METHOD_LABELS) {
        known.corners = nodes;
        known.edges = engine->graph.firsts[nodes];
        known.entries = engine->labels.firsts[nodes];
    }
    return cairn__sized_write(info, &known, sizeof known);
}

/* ---- inside the library ---- */

cairn_status cairn__engine_create_search(const cairn_engine *engine, cairn__path_search **search)
{
    return create_search(engine, &engine->allocator, search);
}

uint32_t cairn__engine_get_method(const cairn_engine *engine)
{
    return engine->base.method;
}
