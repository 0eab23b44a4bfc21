/* harness_ground.c: the cells that a crowd is sent over: those of a map's largest component. */
#include "harness_march.h"

#include <stdlib.h>

typedef void (*cell_function)(void *context, cairn_cell cell, uint32_t component);

static void visit_open_cells(const cairn_map *map, cell_function function, void *context)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    for (uint32_t y = 0; y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++) {
            cairn_cell cell = cairn_cell_at(x, y);
            if (cairn_map_is_open(map, cell))
                function(context, cell, cairn_map_get_component(map, cell));
        }
}

static void count_cell(void *context, cairn_cell cell, uint32_t component)
{
    uint32_t *sizes = context;
    (void)cell;
    sizes[component]++;
}

/* What is looked for, and where it goes. */
struct search {
    harness_ground *ground;
    uint32_t component;
};

static void take_cell(void *context, cairn_cell cell, uint32_t component)
{
    struct search *search = context;
    if (component == search->component)
        search->ground->cells[search->ground->count++] = cell;
}

cairn_status harness_ground_open(const cairn_map *map, harness_ground *ground)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    struct search search = {.ground = ground};
    uint32_t *sizes = calloc(info.components + (size_t)1, sizeof *sizes);
    *ground = (harness_ground){.map = map};
    ground->cells = malloc((info.largest_component + (size_t)1) * sizeof *ground->cells);
    if (sizes == NULL || ground->cells == NULL) {
        free(sizes);
        return CAIRN_MEMORY;
    }
    visit_open_cells(map, count_cell, sizes);
    for (uint32_t i = 1; i < info.components; i++)
        search.component = sizes[i] > sizes[search.component] ? i : search.component;
    visit_open_cells(map, take_cell, &search);
    free(sizes);
    return CAIRN_OK;
}

void harness_ground_close(harness_ground *ground)
{
    free(ground->cells);
    ground->cells = NULL;
}

/* ---- drawing ---- */

static uint32_t draw_below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)((harness_draw(state) >> 32) * limit >> 32);
}

cairn_cell harness_ground_draw(const harness_ground *ground, uint64_t *state)
{
    return ground->cells[draw_below(state, ground->count)];
}

void harness_ground_scatter(harness_ground *ground, uint64_t *state, cairn_cell *cells,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i % ground->count, other = at + draw_below(state, ground->count - at);
        cells[i] = ground->cells[other];
        ground->cells[other] = ground->cells[at];
        ground->cells[at] = cells[i];
    }
}

/* ---- two places ---- */

static cairn_cell draw_far(const harness_ground *ground, uint64_t *state, cairn_cell from)
{
    enum { DRAWS = 16 };
    cairn_cell farthest = from;
    for (int i = 0; i < DRAWS; i++) {
        cairn_cell cell = harness_ground_draw(ground, state);
        if (cairn_cell_get_distance(cell, from) >= cairn_cell_get_distance(farthest, from))
            farthest = cell;
    }
    return farthest;
}

/* A wave over the ground, from a place on, ring by ring. */
struct wave {
    const harness_ground *ground;
    uint32_t size[2];
    uint8_t
        *marks; /* a cell: the number of the last wave that came there, and whether it is taken */
    cairn_cell *queue;
    uint32_t count; /* of the queue */
    uint8_t number;
};

enum { TAKEN = 0x80 };

static uint8_t *get_mark(const struct wave *wave, cairn_cell cell)
{
    return &wave->marks[(size_t)cairn_cell_get_y(cell) * wave->size[0] + cairn_cell_get_x(cell)];
}

static void reach(struct wave *wave, cairn_cell cell)
{
    uint8_t *mark = get_mark(wave, cell);
    if ((*mark & ~TAKEN) == wave->number)
        return;
    *mark = (uint8_t)((*mark & TAKEN) | wave->number);
    wave->queue[wave->count++] = cell;
}

static void reach_neighbours(struct wave *wave, cairn_cell from)
{
    const cairn_map *map = wave->ground->map;
    uint32_t component = cairn_map_get_component(map, from);
    for (int k = 0; k < 9; k++) {
        uint32_t x = cairn_cell_get_x(from) + (uint32_t)(k % 3) - 1;
        uint32_t y = cairn_cell_get_y(from) + (uint32_t)(k / 3) - 1;
        cairn_cell cell = cairn_cell_at(x, y);
        if (x < wave->size[0] && y < wave->size[1] && cairn_map_is_open(map, cell) &&
            cairn_map_get_component(map, cell) == component)
            reach(wave, cell);
    }
}

/* Takes `count` cells, the nearest to a place that no wave has taken; again from the first if there
 * are no more. */
static void spread(struct wave *wave, cairn_cell place, cairn_cell *cells, uint32_t count)
{
    uint32_t taken = 0;
    wave->number++;
    wave->count = 0;
    reach(wave, place);
    for (uint32_t i = 0; taken < count && i < wave->count; i++) {
        uint8_t *mark = get_mark(wave, wave->queue[i]);
        if ((*mark & TAKEN) == 0)
            cells[taken++] = wave->queue[i];
        *mark |= TAKEN;
        reach_neighbours(wave, wave->queue[i]);
    }
    for (uint32_t i = 0; taken < count; i++)
        cells[taken++] = wave->queue[i % wave->count];
}

cairn_status harness_ground_split(const harness_ground *ground, uint64_t *state,
                                  const uint32_t counts[2], cairn_cell *cells)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(ground->map, &info);
    struct wave wave = {.ground = ground, .size = {info.width, info.height}};
    cairn_cell first = harness_ground_draw(ground, state), second = draw_far(ground, state, first);
    wave.marks = calloc((size_t)info.width * info.height, 1);
    wave.queue = malloc((ground->count + (size_t)1) * sizeof *wave.queue);
    bool has_room = wave.marks != NULL && wave.queue != NULL;
    if (has_room) {
        spread(&wave, first, cells, counts[0]);
        spread(&wave, second, cells + counts[0], counts[1]);
    }
    free(wave.marks);
    free(wave.queue);
    return has_room ? CAIRN_OK : CAIRN_MEMORY;
}
