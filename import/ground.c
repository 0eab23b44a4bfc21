/* ground.c: from the floors of a level to the grid of those that can be walked to.
 *
 * Three times over the rows. First all floors are joined by steps, and those joined to a start are
 * found. Then each column gets one of them, and where two that no step joins have become
 * neighbours, the higher one is blocked: a ledge is a wall to both sides, as a grid knows no moves
 * of one direction. Last the components of the grid are found, and specks are left out. */
#include "ground.h"

#include <math.h>
#include <stdlib.h>

/* A cell's floor once it is chosen. */
struct choice {
    int32_t z;
    int32_t rise;
};

#define NO_FLOOR INT32_MIN

struct ground {
    const import_source *source;
    const import_frame *frame;
    const import_def *def;
    import_grid *grid;
    import_runs runs;
    uint8_t *marks;      /* for each run that is a root: can it be reached? */
    uint8_t *start_used; /* for each start: does it stand on ground? */
    uint32_t *reached;   /* runs that starts stand on */
    uint32_t reached_count;
    uint32_t reached_capacity;
    struct choice *window[3]; /* rows above, here and below, with a column more on either side */
    uint64_t done;            /* rows, in all passes */
};

static bool tell(struct ground *ground)
{
    uint64_t total = 2 * (uint64_t)ground->frame->rows + ground->grid->info.height;
    return import_tell(ground->def, ++ground->done, total);
}

/* ---- the starts ---- */

/* The highest floor at most a step above the start; a player falls on it. */
static uint32_t find_floor(const import_floor_row *row, uint32_t x, const import_start *start,
                           double step)
{
    uint32_t found = IMPORT_NONE;
    double limit = (start->z + step) * IMPORT_UNIT;
    for (uint32_t i = row->first[x]; i < row->first[x + 1]; i++) {
        if (row->floors[i].z <= limit)
            found = i;
    }
    return found;
}

/* How far from a start its player may stand, in points: those beside the nearest, or half a radius
 * away, which is on the same side of every wall. */
static double get_reach(const struct ground *ground, double pitch)
{
    return fmax(1.5, ground->source->width / 4 / pitch);
}

static bool add_reached(struct ground *ground, uint32_t run)
{
    if (!import_grow((void **)&ground->reached, sizeof *ground->reached, ground->reached_count,
                     &ground->reached_capacity))
        return false;
    ground->reached[ground->reached_count++] = run;
    return true;
}

/* Notes what the starts near a row stand on, in points of `pitch` units. */
static bool find_starts(struct ground *ground, uint32_t y, double pitch)
{
    const import_floor_row *row = &ground->runs.rows[0];
    const import_source *source = ground->source;
    double reach = get_reach(ground, pitch);
    for (uint32_t i = 0; i < source->start_count; i++) {
        const import_start *start = &source->starts[i];
        double column = (start->x - ground->frame->left) / pitch;
        if (fabs((ground->frame->top - start->y) / pitch - y) >= reach)
            continue;
        for (double x = fmax(ceil(column - reach), 0); x < column + reach && x < row->width; x++) {
            uint32_t floor = find_floor(row, (uint32_t)x, start, source->step);
            if (floor == IMPORT_NONE)
                continue;
            ground->start_used[i] = 1;
            if (!add_reached(ground, row->floors[floor].run))
                return false;
        }
    }
    return true;
}

static cairn_status mark_reached(struct ground *ground)
{
    free(ground->marks);
    ground->marks = calloc((size_t)ground->runs.count + 1, 1);
    if (ground->marks == NULL)
        return import_fail_memory(ground->def->detail);
    for (uint32_t i = 0; i < ground->reached_count; i++)
        ground->marks[import_runs_find_root(&ground->runs, ground->reached[i])] = 1;
    ground->reached_count = 0;
    return import_runs_spread(&ground->runs, ground->marks)
               ? CAIRN_OK
               : import_fail_memory(ground->def->detail);
}

static cairn_status check_starts(struct ground *ground)
{
    import_info *info = &ground->grid->info;
    info->starts = ground->source->start_count;
    for (uint32_t i = 0; i < info->starts; i++)
        info->starts_used += ground->start_used[i];
    if (info->starts == 0)
        return import_fail(ground->def->detail, CAIRN_SYNTAX,
                           "the level has no place where a player starts; choose another level");
    if (info->starts_used == 0)
        return import_fail(ground->def->detail, CAIRN_SYNTAX,
                           "none of the level's %u starts has room for the player; choose a "
                           "smaller --radius or a finer --resolution",
                           info->starts);
    return CAIRN_OK;
}

/* ---- first: all floors, joined ---- */

static cairn_status join_floors(struct ground *ground)
{
    cairn_detail *detail = ground->def->detail;
    for (uint32_t y = 0; y < ground->frame->rows; y++) {
        import_floor_row *row = import_runs_begin_row(&ground->runs);
        cairn_status status = ground->source->find_row(ground->source->context, y, row);
        if (status == CAIRN_OK)
            status = import_runs_end_row(&ground->runs, detail);
        if (status != CAIRN_OK)
            return status;
        if (!find_starts(ground, y, ground->frame->pitch))
            return import_fail_memory(detail);
        if (!tell(ground))
            return CAIRN_INTERRUPTED;
    }
    cairn_status status = check_starts(ground);
    return status == CAIRN_OK ? mark_reached(ground) : status;
}

/* ---- second: one floor for each column ---- */

static void choose(struct ground *ground, struct choice *choice, struct choice floor)
{
    if (choice->z != NO_FLOOR) {
        ground->grid->info.overlaps++;
        bool higher = floor.z > choice->z;
        if (higher != (ground->def->player->overlap == IMPORT_OVERLAP_HIGHEST))
            return;
    }
    *choice = floor;
}

/* Fills a row of the window; blocked if `y` is outside. */
static void choose_row(struct ground *ground, int64_t y, struct choice *window)
{
    import_runs *runs = &ground->runs;
    for (uint32_t x = 0; x < ground->frame->columns + 2; x++)
        window[x] = (struct choice){NO_FLOOR, NO_FLOOR};
    if (y < 0 || y >= ground->frame->rows)
        return;
    for (uint32_t i = runs->row_first[y]; i < runs->row_first[y + 1]; i++) {
        const import_run *run = &runs->runs[i];
        if (!ground->marks[import_runs_find_root(runs, i)])
            continue;
        struct choice floor = {run->z, run->z + run->lift};
        for (uint32_t x = run->first;; x++) {
            choose(ground, &window[x + 1], floor);
            if (x == run->last)
                break;
            int32_t delta =
                run->deltas != IMPORT_NONE ? runs->deltas[run->deltas + (x - run->first)] : 0;
            floor.z += delta;
            floor.rise += delta;
        }
    }
}

static bool is_step(struct choice a, struct choice b, int32_t step)
{
    return a.z != NO_FLOOR && b.z != NO_FLOOR && import_is_step(a.z, a.rise, b.z, b.rise, step);
}

/* True if `here` is the higher one of two that no step joins. */
static bool is_above(struct choice here, struct choice other, int32_t step)
{
    return other.z != NO_FLOOR && here.z > other.z && !is_step(here, other, step);
}

/* A ledge towards one of the eight neighbours. A diagonal one that can be walked to around the
 * corner is none. */
static bool is_ledge(struct ground *ground, uint32_t x)
{
    struct choice *const *rows = ground->window;
    int32_t step = ground->runs.step;
    struct choice here = rows[1][x];
    if (is_above(here, rows[0][x], step) || is_above(here, rows[2][x], step) ||
        is_above(here, rows[1][x - 1], step) || is_above(here, rows[1][x + 1], step))
        return true;
    for (int i = 0; i < 4; i++) {
        uint32_t side = i & 1 ? x + 1 : x - 1;
        const struct choice *row = rows[i & 2];
        struct choice beside = rows[1][side], across = row[x], corner = row[side];
        bool around = (is_step(here, beside, step) && is_step(beside, corner, step)) ||
                      (is_step(here, across, step) && is_step(across, corner, step));
        if (is_above(here, corner, step) && !around)
            return true;
    }
    return false;
}

/* A cell is open if all its points are. */
static void close_cells(struct ground *ground, uint8_t *cells)
{
    uint32_t factor = ground->frame->factor;
    for (uint32_t x = 0; x < ground->frame->columns; x++) {
        if (ground->window[1][x + 1].z == NO_FLOOR || is_ledge(ground, x + 1))
            cells[x / factor] = 0;
    }
}

static void move_window(struct ground *ground, int64_t y)
{
    struct choice *oldest = ground->window[0];
    ground->window[0] = ground->window[1];
    ground->window[1] = ground->window[2];
    ground->window[2] = oldest;
    choose_row(ground, y, oldest);
}

static cairn_status choose_floors(struct ground *ground, uint8_t *cells)
{
    const import_frame *frame = ground->frame;
    for (int i = 0; i < 3; i++) {
        ground->window[i] = calloc((size_t)frame->columns + 2, sizeof *ground->window[i]);
        if (ground->window[i] == NULL)
            return import_fail_memory(ground->def->detail);
    }
    choose_row(ground, -1, ground->window[1]);
    choose_row(ground, 0, ground->window[2]);
    for (uint32_t y = 0; y < frame->rows; y++) {
        if (y % frame->factor == 0)
            memset(cells, 1, ground->grid->info.width);
        move_window(ground, (int64_t)y + 1);
        close_cells(ground, cells);
        if ((y + 1) % frame->factor == 0)
            import_grid_set_row(ground->grid, y / frame->factor, cells);
        if (!tell(ground))
            return CAIRN_INTERRUPTED;
    }
    return CAIRN_OK;
}

/* ---- third: the components ---- */

static cairn_status join_cells(struct ground *ground)
{
    const import_grid *grid = ground->grid;
    cairn_detail *detail = ground->def->detail;
    import_runs_close(&ground->runs);
    cairn_status status =
        import_runs_open(grid->info.width, grid->info.height, 0, detail, &ground->runs);
    for (uint32_t y = 0; status == CAIRN_OK && y < grid->info.height; y++) {
        import_floor_row *row = import_runs_begin_row(&ground->runs);
        bool good = true;
        for (uint32_t x = 0; x < grid->info.width; x++) {
            if (import_grid_is_open(grid, x, y))
                good = good && import_floor_row_add(row, INT32_MIN, INT32_MIN, INT32_MIN);
            import_floor_row_end_column(row);
        }
        status = good ? import_runs_end_row(&ground->runs, detail) : import_fail_memory(detail);
        if (status == CAIRN_OK && !find_starts(ground, y, ground->def->resolution))
            status = import_fail_memory(detail);
        if (status == CAIRN_OK && !tell(ground))
            status = CAIRN_INTERRUPTED;
    }
    return status == CAIRN_OK ? mark_reached(ground) : status;
}

/* The open cell whose middle is nearest to a start, no further away than its player may stand. */
static bool find_start_cell(const struct ground *ground, const import_start *start,
                            uint32_t nearest[2])
{
    const import_info *info = &ground->grid->info;
    double reach = get_reach(ground, info->resolution), least = INFINITY;
    double column = (start->x - info->origin[0]) / info->cell_size[0] - 0.5;
    double row = (start->y - info->origin[1]) / info->cell_size[1] - 0.5;
    for (double y = fmax(ceil(row - reach), 0); y <= row + reach && y < info->height; y++) {
        for (double x = fmax(ceil(column - reach), 0); x <= column + reach && x < info->width;
             x++) {
            double distance = (x - column) * (x - column) + (y - row) * (y - row);
            if (distance >= least || !import_grid_is_open(ground->grid, (uint32_t)x, (uint32_t)y))
                continue;
            least = distance;
            nearest[0] = (uint32_t)x;
            nearest[1] = (uint32_t)y;
        }
    }
    return least < INFINITY;
}

static cairn_status place_starts(struct ground *ground)
{
    for (uint32_t i = 0; i < ground->source->start_count; i++) {
        uint32_t cell[2];
        if (ground->start_used[i] && find_start_cell(ground, &ground->source->starts[i], cell) &&
            !import_grid_add_start(ground->grid, cell[0], cell[1]))
            return import_fail_memory(ground->def->detail);
    }
    return CAIRN_OK;
}

/* Blocks the cells of components on which no start is and no player has room. */
static void sweep_specks(struct ground *ground, const uint32_t *sizes)
{
    import_runs *runs = &ground->runs;
    import_info *info = &ground->grid->info;
    double side = ground->source->width / ground->def->resolution;
    for (uint32_t y = 0; y < info->height; y++) {
        for (uint32_t i = runs->row_first[y]; i < runs->row_first[y + 1]; i++) {
            uint32_t root = import_runs_find_root(runs, i);
            bool kept = ground->marks[root] || sizes[root] >= side * side;
            if (kept) {
                info->components += root == i;
                info->largest_component =
                    sizes[root] > info->largest_component ? sizes[root] : info->largest_component;
                continue;
            }
            const import_run *run = &runs->runs[i];
            import_grid_block(ground->grid, y, run->first, run->last);
            info->specks += (uint64_t)run->last - run->first + 1;
        }
    }
}

static cairn_status find_pieces(struct ground *ground)
{
    cairn_status status = join_cells(ground);
    if (status != CAIRN_OK)
        return status;
    import_runs *runs = &ground->runs;
    uint32_t *sizes = calloc((size_t)runs->count + 1, sizeof *sizes);
    if (sizes == NULL)
        return import_fail_memory(ground->def->detail);
    for (uint32_t i = 0; i < runs->count; i++)
        sizes[import_runs_find_root(runs, i)] +=
            (uint32_t)runs->runs[i].last - runs->runs[i].first + 1;
    sweep_specks(ground, sizes);
    free(sizes);
    if (ground->grid->info.open_cells > 0)
        return place_starts(ground);
    return import_fail(ground->def->detail, CAIRN_SYNTAX,
                       "no cell can be walked on at this resolution; choose a finer --resolution");
}

cairn_status import_ground_run(const import_source *source, const import_frame *frame,
                               const import_def *def, import_grid *grid)
{
    struct ground ground = {.source = source, .frame = frame, .def = def, .grid = grid};
    uint8_t *cells = malloc(grid->info.width);
    ground.start_used = calloc((size_t)source->start_count + 1, 1);
    cairn_status status =
        import_runs_open(frame->columns, frame->rows, (int32_t)lround(source->step * IMPORT_UNIT),
                         def->detail, &ground.runs);
    ground.runs.deepest_fall = (int32_t)lround(source->fall * IMPORT_UNIT);
    if (status == CAIRN_OK && (cells == NULL || ground.start_used == NULL))
        status = import_fail_memory(def->detail);
    if (status == CAIRN_OK)
        status = join_floors(&ground);
    if (status == CAIRN_OK)
        status = choose_floors(&ground, cells);
    if (status == CAIRN_OK)
        status = find_pieces(&ground);
    import_runs_close(&ground.runs);
    for (int i = 0; i < 3; i++)
        free(ground.window[i]);
    free(ground.reached);
    free(ground.start_used);
    free(ground.marks);
    free(cells);
    return status;
}
