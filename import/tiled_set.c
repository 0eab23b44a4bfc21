/* tiled_set.c: tilesets of a Tiled map that are files of their own, in either format. They are read
 * from the map's own folder and those inside it, and from nowhere else: a map from a stranger must
 * not look at other files. */
#include <stdio.h>

#include "mapping.h"
#include "tiled.h"

/* Bytes of all such files of a map: a map may name one file any number of times. */
#define MOST_TILESET_BYTES (UINT64_C(64) << 20)

static cairn_status fail_file(tiled_map *map, cairn_status status, const char *path,
                              const cairn_detail *why)
{
    return import_fail(map->detail, status,
                       "its tileset %.48s: %.64s; mend it, or embed it in the map", path,
                       why->text);
}

cairn_status tiled_read_tileset(tiled_map *map, uint64_t first, import_bytes bytes)
{
    size_t blank = 0;
    while (blank < bytes.count && bytes.data[blank] != '\0' &&
           strchr(" \t\r\n", bytes.data[blank]) != NULL)
        blank++;
    bool is_json = blank < bytes.count && bytes.data[blank] == '{';
    return (is_json ? tiled_json_read_tileset : tiled_xml_read_tileset)(map, first, bytes);
}

cairn_status tiled_read_file(tiled_map *map, uint64_t first, const char *path)
{
    if (map->list != NULL || map->def->tiles->property == NULL)
        return CAIRN_OK;
    if (map->def->tiles->folder == NULL)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "its tileset %.48s is a file, and the map has no folder; embed it",
                           path);
    import_bytes bytes;
    cairn_detail why = {0}, *detail = map->detail;
    cairn_status status = import_map_file_inside(map->def->tiles->folder, path, &why, &bytes);
    if (status != CAIRN_OK)
        return fail_file(map, status, path, &why);
    map->detail = &why;
    map->tileset_bytes += bytes.count;
    if (map->tileset_bytes > MOST_TILESET_BYTES)
        status = import_fail(&why, CAIRN_LIMIT, "all together have more than %llu MB",
                             (unsigned long long)(MOST_TILESET_BYTES >> 20));
    else
        status = tiled_read_tileset(map, first, bytes);
    import_unmap_file(bytes);
    map->detail = detail;
    return status == CAIRN_OK ? status : fail_file(map, status, path, &why);
}
