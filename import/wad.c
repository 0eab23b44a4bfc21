/* wad.c: the directory of a Doom WAD file, and its levels by name.
 *
 *   offset  bytes
 *        0      4  "IWAD" or "PWAD"
 *        4      4  number of lumps
 *        8      4  where the directory is
 *   directory, each lump:
 *        0      4  where it is
 *        4      4  its bytes
 *        8      8  its name, zeros after it
 *
 * A level is a lump of any name, its marker, followed by lumps with set names. */
#include "wad.h"

#include <stdlib.h>
#include <strings.h>

#include "wad_rows.h"

enum { HEADER_BYTES = 12, ENTRY_BYTES = 16, NAME_BYTES = 8, MOST_LEVEL_LUMPS = 11 };

/* Vertexes of all levels that are read for the list, in bytes: levels with all the vertexes that
 * lines can name, 256 of them. */
#define MOST_LISTED_BYTES (UINT64_C(64) << 20)

struct directory {
    import_bytes bytes;
    const uint8_t *entries;
    uint32_t count;
};

static cairn_status open_directory(import_bytes bytes, cairn_detail *detail, struct directory *out)
{
    import_bytes entries;
    if (bytes.count < HEADER_BYTES)
        return import_fail(detail, CAIRN_SYNTAX,
                           "the WAD file ends inside its header; get a whole copy of it");
    uint32_t count = import_get_u32(bytes.data + 4);
    uint32_t offset = import_get_u32(bytes.data + 8);
    if (!import_find_part(bytes, offset, (uint64_t)count * ENTRY_BYTES, &entries))
        return import_fail(detail, CAIRN_SYNTAX,
                           "the WAD file's directory of %u lumps leads out of it; get a whole copy "
                           "of it",
                           count);
    *out = (struct directory){bytes, entries.data, count};
    return CAIRN_OK;
}

static bool has_name(const struct directory *directory, uint32_t index, const char *name)
{
    const uint8_t *entry = directory->entries + (size_t)index * ENTRY_BYTES;
    return index < directory->count && strncmp((const char *)entry + 8, name, NAME_BYTES) == 0;
}

static void get_name(const struct directory *directory, uint32_t index, char name[NAME_BYTES + 1])
{
    const uint8_t *entry = directory->entries + (size_t)index * ENTRY_BYTES;
    memcpy(name, entry + 8, NAME_BYTES);
    name[NAME_BYTES] = '\0';
    for (char *c = name; *c != '\0'; c++)
        *c = *c > ' ' && *c <= '~' ? *c : '?';
}

static bool is_marker(const struct directory *directory, uint32_t index)
{
    return has_name(directory, index + 1, "THINGS") && has_name(directory, index + 2, "LINEDEFS");
}

static bool get_lump(const struct directory *directory, uint32_t index, import_bytes *lump)
{
    const uint8_t *entry = directory->entries + (size_t)index * ENTRY_BYTES;
    return import_find_part(directory->bytes, import_get_u32(entry), import_get_u32(entry + 4),
                            lump);
}

/* Finds the lumps of the level behind a marker. `bytes` is their sum. */
static cairn_status find_lumps(const struct directory *directory, uint32_t marker,
                               cairn_detail *detail, wad_lumps *lumps, uint64_t *bytes)
{
    static const char *const names[WAD_LUMPS] = {"THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES",
                                                 "SECTORS"};
    bool found[WAD_LUMPS] = {false};
    *bytes = 0;
    for (uint32_t i = marker + 1; i <= marker + MOST_LEVEL_LUMPS && i < directory->count; i++) {
        if (has_name(directory, i, "BEHAVIOR"))
            return import_fail(detail, CAIRN_SYNTAX,
                               "the level is in Hexen's format; cairn reads Doom's");
        for (int lump = 0; lump < WAD_LUMPS; lump++) {
            if (found[lump] || !has_name(directory, i, names[lump]))
                continue;
            if (!get_lump(directory, i, &lumps->lumps[lump]))
                return import_fail(detail, CAIRN_SYNTAX,
                                   "the level's lump %s leads out of the file; get a whole copy "
                                   "of it",
                                   names[lump]);
            found[lump] = true;
            *bytes += lumps->lumps[lump].count;
        }
        if (is_marker(directory, i))
            break;
    }
    for (int lump = 0; lump < WAD_LUMPS; lump++) {
        if (!found[lump])
            return import_fail(detail, CAIRN_SYNTAX,
                               "the level has no lump %s; get a whole copy of the file",
                               names[lump]);
    }
    return CAIRN_OK;
}

/* Finds a level's bytes and, from its vertexes, its size; a damaged level has none. `left` counts
 * down the vertexes' bytes: levels may share lumps, and then a small file has any number of
 * them. */
static void find_size(const struct directory *directory, uint32_t marker, uint64_t *left,
                      uint64_t *bytes, import_bounds *bounds)
{
    wad_lumps lumps;
    if (find_lumps(directory, marker, NULL, &lumps, bytes) != CAIRN_OK ||
        lumps.lumps[WAD_VERTEXES].count > *left)
        return;
    *left -= lumps.lumps[WAD_VERTEXES].count;
    (void)wad_find_bounds(lumps.lumps[WAD_VERTEXES], bounds);
}

cairn_status import_wad_list(import_bytes bytes, cairn_detail *detail, import_level_list *list)
{
    struct directory directory;
    uint64_t left = MOST_LISTED_BYTES;
    cairn_status status = open_directory(bytes, detail, &directory);
    for (uint32_t i = 0; status == CAIRN_OK && i < directory.count; i++) {
        if (!is_marker(&directory, i))
            continue;
        char name[NAME_BYTES + 1];
        uint64_t level_bytes;
        import_bounds bounds = {{0, 0}, {0, 0}};
        get_name(&directory, i, name);
        find_size(&directory, i, &left, &level_bytes, &bounds);
        if (!import_level_list_add(list, name, level_bytes, &bounds))
            status = import_fail_memory(detail);
    }
    return status;
}

/* The marker of a level by its place in the list of levels. */
static uint32_t find_marker(const struct directory *directory, uint32_t level)
{
    uint32_t index = 0;
    while (!is_marker(directory, index) || level-- > 0)
        index++;
    return index;
}

/* From the lumps to the grid. */
static cairn_status import_lumps(const wad_lumps *lumps, const import_def *def, import_grid **grid)
{
    wad_level level;
    cairn_status status = wad_level_open(lumps, def->detail, &level);
    if (status != CAIRN_OK)
        return status;
    if (!def->player->doors_closed)
        status = wad_level_move(&level, def->detail);
    if (status == CAIRN_OK)
        status = wad_level_run(&level, def, grid);
    wad_level_close(&level);
    return status;
}

cairn_status import_wad_run(import_bytes bytes, const import_def *def, import_grid **grid)
{
    struct directory directory;
    import_level_list list = {0};
    uint32_t index = 0;
    cairn_status status = open_directory(bytes, def->detail, &directory);
    if (status == CAIRN_OK)
        status = import_wad_list(bytes, def->detail, &list);
    if (status == CAIRN_OK)
        status = import_level_list_find(&list, def, &index);
    if (status == CAIRN_OK) {
        wad_lumps lumps;
        uint64_t level_bytes;
        uint32_t marker = find_marker(&directory, index);
        status = find_lumps(&directory, marker, def->detail, &lumps, &level_bytes);
        if (status == CAIRN_OK)
            status = import_lumps(&lumps, def, grid);
        if (status == CAIRN_OK)
            memcpy((*grid)->info.level, list.levels[index].name, sizeof(*grid)->info.level);
    }
    free(list.levels);
    return status;
}
