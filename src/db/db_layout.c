/* db_layout.c: which sections a database of each kind has, and how long they are. */
#include "base/xy.h"
#include "db/db_format.h"

/* Adds a section after the ones before. */
static void add(cairn__db_layout *layout, const char *tag, uint64_t bytes)
{
    layout->tags[layout->sections] = tag;
    layout->bytes[layout->sections++] = bytes;
}

static void add_records(const cairn__db_header *header, cairn__db_layout *layout)
{
    uint64_t records = header->records;
    add(layout, "ENDS", records * sizeof(cairn__ends));
    add(layout, "IDS ", records * sizeof(uint32_t));
    add(layout, "FRST", records * sizeof(uint32_t));
    add(layout, "INNR", (header->states - 2 * records) * sizeof(cairn__xy));
    add(layout, "LENG", records * sizeof(uint32_t));
}

static void add_entries(const cairn__db_header *header, cairn__db_layout *layout)
{
    uint64_t runs = header->runs;
    add(layout, "RGNS", (uint64_t)header->records * sizeof(cairn__dlrta_region));
    add(layout, "ENTR", header->states * sizeof(cairn__xy));
    add(layout, "ROWS", ((uint64_t)header->height + 1) * sizeof(uint32_t));
    add(layout, "RUNR", runs * sizeof(uint32_t));
    add(layout, "RUNX", runs * sizeof(uint16_t));
}

bool cairn__db_get_layout(const cairn__db_header *header, cairn__db_layout *layout)
{
    *layout = (cairn__db_layout){0};
    switch (header->kind) {
    case CAIRN_DB_KNN:
        add_records(header, layout);
        break;
    case CAIRN_DB_DLRTA:
        add_entries(header, layout);
        break;
    case CAIRN_DB_REGIONS:
        break;
    case CAIRN_DB_LABELS:
        add(layout, "LABL", header->label_bytes);
        break;
    default:
        return false;
    }
    if (header->kind == CAIRN_DB_REGIONS || (header->flags & CAIRN__DB_FALLBACK) != 0)
        add(layout, "NETS", header->net_bytes);
    layout->header_bytes =
        (uint32_t)(sizeof *header + layout->sections * sizeof(cairn__db_section));
    return true;
}

uint64_t cairn__db_layout_get_bytes(const cairn__db_layout *layout)
{
    uint64_t total = layout->header_bytes;
    for (uint32_t i = 0; i < layout->sections; i++)
        total += layout->bytes[i];
    return total;
}

const char *cairn_db_kind_get_name(cairn_db_kind kind)
{
    switch (kind) {
#define CAIRN_DB_KIND_CASE(name, number, word)                                                     \
    case CAIRN_DB_##name:                                                                          \
        return word;
        CAIRN_DB_KIND_LIST(CAIRN_DB_KIND_CASE)
#undef CAIRN_DB_KIND_CASE
    }
    return NULL;
}
