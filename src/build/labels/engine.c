/* engine.c: chooses how optimal paths are found, and holds what was prepared for that. */
#include "build/labels/engine.h"

#include "base/memory.h"
#include "base/sized.h"
#include "base/worker.h"
#include "build/labels/bend_maker.h"
#include "route/bend_path.h"
#include "db/bend_marks.h"

/* Entries of labels that pay in a build of some ten thousand records: jump point search grows with
 * the open cells, labels with their entries. Noise has more (docs/research/measurements.md). */
enum { LEAST_ENTRIES = 4000000, ENTRIES_A_CELL = 4 };

struct cairn_engine {
    cairn__engine_base base;
    cairn_allocator allocator;
    cairn__bend_section section;
    cairn__bend_set labels; /* in the section */
};

/* ---- preparing ---- */

/* LIMIT where labels do not pay. */
static cairn_status make_labels(cairn_engine *engine, const cairn__preparation *how)
{
    const cairn_map *map = engine->base.map;
    uint64_t most = LEAST_ENTRIES + (uint64_t)map->info.open_cells * ENTRIES_A_CELL;
    const cairn__bend_rule worth_it = {.limits = cairn__bend_most, .entries = most};
    cairn_status status =
        cairn__bend_section_create(map, &engine->allocator, &worth_it, how, &engine->section);
    if (status != CAIRN_OK)
        return status;
    (void)cairn__bend_set_open(engine->section.bytes, engine->section.count, map->info.width,
                               map->info.height, &engine->labels);
    (void)cairn__landmarks_open(engine->section.marks, engine->section.mark_count, &engine->labels);
    return CAIRN_OK;
}

static cairn_status create_search(const cairn_engine *engine, const cairn_allocator *allocator,
                                  cairn__path_search **search)
{
    const cairn_map *map = engine->base.map;
    if (engine->base.method == CAIRN_METHOD_LABELS)
        return cairn__bend_path_create(map, &engine->labels, false, allocator, search);
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
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || engine == NULL || known.method > CAIRN_METHOD_LABELS ||
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
    cairn__bend_section_end(&engine->section, &allocator);
    cairn__release(&allocator, engine);
}

cairn_status cairn_engine_get_info(const cairn_engine *engine, cairn_engine_info *info)
{
    if (engine == NULL)
        return CAIRN_ARGUMENT;
    cairn_engine_info known = {.method = engine->base.method,
                               .bends = engine->section.nodes,
                               .edges = engine->section.edges,
                               .entries = engine->section.entries};
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
