/* steady.c: see steady.h. */
#include "grid/steady.h"

#include "grid/living.h"

/* ---- islands ---- */

/* True if all cells of these columns are open in the rows from y0 to y1 that a tile will have. */
static bool are_open(const cairn__changed *changed, uint64_t columns, uint32_t y0, uint32_t y1)
{
    uint64_t all = columns;
    for (uint32_t y = y0; y <= y1; y++)
        all &= changed->rows[y];
    return all == columns;
}

/* True if all cells of the box change, and all in the same way. */
static bool is_box_turned(const uint64_t *rows, const cairn__changed *changed, uint64_t columns)
{
    uint64_t some = 0, all = columns;
    for (uint32_t y = changed->y0; y <= changed->y1; y++) {
        if (((rows[y] ^ changed->rows[y]) & columns) != columns)
            return false;
        some |= changed->rows[y] & columns;
        all &= changed->rows[y];
    }
    return some == 0 || all == columns;
}

bool cairn__is_island(const cairn_map *map, const cairn__changed *changed)
{
    const cairn__patches *patches = &map->living->patches;
    uint32_t x0 = changed->x0, y0 = changed->y0, x1 = changed->x1, y1 = changed->y1;
    bool cuts = (x0 == 0 && x1 == 63) || (y0 == 0 && y1 == 63), is_first = x0 == 0 && y0 == 0;
    if (patches->several[changed->place] != NULL || patches->only[changed->place].cells == 0)
        return false;
    uint64_t columns = UINT64_MAX >> (63 - (x1 - x0)) << x0;
    uint64_t around = columns | columns << 1 | columns >> 1, sides = around & ~columns;
    return !cuts && !is_first &&
           is_box_turned(map->tiles[map->directory[changed->place]].row, changed, columns) &&
           are_open(changed, sides, y0, y1) &&
           (y0 == 0 || are_open(changed, around, y0 - 1, y0 - 1)) &&
           (y1 == 63 || are_open(changed, around, y1 + 1, y1 + 1));
}

/* ---- contacts ---- */

/* True if none of the tile's first and last rows and columns changes. */
static bool is_inside(const cairn__changed *changed)
{
    return changed->x0 > 0 && changed->y0 > 0 && changed->x1 < 63 && changed->y1 < 63;
}

static void find_contacts(const cairn_map *map, cairn__meet meet, void *context)
{
    const cairn__living *living = map->living;
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__for_each_contact(map, &living->patches, living->changed[i].place,
                                CAIRN__SIDES_BEHIND | CAIRN__SIDES_BEFORE, meet, context);
}

static void note_contact(void *context, cairn__patch_id here, cairn__patch_id there)
{
    cairn__contacts *contacts = context;
    (void)here;
    contacts->list[contacts->count++] = there;
}

/* True if a tile has one patch before and after, and its component the same first cell. */
static bool has_one_patch(const cairn__living *living, const cairn__changed *changed)
{
    const cairn__patch *before = &living->patches.only[changed->place], *after = &changed->only;
    if (living->patches.several[changed->place] != NULL || changed->several != NULL ||
        before->cells == 0 || after->cells == 0)
        return false;
    uint32_t first = living->components.list[before->joined].first;
    return before->first == after->first || (first != before->first && first < after->first);
}

static cairn__steadiness judge(const cairn__living *living)
{
    bool all_inside = true;
    for (size_t i = 0; i < living->changed_count; i++) {
        if (!has_one_patch(living, &living->changed[i]))
            return CAIRN__STEADY_NO;
        all_inside = all_inside && is_inside(&living->changed[i]);
    }
    return all_inside ? CAIRN__STEADY_YES : CAIRN__STEADY_MAYBE;
}

cairn__steadiness cairn__steady_start(const cairn_map *map)
{
    cairn__contacts *contacts = map->living->contacts;
    cairn__steadiness steady = judge(map->living);
    contacts->count = 0;
    if (steady != CAIRN__STEADY_YES)
        find_contacts(map, note_contact, contacts);
    return steady;
}

/* Contacts that are compared with those of before. */
typedef struct comparison {
    const cairn__contacts *before;
    uint32_t count;
    bool differs;
} comparison;

static void compare_contact(void *context, cairn__patch_id here, cairn__patch_id there)
{
    comparison *self = context;
    (void)here;
    self->differs = self->differs || self->count == self->before->count ||
                    self->before->list[self->count] != there;
    self->count++;
}

bool cairn__steady_check(const cairn_map *map)
{
    comparison self = {.before = map->living->contacts};
    find_contacts(map, compare_contact, &self);
    return !self.differs && self.count == self.before->count;
}

void cairn__steady_finish(cairn_map *map)
{
    cairn__living *living = map->living;
    for (size_t i = 0; i < living->changed_count; i++) {
        cairn__patch *patch = &living->patches.only[living->changed[i].place];
        const cairn__patch *after = &living->changed[i].only;
        living->components.list[patch->joined].cells += after->cells - patch->cells;
        patch->cells = after->cells;
        patch->first = after->first;
    }
}
