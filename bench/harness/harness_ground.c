/* harness_ground.c: the cells that a crowd is sent over: those of a map's largest component. */
#include "harness_march.h"

#include <stdlib.h>

/* Open cells side by side in a row: a move joins each to the next, so they are of one component. */
struct run {
    cairn_cell first;
    uint32_t count;
    uint32_t component;
};

struct runs {
    struct run *all;
    size_t count;
    size_t capacity;
};

static cairn_status add_run(struct runs *runs, struct run run)
{
    if (runs->count == runs->capacity) {
        size_t capacity = 2 * runs->capacity + 1024;
        struct run *grown = realloc(runs->all, capacity * sizeof *grown);
        if (grown == NULL)
            return CAIRN_MEMORY;
        runs->all = grown;
        runs->capacity = capacity;
    }
    runs->all[runs->count++] = run;
    return CAIRN_OK;
}

static cairn_status find_row_runs(const cairn_map *map, uint32_t width, uint32_t y,
                                  struct runs *runs)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t x = 0; status == CAIRN_OK && x < width; x++) {
        struct run run = {.first = cairn_cell_at(x, y)};
        for (; x < width && cairn_map_is_open(map, cairn_cell_at(x, y)); x++)
            run.count++;
        if (run.count == 0)
            continue;
        run.component = cairn_map_get_component(map, run.first);
        status = add_run(runs, run);
    }
    return status;
}

/* Row by row: each cell is asked for once, its component once a run. */
static cairn_status find_runs(const cairn_map *map, const cairn_map_info *info, struct runs *runs)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < info->height; y++)
        status = find_row_runs(map, info->width, y, runs);
    return status;
}

/* The first of the components that have the most cells; `sizes` is all zero. */
static uint32_t find_largest(const struct runs *runs, uint32_t *sizes, uint32_t components)
{
    uint32_t largest = 0;
    for (size_t k = 0; k < runs->count; k++)
        sizes[runs->all[k].component] += runs->all[k].count;
    for (uint32_t i = 1; i < components; i++)
        largest = sizes[i] > sizes[largest] ? i : largest;
    return largest;
}

static void take_cells(const struct runs *runs, uint32_t component, harness_ground *ground)
{
    for (size_t k = 0; k < runs->count; k++) {
        const struct run *run = &runs->all[k];
        for (uint32_t i = 0; run->component == component && i < run->count; i++)
            ground->cells[ground->count++] = run->first + i;
    }
}

cairn_status harness_ground_open(const cairn_map *map, harness_ground *ground)
{
    cairn_map_info info = {.size = sizeof info};
    struct runs runs = {0};
    (void)cairn_map_get_info(map, &info);
    uint32_t *sizes = calloc(info.components + (size_t)1, sizeof *sizes);
    *ground = (harness_ground){.map = map};
    ground->cells = malloc((info.largest_component + (size_t)1) * sizeof *ground->cells);
    cairn_status status =
        sizes != NULL && ground->cells != NULL ? find_runs(map, &info, &runs) : CAIRN_MEMORY;
    if (status == CAIRN_OK)
        take_cells(&runs, find_largest(&runs, sizes, info.components), ground);
    free(runs.all);
    free(sizes);
    return status;
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
