/* component_colours.c: the components of a map, by size, and their colours: the largest has the
 * colour of plain ground; the next have those of Okabe and Ito, which stay apart for colour-blind
 * eyes. */
#include "component_colours.h"

#include <stdlib.h>

const struct cli_colour cli_component_colours[CLI_COMPONENT_COLOURS] = {
    {0xf7, 0xf5, 0xef}, {0x56, 0xb4, 0xe9}, {0xe6, 0x9f, 0x00},
    {0x00, 0x9e, 0x73}, {0xcc, 0x79, 0xa7}, {0xf0, 0xe4, 0x42},
    {0x00, 0x72, 0xb2}, {0xd5, 0x5e, 0x00}, {0x8a, 0x5a, 0x3c}};

/* Open cells of each component. */
static void count_cells(const cairn_map *map, uint32_t *sizes)
{
    cairn_map_info info = cli_get_map_info(map);
    for (uint32_t y = 0; y < info.height; y++) {
        for (uint32_t x = 0; x < info.width; x++) {
            uint32_t component = cairn_map_get_component(map, cairn_cell_at(x, y));
            if (component != CAIRN_NO_COMPONENT)
                sizes[component]++;
        }
    }
}

/* Puts a component where its size belongs among the largest; among equals the first is larger. */
static void insert(uint32_t component, const uint32_t *sizes, uint32_t *largest, uint32_t *count)
{
    const uint32_t most = CLI_COMPONENT_COLOURS - 1;
    uint32_t place = *count;
    if (*count < most)
        (*count)++;
    else if (sizes[component] > sizes[largest[most - 1]])
        place = most - 1;
    else
        return;
    while (place > 0 && sizes[largest[place - 1]] < sizes[component]) {
        largest[place] = largest[place - 1];
        place--;
    }
    largest[place] = component;
}

static void choose_colours(const uint32_t *sizes, struct cli_components *components)
{
    uint32_t largest[CLI_COMPONENT_COLOURS - 1], count = 0;
    for (uint32_t i = 0; i < components->count; i++) {
        insert(i, sizes, largest, &count);
        components->colours[i] = CLI_COMPONENT_COLOURS - 1;
    }
    for (uint32_t i = 0; i < count; i++)
        components->colours[largest[i]] = (uint8_t)i;
    for (uint32_t i = 0; i < components->count; i++) {
        components->cells[components->colours[i]] += sizes[i];
        components->members[components->colours[i]]++;
    }
}

bool cli_components_find(const cairn_map *map, struct cli_components *components)
{
    *components = (struct cli_components){.count = cli_get_map_info(map).components};
    uint32_t *sizes = calloc((size_t)components->count + 1, sizeof *sizes);
    components->colours = malloc((size_t)components->count + 1);
    bool good = sizes != NULL && components->colours != NULL;
    if (good) {
        count_cells(map, sizes);
        choose_colours(sizes, components);
    }
    free(sizes);
    return good;
}

void cli_components_close(struct cli_components *components)
{
    free(components->colours);
    *components = (struct cli_components){0};
}

uint32_t cli_components_get_largest(const struct cli_components *components)
{
    uint32_t component = 0;
    while (component < components->count && components->colours[component] != 0)
        component++;
    return component < components->count ? component : 0;
}

json_t *cli_components_make_legend(const struct cli_components *components)
{
    json_t *legend = json_array();
    for (int i = 0; i < CLI_COMPONENT_COLOURS; i++) {
        struct cli_colour colour = cli_component_colours[i];
        char text[8];
        if (components->members[i] == 0)
            continue;
        snprintf(text, sizeof text, "%02x%02x%02x", colour.red, colour.green, colour.blue);
        json_t *entry = json_pack("{s:s, s:I, s:I}", "colour", text, "components",
                                  (json_int_t)components->members[i], "cells",
                                  (json_int_t)components->cells[i]);
        if (json_array_append_new(legend, entry) != 0) {
            json_decref(legend);
            return NULL;
        }
    }
    return legend;
}
