/* bend_items.h: files the cells that a leg leads to from a node, block by block: all open cells of a
 * block, those in a box, or those that pass a test for the leg when the list is read. */
#ifndef CAIRN_BEND_ITEMS_H
#define CAIRN_BEND_ITEMS_H

#include "build/labels/bend_flood.h"
#include "build/pile.h"
#include "search/bend_blocks.h"

typedef enum cairn__item_kind {
    CAIRN__ITEM_ALL,
    CAIRN__ITEM_BOX,
    CAIRN__ITEM_ASK,
} cairn__item_kind;

typedef struct cairn__bend_item {
    uint16_t across; /* the block's place among those of its level */
    uint16_t down;
    uint8_t level;
    uint8_t kind;
    bool is_local; /* the node is no survivor */
    uint32_t node;
    cairn__bend_box box;
} cairn__bend_item;

/* The most items of a node in a block of 256 cells. */
#define CAIRN__MOST_PROPOSALS (1u << 2 * (CAIRN__BLOCK_LEVELS - 1))

/* Items are piled up for each block of 256 cells, row by row. */
#define CAIRN__ITEMS_A_LAYER 32

/* Files regions, one after the other; a worker's own. */
typedef struct cairn__item_filer {
    cairn_allocator allocator;
    const cairn__bend_sheet *sheet;
    uint32_t node;
    cairn__sheet_place start; /* of the node */
    bool is_local;
    uint32_t test_bytes; /* of cairn__bend_limits */
    bool is_used;        /* the band has cells */
    uint32_t next;       /* block of the band to be filed */
    uint32_t band;       /* of 256 rows of the sheet */
    uint32_t first;      /* word of the band that is used */
    uint32_t last;
    uint64_t *reached;          /* the band's cells that the leg leads to */
    uint64_t *wanted;           /* and those for which the node is needed */
    cairn__bend_item *proposed; /* of the block that is being filed */
    uint32_t proposals;
    size_t count;    /* of items so far */
    uint32_t across; /* blocks of 256 cells of the map */
    uint32_t blocks;
    cairn__pile *piles; /* of items, one for each block */
} cairn__item_filer;

/* Room for a map of `across` x `down` blocks of 256 cells, and for sheets of it. Failures: MEMORY. */
cairn_status cairn__item_filer_create(const cairn_allocator *allocator, uint32_t across,
                                      uint32_t down, uint32_t test_bytes, cairn__item_filer *filer);
void cairn__item_filer_end(cairn__item_filer *filer);

/* Begins the region of a node. */
void cairn__item_filer_start(cairn__item_filer *filer, const cairn__bend_sheet *sheet,
                             cairn__xy cell, uint32_t node, bool is_local);

/* True if the flood's present row can be added: the region's rows so far are in the same band, or
 * were filed. */
bool cairn__item_filer_has_room(const cairn__item_filer *filer, const cairn__bend_flood *flood);

/* Adds the flood's present row. */
void cairn__item_filer_add(cairn__item_filer *filer, const cairn__bend_flood *flood);

/* Files the rows so far, block by block (job.h). Failures: UNFINISHED, MEMORY. */
cairn_status cairn__item_filer_file(cairn__item_filer *filer, cairn__meter *meter);

#endif
