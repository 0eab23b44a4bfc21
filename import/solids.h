/* solids.h: convex solids, grown by the player's box, and cut along columns. */
#ifndef CAIRN_IMPORT_SOLIDS_H
#define CAIRN_IMPORT_SOLIDS_H

#include "ground.h"

/* The player's box, its feet in the middle of its bottom, in units. */
typedef struct import_hull {
    double radius;
    double height;
} import_hull;

/* One side of a solid: a wall is an x + b y < c; a roof z < c - a x - b y; a base z > that. */
typedef struct import_side {
    double a;
    double b;
    double c;
    enum { SIDE_WALL, SIDE_ROOF, SIDE_BASE } kind;
    bool walkable; /* of a roof: it is not too steep */
} import_side;

typedef struct import_solid {
    uint32_t first_side;
    uint32_t side_count;
    bool hazard; /* not solid, but nobody stands in it */
    double least_y;
    double most_y;
} import_solid;

typedef struct import_solids {
    import_solid *solids;
    uint32_t count;
    uint32_t capacity;
    import_side *sides;
    uint32_t side_count;
    uint32_t side_capacity;
} import_solids;

/* Begins a solid; its sides follow. False if there is no memory, or too much is asked for. */
bool import_solids_begin(import_solids *solids, bool hazard);

/* Adds the side normal * place < distance to the last solid, moved out as far as a box's own
 * middle keeps away from it. False as above, or if it is not made of numbers. */
bool import_solids_add_side(import_solids *solids, const double normal[3], double distance,
                            import_hull hull);

/* Adds a triangle as a solid; all places where a box touches it are inside. */
bool import_solids_add_triangle(import_solids *solids, double corners[3][3], import_hull hull);
void import_solids_close(import_solids *solids);

/* Makes the grid of what can be walked to on the solids. `source` lacks only its rows. */
cairn_status import_solids_run(const import_solids *solids, const import_frame *frame,
                               const import_source *source, const import_def *def,
                               import_grid *grid);

#endif
