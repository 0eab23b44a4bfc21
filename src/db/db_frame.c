/* db_frame.c: the frame of a database: its header and its section table, checked in constant time
 * before anything is read through them, and finding sections in it. */
#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "db/db_internal.h"

uint64_t cairn__db_get_header_checksum(const void *file, uint32_t header_bytes)
{
    static const unsigned char zero[sizeof(uint64_t)];
    const unsigned char *bytes = file;
    cairn__hash hash;
    cairn__hash_start(&hash);
    cairn__hash_add(&hash, bytes, offsetof(cairn__db_header, checksum));
    cairn__hash_add(&hash, zero, sizeof zero);
    cairn__hash_add(&hash, bytes + sizeof(cairn__db_header),
                    header_bytes - sizeof(cairn__db_header));
    return cairn__hash_finish(&hash);
}

/* ---- the header ---- */

static cairn_status fail_version(const cairn__db_header *header, cairn_detail *detail)
{
    unsigned version = (unsigned)header->format_version;
    if (version < CAIRN_DB_FORMAT_VERSION)
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 8,
                                     "format version %u is of an earlier cairn; build the database "
                                     "again",
                                     version);
    return cairn__fail_at_offset(detail, CAIRN_VERSION, 8,
                                 "format version %u is not known to this version of cairn; use a "
                                 "later one, or build the database again",
                                 version);
}

/* The header's own fields, before any of them is relied on. */
static cairn_status check_header(const cairn_db *db, size_t bytes, cairn_detail *detail)
{
    const cairn__db_header *header = db->header;
    if (bytes < sizeof *header || memcmp(header->magic, CAIRN__DB_MAGIC, 8) != 0)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 0, "not a cairn database");
    if (header->format_version != CAIRN_DB_FORMAT_VERSION)
        return fail_version(header, detail);
    if (cairn__find_kind(header->kind) == NULL)
        return cairn__fail_kind(header->kind, detail);
    if (header->file_bytes != bytes)
        return cairn__fail_at_offset(
            detail, CAIRN_CORRUPT, 16, "the file has %llu bytes but its header says %llu",
            (unsigned long long)bytes, (unsigned long long)header->file_bytes);
    if (header->sections > CAIRN__MOST_SECTIONS || header->header_bytes > bytes ||
        header->header_bytes != cairn__db_get_header_bytes(header->sections))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 24, "the header's size is wrong");
    if (header->checksum != cairn__db_get_header_checksum(db->file, header->header_bytes))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, offsetof(cairn__db_header, checksum),
                                     "the header's checksum is wrong");
    return CAIRN_OK;
}

/* Values that a header with a right checksum could still not have. */
static cairn_status check_values(const cairn__db_header *header, cairn_detail *detail)
{
    if (header->width < 1 || header->width > CAIRN_MAX_SIDE || header->height < 1 ||
        header->height > CAIRN_MAX_SIDE)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 40, "the map's size is out of range");
    if (header->corners > CAIRN_CORNERS_FREE)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 48, "the corner setting is unknown");
    if (header->features != 0)
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 52,
                                     "the file needs a later version of cairn");
    return CAIRN_OK;
}

/* ---- the section table ---- */

static bool has_tag(const cairn__db_section *section, const char *tag)
{
    return memcmp(section->tag, tag, sizeof section->tag) == 0;
}

/* True if this library reads the section in databases of this kind. */
static bool is_known(const cairn__kind *kind, const cairn__db_section *section)
{
    if (section->version != cairn__db_get_version(section->tag) || section->view != 0)
        return false;
    for (const cairn__section_kind *own = kind->sections; own->tag != NULL; own++)
        if (has_tag(section, own->tag))
            return true;
    return has_tag(section, "OPTS") || (kind->may_fall_back && has_tag(section, "NETS"));
}

/* A tag as text: what is no letter, digit or space becomes a question mark. */
static void print_tag(const cairn__db_section *section, char text[5])
{
    static const char good[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ";
    for (int i = 0; i < 4; i++) {
        char byte = section->tag[i];
        text[i] = (char)(byte != '\0' && strchr(good, byte) != NULL ? byte : '?');
    }
    text[4] = '\0';
}

static bool is_repeated(const cairn__db_section *sections, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (has_tag(&sections[i], sections[index].tag) && sections[i].view == sections[index].view)
            return true;
    return false;
}

static cairn_status fail_unknown(const cairn__db_section *section, uint64_t at,
                                 cairn_detail *detail)
{
    char tag[5];
    print_tag(section, tag);
    if (section->version < cairn__db_get_version(section->tag))
        return cairn__fail_at_offset(detail, CAIRN_VERSION, at,
                                     "section %s is of an earlier cairn; build the database again",
                                     tag);
    return cairn__fail_at_offset(detail, CAIRN_VERSION, at,
                                 "section %s is not known to this version of cairn; use a "
                                 "later one, or build the database again",
                                 tag);
}

/* One entry of the table; `offset` is where the section belongs, and gets where the next one
 * does. */
static cairn_status check_section(const cairn_db *db, uint32_t index, uint64_t *offset,
                                  cairn_detail *detail)
{
    const cairn__db_section *section = &db->sections[index];
    uint64_t at = cairn__db_get_offset(db, section);
    uint64_t room = db->header->file_bytes;
    char tag[5];
    print_tag(section, tag);
    if (section->offset != *offset || *offset > room || section->bytes > room - *offset)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, at,
                                     "section %s is not where it belongs", tag);
    if (is_repeated(db->sections, index))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, at, "section %s is there twice", tag);
    if ((section->flags & CAIRN__SECTION_REQUIRED) != 0 && !is_known(db->kind, section))
        return fail_unknown(section, at, detail);
    *offset = cairn__db_align(*offset + section->bytes);
    return CAIRN_OK;
}

/* Sections follow each other and fill the file. */
static cairn_status check_sections(const cairn_db *db, cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    uint64_t offset = db->header->header_bytes;
    for (uint32_t i = 0; status == CAIRN_OK && i < db->header->sections; i++)
        status = check_section(db, i, &offset, detail);
    if (status == CAIRN_OK && offset != db->header->file_bytes)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 16,
                                     "the sections do not fill the file");
    return status;
}

cairn_status cairn__db_check_frame(cairn_db *db, size_t bytes, cairn_detail *detail)
{
    const cairn__db_header *header = (const void *)db->image;
    db->header = header;
    cairn_status status = check_header(db, bytes, detail);
    if (status == CAIRN_OK)
        status = check_values(header, detail);
    if (status != CAIRN_OK)
        return status;
    db->sections = (const cairn__db_section *)(header + 1);
    db->kind = cairn__find_kind(header->kind);
    return check_sections(db, detail);
}

/* ---- finding sections ---- */

const cairn__db_section *cairn__db_find_section(const cairn_db *db, const char *tag)
{
    for (uint32_t i = 0; i < db->header->sections; i++)
        if (has_tag(&db->sections[i], tag) && is_known(db->kind, &db->sections[i]))
            return &db->sections[i];
    return NULL;
}

cairn_status cairn__db_find_parts(const cairn_db *db, cairn__db_part *parts, uint32_t count,
                                  cairn_detail *detail)
{
    for (uint32_t i = 0; i < count; i++) {
        const cairn__db_section *section = cairn__db_find_section(db, parts[i].tag);
        if (section == NULL)
            return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof *db->header,
                                         "section %s is missing", parts[i].tag);
        if (section->bytes != parts[i].bytes)
            return cairn__fail_at_offset(detail, CAIRN_CORRUPT, cairn__db_get_offset(db, section),
                                         "section %s does not have the right size", parts[i].tag);
        parts[i].content = db->image + section->offset;
    }
    return CAIRN_OK;
}

const void *cairn__db_find_head(const cairn_db *db, const char *tag, uint64_t bytes,
                                cairn_detail *detail)
{
    cairn__db_part head = {.tag = tag, .bytes = bytes};
    (void)cairn__db_find_parts(db, &head, 1, detail);
    return head.content;
}

cairn_status cairn__db_fail_at(const cairn_db *db, const void *place, const char *what,
                               cairn_detail *detail)
{
    return cairn__fail_at_offset(detail, CAIRN_CORRUPT, cairn__db_get_offset(db, place), "%s",
                                 what);
}
