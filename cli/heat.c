/* heat.c: how often cells were visited, as colours. The palette is IBM's, for colour-blind eyes too: it
 * grows lighter as it grows hotter. */
#include "heat.h"

#include <math.h>

static const struct cli_colour HEAT[] = {{0x2f, 0x6b, 0xf0},
                                         {0x78, 0x3e, 0xe0},
                                         {0xdc, 0x26, 0x7f},
                                         {0xfe, 0x61, 0x00},
                                         {0xff, 0xb0, 0x00}};
enum { HEAT_STEPS = sizeof HEAT / sizeof HEAT[0] - 1 };

struct cli_colour cli_heat_find_colour(double heat)
{
    double place = fmin(heat, 1) * HEAT_STEPS;
    int step = place < HEAT_STEPS ? (int)place : HEAT_STEPS - 1;
    return cli_mix(HEAT[step], HEAT[step + 1], place - step);
}

void cli_view_find_grid(const struct cli_view *view, uint32_t grid[2])
{
    const uint32_t pixels[2] = {view->area.right - view->area.left,
                                view->area.bottom - view->area.top};
    const uint32_t cells[2] = {view->box.width, view->box.height};
    for (int i = 0; i < 2; i++)
        grid[i] = cells[i] < pixels[i] ? cells[i] : pixels[i];
}

static uint32_t find_most(const uint32_t grid[2], const uint32_t *visits)
{
    uint32_t most = 1;
    for (size_t i = 0; i < (size_t)grid[0] * grid[1]; i++)
        most = visits[i] > most ? visits[i] : most;
    return most;
}

/* The scale: from one visit to the most. */
static void explain(struct cli_view *view, const uint32_t grid[2], uint32_t most)
{
    const bool all = grid[0] == view->box.width && grid[1] == view->box.height;
    char text[CLI_NUMBER_CAPACITY];
    if (most == 1)
        cli_legend_add(&view->legend, CLI_SIGN_GROUND, cli_heat_find_colour(1), "a visit");
    else
        cli_legend_add_heat(&view->legend, all ? "visits to a cell" : "visits to a pixel",
                            1 / log2(most + 1.0), cli_group_digits(most, text));
}

void cli_view_draw_visits(struct cli_view *view, const uint32_t grid[2], const uint32_t *visits)
{
    const struct cli_area area = view->area;
    uint32_t rows = area.bottom - area.top, columns = area.right - area.left;
    uint32_t most = find_most(grid, visits);
    double hottest = log2(most + 1.0);
    for (uint32_t row = 0; row < rows; row++) {
        size_t line = (size_t)((uint64_t)row * grid[1] / rows) * grid[0];
        struct cli_colour *pixels =
            view->picture.pixels + (size_t)(area.top + row) * view->picture.columns + area.left;
        for (uint32_t column = 0; column < columns; column++) {
            uint32_t count = visits[line + (uint64_t)column * grid[0] / columns];
            if (count > 0)
                pixels[column] = cli_heat_find_colour(log2(count + 1.0) / hottest);
        }
    }
    explain(view, grid, most);
}
