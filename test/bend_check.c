/* bend_check.c: Dijkstra's algorithm by buckets, and searches broken off at random. */
#include "bend_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "build/labels/bend_maker.h"
#include "route/bend_field.h"
#include "route/bend_goal.h"
#include "route/bend_legs.h"
#include "search/bends.h"

typedef struct checker {
    const cairn_map *map;
    const char *name;
    uint32_t width;
    uint32_t height;
    cairn__bend_section section;
    cairn__bend_set plain; /* without landmarks */
    cairn__bend_set set;
    cairn__bend_desk desk;
    void *memory;
    cairn__bend_goal field;      /* ways to the present start */
    cairn__bend_desk guide_desk; /* of the guide, which keeps it */
    cairn__bend_field guide;     /* distances from the present start */
    void *guide_memory;
    uint32_t *costs; /* from the present start */
    uint32_t *buckets[15];
    size_t counts[15];
    size_t capacities[15];
    cairn_random random;
    bend_totals *totals;
} checker;

/* ---- Dijkstra's algorithm ---- */

static bool is_open(const checker *self, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < self->width && y < self->height &&
           cairn_map_is_open(self->map, cairn_cell_at((uint32_t)x, (uint32_t)y)) != 0;
}

static void reach(checker *self, int64_t x, int64_t y, uint32_t cost)
{
    uint32_t cell = (uint32_t)(y * self->width + x), bucket = cost % 15;
    if (cost >= self->costs[cell])
        return;
    self->costs[cell] = cost;
    if (self->counts[bucket] == self->capacities[bucket]) {
        self->capacities[bucket] = 2 * self->capacities[bucket] + 64;
        self->buckets[bucket] = realloc(self->buckets[bucket], self->capacities[bucket] * 4);
        if (self->buckets[bucket] == NULL)
            abort();
    }
    self->buckets[bucket][self->counts[bucket]++] = cell;
}

static void expand(checker *self, int64_t x, int64_t y, uint32_t cost)
{
    bool strict = self->map->info.corners == CAIRN_CORNERS_STRICT;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if ((dx == 0 && dy == 0) || !is_open(self, x + dx, y + dy))
                continue;
            bool diagonal = dx != 0 && dy != 0;
            if (diagonal && strict && !(is_open(self, x + dx, y) && is_open(self, x, y + dy)))
                continue;
            reach(self, x + dx, y + dy, cost + (diagonal ? 14 : 10));
        }
}

static void find_costs(checker *self, cairn__xy start)
{
    memset(self->costs, 0xff, (size_t)self->width * self->height * sizeof *self->costs);
    reach(self, start.x, start.y, 0);
    for (uint32_t cost = 0, empty = 0; empty < 15; cost++) {
        uint32_t bucket = cost % 15;
        empty = self->counts[bucket] == 0 ? empty + 1 : 0;
        for (size_t i = 0; i < self->counts[bucket]; i++) {
            uint32_t cell = self->buckets[bucket][i];
            if (self->costs[cell] == cost)
                expand(self, cell % self->width, cell / self->width, cost);
        }
        self->counts[bucket] = 0;
    }
}

/* ---- searches ---- */

/* Now and then a search has few units at a time, or no landmarks, or looks around first. Most are made as if the cells were far
 * from each other: only then landmarks may tell that no leg joins them. */
static cairn__answer search(checker *self, cairn__bend_search *search, cairn__xy from, cairn__xy to)
{
    const bool plain = cairn__random_below(&self->random, 4) == 0;
    cairn__bend_tools tools = {.map = self->map,
                               .set = plain ? &self->plain : &self->set,
                               .desk = &self->desk,
                               .around = cairn__random_below(&self->random, 2) == 0};
    int64_t slice = 1 + cairn__random_below(&self->random, 9);
    cairn__answer answer = CAIRN__PAUSED;
    if (cairn__random_below(&self->random, 4) != 0)
        slice = INT64_MAX / 2;
    cairn__bend_search_start(search, from, to);
    if (cairn__random_below(&self->random, 4) != 0) {
        search->near = false;
        search->phase = CAIRN__BEND_LISTS;
    }
    while (answer == CAIRN__PAUSED) {
        cairn__meter meter = {.left = slice};
        answer = cairn__bend_search_run(search, &tools, &meter);
    }
    return answer;
}

/* Finds the ways of all nodes to a cell, in slices. */
static void find_field(checker *self, cairn__xy goal)
{
    const cairn__bend_tools tools = {.map = self->map, .set = &self->set, .desk = &self->desk};
    int64_t slice = 1 + cairn__random_below(&self->random, 400);
    cairn__meter meter = {.left = slice};
    cairn__bend_goal_start(&self->field, &tools, goal);
    while (cairn__bend_goal_run(&self->field, &tools, &meter) != CAIRN__DONE)
        meter.left = slice;
}

/* Spreads the labels of a cell, for the distances of others, in slices. */
static void spread_guide(checker *self, cairn__xy from)
{
    int64_t slice = CAIRN__RESERVE + 1 + cairn__random_below(&self->random, 400);
    cairn__meter meter = {.left = slice};
    cairn__bend_field_start(&self->guide, &self->set, self->map, from);
    while (cairn__bend_field_run(&self->guide, &meter) != CAIRN__DONE)
        meter.left = slice;
}

/* The distance of a cell by the labels that were spread; it is known to be octile or more. */
static uint32_t ask_guide(checker *self, cairn__xy from, cairn__xy to)
{
    cairn__jump_guide *guide = &self->guide.guide;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    uint32_t distance = 0;
    guide->ask(guide, to, cairn__get_distance(from, to), UINT32_MAX);
    return guide->answer(guide, &meter, &distance) == CAIRN__DONE ? distance : 0;
}

/* The same search by the ways that are known to its goal. */
static cairn__answer search_known(checker *self, cairn__bend_search *search, cairn__xy from)
{
    const cairn__bend_tools tools = {.map = self->map, .set = &self->set, .desk = &self->desk};
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    const cairn__bend_ways ways = cairn__bend_goal_get_ways(&self->field);
    cairn__bend_search_start_known(search, &tools, &ways, from);
    return cairn__bend_search_run(search, &tools, &meter);
}

/* The cost of a move between cells, UINT32_MAX if it is not legal. */
static uint32_t get_cost(const checker *self, cairn__xy from, cairn__xy to)
{
    if (!cairn__is_legal_move(self->map, from, to))
        return UINT32_MAX;
    return from.x != to.x && from.y != to.y ? 14 : 10;
}

/* Walks a leg move by move; false if that leads somewhere else, or takes a move that is not legal. */
static bool walk_leg(const checker *self, cairn__xy *cell, cairn__xy to, uint32_t *cost)
{
    cairn__straight straight;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    uint32_t place = 0, row = 0;
    cairn__straight_start(&straight, *cell, to, self->desk.rows);
    if (cairn__straight_run(&straight, self->map, &meter) != CAIRN__DONE)
        return false;
    while (!cairn__is_same_cell(*cell, to)) {
        cairn__straight_moves moves = cairn__straight_get_moves(&straight, place, row);
        if (moves.count == 0)
            return false;
        for (uint32_t i = 0; i < moves.count; i++) {
            cairn__xy next = {.x = (uint16_t)(cell->x + cairn__heading_x[moves.heading]),
                              .y = (uint16_t)(cell->y + cairn__heading_y[moves.heading])};
            uint32_t more = get_cost(self, *cell, next);
            if (more == UINT32_MAX)
                return false;
            *cost += more;
            *cell = next;
        }
        *(moves.heading % 2 == 0 ? &place : &row) += moves.count;
    }
    return true;
}

/* True if the way can be walked, and has the length that the search says. */
static bool walk(const checker *self, const cairn__bend_search *found)
{
    cairn__bend_legs legs;
    bool backward = found->purpose == CAIRN__BEND_FOR_GOAL;
    cairn__xy cell = found->ends[backward ? 1 : 0], next;
    uint32_t cost = 0;
    cairn__bend_legs_start(&legs, found);
    for (;;) {
        cairn__meter meter = {.left = 1};
        cairn__answer answer = cairn__bend_legs_next(&legs, &self->set, &meter, &next);
        if (answer == CAIRN__NONE)
            break;
        if (answer == CAIRN__DONE && !walk_leg(self, &cell, next, &cost))
            return false;
    }
    return cairn__is_same_cell(cell, found->ends[backward ? 0 : 1]) && cost == found->best.distance;
}

static void check_pair(checker *self, cairn__xy from, cairn__xy to)
{
    cairn__bend_search found;
    uint32_t cost = self->costs[(uint32_t)to.y * self->width + to.x];
    if (cost == UINT32_MAX)
        return;
    self->totals->pairs++;
    bool right = search(self, &found, from, to) == CAIRN__DONE && found.best.distance == cost &&
                 walk(self, &found);
    if (right && search_known(self, &found, to) == CAIRN__DONE && found.best.distance == cost &&
        walk(self, &found) && ask_guide(self, from, to) == cost)
        return;
    if (self->totals->wrong++ < 20)
        printf("%s: from %u,%u to %u,%u: %u instead of %u, or it cannot be walked or guided\n",
               self->name, from.x, from.y, to.x, to.y, found.best.distance, cost);
}

/* ---- maps ---- */

static bool start(checker *self)
{
    static const cairn__bend_rule rule = {.limits = {1u << 22, 1u << 26, 1u << 26, 65536, 0},
                                          .entries = 1u << 28};
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__preparation how = {.threads = 1};
    if (cairn__bend_section_create(self->map, &allocator, &rule, &how, &self->section) !=
            CAIRN_OK ||
        !cairn__bend_set_open(self->section.bytes, self->section.count, self->width, self->height,
                              &self->plain))
        return false;
    self->set = self->plain;
    if (!cairn__landmarks_open(self->section.marks, self->section.mark_count, &self->set))
        return false;
    self->memory = malloc(cairn__bend_desk_get_bytes(self->map, self->set.nodes) + 1);
    self->costs = malloc((size_t)self->width * self->height * sizeof *self->costs);
    self->field.towards = malloc(self->set.nodes * sizeof *self->field.towards + 1);
    self->field.legs.blocks = malloc(cairn__leg_field_get_bytes(self->map));
    self->guide_memory = malloc(cairn__bend_desk_get_bytes(self->map, self->set.nodes) +
                                cairn__bend_field_get_bytes(self->set.nodes) + 1);
    if (self->memory == NULL || self->guide_memory == NULL || self->costs == NULL ||
        self->field.towards == NULL || self->field.legs.blocks == NULL)
        return false;
    cairn__bend_desk_start(&self->desk, self->map, self->set.nodes, self->memory);
    cairn__bend_desk_start(&self->guide_desk, self->map, self->set.nodes, self->guide_memory);
    cairn__bend_field_create(&self->guide, self->set.nodes, &self->guide_desk,
                             (char *)self->guide_memory +
                                 cairn__bend_desk_get_bytes(self->map, self->set.nodes));
    self->guide.tools.stamp = UINT32_MAX - 2; /* it begins again at the third start */
    return true;
}

static void end(checker *self)
{
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__bend_section_end(&self->section, &allocator);
    free(self->memory);
    free(self->guide_memory);
    free(self->costs);
    free(self->field.towards);
    free(self->field.legs.blocks);
    for (uint32_t i = 0; i < 15; i++)
        free(self->buckets[i]);
}

/* Cell number `index` of all, or a random one. */
static cairn__xy choose(checker *self, uint32_t index, uint32_t wanted)
{
    uint32_t cells = self->width * self->height;
    if (wanted < cells)
        index = cairn__random_below(&self->random, cells);
    return (cairn__xy){.x = (uint16_t)(index % self->width), .y = (uint16_t)(index / self->width)};
}

static void check_starts(checker *self, uint32_t starts, uint32_t goals)
{
    uint32_t cells = self->width * self->height;
    for (uint32_t i = 0; i < (starts < cells ? starts : cells); i++) {
        cairn__xy from = choose(self, i, starts);
        while (starts < cells && !is_open(self, from.x, from.y) && self->map->info.open_cells > 0)
            from = choose(self, i, starts);
        if (!is_open(self, from.x, from.y))
            continue;
        find_costs(self, from);
        find_field(self, from);
        spread_guide(self, from);
        for (uint32_t j = 0; j < (goals < cells ? goals : cells); j++) {
            cairn__xy to = choose(self, j, goals);
            if (is_open(self, to.x, to.y))
                check_pair(self, from, to);
        }
    }
}

void bend_check_map(const cairn_map *map, const char *name, uint64_t seed, uint32_t starts,
                    uint32_t goals, bend_totals *totals)
{
    checker self = {.map = map,
                    .name = name,
                    .width = map->info.width,
                    .height = map->info.height,
                    .random = cairn__random_start(seed, 7),
                    .totals = totals};
    totals->maps++;
    if (start(&self)) {
        check_starts(&self, starts, goals);
    } else {
        totals->wrong++;
        printf("%s: no labels\n", name);
    }
    end(&self);
}

cairn_map *bend_check_make_map(const char *text, uint32_t corners)
{
    unsigned char open[2048];
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    uint32_t width = (uint32_t)strcspn(text, "\n"), count = 0;
    cairn_map *map;
    for (; *text != '\0' && count < sizeof open; text++)
        if (*text != '\n')
            open[count++] = *text == '.';
    if (cairn_map_create(width, count / width, open, &def, &map) != CAIRN_OK)
        abort();
    return map;
}
