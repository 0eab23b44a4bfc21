/* label_path.c: an agent of kind labels that nobody sees walks the path: its first step is the
 * search, and the steps after it tell the path. Where it falls back, the labels are damaged. */
#include "plan/label_path.h"

#include "base/memory.h"
#include "plan/labels.h"

typedef struct label_path {
    cairn__path_search base;
    cairn_agent *agent;
} label_path;

static cairn_agent *get_agent(const cairn__path_search *search)
{
    return ((const label_path *)search)->agent;
}

static void destroy(cairn__path_search *search)
{
    cairn_allocator allocator = search->allocator;
    cairn_agent_destroy(get_agent(search));
    cairn__release(&allocator, search);
}

static void start(cairn__path_search *search)
{
    (void)cairn_agent_start(get_agent(search), cairn__pack(search->from), cairn__pack(search->to));
}

/* One step of at most so many units; 0: no limit. */
static cairn_status step(cairn_agent *agent, uint32_t units, cairn_step *step)
{
    agent->max_work = units;
    cairn_status status = cairn_agent_step(agent, step);
    return status == CAIRN_OK && agent->failures > 0 ? CAIRN_CORRUPT : status;
}

static cairn_status run(cairn__path_search *search, cairn__meter *meter)
{
    bool limited = meter->left != CAIRN__NO_LIMIT;
    cairn_agent *agent = get_agent(search);
    cairn_step made;
    cairn_status status = step(agent, limited ? cairn__meter_get_left(meter) : 0, &made);
    if (status != CAIRN_OK)
        return status;
    meter->left -= made.units;
    return made.kind == CAIRN_STEP_WAITED ? CAIRN_UNFINISHED : CAIRN_OK;
}

static uint32_t get_cost(const cairn__path_search *search)
{
    bool is_there = cairn__is_same_cell(search->from, search->to);
    return is_there ? 0 : cairn__labels_get_distance(get_agent(search));
}

static void rewind_path(cairn__path_search *search)
{
    cairn__labels_rewind(get_agent(search), search->from);
}

static cairn_status next(cairn__path_search *search, cairn__xy cell, cairn__run *moves)
{
    cairn_step made;
    cairn_status status = step(get_agent(search), 0, &made);
    cairn__xy after = cairn__unpack(made.cell);
    if (status == CAIRN_OK)
        *moves = (cairn__run){cairn__move_by(after.x - cell.x, after.y - cell.y), 1, 0};
    return status;
}

static const cairn__path_operations operations = {
    .method = CAIRN_METHOD_LABELS,
    .destroy = destroy,
    .start = start,
    .run = run,
    .get_cost = get_cost,
    .rewind = rewind_path,
    .next = next,
};

cairn_status cairn__label_path_create(const cairn_map *map, const cairn_db *db,
                                      const cairn_allocator *allocator, cairn__path_search **search)
{
    cairn_agent_def def = {.size = sizeof def, .algorithm = CAIRN_LABELS, .allocator = allocator};
    label_path *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->base.operations = &operations;
    made->base.allocator = *allocator;
    cairn_status status = cairn_agent_create(map, db, &def, &made->agent);
    if (status != CAIRN_OK) {
        destroy(&made->base);
        return status;
    }
    made->base.bytes = sizeof *made + made->agent->bytes;
    *search = &made->base;
    return CAIRN_OK;
}
