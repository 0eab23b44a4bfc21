/* harness_replay_crowd.c: the members of a replay, which are one crowd: they come and go, are ordered,
 * make their frames, and are held against the board and against what the text expects. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness_replay_state.h"

/* ---- opening ---- */

static cairn_status create_crowd(harness_replay *self)
{
    const harness_replay_def *def = &self->def;
    harness_team *team = &self->team;
    const cairn_crowd_def made = {.size = sizeof made,
                                  .capacity = def->events->most_members,
                                  .max_work = def->max_work,
                                  .goal_policy = def->goal_policy,
                                  .stranded_policy = def->stranded_policy,
                                  .occupancy = def->occupancy,
                                  .planner = team->planner,
                                  .detail = def->detail};
    return cairn_crowd_create(def->map, def->db, &made, &team->crowd);
}

cairn_status harness_team_open(harness_replay *self)
{
    harness_team *team = &self->team;
    const harness_events *events = self->def.events;
    uint32_t places = events->most_members;
    team->members = calloc((size_t)events->id_count + 1, sizeof *team->members);
    team->ids = calloc((size_t)places + 1, sizeof *team->ids);
    team->cells = malloc(((size_t)places + 1) * sizeof *team->cells);
    team->leaving = calloc((size_t)places + 1, sizeof *team->leaving);
    if (team->members == NULL || team->ids == NULL || team->cells == NULL || team->leaving == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < places; i++)
        team->cells[i] = HARNESS_NOWHERE;
    team->watch = (harness_watch){.board = &self->board, .count = places, .leaving = team->leaving};
    cairn_status status = harness_watch_open(&team->watch, team->cells);
    if (status == CAIRN_OK)
        status = cairn_planner_create(self->def.map, NULL, NULL, &team->planner);
    return status == CAIRN_OK ? create_crowd(self) : status;
}

void harness_team_close(harness_replay *self)
{
    harness_team *team = &self->team;
    cairn_crowd_destroy(team->crowd);
    cairn_planner_destroy(team->planner);
    harness_watch_close(&team->watch);
    free(team->members);
    free(team->ids);
    free(team->cells);
    free(team->leaving);
}

/* ---- what is wrong ---- */

__attribute__((format(printf, 3, 4))) static void
say(cairn_detail *detail, const harness_event *event, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(detail->text, sizeof detail->text, format, arguments);
    va_end(arguments);
    detail->line = event->line;
}

/* Why a member cannot come. */
static void refuse(harness_replay *self, const harness_event *event, cairn_status status)
{
    harness_team *team = &self->team;
    cairn_cell cell = event->ends[0];
    unsigned x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell), id = event->ids[0];
    cairn_member other = status == CAIRN_TAKEN ? cairn_crowd_find(team->crowd, cell) : 0;
    if (status == CAIRN_BLOCKED)
        say(&self->refusal, event, "member %u cannot stand on %u,%u: the cell is blocked", id, x,
            y);
    else if (other != 0)
        say(&self->refusal, event, "member %u cannot stand on %u,%u: member %u is there", id, x, y,
            (unsigned)team->ids[cairn_member_get_index(other)]);
}

/* ---- events ---- */

static cairn_status run_member(harness_replay *self, const harness_event *event)
{
    harness_team *team = &self->team;
    cairn_member *member = &team->members[event->ids[0]];
    cairn_status status = cairn_crowd_add(team->crowd, event->ends[0], member);
    if (status != CAIRN_OK) {
        refuse(self, event, status);
        return status;
    }
    uint32_t index = cairn_member_get_index(*member);
    team->ids[index] = event->ids[0];
    team->watch.before[index] = event->ends[0];
    team->leaving[index] = false;
    return CAIRN_OK;
}

static uint32_t count_ids(const harness_event *event)
{
    return event->ids[1] - event->ids[0] + 1;
}

/* An order that no path leads to is none: its row says why. */
static cairn_status run_order(harness_replay *self, const harness_event *event, harness_row *row)
{
    const harness_team *team = &self->team;
    cairn_status status = cairn_crowd_order(team->crowd, &team->members[event->ids[0]],
                                            count_ids(event), event->ends[1]);
    if (status != CAIRN_BLOCKED && status != CAIRN_NO_PATH)
        return status;
    row->cost = HARNESS_COST_NO_PATH;
    row->result = status == CAIRN_BLOCKED ? HARNESS_RESULT_BLOCKED : HARNESS_RESULT_NO_PATH;
    return CAIRN_OK;
}

static cairn_status run_halt(harness_replay *self, const harness_event *event)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t id = event->ids[0]; status == CAIRN_OK && id <= event->ids[1]; id++)
        status = cairn_crowd_halt(self->team.crowd, self->team.members[id]);
    return status;
}

static cairn_status run_remove(harness_replay *self, const harness_event *event)
{
    harness_team *team = &self->team;
    cairn_status status = CAIRN_OK;
    for (uint32_t id = event->ids[0]; status == CAIRN_OK && id <= event->ids[1]; id++) {
        status = cairn_crowd_remove(team->crowd, team->members[id]);
        team->watch.before[cairn_member_get_index(team->members[id])] = HARNESS_NOWHERE;
    }
    return status;
}

/* ---- what is expected ---- */

static void tell_unmet(harness_replay *self, const harness_event *event, uint32_t id,
                       const cairn_member_info *info)
{
    char wanted[32] = "";
    const char *state = harness_state_get_word(info->state);
    if (event->has_cell)
        (void)snprintf(wanted, sizeof wanted, " at %u,%u",
                       (unsigned)cairn_cell_get_x(event->ends[0]),
                       (unsigned)cairn_cell_get_y(event->ends[0]));
    say(&self->unmet, event, "member %u should be %s%s, and is %s at %u,%u", (unsigned)id,
        harness_state_get_word(event->state), wanted, state != NULL ? state : "in another state",
        (unsigned)cairn_cell_get_x(info->cell), (unsigned)cairn_cell_get_y(info->cell));
}

/* Reports the first member that is not as expected. */
static cairn_status run_expect(harness_replay *self, const harness_event *event, harness_row *row)
{
    harness_team *team = &self->team;
    for (uint32_t id = event->ids[0]; id <= event->ids[1]; id++) {
        cairn_member_info info = {.size = sizeof info};
        cairn_status status = cairn_crowd_get_member(team->crowd, team->members[id], &info);
        if (status != CAIRN_OK)
            return status;
        if (info.state == event->state && (!event->has_cell || info.cell == event->ends[0]))
            continue;
        row->result = HARNESS_RESULT_DIFFERS;
        if (self->unmet.line == 0)
            tell_unmet(self, event, id, &info);
        return CAIRN_OK;
    }
    return CAIRN_OK;
}

cairn_status harness_team_run(harness_replay *self, const harness_event *event, harness_row *row)
{
    switch (event->kind) {
    case HARNESS_EVENT_MEMBER:
        return run_member(self, event);
    case HARNESS_EVENT_ORDER:
        return run_order(self, event, row);
    case HARNESS_EVENT_HALT:
        return run_halt(self, event);
    case HARNESS_EVENT_REMOVE:
        return run_remove(self, event);
    default:
        return run_expect(self, event, row);
    }
}

/* ---- frames ---- */

cairn_status harness_team_step(harness_replay *self)
{
    harness_frame *frame = &self->team.frame;
    *frame = (harness_frame){.crowd = {.size = sizeof frame->crowd}};
    uint64_t start = harness_get_cpu_time();
    cairn_status status = cairn_crowd_step(self->team.crowd, &frame->crowd);
    frame->cpu_ns = harness_get_cpu_time() - start;
    return status;
}

/* Where who is there is now. */
static void copy_cells(harness_team *team)
{
    const cairn_cell *cells = cairn_crowd_get_cells(team->crowd);
    for (uint32_t i = 0; i < team->watch.count; i++)
        team->cells[i] = team->watch.before[i] != HARNESS_NOWHERE ? cells[i] : HARNESS_NOWHERE;
}

/* A way out begins in a wall, by the board: before a frame, */
static void begin_leaving(harness_replay *self)
{
    harness_team *team = &self->team;
    for (uint32_t i = 0; self->board.leaves && i < team->watch.count; i++)
        if (team->watch.before[i] != HARNESS_NOWHERE)
            team->leaving[i] =
                team->leaving[i] || !harness_board_is_open(&self->board, team->watch.before[i]);
}

/* and lasts as long as the crowd says so. */
static void end_leaving(harness_replay *self)
{
    harness_team *team = &self->team;
    const uint8_t *states = cairn_crowd_get_states(team->crowd);
    for (uint32_t i = 0; i < team->watch.count; i++)
        if (team->leaving[i])
            team->leaving[i] = states[i] == CAIRN_MEMBER_LEAVING;
}

static uint32_t count_in_wall(const harness_replay *self)
{
    const harness_watch *watch = &self->team.watch;
    uint32_t count = 0;
    for (uint32_t i = 0; i < watch->count; i++)
        count += watch->before[i] != HARNESS_NOWHERE &&
                 !harness_board_is_open(&self->board, watch->before[i]);
    return count;
}

static void note_totals(const harness_frame *frame, harness_crowd_totals *totals)
{
    totals->frames++;
    totals->illegal += frame->illegal;
    totals->overlaps += frame->overlaps;
    if (frame->crowd.units > totals->max_units)
        totals->max_units = frame->crowd.units;
    if (frame->crowd.longest_wait > totals->longest_wait)
        totals->longest_wait = frame->crowd.longest_wait;
}

void harness_team_end_frame(harness_replay *self, harness_row *row)
{
    harness_team *team = &self->team;
    harness_frame *frame = &team->frame;
    const harness_watch before = team->watch;
    const harness_watch *watch = &team->watch;
    copy_cells(team);
    begin_leaving(self);
    harness_watch_look(&team->watch, team->cells);
    end_leaving(self);
    frame->illegal = watch->illegal - before.illegal;
    frame->overlaps = watch->overlaps - before.overlaps + watch->swaps - before.swaps;
    frame->in_wall = count_in_wall(self);
    row->moves += watch->moves - before.moves;
    row->cost += (int64_t)(watch->cost - before.cost);
    row->illegal += frame->illegal;
    harness_row_note_units(row, frame->crowd.units);
    note_totals(frame, &team->totals);
    if (self->def.tell != NULL)
        self->def.tell(self->def.tell_context, frame);
}

void harness_frame_write_row(FILE *stream, const harness_frame *frame)
{
    const cairn_crowd_frame *crowd = &frame->crowd;
    fprintf(stream, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",", crowd->frame,
            crowd->moved, crowd->arrived, crowd->walking, crowd->waiting);
    fprintf(stream, "%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",", crowd->pending,
            crowd->longest_wait, crowd->units, frame->cpu_ns);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%" PRIu32 "\n", frame->illegal, frame->overlaps,
            frame->in_wall);
}

/* ---- results in the end ---- */

harness_crowd_totals harness_replay_get_crowd(const harness_replay *replay)
{
    const harness_team *team = &replay->team;
    harness_crowd_totals totals = team->totals;
    cairn_crowd_info info = {.size = sizeof info};
    if (team->crowd == NULL || cairn_crowd_get_info(team->crowd, &info) != CAIRN_OK)
        return totals;
    const uint8_t *states = cairn_crowd_get_states(team->crowd);
    for (uint32_t i = 0; i < info.used; i++)
        totals.arrived += states[i] == CAIRN_MEMBER_ARRIVED;
    totals.members = info.members;
    totals.in_wall = count_in_wall(replay);
    totals.hash = info.hash;
    return totals;
}
