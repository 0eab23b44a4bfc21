/* landmark_maker.h: chooses landmarks for labels and finds how far all nodes are from them: the section
 * MARK (bend_marks.h). Piece by piece (job.h). */
#ifndef CAIRN_LANDMARK_MAKER_H
#define CAIRN_LANDMARK_MAKER_H

#include "base/job.h"
#include "db/bend_marks.h"
#include "grid/tiles.h"

typedef struct cairn__landmark_maker cairn__landmark_maker;

/* Prepares to write a section; map, labels and section are kept, not owned. Failures: MEMORY. */
cairn_status cairn__landmark_maker_create(const cairn_map *map, const cairn__bend_set *set,
                                          const cairn_allocator *allocator, void *section,
                                          cairn__landmark_maker **maker);
void cairn__landmark_maker_destroy(cairn__landmark_maker *maker);

/* How many it will choose. */
uint32_t cairn__landmark_maker_count(const cairn__landmark_maker *maker);

/* Chooses the next one and finds all distances from it. OK, or UNFINISHED. */
cairn_status cairn__landmark_maker_run(cairn__landmark_maker *maker, cairn__meter *meter);

/* Begins to write, once all are chosen; then all nodes, in turns. */
uint32_t cairn__landmark_maker_begin_rows(cairn__landmark_maker *maker);
void cairn__landmark_maker_write_rows(const cairn__landmark_maker *maker, uint32_t turn,
                                      cairn__meter *meter);

#endif
