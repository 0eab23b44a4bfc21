/* heat.h: how often cells were visited, as colours. */
#ifndef CAIRN_CLI_HEAT_H
#define CAIRN_CLI_HEAT_H

#include "map_picture.h"

/** The colour of a heat from 0 to 1: lighter as it grows hotter. */
struct cli_colour cli_heat_find_colour(double heat);

/** The fields of a grid over all of a map that visits are counted in: a pixel each, or a cell each if
 *  those are larger. */
void cli_view_find_grid(const struct cli_view *view, uint32_t grid[2]);

/** Draws the visits of each field of that grid over the ground, in proportion to the logarithm: the
 *  most visited one is the hottest. */
void cli_view_draw_visits(struct cli_view *view, const uint32_t grid[2], const uint32_t *visits);

#endif
