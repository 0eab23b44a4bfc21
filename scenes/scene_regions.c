/* scene_regions.c: which open cells hang together, filling small regions, joining the others.
 *
 * Cardinal moves alone decide: under strict corners a diagonal never joins what they do not. */
#include "scene_canvas.h"

#include <stdlib.h>
#include <string.h>

/* ---- disjoint sets ---- */

static uint32_t find_root(uint32_t *parents, uint32_t item)
{
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

/* The lower root wins, so that the result does not depend on the order of unions. */
static bool unite(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = find_root(parents, a);
    b = find_root(parents, b);
    if (a == b)
        return false;
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
    return true;
}

/* ---- filling: regions as sets of runs, the open stretches of a row ---- */

typedef struct run {
    uint16_t x0, x1; /* first and last cell */
    uint32_t y;
} run;

typedef struct run_table {
    run *runs;
    uint32_t *parents;
    uint32_t *cells; /* of a root: open cells of its region */
    uint32_t count;
} run_table;

/* The next open stretch of a row from x on; false at the row's end. */
static bool find_run(const cairn_scene *scene, int32_t y, int32_t *x, run *found)
{
    const char *row = cairn__scene_at(scene, 0, y);
    int32_t width = (int32_t)scene->width;
    while (*x < width && row[*x] != '.')
        ++*x;
    if (*x == width)
        return false;
    int32_t first = *x;
    while (*x < width && row[*x] == '.')
        ++*x;
    *found = (run){(uint16_t)first, (uint16_t)(*x - 1), (uint32_t)y};
    return true;
}

static uint32_t count_runs(const cairn_scene *scene)
{
    uint32_t count = 0;
    run found;
    for (int32_t y = 0; y < (int32_t)scene->height; y++)
        for (int32_t x = 0; find_run(scene, y, &x, &found);)
            count++;
    return count;
}

/* Joins the runs from..to-1 with those of the row above that they touch. */
static void unite_with_row_above(run_table *table, uint32_t above, uint32_t from, uint32_t to)
{
    uint32_t upper = above;
    for (uint32_t lower = from; lower < to;) {
        if (upper == from)
            return;
        run a = table->runs[upper];
        run b = table->runs[lower];
        if (a.x0 <= b.x1 && b.x0 <= a.x1)
            unite(table->parents, upper, lower);
        if (a.x1 < b.x1)
            upper++;
        else
            lower++;
    }
}

static void list_runs(const cairn_scene *scene, run_table *table)
{
    uint32_t count = 0;
    uint32_t above = 0;
    for (int32_t y = 0; y < (int32_t)scene->height; y++) {
        uint32_t from = count;
        for (int32_t x = 0; find_run(scene, y, &x, &table->runs[count]); count++)
            table->parents[count] = count;
        unite_with_row_above(table, above, from, count);
        above = from;
    }
}

static uint32_t find_largest(run_table *table)
{
    memset(table->cells, 0, table->count * sizeof *table->cells);
    for (uint32_t i = 0; i < table->count; i++) {
        uint32_t root = find_root(table->parents, i);
        table->cells[root] += 1U + table->runs[i].x1 - table->runs[i].x0;
    }
    uint32_t largest = 0;
    for (uint32_t i = 1; i < table->count; i++)
        if (table->cells[i] > table->cells[largest])
            largest = i;
    return largest;
}

cairn_status cairn__scene_fill_pockets(cairn_scene *scene, size_t least)
{
    run_table table = {.count = count_runs(scene)};
    /* One more: find_run() writes ahead of the count. */
    size_t room = (size_t)table.count + 1;
    table.runs = malloc(room * sizeof *table.runs);
    table.parents = malloc(room * sizeof *table.parents);
    table.cells = malloc(room * sizeof *table.cells);
    bool enough = table.runs && table.parents && table.cells;
    if (enough && table.count > 0) {
        list_runs(scene, &table);
        uint32_t largest = find_largest(&table);
        for (uint32_t i = 0; i < table.count; i++) {
            uint32_t root = find_root(table.parents, i);
            run r = table.runs[i];
            if (root != largest && table.cells[root] < least)
                memset(cairn__scene_at(scene, r.x0, (int32_t)r.y), '@', 1U + r.x1 - r.x0);
        }
    }
    free(table.runs);
    free(table.parents);
    free(table.cells);
    return enough ? CAIRN_OK : CAIRN_MEMORY;
}

/* ---- joining: all regions grow through rock at once; where two of them first meet, a tunnel
 * ---- */

#define UNREACHED UINT32_MAX

typedef struct growth {
    cairn_scene *scene;
    uint32_t *parents; /* disjoint sets of cells; UNREACHED: rock no region has grown into */
    uint32_t *origins; /* the cell a region grew from; itself where it was open at first */
    uint32_t *queue;
    uint32_t queued;
    int32_t brush;
} growth;

static void start_growth(growth *g)
{
    uint32_t width = g->scene->width;
    uint32_t count = (uint32_t)cairn__scene_get_cell_count(g->scene);
    for (uint32_t cell = 0; cell < count; cell++) {
        g->parents[cell] = UNREACHED;
        if (g->scene->cells[cell] != '.')
            continue;
        g->parents[cell] = cell;
        g->origins[cell] = cell;
        g->queue[g->queued++] = cell;
        if (cell % width > 0 && g->parents[cell - 1] != UNREACHED)
            unite(g->parents, cell, cell - 1);
        if (cell >= width && g->parents[cell - width] != UNREACHED)
            unite(g->parents, cell, cell - width);
    }
}

static void dig_back(growth *g, uint32_t cell)
{
    for (;;) {
        int32_t x = (int32_t)(cell % g->scene->width) - g->brush / 2;
        int32_t y = (int32_t)(cell / g->scene->width) - g->brush / 2;
        cairn__scene_fill_rect(g->scene, (cairn__scene_rect){x, y, x + g->brush, y + g->brush},
                               '.');
        if (g->origins[cell] == cell)
            return;
        cell = g->origins[cell];
    }
}

static void grow_into(growth *g, uint32_t cell, uint32_t next)
{
    if (g->parents[next] == UNREACHED) {
        g->parents[next] = find_root(g->parents, cell);
        g->origins[next] = cell;
        g->queue[g->queued++] = next;
    } else if (unite(g->parents, cell, next)) {
        dig_back(g, cell);
        dig_back(g, next);
    }
}

static void run_growth(growth *g)
{
    uint32_t width = g->scene->width;
    uint32_t height = g->scene->height;
    for (uint32_t done = 0; done < g->queued; done++) {
        uint32_t cell = g->queue[done];
        if (cell >= width)
            grow_into(g, cell, cell - width);
        if (cell % width > 0)
            grow_into(g, cell, cell - 1);
        if (cell % width + 1 < width)
            grow_into(g, cell, cell + 1);
        if (cell / width + 1 < height)
            grow_into(g, cell, cell + width);
    }
}

cairn_status cairn__scene_join_regions(cairn_scene *scene, int32_t brush)
{
    size_t count = cairn__scene_get_cell_count(scene);
    growth g = {.scene = scene, .brush = brush};
    g.parents = malloc(count * sizeof *g.parents);
    g.origins = malloc(count * sizeof *g.origins);
    g.queue = malloc(count * sizeof *g.queue);
    bool enough = g.parents && g.origins && g.queue;
    if (enough) {
        start_growth(&g);
        run_growth(&g);
    }
    free(g.parents);
    free(g.origins);
    free(g.queue);
    return enough ? CAIRN_OK : CAIRN_MEMORY;
}
