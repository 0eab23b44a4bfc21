/* db_write.c: lays out records in kd order, or regions, and seals them with checksums. */
#include "base/xy.h"
#include "build/db_write.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "db/db_internal.h"
#include "db/kd_tree.h"
#include "grid/tiles.h"

/* What the headers of all kinds have. */
static cairn__db_header make_header(cairn_db_kind kind, const cairn_map *map)
{
    return (cairn__db_header){
        .format_version = CAIRN_DB_FORMAT_VERSION,
        .kind = (uint32_t)kind,
        .map_fingerprint = map->info.fingerprint,
        .width = map->info.width,
        .height = map->info.height,
        .corners = (uint32_t)map->info.corners,
    };
}

static cairn__db_header make_knn_header(const cairn__db_content *content)
{
    cairn__db_header header = make_header(CAIRN_DB_KNN, content->map);
    header.flags = content->skip_direct ? CAIRN__DB_SKIP_DIRECT : 0;
    header.seed = content->seed;
    header.records = content->records;
    header.states = content->firsts[content->records];
    return header;
}

static cairn__db_header make_dlrta_header(const cairn__dlrta_content *content)
{
    cairn__db_header header = make_header(CAIRN_DB_DLRTA, content->map);
    header.records = content->regions.count;
    header.level = content->level;
    header.states = content->regions.entry_count;
    header.runs = content->regions.runs;
    return header;
}

static uint64_t get_image_bytes(const cairn__db_header *header)
{
    cairn__db_layout layout;
    (void)cairn__db_get_layout(header, &layout);
    return cairn__db_layout_get_bytes(&layout);
}

/* Writes the header, but for its checksum, and the section table; `parts` get the sections. */
static void start_image(const cairn__db_header *values, unsigned char *image,
                        void *parts[CAIRN__MOST_SECTIONS])
{
    cairn__db_layout layout;
    cairn__db_header *header = (cairn__db_header *)(void *)image;
    cairn__db_section *sections = (cairn__db_section *)(void *)(header + 1);
    (void)cairn__db_get_layout(values, &layout);
    *header = *values;
    memcpy(header->magic, CAIRN__DB_MAGIC, sizeof header->magic);
    header->file_bytes = cairn__db_layout_get_bytes(&layout);
    header->header_bytes = layout.header_bytes;
    header->sections = layout.sections;
    uint64_t offset = header->header_bytes;
    for (uint32_t i = 0; i < layout.sections; i++) {
        sections[i] = (cairn__db_section){.offset = offset, .bytes = layout.bytes[i]};
        memcpy(sections[i].tag, layout.tags[i], 4);
        parts[i] = image + offset;
        offset += layout.bytes[i];
    }
    /* What this kind lacks is empty, at the end: no part is null. */
    for (uint32_t i = layout.sections; i < CAIRN__MOST_SECTIONS; i++)
        parts[i] = image + offset;
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

/* ---- regions ---- */

uint64_t cairn__dlrta_get_image_bytes(const cairn__dlrta_content *content)
{
    cairn__db_header header = make_dlrta_header(content);
    return get_image_bytes(&header);
}

void cairn__dlrta_write_image(const cairn__dlrta_content *content, void *image)
{
    void *parts[CAIRN__MOST_SECTIONS] = {NULL};
    const cairn__dlrta_regions *regions = &content->regions;
    const void *sources[CAIRN__DLRTA_SECTIONS] = {regions->table, regions->entries, regions->rows,
                                                  regions->run_regions, regions->run_firsts};
    cairn__db_header header = make_dlrta_header(content);
    cairn__db_section *sections =
        (cairn__db_section *)(void *)((unsigned char *)image + sizeof header);
    start_image(&header, image, parts);
    for (int i = 0; i < CAIRN__DLRTA_SECTIONS; i++)
        if (sections[i].bytes > 0)
            memcpy(parts[i], sources[i], (size_t)sections[i].bytes);
    seal_image(image);
}

/* ---- labels ---- */

static cairn__db_header make_labels_header(const cairn__labels_content *content)
{
    cairn__db_header header = make_header(CAIRN_DB_LABELS, content->map);
    header.records = content->corners;
    header.states = content->entries;
    header.eps = content->eps;
    header.label_bytes = content->section_bytes;
    return header;
}

uint64_t cairn__labels_get_image_bytes(const cairn__labels_content *content)
{
    cairn__db_header header = make_labels_header(content);
    return get_image_bytes(&header);
}

void cairn__labels_write_image(const cairn__labels_content *content, void *image)
{
    void *parts[CAIRN__MOST_SECTIONS] = {NULL};
    cairn__db_header header = make_labels_header(content);
    start_image(&header, image, parts);
    memcpy(parts[0], content->section, content->section_bytes);
    seal_image(image);
}

/* ---- nets ---- */

static cairn__db_header make_net_header(const cairn__net_content *content)
{
    cairn__db_header header = make_header(CAIRN_DB_REGIONS, content->map);
    header.records = content->regions;
    header.net_bytes = content->count;
    return header;
}

uint64_t cairn__net_get_image_bytes(const cairn__net_content *content)
{
    cairn__db_header header = make_net_header(content);
    return get_image_bytes(&header);
}

void cairn__net_write_image(const cairn__net_content *content, void *image)
{
    void *parts[CAIRN__MOST_SECTIONS] = {NULL};
    cairn__db_header header = make_net_header(content);
    start_image(&header, image, parts);
    memcpy(parts[0], content->bytes, content->count);
    seal_image(image);
}

static cairn__db_header make_fallback_header(const cairn__net_content *content, const cairn_db *db)
{
    cairn__db_header header = *db->header;
    header.flags |= CAIRN__DB_FALLBACK;
    header.net_bytes = content->count;
    header.checksum = 0;
    return header;
}

uint64_t cairn__fallback_get_image_bytes(const cairn__net_content *content, const cairn_db *db)
{
    cairn__db_header header = make_fallback_header(content, db);
    return get_image_bytes(&header);
}

/* The net is the last section; all before it stay as they are. */
void cairn__fallback_write_image(const cairn__net_content *content, const cairn_db *db, void *image)
{
    void *parts[CAIRN__MOST_SECTIONS] = {NULL};
    cairn__db_header header = make_fallback_header(content, db);
    start_image(&header, image, parts);
    uint32_t last = ((const cairn__db_header *)image)->sections - 1;
    for (uint32_t i = 0; i < last; i++)
        if (db->sections[i].bytes > 0)
            memcpy(parts[i], db->image + db->sections[i].offset, (size_t)db->sections[i].bytes);
    memcpy(parts[last], content->bytes, content->count);
    seal_image(image);
}

/* ---- records ---- */

uint64_t cairn__db_get_image_bytes(const cairn__db_content *content)
{
    cairn__db_header header = make_knn_header(content);
    return get_image_bytes(&header);
}

static void place_records(const cairn__db_content *content, const cairn__ends *ends_by_id,
                          const uint32_t *order, void *const *parts)
{
    cairn__ends *ends = parts[CAIRN__ENDS];
    uint32_t *ids = parts[CAIRN__IDS], *firsts = parts[CAIRN__FIRSTS];
    uint32_t *lengths = parts[CAIRN__LENGTHS];
    cairn__xy *inner = parts[CAIRN__INNER];
    uint32_t next = 0;
    for (uint32_t place = 0; place < content->records; place++) {
        uint32_t id = order[place];
        uint64_t first = content->firsts[id];
        uint32_t count = (uint32_t)(content->firsts[id + 1] - first) - 2;
        ends[place] = ends_by_id[id];
        ids[place] = id;
        firsts[place] = next;
        lengths[place] = content->lengths[id];
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
        void *parts[CAIRN__MOST_SECTIONS] = {NULL};
        cairn__db_header header = make_knn_header(content);
        cairn__kd_tree_order(ends, records, order, keys);
        start_image(&header, image, parts);
        place_records(content, ends, order, parts);
        seal_image(image);
    }
    cairn__release(allocator, ends);
    cairn__release(allocator, order);
    cairn__release(allocator, keys);
    return status;
}
