/* jump_state.h: what a jump point search knows, for the files that make it up: jump_search.c takes entries
 * off the open list, jump_expand.c expands them. */
#ifndef CAIRN_JUMP_STATE_H
#define CAIRN_JUMP_STATE_H

#include "search/astar.h"
#include "search/jump_notes.h"
#include "search/jump_open.h"
#include "search/jump_scan.h"
#include "search/jump_search.h"

typedef enum cairn__jump_phase {
    CAIRN__JUMPING,
    CAIRN__JUMP_TRACING, /* turning the links of the path round */
    CAIRN__JUMP_ASTAR,   /* the open list was full: A* takes over */
    CAIRN__JUMP_FOUND,
} cairn__jump_phase;

struct cairn__jump_search {
    cairn__search *astar; /* jumps use its nodes, and nothing else of it until it takes over */
    cairn__node_store *store;
    cairn__xy start;
    cairn__xy goal;
    cairn__jump_phase phase;
    uint32_t query; /* number of this search */
    bool is_dirty;  /* A* has used the nodes */
    bool is_full;   /* the open list has no room for an entry */
    uint32_t debt;  /* units of work done that no meter has paid for yet */
    cairn__jump_plan plan;
    uint32_t cost; /* of the path found */
    uint32_t expanded;
    /* The expansion under way. */
    cairn__xy cell;
    uint32_t g;
    uint32_t f;     /* of the entry taken out last */
    uint32_t moves; /* bits of the directions still to take */
    uint32_t diagonal;
    uint32_t next; /* number of the diagonal's next move; 0: no diagonal is under way */
    uint32_t ways; /* bits of `walk`: which way to the cell, see below */
    bool asking;   /* the guide, about an entry */
    cairn__jump_entry asked;
    cairn__beam beams[2];
    /* By the open neighbours, bits of the moves worth taking after a move; the last are those of the start. */
    uint8_t worth[CAIRN__MOVES + 1][256];
    /* Tracing: the path from `later` on is turned round. */
    cairn_cell later;
    cairn__jump_notes notes;
    cairn__jump_scan scan;
    cairn__jump_open open;
};

/* Bits of an entry's `walk`: of the diagonal the move and its number; whether the guide has given its f; and
 * which of the ways to the jump point it is of: where a later one is shorter, it is of no use. */
#define CAIRN__WALK_MOVE 7u
#define CAIRN__WALK_SHIFT 3
#define CAIRN__WALK_NUMBERS 0x7fffu
#define CAIRN__WALK_TOLD (1u << 18)
#define CAIRN__WALK_WAYS_SHIFT 19

/* Adds an entry, unless it costs too much. */
static inline void cairn__jump_push(cairn__jump_search *search, cairn__xy cell, uint32_t f,
                                    uint32_t walk)
{
    cairn__jump_entry entry = {.f = f, .cell = cairn__pack(cell), .walk = walk};
    if (f > search->plan.most)
        return;
    if (!cairn__jump_open_push(&search->open, entry))
        search->is_full = true;
}

/* Offers ways to jump points from the cell that is expanded; and to those that scans have found. */
void cairn__jump_offer(cairn__jump_search *search, const cairn__jump *jumps, uint32_t count);
void cairn__jump_offer_found(cairn__jump_search *search);

/* True if there is nothing left to do for the cell that is expanded. */
static inline bool cairn__jump_is_expanded(const cairn__jump_search *search)
{
    return (search->moves | search->next | search->beams[0].lines | search->beams[1].lines) == 0;
}

/* Some pieces of an expansion that is not finished. Returns units. */
uint32_t cairn__jump_expand_on(cairn__jump_search *search);

#endif
