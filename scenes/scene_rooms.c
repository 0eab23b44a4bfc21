/* scene_rooms.c: rooms, and the halls of a shooter's level. The area is split into rooms with walls
 * between; each wall gets a door.
 *
 * A wall parts two sets of rooms that are each joined already by their own walls' doors, so one
 * door a wall joins everything. Long walls get more, which makes loops. What stands in a room stands clear of
 * walls and of everything else, so that it never closes a way. */
#include "scene_canvas.h"

typedef struct rooms_plan {
    cairn_scene *scene;
    cairn__scene_random *random;
    int32_t least; /* shortest side of a room */
    int32_t wall;
    int32_t door[2]; /* the narrowest and the widest */
    int32_t doors;   /* a wall of this length has another door */
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
    int32_t count = 1 + get_length(wall) / plan->doors;
    for (int32_t i = 0; i < count; i++) {
        int32_t door = plan->door[0];
        if (plan->door[1] > door)
            door = cairn__scene_between(plan->random, door, plan->door[1]);
        if (!cut_door(plan, wall, door))
            cut_door(plan, wall, 1);
    }
}

static void build_walls(const rooms_plan *plan, const cairn__scene_split *split)
{
    for (uint32_t i = 0; i < split->gap_count; i++)
        cairn__scene_fill_rect(plan->scene, split->gaps[i].rect, '@');
}

static void open_walls(const rooms_plan *plan, const cairn__scene_split *split)
{
    for (uint32_t i = 0; i < split->gap_count; i++)
        cut_doors(plan, &split->gaps[i]);
}

/* ---- rooms ---- */

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
    int32_t door = cairn__scene_most(least / 5, 1);
    rooms_plan plan = {
        .scene = scene,
        .random = random,
        .least = least,
        .wall = cairn__scene_most(least / 8, 1),
        .door = {door, door},
        .doors = 5 * least,
    };
    cairn__scene_split_def def = {.least = least, .gap = plan.wall, .far = INT32_MAX};
    cairn__scene_split split;
    cairn_status status =
        cairn__scene_split_create(&def, cairn__scene_get_bounds(scene), random, &split);
    if (status != CAIRN_OK)
        return status;
    build_walls(&plan, &split);
    open_walls(&plan, &split);
    for (uint32_t i = 0; i < split.part_count; i++)
        set_pillars(&plan, split.parts[i]);
    cairn__scene_split_destroy(&split);
    return CAIRN_OK;
}

/* ---- halls ---- */

/* Lengths as fractions of the shorter side. On a map of 3,600 cells a side a cell is about a unit of a
 * shooter's level: rooms of 256 to 1,600 units, doorways of 64 to 128, crates of 32 to 96. */
enum {
    HALLS = 5,         /* a part is at least a fifth as long: a hall, or rooms */
    HALL_ROOMS = 14,   /* a room */
    HALL_WALL = 150,   /* a wall's thickness */
    NARROW_DOOR = 56,  /* a narrow doorway; also what is free around things */
    WIDE_DOOR = 28,    /* a wide one */
    THINGS_APART = 16, /* places for things in a room */
    LEAST_HALLS = 64   /* cells; a smaller map has walls and doors alone */
};

/* A crate, a pillar, or an inner wall along one of the two axes, somewhere in a place. */
static void set_thing(const rooms_plan *plan, cairn__scene_rect place)
{
    int32_t room[2] = {place.x1 - place.x0, place.y1 - place.y0};
    int32_t most = cairn__scene_least(room[0], room[1]);
    int32_t style = cairn__scene_between(plan->random, 0, 5);
    int32_t side = cairn__scene_between(plan->random, cairn__scene_most(most / 4, 1), most);
    int32_t size[2] = {side, side};
    if (style == 0 || style == 1) {
        size[style] = cairn__scene_between(plan->random, room[style] / 2, room[style]);
        size[1 - style] = plan->wall;
    }
    for (int axis = 0; axis < 2; axis++)
        size[axis] = cairn__scene_least(size[axis], room[axis]);
    int32_t x = cairn__scene_between(plan->random, place.x0, place.x1 - size[0]);
    int32_t y = cairn__scene_between(plan->random, place.y0, place.y1 - size[1]);
    cairn__scene_fill_rect(plan->scene, (cairn__scene_rect){x, y, x + size[0], y + size[1]}, '@');
}

/* Things stand in places of a grid, half of a doorway clear of their edges. */
static void furnish(const rooms_plan *plan, cairn__scene_rect room)
{
    int32_t half = cairn__scene_most(plan->door[0] / 2, 1);
    int32_t pitch = cairn__scene_get_shorter_side(plan->scene) / THINGS_APART;
    int32_t density = cairn__scene_between(plan->random, 1, 4);
    cairn__scene_rect inner = cairn__scene_grow(room, -half);
    for (int32_t y = inner.y0; y + pitch <= inner.y1; y += pitch)
        for (int32_t x = inner.x0; x + pitch <= inner.x1; x += pitch) {
            cairn__scene_rect place = {x + half, y + half, x + pitch - half, y + pitch - half};
            if (cairn__scene_once_in(plan->random, density))
                set_thing(plan, place);
        }
}

/* Two thirds of the parts are split into rooms; the others are halls. */
static cairn_status build_part(const rooms_plan *plan, cairn__scene_rect part)
{
    bool is_hall = cairn__scene_once_in(plan->random, 3);
    cairn__scene_split_def def = {
        .least = is_hall ? INT32_MAX / 4 : plan->least, .gap = plan->wall, .far = INT32_MAX};
    cairn__scene_split rooms;
    cairn_status status = cairn__scene_split_create(&def, part, plan->random, &rooms);
    if (status != CAIRN_OK)
        return status;
    build_walls(plan, &rooms);
    open_walls(plan, &rooms);
    for (uint32_t i = 0; i < rooms.part_count; i++)
        furnish(plan, rooms.parts[i]);
    cairn__scene_split_destroy(&rooms);
    return CAIRN_OK;
}

cairn_status cairn__scene_draw_halls(cairn_scene *scene, cairn__scene_random *random)
{
    int32_t side = cairn__scene_get_shorter_side(scene);
    if (side < LEAST_HALLS)
        return cairn__scene_draw_rooms(scene, random);
    rooms_plan plan = {
        .scene = scene,
        .random = random,
        .least = side / HALL_ROOMS,
        .wall = cairn__scene_most(side / HALL_WALL, 1),
        .door = {side / NARROW_DOOR, side / WIDE_DOOR},
        .doors = side / 4,
    };
    cairn__scene_split_def def = {.least = side / HALLS, .gap = plan.wall, .far = INT32_MAX};
    cairn__scene_split parts;
    cairn_status status =
        cairn__scene_split_create(&def, cairn__scene_get_bounds(scene), random, &parts);
    if (status != CAIRN_OK)
        return status;
    build_walls(&plan, &parts);
    for (uint32_t i = 0; i < parts.part_count && status == CAIRN_OK; i++)
        status = build_part(&plan, parts.parts[i]);
    if (status == CAIRN_OK)
        open_walls(&plan, &parts);
    cairn__scene_split_destroy(&parts);
    return status;
}
