/* db.c: opening a database and reading its records in place. Opening checks the frame in constant
 * time; whatever comes from inside a section is checked where it is used. */
#include "cairn/db.h"

#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/xy.h"
#include "db/db_internal.h"

cairn_db_def cairn_default_db_def(void)
{
    return (cairn_db_def){.cookie = CAIRN__DB_COOKIE};
}

cairn_status cairn__db_def_check(const cairn_db_def *def, cairn_allocator *allocator)
{
    if (def == NULL || def->cookie != CAIRN__DB_COOKIE)
        return CAIRN_ARGUMENT;
    *allocator = cairn__allocator_or_default(def->allocator);
    return CAIRN_OK;
}

uint64_t cairn__db_get_header_checksum(const cairn__db_header *header)
{
    static const unsigned char zero[sizeof header->checksum];
    const unsigned char *bytes = (const unsigned char *)header;
    cairn__hash hash;
    cairn__hash_start(&hash);
    cairn__hash_add(&hash, bytes, offsetof(cairn__db_header, checksum));
    cairn__hash_add(&hash, zero, sizeof zero);
    cairn__hash_add(&hash, bytes + sizeof *header, header->header_bytes - sizeof *header);
    return cairn__hash_finish(&hash);
}

/* The header's own fields, before any of them is relied on. */
static cairn_status check_header(const cairn__db_header *header, size_t bytes, cairn_detail *detail)
{
    if (bytes < sizeof *header || memcmp(header->magic, CAIRN__DB_MAGIC, 8) != 0)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 0, "not a cairn database");
    if (header->format_version != CAIRN_DB_FORMAT_VERSION)
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 8,
                                     "format version %u is not known to this version of cairn",
                                     (unsigned)header->format_version);
    cairn__db_layout layout;
    if (!cairn__db_get_layout(header, &layout))
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 12,
                                     "kind %u is not known to this version of cairn",
                                     (unsigned)header->kind);
    if (header->file_bytes != bytes)
        return cairn__fail_at_offset(
            detail, CAIRN_CORRUPT, 16, "the file has %llu bytes but its header says %llu",
            (unsigned long long)bytes, (unsigned long long)header->file_bytes);
    if (header->header_bytes != layout.header_bytes || header->header_bytes > bytes ||
        header->sections != layout.sections)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 24, "the header's size is wrong");
    if (header->checksum != cairn__db_get_header_checksum(header))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 120, "the header's checksum is wrong");
    return CAIRN_OK;
}

/* Every region has an entry state for itself at least. */
static cairn_status check_region_values(const cairn__db_header *header, cairn_detail *detail)
{
    if (header->level < CAIRN_MIN_LEVEL || header->level > CAIRN_MAX_LEVEL)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 68, "the level is out of range");
    if (header->states > header->file_bytes / sizeof(cairn__xy) ||
        header->states > CAIRN__MOST_ENTRIES || header->states < header->records)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 72,
                                     "the number of entry states is wrong");
    return CAIRN_OK;
}

/* The sections that describe themselves, and which kinds have them. */
static bool has_good_stretches(const cairn__db_header *header)
{
    bool has_fallback = (header->flags & CAIRN__DB_FALLBACK) != 0;
    bool has_net = header->kind == CAIRN_DB_REGIONS || has_fallback;
    if (has_fallback && header->kind != CAIRN_DB_KNN && header->kind != CAIRN_DB_LABELS)
        return false;
    return header->net_bytes % 4 == 0 && header->net_bytes <= header->file_bytes &&
           has_net == (header->net_bytes > 0) && header->label_bytes % 4 == 0 &&
           header->label_bytes <= header->file_bytes &&
           (header->kind == CAIRN_DB_LABELS) == (header->label_bytes > 0);
}

/* Values that a header with a right checksum could still not have. */
static cairn_status check_values(const cairn__db_header *header, cairn_detail *detail)
{
    uint64_t room = header->file_bytes / sizeof(cairn__xy);
    if (header->width < 1 || header->width > CAIRN_MAX_SIDE || header->height < 1 ||
        header->height > CAIRN_MAX_SIDE)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 40, "the map's size is out of range");
    if (header->corners > CAIRN_CORNERS_FREE)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 48, "the corner setting is unknown");
    if (header->kind == CAIRN_DB_LABELS && header->corners != CAIRN_CORNERS_STRICT)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 48, "kind labels needs strict corners");
    if (!has_good_stretches(header))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 88,
                                     "the size of a section is out of range");
    if (header->kind == CAIRN_DB_DLRTA)
        return check_region_values(header, detail);
    if (header->kind != CAIRN_DB_KNN)
        return CAIRN_OK;
    if (header->states > room || header->states < 2 * (uint64_t)header->records)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 72, "the number of states is wrong");
    return CAIRN_OK;
}

/* Sections must lie where the only valid layout has them. */
static cairn_status check_sections(const cairn__db_header *header,
                                   const cairn__db_section *sections, cairn_detail *detail)
{
    cairn__db_layout layout;
    uint64_t offset = header->header_bytes;
    (void)cairn__db_get_layout(header, &layout);
    for (uint32_t i = 0; i < layout.sections; i++) {
        if (memcmp(sections[i].tag, layout.tags[i], 4) != 0 || sections[i].offset != offset ||
            sections[i].bytes != layout.bytes[i])
            return cairn__fail_at_offset(detail, CAIRN_CORRUPT,
                                         sizeof *header + i * sizeof *sections,
                                         "section %s is not where it belongs", layout.tags[i]);
        offset += layout.bytes[i];
    }
    if (offset != header->file_bytes)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 16,
                                     "the sections do not fill the file");
    return CAIRN_OK;
}

/* The section NETS is the last one. */
static bool has_net(const cairn__db_header *header)
{
    return header->kind == CAIRN_DB_REGIONS || (header->flags & CAIRN__DB_FALLBACK) != 0;
}

static bool open_net(const cairn__db_header *header, cairn__region_net *net)
{
    const cairn__db_section *section =
        (const cairn__db_section *)(header + 1) + header->sections - 1;
    return cairn__net_open((const unsigned char *)header + section->offset, section->bytes,
                           (const uint32_t[2]){header->width, header->height}, net);
}

static cairn_status check_net(const cairn__db_header *header, cairn_detail *detail)
{
    cairn__region_net net;
    if (has_net(header) && (!open_net(header, &net) || (header->kind == CAIRN_DB_REGIONS &&
                                                        header->records != net.header.regions)))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 88,
                                     "the parts of section NETS do not fill it");
    return CAIRN_OK;
}

static cairn_status check_frame(const void *image, size_t bytes, cairn_detail *detail)
{
    const cairn__db_header *header = image;
    cairn_status status = check_header(header, bytes, detail);
    if (status == CAIRN_OK)
        status = check_values(header, detail);
    if (status == CAIRN_OK)
        status = check_sections(header, (const cairn__db_section *)(header + 1), detail);
    if (status == CAIRN_OK)
        status = check_net(header, detail);
    return status;
}

static void set_records(cairn_db *db, const void *const *parts)
{
    db->tree = (cairn__kd_tree){parts[CAIRN__ENDS], parts[CAIRN__IDS], db->header->records};
    db->firsts = parts[CAIRN__FIRSTS];
    db->inner = parts[CAIRN__INNER];
    db->inner_count = db->sections[CAIRN__INNER].bytes / sizeof(cairn__xy);
    db->lengths = parts[CAIRN__LENGTHS];
}

static void set_regions(cairn_db *db, const void *const *parts)
{
    const cairn__db_header *header = db->header;
    db->regions = (cairn__dlrta_regions){
        .count = header->records,
        .height = header->height,
        .runs = header->runs,
        .entry_count = header->states,
        .table = parts[CAIRN__REGIONS],
        .entries = parts[CAIRN__ENTRIES],
        .rows = parts[CAIRN__ROWS],
        .run_regions = parts[CAIRN__RUN_REGIONS],
        .run_firsts = parts[CAIRN__RUN_FIRSTS],
    };
}

/* False if the section is not what its header says. */
static bool set_labels(cairn_db *db, const void *const *parts)
{
    const cairn__db_header *header = db->header;
    bool good = cairn__label_set_open(parts[0], header->label_bytes, header->width, header->height,
                                      &db->labels);
    db->labels.exact = header->eps == 0;
    return good && db->labels.nodes == header->records;
}

static bool set_pointers(cairn_db *db, const void *image)
{
    db->image = image;
    db->header = image;
    db->sections = (const cairn__db_section *)(db->header + 1);
    const void *parts[CAIRN__MOST_SECTIONS] = {NULL};
    for (uint32_t i = 0; i < db->header->sections; i++)
        parts[i] = db->image + db->sections[i].offset;
    if (db->header->kind == CAIRN_DB_DLRTA)
        set_regions(db, parts);
    else if (db->header->kind == CAIRN_DB_KNN)
        set_records(db, parts);
    if (has_net(db->header))
        db->has_net = open_net(db->header, &db->net);
    return db->header->kind != CAIRN_DB_LABELS || set_labels(db, parts);
}

static cairn_status create_db(const void *image, size_t bytes, const cairn_allocator *allocator,
                              cairn_detail *detail, cairn_db **db)
{
    cairn_status status = check_frame(image, bytes, detail);
    if (status != CAIRN_OK)
        return status;
    cairn_db *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    made->allocator = *allocator;
    if (!set_pointers(made, image)) {
        cairn__release(allocator, made);
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof(cairn__db_header),
                                     "a section is not laid out as it should be");
    }
    *db = made;
    return CAIRN_OK;
}

cairn_status cairn_db_open(const char *path, const cairn_db_def *def, cairn_db **db)
{
    cairn_allocator allocator;
    cairn__file_view view;
    if (path == NULL || db == NULL || cairn__db_def_check(def, &allocator) != CAIRN_OK)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn__file_view_open(path, def->detail, &view);
    if (status != CAIRN_OK)
        return status;
    status = create_db(view.bytes, view.count, &allocator, def->detail, db);
    if (status == CAIRN_OK)
        (*db)->view = view;
    else
        cairn__file_view_close(&view);
    return status;
}

cairn_status cairn_db_open_memory(const void *image, size_t bytes, const cairn_db_def *def,
                                  cairn_db **db)
{
    cairn_allocator allocator;
    if (image == NULL || (uintptr_t)image % 8 != 0 || db == NULL ||
        cairn__db_def_check(def, &allocator) != CAIRN_OK)
        return CAIRN_ARGUMENT;
    return create_db(image, bytes, &allocator, def->detail, db);
}

void cairn_db_close(cairn_db *db)
{
    if (db == NULL)
        return;
    cairn_allocator allocator = db->allocator;
    cairn__file_view_close(&db->view);
    cairn__release(&allocator, db);
}

cairn_db_info cairn_db_get_info(const cairn_db *db)
{
    const cairn__db_header *header = db->header;
    bool is_dlrta = header->kind == CAIRN_DB_DLRTA, is_labels = header->kind == CAIRN_DB_LABELS;
    bool is_net = header->kind == CAIRN_DB_REGIONS;
    uint64_t pairs = header->states - header->records; /* but for each region with itself */
    uint32_t ways = db->net.header.neighbours / 2;
    return (cairn_db_info){
        .format_version = header->format_version,
        .kind = (cairn_db_kind)header->kind,
        .corners = (cairn_corners)header->corners,
        .skip_direct = (header->flags & CAIRN__DB_SKIP_DIRECT) != 0,
        .width = header->width,
        .height = header->height,
        .records = is_dlrta    ? (uint32_t)pairs
                   : is_net    ? ways
                   : is_labels ? 0
                               : header->records,
        .states = is_dlrta    ? pairs
                  : is_net    ? db->net.header.subgoals + 2 * (uint64_t)ways
                  : is_labels ? 0
                              : header->states,
        .level = header->level,
        .regions = is_dlrta ? header->records : db->net.header.regions,
        .fallback = (header->flags & CAIRN__DB_FALLBACK) != 0,
        .corners_count = is_labels ? header->records : 0,
        .entries = is_labels ? header->states : 0,
        .eps = header->eps,
        .seed = header->seed,
        .map_fingerprint = header->map_fingerprint,
        .bytes = header->file_bytes,
        .header_bytes = header->header_bytes,
    };
}

cairn_status cairn__db_check_kind(const cairn_db *db, cairn_db_kind kind, cairn_detail *detail)
{
    if (db->header->kind == (uint32_t)kind)
        return CAIRN_OK;
    return cairn__fail_at_offset(detail, CAIRN_KIND, 12, "the database is of kind %s, not %s",
                                 cairn_db_kind_get_name((cairn_db_kind)db->header->kind),
                                 cairn_db_kind_get_name(kind));
}

cairn_status cairn__db_get_record(const cairn_db *db, uint32_t place, cairn__record *record)
{
    uint64_t first = db->firsts[place];
    uint64_t end = place + 1 < db->tree.count ? db->firsts[place + 1] : db->inner_count;
    if (first > end || end > db->inner_count)
        return CAIRN_CORRUPT;
    *record = (cairn__record){.id = db->tree.ids[place],
                              .states = (uint32_t)(end - first) + 2,
                              .start = db->tree.ends[place].start,
                              .goal = db->tree.ends[place].goal,
                              .inner = db->inner + first,
                              .length = db->lengths[place]};
    return CAIRN_OK;
}

cairn_status cairn_db_get_record(const cairn_db *db, uint32_t place, cairn_record *record)
{
    if (db == NULL || record == NULL || place >= db->tree.count)
        return CAIRN_ARGUMENT;
    cairn__record found;
    cairn_status status = cairn__db_get_record(db, place, &found);
    if (status == CAIRN_OK)
        *record = (cairn_record){.id = found.id,
                                 .states = found.states,
                                 .start = cairn__pack(found.start),
                                 .goal = cairn__pack(found.goal),
                                 .inner = cairn__pack_all(found.inner),
                                 .length = found.length};
    return status;
}

static cairn__ends unpack_ends(const cairn_cell query[2])
{
    return (cairn__ends){cairn__unpack(query[0]), cairn__unpack(query[1])};
}

static cairn_status check_query(const cairn_db *db, const cairn_cell query[2], uint32_t capacity,
                                const cairn_neighbour *neighbours, const uint32_t *count)
{
    if (db == NULL || query == NULL || (neighbours == NULL && capacity > 0) || count == NULL)
        return CAIRN_ARGUMENT;
    return cairn__db_check_kind(db, CAIRN_DB_KNN, NULL);
}

cairn_status cairn_db_find_nearest(const cairn_db *db, const cairn_cell query[2], uint32_t capacity,
                                   cairn_neighbour *neighbours, uint32_t *count, uint32_t *compared)
{
    uint32_t spent;
    cairn_status status = check_query(db, query, capacity, neighbours, count);
    if (status == CAIRN_OK)
        *count = cairn__kd_tree_find_nearest(&db->tree, unpack_ends(query), false, capacity,
                                             neighbours, compared != NULL ? compared : &spent);
    return status;
}

cairn_status cairn_db_find_nearest_by_scan(const cairn_db *db, const cairn_cell query[2],
                                           uint32_t capacity, cairn_neighbour *neighbours,
                                           uint32_t *count, uint32_t *compared)
{
    uint32_t spent;
    cairn_status status = check_query(db, query, capacity, neighbours, count);
    if (status == CAIRN_OK)
        *count = cairn__kd_tree_find_nearest(&db->tree, unpack_ends(query), true, capacity,
                                             neighbours, compared != NULL ? compared : &spent);
    return status;
}
