/* sector_search.h: the cheapest paths inside one sector to one of its cells, the root: Dijkstra's
 * algorithm, which may be broken off at any cell. Moves that leave the sector are not made. */
#ifndef CAIRN_SECTOR_SEARCH_H
#define CAIRN_SECTOR_SEARCH_H

#include "plan/plan.h"
#include "research/dba/sectors.h"

/* What is known of a cell of the sector. Costs are fifths of a cell: the moves' 10 and 14 tenths
 * are 5 and 7 of them. */
typedef struct cairn__sector_cell {
    uint16_t cost;
    uint16_t next; /* in its list of open cells, and the one before; plus 1, 0: none */
    uint16_t before;
    uint8_t move; /* the first one on the way to the root */
    uint8_t state;
} cairn__sector_cell;

/* Open cells whose costs differ by 7 at most are in lists by the cost's last three bits. */
#define CAIRN__SECTOR_LISTS 8

typedef struct cairn__sector_search {
    uint32_t side;
    bool begun;
    cairn__xy root;
    cairn__xy found;                     /* the marked cell that was found */
    uint32_t cost;                       /* of the cells that are looked at now */
    uint16_t lists[CAIRN__SECTOR_LISTS]; /* first cells, plus 1 */
    cairn__sector_cell *cells;
} cairn__sector_search;

/* Bytes for a search and its cells, and making it there. */
uint64_t cairn__sector_search_get_bytes(uint32_t side);
cairn__sector_search *cairn__sector_search_create(void *memory, uint32_t side);

/* Begins a search from a root that looks for no cell yet. */
void cairn__sector_search_start(cairn__sector_search *search, cairn__xy root);

/* Looks for a cell of the root's sector, too. */
void cairn__sector_search_mark(cairn__sector_search *search, cairn__xy cell);

/* Goes on until one of the marked cells, the cheapest, is found: DONE. NONE: none is joined to the
 * root inside the sector. PAUSED: the budget is used up. A unit a cell. */
cairn__answer cairn__sector_search_run(cairn__sector_search *search, cairn__slot *slot);

/* The next moves from a cell on the way from the cell found to the root; none elsewhere. */
cairn__run cairn__sector_search_get_run(const cairn__sector_search *search, cairn__xy cell);

#endif
