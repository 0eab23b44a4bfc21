/* wad_rows.c: a Doom level as rows of floors, by the game's own rule of where a player can be.
 *
 * The player is an upright box. It stands on the highest floor and under the lowest ceiling of the
 * sector its middle is in and of the two sectors beside each line its inside touches; a line with
 * nothing behind it, or one that is impassable, must not be touched. */
#include "wad_rows.h"

#include <math.h>
#include <stdlib.h>

/* The player's box in the game, in units, and the highest step; a fall hurts nobody. */
static const double RADIUS = 16, HEIGHT = 56, STEP = 24, DEEPEST_FALL = 65536;

enum { IMPASSABLE = 1 }; /* of a line's flags */

/* A line where it crosses the present row. */
struct crossing {
    double x;
    double slope;    /* x for each unit of y: which of two lines from one point is to the right */
    uint16_t sector; /* to the right of it */
};

/* A column of the present row while lines are held against it. */
struct place {
    int32_t floor;
    int32_t rise;
    int32_t ceiling;
};

struct rows {
    const wad_level *level;
    import_frame frame;
    double radius;
    int32_t height; /* in sixteenths, as all heights of floors are */
    import_sweep sweep;
    struct crossing *crossings;
    struct place *places;
    cairn_detail *detail;
};

static const struct place NOWHERE = {INT32_MAX / 2, INT32_MAX / 2, INT32_MIN / 2};

static struct place get_place(const wad_level *level, uint16_t sector)
{
    if (sector == WAD_NO_SECTOR)
        return NOWHERE;
    const wad_sector *from = &level->sectors[sector];
    return (struct place){from->floor, from->rise, from->ceiling};
}

static void tighten(struct place *place, const struct place *other)
{
    place->floor = other->floor > place->floor ? other->floor : place->floor;
    place->rise = other->rise > place->rise ? other->rise : place->rise;
    place->ceiling = other->ceiling < place->ceiling ? other->ceiling : place->ceiling;
}

/* ---- the sector of each column's middle ---- */

static int compare_crossings(const void *a, const void *b)
{
    const struct crossing *one = a;
    const struct crossing *other = b;
    if (one->x != other->x)
        return one->x < other->x ? -1 : 1;
    return one->slope < other->slope ? -1 : one->slope > other->slope;
}

/* Lines from y up to just above it: of two that meet at y, those that lead up. */
static uint32_t find_crossings(struct rows *rows, double y)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->sweep.active_count; i++) {
        const wad_line *line = &rows->level->lines[rows->sweep.all[rows->sweep.active[i]].index];
        bool up = line->from[1] <= y && line->to[1] > y;
        bool down = line->to[1] <= y && line->from[1] > y;
        if (!up && !down)
            continue;
        double slope = (line->to[0] - line->from[0]) / (line->to[1] - line->from[1]);
        rows->crossings[count++] =
            (struct crossing){.x = line->from[0] + (y - line->from[1]) * slope,
                              .slope = slope,
                              .sector = line->sectors[up ? 0 : 1]};
    }
    if (count > 1)
        qsort(rows->crossings, count, sizeof *rows->crossings, compare_crossings);
    return count;
}

/* Column of the first point at or to the right of x. */
static uint32_t find_column(const import_frame *frame, double x)
{
    double column = ceil((x - frame->left) / frame->pitch);
    return column <= 0 ? 0 : column >= frame->columns ? frame->columns : (uint32_t)column;
}

static void fill_sectors(struct rows *rows, double y)
{
    uint32_t count = find_crossings(rows, y);
    uint32_t from = 0;
    struct place place = NOWHERE;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t to =
            i < count ? find_column(&rows->frame, rows->crossings[i].x) : rows->frame.columns;
        for (uint32_t x = from; x < to; x++)
            rows->places[x] = place;
        from = to > from ? to : from;
        if (i < count)
            place = get_place(rows->level, rows->crossings[i].sector);
    }
}

/* ---- the lines that a box touches ---- */

/* What a line does to a box that touches it; false if nothing that its two sectors would not. */
static bool find_effect(const wad_level *level, const wad_line *line, struct place *effect)
{
    *effect = NOWHERE;
    if (line->sectors[0] == WAD_NO_SECTOR || line->sectors[1] == WAD_NO_SECTOR ||
        (line->flags & IMPASSABLE) != 0)
        return true;
    if (line->sectors[0] == line->sectors[1])
        return false;
    struct place other = get_place(level, line->sectors[1]);
    *effect = get_place(level, line->sectors[0]);
    tighten(effect, &other);
    return true;
}

/* The part of a line within less than a radius of y, as x from and to; false if there is none. */
static bool clip_line(const wad_line *line, double y, double radius, double x[2])
{
    bool up = line->to[1] >= line->from[1];
    const double *low = up ? line->from : line->to;
    const double *high = up ? line->to : line->from;
    double bottom = fmax(low[1], y - radius);
    double top = fmin(high[1], y + radius);
    double rise = high[1] - low[1];
    if (rise == 0 ? fabs(low[1] - y) >= radius : bottom >= top)
        return false;
    double a = rise == 0 ? low[0] : low[0] + (bottom - low[1]) * (high[0] - low[0]) / rise;
    double b = rise == 0 ? high[0] : low[0] + (top - low[1]) * (high[0] - low[0]) / rise;
    x[0] = fmin(a, b);
    x[1] = fmax(a, b);
    return true;
}

static void hold_line(struct rows *rows, const wad_line *line, double y)
{
    struct place effect;
    double x[2];
    int64_t first, last;
    if (!find_effect(rows->level, line, &effect) || !clip_line(line, y, rows->radius, x))
        return;
    import_frame_find_columns(&rows->frame, x[0] - rows->radius, x[1] + rows->radius, &first,
                              &last);
    for (int64_t i = first; i <= last; i++)
        tighten(&rows->places[i], &effect);
}

/* ---- rows ---- */

static cairn_status find_row(void *context, uint32_t y, import_floor_row *row)
{
    struct rows *rows = context;
    double place = rows->frame.top - y * rows->frame.pitch;
    import_sweep_move(&rows->sweep, y);
    fill_sectors(rows, place);
    for (uint32_t i = 0; i < rows->sweep.active_count; i++)
        hold_line(rows, &rows->level->lines[rows->sweep.all[rows->sweep.active[i]].index], place);
    for (uint32_t x = 0; x < row->width; x++) {
        const struct place *here = &rows->places[x];
        /* Within the heights a file can hold, so that sixteenths of them do not overflow. */
        if (here->ceiling > here->floor) {
            int32_t top = here->ceiling * IMPORT_UNIT - rows->height;
            int32_t z = here->floor * IMPORT_UNIT;
            int32_t rise = here->rise * IMPORT_UNIT;
            if (z <= top && !import_floor_row_add(row, z, rise < top ? rise : top, top))
                return import_fail_memory(rows->detail);
        }
        import_floor_row_end_column(row);
    }
    return CAIRN_OK;
}

/* A line concerns the rows within a radius of it, and those it crosses. */
static bool add_lines(struct rows *rows)
{
    for (uint32_t i = 0; i < rows->level->line_count; i++) {
        const wad_line *line = &rows->level->lines[i];
        double low = fmin(line->from[1], line->to[1]) - rows->radius;
        double high = fmax(line->from[1], line->to[1]) + rows->radius;
        int64_t range[2];
        import_frame_find_rows(&rows->frame, low, high, &range[0], &range[1]);
        if (!import_sweep_add(&rows->sweep, &rows->frame, range, i))
            return false;
    }
    return import_sweep_begin(&rows->sweep);
}

static cairn_status run_rows(struct rows *rows, const import_def *def, import_grid *grid)
{
    double radius = import_choose(def->player->radius, RADIUS);
    rows->radius = import_frame_get_radius(&rows->frame, radius);
    rows->height = (int32_t)lround(import_choose(def->player->height, HEIGHT) * IMPORT_UNIT);
    rows->crossings = calloc(rows->level->line_count, sizeof *rows->crossings);
    rows->places = calloc(rows->frame.columns, sizeof *rows->places);
    if (rows->crossings == NULL || rows->places == NULL || !add_lines(rows))
        return import_fail_memory(def->detail);
    import_source source = {.context = rows,
                            .find_row = find_row,
                            .starts = rows->level->starts,
                            .start_count = rows->level->start_count,
                            .step = import_choose(def->player->step_height, STEP),
                            .fall = import_choose(def->player->fall_height, DEEPEST_FALL),
                            .width = 2 * radius};
    return import_ground_run(&source, &rows->frame, def, grid);
}

cairn_status wad_level_run(const wad_level *level, const import_def *def, import_grid **grid)
{
    struct rows rows = {.level = level, .detail = def->detail};
    import_grid *made = NULL;
    cairn_status status = import_frame_make(&level->bounds, def, &rows.frame, &made);
    if (status == CAIRN_OK)
        status = run_rows(&rows, def, made);
    import_sweep_close(&rows.sweep);
    free(rows.crossings);
    free(rows.places);
    if (status == CAIRN_OK)
        *grid = made;
    else
        import_grid_destroy(made);
    return status;
}
