/* cell_field.c: a byte for each cell while it is flooded and afterwards.
 *
 * A cell is found at most twice: by a diagonal move, and then by a cardinal one that leads there sooner. Of
 * ways of the same length the first found stays, which is the one by a diagonal move: so runs are long. */
#include "search/cell_field.h"

#include <string.h>

#include "base/memory.h"
#include "base/order.h"
#include "search/jump_moves.h"

/* A byte is a move, or one of these; or the cell waits, with its level and its move. */
#define GOAL CAIRN__MOVES
#define FRESH 0x80
#define WAITS 0x40

/* Units of a cell, of a word, and of a block of bytes that is cleared. */
#define CELL_UNITS 1
#define WORD_UNITS 1
#define CLEARED_BYTES 1024

static_assert(64 * CELL_UNITS + WORD_UNITS <= CAIRN__CELL_FIELD_UNITS, "a word");
static_assert(CAIRN_MAX_SIDE / CLEARED_BYTES + 1 <= CAIRN__CELL_FIELD_UNITS, "a row");

static uint32_t get_across(const cairn_map *map)
{
    return (map->info.width + 63) & ~UINT32_C(63);
}

static uint64_t count_words(const cairn_map *map)
{
    return (uint64_t)get_across(map) / 64 * map->info.height;
}

uint64_t cairn__cell_field_get_bytes(const cairn_map *map)
{
    return 64 * count_words(map);
}

uint64_t cairn__cell_flood_get_bytes(const cairn_map *map)
{
    return CAIRN__CELL_LEVELS * cairn__round_up(count_words(map)) * (sizeof(uint16_t) + 1);
}

static void find_moves(cairn__cell_flood *flood, const cairn_map *map)
{
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    for (uint32_t open = 0; open < 256; open++) {
        uint32_t legal = cairn__allow_moves(map, open);
        for (uint32_t move = 0; move < CAIRN__MOVES; move++)
            flood->moves[move][open] =
                (uint8_t)(legal & cairn__jump_moves_after(move, open, strict));
        flood->moves[CAIRN__MOVES][open] = (uint8_t)legal;
    }
}

void cairn__cell_flood_create(cairn__cell_flood *flood, const cairn_map *map, void *memory)
{
    size_t words = (size_t)cairn__round_up(count_words(map));
    uint16_t *lists = memory;
    uint8_t *eighths = (uint8_t *)(lists + CAIRN__CELL_LEVELS * words);
    for (uint32_t level = 0; level < CAIRN__CELL_LEVELS; level++) {
        flood->words[level] = lists + level * words;
        flood->eighths[level] = eighths + level * words;
    }
    find_moves(flood, map);
}

void cairn__cell_field_start(cairn__cell_field *field, cairn__cell_flood *flood,
                             const cairn_map *map, cairn__xy goal)
{
    field->goal = goal;
    field->across = get_across(map);
    field->down = map->info.height;
    field->cleared = 0;
    field->ended = false;
    for (uint32_t move = 0; move < CAIRN__MOVES; move++)
        field->steps[move] = cairn__move_x[move] + cairn__move_y[move] * (int32_t)field->across;
    memset(flood->counts, 0, sizeof flood->counts);
    flood->next = flood->level = 0;
}

/* ---- one cell ---- */

/* A cell with its place among the bytes. */
typedef struct place {
    int32_t x;
    int32_t y;
    uint32_t byte;
} place;

static const uint8_t moves_back[CAIRN__MOVES] = {CAIRN__SE, CAIRN__S,  CAIRN__SW, CAIRN__NE,
                                                 CAIRN__N,  CAIRN__NW, CAIRN__E,  CAIRN__W};

/* How many levels on a cell waits: more than any move takes if it is fresh, none if its move is known. */
static inline uint32_t get_wait(uint32_t cell, uint32_t level)
{
    if (cell >= FRESH)
        return CAIRN__CELL_LEVELS;
    return cell < WAITS ? 0 : ((cell >> 3) - level) % CAIRN__CELL_LEVELS;
}

/* A move leads to a cell, which waits from now on unless it is found sooner in another way. */
static inline void find(cairn__cell_field *field, cairn__cell_flood *flood, uint32_t byte,
                        uint32_t move)
{
    uint32_t cost = cairn__move_is_diagonal(move) ? 7 : 5;
    if (cost >= get_wait(field->cells[byte], flood->level))
        return;
    uint32_t level = (flood->level + cost) % CAIRN__CELL_LEVELS, word = byte / 64;
    uint8_t *eighths = &flood->eighths[level][word];
    field->cells[byte] = (uint8_t)(WAITS | level << 3 | moves_back[move]);
    if (*eighths == 0)
        flood->words[level][flood->counts[level]++] = (uint16_t)word;
    *eighths |= (uint8_t)(1u << byte / 8 % 8);
}

/* Goes on from a cell that was reached by a move, or from the goal. */
static inline void expand(cairn__cell_field *field, cairn__cell_flood *flood, const cairn_map *map,
                          place at, uint32_t arrival)
{
    uint32_t open = cairn__open_neighbours(map, at.x, at.y);
    uint32_t moves = flood->moves[arrival][open];
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        find(field, flood, at.byte + (uint32_t)field->steps[move], move);
    }
}

/* ---- the flood ---- */

/* PAUSED if the units are used up first. */
static cairn__answer clear(cairn__cell_field *field, cairn__cell_flood *flood, const cairn_map *map,
                           cairn__meter *meter)
{
    uint32_t words = field->across / 64;
    while (field->cleared < field->down) {
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        size_t row = field->cleared++;
        memset(field->cells + row * field->across, FRESH, field->across);
        for (uint32_t level = 0; level < CAIRN__CELL_LEVELS; level++)
            memset(flood->eighths[level] + row * words, 0, words);
        meter->left -= 1 + field->across / CLEARED_BYTES;
        if (field->cleared == field->down) {
            cairn__xy goal = field->goal;
            uint32_t byte = goal.y * field->across + goal.x;
            field->cells[byte] = GOAL;
            expand(field, flood, map, (place){goal.x, goal.y, byte}, CAIRN__MOVES);
        }
    }
    return CAIRN__DONE;
}

/* Which of eight cells wait on a level: bit 7 of their bytes. */
static inline uint64_t get_waiting(const uint8_t *cells, uint32_t level)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t eight;
    memcpy(&eight, cells, sizeof eight);
    uint64_t other = (cairn__little64(eight) & ones * 0xf8) ^ ones * (WAITS | level << 3);
    return ~((other & ones * 0x7f) + ones * 0x7f) & ~other & ones * 0x80;
}

/* The cells of a word that wait on the present level have found their moves; returns how many. */
static uint32_t settle(cairn__cell_field *field, cairn__cell_flood *flood, const cairn_map *map,
                       uint32_t word)
{
    uint32_t words = field->across / 64, count = 0;
    int32_t y = (int32_t)(word / words), x = (int32_t)(word % words * 64);
    uint32_t eighths = flood->eighths[flood->level][word];
    flood->eighths[flood->level][word] = 0;
    for (; eighths != 0; eighths &= eighths - 1) {
        uint32_t first = cairn__count_trailing_zeros(eighths) * 8;
        uint64_t waiting = get_waiting(field->cells + (size_t)word * 64 + first, flood->level);
        for (; waiting != 0; waiting &= waiting - 1, count++) {
            uint32_t inner = first + cairn__count_trailing_zeros(waiting) / 8;
            uint32_t byte = word * 64 + inner, move = field->cells[byte] & 7;
            field->cells[byte] = (uint8_t)move;
            expand(field, flood, map, (place){x + (int32_t)inner, y, byte}, moves_back[move]);
        }
    }
    return count;
}

/* Goes on to the next level that has cells; false if none has. */
static bool go_on(cairn__cell_flood *flood)
{
    flood->counts[flood->level] = flood->next = 0;
    for (uint32_t k = 0; k < CAIRN__CELL_LEVELS; k++) {
        flood->level = (flood->level + 1) % CAIRN__CELL_LEVELS;
        if (flood->counts[flood->level] > 0)
            return true;
    }
    return false;
}

cairn__answer cairn__cell_field_run(cairn__cell_field *field, cairn__cell_flood *flood,
                                    const cairn_map *map, cairn__meter *meter)
{
    if (clear(field, flood, map, meter) != CAIRN__DONE)
        return CAIRN__PAUSED;
    while (!field->ended && meter->left > 0) {
        if (flood->next == flood->counts[flood->level]) {
            field->ended = !go_on(flood);
            continue;
        }
        uint32_t word = flood->words[flood->level][flood->next++];
        meter->left -= WORD_UNITS + (int64_t)CELL_UNITS * settle(field, flood, map, word);
    }
    return field->ended ? CAIRN__DONE : CAIRN__PAUSED;
}

/* ---- its moves ---- */

cairn__run cairn__cell_field_tell(const cairn__cell_field *field, cairn__xy cell, uint32_t most)
{
    const uint8_t *at = field->cells + (size_t)cell.y * field->across + cell.x;
    uint32_t move = *at, count = 1;
    ptrdiff_t step = field->steps[move];
    for (at += step; count < most && *at == move; at += step)
        count++;
    return (cairn__run){.move = move, .count = count};
}
