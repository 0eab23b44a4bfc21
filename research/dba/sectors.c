/* sectors.c: see sectors.h. */
#include "research/dba/sectors.h"

#include <string.h>

void cairn__sector_flood_start(cairn__sector_flood *flood)
{
    memset(flood->seen, 0, sizeof flood->seen);
    flood->count = 0;
}

static bool see(cairn__sector_flood *flood, cairn__xy cell)
{
    uint64_t *row = &flood->seen[cell.y % flood->side], bit = UINT64_C(1) << cell.x % flood->side;
    if ((*row & bit) != 0)
        return false;
    *row |= bit;
    flood->cells[flood->count++] = cell;
    return true;
}

bool cairn__sector_flood_visit(cairn__sector_flood *flood, cairn__xy from)
{
    flood->count = 0;
    if (!see(flood, from))
        return false;
    for (uint32_t i = 0; i < flood->count; i++) {
        cairn__xy cell = flood->cells[i];
        uint32_t moves = cairn__legal_moves(flood->map, cell.x, cell.y);
        for (; moves != 0; moves &= moves - 1) {
            cairn__xy next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
            if (cairn__is_same_sector(flood->side, next, from))
                (void)see(flood, next);
        }
    }
    return true;
}

static uint32_t get_difference(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* Distances to the centroid are multiplied by the number of cells, so that they are whole numbers:
 * at most 14 * 2^12 * 2^6, of coordinates inside the sector. */
cairn__xy cairn__sector_flood_get_centre(const cairn__sector_flood *flood)
{
    uint32_t count = flood->count, side = flood->side, sums[2] = {0, 0}, nearest = UINT32_MAX;
    cairn__xy centre = flood->cells[0];
    for (uint32_t i = 0; i < count; i++) {
        sums[0] += flood->cells[i].x % side;
        sums[1] += flood->cells[i].y % side;
    }
    for (uint32_t i = 0; i < count; i++) {
        cairn__xy cell = flood->cells[i];
        uint32_t dx = get_difference(cell.x % side * count, sums[0]);
        uint32_t dy = get_difference(cell.y % side * count, sums[1]);
        uint32_t distance = cairn__octile(dx, dy);
        bool is_before = cell.y != centre.y ? cell.y < centre.y : cell.x < centre.x;
        if (distance < nearest || (distance == nearest && is_before)) {
            nearest = distance;
            centre = cell;
        }
    }
    return centre;
}
