/* region_graph.c: neighbouring regions, and numbers that keep near ones together.
 *
 * A table of routes has, for each region, runs of goals that share the next neighbour. Regions are
 * numbered in the order of a walk through a tree: the regions behind one neighbour then have
 * consecutive numbers, so runs are few. The same numbers let routes follow the tree itself. */
#include "base/xy.h"
#include "build/regions/region_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/heap.h"
#include "base/memory.h"

/* ---- pairs ---- */

static int compare_pairs(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

void cairn__region_pairs_sort(cairn__region_pairs *pairs)
{
    size_t kept = 0;
    if (pairs->count > 1)
        qsort(pairs->pairs, pairs->count, sizeof *pairs->pairs, compare_pairs);
    for (size_t i = 0; i < pairs->count; i++)
        if (kept == 0 || pairs->pairs[kept - 1] != pairs->pairs[i])
            pairs->pairs[kept++] = pairs->pairs[i];
    pairs->count = kept;
}

cairn_status cairn__region_pairs_add(cairn__region_pairs *pairs, uint32_t a, uint32_t b,
                                     const cairn_allocator *allocator)
{
    uint64_t pair = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    if (pairs->count > 0 && pairs->pairs[pairs->count - 1] == pair)
        return CAIRN_OK;
    bool is_full = pairs->count == pairs->capacity;
    if (is_full)
        cairn__region_pairs_sort(pairs);
    if (is_full && pairs->count >= pairs->capacity / 2) {
        uint64_t *grown = cairn__grow(allocator, pairs->pairs, pairs->count, sizeof *grown,
                                      &pairs->capacity, 4096);
        if (grown == NULL)
            return CAIRN_MEMORY;
        pairs->pairs = grown;
    }
    pairs->pairs[pairs->count++] = pair;
    return CAIRN_OK;
}

/* The moves that lead on in row-major order: each pair of cells is looked at once. */
#define FORWARD_MOVES                                                                              \
    (UINT32_C(1) << CAIRN__E | UINT32_C(1) << CAIRN__SW | UINT32_C(1) << CAIRN__S |                \
     UINT32_C(1) << CAIRN__SE)

/* Cells all of whose neighbours are in their own tile, which has one region, join no two. */
static bool is_inside(const cairn__cover *cover, uint32_t x, uint32_t y)
{
    return x % 64 - 1 < 62 && y % 64 < 63 &&
           cover->tiles[(size_t)(y / 64) * cover->tiles_across + x / 64].count == 1;
}

static cairn_status add_row(const cairn__cover *cover, uint32_t y, const cairn_allocator *allocator,
                            cairn__region_pairs *pairs)
{
    const cairn_map *map = cover->map;
    cairn_status status = CAIRN_OK;
    for (uint32_t x = 0; status == CAIRN_OK && x < map->info.width; x++) {
        if (is_inside(cover, x, y) || !cairn__is_open(map, (int32_t)x, (int32_t)y))
            continue;
        uint32_t own = cairn__cover_get(cover, x, y);
        uint32_t moves = cairn__legal_moves(map, (int32_t)x, (int32_t)y) & FORWARD_MOVES;
        for (; status == CAIRN_OK && moves != 0; moves &= moves - 1) {
            uint32_t move = cairn__count_trailing_zeros(moves);
            cairn__xy next =
                cairn__cell_after((cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, move, 1);
            uint32_t other = cairn__cover_get(cover, next.x, next.y);
            if (other != own)
                status = cairn__region_pairs_add(pairs, own, other, allocator);
        }
    }
    return status;
}

cairn_status cairn__region_pairs_find(const cairn__cover *cover, const cairn_allocator *allocator,
                                      const cairn__poll *poll, cairn__region_pairs *pairs)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < cover->map->info.height; y++) {
        status = add_row(cover, y, allocator, pairs);
        if (status == CAIRN_OK && y % 64 == 0)
            status = cairn__poll_check(poll);
    }
    cairn__region_pairs_sort(pairs);
    return status;
}

/* ---- the graph ---- */

cairn_status cairn__region_graph_create(const cairn__region_pairs *pairs, uint32_t count,
                                        const cairn_allocator *allocator,
                                        cairn__region_graph *graph)
{
    *graph = (cairn__region_graph){.count = count};
    graph->firsts = cairn__allocate_zeroed(allocator, (uint64_t)count + 2, sizeof *graph->firsts);
    graph->neighbours = cairn__allocate(allocator, 2 * pairs->count, sizeof *graph->neighbours);
    if (graph->firsts == NULL || graph->neighbours == NULL) {
        cairn__region_graph_end(graph, allocator);
        return CAIRN_MEMORY;
    }
    size_t *next = graph->firsts + 1; /* by region: where its next neighbour goes */
    for (size_t i = 0; i < pairs->count; i++) {
        graph->firsts[(pairs->pairs[i] >> 32) + 2]++;
        graph->firsts[(uint32_t)pairs->pairs[i] + 2]++;
    }
    for (uint32_t i = 0; i < count; i++)
        graph->firsts[i + 2] += graph->firsts[i + 1];
    /* The lower neighbours of all regions first: then each region's are in order. */
    for (size_t i = 0; i < pairs->count; i++)
        graph->neighbours[next[(uint32_t)pairs->pairs[i]]++] = (uint32_t)(pairs->pairs[i] >> 32);
    for (size_t i = 0; i < pairs->count; i++)
        graph->neighbours[next[pairs->pairs[i] >> 32]++] = (uint32_t)pairs->pairs[i];
    return CAIRN_OK;
}

void cairn__region_graph_end(cairn__region_graph *graph, const cairn_allocator *allocator)
{
    cairn__release(allocator, graph->firsts);
    cairn__release(allocator, graph->neighbours);
    *graph = (cairn__region_graph){0};
}

/* ---- numbers ---- */

typedef struct numbering {
    const cairn__region_graph *graph;
    const cairn__xy *seeds;
    uint32_t *distances; /* to the root */
    uint32_t *parents;   /* in old numbers */
    uint32_t *children;  /* by region: its last child */
    uint32_t *siblings;  /* by region: the child before it */
    uint32_t *numbers;
    uint64_t *heap;
    size_t heap_count;
} numbering;

static void spread_from(numbering *self, uint32_t region)
{
    const cairn__region_graph *graph = self->graph;
    for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
        uint32_t next = graph->neighbours[i];
        uint32_t distance =
            self->distances[region] + cairn__get_distance(self->seeds[region], self->seeds[next]);
        if (distance >= self->distances[next])
            continue;
        self->distances[next] = distance;
        self->parents[next] = region;
        cairn__heap_push(self->heap, self->heap_count++, (uint64_t)distance << 32 | next);
    }
}

/* The tree of shortest paths of one component. */
static void spread(numbering *self, uint32_t root)
{
    self->distances[root] = 0;
    self->parents[root] = root;
    self->heap_count = 0;
    cairn__heap_push(self->heap, self->heap_count++, root);
    while (self->heap_count > 0) {
        uint64_t key = cairn__heap_pop(self->heap, self->heap_count--);
        uint32_t region = (uint32_t)key;
        if (key >> 32 == self->distances[region])
            spread_from(self, region);
    }
}

static void link_children(numbering *self)
{
    for (uint32_t i = 0; i < self->graph->count; i++)
        self->children[i] = self->siblings[i] = CAIRN__NO_OWNER;
    for (uint32_t i = 0; i < self->graph->count; i++) {
        uint32_t parent = self->parents[i];
        if (parent == i)
            continue;
        self->siblings[i] = self->children[parent];
        self->children[parent] = i;
    }
}

/* Numbers a tree: goes down to the first child while there is one, otherwise on to the next sibling
 * of the region, or of its nearest ancestor that has one. */
static uint32_t walk_tree(numbering *self, uint32_t root, uint32_t number, uint32_t *ends)
{
    uint32_t region = root;
    for (;;) {
        self->numbers[region] = number++;
        if (self->children[region] != CAIRN__NO_OWNER) {
            region = self->children[region];
            continue;
        }
        ends[self->numbers[region]] = number;
        while (region != root && self->siblings[region] == CAIRN__NO_OWNER) {
            region = self->parents[region];
            ends[self->numbers[region]] = number;
        }
        if (region == root)
            return number;
        region = self->siblings[region];
    }
}

static void renumber_cover(const numbering *self, cairn__cover *cover, cairn__xy *seeds)
{
    size_t tiles = (size_t)cover->tiles_across * cover->tiles_down;
    for (size_t i = 0; i < tiles; i++)
        for (uint32_t j = 0; j < cover->tiles[i].count; j++)
            cover->tiles[i].regions[j] = self->numbers[cover->tiles[i].regions[j]];
    for (uint32_t i = 0; i < cover->count; i++)
        seeds[self->numbers[i]] = cover->seeds[i];
    memcpy(cover->seeds, seeds, cover->count * sizeof *seeds);
}

static void renumber_pairs(const numbering *self, cairn__region_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++) {
        uint64_t a = self->numbers[pairs->pairs[i] >> 32];
        uint64_t b = self->numbers[(uint32_t)pairs->pairs[i]];
        pairs->pairs[i] = a < b ? a << 32 | b : b << 32 | a;
    }
    cairn__region_pairs_sort(pairs);
}

static void number_regions(numbering *self, cairn__region_tree *tree)
{
    uint32_t count = self->graph->count, number = 0;
    for (uint32_t i = 0; i < count; i++)
        self->distances[i] = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (self->distances[i] == UINT32_MAX)
            spread(self, i);
    link_children(self);
    for (uint32_t i = 0; i < count; i++)
        if (self->parents[i] == i)
            number = walk_tree(self, i, number, tree->ends);
    for (uint32_t i = 0; i < count; i++)
        tree->parents[self->numbers[i]] = self->numbers[self->parents[i]];
}

cairn_status cairn__region_graph_number(const cairn__region_graph *graph, cairn__cover *cover,
                                        cairn__region_pairs *pairs,
                                        const cairn_allocator *allocator, cairn__region_tree *tree)
{
    size_t count = graph->count;
    uint32_t *words = cairn__allocate(allocator, 5 * count, sizeof *words);
    uint64_t *heap = cairn__allocate(allocator, graph->firsts[count] + 1, sizeof *heap);
    cairn__xy *seeds = cairn__allocate(allocator, count, sizeof *seeds);
    bool made = words != NULL && heap != NULL && seeds != NULL;
    if (made && count > 0) {
        numbering self = {.graph = graph, .seeds = cover->seeds, .heap = heap};
        self.distances = words;
        self.parents = words + count;
        self.children = words + 2 * count;
        self.siblings = words + 3 * count;
        self.numbers = words + 4 * count;
        number_regions(&self, tree);
        renumber_cover(&self, cover, seeds);
        renumber_pairs(&self, pairs);
    }
    cairn__release(allocator, words);
    cairn__release(allocator, heap);
    cairn__release(allocator, seeds);
    return made ? CAIRN_OK : CAIRN_MEMORY;
}
