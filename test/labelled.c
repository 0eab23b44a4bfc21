/* labelled.c: see labelled.h. */
#include "labelled.h"

#include <stdlib.h>

/* ---- a world and its labels ---- */

void labelled_create(labelled *self, const test_world *world)
{
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    cairn_detail detail = {0};
    def.map = world->map;
    self->world = world;
    test_image_build(&self->image, &def);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    if (cairn_db_verify(self->db, world->map, &detail) != CAIRN_OK)
        fail_msg("%s: %s", world->name, detail.text);
    assert_int_equal(cairn_db_verify(self->db, NULL, &detail), CAIRN_OK);
    assert_int_equal(cairn_planner_create(world->map, self->db, NULL, &self->planner), CAIRN_OK);
    self->costs = malloc((size_t)ref_get_cell_count(&world->ref) * sizeof *self->costs);
    assert_non_null(self->costs);
}

void labelled_destroy(labelled *self)
{
    cairn_planner_destroy(self->planner);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    free(self->costs);
}

void labelled_fail(const labelled *self, int from, int to, const char *what)
{
    test_world_print(self->world, from, to);
    fail_msg("%s: from %d to %d %s", self->world->name, from, to, what);
}

long labelled_get_length(const labelled *self, int from, int to)
{
    uint32_t distance = 0;
    cairn_status status = cairn_planner_find(self->planner, test_world_get_cell(self->world, from),
                                             test_world_get_cell(self->world, to), &distance);
    if (status == CAIRN_NO_PATH)
        return -1;
    if (status != CAIRN_OK)
        labelled_fail(self, from, to, cairn_status_get_name(status));
    return (long)distance;
}

int labelled_draw_pair(labelled *self, test_random *random, int *to)
{
    int from = test_world_draw(self->world, random);
    *to = REF_NONE;
    if (from == REF_NONE)
        return REF_NONE;
    ref_find_costs(&self->world->ref, from, self->costs);
    do
        *to = test_world_draw(self->world, random);
    while (self->costs[*to] < 0);
    return from;
}

/* ---- agents ---- */

test_agent_plan labelled_plan(const labelled *self)
{
    return test_plan_agent(self->world->map, self->db, CAIRN_LABELS);
}

cairn_agent *labelled_create_agent_of(const test_agent_plan *plan)
{
    cairn_agent *agent = NULL;
    assert_int_equal(test_agent_create(plan, &agent), CAIRN_OK);
    return agent;
}

cairn_agent *labelled_create_agent(const labelled *self)
{
    cairn_agent *agent = NULL;
    assert_int_equal(cairn_agent_create(self->world->map, self->db, NULL, &agent), CAIRN_OK);
    return agent;
}

/* Counts a step; the cell it leads to. */
static int count_step(const labelled *self, const cairn_agent *agent, const cairn_step *step,
                      labelled_walk *taken)
{
    const test_world *world = self->world;
    int at = taken->cells[taken->count - 1], next = test_world_get_id(world, step->cell);
    cairn_work work = test_agent_get_plan(agent).work;
    assert_int_equal(test_work_get_units(&work), step->units);
    assert_true(work.records == 0 && work.traced == 0 && work.others == 0);
    taken->most = step->units > taken->most ? step->units : taken->most;
    if (step->kind == CAIRN_STEP_WAITED) {
        assert_int_equal(next, at);
        assert_true(++taken->waited < 10000);
        return at;
    }
    if (ref_find_move(&world->ref, at, next) == REF_NONE)
        labelled_fail(self, at, next, "is no legal move");
    assert_true(taken->count < 4096);
    taken->cells[taken->count++] = next;
    return next;
}

void labelled_take_walk(const labelled *self, cairn_agent *agent, const int ends[2],
                        labelled_walk *taken)
{
    const test_world *world = self->world;
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    *taken = (labelled_walk){.cells = {ends[0]}, .count = 1};
    assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, ends[0]),
                                       test_world_get_cell(world, ends[1])),
                     CAIRN_OK);
    for (int at = ends[0]; at != ends[1];) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        at = count_step(self, agent, &step, taken);
    }
    assert_int_equal(ends[0] == ends[1] ? CAIRN_STEP_MOVED : CAIRN_STEP_ARRIVED, step.kind);
    taken->stats = test_agent_get_stats(agent);
}

void labelled_check_optimal(const labelled *self, cairn_agent *agent, int from, int to)
{
    static labelled_walk taken;
    labelled_take_walk(self, agent, (const int[2]){from, to}, &taken);
    if (taken.stats.cost != (uint64_t)self->costs[to])
        labelled_fail(self, from, to, "the walk is not optimal");
    assert_int_equal(taken.stats.learned, 0);
    assert_int_equal(taken.stats.failures, 0);
    assert_int_equal(taken.waited, 0);
}
