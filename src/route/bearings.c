/* bearings.c: all landmarks at a time. Distances are rounded to steps so that bounds only get weaker. */
#include "route/bearings.h"

/* A damaged file may have anything: 14 bits are read, so no sum needs more than 16. */
static inline int16_t get_bearing(const uint16_t *row, size_t i)
{
    return (int16_t)(row[i] & CAIRN__BEARING_NONE);
}

static const uint16_t *get_row(const cairn__bend_set *set, uint32_t node)
{
    return set->bearings + (size_t)node * CAIRN__LANDMARKS;
}

void cairn__bearings_clear(cairn__bearings *bearings)
{
    for (size_t i = 0; i < CAIRN__LANDMARKS; i++) {
        bearings->least[i] = bearings->sure[i] = INT16_MAX;
        bearings->most[i] = -CAIRN__BEARING_NONE;
    }
    bearings->lonely = true;
}

/* Steps of a distance, rounded down and cut off at the largest one. */
static int16_t get_steps(const cairn__bend_set *set, uint32_t distance)
{
    uint32_t steps = distance >> set->landmarks->shift;
    return (int16_t)(steps < CAIRN__BEARING_NONE ? steps : CAIRN__BEARING_NONE);
}

static inline int16_t get_lesser(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

/* Adds a node that is `steps` steps from the end or up to one more; if that is not sure, at least. */
static inline void add_node(cairn__bearings *self, const uint16_t *row, int16_t steps, bool sure)
{
    int16_t beyond = sure && steps < CAIRN__BEARING_NONE - 2 ? (int16_t)(steps + 2) : INT16_MAX / 2;
    for (size_t i = 0; i < CAIRN__LANDMARKS; i++) {
        int16_t bearing = get_bearing(row, i), most = (int16_t)(bearing + 1 - steps);
        self->least[i] = get_lesser(self->least[i], (int16_t)(bearing + steps));
        self->most[i] = most > self->most[i] ? most : self->most[i];
        self->sure[i] = get_lesser(self->sure[i], (int16_t)(bearing + beyond));
    }
}

void cairn__bearings_add(cairn__bearings *bearings, const cairn__bend_set *set,
                         const cairn__list_item *items, uint32_t count, cairn__xy cell,
                         uint32_t base, bool own)
{
    cairn__bearings sum = *bearings;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t distance = base + cairn__get_distance(cell, items[i].cell);
        if (items[i].node < set->nodes)
            add_node(&sum, get_row(set, items[i].node), get_steps(set, distance),
                     own && !cairn__is_asked(&items[i]));
    }
    *bearings = sum;
}

uint32_t cairn__bearings_get_least(const cairn__bearings *bearings, const cairn__bend_set *set,
                                   uint32_t node)
{
    const uint16_t *row = get_row(set, node);
    int16_t steps = 0;
    for (size_t i = 0; i < CAIRN__LANDMARKS; i++) {
        int16_t before = (int16_t)(bearings->least[i] - 1 - get_bearing(row, i));
        int16_t behind = (int16_t)(get_bearing(row, i) - bearings->most[i]);
        steps = before > steps ? before : steps;
        steps = behind > steps ? behind : steps;
    }
    return (uint32_t)steps << set->landmarks->shift;
}

/* True if a leg may lead from a cell to a landmark. */
static bool is_in_sight(const cairn__landmark *landmark, cairn__xy cell)
{
    return cell.x >= landmark->first.x && cell.x <= landmark->last.x &&
           cell.y >= landmark->first.y && cell.y <= landmark->last.y;
}

/* True if one end is farther from a landmark than the other, by more than a leg. */
static bool exclude(const cairn__bearings *far, const cairn__bearings *near,
                    const cairn__bend_set *set, cairn__xy cell, uint32_t leg)
{
    for (size_t i = 0; far->lonely && i < set->landmarks->count; i++) {
        int32_t steps = far->least[i] - near->sure[i];
        if (steps > 0 && (uint32_t)steps << set->landmarks->shift > leg &&
            near->sure[i] < CAIRN__BEARING_NONE &&
            !is_in_sight(&set->landmarks->landmarks[i], cell))
            return true;
    }
    return false;
}

bool cairn__bearings_exclude_leg(const cairn__bearings ends[2], const cairn__bend_set *set,
                                 const cairn__xy cells[2])
{
    uint32_t leg = cairn__get_distance(cells[0], cells[1]);
    return exclude(&ends[0], &ends[1], set, cells[0], leg) ||
           exclude(&ends[1], &ends[0], set, cells[1], leg);
}
