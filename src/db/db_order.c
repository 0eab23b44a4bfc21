/* db_order.c: turns the numbers of a database, on big-endian machines alone. */
#include "db/db_order.h"

#if CAIRN__BIG_ENDIAN

#include <string.h>

#include "base/detail.h"
#include "base/memory.h"

/* The bytes of each number in them (order.h). */
#define HEADER_WIDTHS                                                                              \
    "11111111"                                                                                     \
    "448448"                                                                                       \
    "4444"                                                                                         \
    "1111111111111111"                                                                             \
    "8"
#define SECTION_WIDTHS                                                                             \
    "1111"                                                                                         \
    "2244888"

static bool has_tag(const cairn__db_section *section, const char *tag)
{
    return memcmp(section->tag, tag, sizeof section->tag) == 0;
}

static void turn_options(unsigned char *content, uint64_t bytes)
{
    uint64_t head = bytes < sizeof(cairn__option_head) ? bytes : sizeof(cairn__option_head);
    cairn__order_numbers(content, head, "4");
    cairn__order_numbers(content + head, bytes - head, "448");
}

/* Sections of any kind, and those of its own. */
static void turn_section(const cairn__kind *kind, const cairn__db_section *section,
                         unsigned char *content, bool to_file)
{
    if (has_tag(section, "NETS"))
        cairn__net_turn(content, section->bytes, to_file);
    if (has_tag(section, "OPTS"))
        turn_options(content, section->bytes);
    for (const cairn__section_kind *own = kind->sections; own->tag != NULL; own++) {
        if (!has_tag(section, own->tag))
            continue;
        if (own->widths != NULL)
            cairn__order_numbers(content, section->bytes, own->widths);
        else if (own->turn != NULL)
            own->turn(content, section->bytes, to_file);
    }
}

cairn_status cairn__order_frame(cairn_db *db, size_t bytes, cairn_detail *detail)
{
    if (bytes < sizeof(cairn__db_header))
        return CAIRN_OK; /* it is refused */
    unsigned char *copy = cairn__allocate(&db->allocator, bytes, 1);
    if (copy == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    memcpy(copy, db->file, bytes);
    db->image = copy;
    cairn__order_numbers(copy, sizeof(cairn__db_header), HEADER_WIDTHS);
    const cairn__db_header *header = (const void *)copy;
    uint64_t table = (uint64_t)header->sections * sizeof(cairn__db_section);
    if (header->sections <= CAIRN__MOST_SECTIONS && table <= bytes - sizeof *header)
        cairn__order_numbers(copy + sizeof *header, table, SECTION_WIDTHS);
    return CAIRN_OK;
}

void cairn__order_sections(cairn_db *db)
{
    unsigned char *copy = (unsigned char *)(uintptr_t)db->image;
    for (uint32_t i = 0; i < db->header->sections; i++) {
        const cairn__db_section *section = &db->sections[i];
        if (cairn__db_find_section(db, section->tag) == section)
            turn_section(db->kind, section, copy + section->offset, false);
    }
}

void cairn__order_end(cairn_db *db)
{
    if (db->image != db->file)
        cairn__release(&db->allocator, (void *)(uintptr_t)db->image);
}

void cairn__order_write_section(uint32_t kind, const cairn__db_section *section, void *content)
{
    turn_section(cairn__find_kind(kind), section, content, true);
}

void cairn__order_write_frame(void *image, uint32_t sections)
{
    unsigned char *bytes = image;
    cairn__order_numbers(bytes, sizeof(cairn__db_header), HEADER_WIDTHS);
    cairn__order_numbers(bytes + sizeof(cairn__db_header), sections * sizeof(cairn__db_section),
                         SECTION_WIDTHS);
}

#endif
