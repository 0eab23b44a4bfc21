/* turns.c: the turns of each direction: straight on, and round the block behind on either side. */
#include "db/turns.h"

enum { NW = 1, NE = 2, SW = 4, SE = 8 };

/* One bit a direction, from `first` clockwise on. */
#define BIT(direction) (1u << ((direction) + 16) % 16)
#define THREE(middle) (BIT((middle)-1) | BIT(middle) | BIT((middle) + 1))
#define FIVE(middle) (THREE(middle) | BIT((middle)-2) | BIT((middle) + 2))
#define RIGHT(cardinal) (BIT((cardinal) + 3) | BIT((cardinal) + 4))
#define LEFT(cardinal) (BIT((cardinal)-3) | BIT((cardinal)-4))

typedef struct turn {
    uint16_t straight;
    uint16_t right_block; /* that a turn to the right goes round */
    uint16_t right;
    uint16_t left_block;
    uint16_t left;
} turn;

/* A cardinal leg turns to both sides; one of two kinds of moves only towards its diagonal ones; a
 * diagonal leg to none. */
static const turn turns[CAIRN__DIRECTIONS] = {
    [0] = {FIVE(0), SW, RIGHT(0), NW, LEFT(0)},
    [1] = {THREE(1), SW, RIGHT(0), 0, 0},
    [2] = {FIVE(2), 0, 0, 0, 0},
    [3] = {THREE(3), 0, 0, NE, LEFT(4)},
    [4] = {FIVE(4), NW, RIGHT(4), NE, LEFT(4)},
    [5] = {THREE(5), NW, RIGHT(4), 0, 0},
    [6] = {FIVE(6), 0, 0, 0, 0},
    [7] = {THREE(7), 0, 0, SE, LEFT(8)},
    [8] = {FIVE(8), NE, RIGHT(8), SE, LEFT(8)},
    [9] = {THREE(9), NE, RIGHT(8), 0, 0},
    [10] = {FIVE(10), 0, 0, 0, 0},
    [11] = {THREE(11), 0, 0, SW, LEFT(12)},
    [12] = {FIVE(12), SE, RIGHT(12), SW, LEFT(12)},
    [13] = {THREE(13), SE, RIGHT(12), 0, 0},
    [14] = {FIVE(14), 0, 0, 0, 0},
    [15] = {THREE(15), 0, 0, NW, LEFT(0)},
};

uint32_t cairn__get_turns(uint32_t direction, uint32_t blocked)
{
    const turn *own = &turns[direction];
    uint32_t allowed = own->straight;
    if ((blocked & own->right_block) != 0)
        allowed |= own->right;
    if ((blocked & own->left_block) != 0)
        allowed |= own->left;
    return allowed;
}
