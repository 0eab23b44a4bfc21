/* crowd_leave.c: how members that keep clear of each other leave walls.
 *
 * A member goes straight to its exit (plan/mover.c). If others are in its way for long it looks along the
 * eight straight lines for another one: the nearest open cell that is free, with nobody before it but members
 * that leave as well. Of members that block each other so, the one ahead is nearer to such a cell than the
 * one behind it, hence they never stand in a ring: as long as one of them sees a way, somebody moves. In between
 * it tries the cells of others, one direction after the other. */
#include "crowd/crowd_chain.h"
#include "grid/components.h"
#include "plan/mover.h"

/* Frames in a row after which a member that cannot move looks for another exit, and after which it pushes
 * others in some frames only: those who are pushed in vain stay where they are for a frame. */
#define PATIENCE 16
#define PUSH_FRAMES 4

/* ---- another exit ---- */

/* A member that has left to a cell can go on from there, or has nowhere to go. */
static bool will_do(const cairn_crowd *crowd, uint32_t i, cairn__xy exit)
{
    const cairn_map *map = crowd->map;
    cairn__xy asked = crowd->all[i].plan.asked;
    return crowd->all[i].idles != 0 || !cairn__is_open_cell(map, asked) ||
           cairn__component_key(map, exit) == cairn__component_key(map, asked);
}

/* What a member looks for, by turns: a free cell that will do, any free cell, or one whose member may be pushed
 * away. */
typedef enum wanted {
    WANTED_TAKEN,
    WANTED_GOOD,
    WANTED_FREE,
    WANTED_KINDS,
} wanted;

static bool is_exit(const cairn_crowd *crowd, uint32_t i, cairn__xy cell, wanted kind)
{
    bool is_free = cairn__place_find(crowd, cairn__pack(cell)) == CAIRN__NO_MEMBER;
    return cairn__is_open_cell(crowd->map, cell) && is_free == (kind != WANTED_TAKEN) &&
           !cairn__place_is_kept(crowd, cairn__pack(cell)) &&
           (kind != WANTED_GOOD || will_do(crowd, i, cell));
}

/* True if somebody, or the game, keeps a member from going over a cell. */
static bool is_barred(const cairn_crowd *crowd, cairn__xy cell)
{
    uint32_t j = cairn__place_find(crowd, cairn__pack(cell));
    return cairn__place_is_kept(crowd, cairn__pack(cell)) ||
           (j != CAIRN__NO_MEMBER && crowd->states[j] != CAIRN_MEMBER_LEAVING);
}

/* How far the first such cell into a direction is, in tenths, 0 if there is none below `most`. */
static uint32_t look_along(const cairn_crowd *crowd, uint32_t i, uint32_t move, wanted kind,
                           uint32_t most, cairn__xy *exit)
{
    const cairn_map_info *info = &crowd->map->info;
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    for (uint32_t far = cairn__move_cost(move); far < most; far += cairn__move_cost(move)) {
        int x = cell.x + cairn__move_x[move], y = cell.y + cairn__move_y[move];
        if (x < 0 || y < 0 || (uint32_t)x >= info->width || (uint32_t)y >= info->height)
            return 0;
        cell = (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y};
        if (is_exit(crowd, i, cell, kind)) {
            *exit = cell;
            return far;
        }
        if (is_barred(crowd, cell))
            return 0;
    }
    return 0;
}

/* The direction in which a member leaves; CAIRN__MOVES if it stands on its exit. */
static uint32_t get_direction(const cairn_crowd *crowd, uint32_t i)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    cairn__xy exit = cairn__unpack(crowd->all[i].plan.words[0]);
    return cairn__move_by((exit.x > cell.x) - (exit.x < cell.x),
                          (exit.y > cell.y) - (exit.y < cell.y));
}

/* Looks for another exit: the nearest free cell, or the next direction with one that is taken. */
static void look_around(cairn_crowd *crowd, uint32_t i)
{
    wanted kind = (wanted)(crowd->apart.spots[i].waits / PATIENCE % WANTED_KINDS);
    cairn__xy exit = cairn__member_get_cell(crowd, i);
    uint32_t most = CAIRN_LEAVE_CELLS * CAIRN__CARDINAL + 1, found = 0;
    if (kind == WANTED_FREE && cairn__is_open_cell(crowd->map, exit))
        found = most = 1; /* it stands on such a cell itself */
    for (uint32_t k = 1; k <= CAIRN__MOVES && !(kind == WANTED_TAKEN && found != 0); k++) {
        uint32_t move = (get_direction(crowd, i) + k) % CAIRN__MOVES;
        uint32_t far = look_along(crowd, i, move, kind, most, &exit);
        if (far != 0)
            found = most = far;
    }
    if (found != 0)
        crowd->all[i].plan.words[0] = cairn__pack(exit);
}

/* ---- a turn ---- */

/* Makes a move out; false if others are in the way. */
static bool go_out(cairn__chain *chain, uint32_t i, uint32_t move)
{
    uint16_t waits = chain->crowd->apart.spots[i].waits;
    if (waits < PATIENCE || waits % PUSH_FRAMES == 0)
        return cairn__chain_force(chain, i, move);
    return cairn__chain_step(chain, i, move);
}

void cairn__turn_leave(cairn__chain *chain, uint32_t i)
{
    cairn_crowd *crowd = chain->crowd;
    cairn__spot *spot = &crowd->apart.spots[i];
    if ((crowd->runs[i] & CAIRN__RUN_STALE) != 0 && !cairn__member_has_exit(crowd, i))
        return;
    cairn__mover mover = cairn__member_get_mover(crowd, i);
    uint32_t move = cairn__mover_leave(&mover);
    spot->frame = crowd->frame;
    if (move != CAIRN__MOVES && !go_out(chain, i, move)) {
        spot->waits = (uint16_t)(spot->waits < UINT16_MAX ? spot->waits + 1 : PATIENCE);
        if (spot->waits % PATIENCE == 0)
            look_around(crowd, i);
        return;
    }
    cairn__member_follow_out(crowd, i, &mover);
    uint8_t state = crowd->states[i];
    crowd->walking -= state == CAIRN_MEMBER_IDLE;
    chain->sum->ended += state == CAIRN_MEMBER_IDLE;
    if (state == CAIRN_MEMBER_WAITING)
        cairn__member_ask(crowd, i);
}
