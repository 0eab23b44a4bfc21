/* map_picture.h: a map as a picture, and an agent's trail on it. */
#ifndef CAIRN_CLI_MAP_PICTURE_H
#define CAIRN_CLI_MAP_PICTURE_H

#include "picture.h"
#include "component_colours.h"
#include "trail.h"

/** A part of a map. */
struct cli_box {
    uint32_t x;
    uint32_t y;
    uint32_t width;
    uint32_t height;
};

/** Which cells are seen, and on which picture. */
struct cli_view {
    const cairn_map *map;
    struct cli_box box;
    struct cli_picture picture;
    double unit; /**< pixels that a thin line is wide */
    double cell; /**< pixels a cell, along the longer side */
};

/** The part of a map where a trail is, with its ends, records and subgoals, and a margin. */
struct cli_box cli_trail_find_box(const struct cli_trail *trail, const cairn_map *map,
                                  const cairn_cell ends[2]);

/** Makes the picture of a part of a map, `size` pixels on the longer side, or as many as a whole
 *  number of pixels a cell allows. False if there is no memory for it. */
bool cli_view_open(const cairn_map *map, struct cli_box box, uint32_t size, struct cli_view *view);
void cli_view_close(struct cli_view *view);

/** A radius in pixels, given in units and in cells: the larger one. */
double cli_view_get_radius(const struct cli_view *view, double units, double cells);

/** The middle of a cell, which may be outside the picture. */
struct cli_spot cli_view_find_spot(const struct cli_view *view, cairn_cell cell);

/** Draws a disc in a rim. */
void cli_view_draw_mark(struct cli_view *view, cairn_cell cell, double radius,
                        struct cli_colour colour);

/** Draws open and blocked ground over all of the picture; `components` in their colours if not
 *  null. */
void cli_view_draw_ground(struct cli_view *view, const struct cli_components *components);

/** Draws a trail: the cells visited, hotter with every visit, then the records followed, the
 *  subgoals, and start and goal. False if there is no memory for it. */
bool cli_view_draw_trail(struct cli_view *view, const struct cli_trail *trail,
                         const cairn_cell ends[2]);

/* ---- db_picture.c ---- */

/** Draws what a database has: seeds and the ways between them (also of a fall-back), corners,
 *  representatives, or CLI_SHOWN_RECORDS of its records. */
void cli_view_draw_db(struct cli_view *view, const cairn_db *db);

/** More would hide the ground. */
enum { CLI_SHOWN_RECORDS = 100 };

#endif
