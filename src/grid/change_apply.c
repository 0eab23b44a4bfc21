/* change_apply.c: the second half of a change: all memory is got, then nothing can fail any more and
 * the map is changed. */
#include "grid/change.h"

#include <string.h>

#include "base/memory.h"
#include "grid/rejoin.h"
#include "grid/steady.h"
#include "grid/tile_fill.h"

/* Above so many tiles all components are found anew. */
#define MOST_TO_REJOIN 16

/* ---- what changes, and memory for it ---- */

/* Finds the box of the cells that change. False if there are none. */
static bool find_box(const cairn_map *map, cairn__changed *changed)
{
    const uint64_t *rows = map->tiles[map->directory[changed->place]].row;
    uint64_t in_columns = 0, in_rows = 0;
    for (uint32_t y = 0; y < CAIRN__TILE_SIDE; y++) {
        in_columns |= rows[y] ^ changed->rows[y];
        in_rows |= (uint64_t)(rows[y] != changed->rows[y]) << y;
    }
    if (in_rows == 0)
        return false;
    changed->x0 = (uint16_t)cairn__count_trailing_zeros(in_columns);
    changed->y0 = (uint16_t)cairn__count_trailing_zeros(in_rows);
    changed->x1 = (uint16_t)(63 - cairn__count_leading_zeros(in_columns));
    changed->y1 = (uint16_t)(63 - cairn__count_leading_zeros(in_rows));
    return true;
}

/* Forgets tiles that stay as they are. */
static void drop_unchanged(cairn_map *map)
{
    cairn__living *living = map->living;
    for (size_t i = living->changed_count; i-- > 0;) {
        cairn__changed *changed = &living->changed[i];
        if (find_box(map, changed))
            continue;
        living->changed_at[changed->place] = 0;
        living->changed_count--;
        if (i == living->changed_count)
            continue;
        *changed = living->changed[living->changed_count];
        living->changed_at[changed->place] = (uint32_t)i + 1;
    }
}

static void touch(cairn_map *map, size_t place)
{
    cairn__living *living = map->living;
    size_t column = place % map->tiles_across;
    bool is_frame = place < map->tiles_across || column == 0 || column == map->tiles_across - 1;
    if (is_frame || living->is_touched[place])
        return;
    living->is_touched[place] = 1;
    living->touched[living->touched_count++] = (uint32_t)place;
}

/* Notes the tiles whose bitmaps change. A diagonal edge is kept at its upper end, and depends on the
 * cells beside it as well. */
static void touch_tiles(cairn_map *map, const cairn__changed *changed)
{
    size_t place = changed->place, above = place - map->tiles_across;
    bool is_left = changed->x0 == 0, is_right = changed->x1 == 63, is_top = changed->y0 == 0;
    touch(map, place);
    if (is_left)
        touch(map, place - 1);
    if (is_right)
        touch(map, place + 1);
    if (is_top)
        touch(map, above);
    if (is_top && is_left)
        touch(map, above - 1);
    if (is_top && is_right)
        touch(map, above + 1);
}

/* Room for own tiles in place of shared ones. */
static cairn_status reserve_tiles(cairn_map *map)
{
    cairn__living *living = map->living;
    size_t more = 0, room = living->tile_capacity - living->tile_count + living->free_tiles;
    for (size_t i = 0; i < living->touched_count; i++)
        more += map->directory[living->touched[i]] <= CAIRN__TILE_OPEN;
    if (more <= room)
        return CAIRN_OK;
    size_t capacity = living->tile_capacity, lines_capacity = capacity;
    size_t wanted = living->tile_count + more;
    cairn__open_lines *lines = cairn__grow(&map->allocator, map->open_lines, living->tile_count,
                                           sizeof *lines, &lines_capacity, wanted);
    if (lines == NULL)
        return CAIRN_MEMORY;
    map->open_lines = lines;
    cairn__tile *tiles = cairn__grow(&map->allocator, map->tiles, living->tile_count, sizeof *tiles,
                                     &capacity, wanted);
    if (tiles == NULL)
        return CAIRN_MEMORY;
    map->tiles = tiles;
    living->tile_capacity = capacity;
    return CAIRN_OK;
}

/* How many more cells a tile will have open than before, modulo 2^32. */
static uint32_t count_more(const cairn_map *map, const cairn__changed *changed)
{
    const uint64_t *rows = map->tiles[map->directory[changed->place]].row;
    uint32_t more = 0;
    for (uint32_t y = changed->y0; y <= changed->y1; y++)
        more += cairn__count_ones(changed->rows[y]) - cairn__count_ones(rows[y]);
    return more;
}

/* Finds the patches that a tile will have, and adds how many. */
static cairn_status prepare_patches(cairn_map *map, cairn__changed *changed, size_t *count)
{
    cairn__living *living = map->living;
    if (cairn__is_island(map, changed)) {
        const cairn__patch *before = &living->patches.only[changed->place];
        uint32_t cells = before->cells + count_more(map, changed);
        changed->only = (cairn__patch){CAIRN__NOT_JOINED, cells, before->first, 0};
        ++*count;
        return CAIRN_OK;
    }
    uint32_t x = (uint32_t)(changed->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint32_t y = (uint32_t)(changed->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    cairn__find_patches(living->finder, changed->rows, map->info.corners,
                        (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y});
    *count += living->finder->count;
    changed->only = (cairn__patch){.joined = CAIRN__NOT_JOINED};
    if (living->finder->count == 1)
        changed->only = living->finder->list[0];
    if (living->finder->count <= 1)
        return CAIRN_OK;
    changed->several = cairn__keep_patches(living->finder, &map->allocator);
    return changed->several != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

static cairn_status prepare(cairn_map *map)
{
    cairn__living *living = map->living;
    size_t patches = living->patches.count;
    cairn_status status = CAIRN_OK;
    for (size_t i = 0; status == CAIRN_OK && i < living->changed_count; i++) {
        touch_tiles(map, &living->changed[i]);
        status = prepare_patches(map, &living->changed[i], &patches);
    }
    if (status == CAIRN_OK)
        status = cairn__components_reserve(&living->components, &map->allocator, patches);
    if (status == CAIRN_OK)
        status = cairn__base_reserve(living, living->changed_count);
    if (status == CAIRN_OK)
        status = reserve_tiles(map);
    return status;
}

/* ---- tiles ---- */

/* A number for each cell; states are fingerprints with those of changed cells added bit by bit. */
static uint64_t mix(uint32_t x, uint32_t y)
{
    uint64_t word = ((uint64_t)y << 32 | x) + UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

/* The tile at a place, if it is shared a copy of its own. */
static cairn__tile *get_own_tile(cairn_map *map, size_t place)
{
    cairn__living *living = map->living;
    uint32_t shared = map->directory[place], index = living->free_tile;
    if (shared > CAIRN__TILE_OPEN)
        return &map->tiles[shared];
    if (index != 0) {
        living->free_tile = (uint32_t)map->tiles[index].row[0];
        living->free_tiles--;
    } else {
        index = (uint32_t)living->tile_count++;
    }
    map->tiles[index] = map->tiles[shared];
    map->open_lines[index] = map->open_lines[shared];
    map->directory[place] = index;
    return &map->tiles[index];
}

static void free_tile(cairn_map *map, size_t place, uint32_t shared)
{
    uint32_t index = map->directory[place];
    map->tiles[index].row[0] = map->living->free_tile;
    map->living->free_tile = index;
    map->living->free_tiles++;
    map->directory[place] = shared;
}

/* Sets the rows of a tile, and what is counted of its cells. */
static void set_rows(cairn_map *map, const cairn__changed *changed)
{
    cairn__base_keep(map, changed->place);
    cairn__tile *tile = get_own_tile(map, changed->place);
    uint32_t left = (changed->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint32_t top = (changed->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint64_t blocked = 0;
    for (uint32_t y = changed->y0; y <= changed->y1; y++) {
        uint64_t before = tile->row[y], after = changed->rows[y];
        for (uint64_t bits = before ^ after; bits != 0; bits &= bits - 1)
            map->info.state ^= mix(left + cairn__count_trailing_zeros(bits), top + y);
        map->info.open_cells += cairn__count_ones(after) - cairn__count_ones(before);
        blocked |= before & ~after;
        tile->row[y] = after;
    }
    map->living->changes[changed->place] = map->info.version;
    if (blocked != 0)
        map->living->stamps[changed->place] = map->info.version;
}

static const uint64_t *get_rows(const cairn_map *map, size_t place)
{
    return map->tiles[map->directory[place]].row;
}

/* Takes rows over: `count` from row `y` of `around` on, of the tile at a place. */
static void look_around(const cairn_map *map, size_t place, cairn__surroundings *around, uint32_t y,
                        uint32_t count)
{
    const uint64_t *here = get_rows(map, place);
    const uint64_t *left = get_rows(map, place - 1), *right = get_rows(map, place + 1);
    for (uint32_t i = 0; i < count; i++) {
        around->row[y + i] = here[i];
        around->east[y + i] = here[i] >> 1 | right[i] << 63;
        around->west[y + i] = here[i] << 1 | left[i] >> 63;
    }
}

/* Makes all bitmaps of a tile from the rows. */
static void fill(cairn_map *map, size_t place)
{
    cairn__surroundings around;
    look_around(map, place, &around, 0, CAIRN__TILE_SIDE);
    look_around(map, place + map->tiles_across, &around, CAIRN__TILE_SIDE, 1);
    cairn__fill_tile(get_own_tile(map, place), &around, map->info.corners);
}

/* Cells of a tile, from (x0, y0) to (x1, y1). */
typedef struct tile_box {
    int32_t x0, y0, x1, y1;
} tile_box;

/* In boxes of so many cells or more it is faster to make all bitmaps of a tile anew. */
#define MANY_CELLS 512

/* Makes the bitmaps of a tile anew where they tell of cells of a box, and of diagonal edges that begin there. */
static void fill_box(cairn_map *map, size_t place, tile_box box)
{
    uint32_t left = (uint32_t)(box.x1 - box.x0 + 1), cells = left * (uint32_t)(box.y1 - box.y0 + 1);
    if (cells >= MANY_CELLS || left > 62) {
        fill(map, place);
        return;
    }
    int32_t x = (int32_t)(place % map->tiles_across - 1) * CAIRN__TILE_SIDE + box.x0 - 1;
    int32_t y = (int32_t)(place / map->tiles_across - 1) * CAIRN__TILE_SIDE + box.y0;
    cairn__tile *tile = get_own_tile(map, place);
    uint64_t here = cairn__row_from(map, x, y);
    for (int32_t i = box.y0; i <= box.y1; i++) {
        uint64_t below = cairn__row_from(map, x, ++y);
        cairn__fill_cells(tile, (uint32_t)box.x0, (uint32_t)i, left, here, below,
                          map->info.corners);
        here = below;
    }
}

static int32_t get_higher(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t get_lower(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The bitmaps of a changed tile, and of those beside it that have diagonal edges to changed cells. */
static void fill_around(cairn_map *map, const cairn__changed *changed)
{
    for (int32_t down = -1; down <= 0; down++)
        for (int32_t across = -1; across <= 1; across++) {
            int32_t x = across * CAIRN__TILE_SIDE, y = down * CAIRN__TILE_SIDE;
            tile_box box = {get_higher(changed->x0 - 1 - x, 0), get_higher(changed->y0 - 1 - y, 0),
                            get_lower(changed->x1 + 1 - x, 63), get_lower(changed->y1 - y, 63)};
            size_t place = changed->place + (size_t)(down * (int32_t)map->tiles_across + across);
            if (box.x0 <= box.x1 && box.y0 <= box.y1 && map->living->is_touched[place] != 0)
                fill_box(map, place, box);
        }
}

/* A tile that has become all open or all blocked is shared again. */
static void share_tile(cairn_map *map, size_t place)
{
    const cairn__tile *tile = &map->tiles[map->directory[place]];
    uint64_t first = tile->row[0];
    if (first == 0 && cairn__is_filled_with(tile, 0))
        free_tile(map, place, CAIRN__TILE_BLOCKED);
    else if (first == UINT64_MAX && cairn__is_filled_with(tile, UINT64_MAX))
        free_tile(map, place, CAIRN__TILE_OPEN);
}

static void change_tiles(cairn_map *map)
{
    cairn__living *living = map->living;
    for (size_t i = 0; i < living->changed_count; i++)
        set_rows(map, &living->changed[i]);
    for (size_t i = 0; i < living->changed_count; i++)
        fill_around(map, &living->changed[i]);
    for (size_t i = 0; i < living->changed_count; i++) {
        const cairn__changed *changed = &living->changed[i];
        uint32_t left = (changed->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
        uint32_t top = (changed->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
        uint32_t index = map->directory[changed->place];
        map->open_lines[index] = cairn__find_open_lines(&map->tiles[index]);
        cairn__coarse_change(map, (cairn__coarse_box){left + changed->x0, top + changed->y0,
                                                      left + changed->x1, top + changed->y1});
        cairn__base_compare(map, changed->place);
    }
    for (size_t i = 0; i < living->touched_count; i++)
        share_tile(map, living->touched[i]);
}

/* ---- components ---- */

static void change_patches(cairn_map *map)
{
    cairn__patches *patches = &map->living->patches;
    for (size_t i = 0; i < map->living->changed_count; i++) {
        cairn__changed *changed = &map->living->changed[i];
        size_t place = changed->place;
        cairn__tile_patches *before = patches->several[place];
        patches->count -= cairn__count_patches(patches, place);
        patches->bytes += cairn__get_patches_bytes(changed->several);
        patches->bytes -= cairn__get_patches_bytes(before);
        patches->several[place] = changed->several;
        patches->only[place] = changed->only;
        patches->count += cairn__count_patches(patches, place);
        changed->several = NULL;
        cairn__release(&map->allocator, before);
    }
}

/* Components by a search from the changed tiles, which was begun before they changed. */
static void rejoin(cairn_map *map, cairn__rejoin *search)
{
    cairn__living *living = map->living;
    change_patches(map);
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__rejoin_add(search, living->changed[i].place);
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__rejoin_meet(search, living->changed[i].place);
    cairn__rejoin_finish(search);
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__show_component(map, living->changed[i].place);
}

/* Components when few tiles change; tiles and patches become new on the way. */
static void change_and_rejoin(cairn_map *map)
{
    cairn__living *living = map->living;
    cairn__contacts contacts;
    cairn__rejoin search;
    cairn__steadiness steady = cairn__steady_start(map, &contacts);
    cairn__rejoin_start(&search, map);
    for (size_t i = 0; steady != CAIRN__STEADY_YES && i < living->changed_count; i++)
        cairn__rejoin_leave(&search, living->changed[i].place);
    change_tiles(map);
    if (steady == CAIRN__STEADY_MAYBE && cairn__steady_check(map, &contacts)) {
        cairn__rejoin_abandon(&search);
        steady = CAIRN__STEADY_YES;
    }
    if (steady == CAIRN__STEADY_YES) {
        cairn__steady_finish(map);
    } else {
        living->rejoined = map->info.version;
        rejoin(map, &search);
    }
    cairn__find_largest(map);
}

static void change_map(cairn_map *map)
{
    map->info.version++;
    if (map->living->changed_count <= MOST_TO_REJOIN) {
        change_and_rejoin(map);
    } else {
        map->living->rejoined = map->info.version;
        change_tiles(map);
        change_patches(map);
        cairn__join_all(map);
    }
}

cairn_status cairn__change_apply(cairn_map *map)
{
    drop_unchanged(map);
    if (map->living->changed_count == 0)
        return CAIRN_OK;
    cairn_status status = prepare(map);
    if (status == CAIRN_OK)
        change_map(map);
    return status;
}
