/* map_picture.c: a map as a picture, and an agent's trail on it.
 *
 * A map larger than the picture is scaled down, each pixel darkened by its share of blocked
 * cells, but so that one blocked cell in a pixel is still seen, and one open cell too. A smaller
 * one is scaled up by a whole factor. The colours stay apart for colour-blind eyes: green and
 * vermilion are Okabe and Ito's, and start and goal differ in shape as well. */
#include "map_picture.h"

#include <math.h>
#include <stdlib.h>

#include "heat.h"

static const struct cli_colour WALL = {0x3a, 0x40, 0x4c};
static const struct cli_colour CHAIN = {0x00, 0x9e, 0x73};
static const struct cli_colour RIM = {0x16, 0x18, 0x1d};
static const struct cli_colour WHITE = {0xff, 0xff, 0xff};
static const struct cli_colour START = {0x00, 0x9e, 0x73};
static const struct cli_colour GOAL = {0xd5, 0x5e, 0x00};

/* From one visit to HOTTEST_BITS binary digits of them. */
enum { HOTTEST = 255, HOTTEST_BITS = 10 };

/* The darkness of a pixel with hardly any blocked cell, and with hardly any open one. */
static const double FAINTEST_WALL = 0.30, FAINTEST_GROUND = 0.86;

/* The size for which lines are one unit wide, and radii in units and in cells: the larger one
 * counts, so that a trail is seen on a map of any size. */
static const double UNIT_SIZE = 1024, LEAST_UNIT = 0.7;
static const double TRAIL_UNITS = 1.7, VISIT_CELLS = 0.36, MOVE_CELLS = 0.12;
static const double CHAIN_UNITS = 0.75, CHAIN_CELLS = 0.05;
static const double SUBGOAL_UNITS = 5, SUBGOAL_CELLS = 0.22;
static const double END_UNITS = 10.5, END_CELLS = 0.42;

/* ---- the part of the map ---- */

/* A box while it grows: its first and last cell. */
struct bounds {
    uint32_t least[2];
    uint32_t most[2];
};

static void include(struct bounds *bounds, cairn_cell cell)
{
    const uint32_t place[2] = {cairn_cell_get_x(cell), cairn_cell_get_y(cell)};
    for (int i = 0; i < 2; i++) {
        bounds->least[i] = place[i] < bounds->least[i] ? place[i] : bounds->least[i];
        bounds->most[i] = place[i] > bounds->most[i] ? place[i] : bounds->most[i];
    }
}

static void include_records(struct bounds *bounds, const struct cli_trail *trail)
{
    cairn_record record;
    for (uint32_t place = 0; cli_trail_find_record(trail, &place, &record);) {
        for (uint32_t i = 0; i < record.states; i++)
            include(bounds, cairn_record_get_state(&record, i));
    }
}

struct cli_box cli_trail_find_box(const struct cli_trail *trail, const cairn_map *map,
                                  const cairn_cell ends[2])
{
    enum { MARGIN_SHARE = 20, LEAST_MARGIN = 3 };
    struct bounds bounds = {{cairn_cell_get_x(ends[0]), cairn_cell_get_y(ends[0])},
                            {cairn_cell_get_x(ends[0]), cairn_cell_get_y(ends[0])}};
    include(&bounds, ends[1]);
    for (size_t i = 0; i < trail->cells.count; i++)
        include(&bounds, trail->cells.cells[i]);
    for (size_t i = 0; i < trail->subgoals.count; i++)
        include(&bounds, trail->subgoals.cells[i]);
    include_records(&bounds, trail);

    cairn_map_info info = cli_get_map_info(map);
    const uint32_t size[2] = {info.width, info.height};
    uint32_t across = bounds.most[0] - bounds.least[0], down = bounds.most[1] - bounds.least[1];
    uint32_t margin = LEAST_MARGIN + (across > down ? across : down) / MARGIN_SHARE;
    for (int i = 0; i < 2; i++) { /* a damaged record may lead out of the map */
        bounds.least[i] = bounds.least[i] > margin ? bounds.least[i] - margin : 0;
        bounds.most[i] = bounds.most[i] + margin < size[i] ? bounds.most[i] + margin : size[i] - 1;
    }
    return (struct cli_box){bounds.least[0], bounds.least[1], bounds.most[0] - bounds.least[0] + 1,
                            bounds.most[1] - bounds.least[1] + 1};
}

/* ---- the view ---- */

/* The pixels for a number of cells, when `longest` cells become `size` pixels at most. */
static uint32_t scale(uint32_t cells, uint32_t longest, uint32_t size)
{
    if (longest <= size)
        return cells * (size / longest);
    uint64_t pixels = ((uint64_t)cells * size + longest / 2) / longest;
    return pixels > 0 ? (uint32_t)pixels : 1;
}

bool cli_view_open(const cairn_map *map, struct cli_box box, uint32_t size, struct cli_view *view)
{
    uint32_t longest = box.width > box.height ? box.width : box.height;
    uint32_t side = scale(longest, longest, size);
    *view = (struct cli_view){.map = map, .box = box};
    view->unit = fmax(side / UNIT_SIZE, LEAST_UNIT);
    view->cell = (double)side / longest;
    return cli_picture_open(scale(box.width, longest, size), scale(box.height, longest, size),
                            &view->picture);
}

void cli_view_close(struct cli_view *view)
{
    cli_picture_close(&view->picture);
}

double cli_view_get_radius(const struct cli_view *view, double units, double cells)
{
    return fmax(units * view->unit, cells * view->cell);
}

struct cli_spot cli_view_find_spot(const struct cli_view *view, cairn_cell cell)
{
    double x = cairn_cell_get_x(cell) - (double)view->box.x + 0.5,
           y = cairn_cell_get_y(cell) - (double)view->box.y + 0.5;
    return (struct cli_spot){x * view->picture.columns / view->box.width,
                             y * view->picture.rows / view->box.height};
}

/* ---- the ground ---- */

/* The cells a pixel covers, at least one: first and one past the last. */
static void find_cells(uint32_t pixel, uint32_t pixels, uint32_t cells, uint32_t span[2])
{
    span[0] = (uint32_t)((uint64_t)pixel * cells / pixels);
    span[1] = (uint32_t)(((uint64_t)(pixel + 1) * cells + pixels - 1) / pixels);
}

/* What the cells of a pixel are. */
struct share {
    uint32_t blocked;
    uint32_t all;
    uint8_t colour; /* of the components there: that of the smallest, which would be seen least */
};

static struct share find_share(const struct cli_view *view, const struct cli_components *components,
                               const uint32_t across[2], const uint32_t down[2])
{
    struct share share = {.all = (across[1] - across[0]) * (down[1] - down[0])};
    for (uint32_t y = down[0]; y < down[1]; y++) {
        for (uint32_t x = across[0]; x < across[1]; x++) {
            cairn_cell cell = cairn_cell_at(view->box.x + x, view->box.y + y);
            if (!cairn_map_is_open(view->map, cell)) {
                share.blocked++;
            } else if (components != NULL) {
                uint8_t colour = components->colours[cairn_map_get_component(view->map, cell)];
                share.colour = colour > share.colour ? colour : share.colour;
            }
        }
    }
    return share;
}

static double find_darkness(struct share share)
{
    if (share.blocked == 0 || share.blocked == share.all)
        return share.blocked > 0;
    double part = sqrt((double)share.blocked / share.all);
    return FAINTEST_WALL + (FAINTEST_GROUND - FAINTEST_WALL) * part;
}

void cli_view_draw_ground(struct cli_view *view, const struct cli_components *components)
{
    struct cli_picture *picture = &view->picture;
    struct cli_colour *pixel = picture->pixels;
    for (uint32_t row = 0; row < picture->rows; row++) {
        uint32_t down[2], across[2];
        find_cells(row, picture->rows, view->box.height, down);
        for (uint32_t column = 0; column < picture->columns; column++) {
            find_cells(column, picture->columns, view->box.width, across);
            struct share share = find_share(view, components, across, down);
            *pixel++ = cli_mix(cli_component_colours[share.colour], WALL, find_darkness(share));
        }
    }
}

/* ---- the trail ---- */

/* A layer over the picture: the trail's strokes overlap without regard to their order. */
struct ink {
    uint8_t cover; /* share of the pixel, of 255 */
    uint8_t heat;  /* from 0 to HOTTEST */
};

struct layer {
    struct ink *ink;
    uint8_t heat; /* of the stroke being drawn */
};

/* From 0 for one visit, in proportion to the logarithm. */
static uint8_t find_heat(uint32_t visits)
{
    return (uint8_t)(HOTTEST * fmin(log2(visits) / HOTTEST_BITS, 1));
}

static void paint_ink(void *context, size_t pixel, double share)
{
    struct layer *layer = context;
    struct ink *ink = &layer->ink[pixel];
    uint8_t cover = (uint8_t)(share * 255);
    if (cover > ink->cover)
        ink->cover = cover;
    if (share > 0.5 && layer->heat > ink->heat)
        ink->heat = layer->heat;
}

/* A cell is a disc with its own heat; a move to a neighbour has that of the cooler one. */
static void ink_cell(const struct cli_view *view, const struct cli_trail *trail, cairn_cell cell,
                     struct layer *layer)
{
    uint32_t visits = cli_trail_get_visits(trail, cell);
    uint8_t edges =
        trail->edges[(size_t)cairn_cell_get_y(cell) * trail->width + cairn_cell_get_x(cell)];
    struct cli_spot here = cli_view_find_spot(view, cell);
    struct cli_stroke stroke = {here, here, cli_view_get_radius(view, TRAIL_UNITS, VISIT_CELLS)};
    layer->heat = find_heat(visits);
    cli_stroke_run(&view->picture, &stroke, paint_ink, layer);
    stroke.radius = cli_view_get_radius(view, TRAIL_UNITS, MOVE_CELLS);
    for (int i = 0; i < TRAIL_EDGES; i++) {
        if ((edges >> i & 1) == 0)
            continue;
        cairn_cell other = cairn_cell_at(cairn_cell_get_x(cell) + (uint32_t)cli_trail_edges[i][0],
                                         cairn_cell_get_y(cell) + (uint32_t)cli_trail_edges[i][1]);
        uint32_t others = cli_trail_get_visits(trail, other);
        stroke.to = cli_view_find_spot(view, other);
        layer->heat = find_heat(others < visits ? others : visits);
        cli_stroke_run(&view->picture, &stroke, paint_ink, layer);
    }
}

static bool draw_visits(struct cli_view *view, const struct cli_trail *trail)
{
    struct cli_picture *picture = &view->picture;
    size_t pixels = (size_t)picture->columns * picture->rows;
    struct layer layer = {.ink = calloc(pixels, sizeof *layer.ink)};
    if (layer.ink == NULL)
        return false;
    for (size_t i = 0; i < trail->cells.count; i++)
        ink_cell(view, trail, trail->cells.cells[i], &layer);
    for (size_t i = 0; i < pixels; i++) {
        if (layer.ink[i].cover > 0)
            picture->pixels[i] = cli_mix(picture->pixels[i],
                                         cli_heat_find_colour((double)layer.ink[i].heat / HOTTEST),
                                         layer.ink[i].cover / 255.0);
    }
    free(layer.ink);
    return true;
}

static void draw_record(struct cli_view *view, const cairn_record *record)
{
    double radius = cli_view_get_radius(view, CHAIN_UNITS, CHAIN_CELLS);
    struct cli_stroke stroke = {.radius = radius, .to = cli_view_find_spot(view, record->start)};
    for (uint32_t i = 1; i < record->states; i++) {
        stroke.from = stroke.to;
        stroke.to = cli_view_find_spot(view, cairn_record_get_state(record, i));
        cli_picture_draw_line(&view->picture, &stroke, CHAIN);
    }
}

void cli_view_draw_mark(struct cli_view *view, cairn_cell cell, double radius,
                        struct cli_colour colour)
{
    struct cli_spot spot = cli_view_find_spot(view, cell);
    cli_picture_draw_disc(&view->picture, spot, radius, RIM);
    cli_picture_draw_disc(&view->picture, spot, radius - 1.2 * view->unit, colour);
}

/* The start is a disc, the goal a target of rings. */
static void draw_ends(struct cli_view *view, const cairn_cell ends[2])
{
    double radius = cli_view_get_radius(view, END_UNITS, END_CELLS);
    struct cli_spot goal = cli_view_find_spot(view, ends[1]);
    cli_view_draw_mark(view, ends[1], radius, WHITE);
    cli_picture_draw_disc(&view->picture, goal, 0.72 * radius, GOAL);
    cli_picture_draw_disc(&view->picture, goal, 0.40 * radius, WHITE);
    cli_picture_draw_disc(&view->picture, goal, 0.18 * radius, GOAL);
    cli_view_draw_mark(view, ends[0], radius, WHITE);
    cli_picture_draw_disc(&view->picture, cli_view_find_spot(view, ends[0]), 0.66 * radius, START);
}

bool cli_view_draw_trail(struct cli_view *view, const struct cli_trail *trail,
                         const cairn_cell ends[2])
{
    if (!draw_visits(view, trail))
        return false;
    cairn_record record;
    for (uint32_t place = 0; cli_trail_find_record(trail, &place, &record);)
        draw_record(view, &record);
    for (size_t i = 0; i < trail->subgoals.count; i++)
        cli_view_draw_mark(view, trail->subgoals.cells[i],
                           cli_view_get_radius(view, SUBGOAL_UNITS, SUBGOAL_CELLS), WHITE);
    draw_ends(view, ends);
    return true;
}
