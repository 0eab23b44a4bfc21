/* db_write.c: lays records out in kd order and seals them with checksums. */
#include "db/db_write.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "db/kd_tree.h"
#include "grid/tiles.h"

uint64_t cairn__db_get_image_bytes(const cairn__db_content *content)
{
    uint64_t bytes[CAIRN__KNN_SECTIONS];
    uint64_t total = CAIRN__KNN_HEADER_BYTES;
    cairn__knn_get_section_bytes(content->records, content->firsts[content->records], bytes);
    for (int i = 0; i < CAIRN__KNN_SECTIONS; i++)
        total += bytes[i];
    return total;
}

/* Fills the header in, but for its checksum, and the section table. */
static void start_image(const cairn__db_content *content, unsigned char *image,
                        void *parts[CAIRN__KNN_SECTIONS])
{
    static const char *const tags[CAIRN__KNN_SECTIONS] = CAIRN__KNN_TAGS;
    cairn__db_header *header = (cairn__db_header *)(void *)image;
    cairn__db_section *sections = (cairn__db_section *)(void *)(header + 1);
    uint64_t bytes[CAIRN__KNN_SECTIONS];
    uint64_t states = content->firsts[content->records];
    *header = (cairn__db_header){
        .format_version = CAIRN_DB_FORMAT_VERSION,
        .kind = CAIRN_DB_KNN,
        .file_bytes = cairn__db_get_image_bytes(content),
        .header_bytes = CAIRN__KNN_HEADER_BYTES,
        .sections = CAIRN__KNN_SECTIONS,
        .map_fingerprint = content->map->info.fingerprint,
        .width = content->map->info.width,
        .height = content->map->info.height,
        .corners = (uint32_t)content->map->info.corners,
        .flags = content->skip_direct ? CAIRN__DB_SKIP_DIRECT : 0,
        .seed = content->seed,
        .records = content->records,
        .states = states,
    };
    memcpy(header->magic, CAIRN__DB_MAGIC, sizeof header->magic);
    cairn__knn_get_section_bytes(content->records, states, bytes);
    uint64_t offset = header->header_bytes;
    for (int i = 0; i < CAIRN__KNN_SECTIONS; i++) {
        sections[i] = (cairn__db_section){.offset = offset, .bytes = bytes[i]};
        memcpy(sections[i].tag, tags[i], 4);
        parts[i] = image + offset;
        offset += bytes[i];
    }
}

static void seal_image(unsigned char *image)
{
    cairn__db_header *header = (cairn__db_header *)(void *)image;
    cairn__db_section *sections = (cairn__db_section *)(void *)(header + 1);
    for (uint32_t i = 0; i < header->sections; i++)
        sections[i].checksum =
            cairn__hash_bytes(image + sections[i].offset, (size_t)sections[i].bytes);
    header->checksum = cairn__db_get_header_checksum(header);
}

static void place_records(const cairn__db_content *content, const cairn__ends *ends_by_id,
                          const uint32_t *order, void *parts[CAIRN__KNN_SECTIONS])
{
    cairn__ends *ends = parts[CAIRN__ENDS];
    uint32_t *ids = parts[CAIRN__IDS], *firsts = parts[CAIRN__FIRSTS];
    cairn_cell *inner = parts[CAIRN__INNER];
    uint32_t next = 0;
    for (uint32_t place = 0; place < content->records; place++) {
        uint32_t id = order[place];
        uint64_t first = content->firsts[id];
        uint32_t count = (uint32_t)(content->firsts[id + 1] - first) - 2;
        ends[place] = ends_by_id[id];
        ids[place] = id;
        firsts[place] = next;
        if (count > 0)
            memcpy(inner + next, content->states + first + 1, count * sizeof *inner);
        next += count;
    }
}

cairn_status cairn__db_write_image(const cairn__db_content *content,
                                   const cairn_allocator *allocator, void *image)
{
    uint32_t records = content->records;
    if (content->firsts[records] > UINT32_MAX)
        return CAIRN_LIMIT;
    cairn__ends *ends = cairn__allocate(allocator, records, sizeof *ends);
    uint32_t *order = cairn__allocate(allocator, records, sizeof *order);
    uint64_t *keys = cairn__allocate(allocator, records, sizeof *keys);
    cairn_status status = ends != NULL && order != NULL && keys != NULL ? CAIRN_OK : CAIRN_MEMORY;
    if (status == CAIRN_OK) {
        for (uint32_t i = 0; i < records; i++)
            ends[i] = (cairn__ends){content->states[content->firsts[i]],
                                    content->states[content->firsts[i + 1] - 1]};
        void *parts[CAIRN__KNN_SECTIONS];
        cairn__kd_tree_order(ends, records, order, keys);
        start_image(content, image, parts);
        place_records(content, ends, order, parts);
        seal_image(image);
    }
    cairn__release(allocator, ends);
    cairn__release(allocator, order);
    cairn__release(allocator, keys);
    return status;
}
