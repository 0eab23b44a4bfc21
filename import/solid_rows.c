/* solid_rows.c: solids as rows of floors.
 *
 * Above each point of a row every solid leaves out an interval of heights for the feet. Where the
 * intervals end and none goes on there is a floor, unless the side that ends it is too steep, or
 * something deadly is there. */
#include "solids.h"

#include <math.h>
#include <stdlib.h>

/* Heights beyond this, in units, are cut: no level is so high. */
static const double HIGHEST = 1e6;

/* Intervals in one row; more than this is no level but an attack. */
enum { MOST_INTERVALS = 4000000 };

/* Heights for feet that a solid leaves out, its ends not among them, in sixteenths. */
struct interval {
    int32_t low;
    int32_t high;
    uint32_t next; /* of the same column, or IMPORT_NONE */
    bool walkable;
    bool hazard;
};

struct rows {
    const import_solids *solids;
    const import_frame *frame;
    import_sweep sweep;
    struct interval *intervals; /* of the present row */
    uint32_t count;
    uint32_t capacity;
    uint32_t *heads; /* the first interval of each column, or IMPORT_NONE */
    double *low;     /* of the solid that is cut, for each column */
    double *high;
    uint8_t *walkable;
    struct interval *column; /* the intervals of one column, to be sorted */
    uint32_t column_capacity;
    cairn_detail *detail;
};

/* ---- cutting a solid along a row ---- */

/* The columns a solid's walls let it have at this y. */
static void find_columns(const struct rows *rows, const import_solid *solid, double y,
                         int64_t range[2])
{
    double from = -INFINITY, to = INFINITY;
    const import_side *sides = rows->solids->sides + solid->first_side;
    for (uint32_t i = 0; i < solid->side_count; i++) {
        if (sides[i].kind != SIDE_WALL)
            continue;
        double limit = sides[i].c - sides[i].b * y;
        if (sides[i].a > 0)
            to = fmin(to, limit / sides[i].a);
        else if (sides[i].a < 0)
            from = fmax(from, limit / sides[i].a);
        else if (limit <= 0)
            to = -INFINITY;
    }
    import_frame_find_columns(rows->frame, from, to, &range[0], &range[1]);
}

static void cut_roof(struct rows *rows, const import_side *side, double y, const int64_t range[2])
{
    double start = side->c - side->b * y - side->a * rows->frame->left;
    double slope = side->a * rows->frame->pitch;
    for (int64_t x = range[0]; x <= range[1]; x++) {
        double z = start - slope * (double)x;
        if (z < rows->high[x] || (z == rows->high[x] && side->walkable)) {
            rows->high[x] = z;
            rows->walkable[x] = side->walkable;
        }
    }
}

static void cut_base(struct rows *rows, const import_side *side, double y, const int64_t range[2])
{
    double start = side->c - side->b * y - side->a * rows->frame->left;
    double slope = side->a * rows->frame->pitch;
    for (int64_t x = range[0]; x <= range[1]; x++) {
        double z = start - slope * (double)x;
        rows->low[x] = z > rows->low[x] ? z : rows->low[x];
    }
}

/* A height in sixteenths. Cut to what a level has and moved above zero, so that it is rounded by
 * the cheapest of conversions: this is done for every solid above every point. */
static int32_t round_height(double z)
{
    enum { ABOVE_ZERO = 1 << 25 };
    z = z > HIGHEST ? HIGHEST : z < -HIGHEST ? -HIGHEST : z;
    return (int32_t)(z * IMPORT_UNIT + (ABOVE_ZERO + 0.5)) - ABOVE_ZERO;
}

static cairn_status add_interval(struct rows *rows, int64_t x, bool hazard)
{
    struct interval made = {.low = round_height(rows->low[x]),
                            .high = round_height(rows->high[x]),
                            .next = rows->heads[x],
                            .walkable = rows->walkable[x],
                            .hazard = hazard};
    if (made.low >= made.high)
        return CAIRN_OK;
    if (rows->count == MOST_INTERVALS)
        return import_fail(rows->detail, CAIRN_LIMIT,
                           "more than %d solids meet in one row; choose a coarser --resolution",
                           MOST_INTERVALS);
    if (!import_grow((void **)&rows->intervals, sizeof *rows->intervals, rows->count,
                     &rows->capacity))
        return import_fail_memory(rows->detail);
    rows->heads[x] = rows->count;
    rows->intervals[rows->count++] = made;
    return CAIRN_OK;
}

static cairn_status cut_solid(struct rows *rows, const import_solid *solid, double y)
{
    int64_t range[2];
    find_columns(rows, solid, y, range);
    for (int64_t x = range[0]; x <= range[1]; x++) {
        rows->low[x] = -HIGHEST;
        rows->high[x] = HIGHEST;
        rows->walkable[x] = 0;
    }
    const import_side *sides = rows->solids->sides + solid->first_side;
    for (uint32_t i = 0; i < solid->side_count; i++) {
        if (sides[i].kind == SIDE_ROOF)
            cut_roof(rows, &sides[i], y, range);
        else if (sides[i].kind == SIDE_BASE)
            cut_base(rows, &sides[i], y, range);
    }
    cairn_status status = CAIRN_OK;
    for (int64_t x = range[0]; status == CAIRN_OK && x <= range[1]; x++)
        status = add_interval(rows, x, solid->hazard);
    return status;
}

/* ---- the floors of a column ---- */

static int compare_intervals(const void *a, const void *b)
{
    const struct interval *one = a;
    const struct interval *other = b;
    return one->low < other->low ? -1 : one->low > other->low;
}

/* Columns are mostly short; only long ones are worth a call. */
static void sort_column(struct interval *column, uint32_t count)
{
    enum { LONG = 24 };
    if (count > LONG) {
        qsort(column, count, sizeof *column, compare_intervals);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        struct interval moved = column[i];
        uint32_t at = i;
        for (; at > 0 && column[at - 1].low > moved.low; at--)
            column[at] = column[at - 1];
        column[at] = moved;
    }
}

/* Gathers the solids of a column, sorted; false if there is no memory. */
static bool gather_column(struct rows *rows, uint32_t x, uint32_t *count)
{
    *count = 0;
    for (uint32_t i = rows->heads[x]; i != IMPORT_NONE; i = rows->intervals[i].next) {
        if (rows->intervals[i].hazard)
            continue;
        if (!import_grow((void **)&rows->column, sizeof *rows->column, *count,
                         &rows->column_capacity))
            return false;
        rows->column[(*count)++] = rows->intervals[i];
    }
    sort_column(rows->column, *count);
    return true;
}

static bool is_deadly(const struct rows *rows, uint32_t x, int32_t z)
{
    for (uint32_t i = rows->heads[x]; i != IMPORT_NONE; i = rows->intervals[i].next) {
        const struct interval *interval = &rows->intervals[i];
        if (interval->hazard && interval->low <= z && z < interval->high)
            return true;
    }
    return false;
}

static bool add_floors(struct rows *rows, uint32_t x, import_floor_row *row)
{
    uint32_t count;
    if (!gather_column(rows, x, &count))
        return false;
    for (uint32_t i = 0; i < count;) {
        struct interval merged = rows->column[i];
        for (i++; i < count && rows->column[i].low < merged.high; i++) {
            const struct interval *next = &rows->column[i];
            if (next->high > merged.high)
                merged.walkable = next->walkable;
            else if (next->high == merged.high)
                merged.walkable = merged.walkable || next->walkable;
            merged.high = next->high > merged.high ? next->high : merged.high;
        }
        int32_t top = i < count ? rows->column[i].low : INT32_MAX;
        if (merged.walkable && !is_deadly(rows, x, merged.high) &&
            !import_floor_row_add(row, merged.high, merged.high, top))
            return false;
    }
    return true;
}

/* ---- rows ---- */

static cairn_status find_row(void *context, uint32_t y, import_floor_row *row)
{
    struct rows *rows = context;
    double place = rows->frame->top - y * rows->frame->pitch;
    import_sweep_move(&rows->sweep, y);
    rows->count = 0;
    for (uint32_t x = 0; x < row->width; x++)
        rows->heads[x] = IMPORT_NONE;
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < rows->sweep.active_count; i++) {
        uint32_t index = rows->sweep.all[rows->sweep.active[i]].index;
        status = cut_solid(rows, &rows->solids->solids[index], place);
    }
    for (uint32_t x = 0; status == CAIRN_OK && x < row->width; x++) {
        if (rows->heads[x] != IMPORT_NONE && !add_floors(rows, x, row))
            status = import_fail_memory(rows->detail);
        import_floor_row_end_column(row);
    }
    return status;
}

static bool add_solids(struct rows *rows)
{
    for (uint32_t i = 0; i < rows->solids->count; i++) {
        const import_solid *solid = &rows->solids->solids[i];
        int64_t range[2];
        import_frame_find_rows(rows->frame, solid->least_y, solid->most_y, &range[0], &range[1]);
        if (!import_sweep_add(&rows->sweep, rows->frame, range, i))
            return false;
    }
    return import_sweep_begin(&rows->sweep);
}

cairn_status import_solids_run(const import_solids *solids, const import_frame *frame,
                               const import_source *source, const import_def *def,
                               import_grid *grid)
{
    struct rows rows = {.solids = solids, .frame = frame, .detail = def->detail};
    rows.heads = calloc(frame->columns, sizeof *rows.heads);
    rows.low = calloc(frame->columns, sizeof *rows.low);
    rows.high = calloc(frame->columns, sizeof *rows.high);
    rows.walkable = calloc(frame->columns, sizeof *rows.walkable);
    bool good = rows.heads != NULL && rows.low != NULL && rows.high != NULL &&
                rows.walkable != NULL && add_solids(&rows);
    import_source whole = *source;
    whole.context = &rows;
    whole.find_row = find_row;
    cairn_status status =
        good ? import_ground_run(&whole, frame, def, grid) : import_fail_memory(def->detail);
    import_sweep_close(&rows.sweep);
    free(rows.intervals);
    free(rows.heads);
    free(rows.low);
    free(rows.high);
    free(rows.walkable);
    free(rows.column);
    return status;
}
