/* label_check.h: the deep check of one label of a section LABL at a time. */
#ifndef CAIRN_LABEL_CHECK_H
#define CAIRN_LABEL_CHECK_H

#include "base/xy.h"
#include "db/db_internal.h"

typedef struct cairn__label_check {
    const cairn_db *db;
    const cairn__label_set *set;
    cairn__label_layout layout;
    const cairn_map *map; /* may be null */
    cairn_detail *detail;
    uint32_t *met;    /* by hub: the last node, and 1, whose label has it */
    uint32_t *owners; /* by hub: its node, and 1 */
    uint64_t entries;
    uint64_t owned; /* hubs that are nodes themselves, with eps */
    uint32_t node;  /* whose label is being looked at */
    cairn__xy cell;
} cairn__label_check;

/* Where the section begins in the file. */
static inline uint64_t cairn__label_check_get_offset(const cairn__label_check *self)
{
    return cairn__db_get_offset(self->db, self->set->cells) - self->layout.cells;
}

/* Goes to the label of a node. */
void cairn__label_check_enter(cairn__label_check *self, uint32_t node);

/* Checks the code of the label; where all labels lie, and the buckets, are known to be sound.
 * Counts its entries. Failures: CORRUPT. */
cairn_status cairn__label_check_run(cairn__label_check *self);

/* Says what is wrong with the label, at a byte of it. */
cairn_status cairn__label_check_fail(const cairn__label_check *self, const uint8_t *at,
                                     const char *what);

#endif
