/* corner_sweep.c: the corners in sight of a cell, from a list of them.
 *
 * Sight in a wedge ends at offsets that shrink from level to level. What shrinks them:
 * - a corner in sight: what lies at its offset or beyond on later levels is reached over it;
 * - a wall beside the diagonal: nothing beyond its line (level + offset) is in sight. Every change
 *   of a wall's line is at a corner, so a wall whose beginning is in sight is known by its corner;
 *   one whose beginning is in the shadow of another corner is met when a corner behind it is
 *   looked for along its level.
 * So it is enough to go through the corners of the wedge, lowest level first, on each level the
 * nearest one first, and to look along the levels of those that may be in sight. */
#include "base/xy.h"
#include "search/corner_sweep.h"

#include "grid/scans.h"

#define QUADRANT_STAGES 3
#define STAGES (4 + 4 * QUADRANT_STAGES)

/* The most words that a look along `cells` of a line reads. */
static uint32_t count_scans(uint32_t cells)
{
    return cells / 64 + 1;
}

static const int8_t cardinal_x[4] = {1, -1, 0, 0};
static const int8_t cardinal_y[4] = {0, 0, 1, -1};

cairn__corner_item cairn__corner_get_item(const cairn_map *map, cairn__xy cell)
{
    uint32_t open = cairn__open_neighbours(map, cell.x, cell.y), blocked = 0;
    static const uint8_t moves[4][3] = {{CAIRN__NW, CAIRN__N, CAIRN__W},
                                        {CAIRN__NE, CAIRN__N, CAIRN__E},
                                        {CAIRN__SW, CAIRN__S, CAIRN__W},
                                        {CAIRN__SE, CAIRN__S, CAIRN__E}};
    for (uint32_t i = 0; i < 4; i++)
        if ((open >> moves[i][0] & 1) == 0 && (open >> moves[i][1] & 1) != 0 &&
            (open >> moves[i][2] & 1) != 0)
            blocked |= 1u << i;
    uint32_t x = cell.x % CAIRN__BUCKET_SIDE, y = cell.y % CAIRN__BUCKET_SIDE;
    return (cairn__corner_item)(x | y << 6 | blocked << 12);
}

/* True if the corner's blocked neighbour is in the direction of the steps. */
static bool is_blocked_towards(cairn__corner corner, int step_x, int step_y)
{
    uint32_t which = (step_y > 0 ? 2u : 0u) + (step_x > 0 ? 1u : 0u);
    return (corner >> CAIRN__NODE_BITS >> which & 1) != 0;
}

/* A bucket's items; none where the list is damaged. */
typedef struct bucket {
    const cairn__corner_item *items;
    uint32_t count;
    uint32_t first; /* node */
    int32_t x;      /* of its first cell */
    int32_t y;
} bucket;

static bucket get_bucket(const cairn__corner_index *index, int32_t bucket_x, int32_t bucket_y)
{
    size_t place = (size_t)bucket_y * index->across + (size_t)bucket_x;
    uint32_t first = index->firsts[place], end = index->firsts[place + 1];
    bucket found = {index->items + first, end - first, first, bucket_x * CAIRN__BUCKET_SIDE,
                    bucket_y * CAIRN__BUCKET_SIDE};
    if (first > end || end > index->count || end - first > CAIRN__MOST_IN_BUCKET)
        found.count = 0;
    return found;
}

/* Spends the units of looking through a bucket; false if there are not so many. */
static bool pay_for(const bucket *found, cairn__meter *meter)
{
    return cairn__meter_try(meter, &meter->work.entries, cairn__bucket_get_units(found->count));
}

static int32_t get_inner_x(const bucket *found, uint32_t i)
{
    return found->items[i] & (CAIRN__BUCKET_SIDE - 1);
}

static int32_t get_inner_y(const bucket *found, uint32_t i)
{
    return found->items[i] >> CAIRN__BUCKET_BITS & (CAIRN__BUCKET_SIDE - 1);
}

static cairn__corner get_corner(const bucket *found, uint32_t i)
{
    uint32_t node = (found->first + i) & (CAIRN__MOST_NODES - 1);
    return node | (uint32_t)(found->items[i] >> 12) << CAIRN__NODE_BITS;
}

/* ---- lines ---- */

static uint32_t get_room(const cairn_map *map, cairn__xy cell, int step_x, int step_y)
{
    if (step_x != 0 && step_y != 0)
        return cairn__scan_diagonal(map, cell.x, cell.y, step_x, step_y, CAIRN_MAX_SIDE);
    return step_x != 0 ? cairn__scan_row(map, cell.x, cell.y, step_x, CAIRN_MAX_SIDE)
                       : cairn__scan_column(map, cell.x, cell.y, step_y, CAIRN_MAX_SIDE);
}

/* Moves from a coordinate to the last one in its bucket. */
static uint32_t get_bucket_room(int32_t at, int step)
{
    uint32_t inner = (uint32_t)at % CAIRN__BUCKET_SIDE;
    return step == 0 ? CAIRN_MAX_SIDE : step > 0 ? CAIRN__BUCKET_SIDE - 1 - inner : inner;
}

/* The nearest corner on a stretch of a line, up to `last` moves away. */
static void look_at_stretch(cairn__xy cell, const int step[2], const bucket *found,
                            cairn__corner_ray *ray, uint32_t last)
{
    int32_t x_of_0 = found->x - cell.x, y_of_0 = found->y - cell.y;
    for (uint32_t i = 0; i < found->count; i++) {
        int32_t x = x_of_0 + get_inner_x(found, i), y = y_of_0 + get_inner_y(found, i);
        int32_t at = step[0] != 0 ? x * step[0] : y * step[1];
        if (x != at * step[0] || y != at * step[1] || at <= 0 || (uint32_t)at > last ||
            (uint32_t)at >= ray->at)
            continue;
        ray->at = (uint32_t)at;
        ray->corner = get_corner(found, i);
    }
}

/* Finds what is on a line; false if the meter has run out. */
static bool look_along(cairn__corner_sweep *sweep, const cairn_map *map,
                       const cairn__corner_index *index, cairn__meter *meter, const int step[2],
                       cairn__corner_ray *ray)
{
    cairn__xy cell = sweep->cell;
    if (!sweep->begun) {
        const cairn_map_info *info = &map->info;
        uint32_t side = info->width > info->height ? info->width : info->height;
        if (!cairn__meter_can_spend(meter, count_scans(side)))
            return false;
        ray->room = get_room(map, cell, step[0], step[1]);
        ray->at = UINT32_MAX;
        cairn__meter_spend(meter, &meter->work.scans, count_scans(ray->room));
        sweep->along = 1;
        sweep->begun = true;
    }
    while (sweep->along <= ray->room && ray->at == UINT32_MAX) {
        int32_t x = cell.x + step[0] * (int32_t)sweep->along;
        int32_t y = cell.y + step[1] * (int32_t)sweep->along;
        bucket found = get_bucket(index, x >> CAIRN__BUCKET_BITS, y >> CAIRN__BUCKET_BITS);
        if (!pay_for(&found, meter))
            return false;
        uint32_t last = sweep->along +
                        cairn__get_lower(get_bucket_room(x, step[0]), get_bucket_room(y, step[1]));
        look_at_stretch(cell, step, &found, ray, cairn__get_lower(last, ray->room));
        sweep->along = last + 1;
    }
    return true;
}

/* ---- wedges ---- */

/* Which one, and how its levels lie on the map. */
typedef struct wedge_frame {
    int step_x;
    int step_y;
    bool upright;   /* levels are columns, and its cardinal line is vertical */
    int32_t across; /* the cell's own coordinate along a level */
    int32_t along;  /* and the other one */
    int step_across;
    int step_along;
} wedge_frame;

static wedge_frame get_frame(const cairn__corner_sweep *sweep)
{
    uint32_t quadrant = (sweep->stage - 4) / QUADRANT_STAGES ^ sweep->first;
    wedge_frame frame = {.step_x = (quadrant & 1) != 0 ? -1 : 1,
                         .step_y = (quadrant & 2) != 0 ? -1 : 1,
                         .upright = (sweep->stage - 4) % QUADRANT_STAGES == 2};
    frame.across = frame.upright ? sweep->cell.y : sweep->cell.x;
    frame.along = frame.upright ? sweep->cell.x : sweep->cell.y;
    frame.step_across = frame.upright ? frame.step_y : frame.step_x;
    frame.step_along = frame.upright ? frame.step_x : frame.step_y;
    return frame;
}

static int32_t get_less(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* What a corner in sight leaves of it. If it ends a wall there may be more in sight on the next
 * levels of the band than was collected: then they are collected anew. */
static void see_corner(cairn__wedge *wedge, const wedge_frame *frame, int32_t level, int32_t offset,
                       cairn__corner corner)
{
    bool begins_wall = is_blocked_towards(corner, frame->step_x, frame->step_y);
    wedge->offset = offset - 1;
    if (!begins_wall && wedge->covered < get_less(wedge->band + wedge->offset, wedge->border)) {
        wedge->level = level + 1;
        wedge->count = wedge->next;
    }
    wedge->reach = begins_wall ? level + offset : wedge->border;
}

/* Sight at level 0 is that of the cardinal line; the diagonal's end is the last level. */
static void begin_wedge(cairn__corner_sweep *sweep, const cairn_map *map, const wedge_frame *frame)
{
    cairn__wedge *wedge = &sweep->wedge;
    int32_t side = (int32_t)(frame->upright ? map->info.height : map->info.width);
    uint32_t which = frame->upright ? (frame->step_y > 0 ? 2 : 3) : frame->step_x > 0 ? 0 : 1;
    const cairn__corner_ray *line = &sweep->cardinals[which], *diagonal = &sweep->diagonal;
    wedge->border = frame->step_across > 0 ? side - 1 - frame->across : frame->across;
    wedge->band = wedge->covered = 0;
    wedge->count = wedge->next = 0;
    wedge->collected = true; /* nothing yet: the first band comes next */
    wedge->end = (int32_t)(diagonal->at <= diagonal->room ? diagonal->at - 1 : diagonal->room);
    wedge->offset = wedge->reach = (int32_t)line->room;
    if (line->at <= line->room)
        see_corner(wedge, frame, 0, (int32_t)line->at, line->corner);
    wedge->level = 1;
}

/* The buckets of the band that may have something in sight. */
static void begin_band(cairn__wedge *wedge, const wedge_frame *frame, int32_t last)
{
    int32_t most = get_less(wedge->reach, last + wedge->offset);
    int32_t first_cell = frame->across + frame->step_across * (wedge->level + 1);
    int32_t last_cell = frame->across + frame->step_across * most;
    wedge->band = last;
    wedge->bucket = first_cell >> CAIRN__BUCKET_BITS;
    wedge->bucket_end = (last_cell >> CAIRN__BUCKET_BITS) + frame->step_across;
    wedge->covered = most + (int32_t)get_bucket_room(last_cell, frame->step_across);
    wedge->count = wedge->next = 0;
    wedge->collected = false;
}

/* The levels up to the end of the buckets that the next level is in; false if none is left. */
static bool find_band(cairn__wedge *wedge, const wedge_frame *frame)
{
    if (wedge->level > wedge->end || get_less(wedge->offset, wedge->reach - wedge->level) < 1)
        return false;
    int32_t at = frame->along + frame->step_along * wedge->level;
    int32_t last = wedge->level + (int32_t)get_bucket_room(at, frame->step_along);
    begin_band(wedge, frame, get_less(last, wedge->end));
    return true;
}

/* Keeps a candidate. Too many: only the first half of the band's levels for now, or on a single
 * level only the nearest. False: the band begins anew. */
static bool add_candidate(cairn__wedge *wedge, const wedge_frame *frame, uint64_t candidate)
{
    if (wedge->band == wedge->level && wedge->count > 0) {
        if (candidate < wedge->candidates[0])
            wedge->candidates[0] = candidate;
        return true;
    }
    if (wedge->count == CAIRN__SWEEP_CANDIDATES) {
        begin_band(wedge, frame, wedge->level + (wedge->band - wedge->level) / 2);
        return false;
    }
    uint32_t at = wedge->count++;
    for (; at > 0 && wedge->candidates[at - 1] > candidate; at--)
        wedge->candidates[at] = wedge->candidates[at - 1];
    wedge->candidates[at] = candidate;
    return true;
}

/* Adds the candidates of a bucket; false if the band begins anew. */
static bool collect_bucket(cairn__wedge *wedge, const wedge_frame *frame, const bucket *found)
{
    int step_along = frame->step_along, step_across = frame->step_across;
    int32_t first = wedge->level, widest = wedge->offset;
    uint32_t levels = (uint32_t)(wedge->band - first);
    uint32_t along_bit = frame->upright ? 0 : CAIRN__BUCKET_BITS;
    uint32_t across_bit = CAIRN__BUCKET_BITS - along_bit, inner = CAIRN__BUCKET_SIDE - 1;
    int32_t level_of_0 = ((frame->upright ? found->x : found->y) - frame->along) * step_along;
    int32_t sum_of_0 = ((frame->upright ? found->y : found->x) - frame->across) * step_across;
    for (uint32_t i = 0; i < found->count; i++) {
        uint32_t item = found->items[i];
        int32_t level = level_of_0 + step_along * (int32_t)(item >> along_bit & inner);
        int32_t offset = sum_of_0 + step_across * (int32_t)(item >> across_bit & inner) - level;
        if ((uint32_t)(level - first) > levels || offset < 1 || offset > widest)
            continue;
        uint64_t key = (uint64_t)level << 48 | (uint64_t)offset << 32 | get_corner(found, i);
        if (!add_candidate(wedge, frame, key))
            return false;
    }
    return true;
}

static bool collect_band(cairn__wedge *wedge, const wedge_frame *frame,
                         const cairn__corner_index *index, cairn__meter *meter)
{
    int32_t other = (frame->along + frame->step_along * wedge->level) >> CAIRN__BUCKET_BITS;
    while (wedge->bucket != wedge->bucket_end) {
        bucket found = frame->upright ? get_bucket(index, other, wedge->bucket)
                                      : get_bucket(index, wedge->bucket, other);
        if (!pay_for(&found, meter))
            return false;
        if (collect_bucket(wedge, frame, &found))
            wedge->bucket += frame->step_across;
    }
    wedge->collected = true;
    wedge->level = wedge->band + 1;
    return true;
}

/* Open cells beside the diagonal on a level, at most `most`. */
static uint32_t look_along_level(const cairn_map *map, const wedge_frame *frame, int32_t level,
                                 uint32_t most)
{
    int32_t across = frame->across + frame->step_across * level;
    int32_t along = frame->along + frame->step_along * level;
    return frame->upright ? cairn__scan_column(map, along, across, frame->step_across, most)
                          : cairn__scan_row(map, across, along, frame->step_across, most);
}

/* The next candidate that is in sight. */
static cairn__sweep_answer take_candidate(cairn__wedge *wedge, const wedge_frame *frame,
                                          const cairn_map *map, cairn__meter *meter,
                                          cairn__corner *found)
{
    while (wedge->next < wedge->count) {
        uint64_t candidate = wedge->candidates[wedge->next];
        int32_t level = (int32_t)(candidate >> 48), offset = (int32_t)(candidate >> 32 & 0xffff);
        if (offset > wedge->offset || level + offset > wedge->reach) {
            wedge->next++;
            continue;
        }
        if (!cairn__meter_can_spend(meter, count_scans((uint32_t)offset)))
            return CAIRN__SWEEP_PAUSED;
        wedge->next++;
        int32_t open = (int32_t)look_along_level(map, frame, level, (uint32_t)offset);
        cairn__meter_spend(meter, &meter->work.scans, count_scans((uint32_t)open));
        if (open < offset) {
            wedge->reach = level + open;
            continue;
        }
        *found = (cairn__corner)candidate;
        see_corner(wedge, frame, level, offset, *found);
        return CAIRN__SWEEP_FOUND;
    }
    return CAIRN__SWEEP_DONE;
}

static cairn__sweep_answer look_into_wedge(cairn__corner_sweep *sweep, const cairn_map *map,
                                           const cairn__corner_index *index, cairn__meter *meter,
                                           cairn__corner *found)
{
    wedge_frame frame = get_frame(sweep);
    cairn__wedge *wedge = &sweep->wedge;
    if (!sweep->begun)
        begin_wedge(sweep, map, &frame);
    sweep->begun = true;
    for (;;) {
        if (!wedge->collected && !collect_band(wedge, &frame, index, meter))
            return CAIRN__SWEEP_PAUSED;
        cairn__sweep_answer answer = take_candidate(wedge, &frame, map, meter, found);
        if (answer != CAIRN__SWEEP_DONE)
            return answer;
        if (!find_band(wedge, &frame))
            return CAIRN__SWEEP_DONE;
    }
}

/* ---- the whole look around ---- */

void cairn__corner_sweep_start(cairn__corner_sweep *sweep, cairn__xy cell, cairn__xy towards)
{
    sweep->cell = cell;
    sweep->first = (towards.x < cell.x ? 1u : 0u) | (towards.y < cell.y ? 2u : 0u);
    sweep->stage = 0;
    sweep->begun = false;
}

static cairn__sweep_answer look_at_line(cairn__corner_sweep *sweep, const cairn_map *map,
                                        const cairn__corner_index *index, cairn__meter *meter,
                                        cairn__corner *found)
{
    bool is_cardinal = sweep->stage < 4;
    cairn__corner_ray *ray = is_cardinal ? &sweep->cardinals[sweep->stage] : &sweep->diagonal;
    wedge_frame frame = get_frame(sweep);
    int step[2] = {is_cardinal ? cardinal_x[sweep->stage] : frame.step_x,
                   is_cardinal ? cardinal_y[sweep->stage] : frame.step_y};
    if (!look_along(sweep, map, index, meter, step, ray))
        return CAIRN__SWEEP_PAUSED;
    *found = ray->corner;
    sweep->stage++;
    sweep->begun = false;
    return ray->at <= ray->room ? CAIRN__SWEEP_FOUND : CAIRN__SWEEP_DONE;
}

cairn__sweep_answer cairn__corner_sweep_next(cairn__corner_sweep *sweep, const cairn_map *map,
                                             const cairn__corner_index *index, cairn__meter *meter,
                                             cairn__corner *found)
{
    while (sweep->stage < STAGES) {
        bool is_line = sweep->stage < 4 || (sweep->stage - 4) % QUADRANT_STAGES == 0;
        if (is_line) {
            cairn__sweep_answer answer = look_at_line(sweep, map, index, meter, found);
            if (answer != CAIRN__SWEEP_DONE)
                return answer;
            continue;
        }
        cairn__sweep_answer answer = look_into_wedge(sweep, map, index, meter, found);
        if (answer != CAIRN__SWEEP_DONE)
            return answer;
        sweep->stage++;
        sweep->begun = false;
    }
    return CAIRN__SWEEP_DONE;
}
