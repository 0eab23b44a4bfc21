/* bend_path.c: a walk by labels (bend_walk.h) and the room for it, in one block of memory. */
#include "route/bend_path.h"

#include "base/memory.h"
#include "route/bend_walk.h"

typedef struct bend_path {
    cairn__path_search base;
    cairn__bend_tools tools;
    cairn__bend_desk desk;
    cairn__bend_walk walk;
} bend_path;

static void destroy(cairn__path_search *search)
{
    cairn_allocator allocator = search->allocator;
    cairn__release(&allocator, search);
}

static void start(cairn__path_search *search)
{
    cairn__bend_walk_start(&((bend_path *)search)->walk, search->from, search->to);
}

static cairn_status run(cairn__path_search *search, cairn__meter *meter)
{
    bend_path *self = (bend_path *)search;
    cairn__answer answer = cairn__bend_walk_search(&self->walk, &self->tools, meter);
    if (answer == CAIRN__PAUSED)
        return CAIRN_UNFINISHED;
    return answer == CAIRN__DONE ? CAIRN_OK : CAIRN_CORRUPT;
}

static uint32_t get_cost(const cairn__path_search *search)
{
    return cairn__bend_walk_get_distance(&((const bend_path *)search)->walk);
}

static void rewind_path(cairn__path_search *search)
{
    cairn__bend_walk_rewind(&((bend_path *)search)->walk);
}

static cairn_status next(cairn__path_search *search, cairn__xy cell, cairn__run *moves)
{
    bend_path *self = (bend_path *)search;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    (void)cell;
    cairn__answer answer = cairn__bend_walk_next(&self->walk, &self->tools, &meter, moves);
    return answer == CAIRN__DONE ? CAIRN_OK : CAIRN_CORRUPT;
}

static const cairn__path_operations operations = {
    .method = CAIRN_METHOD_LABELS,
    .destroy = destroy,
    .start = start,
    .run = run,
    .get_cost = get_cost,
    .rewind = rewind_path,
    .next = next,
};

cairn_status cairn__bend_path_create(const cairn_map *map, const cairn__bend_set *set, bool around,
                                     const cairn_allocator *allocator, cairn__path_search **search)
{
    uint64_t own = cairn__round_up(sizeof(bend_path));
    uint64_t bytes = own + cairn__bend_desk_get_bytes(map, set->nodes);
    bend_path *made = cairn__allocate(allocator, bytes, 1);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->base = (cairn__path_search){.operations = &operations,
                                      .allocator = *allocator,
                                      .bytes = bytes,
                                      .plan = {.most = UINT32_MAX}};
    made->tools =
        (cairn__bend_tools){.map = map, .set = set, .desk = &made->desk, .around = around};
    cairn__bend_desk_start(&made->desk, map, set->nodes, (char *)made + own);
    *search = &made->base;
    return CAIRN_OK;
}
