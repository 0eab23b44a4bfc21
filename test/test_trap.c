/* test_trap.c (exhaustive): LRTS with an adaptive depth, no learning quota and the whole history is gamma-Trap, as
 * docs/research/algorithms.md has it. The agent here is written for that alone: g is weighed by gamma, h begins
 * as the heuristic itself, and look-aheads are made anew for each depth. */
#include "rivals.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define GAMMA 0.5 /* exact, and so are sums of its multiples */

enum { ENOUGH = 200000, ALL_MOVES = 1 << 20, FAR = 1 << 28 };

/* A state of a look-ahead. */
typedef struct trap_state {
    int ring;
    int g;
    int order; /* in which it was met */
} trap_state;

typedef struct trap_agent {
    const test_world *world;
    cairn_agent *agent;
    int most; /* the largest depth */
    int goal;
    double *h;
    trap_state *states; /* by cell */
    int *met;           /* cells in the order of meeting */
    int met_count;
    int *way; /* cells to enter, the last one first */
    int way_count;
    int *before; /* cells that were left on the way here, negative where no look-ahead was made */
    int before_count;
    long long deepest; /* look-aheads that went to the largest depth, and others */
    long long traps;
} trap_agent;

static int get_next(const trap_agent *trap, int cell, int move)
{
    return ref_get_neighbour(&trap->world->ref, cell, move);
}

/* All states up to `depth` moves away, or as many as the goal is; returns the last ring. */
static int find_rings(trap_agent *trap, int from, int depth)
{
    for (int i = 0; i < ref_get_cell_count(&trap->world->ref); i++)
        trap->states[i] = (trap_state){REF_NONE, FAR, 0};
    trap->states[from] = (trap_state){0, 0, 0};
    trap->met[0] = from;
    trap->met_count = 1;
    for (int i = 0; i < trap->met_count && trap->states[trap->met[i]].ring < depth; i++)
        for (int move = 0; move < REF_MOVES; move++) {
            int next = get_next(trap, trap->met[i], move);
            if (next == REF_NONE || trap->states[next].ring != REF_NONE)
                continue;
            trap->states[next] =
                (trap_state){trap->states[trap->met[i]].ring + 1, FAR, trap->met_count};
            trap->met[trap->met_count++] = next;
            if (next == trap->goal)
                depth = trap->states[next].ring;
        }
    return depth;
}

static void find_costs(trap_agent *trap)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < trap->met_count; i++)
            for (int move = 0; move < REF_MOVES; move++) {
                int next = get_next(trap, trap->met[i], move);
                int g = trap->states[trap->met[i]].g + ref_get_move_cost(move);
                if (next == REF_NONE || trap->states[next].ring == REF_NONE ||
                    g >= trap->states[next].g)
                    continue;
                trap->states[next].g = g;
                changed = true;
            }
    }
}

static double get_f(const trap_agent *trap, int cell)
{
    return GAMMA * trap->states[cell].g + trap->h[cell];
}

/* The lowest gamma g + h of a ring; ties go to the higher g, then to the state met first. */
static int find_lowest(const trap_agent *trap, int ring)
{
    int best = REF_NONE;
    for (int i = 0; i < trap->met_count; i++) {
        int cell = trap->met[i];
        if (trap->states[cell].ring != ring)
            continue;
        if (best == REF_NONE || get_f(trap, cell) < get_f(trap, best) ||
            (get_f(trap, cell) == get_f(trap, best) && trap->states[cell].g > trap->states[best].g))
            best = cell;
    }
    return best;
}

/* A look-ahead: the highest of the rings' lowest, and the best state of the last ring. */
static double look_ahead(trap_agent *trap, int from, int depth, int *best)
{
    int last = find_rings(trap, from, depth);
    double value = 0;
    find_costs(trap);
    for (int ring = 1; ring <= last; ring++) {
        *best = find_lowest(trap, ring);
        if (get_f(trap, *best) > value)
            value = get_f(trap, *best);
    }
    return value;
}

/* The state before another on the way to it: of those that the least cost leads through the nearest
 * to the agent, then the one met first. */
static int find_parent(const trap_agent *trap, int cell)
{
    int parent = REF_NONE;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = get_next(trap, cell, move);
        const trap_state *state = next != REF_NONE ? &trap->states[next] : NULL;
        if (state == NULL || state->ring == REF_NONE ||
            state->g + ref_get_move_cost(move) != trap->states[cell].g)
            continue;
        const trap_state *best = parent != REF_NONE ? &trap->states[parent] : NULL;
        if (best == NULL || state->g < best->g ||
            (state->g == best->g && state->order < best->order))
            parent = next;
    }
    return parent;
}

static void go_forward(trap_agent *trap, int from, int to)
{
    trap->way_count = 0;
    for (int cell = to; cell != from; cell = find_parent(trap, cell))
        trap->way[trap->way_count++] = cell;
    assert_true(trap->before_count + trap->way_count < ENOUGH);
    trap->before[trap->before_count++] = from;
    for (int i = trap->way_count - 1; i > 0; i--)
        trap->before[trap->before_count++] = -1 - trap->way[i];
}

/* To where the last look-ahead was made. */
static void go_back(trap_agent *trap)
{
    int count = 1;
    while (trap->before[trap->before_count - count] < 0)
        count++;
    for (int i = 0; i < count; i++) {
        int cell = trap->before[trap->before_count - count + i];
        trap->way[i] = cell < 0 ? -1 - cell : cell;
    }
    trap->way_count = count;
    trap->before_count -= count;
}

/* Deeper and deeper, until the state turns out to be a trap: its h is too low. */
static int move_on(trap_agent *trap, int cell)
{
    int depth = 1, best = REF_NONE;
    if (trap->way_count > 0)
        return trap->way[--trap->way_count];
    double value = look_ahead(trap, cell, depth, &best);
    while (value <= trap->h[cell] && depth < trap->most)
        value = look_ahead(trap, cell, ++depth, &best);
    bool is_trap = value > trap->h[cell];
    trap->traps += is_trap;
    trap->deepest += depth == trap->most;
    if (is_trap)
        trap->h[cell] = value;
    if (is_trap && trap->before_count > 0)
        go_back(trap);
    else
        go_forward(trap, cell, best);
    return trap->way[--trap->way_count];
}

static void run_pair(void *context, int from, int to)
{
    trap_agent *trap = context;
    int cell = from;
    for (int i = 0; i < ref_get_cell_count(&trap->world->ref); i++)
        trap->h[i] = ref_get_distance(&trap->world->ref, i, to);
    trap->goal = to;
    trap->way_count = trap->before_count = 0;
    rivals_start(trap->agent, trap->world, from, to);
    for (int moves = 0; cell != to; moves++) {
        cairn_step step;
        assert_true(moves < ENOUGH);
        assert_int_equal(cairn_agent_step(trap->agent, &step), CAIRN_OK);
        cell = move_on(trap, cell);
        if (test_world_get_id(trap->world, step.cell) != cell)
            fail_msg("gamma-Trap(%d): another walk on %s, at move %d", trap->most,
                     trap->world->name, moves);
    }
}

typedef struct trap_context {
    test_random random;
    long long deepest;
    long long traps;
} trap_context;

static void check_trap(test_world *world, void *context)
{
    static const int depths[] = {1, 2, 3, 7};
    trap_context *all = context;
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    for (size_t i = 0; i < COUNT(depths); i++) {
        trap_agent trap = {.world = world, .most = depths[i]};
        test_agent_plan plan =
            rivals_plan_adaptive((uint32_t)depths[i], 0, ALL_MOVES, (uint32_t)(10 / GAMMA));
        trap.h = ref_allocate(cells, sizeof *trap.h);
        trap.states = ref_allocate(cells, sizeof *trap.states);
        trap.met = ref_allocate(cells, sizeof *trap.met);
        trap.way = ref_allocate(cells, sizeof *trap.way);
        trap.before = ref_allocate(ENOUGH, sizeof *trap.before);
        trap.agent = rivals_create(&plan, world->map);
        rivals_for_pairs(world, 4, &all->random, run_pair, &trap);
        all->deepest += trap.deepest;
        all->traps += trap.traps;
        cairn_agent_destroy(trap.agent);
        free(trap.before);
        free(trap.way);
        free(trap.met);
        free(trap.states);
        free(trap.h);
    }
}

static void adaptive_lrts_is_gamma_trap(void **state)
{
    (void)state;
    trap_context context = {.random = {360}};
    test_for_worlds(120, 5, 361, check_trap, &context);
    test_for_worlds(4, 9, 362, check_trap, &context);
    assert_true(context.traps > 0 && context.deepest > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(adaptive_lrts_is_gamma_trap)};
    return cmocka_run_group_tests_name("trap", tests, NULL, NULL);
}
