/* bend_sides.c: looks at the bends of a node one after the other. */
#include "build/labels/bend_sides.h"

bool cairn__bend_survives(cairn__bends bends, uint32_t sides)
{
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        for (uint32_t by = 1; by <= CAIRN__MOST_TURN && cairn__bends_turn(bends, cone, by); by++)
            if ((sides >> cairn__turn(cone, 4) & 1) != 0 &&
                (sides >> cairn__turn(cone, by) & 1) != 0)
                return true;
    return false;
}

/* The two sides of some bends of a local node: cones that lead away from it. */
typedef struct side_pair {
    uint32_t cones[2];
} side_pair;

/* Adds to `filed` what bends from side to side need. A path that bends here and goes on to other
 * nodes comes from a side without edges: its cells are filed. If neither side has an edge the path
 * bends nowhere else, and one of the sides is enough: the smaller one, unless one is filed anyway. */
static uint32_t file_sides(const side_pair *of, uint32_t edges, const uint32_t *areas,
                           uint32_t filed, bool late)
{
    uint32_t one = 1u << of->cones[0], other = 1u << of->cones[1];
    bool has_edges = (edges & (one | other)) != 0;
    if ((edges & one) == 0 && areas[of->cones[0]] == 0)
        return filed;
    if ((edges & other) == 0 && areas[of->cones[1]] == 0)
        return filed;
    if (has_edges)
        return filed | ((one | other) & ~edges);
    if (!late || (filed & (one | other)) != 0)
        return filed;
    return filed | (areas[of->cones[0]] <= areas[of->cones[1]] ? one : other);
}

uint32_t cairn__bend_choose_sides(cairn__bends bends, uint32_t sides, const uint32_t *areas)
{
    uint32_t filed = 0;
    for (uint32_t late = 0; late < 2; late++)
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            for (uint32_t by = 1; by <= CAIRN__MOST_TURN && cairn__bends_turn(bends, cone, by);
                 by++) {
                side_pair of = {{cairn__turn(cone, 4), cairn__turn(cone, by)}};
                filed = file_sides(&of, sides, areas, filed, late != 0);
            }
    return filed;
}
