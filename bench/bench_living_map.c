/* bench_living_map.c: how long changes of a map take, each with the next has_path, and copies. Time
 * is the thread's processor time. Every change is undone, and at the end the map must be in the state
 * it was opened in. */
#include "bench_living.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCATTERED 1000
#define SIDE 8 /* of each of the scattered ones */

typedef struct trial {
    cairn_map *map;
    cairn_map *before; /* a copy of the map as it was opened */
    cairn_map_info info;
    uint64_t random;
    uint64_t clock; /* ns that reading the clock takes */
    uint64_t sum;
    uint64_t worst;
    uint32_t count;
} trial;

/* A rectangle around an open cell. */
static cairn_rect draw_rect(trial *self, uint32_t side)
{
    cairn_cell cell = harness_draw_cell(self->map, &self->random);
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    x = x > side / 2 ? x - side / 2 : 0;
    y = y > side / 2 ? y - side / 2 : 0;
    x = x + side <= self->info.width ? x : self->info.width - side;
    y = y + side <= self->info.height ? y : self->info.height - side;
    return (cairn_rect){(uint16_t)x, (uint16_t)y, (uint16_t)side, (uint16_t)side};
}

/* The cells of a rectangle as they were at first, for a change that undoes another one. */
static cairn_change remember(const trial *self, cairn_rect rect)
{
    uint8_t *cells = malloc((size_t)rect.width * rect.height), *next = cells;
    bench_check(cells != NULL ? CAIRN_OK : CAIRN_MEMORY, "remembering cells");
    for (uint32_t y = 0; y < rect.height; y++)
        for (uint32_t x = 0; x < rect.width; x++)
            *next++ =
                (uint8_t)cairn_map_is_open(self->before, cairn_cell_at(rect.x + x, rect.y + y));
    return (cairn_change){.rect = rect, .cells = cells};
}

static void start(trial *self)
{
    self->sum = self->worst = self->count = 0;
    self->clock = UINT64_MAX;
    for (int i = 0; i < 1000; i++) {
        uint64_t from = harness_get_cpu_time(), ns = harness_get_cpu_time() - from;
        self->clock = ns < self->clock ? ns : self->clock;
    }
}

static void add(trial *self, uint64_t ns)
{
    ns = ns > self->clock ? ns - self->clock : 0;
    self->sum += ns;
    self->worst = ns > self->worst ? ns : self->worst;
    self->count++;
}

static void change(trial *self, const cairn_change *changes, size_t count)
{
    cairn_cell a = harness_draw_cell(self->map, &self->random),
               b = harness_draw_cell(self->map, &self->random);
    uint64_t from = harness_get_cpu_time();
    bench_check(cairn_map_change(self->map, changes, count), "changing a map");
    (void)cairn_map_has_path(self->map, a, b);
    add(self, harness_get_cpu_time() - from);
}

static void print(const trial *self, const char *name, const char *what)
{
    printf("  %-6s %-26s %10.2f %10.2f\n", name, what, (double)self->sum / self->count * 1e-3,
           (double)self->worst * 1e-3);
}

/* Rectangles that come and go: blocked, and open again when KEPT others came after them. */
#define KEPT 100

static void measure_rects(trial *self, uint32_t side, uint32_t count)
{
    cairn_change undo[KEPT] = {{.cells = NULL}};
    start(self);
    for (uint32_t i = 0; i < count + KEPT; i++) {
        cairn_change *oldest = &undo[i % KEPT];
        if (oldest->cells != NULL) {
            change(self, oldest, 1);
            free((void *)oldest->cells);
            oldest->cells = NULL;
        }
        if (i < count) {
            *oldest = remember(self, draw_rect(self, side));
            change(self, &(cairn_change){.rect = oldest->rect}, 1);
        }
    }
}

static void measure_walls(trial *self, uint32_t count)
{
    start(self);
    for (uint32_t i = 0; i < count; i++) {
        cairn_rect wall = {0, (uint16_t)bench_draw_below(&self->random, self->info.height - 4),
                           (uint16_t)self->info.width, 4};
        cairn_change undo = remember(self, wall);
        change(self, &(cairn_change){.rect = wall}, 1);
        change(self, &undo, 1);
        free((void *)undo.cells);
    }
}

static void measure_scattered(trial *self, uint32_t count)
{
    cairn_change *changes = calloc(2 * SCATTERED, sizeof *changes);
    bench_check(changes != NULL ? CAIRN_OK : CAIRN_MEMORY, "changes");
    cairn_change *undo = changes + SCATTERED;
    start(self);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < SCATTERED; k++) {
            changes[k].rect = draw_rect(self, SIDE);
            undo[k] = remember(self, changes[k].rect);
        }
        change(self, changes, SCATTERED);
        change(self, undo, SCATTERED);
        for (uint32_t k = 0; k < SCATTERED; k++)
            free((void *)undo[k].cells);
    }
    free(changes);
}

static void measure_copies(trial *self, uint32_t count, int32_t changing)
{
    cairn_map_def def = {.size = sizeof def, .changing = changing};
    start(self);
    for (uint32_t i = 0; i < count; i++) {
        cairn_map *copy;
        uint64_t from = harness_get_cpu_time();
        bench_check(cairn_map_copy(self->map, &def, &copy), "copying a map");
        add(self, harness_get_cpu_time() - from);
        cairn_map_close(copy);
    }
}

static void measure_map(const bench_request *request, const char *name, trial *self)
{
    static const struct {
        uint32_t side;
        const char *what;
    } rects[] = {{1, "1 x 1"}, {8, "8 x 8"}, {64, "64 x 64"}};
    for (size_t i = 0; i < sizeof rects / sizeof rects[0]; i++) {
        measure_rects(self, rects[i].side, request->changes);
        print(self, name, rects[i].what);
    }
    measure_walls(self, request->changes / 40 + 1);
    print(self, name, "wall across the map");
    measure_scattered(self, request->changes / 100 + 1);
    print(self, name, "1,000 of 8 x 8 in one call");
    measure_copies(self, request->changes / 100 + 1, 0);
    print(self, name, "copy");
    measure_copies(self, request->changes / 100 + 1, 1);
    print(self, name, "copy that may change");
}

bool bench_living_changes(const bench_request *request)
{
    bench_named_map map;
    bool right = true;
    printf("Changes of a map: microseconds of one, with the next has_path\n");
    printf("  map    change                           mean      worst\n");
    for (size_t i = 0; bench_find_named_map(request, &i, &map);) {
        cairn_map_def def = {.size = sizeof def, .changing = 1};
        trial self = {.random = 1};
        bench_check(cairn_map_open(map.path, &def, &self.map), map.path);
        bench_check(cairn_map_copy(self.map, NULL, &self.before), "copying a map");
        self.info = bench_get_map_info(self.map);
        measure_map(request, map.name, &self);
        cairn_map_info info = bench_get_map_info(self.map);
        right = right && info.state == info.fingerprint &&
                info.open_cells == self.info.open_cells &&
                info.components == self.info.components &&
                info.largest_component == self.info.largest_component;
        cairn_map_close(self.map);
        cairn_map_close(self.before);
    }
    return right;
}
