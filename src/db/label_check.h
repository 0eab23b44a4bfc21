/* label_check.h: looks at labels one by one, for the deep check. */
#ifndef CAIRN_LABEL_CHECK_H
#define CAIRN_LABEL_CHECK_H

#include "db/label_set.h"

typedef struct cairn__label_check {
    const cairn__label_set *set;
    uint32_t *met;    /* by hub: the last node, and 1, whose label has it; zeros at first */
    uint32_t *owners; /* by hub: its node, and 1; zeros at first */
    uint64_t entries; /* in the labels so far */
    uint32_t node;    /* whose label was looked at last */
    cairn_cell cell;
    const uint8_t *at; /* what was looked at last */
} cairn__label_check;

/* Looks at the label of a node, whose place is within the labels: null if it is coded as the builder
 * would do it, else a sentence that says what is wrong. */
const char *cairn__label_find_fault(cairn__label_check *self, uint32_t node);

#endif
