/* reference_dba.c: slow and literal. See reference_dba.h. */
#include "reference_dba.h"

#include <limits.h>
#include <stdlib.h>

enum { CUTOFF = 250, IN_SIGHT = 16 };

static int get_sector(const ref_map *map, int side, int cell)
{
    int across = (map->width + side - 1) / side;
    return cell / map->width / side * across + cell % map->width / side;
}

/* ---- regions ---- */

/* Gives a region to all cells that moves inside the sector join to one that has it. */
static void spread(const ref_map *map, int side, int *regions, int region)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < ref_get_cell_count(map); cell++)
            for (int move = 0; regions[cell] == region && move < REF_MOVES; move++) {
                int next = ref_get_neighbour(map, cell, move);
                if (next == REF_NONE || regions[next] != REF_NONE ||
                    get_sector(map, side, next) != get_sector(map, side, cell))
                    continue;
                regions[next] = region;
                changed = true;
            }
    }
}

/* The cell nearest to the centroid, the first of equals; distances times the number of cells. */
static int find_centre(const ref_map *map, const int *regions, int region)
{
    long long count = 0, x = 0, y = 0, nearest = LLONG_MAX;
    int centre = REF_NONE;
    for (int cell = 0; cell < ref_get_cell_count(map); cell++) {
        count += regions[cell] == region;
        x += regions[cell] == region ? cell % map->width : 0;
        y += regions[cell] == region ? cell / map->width : 0;
    }
    for (int cell = 0; cell < ref_get_cell_count(map); cell++) {
        long long dx = llabs(cell % map->width * count - x);
        long long dy = llabs(cell / map->width * count - y);
        long long distance = 10 * (dx > dy ? dx : dy) + 4 * (dx > dy ? dy : dx);
        if (regions[cell] == region && distance < nearest) {
            nearest = distance;
            centre = cell;
        }
    }
    return centre;
}

int ref_find_sector_regions(const ref_map *map, int side, int *regions, int *centres)
{
    int count = 0;
    for (int cell = 0; cell < ref_get_cell_count(map); cell++)
        regions[cell] = REF_NONE;
    for (int cell = 0; cell < ref_get_cell_count(map); cell++)
        if (map->open[cell] != 0 && regions[cell] == REF_NONE) {
            regions[cell] = count;
            spread(map, side, regions, count);
            centres[count] = find_centre(map, regions, count);
            count++;
        }
    return count;
}

/* A region grows breadth first: over cells that climb to the seed and back, and are not nearer to
 * their own. */
static void grow_region(const ref_map *map, int cutoff, int seed, int *owners)
{
    int cells = ref_get_cell_count(map), count = 0;
    int *queue = ref_allocate((size_t)cells, sizeof *queue);
    bool *seen = ref_allocate((size_t)cells, sizeof *seen);
    queue[count++] = seed;
    seen[seed] = true;
    for (int i = 0; i < count; i++) {
        owners[queue[i]] = seed;
        for (int move = 0; move < REF_MOVES; move++) {
            int next = ref_get_neighbour(map, queue[i], move);
            if (next == REF_NONE || seen[next])
                continue;
            seen[next] = true;
            if ((owners[next] == REF_NONE ||
                 ref_get_distance(map, next, seed) < ref_get_distance(map, next, owners[next])) &&
                ref_find_climb(map, next, seed, cutoff).reached &&
                ref_find_climb(map, seed, next, cutoff).reached)
                queue[count++] = next;
        }
    }
    free(queue);
    free(seen);
}

int ref_find_climb_regions(const ref_map *map, int cutoff, int *owners)
{
    int count = 0;
    for (int cell = 0; cell < ref_get_cell_count(map); cell++)
        owners[cell] = REF_NONE;
    for (int y = cutoff / 2; y < map->height; y += cutoff)
        for (int x = cutoff / 2; x < map->width; x += cutoff)
            if (map->open[y * map->width + x] != 0) {
                grow_region(map, cutoff, y * map->width + x, owners);
                count++;
            }
    for (int cell = 0; cell < ref_get_cell_count(map); cell++)
        if (map->open[cell] != 0 && owners[cell] == REF_NONE) {
            grow_region(map, cutoff, cell, owners);
            count++;
        }
    return count;
}

/* ---- the walk ---- */

int ref_find_sector_cost(const ref_map *map, int side, int from, int to)
{
    int *costs = ref_allocate((size_t)ref_get_cell_count(map), sizeof *costs);
    for (int cell = 0; cell < ref_get_cell_count(map); cell++)
        costs[cell] = cell == from ? 0 : INT_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < ref_get_cell_count(map); cell++)
            for (int move = 0; costs[cell] != INT_MAX && move < REF_MOVES; move++) {
                int next = ref_get_neighbour(map, cell, move);
                if (next == REF_NONE || costs[cell] + ref_get_move_cost(move) >= costs[next] ||
                    get_sector(map, side, next) != get_sector(map, side, from))
                    continue;
                costs[next] = costs[cell] + ref_get_move_cost(move);
                changed = true;
            }
    }
    int cost = costs[to] == INT_MAX ? REF_NONE : costs[to];
    free(costs);
    return cost;
}

static bool reaches(const ref_map *map, int from, int to)
{
    return ref_find_climb(map, from, to, CUTOFF).reached;
}

/* The farthest of the first `count` states that a climb reaches: the last one, else by bisection. */
static int find_farthest(const ref_map *map, int cell, const int *states, int count, bool has_first)
{
    int found = has_first ? 0 : REF_NONE, left = found + 1, right = count - 1;
    if (right >= left && reaches(map, cell, states[right]))
        return right;
    while (left < right) {
        int middle = (left + right) / 2;
        if (reaches(map, cell, states[middle])) {
            found = middle;
            left = middle + 1;
        } else {
            right = middle;
        }
    }
    return found;
}

/* Climbs to a state; the walk is over if it comes to the goal before. */
static long long climb_to(const ref_map *map, int *cell, int to, int goal)
{
    long long cost = 0;
    while (*cell != to && *cell != goal) {
        int move = ref_choose_climb_move(map, *cell, to);
        if (move == REF_NONE)
            abort();
        cost += ref_get_move_cost(move);
        *cell = ref_get_neighbour(map, *cell, move);
    }
    return cost;
}

long long ref_walk_dba(const ref_map *map, int side, int start, const int *states, int count,
                       bool same_region)
{
    int cell = start, goal = states[count - 1];
    if (reaches(map, start, goal))
        return climb_to(map, &cell, goal, goal);
    if (same_region && side > 0)
        return ref_find_sector_cost(map, side, start, goal);
    long long cost = 0;
    for (int next = 0; cell != goal;) {
        int in_sight = count - next < IN_SIGHT ? count - next : IN_SIGHT;
        bool has_first = side == 0 || (next > 0 && next < count - 1);
        int found = find_farthest(map, cell, states + next, in_sight, has_first);
        if (found == REF_NONE) {
            cost += ref_find_sector_cost(map, side, cell, states[next]);
            cell = states[next++];
        } else {
            cost += climb_to(map, &cell, states[next + found], goal);
            next += found + 1;
        }
    }
    return cost;
}
