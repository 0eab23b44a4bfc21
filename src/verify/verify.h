/* verify.h: the deep checks of each kind: of what needs no map, and against the map. */
#ifndef CAIRN_VERIFY_H
#define CAIRN_VERIFY_H

#include "db/db_internal.h"

/* Failures: CORRUPT, INVALID, MEMORY. That of kind regions serves each database with a net. */
#define CAIRN__DECLARE_CHECKS(name, word, number)                                                  \
    cairn_status cairn__##word##_verify(const cairn_db *db, cairn_detail *detail);                 \
    cairn_status cairn__##word##_verify_map(const cairn_db *db, const cairn_map *map,              \
                                            cairn_detail *detail);
CAIRN_DB_KIND_LIST(CAIRN__DECLARE_CHECKS)
#undef CAIRN__DECLARE_CHECKS

#endif
