/* landmarks.c: placing landmarks, and the distances of all cells to them.
 *
 * Distances come from Dijkstra's algorithm with a ring of buckets. Cells are expanded in the order
 * of their cost, so the first cardinal move into a cell offers the lowest cost of all cardinal
 * moves into it, and the first diagonal move that of all diagonal ones. A cell thus enters the ring
 * at most once by each kind of move, and two links for each cell are enough. */
#include "base/xy.h"
#include "search/landmark_table.h"

#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/random.h"
#include "grid/components.h"

/* All costs are multiples of 2, and none reaches farther ahead than a diagonal move. */
#define UNIT 2
#define BUCKETS 8
#define NO_ENTRY UINT32_MAX

/* Dijkstra's algorithm over a map. An entry is 2 * cell + 1 for a diagonal move into the cell. */
typedef struct cell_flood {
    const cairn_map *map;
    uint32_t *distance;
    uint32_t *next;
    uint32_t heads[BUCKETS];
    uint32_t entries; /* in the ring */
} cell_flood;

static void offer(cell_flood *flood, uint32_t id, uint32_t cost, bool diagonal)
{
    if (cost >= flood->distance[id])
        return;
    uint32_t entry = 2 * id + diagonal, *head = &flood->heads[cost / UNIT % BUCKETS];
    flood->distance[id] = cost;
    flood->next[entry] = *head;
    *head = entry;
    flood->entries++;
}

static void settle(cell_flood *flood, uint32_t id, uint32_t cost)
{
    uint32_t width = flood->map->info.width;
    cairn__xy cell = {.x = (uint16_t)(id % width), .y = (uint16_t)(id / width)};
    uint32_t moves = cairn__legal_moves(flood->map, cell.x, cell.y);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        cairn__xy to = cairn__cell_after(cell, move, 1);
        offer(flood, to.y * width + to.x, cost + cairn__move_cost(move),
              cairn__move_is_diagonal(move));
    }
}

/* Finds the distance of every cell to one. */
static void run_flood(cell_flood *flood, uint32_t from)
{
    size_t cells = (size_t)flood->map->info.width * flood->map->info.height;
    memset(flood->distance, 0xff, cells * sizeof *flood->distance);
    memset(flood->heads, 0xff, sizeof flood->heads);
    offer(flood, from, 0, false);
    for (uint32_t cost = 0; flood->entries > 0; cost += UNIT) {
        uint32_t *head = &flood->heads[cost / UNIT % BUCKETS];
        while (*head != NO_ENTRY) {
            uint32_t entry = *head;
            *head = flood->next[entry];
            flood->entries--;
            if (flood->distance[entry / 2] == cost)
                settle(flood, entry / 2, cost);
        }
    }
}

/* ---- placing ---- */

/* Cell `number` of the largest component, in row-major order. */
static uint32_t find_cell(const cairn_map *map, uint32_t number)
{
    uint32_t id = 0;
    for (uint32_t y = 0; y < map->info.height; y++)
        for (uint32_t x = 0; x < map->info.width; x++, id++) {
            cairn__xy cell = {.x = (uint16_t)x, .y = (uint16_t)y};
            if (!cairn__is_open_cell(map, cell) || cairn__component_of(map, cell) != map->largest)
                continue;
            if (number-- == 0)
                return id;
        }
    return 0;
}

/* The cell with the highest distance above 0, the first of equals; if there is none, the one
 * given. */
static uint32_t find_farthest(const uint32_t *distances, size_t cells, uint32_t otherwise)
{
    uint32_t farthest = otherwise, highest = 0;
    for (size_t id = 0; id < cells; id++) {
        if (distances[id] != CAIRN__UNREACHED && distances[id] > highest) {
            highest = distances[id];
            farthest = (uint32_t)id;
        }
    }
    return farthest;
}

/* Puts the flood's distances into the table; `nearest` keeps those to the nearest landmark. */
static void add_column(cairn_landmarks *landmarks, uint32_t column, const uint32_t *distance,
                       uint32_t *nearest)
{
    size_t cells = (size_t)landmarks->width * landmarks->height;
    for (size_t id = 0; id < cells; id++) {
        landmarks->distances[id * landmarks->count + column] = distance[id];
        if (column == 0 || distance[id] < nearest[id])
            nearest[id] = distance[id];
    }
}

/* The same for the canonical heuristic, whose table keeps the nearest alone. */
static void add_canonical(cairn_landmarks *landmarks, uint32_t number, const uint32_t *distance)
{
    size_t cells = (size_t)landmarks->width * landmarks->height, count = landmarks->count;
    for (uint32_t i = 0; i <= number; i++) {
        cairn__xy cell = landmarks->cells[i];
        landmarks->between[i * count + number] = landmarks->between[number * count + i] =
            distance[cell.y * (size_t)landmarks->width + cell.x];
    }
    for (size_t id = 0; id < cells; id++)
        if (number == 0 || distance[id] < landmarks->distances[id]) {
            landmarks->distances[id] = distance[id];
            landmarks->nearest[id] = (uint16_t)number;
        }
}

static void place(cairn_landmarks *landmarks, cell_flood *flood, uint32_t *nearest, uint64_t seed)
{
    const cairn_map *map = flood->map;
    size_t cells = (size_t)landmarks->width * landmarks->height;
    cairn_random random = cairn__random_start(seed, 0);
    uint32_t drawn = find_cell(map, cairn__random_below(&random, map->info.largest_component));
    run_flood(flood, drawn);
    uint32_t next = find_farthest(flood->distance, cells, drawn);
    for (uint32_t i = 0; i < landmarks->count; i++) {
        landmarks->cells[i] = (cairn__xy){.x = (uint16_t)(next % landmarks->width),
                                          .y = (uint16_t)(next / landmarks->width)};
        run_flood(flood, next);
        if (landmarks->canonical)
            add_canonical(landmarks, i, flood->distance);
        else
            add_column(landmarks, i, flood->distance, nearest);
        next = find_farthest(landmarks->canonical ? landmarks->distances : nearest, cells, next);
    }
}

/* ---- the public calls ---- */

#define DEFAULT_COUNT 8
#define DEFAULT_SEED 1

static uint64_t get_header_bytes(void)
{
    return cairn__round_up(sizeof(cairn_landmarks));
}

/* Distances of cells that the table has. */
static uint64_t count_distances(uint64_t cells, uint32_t count, bool canonical)
{
    return canonical ? (count > 0 ? cells : 0) : cells * count;
}

static uint64_t get_bytes(uint64_t cells, uint32_t count, bool canonical)
{
    uint64_t bytes = get_header_bytes() + count * sizeof(cairn__xy) +
                     count_distances(cells, count, canonical) * sizeof(uint32_t);
    if (canonical)
        bytes += (uint64_t)count * count * sizeof(uint32_t) + cells * sizeof(uint16_t);
    return bytes;
}

/* Landmarks with an empty table, in one block. */
static cairn_landmarks *allocate(const cairn_map *map, uint32_t wanted, bool canonical,
                                 const cairn_allocator *allocator)
{
    const cairn_map_info *info = &map->info;
    uint32_t count = wanted < info->largest_component ? wanted : info->largest_component;
    uint64_t cells = (uint64_t)info->width * info->height;
    uint64_t bytes = get_bytes(cells, count, canonical);
    cairn_landmarks *landmarks = cairn__allocate(allocator, bytes, 1);
    if (landmarks == NULL)
        return NULL;
    *landmarks = (cairn_landmarks){
        .allocator = *allocator,
        .fingerprint = info->fingerprint,
        .corners = info->corners,
        .width = info->width,
        .height = info->height,
        .count = count,
        .canonical = canonical,
        .bytes = (size_t)bytes,
        .cells = (cairn__xy *)(void *)((char *)landmarks + get_header_bytes()),
    };
    landmarks->distances = (uint32_t *)(void *)(landmarks->cells + count);
    landmarks->between = landmarks->distances + count_distances(cells, count, canonical);
    landmarks->nearest =
        (uint16_t *)(void *)(landmarks->between + (canonical ? (size_t)count * count : 0));
    return landmarks;
}

static bool is_sound(const cairn_landmarks_def *def)
{
    return def->distances <= CAIRN_CANONICAL && def->reserved == 0 &&
           def->count <=
               (def->distances == CAIRN_CANONICAL ? CAIRN_MAX_CANONICAL : CAIRN_MAX_LANDMARKS);
}

cairn_status cairn_landmarks_create(const cairn_map *map, const cairn_landmarks_def *def,
                                    cairn_landmarks **landmarks)
{
    cairn_landmarks_def known;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || landmarks == NULL || !is_sound(&known))
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = cairn__get_allocator(known.allocator);
    size_t cells = (size_t)map->info.width * map->info.height;
    cairn_landmarks *made = allocate(map, known.count != 0 ? known.count : DEFAULT_COUNT,
                                     known.distances == CAIRN_CANONICAL, &allocator);
    /* A distance, two links and the distance to the nearest landmark. */
    uint32_t *room = made != NULL ? cairn__allocate(&allocator, cells, 4 * sizeof *room) : NULL;
    if (room == NULL) {
        cairn__release(&allocator, made);
        return CAIRN_MEMORY;
    }
    cell_flood flood = {.map = map, .distance = room, .next = room + cells};
    if (made->count > 0)
        place(made, &flood, room + 3 * cells, known.seed != 0 ? known.seed : DEFAULT_SEED);
    cairn__release(&allocator, room);
    *landmarks = made;
    return CAIRN_OK;
}

void cairn_landmarks_destroy(cairn_landmarks *landmarks)
{
    if (landmarks == NULL)
        return;
    cairn_allocator allocator = landmarks->allocator;
    cairn__release(&allocator, landmarks);
}

cairn_status cairn_landmarks_get_info(const cairn_landmarks *landmarks, cairn_landmarks_info *info)
{
    if (landmarks == NULL)
        return CAIRN_ARGUMENT;
    cairn_landmarks_info known = {.count = landmarks->count, .bytes = landmarks->bytes};
    return cairn__sized_write(info, &known, sizeof known);
}
