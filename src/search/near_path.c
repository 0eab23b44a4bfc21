/* near_path.c: jump points in one small array. From each, moves towards the goal are followed first; the others
 * wait in the open list, with what f rises to behind them. */
#include "search/near_path.h"

#include <string.h>

#include "search/jump_moves.h"
#include "search/jump_scan.h"
#include "search/jump_sight.h"

#define MOST_NODES 128
#define SLOTS 256

/* The pieces of scans after which a search gives up: one for every TENTHS_A_PIECE of the distance, and
 * some to spare, but no more than the last number. */
#define SPARE_PIECES 48
#define TENTHS_A_PIECE 2
#define MOST_PIECES 192

/* Those that the last scan may take more. Two pieces are a unit. */
#define LAST_PIECES (1 + CAIRN__TILE_SIDE / 2)
#define PIECES_A_UNIT 2

static_assert(MOST_PIECES + LAST_PIECES <= PIECES_A_UNIT * CAIRN__NEAR_UNITS, "units of a search");

typedef struct node {
    cairn_cell cell;
    uint32_t g;
    uint32_t f;     /* over the cell, at least */
    uint8_t before; /* number of the jump point before */
    uint8_t move;   /* the last one of those that led here */
    bool is_known;  /* which moves are worth taking: */
    uint8_t octant; /* in which the goal lies */
    uint8_t ranks;  /* of the moves that are left */
} node;

typedef struct near_search {
    cairn__xy goal;
    uint32_t pieces;
    uint32_t enough;
    uint32_t count; /* of nodes */
    uint32_t keys[MOST_NODES];
    node nodes[MOST_NODES];
    uint8_t slots[SLOTS]; /* numbers of nodes, plus one; 0: free */
    cairn__jump_scan scan;
} near_search;

/* ---- directions ---- */

/* Moves by how much f rises behind them, at least, for a goal in an octant: to the east or west of the cell, to
 * the south or north, farther to the south or north than to the east or west. */
static const uint8_t moves_by_rank[8][CAIRN__MOVES] = {
    {CAIRN__E, CAIRN__SE, CAIRN__S, CAIRN__NE, CAIRN__N, CAIRN__SW, CAIRN__W, CAIRN__NW},
    {CAIRN__W, CAIRN__SW, CAIRN__S, CAIRN__NW, CAIRN__N, CAIRN__SE, CAIRN__E, CAIRN__NE},
    {CAIRN__E, CAIRN__NE, CAIRN__N, CAIRN__SE, CAIRN__S, CAIRN__NW, CAIRN__W, CAIRN__SW},
    {CAIRN__W, CAIRN__NW, CAIRN__N, CAIRN__SW, CAIRN__S, CAIRN__NE, CAIRN__E, CAIRN__SE},
    {CAIRN__S, CAIRN__SE, CAIRN__E, CAIRN__SW, CAIRN__W, CAIRN__NE, CAIRN__N, CAIRN__NW},
    {CAIRN__S, CAIRN__SW, CAIRN__W, CAIRN__SE, CAIRN__E, CAIRN__NW, CAIRN__N, CAIRN__NE},
    {CAIRN__N, CAIRN__NE, CAIRN__E, CAIRN__NW, CAIRN__W, CAIRN__SE, CAIRN__S, CAIRN__SW},
    {CAIRN__N, CAIRN__NW, CAIRN__W, CAIRN__NE, CAIRN__E, CAIRN__SW, CAIRN__S, CAIRN__SE},
};

/* By that much, or more. */
static const uint8_t rises[CAIRN__MOVES] = {0, 0, 6, 6, 14, 20, 20, 20};

static uint32_t get_rise(uint32_t ranks)
{
    return rises[cairn__count_trailing_zeros(ranks)];
}

static uint32_t get_octant(cairn__xy cell, cairn__xy goal)
{
    int32_t x = goal.x - cell.x, y = goal.y - cell.y;
    uint32_t across = (uint32_t)(x < 0 ? -x : x), down = (uint32_t)(y < 0 ? -y : y);
    return (x < 0 ? 1u : 0) | (y < 0 ? 2u : 0) | (down > across ? 4u : 0);
}

/* The rank of each move, for each octant. */
static const uint8_t ranks_by_move[8][CAIRN__MOVES] = {
    {7, 4, 3, 5, 2, 1, 6, 0}, {3, 4, 7, 1, 2, 5, 0, 6}, {5, 2, 1, 7, 4, 3, 6, 0},
    {1, 2, 5, 3, 4, 7, 0, 6}, {7, 6, 5, 3, 0, 1, 4, 2}, {5, 6, 7, 1, 0, 3, 2, 4},
    {3, 0, 1, 7, 6, 5, 4, 2}, {1, 0, 3, 5, 6, 7, 2, 4},
};

/* Bits of the ranks of some moves. */
static uint8_t rank_moves(uint32_t octant, uint32_t moves)
{
    uint32_t ranks = 0;
    for (; moves != 0; moves &= moves - 1)
        ranks |= 1u << ranks_by_move[octant][cairn__count_trailing_zeros(moves)];
    return (uint8_t)ranks;
}

/* ---- nodes ---- */

#define CLOSED UINT32_MAX

/* What the open list is ordered by: f, and of equal nodes the last. */
static uint32_t make_key(uint32_t f, uint32_t number)
{
    return f * MOST_NODES + (MOST_NODES - 1 - number);
}

static uint32_t find_least_key(const near_search *self)
{
    uint32_t least = CLOSED;
    for (uint32_t i = 0; i < self->count; i++)
        least = self->keys[i] < least ? self->keys[i] : least;
    return least;
}

/* The slot of a cell, or the free one in which it belongs. */
static uint8_t *find_slot(near_search *self, cairn_cell cell)
{
    uint32_t slot = (cell * UINT32_C(0x9e3779b1)) >> 24;
    while (self->slots[slot] != 0 && self->nodes[self->slots[slot] - 1].cell != cell)
        slot = (slot + 1) % SLOTS;
    return &self->slots[slot];
}

/* Offers a way of `g` tenths to a jump point; false if there is no room. */
static bool offer(near_search *self, cairn__jump jump, uint32_t g, uint32_t before)
{
    uint8_t *slot = find_slot(self, jump.cell);
    if (*slot != 0 && self->nodes[*slot - 1].g <= g)
        return true;
    if (*slot == 0 && self->count == MOST_NODES)
        return false;
    if (*slot == 0)
        *slot = (uint8_t)++self->count;
    uint32_t number = *slot - 1u;
    uint32_t f = g + cairn__get_distance(cairn__unpack(jump.cell), self->goal);
    self->nodes[number] = (node){
        .cell = jump.cell, .g = g, .f = f, .before = (uint8_t)before, .move = (uint8_t)jump.move};
    self->keys[number] = make_key(f, number);
    return true;
}

/* Offers ways from a node to all that the scans have found. */
static bool offer_found(near_search *self, uint32_t from)
{
    cairn__xy cell = cairn__unpack(self->nodes[from].cell);
    for (uint32_t i = 0; i < self->scan.count; i++) {
        cairn__jump jump = self->scan.jumps[i];
        uint32_t length = cairn__get_distance(cell, cairn__unpack(jump.cell));
        if (!offer(self, jump, self->nodes[from].g + length, from))
            return false;
    }
    self->scan.count = 0;
    return true;
}

/* ---- scans ---- */

/* True if one more scan may begin. */
static bool may_scan(const near_search *self)
{
    return self->pieces < self->enough && cairn__jump_scan_has_room(&self->scan);
}

static void follow(near_search *self, cairn__beam *beam)
{
    while (beam->lines != 0 && may_scan(self))
        self->pieces += 1 + cairn__beam_follow(&self->scan, beam) / 4;
}

static void scan_line(near_search *self, cairn__xy cell, uint32_t move)
{
    cairn__beam beam;
    self->pieces++;
    cairn__beam_start(&self->scan, &beam, cell, move);
    follow(self, &beam);
}

static void scan_diagonal(near_search *self, cairn__xy cell, uint32_t move)
{
    bool goes_on = true;
    while (goes_on && may_scan(self)) {
        cairn__beam beams[2];
        uint32_t made;
        beams[0].lines = beams[1].lines = 0;
        goes_on = cairn__diagonal_walk(&self->scan, beams, cell, move, UINT32_MAX, &made);
        self->pieces += 1 + made / 2;
        follow(self, &beams[0]);
        follow(self, &beams[1]);
        cell = cairn__cell_after(cell, move, made);
    }
}

/* Scans along the first of the moves that are left, those behind which f rises alike. Returns those left then. */
static uint32_t scan(near_search *self, const node *from)
{
    const uint8_t *moves = moves_by_rank[from->octant];
    uint32_t ranks = from->ranks, rise = get_rise(ranks);
    for (; ranks != 0 && get_rise(ranks) == rise; ranks &= ranks - 1) {
        uint32_t move = moves[cairn__count_trailing_zeros(ranks)];
        if (cairn__move_is_diagonal(move))
            scan_diagonal(self, cairn__unpack(from->cell), move);
        else
            scan_line(self, cairn__unpack(from->cell), move);
    }
    return ranks;
}

/* ---- the search ---- */

/* The moves worth taking from a node. */
static uint32_t get_moves(const near_search *self, uint32_t number)
{
    const cairn_map *map = self->scan.map;
    cairn__xy cell = cairn__unpack(self->nodes[number].cell);
    uint32_t open = cairn__open_neighbours(map, cell.x, cell.y);
    uint32_t legal = cairn__allow_moves(map, open);
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    return number == 0 ? legal
                       : legal & cairn__jump_moves_after(self->nodes[number].move, open, strict);
}

/* True if the goal is seen by one of these moves, or is the cell itself. */
static bool sees_goal(const near_search *self, const node *of, uint32_t moves)
{
    cairn__xy cell = cairn__unpack(of->cell);
    uint32_t move = cairn__sight_get_move(cell, self->goal);
    return ((moves | 1u << CAIRN__MOVES) >> move & 1) != 0 &&
           cairn__sight_is_clear(self->scan.map, cell, self->goal);
}

/* What comes of a node. */
typedef enum result {
    RESULT_ON,
    RESULT_FOUND, /* it sees the goal */
    RESULT_ENOUGH,
} result;

/* Takes the node of least f up to the next of its moves. */
static result visit(near_search *self, uint32_t number)
{
    node *of = &self->nodes[number];
    uint32_t key = self->keys[number];
    if (!of->is_known) {
        uint32_t moves = get_moves(self, number);
        self->pieces++;
        if (number != 0 && sees_goal(self, of, moves))
            return RESULT_FOUND;
        of->octant = (uint8_t)get_octant(cairn__unpack(of->cell), self->goal);
        of->ranks = rank_moves(of->octant, moves);
        of->is_known = true;
    }
    uint32_t f = key / MOST_NODES;
    while (of->ranks != 0 && of->f + get_rise(of->ranks) == f)
        of->ranks = (uint8_t)scan(self, of);
    self->keys[number] = of->ranks != 0 ? make_key(of->f + get_rise(of->ranks), number) : CLOSED;
    return may_scan(self) && offer_found(self, number) ? RESULT_ON : RESULT_ENOUGH;
}

/* Lists the jump points of the path over a node that sees the goal; false if there is no room for them. */
static bool trace(const near_search *self, uint32_t last, cairn__near_turns *turns)
{
    uint32_t count = 0;
    for (uint32_t i = last; i != 0; i = self->nodes[i].before)
        count++;
    if (count > CAIRN__NEAR_TURNS)
        return false;
    turns->count = count;
    for (uint32_t i = last; i != 0; i = self->nodes[i].before) {
        cairn__xy cell = cairn__unpack(self->nodes[i].cell);
        int32_t x = cell.x - self->goal.x, y = cell.y - self->goal.y;
        if (x < INT8_MIN || x > INT8_MAX || y < INT8_MIN || y > INT8_MAX)
            return false;
        turns->all[--count] = (cairn__near_turn){(int8_t)x, (int8_t)y};
    }
    return true;
}

uint32_t cairn__near_path_find(const cairn_map *map, cairn__xy start, cairn__xy goal,
                               cairn__near_turns *turns, cairn__meter *meter)
{
    near_search self;
    result made = RESULT_ON;
    uint32_t number = 0;
    uint32_t enough = SPARE_PIECES + cairn__get_distance(start, goal) / TENTHS_A_PIECE;
    self.goal = goal;
    self.enough = enough < MOST_PIECES ? enough : MOST_PIECES;
    self.pieces = self.count = self.scan.count = 0;
    self.scan.map = map;
    memset(self.slots, 0, sizeof self.slots);
    (void)offer(&self, (cairn__jump){cairn__pack(start), 0}, 0, 0);
    while (made == RESULT_ON) {
        uint32_t key = find_least_key(&self);
        number = MOST_NODES - 1 - key % MOST_NODES;
        made = key != CLOSED ? visit(&self, number) : RESULT_ENOUGH;
    }
    meter->left -= self.pieces / PIECES_A_UNIT;
    return made == RESULT_FOUND && trace(&self, number, turns) ? self.nodes[number].f : 0;
}
