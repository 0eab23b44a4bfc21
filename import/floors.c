/* floors.c: joining floors to runs, and runs to each other, while rows go by. */
#include "floors.h"

#include <stdlib.h>

/* What the runs of a level may take: with what is found out about each of them, and a grid of the
 * largest size, all stays below 1 GB. */
#define MOST_BYTES (UINT64_C(600) << 20)

cairn_status import_runs_open(uint32_t width, uint32_t height, int32_t step, cairn_detail *detail,
                              import_runs *runs)
{
    *runs = (import_runs){.step = step};
    runs->row_first = calloc((size_t)height + 1, sizeof *runs->row_first);
    bool good = runs->row_first != NULL;
    for (int i = 0; i < 2; i++) {
        runs->rows[i].width = width;
        runs->rows[i].first = calloc((size_t)width + 1, sizeof *runs->rows[i].first);
        good = good && runs->rows[i].first != NULL;
    }
    if (good)
        return CAIRN_OK;
    import_runs_close(runs);
    return import_fail_memory(detail);
}

void import_runs_close(import_runs *runs)
{
    for (int i = 0; i < 2; i++) {
        free(runs->rows[i].first);
        free(runs->rows[i].floors);
    }
    free(runs->row_first);
    free(runs->runs);
    free(runs->falls);
    free(runs->deltas);
    *runs = (import_runs){0};
}

import_floor_row *import_runs_begin_row(import_runs *runs)
{
    import_floor_row above = runs->rows[0];
    runs->rows[0] = runs->rows[1];
    runs->rows[1] = above;
    runs->rows[0].count = 0;
    runs->rows[0].columns = 0;
    return &runs->rows[0];
}

uint32_t import_runs_find_root(import_runs *runs, uint32_t run)
{
    import_run *all = runs->runs;
    while (all[run].parent != run) {
        all[run].parent = all[all[run].parent].parent;
        run = all[run].parent;
    }
    return run;
}

static void join_runs(import_runs *runs, uint32_t a, uint32_t b)
{
    a = import_runs_find_root(runs, a);
    b = import_runs_find_root(runs, b);
    /* The older run stays the root: chains then lead up, and stay short. */
    if (a < b)
        runs->runs[b].parent = a;
    else
        runs->runs[a].parent = b;
}

/* Both ways: up as high as a step, and with room for the head where both stand. */
static bool is_joined(const import_floor *a, const import_floor *b, int32_t step)
{
    int32_t foot = a->z > b->z ? a->z : b->z;
    return foot <= a->top && foot <= b->top && import_is_step(a->z, a->rise, b->z, b->rise, step);
}

/* Notes that a player can fall from one floor to the other, if it is so: deeper than a step, and
 * with room for the head where it goes over the edge. */
static bool note_fall(import_runs *runs, const import_floor *a, const import_floor *b)
{
    const import_floor *high = a->z > b->z ? a : b;
    const import_floor *low = a->z > b->z ? b : a;
    int32_t depth = high->z - low->rise;
    if (depth <= runs->step || depth > runs->deepest_fall || high->z > low->top)
        return true;
    if (runs->fall_count > 0) {
        const import_fall *last = &runs->falls[runs->fall_count - 1];
        if (last->from == high->run && last->to == low->run)
            return true;
    }
    if (!import_grow((void **)&runs->falls, sizeof *runs->falls, runs->fall_count,
                     &runs->fall_capacity))
        return false;
    runs->falls[runs->fall_count++] = (import_fall){high->run, low->run};
    return true;
}

static bool begin_run(import_runs *runs, import_floor *floor, uint32_t x)
{
    if (!import_grow((void **)&runs->runs, sizeof *runs->runs, runs->count, &runs->capacity))
        return false;
    floor->run = runs->count++;
    runs->runs[floor->run] = (import_run){.first = (uint16_t)x,
                                          .last = (uint16_t)x,
                                          .z = floor->z,
                                          .lift = floor->rise - floor->z,
                                          .deltas = IMPORT_NONE,
                                          .parent = floor->run};
    return true;
}

/* Joins a floor to those to its left. It continues the run of the first that has not been
 * continued; with all the others its run is joined. */
static bool join_left(import_runs *runs, uint32_t x, uint32_t index)
{
    import_floor_row *row = &runs->rows[0];
    import_floor *floor = &row->floors[index];
    uint32_t begin = x > 0 ? row->first[x - 1] : 0;
    uint32_t end = row->first[x];
    for (uint32_t i = begin; i < end && floor->run == IMPORT_NONE; i++) {
        const import_floor *left = &row->floors[i];
        import_run *run = &runs->runs[left->run];
        if (run->last == x || run->lift != floor->rise - floor->z ||
            abs(left->z - floor->z) > INT16_MAX || !is_joined(left, floor, runs->step))
            continue;
        floor->run = left->run;
        floor->before = i;
        run->last = (uint16_t)x;
        if (left->z != floor->z)
            run->deltas = 0; /* a place is found when the run is complete */
    }
    if (floor->run == IMPORT_NONE && !begin_run(runs, floor, x))
        return false;
    for (uint32_t i = begin; i < end; i++) {
        const import_floor *left = &row->floors[i];
        if (left->run == floor->run)
            continue;
        if (is_joined(left, floor, runs->step))
            join_runs(runs, left->run, floor->run);
        else if (!note_fall(runs, left, floor))
            return false;
    }
    return true;
}

static bool join_above(import_runs *runs, uint32_t x, const import_floor *floor, uint32_t last[2])
{
    const import_floor_row *above = &runs->rows[1];
    for (uint32_t i = above->first[x]; i < above->first[x + 1]; i++) {
        const import_floor *other = &above->floors[i];
        if (other->run == last[0] && floor->run == last[1])
            continue;
        if (is_joined(other, floor, runs->step)) {
            join_runs(runs, other->run, floor->run);
            last[0] = other->run;
            last[1] = floor->run;
        } else if (!note_fall(runs, other, floor)) {
            return false;
        }
    }
    return true;
}

/* Finds the places of the deltas of the runs of this row. */
static bool place_deltas(import_runs *runs, uint32_t first_run)
{
    for (uint32_t i = first_run; i < runs->count; i++) {
        import_run *run = &runs->runs[i];
        if (run->deltas == IMPORT_NONE)
            continue;
        uint32_t length = (uint32_t)run->last - run->first;
        if (length > IMPORT_NONE - 1 - runs->delta_count)
            return false;
        run->deltas = runs->delta_count;
        runs->delta_count += length;
    }
    while (runs->delta_count > runs->delta_capacity) {
        if (!import_grow((void **)&runs->deltas, sizeof *runs->deltas, runs->delta_capacity,
                         &runs->delta_capacity))
            return false;
    }
    return true;
}

static void keep_deltas(import_runs *runs)
{
    const import_floor_row *row = &runs->rows[0];
    for (uint32_t x = 0; x < row->width; x++) {
        for (uint32_t i = row->first[x]; i < row->first[x + 1]; i++) {
            const import_floor *floor = &row->floors[i];
            const import_run *run = &runs->runs[floor->run];
            if (floor->before != IMPORT_NONE && run->deltas != IMPORT_NONE)
                runs->deltas[run->deltas + (x - run->first - 1)] =
                    (int16_t)(floor->z - row->floors[floor->before].z);
        }
    }
}

static bool join_row(import_runs *runs)
{
    const import_floor_row *row = &runs->rows[0];
    uint32_t last[2] = {IMPORT_NONE, IMPORT_NONE};
    for (uint32_t x = 0; x < row->width; x++) {
        for (uint32_t i = row->first[x]; i < row->first[x + 1]; i++) {
            if (!join_left(runs, x, i))
                return false;
            if (runs->rows_added > 0 && !join_above(runs, x, &row->floors[i], last))
                return false;
        }
    }
    return true;
}

cairn_status import_runs_end_row(import_runs *runs, cairn_detail *detail)
{
    uint32_t first_run = runs->count;
    runs->row_first[runs->rows_added] = first_run;
    if (!join_row(runs) || !place_deltas(runs, first_run))
        return import_fail_memory(detail);
    keep_deltas(runs);
    runs->row_first[++runs->rows_added] = runs->count;
    uint64_t bytes = (uint64_t)runs->count * sizeof *runs->runs +
                     (uint64_t)runs->fall_count * sizeof *runs->falls +
                     (uint64_t)runs->delta_count * sizeof *runs->deltas;
    if (bytes <= MOST_BYTES)
        return CAIRN_OK;
    return import_fail(detail, CAIRN_LIMIT,
                       "its floors need more than %u MB of memory at this resolution; choose a "
                       "coarser --resolution",
                       (unsigned)(MOST_BYTES >> 20));
}

/* ---- what can be reached ---- */

static int compare_falls(const void *a, const void *b)
{
    const import_fall *one = a;
    const import_fall *other = b;
    return one->from < other->from ? -1 : one->from > other->from;
}

/* The first fall from a root, among sorted ones. */
static uint32_t find_fall(const import_runs *runs, uint32_t root)
{
    uint32_t low = 0, high = runs->fall_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (runs->falls[middle].from < root)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool import_runs_spread(import_runs *runs, uint8_t *marks)
{
    uint32_t count = 0;
    uint32_t *waiting = malloc(((size_t)runs->count + 1) * sizeof *waiting);
    if (waiting == NULL)
        return false;
    for (uint32_t i = 0; i < runs->fall_count; i++) {
        runs->falls[i].from = import_runs_find_root(runs, runs->falls[i].from);
        runs->falls[i].to = import_runs_find_root(runs, runs->falls[i].to);
    }
    if (runs->fall_count > 0)
        qsort(runs->falls, runs->fall_count, sizeof *runs->falls, compare_falls);
    for (uint32_t i = 0; i < runs->count; i++)
        if (marks[i])
            waiting[count++] = i;
    while (count > 0) {
        uint32_t root = waiting[--count];
        for (uint32_t i = find_fall(runs, root);
             i < runs->fall_count && runs->falls[i].from == root; i++) {
            uint32_t to = runs->falls[i].to;
            if (!marks[to])
                waiting[count++] = to;
            marks[to] = 1;
        }
    }
    free(waiting);
    return true;
}
