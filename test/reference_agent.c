/* reference_agent.c: LRTA* and kNN LRTA* once more, slow and literal. See reference.h. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* ---- learned values ---- */

void ref_agent_create(ref_agent *agent, const ref_agent_def *def)
{
    size_t cells = (size_t)ref_get_cell_count(def->map);
    memset(agent, 0, sizeof *agent);
    agent->def = *def;
    agent->tables = ref_allocate(cells, sizeof *agent->tables);
    agent->used = ref_allocate(cells, sizeof *agent->used);
    agent->nodes = ref_allocate(cells, sizeof *agent->nodes);
    agent->places = ref_allocate(cells, sizeof *agent->places);
    for (size_t cell = 0; cell < cells; cell++)
        agent->places[cell] = REF_NONE;
    agent->neighbours =
        ref_allocate(def->db != NULL ? (size_t)def->db->count : 0, sizeof *agent->neighbours);
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
        table = ref_allocate((size_t)cells, sizeof *table);
        for (int i = 0; i < cells; i++)
            table[i] = REF_NONE;
        agent->tables[agent->target] = table;
        agent->used[agent->used_count++] = agent->target;
    }
    if (table[cell] == REF_NONE)
        agent->learned++;
    table[cell] = h;
}

/* ---- one move of LRTA* ---- */

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

/* ---- targets ---- */

static bool is_on(const ref_agent *agent, int enhancement)
{
    return (agent->def.enhancements & (unsigned)enhancement) != 0;
}

static bool reaches(const ref_agent *agent, int from, int to)
{
    return ref_find_climb(agent->def.map, from, to, agent->def.cutoff).reached;
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

void ref_agent_move_towards(ref_agent *agent, int target)
{
    agent->target = target;
    move_once(agent);
}
