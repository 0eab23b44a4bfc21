/* reference_learners.c: LRTA*(k), P-LRTA*, SLA*T and FALCONS, line by line as published. See reference_rivals.h. */
#include "reference_rivals.h"

#include <limits.h>
#include <stdlib.h>

void ref_learner_create(ref_rival *rival)
{
    size_t cells = (size_t)ref_get_cell_count(rival->def.map);
    rival->support = ref_allocate(cells, sizeof *rival->support);
    rival->visited = ref_allocate(cells, sizeof *rival->visited);
    rival->g = ref_allocate(cells, sizeof *rival->g);
    rival->raised_g = ref_allocate(cells, sizeof *rival->raised_g);
}

void ref_learner_destroy(ref_rival *rival)
{
    free(rival->support);
    free(rival->visited);
    free(rival->g);
    free(rival->raised_g);
    free(rival->queue.cells);
    free(rival->priorities.cells);
}

void ref_learner_start(ref_rival *rival)
{
    for (int cell = 0; cell < ref_get_cell_count(rival->def.map); cell++) {
        rival->support[cell] = REF_NONE;
        rival->visited[cell] = cell == rival->start;
        if (rival->begun && rival->def.keep)
            continue;
        rival->g[cell] =
            ref_get_heuristic(rival->def.map, &rival->def.heuristic, rival->start, cell);
        rival->raised_g[cell] = false;
    }
    rival->queue.count = rival->priorities.count = 0;
}

/* ---- lists ---- */

static void append(ref_list *list, int cell)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->cells = realloc(list->cells, (size_t)list->room * sizeof *list->cells);
        if (list->cells == NULL)
            abort();
    }
    list->cells[list->count++] = cell;
}

static int take(ref_list *list, int place)
{
    int taken = list->cells[place];
    list->count--;
    for (int i = place; i < list->count; i++)
        list->cells[i] = list->cells[i + 1];
    return taken;
}

/* ---- one state ---- */

/* The neighbour with the lowest c + h; among equals the dearest move, then the first one. */
static int find_best(const ref_rival *rival, int cell, int *f)
{
    int best = REF_NONE, best_cost = 0;
    *f = INT_MAX;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(rival->def.map, cell, move), cost = ref_get_move_cost(move);
        if (next == REF_NONE)
            continue;
        int sum = cost + rival->h[next];
        if (sum < *f || (sum == *f && cost > best_cost)) {
            best = next;
            best_cost = cost;
            *f = sum;
        }
    }
    return best;
}

/* ---- LRTA*(k) ---- */

/* LookaheadUpdate1 */
static bool update_one(ref_rival *rival, int x)
{
    int f, y = find_best(rival, x, &f);
    rival->support[x] = y;
    if (rival->h[x] >= f)
        return false;
    ref_rival_raise(rival, x, f);
    return true;
}

/* LookaheadUpdateK */
static void update_k(ref_rival *rival)
{
    int left = rival->def.updates - 1;
    append(&rival->queue, rival->cell);
    while (rival->queue.count > 0) {
        int v = take(&rival->queue, 0);
        if (!update_one(rival, v))
            continue;
        for (int move = 0; move < REF_MOVES; move++) {
            int w = ref_get_neighbour(rival->def.map, v, move);
            if (w == REF_NONE || !rival->visited[w] || left == 0 || rival->support[w] != v)
                continue;
            append(&rival->queue, w);
            left--;
        }
    }
}

/* ---- P-LRTA* ---- */

/* The first place of the highest priority, or the last one of the lowest: the queue is in the order
 * of coming. */
static int find_place(const ref_list *priorities, bool highest)
{
    int found = 0;
    for (int i = 1; i < priorities->count; i++)
        if (highest ? priorities->cells[i] > priorities->cells[found]
                    : priorities->cells[i] <= priorities->cells[found])
            found = i;
    return found;
}

/* AddToQueue */
static void add_to_queue(ref_rival *rival, int s, int priority)
{
    for (int i = 0; i < rival->queue.count; i++)
        if (rival->queue.cells[i] == s)
            return;
    if (rival->queue.count == rival->def.queue) {
        int lowest = find_place(&rival->priorities, false);
        if (rival->priorities.cells[lowest] >= priority)
            return;
        (void)take(&rival->queue, lowest);
        (void)take(&rival->priorities, lowest);
    }
    append(&rival->queue, s);
    append(&rival->priorities, priority);
}

/* StateUpdate */
static void update_state(ref_rival *rival, int s)
{
    int f, rise;
    (void)find_best(rival, s, &f);
    rise = f - rival->h[s];
    if (rise <= 0)
        return;
    ref_rival_raise(rival, s, f);
    for (int move = 0; move < REF_MOVES; move++) {
        int n = ref_get_neighbour(rival->def.map, s, move);
        if (n != REF_NONE)
            add_to_queue(rival, n, rise);
    }
}

static void update_by_priority(ref_rival *rival)
{
    update_state(rival, rival->cell);
    for (int i = 0; i < rival->def.updates && rival->queue.count > 0; i++) {
        int highest = find_place(&rival->priorities, true);
        (void)take(&rival->priorities, highest);
        int p = take(&rival->queue, highest);
        if (p != rival->goal)
            update_state(rival, p);
    }
}

/* ---- SLA* and SLA*T ---- */

/* Learns; once the threshold is passed, a state that has learned is left the way it was entered,
 * to look at the one before it again. The start is left forwards. */
static int review(ref_rival *rival)
{
    int f, x = rival->cell, next = find_best(rival, x, &f);
    int rise = f > rival->h[x] ? f - rival->h[x] : 0;
    ref_rival_raise(rival, x, f);
    rival->learning += rise;
    if (rival->learning > rival->def.learning_quota) {
        rival->learning = rival->def.learning_quota;
        if (rival->queue.count > 0)
            return take(&rival->queue, rival->queue.count - 1);
    }
    append(&rival->queue, x);
    return next;
}

/* ---- FALCONS ---- */

static int max(int a, int b)
{
    return a > b ? a : b;
}

/* Step 2 */
static int find_lowest_f(const ref_rival *rival, int s)
{
    int best = REF_NONE, best_f = 0, best_sum = 0, best_cost = 0;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(rival->def.map, s, move), cost = ref_get_move_cost(move);
        if (next == REF_NONE)
            continue;
        int f = max(rival->g[next] + rival->h[next], rival->h[rival->start]);
        int sum = cost + rival->h[next];
        bool better = f < best_f || (f == best_f && sum < best_sum) ||
                      (f == best_f && sum == best_sum && cost > best_cost);
        if (best != REF_NONE && !better)
            continue;
        best = next;
        best_f = f;
        best_sum = sum;
        best_cost = cost;
    }
    return best;
}

/* Step 3: the highest of the old value, the lowest c + v, and all v - c, over the neighbours. */
static int find_new_value(const ref_rival *rival, const int *values, int s)
{
    int lowest = INT_MAX, highest = 0;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(rival->def.map, s, move), cost = ref_get_move_cost(move);
        if (next == REF_NONE)
            continue;
        lowest = values[next] + cost < lowest ? values[next] + cost : lowest;
        highest = max(highest, values[next] - cost);
    }
    return max(values[s], max(lowest, highest));
}

static void update_g_and_h(ref_rival *rival, int s)
{
    int g = find_new_value(rival, rival->g, s), h = find_new_value(rival, rival->h, s);
    if (s != rival->start && g > rival->g[s]) {
        rival->raises++;
        rival->learned += !rival->raised_g[s];
        rival->raised_g[s] = true;
        rival->g[s] = g;
    }
    if (s != rival->goal)
        ref_rival_raise(rival, s, h);
}

/* Steps 2 to 6; on the goal the values are updated once more before step 4 ends the trial. */
static int move_by_f(ref_rival *rival)
{
    int next = find_lowest_f(rival, rival->cell);
    update_g_and_h(rival, rival->cell);
    if (next == rival->goal)
        update_g_and_h(rival, next);
    return next;
}

int ref_learner_move(ref_rival *rival)
{
    int f;
    if (rival->def.kind == REF_FALCONS)
        return move_by_f(rival);
    if (rival->def.kind == REF_SLA)
        return review(rival);
    if (rival->def.kind == REF_LRTAK)
        update_k(rival);
    else
        update_by_priority(rival);
    int next = find_best(rival, rival->cell, &f);
    rival->visited[next] = true;
    return next;
}
