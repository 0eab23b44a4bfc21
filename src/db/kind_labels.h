/* kind_labels.h: the labels of an open database of kind labels. */
#ifndef CAIRN_KIND_LABELS_H
#define CAIRN_KIND_LABELS_H

#include "db/bend_set.h"
#include "db/db_internal.h"

typedef struct cairn__labels_db {
    cairn__bend_set set;
    const cairn__labels_head *head;
} cairn__labels_db;

/* Of a database of that kind. */
static inline const cairn__bend_set *cairn__db_get_labels(const cairn_db *db)
{
    return &((const cairn__labels_db *)cairn__db_get_state(db))->set;
}

#endif
