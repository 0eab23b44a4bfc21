/* sort.h: sorting in pieces: merge sort of things of one size, with room for as many again. */
#ifndef CAIRN_SORT_H
#define CAIRN_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/meter.h"

typedef struct cairn__sort {
    char *things; /* the runs are here, and in the end all in order */
    char *room;
    size_t count;
    size_t size; /* of a thing, in bytes */
    int (*compare)(const void *one, const void *other);
    size_t run;   /* things in a sorted run */
    size_t place; /* of the next thing of the merged runs */
    size_t left;  /* the next things of the two runs that are merged */
    size_t right;
} cairn__sort;

/* Begins to sort `count` things; `room` has room for as many. */
void cairn__sort_start(cairn__sort *sort, void *things, void *room, size_t count, size_t size,
                       int (*compare)(const void *one, const void *other));

/* Goes on. OK once `things`, which may be what was `room` at first, are in order; otherwise
 * UNFINISHED. A thing that is moved is CAIRN__SORT_UNITS. */
cairn_status cairn__sort_run(cairn__sort *sort, cairn__meter *meter);

#define CAIRN__SORT_UNITS 4

#endif
