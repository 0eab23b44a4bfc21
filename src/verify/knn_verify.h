/* knn_verify.h: the deep check of one record, in a database or on its way into one. */
#ifndef CAIRN_KNN_VERIFY_H
#define CAIRN_KNN_VERIFY_H

#include "db/kind_knn.h"

/* INVALID unless the map lets an agent follow a record of at least two states; `offset` is where it
 * stands. */
cairn_status cairn__record_check(const cairn__record *record, const cairn_map *map,
                                 bool skip_direct, uint64_t offset, cairn_detail *detail);

#endif
