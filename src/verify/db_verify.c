/* db_verify.c: the deep check of a database: every byte of the frame, every section by its
 * checksum, and what its kind knows of it. */
#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "verify/verify.h"

typedef struct kind_check {
    uint32_t number;
    cairn_status (*verify)(const cairn_db *db, cairn_detail *detail);
    cairn_status (*verify_map)(const cairn_db *db, const cairn_map *map, cairn_detail *detail);
} kind_check;

static const kind_check checks[] = {
#define ROW(name, word, number) {number, cairn__##word##_verify, cairn__##word##_verify_map},
    CAIRN_CORE_KIND_LIST(ROW)
#ifndef CAIRN__WITHOUT_RESEARCH
        CAIRN_RESEARCH_KIND_LIST(ROW)
#endif
#undef ROW
};

/* An open database is of one of them. */
static const kind_check *find_check(const cairn_db *db)
{
    size_t i = 0;
    while (checks[i].number != db->header->kind)
        i++;
    return &checks[i];
}

static bool is_zero(const unsigned char *bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* What a writer of this version sets to zero, and the gaps behind sections. */
static cairn_status check_zeros(const cairn_db *db, cairn_detail *detail)
{
    const cairn__db_header *header = db->header;
    if (!is_zero(header->reserved, sizeof header->reserved))
        return cairn__db_fail_at(db, header->reserved, "reserved bytes are not zero", detail);
    for (uint32_t i = 0; i < header->sections; i++) {
        const cairn__db_section *section = &db->sections[i];
        if (section->zero != 0 || (section->flags & ~CAIRN__SECTION_REQUIRED) != 0 ||
            section->version == 0)
            return cairn__db_fail_at(db, section, "an entry of the section table is wrong", detail);
        uint64_t end = section->offset + section->bytes;
        if (!is_zero(db->image + end, cairn__db_align(end) - end))
            return cairn__db_fail_at(db, db->image + end, "the bytes behind a section are not zero",
                                     detail);
    }
    return CAIRN_OK;
}

static cairn_status check_checksums(const cairn_db *db, cairn_detail *detail)
{
    for (uint32_t i = 0; i < db->header->sections; i++) {
        const cairn__db_section *section = &db->sections[i];
        const unsigned char *bytes = db->file + section->offset;
        if (cairn__hash_bytes(bytes, (size_t)section->bytes) != section->checksum)
            return cairn__fail_at_offset(detail, CAIRN_CORRUPT, section->offset,
                                         "the checksum of section number %u is wrong",
                                         (unsigned)i + 1);
    }
    return CAIRN_OK;
}

/* Each option stands there once, in the order of numbers. Agents check the values themselves. */
static cairn_status check_options(const cairn_db *db, cairn_detail *detail)
{
    for (uint32_t i = 0; i < db->option_count; i++) {
        const cairn_option *option = &db->options[i];
        if (option->reserved != 0 || (i > 0 && option->option <= option[-1].option))
            return cairn__db_fail_at(db, option, "the options are out of order", detail);
    }
    return CAIRN_OK;
}

static cairn_status check_alone(const cairn_db *db, cairn_detail *detail)
{
    cairn_status status = check_zeros(db, detail);
    if (status == CAIRN_OK)
        status = check_checksums(db, detail);
    if (status == CAIRN_OK)
        status = check_options(db, detail);
    if (status == CAIRN_OK)
        status = find_check(db)->verify(db, detail);
    if (status == CAIRN_OK && db->kind->may_fall_back && db->has_net)
        status = cairn__regions_verify(db, detail);
    return status;
}

cairn_status cairn_db_verify(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    if (db == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = check_alone(db, detail);
    if (status != CAIRN_OK || map == NULL)
        return status;
    status = cairn__db_check_map(db, map, detail);
    if (status == CAIRN_OK)
        status = find_check(db)->verify_map(db, map, detail);
    if (status == CAIRN_OK && db->kind->may_fall_back && db->has_net)
        status = cairn__regions_verify_map(db, map, detail);
    return status;
}
