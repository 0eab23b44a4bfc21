/* region_cover.c: regions grow from seeds one after the other.
 *
 * The next seed is the cell with the most room around it among those that are in no region yet:
 * few seeds then cover much of the map. Cells are kept in blocks, and blocks in the order of the
 * room of their best cell. That room only shrinks, so a block is looked at once for each region
 * that takes cells from it.
 *
 * A region grows over neighbouring cells that belong to none. A cell joins if it climbs to the
 * seed and the seed climbs to it. Climbs towards the seed share their ends: one move to a cell
 * that has joined is enough. */
#include "base/xy.h"
#include "build/regions/region_cover.h"

#include "base/bits.h"
#include "base/memory.h"
#include "grid/climb.h"
#include "grid/scans.h"

/* Cells across a block of candidates for seeds. */
#define BLOCK 32

/* Room is counted up to here. */
#define MOST_ROOM 255

#define NO_BLOCK UINT32_MAX

typedef struct grower {
    cairn__cover *cover;
    const cairn_map *map;
    const cairn_allocator *allocator;
    const cairn__poll *poll;
    uint8_t *room; /* by cell: steps to the nearest cell that is not open */
    uint32_t blocks_across;
    uint32_t blocks;
    uint32_t *next; /* by block: the next one with as much room */
    uint32_t heads[MOST_ROOM + 1];
    /* the square around a seed */
    uint32_t side;
    uint16_t *moves;   /* of the climb to the seed and one more; 0: not looked at; NOT_IN */
    uint32_t *touched; /* places of the square that were looked at */
    size_t touched_count;
    cairn__xy *queue;
} grower;

#define NOT_IN UINT16_MAX

/* ---- a cover ---- */

cairn_status cairn__cover_begin(const cairn_map *map, uint32_t cutoff,
                                const cairn_allocator *allocator, cairn__cover *cover)
{
    *cover = (cairn__cover){.map = map,
                            .cutoff = cutoff,
                            .tiles_across = (map->info.width + 63) / 64,
                            .tiles_down = (map->info.height + 63) / 64};
    cover->tiles = cairn__allocate_zeroed(
        allocator, (uint64_t)cover->tiles_across * cover->tiles_down, sizeof *cover->tiles);
    return cover->tiles != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

cairn_status cairn__cover_add(cairn__cover *cover, cairn__xy seed, const cairn_allocator *allocator)
{
    if (cover->count == cover->capacity) {
        cairn__xy *seeds = cairn__grow(allocator, cover->seeds, cover->count, sizeof *seeds,
                                       &cover->capacity, 256);
        if (seeds == NULL)
            return CAIRN_MEMORY;
        cover->seeds = seeds;
    }
    cover->seeds[cover->count++] = seed;
    return CAIRN_OK;
}

/* Names the last region in a tile. */
static cairn_status name_region(const cairn__cover *cover, cairn__cover_tile *tile,
                                const cairn_allocator *allocator)
{
    if (tile->count == tile->capacity) {
        uint32_t *regions =
            cairn__grow(allocator, tile->regions, tile->count, sizeof *regions, &tile->capacity, 4);
        if (regions == NULL)
            return CAIRN_MEMORY;
        tile->regions = regions;
    }
    tile->regions[tile->count++] = cover->count - 1;
    return CAIRN_OK;
}

cairn_status cairn__cover_take(cairn__cover *cover, cairn__xy cell,
                               const cairn_allocator *allocator)
{
    cairn__cover_tile *tile =
        &cover->tiles[(size_t)(cell.y / 64) * cover->tiles_across + cell.x / 64];
    cairn_status status = CAIRN_OK;
    if (CAIRN__UNLIKELY(tile->slots == NULL)) {
        tile->slots = cairn__allocate_zeroed(allocator, 4096, sizeof *tile->slots);
        if (tile->slots == NULL)
            return CAIRN_MEMORY;
    }
    if (CAIRN__UNLIKELY(tile->count == 0 || tile->regions[tile->count - 1] != cover->count - 1))
        status = name_region(cover, tile, allocator);
    if (status == CAIRN_OK)
        tile->slots[cell.y % 64 * 64 + cell.x % 64] = (uint16_t)tile->count;
    return status;
}

/* ---- room ---- */

static uint32_t get_lowest(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t low = a < b ? a : b, other = c < d ? c : d;
    return low < other ? low : other;
}

static uint32_t get_room(const grower *self, int64_t x, int64_t y)
{
    bool inside = x >= 0 && y >= 0 && x < self->map->info.width && y < self->map->info.height;
    return inside ? self->room[(size_t)y * self->map->info.width + (size_t)x] : 0;
}

/* From above and the left, then from below and the right. */
static void measure_row_down(grower *self, uint32_t y)
{
    uint32_t width = self->map->info.width;
    uint8_t *row = self->room + (size_t)y * width;
    for (uint32_t x = 0; x < width; x++) {
        uint32_t near = 0;
        if (cairn__is_open(self->map, (int32_t)x, (int32_t)y))
            near = 1 + get_lowest(get_room(self, (int64_t)x - 1, y),
                                  get_room(self, (int64_t)x - 1, (int64_t)y - 1),
                                  get_room(self, x, (int64_t)y - 1),
                                  get_room(self, (int64_t)x + 1, (int64_t)y - 1));
        row[x] = (uint8_t)(near < MOST_ROOM ? near : MOST_ROOM);
    }
}

static void measure_row_up(grower *self, uint32_t y)
{
    uint32_t width = self->map->info.width;
    uint8_t *row = self->room + (size_t)y * width;
    for (uint32_t x = width; x-- > 0;) {
        uint32_t near = 1 + get_lowest(get_room(self, (int64_t)x + 1, y),
                                       get_room(self, (int64_t)x - 1, (int64_t)y + 1),
                                       get_room(self, x, (int64_t)y + 1),
                                       get_room(self, (int64_t)x + 1, (int64_t)y + 1));
        if (near < row[x])
            row[x] = (uint8_t)near;
    }
}

static cairn_status measure_room(grower *self)
{
    uint32_t height = self->map->info.height;
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < height; y++) {
        measure_row_down(self, y);
        status = y % 64 == 0 ? cairn__poll_check(self->poll) : CAIRN_OK;
    }
    for (uint32_t y = height; status == CAIRN_OK && y-- > 0;) {
        measure_row_up(self, y);
        status = y % 64 == 0 ? cairn__poll_check(self->poll) : CAIRN_OK;
    }
    return status;
}

/* ---- seeds ---- */

/* The cell of a block with the most room among those that are in no region. */
static uint32_t find_best(const grower *self, uint32_t block, cairn__xy *best)
{
    uint32_t left = block % self->blocks_across * BLOCK, top = block / self->blocks_across * BLOCK;
    uint32_t right = cairn__get_lower(left + BLOCK, self->map->info.width);
    uint32_t bottom = cairn__get_lower(top + BLOCK, self->map->info.height);
    uint32_t most = 0;
    for (uint32_t y = top; y < bottom; y++) {
        const uint8_t *row = self->room + (size_t)y * self->map->info.width;
        for (uint32_t x = left; x < right; x++)
            if (row[x] > most && cairn__cover_get(self->cover, x, y) == CAIRN__NO_OWNER) {
                most = row[x];
                *best = (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y};
            }
    }
    return most;
}

static void put_block(grower *self, uint32_t block, uint32_t room)
{
    self->next[block] = self->heads[room];
    self->heads[room] = block;
}

static void put_blocks(grower *self)
{
    cairn__xy best;
    for (uint32_t room = 0; room <= MOST_ROOM; room++)
        self->heads[room] = NO_BLOCK;
    for (uint32_t block = self->blocks; block-- > 0;)
        put_block(self, block, find_best(self, block, &best));
}

/* ---- growing ---- */

/* A cell's place in the square around the seed; the square's size if it is outside. */
static inline size_t find_place(const grower *self, cairn__xy seed, int32_t x, int32_t y)
{
    uint32_t across = (uint32_t)(x - seed.x + (int32_t)self->cover->cutoff);
    uint32_t down = (uint32_t)(y - seed.y + (int32_t)self->cover->cutoff);
    if (across >= self->side || down >= self->side)
        return (size_t)self->side * self->side;
    return (size_t)down * self->side + across;
}

/* The moves of the climb from a cell to the seed, or more than the cut-off. */
static uint32_t climb_in(const grower *self, cairn__xy cell, cairn__xy seed)
{
    cairn__run run = cairn__climb_run(self->map, cell, seed);
    if (run.count == 0)
        return UINT32_MAX;
    cairn__xy next = cairn__cell_after(cell, run.move, 1);
    uint32_t moves = self->moves[find_place(self, seed, next.x, next.y)];
    if (moves != 0 && moves != NOT_IN)
        return moves; /* one more than that cell has */
    cairn__climb_result climb = cairn__climb(self->map, cell, seed, self->cover->cutoff);
    return climb.reached ? climb.moves : UINT32_MAX;
}

/* What `moves` is to say of a cell that was not looked at. */
static uint16_t judge(const grower *self, cairn__xy cell, cairn__xy seed, uint32_t room)
{
    uint32_t dx = (uint32_t)(cell.x > seed.x ? cell.x - seed.x : seed.x - cell.x);
    uint32_t dy = (uint32_t)(cell.y > seed.y ? cell.y - seed.y : seed.y - cell.y);
    uint32_t distance = dx > dy ? dx : dy, cutoff = self->cover->cutoff;
    if (distance < room)
        return (uint16_t)(distance + 1); /* nothing is between them */
    uint32_t moves = climb_in(self, cell, seed);
    if (moves > cutoff || !cairn__climb(self->map, seed, cell, cutoff).reached)
        return NOT_IN;
    return (uint16_t)(moves + 1);
}

static void note(grower *self, size_t place, uint16_t moves)
{
    self->moves[place] = moves;
    self->touched[self->touched_count++] = (uint32_t)place;
}

static void clear_square(grower *self)
{
    for (size_t i = 0; i < self->touched_count; i++)
        self->moves[self->touched[i]] = 0;
    self->touched_count = 0;
}

static cairn_status grow(grower *self, cairn__xy seed)
{
    uint32_t room = self->room[(size_t)seed.y * self->map->info.width + seed.x];
    size_t count = 0, square = (size_t)self->side * self->side;
    clear_square(self);
    note(self, find_place(self, seed, seed.x, seed.y), 1);
    self->queue[count++] = seed;
    cairn_status status = cairn__cover_take(self->cover, seed, self->allocator);
    for (size_t i = 0; status == CAIRN_OK && i < count; i++) {
        cairn__xy cell = self->queue[i];
        uint32_t moves = cairn__legal_moves(self->map, cell.x, cell.y);
        for (; status == CAIRN_OK && moves != 0; moves &= moves - 1) {
            cairn__xy next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
            size_t place = find_place(self, seed, next.x, next.y);
            if (place == square || self->moves[place] != 0)
                continue;
            note(self, place, NOT_IN);
            if (cairn__cover_get(self->cover, next.x, next.y) != CAIRN__NO_OWNER)
                continue;
            self->moves[place] = judge(self, next, seed, room);
            if (self->moves[place] == NOT_IN)
                continue;
            self->queue[count++] = next;
            status = cairn__cover_take(self->cover, next, self->allocator);
        }
    }
    return status;
}

/* ---- all of it ---- */

/* The blocks with the most room first, each until it has none. */
static cairn_status grow_all(grower *self)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t room = MOST_ROOM; room > 0; room--)
        while (status == CAIRN_OK && self->heads[room] != NO_BLOCK) {
            cairn__xy best = {.x = 0, .y = 0};
            uint32_t block = self->heads[room];
            self->heads[room] = self->next[block];
            uint32_t most = find_best(self, block, &best);
            put_block(self, block, most);
            if (most < room)
                continue;
            status = cairn__cover_add(self->cover, best, self->allocator);
            if (status == CAIRN_OK)
                status = grow(self, best);
            if (status == CAIRN_OK)
                status = cairn__poll_check(self->poll);
        }
    return status;
}

static cairn_status create_parts(grower *self)
{
    const cairn_allocator *allocator = self->allocator;
    uint32_t width = self->map->info.width, height = self->map->info.height;
    size_t square = (size_t)self->side * self->side;
    self->blocks_across = (width + BLOCK - 1) / BLOCK;
    self->blocks = self->blocks_across * ((height + BLOCK - 1) / BLOCK);
    self->room = cairn__allocate(allocator, (uint64_t)width * height, sizeof *self->room);
    self->next = cairn__allocate(allocator, self->blocks, sizeof *self->next);
    self->moves = cairn__allocate_zeroed(allocator, square + 1, sizeof *self->moves);
    self->touched = cairn__allocate(allocator, square, sizeof *self->touched);
    self->queue = cairn__allocate(allocator, square, sizeof *self->queue);
    bool made = self->room != NULL && self->next != NULL && self->moves != NULL &&
                self->touched != NULL && self->queue != NULL;
    if (made)
        self->moves[square] = NOT_IN; /* every cell outside */
    return made ? CAIRN_OK : CAIRN_MEMORY;
}

cairn_status cairn__cover_create(const cairn_map *map, uint32_t cutoff,
                                 const cairn_allocator *allocator, const cairn__poll *poll,
                                 cairn__cover *cover)
{
    grower self = {.cover = cover, .map = map, .allocator = allocator, .poll = poll};
    self.side = 2 * cutoff + 1;
    cairn_status status = cairn__cover_begin(map, cutoff, allocator, cover);
    if (status == CAIRN_OK)
        status = create_parts(&self);
    if (status == CAIRN_OK)
        status = measure_room(&self);
    if (status == CAIRN_OK) {
        put_blocks(&self);
        status = grow_all(&self);
    }
    cairn__release(allocator, self.room);
    cairn__release(allocator, self.next);
    cairn__release(allocator, self.moves);
    cairn__release(allocator, self.touched);
    cairn__release(allocator, self.queue);
    if (status != CAIRN_OK)
        cairn__cover_end(cover, allocator);
    return status;
}

void cairn__cover_end(cairn__cover *cover, const cairn_allocator *allocator)
{
    size_t tiles = (size_t)cover->tiles_across * cover->tiles_down;
    for (size_t i = 0; cover->tiles != NULL && i < tiles; i++) {
        cairn__release(allocator, cover->tiles[i].slots);
        cairn__release(allocator, cover->tiles[i].regions);
    }
    cairn__release(allocator, cover->tiles);
    cairn__release(allocator, cover->seeds);
    *cover = (cairn__cover){0};
}
