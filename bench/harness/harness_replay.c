/* harness_replay.c: events one after the other: changes are kept until something else comes, then
 * taken in together; problems are solved, agents set out and make their steps. What is timed is the
 * library's work alone: reading, checking and the board are not. */
#include "harness_replay_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---- */

const char *harness_result_get_word(uint32_t result)
{
    static const char *const words[] = {
#define WORD(name, word) word,
        HARNESS_RESULT_LIST(WORD)
#undef WORD
    };
    return result < HARNESS_RESULTS ? words[result] : NULL;
}

void harness_replay_write_row(FILE *stream, const harness_replay *replay, size_t event)
{
    const harness_event *told = &replay->def.events->events[event];
    const harness_row *row = &replay->rows[event];
    fprintf(stream, "%zu,%" PRIu64 ",%s,%s,%" PRId64 ",", event, told->line,
            harness_event_get_word(told->kind), harness_result_get_word(row->result), row->cost);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", row->moves, row->illegal,
            row->cpu_ns, row->max_step_units);
}

size_t harness_replay_get_done(const harness_replay *replay)
{
    return replay->done;
}

const harness_row *harness_replay_get_row(const harness_replay *replay, size_t event)
{
    return &replay->rows[event];
}

harness_repairs harness_replay_get_repairs(const harness_replay *replay)
{
    return replay->repairs;
}

const cairn_detail *harness_replay_get_refusal(const harness_replay *replay)
{
    return &replay->refusal;
}

const cairn_detail *harness_replay_get_unmet(const harness_replay *replay)
{
    return &replay->unmet;
}

/* ---- opening ---- */

static bool has_labels(const cairn_db *db)
{
    cairn_db_info info = {.size = sizeof info};
    return cairn_db_get_info(db, &info) == CAIRN_OK && info.kind == CAIRN_DB_LABELS;
}

/* Problems are solved by labels or, without a database, by jumps; what has neither walks them. */
static cairn_status create_solver(harness_replay *self)
{
    const harness_replay_def *def = &self->def;
    const cairn_planner_def solver = {.size = sizeof solver,
                                      .method =
                                          def->db != NULL ? CAIRN_METHOD_LABELS : CAIRN_METHOD_JUMP,
                                      .detail = def->detail};
    if (def->db == NULL || has_labels(def->db))
        return cairn_planner_create(def->map, def->db, &solver, &self->solver);
    harness_recipe recipe = self->recipe;
    recipe.goal_policy = CAIRN_GOAL_EXACT; /* a problem has no other goal */
    return harness_create_agent(&self->world, &recipe, NULL, def->detail, &self->walker);
}

static cairn_status create_arrays(harness_replay *self)
{
    const harness_events *events = self->def.events;
    self->rows = calloc(events->count + 1, sizeof *self->rows);
    self->runners = calloc(events->walk_count + 1, sizeof *self->runners);
    self->idle = calloc(events->walk_count + 1, sizeof(cairn_agent *));
    return self->rows != NULL && self->runners != NULL && self->idle != NULL ? CAIRN_OK
                                                                             : CAIRN_MEMORY;
}

static cairn_status prepare(harness_replay *self)
{
    const harness_replay_def *def = &self->def;
    cairn_status status = harness_board_open(def->map, &self->board);
    self->board.leaves = def->stranded_policy == CAIRN_STRANDED_LEAVE;
    if (status == CAIRN_OK)
        status = create_arrays(self);
    bool walks = def->events->walk_count > 0 || (def->db != NULL && !has_labels(def->db));
    if (status == CAIRN_OK && walks)
        status = cairn_planner_create(def->map, NULL, NULL, &self->planner);
    self->world = (harness_world){.map = def->map, .db = def->db, .planner = self->planner};
    if (status == CAIRN_OK)
        status = create_solver(self);
    if (status == CAIRN_OK && def->events->most_members > 0)
        status = harness_team_open(self);
    const cairn_repair_def repair = {.size = sizeof repair, .detail = &self->repair_detail};
    if (status == CAIRN_OK && def->repair > 0)
        status = cairn_repair_create(def->map, def->db, &repair, &self->repair);
    if (status != CAIRN_OK && self->repair_detail.text[0] != '\0' && def->detail != NULL)
        *def->detail = self->repair_detail;
    return status;
}

cairn_status harness_replay_open(const harness_replay_def *def, harness_replay **replay)
{
    harness_replay *made = calloc(1, sizeof *made);
    *replay = NULL;
    if (made == NULL)
        return CAIRN_MEMORY;
    made->def = *def;
    made->recipe = harness_default_recipe();
    made->recipe.max_work = def->max_work;
    made->recipe.goal_policy = def->goal_policy;
    made->recipe.stranded_policy = def->stranded_policy;
    cairn_status status = prepare(made);
    if (status == CAIRN_OK)
        *replay = made;
    else
        harness_replay_close(made);
    return status;
}

void harness_replay_close(harness_replay *replay)
{
    if (replay == NULL)
        return;
    cairn_planner_destroy(replay->solver);
    cairn_agent_destroy(replay->walker);
    for (size_t i = 0; i < replay->running; i++)
        cairn_agent_destroy(replay->runners[i].agent);
    for (size_t i = 0; i < replay->idle_count; i++)
        cairn_agent_destroy(replay->idle[i]);
    harness_team_close(replay);
    cairn_repair_destroy(replay->repair); /* and the database that all of these had */
    cairn_planner_destroy(replay->planner);
    harness_board_close(&replay->board);
    free(replay->path.cells);
    free(replay->runners);
    free(replay->idle);
    free(replay->rows);
    free(replay);
}

/* ---- changes ---- */

/* The board's part of what waits; not timed. */
static void change_board(harness_replay *self)
{
    for (size_t i = 0; i < self->waiting; i++)
        harness_board_set(&self->board, &self->def.events->changes[self->taken + i]);
}

/* The map's part. */
static cairn_status change_map(harness_replay *self)
{
    if (self->waiting == 0)
        return CAIRN_OK;
    cairn_status status =
        cairn_map_change(self->def.map, self->def.events->changes + self->taken, self->waiting);
    self->taken += self->waiting;
    self->waiting = 0;
    return status;
}

static void keep_change(harness_replay *self)
{
    if (self->waiting == 0)
        self->first_change = self->done;
    self->waiting++;
}

/* ---- problems and walks ---- */

static cairn_status run_find(harness_replay *self, const harness_event *event, harness_row *row)
{
    change_board(self);
    uint64_t start = harness_get_cpu_time();
    cairn_status status = change_map(self);
    if (status != CAIRN_OK)
        return status;
    status = harness_replay_solve(self, event->ends, row);
    row->cpu_ns = harness_get_cpu_time() - start;
    return harness_replay_is_stopped(self) ? CAIRN_INTERRUPTED
                                           : harness_replay_judge(self, event, status, row);
}

static cairn_status find_agent(harness_replay *self, cairn_agent **agent)
{
    if (self->idle_count > 0) {
        *agent = self->idle[--self->idle_count];
        return CAIRN_OK;
    }
    return harness_create_agent(&self->world, &self->recipe, NULL, NULL, agent);
}

/* An agent that cannot set out does not wait for a change: its row says why. */
static cairn_status run_walk(harness_replay *self, const harness_event *event, harness_row *row)
{
    runner *made = &self->runners[self->running];
    cairn_agent *agent = NULL;
    cairn_status status = find_agent(self, &agent);
    if (status != CAIRN_OK)
        return status;
    change_board(self);
    uint64_t start = harness_get_cpu_time();
    cairn_status changed = change_map(self);
    status = cairn_agent_start(agent, event->ends[0], event->ends[1]);
    row->cpu_ns = harness_get_cpu_time() - start;
    if (status == CAIRN_OK) {
        *made = (runner){.agent = agent, .event = self->done, .cell = event->ends[0]};
        made->step.cell = event->ends[0];
        self->running++;
        return changed;
    }
    self->idle[self->idle_count++] = agent;
    row->cost = HARNESS_COST_NO_PATH;
    row->result = status == CAIRN_BLOCKED ? HARNESS_RESULT_BLOCKED : HARNESS_RESULT_NO_PATH;
    bool told = status == CAIRN_BLOCKED || status == CAIRN_NO_PATH;
    return changed == CAIRN_OK && !told ? status : changed;
}

/* How a walk stands that has not arrived. */
static uint32_t find_result(const harness_replay *self, const runner *walk)
{
    if (!cairn_map_is_open(self->def.map, walk->step.cell))
        return HARNESS_RESULT_STRANDED;
    return cairn_map_has_path(self->def.map, walk->step.cell, cairn_agent_get_goal(walk->agent))
               ? HARNESS_RESULT_OK
               : HARNESS_RESULT_CUT_OFF;
}

/* Adds what an agent's last step did to a row. */
static void note_step(const harness_replay *self, const runner *walk, harness_row *row)
{
    harness_row_note_units(row, walk->step.units);
    if (walk->step.cell == walk->cell)
        return;
    uint32_t tenths = walk->leaves && walk->step.kind == CAIRN_STEP_LEAVING
                          ? harness_board_find_cost_out(&self->board, walk->cell, walk->step.cell)
                          : harness_board_find_cost(&self->board, walk->cell, walk->step.cell);
    row->moves++;
    row->illegal += tenths == 0;
    row->cost += tenths;
}

/* Of what a frame's steps did; who is where it was asked to go makes room. */
static void end_frame(harness_replay *self, harness_row *row)
{
    size_t left = 0;
    for (size_t i = 0; i < self->running; i++) {
        runner *walk = &self->runners[i];
        harness_row *own = &self->rows[walk->event];
        note_step(self, walk, row);
        note_step(self, walk, own);
        walk->leaves = walk->step.kind == CAIRN_STEP_LEAVING &&
                       (walk->leaves || !harness_board_is_open(&self->board, walk->cell));
        walk->cell = walk->step.cell;
        own->arrived = walk->step.kind == CAIRN_STEP_ARRIVED;
        bool ended = own->arrived && walk->cell == self->def.events->events[walk->event].ends[1];
        if (ended)
            self->idle[self->idle_count++] = walk->agent;
        else
            self->runners[left++] = *walk;
    }
    self->running = left;
}

static cairn_status run_frame(harness_replay *self)
{
    for (size_t i = 0; i < self->running; i++) {
        cairn_status status = cairn_agent_step(self->runners[i].agent, &self->runners[i].step);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

/* ---- members ---- */

static cairn_status run_members(harness_replay *self, const harness_event *event, harness_row *row)
{
    change_board(self);
    uint64_t start = harness_get_cpu_time();
    cairn_status status = change_map(self);
    if (status == CAIRN_OK)
        status = harness_team_run(self, event, row);
    row->cpu_ns = harness_get_cpu_time() - start;
    return status;
}

/* ---- repair ---- */

/* Gives a new database to all that have the old one. */
static cairn_status hand_out(harness_replay *self, const cairn_db *db)
{
    cairn_status status = cairn_planner_set_db(self->solver, db, NULL);
    for (size_t i = 0; status == CAIRN_OK && i < self->running; i++)
        status = cairn_agent_set_db(self->runners[i].agent, db, NULL);
    for (size_t i = 0; status == CAIRN_OK && i < self->idle_count; i++)
        status = cairn_agent_set_db(self->idle[i], db, NULL);
    if (status == CAIRN_OK && self->team.crowd != NULL)
        status = cairn_crowd_set_db(self->team.crowd, db, NULL);
    self->world.db = db;
    self->repairs.swaps++;
    return status;
}

/* A frame's units. A database that is ready is swapped in at the end of the frame it is ready in. */
static cairn_status run_repair(harness_replay *self)
{
    const cairn_db *db = NULL;
    uint64_t spent = 0;
    cairn_status status = cairn_repair_follow(self->repair);
    if (status == CAIRN_OK)
        status = cairn_repair_run(self->repair, self->def.repair, &spent);
    if (spent > self->repairs.max_units)
        self->repairs.max_units = spent;
    if (status != CAIRN_OK)
        return status == CAIRN_UNFINISHED ? CAIRN_OK : status;
    status = cairn_repair_swap(self->repair, &db);
    if (status == CAIRN_OK)
        return hand_out(self, db);
    return status == CAIRN_UNFINISHED ? CAIRN_OK : status;
}

/* ---- frames ---- */

static cairn_status run_whole_frame(harness_replay *self)
{
    cairn_status status = harness_replay_is_stopped(self) ? CAIRN_INTERRUPTED : run_frame(self);
    if (status == CAIRN_OK && self->team.crowd != NULL)
        status = harness_team_step(self);
    return status == CAIRN_OK && self->repair != NULL ? run_repair(self) : status;
}

static cairn_status run_step(harness_replay *self, const harness_event *event, harness_row *row)
{
    change_board(self);
    uint64_t start = harness_get_cpu_time();
    cairn_status status = change_map(self);
    row->cpu_ns = harness_get_cpu_time() - start;
    for (uint32_t i = 0; i < event->frames && status == CAIRN_OK; i++) {
        if (self->running == 0 && self->repair == NULL && self->team.crowd == NULL)
            break;
        start = harness_get_cpu_time();
        status = run_whole_frame(self);
        row->cpu_ns += harness_get_cpu_time() - start;
        if (status == CAIRN_OK)
            end_frame(self, row);
        if (status == CAIRN_OK && self->team.crowd != NULL)
            harness_team_end_frame(self, row);
    }
    return status;
}

/* ---- events ---- */

cairn_status harness_replay_run(harness_replay *replay)
{
    cairn_status status = CAIRN_OK;
    if (replay->done == replay->def.events->count)
        return CAIRN_ARGUMENT;
    if (harness_replay_is_stopped(replay))
        return CAIRN_INTERRUPTED;
    const harness_event *event = &replay->def.events->events[replay->done];
    harness_row *row = &replay->rows[replay->done];
    switch (event->kind) {
    case HARNESS_EVENT_FIND:
        status = run_find(replay, event, row);
        break;
    case HARNESS_EVENT_WALK:
        status = run_walk(replay, event, row);
        break;
    case HARNESS_EVENT_STEP:
        status = run_step(replay, event, row);
        break;
    case HARNESS_EVENT_SET:
    case HARNESS_EVENT_ROWS:
        keep_change(replay);
        break;
    default:
        status = run_members(replay, event, row);
    }
    replay->done += status == CAIRN_OK;
    return status;
}

cairn_status harness_replay_end(harness_replay *replay)
{
    bool changed = replay->waiting > 0;
    change_board(replay);
    uint64_t start = harness_get_cpu_time();
    cairn_status status = change_map(replay);
    if (changed)
        replay->rows[replay->first_change].cpu_ns = harness_get_cpu_time() - start;
    for (size_t i = 0; i < replay->running; i++) {
        const runner *walk = &replay->runners[i];
        replay->rows[walk->event].result = find_result(replay, walk);
    }
    return status;
}
