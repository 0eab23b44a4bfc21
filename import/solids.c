/* solids.c: convex solids, grown by the player's box. Then a player is a point: its feet. */
#include "solids.h"

#include <math.h>
#include <stdlib.h>

/* As in the game: the steepest slope to walk on has this cosine. */
static const double WALKABLE = 0.7;

/* Sides in all: what a level of any game has many times over, in 320 MB. */
enum { MOST_SIDES = 8000000 };

bool import_solids_begin(import_solids *solids, bool hazard)
{
    if (!import_grow((void **)&solids->solids, sizeof *solids->solids, solids->count,
                     &solids->capacity))
        return false;
    solids->solids[solids->count++] = (import_solid){.first_side = solids->side_count,
                                                     .hazard = hazard,
                                                     .least_y = -INFINITY,
                                                     .most_y = INFINITY};
    return true;
}

static import_side make_side(const double normal[3], double distance)
{
    const double upright = 1e-6;
    if (fabs(normal[2]) < upright)
        return (import_side){normal[0], normal[1], distance, SIDE_WALL, false};
    return (import_side){normal[0] / normal[2], normal[1] / normal[2], distance / normal[2],
                         normal[2] > 0 ? SIDE_ROOF : SIDE_BASE, normal[2] >= WALKABLE};
}

bool import_solids_add_side(import_solids *solids, const double normal[3], double distance,
                            import_hull hull)
{
    distance +=
        hull.radius * (fabs(normal[0]) + fabs(normal[1])) - fmin(normal[2], 0) * hull.height;
    import_side side = make_side(normal, distance);
    if (!isfinite(side.a) || !isfinite(side.b) || !isfinite(side.c) ||
        solids->side_count == MOST_SIDES ||
        !import_grow((void **)&solids->sides, sizeof *solids->sides, solids->side_count,
                     &solids->side_capacity))
        return false;
    solids->sides[solids->side_count++] = side;
    import_solid *solid = &solids->solids[solids->count - 1];
    solid->side_count++;
    if (side.kind == SIDE_WALL && side.a == 0 && side.b > 0)
        solid->most_y = fmin(solid->most_y, side.c / side.b);
    if (side.kind == SIDE_WALL && side.a == 0 && side.b < 0)
        solid->least_y = fmax(solid->least_y, side.c / side.b);
    return true;
}

void import_solids_close(import_solids *solids)
{
    free(solids->solids);
    free(solids->sides);
    *solids = (import_solids){0};
}

/* ---- triangles ---- */

static double get_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void get_cross(const double a[3], const double b[3], double cross[3])
{
    cross[0] = a[1] * b[2] - a[2] * b[1];
    cross[1] = a[2] * b[0] - a[0] * b[2];
    cross[2] = a[0] * b[1] - a[1] * b[0];
}

/* Adds both sides that a direction gives: box and triangle are apart along it, or they are not. */
static bool add_axis(import_solids *solids, const double axis[3], double corners[3][3],
                     import_hull hull)
{
    const double shortest = 1e-6;
    double length = sqrt(get_dot(axis, axis));
    if (!(length > shortest))
        return isfinite(length);
    double normal[3], opposite[3];
    for (int i = 0; i < 3; i++) {
        normal[i] = axis[i] / length;
        opposite[i] = -normal[i];
    }
    double most = -INFINITY, least = INFINITY;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, get_dot(normal, corners[i]));
        least = fmin(least, get_dot(normal, corners[i]));
    }
    return import_solids_add_side(solids, normal, most, hull) &&
           import_solids_add_side(solids, opposite, -least, hull);
}

/* The thirteen directions along which a box and a triangle can be apart: the box's three, the
 * triangle's own, and the nine across an edge of either. */
bool import_solids_add_triangle(import_solids *solids, double corners[3][3], import_hull hull)
{
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double edges[3][3], axis[3];
    if (!import_solids_begin(solids, false))
        return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            edges[i][j] = corners[(i + 1) % 3][j] - corners[i][j];
    get_cross(edges[0], edges[1], axis);
    bool good = add_axis(solids, axis, corners, hull);
    for (int i = 0; i < 3; i++) {
        good = good && add_axis(solids, axes[i], corners, hull);
        for (int j = 0; j < 3; j++) {
            get_cross(edges[i], axes[j], axis);
            good = good && add_axis(solids, axis, corners, hull);
        }
    }
    return good;
}
