/* bend_coder.h: codes the lists of blocks and the labels of nodes (bend_list.h, bend_set.h). */
#ifndef CAIRN_BEND_CODER_H
#define CAIRN_BEND_CODER_H

#include "build/bend_graph.h"
#include "build/byte_list.h"
#include "build/hub_labels.h"

/* Nodes with a label are numbered anew, so that those near each other have near numbers. */
typedef struct cairn__bend_numbers {
    uint32_t *new_of; /* the new number of a survivor */
    uint32_t *old_of; /* and back */
} cairn__bend_numbers;

cairn_status cairn__bend_numbers_create(const cairn__bend_nodes *survivors,
                                        cairn__bend_numbers *numbers);
void cairn__bend_numbers_end(cairn__bend_numbers *numbers, const cairn_allocator *allocator);

/* Codes the lists of all blocks of 256 cells, row by row, and where each begins. Sorts the graph's
 * items. `firsts` has room for one more than there are blocks. */
void cairn__bend_code_lists(cairn__bend_graph *graph, const cairn__bend_numbers *numbers,
                            uint32_t across, uint32_t down, uint32_t *firsts,
                            cairn__byte_list *lists);

/* Codes all labels, by new numbers, and where each begins. `hubs` gets the hubs' cells by rank. */
cairn_status cairn__bend_code_labels(const cairn__hub_labels *labels,
                                     const cairn__bend_nodes *survivors,
                                     const cairn__bend_numbers *numbers, cairn__xy *hubs,
                                     uint32_t *firsts, cairn__byte_list *bytes);

#endif
