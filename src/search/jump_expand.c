/* jump_expand.c: following the directions that are worth taking from a jump point, piece by piece, and
 * offering what is found there. */
#include "grid/bound.h"
#include "search/jump_state.h"

/* The node of a cell; one that this search has not met has a cost above all others. */
static inline cairn__node *get_node(cairn__jump_search *search, cairn__xy cell)
{
    cairn__node *node = cairn__node_at(search->store, cell);
    if (node->query != search->query) {
        node->query = search->query;
        node->g = UINT32_MAX;
        node->forward[0] = 0;
    }
    return node;
}

/* With a guide: numbers the ways to a jump point. */
static uint32_t count_way(cairn__jump_search *search, cairn__node *node)
{
    if (++node->forward[0] == 0)
        search->is_full = true;
    return (uint32_t)node->forward[0] << CAIRN__WALK_WAYS_SHIFT;
}

static inline void offer(cairn__jump_search *search, cairn__jump jump)
{
    cairn__xy cell = cairn__unpack(jump.cell);
    uint32_t g = search->g + cairn__get_distance(search->cell, cell);
    cairn__node *node = get_node(search, cell);
    if (g >= node->g)
        return;
    node->g = g;
    node->parent = cairn__pack(search->cell);
    node->move = (uint8_t)jump.move;
    uint32_t f = g + cairn__bound(search->scan.map, cell, search->goal);
    if (search->plan.guide == NULL)
        cairn__jump_push(search, cell, f, 0);
    else
        cairn__jump_push(search, cell, f > search->f ? f : search->f, count_way(search, node));
}

void cairn__jump_offer(cairn__jump_search *search, const cairn__jump *jumps, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        offer(search, jumps[i]);
}

void cairn__jump_offer_found(cairn__jump_search *search)
{
    if (search->notes.is_writing)
        cairn__jump_notes_add_jumps(&search->notes, &search->scan);
    cairn__jump_offer(search, search->scan.jumps, search->scan.count);
    search->scan.count = 0;
}

/* ---- notes ---- */

static void begin_note(cairn__jump_search *search, uint32_t walk)
{
    cairn__jump_notes_begin(&search->notes, &search->scan, search->cell, walk);
    for (int i = 0; i < 2; i++) {
        search->beams[i].x = search->cell.x & ~63;
        search->beams[i].y = search->cell.y & ~63;
    }
}

/* The diagonal was looked along, `made` moves from a cell on, with the cells beside it. */
static void note_diagonal(cairn__jump_search *search, cairn__xy from, uint32_t made)
{
    const cairn_map *map = search->scan.map;
    int32_t step_x = cairn__move_x[search->diagonal], step_y = cairn__move_y[search->diagonal];
    int32_t behind = (int32_t)made + 2;
    cairn__jump_notes_add_cell(&search->notes, map, from.x - step_x, from.y - step_y);
    cairn__jump_notes_add_cell(&search->notes, map, from.x + behind * step_x,
                               from.y + behind * step_y);
}

/* The beams that left the diagonal have ended, in these tiles. */
static void note_beams(cairn__jump_search *search)
{
    const cairn_map *map = search->scan.map;
    for (int i = 0; i < 2; i++) {
        const cairn__beam *beam = &search->beams[i];
        cairn__jump_notes_add_cell(&search->notes, map, beam->x, beam->y);
        cairn__jump_notes_add_cell(&search->notes, map, beam->x + CAIRN__TILE_SIDE - 1,
                                   beam->y + CAIRN__TILE_SIDE - 1);
    }
}

/* Ends the note that is written if the diagonal waits or has ended, and so have its beams. */
static void end_note(cairn__jump_search *search)
{
    if ((search->next | search->beams[0].lines | search->beams[1].lines) != 0)
        return;
    note_beams(search);
    cairn__jump_notes_end(&search->notes, &search->scan);
}

/* Offers what a note has of the diagonal from its next move on. Returns units; 0 if there is none. */
static uint32_t recall(cairn__jump_search *search, uint32_t walk)
{
    const cairn__jump_note *note =
        cairn__jump_notes_find(&search->notes, search->scan.map, search->cell, walk);
    if (note == NULL)
        return 0;
    const cairn__jump *jumps = cairn__jump_notes_get_jumps(&search->notes, note);
    for (uint32_t i = 0; i < note->count; i++)
        CAIRN__PREFETCH(cairn__known_node_at(search->store, cairn__unpack(jumps[i].cell)));
    cairn__jump_offer(search, jumps, note->count);
    search->next = note->next;
    return 1 + note->count / 4u;
}

/* The same; where there is none, one is begun, or continued. */
static uint32_t recall_or_write(cairn__jump_search *search)
{
    if (search->notes.table == NULL || cairn__is_same_cell(search->cell, search->start))
        return 0;
    if (search->notes.is_writing) {
        note_beams(search);
        return 0;
    }
    uint32_t walk = search->next << CAIRN__WALK_SHIFT | search->diagonal;
    uint32_t units = recall(search, walk);
    if (units == 0)
        begin_note(search, walk);
    return units;
}

/* ---- one expansion ---- */

/* How far f may rise above the lowest before a diagonal has to wait: for 40 moves straight away from
 * the goal, and more the longer the diagonal is. Less waiting walks too far, more waiting costs more
 * than the walk. */
#define RISE 800
#define RISE_A_MOVE 4

static inline uint32_t get_f(const cairn__jump_search *search, uint32_t number)
{
    cairn__xy cell = cairn__cell_after(search->cell, search->diagonal, number);
    return search->g + number * CAIRN__DIAGONAL +
           cairn__bound(search->scan.map, cell, search->goal);
}

/* About how many moves a diagonal from a cell may make until its f, now `f`, is too high; 0 if it
 * is. Towards the goal f does not rise, and then by some 20 a move. */
static uint32_t get_most(const cairn__jump_search *search, cairn__xy from, uint32_t f)
{
    uint32_t limit = search->f + RISE + RISE_A_MOVE * search->next, most = search->plan.most;
    limit = search->plan.guide == NULL && limit < most ? limit : most;
    int32_t x = (search->goal.x - from.x) * cairn__move_x[search->diagonal];
    int32_t y = (search->goal.y - from.y) * cairn__move_y[search->diagonal];
    int32_t towards = x < y ? x : y;
    return f > limit ? 0 : (towards > 0 ? (uint32_t)towards : 1) + (limit - f) / 20;
}

/* Puts the rest of the diagonal into the open list. */
static void wait(cairn__jump_search *search, uint32_t f)
{
    uint32_t walk = search->next << CAIRN__WALK_SHIFT | search->diagonal | search->ways;
    cairn__jump_push(search, search->cell, f, walk);
    search->notes.note.next = (uint16_t)search->next;
    search->next = 0;
}

/* With a guide: a diagonal waits where its moves have doubled; before that it costs less than asking. */
#define LEAST_ASKED 128

static bool asks(const cairn__jump_search *search, uint32_t next)
{
    return search->plan.guide != NULL && next >= LEAST_ASKED &&
           (next ^ search->next) > search->next;
}

/* The least moves that a diagonal may make from the jump point itself. */
#define SURE ((RISE + RISE_A_MOVE - 2 * CAIRN__DIAGONAL) / 20)

/* True if its first tile ends before. */
static inline bool is_sure(const cairn__jump_search *search)
{
    uint32_t x = search->cell.x, y = search->cell.y;
    uint32_t across = (cairn__move_x[search->diagonal] > 0 ? ~x - 1 : x - 1) & 63;
    uint32_t down = (cairn__move_y[search->diagonal] > 0 ? ~y - 1 : y - 1) & 63;
    return search->plan.most == UINT32_MAX && (across < SURE || down < SURE);
}

/* Goes on with the diagonal, through one tile at most, or lets it wait. Returns units. */
static inline uint32_t walk_on(cairn__jump_search *search)
{
    cairn__xy from = search->cell;
    uint32_t most = UINT32_MAX, made;
    if (search->next != 1)
        from = cairn__cell_after(from, search->diagonal, search->next - 1);
    if (search->next != 1 || !is_sure(search)) {
        uint32_t f = get_f(search, search->next);
        most = get_most(search, from, f);
        if (most == 0) {
            wait(search, f);
            return 1;
        }
    }
    uint32_t units = recall_or_write(search);
    if (units > 0)
        return units;
    bool goes_on =
        cairn__diagonal_walk(&search->scan, search->beams, from, search->diagonal, most, &made);
    if (search->notes.is_writing)
        note_diagonal(search, from, made);
    uint32_t next = search->next + made;
    bool waits = goes_on && asks(search, next);
    search->next = goes_on ? next : 0;
    if (waits)
        wait(search, search->f);
    return 1 + made / 2;
}

/* Begins with the next direction worth taking. Returns units. */
static inline uint32_t begin_move(cairn__jump_search *search)
{
    uint32_t move = cairn__count_trailing_zeros(search->moves);
    search->moves &= search->moves - 1;
    if (cairn__move_is_diagonal(move)) {
        search->diagonal = move;
        search->next = 1;
        return 0;
    }
    cairn__beam_start(&search->scan, &search->beams[0], search->cell, move);
    return 1;
}

/* Units from which on the meter is asked again. */
#define UNITS_AT_ONCE 32

uint32_t cairn__jump_expand_on(cairn__jump_search *search)
{
    uint32_t units = 0;
    while (units < UNITS_AT_ONCE && cairn__jump_scan_has_room(&search->scan)) {
        if (search->beams[0].lines != 0)
            units += 1 + cairn__beam_follow(&search->scan, &search->beams[0]) / 4;
        else if (search->beams[1].lines != 0)
            units += 1 + cairn__beam_follow(&search->scan, &search->beams[1]) / 4;
        else if (search->next != 0)
            units += walk_on(search);
        else if (search->moves != 0)
            units += begin_move(search);
        else
            break;
        if (search->notes.is_writing)
            end_note(search);
    }
    return units;
}
