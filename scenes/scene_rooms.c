/* scene_rooms.c: rooms. The area is split into rooms with walls between; each wall gets a door.
 *
 * A wall parts two sets of rooms that are each joined already by their own walls' doors, so one
 * door a wall joins everything. Long walls get more, which makes loops. */
#include "scene_canvas.h"

typedef struct rooms_plan {
    cairn_scene *scene;
    cairn__scene_random *random;
    int32_t least; /* shortest side of a room */
    int32_t wall;
    int32_t door;
} rooms_plan;

/* True if the wall has open cells on both sides at this distance along it. */
static bool is_open_on_both_sides(const cairn_scene *scene, const cairn__scene_gap *wall,
                                  int32_t along)
{
    const cairn__scene_rect *r = &wall->rect;
    if (wall->upright)
        return *cairn__scene_at(scene, r->x0 - 1, r->y0 + along) == '.' &&
               *cairn__scene_at(scene, r->x1, r->y0 + along) == '.';
    return *cairn__scene_at(scene, r->x0 + along, r->y0 - 1) == '.' &&
           *cairn__scene_at(scene, r->x0 + along, r->y1) == '.';
}

static int32_t get_length(const cairn__scene_gap *wall)
{
    return wall->upright ? wall->rect.y1 - wall->rect.y0 : wall->rect.x1 - wall->rect.x0;
}

/* Cuts a door at the first place where it fits, from a random one on and round to it again. */
static bool cut_door(const rooms_plan *plan, const cairn__scene_gap *wall, int32_t door)
{
    int32_t length = get_length(wall);
    int32_t first = cairn__scene_between(plan->random, 0, length - 1);
    int32_t fitting = 0;
    for (int32_t i = 0; i < length + door; i++) {
        int32_t along = (first + i) % length;
        if (along == 0)
            fitting = 0;
        fitting = is_open_on_both_sides(plan->scene, wall, along) ? fitting + 1 : 0;
        if (fitting < door)
            continue;
        cairn__scene_rect hole = wall->rect;
        int32_t *low = wall->upright ? &hole.y0 : &hole.x0;
        int32_t *high = wall->upright ? &hole.y1 : &hole.x1;
        *high = *low + along + 1;
        *low = *high - door;
        cairn__scene_fill_rect(plan->scene, hole, '.');
        return true;
    }
    return false;
}

static void cut_doors(const rooms_plan *plan, const cairn__scene_gap *wall)
{
    int32_t count = 1 + get_length(wall) / (5 * plan->least);
    for (int32_t i = 0; i < count; i++)
        if (!cut_door(plan, wall, plan->door))
            cut_door(plan, wall, 1);
}

/* Pillars stand clear of the walls, so that they never close a door. */
static void set_pillars(const rooms_plan *plan, cairn__scene_rect room)
{
    int32_t side = plan->least / 5;
    int32_t width = room.x1 - room.x0;
    int32_t height = room.y1 - room.y0;
    if (side < 1 || !cairn__scene_once_in(plan->random, 3))
        return;
    for (int32_t v = 1; v <= 2; v++) {
        for (int32_t u = 1; u <= 2; u++) {
            int32_t x = room.x0 + u * width / 3 - side / 2;
            int32_t y = room.y0 + v * height / 3 - side / 2;
            cairn__scene_fill_rect(plan->scene, (cairn__scene_rect){x, y, x + side, y + side}, '@');
        }
    }
}

cairn_status cairn__scene_draw_rooms(cairn_scene *scene, cairn__scene_random *random)
{
    int32_t least = cairn__scene_most(cairn__scene_get_shorter_side(scene) / 18, 4);
    rooms_plan plan = {
        .scene = scene,
        .random = random,
        .least = least,
        .wall = cairn__scene_most(least / 8, 1),
        .door = cairn__scene_most(least / 5, 1),
    };
    cairn__scene_split_def def = {.least = least, .gap = plan.wall, .far = INT32_MAX};
    cairn__scene_split split;
    cairn_status status =
        cairn__scene_split_create(&def, cairn__scene_get_bounds(scene), random, &split);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t i = 0; i < split.gap_count; i++)
        cairn__scene_fill_rect(scene, split.gaps[i].rect, '@');
    for (uint32_t i = 0; i < split.gap_count; i++)
        cut_doors(&plan, &split.gaps[i]);
    for (uint32_t i = 0; i < split.part_count; i++)
        set_pillars(&plan, split.parts[i]);
    cairn__scene_split_destroy(&split);
    return CAIRN_OK;
}
