/* fuzz_crowd.c: a small map, changing or not, and a crowd on it that gets orders, changes, new members
 * and saved states, all from the bytes. Saved states are damaged and given their checksum again, so that
 * they say anything at all. No move is illegal on the map as it is, and no two members are in one cell
 * where they keep clear of each other. */
#include "fuzz_build.h"

#include <string.h>

#include <cairn/cairn.h>

#include "base/hash.h"

enum {
    MOST_SIDE = 12,
    RECORDS = 10,
    MEMBERS = 9,
    MANY = 576,
    TURNS = 300,
    CHECKSUM = 96,
    BLOCK = 16384
};

typedef struct world {
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
    uint8_t cells[MOST_SIDE * MOST_SIDE]; /* 1: open */
    cairn_map *map;
    cairn_db *db;
    cairn_scout *scout;
    cairn_crowd_def def;
    cairn_crowd *crowd;
    cairn_member members[MEMBERS];
    uint8_t block[BLOCK];
    size_t bytes; /* of a saved state */
    void *image;  /* of the database */
} world;

static bool is_open(const world *made, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < (int32_t)made->width && y < (int32_t)made->height &&
           made->cells[y * (int32_t)made->width + x] != 0;
}

static bool is_move(const world *made, cairn_cell from, cairn_cell to)
{
    int32_t x = (int32_t)cairn_cell_get_x(from), y = (int32_t)cairn_cell_get_y(from);
    int32_t other_x = (int32_t)cairn_cell_get_x(to), other_y = (int32_t)cairn_cell_get_y(to);
    uint32_t distance = cairn_cell_get_distance(from, to);
    if (distance > 14 || !is_open(made, x, y) || !is_open(made, other_x, other_y))
        return false;
    return made->corners == CAIRN_CORNERS_FREE ||
           (is_open(made, other_x, y) && is_open(made, x, other_y));
}

/* ---- the world ---- */

static void take_map(fuzz_input *input, world *made)
{
    uint32_t bits = 1, choice = fuzz_take(input);
    made->width = 1 + fuzz_take_below(input, MOST_SIDE);
    made->height = 1 + fuzz_take_below(input, MOST_SIDE);
    for (uint32_t i = 0; i < made->width * made->height; i++, bits >>= 1) {
        if (bits == 1)
            bits = 256 | fuzz_take(input);
        made->cells[i] = (bits & 1) == 0;
    }
    cairn_map_def def = {.size = sizeof def, .changing = choice & 1};
    def.corners = made->corners = choice >> 1 & 1;
    FUZZ_CHECK(cairn_map_create(made->width, made->height, made->cells, &def, &made->map) ==
               CAIRN_OK);
    if (def.changing)
        FUZZ_CHECK(cairn_scout_create(made->map, NULL, &made->scout) == CAIRN_OK);
}

static bool take_database(fuzz_input *input, world *made)
{
    static const cairn_kind kinds[] = {CAIRN_DB_LABELS, CAIRN_DB_REGIONS, CAIRN_DB_KNN};
    uint32_t choice = fuzz_take_below(input, 3);
    cairn_db_def def = {.size = sizeof def};
    if (fuzz_get_map_info(made->map).largest_component <= 4)
        return false;
    fuzz_plan plan = {.map = made->map, .kind = kinds[choice]};
    if (choice == 2) {
        fuzz_plan_add(&plan, CAIRN_OPTION_RECORDS, RECORDS);
        fuzz_plan_add(&plan, CAIRN_OPTION_FALLBACK, 1);
    }
    size_t bytes;
    made->image = fuzz_build(&plan, &bytes);
    FUZZ_CHECK(cairn_db_open_memory(made->image, bytes, &def, &made->db) == CAIRN_OK);
    return true;
}

static void take_crowd(fuzz_input *input, world *made)
{
    uint32_t policies = fuzz_take(input);
    made->def = (cairn_crowd_def){.size = sizeof made->def,
                                  .capacity = MEMBERS,
                                  .max_work = (policies & 1) != 0 ? CAIRN_MIN_CROWD_WORK : 0,
                                  .stays = policies >> 1 & 1,
                                  .goal_policy = policies >> 2 & 1,
                                  .stranded_policy = policies >> 3 & 1,
                                  .occupancy = policies >> 4 & 1,
                                  .scout = made->scout};
    FUZZ_CHECK(cairn_crowd_create(made->map, made->db, &made->def, &made->crowd) == CAIRN_OK);
}

static cairn_cell take_cell(fuzz_input *input, const world *made)
{
    uint32_t x = fuzz_take_below(input, made->width + 1);
    return cairn_cell_at(x, fuzz_take_below(input, made->height + 1));
}

static void take_change(fuzz_input *input, world *made)
{
    uint32_t x = fuzz_take_below(input, MOST_SIDE), y = fuzz_take_below(input, MOST_SIDE);
    uint32_t size = fuzz_take(input), width = 1 + size % 4, height = 1 + size / 4 % 4;
    bool open = size / 16 % 2 != 0;
    cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
    if (cairn_map_set_rect(made->map, &rect, open) != CAIRN_OK)
        return;
    for (uint32_t row = y; row < y + height; row++)
        memset(made->cells + row * made->width + x, open, width);
}

/* ---- what happens ---- */

/* Of members that keep clear of each other no two are in one cell, and no two change places. */
static void check_pairs(const world *made, const cairn_cell *before)
{
    const cairn_cell *cells = cairn_crowd_get_cells(made->crowd);
    const uint8_t *states = cairn_crowd_get_states(made->crowd);
    for (uint32_t i = 1; made->def.occupancy == CAIRN_OCCUPANCY_CELLS && i < MEMBERS; i++)
        for (uint32_t j = 0; j < i; j++) {
            if (states[i] == CAIRN_MEMBER_NONE || states[j] == CAIRN_MEMBER_NONE)
                continue;
            FUZZ_CHECK(cells[i] != cells[j]);
            FUZZ_CHECK(cells[i] != before[j] || cells[j] != before[i]);
        }
}

static void check_frame(const world *made, const cairn_cell *before, const cairn_crowd_frame *frame)
{
    const cairn_cell *cells = cairn_crowd_get_cells(made->crowd);
    const uint8_t *states = cairn_crowd_get_states(made->crowd);
    FUZZ_CHECK(made->def.max_work == 0 || frame->units <= made->def.max_work);
    check_pairs(made, before);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        if (states[i] == CAIRN_MEMBER_NONE || cells[i] == before[i])
            continue;
        bool leaves = made->def.stranded_policy == CAIRN_STRANDED_LEAVE &&
                      cairn_cell_get_distance(cells[i], before[i]) <= 14;
        FUZZ_CHECK(leaves || is_move(made, before[i], cells[i]));
    }
}

static void make_frame(world *made)
{
    cairn_cell before[MEMBERS];
    cairn_crowd_frame frame = {.size = sizeof frame};
    memcpy(before, cairn_crowd_get_cells(made->crowd), sizeof before);
    FUZZ_CHECK(cairn_crowd_step(made->crowd, &frame) == CAIRN_OK);
    check_frame(made, before, &frame);
}

static void save(world *made)
{
    FUZZ_CHECK(cairn_crowd_save(made->crowd, BLOCK, made->block, &made->bytes) == CAIRN_OK);
}

/* A byte, or a word that stands elsewhere in the block too. */
static void damage(fuzz_input *input, world *made)
{
    uint32_t high = fuzz_take(input), at = high << 8 | fuzz_take(input), byte = fuzz_take(input);
    if (high < 128) {
        made->block[at % made->bytes] = (uint8_t)byte;
        return;
    }
    uint32_t words = (uint32_t)made->bytes / 4, from = byte << 8 | fuzz_take(input);
    memcpy(made->block + 4 * (at % words), made->block + 4 * (from % words), 4);
}

/* A saved state as it was, or one that says something else, with its checksum. */
static void load(fuzz_input *input, world *made)
{
    uint32_t changes = fuzz_take_below(input, 4);
    if (made->bytes == 0)
        return;
    for (uint32_t i = 0; i < changes; i++)
        damage(input, made);
    memset(made->block + CHECKSUM, 0, 8);
    uint64_t hash = cairn__hash_bytes(made->block, made->bytes);
    for (uint32_t i = 0; i < 8; i++)
        made->block[CHECKSUM + i] = (uint8_t)(hash >> 8 * i);
    (void)cairn_crowd_load(made->crowd, made->block, made->bytes, NULL);
}

/* An order of so many that the ways to its goal are found once for all: members are named again and again. */
static void order_many(fuzz_input *input, world *made)
{
    cairn_member members[MANY];
    size_t count = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        cairn_member_info info = {.size = sizeof info};
        members[count] = made->members[i % MEMBERS];
        count += cairn_crowd_get_member(made->crowd, members[count], &info) == CAIRN_OK;
    }
    (void)cairn_crowd_order(made->crowd, members, count, take_cell(input, made));
}

static void take_turn(fuzz_input *input, world *made)
{
    uint32_t choice = fuzz_take(input), i = choice / 16 % MEMBERS;
    switch (choice % 16) {
    case 0:
    case 1:
        (void)cairn_crowd_add(made->crowd, take_cell(input, made), &made->members[i]);
        break;
    case 2:
        (void)cairn_crowd_remove(made->crowd, made->members[i]);
        break;
    case 3:
        (void)cairn_crowd_push(made->crowd, made->members[i], take_cell(input, made));
        break;
    case 4:
        (void)cairn_crowd_halt(made->crowd, made->members[i]);
        break;
    case 5:
    case 6:
        (void)cairn_crowd_order(made->crowd, &made->members[i], 1, take_cell(input, made));
        break;
    case 7:
        (void)cairn_crowd_reserve(made->crowd, take_cell(input, made), i);
        break;
    case 8:
        save(made);
        break;
    case 9:
        load(input, made);
        break;
    case 10:
        take_change(input, made);
        break;
    case 11:
        order_many(input, made);
        break;
    case 12:
        FUZZ_CHECK(cairn_crowd_set_db(made->crowd, made->db, NULL) == CAIRN_OK);
        break;
    default:
        make_frame(made);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_input input = {bytes, count};
    static world made;
    memset(&made, 0, sizeof made);
    take_map(&input, &made);
    if (take_database(&input, &made)) {
        take_crowd(&input, &made);
        for (int turn = 0; turn < TURNS && input.left > 0; turn++)
            take_turn(&input, &made);
        for (int turn = 0; turn < 40; turn++)
            make_frame(&made);
        cairn_crowd_destroy(made.crowd);
    }
    cairn_scout_destroy(made.scout);
    cairn_db_close(made.db);
    free(made.image);
    cairn_map_close(made.map);
    return 0;
}
