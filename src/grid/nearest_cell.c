/* nearest_cell.c: the open cell nearest to another one, which may lie in a wall.
 *
 * Tiles are searched in rings around the tile of the asked cell, and in a tile rows outwards from
 * it, the nearest cell on either side by word scans. A tile of another component costs one look,
 * and so does one that is all blocked. Rings end as soon as no further one can hold a better
 * cell. */
#include "cairn/map.h"
#include "base/xy.h"
#include "grid/components.h"
#include "grid/living.h"
#include "grid/scans.h"

/* Distance, row and column in one number, the most important first: lower is better. */
typedef uint64_t score;
#define NO_SCORE UINT64_MAX

typedef struct cell_query {
    const cairn_map *map;
    cairn__xy asked;
    uint32_t component; /* or any */
    score best;
} cell_query;

static score score_cell(const cell_query *query, cairn__xy cell)
{
    return (uint64_t)cairn__get_distance(query->asked, cell) << 32 | (uint32_t)cell.y << 16 |
           cell.x;
}

static cairn__xy get_scored_cell(score scored)
{
    return (cairn__xy){.x = (uint16_t)scored, .y = (uint16_t)(scored >> 16)};
}

static int32_t clamp(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

static cairn__xy make_cell(int32_t x, int32_t y)
{
    return (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y};
}

/* ---- a tile ---- */

/* Takes an open cell if it is better. True if cells beyond it, further from the asked one in the
 * same row, cannot be: it was taken, or is already too far. */
static bool take_cell(cell_query *query, cairn__xy cell)
{
    score scored = score_cell(query, cell);
    if (scored >= query->best)
        return true;
    if (query->component != CAIRN_ANY_COMPONENT &&
        cairn__component_of(query->map, cell) != query->component)
        return false;
    query->best = scored;
    return true;
}

/* One row of the tile whose first column is `left`: runs of open cells, nearest first, to the
 * right and to the left. A run lies in one component, so its nearest cell answers for it. */
static void search_row(cell_query *query, int32_t left, int32_t y)
{
    int32_t middle = clamp(query->asked.x, left, left + 63);
    if (score_cell(query, make_cell(middle, y)) > query->best)
        return;
    uint64_t row = cairn__tile_at(query->map, left, y)->row[y & 63];
    uint64_t before = row & ((UINT64_C(1) << (middle & 63)) - 1);
    uint64_t after = row ^ before;
    while (after != 0) {
        uint32_t bit = cairn__count_trailing_zeros(after);
        if (take_cell(query, make_cell(left + (int32_t)bit, y)))
            break;
        after &= after + (UINT64_C(1) << bit); /* the lowest run goes */
    }
    while (before != 0) {
        uint32_t bit = 63 - cairn__count_leading_zeros(before);
        if (take_cell(query, make_cell(left + (int32_t)bit, y)))
            break;
        before &= (UINT64_C(1) << (bit + 1 - cairn__count_down(before, bit))) - 1;
    }
}

/* True if the tile at (left, top) may hold a better cell. */
static bool is_worth_it(const cell_query *query, int32_t left, int32_t top)
{
    const cairn_map *map = query->map;
    size_t place = cairn__tile_place(map, left, top);
    uint32_t component = map->components[place];
    if (map->directory[place] == CAIRN__TILE_BLOCKED)
        return false;
    if (query->component != CAIRN_ANY_COMPONENT && component != query->component &&
        (component & CAIRN__SEVERAL_COMPONENTS) == 0)
        return false;
    cairn__xy closest =
        make_cell(clamp(query->asked.x, left, left + 63), clamp(query->asked.y, top, top + 63));
    return score_cell(query, closest) <= query->best;
}

static void search_tile(cell_query *query, int32_t tile_x, int32_t tile_y)
{
    int32_t left = tile_x * CAIRN__TILE_SIDE, top = tile_y * CAIRN__TILE_SIDE;
    if (!is_worth_it(query, left, top))
        return;
    int32_t middle = clamp(query->asked.y, top, top + 63);
    for (int32_t step = 0; step < CAIRN__TILE_SIDE; step++) {
        if (middle - step >= top)
            search_row(query, left, middle - step);
        if (step > 0 && middle + step <= top + 63)
            search_row(query, left, middle + step);
    }
}

/* ---- rings of tiles ---- */

static uint32_t get_octile(uint32_t dx, uint32_t dy)
{
    uint32_t diagonal = cairn__get_lower(dx, dy);
    return CAIRN__CARDINAL * (dx + dy - 2 * diagonal) + CAIRN__DIAGONAL * diagonal;
}

/* Around tile (x, y); tiles are counted without the frame. */
typedef struct tile_rings {
    int32_t x;
    int32_t y;
    int32_t columns;
    int32_t rows;
} tile_rings;

static void search_ring(cell_query *query, const tile_rings *rings, int32_t ring)
{
    int32_t first = clamp(rings->y - ring, 0, rings->rows - 1);
    int32_t last = clamp(rings->y + ring, 0, rings->rows - 1);
    for (int32_t y = first; y <= last; y++) {
        bool is_whole = y == rings->y - ring || y == rings->y + ring;
        int32_t step = is_whole || ring == 0 ? 1 : 2 * ring;
        for (int32_t x = rings->x - ring; x <= rings->x + ring; x += step)
            if (x >= 0 && x < rings->columns)
                search_tile(query, x, y);
    }
}

/* The least distance that a cell in a ring may have. Rings lie around `inside`, the cell of the map
 * that is nearest to the asked one: its cells are `more` columns or `more` rows away from there.
 * The asked cell may lie outside the map, to the right or below, by `across` columns and `down`
 * rows. */
static uint32_t get_least_distance(const cell_query *query, cairn__xy inside, int32_t ring)
{
    uint32_t more = ring > 0 ? (uint32_t)(ring - 1) * CAIRN__TILE_SIDE + 1 : 0;
    uint32_t across = query->asked.x - (uint32_t)inside.x;
    uint32_t down = query->asked.y - (uint32_t)inside.y;
    return cairn__get_lower(get_octile(across + more, down), get_octile(across, down + more));
}

cairn_status cairn_map_find_nearest_cell(const cairn_map *map, cairn_cell cell, uint32_t component,
                                         cairn_cell *nearest)
{
    if (map == NULL || nearest == NULL)
        return CAIRN_ARGUMENT;
    if (component != CAIRN_ANY_COMPONENT && component >= map->info.components)
        return CAIRN_NO_PATH;
    cairn__xy asked = cairn__unpack(cell);
    cairn__xy inside = make_cell(clamp(asked.x, 0, (int32_t)map->info.width - 1),
                                 clamp(asked.y, 0, (int32_t)map->info.height - 1));
    tile_rings rings = {inside.x / CAIRN__TILE_SIDE, inside.y / CAIRN__TILE_SIDE,
                        (int32_t)map->tiles_across - 2, (int32_t)map->tiles_down - 2};
    int32_t most = rings.columns > rings.rows ? rings.columns : rings.rows;
    cell_query query = {map, asked, component, NO_SCORE};
    cairn__map_enter(map);
    for (int32_t ring = 0; ring < most; ring++) {
        if (get_least_distance(&query, inside, ring) > query.best >> 32)
            break;
        search_ring(&query, &rings, ring);
    }
    cairn__map_leave(map);
    if (query.best == NO_SCORE)
        return CAIRN_NO_PATH;
    *nearest = cairn__pack(get_scored_cell(query.best));
    return CAIRN_OK;
}
