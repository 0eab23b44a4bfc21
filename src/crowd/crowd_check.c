/* crowd_check.c: whether a saved crowd is possible. A block with the right checksum may say anything, so
 * everything that members do without another check is checked here: where they stand, what they are about to
 * do, where they wait. Rings and stored plans are checked before they are used. */
#include "crowd/crowd_places.h"
#include "crowd/crowd_saved.h"
#include "grid/scans.h"

/* ---- a member ---- */

/* What a block says of it. */
typedef struct said {
    uint32_t i;
    const unsigned char *from;
    cairn__xy cell;
    cairn__short_run run;
    uint8_t state;
    uint8_t queue;
    uint32_t ring;
    bool is_stale; /* its moves are looked at before they are made */
} said;

static said read_member(const cairn__saved *self, uint32_t i)
{
    const unsigned char *from = cairn__saved_find_member(self, i);
    uint32_t word = cairn__saved_get(from + 4);
    return (said){.i = i,
                  .from = from,
                  .cell = cairn__unpack(cairn__saved_get(from)),
                  .run = (cairn__short_run)word,
                  .state = (uint8_t)(word >> 16),
                  .queue = (uint8_t)(word >> 24),
                  .ring = cairn__saved_get(from + 20),
                  .is_stale = (word & CAIRN__RUN_STALE) != 0};
}

static uint32_t get_ring_count(const said *member)
{
    return member->ring >> 8 & 0xff;
}

static bool is_under_way(const said *member)
{
    return member->state == CAIRN_MEMBER_WAITING || member->state == CAIRN_MEMBER_WALKING;
}

static bool is_in_wall(const said *member)
{
    return member->state == CAIRN_MEMBER_STRANDED || member->state == CAIRN_MEMBER_LEAVING;
}

static bool is_in_range(const cairn_crowd *crowd, const said *member)
{
    uint32_t generation = cairn__saved_get(member->from + 28);
    return member->state <= CAIRN_MEMBER_SETTLED && member->queue <= CAIRN__ASKS &&
           cairn__is_inside(crowd->map, member->cell) && generation > 0 &&
           generation <= CAIRN__MOST_GENERATION && (member->ring & 0xff) < CAIRN__RING &&
           get_ring_count(member) <= CAIRN__RING && (member->ring >> 16 & 0xff) <= CAIRN_BUSY_MOVES;
}

/* A map that does not change strands nobody, and no run of it is ever in doubt. */
static bool suits_map(const cairn_crowd *crowd, const said *member)
{
    bool changes = member->is_stale || is_in_wall(member) || member->state == CAIRN_MEMBER_CUT_OFF;
    bool idles = (member->ring >> 27 & 1) != 0;
    return (crowd->map->living != NULL || !changes) && (!idles || is_in_wall(member));
}

/* The moves of a run that have to be looked at. What the crowd itself walks now is legal if its map does not
 * change: a game that rolls back loads runs that mostly lead to the ends of those. */
static uint32_t count_doubtful(const cairn_crowd *crowd, const said *member)
{
    cairn__short_run now = crowd->runs[member->i];
    uint32_t move = cairn__run_get_move(member->run), count = cairn__run_get_count(member->run);
    uint32_t known = cairn__run_get_count(now);
    if (crowd->map->living != NULL || cairn__run_get_move(now) != move || known > count)
        return count;
    cairn__xy cell = cairn__cell_after(member->cell, move, count - known);
    return cairn__pack(cell) == crowd->cells[member->i] ? count - known : count;
}

/* True if a run begins at an open cell, and its first `count` moves are legal. */
static bool is_run_legal(const cairn_map *map, cairn__xy cell, uint32_t move, uint32_t count)
{
    int x = cairn__move_x[move], y = cairn__move_y[move];
    if (cairn__move_is_diagonal(move))
        return cairn__scan_diagonal(map, cell.x, cell.y, x, y, count) == count;
    return (x != 0 ? cairn__scan_row(map, cell.x - x, cell.y, x, count + 1)
                   : cairn__scan_column(map, cell.x, cell.y - y, y, count + 1)) == count + 1;
}

/* A member that leaves goes straight to its exit, whatever is on the way. */
static bool is_exit_sound(const cairn_crowd *crowd, const said *member)
{
    cairn__xy exit =
        cairn__unpack(cairn__saved_get(member->from + 4 * (size_t)CAIRN__MEMBER_WORDS));
    return crowd->stranded_policy == CAIRN_STRANDED_LEAVE && cairn__is_inside(crowd->map, exit) &&
           cairn__get_distance(member->cell, exit) <= CAIRN_LEAVE_CELLS * CAIRN__CARDINAL &&
           (member->is_stale || cairn__is_open_cell(crowd->map, exit));
}

/* What marks a tile for a member's next turn to look at changes (crowd_changes.h). */
static uint32_t get_mark(const cairn__saved *self, const said *member, size_t place)
{
    uint32_t word = cairn__saved_get(self->goals + 4 * (CAIRN__GOALS_WORDS + place / 16));
    uint32_t marks = word >> 2 * (place % 16) & 3;
    return member->i < self->head.sweep ? marks >> 1 : marks & 1;
}

/* A member that has not looked yet goes on without a look if no tile of its run has changed: a run that is broken
 * has a mark where it is. */
static bool is_stale_run_sound(const cairn_crowd *crowd, const cairn__saved *self,
                               const said *member)
{
    uint32_t move = cairn__run_get_move(member->run), count = cairn__run_get_count(member->run);
    if (!cairn__is_open_cell(crowd->map, member->cell))
        return true; /* it looks */
    uint32_t legal = cairn__count_legal(crowd->map, member->cell, move, count);
    if (legal == count)
        return true;
    cairn__xy at = cairn__cell_after(member->cell, move, legal);
    int32_t x = at.x + cairn__move_x[move], y = at.y + cairn__move_y[move];
    return get_mark(self, member, cairn__tile_place(crowd->map, at.x, at.y)) != 0 ||
           get_mark(self, member, cairn__tile_place(crowd->map, x, at.y)) != 0 ||
           get_mark(self, member, cairn__tile_place(crowd->map, at.x, y)) != 0 ||
           get_mark(self, member, cairn__tile_place(crowd->map, x, y)) != 0;
}

/* A member stands on an open cell, unless it says that it does not, or has not looked. The run in hand is walked
 * without another look, and only by members under way. */
static bool stands_soundly(const cairn_crowd *crowd, const cairn__saved *self, const said *member)
{
    bool runs = cairn__run_get_count(member->run) > 0;
    if (runs && !is_under_way(member))
        return false;
    if (member->state == CAIRN_MEMBER_LEAVING)
        return is_exit_sound(crowd, member);
    if (member->is_stale)
        return is_stale_run_sound(crowd, self, member);
    if (member->state == CAIRN_MEMBER_STRANDED)
        return true;
    return runs ? is_run_legal(crowd->map, member->cell, cairn__run_get_move(member->run),
                               count_doubtful(crowd, member))
                : cairn__is_open_cell(crowd->map, member->cell);
}

/* Only where the nearest cell will do is a goal looked for, and no plan is made before it is known. */
static bool asks_soundly(const cairn_crowd *crowd, const said *member)
{
    bool asks = (member->ring >> 26 & 1) != 0;
    if (!asks && member->queue != CAIRN__ASKS)
        return true;
    return crowd->goal_policy == CAIRN_GOAL_NEAREST &&
           (!asks || member->queue >= CAIRN__NOT_QUEUED);
}

/* Members under way wait for plans, and one that has arrived may still be in the line in which it was. A plan
 * that goes on needs room in the ring. */
static bool waits_soundly(const said *member)
{
    bool renews = (member->ring >> 25 & 1) != 0;
    bool leaves_line = member->state == CAIRN_MEMBER_ARRIVED &&
                       (member->queue == CAIRN__REFILLS || member->queue == CAIRN__ASKS);
    uint32_t ahead = member->ring >> 16 & 0xff;
    if (member->queue == CAIRN__NOT_QUEUED)
        return true;
    if (member->queue == CAIRN__AT_GUIDE && ahead > 0 && ahead < cairn__run_get_count(member->run))
        return false;
    return (is_under_way(member) || leaves_line) &&
           (renews || member->queue == CAIRN__ASKS || get_ring_count(member) <= CAIRN__FEW_RUNS);
}

static bool is_member_sound(const cairn_crowd *crowd, const cairn__saved *self, const said *member)
{
    if (!is_in_range(crowd, member))
        return false;
    if (member->state == CAIRN_MEMBER_NONE)
        return member->run == 0 && member->queue == CAIRN__NOT_QUEUED;
    return suits_map(crowd, member) && stands_soundly(crowd, self, member) &&
           asks_soundly(crowd, member) && waits_soundly(member);
}

/* ---- looking ahead ---- */

/* Members whose cells are prepared before they are looked at. */
#define LOOKS_AHEAD 16

static CAIRN__ALWAYS_INLINE void prefetch_cell(const cairn_map *map, cairn__xy cell, uint32_t move)
{
    uint32_t x = cell.x & 63, y = cell.y & 63;
    const cairn__tile *tile = cairn__tile_at(map, cell.x, cell.y);
    if (cairn__move_y[move] == 0)
        CAIRN__PREFETCH(&tile->row[y]);
    else if (cairn__move_x[move] == 0)
        CAIRN__PREFETCH(&tile->column[x]);
    else
        CAIRN__PREFETCH(cairn__move_x[move] == cairn__move_y[move] ? &tile->fall[(x - y) & 63]
                                                                   : &tile->rise[(x + y) & 63]);
}

/* Says that the first cells of a member's run will be looked at soon, or its own one. */
static CAIRN__ALWAYS_INLINE void prefetch_member(const cairn_map *map, const cairn__saved *self,
                                                 uint32_t i)
{
    if (i >= self->head.used)
        return;
    const said member = read_member(self, i);
    uint32_t count = cairn__run_get_count(member.run);
    if (cairn__is_inside(map, member.cell))
        prefetch_cell(map, member.cell, count > 0 ? cairn__run_get_move(member.run) : CAIRN__E);
}

/* ---- members in lists ---- */

/* Where members can be listed: in the lines, with the guides, among the free places; or nowhere. */
enum { LISTS = CAIRN__ASKS + 1, FREE = CAIRN__NOT_QUEUED, NOWHERE = LISTS };

static uint32_t get_list(const said *member)
{
    if (member->state == CAIRN_MEMBER_NONE)
        return FREE;
    return member->queue != CAIRN__NOT_QUEUED ? member->queue : NOWHERE;
}

/* All members, and how many say that they are in each list. */
static bool are_members_sound(const cairn_crowd *crowd, const cairn__saved *self,
                              uint32_t counts[LISTS + 1])
{
    memset(counts, 0, (LISTS + 1) * sizeof *counts);
    for (uint32_t i = 0; i < self->head.used; i++) {
        const said member = read_member(self, i);
        prefetch_member(crowd->map, self, i + LOOKS_AHEAD);
        if (!is_member_sound(crowd, self, &member))
            return false;
        counts[get_list(&member)]++;
    }
    return true;
}

/* Whoever is in a list says so, and is there once. As many are there as say so, so nobody is missing. */
static bool are_lines_sound(cairn_crowd *crowd, const cairn__saved *self,
                            const uint32_t counts[LISTS + 1])
{
    static const uint32_t lists[CAIRN__SAVED_LINES] = {CAIRN__REFILLS, CAIRN__ORDERS, FREE,
                                                       CAIRN__ASKS};
    const unsigned char *at = self->lines;
    cairn__marks_clear(crowd);
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++) {
        if (counts[lists[line]] != self->head.lines[line])
            return false;
        for (uint32_t k = 0; k < self->head.lines[line]; k++, at += 4) {
            uint32_t i = cairn__saved_get(at);
            if (i >= self->head.used || cairn__mark(crowd, i))
                return false;
            const said member = read_member(self, i);
            if (get_list(&member) != lists[line])
                return false;
        }
    }
    return true;
}

/* ---- guides ---- */

/* A plan under way is made again without another look: it leads from an open cell to one that a path joins
 * to it. */
static bool is_plan_sound(const cairn_crowd *crowd, const unsigned char *from)
{
    uint32_t cell = cairn__saved_get(from + 8), goal = cairn__saved_get(from + 12);
    return cairn_map_has_path(crowd->map, cell, goal) != 0;
}

/* A guide has the plan of a member that says so, and the ring has room for the runs that it looks for. */
static bool is_guide_sound(cairn_crowd *crowd, const cairn__saved *self, const unsigned char *guide)
{
    uint32_t i = cairn__saved_get(guide), quanta = cairn__saved_get(guide + 4);
    uint32_t wanted = cairn__saved_get(guide + 8) & ~(UINT32_C(1) << 31);
    if (i >= self->head.used || cairn__mark(crowd, i))
        return false;
    const said member = read_member(self, i);
    bool starts = crowd->map->living != NULL && quanta == 0;
    return get_list(&member) == CAIRN__AT_GUIDE && wanted <= CAIRN__PLANNED_RUNS &&
           wanted + get_ring_count(&member) <= CAIRN__PLANNED_RUNS &&
           (starts || is_plan_sound(crowd, member.from));
}

static bool are_guides_sound(cairn_crowd *crowd, const cairn__saved *self, uint32_t count)
{
    uint32_t guides = self->head.lanes * CAIRN__LINES, busy = 0;
    for (uint32_t k = 0; k < guides; k++) {
        const unsigned char *guide = self->guides + (size_t)k * CAIRN__GUIDE_BYTES;
        if (cairn__saved_get(guide) == CAIRN__NO_MEMBER)
            continue;
        if (!is_guide_sound(crowd, self, guide))
            return false;
        busy++;
    }
    return busy == count;
}

/* ---- all of it ---- */

bool cairn__saved_is_sound(cairn_crowd *crowd, const cairn__saved *self)
{
    uint32_t counts[LISTS + 1];
    return cairn__saved_goals_are_sound(crowd, &self->head, self->goals) &&
           are_members_sound(crowd, self, counts) && are_lines_sound(crowd, self, counts) &&
           are_guides_sound(crowd, self, counts[CAIRN__AT_GUIDE]) &&
           cairn__saved_apart_is_sound(crowd, &self->head, self->apart);
}

bool cairn__saved_is_apart(cairn_crowd *crowd, const cairn__saved *self)
{
    bool sound = true;
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return true;
    cairn__places_empty(crowd);
    for (uint32_t i = 0; sound && i < self->head.used; i++) {
        const said member = read_member(self, i);
        cairn_cell cell = cairn__pack(member.cell);
        if (member.state == CAIRN_MEMBER_NONE)
            continue;
        sound = cairn__place_find(crowd, cell) == CAIRN__NO_MEMBER;
        cairn__place_set(&crowd->apart, cell, i);
    }
    if (!sound)
        cairn__places_restore(crowd);
    return sound;
}
