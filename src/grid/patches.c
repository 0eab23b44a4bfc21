/* patches.c: patches of a tile by joining runs of open cells between one row and the next, and
 * where patches of different tiles meet. */
#include "grid/patches.h"

#include <string.h>

#include "base/forest.h"
#include "base/memory.h"

/* ---- within a tile ---- */

/* Joins a run with those above that it touches; `above_run` is the first of that row. */
static void join_above(cairn__patch_finder *finder, uint32_t run, uint64_t touching, uint64_t above,
                       uint32_t above_run)
{
    uint64_t starts = above & ~(above << 1);
    touching &= above;
    while (touching != 0) {
        uint32_t bit = cairn__count_trailing_zeros(touching);
        uint64_t up_to_here = UINT64_MAX >> (63 - bit);
        cairn__join_sets(finder->parents, above_run + cairn__count_ones(starts & up_to_here) - 1,
                         run);
        (void)cairn__take_run(&touching);
    }
}

/* The runs of a row that is as the one above: each is joined with its like alone. */
static void repeat_runs(cairn__patch_finder *finder, uint32_t above, uint32_t end)
{
    for (; above < end; above++) {
        uint32_t run = finder->runs++;
        finder->parents[run] = finder->parents[above];
        finder->run_cells[run] = finder->run_cells[above];
        finder->run_first[run] = (uint16_t)(finder->run_first[above] + CAIRN__TILE_SIDE);
    }
}

static void join_runs(cairn__patch_finder *finder, const uint64_t rows[], cairn_corners corners)
{
    finder->runs = 0;
    for (uint32_t y = 0; y < CAIRN__TILE_SIDE; y++) {
        uint64_t row = rows[y];
        finder->before[y] = (uint16_t)finder->runs;
        if (y > 0 && row == rows[y - 1]) {
            repeat_runs(finder, finder->before[y - 1], finder->runs);
            continue;
        }
        while (row != 0) {
            uint32_t run = finder->runs++;
            uint32_t x = cairn__count_trailing_zeros(row);
            uint64_t cells = cairn__take_run(&row);
            finder->parents[run] = run;
            finder->run_cells[run] = (uint16_t)(64 - cairn__count_leading_zeros(cells) - x);
            finder->run_first[run] = (uint16_t)(y << 6 | x);
            if (corners == CAIRN_CORNERS_FREE)
                cells |= cells << 1 | cells >> 1;
            if (y > 0)
                join_above(finder, run, cells, rows[y - 1], finder->before[y - 1]);
        }
    }
}

/* A run of the same patch has a lower number, so it is numbered already. */
void cairn__find_patches(cairn__patch_finder *finder, const uint64_t rows[CAIRN__TILE_SIDE],
                         cairn_corners corners, cairn__xy corner)
{
    join_runs(finder, rows, corners);
    finder->count = 0;
    for (uint32_t run = 0; run < finder->runs; run++) {
        uint32_t parent = finder->parents[run], first = finder->run_first[run];
        if (parent == run) {
            uint32_t x = corner.x + (first & 63), y = corner.y + (first >> 6);
            finder->list[finder->count] = (cairn__patch){CAIRN__NOT_JOINED, 0, y << 16 | x, 0};
            finder->of_runs[run] = (uint16_t)finder->count++;
        } else {
            finder->of_runs[run] = finder->of_runs[parent];
        }
        finder->list[finder->of_runs[run]].cells += finder->run_cells[run];
    }
}

static size_t count_bytes(uint32_t patches, uint32_t runs)
{
    return sizeof(cairn__tile_patches) + patches * sizeof(cairn__patch) + runs * sizeof(uint16_t);
}

static cairn__tile_patches *get_patches(const cairn_allocator *allocator, uint32_t count,
                                        uint32_t runs)
{
    cairn__tile_patches *got = cairn__allocate(allocator, count_bytes(count, runs), 1);
    if (got == NULL)
        return NULL;
    got->count = count;
    got->runs = runs;
    got->of_runs = (uint16_t *)(void *)(got->list + count);
    return got;
}

cairn__tile_patches *cairn__keep_patches(const cairn__patch_finder *finder,
                                         const cairn_allocator *allocator)
{
    cairn__tile_patches *kept = get_patches(allocator, finder->count, finder->runs);
    if (kept == NULL)
        return NULL;
    memcpy(kept->before, finder->before, sizeof kept->before);
    memcpy(kept->list, finder->list, finder->count * sizeof *kept->list);
    memcpy(kept->of_runs, finder->of_runs, finder->runs * sizeof *kept->of_runs);
    return kept;
}

static uint32_t count_runs(const uint64_t *rows, uint32_t y0, uint32_t y1)
{
    uint32_t runs = 0;
    for (uint32_t y = y0; y <= y1; y++)
        runs += cairn__count_ones(rows[y] & ~(rows[y] << 1));
    return runs;
}

/* The patches of the runs of row y, from `run` on. Returns where those of the next row begin. */
static uint32_t change_row(const cairn__tile_patches *from, const cairn__patch_change *change,
                           uint32_t y, cairn__tile_patches *to, uint32_t run)
{
    uint64_t row = change->after[y];
    to->before[y] = (uint16_t)run;
    while (row != 0) {
        uint32_t x = cairn__count_trailing_zeros(row), number = change->number;
        if ((cairn__take_run(&row) & change->columns) == 0)
            number = cairn__patch_number_of(from, change->before[y], x, y);
        to->of_runs[run++] = (uint16_t)number;
    }
    return run;
}

cairn__tile_patches *cairn__change_patches(const cairn__tile_patches *patches,
                                           const cairn__patch_change *change,
                                           const cairn_allocator *allocator)
{
    uint32_t run = patches->before[change->y0], before, after;
    before = run + count_runs(change->before, change->y0, change->y1);
    after = run + count_runs(change->after, change->y0, change->y1);
    cairn__tile_patches *made =
        get_patches(allocator, patches->count, patches->runs - before + after);
    if (made == NULL)
        return NULL;
    memcpy(made->list, patches->list, patches->count * sizeof *made->list);
    memcpy(made->before, patches->before, sizeof made->before);
    memcpy(made->of_runs, patches->of_runs, run * sizeof *made->of_runs);
    memcpy(made->of_runs + after, patches->of_runs + before,
           (patches->runs - before) * sizeof *made->of_runs);
    for (uint32_t y = change->y0; y <= change->y1; y++)
        run = change_row(patches, change, y, made, run);
    for (uint32_t y = change->y1 + 1; y < CAIRN__TILE_SIDE; y++)
        made->before[y] = (uint16_t)(patches->before[y] - before + after);
    return made;
}

size_t cairn__get_patches_bytes(const cairn__tile_patches *patches)
{
    return patches != NULL ? count_bytes(patches->count, patches->runs) : 0;
}

/* ---- between tiles ---- */

/* The line of a tile at its border with another one: a row, or a column. */
typedef struct border {
    const cairn__tile_patches *several; /* or null */
    size_t place;
    uint32_t line; /* 0 or 63 */
    bool upright;  /* a column */
    uint64_t cells;
} border;

/* Whose contacts are looked for, and who receives them. */
typedef struct seeker {
    const cairn_map *map;
    const cairn__patches *patches;
    size_t place;
    uint32_t number; /* of the patch, or ALL_PATCHES */
    uint32_t seen;   /* what is marked so needs no look; 0: all does */
    cairn__meet meet;
    void *context;
} seeker;

#define ALL_PATCHES UINT32_MAX

static uint64_t get_line(const seeker *self, size_t place, bool upright, uint32_t line)
{
    const cairn__tile *tile = &self->map->tiles[self->map->directory[place]];
    return upright ? tile->column[line] : tile->row[line];
}

/* The number of the patch of an open cell. The run of one in the first column is the first of its row, that of
 * one in the last column the last. */
static uint32_t find_number(const border *at, uint32_t bit)
{
    const cairn__tile_patches *several = at->several;
    if (several == NULL)
        return 0;
    if (at->upright && at->line == 0)
        return several->of_runs[several->before[bit]];
    if (at->upright)
        return several->of_runs[(bit < 63 ? several->before[bit + 1] : several->runs) - 1];
    return cairn__patch_number_of(several, at->cells, bit, at->line);
}

/* Cells with these bits here touch those there whose bits are `shift` higher. A run of such cells
 * lies in one patch on either side. */
static void meet_cells(const seeker *self, const border *here, const border *there,
                       uint64_t touching, int shift)
{
    while (touching != 0) {
        uint32_t bit = cairn__count_trailing_zeros(touching), number = find_number(here, bit);
        (void)cairn__take_run(&touching);
        if (self->number == ALL_PATCHES || self->number == number)
            self->meet(
                self->context, cairn__patch_id_at(here->place, number),
                cairn__patch_id_at(there->place, find_number(there, (uint32_t)((int)bit + shift))));
    }
}

/* True if another tile has one patch, which needs no look. */
static bool is_known(const seeker *self, size_t other)
{
    return self->seen != 0 && self->patches->only[other].seen == self->seen &&
           self->patches->several[other] == NULL;
}

/* Looks at lines that have cells which touch each other. */
static void meet_lines(const seeker *self, const border *here, const border *there)
{
    if (here->several == NULL && there->several == NULL) {
        self->meet(self->context, cairn__patch_id_at(here->place, 0),
                   cairn__patch_id_at(there->place, 0));
        return;
    }
    meet_cells(self, here, there, here->cells & there->cells, 0);
    if (self->map->info.corners == CAIRN_CORNERS_FREE) {
        meet_cells(self, here, there, here->cells & there->cells << 1, -1);
        meet_cells(self, here, there, here->cells & there->cells >> 1, 1);
    }
}

/* Looks at the tile beside the line, or above or below it. */
static void meet_side(const seeker *self, size_t other, bool upright, uint32_t line)
{
    if (is_known(self, other))
        return;
    uint64_t here = get_line(self, self->place, upright, line), beside = 0;
    uint64_t there = get_line(self, other, upright, 63 - line);
    if (self->map->info.corners == CAIRN_CORNERS_FREE)
        beside = there << 1 | there >> 1;
    if ((here & (there | beside)) != 0)
        meet_lines(self,
                   &(border){self->patches->several[self->place], self->place, line, upright, here},
                   &(border){self->patches->several[other], other, 63 - line, upright, there});
}

/* Tiles that touch by one cell each: bit `bit` of the row `line` here, the opposite one there. */
static void meet_corner(const seeker *self, size_t other, uint32_t line, uint32_t bit)
{
    uint64_t cells = get_line(self, self->place, false, line);
    uint64_t others = get_line(self, other, false, 63 - line);
    border here = {self->patches->several[self->place], self->place, line, false, cells};
    border there = {self->patches->several[other], other, 63 - line, false, others};
    if ((cells >> bit & others >> (63 - bit) & 1) != 0)
        meet_cells(self, &here, &there, UINT64_C(1) << bit, 63 - 2 * (int)bit);
}

static void meet_sides(const seeker *self, uint32_t sides)
{
    size_t place = self->place, across = self->map->tiles_across;
    bool is_free = self->map->info.corners == CAIRN_CORNERS_FREE;
    if ((sides & CAIRN__SIDES_BEHIND) != 0) {
        meet_side(self, place + 1, true, 63);
        meet_side(self, place + across, false, 63);
        if (is_free) {
            meet_corner(self, place + across - 1, 63, 0);
            meet_corner(self, place + across + 1, 63, 63);
        }
    }
    if ((sides & CAIRN__SIDES_BEFORE) != 0) {
        meet_side(self, place - 1, true, 0);
        meet_side(self, place - across, false, 0);
        if (is_free) {
            meet_corner(self, place - across - 1, 0, 0);
            meet_corner(self, place - across + 1, 0, 63);
        }
    }
}

void cairn__for_each_contact(const cairn_map *map, const cairn__patches *patches, size_t place,
                             uint32_t sides, cairn__meet meet, void *context)
{
    meet_sides(&(seeker){map, patches, place, ALL_PATCHES, 0, meet, context}, sides);
}

void cairn__for_each_contact_of(const cairn_map *map, const cairn__patches *patches,
                                cairn__patch_id patch, uint32_t seen, cairn__meet meet,
                                void *context)
{
    meet_sides(&(seeker){map, patches, patch / CAIRN__MAX_TILE_RUNS, patch % CAIRN__MAX_TILE_RUNS,
                         seen, meet, context},
               CAIRN__SIDES_BEHIND | CAIRN__SIDES_BEFORE);
}
