/* living_walks.c: see living_walks.h. Nothing here asks the library what is right: moves, components
 * and nearest cells are those of living_world.c. */
#include "living_walks.h"

#include "living_world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define ALGORITHM(name, word, number) number,
static const cairn_algorithm algorithms[] = {CAIRN_ALGORITHM_LIST(ALGORITHM)};
#undef ALGORITHM

enum {
    ALGORITHMS = sizeof algorithms / sizeof algorithms[0],
    WALKERS = 2 * ALGORITHMS,
    CHANGING_TICKS = 80,
    MOST_QUIET_STEPS = 100000000, /* until an agent arrives that can: FALCONS has taken millions */
    ROOM = 4096,                  /* for learned values, where it may not grow */
    MOST_SIDE = 5,                /* of a rectangle */
};

typedef struct walker {
    test_agent_plan plan;
    test_counter counter;
    cairn_agent *agent;
    bool may_grow;
    bool started;
    cairn_cell cell;
    cairn_cell asked;
    cairn_cell goal;    /* that it must head for */
    uint32_t last_kind; /* of its steps */
    uint64_t cost;
    uint64_t moves;
} walker;

typedef struct crowd {
    uint32_t number;
    living_world world;
    walker walkers[WALKERS];
    living_totals *totals;
} crowd;

/* ---- what is wrong ---- */

static bool expect(crowd *self, const walker *at, bool is_right, const char *what)
{
    if (is_right)
        return true;
    const cairn_agent_def *def = &at->plan.def;
    self->totals->wrong++;
    printf("world %" PRIu32 ", step %" PRIu64 ", %s, policies %u %u, busy %u, budget %u, cell "
           "(%u, %u), asked (%u, %u): %s\n",
           self->number, self->totals->steps, cairn_algorithm_get_name(def->algorithm),
           def->goal_policy, def->stranded_policy, def->busy, def->max_work,
           cairn_cell_get_x(at->cell), cairn_cell_get_y(at->cell), cairn_cell_get_x(at->asked),
           cairn_cell_get_y(at->asked), what);
    return false;
}

/* ---- agents ---- */

static bool is_learner(cairn_algorithm algorithm)
{
    cairn_option_info info = {.size = sizeof info};
    for (uint32_t i = 0; cairn_option_get_info(i, &info) == CAIRN_OK; i++)
        if (info.option == CAIRN_OPTION_NO_GROWTH)
            return (info.scope & CAIRN_FOR_ALGORITHM(algorithm)) != 0;
    return false;
}

static void set_options(walker *made, test_random *random)
{
    test_agent_plan *plan = &made->plan;
    if (!made->may_grow) {
        test_agent_plan_set(plan, CAIRN_OPTION_NO_GROWTH, 1);
        test_agent_plan_set(plan, CAIRN_OPTION_LEARNED_CAPACITY, ROOM);
    }
    bool odd = test_draw_below(random, 2) != 0;
    if (plan->def.algorithm == CAIRN_LRTA && odd)
        test_agent_plan_set(plan, CAIRN_OPTION_G_MAX, 100);
    if (plan->def.algorithm == CAIRN_DLRTA && odd)
        test_agent_plan_set(plan, CAIRN_OPTION_LOOKUP, 1);
    if (plan->def.algorithm == CAIRN_LRTS && odd)
        test_agent_plan_set(plan, CAIRN_OPTION_LEARNING_QUOTA, 100);
    if (plan->def.algorithm == CAIRN_KNN && odd) {
        test_agent_plan_set(plan, CAIRN_OPTION_SKIP, 1);
        test_agent_plan_set(plan, CAIRN_OPTION_RANK, 1);
    }
}

static void create_walker(crowd *self, uint32_t place)
{
    walker *made = &self->walkers[place];
    test_random *random = &self->world.random;
    cairn_algorithm algorithm = algorithms[place % ALGORITHMS];
    const cairn_db *db =
        living_world_get_db(&self->world, algorithm, test_draw_below(random, 2) != 0);
    cairn_allocator allocator = test_counter_get_allocator(&made->counter);
    made->plan = test_plan_agent(self->world.map, db, algorithm);
    cairn_agent_def *def = &made->plan.def;
    def->max_work = test_draw_below(random, 2) != 0 ? CAIRN_MIN_WORK : 0;
    def->busy = test_draw_below(random, 2) != 0 ? CAIRN_BUSY_MOVE : CAIRN_BUSY_WAIT;
    def->goal_policy = test_draw_below(random, 2) != 0 ? CAIRN_GOAL_NEAREST : CAIRN_GOAL_EXACT;
    def->stranded_policy =
        test_draw_below(random, 2) != 0 ? CAIRN_STRANDED_LEAVE : CAIRN_STRANDED_STAY;
    def->planner = test_draw_below(random, 2) != 0 ? self->world.planner : NULL;
    def->allocator = &allocator;
    made->may_grow = !is_learner(algorithm) || test_draw_below(random, 2) != 0;
    set_options(made, random);
    assert_int_equal(test_agent_create(&made->plan, &made->agent), CAIRN_OK);
}

/* The goal that an agent heads for from an open cell. */
static void find_goal(const crowd *self, walker *at)
{
    at->goal = at->asked;
    if (at->plan.def.goal_policy == CAIRN_GOAL_NEAREST &&
        living_world_is_open(&self->world, at->cell))
        (void)living_world_find_nearest(&self->world, at->asked, &at->cell, &at->goal);
}

static cairn_status expect_start(const crowd *self, const walker *at, cairn_cell from,
                                 cairn_cell to)
{
    const living_world *world = &self->world;
    if (!living_world_is_open(world, from))
        return CAIRN_BLOCKED;
    if (at->plan.def.goal_policy == CAIRN_GOAL_NEAREST)
        return CAIRN_OK;
    if (!living_world_is_open(world, to))
        return CAIRN_BLOCKED;
    return living_world_is_joined(world, from, to) ? CAIRN_OK : CAIRN_NO_PATH;
}

static void start(crowd *self, walker *at)
{
    cairn_cell from = living_world_draw(&self->world), to = living_world_draw(&self->world);
    cairn_status status = cairn_agent_start(at->agent, from, to);
    (void)expect(self, at, status == expect_start(self, at, from, to), "start says otherwise");
    at->started = status == CAIRN_OK;
    at->last_kind = CAIRN_STEP_MOVED;
    at->cell = from;
    at->asked = to;
    at->cost = at->moves = 0;
    self->totals->problems++;
    find_goal(self, at);
}

/* ---- steps ---- */

static bool find_near(const living_world *world, cairn_cell from, const cairn_cell *joined,
                      cairn_cell *exit)
{
    return living_world_find_nearest(world, from, joined, exit) &&
           cairn_cell_get_distance(from, *exit) <= 10 * CAIRN_LEAVE_CELLS;
}

/* The nearest cell to leave a blocked one for, joined to the goal or else any; false if there is none near
 * enough. */
static bool find_exit(const crowd *self, const walker *at, cairn_cell *exit)
{
    const living_world *world = &self->world;
    if (at->plan.def.stranded_policy == CAIRN_STRANDED_STAY)
        return false;
    return (living_world_is_open(world, at->asked) &&
            find_near(world, at->cell, &at->asked, exit)) ||
           find_near(world, at->cell, NULL, exit);
}

static void check_leaving(crowd *self, const walker *at, const cairn_step *step)
{
    uint32_t made = cairn_cell_get_distance(at->cell, step->cell);
    cairn_cell exit;
    (void)expect(self, at, made == 10 || made == 14, "leaving is one move");
    if (at->last_kind == CAIRN_STEP_LEAVING)
        return;
    if (expect(self, at, !living_world_is_open(&self->world, at->cell), "it leaves an open cell") &&
        expect(self, at, find_exit(self, at, &exit), "it leaves for nowhere"))
        (void)expect(self, at,
                     cairn_cell_get_distance(step->cell, exit) + made ==
                         cairn_cell_get_distance(at->cell, exit),
                     "it does not go straight to the nearest cell");
}

/* A step of an agent that a change keeps from going on. */
static void check_plight(crowd *self, const walker *at, const cairn_step *step, bool is_open)
{
    cairn_cell exit;
    if (step->kind == CAIRN_STEP_LEAVING) {
        check_leaving(self, at, step);
        return;
    }
    (void)expect(self, at, step->kind == (is_open ? CAIRN_STEP_CUT_OFF : CAIRN_STEP_STRANDED),
                 "it should stand still");
    (void)expect(self, at, step->cell == at->cell && step->units == 0, "it does not stand still");
    (void)expect(self, at, is_open || !find_exit(self, at, &exit), "it should leave");
}

static void check_walking(crowd *self, const walker *at, const cairn_step *step)
{
    bool is_move = living_world_is_move(&self->world, at->cell, step->cell);
    bool stays = at->cell == step->cell;
    if (step->kind == CAIRN_STEP_WAITED)
        (void)expect(self, at, stays && at->plan.def.max_work != 0, "it should not wait");
    else if (step->kind == CAIRN_STEP_ARRIVED)
        (void)expect(self, at, (is_move || stays) && step->cell == at->goal, "it has not arrived");
    else
        (void)expect(self, at, step->kind == CAIRN_STEP_MOVED && is_move, "no legal move");
    (void)expect(self, at, cairn_agent_get_goal(at->agent) == at->goal, "another goal");
}

/* A step spends no more than it may, and says what; costs and moves are counted. */
static void check_figures(crowd *self, walker *at, const cairn_step *step)
{
    cairn_agent_plan plan = test_agent_get_plan(at->agent);
    cairn_agent_stats stats = test_agent_get_stats(at->agent);
    at->moves += at->cell != step->cell;
    at->cost += cairn_cell_get_distance(at->cell, step->cell);
    (void)expect(self, at, step->units == test_work_get_units(&plan.work), "units are not all");
    (void)expect(self, at, at->plan.def.max_work == 0 || step->units <= at->plan.def.max_work,
                 "above the budget");
    (void)expect(self, at, stats.moves == at->moves && stats.cost == at->cost, "figures differ");
    (void)expect(self, at, cairn_agent_get_cell(at->agent) == step->cell, "another cell");
}

static void add_to_hash(living_totals *totals, uint64_t word)
{
    for (int i = 0; i < 8; i++, word >>= 8)
        totals->hash = (totals->hash ^ (word & 255)) * UINT64_C(1099511628211);
}

static void check_step(crowd *self, walker *at, const cairn_step *step)
{
    const living_world *world = &self->world;
    bool is_open = living_world_is_open(world, at->cell);
    bool is_joined = living_world_is_joined(world, at->cell, at->asked);
    bool goes_on = at->plan.def.goal_policy == CAIRN_GOAL_NEAREST ? is_open : is_joined;
    bool goes_out = at->last_kind == CAIRN_STEP_LEAVING && step->kind == CAIRN_STEP_LEAVING;
    if (goes_on && !(goes_out && !is_joined))
        check_walking(self, at, step);
    else
        check_plight(self, at, step, is_open);
    check_figures(self, at, step);
    self->totals->kinds[step->kind % 6]++;
    add_to_hash(self->totals, (uint64_t)step->kind << 32 | step->cell);
    if (step->kind == CAIRN_STEP_LEAVING) {
        at->cell = step->cell;
        find_goal(self, at);
    }
    at->cell = step->cell;
    at->last_kind = step->kind;
}

static void make_step(crowd *self, walker *at)
{
    cairn_step step = {0};
    size_t before = at->counter.allocations;
    cairn_status status = cairn_agent_step(at->agent, &step);
    self->totals->steps++;
    (void)expect(self, at, at->may_grow || at->counter.allocations == before, "it allocates");
    if (status == CAIRN_FULL && !at->may_grow) {
        self->totals->full++;
        at->started = false;
        return;
    }
    if (expect(self, at, status == CAIRN_OK, cairn_status_get_text(status)))
        check_step(self, at, &step);
}

/* ---- changes ---- */

static int draw_near(test_random *random, uint32_t number)
{
    return (int)number - test_draw_below(random, MOST_SIDE);
}

/* Sets a rectangle that covers a cell or lies close to it. */
static void set_near(living_world *world, cairn_cell cell, bool open)
{
    test_random *random = &world->random;
    int x = draw_near(random, cairn_cell_get_x(cell)),
        y = draw_near(random, cairn_cell_get_y(cell));
    int width = 1 + test_draw_below(random, MOST_SIDE);
    int height = 1 + test_draw_below(random, MOST_SIDE);
    living_world_set(world, x, y, width, height, open);
}

/* A cell some moves ahead of an agent. */
static cairn_cell get_ahead(test_random *random, const walker *at)
{
    int x = (int)cairn_cell_get_x(at->cell), y = (int)cairn_cell_get_y(at->cell);
    int dx = (int)cairn_cell_get_x(at->goal) - x, dy = (int)cairn_cell_get_y(at->goal) - y;
    int far = 1 + test_draw_below(random, 8);
    x += abs(dx) < far ? dx : dx > 0 ? far : -far;
    y += abs(dy) < far ? dy : dy > 0 ? far : -far;
    return cairn_cell_at((uint32_t)x, (uint32_t)y);
}

static void build_wall(living_world *world, bool open)
{
    test_random *random = &world->random;
    if (test_draw_below(random, 2) != 0)
        living_world_set(world, test_draw_below(random, world->width), 0, 1, world->height, open);
    else
        living_world_set(world, 0, test_draw_below(random, world->height), world->width, 1, open);
}

static void change(crowd *self)
{
    living_world *world = &self->world;
    test_random *random = &world->random;
    const walker *near = &self->walkers[test_draw_below(random, WALKERS)];
    self->totals->changes++;
    switch (test_draw_below(random, 16)) {
    case 0:
    case 1:
        set_near(world, near->cell, false);
        break;
    case 2:
        set_near(world, near->goal, false);
        break;
    case 3:
    case 4:
    case 5:
    case 6:
        set_near(world, get_ahead(random, near), false);
        break;
    case 7:
        set_near(world, near->cell, true);
        break;
    case 8:
        set_near(world, near->asked, true);
        break;
    case 9:
        build_wall(world, test_draw_below(random, 2) != 0);
        break;
    case 10:
        if (test_draw_below(random, 4) == 0)
            living_world_undo(world);
        break;
    default: {
        cairn_cell cell = living_world_draw(world);
        set_near(world, cell, test_draw_below(random, 3) != 0);
    }
    }
    for (uint32_t i = 0; i < WALKERS; i++)
        find_goal(self, &self->walkers[i]);
}

/* ---- rounds ---- */

/* True if a problem is over, or it is time to leave it. */
static bool is_done(crowd *self, const walker *at)
{
    if (!at->started)
        return true;
    bool moves = at->last_kind == CAIRN_STEP_MOVED || at->last_kind == CAIRN_STEP_WAITED;
    return test_draw_below(&self->world.random, moves ? 200 : 12) == 0;
}

static void walk_changing(crowd *self)
{
    for (uint32_t tick = 0; tick < CHANGING_TICKS && self->totals->wrong == 0; tick++) {
        for (int i = test_draw_below(&self->world.random, 12) - 8; i > 0; i--)
            change(self);
        for (uint32_t i = 0; i < WALKERS && self->totals->wrong == 0; i++) {
            walker *at = &self->walkers[i];
            if (is_done(self, at))
                start(self, at);
            if (at->started)
                make_step(self, at);
        }
    }
}

/* Without changes every agent comes to where it can come to. */
static void walk_quiet(crowd *self, walker *at)
{
    uint32_t left = MOST_QUIET_STEPS;
    bool moves = at->started;
    for (; moves && left > 0 && self->totals->wrong == 0; left--) {
        make_step(self, at);
        moves = at->started &&
                (at->last_kind == CAIRN_STEP_MOVED || at->last_kind == CAIRN_STEP_WAITED ||
                 at->last_kind == CAIRN_STEP_LEAVING);
    }
    self->totals->walks += at->started;
    (void)expect(self, at, left > 0, "it does not arrive");
}

void living_walk(uint32_t number, uint32_t rounds, living_totals *totals)
{
    crowd *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->number = number;
    self->totals = totals;
    totals->hash ^= UINT64_C(14695981039346656037);
    living_world_create(&self->world, number);
    for (uint32_t i = 0; i < WALKERS; i++)
        create_walker(self, i);
    for (uint32_t round = 0; round < rounds && totals->wrong == 0; round++) {
        walk_changing(self);
        for (uint32_t i = 0; i < WALKERS; i++)
            walk_quiet(self, &self->walkers[i]);
    }
    for (uint32_t i = 0; i < WALKERS; i++)
        cairn_agent_destroy(self->walkers[i].agent);
    living_world_destroy(&self->world);
    free(self);
}
