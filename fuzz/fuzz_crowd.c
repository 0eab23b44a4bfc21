/* fuzz_crowd.c: a map, changing or not, and a crowd on it that gets orders, changes, new members and saved
 * states, all from the bytes. Saved states are forged and given their checksum, so that they say anything at
 * all. Every move is held against a board of its own; no two members are in one cell where they keep clear
 * of each other; and what a crowd saves it loads. */
#include "fuzz_crowd_forge.h"

#include <string.h>

enum { MEMBERS = 9, MANY = 576, TURNS = 300, BLOCK = 16384 };

typedef struct world {
    fuzz_board board;
    cairn_planner *planner;
    cairn_crowd_def def;
    cairn_crowd *crowd;
    cairn_member members[MEMBERS];
    uint8_t leaving[MEMBERS]; /* 1: it is on its way out of a wall */
    uint8_t block[BLOCK];
    uint8_t forged[BLOCK]; /* the same, or nearly */
    size_t bytes;          /* of a saved state */
} world;

static void take_crowd(fuzz_input *input, world *made)
{
    uint32_t policies = fuzz_take(input);
    if (made->board.changing)
        FUZZ_CHECK(cairn_planner_create(made->board.map, NULL, NULL, &made->planner) == CAIRN_OK);
    made->def = (cairn_crowd_def){.size = sizeof made->def,
                                  .capacity = MEMBERS,
                                  .max_work = (policies & 1) != 0 ? CAIRN_MIN_CROWD_WORK : 0,
                                  .stays = policies >> 1 & 1,
                                  .goal_policy = policies >> 2 & 1,
                                  .stranded_policy = policies >> 3 & 1,
                                  .occupancy = policies >> 4 & 1,
                                  .planner = made->planner};
    FUZZ_CHECK(cairn_crowd_create(made->board.map, made->board.db, &made->def, &made->crowd) ==
               CAIRN_OK);
}

static uint64_t get_hash(const world *made)
{
    cairn_crowd_info info = {.size = sizeof info};
    FUZZ_CHECK(cairn_crowd_get_info(made->crowd, &info) == CAIRN_OK);
    return info.hash;
}

/* ---- frames ---- */

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

/* Members leave walls where the crowd lets them. */
static bool may_leave(const world *made)
{
    return made->board.changing && made->def.stranded_policy == CAIRN_STRANDED_LEAVE;
}

/* A way out begins in a wall, */
static void begin_leaving(world *made, const cairn_cell *cells)
{
    for (uint32_t i = 0; i < MEMBERS; i++)
        made->leaving[i] =
            may_leave(made) && (made->leaving[i] || !fuzz_board_is_open(&made->board, cells[i]));
}

/* and lasts as long as the crowd says so. */
static void end_leaving(world *made)
{
    const uint8_t *states = cairn_crowd_get_states(made->crowd);
    for (uint32_t i = 0; i < MEMBERS; i++)
        made->leaving[i] = made->leaving[i] && states[i] == CAIRN_MEMBER_LEAVING;
}

static void check_moves(const world *made, const cairn_cell *before)
{
    const cairn_cell *cells = cairn_crowd_get_cells(made->crowd);
    const uint8_t *states = cairn_crowd_get_states(made->crowd);
    for (uint32_t i = 0; i < MEMBERS; i++)
        if (states[i] != CAIRN_MEMBER_NONE && cells[i] != before[i])
            FUZZ_CHECK(fuzz_board_is_move(&made->board, before[i], cells[i], made->leaving[i]));
}

static void make_frame(world *made)
{
    cairn_cell before[MEMBERS];
    cairn_crowd_frame frame = {.size = sizeof frame};
    memcpy(before, cairn_crowd_get_cells(made->crowd), sizeof before);
    begin_leaving(made, before);
    FUZZ_CHECK(cairn_crowd_step(made->crowd, &frame) == CAIRN_OK);
    FUZZ_CHECK(made->def.max_work == 0 || frame.units <= made->def.max_work);
    check_moves(made, before);
    check_pairs(made, before);
    end_leaving(made);
}

/* ---- saved states ---- */

static void save(world *made)
{
    FUZZ_CHECK(cairn_crowd_save(made->crowd, BLOCK, made->block, &made->bytes) == CAIRN_OK);
    uint64_t hash = get_hash(made);
    FUZZ_CHECK(cairn_crowd_load(made->crowd, made->block, made->bytes, NULL) == CAIRN_OK);
    FUZZ_CHECK(get_hash(made) == hash);
}

/* A saved state as it was, or one that says something else. One that is refused changes nothing. */
static void load(fuzz_input *input, world *made)
{
    uint64_t hash = get_hash(made);
    if (made->bytes == 0)
        return;
    memcpy(made->forged, made->block, made->bytes);
    fuzz_forge(input, &made->board, made->forged, made->bytes);
    if (cairn_crowd_load(made->crowd, made->forged, made->bytes, NULL) != CAIRN_OK) {
        FUZZ_CHECK(get_hash(made) == hash);
        return;
    }
    memset(made->leaving, may_leave(made), sizeof made->leaving);
    end_leaving(made);
}

/* ---- what happens ---- */

static void push(fuzz_input *input, world *made, uint32_t i)
{
    cairn_cell cell = fuzz_board_take_cell(input, &made->board);
    if (cairn_crowd_push(made->crowd, made->members[i], cell) == CAIRN_OK)
        made->leaving[cairn_member_get_index(made->members[i])] = 0;
}

/* An order large enough to share its goal: members are named again and again. */
static void order_many(fuzz_input *input, world *made)
{
    cairn_member members[MANY];
    size_t count = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        cairn_member_info info = {.size = sizeof info};
        members[count] = made->members[i % MEMBERS];
        count += cairn_crowd_get_member(made->crowd, members[count], &info) == CAIRN_OK;
    }
    (void)cairn_crowd_order(made->crowd, members, count, fuzz_board_take_cell(input, &made->board));
}

static void take_turn(fuzz_input *input, world *made)
{
    uint32_t choice = fuzz_take(input), i = choice / 16 % MEMBERS;
    switch (choice % 16) {
    case 0:
    case 1:
        (void)cairn_crowd_add(made->crowd, fuzz_board_take_cell(input, &made->board),
                              &made->members[i]);
        break;
    case 2:
        (void)cairn_crowd_remove(made->crowd, made->members[i]);
        break;
    case 3:
        push(input, made, i);
        break;
    case 4:
        (void)cairn_crowd_halt(made->crowd, made->members[i]);
        break;
    case 5:
    case 6:
        (void)cairn_crowd_order(made->crowd, &made->members[i], 1,
                                fuzz_board_take_cell(input, &made->board));
        break;
    case 7:
        (void)cairn_crowd_reserve(made->crowd, fuzz_board_take_cell(input, &made->board), i);
        break;
    case 8:
        save(made);
        break;
    case 9:
        load(input, made);
        break;
    case 10:
        fuzz_board_take_change(input, &made->board);
        break;
    case 11:
        order_many(input, made);
        break;
    case 12:
        FUZZ_CHECK(cairn_crowd_set_db(made->crowd, made->board.db, NULL) == CAIRN_OK);
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
    if (fuzz_board_take(&input, &made.board)) {
        take_crowd(&input, &made);
        for (int turn = 0; turn < TURNS && input.left > 0; turn++)
            take_turn(&input, &made);
        for (int turn = 0; turn < 40; turn++)
            make_frame(&made);
        cairn_crowd_destroy(made.crowd);
    }
    cairn_planner_destroy(made.planner);
    fuzz_board_close(&made.board);
    return 0;
}
