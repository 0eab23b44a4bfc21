/* scene_split.c: splitting an area in two, again and again: rooms and walls, or blocks and streets.
 *
 * Parts are disjoint, and the gaps of one split are joined: each ends at an older gap or at the
 * area's border. */
#include "scene_canvas.h"

#include <stdlib.h>

/* Parts with sides of at least `least` fit this often into an area. */
static size_t count_room(const cairn__scene_split_def *def, cairn__scene_rect area)
{
    size_t columns = (size_t)((area.x1 - area.x0) / def->least) + 1;
    size_t rows = (size_t)((area.y1 - area.y0) / def->least) + 1;
    return columns * rows;
}

static bool choose_upright(int32_t width, int32_t height, cairn__scene_random *random)
{
    if (width > height + height / 4)
        return true;
    if (height > width + width / 4)
        return false;
    return cairn__scene_once_in(random, 2);
}

/* Splits `area` into `area` and `rest`; false if it stays whole. */
static bool split_once(const cairn__scene_split_def *def, cairn__scene_random *random,
                       cairn__scene_rect *area, cairn__scene_rect *rest, cairn__scene_gap *gap)
{
    int32_t width = area->x1 - area->x0;
    int32_t height = area->y1 - area->y0;
    int32_t longer = cairn__scene_most(width, height);
    if (longer < 4 * def->least && cairn__scene_once_in(random, 4))
        return false;
    bool upright = choose_upright(width, height, random);
    int32_t length = upright ? width : height;
    int32_t wide = longer > def->far ? def->avenue : def->gap;
    if (length < 2 * def->least + wide)
        return false;
    int32_t at = cairn__scene_between(random, def->least, length - def->least - wide);
    *rest = *area;
    *gap = (cairn__scene_gap){*area, upright};
    if (upright) {
        gap->rect.x0 = area->x1 = area->x0 + at;
        gap->rect.x1 = rest->x0 = area->x0 + at + wide;
    } else {
        gap->rect.y0 = area->y1 = area->y0 + at;
        gap->rect.y1 = rest->y0 = area->y0 + at + wide;
    }
    return true;
}

/* Finished parts fill the array from its front, waiting areas stand at its end as a stack: both
 * are disjoint, so together they never exceed the room for parts. */
static void split_all(const cairn__scene_split_def *def, cairn__scene_rect area, size_t room,
                      cairn__scene_random *random, cairn__scene_split *split)
{
    size_t top = room;
    split->parts[--top] = area;
    while (top < room) {
        cairn__scene_rect current = split->parts[top++];
        cairn__scene_rect rest;
        while (split_once(def, random, &current, &rest, &split->gaps[split->gap_count])) {
            split->gap_count++;
            split->parts[--top] = rest;
        }
        split->parts[split->part_count++] = current;
    }
}

cairn_status cairn__scene_split_create(const cairn__scene_split_def *def, cairn__scene_rect area,
                                       cairn__scene_random *random, cairn__scene_split *split)
{
    size_t room = count_room(def, area);
    *split = (cairn__scene_split){0};
    split->parts = malloc(room * sizeof *split->parts);
    split->gaps = malloc(room * sizeof *split->gaps);
    if (!split->parts || !split->gaps) {
        cairn__scene_split_destroy(split);
        return CAIRN_MEMORY;
    }
    split_all(def, area, room, random, split);
    return CAIRN_OK;
}

void cairn__scene_split_destroy(cairn__scene_split *split)
{
    free(split->parts);
    free(split->gaps);
    *split = (cairn__scene_split){0};
}
