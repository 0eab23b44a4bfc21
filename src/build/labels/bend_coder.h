/* bend_coder.h: codes the lists of blocks and the labels of nodes (bend_list.h, bend_set.h), in turns
 * (job.h). */
#ifndef CAIRN_BEND_CODER_H
#define CAIRN_BEND_CODER_H

#include "build/byte_list.h"
#include "build/labels/bend_graph.h"
#include "build/labels/hub_labels.h"
#include "build/sort.h"

/* ---- numbers ---- */

/* Nodes with a label are numbered anew, so that those near each other have near numbers. */
typedef struct cairn__bend_numbers {
    uint32_t *new_of; /* the new number of a survivor */
    uint32_t *old_of; /* and back */
    uint32_t count;
    uint64_t *keys; /* places on the map, and old numbers */
    uint64_t *room;
    bool is_sorting;
    cairn__sort sort;
} cairn__bend_numbers;

/* Makes room, and counts the turns that making keys takes, as reading them does once they are sorted.
 * Failures: MEMORY. */
cairn_status cairn__bend_numbers_begin(cairn__bend_numbers *numbers,
                                       const cairn__bend_nodes *survivors, uint32_t *turns);
void cairn__bend_numbers_make_keys(cairn__bend_numbers *numbers, const cairn__bend_nodes *survivors,
                                   uint32_t turn, cairn__meter *meter);
uint32_t cairn__bend_numbers_count_turns(const cairn__bend_numbers *numbers);

/* OK once they are sorted, or UNFINISHED. */
cairn_status cairn__bend_numbers_sort(cairn__bend_numbers *numbers, cairn__meter *meter);
void cairn__bend_numbers_read_keys(cairn__bend_numbers *numbers, uint32_t turn,
                                   cairn__meter *meter);
void cairn__bend_numbers_end(cairn__bend_numbers *numbers, const cairn_allocator *allocator);

/* The bits of both numbers by turns, those of x lower. */
uint32_t cairn__interleave(uint32_t x, uint32_t y);

/* ---- lists ---- */

typedef struct cairn__list_coder cairn__list_coder;

/* Prepares to code the lists of all blocks of 256 cells, row by row: their bytes go to a pile, where
 * each begins to `firsts`, which has room for one more than there are blocks. Failures: MEMORY. */
cairn_status cairn__list_coder_create(cairn__bend_graph *graph, const cairn__bend_numbers *numbers,
                                      uint32_t *firsts, cairn__pile *lists,
                                      cairn__list_coder **coder);
void cairn__list_coder_destroy(cairn__list_coder *coder);

/* Codes the list of a block, as a turn, and takes its items off the graph. Failures: UNFINISHED,
 * MEMORY, LIMIT. */
cairn_status cairn__list_coder_run(cairn__list_coder *coder, uint32_t block, cairn__meter *meter);

/* ---- labels ---- */

typedef struct cairn__label_coder cairn__label_coder;

/* Prepares to code all labels: their bytes go to a pile, where each begins to `firsts`, which has room
 * for one more than there are labels. `hubs` are the hubs' cells by rank. Failures: MEMORY. */
cairn_status cairn__label_coder_create(cairn__hub_labels *labels,
                                       const cairn__bend_nodes *survivors,
                                       const cairn__bend_numbers *numbers, const cairn__xy *hubs,
                                       uint32_t *firsts, cairn__pile *bytes,
                                       cairn__label_coder **coder);
void cairn__label_coder_destroy(cairn__label_coder *coder);

/* Codes the label of the node with a new number, as a turn, and gives it back. Failures: UNFINISHED,
 * MEMORY, LIMIT. */
cairn_status cairn__label_coder_run(cairn__label_coder *coder, uint32_t number,
                                    cairn__meter *meter);

#endif
