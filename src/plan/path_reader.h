/* path_reader.h: goes along the path that a search has found, cell by cell or waypoint by waypoint. */
#ifndef CAIRN_PATH_READER_H
#define CAIRN_PATH_READER_H

#include "search/path_search.h"

/* Where it has come to. */
typedef struct cairn__path_reader {
    bool begun;
    bool by_waypoints; /* what `place` counts; else cells */
    bool ended;        /* the last one was reported */
    size_t place;      /* of the cell that is reported next */
    cairn__xy cell;    /* this cell */
    cairn__run run;    /* moves from there that are known already */
} cairn__path_reader;

/* Goes to the path's first cell. */
void cairn__path_reader_begin(cairn__path_reader *reader, cairn__path_search *search,
                              bool by_waypoints);

/* Goes on to the next place; over at most `most` cells, no farther than a run of moves leads. */
cairn_status cairn__path_reader_pass(cairn__path_reader *reader, cairn__path_search *search,
                                     size_t most);

#endif
