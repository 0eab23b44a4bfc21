/* crowd_chain.c: see crowd_chain.h.
 *
 * A chain is made on a stack of its own, not by recursion. Nothing moves until its last member has
 * found a free cell, or the cell of the first member if that one is not its pusher: then all of them
 * move, in a row or in a ring. A member that finds none stays where it is, and its pusher tries the
 * next move. */
#include "crowd/crowd_chain.h"

/* What is in the way of a move. */
typedef enum obstacle {
    OBSTACLE_NONE,
    OBSTACLE_FIRST,  /* the first member of the chain, which goes away */
    OBSTACLE_PUSHED, /* a member that was put on the chain */
    OBSTACLE_FIRM,
    OBSTACLE_BAR, /* members that have settled around the same goal: no other move is tried */
} obstacle;

static bool is_decided(const cairn_crowd *crowd, uint32_t i)
{
    return crowd->apart.spots[i].frame == crowd->frame;
}

/* ---- moving ---- */

/* Moves a member; the place that it leaves is somebody else's business. */
static void go(cairn__chain *chain, uint32_t i, uint32_t move)
{
    cairn_crowd *crowd = chain->crowd;
    crowd->cells[i] += cairn__steps[move];
    cairn__place_set(&crowd->apart, crowd->cells[i], i);
    cairn__walk_note(chain, i, move);
}

/* Moves a whole chain, its last member first. */
static void go_all(cairn__chain *chain, bool in_ring)
{
    cairn_crowd *crowd = chain->crowd;
    cairn_cell left = crowd->cells[chain->links[0].member];
    for (uint32_t k = chain->depth; k-- > 0;)
        go(chain, chain->links[k].member, chain->links[k].move);
    if (!in_ring)
        cairn__place_clear(&crowd->apart, left);
}

static bool is_free(const cairn_crowd *crowd, cairn_cell cell)
{
    return cairn__place_find(crowd, cell) == CAIRN__NO_MEMBER && !cairn__place_is_kept(crowd, cell);
}

bool cairn__chain_step(cairn__chain *chain, uint32_t i, uint32_t move)
{
    cairn_crowd *crowd = chain->crowd;
    cairn_cell left = crowd->cells[i];
    if (!is_free(crowd, left + cairn__steps[move]))
        return false;
    go(chain, i, move);
    cairn__place_clear(&crowd->apart, left);
    return true;
}

/* ---- who can be pushed ---- */

/* A member under way never pushes those that have settled around its own goal. */
static bool can_push(const cairn_crowd *crowd, uint32_t i, uint32_t j)
{
    uint8_t state = crowd->states[i];
    if (cairn__state_is_in_wall(crowd->states[j]) || is_decided(crowd, j))
        return false;
    return cairn__state_is_standing(state) || cairn__state_is_in_wall(state) ||
           !cairn__has_settled_at(crowd, j, crowd->all[i].plan.goal);
}

static void put_on(cairn__chain *chain, uint32_t i, uint32_t move)
{
    chain->links[chain->depth++] = (cairn__chain_link){.member = i, .move = (uint8_t)move};
    chain->crowd->apart.spots[i].frame = chain->crowd->frame;
}

/* A cell that members settle around as they do around one of their own: the goal, or one that is kept free
 * among those that have settled. */
static bool is_firm_middle(const cairn_crowd *crowd, uint32_t i, cairn_cell cell, bool is_kept)
{
    return cell == cairn__pack(crowd->all[i].plan.goal) ||
           (is_kept && cairn__is_beside_settled(crowd, i));
}

/* Member j, or nobody, cannot be pushed from a cell. If it has settled, or stands on the goal, or the cell is
 * kept free, the last member of the chain may settle as well: if it wished to go there, and has the goal of the
 * first. */
static obstacle get_bar(cairn__chain *chain, cairn_cell cell, uint32_t j)
{
    const cairn_crowd *crowd = chain->crowd;
    const cairn__chain_link *link = &chain->links[chain->depth - 1];
    bool is_firm = j == CAIRN__NO_MEMBER || cairn__state_is_kept(crowd->states[j]);
    if ((!is_firm && !cairn__state_is_over(crowd->states[j])) ||
        crowd->states[chain->links[0].member] == CAIRN_MEMBER_LEAVING)
        return OBSTACLE_FIRM;
    cairn__xy goal = crowd->all[link->member].plan.goal;
    if (link->ranked != 0 || crowd->states[link->member] != CAIRN_MEMBER_WALKING ||
        !cairn__is_same_cell(goal, crowd->all[chain->links[0].member].plan.goal) ||
        !(is_firm ? is_firm_middle(crowd, link->member, cell, j == CAIRN__NO_MEMBER)
                  : cairn__has_settled_at(crowd, j, goal)))
        return OBSTACLE_FIRM;
    chain->barred = link->member;
    return OBSTACLE_BAR;
}

static obstacle look(cairn__chain *chain, const cairn__chain_link *link)
{
    cairn_crowd *crowd = chain->crowd;
    cairn_cell cell = crowd->cells[link->member] + cairn__steps[link->move];
    uint32_t j = cairn__place_find(crowd, cell);
    if (cairn__place_is_kept(crowd, cell))
        return get_bar(chain, cell, CAIRN__NO_MEMBER);
    if (j == CAIRN__NO_MEMBER)
        return OBSTACLE_NONE;
    if (j == chain->links[0].member && chain->depth > 2)
        return OBSTACLE_FIRST;
    if (chain->depth == CAIRN__CHAIN || !can_push(crowd, link->member, j))
        return get_bar(chain, cell, j);
    uint32_t wish = cairn__walk_get_wish(chain, j);
    if (cairn__place_find(crowd, cell) != j || !can_push(crowd, link->member, j))
        return OBSTACLE_FIRM;
    put_on(chain, j, wish);
    return OBSTACLE_PUSHED;
}

/* ---- other moves ---- */

/* The moves in the order in which a clock's hand goes, and where each is in it. */
static const uint8_t clockwise[CAIRN__MOVES] = {7, 0, 1, 5, 4, 3, 6, 2};

/* How far a move turns to the right from another one, in eighths. */
static uint32_t get_turn(uint32_t ahead, uint32_t move)
{
    return ((uint32_t)clockwise[move] - clockwise[ahead]) % CAIRN__MOVES;
}

/* Of moves that lead equally near, one that walks prefers the one ahead, to the right, to the left, and
 * so on; one at rest that is pushed gets out of the way. */
static const uint8_t onward[CAIRN__MOVES] = {0, 1, 3, 5, 7, 6, 4, 2};
static const uint8_t aside[CAIRN__MOVES] = {6, 4, 0, 2, 7, 3, 1, 5};

static uint32_t get_ahead(cairn__xy from, cairn__xy to)
{
    int x = (to.x > from.x) - (to.x < from.x), y = (to.y > from.y) - (to.y < from.y);
    return x == 0 && y == 0 ? CAIRN__N : cairn__move_by(x, y);
}

/* Tenths that a move counts as longer if somebody must be pushed for it. */
#define WALKING_BURDEN 5
#define RESTING_BURDEN 20

/* These tenths, or FIRM if whoever stands there has been decided and does not go away. */
#define FIRM UINT32_MAX

static uint32_t get_burden(const cairn__chain *chain, cairn_cell cell)
{
    const cairn_crowd *crowd = chain->crowd;
    uint32_t j = cairn__place_find(crowd, cell);
    if (j == CAIRN__NO_MEMBER)
        return 0;
    if (is_decided(crowd, j) && (chain->depth <= 2 || j != chain->links[0].member))
        return FIRM;
    return cairn__state_is_standing(crowd->states[j]) ? RESTING_BURDEN : WALKING_BURDEN;
}

/* Puts a move in its place among those that were found. */
static void insert(cairn__chain_link *link, uint32_t *ranks, uint32_t rank, uint32_t move)
{
    uint32_t k = link->count++;
    for (; k > 0 && ranks[k - 1] > rank; k--) {
        ranks[k] = ranks[k - 1];
        link->moves[k] = link->moves[k - 1];
    }
    ranks[k] = rank;
    link->moves[k] = (uint8_t)move;
}

/* Which way a member looks, and which turns from there it prefers. */
static const uint8_t *get_turns(const cairn__chain *chain, const cairn__chain_link *link,
                                uint32_t *ahead)
{
    const cairn_crowd *crowd = chain->crowd;
    uint32_t i = link->member;
    if (chain->depth > 1 && cairn__state_is_standing(crowd->states[i])) {
        *ahead = link[-1].move;
        return aside;
    }
    *ahead = link->move < CAIRN__MOVES
                 ? link->move
                 : get_ahead(cairn__member_get_cell(crowd, i), cairn__walk_get_target(crowd, i));
    return onward;
}

/* Finds the moves other than the one that was wished for, the best first. The first member of the chain
 * goes nowhere if it does not come nearer. */
static void rank_moves(const cairn__chain *chain, cairn__chain_link *link)
{
    const cairn_crowd *crowd = chain->crowd;
    uint32_t i = link->member, ranks[CAIRN__MOVES];
    cairn__xy cell = cairn__member_get_cell(crowd, i), target = cairn__walk_get_target(crowd, i);
    uint32_t ahead;
    const uint8_t *turns = get_turns(chain, link, &ahead);
    uint32_t most = chain->depth == 1 ? cairn__get_distance(cell, target) : UINT32_MAX;
    link->ranked = 1;
    if (!cairn__is_open_cell(crowd->map, cell))
        return;
    uint32_t legal = cairn__legal_moves(crowd->map, cell.x, cell.y);
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        if ((legal >> move & 1) == 0 || move == link->move)
            continue;
        cairn__xy next = cairn__cell_after(cell, move, 1);
        uint32_t distance = cairn__get_distance(next, target);
        uint32_t burden = distance < most ? get_burden(chain, cairn__pack(next)) : FIRM;
        if (burden != FIRM)
            insert(link, ranks, (distance + burden) * CAIRN__MOVES + turns[get_turn(ahead, move)],
                   move);
    }
}

/* The next move that a member tries; false if there is none. */
static bool next_move(const cairn__chain *chain, cairn__chain_link *link)
{
    if (link->ranked == 0)
        rank_moves(chain, link);
    if (link->next == link->count)
        return false;
    link->move = link->moves[link->next++];
    return true;
}

/* ---- chains ---- */

/* Tries the moves of the chain's last member until one is free, or all have failed. */
static bool solve(cairn__chain *chain)
{
    while (chain->depth > 0) {
        cairn__chain_link *link = &chain->links[chain->depth - 1];
        obstacle found = link->move < CAIRN__MOVES ? look(chain, link) : OBSTACLE_FIRM;
        if (found == OBSTACLE_NONE || found == OBSTACLE_FIRST) {
            go_all(chain, found == OBSTACLE_FIRST);
            return true;
        }
        if (found == OBSTACLE_BAR)
            return false;
        while (found == OBSTACLE_FIRM && chain->depth > 0 &&
               !next_move(chain, &chain->links[chain->depth - 1]))
            chain->depth--;
    }
    return false;
}

static void start(cairn__chain *chain, uint32_t i, uint32_t move)
{
    chain->depth = 0;
    chain->barred = CAIRN__NO_MEMBER;
    put_on(chain, i, move);
}

bool cairn__chain_push(cairn__chain *chain, uint32_t i, uint32_t move)
{
    start(chain, i, move);
    return solve(chain);
}

bool cairn__chain_force(cairn__chain *chain, uint32_t i, uint32_t move)
{
    start(chain, i, move);
    chain->links[0].ranked = 1;
    return solve(chain);
}
