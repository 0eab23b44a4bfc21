/* crowd_changes.c: see crowd_changes.h. */
#include "crowd/crowd_changes.h"

#include <string.h>

#include "crowd/crowd_goals.h"
#include "crowd/crowd_places.h"
#include "grid/scans.h"

/* The marks of a tile, and of components that were split or joined: looked for in this round, in the next. */
#define NOW 1
#define NEXT 2

#define WORD_TILES 16

static uint32_t count_tiles(const cairn_map *map)
{
    return map->tiles_across * map->tiles_down;
}

uint64_t cairn__changes_get_bytes(const cairn_map *map)
{
    return map->living != NULL ? count_tiles(map) : 0;
}

/* ---- boxes of tiles ---- */

static void empty_boxes(cairn__changes *changes)
{
    for (int k = 0; k < 2; k++)
        changes->boxes[k] = (cairn__tile_box){UINT32_MAX, UINT32_MAX, 0, 0};
}

static bool is_empty(const cairn__tile_box *box)
{
    return box->x0 > box->x1;
}

static void add_tile(cairn__tile_box *box, uint32_t x, uint32_t y)
{
    box->x0 = cairn__get_lower(box->x0, x);
    box->y0 = cairn__get_lower(box->y0, y);
    box->x1 = x > box->x1 ? x : box->x1;
    box->y1 = y > box->y1 ? y : box->y1;
}

static void mark(cairn_crowd *crowd, uint32_t place, uint32_t marks)
{
    cairn__changes *changes = &crowd->changes;
    uint32_t x = place % crowd->map->tiles_across, y = place / crowd->map->tiles_across;
    changes->marks[place] |= (uint8_t)marks;
    if ((marks & NOW) != 0)
        add_tile(&changes->boxes[0], x, y);
    if ((marks & NEXT) != 0)
        add_tile(&changes->boxes[1], x, y);
}

void cairn__changes_create(cairn_crowd *crowd, void *memory)
{
    crowd->changes = (cairn__changes){.marks = memory};
    empty_boxes(&crowd->changes);
    if (crowd->map->living != NULL)
        memset(memory, 0, count_tiles(crowd->map));
}

/* ---- rounds ---- */

/* The runs of all members may be wrong. */
static void mark_members(cairn_crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->used; i++)
        if (crowd->states[i] != CAIRN_MEMBER_NONE)
            crowd->runs[i] |= CAIRN__RUN_STALE;
}

/* Marks the tiles that have changed since the crowd looked last. */
static void mark_tiles(cairn_crowd *crowd, uint32_t marks)
{
    const cairn__living *living = crowd->map->living;
    uint32_t across = crowd->map->tiles_across, count = count_tiles(crowd->map);
    cairn__tile_box box = {UINT32_MAX, UINT32_MAX, 0, 0};
    bool rejoined = living->rejoined > crowd->version;
    for (uint32_t place = 0; place < count; place++)
        if (living->changes[place] > crowd->version) {
            mark(crowd, place, marks);
            add_tile(&box, place % across, place / across);
        }
    if (rejoined)
        crowd->changes.rejoined |= marks;
    cairn__goals_drop(crowd, rejoined, &box);
}

void cairn__changes_note(cairn_crowd *crowd)
{
    uint32_t version = cairn__get_version(crowd->map);
    if (version == crowd->version)
        return;
    if (crowd->sweep >= crowd->used)
        crowd->sweep = 0;
    mark_tiles(crowd, crowd->sweep == 0 ? NOW : NOW | NEXT);
    mark_members(crowd);
    crowd->version = version;
}

void cairn__changes_end_round(cairn_crowd *crowd)
{
    cairn__changes *changes = &crowd->changes;
    if (is_empty(&changes->boxes[0]))
        return;
    bool goes_on = !is_empty(&changes->boxes[1]);
    for (uint32_t place = 0, count = count_tiles(crowd->map); place < count; place++)
        changes->marks[place] >>= 1;
    changes->boxes[0] = changes->boxes[1];
    changes->boxes[1] = (cairn__tile_box){UINT32_MAX, UINT32_MAX, 0, 0};
    changes->rejoined >>= 1;
    if (goes_on)
        crowd->sweep = 0;
}

/* ---- does a change concern a member? ---- */

/* A row or column of tiles in which a cell lies, which may be far outside of the map. */
static uint32_t get_tile(int32_t at, uint32_t tiles)
{
    int32_t tile = (at + CAIRN__TILE_SIDE) >> 6;
    return tile < 0 ? 0 : cairn__get_lower((uint32_t)tile, tiles - 1);
}

/* The tiles of all cells between two. */
static cairn__tile_box get_tiles(const cairn_map *map, int32_t x0, int32_t y0, int32_t x1,
                                 int32_t y1)
{
    return (cairn__tile_box){get_tile(x0 < x1 ? x0 : x1, map->tiles_across),
                             get_tile(y0 < y1 ? y0 : y1, map->tiles_down),
                             get_tile(x0 < x1 ? x1 : x0, map->tiles_across),
                             get_tile(y0 < y1 ? y1 : y0, map->tiles_down)};
}

static bool do_meet(const cairn__tile_box *a, const cairn__tile_box *b)
{
    return a->x0 <= b->x1 && b->x0 <= a->x1 && a->y0 <= b->y1 && b->y0 <= a->y1;
}

static bool is_any_marked(const cairn_crowd *crowd, cairn__tile_box tiles)
{
    if (!do_meet(&tiles, &crowd->changes.boxes[0]))
        return false;
    for (uint32_t y = tiles.y0; y <= tiles.y1; y++)
        for (uint32_t x = tiles.x0; x <= tiles.x1; x++)
            if ((crowd->changes.marks[y * crowd->map->tiles_across + x] & NOW) != 0)
                return true;
    return false;
}

static bool is_cell_marked(const cairn_crowd *crowd, cairn__xy cell)
{
    return is_any_marked(crowd, get_tiles(crowd->map, cell.x, cell.y, cell.x, cell.y));
}

/* True if a changed tile lies within `cells` cells of a cell. */
static bool is_near_marked(const cairn_crowd *crowd, cairn__xy cell, int32_t cells)
{
    return is_any_marked(crowd, get_tiles(crowd->map, cell.x - cells, cell.y - cells,
                                          cell.x + cells, cell.y + cells));
}

/* A cell from which runs lead on; those of a saved crowd may lead out of the map. */
typedef struct place {
    int32_t x, y;
} place;

static place go_along(place from, cairn__short_run run)
{
    uint32_t move = cairn__run_get_move(run);
    int32_t count = (int32_t)cairn__run_get_count(run);
    return (place){from.x + cairn__move_x[move] * count, from.y + cairn__move_y[move] * count};
}

/* Cells that runs lead over. */
typedef struct reach {
    int32_t x0, y0, x1, y1;
} reach;

static void extend(reach *all, place to)
{
    all->x0 = to.x < all->x0 ? to.x : all->x0;
    all->y0 = to.y < all->y0 ? to.y : all->y0;
    all->x1 = to.x > all->x1 ? to.x : all->x1;
    all->y1 = to.y > all->y1 ? to.y : all->y1;
}

static bool is_reach_marked(const cairn_crowd *crowd, const reach *all)
{
    return is_any_marked(crowd, get_tiles(crowd->map, all->x0, all->y0, all->x1, all->y1));
}

/* Looks at the tiles of a run, 64 moves at a time. */
static bool is_run_marked(const cairn_crowd *crowd, place from, cairn__short_run run)
{
    uint32_t move = cairn__run_get_move(run), left = cairn__run_get_count(run);
    while (left > 0) {
        uint32_t count = cairn__get_lower(left, CAIRN__TILE_SIDE);
        reach part = {from.x, from.y, from.x, from.y};
        from = go_along(from, cairn__make_run(move, count));
        extend(&part, from);
        if (is_reach_marked(crowd, &part))
            return true;
        left -= count;
    }
    return false;
}

/* Where a member's ring begins. */
static place get_ring_start(const cairn_crowd *crowd, uint32_t i, place end)
{
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return end;
    cairn__xy aim = cairn__unpack(crowd->apart.spots[i].aim);
    return (place){aim.x, aim.y};
}

static cairn__short_run get_ring_run(const cairn__member *member, uint32_t k)
{
    return member->ring[(member->first + k) % CAIRN__RING];
}

/* The run in hand and the ring: most are far from any marked tile. */
static bool are_runs_marked(const cairn_crowd *crowd, uint32_t i)
{
    const cairn__member *member = &crowd->all[i];
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    place here = {cell.x, cell.y}, end = go_along(here, crowd->runs[i]);
    place ring = get_ring_start(crowd, i, end), at = ring;
    reach all = {here.x, here.y, here.x, here.y};
    extend(&all, end);
    extend(&all, ring);
    for (uint32_t k = 0; k < member->count; k++)
        extend(&all, at = go_along(at, get_ring_run(member, k)));
    if (!is_reach_marked(crowd, &all))
        return false;
    if (is_run_marked(crowd, here, crowd->runs[i]))
        return true;
    for (uint32_t k = 0; k < member->count; k++) {
        if (is_run_marked(crowd, ring, get_ring_run(member, k)))
            return true;
        ring = go_along(ring, get_ring_run(member, k));
    }
    return false;
}

/* The least distance from a cell to one of a box of tiles, in tenths. */
static uint32_t get_distance_to(cairn__xy cell, const cairn__tile_box *box)
{
    int32_t x0 = ((int32_t)box->x0 - 1) * CAIRN__TILE_SIDE, x1 = (int32_t)box->x1 * 64 - 1;
    int32_t y0 = ((int32_t)box->y0 - 1) * CAIRN__TILE_SIDE, y1 = (int32_t)box->y1 * 64 - 1;
    cairn__xy nearest = {.x = (uint16_t)(cell.x < x0   ? x0
                                         : cell.x > x1 ? x1
                                                       : cell.x),
                         .y = (uint16_t)(cell.y < y0   ? y0
                                         : cell.y > y1 ? y1
                                                       : cell.y)};
    return cairn__get_distance(cell, nearest);
}

bool cairn__is_nearer(cairn__xy asked, const cairn__tile_box *box, uint32_t distance)
{
    return !is_empty(box) && get_distance_to(asked, box) <= distance;
}

/* True if the nearest cell to where a member was ordered to may be another one. */
static bool may_goal_differ(const cairn_crowd *crowd, const cairn__plan *plan)
{
    return (crowd->changes.rejoined & NOW) != 0 ||
           cairn__is_nearer(plan->asked, &crowd->changes.boxes[0],
                            cairn__get_distance(plan->asked, plan->goal));
}

static bool is_joined(const cairn_crowd *crowd, cairn__xy cell, cairn__xy goal)
{
    return cairn__check_goal(crowd->map, CAIRN_GOAL_EXACT, cell, goal) == CAIRN_OK;
}

/* The same for the goal of a member on an open cell. */
static bool is_goal_touched(const cairn_crowd *crowd, uint32_t i, cairn__xy cell)
{
    const cairn__plan *plan = &crowd->all[i].plan;
    if (crowd->all[i].asks != 0)
        return false;
    if (crowd->states[i] == CAIRN_MEMBER_CUT_OFF)
        return is_joined(crowd, cell, plan->asked);
    return is_cell_marked(crowd, plan->goal) || !is_joined(crowd, cell, plan->goal) ||
           (!cairn__is_same_cell(plan->goal, plan->asked) && may_goal_differ(crowd, plan));
}

/* One that leaves, or would: its exit is blocked, or there may be a better one. */
static bool is_exit_touched(const cairn_crowd *crowd, uint32_t i, cairn__xy cell)
{
    cairn__xy exit = cairn__unpack(crowd->all[i].plan.words[0]);
    if (is_near_marked(crowd, cell, CAIRN_LEAVE_CELLS))
        return true;
    return crowd->states[i] == CAIRN_MEMBER_LEAVING &&
           ((crowd->changes.rejoined & NOW) != 0 || !cairn__is_open_cell(crowd->map, exit));
}

bool cairn__changes_touch(const cairn_crowd *crowd, uint32_t i)
{
    uint8_t state = crowd->states[i];
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    if (state == CAIRN_MEMBER_LOST || is_cell_marked(crowd, cell))
        return true;
    if (state == CAIRN_MEMBER_STRANDED || state == CAIRN_MEMBER_LEAVING)
        return is_exit_touched(crowd, i, cell);
    if (!cairn__is_open_cell(crowd->map, cell))
        return true;
    bool rests = crowd->occupancy != CAIRN_OCCUPANCY_OFF && cairn__state_is_resting(state);
    if (state == CAIRN_MEMBER_IDLE || rests)
        return false;
    return is_goal_touched(crowd, i, cell) || are_runs_marked(crowd, i);
}

/* ---- saved ---- */

uint32_t cairn__changes_get_words(const cairn_crowd *crowd)
{
    uint32_t tiles = crowd->map->living != NULL ? count_tiles(crowd->map) : 0;
    return (tiles + WORD_TILES - 1) / WORD_TILES;
}

uint32_t cairn__changes_get_word(const cairn_crowd *crowd, uint32_t k)
{
    uint32_t word = 0, first = k * WORD_TILES, count = count_tiles(crowd->map);
    for (uint32_t i = 0; i < WORD_TILES && first + i < count; i++)
        word |= (uint32_t)crowd->changes.marks[first + i] << 2 * i;
    return word;
}

void cairn__changes_set_word(cairn_crowd *crowd, uint32_t k, uint32_t word)
{
    uint32_t first = k * WORD_TILES, count = count_tiles(crowd->map);
    if (k == 0)
        empty_boxes(&crowd->changes);
    for (uint32_t i = 0; i < WORD_TILES && first + i < count; i++) {
        crowd->changes.marks[first + i] = 0;
        mark(crowd, first + i, word >> 2 * i & 3);
    }
}
