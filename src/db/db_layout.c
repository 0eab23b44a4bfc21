/* db_layout.c: which sections a database of each kind has, and how long they are. */
#include "db/db_format.h"

static const char *const knn_tags[CAIRN__KNN_SECTIONS] = {"ENDS", "IDS ", "FRST", "INNR"};
static const char *const dlrta_tags[CAIRN__DLRTA_SECTIONS] = {"RGNS", "ENTR", "ROWS", "RUNR",
                                                              "RUNX"};

static void lay_out_records(const cairn__db_header *header, cairn__db_layout *layout)
{
    uint64_t records = header->records;
    layout->sections = CAIRN__KNN_SECTIONS;
    layout->tags = knn_tags;
    layout->bytes[CAIRN__ENDS] = records * sizeof(cairn__ends);
    layout->bytes[CAIRN__IDS] = records * sizeof(uint32_t);
    layout->bytes[CAIRN__FIRSTS] = records * sizeof(uint32_t);
    layout->bytes[CAIRN__INNER] = (header->states - 2 * records) * sizeof(cairn_cell);
}

static void lay_out_regions(const cairn__db_header *header, cairn__db_layout *layout)
{
    uint64_t runs = header->runs;
    layout->sections = CAIRN__DLRTA_SECTIONS;
    layout->tags = dlrta_tags;
    layout->bytes[CAIRN__REGIONS] = (uint64_t)header->records * sizeof(cairn__region);
    layout->bytes[CAIRN__ENTRIES] = header->states * sizeof(cairn_cell);
    layout->bytes[CAIRN__ROWS] = ((uint64_t)header->height + 1) * sizeof(uint32_t);
    layout->bytes[CAIRN__RUN_REGIONS] = runs * sizeof(uint32_t);
    layout->bytes[CAIRN__RUN_FIRSTS] = runs * sizeof(uint16_t);
}

bool cairn__db_get_layout(const cairn__db_header *header, cairn__db_layout *layout)
{
    *layout = (cairn__db_layout){0};
    if (header->kind == CAIRN_DB_KNN)
        lay_out_records(header, layout);
    else if (header->kind == CAIRN_DB_DLRTA)
        lay_out_regions(header, layout);
    else
        return false;
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
