/* scout.c: the queue, and the search for what is first in it. */
#include "plan/scout.h"

#include "base/memory.h"
#include "grid/components.h"
#include "grid/living.h"

struct cairn__scout {
    cairn_allocator allocator;
    const cairn_map *map;
    cairn__way_search *search;
    cairn__ask *first;
    bool searching;   /* for the first one */
    uint32_t version; /* of the map, when the search began */
};

/* Labels with more nodes guide no search. */
#define MOST_NODES (UINT32_C(1) << 18)

/* Bends are cells, so a small map has few. */
static uint32_t get_most_nodes(const cairn_map *map)
{
    uint64_t cells = (uint64_t)map->info.width * map->info.height;
    return cells < MOST_NODES ? (uint32_t)cells : MOST_NODES;
}

cairn_status cairn__scout_create(const cairn_map *map, const cairn_allocator *allocator,
                                 cairn__scout **scout)
{
    cairn__scout *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = *allocator;
    made->map = map;
    cairn_status status =
        cairn__way_search_create(map, get_most_nodes(map), false, allocator, &made->search);
    if (status == CAIRN_OK)
        *scout = made;
    else
        cairn__scout_destroy(made);
    return status;
}

void cairn__scout_destroy(cairn__scout *scout)
{
    if (scout == NULL)
        return;
    cairn_allocator allocator = scout->allocator;
    cairn__way_search_destroy(scout->search);
    cairn__release(&allocator, scout);
}

void cairn__scout_ask(cairn__scout *scout, cairn__ask *ask, const cairn__way_question *question)
{
    cairn__ask **last = &scout->first;
    cairn__scout_forget(scout, ask);
    while (*last != NULL)
        last = &(*last)->next;
    *last = ask;
    ask->next = NULL;
    ask->state = CAIRN__ASK_WAITS;
    ask->begun = 0;
    ask->question = *question;
}

void cairn__scout_forget(cairn__scout *scout, cairn__ask *ask)
{
    if (ask->state == CAIRN__ASK_WAITS) {
        cairn__ask **place = &scout->first;
        while (*place != ask)
            place = &(*place)->next;
        scout->searching = scout->searching && scout->first != ask;
        *place = ask->next;
    }
    ask->state = CAIRN__ASK_NONE;
}

/* The first question is answered. */
static void finish(cairn__scout *scout, cairn_status status)
{
    cairn__ask *ask = scout->first;
    cairn__path_search *found = scout->search->jump;
    scout->searching = false;
    if (status == CAIRN_OK) {
        ask->distance = found->operations->get_cost(found);
        if (!cairn__way_keep(&ask->way, found))
            status = CAIRN_CORRUPT;
    }
    ask->state = status == CAIRN_OK ? CAIRN__ASK_FOUND : CAIRN__ASK_FAILED;
    scout->first = ask->next;
}

/* ---- one question after the other ---- */

/* Searches that may be begun for one question, and searches that no change may cut off. */
#define MOST_BEGUN 8
#define BEGUN_AGAIN 2

static bool is_joined(const cairn__scout *scout, const cairn__ask *ask)
{
    cairn__xy from = ask->question.from, to = ask->question.to;
    return cairn__is_open_cell(scout->map, from) && cairn__is_open_cell(scout->map, to) &&
           cairn__component_key(scout->map, from) == cairn__component_key(scout->map, to);
}

/* Begins the search for the first question unless it is under way; false if there is no path, or too
 * many have been begun. */
static bool start(cairn__scout *scout)
{
    cairn__ask *ask = scout->first;
    uint32_t version = cairn__get_version(scout->map);
    if (scout->searching && (scout->version == version || ask->begun >= BEGUN_AGAIN))
        return true;
    scout->version = version;
    scout->searching = ask->begun < MOST_BEGUN && is_joined(scout, ask);
    if (!scout->searching)
        return false;
    ask->begun++;
    cairn__way_search_start(scout->search, &ask->question);
    return true;
}

/* A search over changes may have missed the path. */
static bool is_in_doubt(const cairn__scout *scout, cairn_status status)
{
    return status == CAIRN_NO_PATH && scout->searching &&
           scout->version != cairn__get_version(scout->map);
}

void cairn__scout_run(cairn__scout *scout, const cairn__ask *ask, cairn__meter *meter)
{
    while (ask->state == CAIRN__ASK_WAITS) {
        cairn_status status = CAIRN_NO_PATH;
        if (start(scout))
            status = cairn__way_search_run(scout->search, meter);
        if (status == CAIRN_UNFINISHED)
            return;
        if (is_in_doubt(scout, status))
            scout->searching = false;
        else
            finish(scout, status);
    }
}

bool cairn__scout_serve(cairn__scout *scout, cairn__meter *meter)
{
    while (scout->first != NULL) {
        const cairn__ask *ask = scout->first;
        cairn__scout_run(scout, ask, meter);
        if (ask->state == CAIRN__ASK_WAITS)
            return false;
    }
    return true;
}
