/* map.c: what may be asked of a map, and making one from bytes, and bytes from one. */
#include "cairn/map.h"

#include "base/sized.h"
#include "base/xy.h"
#include "grid/components.h"
#include "grid/map_maker.h"
#include "grid/tiles.h"

cairn_status cairn_map_get_info(const cairn_map *map, cairn_map_info *info)
{
    if (map == NULL)
        return CAIRN_ARGUMENT;
    return cairn__sized_write(info, &map->info, sizeof map->info);
}

int32_t cairn_map_is_open(const cairn_map *map, cairn_cell cell)
{
    return map != NULL && cairn__is_open_cell(map, cairn__unpack(cell));
}

uint32_t cairn_map_get_component(const cairn_map *map, cairn_cell cell)
{
    if (!cairn_map_is_open(map, cell))
        return CAIRN_NO_COMPONENT;
    return cairn__component_of(map, cairn__unpack(cell));
}

int32_t cairn_map_has_path(const cairn_map *map, cairn_cell from, cairn_cell to)
{
    return cairn_map_is_open(map, from) && cairn_map_is_open(map, to) &&
           cairn__component_key(map, cairn__unpack(from)) ==
               cairn__component_key(map, cairn__unpack(to));
}

cairn_status cairn_map_get_cells(const cairn_map *map, const cairn_rect *rect, uint8_t *cells)
{
    if (map == NULL || rect == NULL || cells == NULL)
        return CAIRN_ARGUMENT;
    if (!cairn__is_rect_inside(map, rect))
        return CAIRN_OUTSIDE;
    for (uint32_t y = 0; y < rect->height; y++)
        for (uint32_t x = 0; x < rect->width; x += 64) {
            uint64_t row = cairn__row_from(map, (int32_t)(rect->x + x), (int32_t)(rect->y + y));
            for (uint32_t end = x + 64 < rect->width ? x + 64 : rect->width, i = x; i < end; i++)
                *cells++ = row >> (i - x) & 1;
        }
    return CAIRN_OK;
}

cairn_status cairn_map_create(uint32_t width, uint32_t height, const uint8_t *cells,
                              const cairn_map_def *def, cairn_map **map)
{
    if (cells == NULL || map == NULL)
        return CAIRN_ARGUMENT;
    cairn__map_maker *maker;
    cairn_status status = cairn__map_maker_create(def, width, height, &maker);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t y = 0; y < height; y++) {
        uint64_t *row = cairn__map_maker_row(maker);
        for (uint32_t x = 0; x < width; x++)
            row[x / 64] |= (uint64_t)(cells[(size_t)y * width + x] != 0) << (x % 64);
        status = cairn__map_maker_add(maker);
        if (status != CAIRN_OK) {
            cairn__map_maker_destroy(maker);
            return status;
        }
    }
    return cairn__map_maker_finish(maker, map);
}
