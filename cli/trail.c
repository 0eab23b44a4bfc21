/* trail.c: moving an agent once, and keeping where it has been. */
#include "trail.h"

#include <stdlib.h>

/* East, south-west, south, south-east; the other four are these seen from the other end. */
const int cli_trail_edges[TRAIL_EDGES][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};

static cairn_status open_trail(const struct cli_world *world, struct cli_trail *trail)
{
    cairn_map_info info = cli_get_map_info(world->map);
    size_t cells = (size_t)info.width * info.height;
    *trail = (struct cli_trail){.db = world->db, .width = info.width};
    if (world->db != NULL && cli_get_db_info(world->db).kind == CAIRN_DB_KNN)
        trail->records = (uint32_t)cli_get_figure(world->db, "records");
    trail->visits = calloc(cells, sizeof *trail->visits);
    trail->edges = calloc(cells, sizeof *trail->edges);
    trail->chosen = calloc(trail->records + (size_t)1, sizeof *trail->chosen);
    bool good = trail->visits != NULL && trail->edges != NULL && trail->chosen != NULL;
    return good ? CAIRN_OK : CAIRN_MEMORY;
}

void cli_trail_close(struct cli_trail *trail)
{
    free(trail->visits);
    free(trail->edges);
    free(trail->chosen);
    free(trail->cells.cells);
    free(trail->subgoals.cells);
    *trail = (struct cli_trail){0};
}

static size_t get_number(const struct cli_trail *trail, cairn_cell cell)
{
    return (size_t)cairn_cell_get_y(cell) * trail->width + cairn_cell_get_x(cell);
}

uint32_t cli_trail_get_visits(const struct cli_trail *trail, cairn_cell cell)
{
    return trail->visits[get_number(trail, cell)];
}

static bool visit(struct cli_trail *trail, cairn_cell cell)
{
    uint32_t *visits = &trail->visits[get_number(trail, cell)];
    if (*visits == 0 && !harness_cells_add(&trail->cells, cell))
        return false;
    if (*visits < UINT32_MAX)
        (*visits)++;
    return true;
}

/* Notes a move with the one of its cells that comes first. */
static void note_edge(struct cli_trail *trail, cairn_cell from, cairn_cell to)
{
    bool forward = get_number(trail, from) < get_number(trail, to);
    cairn_cell first = forward ? from : to, second = forward ? to : from;
    for (int i = 0; i < TRAIL_EDGES; i++) {
        if (cairn_cell_get_x(second) - cairn_cell_get_x(first) == (uint32_t)cli_trail_edges[i][0] &&
            cairn_cell_get_y(second) - cairn_cell_get_y(first) == (uint32_t)cli_trail_edges[i][1])
            trail->edges[get_number(trail, first)] |= (uint8_t)(1 << i);
    }
}

/* Notes what the agent heads for, if that is new and not the goal, and the record it is from. */
static bool note_target(struct cli_trail *trail, const cairn_agent *agent, cairn_cell *last)
{
    cairn_agent_plan plan = {.size = sizeof plan};
    (void)cairn_agent_get_plan(agent, &plan); /* fails without a size alone */
    if (plan.record < trail->records)
        trail->chosen[plan.record] = 1;
    bool is_new = plan.target != *last && plan.target != cairn_agent_get_goal(agent);
    *last = plan.target;
    return !is_new || harness_cells_add(&trail->subgoals, plan.target);
}

/* The agent on its way. */
struct follower {
    struct cli_trail *trail;
    const cairn_agent *agent;
    cairn_cell here;
    cairn_cell target;
};

static bool follow(void *context, const cairn_step *step)
{
    struct follower *follower = context;
    if (step->kind == CAIRN_STEP_WAITED)
        return true;
    note_edge(follower->trail, follower->here, step->cell);
    follower->here = step->cell;
    return visit(follower->trail, step->cell) &&
           note_target(follower->trail, follower->agent, &follower->target);
}

static cairn_status walk(struct cli_trail *trail, const struct cli_world *world,
                         const cairn_cell ends[2], uint64_t max_moves)
{
    const harness_care care = {.watched = 1};
    struct follower follower = {trail, world->agent, ends[0], ends[1]};
    harness_walker walker;
    cairn_status status = harness_walker_open(world->map, &care, &walker);
    walker.agent = world->agent;
    walker.max_moves = max_moves;
    walker.stop = &cli_signal;
    walker.notice = follow;
    walker.notice_context = &follower;
    if (status == CAIRN_OK)
        status =
            visit(trail, ends[0]) ? harness_walker_run(&walker, ends, &trail->walk) : CAIRN_MEMORY;
    harness_walker_close(&walker);
    return status;
}

cairn_status cli_trail_run(const struct cli_world *world, const cairn_cell ends[2],
                           uint64_t max_moves, struct cli_trail *trail)
{
    cairn_status status = open_trail(world, trail);
    return status == CAIRN_OK ? walk(trail, world, ends, max_moves) : status;
}

bool cli_trail_find_record(const struct cli_trail *trail, uint32_t *place, cairn_record *record)
{
    while (*place < trail->records) {
        cairn_status status = cairn_db_get_record(trail->db, (*place)++, record);
        if (status == CAIRN_OK && record->id < trail->records && trail->chosen[record->id])
            return true;
    }
    return false;
}
