/* apart_game.c: see apart_game.h. */
#include "apart_game.h"

#include <stdlib.h>
#include <string.h>

static const cairn_algorithm algorithms[] = {CAIRN_LABELS, CAIRN_REGIONS, CAIRN_KNN};

uint64_t apart_get_wrong(const apart_totals *totals)
{
    return totals->overlaps + totals->swaps + totals->illegal + totals->entered + totals->answers +
           totals->counts;
}

static int draw(apart_game *game, int limit)
{
    return test_draw_below(&game->world.random, limit);
}

static size_t get_id(const apart_game *game, cairn_cell cell)
{
    return (size_t)cairn_cell_get_y(cell) * (size_t)game->world.width + cairn_cell_get_x(cell);
}

static bool is_open(const apart_game *game, cairn_cell cell)
{
    return living_world_is_open(&game->world, cell);
}

/* ---- a game ---- */

static void add(apart_game *game, cairn_cell cell);

void apart_game_create(apart_game *game, uint32_t number, apart_totals *totals)
{
    *game = (apart_game){.totals = totals};
    living_world_create(&game->world, number);
    int cells = game->world.width * game->world.height, open = 0;
    for (int i = 0; i < cells; i++)
        open += game->world.cells[i];
    game->owners = ref_allocate((size_t)cells, sizeof *game->owners);
    game->kept = ref_allocate((size_t)cells, sizeof *game->kept);
    int members = 1 + open * (1 + draw(game, 7)) / 10; /* up to seven in ten cells */
    game->capacity = (uint32_t)(members < APART_MEMBERS ? members : APART_MEMBERS);
    cairn_crowd_def def = {.size = sizeof def,
                           .capacity = game->capacity,
                           .max_work = number % 5 == 0 ? 0 : CAIRN_MIN_CROWD_WORK,
                           .stays = number % 7 == 0,
                           .goal_policy = number / 3 % 2,
                           .stranded_policy = number / 6 % 2,
                           .occupancy = CAIRN_OCCUPANCY_CELLS,
                           .planner = game->world.planner};
    const cairn_db *db = living_world_get_db(&game->world, algorithms[number % 3], true);
    game->leaves = def.stranded_policy == CAIRN_STRANDED_LEAVE;
    assert_int_equal(cairn_crowd_create(game->world.map, db, &def, &game->crowd), CAIRN_OK);
    for (uint32_t i = 0; i < 4 * game->capacity; i++)
        add(game, living_world_draw(&game->world));
}

void apart_game_destroy(apart_game *game)
{
    cairn_crowd_destroy(game->crowd);
    living_world_destroy(&game->world);
    free(game->owners);
    free(game->kept);
}

/* ---- calls, and what they should answer ---- */

static void expect(apart_game *game, cairn_status status, cairn_status wanted)
{
    game->totals->answers += status != wanted;
}

static uint32_t count_members(const apart_game *game)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->capacity; i++)
        count += game->members[i] != 0;
    return count;
}

static bool is_taken(const apart_game *game, cairn_cell cell)
{
    size_t id = get_id(game, cell);
    return game->owners[id] != 0 || game->kept[id] > game->frame;
}

static void add(apart_game *game, cairn_cell cell)
{
    cairn_member member;
    cairn_status wanted = !is_open(game, cell)                    ? CAIRN_BLOCKED
                          : is_taken(game, cell)                  ? CAIRN_TAKEN
                          : count_members(game) == game->capacity ? CAIRN_FULL
                                                                  : CAIRN_OK;
    cairn_status status = cairn_crowd_add(game->crowd, cell, &member);
    expect(game, status, wanted);
    if (status != CAIRN_OK)
        return;
    uint32_t i = cairn_member_get_index(member);
    game->members[i] = member;
    game->before[i] = cell;
    game->owners[get_id(game, cell)] = i + 1;
}

static void remove_one(apart_game *game, uint32_t i)
{
    expect(game, cairn_crowd_remove(game->crowd, game->members[i]), CAIRN_OK);
    expect(game, cairn_crowd_remove(game->crowd, game->members[i]), CAIRN_NO_MEMBER);
    game->members[i] = 0;
    game->owners[get_id(game, game->before[i])] = 0;
}

static void push(apart_game *game, uint32_t i, cairn_cell cell)
{
    cairn_status status = cairn_crowd_push(game->crowd, game->members[i], cell);
    if (!is_open(game, cell))
        expect(game, status, CAIRN_BLOCKED);
    else if (cell != game->before[i] && is_taken(game, cell))
        expect(game, status, CAIRN_TAKEN);
    if (status != CAIRN_OK)
        return;
    game->owners[get_id(game, game->before[i])] = 0;
    game->owners[get_id(game, cell)] = i + 1;
    game->before[i] = cell;
}

/* Reservations are few enough here: there is always room. */
static void reserve(apart_game *game, cairn_cell cell)
{
    uint32_t frames = (uint32_t)draw(game, 12);
    cairn_status status = cairn_crowd_reserve(game->crowd, cell, frames);
    if (status == CAIRN_FULL)
        return;
    expect(game, status, is_open(game, cell) ? CAIRN_OK : CAIRN_BLOCKED);
    if (status == CAIRN_OK)
        game->kept[get_id(game, cell)] = frames > 0 ? game->frame + frames : 0;
}

/* Some of the members to one goal: one, or all from a drawn one on. */
static void order(apart_game *game, uint32_t from)
{
    cairn_member members[APART_MEMBERS];
    size_t count = 0, most = draw(game, 2) == 0 ? 1 : game->capacity;
    for (uint32_t i = from; i < game->capacity && count < most; i++)
        if (game->members[i] != 0)
            members[count++] = game->members[i];
    (void)cairn_crowd_order(game->crowd, members, count, living_world_draw(&game->world));
}

static void change(apart_game *game, cairn_cell at)
{
    living_world_set(&game->world, (int)cairn_cell_get_x(at), (int)cairn_cell_get_y(at),
                     1 + draw(game, 4), 1 + draw(game, 4), draw(game, 2) == 0);
    game->totals->changes++;
}

void apart_game_act(apart_game *game, bool changes)
{
    uint32_t i = (uint32_t)draw(game, (int)game->capacity);
    cairn_cell cell = living_world_draw(&game->world);
    bool is_there = game->members[i] != 0;
    switch (draw(game, 24)) {
    case 0:
    case 1:
        order(game, i);
        break;
    case 2:
        add(game, cell);
        break;
    case 3:
        if (is_there)
            remove_one(game, i);
        break;
    case 4:
        if (is_there)
            push(game, i, cell);
        break;
    case 5:
    case 6:
        reserve(game, cell);
        break;
    case 7:
        expect(game, cairn_crowd_halt(game->crowd, game->members[i]),
               is_there ? CAIRN_OK : CAIRN_NO_MEMBER);
        break;
    case 8:
        if (changes)
            change(game, cell);
        break;
    default:
        break;
    }
}

/* ---- a frame ---- */

static bool is_resting(uint8_t state)
{
    return state == CAIRN_MEMBER_IDLE || state == CAIRN_MEMBER_ARRIVED ||
           state == CAIRN_MEMBER_SETTLED;
}

/* Whoever leaves blocked cells, or has just done so, may go over any. */
static bool is_leaving(const apart_game *game, uint32_t i)
{
    return game->leaves && (game->states[i] == CAIRN_MEMBER_LEAVING ||
                            cairn_crowd_get_states(game->crowd)[i] == CAIRN_MEMBER_LEAVING ||
                            !is_open(game, game->before[i]));
}

/* Looks at the move of a member; `old` has who stood where before. */
static void check_move(apart_game *game, const uint32_t *old, uint32_t i, cairn_cell now)
{
    apart_totals *totals = game->totals;
    cairn_cell before = game->before[i];
    uint32_t other = old[get_id(game, now)];
    totals->moves++;
    totals->rested += is_resting(game->states[i]);
    totals->illegal += !is_leaving(game, i) && (!is_open(game, before) || !is_open(game, now) ||
                                                !living_world_is_move(&game->world, before, now));
    totals->entered += game->kept[get_id(game, now)] >= game->frame;
    totals->swaps += other != 0 && cairn_crowd_get_cells(game->crowd)[other - 1] == before;
}

static void check_moves(apart_game *game, const uint32_t *old)
{
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    memset(game->owners, 0,
           (size_t)game->world.width * (size_t)game->world.height * sizeof *game->owners);
    for (uint32_t i = 0; i < game->capacity; i++) {
        if (game->members[i] == 0)
            continue;
        game->totals->steps++;
        if (cells[i] != game->before[i])
            check_move(game, old, i, cells[i]);
        uint32_t *owner = &game->owners[get_id(game, cells[i])];
        game->totals->overlaps += *owner != 0;
        *owner = i + 1;
        game->before[i] = cells[i];
    }
}

/* The crowd finds the members where they are, and nobody elsewhere. */
static void check_places(apart_game *game)
{
    for (int y = 0; y < game->world.height; y++)
        for (int x = 0; x < game->world.width; x++) {
            cairn_cell cell = cairn_cell_at((uint32_t)x, (uint32_t)y);
            uint32_t owner = game->owners[get_id(game, cell)];
            cairn_member wanted = owner != 0 ? game->members[owner - 1] : 0;
            game->totals->answers += cairn_crowd_find(game->crowd, cell) != wanted;
        }
}

static uint32_t count_walking(const apart_game *game)
{
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->capacity; i++)
        count += states[i] != CAIRN_MEMBER_NONE && !is_resting(states[i]);
    return count;
}

/* A frame says how many were under way before it: those that are now, have arrived, have settled, or have come
 * out of a wall without an order. `old` has who stood where before. */
static bool is_count_right(const apart_game *game, const cairn_crowd_frame *frame,
                           const uint32_t *old)
{
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    uint32_t least = count_walking(game) + frame->arrived, most;
    for (uint32_t i = 0; i < game->capacity; i++)
        least += states[i] == CAIRN_MEMBER_SETTLED && !is_resting(game->states[i]);
    most = least;
    for (size_t id = 0; id < (size_t)game->world.width * (size_t)game->world.height; id++) {
        uint32_t i = old[id] - 1;
        most += old[id] != 0 && states[i] == CAIRN_MEMBER_IDLE &&
                (!is_resting(game->states[i]) || game->world.cells[id] == 0);
    }
    return frame->walking >= least && frame->walking <= most;
}

void apart_game_step(apart_game *game)
{
    apart_totals *totals = game->totals;
    uint64_t moves = totals->moves;
    size_t cells = (size_t)game->world.width * (size_t)game->world.height;
    uint32_t *old = ref_allocate(cells, sizeof *old);
    cairn_crowd_frame frame = {.size = sizeof frame};
    cairn_crowd_info info = {.size = sizeof info};
    memcpy(old, game->owners, cells * sizeof *old);
    expect(game, cairn_crowd_step(game->crowd, &frame), CAIRN_OK);
    game->frame++;
    check_moves(game, old);
    totals->arrivals += frame.arrived;
    totals->counts += frame.moved != totals->moves - moves || frame.frame != game->frame ||
                      !is_count_right(game, &frame, old) || frame.waiting > frame.walking;
    check_places(game);
    memcpy(game->states, cairn_crowd_get_states(game->crowd), game->capacity);
    expect(game, cairn_crowd_get_info(game->crowd, &info), CAIRN_OK);
    totals->hash = totals->hash * UINT64_C(0x100000001b3) + info.hash;
    free(old);
}

void apart_game_play(uint32_t number, int frames, bool changes, apart_totals *totals)
{
    apart_game game;
    apart_game_create(&game, number, totals);
    for (int k = 0; k < frames; k++) {
        apart_game_act(&game, changes);
        apart_game_step(&game);
    }
    apart_game_destroy(&game);
}
