/* component_colours.h: the components of a map, which no path joins, and a colour for each. */
#ifndef CAIRN_CLI_COMPONENT_COLOURS_H
#define CAIRN_CLI_COMPONENT_COLOURS_H

#include "cli.h"
#include "picture.h"

/** The largest components have a colour each, all others share one. */
enum { CLI_COMPONENT_COLOURS = 9 };

/** Components by colour: the largest first, at the end the rest. */
struct cli_components {
    uint32_t count;                        /**< of components */
    uint64_t cells[CLI_COMPONENT_COLOURS]; /**< open cells of each colour */
    uint32_t members
        [CLI_COMPONENT_COLOURS]; /**< components of each colour: 1, or 0 if there are fewer */
    uint8_t *colours;            /**< of each component of the map */
};

/** Finds the components of a map; false if there is no memory for it. */
bool cli_components_find(const cairn_map *map, struct cli_components *components);
void cli_components_close(struct cli_components *components);

/** The largest component; of equally large ones the first. 0 if there is none. */
uint32_t cli_components_get_largest(const struct cli_components *components);

/** The colours, by number. */
extern const struct cli_colour cli_component_colours[CLI_COMPONENT_COLOURS];

/** The legend: colour, components and open cells of each colour that there is. */
json_t *cli_components_make_legend(const struct cli_components *components);

#endif
