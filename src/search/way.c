/* way.c: from runs of moves to waypoints, and back. */
#include "search/way.h"

#include "grid/octile.h"
#include "grid/scans.h"
#include "grid/stamps.h"

uint32_t cairn__list_waypoints(cairn__path_search *search, cairn__xy *cells, uint32_t capacity)
{
    cairn__xy cell = search->from;
    uint32_t count = 1, move = 0;
    cells[0] = cell;
    if (search->operations->rewind != NULL)
        search->operations->rewind(search);
    while (!cairn__is_same_cell(cell, search->to)) {
        cairn__run run;
        if (search->operations->next(search, cell, &run) != CAIRN_OK)
            return 0;
        bool turns = count == 1 || run.move != move;
        if (turns && count == capacity)
            break;
        cell = cairn__cell_after(cell, run.move, run.count);
        count += turns ? 1 : 0;
        cells[count - 1] = cell;
        move = run.move;
    }
    return count;
}

bool cairn__way_keep(cairn__way *way, cairn__path_search *search)
{
    way->count = (uint16_t)cairn__list_waypoints(search, way->cells, CAIRN__WAY_CELLS);
    way->next = 1;
    return way->count > 0;
}

/* The run from one cell to another on the same line. */
static cairn__run get_run(cairn__xy from, cairn__xy to)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    int32_t across = x < 0 ? -x : x, down = y < 0 ? -y : y;
    return (cairn__run){.move = cairn__move_by((x > 0) - (x < 0), (y > 0) - (y < 0)),
                        .count = (uint32_t)(across > down ? across : down)};
}

static uint32_t count_legal(const cairn_map *map, cairn__xy from, cairn__run run)
{
    if (run.count == 0)
        return 0;
    int x = cairn__move_x[run.move], y = cairn__move_y[run.move];
    if (cairn__move_is_diagonal(run.move))
        return cairn__scan_diagonal(map, from.x, from.y, x, y, run.count);
    return x != 0 ? cairn__scan_row(map, from.x, from.y, x, run.count)
                  : cairn__scan_column(map, from.x, from.y, y, run.count);
}

cairn__run cairn__way_get_run(const cairn__way *way, const cairn_map *map, cairn__xy cell)
{
    if (way->next >= way->count || cairn__is_same_cell(cell, way->cells[way->next]))
        return (cairn__run){0};
    cairn__run run = get_run(cell, way->cells[way->next]);
    run.count = count_legal(map, cell, run);
    return run;
}

cairn__answer cairn__way_check(const cairn__way *way, const cairn_map *map, uint32_t version,
                               uint16_t *at, cairn__meter *meter)
{
    for (; *at + 1 < way->count; ++*at) {
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        cairn__xy from = way->cells[*at], to = way->cells[*at + 1];
        meter->left--;
        if (cairn__is_untouched(map, from, to, version))
            continue;
        cairn__run run = get_run(from, to);
        meter->left -= run.count / 128;
        if (!cairn__is_open_cell(map, from) || count_legal(map, from, run) < run.count)
            return CAIRN__NONE;
    }
    return CAIRN__DONE;
}
