/* leg_field.c: lines are rows, or columns; a cone leads along them upwards or downwards, and to the next
 * line or to the one before. */
#include "search/leg_field.h"

#include <string.h>

#include "base/memory.h"

#define CONES 8

/* How a cone lies. */
static bool is_by_columns(const cairn__leg_field *field)
{
    return (field->cone & 1) != 0;
}

static bool is_back(const cairn__leg_field *field)
{
    return (field->cone & 2) != 0; /* along a line */
}

static bool is_to_line_before(const cairn__leg_field *field)
{
    return (field->cone & 4) != 0;
}

size_t cairn__leg_field_get_bytes(const cairn_map *map)
{
    size_t across = (map->info.width + 63) / 64, down = (map->info.height + 7) / 8;
    return (size_t)cairn__round_up(across * down);
}

void cairn__leg_field_start(cairn__leg_field *field, const cairn_map *map, cairn__xy cell)
{
    field->cell = cell;
    field->across = (map->info.width + 63) / 64;
    field->down = (map->info.height + 7) / 8;
    field->cleared = field->cone = 0;
    field->begun = false;
    memset(field->passed, 0, sizeof field->passed);
}

/* ---- a line ---- */

/* 64 open cells of a line, from a multiple of 64 on. */
static inline uint64_t get_open(const cairn__leg_field *field, const cairn_map *map, uint32_t line,
                                uint32_t word)
{
    int32_t along = (int32_t)word * 64;
    return is_by_columns(field) ? cairn__tile_at(map, (int32_t)line, along)->column[line & 63]
                                : cairn__tile_at(map, along, (int32_t)line)->row[line & 63];
}

/* Cells, and those behind them up to one that is blocked; `carry` leads on to the next word. An addition's
 * carries run along the open cells. */
static inline uint64_t spread(uint64_t cells, uint64_t open, uint64_t *carry)
{
    uint64_t from = (cells | *carry) & open, sum = open + from;
    *carry = sum < open;
    return (open & ~sum) | from;
}

static inline uint64_t spread_back(uint64_t cells, uint64_t open, uint64_t *carry)
{
    uint64_t found = (cells | *carry << 63) & open;
    for (uint32_t by = 1; by < 64; by *= 2) {
        found |= found >> by & open;
        open &= open >> by;
    }
    *carry = found & 1;
    return found;
}

/* Spreads the cells of a line along it. */
static void spread_line(cairn__leg_field *field, const cairn_map *map)
{
    uint32_t words = ((is_by_columns(field) ? map->info.height : map->info.width) + 63) / 64;
    uint64_t carry = 0;
    if (is_back(field)) {
        for (uint32_t i = field->high + 1; i-- > 0 && (i >= field->low || carry != 0);) {
            field->cells[i] =
                spread_back(field->cells[i], get_open(field, map, field->line, i), &carry);
            field->low = i < field->low ? i : field->low;
        }
        return;
    }
    for (uint32_t i = field->low; i <= field->high || (carry != 0 && i < words); i++) {
        field->cells[i] = spread(field->cells[i], get_open(field, map, field->line, i), &carry);
        field->high = i > field->high ? i : field->high;
    }
}

/* Cells of a word from which the diagonal move to the next line may be legal, and where it leads to. */
static inline uint64_t leave(const cairn_map *map, uint64_t cells, uint64_t next)
{
    return map->info.corners == CAIRN_CORNERS_STRICT ? cells & next : cells;
}

static inline uint64_t arrive(const cairn_map *map, uint64_t cells, uint64_t here, uint64_t next)
{
    return map->info.corners == CAIRN_CORNERS_STRICT ? cells & here & next : cells & next;
}

/* Takes the cells of a line to the next one by diagonal moves. */
static void change_line(cairn__leg_field *field, const cairn_map *map, uint32_t to)
{
    uint32_t words = ((is_by_columns(field) ? map->info.height : map->info.width) + 63) / 64;
    bool back = is_back(field);
    uint32_t low = back && field->low > 0 ? field->low - 1 : field->low;
    uint32_t high = !back && field->high + 1 < words ? field->high + 1 : field->high;
    uint64_t carry = 0;
    for (uint32_t k = 0; k <= high - low; k++) {
        uint32_t i = back ? high - k : low + k;
        uint64_t here = get_open(field, map, field->line, i), next = get_open(field, map, to, i);
        uint64_t cells = leave(map, field->cells[i], next);
        uint64_t moved = back ? cells >> 1 | carry : cells << 1 | carry;
        carry = back ? cells << 63 : cells >> 63;
        field->cells[i] = arrive(map, moved, here, next);
    }
    field->low = low;
    field->high = high;
    field->line = to;
}

/* Leaves out words at the ends that have no cells; false if none has. */
static bool trim(cairn__leg_field *field)
{
    while (field->low < field->high && field->cells[field->low] == 0)
        field->low++;
    while (field->high > field->low && field->cells[field->high] == 0)
        field->high--;
    return field->cells[field->low] != 0;
}

/* ---- blocks ---- */

/* A bit for each byte that is not 0. */
static uint32_t get_bytes(uint64_t word)
{
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < 8; i++)
        bytes |= (uint32_t)((word >> 8 * i & 0xff) != 0) << i;
    return bytes;
}

/* Notes the blocks of the lines that were passed. */
static void note_blocks(cairn__leg_field *field)
{
    uint32_t line = field->line >> 3;
    for (uint32_t i = field->first; i <= field->last; i++) {
        uint32_t bytes = get_bytes(field->passed[i]);
        field->passed[i] = 0;
        if (!is_by_columns(field)) {
            field->blocks[line * field->across + i] |= (uint8_t)bytes;
            continue;
        }
        for (uint32_t k = 0; k < 8; k++)
            if ((bytes >> k & 1) != 0)
                field->blocks[(i * 8 + k) * field->across + (line >> 3)] |=
                    (uint8_t)(1u << (line & 7));
    }
    field->first = CAIRN__LEG_WORDS;
    field->last = 0;
}

static void pass_line(cairn__leg_field *field)
{
    for (uint32_t i = field->low; i <= field->high; i++)
        field->passed[i] |= field->cells[i];
    field->first = field->low < field->first ? field->low : field->first;
    field->last = field->high > field->last ? field->high : field->last;
}

/* ---- the flood ---- */

static void start_cone(cairn__leg_field *field)
{
    uint32_t along = is_by_columns(field) ? field->cell.y : field->cell.x;
    memset(field->cells, 0, sizeof field->cells);
    field->line = is_by_columns(field) ? field->cell.x : field->cell.y;
    field->low = field->high = along / 64;
    field->cells[along / 64] = UINT64_C(1) << along % 64;
    field->first = CAIRN__LEG_WORDS;
    field->last = 0;
    field->begun = true;
}

/* Goes on to the next line; false if there is none. */
static bool go_on(cairn__leg_field *field, const cairn_map *map)
{
    uint32_t lines = is_by_columns(field) ? map->info.width : map->info.height;
    bool before = is_to_line_before(field);
    uint32_t to = before ? field->line - 1 : field->line + 1; /* wraps below 0 */
    if (to >= lines) {
        note_blocks(field);
        return false;
    }
    if (to >> 3 != field->line >> 3)
        note_blocks(field);
    change_line(field, map, to);
    if (trim(field))
        return true;
    field->line = before ? to + 1 : to - 1; /* of the lines that were passed */
    note_blocks(field);
    return false;
}

/* PAUSED if the units are used up first. */
static cairn__answer clear(cairn__leg_field *field, cairn__meter *meter)
{
    for (; field->cleared < field->down; field->cleared++) {
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        memset(field->blocks + (size_t)field->cleared * field->across, 0, field->across);
        meter->left--;
    }
    return CAIRN__DONE;
}

cairn__answer cairn__leg_field_run(cairn__leg_field *field, const cairn_map *map,
                                   cairn__meter *meter)
{
    if (clear(field, meter) != CAIRN__DONE)
        return CAIRN__PAUSED;
    while (field->cone < CONES) {
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        bool goes_on = field->begun ? go_on(field, map) : true;
        if (!field->begun)
            start_cone(field);
        if (goes_on) {
            spread_line(field, map);
            pass_line(field);
        } else {
            field->cone++;
            field->begun = false;
        }
        meter->left -= 2 + (field->high - field->low) / 4;
    }
    return CAIRN__DONE;
}
