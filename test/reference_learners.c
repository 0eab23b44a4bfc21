/* reference_learners.c: LRTA*(k), line by line as published. See reference_rivals.h. */
#include "reference_rivals.h"

#include <limits.h>
#include <stdlib.h>

void ref_learner_create(ref_rival *rival)
{
    size_t cells = (size_t)ref_get_cell_count(rival->def.map);
    rival->support = ref_allocate(cells, sizeof *rival->support);
    rival->visited = ref_allocate(cells, sizeof *rival->visited);
}

void ref_learner_destroy(ref_rival *rival)
{
    free(rival->support);
    free(rival->visited);
    free(rival->queue.cells);
}

void ref_learner_start(ref_rival *rival)
{
    for (int cell = 0; cell < ref_get_cell_count(rival->def.map); cell++) {
        rival->support[cell] = REF_NONE;
        rival->visited[cell] = cell == rival->start;
    }
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

static int take_first(ref_list *list)
{
    int first = list->cells[0];
    list->count--;
    for (int i = 0; i < list->count; i++)
        list->cells[i] = list->cells[i + 1];
    return first;
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
        int v = take_first(&rival->queue);
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

int ref_learner_move(ref_rival *rival)
{
    int f;
    update_k(rival);
    int next = find_best(rival, rival->cell, &f);
    rival->visited[next] = true;
    return next;
}
