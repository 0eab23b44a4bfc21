/* change_apply.c: the second half of a change: all memory is got, then nothing can fail any more and
 * the map is changed. */
#include "grid/change.h"

#include <string.h>

#include "base/memory.h"
#include "grid/rejoin.h"
#include "grid/steady.h"
#include "grid/tile_change.h"

/* ---- what changes, and memory for it ---- */

/* Finds the box of the cells that change, and how many more are open then. False if there are none. Ones are counted again
 * where other cells of a row change than in the one above. */
static bool compare(const cairn_map *map, cairn__changed *changed)
{
    const uint64_t *rows = map->tiles[map->directory[changed->place]].row;
    uint64_t in_columns = 0, in_rows = 0, others = 0, opened = 0;
    uint32_t more = 0, of_row = 0;
    for (uint32_t y = changed->y0; y <= changed->y1; y++) {
        uint64_t turned = rows[y] ^ changed->rows[y];
        if (turned != others || (turned & changed->rows[y]) != opened) {
            others = turned;
            opened = turned & changed->rows[y];
            of_row = 2 * cairn__count_ones(opened) - cairn__count_ones(others);
        }
        more += of_row;
        in_columns |= turned;
        in_rows |= (uint64_t)(turned != 0) << y;
    }
    if (in_rows == 0)
        return false;
    changed->more = more;
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
        if (compare(map, changed))
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

/* Finds the patches that a tile will have, and adds how many. */
static cairn_status prepare_patches(cairn_map *map, cairn__changed *changed, size_t *count)
{
    cairn__living *living = map->living;
    changed->number = 0;
    if (cairn__keeps_patches(map, changed, &changed->number)) {
        *count += cairn__count_patches(&living->patches, changed->place);
        return cairn__keep_patches_of(map, changed);
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

/* ---- components ---- */

/* Patches of a tile are new. */
static void forget_components(cairn__patches *patches, size_t place)
{
    for (uint32_t i = cairn__count_patches(patches, place); i-- > 0;)
        cairn__get_patch(patches, cairn__patch_id_at(place, i))->joined = CAIRN__NOT_JOINED;
}

static void change_patches(cairn_map *map)
{
    cairn__patches *patches = &map->living->patches;
    for (size_t i = 0; i < map->living->changed_count; i++) {
        cairn__changed *changed = &map->living->changed[i];
        size_t place = changed->place;
        cairn__tile_patches *before = patches->several[place];
        if (changed->is_settled) {
            forget_components(patches, place);
            continue;
        }
        patches->count -= cairn__count_patches(patches, place);
        patches->bytes += cairn__get_patches_bytes(changed->several);
        patches->bytes -= cairn__get_patches_bytes(before);
        patches->several[place] = changed->several;
        patches->only[place] = changed->only;
        patches->count += cairn__count_patches(patches, place);
        changed->several = NULL;
        forget_components(patches, place);
        cairn__release(&map->allocator, before);
    }
}

/* Components by a search from the changed tiles. */
static void rejoin(cairn_map *map)
{
    cairn__living *living = map->living;
    cairn__rejoin search;
    cairn__rejoin_start(&search, map);
    change_patches(map);
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__rejoin_add(&search, living->changed[i].place);
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__rejoin_meet(&search, living->changed[i].place);
    cairn__rejoin_finish(&search);
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__show_component(map, living->changed[i].place);
}

/* Components when few tiles change; tiles and patches become new on the way. */
static void change_and_rejoin(cairn_map *map)
{
    cairn__steadiness steady = cairn__steady_start(map);
    cairn__change_tiles(map);
    if (steady != CAIRN__STEADY_NO)
        cairn__steady_settle(map);
    if (steady == CAIRN__STEADY_NO ||
        (steady == CAIRN__STEADY_MAYBE && !cairn__steady_check(map))) {
        map->living->rejoined = map->info.version;
        rejoin(map);
    }
    cairn__find_largest(map);
}

static void change_map(cairn_map *map)
{
    map->info.version++;
    if (map->living->changed_count <= CAIRN__MOST_TO_REJOIN) {
        change_and_rejoin(map);
    } else {
        map->living->rejoined = map->info.version;
        cairn__change_tiles(map);
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
