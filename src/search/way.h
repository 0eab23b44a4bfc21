/* way.h: a path kept as its waypoints: the cells where it begins, changes direction, and ends. From
 * each to the next leads a run of equal moves. */
#ifndef CAIRN_WAY_H
#define CAIRN_WAY_H

#include "base/xy.h"
#include "grid/tiles.h"
#include "search/path_search.h"

#define CAIRN__WAY_CELLS 63

typedef struct cairn__way {
    uint16_t count; /* cells; the first one is where it begins */
    uint16_t next;  /* of them, for who walks it */
    cairn__xy cells[CAIRN__WAY_CELLS];
} cairn__way;

/* Lists the waypoints of the path that a search has found, as many as there is room for, at least 2.
 * Returns how many there are, or 0 if the path could not be read; the path is whole if the last one
 * is where it ends. */
uint32_t cairn__list_waypoints(cairn__path_search *search, cairn__xy *cells, uint32_t capacity);

/* Keeps the path that a search has found, or as much of its beginning as there is room for; false
 * if it could not be read. */
bool cairn__way_keep(cairn__way *way, cairn__path_search *search);

/* The run that leads from a cell of a way, the last waypoint or one behind it, towards the next one,
 * as far as it is legal on the map as it is: no moves if it is not, and at the way's end. It is for
 * the caller to make `next` of the way the next waypoint when the run has led there. */
cairn__run cairn__way_get_run(const cairn__way *way, const cairn_map *map, cairn__xy cell);

/* Looks whether the runs from waypoint `at` on are legal on the map as it is, one by one, while units
 * are left: `at` becomes the next one to look at, the way's last one at its end. Runs through tiles
 * of which no cell was blocked after `version` are not looked at. NONE if a run is not legal. */
cairn__answer cairn__way_check(const cairn__way *way, const cairn_map *map, uint32_t version,
                               uint16_t *at, cairn__meter *meter);

#endif
