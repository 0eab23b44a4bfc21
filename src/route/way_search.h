/* way_search.h: the memory of searches on a changing map as it is, and one search at a time: jumps, by themselves or
 * guided by distances of the map's base.
 *
 * Labels of the base know the length of a way there. A path that is shorter makes use of what was opened;
 * bend_opened.h often proves that none does. A path that is not shorter is found by jumps. Labels guide these
 * (bend_field.h) up to the length of a path by way of what was opened, of which the base knows nothing. */
#ifndef CAIRN_WAY_SEARCH_H
#define CAIRN_WAY_SEARCH_H

#include "route/bend_opened.h"
#include "search/path_search.h"

/* Labels of the base that help a search. */
typedef struct cairn__way_labels {
    const cairn__bend_set *set; /* null: none do */
    uint64_t fingerprint;       /* of the map that they were made for */
    uint32_t way;               /* the length of the way on the base, or less */
    bool back;                  /* the guided search begins at the goal */
} cairn__way_labels;

typedef struct cairn__way_question {
    cairn__xy from;
    cairn__xy to;
    uint32_t most; /* no longer path is wanted */
    cairn__way_labels labels;
} cairn__way_question;

typedef enum cairn__way_part {
    CAIRN__WAY_OPENED, /* can a path by way of what was opened be short enough? */
    CAIRN__WAY_SPREAD, /* labels of an end are spread for the guide */
    CAIRN__WAY_GUIDED,
    CAIRN__WAY_JUMPS, /* without a guide */
    CAIRN__WAY_PARTS,
} cairn__way_part;

typedef struct cairn__way_search {
    cairn_allocator allocator;
    uint64_t bytes; /* got from it */
    const cairn_map *map;
    cairn__path_search *jump;
    cairn__bend_desk desk; /* free for others between searches */
    cairn__bend_field field;
    cairn__bend_opened opened;
    cairn__way_question asked;
    cairn__way_part part;
    uint64_t spent[CAIRN__WAY_PARTS]; /* units, on this question */
} cairn__way_search;

/* Makes one with room for labels of `nodes` nodes; labels with more do not help. `notes`: jumps keep notes
 * (jump_search.h). Failures: MEMORY. */
cairn_status cairn__way_search_create(const cairn_map *map, uint32_t nodes, bool notes,
                                      const cairn_allocator *allocator, cairn__way_search **search);
void cairn__way_search_destroy(cairn__way_search *search);

/* What a path may cost that labels can guide to. */
uint32_t cairn__way_question_get_limit(const cairn__way_question *asked, const cairn_map *map);

/* Begins with two joined cells. */
void cairn__way_search_start(cairn__way_search *search, const cairn__way_question *asked);

/* Goes on with it. OK: search->jump has an optimal path, from `from` to `to`. Failures: UNFINISHED (the meter
 * has run out), NO_PATH (none is short enough, or the map was changed meanwhile), LIMIT. */
cairn_status cairn__way_search_run(cairn__way_search *search, cairn__meter *meter);

#endif
