/* frame.c: where the points lie at which a level is looked at, and what is active in a row. */
#include <math.h>
#include <stdlib.h>

#include "ground.h"

/* Around a level, in units. */
static const double MARGIN = 32;

/* Points are never further apart than this, in units: a stair is at least as deep, or the step
 * from one point to the next would be several stairs at once. */
static const double WIDEST_PITCH = 4;

/* But no cell is more points than this a side: it would be far wider than any player. */
static const double MOST_FACTOR = 16;

/* Points a side: what a run's 16 bits can count. */
enum { MOST_POINTS = 65535 };

cairn_status import_frame_make(const import_bounds *bounds, const import_def *def,
                               import_frame *frame, import_grid **grid)
{
    double size[2];
    for (int i = 0; i < 2; i++) {
        size[i] = ceil((bounds->most[i] - bounds->least[i] + 2 * MARGIN) / def->resolution);
        if (!(size[i] >= 1 && size[i] < 1e9))
            return import_fail(def->detail, CAIRN_SYNTAX,
                               "its places are not numbers that make sense; it may be damaged");
    }
    cairn_status status = import_grid_create((uint64_t)size[0], (uint64_t)size[1], def, grid);
    if (status != CAIRN_OK)
        return status;
    double longest = fmax(size[0], size[1]);
    double factor = fmin(ceil(def->resolution / WIDEST_PITCH), MOST_FACTOR);
    factor = fmin(factor, floor(MOST_POINTS / longest));
    *frame = (import_frame){.left = bounds->least[0] - MARGIN,
                            .top = bounds->most[1] + MARGIN,
                            .pitch = def->resolution / factor,
                            .factor = (uint32_t)factor,
                            .columns = (uint32_t)(size[0] * factor),
                            .rows = (uint32_t)(size[1] * factor)};
    (*grid)->info.origin[0] = frame->left - frame->pitch / 2;
    (*grid)->info.origin[1] = frame->top + frame->pitch / 2;
    (*grid)->info.cell_size[1] = -def->resolution;
    return CAIRN_OK;
}

/* The whole numbers strictly between two. */
static void find_between(double low, double high, int64_t *first, int64_t *last)
{
    /* Far beyond any frame, and still exact as whole numbers. */
    const double far = 1e9;
    *first = (int64_t)floor(fmax(fmin(low, far), -far)) + 1;
    *last = (int64_t)ceil(fmax(fmin(high, far), -far)) - 1;
}

void import_frame_find_columns(const import_frame *frame, double from, double to, int64_t *first,
                               int64_t *last)
{
    find_between((from - frame->left) / frame->pitch, (to - frame->left) / frame->pitch, first,
                 last);
    *first = *first < 0 ? 0 : *first;
    *last = *last >= frame->columns ? (int64_t)frame->columns - 1 : *last;
}

void import_frame_find_rows(const import_frame *frame, double low, double high, int64_t *first,
                            int64_t *last)
{
    find_between((frame->top - high) / frame->pitch, (frame->top - low) / frame->pitch, first,
                 last);
}

/* ---- the sweep ---- */

bool import_sweep_add(import_sweep *sweep, const import_frame *frame, const int64_t rows[2],
                      uint32_t index)
{
    int64_t first = rows[0] < 0 ? 0 : rows[0];
    int64_t last = rows[1] >= frame->rows ? (int64_t)frame->rows - 1 : rows[1];
    if (first > last)
        return true;
    if (!import_grow((void **)&sweep->all, sizeof *sweep->all, sweep->count, &sweep->capacity))
        return false;
    sweep->all[sweep->count++] = (import_active){(uint32_t)first, (uint32_t)last, index};
    return true;
}

static int compare_rows(const void *a, const void *b)
{
    const import_active *one = a;
    const import_active *other = b;
    if (one->first != other->first)
        return one->first < other->first ? -1 : 1;
    return one->index < other->index ? -1 : one->index > other->index;
}

bool import_sweep_begin(import_sweep *sweep)
{
    if (sweep->count > 0)
        qsort(sweep->all, sweep->count, sizeof *sweep->all, compare_rows);
    sweep->active = calloc((size_t)sweep->count + 1, sizeof *sweep->active);
    return sweep->active != NULL;
}

void import_sweep_move(import_sweep *sweep, uint32_t y)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sweep->active_count; i++) {
        if (sweep->all[sweep->active[i]].last >= y)
            sweep->active[kept++] = sweep->active[i];
    }
    for (; sweep->next < sweep->count && sweep->all[sweep->next].first <= y; sweep->next++)
        sweep->active[kept++] = sweep->next;
    sweep->active_count = kept;
}

void import_sweep_close(import_sweep *sweep)
{
    free(sweep->all);
    free(sweep->active);
    *sweep = (import_sweep){0};
}
