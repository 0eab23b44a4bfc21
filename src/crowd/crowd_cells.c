/* crowd_cells.c: see crowd_cells.h. */
#include "crowd/crowd_cells.h"

#include <string.h>

#include "base/memory.h"
#include "grid/scans.h"

/* Open cells for each member up to which a flood pays; and cells of a changing map, blocked ones too, for each member of
 * the capacity up to which there is room for it. */
#define PAID_CELLS 256
#define ROOM_CELLS 2048

/* A flood that a change has ended waits for two frames, the next one for twice as many, up to this power of 2. */
#define MOST_BROKEN 6

/* Moves that a plan is made for at once, and the units of such a plan. */
#define TOLD_MOVES 256
#define TOLD_UNITS 8
#define MOVES_OF_UNIT 32

static_assert(TOLD_UNITS + TOLD_MOVES / MOVES_OF_UNIT < CAIRN__QUANTUM, "a plan in a quantum");

static bool pays(const cairn_map *map, uint32_t members)
{
    return map->info.open_cells <= (uint64_t)members * PAID_CELLS;
}

/* Which cells of a changing map are open is the game's: for that all count. */
static bool has_room(const cairn_map *map, const cairn_db *db, uint32_t capacity)
{
    uint64_t cells = cairn__cell_field_get_bytes(map);
    bool may_pay =
        map->living != NULL ? cells <= (uint64_t)capacity * ROOM_CELLS : pays(map, capacity);
    return db->header->kind == CAIRN_DB_LABELS && cells <= CAIRN__MOST_FIELD_CELLS && may_pay;
}

uint64_t cairn__crowd_cells_get_bytes(const cairn_map *map, const cairn_db *db, uint32_t capacity)
{
    if (!has_room(map, db, capacity))
        return 0;
    return cairn__cell_flood_get_bytes(map) + CAIRN__CELL_GOALS * cairn__cell_field_get_bytes(map);
}

void cairn__crowd_cells_create(cairn_crowd *crowd, void *memory)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    self->version = crowd->version;
    if (!has_room(crowd->map, crowd->db, crowd->capacity))
        return;
    cairn__cell_flood_create(&self->flood, crowd->map, memory);
    uint8_t *cells = (uint8_t *)memory + cairn__cell_flood_get_bytes(crowd->map);
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++) {
        self->goals[k].use = CAIRN__FIELD_EMPTY;
        self->goals[k].field.cells = cells + k * cairn__cell_field_get_bytes(crowd->map);
    }
}

/* ---- goals ---- */

static bool has_goal(const cairn__goal_cells *cells, cairn__xy goal)
{
    return cells->use >= CAIRN__FIELD_BUILT && cairn__is_same_cell(cells->field.goal, goal);
}

/* Members that are under way to a goal. */
static uint32_t count_members(const cairn_crowd *crowd, const cairn__goal_cells *cells)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < crowd->used; i++)
        count += cairn__state_is_walking(crowd->states[i]) &&
                 cairn__is_same_cell(crowd->all[i].plan.goal, cells->field.goal);
    return count;
}

/* What was flooded is not that of the goal, or not of the map as it is. */
static void forget(cairn__crowd_cells *self, cairn__goal_cells *cells)
{
    if (self->flooded == cells)
        self->flooded = NULL;
    cells->use = CAIRN__FIELD_EMPTY;
    cells->quanta = 0;
    cells->state = 0;
}

/* The flood begins, or begins again, in a frame. */
static void begin(cairn__crowd_cells *self, cairn__goal_cells *cells, uint32_t frame)
{
    forget(self, cells);
    cells->use = CAIRN__FIELD_BUILT;
    cells->from = frame;
}

static void notice(cairn_crowd *crowd, cairn__goal_cells *cells)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    uint32_t frame = crowd->frame;
    if (!cairn__is_open_cell(crowd->map, cells->field.goal) ||
        !pays(crowd->map, count_members(crowd, cells))) {
        forget(self, cells);
        return;
    }
    if (cells->use == CAIRN__FIELD_BUILT && cells->quanta == 0)
        return;
    if (cells->use == CAIRN__FIELD_BUILT) {
        cells->broken = cairn__get_lower(cells->broken + 1, MOST_BROKEN);
        frame += UINT32_C(1) << cells->broken;
    }
    begin(self, cells, frame);
}

void cairn__crowd_cells_notice(cairn_crowd *crowd)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    if (self->version == crowd->version)
        return;
    self->version = crowd->version;
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++)
        if (self->goals[k].use >= CAIRN__FIELD_BUILT)
            notice(crowd, &self->goals[k]);
}

/* Where another goal has room: in place of one that is none, or that fewest members head for. A flood that nobody
 * waits for any more is not finished; one that is stays as long as there is room, since some may come back. */
static cairn__goal_cells *find_room(cairn_crowd *crowd)
{
    cairn__goal_cells *found = NULL;
    uint32_t least = UINT32_MAX;
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++) {
        cairn__goal_cells *cells = &crowd->field.cells.goals[k];
        uint32_t count = count_members(crowd, cells);
        if (count == 0 && cells->use == CAIRN__FIELD_BUILT)
            forget(&crowd->field.cells, cells);
        count = cells->use == CAIRN__FIELD_EMPTY ? 0 : count + 1;
        if (count < least) {
            least = count;
            found = cells;
        }
    }
    return found;
}

cairn__goal_cells *cairn__crowd_cells_ask(cairn_crowd *crowd, cairn__xy goal, uint32_t members)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    if (self->goals[0].use == CAIRN__FIELD_NONE)
        return NULL;
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++)
        if (has_goal(&self->goals[k], goal))
            return &self->goals[k];
    if (!pays(crowd->map, members))
        return NULL;
    cairn__goal_cells *cells = find_room(crowd);
    cells->field.goal = goal;
    cells->broken = 0;
    begin(self, cells, crowd->frame);
    return cells;
}

/* ---- the flood ---- */

/* One quantum. */
static void flood(cairn_crowd *crowd, cairn__goal_cells *cells, cairn__meter *meter)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    cairn__meter quantum = cairn__meter_split(meter, CAIRN__QUANTUM - CAIRN__CELL_FIELD_UNITS);
    if (self->flooded != cells) {
        cairn__cell_field_start(&cells->field, &self->flood, crowd->map, cells->field.goal);
        cells->state = crowd->map->info.state;
        cells->quanta = 0;
        self->flooded = cells;
    }
    cells->quanta++;
    if (cairn__cell_field_run(&cells->field, &self->flood, crowd->map, &quantum) == CAIRN__DONE) {
        cells->use = CAIRN__FIELD_READY;
        cells->broken = 0;
    }
    cairn__meter_join(meter, &quantum);
}

/* The flood that is under way, or else the first that may begin. */
static cairn__goal_cells *find_flood(cairn_crowd *crowd)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    if (self->flooded != NULL && self->flooded->use == CAIRN__FIELD_BUILT)
        return self->flooded;
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++)
        if (self->goals[k].use == CAIRN__FIELD_BUILT && self->goals[k].from <= crowd->frame)
            return &self->goals[k];
    return NULL;
}

void cairn__crowd_cells_run(cairn_crowd *crowd, cairn__meter *meter, int64_t keep)
{
    for (cairn__goal_cells *cells = find_flood(crowd); cells != NULL; cells = find_flood(crowd))
        while (cells->use == CAIRN__FIELD_BUILT) {
            if (meter->left < keep + CAIRN__QUANTUM)
                return;
            flood(crowd, cells, meter);
        }
}

/* ---- plans ---- */

static const cairn__cell_field *find_cells(const cairn_crowd *crowd, cairn__xy cell, cairn__xy goal)
{
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++) {
        const cairn__goal_cells *cells = &crowd->field.cells.goals[k];
        if (cells->use == CAIRN__FIELD_READY && has_goal(cells, goal))
            return cairn__cell_field_has(&cells->field, cell) ? &cells->field : NULL;
    }
    return NULL;
}

bool cairn__cells_seat(const cairn_crowd *crowd, cairn__guide *guide)
{
    const cairn__member *member = &crowd->all[guide->member];
    guide->by_cells = find_cells(crowd, member->plan.cell, member->plan.goal) != NULL;
    if (guide->by_cells == 0)
        return false;
    guide->by_field = 0;
    guide->wanted = CAIRN__RING - 1 - member->count; /* none is in pieces; one may lead back */
    guide->slot->cell = member->plan.cell;
    guide->slot->goal = member->plan.goal;
    return true;
}

bool cairn__cells_tell(const cairn_crowd *crowd, cairn__guide *guide)
{
    cairn__slot *slot = guide->slot;
    const cairn__cell_field *field = find_cells(crowd, slot->cell, slot->goal);
    uint32_t moves = 0;
    if (field == NULL) {
        guide->by_cells = 0;
        slot->field = NULL;
        cairn__slot_load(slot, &crowd->all[guide->member].plan);
        return false;
    }
    while (guide->count < guide->wanted && moves < TOLD_MOVES &&
           !cairn__is_same_cell(slot->cell, slot->goal)) {
        cairn__run run = cairn__cell_field_tell(field, slot->cell, TOLD_MOVES - moves);
        guide->found[guide->count++] = cairn__make_run(run.move, run.count);
        slot->cell = cairn__cell_after(slot->cell, run.move, run.count);
        moves += run.count;
    }
    cairn__meter_spend(&slot->meter, &slot->meter.work.scans, TOLD_UNITS + moves / MOVES_OF_UNIT);
    return true;
}

void cairn__cells_pack(const cairn__guide *guide, cairn__plan *plan)
{
    plan->cell = guide->slot->cell;
    plan->begun = 0;
}

/* ---- saved crowds ---- */

void cairn__crowd_cells_put(const cairn_crowd *crowd, uint32_t *words)
{
    memset(words, 0, (size_t)CAIRN__CELLS_WORDS * sizeof *words);
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++, words += 4) {
        const cairn__goal_cells *cells = &crowd->field.cells.goals[k];
        if (cells->use < CAIRN__FIELD_BUILT)
            continue;
        words[0] = cairn__pack(cells->field.goal);
        words[1] = cells->quanta;
        words[2] = cells->from;
        words[3] = cells->broken << 2 | (uint32_t)cells->use;
    }
}

/* The quanta that it had once more, or all of a flood that had ended. */
static void flood_again(cairn_crowd *crowd, cairn__goal_cells *cells)
{
    bool is_whole = cells->use == CAIRN__FIELD_READY;
    uint32_t quanta = cells->quanta;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    begin(&crowd->field.cells, cells, cells->from);
    while (cells->use == CAIRN__FIELD_BUILT && (is_whole || cells->quanta < quanta))
        flood(crowd, cells, &meter);
}

/* What was flooded for a saved goal is there. */
static bool is_there(const cairn_crowd *crowd, const cairn__goal_cells *cells,
                     const uint32_t *words)
{
    cairn__field_use use = (cairn__field_use)(words[3] & 3);
    return has_goal(cells, cairn__unpack(words[0])) && cells->use == use &&
           cells->quanta == words[1] && cells->state != 0 &&
           cells->state == crowd->map->info.state &&
           (use == CAIRN__FIELD_READY || crowd->field.cells.flooded == cells);
}

/* A goal as it was saved. */
static void take_goal(cairn_crowd *crowd, cairn__goal_cells *cells, const uint32_t *words)
{
    cairn__xy goal = cairn__unpack(words[0]);
    cairn__field_use use = (cairn__field_use)(words[3] & 3);
    bool has_it = is_there(crowd, cells, words);
    if (!has_it)
        forget(&crowd->field.cells, cells);
    if (use < CAIRN__FIELD_BUILT || !cairn__is_open_cell(crowd->map, goal))
        return;
    cells->use = use;
    cells->field.goal = goal;
    cells->quanta = words[1];
    cells->from = words[2];
    cells->broken = cairn__get_lower(words[3] >> 2, MOST_BROKEN);
    if (!has_it)
        flood_again(crowd, cells);
}

static void take_all(cairn_crowd *crowd, const uint32_t *words, cairn__field_use use)
{
    for (uint32_t k = 0; k < CAIRN__CELL_GOALS; k++, words += 4) {
        cairn__goal_cells *cells = &crowd->field.cells.goals[k];
        if ((words[3] & 3) == (uint32_t)use)
            take_goal(crowd, cells, words);
    }
}

void cairn__crowd_cells_take(cairn_crowd *crowd, const uint32_t *words)
{
    cairn__crowd_cells *self = &crowd->field.cells;
    self->version = crowd->version;
    if (self->goals[0].use == CAIRN__FIELD_NONE)
        return;
    for (uint32_t use = 0; use <= CAIRN__FIELD_EMPTY; use++)
        take_all(crowd, words, (cairn__field_use)use);
    take_all(crowd, words, CAIRN__FIELD_READY);
    take_all(crowd, words, CAIRN__FIELD_BUILT); /* the last one has the flood */
}
