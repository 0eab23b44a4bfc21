/* reference.c: the rules once more, slow and literal. See reference.h. */
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

int ref_get_heuristic(const ref_map *map, const ref_heuristic *heuristic, int a, int b)
{
    int h = ref_get_distance(map, a, b);
    for (int i = 0; i < heuristic->landmarks; i++) {
        int to_a = heuristic->costs[i][a], to_b = heuristic->costs[i][b];
        if (to_a != REF_NONE && to_b != REF_NONE && abs(to_a - to_b) > h)
            h = abs(to_a - to_b);
    }
    return heuristic->weight_tenths > 0 ? h * heuristic->weight_tenths / 10 : h;
}

static void *allocate(size_t count, size_t size)
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
    int *stack = allocate((size_t)cells, sizeof *stack);
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
    int *queue = allocate((size_t)cells + 1, sizeof *queue);
    bool *queued = allocate((size_t)cells, sizeof *queued);
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
    int *first = allocate((size_t)limit, sizeof *first); /* index + 1 into the entries */
    int *next_entry = allocate((size_t)cells * REF_MOVES + 1, sizeof *next_entry);
    int *entry_cell = allocate((size_t)cells * REF_MOVES + 1, sizeof *entry_cell);
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

static bool is_reachable(const ref_map *map, int from, int to, int cutoff)
{
    return ref_find_climb(map, from, to, cutoff).reached;
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
            if (is_reachable(map, path[end - 1], path[m - 1], REF_NONE)) {
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

/* ---- the agent: learned values ---- */

void ref_agent_create(ref_agent *agent, const ref_agent_def *def)
{
    size_t cells = (size_t)ref_get_cell_count(def->map);
    memset(agent, 0, sizeof *agent);
    agent->def = *def;
    agent->tables = allocate(cells, sizeof *agent->tables);
    agent->used = allocate(cells, sizeof *agent->used);
    agent->nodes = allocate(cells, sizeof *agent->nodes);
    agent->places = allocate(cells, sizeof *agent->places);
    for (size_t cell = 0; cell < cells; cell++)
        agent->places[cell] = REF_NONE;
    agent->neighbours =
        allocate(def->db != NULL ? (size_t)def->db->count : 0, sizeof *agent->neighbours);
}

static void forget(ref_agent *agent)
{
    for (int i = 0; i < agent->used_count; i++) {
        free(agent->tables[agent->used[i]]);
        agent->tables[agent->used[i]] = NULL;
    }
    agent->used_count = 0;
}

void ref_agent_destroy(ref_agent *agent)
{
    forget(agent);
    free(agent->tables);
    free(agent->used);
    free(agent->nodes);
    free(agent->places);
    free(agent->neighbours);
}

static int get_h(const ref_agent *agent, int cell)
{
    const int *table = agent->tables[agent->target];
    if (table != NULL && table[cell] != REF_NONE)
        return table[cell];
    return ref_get_heuristic(agent->def.map, &agent->def.heuristic, cell, agent->target);
}

/* Fig. 1, line 6; never lowers a value. */
static void learn(ref_agent *agent, int cell, int h)
{
    if (h <= get_h(agent, cell))
        return;
    int *table = agent->tables[agent->target];
    if (table == NULL) {
        int cells = ref_get_cell_count(agent->def.map);
        table = allocate((size_t)cells, sizeof *table);
        for (int i = 0; i < cells; i++)
            table[i] = REF_NONE;
        agent->tables[agent->target] = table;
        agent->used[agent->used_count++] = agent->target;
    }
    if (table[cell] == REF_NONE)
        agent->learned++;
    table[cell] = h;
}

/* ---- the agent: one move of LRTA* ---- */

static void generate(ref_agent *agent, int cell, int g, int parent)
{
    int place = agent->places[cell];
    if (place == REF_NONE) {
        place = agent->node_count++;
        agent->places[cell] = place;
        agent->nodes[place] = (ref_node){.cell = cell, .g = g, .parent = parent};
    } else if (g < agent->nodes[place].g) {
        agent->nodes[place].g = g;
        agent->nodes[place].parent = parent;
    }
}

static void expand(ref_agent *agent, int place)
{
    agent->nodes[place].expanded = true;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(agent->def.map, agent->nodes[place].cell, move);
        if (next != REF_NONE)
            generate(agent, next, agent->nodes[place].g + ref_get_move_cost(move), place);
    }
}

/* The next state to expand: the lowest g, of those the one generated first. A state is expanded if
 * all moves from it stay within g_max; the paper's frontier has "cost up to g_max". */
static int find_interior(const ref_agent *agent)
{
    int best = REF_NONE;
    for (int i = 0; i < agent->node_count; i++) {
        const ref_node *node = &agent->nodes[i];
        if (node->expanded || node->cell == agent->target || node->g + 14 > agent->def.g_max)
            continue;
        if (best == REF_NONE || node->g < agent->nodes[best].g)
            best = i;
    }
    return best;
}

/* The highest g + h on the way to a state, the agent's own cell (place 0) aside. */
static int get_f(const ref_agent *agent, int place)
{
    int f = 0;
    for (int i = place; i != 0; i = agent->nodes[i].parent) {
        int at = agent->nodes[i].g + get_h(agent, agent->nodes[i].cell);
        f = at > f ? at : f;
    }
    return f;
}

static int find_best_frontier(const ref_agent *agent)
{
    int best = REF_NONE;
    for (int i = 0; i < agent->node_count; i++) {
        if (agent->nodes[i].expanded)
            continue;
        if (best == REF_NONE || get_f(agent, i) < get_f(agent, best) ||
            (get_f(agent, i) == get_f(agent, best) && agent->nodes[i].g > agent->nodes[best].g))
            best = i;
    }
    return best;
}

/* Fig. 1, lines 4 to 7. */
static void move_once(ref_agent *agent)
{
    agent->node_count = 0;
    generate(agent, agent->cell, 0, REF_NONE);
    for (int next = 0; next != REF_NONE; next = find_interior(agent))
        expand(agent, next);
    int best = find_best_frontier(agent);
    int f = get_f(agent, best);
    while (agent->nodes[best].parent != 0)
        best = agent->nodes[best].parent;
    int cost = agent->nodes[best].g, to = agent->nodes[best].cell;
    for (int i = 0; i < agent->node_count; i++)
        agent->places[agent->nodes[i].cell] = REF_NONE;
    learn(agent, agent->cell, f);
    agent->cell = to;
    agent->cost += cost;
    agent->travelled += cost;
    agent->moves++;
    agent->diagonal += cost == 14;
}

/* ---- the agent: targets ---- */

static bool is_on(const ref_agent *agent, int enhancement)
{
    return (agent->def.enhancements & (unsigned)enhancement) != 0;
}

static bool reaches(const ref_agent *agent, int from, int to)
{
    return is_reachable(agent->def.map, from, to, agent->def.cutoff);
}

/* Fig. 8: the first record that passes both checks, or null. */
static const ref_record *find_record(ref_agent *agent)
{
    const ref_database *db = agent->def.db;
    agent->selections++;
    if (db == NULL)
        return NULL;
    ref_sort_records(agent->def.map, db, agent->cell, agent->goal, agent->neighbours);
    int count = db->count;
    if (is_on(agent, REF_ENHANCE_FEW) && agent->def.candidates < count)
        count = agent->def.candidates;
    for (int i = 0; i < count; i++) {
        const ref_record *record = &db->records[agent->neighbours[i].id];
        if (reaches(agent, agent->cell, record->states[0]) &&
            reaches(agent, record->states[record->count - 1], agent->goal))
            return record;
    }
    return NULL;
}

static void head_for_goal(ref_agent *agent)
{
    agent->target = agent->goal;
    agent->record = NULL;
    agent->has_quota = false;
}

static void fail_selection(ref_agent *agent)
{
    head_for_goal(agent);
    agent->failures++;
    agent->failures_in_row++;
    if (!is_on(agent, REF_ENHANCE_QUOTA) || agent->failures_in_row >= 2)
        return;
    agent->has_quota = true;
    agent->travelled = 0;
    agent->quota = (long long)agent->def.quota_tenths *
                   ref_get_distance(agent->def.map, agent->cell, agent->goal);
}

static void select_target(ref_agent *agent)
{
    agent->selected = true;
    if (is_on(agent, REF_ENHANCE_GOAL) && reaches(agent, agent->cell, agent->goal)) {
        agent->failures_in_row = 0;
        head_for_goal(agent);
        return;
    }
    const ref_record *record = find_record(agent);
    if (record == NULL) {
        fail_selection(agent);
        return;
    }
    agent->failures_in_row = 0;
    agent->has_quota = false;
    agent->record = record;
    agent->index =
        is_on(agent, REF_ENHANCE_START) && reaches(agent, agent->cell, record->states[1]) ? 1 : 0;
    agent->target = record->states[agent->index];
}

/* The agent stands on its target, state `index` of its record. */
static void advance(ref_agent *agent)
{
    const ref_record *record = agent->record;
    bool before_last = agent->index == record->count - 2;
    bool last = agent->index == record->count - 1;
    if (last || (before_last && is_on(agent, REF_ENHANCE_END) &&
                 reaches(agent, agent->cell, agent->goal))) {
        head_for_goal(agent);
        return;
    }
    agent->index++;
    agent->target = record->states[agent->index];
}

void ref_agent_start(ref_agent *agent, int start, int goal)
{
    forget(agent);
    agent->cell = start;
    agent->goal = goal;
    agent->target = goal;
    agent->record = NULL;
    agent->selected = false;
    agent->has_quota = false;
    agent->travelled = agent->quota = 0;
    agent->failures_in_row = 0;
    agent->cost = agent->moves = agent->diagonal = agent->learned = 0;
    agent->selections = agent->failures = 0;
}

bool ref_agent_step(ref_agent *agent)
{
    if (agent->cell == agent->goal)
        return true;
    if (!agent->selected || (agent->has_quota && agent->travelled * 10 >= agent->quota))
        select_target(agent);
    while (agent->record != NULL && agent->cell == agent->target)
        advance(agent);
    move_once(agent);
    return agent->cell == agent->goal;
}
