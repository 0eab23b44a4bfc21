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
    const uint32_t pixels[2] = {view->picture.columns, view->picture.rows};
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

void cli_view_draw_visits(struct cli_view *view, const uint32_t grid[2], const uint32_t *visits)
{
    struct cli_picture *picture = &view->picture;
    double hottest = log2(find_most(grid, visits) + 1.0);
    for (uint32_t row = 0; row < picture->rows; row++) {
        size_t line = (size_t)((uint64_t)row * grid[1] / picture->rows) * grid[0];
        for (uint32_t column = 0; column < picture->columns; column++) {
            uint32_t count = visits[line + (uint64_t)column * grid[0] / picture->columns];
            if (count > 0)
                picture->pixels[(size_t)row * picture->columns + column] =
                    cli_heat_find_colour(log2(count + 1.0) / hottest);
        }
    }
}
