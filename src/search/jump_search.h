/* jump_search.h: optimal search that needs no preparation: jump point search (Harabor and Grastien
 * 2011) over word scans. It finds paths of A*'s cost far faster. It may be broken off by a meter
 * anywhere, in slices of one unit too, and gets no memory after it is made. */
#ifndef CAIRN_JUMP_SEARCH_H
#define CAIRN_JUMP_SEARCH_H

#include "base/xy.h"
#include "grid/climb.h"
#include "base/meter.h"

typedef struct cairn__jump_search cairn__jump_search;

/* The candidates that suffice for all but crafted maps. Where it is not, A* begins again
 * and finds a path of the same cost. */
uint32_t cairn__jump_search_get_candidates(const cairn_map *map);

/* Bytes of a search with room for `candidates` candidates, and making one in such memory, aligned for
 * any type. Only pages that a search visits are touched. The map is kept, not owned. */
uint64_t cairn__jump_search_get_bytes(const cairn_map *map, uint32_t candidates);
cairn__jump_search *cairn__jump_search_create_in(void *memory, const cairn_map *map,
                                                 uint32_t candidates);

/* Bytes of notes of a changing map, and keeping them from now on, in such memory: of what a search finds, the
 * next ones need not look for it again where the map is as it was (jump_notes.h). Paths cost the same; which
 * one of equal paths is found then depends on the searches before. */
uint64_t cairn__jump_search_get_notes_bytes(const cairn_map *map);
void cairn__jump_search_keep_notes(cairn__jump_search *search, void *memory);

/* Starts a search between two joined cells. */
void cairn__jump_search_start(cairn__jump_search *search, cairn__xy start, cairn__xy goal);

/* What knows more of the distance from a cell to the goal than octile does: a lower bound that never falls
 * by more than a move costs, on all paths that are short enough. */
typedef struct cairn__jump_guide cairn__jump_guide;
struct cairn__jump_guide {
    /* Asks for it. It is known to be `least` or more; above `most` any number that is above will do. */
    void (*ask)(cairn__jump_guide *guide, cairn__xy cell, uint32_t least, uint32_t most);
    /* Goes on with the answer; PAUSED if the meter has run out. */
    cairn__answer (*answer)(cairn__jump_guide *guide, cairn__meter *meter, uint32_t *distance);
};

/* What a search may be given when it was just started. */
typedef struct cairn__jump_plan {
    uint32_t most;            /* no path longer than this is looked for */
    cairn__jump_guide *guide; /* kept, not owned; null: none */
    bool back;                /* the path is reported from the goal to the start */
} cairn__jump_plan;

void cairn__jump_search_set_plan(cairn__jump_search *search, const cairn__jump_plan *plan);

/* Goes on with it. OK once an optimal path (10/14) is found; which one of equal paths depends on
 * the map and the pair alone. Failures: UNFINISHED (the meter has run out), LIMIT, NO_PATH (none is
 * so short; or the map was changed meanwhile). */
cairn_status cairn__jump_search_run(cairn__jump_search *search, cairn__meter *meter);

/* The cost of the path found, in tenths. */
uint32_t cairn__jump_search_get_cost(const cairn__jump_search *search);

/* Jump points expanded, and states, where A* took over. */
uint32_t cairn__jump_search_get_expanded(const cairn__jump_search *search);

/* The next moves of the path found, from its first end or from a cell where such moves lead to, which is not
 * its other end. */
cairn__run cairn__jump_search_get_run(const cairn__jump_search *search, cairn__xy cell);

#endif
