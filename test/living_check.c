/* living_check.c: see living_check.h. */
#include "living_check.h"

#include <stdlib.h>
#include <string.h>

#include "grid/components.h"
#include "grid/living.h"

/* ---- bytes and maps ---- */

void test_living_create_of(test_living *living, const uint8_t *cells, uint32_t width,
                           uint32_t height, const cairn_map_def *def)
{
    size_t count = (size_t)width * height;
    *living = (test_living){.width = width, .height = height, .corners = def->corners};
    living->across = (width + 63) / 64;
    living->cells = malloc(count);
    living->base = malloc(count);
    living->stamps = calloc((size_t)living->across * ((height + 63) / 64), sizeof(uint32_t));
    assert_true(living->cells != NULL && living->base != NULL && living->stamps != NULL);
    memcpy(living->cells, cells, count);
    memcpy(living->base, cells, count);
    assert_int_equal(cairn_map_create(width, height, cells, def, &living->map), CAIRN_OK);
}

void test_living_create_random(test_living *living, uint32_t width, uint32_t height,
                               cairn_corners corners, int blocked, int grain, test_random *random)
{
    size_t count = (size_t)width * height;
    uint8_t *cells = malloc(count);
    cairn_map_def def = {.size = sizeof def, .corners = corners, .changing = 1};
    uint64_t seed = test_draw(random);
    assert_non_null(cells);
    for (size_t i = 0; i < count; i++) {
        test_random block = {seed + (i % width / (unsigned)grain) * 65537 +
                             (i / width / (unsigned)grain) * 7919};
        (void)test_draw(&block);
        cells[i] = test_draw_below(&block, 100) >= blocked;
    }
    test_living_create_of(living, cells, width, height, &def);
    free(cells);
}

void test_living_destroy(test_living *living)
{
    cairn_map_close(living->map);
    free(living->cells);
    free(living->base);
    free(living->stamps);
}

static bool set_byte(test_living *living, uint32_t x, uint32_t y, bool open)
{
    uint8_t *cell = &living->cells[(size_t)y * living->width + x];
    if (*cell == open)
        return false;
    *cell = open;
    return true;
}

static bool note_rect(test_living *living, const cairn_change *change)
{
    const cairn_rect *rect = &change->rect;
    bool is_any = false;
    for (uint32_t y = 0; y < rect->height; y++)
        for (uint32_t x = 0; x < rect->width; x++) {
            bool open =
                change->cells != NULL ? change->cells[y * rect->width + x] != 0 : change->open != 0;
            is_any |= set_byte(living, rect->x + x, rect->y + y, open);
        }
    return is_any;
}

/* The version counts changes by which a cell is another one at the end; the same for stamps. */
bool test_living_note(test_living *living, const cairn_change *changes, size_t count)
{
    size_t cells = (size_t)living->width * living->height;
    uint8_t *before = malloc(cells);
    assert_non_null(before);
    memcpy(before, living->cells, cells);
    for (size_t i = 0; i < count; i++)
        (void)note_rect(living, &changes[i]);
    bool is_any = memcmp(before, living->cells, cells) != 0;
    living->version += is_any;
    for (size_t i = 0; i < cells; i++)
        if (before[i] && !living->cells[i])
            living->stamps[i / living->width / 64 * living->across + i % living->width / 64] =
                living->version;
    free(before);
    return is_any;
}

void test_living_change(test_living *living, const cairn_change *changes, size_t count)
{
    (void)test_living_note(living, changes, count);
    assert_int_equal(cairn_map_change(living->map, changes, count), CAIRN_OK);
}

cairn_rect test_living_draw_rect(const test_living *living, uint32_t side, test_random *random)
{
    uint32_t across = side < living->width ? side : living->width;
    uint32_t down = side < living->height ? side : living->height;
    uint32_t width = 1 + (uint32_t)test_draw_below(random, (int)across);
    uint32_t height = 1 + (uint32_t)test_draw_below(random, (int)down);
    int x = test_draw_below(random, (int)(living->width - width + 1));
    int y = test_draw_below(random, (int)(living->height - height + 1));
    return (cairn_rect){(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
}

/* ---- random changes ---- */

/* Walls and doors, buildings, single cells, whole rows, patterns. */
static void draw_change(const test_living *living, cairn_change *change, uint8_t **cells,
                        test_random *random)
{
    static const uint32_t sides[] = {1, 2, 8, 8, 20, 64, 70, 150};
    cairn_rect rect = test_living_draw_rect(living, sides[test_draw_below(random, 8)], random);
    int kind = test_draw_below(random, 12);
    *cells = NULL;
    if (kind == 0) {
        rect.x = 0;
        rect.width = (uint16_t)living->width;
        rect.height = 1;
    } else if (kind == 1) {
        rect.y = 0;
        rect.height = (uint16_t)living->height;
        rect.width = 1;
    }
    *change = (cairn_change){.rect = rect, .open = test_draw_below(random, 2)};
    if (kind > 3)
        return;
    int blocked = test_draw_below(random, 101);
    size_t count = (size_t)rect.width * rect.height;
    *cells = malloc(count);
    assert_non_null(*cells);
    for (size_t i = 0; i < count; i++)
        (*cells)[i] = (uint8_t)(test_draw_below(random, 100) >= blocked ? 1 + i % 255 : 0);
    change->cells = *cells;
}

void test_living_draw_batch(const test_living *living, test_batch *drawn, test_random *random)
{
    drawn->count =
        test_draw_below(random, 3) > 0 ? 1 : 1 + (size_t)test_draw_below(random, TEST_MOST_CHANGES);
    for (size_t i = 0; i < drawn->count; i++)
        draw_change(living, &drawn->changes[i], &drawn->cells[i], random);
}

void test_batch_free(test_batch *drawn)
{
    for (size_t i = 0; i < drawn->count; i++)
        free(drawn->cells[i]);
}

/* A list of cells, some of them twice, in place of rectangles. */
static void change_cells(test_living *living, test_random *random)
{
    cairn_cell cells[40];
    cairn_change changes[40];
    int open = test_draw_below(random, 2);
    size_t count = (size_t)test_draw_below(random, 41);
    for (size_t i = 0; i < count; i++) {
        cairn_rect rect = test_living_draw_rect(living, 1, random);
        cells[i] = cairn_cell_at(rect.x, rect.y);
        changes[i] = (cairn_change){.rect = rect, .open = open};
    }
    (void)test_living_note(living, changes, count);
    assert_int_equal(cairn_map_set_cells(living->map, cells, count, open), CAIRN_OK);
}

void test_living_change_at_random(test_living *living, test_random *random)
{
    test_batch drawn;
    if (test_draw_below(random, 5) == 0) {
        change_cells(living, random);
        return;
    }
    test_living_draw_batch(living, &drawn, random);
    test_living_change(living, drawn.changes, drawn.count);
    test_batch_free(&drawn);
}

/* ---- comparison ---- */

static void check_tiles(const cairn_map *map, const cairn_map *fresh)
{
    assert_int_equal(map->tiles_across, fresh->tiles_across);
    assert_int_equal(map->tiles_down, fresh->tiles_down);
    for (size_t place = 0; place < (size_t)map->tiles_across * map->tiles_down; place++) {
        uint32_t index = map->directory[place], other = fresh->directory[place];
        assert_true(index == other || (index > CAIRN__TILE_OPEN && other > CAIRN__TILE_OPEN));
        assert_memory_equal(&map->tiles[index], &fresh->tiles[other], sizeof *map->tiles);
        assert_memory_equal(&map->open_lines[index], &fresh->open_lines[other],
                            sizeof *map->open_lines);
    }
}

static void check_coarse(const cairn_map *map, const cairn_map *fresh)
{
    assert_int_equal(map->coarse.bytes, fresh->coarse.bytes);
    for (int i = 0; i < CAIRN__FRAMES; i++) {
        const cairn__coarse_frame *frame = &map->coarse.frames[i];
        size_t words = 2 * (size_t)frame->rows * frame->words;
        assert_memory_equal(frame->across, fresh->coarse.frames[i].across,
                            words * sizeof *frame->across);
    }
}

/* Numbers are in row-major order of first cells, so equal maps have equal numbers, and equal extents. */
static void check_components(const cairn_map *map, const cairn_map *fresh)
{
    for (uint32_t y = 0; y < map->info.height; y++)
        for (uint32_t x = 0; x < map->info.width; x++) {
            cairn_cell cell = cairn_cell_at(x, y);
            uint32_t found = cairn_map_get_component(map, cell);
            uint32_t expected = cairn_map_get_component(fresh, cell);
            if (found != expected)
                fail_msg("component of (%u, %u) is %u, not %u", x, y, found, expected);
        }
    for (uint32_t i = 0; i < fresh->info.components; i++) {
        cairn__extent found = cairn__get_extent(map, i), expected = cairn__get_extent(fresh, i);
        assert_int_equal(found.cells, expected.cells);
        assert_true(cairn__is_same_cell(found.first, expected.first));
    }
}

void test_check_same_map(const cairn_map *map, const cairn_map *other)
{
    assert_int_equal(map->info.width, other->info.width);
    assert_int_equal(map->info.height, other->info.height);
    assert_int_equal(map->info.corners, other->info.corners);
    assert_int_equal(map->info.open_cells, other->info.open_cells);
    assert_int_equal(map->info.components, other->info.components);
    assert_int_equal(map->info.largest_component, other->info.largest_component);
    assert_int_equal(map->largest, other->largest);
    check_tiles(map, other);
    check_coarse(map, other);
    check_components(map, other);
}

static cairn_cell draw_cell(const test_living *living, test_random *random)
{
    return test_draw_cell(random, living->width + 9, living->height + 9);
}

static void check_questions(const test_living *living, const cairn_map *fresh, test_random *random)
{
    for (int i = 0; i < 4; i++) {
        cairn_cell from = draw_cell(living, random), to = draw_cell(living, random);
        cairn_cell near = 0, expected = 0;
        uint32_t component =
            i < 2 ? CAIRN_ANY_COMPONENT
                  : (uint32_t)test_draw_below(random, (int)fresh->info.components + 1);
        assert_int_equal(cairn_map_has_path(living->map, from, to),
                         cairn_map_has_path(fresh, from, to));
        assert_int_equal(cairn_map_find_nearest_cell(living->map, from, component, &near),
                         cairn_map_find_nearest_cell(fresh, from, component, &expected));
        assert_int_equal(near, expected);
    }
}

static void check_stamps(const test_living *living)
{
    for (uint32_t y = 0; y < living->height; y += 64)
        for (uint32_t x = 0; x < living->width; x += 64) {
            size_t place = cairn__tile_place(living->map, (int32_t)x, (int32_t)y);
            assert_int_equal(cairn__get_stamp(living->map, place),
                             living->stamps[y / 64 * living->across + x / 64]);
        }
}

/* The bound over the box of the opened cells of a tile; UINT32_MAX if there are none. */
static uint32_t get_tile_bound(const test_living *living, uint32_t left, uint32_t top,
                               const cairn_cell ends[2])
{
    uint32_t x0 = UINT32_MAX, y0 = UINT32_MAX, x1 = 0, y1 = 0, bound = 0;
    for (uint32_t y = top; y < top + 64 && y < living->height; y++)
        for (uint32_t x = left; x < left + 64 && x < living->width; x++) {
            size_t at = (size_t)y * living->width + x;
            if (!living->cells[at] || living->base[at])
                continue;
            x0 = x < x0 ? x : x0;
            x1 = x > x1 ? x : x1;
            y0 = y < y0 ? y : y0;
            y1 = y > y1 ? y : y1;
        }
    for (int i = 0; i < 2 && x0 != UINT32_MAX; i++) {
        uint32_t x = cairn_cell_get_x(ends[i]), y = cairn_cell_get_y(ends[i]);
        cairn_cell nearest = cairn_cell_at(x < x0   ? x0
                                           : x > x1 ? x1
                                                    : x,
                                           y < y0   ? y0
                                           : y > y1 ? y1
                                                    : y);
        bound += cairn_cell_get_distance(ends[i], nearest);
    }
    return x0 != UINT32_MAX ? bound : UINT32_MAX;
}

uint32_t test_living_get_bound(const test_living *living, const cairn_cell ends[2])
{
    uint32_t least = UINT32_MAX;
    for (uint32_t y = 0; y < living->height; y += 64)
        for (uint32_t x = 0; x < living->width; x += 64) {
            uint32_t bound = get_tile_bound(living, x, y, ends);
            least = bound < least ? bound : least;
        }
    return least;
}

static void check_bound(const test_living *living, test_random *random)
{
    cairn_cell from = draw_cell(living, random), to = draw_cell(living, random);
    cairn_cell ends[2] = {from, to};
    assert_int_equal(
        cairn__get_opened_bound(living->map, cairn__unpack(ends[0]), cairn__unpack(ends[1])),
        test_living_get_bound(living, ends));
}

/* The state of a map made from the base that got all differences at once. */
static void check_state(const test_living *living, const cairn_map *fresh)
{
    cairn_map *other;
    cairn_map_def def = {.size = sizeof def, .corners = living->corners, .changing = 1};
    cairn_map_info info = test_get_map_info(living->map);
    bool is_base = memcmp(living->cells, living->base, (size_t)living->width * living->height) == 0;
    assert_int_equal(info.state == info.fingerprint, is_base);
    assert_int_equal(info.version, living->version);
    assert_int_equal(cairn_map_create(living->width, living->height, living->base, &def, &other),
                     CAIRN_OK);
    assert_int_equal(test_get_map_info(other).fingerprint, info.fingerprint);
    cairn_change all = {.rect = {0, 0, (uint16_t)living->width, (uint16_t)living->height},
                        .cells = living->cells};
    assert_int_equal(cairn_map_change(other, &all, 1), CAIRN_OK);
    assert_int_equal(test_get_map_info(other).state, info.state);
    test_check_same_map(other, fresh);
    cairn_map_close(other);
}

void test_living_check(const test_living *living, test_random *random)
{
    cairn_map *fresh;
    cairn_map_def def = {.size = sizeof def, .corners = living->corners};
    assert_int_equal(cairn_map_create(living->width, living->height, living->cells, &def, &fresh),
                     CAIRN_OK);
    test_check_same_map(living->map, fresh);
    check_questions(living, fresh, random);
    check_stamps(living);
    check_bound(living, random);
    if (test_draw_below(random, 16) == 0)
        check_state(living, fresh);
    cairn_map_close(fresh);
}
