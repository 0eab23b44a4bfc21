/* bsp_patch.c: curved patches as triangles.
 *
 * A patch is a net of control points, odd in both directions; each 3 x 3 of them, sharing their
 * rims, are a surface of second degree: B(u) of three is (1-u)^2 a + 2u(1-u) b + u^2 c. */
#include <math.h>

#include "bsp.h"

/* How far the triangles may be from the surface, in units, and how fine they may get. */
static const double TOLERANCE = 1;
enum { FINEST = 16 };

struct net {
    double points[3][3][3]; /* row, column, axis */
};

static bool read_net(import_bytes points, uint32_t width, const uint32_t at[2],
                     const double origin[3], struct net *net)
{
    bool good = true;
    for (uint32_t row = 0; row < 3; row++) {
        for (uint32_t column = 0; column < 3; column++) {
            size_t index = (size_t)(at[1] + row) * width + at[0] + column;
            const uint8_t *vertex = points.data + index * BSP_VERTEX_BYTES;
            for (size_t axis = 0; axis < 3; axis++) {
                double place = (double)import_get_float(vertex + 4 * axis) + origin[axis];
                net->points[row][column][axis] = place;
                good = good && isfinite(place) && fabs(place) < 1e6;
            }
        }
    }
    return good;
}

/* Pieces that a curve must be cut into: its middle is a quarter of the bend away from a line, and
 * the square of the pieces less when it is cut. */
static int find_pieces(const double a[3], const double b[3], const double c[3])
{
    double bend = 0;
    for (int i = 0; i < 3; i++)
        bend = fmax(bend, fabs(a[i] - 2 * b[i] + c[i]) / 4);
    return (int)fmin(fmax(ceil(sqrt(bend / TOLERANCE)), 1), FINEST);
}

static double blend(double a, double b, double c, double u)
{
    return (1 - u) * (1 - u) * a + 2 * u * (1 - u) * b + u * u * c;
}

static void find_point(const struct net *net, double u, double v, double point[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double rows[3];
        for (int row = 0; row < 3; row++)
            rows[row] = blend(net->points[row][0][axis], net->points[row][1][axis],
                              net->points[row][2][axis], u);
        point[axis] = blend(rows[0], rows[1], rows[2], v);
    }
}

/* Two triangles for each of across x down pieces. */
static bool add_net(const struct net *net, import_hull hull, import_solids *solids)
{
    int across = 1, down = 1;
    for (int i = 0; i < 3; i++) {
        int pieces = find_pieces(net->points[i][0], net->points[i][1], net->points[i][2]);
        across = pieces > across ? pieces : across;
        pieces = find_pieces(net->points[0][i], net->points[1][i], net->points[2][i]);
        down = pieces > down ? pieces : down;
    }
    bool good = true;
    for (int i = 0; good && i < across * down; i++) {
        double u = i % across, v = i / across; /* of the piece's corner, in pieces */
        double corners[4][3];
        for (int corner = 0; corner < 4; corner++)
            find_point(net, (u + corner % 2) / across, (v + corner / 2) / down, corners[corner]);
        good = import_solids_add_triangle(solids, corners, hull) &&
               import_solids_add_triangle(solids, corners + 1, hull);
    }
    return good;
}

bool bsp_add_patch(import_bytes points, const uint32_t size[2], const bsp_model *model,
                   import_solids *solids)
{
    for (uint32_t y = 0; y + 2 < size[1]; y += 2) {
        for (uint32_t x = 0; x + 2 < size[0]; x += 2) {
            struct net net;
            const uint32_t at[2] = {x, y};
            if (!read_net(points, size[0], at, model->origin, &net) ||
                !add_net(&net, model->hull, solids))
                return false;
        }
    }
    return true;
}
