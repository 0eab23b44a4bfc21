/* crowd_settle.c: the nearest free cells to a goal that others have reached already.
 *
 * The cells around a goal are looked at shell by shell: a shell is all cells of one octile distance,
 * 10 * a + 4 * b for a and b steps on the two axes, b <= a. Shells that are known to be full are not
 * looked at again, so members that arrive one after the other look at each cell a few times in all. */
#include <string.h>

#include "crowd/crowd_places.h"
#include "grid/climb.h"
#include "grid/scans.h"

/* Moves of a climb beyond those that the distance needs. */
#define CLIMB_SPARE 8

/* Tenths within which a member is around its goal, whatever is free there. */
#define AROUND 160

static cairn__hint *get_hint(cairn_crowd *crowd, cairn_cell goal)
{
    uint32_t hash = goal * UINT32_C(0x9e3779b1);
    cairn__hint *hint = &crowd->apart.hints[hash % CAIRN__HINTS];
    if (hint->goal != goal || hint->last < crowd->frame)
        *hint = (cairn__hint){goal, 0, UINT32_MAX};
    return hint;
}

void cairn__rest_end(cairn_crowd *crowd, cairn_cell cell)
{
    for (uint32_t k = 0; crowd->occupancy != CAIRN_OCCUPANCY_OFF && k < CAIRN__HINTS; k++) {
        cairn__hint *hint = &crowd->apart.hints[k];
        uint32_t distance = cairn__get_distance(cairn__unpack(cell), cairn__unpack(hint->goal));
        if (distance < hint->distance)
            hint->distance = distance;
    }
}

/* What a cell around a goal is. */
typedef enum verdict {
    VERDICT_TAKEN, /* until a member at rest leaves it, the game keeps it free no longer, or the map changes */
    VERDICT_LATER, /* for a while */
    VERDICT_FREE,
} verdict;

/* `last` is lowered to the last frame in which the cell is kept free. */
static verdict judge(const cairn_crowd *crowd, cairn__xy goal, int32_t x, int32_t y, uint32_t *last)
{
    const cairn_map *map = crowd->map;
    cairn__xy cell = {.x = (uint16_t)x, .y = (uint16_t)y};
    if (x < 0 || y < 0 || x > UINT16_MAX || y > UINT16_MAX || !cairn__is_open_cell(map, cell))
        return VERDICT_TAKEN;
    uint32_t i = cairn__place_find(crowd, cairn__pack(cell));
    if (i != CAIRN__NO_MEMBER)
        return cairn__state_is_resting(crowd->states[i]) ? VERDICT_TAKEN : VERDICT_LATER;
    if (cairn__place_is_kept(crowd, cairn__pack(cell))) {
        *last = cairn__get_lower(*last, cairn__kept_get_last(crowd, cairn__pack(cell)));
        return VERDICT_TAKEN;
    }
    uint32_t cutoff = cairn__get_distance(cell, goal) / CAIRN__CARDINAL + CLIMB_SPARE;
    return cairn__climb(map, cell, goal, cutoff).reached ? VERDICT_FREE : VERDICT_TAKEN;
}

/* The cells that are a and b steps away on the two axes, either way round. */
static verdict look_at(const cairn_crowd *crowd, cairn__xy goal, int32_t a, int32_t b,
                       cairn__xy *cell, uint32_t *last)
{
    verdict least = VERDICT_TAKEN;
    for (int k = 0; k < 8; k++) {
        int32_t dx = k < 4 ? a : b, dy = k < 4 ? b : a;
        if ((k >= 4 && a == b) || ((k & 1) != 0 && dx == 0) || ((k & 2) != 0 && dy == 0))
            continue;
        int32_t x = goal.x + ((k & 1) != 0 ? -dx : dx), y = goal.y + ((k & 2) != 0 ? -dy : dy);
        verdict found = judge(crowd, goal, x, y, last);
        if (found == VERDICT_FREE) {
            *cell = (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y};
            return found;
        }
        if (found == VERDICT_LATER)
            least = found;
    }
    return least;
}

static verdict look_at_shell(const cairn_crowd *crowd, cairn__xy goal, uint32_t distance,
                             cairn__xy *cell, uint32_t *last)
{
    verdict least = VERDICT_TAKEN;
    uint32_t most = distance / CAIRN__CARDINAL;
    for (uint32_t a = (distance + CAIRN__DIAGONAL - 1) / CAIRN__DIAGONAL; a <= most; a++) {
        uint32_t rest = distance - CAIRN__CARDINAL * a;
        if (rest % 4 != 0)
            continue;
        verdict found = look_at(crowd, goal, (int32_t)a, (int32_t)(rest / 4), cell, last);
        if (found == VERDICT_FREE)
            return found;
        if (found == VERDICT_LATER)
            least = found;
    }
    return least;
}

/* Which cells are taken for good has changed with the map. */
static void look_at_map(cairn_crowd *crowd)
{
    if (crowd->apart.version == crowd->version)
        return;
    crowd->apart.version = crowd->version;
    memset(crowd->apart.hints, 0, sizeof crowd->apart.hints);
}

bool cairn__rest_find(cairn_crowd *crowd, cairn__xy goal, uint32_t distance, cairn__xy *cell)
{
    look_at_map(crowd);
    if (!cairn__is_open_cell(crowd->map, goal))
        return false; /* no climb leads there */
    cairn__hint *hint = get_hint(crowd, cairn__pack(goal));
    bool is_full = true;
    uint32_t last = hint->last;
    for (uint32_t shell = hint->distance; shell < distance; shell += 2) {
        verdict found = look_at_shell(crowd, goal, shell, cell, &last);
        if (found == VERDICT_FREE)
            return true;
        is_full = is_full && found == VERDICT_TAKEN;
        if (is_full)
            *hint = (cairn__hint){hint->goal, shell + 2, last};
    }
    return false;
}

/* True if one move leads to a member that has arrived at a goal, and is where it belongs. */
static bool is_beside_arrived(const cairn_crowd *crowd, cairn__xy cell, cairn__xy goal)
{
    uint32_t legal =
        cairn__is_open_cell(crowd->map, cell) ? cairn__legal_moves(crowd->map, cell.x, cell.y) : 0;
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        if ((legal >> move & 1) == 0)
            continue;
        uint32_t j = cairn__place_find(crowd, cairn__pack(cell) + cairn__steps[move]);
        if (j != CAIRN__NO_MEMBER && crowd->states[j] == CAIRN_MEMBER_ARRIVED &&
            crowd->apart.spots[j].aim == crowd->cells[j] &&
            cairn__is_same_cell(crowd->all[j].plan.goal, goal))
            return true;
    }
    return false;
}

uint8_t cairn__rest_get_state(const cairn_crowd *crowd, uint32_t i)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i), goal = crowd->all[i].plan.goal;
    bool is_around =
        cairn__get_distance(cell, goal) <= AROUND || is_beside_arrived(crowd, cell, goal);
    return is_around ? CAIRN_MEMBER_ARRIVED : CAIRN_MEMBER_SETTLED;
}
