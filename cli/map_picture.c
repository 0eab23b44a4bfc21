/* map_picture.c: a map as a picture.
 *
 * A map larger than the picture is scaled down, each pixel darkened by its share of blocked
 * cells, but so that one blocked cell in a pixel is still seen, and one open cell too. A smaller
 * one is scaled up by a whole factor. Around the cells is a frame, and room for half a mark. */
#include "map_picture.h"

#include <math.h>
#include <stdlib.h>

static const struct cli_colour WALL = {0x3a, 0x40, 0x4c};
static const struct cli_colour PAPER = {0xff, 0xff, 0xff};
static const struct cli_colour FRAME = {0x9a, 0xa0, 0xab};

/* The darkness of a pixel with hardly any blocked cell, and with hardly any open one. */
static const double FAINTEST_WALL = 0.30, FAINTEST_GROUND = 0.86;

/* The size for which lines are one unit wide, and radii in units and in cells: the larger one
 * counts, so that a trail is seen on a map of any size. */
static const double UNIT_SIZE = 1024, LEAST_UNIT = 0.7;
static const double RIM_UNITS = 1.2, REACH_UNITS = 2;
const double cli_end_units = 10.5, cli_end_cells = 0.42;

/* The shorter side has at least so large a part of the size asked for, or a pixel for each cell. */
enum { LEAST_SIDE = 16 };

/* ---- the view ---- */

/* The pixels of the longer side. */
static uint32_t find_side(struct cli_box box, uint32_t size)
{
    uint32_t longest = box.width > box.height ? box.width : box.height;
    uint32_t shortest = box.width > box.height ? box.height : box.width;
    if (longest <= size)
        return longest * (size / longest);
    uint64_t wanted = (uint64_t)longest * (size / LEAST_SIDE) / shortest;
    wanted = wanted < longest ? wanted : longest;
    return wanted > size ? (uint32_t)wanted : size;
}

/* The pixels for a number of cells, when `longest` cells become `side` pixels. */
static uint32_t scale(uint32_t cells, uint32_t longest, uint32_t side)
{
    uint64_t pixels = ((uint64_t)cells * side + longest / 2) / longest;
    return pixels > 0 ? (uint32_t)pixels : 1;
}

/* A mark that is larger than its cell reaches over the edge. */
static uint32_t find_margin(const struct cli_view *view)
{
    double radius = cli_view_get_radius(view, cli_end_units, cli_end_cells);
    return view->bare ? 0 : (uint32_t)ceil(fmax(radius - view->cell / 2, 1)) + 1;
}

/* Lines have their width also at the edge, but do not go on beyond it. */
static struct cli_area find_clip(const struct cli_view *view, uint32_t margin)
{
    const struct cli_area area = view->area;
    uint32_t reach = (uint32_t)ceil(REACH_UNITS * view->unit);
    reach = reach < margin ? reach : margin;
    return (struct cli_area){area.left - reach, area.top - reach, area.right + reach,
                             area.bottom + reach};
}

bool cli_view_open(const cairn_map *map, struct cli_box box, uint32_t size, bool bare,
                   struct cli_view *view)
{
    uint32_t longest = box.width > box.height ? box.width : box.height;
    uint32_t side = find_side(box, size);
    uint32_t columns = scale(box.width, longest, side), rows = scale(box.height, longest, side);
    *view = (struct cli_view){.map = map, .box = box, .bare = bare};
    view->unit = fmax((side < size ? side : size) / UNIT_SIZE, LEAST_UNIT);
    view->cell = (double)side / longest;
    view->legend.scale = view->unit < 1 ? 1 : (uint32_t)view->unit;
    uint32_t margin = find_margin(view), frame = bare ? 0 : 1;
    if (!cli_picture_open(columns + 2 * margin, rows + 2 * margin, &view->picture))
        return false;
    view->area = (struct cli_area){margin, margin, margin + columns, margin + rows};
    cli_picture_fill(&view->picture, view->picture.clip, PAPER);
    cli_picture_fill(&view->picture,
                     (struct cli_area){margin - frame, margin - frame, margin + columns + frame,
                                       margin + rows + frame},
                     FRAME);
    view->picture.clip = find_clip(view, margin);
    return true;
}

void cli_view_close(struct cli_view *view)
{
    cli_picture_close(&view->picture);
}

/* The largest of 1, 2, 5, 10, 20 and so on that is not wide; none if a cell is. */
static void add_length(struct cli_view *view)
{
    static const uint32_t digits[] = {1, 2, 5};
    const double widest = 100.0 * view->legend.scale;
    uint32_t cells = 0;
    for (uint32_t power = 1; power * view->cell <= widest; power *= 10)
        for (int i = 0; i < 3 && digits[i] * power * view->cell <= widest; i++)
            cells = digits[i] * power;
    if (cells > 0)
        cli_legend_add_length(&view->legend, (uint32_t)(cells * view->cell + 0.5), cells);
}

bool cli_view_finish(struct cli_view *view)
{
    if (view->bare)
        return true;
    add_length(view);
    return cli_picture_draw_legend(&view->picture, &view->legend);
}

double cli_view_get_radius(const struct cli_view *view, double units, double cells)
{
    return fmax(units * view->unit, cells * view->cell);
}

struct cli_spot cli_view_find_spot(const struct cli_view *view, cairn_cell cell)
{
    const struct cli_area area = view->area;
    double x = cairn_cell_get_x(cell) - (double)view->box.x + 0.5,
           y = cairn_cell_get_y(cell) - (double)view->box.y + 0.5;
    return (struct cli_spot){area.left + x * (area.right - area.left) / view->box.width,
                             area.top + y * (area.bottom - area.top) / view->box.height};
}

bool cli_view_draw_mark(struct cli_view *view, cairn_cell cell, struct cli_mark mark)
{
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    const struct cli_box box = view->box;
    if (x < box.x || x - box.x >= box.width || y < box.y || y - box.y >= box.height)
        return false;
    mark.rim = RIM_UNITS * view->unit;
    cli_picture_draw_mark(&view->picture, cli_view_find_spot(view, cell), &mark);
    return true;
}

/* ---- ways ---- */

/* Each move hangs on where it begins and on the target alone, so a climb can be asked for move by move. Straight
 * pieces are drawn as one: at a joint the smooth edges of two strokes would add up. */
void cli_view_draw_climb(struct cli_view *view, cairn_cell from, cairn_cell to, double radius,
                         struct cli_colour colour)
{
    cairn_climb climb = {.end = from};
    struct cli_spot spot = cli_view_find_spot(view, from);
    struct cli_stroke stroke = {spot, spot, radius};
    cairn_cell before = from, here = from;
    while (cairn_map_is_open(view->map, to) &&
           cairn_map_find_climb(view->map, here, to, 1, &climb) == CAIRN_OK && climb.moves > 0) {
        if (climb.end - here != here - before) { /* a turn: moves are differences of cells */
            cli_picture_draw_line(&view->picture, &stroke, colour);
            stroke.from = stroke.to;
        }
        stroke.to = cli_view_find_spot(view, climb.end);
        before = here;
        here = climb.end;
    }
    cli_picture_draw_line(&view->picture, &stroke, colour);
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

static void explain_components(struct cli_legend *legend, const struct cli_components *components)
{
    char cells[CLI_NUMBER_CAPACITY], members[CLI_NUMBER_CAPACITY];
    for (int i = 0; i < CLI_COMPONENT_COLOURS; i++) {
        cli_group_digits(components->cells[i], cells);
        cli_group_digits(components->members[i], members);
        if (components->members[i] > 1)
            cli_legend_add(legend, CLI_SIGN_GROUND, cli_component_colours[i], "%s others: %s cells",
                           members, cells);
        else if (components->members[i] == 1)
            cli_legend_add(legend, CLI_SIGN_GROUND, cli_component_colours[i], "%s%s cells",
                           i == 0 ? "largest: " : "", cells);
    }
}

void cli_view_draw_ground(struct cli_view *view, const struct cli_components *components)
{
    const struct cli_area area = view->area;
    uint32_t rows = area.bottom - area.top, columns = area.right - area.left;
    for (uint32_t row = 0; row < rows; row++) {
        struct cli_colour *pixel =
            view->picture.pixels + (size_t)(area.top + row) * view->picture.columns + area.left;
        uint32_t down[2], across[2];
        find_cells(row, rows, view->box.height, down);
        for (uint32_t column = 0; column < columns; column++) {
            find_cells(column, columns, view->box.width, across);
            struct share share = find_share(view, components, across, down);
            *pixel++ = cli_mix(cli_component_colours[share.colour], WALL, find_darkness(share));
        }
    }
    if (components != NULL)
        explain_components(&view->legend, components);
    else
        cli_legend_add(&view->legend, CLI_SIGN_GROUND, cli_component_colours[0], "open");
    cli_legend_add(&view->legend, CLI_SIGN_GROUND, WALL, "blocked");
}
