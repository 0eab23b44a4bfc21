/* steady.c: see steady.h. */
#include "grid/steady.h"

#include "grid/living.h"

/* ---- around a change ---- */

/* The rows that a tile will have from the one above a box to the one below it, without columns that lie further away. */
typedef struct surroundings {
    uint64_t blocked; /* columns in which cells are blocked, or opened, or open before and after */
    uint64_t opened;
    uint64_t known;
    uint64_t missed; /* cells that are not reached */
    uint32_t first;  /* the first row that has open cells */
    uint32_t count;
    uint64_t open[CAIRN__TILE_SIDE];
    uint64_t reached[CAIRN__TILE_SIDE]; /* from the first cell downwards */
} surroundings;

/* Cells of runs that have some of `cells`: a sum carries from there to the end of its run. */
static uint64_t spread(uint64_t open, uint64_t cells)
{
    cells &= open;
    cells |= ((open + cells) ^ open) & open;
    for (uint64_t before = 0; cells != before;) {
        before = cells;
        cells |= cells >> 1 & open;
    }
    return cells;
}

/* Goes on from the rows that were reached to those above them; true if all cells are reached. */
static bool climb_back(surroundings *around)
{
    const uint64_t *open = around->open;
    uint64_t *reached = around->reached, missed = 0;
    for (uint32_t i = around->count; i-- > around->first + 1;) {
        missed |= open[i] ^ reached[i];
        reached[i - 1] = spread(open[i - 1], reached[i - 1] | reached[i]);
    }
    return (missed | (open[around->first] ^ reached[around->first])) == 0;
}

/* True if all open cells are joined there by cardinal moves, and there are some. Ways that turn up and down more than once
 * are not looked for. */
static bool are_joined(surroundings *around)
{
    return around->first < around->count && (around->missed == 0 || climb_back(around));
}

/* The columns of a box and those beside it. */
static uint64_t get_columns(const cairn__changed *changed)
{
    uint64_t columns = UINT64_MAX >> (63 - (changed->x1 - changed->x0)) << changed->x0;
    return columns | columns << 1 | columns >> 1;
}

static uint32_t get_first_row(const cairn__changed *changed)
{
    return changed->y0 > 0 ? changed->y0 - 1U : 0;
}

static void look_around(const uint64_t *rows, const cairn__changed *changed, surroundings *around)
{
    uint64_t columns = get_columns(changed), blocked = 0, opened = 0, known = 0, missed = 0;
    uint64_t reached = 0;
    uint32_t y = get_first_row(changed), end = changed->y1 < 63 ? changed->y1 + 2U : 64;
    uint32_t count = 0, first = UINT32_MAX;
    for (; y < end; y++, count++) {
        uint64_t before = rows[y] & columns, after = changed->rows[y] & columns;
        blocked |= before & ~after;
        opened |= after & ~before;
        known |= before & after;
        reached &= after;
        if (first == UINT32_MAX && after != 0) {
            first = count;
            reached = after & (0 - after);
        }
        if (reached != after)
            reached = spread(after, reached);
        missed |= reached ^ after;
        around->open[count] = after;
        around->reached[count] = reached;
    }
    around->blocked = blocked;
    around->opened = opened;
    around->known = known;
    around->missed = missed;
    around->first = first;
    around->count = count;
}

/* True if a change comes behind the first cell of a patch. */
static bool is_behind(const uint64_t *rows, const cairn__changed *changed, uint32_t first)
{
    uint32_t x = first & 63, y = first >> 16 & 63;
    uint64_t up_to_first = UINT64_MAX >> (63 - x);
    return changed->y0 > y ||
           (changed->y0 == y && ((rows[y] ^ changed->rows[y]) & up_to_first) == 0);
}

/* Finds the patch of the cells that are open before. False if they have several. */
static bool find_patch(const cairn__tile_patches *several, const uint64_t *rows,
                       const cairn__changed *changed, uint32_t count, uint32_t *number)
{
    uint64_t columns = get_columns(changed);
    uint32_t y = get_first_row(changed), end = y + count;
    *number = several->count;
    for (; y < end; y++) {
        uint64_t cells = rows[y] & columns;
        while (cells != 0) {
            uint32_t x = cairn__count_trailing_zeros(cells);
            uint32_t found = cairn__patch_number_of(several, rows[y], x, y);
            if (*number != several->count && *number != found)
                return false;
            *number = found;
            (void)cairn__take_run(&cells);
        }
    }
    return true;
}

bool cairn__keeps_patches(const cairn_map *map, const cairn__changed *changed, uint32_t *number)
{
    const cairn__patches *patches = &map->living->patches;
    const cairn__tile_patches *several = patches->several[changed->place];
    const uint64_t *rows = map->tiles[map->directory[changed->place]].row;
    surroundings around;
    *number = 0;
    if (cairn__count_patches(patches, changed->place) == 0)
        return false;
    look_around(rows, changed, &around);
    if ((around.blocked != 0 && around.opened != 0) || around.known == 0 || !are_joined(&around))
        return false;
    if (several != NULL && !find_patch(several, rows, changed, around.count, number))
        return false;
    const cairn__patch *patch =
        cairn__get_patch(patches, cairn__patch_id_at(changed->place, *number));
    return is_behind(rows, changed, patch->first);
}

/* ---- patches that stay ---- */

cairn_status cairn__keep_patches_of(cairn_map *map, cairn__changed *changed)
{
    const cairn__patches *patches = &map->living->patches;
    const cairn__tile_patches *several = patches->several[changed->place];
    changed->keeps = true;
    changed->only = patches->only[changed->place];
    if (several == NULL) {
        changed->only.cells += changed->more;
        return CAIRN_OK;
    }
    cairn__patch_change change = {.before = map->tiles[map->directory[changed->place]].row,
                                  .after = changed->rows,
                                  .y0 = changed->y0,
                                  .y1 = changed->y1,
                                  .columns = get_columns(changed),
                                  .number = changed->number};
    changed->several = cairn__change_patches(several, &change, &map->allocator);
    if (changed->several == NULL)
        return CAIRN_MEMORY;
    changed->several->list[changed->number].cells += changed->more;
    return CAIRN_OK;
}

/* ---- contacts ---- */

static void find_contacts(const cairn_map *map, cairn__meet meet, void *context)
{
    const cairn__living *living = map->living;
    for (size_t i = 0; i < living->changed_count; i++)
        cairn__for_each_contact(map, &living->patches, living->changed[i].place,
                                CAIRN__SIDES_BEHIND | CAIRN__SIDES_BEFORE, meet, context);
}

static bool is_contact(const cairn__contact *contact, cairn__patch_id here, cairn__patch_id there)
{
    return contact->here == here && contact->there == there;
}

/* Patches that touch each other several times in a row are noted once. */
static void note_contact(void *context, cairn__patch_id here, cairn__patch_id there)
{
    cairn__contacts *contacts = context;
    if (contacts->count == 0 || !is_contact(&contacts->list[contacts->count - 1], here, there))
        contacts->list[contacts->count++] = (cairn__contact){here, there};
}

/* True if a tile has the same patches before and after, and their components the same first cells. */
static bool has_same_patches(const cairn__living *living, const cairn__changed *changed)
{
    const cairn__patch *before = &living->patches.only[changed->place], *after = &changed->only;
    if (changed->keeps)
        return true;
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
        if (!has_same_patches(living, &living->changed[i]))
            return CAIRN__STEADY_NO;
        all_inside = all_inside && cairn__keeps_border(&living->changed[i]);
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

/* Contacts that are compared with the earlier ones. */
typedef struct comparison {
    const cairn__living *living;
    uint32_t count; /* earlier ones that were met again */
    bool joins;     /* patches of several components touch each other */
} comparison;

static void compare_contact(void *context, cairn__patch_id here, cairn__patch_id there)
{
    comparison *self = context;
    const cairn__contacts *before = self->living->contacts;
    const cairn__patches *patches = &self->living->patches;
    if (self->count < before->count && is_contact(&before->list[self->count], here, there))
        self->count++;
    else if (cairn__get_patch(patches, here)->joined != cairn__get_patch(patches, there)->joined)
        self->joins = true;
}

bool cairn__steady_check(const cairn_map *map)
{
    comparison self = {.living = map->living};
    find_contacts(map, compare_contact, &self);
    return !self.joins && self.count == self.living->contacts->count;
}

void cairn__steady_settle(cairn_map *map)
{
    cairn__living *living = map->living;
    for (size_t i = 0; i < living->changed_count; i++) {
        cairn__changed *changed = &living->changed[i];
        cairn__tile_patches *several = living->patches.several[changed->place];
        cairn__patch_id id = cairn__patch_id_at(changed->place, changed->number);
        cairn__patch *patch = cairn__get_patch(&living->patches, id);
        const cairn__patch *after =
            several != NULL ? &changed->several->list[changed->number] : &changed->only;
        living->components.list[patch->joined].cells += after->cells - patch->cells;
        patch->cells = after->cells;
        patch->first = after->first;
        changed->is_settled = true;
        if (several == NULL)
            continue;
        living->patches.bytes += cairn__get_patches_bytes(changed->several);
        living->patches.bytes -= cairn__get_patches_bytes(several);
        living->patches.several[changed->place] = changed->several;
        changed->several = several;
    }
}
