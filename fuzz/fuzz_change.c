/* fuzz_change.c: bytes as changes of a map. After each, the map must be what a map made from its
 * cells is, and at the end, when all is undone, what it was at first. */
#include "fuzz.h"

#include <string.h>

#include <cairn/cairn.h>
#include <cairn/lab.h>

#define MOST_SIDE 150

/* A changing map, the cells it should have, and those it was made from. */
typedef struct world {
    uint32_t width;
    uint32_t height;
    cairn_map *map;
    cairn_map_def def;
    uint8_t cells[MOST_SIDE * MOST_SIDE];
    uint8_t first[MOST_SIDE * MOST_SIDE];
} world;

static cairn_map *make_map(const world *self, const uint8_t *cells, int32_t changing)
{
    cairn_map *map = NULL;
    cairn_map_def def = self->def;
    def.changing = changing;
    FUZZ_CHECK(cairn_map_create(self->width, self->height, cells, &def, &map) == CAIRN_OK);
    return map;
}

static void start(world *self, fuzz_input *input)
{
    self->width = 1 + fuzz_take_below(input, MOST_SIDE);
    self->height = 1 + fuzz_take_below(input, MOST_SIDE);
    uint32_t kind = fuzz_take(input), step = 1 + fuzz_take(input);
    self->def = (cairn_map_def){.size = sizeof self->def};
    self->def.corners = kind % 2 == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE;
    for (uint32_t i = 0; i < self->width * self->height; i++)
        self->first[i] = i * (kind / 2 + 1) % step != 0;
    memcpy(self->cells, self->first, sizeof self->cells);
    self->map = make_map(self, self->first, 1);
}

/* ---- comparison ---- */

static void compare_cells(const cairn_map *map, const cairn_map *fresh, const world *self)
{
    for (uint32_t y = 0; y < self->height; y++)
        for (uint32_t x = 0; x < self->width; x++) {
            cairn_cell cell = cairn_cell_at(x, y);
            FUZZ_CHECK(cairn_map_is_open(map, cell) == cairn_map_is_open(fresh, cell));
            FUZZ_CHECK(cairn_map_get_component(map, cell) == cairn_map_get_component(fresh, cell));
        }
}

static cairn_cell take_cell(const world *self, fuzz_input *input)
{
    uint32_t x = fuzz_take_below(input, self->width + 3);
    return cairn_cell_at(x, fuzz_take_below(input, self->height + 3));
}

/* Climbs read the bitmaps of columns and diagonals. */
static void compare_answers(const cairn_map *map, const cairn_map *fresh, cairn_cell from,
                            cairn_cell to)
{
    cairn_climb climbs[2] = {{0}, {0}};
    cairn_cell near[2] = {0, 0};
    uint32_t component = cairn_map_get_component(fresh, to);
    FUZZ_CHECK(cairn_map_find_climb(map, from, to, CAIRN_NO_CUTOFF, &climbs[0]) ==
               cairn_map_find_climb(fresh, from, to, CAIRN_NO_CUTOFF, &climbs[1]));
    FUZZ_CHECK(climbs[0].moves == climbs[1].moves && climbs[0].end == climbs[1].end);
    FUZZ_CHECK(cairn_map_find_nearest_cell(map, from, component, &near[0]) ==
               cairn_map_find_nearest_cell(fresh, from, component, &near[1]));
    FUZZ_CHECK(near[0] == near[1]);
    FUZZ_CHECK(cairn_map_has_path(map, from, to) == cairn_map_has_path(fresh, from, to));
}

/* Jumps read the lines that are open from end to end as well, and the map as seen from afar. */
static void compare_distances(const cairn_map *map, const cairn_map *fresh, cairn_cell from,
                              cairn_cell to)
{
    cairn_planner *planners[2] = {NULL, NULL};
    uint32_t costs[2] = {0, 0};
    FUZZ_CHECK(cairn_planner_create(map, NULL, NULL, &planners[0]) == CAIRN_OK);
    FUZZ_CHECK(cairn_planner_create(fresh, NULL, NULL, &planners[1]) == CAIRN_OK);
    FUZZ_CHECK(cairn_planner_find(planners[0], from, to, &costs[0]) ==
               cairn_planner_find(planners[1], from, to, &costs[1]));
    FUZZ_CHECK(costs[0] == costs[1]);
    cairn_planner_destroy(planners[0]);
    cairn_planner_destroy(planners[1]);
}

static void compare(const world *self, const cairn_map *map, fuzz_input *input)
{
    cairn_map *fresh = make_map(self, self->cells, 0);
    cairn_map_info info = fuzz_get_map_info(map), expected = fuzz_get_map_info(fresh);
    FUZZ_CHECK(info.open_cells == expected.open_cells && info.components == expected.components);
    FUZZ_CHECK(info.largest_component == expected.largest_component);
    compare_cells(map, fresh, self);
    cairn_cell from = take_cell(self, input), to = take_cell(self, input);
    compare_answers(map, fresh, from, to);
    if (fuzz_take(input) % 4 == 1)
        compare_distances(map, fresh, from, to);
    cairn_map_close(fresh);
}

/* ---- changes ---- */

static void set_cells(world *self, const cairn_change *change)
{
    const cairn_rect *rect = &change->rect;
    for (uint32_t y = 0; y < rect->height; y++)
        for (uint32_t x = 0; x < rect->width; x++)
            self->cells[(rect->y + y) * self->width + rect->x + x] =
                change->cells != NULL ? change->cells[y * rect->width + x] != 0 : change->open != 0;
}

static cairn_change take_change(const world *self, fuzz_input *input)
{
    static const uint8_t pattern[MOST_SIDE * MOST_SIDE] = {1, 0, 0, 1, 1, 0, 1,
                                                           0, 1, 1, 1, 0, 0, 1};
    cairn_change change = {.open = (int32_t)(fuzz_take(input) & 1)};
    change.rect.x = (uint16_t)fuzz_take_below(input, self->width);
    change.rect.y = (uint16_t)fuzz_take_below(input, self->height);
    change.rect.width = (uint16_t)(1 + fuzz_take_below(input, self->width - change.rect.x));
    change.rect.height = (uint16_t)(1 + fuzz_take_below(input, self->height - change.rect.y));
    if (fuzz_take(input) % 4 == 3)
        change.cells = pattern;
    return change;
}

static void change_map(world *self, fuzz_input *input)
{
    cairn_change changes[8];
    uint64_t before = fuzz_get_map_info(self->map).state;
    uint32_t version = fuzz_get_map_info(self->map).version;
    size_t count = fuzz_take(input) % 9;
    for (size_t i = 0; i < count; i++) {
        changes[i] = take_change(self, input);
        set_cells(self, &changes[i]);
    }
    FUZZ_CHECK(cairn_map_change(self->map, changes, count) == CAIRN_OK);
    cairn_map_info info = fuzz_get_map_info(self->map);
    FUZZ_CHECK(info.version == version + (info.state != before));
    FUZZ_CHECK((info.state == info.fingerprint) ==
               (memcmp(self->cells, self->first, (size_t)self->width * self->height) == 0));
}

/* A copy, which may be a changing one, and goes on in place of the map. */
static void copy_map(world *self, int32_t changing, fuzz_input *input)
{
    cairn_map *copy = NULL;
    cairn_map_def def = {.size = sizeof def, .changing = changing};
    FUZZ_CHECK(cairn_map_copy(self->map, &def, &copy) == CAIRN_OK);
    FUZZ_CHECK(fuzz_get_map_info(copy).fingerprint == fuzz_get_map_info(self->map).state);
    compare(self, copy, input);
    if (!changing) {
        cairn_map_close(copy);
        return;
    }
    cairn_map_close(self->map);
    self->map = copy;
    memcpy(self->first, self->cells, sizeof self->first);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    static world self;
    fuzz_input input = {bytes, count < 300 ? count : 300};
    start(&self, &input);
    while (input.left > 0) {
        uint32_t choice = fuzz_take(&input) % 8;
        if (choice == 0)
            copy_map(&self, (int32_t)(fuzz_take(&input) & 1), &input);
        change_map(&self, &input);
        compare(&self, self.map, &input);
    }
    cairn_change undo = {.rect = {0, 0, (uint16_t)self.width, (uint16_t)self.height},
                         .cells = self.first};
    FUZZ_CHECK(cairn_map_change(self.map, &undo, 1) == CAIRN_OK);
    memcpy(self.cells, self.first, sizeof self.cells);
    FUZZ_CHECK(fuzz_get_map_info(self.map).state == fuzz_get_map_info(self.map).fingerprint);
    compare(&self, self.map, &input);
    cairn_map_close(self.map);
    return 0;
}
