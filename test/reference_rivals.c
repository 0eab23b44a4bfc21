/* reference_rivals.c: slow and literal. See reference_rivals.h. */
#include "reference_rivals.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void ref_rival_create(ref_rival *rival, const ref_rival_def *def)
{
    size_t cells = (size_t)ref_get_cell_count(def->map);
    memset(rival, 0, sizeof *rival);
    rival->def = *def;
    rival->h = ref_allocate(cells, sizeof *rival->h);
    rival->raised = ref_allocate(cells, sizeof *rival->raised);
    rival->cells = ref_allocate(cells, sizeof *rival->cells);
    rival->way.cells = ref_allocate(cells, sizeof(int));
    rival->traced.cells = ref_allocate(cells, sizeof(int));
    rival->followed.cells = ref_allocate(cells, sizeof(int));
    ref_learner_create(rival);
}

void ref_rival_destroy(ref_rival *rival)
{
    free(rival->h);
    free(rival->raised);
    free(rival->cells);
    free(rival->way.cells);
    free(rival->past.cells);
    free(rival->past_first);
    free(rival->traced.cells);
    free(rival->followed.cells);
    ref_learner_destroy(rival);
}

static int count_cells(const ref_rival *rival)
{
    return ref_get_cell_count(rival->def.map);
}

static void forget(ref_rival *rival)
{
    memset(rival->cells, 0, (size_t)count_cells(rival) * sizeof *rival->cells);
    rival->met = 0;
}

static int get_f(const ref_rival *rival, int cell)
{
    return rival->cells[cell].g + rival->h[cell];
}

static int get_cost(const ref_map *map, int from, int to)
{
    return ref_get_move_cost(ref_find_move(map, from, to));
}

void ref_rival_raise(ref_rival *rival, int cell, int h)
{
    if (h <= rival->h[cell])
        return;
    rival->raises++;
    rival->learned += !rival->raised[cell];
    rival->raised[cell] = true;
    rival->h[cell] = h;
}

/* ---- RTAA* and LSS-LRTA* ---- */

static void meet(ref_rival *rival, int cell, int g, int parent)
{
    ref_cell *known = &rival->cells[cell];
    if (known->met && g >= known->g)
        return;
    if (!known->met)
        known->order = rival->met++;
    known->met = true;
    known->closed = false;
    known->g = g;
    known->parent = parent;
}

static bool is_before(const ref_rival *rival, int a, int b)
{
    const ref_cell *left = &rival->cells[a], *right = &rival->cells[b];
    if (get_f(rival, a) != get_f(rival, b))
        return get_f(rival, a) < get_f(rival, b);
    if (left->g != right->g)
        return left->g > right->g;
    return left->order < right->order;
}

static int find_next(const ref_rival *rival)
{
    int best = REF_NONE;
    for (int cell = 0; cell < count_cells(rival); cell++)
        if (rival->cells[cell].met && !rival->cells[cell].closed &&
            (best == REF_NONE || is_before(rival, cell, best)))
            best = cell;
    return best;
}

static int run_astar(ref_rival *rival)
{
    forget(rival);
    meet(rival, rival->cell, 0, REF_NONE);
    for (int i = 0; i < rival->def.lookahead && find_next(rival) != rival->goal; i++) {
        int cell = find_next(rival);
        rival->cells[cell].closed = true;
        for (int move = 0; move < REF_MOVES; move++) {
            int next = ref_get_neighbour(rival->def.map, cell, move);
            if (next != REF_NONE)
                meet(rival, next, rival->cells[cell].g + ref_get_move_cost(move), cell);
        }
    }
    return find_next(rival);
}

/* The equations h(s) = min over neighbours s' of c(s, s') + h(s'), until nothing changes. */
static void solve_equations(const ref_rival *rival, int *h)
{
    for (int cell = 0; cell < count_cells(rival); cell++)
        h[cell] = rival->cells[cell].closed ? INT_MAX / 2 : rival->h[cell];
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < count_cells(rival); cell++)
            for (int move = 0; rival->cells[cell].closed && move < REF_MOVES; move++) {
                int next = ref_get_neighbour(rival->def.map, cell, move);
                if (next == REF_NONE || ref_get_move_cost(move) + h[next] >= h[cell])
                    continue;
                h[cell] = ref_get_move_cost(move) + h[next];
                changed = true;
            }
    }
}

static void learn_in_closed(ref_rival *rival, int next)
{
    int *h = ref_allocate((size_t)count_cells(rival), sizeof *h);
    int f = get_f(rival, next);
    if (rival->def.kind == REF_LSS)
        solve_equations(rival, h);
    for (int cell = 0; cell < count_cells(rival); cell++)
        if (rival->cells[cell].closed)
            ref_rival_raise(rival, cell,
                            rival->def.kind == REF_LSS ? h[cell] : f - rival->cells[cell].g);
    free(h);
}

static void plan_way_to(ref_rival *rival, int end)
{
    rival->way.count = 0;
    for (int cell = end; cell != rival->cell; cell = rival->cells[cell].parent)
        rival->way.cells[rival->way.count++] = cell;
}

static void plan_by_astar(ref_rival *rival)
{
    int next = run_astar(rival);
    learn_in_closed(rival, next);
    plan_way_to(rival, next);
    int most = rival->def.movements;
    if (most != REF_NONE && rival->way.count > most) {
        memmove(rival->way.cells, rival->way.cells + rival->way.count - most,
                (size_t)most * sizeof(int));
        rival->way.count = most;
    }
}

/* ---- LRTS ---- */

/* Levels breadth first, up to the depth or the goal's level, which is returned. */
static int find_levels(ref_rival *rival, int depth)
{
    int *queue = ref_allocate((size_t)count_cells(rival), sizeof *queue);
    int last = depth;
    forget(rival);
    queue[rival->met++] = rival->cell;
    rival->cells[rival->cell].met = true;
    for (int i = 0; i < rival->met; i++) {
        ref_cell *from = &rival->cells[queue[i]];
        for (int move = 0; from->level < last && move < REF_MOVES; move++) {
            int next = ref_get_neighbour(rival->def.map, queue[i], move);
            if (next == REF_NONE || rival->cells[next].met)
                continue;
            rival->cells[next] =
                (ref_cell){.g = INT_MAX / 2, .order = rival->met, .level = from->level + 1};
            rival->cells[next].met = true;
            queue[rival->met++] = next;
            if (next == rival->goal)
                last = from->level + 1;
        }
    }
    free(queue);
    return last;
}

/* Least costs within the levels, until nothing changes. */
static void find_costs(ref_rival *rival)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < count_cells(rival); cell++)
            for (int move = 0; rival->cells[cell].met && move < REF_MOVES; move++) {
                int next = ref_get_neighbour(rival->def.map, cell, move);
                int g = rival->cells[cell].g + ref_get_move_cost(move);
                if (next == REF_NONE || !rival->cells[next].met || g >= rival->cells[next].g)
                    continue;
                rival->cells[next].g = g;
                changed = true;
            }
    }
}

/* The way to a state comes from that one of its cheapest neighbours that is nearest to the agent,
 * and of equals met first. */
static void find_parent(ref_rival *rival, int cell)
{
    ref_cell *state = &rival->cells[cell];
    state->parent = REF_NONE;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(rival->def.map, cell, move);
        if (next == REF_NONE || !rival->cells[next].met ||
            rival->cells[next].g + ref_get_move_cost(move) != state->g)
            continue;
        const ref_cell *other = &rival->cells[next];
        const ref_cell *best = state->parent != REF_NONE ? &rival->cells[state->parent] : NULL;
        if (best == NULL || other->g < best->g ||
            (other->g == best->g && other->order < best->order))
            state->parent = next;
    }
}

/* A look-ahead: max of mins; `end` gets the best state of the last level. */
static int find_value(ref_rival *rival, int depth, int *end)
{
    int last = find_levels(rival, depth), value = 0;
    find_costs(rival);
    for (int level = 1; level <= last; level++) {
        int best = REF_NONE;
        for (int cell = 0; cell < count_cells(rival); cell++)
            if (rival->cells[cell].met && rival->cells[cell].level == level &&
                (best == REF_NONE || is_before(rival, cell, best)))
                best = cell;
        if (get_f(rival, best) > value)
            value = get_f(rival, best);
        *end = best;
    }
    return value;
}

/* Notes the cells that the new way leaves behind. */
static void remember(ref_rival *rival)
{
    int count = rival->past.count, added = rival->way.count;
    if (count + added > rival->past_room) {
        rival->past_room = 2 * (count + added);
        rival->past.cells =
            realloc(rival->past.cells, (size_t)rival->past_room * sizeof *rival->past.cells);
        rival->past_first =
            realloc(rival->past_first, (size_t)rival->past_room * sizeof *rival->past_first);
        if (rival->past.cells == NULL || rival->past_first == NULL)
            abort();
    }
    for (int i = added; i > 0; i--) {
        rival->past.cells[rival->past.count] = i == added ? rival->cell : rival->way.cells[i];
        rival->past_first[rival->past.count++] = i == added;
        if (rival->kept < rival->def.history)
            rival->kept++;
    }
}

static bool go_back(ref_rival *rival)
{
    int count = 0;
    do {
        if (count == rival->kept)
            return false;
        count++;
    } while (!rival->past_first[rival->past.count - count]);
    rival->way.count = 0;
    for (int i = count; i > 0; i--)
        rival->way.cells[rival->way.count++] = rival->past.cells[rival->past.count - i];
    rival->past.count -= count;
    rival->kept -= count;
    return true;
}

static void plan_by_depth(ref_rival *rival)
{
    int end = REF_NONE, quota = rival->def.learning_quota, before = rival->h[rival->cell];
    int depth = rival->def.adaptive ? 1 : rival->def.depth;
    int value = find_value(rival, depth, &end);
    while (value <= before && depth < rival->def.depth)
        value = find_value(rival, ++depth, &end);
    ref_rival_raise(rival, rival->cell, value);
    rival->learning += rival->h[rival->cell] - before;
    if (quota != REF_NONE && rival->learning > quota) {
        rival->learning = quota;
        if (go_back(rival))
            return;
    }
    for (int cell = 0; cell < count_cells(rival); cell++)
        if (rival->cells[cell].met && cell != rival->cell)
            find_parent(rival, cell);
    plan_way_to(rival, end);
    remember(rival);
}

/* ---- TBA* ---- */

static void enter_open(ref_rival *rival, int cell, int g, int parent)
{
    ref_cell *known = &rival->cells[cell];
    if (known->closed || (known->met && g >= known->g))
        return;
    *known = (ref_cell){.g = g, .parent = parent, .order = rival->met++, .met = true};
}

/* Lowest f; among equals the one that entered last. */
static int find_promising(const ref_rival *rival)
{
    int best = REF_NONE;
    for (int cell = 0; cell < count_cells(rival); cell++) {
        const ref_cell *known = &rival->cells[cell];
        if (!known->met || known->closed)
            continue;
        if (best == REF_NONE || get_f(rival, cell) < get_f(rival, best) ||
            (get_f(rival, cell) == get_f(rival, best) && known->order > rival->cells[best].order))
            best = cell;
    }
    return best;
}

static void expand_promising(ref_rival *rival)
{
    int cell = find_promising(rival);
    rival->cells[cell].closed = true;
    if (cell == rival->goal) {
        rival->found = true;
        return;
    }
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(rival->def.map, cell, move);
        if (next != REF_NONE)
            enter_open(rival, next, rival->cells[cell].g + ref_get_move_cost(move), cell);
    }
}

static bool is_traced(const ref_rival *rival)
{
    int last = rival->traced.cells[rival->traced.count - 1];
    return last == rival->start || last == rival->cell;
}

static void trace(ref_rival *rival, long long steps)
{
    ref_row *traced = &rival->traced;
    if (!rival->tracing) {
        rival->tracing = true;
        traced->cells[0] = rival->found ? rival->goal : find_promising(rival);
        traced->count = 1;
    }
    for (; steps > 0 && !is_traced(rival); steps--) {
        int last = traced->cells[traced->count - 1];
        traced->cells[traced->count++] = rival->cells[last].parent;
    }
    if (!is_traced(rival))
        return;
    rival->tracing = false;
    rival->followed.count = traced->count;
    memcpy(rival->followed.cells, traced->cells, (size_t)traced->count * sizeof(int));
    rival->done = traced->cells[0] == rival->goal && rival->found;
}

static void spend_slice(ref_rival *rival)
{
    long long slice = rival->def.slice == REF_NONE ? LLONG_MAX / 10000 : rival->def.slice;
    long long expansions = slice * 9 / 10, units = slice;
    for (; !rival->found && expansions > 0; expansions--, units--)
        expand_promising(rival);
    trace(rival, units * rival->def.trace_ratio);
}

static void plan_by_slice(ref_rival *rival)
{
    int next = REF_NONE;
    if (!rival->done)
        spend_slice(rival);
    for (int i = 1; i < rival->followed.count; i++)
        if (rival->followed.cells[i] == rival->cell)
            next = rival->followed.cells[i - 1];
    if (next == REF_NONE && rival->cell != rival->start)
        next = rival->cells[rival->cell].parent;
    for (int move = 0; next == REF_NONE; move++)
        next = ref_get_neighbour(rival->def.map, rival->cell, move);
    rival->way.cells[0] = next;
    rival->way.count = 1;
}

/* ---- all of them ---- */

static void forget_values(ref_rival *rival)
{
    for (int cell = 0; cell < count_cells(rival); cell++) {
        rival->h[cell] =
            ref_get_heuristic(rival->def.map, &rival->def.heuristic, cell, rival->goal);
        rival->raised[cell] = false;
    }
    rival->learned = 0;
}

void ref_rival_start(ref_rival *rival, int start, int goal)
{
    forget(rival);
    rival->start = rival->cell = start;
    rival->goal = goal;
    if (!rival->begun || !rival->def.keep)
        forget_values(rival);
    rival->way.count = rival->past.count = rival->kept = rival->followed.count = 0;
    rival->learning = 0;
    rival->found = rival->done = rival->tracing = false;
    rival->cost = rival->moves = rival->raises = 0;
    ref_learner_start(rival);
    rival->begun = true;
    if (rival->def.kind == REF_TBA)
        enter_open(rival, start, 0, REF_NONE);
}

bool ref_rival_step(ref_rival *rival)
{
    if (rival->cell == rival->goal)
        return true;
    if (rival->way.count == 0) {
        if (rival->def.kind == REF_TBA)
            plan_by_slice(rival);
        else if (rival->def.kind == REF_LRTS)
            plan_by_depth(rival);
        else if (rival->def.kind >= REF_LRTAK)
            rival->way.cells[rival->way.count++] = ref_learner_move(rival);
        else
            plan_by_astar(rival);
    }
    int next = rival->way.cells[--rival->way.count];
    rival->cost += get_cost(rival->def.map, rival->cell, next);
    rival->moves++;
    rival->cell = next;
    return rival->cell == rival->goal;
}
