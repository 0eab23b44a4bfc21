/* pk3.c: Quake 3 levels in a zip archive, by libzip: the entries maps/NAME.bsp. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include <zip.h>

#include "readers.h"

/* A level's bytes once unpacked: the largest are a tenth of it, and a bomb gets no further. */
#define MOST_LEVEL_BYTES (UINT64_C(256) << 20)

/* All levels of an archive that are unpacked for its list, together: a few seconds of work. The
 * levels of the largest archives of games have half of it. */
#define MOST_LISTED_BYTES (UINT64_C(1) << 30)

/* Names of entries, their folder and their end. */
static const char FOLDER[] = "maps/", SUFFIX[] = ".bsp";

static cairn_status open_archive(import_bytes bytes, cairn_detail *detail, zip_t **archive)
{
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *source = zip_source_buffer_create(bytes.data, bytes.count, 0, &error);
    *archive = source != NULL ? zip_open_from_source(source, ZIP_RDONLY, &error) : NULL;
    cairn_status status = CAIRN_OK;
    if (*archive == NULL) {
        status = import_fail(detail, CAIRN_SYNTAX,
                             "the zip archive is damaged (%.60s); get a whole copy of it",
                             zip_error_strerror(&error));
        if (source != NULL)
            zip_source_free(source);
    }
    zip_error_fini(&error);
    return status;
}

/* The level's name in an entry's name; false if the entry is no level. */
static bool find_name(const char *entry, char *name, size_t capacity)
{
    size_t length = strlen(entry), folder = sizeof FOLDER - 1, suffix = sizeof SUFFIX - 1;
    if (length <= folder + suffix || strncasecmp(entry, FOLDER, folder) != 0 ||
        strcasecmp(entry + length - suffix, SUFFIX) != 0)
        return false;
    snprintf(name, capacity, "%.*s", (int)(length - folder - suffix), entry + folder);
    return true;
}

/* Unpacks an entry. The caller frees it. */
static cairn_status read_entry(zip_t *archive, uint64_t index, cairn_detail *detail,
                               import_bytes *bytes)
{
    zip_stat_t facts;
    *bytes = (import_bytes){0};
    if (zip_stat_index(archive, index, 0, &facts) != 0 || (facts.valid & ZIP_STAT_SIZE) == 0)
        return import_fail(detail, CAIRN_SYNTAX,
                           "the zip archive's directory is damaged; get a whole copy of it");
    if (facts.size > MOST_LEVEL_BYTES)
        return import_fail(detail, CAIRN_LIMIT,
                           "the level would unpack to %llu bytes, above the limit of %llu; it is "
                           "no level of a game",
                           (unsigned long long)facts.size, (unsigned long long)MOST_LEVEL_BYTES);
    uint8_t *data = malloc((size_t)facts.size + 1);
    if (data == NULL)
        return import_fail_memory(detail);
    zip_file_t *entry = zip_fopen_index(archive, index, 0);
    /* One byte more than the directory says: what lies about its size is found out. */
    zip_int64_t got = entry != NULL ? zip_fread(entry, data, facts.size + 1) : -1;
    int closed = entry != NULL ? zip_fclose(entry) : -1;
    if (got < 0 || (uint64_t)got != facts.size || closed != 0) {
        free(data);
        return import_fail(detail, CAIRN_SYNTAX,
                           "the level in the zip archive cannot be unpacked, or is not as long as "
                           "its directory says; get a whole copy of it");
    }
    *bytes = (import_bytes){data, (size_t)facts.size};
    return CAIRN_OK;
}

/* A list of levels in the making, and the bytes of the levels listed so far. */
struct listing {
    zip_t *archive;
    import_level_list *list;
    cairn_detail *detail;
    uint64_t most_packed; /* the archive's bytes: entries that have more share some of them */
    uint64_t packed;
    uint64_t unpacked;
};

/* Finds a level's size by unpacking it; a damaged level has none. */
static void find_bounds(zip_t *archive, uint64_t index, import_bounds *bounds)
{
    import_bytes bytes;
    import_level_list one = {0};
    cairn_detail ignored;
    cairn_status status = read_entry(archive, index, &ignored, &bytes);
    if (status == CAIRN_OK && import_bsp_list(bytes, &ignored, &one) == CAIRN_OK) {
        bounds->most[0] = one.levels[0].width;
        bounds->most[1] = one.levels[0].height;
    }
    free(one.levels);
    free((void *)bytes.data);
}

/* Adds an entry to the list if it is a level. Once all levels together have MOST_LISTED_BYTES, the
 * rest is listed without sizes. */
static cairn_status list_entry(struct listing *listing, uint64_t index)
{
    char name[sizeof listing->list->levels->name];
    const char *entry = zip_get_name(listing->archive, index, ZIP_FL_ENC_RAW);
    zip_stat_t facts = {0};
    if (entry == NULL || !find_name(entry, name, sizeof name) ||
        zip_stat_index(listing->archive, index, 0, &facts) != 0)
        return CAIRN_OK;
    if (facts.comp_size > listing->most_packed - listing->packed)
        return import_fail(listing->detail, CAIRN_SYNTAX,
                           "the levels in the zip archive overlap; get a whole copy of it");
    listing->packed += facts.comp_size;
    import_bounds bounds = {{0, 0}, {0, 0}};
    if (facts.size <= MOST_LISTED_BYTES - listing->unpacked) {
        listing->unpacked += facts.size;
        find_bounds(listing->archive, index, &bounds);
    }
    return import_level_list_add(listing->list, name, facts.size, &bounds)
               ? CAIRN_OK
               : import_fail_memory(listing->detail);
}

cairn_status import_pk3_list(import_bytes bytes, cairn_detail *detail, import_level_list *list)
{
    struct listing listing = {.list = list, .detail = detail, .most_packed = bytes.count};
    cairn_status status = open_archive(bytes, detail, &listing.archive);
    if (status != CAIRN_OK)
        return status;
    zip_int64_t entries = zip_get_num_entries(listing.archive, 0);
    for (zip_int64_t i = 0; status == CAIRN_OK && i < entries; i++)
        status = list_entry(&listing, (uint64_t)i);
    zip_discard(listing.archive);
    return status;
}

/* The names of the levels, without a look into them, and where each is in the archive. */
static cairn_status find_level(zip_t *archive, const import_def *def, uint64_t *place,
                               char name[64])
{
    import_level_list list = {0};
    const import_bounds bounds = {{0, 0}, {0, 0}};
    cairn_status status = CAIRN_OK;
    uint32_t index = 0;
    zip_int64_t entries = zip_get_num_entries(archive, 0);
    for (zip_int64_t i = 0; status == CAIRN_OK && i < entries; i++) {
        char found[sizeof list.levels->name];
        const char *entry = zip_get_name(archive, (uint64_t)i, ZIP_FL_ENC_RAW);
        if (entry == NULL || !find_name(entry, found, sizeof found))
            continue;
        if (!import_level_list_add(&list, found, (uint64_t)i, &bounds))
            status = import_fail_memory(def->detail);
    }
    if (status == CAIRN_OK)
        status = import_level_list_find(&list, def, &index);
    if (status == CAIRN_OK) {
        *place = list.levels[index].bytes;
        memcpy(name, list.levels[index].name, sizeof list.levels->name);
    }
    free(list.levels);
    return status;
}

cairn_status import_pk3_run(import_bytes bytes, const import_def *def, import_grid **grid)
{
    zip_t *archive;
    uint64_t place = 0;
    char name[sizeof((import_level *)0)->name];
    import_bytes level = {0};
    cairn_status status = open_archive(bytes, def->detail, &archive);
    if (status != CAIRN_OK)
        return status;
    status = find_level(archive, def, &place, name);
    if (status == CAIRN_OK)
        status = read_entry(archive, place, def->detail, &level);
    if (status == CAIRN_OK && (level.count < 4 || memcmp(level.data, "IBSP", 4) != 0))
        status =
            import_fail(def->detail, CAIRN_SYNTAX,
                        "the level %.40s in the archive is not of Quake 3; choose another", name);
    import_def inner = *def;
    inner.level = NULL; /* the name is the archive's */
    if (status == CAIRN_OK)
        status = import_bsp_run(level, &inner, grid);
    if (status == CAIRN_OK)
        memcpy((*grid)->info.level, name, sizeof name);
    free((void *)level.data);
    zip_discard(archive);
    return status;
}
