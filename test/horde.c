/* horde.c: see horde.h. */
#include "horde.h"

#include <stdlib.h>
#include <string.h>

/* ---- the world ---- */

void horde_world_create(horde_world *world, cairn_scene_kind scene, int side, cairn_corners corners,
                        bool changing)
{
    cairn_scene made;
    *world = (horde_world){.side = side, .random = {(uint64_t)scene + 1}};
    assert_int_equal(cairn_scene_generate(scene, (uint32_t)side, (uint32_t)side, 1, &made),
                     CAIRN_OK);
    for (int i = 0; i < side * side; i++)
        world->cells[i] = made.cells[i] == '.';
    cairn_scene_free(&made);
    world->ref = (ref_map){side, side, corners == CAIRN_CORNERS_FREE, world->cells};
    cairn_map_def def = {.size = sizeof def, .corners = corners, .changing = changing};
    assert_int_equal(
        cairn_map_create((uint32_t)side, (uint32_t)side, world->cells, &def, &world->map),
        CAIRN_OK);
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = world->map;
    test_image_build(&world->image, &plan);
    assert_int_equal(test_image_open(&world->image, &world->db), CAIRN_OK);
}

void horde_world_destroy(horde_world *world)
{
    cairn_db_close(world->db);
    test_image_destroy(&world->image);
    cairn_map_close(world->map);
}

static int get_id(const horde_world *world, cairn_cell cell)
{
    return (int)cairn_cell_get_y(cell) * world->side + (int)cairn_cell_get_x(cell);
}

/* One that most draws are joined to is of that component. */
cairn_cell horde_world_draw(horde_world *world)
{
    for (;;) {
        int joined = 0;
        cairn_cell cell =
            test_draw_cell(&world->random, (uint32_t)world->side, (uint32_t)world->side);
        for (int i = 0; i < 30 && world->cells[get_id(world, cell)] != 0; i++) {
            cairn_cell other =
                test_draw_cell(&world->random, (uint32_t)world->side, (uint32_t)world->side);
            bool is_open = world->cells[get_id(world, other)] != 0;
            joined += is_open ? (cairn_map_has_path(world->map, cell, other) ? 1 : -1) : 0;
        }
        if (joined > 0)
            return cell;
    }
}

void horde_world_set(horde_world *world, int x, int y, int width, int height, bool open)
{
    int right = x + width < world->side ? x + width : world->side;
    int low = y + height < world->side ? y + height : world->side;
    cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)(right - x), (uint16_t)(low - y)};
    assert_int_equal(cairn_map_set_rect(world->map, &rect, open), CAIRN_OK);
    for (int row = y; row < low; row++)
        memset(world->cells + row * world->side + x, open, (size_t)(right - x));
}

int *horde_world_find_costs(const horde_world *world, cairn_cell goal)
{
    int *costs = malloc((size_t)(world->side * world->side) * sizeof *costs);
    assert_non_null(costs);
    ref_find_costs(&world->ref, get_id(world, goal), costs);
    return costs;
}

/* ---- the crowd ---- */

void horde_create(horde *self, horde_world *world, uint32_t count, const cairn_crowd_def *def)
{
    cairn_crowd_def asked = *def;
    *self = (horde){.world = world, .count = count, .max_work = def->max_work};
    asked.size = sizeof asked;
    if (asked.capacity == 0)
        asked.capacity = count;
    if (world->map->living != NULL)
        assert_int_equal(cairn_planner_create(world->map, NULL, NULL, &self->planner), CAIRN_OK);
    asked.planner = self->planner;
    assert_int_equal(cairn_crowd_create(world->map, world->db, &asked, &self->crowd), CAIRN_OK);
    for (uint32_t i = 0; i < count;)
        i += cairn_crowd_add(self->crowd, horde_world_draw(world), &self->members[i]) == CAIRN_OK;
}

void horde_destroy(horde *self)
{
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
}

void horde_order(horde *self, uint32_t first, uint32_t count, cairn_cell goal)
{
    assert_int_equal(cairn_crowd_order(self->crowd, self->members + first, count, goal), CAIRN_OK);
    memset(self->costs + first, 0, count * sizeof *self->costs);
}

void horde_step(horde *self)
{
    const cairn_cell *cells = cairn_crowd_get_cells(self->crowd);
    memcpy(self->before, cells, self->count * sizeof *cells);
    self->frame = (cairn_crowd_frame){.size = sizeof self->frame};
    assert_int_equal(cairn_crowd_step(self->crowd, &self->frame), CAIRN_OK);
    assert_true(self->max_work == 0 || self->frame.units <= self->max_work);
    for (uint32_t i = 0; i < self->count; i++) {
        int from = get_id(self->world, self->before[i]), to = get_id(self->world, cells[i]);
        if (from == to)
            continue;
        int move = ref_find_move(&self->world->ref, from, to);
        assert_int_not_equal(move, REF_NONE);
        self->costs[i] += ref_get_move_cost(move);
    }
}

void horde_step_to_end(horde *self)
{
    int frames = 0;
    do {
        horde_step(self);
        assert_true(frames++ < HORDE_FRAMES);
    } while (self->frame.walking > self->frame.arrived);
}

cairn__field_use horde_get_use(const horde *self, cairn_cell goal)
{
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++) {
        const cairn__goal_cells *cells = &self->crowd->field.cells.goals[k];
        if (cells->use >= CAIRN__FIELD_BUILT && cairn__pack(cells->field.goal) == goal)
            return cells->use;
    }
    return CAIRN__FIELD_EMPTY;
}

static void check_field(const horde *self, const cairn__cell_field *field)
{
    const horde_world *world = self->world;
    int *costs = horde_world_find_costs(world, cairn__pack(field->goal));
    for (int id = 0; id < world->side * world->side; id++) {
        cairn__xy cell = {.x = (uint16_t)(id % world->side), .y = (uint16_t)(id / world->side)};
        assert_int_equal(cairn__cell_field_has(field, cell), costs[id] != REF_NONE);
        if (costs[id] <= 0)
            continue;
        int move = (int)cairn__cell_field_tell(field, cell, 1).move;
        int next = ref_get_neighbour(&world->ref, id, move);
        assert_int_not_equal(next, REF_NONE);
        assert_int_equal(costs[next] + ref_get_move_cost(move), costs[id]);
    }
    free(costs);
}

uint32_t horde_check_cells(const horde *self)
{
    uint32_t known = 0;
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++) {
        const cairn__goal_cells *cells = &self->crowd->field.cells.goals[k];
        if (cells->use != CAIRN__FIELD_READY)
            continue;
        check_field(self, &cells->field);
        known++;
    }
    return known;
}

uint64_t horde_get_hash(const horde *self)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(self->crowd, &info), CAIRN_OK);
    return info.hash;
}

void horde_save(const horde *self, horde_block *made)
{
    assert_int_equal(cairn_crowd_save(self->crowd, 0, NULL, &made->count), CAIRN_CAPACITY);
    made->bytes = realloc(made->bytes, made->count);
    assert_non_null(made->bytes);
    assert_int_equal(cairn_crowd_save(self->crowd, made->count, made->bytes, &made->count),
                     CAIRN_OK);
}

void horde_load(horde *self, const horde_block *from)
{
    assert_int_equal(cairn_crowd_load(self->crowd, from->bytes, from->count, NULL), CAIRN_OK);
}
