/* trail_picture.c: an agent's trail on a map: the cells visited, the records followed, the subgoals, and
 * the ends. */
#include "map_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "heat.h"

static const struct cli_colour RECORD = {0x8c, 0xd9, 0xc0};
static const struct cli_colour WHITE = {0xff, 0xff, 0xff};

/* From one visit to HOTTEST_BITS binary digits of them. */
enum { HOTTEST = 255, HOTTEST_BITS = 10 };

/* In units and in cells, as map_picture.c has them. */
static const double TRAIL_UNITS = 1.7, VISIT_CELLS = 0.36, MOVE_CELLS = 0.12;
static const double RECORD_UNITS = 3.6, RECORD_CELLS = 0.3;
static const double SUBGOAL_UNITS = 5, SUBGOAL_CELLS = 0.22;

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

/* A record is a band under the walk, drawn as agents follow it: from state to state along the walls. */
static void draw_record(struct cli_view *view, const cairn_record *record)
{
    double radius = cli_view_get_radius(view, RECORD_UNITS, RECORD_CELLS);
    for (uint32_t i = 1; i < record->states; i++)
        cli_view_draw_climb(view, cairn_record_get_state(record, i - 1),
                            cairn_record_get_state(record, i), radius, RECORD);
}

static void draw_records(struct cli_view *view, const struct cli_trail *trail)
{
    cairn_record record;
    bool any = false;
    for (uint32_t place = 0; cli_trail_find_record(trail, &place, &record); any = true)
        draw_record(view, &record);
    if (any)
        cli_legend_add(&view->legend, CLI_SIGN_BAND, RECORD, "record followed");
}

static void draw_subgoals(struct cli_view *view, const harness_cells *subgoals)
{
    double radius = cli_view_get_radius(view, SUBGOAL_UNITS, SUBGOAL_CELLS);
    const struct cli_mark mark = {CLI_SIGN_DISC, radius, 0, WHITE};
    bool any = false;
    for (size_t i = 0; i < subgoals->count; i++)
        any = cli_view_draw_mark(view, subgoals->cells[i], mark) || any;
    if (any)
        cli_legend_add(&view->legend, CLI_SIGN_DISC, WHITE, "subgoal");
}

/* The start lies over the goal, but is named before it. */
static void draw_ends(struct cli_view *view, const cairn_cell ends[2])
{
    static const enum cli_sign signs[2] = {CLI_SIGN_START, CLI_SIGN_GOAL};
    double radius = cli_view_get_radius(view, cli_end_units, cli_end_cells);
    bool seen[2];
    for (int i = 1; i >= 0; i--)
        seen[i] = cli_view_draw_mark(view, ends[i], (struct cli_mark){signs[i], radius, 0, WHITE});
    for (int i = 0; i < 2; i++)
        if (seen[i])
            cli_legend_add(&view->legend, signs[i], WHITE, i == 0 ? "start" : "goal");
}

/* The scale is the same in all pictures. */
static void explain_visits(struct cli_view *view, const struct cli_trail *trail)
{
    uint32_t most = 0;
    for (size_t i = 0; i < trail->cells.count; i++) {
        uint32_t visits = cli_trail_get_visits(trail, trail->cells.cells[i]);
        most = visits > most ? visits : most;
    }
    cli_legend_add(&view->legend, CLI_SIGN_LINE, cli_heat_find_colour(0), "walk");
    if (most > 1) {
        char text[CLI_NUMBER_CAPACITY + 1];
        cli_group_digits(UINT64_C(1) << HOTTEST_BITS, text);
        strcat(text, "+");
        cli_legend_add_heat(&view->legend, "visits to a cell", 0, text);
    }
}

bool cli_view_draw_trail(struct cli_view *view, const struct cli_trail *trail,
                         const cairn_cell ends[2])
{
    draw_records(view, trail);
    if (!draw_visits(view, trail))
        return false;
    draw_subgoals(view, &trail->subgoals);
    draw_ends(view, ends);
    explain_visits(view, trail);
    return true;
}
