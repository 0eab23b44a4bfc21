/* patches.c: patches of a tile by joining runs of open cells between one row and the next, and
 * where patches of different tiles meet. */
#include "grid/patches.h"

#include <string.h>

#include "base/memory.h"

/* ---- within a tile ---- */

static uint32_t find_root(cairn__patch_finder *finder, uint32_t run)
{
    while (finder->of_runs[run] != run) {
        finder->of_runs[run] = finder->of_runs[finder->of_runs[run]];
        run = finder->of_runs[run];
    }
    return run;
}

static void join(cairn__patch_finder *finder, uint32_t a, uint32_t b)
{
    a = find_root(finder, a);
    b = find_root(finder, b);
    if (a < b)
        finder->of_runs[b] = (uint16_t)a;
    else
        finder->of_runs[a] = (uint16_t)b;
}

/* Joins a run with those above that it touches; `above_run` is the first of that row. */
static void join_above(cairn__patch_finder *finder, uint32_t run, uint64_t touching, uint64_t above,
                       uint32_t above_run)
{
    uint64_t starts = above & ~(above << 1);
    touching &= above;
    while (touching != 0) {
        uint32_t bit = cairn__count_trailing_zeros(touching);
        uint64_t up_to_here = UINT64_MAX >> (63 - bit);
        join(finder, above_run + cairn__count_ones(starts & up_to_here) - 1, run);
        (void)cairn__take_run(&touching);
    }
}

/* The runs of a row that is as the one above: each is joined with its like alone. */
static void repeat_runs(cairn__patch_finder *finder, uint32_t above, uint32_t end)
{
    for (; above < end; above++) {
        uint32_t run = finder->runs++;
        finder->of_runs[run] = finder->of_runs[above];
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
            finder->of_runs[run] = (uint16_t)run;
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
        uint32_t parent = finder->of_runs[run], first = finder->run_first[run];
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

cairn__tile_patches *cairn__keep_patches(const cairn__patch_finder *finder,
                                         const cairn_allocator *allocator)
{
    cairn__tile_patches *kept =
        cairn__allocate(allocator, count_bytes(finder->count, finder->runs), 1);
    if (kept == NULL)
        return NULL;
    kept->count = finder->count;
    kept->runs = finder->runs;
    kept->of_runs = (uint16_t *)(void *)(kept->list + finder->count);
    memcpy(kept->before, finder->before, sizeof kept->before);
    memcpy(kept->list, finder->list, finder->count * sizeof *kept->list);
    memcpy(kept->of_runs, finder->of_runs, finder->runs * sizeof *kept->of_runs);
    return kept;
}

size_t cairn__get_patches_bytes(const cairn__tile_patches *patches)
{
    return patches != NULL ? count_bytes(patches->count, patches->runs) : 0;
}

/* ---- between tiles ---- */

/* Two tiles side by side, or one above the other. */
typedef struct border {
    const cairn_map *map;
    const cairn__patches *patches;
    cairn__meet meet;
    void *context;
    size_t here;
    size_t there;
    uint32_t here_line; /* the row or column at the border */
    uint32_t there_line;
    bool upright; /* lines are columns */
} border;

static cairn__patch_id find_patch(const border *at, size_t place, uint32_t line, uint32_t bit)
{
    return at->upright ? cairn__patch_id_of(at->patches, at->map, place, line, bit)
                       : cairn__patch_id_of(at->patches, at->map, place, bit, line);
}

/* Cells with these bits here touch those there whose bits are `shift` higher. A run of such cells
 * lies in one patch on either side. */
static void meet_cells(const border *at, uint64_t touching, int shift)
{
    bool is_simple =
        at->patches->several[at->here] == NULL && at->patches->several[at->there] == NULL;
    while (touching != 0) {
        uint32_t bit = cairn__count_trailing_zeros(touching);
        at->meet(at->context, find_patch(at, at->here, at->here_line, bit),
                 find_patch(at, at->there, at->there_line, (uint32_t)((int)bit + shift)));
        if (is_simple)
            return;
        (void)cairn__take_run(&touching);
    }
}

static uint64_t get_line(const border *at, size_t place, uint32_t line)
{
    const cairn__tile *tile = &at->map->tiles[at->map->directory[place]];
    return at->upright ? tile->column[line] : tile->row[line];
}

static void meet_border(const border *at)
{
    uint64_t here = get_line(at, at->here, at->here_line);
    uint64_t there = get_line(at, at->there, at->there_line);
    meet_cells(at, here & there, 0);
    if (at->map->info.corners == CAIRN_CORNERS_FREE) {
        meet_cells(at, here & there << 1, -1);
        meet_cells(at, here & there >> 1, 1);
    }
}

/* Tiles that touch by one cell each: bit `bit` of the row `line` here, the opposite one there. */
static void meet_corner(border *at, size_t there, uint32_t line, uint32_t bit)
{
    at->there = there;
    at->upright = false;
    at->here_line = line;
    at->there_line = 63 - line;
    uint64_t here = get_line(at, at->here, line) >> bit;
    uint64_t opposite = get_line(at, there, 63 - line) >> (63 - bit);
    if ((here & opposite & 1) != 0)
        meet_cells(at, UINT64_C(1) << bit, 63 - 2 * (int)bit);
}

static void meet_side(border *at, size_t there, bool upright, uint32_t line)
{
    at->there = there;
    at->upright = upright;
    at->here_line = line;
    at->there_line = 63 - line;
    meet_border(at);
}

void cairn__for_each_contact(const cairn_map *map, const cairn__patches *patches, size_t place,
                             uint32_t sides, cairn__meet meet, void *context)
{
    border at = {.map = map, .patches = patches, .meet = meet, .context = context, .here = place};
    size_t across = map->tiles_across;
    bool is_free = map->info.corners == CAIRN_CORNERS_FREE;
    if ((sides & CAIRN__SIDES_BEHIND) != 0) {
        meet_side(&at, place + 1, true, 63);
        meet_side(&at, place + across, false, 63);
        if (is_free) {
            meet_corner(&at, place + across - 1, 63, 0);
            meet_corner(&at, place + across + 1, 63, 63);
        }
    }
    if ((sides & CAIRN__SIDES_BEFORE) != 0) {
        meet_side(&at, place - 1, true, 0);
        meet_side(&at, place - across, false, 0);
        if (is_free) {
            meet_corner(&at, place - across - 1, 0, 0);
            meet_corner(&at, place - across + 1, 0, 63);
        }
    }
}
