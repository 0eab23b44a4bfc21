/* way.h: a path kept as the cells at which it turns: from each to the next leads a leg, moves of one
 * cone, whose moves the straight test finds again (straight.h). */
#ifndef CAIRN_WAY_H
#define CAIRN_WAY_H

#include "base/xy.h"
#include "search/path_search.h"

#define CAIRN__WAY_CELLS 63

typedef struct cairn__way {
    uint16_t count; /* cells; the first one is where it begins */
    uint16_t next;  /* of them, for who walks it */
    cairn__xy cells[CAIRN__WAY_CELLS];
} cairn__way;

/* Keeps the path that a search has found, or as much of its beginning as there is room for. Failures:
 * CORRUPT. */
cairn_status cairn__way_keep(cairn__way *way, cairn__path_search *search);

#endif
