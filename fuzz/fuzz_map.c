/* fuzz_map.c: any bytes as a `.map` file. What opens must be whole and agree with itself. */
#include "fuzz.h"

#include <cairn/lab.h>

static uint32_t count_open(const cairn_map *map, const cairn_map_info *info)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < info->height; y++)
        for (uint32_t x = 0; x < info->width; x++) {
            cairn_cell cell = cairn_cell_at((uint32_t)x, (uint32_t)y);
            bool open = cairn_map_is_open(map, cell);
            uint32_t component = cairn_map_get_component(map, cell);
            FUZZ_CHECK(open == (component != CAIRN_NO_COMPONENT));
            FUZZ_CHECK(!open || component < info->components);
            count += open;
        }
    return count;
}

static void climb(const cairn_map *map, const cairn_map_info *info)
{
    cairn_cell first = cairn_cell_at(0, 0);
    cairn_cell last = cairn_cell_at((uint32_t)(info->width - 1), (uint32_t)(info->height - 1));
    cairn_climb result;
    cairn_status status = cairn_map_find_climb(map, first, last, CAIRN_NO_CUTOFF, &result);
    FUZZ_CHECK(status == (cairn_map_is_open(map, first) ? CAIRN_OK : CAIRN_BLOCKED));
    if (status == CAIRN_OK)
        FUZZ_CHECK(cairn_map_is_open(map, result.end));
}

/* No open cell may be nearer than the answer, nor as near in a row or column before it. */
static void find_nearest(const cairn_map *map, const cairn_map_info *info, cairn_cell near,
                         uint32_t component)
{
    cairn_cell found;
    cairn_status status = cairn_map_find_nearest_cell(map, near, component, &found);
    bool any = component == CAIRN_ANY_COMPONENT;
    FUZZ_CHECK(
        status ==
        ((any ? info->open_cells > 0 : component < info->components) ? CAIRN_OK : CAIRN_NO_PATH));
    if (status != CAIRN_OK)
        return;
    FUZZ_CHECK(cairn_map_is_open(map, found));
    FUZZ_CHECK(any || cairn_map_get_component(map, found) == component);
    uint32_t least = cairn_cell_get_distance(near, found);
    for (uint32_t y = 0; y < info->height; y++)
        for (uint32_t x = 0; x < info->width; x++) {
            cairn_cell cell = cairn_cell_at((uint32_t)x, (uint32_t)y);
            uint32_t own = cairn_map_get_component(map, cell);
            bool before = y < cairn_cell_get_y(found) ||
                          (y == cairn_cell_get_y(found) && x < cairn_cell_get_x(found));
            if (any ? own != CAIRN_NO_COMPONENT : own == component)
                FUZZ_CHECK(cairn_cell_get_distance(near, cell) >= least + before);
        }
}

/* From the middle, from outside, and from a cell and for a component that the text chooses. */
static void find_some(const cairn_map *map, const cairn_map_info *info, uint32_t choice)
{
    cairn_cell middle = cairn_cell_at((uint32_t)(info->width / 2), (uint32_t)(info->height / 2));
    cairn_cell outside = cairn_cell_at((uint32_t)(info->width + choice % 100), UINT16_MAX);
    cairn_cell chosen =
        cairn_cell_at((uint32_t)(choice % info->width), (uint32_t)(choice / 7 % info->height));
    find_nearest(map, info, middle, CAIRN_ANY_COMPONENT);
    find_nearest(map, info, outside, CAIRN_ANY_COMPONENT);
    find_nearest(map, info, chosen, choice % (info->components + 1));
}

static void open_map(const uint8_t *bytes, size_t count, cairn_corners corners)
{
    cairn_map *map = NULL;
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def};
    def.corners = corners;
    def.detail = &detail;
    cairn_status status = cairn_map_open_memory(bytes, count, &def, &map);
    if (status != CAIRN_OK) {
        FUZZ_CHECK(status == CAIRN_SYNTAX || status == CAIRN_LIMIT);
        FUZZ_CHECK(detail.text[0] != '\0' && detail.line > 0);
        return;
    }
    cairn_map_info info = fuzz_get_map_info(map);
    FUZZ_CHECK(info.largest_component <= info.open_cells && info.components <= info.open_cells);
    FUZZ_CHECK(count_open(map, &info) == info.open_cells);
    climb(map, &info);
    find_some(map, &info, (uint32_t)(info.fingerprint >> 40));
    cairn_map_close(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    open_map(bytes, count, CAIRN_CORNERS_STRICT);
    open_map(bytes, count, CAIRN_CORNERS_FREE);
    return 0;
}
