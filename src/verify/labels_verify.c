/* labels_verify.c: the deep check of databases of kind labels. */
#include "db/kind_labels.h"
#include "verify/bend_verify.h"
#include "verify/verify.h"

static cairn__bend_verifier get_verifier(const cairn_db *db, const cairn_map *map,
                                         cairn_detail *detail)
{
    const cairn__db_section *section = cairn__db_find_section(db, "BEND");
    return (cairn__bend_verifier){
        .set = cairn__db_get_labels(db),
        .allocator = &db->allocator,
        .map = map,
        .offset = section->offset,
        .section = db->image + section->offset,
        .bytes = section->bytes,
        .width = db->header->width,
        .height = db->header->height,
        .detail = detail,
    };
}

cairn_status cairn__labels_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__labels_head *head = ((const cairn__labels_db *)cairn__db_get_state(db))->head;
    cairn__bend_verifier verifier = get_verifier(db, NULL, detail);
    cairn_status status = cairn__bend_verify(&verifier);
    if (status == CAIRN_OK && (verifier.entries != head->entries || head->zero != 0))
        return cairn__db_fail_at(db, head, "section LABH does not count the entries", detail);
    return status;
}

cairn_status cairn__labels_verify_map(const cairn_db *db, const cairn_map *map,
                                      cairn_detail *detail)
{
    cairn__bend_verifier verifier = get_verifier(db, map, detail);
    return cairn__bend_verify_map(&verifier);
}
