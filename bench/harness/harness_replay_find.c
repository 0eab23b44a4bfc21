/* harness_replay_find.c: problems of a replay: solved by a search or by walking, and held against the
 * board and against what the text says. */
#include "harness_replay_state.h"

#include <stdlib.h>

/* Lists all cells of the path that was found; there are at most as many as straight moves would make
 * of its cost. */
static cairn_status list_path(harness_replay *self, harness_row *row)
{
    uint32_t tenths = 0;
    harness_cells *path = &self->path;
    cairn_status status = cairn_planner_get_distance(self->solver, &tenths);
    size_t most = (size_t)tenths / 10 + 1;
    if (status == CAIRN_OK && most > path->capacity) {
        free(path->cells);
        path->cells = malloc(2 * most * sizeof *path->cells);
        path->capacity = path->cells != NULL ? 2 * most : 0;
        status = path->cells != NULL ? CAIRN_OK : CAIRN_MEMORY;
    }
    row->cost = tenths;
    return status == CAIRN_OK
               ? cairn_planner_get_path(self->solver, 0, path->capacity, path->cells, &path->count)
               : status;
}

static cairn_status find_by_search(harness_replay *self, const cairn_cell ends[2], harness_row *row)
{
    cairn_status status = cairn_planner_ask(self->solver, ends[0], ends[1]);
    if (status != CAIRN_OK)
        return status;
    do {
        uint64_t spent = 0;
        status = cairn_planner_run(self->solver, self->def.max_work, &spent);
        harness_row_note_units(row, spent);
    } while (status == CAIRN_UNFINISHED && !harness_replay_is_stopped(self));
    return status == CAIRN_OK ? list_path(self, row) : status;
}

static cairn_status find_by_walk(harness_replay *self, const cairn_cell ends[2], harness_row *row)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    cairn_step step = {.cell = ends[0]};
    cairn_cell last = UINT32_MAX;
    cairn_status status = cairn_agent_start(self->walker, ends[0], ends[1]);
    self->path.count = 0;
    while (status == CAIRN_OK && !harness_replay_is_stopped(self)) {
        if (step.cell != last && !harness_cells_add(&self->path, step.cell))
            return CAIRN_MEMORY;
        if (step.kind == CAIRN_STEP_ARRIVED)
            break;
        last = step.cell;
        status = cairn_agent_step(self->walker, &step);
        harness_row_note_units(row, status == CAIRN_OK ? step.units : 0);
    }
    if (status == CAIRN_OK)
        status = cairn_agent_get_stats(self->walker, &stats);
    row->cost = (int64_t)stats.cost;
    return status;
}

cairn_status harness_replay_solve(harness_replay *self, const cairn_cell ends[2], harness_row *row)
{
    return self->solver != NULL ? find_by_search(self, ends, row) : find_by_walk(self, ends, row);
}

/* Checks the path on the board: the cost that was reported, by legal moves, from end to end. */
static void check_path(const harness_replay *self, const cairn_cell ends[2], harness_row *row)
{
    const harness_cells *path = &self->path;
    int64_t cost = 0;
    for (size_t i = 1; i < path->count; i++) {
        uint32_t tenths = harness_board_find_cost(&self->board, path->cells[i - 1], path->cells[i]);
        cost += tenths;
        row->illegal += tenths == 0;
    }
    row->moves = path->count - (path->count > 0);
    bool whole = path->count > 0 && path->cells[0] == ends[0] &&
                 path->cells[path->count - 1] == ends[1] && cost == row->cost;
    row->result = whole ? HARNESS_RESULT_OK : HARNESS_RESULT_DIFFERS;
}

cairn_status harness_replay_judge(const harness_replay *self, const harness_event *event,
                                  cairn_status status, harness_row *row)
{
    if (status == CAIRN_OK) {
        check_path(self, event->ends, row);
    } else if (status == CAIRN_NO_PATH || status == CAIRN_BLOCKED) {
        row->result = status == CAIRN_BLOCKED ? HARNESS_RESULT_BLOCKED : HARNESS_RESULT_NO_PATH;
        row->cost = HARNESS_COST_NO_PATH;
    } else {
        return status;
    }
    if (event->cost != HARNESS_COST_NOT_GIVEN && event->cost != row->cost)
        row->result = HARNESS_RESULT_DIFFERS;
    return CAIRN_OK;
}
