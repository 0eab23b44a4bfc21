/* reference.c: the rules of maps and records once more, slow and literal. See reference.h. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- moves ---- */

static const int move_x[REF_MOVES] = {-1, 0, 1, -1, 0, 1, -1, 1};
static const int move_y[REF_MOVES] = {-1, -1, -1, 1, 1, 1, 0, 0};

int ref_get_cell_count(const ref_map *map)
{
    return map->width * map->height;
}

bool ref_is_open(const ref_map *map, int x, int y)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return false;
    return map->open[y * map->width + x] != 0;
}

static bool is_diagonal(int move)
{
    return move_x[move] != 0 && move_y[move] != 0;
}

static bool is_legal(const ref_map *map, int x, int y, int move)
{
    int to_x = x + move_x[move], to_y = y + move_y[move];
    if (!ref_is_open(map, to_x, to_y))
        return false;
    if (!is_diagonal(move) || map->cuts_corners)
        return true;
    return ref_is_open(map, to_x, y) && ref_is_open(map, x, to_y);
}

int ref_get_neighbour(const ref_map *map, int cell, int move)
{
    if (!is_legal(map, cell % map->width, cell / map->width, move))
        return REF_NONE;
    return cell + move_y[move] * map->width + move_x[move];
}

int ref_get_move_cost(int move)
{
    return is_diagonal(move) ? 14 : 10;
}

int ref_find_move(const ref_map *map, int from, int to)
{
    for (int move = 0; move < REF_MOVES; move++)
        if (ref_get_neighbour(map, from, move) == to)
            return move;
    return REF_NONE;
}

static int get_octile(int x, int y)
{
    int dx = abs(x), dy = abs(y);
    int most = dx > dy ? dx : dy;
    int least = dx > dy ? dy : dx;
    return 10 * most + 4 * least;
}

int ref_get_distance(const ref_map *map, int a, int b)
{
    return get_octile(a % map->width - b % map->width, a / map->width - b / map->width);
}

static int find_nearest(const ref_heuristic *heuristic, int cell)
{
    int nearest = 0;
    for (int i = 1; i < heuristic->landmarks; i++)
        if (heuristic->costs[i][cell] < heuristic->costs[nearest][cell])
            nearest = i;
    return nearest;
}

static int get_canonical(const ref_heuristic *heuristic, int a, int b)
{
    if (heuristic->landmarks == 0)
        return 0;
    int near_a = find_nearest(heuristic, a), near_b = find_nearest(heuristic, b);
    int to_a = heuristic->costs[near_a][a], to_b = heuristic->costs[near_b][b];
    if (to_a == REF_NONE || to_b == REF_NONE)
        return 0;
    return heuristic->costs[near_a][heuristic->cells[near_b]] - to_a - to_b;
}

int ref_get_heuristic(const ref_map *map, const ref_heuristic *heuristic, int a, int b)
{
    int h = ref_get_distance(map, a, b);
    if (heuristic->canonical && get_canonical(heuristic, a, b) > h)
        h = get_canonical(heuristic, a, b);
    for (int i = 0; !heuristic->canonical && i < heuristic->landmarks; i++) {
        int to_a = heuristic->costs[i][a], to_b = heuristic->costs[i][b];
        if (to_a != REF_NONE && to_b != REF_NONE && abs(to_a - to_b) > h)
            h = abs(to_a - to_b);
    }
    return heuristic->weight_tenths > 0 ? h * heuristic->weight_tenths / 10 : h;
}

void *ref_allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* ---- whole maps ---- */

static void flood(const ref_map *map, int first, int component, int *components, int *stack)
{
    int depth = 0;
    stack[depth++] = first;
    components[first] = component;
    while (depth > 0) {
        int cell = stack[--depth];
        for (int move = 0; move < REF_MOVES; move++) {
            int next = ref_get_neighbour(map, cell, move);
            if (next != REF_NONE && components[next] == REF_NONE) {
                components[next] = component;
                stack[depth++] = next;
            }
        }
    }
}

int ref_find_components(const ref_map *map, int *components)
{
    int cells = ref_get_cell_count(map), count = 0;
    int *stack = ref_allocate((size_t)cells, sizeof *stack);
    for (int cell = 0; cell < cells; cell++)
        components[cell] = REF_NONE;
    for (int cell = 0; cell < cells; cell++)
        if (map->open[cell] && components[cell] == REF_NONE)
            flood(map, cell, count++, components, stack);
    free(stack);
    return count;
}

/* Relaxes moves until no cost falls any more. */
static void relax(const ref_map *map, int from, double diagonal, double *lengths)
{
    int cells = ref_get_cell_count(map);
    int *queue = ref_allocate((size_t)cells + 1, sizeof *queue);
    bool *queued = ref_allocate((size_t)cells, sizeof *queued);
    int head = 0, tail = 0;
    for (int cell = 0; cell < cells; cell++)
        lengths[cell] = -1;
    lengths[from] = 0;
    queue[tail++] = from;
    while (head != tail) {
        int cell = queue[head];
        head = (head + 1) % (cells + 1);
        queued[cell] = false;
        for (int move = 0; move < REF_MOVES; move++) {
            int next = ref_get_neighbour(map, cell, move);
            double length = lengths[cell] + (is_diagonal(move) ? diagonal : 1);
            if (next == REF_NONE || (lengths[next] >= 0 && lengths[next] <= length))
                continue;
            lengths[next] = length;
            if (!queued[next]) {
                queued[next] = true;
                queue[tail] = next;
                tail = (tail + 1) % (cells + 1);
            }
        }
    }
    free(queue);
    free(queued);
}

void ref_find_lengths(const ref_map *map, int from, double *lengths)
{
    relax(map, from, 1.4142135623730951, lengths);
}

/* Dijkstra's algorithm with a list of cells for every cost. */
void ref_find_costs(const ref_map *map, int from, int *costs)
{
    int cells = ref_get_cell_count(map), limit = 14 * cells + 15;
    int *first = ref_allocate((size_t)limit, sizeof *first); /* index + 1 into the entries */
    int *next_entry = ref_allocate((size_t)cells * REF_MOVES + 1, sizeof *next_entry);
    int *entry_cell = ref_allocate((size_t)cells * REF_MOVES + 1, sizeof *entry_cell);
    int entries = 1;
    for (int cell = 0; cell < cells; cell++)
        costs[cell] = REF_NONE;
    entry_cell[0] = from;
    first[0] = 1;
    for (int cost = 0; cost < limit; cost++) {
        for (int entry = first[cost]; entry != 0; entry = next_entry[entry - 1]) {
            int cell = entry_cell[entry - 1];
            if (costs[cell] != REF_NONE)
                continue;
            costs[cell] = cost;
            for (int move = 0; move < REF_MOVES; move++) {
                int next = ref_get_neighbour(map, cell, move);
                if (next == REF_NONE || costs[next] != REF_NONE)
                    continue;
                int reached = cost + ref_get_move_cost(move);
                entry_cell[entries] = next;
                next_entry[entries] = first[reached];
                first[reached] = ++entries;
            }
        }
    }
    free(first);
    free(next_entry);
    free(entry_cell);
}

/* ---- climbing and compressing ---- */

int ref_choose_climb_move(const ref_map *map, int cell, int to)
{
    int x = cell % map->width, y = cell / map->width;
    int to_x = to % map->width, to_y = to / map->width;
    int best = REF_NONE, best_f = 0, best_g = 0, lowest_h = -1;
    for (int move = 0; move < REF_MOVES; move++) {
        if (!is_legal(map, x, y, move))
            continue;
        int h = get_octile(x + move_x[move] - to_x, y + move_y[move] - to_y);
        int g = ref_get_move_cost(move);
        if (lowest_h < 0 || h < lowest_h)
            lowest_h = h;
        if (best == REF_NONE || g + h < best_f || (g + h == best_f && g > best_g)) {
            best = move;
            best_f = g + h;
            best_g = g;
        }
    }
    if (best == REF_NONE || get_octile(x - to_x, y - to_y) <= lowest_h)
        return REF_NONE;
    return best;
}

ref_climb ref_find_climb(const ref_map *map, int from, int to, int cutoff)
{
    ref_climb climb = {.end = from};
    while (climb.end != to) {
        if (cutoff != REF_NONE && climb.moves == cutoff)
            break;
        int move = ref_choose_climb_move(map, climb.end, to);
        if (move == REF_NONE)
            break;
        climb.end = ref_get_neighbour(map, climb.end, move);
        climb.moves++;
        climb.cost += ref_get_move_cost(move);
    }
    climb.reached = climb.end == to;
    return climb;
}

/* Fig. 6, with its numbers from 1. */
int ref_compress(const ref_map *map, const int *path, int count, int *subgoals)
{
    int t = count, end = 1, written = 0;
    subgoals[written++] = path[0];
    while (end != t) {
        int i = end + 1, l = i + 1, r = t;
        while (l <= r) {
            int m = (l + r) / 2;
            if (ref_find_climb(map, path[end - 1], path[m - 1], REF_NONE).reached) {
                i = m;
                l = m + 1;
            } else {
                r = m - 1;
            }
        }
        subgoals[written++] = path[i - 1];
        end = i;
    }
    return written;
}

/* ---- records ---- */

static int compare_neighbours(const void *left, const void *right)
{
    const ref_neighbour *a = left, *b = right;
    if (a->similarity != b->similarity)
        return a->similarity < b->similarity ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

void ref_sort_records(const ref_map *map, const ref_database *db, int from, int to,
                      ref_neighbour *neighbours)
{
    for (int id = 0; id < db->count; id++) {
        const ref_record *record = &db->records[id];
        int to_start = ref_get_distance(map, from, record->states[0]);
        int to_goal = ref_get_distance(map, record->states[record->count - 1], to);
        neighbours[id].similarity = to_start > to_goal ? to_start : to_goal;
        neighbours[id].id = id;
    }
    if (db->count > 0)
        qsort(neighbours, (size_t)db->count, sizeof *neighbours, compare_neighbours);
}
