/* nearest_cell.c: the open cell nearest to another one, which may lie in a wall.
 *
 * Tiles are searched in rings around the tile of the asked cell, as far as the component can reach
 * from its first cell. A tile in which the component does not lie costs one look, or, if it has
 * several components, a look through their list. In other tiles rows are searched outwards from the
 * asked cell. Rings end as soon as no further one can hold a better cell.
 *
 * What a search costs depends on cells alone, not on how the map has become what it is. */
#include "grid/nearest_cell.h"

#include "grid/components.h"
#include "grid/living.h"
#include "grid/scans.h"

/* Distance, row and column in one number, the most important first: lower is better. */
typedef uint64_t score;
#define NO_SCORE UINT64_MAX

/* Tiles that are passed over for a unit. */
#define PASSED_TILES 2

/* Units of a tile: of looking for the component among its runs, and of searching its rows. */
#define LISTED_RUNS 32
#define ROWS_UNITS 24
#define SEARCHED_RUNS 8

/* Cells (x0, y0) to (x1, y1), or tiles, counted without the frame. */
typedef struct box {
    int32_t x0, y0, x1, y1;
} box;

typedef struct cell_query {
    const cairn_map *map;
    cairn__xy asked;
    uint32_t key;     /* what the map has at places of the component, or any */
    cairn__xy inside; /* the cell of the map nearest to the asked one */
    int32_t x, y;     /* the tile that rings lie around */
    box reach;        /* all cells of the component are in it */
    box tiles;        /* the same */
    score best;
} cell_query;

static score score_from(cairn__xy asked, cairn__xy cell)
{
    return (uint64_t)cairn__get_distance(asked, cell) << 32 | (uint32_t)cell.y << 16 | cell.x;
}

static score score_cell(const cell_query *query, cairn__xy cell)
{
    return score_from(query->asked, cell);
}

static int32_t get_lower(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t get_higher(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t clamp(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

static cairn__xy make_cell(int32_t x, int32_t y)
{
    return (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y};
}

/* ---- the question ---- */

/* Moves lead from the first cell of a component to its others, which lie in no row above it. */
static box get_reach(const cairn_map *map, uint32_t component)
{
    int32_t width = (int32_t)map->info.width, height = (int32_t)map->info.height;
    if (component == CAIRN_ANY_COMPONENT)
        return (box){0, 0, width - 1, height - 1};
    cairn__extent extent = cairn__get_extent(map, component);
    int32_t moves = (int32_t)extent.cells - 1;
    return (box){get_higher(extent.first.x - moves, 0), extent.first.y,
                 get_lower(extent.first.x + moves, width - 1),
                 get_lower(extent.first.y + moves, height - 1)};
}

static uint32_t get_key(const cairn_map *map, uint32_t component)
{
    if (component == CAIRN_ANY_COMPONENT || map->living == NULL)
        return component;
    return (uint32_t)map->living->components.order[component];
}

static cell_query make_query(const cairn_map *map, cairn__nearest_question question, score best)
{
    box reach = get_reach(map, question.component);
    cairn__xy inside = make_cell(clamp(question.asked.x, 0, (int32_t)map->info.width - 1),
                                 clamp(question.asked.y, 0, (int32_t)map->info.height - 1));
    return (cell_query){
        .map = map,
        .asked = question.asked,
        .key = get_key(map, question.component),
        .inside = inside,
        .x = inside.x / CAIRN__TILE_SIDE,
        .y = inside.y / CAIRN__TILE_SIDE,
        .reach = reach,
        .tiles = {reach.x0 / CAIRN__TILE_SIDE, reach.y0 / CAIRN__TILE_SIDE,
                  reach.x1 / CAIRN__TILE_SIDE, reach.y1 / CAIRN__TILE_SIDE},
        .best = best,
    };
}

/* ---- a tile ---- */

/* A tile that may hold a better cell. */
typedef struct candidate {
    int32_t left;
    int32_t top;
    size_t place;
    const cairn__tile *tile;
    bool is_mixed; /* other components lie in it, which do not count */
} candidate;

/* True if the tile at (x, y) may hold a better cell. */
static bool is_worth_it(const cell_query *query, int32_t x, int32_t y, candidate *found)
{
    const cairn_map *map = query->map;
    int32_t left = x * CAIRN__TILE_SIDE, top = y * CAIRN__TILE_SIDE;
    size_t place = cairn__tile_place(map, left, top);
    uint32_t component = map->components[place];
    bool is_any = query->key == CAIRN_ANY_COMPONENT;
    bool is_mixed = !is_any && (component & CAIRN__SEVERAL_COMPONENTS) != 0;
    if (map->directory[place] == CAIRN__TILE_BLOCKED ||
        (!is_any && !is_mixed && component != query->key))
        return false;
    const box *reach = &query->reach;
    int32_t closest_x =
        clamp(query->asked.x, get_higher(left, reach->x0), get_lower(left + 63, reach->x1));
    int32_t closest_y =
        clamp(query->asked.y, get_higher(top, reach->y0), get_lower(top + 63, reach->y1));
    *found = (candidate){left, top, place, &map->tiles[map->directory[place]], is_mixed};
    return score_cell(query, make_cell(closest_x, closest_y)) < query->best;
}

static const cairn__tile_runs *get_tile_runs(const cairn_map *map, size_t place)
{
    return &map->tile_runs[map->components[place] & ~CAIRN__SEVERAL_COMPONENTS];
}

/* How many runs of open cells a tile has whose components are several. */
static uint32_t count_runs(const cairn_map *map, const candidate *at)
{
    uint64_t last = at->tile->row[63];
    if (map->living != NULL)
        return map->living->patches.several[at->place]->runs;
    return get_tile_runs(map, at->place)->before[63] + cairn__count_ones(last & ~(last << 1));
}

static bool has_patch(const cairn_map *map, size_t place, uint32_t joined)
{
    const cairn__tile_patches *patches = map->living->patches.several[place];
    for (uint32_t i = 0; i < patches->count; i++)
        if (patches->list[i].joined == joined)
            return true;
    return false;
}

/* True if the component lies in a tile that has several. */
static bool has_component(const cell_query *query, const candidate *at, uint32_t runs)
{
    const cairn_map *map = query->map;
    if (map->living != NULL)
        return has_patch(map, at->place, query->key);
    const cairn__tile_runs *listed = get_tile_runs(map, at->place);
    if (query->key == map->largest)
        return listed->count < runs;
    for (uint32_t i = 0; i < listed->count; i++)
        if (map->run_components[listed->first + i] == query->key)
            return true;
    return false;
}

/* The cells of a row whose patches are of the component. */
static uint64_t pick_patches(const cell_query *query, const candidate *at, uint32_t y)
{
    const cairn__living *living = query->map->living;
    const cairn__tile_patches *patches = living->patches.several[at->place];
    uint64_t row = at->tile->row[y], picked = 0;
    for (uint32_t run = patches->before[y]; row != 0; run++) {
        uint64_t cells = cairn__take_run(&row);
        if (patches->list[patches->of_runs[run]].joined == query->key)
            picked |= cells;
    }
    return picked;
}

/* The cells of a row whose runs are of the component. */
static uint64_t pick_runs(const cell_query *query, const candidate *at, uint32_t y)
{
    const cairn_map *map = query->map;
    const cairn__tile_runs *runs = get_tile_runs(map, at->place);
    uint32_t number = runs->before[y], end = runs->first + runs->count;
    uint32_t next = cairn__find_listed(map, runs, number);
    uint64_t row = at->tile->row[y], picked = 0;
    for (; row != 0; number++) {
        uint64_t cells = cairn__take_run(&row);
        bool is_listed = next < end && map->run_numbers[next] == number;
        if ((is_listed ? map->run_components[next] : map->largest) == query->key)
            picked |= cells;
        next += is_listed;
    }
    return picked;
}

static uint64_t pick_cells(const cell_query *query, const candidate *at, uint32_t y)
{
    if (!at->is_mixed)
        return at->tile->row[y];
    return query->map->living != NULL ? pick_patches(query, at, y) : pick_runs(query, at, y);
}

static void take_cell(cell_query *query, int32_t x, int32_t y)
{
    score scored = score_cell(query, make_cell(x, y));
    if (scored < query->best)
        query->best = scored;
}

static void search_row(cell_query *query, const candidate *at, int32_t y)
{
    int32_t middle = clamp(query->asked.x, at->left, at->left + 63);
    if (score_cell(query, make_cell(middle, y)) >= query->best)
        return;
    uint64_t cells = pick_cells(query, at, (uint32_t)y & 63);
    uint64_t before = cells & ((UINT64_C(1) << (middle & 63)) - 1), after = cells ^ before;
    if (after != 0)
        take_cell(query, at->left + (int32_t)cairn__count_trailing_zeros(after), y);
    if (before != 0)
        take_cell(query, at->left + 63 - (int32_t)cairn__count_leading_zeros(before), y);
}

static void search_rows(cell_query *query, const candidate *at)
{
    int32_t middle = clamp(query->asked.y, at->top, at->top + 63);
    for (int32_t step = 0; step < CAIRN__TILE_SIDE; step++) {
        if (middle - step >= at->top)
            search_row(query, at, middle - step);
        if (step > 0 && middle + step <= at->top + 63)
            search_row(query, at, middle + step);
    }
}

/* Looks at a tile; PAUSED if there are too few units for it. */
static cairn__answer search_tile(cairn__nearest *search, cell_query *query, cairn__meter *meter)
{
    candidate at;
    uint32_t *figure = &meter->work.others;
    if (!is_worth_it(query, search->x, search->y, &at)) {
        if (search->passed == 0 && !cairn__meter_try(meter, figure, 1))
            return CAIRN__PAUSED;
        search->passed = (uint16_t)((search->passed + 1) % PASSED_TILES);
        return CAIRN__DONE;
    }
    uint32_t runs = at.is_mixed ? count_runs(query->map, &at) : 0;
    uint32_t look = 1 + runs / LISTED_RUNS, rows = ROWS_UNITS + runs / SEARCHED_RUNS;
    if (!cairn__meter_can_spend(meter, look + rows))
        return CAIRN__PAUSED;
    cairn__meter_spend(meter, figure, look);
    if (at.is_mixed && !has_component(query, &at, runs))
        return CAIRN__DONE;
    cairn__meter_spend(meter, figure, rows);
    search_rows(query, &at);
    return CAIRN__DONE;
}

/* ---- rings of tiles ---- */

static uint32_t get_octile(uint32_t dx, uint32_t dy)
{
    uint32_t diagonal = cairn__get_lower(dx, dy);
    return CAIRN__CARDINAL * (dx + dy - 2 * diagonal) + CAIRN__DIAGONAL * diagonal;
}

/* The least distance that a cell in a ring may have. Rings lie around `inside`: their cells are `more`
 * columns or `more` rows away from there. The asked cell may lie outside the map, to the right or
 * below, by `across` columns and `down` rows. */
static uint32_t get_least_distance(const cell_query *query, uint32_t ring)
{
    uint32_t more = ring > 0 ? (ring - 1) * CAIRN__TILE_SIDE + 1 : 0;
    uint32_t across = query->asked.x - (uint32_t)query->inside.x;
    uint32_t down = query->asked.y - (uint32_t)query->inside.y;
    return cairn__get_lower(get_octile(across + more, down), get_octile(across, down + more));
}

/* The first ring that has tiles of the reach, and the last one. */
static uint32_t get_first_ring(const cell_query *query)
{
    const box *tiles = &query->tiles;
    int32_t x = query->x - clamp(query->x, tiles->x0, tiles->x1);
    int32_t y = query->y - clamp(query->y, tiles->y0, tiles->y1);
    return (uint32_t)get_higher(get_higher(x, -x), get_higher(y, -y));
}

static uint32_t get_last_ring(const cell_query *query)
{
    const box *tiles = &query->tiles;
    int32_t x = get_higher(query->x - tiles->x0, tiles->x1 - query->x);
    int32_t y = get_higher(query->y - tiles->y0, tiles->y1 - query->y);
    return (uint32_t)get_higher(x, y);
}

/* The first tile of a row of a ring from column `x` on; past the reach if there is none. */
static int32_t find_column(const cell_query *query, int32_t ring, int32_t x, int32_t y)
{
    bool is_whole = y == query->y - ring || y == query->y + ring;
    int32_t first = query->x - ring, last = query->x + ring;
    x = get_higher(x, get_higher(first, query->tiles.x0));
    if (!is_whole && x > first)
        x = get_higher(x, last);
    return x <= last ? x : INT32_MAX;
}

/* Finds the next tile of a ring, from the one on where the search is; false if there is none. */
static bool find_tile(cairn__nearest *search, const cell_query *query)
{
    int32_t ring = search->ring, x = search->x;
    int32_t y = get_higher(search->y, get_higher(query->y - ring, query->tiles.y0));
    for (; y <= get_lower(query->y + ring, query->tiles.y1); y++, x = 0) {
        x = find_column(query, ring, x, y);
        if (x <= query->tiles.x1) {
            search->x = (uint16_t)x;
            search->y = (uint16_t)y;
            return true;
        }
    }
    return false;
}

/* ---- a search ---- */

void cairn__nearest_start(cairn__nearest *search, const cairn_map *map,
                          cairn__nearest_question question)
{
    cell_query query = make_query(map, question, NO_SCORE);
    *search = (cairn__nearest){.best = NO_SCORE, .ring = (uint16_t)get_first_ring(&query)};
    if (question.component != CAIRN_ANY_COMPONENT)
        search->best = score_cell(&query, cairn__get_extent(map, question.component).first);
}

void cairn__nearest_start_within(cairn__nearest *search, const cairn_map *map,
                                 cairn__nearest_question question, uint32_t distance)
{
    uint64_t least = (uint64_t)(distance + 1) << 32; /* of all that is too far away */
    cairn__nearest_start(search, map, question);
    if (search->best > least)
        search->best = least;
}

void cairn__nearest_resume(cairn__nearest *search, cairn__nearest_question question, cairn__xy best,
                           const cairn__nearest *place)
{
    *search = *place;
    search->best = score_from(question.asked, best);
}

cairn__answer cairn__nearest_run(cairn__nearest *search, const cairn_map *map,
                                 cairn__nearest_question question, cairn__meter *meter)
{
    cell_query query = make_query(map, question, search->best);
    uint32_t last = get_last_ring(&query);
    while (search->ring <= last && get_least_distance(&query, search->ring) <= query.best >> 32) {
        if (!find_tile(search, &query)) {
            search->ring++;
            search->x = search->y = 0;
            continue;
        }
        if (search_tile(search, &query, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        search->best = query.best;
        search->x++;
    }
    return CAIRN__DONE;
}

cairn_status cairn_map_find_nearest_cell(const cairn_map *map, cairn_cell cell, uint32_t component,
                                         cairn_cell *nearest)
{
    if (map == NULL || nearest == NULL)
        return CAIRN_ARGUMENT;
    if (component != CAIRN_ANY_COMPONENT && component >= map->info.components)
        return CAIRN_NO_PATH;
    const cairn__nearest_question question = {cairn__unpack(cell), component};
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn__nearest search;
    cairn__map_enter(map);
    cairn__nearest_start(&search, map, question);
    (void)cairn__nearest_run(&search, map, question, &meter);
    cairn__map_leave(map);
    if (search.best == NO_SCORE)
        return CAIRN_NO_PATH;
    *nearest = cairn__pack(cairn__nearest_get(&search));
    return CAIRN_OK;
}
