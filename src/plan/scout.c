/* scout.c: the queue, and the search for what is first in it. */
#include "plan/scout.h"

#include "base/memory.h"
#include "grid/components.h"
#include "grid/living.h"
#include "route/bend_field.h"
#include "route/bend_living.h"
#include "route/bend_opened.h"

typedef enum scout_part {
    OPENED, /* can a way by what was opened be as short as is asked? */
    SPREAD, /* labels of an end are spread, by which the search will be guided */
    GUIDED,
    JUMPS, /* without a guide */
} scout_part;

struct cairn__scout {
    cairn_allocator allocator;
    const cairn_map *map;
    cairn__path_search *search;
    void *room; /* of desk and field */
    cairn__bend_desk desk;
    cairn__bend_field field;
    cairn__bend_opened opened;
    cairn__ask *first;
    bool searching;   /* for the first one */
    uint32_t version; /* of the map, when the search began */
    scout_part part;
    int64_t guided; /* units that the guided search may still spend */
};

/* Labels with more nodes guide no search. */
#define MOST_NODES (UINT32_C(1) << 18)

/* Bends are cells, so a small map has few. */
static uint32_t get_most_nodes(const cairn_map *map)
{
    uint64_t cells = (uint64_t)map->info.width * map->info.height;
    return cells < MOST_NODES ? (uint32_t)cells : MOST_NODES;
}

static cairn_status create_field(cairn__scout *scout)
{
    uint32_t nodes = get_most_nodes(scout->map);
    size_t desk = cairn__bend_desk_get_bytes(scout->map, nodes);
    scout->room = cairn__allocate(&scout->allocator, desk + cairn__bend_field_get_bytes(nodes), 1);
    if (scout->room == NULL)
        return CAIRN_MEMORY;
    cairn__bend_desk_start(&scout->desk, scout->map, nodes, scout->room);
    cairn__bend_field_create(&scout->field, nodes, &scout->desk, (char *)scout->room + desk);
    return CAIRN_OK;
}

cairn_status cairn__scout_create(const cairn_map *map, const cairn_allocator *allocator,
                                 cairn__scout **scout)
{
    cairn__scout *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = *allocator;
    made->map = map;
    cairn_status status = cairn__path_create_jump(map, allocator, &made->search);
    if (status == CAIRN_OK)
        status = create_field(made);
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
    cairn__path_destroy(scout->search);
    cairn__release(&allocator, scout->room);
    cairn__release(&allocator, scout);
}

void cairn__scout_ask(cairn__scout *scout, cairn__ask *ask, cairn__xy from, cairn__xy to)
{
    cairn__ask **last = &scout->first;
    cairn__scout_forget(scout, ask);
    while (*last != NULL)
        last = &(*last)->next;
    *last = ask;
    ask->next = NULL;
    ask->state = CAIRN__ASK_WAITS;
    ask->begun = 0;
    ask->from = from;
    ask->to = to;
    ask->most = UINT32_MAX;
    ask->labels = (cairn__ask_labels){0};
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
    scout->searching = false;
    if (status == CAIRN_OK) {
        scout->search->from = ask->from;
        scout->search->to = ask->to;
        ask->distance = scout->search->operations->get_cost(scout->search);
        if (!cairn__way_keep(&ask->way, scout->search))
            status = CAIRN_CORRUPT;
    }
    ask->state = status == CAIRN_OK ? CAIRN__ASK_FOUND : CAIRN__ASK_FAILED;
    scout->first = ask->next;
}

/* ---- guided by labels ---- */

/* A way that is longer than the base's by more than this part of it is looked for without a guide. */
#define GUIDED_PART 32

/* So is one that a guided search has not found in so many units: on small maps asking labels at each jump point
 * takes longer than looking everywhere. */
#define MOST_GUIDED 1024

/* What a way may cost that is looked for by a guide: no more than one could that makes use of what was opened, of
 * which the base knows nothing (docs/research/changing-proof.md). */
static uint32_t get_limit(const cairn__scout *scout)
{
    const cairn__ask *ask = scout->first;
    uint32_t bound = cairn__get_new_bound(scout->map, ask->from, ask->to);
    uint32_t most = ask->labels.way + ask->labels.way / GUIDED_PART;
    most = most < bound ? most : bound;
    return most < ask->most ? most : ask->most;
}

/* The base whose labels guide the search for the first question; null if none do. */
static const cairn_map *find_base(const cairn__scout *scout)
{
    const cairn__ask *ask = scout->first;
    const cairn__bend_set *set = ask->labels.set;
    if (set == NULL || set->nodes > scout->field.nodes)
        return NULL;
    const cairn_map *base = cairn__find_base_map(scout->map, ask->labels.fingerprint);
    bool knows = base != NULL && base != scout->map && cairn__is_open_cell(base, ask->from) &&
                 cairn__is_open_cell(base, ask->to);
    return knows ? base : NULL;
}

/* Begins to search by jumps. */
static void start_jumps(cairn__scout *scout, scout_part part, cairn__jump_plan plan)
{
    const cairn__ask *ask = scout->first;
    scout->part = part;
    scout->search->from = plan.back ? ask->to : ask->from;
    scout->search->to = plan.back ? ask->from : ask->to;
    scout->search->plan = plan;
    scout->search->operations->start(scout->search);
}

static void start_unguided(cairn__scout *scout)
{
    start_jumps(scout, JUMPS, (cairn__jump_plan){.most = scout->first->most});
}

/* A way that is shorter than the base's is asked for: none is, unless it makes use of what was opened. */
static void start_opened(cairn__scout *scout)
{
    const cairn__ask *ask = scout->first;
    const cairn__xy ends[2] = {ask->from, ask->to};
    scout->part = OPENED;
    cairn__bend_opened_start(&scout->opened, &scout->field, ask->labels.set, scout->map, ends,
                             ask->most + 1);
}

/* Begins with the labels of an end if they can help, else with jumps. */
static void start_part(cairn__scout *scout)
{
    const cairn__ask *ask = scout->first;
    const cairn_map *base = find_base(scout);
    if (base != NULL && ask->most < ask->labels.way) {
        start_opened(scout);
        return;
    }
    if (base == NULL || get_limit(scout) < ask->labels.way) {
        start_unguided(scout);
        return;
    }
    scout->part = SPREAD;
    scout->guided = MOST_GUIDED;
    cairn__bend_field_start(&scout->field, ask->labels.set, base,
                            ask->labels.back ? ask->from : ask->to);
}

/* Goes on with the guided search; NO_PATH also if it has spent its units. */
static cairn_status run_guided(cairn__scout *scout, cairn__meter *meter)
{
    cairn__meter part = *meter;
    bool last = scout->guided < meter->left;
    if (last)
        part.left = scout->guided;
    int64_t before = part.left;
    cairn_status status = scout->search->operations->run(scout->search, &part);
    int64_t spent = before - part.left;
    scout->guided -= spent;
    meter->left -= spent;
    meter->work = part.work;
    return status == CAIRN_UNFINISHED && last ? CAIRN_NO_PATH : status;
}

/* Goes on with the search for the first question. If the base is another one now, the guide is of no use; if
 * no way is short enough for it, that is no answer yet. */
static cairn_status run_part(cairn__scout *scout, cairn__meter *meter)
{
    bool back = scout->first->labels.back;
    if (scout->part != JUMPS && find_base(scout) != scout->map->living->base_map)
        start_unguided(scout);
    if (scout->part == OPENED) {
        if (cairn__bend_opened_run(&scout->opened, meter) != CAIRN__DONE)
            return CAIRN_UNFINISHED;
        if (scout->opened.holds)
            return CAIRN_NO_PATH;
        start_unguided(scout);
    }
    if (scout->part == SPREAD && cairn__bend_field_run(&scout->field, meter) != CAIRN__DONE)
        return CAIRN_UNFINISHED;
    if (scout->part == SPREAD)
        start_jumps(scout, GUIDED, (cairn__jump_plan){get_limit(scout), &scout->field.guide, back});
    if (scout->part == GUIDED) {
        cairn_status status = run_guided(scout, meter);
        if (status != CAIRN_NO_PATH)
            return status;
        start_unguided(scout);
    }
    return scout->search->operations->run(scout->search, meter);
}

/* ---- one question after the other ---- */

/* Searches that may be begun for one question, and those of them that no change may cut off. */
#define MOST_BEGUN 8
#define BEGUN_AGAIN 2

static bool is_joined(const cairn__scout *scout, const cairn__ask *ask)
{
    return cairn__is_open_cell(scout->map, ask->from) && cairn__is_open_cell(scout->map, ask->to) &&
           cairn__component_key(scout->map, ask->from) == cairn__component_key(scout->map, ask->to);
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
    start_part(scout);
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
            status = run_part(scout, meter);
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
