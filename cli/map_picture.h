/* map_picture.h: a map as a picture, and an agent's trail on it, with a legend. */
#ifndef CAIRN_CLI_MAP_PICTURE_H
#define CAIRN_CLI_MAP_PICTURE_H

#include "component_colours.h"
#include "legend.h"
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
    struct cli_area area; /**< of the picture: where the cells are */
    double unit;          /**< pixels that a thin line is wide */
    double cell;          /**< pixels a cell, along the longer side */
    bool bare;            /**< the cells alone, without a margin and a legend */
    struct cli_legend legend;
};

/** Makes the picture of a part of a map, `size` pixels on the longer side, or as many as a whole
 *  number of pixels a cell allows; of a part that is long and narrow more, so that it is seen. Around it is a
 *  margin, in which marks at the edge are whole, unless the picture is bare. False if there is no memory
 *  for it; close it all the same. */
bool cli_view_open(const cairn_map *map, struct cli_box box, uint32_t size, bool bare,
                   struct cli_view *view);
void cli_view_close(struct cli_view *view);

/** Adds the legend of all that was drawn, unless the picture is bare. False if there is no memory for it. */
bool cli_view_finish(struct cli_view *view);

/** A radius in pixels, given in units and in cells: the larger one. */
double cli_view_get_radius(const struct cli_view *view, double units, double cells);

/** The middle of a cell, which may be outside the picture. */
struct cli_spot cli_view_find_spot(const struct cli_view *view, cairn_cell cell);

/** Draws a mark on a cell, whose rim is made here; false if the cell is not seen. */
bool cli_view_draw_mark(struct cli_view *view, cairn_cell cell, struct cli_mark mark);

/** Draws a line from one cell to another as agents climb there, along the walls; if they do not get there, up to
 *  where they stop. */
void cli_view_draw_climb(struct cli_view *view, cairn_cell from, cairn_cell to, double radius,
                         struct cli_colour colour);

/** The radius of a start and of a goal, the largest marks, in units and in cells. */
extern const double cli_end_units, cli_end_cells;

/** Draws open and blocked ground over all of the picture; `components` in their colours if not
 *  null. */
void cli_view_draw_ground(struct cli_view *view, const struct cli_components *components);

/* ---- trail_picture.c ---- */

/** The part of a map where a trail is, with its ends, records and subgoals, and a margin. */
struct cli_box cli_trail_find_box(const struct cli_trail *trail, const cairn_map *map,
                                  const cairn_cell ends[2]);

/** Draws a trail: the records followed, the cells visited, hotter with every visit, then the subgoals, and start and goal. False if there is no memory for it. */
bool cli_view_draw_trail(struct cli_view *view, const struct cli_trail *trail,
                         const cairn_cell ends[2]);

/* ---- db_picture.c ---- */

/** Draws what a database has: seeds and the ways between them (also of a fall-back), corners,
 *  representatives, or CLI_SHOWN_RECORDS of its records. */
void cli_view_draw_db(struct cli_view *view, const cairn_db *db);

/** More would hide the ground. */
enum { CLI_SHOWN_RECORDS = 100 };

#endif
