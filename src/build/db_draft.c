/* db_draft.c: lays out sections one after the other and seals them with checksums. */
#include "build/db_draft.h"

#include <string.h>

#include "base/job.h"
#include "db/db_order.h"
#include "grid/tiles.h"

void cairn__draft_start(cairn__db_draft *draft, cairn_kind kind, const cairn_map *map)
{
    draft->header = (cairn__db_header){
        .format_version = CAIRN_DB_FORMAT_VERSION,
        .kind = (uint32_t)kind,
        .map_fingerprint = map->info.fingerprint,
        .width = map->info.width,
        .height = map->info.height,
        .corners = (uint32_t)map->info.corners,
    };
    memcpy(draft->header.magic, CAIRN__DB_MAGIC, sizeof draft->header.magic);
}

void cairn__draft_copy(cairn__db_draft *draft, const cairn_db *db)
{
    draft->header = *db->header;
    draft->header.sections = 0;
    draft->header.checksum = 0;
    for (uint32_t i = 0; i < db->header->sections; i++) {
        const cairn__db_section *section = &db->sections[i];
        if (cairn__db_find_section(db, section->tag) == section)
            draft->sections[draft->header.sections++] =
                (cairn__draft_section){*section, db->image + section->offset};
    }
}

/* The place of a section; behind the last one if there is none with that tag. */
static uint32_t find_section(const cairn__db_draft *draft, const char *tag)
{
    uint32_t i = 0;
    while (i < draft->header.sections && (memcmp(draft->sections[i].entry.tag, tag, 4) != 0 ||
                                          draft->sections[i].entry.view != 0))
        i++;
    return i;
}

void cairn__draft_leave_out(cairn__db_draft *draft, const char *tag)
{
    uint32_t i = find_section(draft, tag);
    if (i == draft->header.sections)
        return;
    draft->header.sections--;
    for (; i < draft->header.sections; i++)
        draft->sections[i] = draft->sections[i + 1];
}

void cairn__draft_put(cairn__db_draft *draft, const char *tag, uint16_t flags, uint64_t bytes,
                      const void *content)
{
    uint32_t i = find_section(draft, tag);
    cairn__draft_section *section = &draft->sections[i];
    if (i == draft->header.sections)
        draft->header.sections++;
    *section = (cairn__draft_section){
        {.version = cairn__db_get_version(tag), .flags = flags, .bytes = bytes}, content};
    memcpy(section->entry.tag, tag, 4);
}

uint64_t cairn__draft_get_bytes(const cairn__db_draft *draft)
{
    uint64_t offset = cairn__db_get_header_bytes(draft->header.sections);
    for (uint32_t i = 0; i < draft->header.sections; i++)
        offset = cairn__db_align(offset + draft->sections[i].entry.bytes);
    return offset;
}

void cairn__draft_write(const cairn__db_draft *draft, void *image, void **parts)
{
    unsigned char *bytes = image;
    cairn__db_header *header = image;
    cairn__db_section *table = (cairn__db_section *)(header + 1);
    *header = draft->header;
    header->file_bytes = cairn__draft_get_bytes(draft);
    header->header_bytes = cairn__db_get_header_bytes(header->sections);
    uint64_t offset = header->header_bytes;
    for (uint32_t i = 0; i < header->sections; i++) {
        const cairn__draft_section *section = &draft->sections[i];
        uint64_t end = offset + section->entry.bytes;
        table[i] = section->entry;
        table[i].offset = offset;
        if (parts != NULL)
            parts[i] = bytes + offset;
        if (section->content != NULL && section->entry.bytes > 0)
            memcpy(bytes + offset, section->content, (size_t)section->entry.bytes);
        offset = cairn__db_align(end);
        memset(bytes + end, 0, (size_t)(offset - end));
    }
}

/* Bytes between two looks at the units, and bytes a unit. */
enum { HASHED = 16384, HASHED_A_UNIT = 8 };

/* Adds the next bytes of a section to its hash; true at its end. */
static bool hash_some(cairn__seal *self, const cairn__db_section *section, unsigned char *bytes,
                      cairn__meter *meter)
{
    uint64_t left = section->bytes - self->offset;
    size_t count = left < HASHED ? (size_t)left : HASHED;
    if (self->offset == 0) {
        cairn__order_write_section(((const cairn__db_header *)(const void *)bytes)->kind, section,
                                   bytes + section->offset);
        cairn__hash_start(&self->hash);
    }
    cairn__hash_add(&self->hash, bytes + section->offset + self->offset, count);
    cairn__spend(meter, count / HASHED_A_UNIT + 1);
    self->offset += count;
    return self->offset == section->bytes;
}

cairn_status cairn__seal_run(cairn__seal *seal, void *image, cairn__meter *meter)
{
    cairn__db_header *header = image;
    cairn__db_section *table = (cairn__db_section *)(header + 1);
    while (seal->section < header->sections) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (hash_some(seal, &table[seal->section], image, meter)) {
            table[seal->section++].checksum = cairn__hash_finish(&seal->hash);
            seal->offset = 0;
        }
    }
    uint32_t header_bytes = header->header_bytes;
    cairn__order_write_frame(image, header->sections);
    header->checksum = cairn__little64(cairn__db_get_header_checksum(image, header_bytes));
    return CAIRN_OK;
}

void cairn__image_seal(void *image)
{
    cairn__seal seal = {0};
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    (void)cairn__seal_run(&seal, image, &meter);
}

uint64_t cairn__draft_write_image(const cairn__db_draft *draft, void *image)
{
    if (image != NULL) {
        cairn__draft_write(draft, image, NULL);
        cairn__image_seal(image);
    }
    return cairn__draft_get_bytes(draft);
}
