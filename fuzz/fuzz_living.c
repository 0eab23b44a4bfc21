/* fuzz_living.c: a small changing map, two agents that share a planner, changes and steps by turns, all
 * from the bytes. No move is illegal on the map as it is; what keeps an agent from going on is
 * true; and once there are no more changes whoever can arrive does. */
#include "fuzz_build.h"

#include <string.h>

#include <cairn/cairn.h>

enum { MOST_SIDE = 14, MOST_STEPS = 1000000, RECORDS = 12, AGENTS = 2, TURNS = 400 };

typedef struct world {
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
    uint8_t cells[MOST_SIDE * MOST_SIDE]; /* 1: open */
    cairn_map *map;
    cairn_db *db;
    cairn_planner *planner;
    void *image; /* of the database */
} world;

typedef struct walker {
    cairn_agent *agent;
    cairn_agent_def def;
    bool started;
    cairn_cell cell;
    cairn_cell goal; /* that was asked for */
    uint32_t kind;   /* of the last step */
} walker;

/* ---- the map ---- */

static bool is_open(const world *made, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < (int32_t)made->width && y < (int32_t)made->height &&
           made->cells[y * (int32_t)made->width + x] != 0;
}

static bool is_open_cell(const world *made, cairn_cell cell)
{
    bool open = is_open(made, (int32_t)cairn_cell_get_x(cell), (int32_t)cairn_cell_get_y(cell));
    FUZZ_CHECK(open == (cairn_map_is_open(made->map, cell) != 0));
    return open;
}

static bool is_next(cairn_cell a, cairn_cell b)
{
    uint32_t distance = cairn_cell_get_distance(a, b);
    return distance == 10 || distance == 14;
}

static bool is_move(const world *made, cairn_cell from, cairn_cell to)
{
    int32_t x = (int32_t)cairn_cell_get_x(from), y = (int32_t)cairn_cell_get_y(from);
    int32_t other_x = (int32_t)cairn_cell_get_x(to), other_y = (int32_t)cairn_cell_get_y(to);
    if (!is_next(from, to) || !is_open(made, x, y) || !is_open(made, other_x, other_y))
        return false;
    return made->corners == CAIRN_CORNERS_FREE ||
           (is_open(made, other_x, y) && is_open(made, x, other_y));
}

static void take_map(fuzz_input *input, world *made)
{
    uint32_t bits = 1;
    made->width = 1 + fuzz_take_below(input, MOST_SIDE);
    made->height = 1 + fuzz_take_below(input, MOST_SIDE);
    for (uint32_t i = 0; i < made->width * made->height; i++, bits >>= 1) {
        if (bits == 1)
            bits = 256 | fuzz_take(input);
        made->cells[i] = (bits & 1) == 0; /* zeros, which follow the last byte, are open */
    }
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    def.corners = made->corners = (cairn_corners)fuzz_take_below(input, 2);
    FUZZ_CHECK(cairn_map_create(made->width, made->height, made->cells, &def, &made->map) ==
               CAIRN_OK);
    FUZZ_CHECK(cairn_planner_create(made->map, NULL, NULL, &made->planner) == CAIRN_OK);
}

static void take_database(fuzz_input *input, world *made)
{
    static const cairn_kind kinds[] = {CAIRN_DB_KNN,    CAIRN_DB_KNN, CAIRN_DB_REGIONS,
                                       CAIRN_DB_LABELS, CAIRN_DB_DBA, CAIRN_DB_HCDPS,
                                       CAIRN_DB_DLRTA};
    uint32_t choice = fuzz_take_below(input, 8);
    cairn_db_def def = {.size = sizeof def};
    if (choice == 7 || fuzz_get_map_info(made->map).largest_component <= 4)
        return;
    fuzz_plan plan = {.map = made->map, .kind = kinds[choice]};
    if (choice < 2)
        fuzz_plan_add(&plan, CAIRN_OPTION_RECORDS, RECORDS);
    if (choice == 1)
        fuzz_plan_add(&plan, CAIRN_OPTION_FALLBACK, 1);
    size_t bytes;
    made->image = fuzz_build(&plan, &bytes);
    FUZZ_CHECK(cairn_db_open_memory(made->image, bytes, &def, &made->db) == CAIRN_OK);
}

/* Rectangles that are not all inside change nothing. */
static void take_change(fuzz_input *input, world *made)
{
    uint32_t x = fuzz_take_below(input, MOST_SIDE), y = fuzz_take_below(input, MOST_SIDE);
    uint32_t size = fuzz_take(input), width = size % 6, height = size / 6 % 6;
    bool open = size / 36 % 2 != 0;
    cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
    bool is_inside =
        width > 0 && height > 0 && x + width <= made->width && y + height <= made->height;
    cairn_status status = cairn_map_set_rect(made->map, &rect, open);
    FUZZ_CHECK(status == (is_inside ? CAIRN_OK : CAIRN_OUTSIDE));
    for (uint32_t row = y; is_inside && row < y + height; row++)
        memset(made->cells + row * made->width + x, open, width);
}

/* ---- agents ---- */

static void take_agent(fuzz_input *input, world *made, walker *taken)
{
    static const cairn_algorithm without[] = {CAIRN_LRTA,  CAIRN_ASTAR, CAIRN_TBA,
                                              CAIRN_LRTS,  CAIRN_RTAA,  CAIRN_LSS,
                                              CAIRN_LRTAK, CAIRN_PLRTA, CAIRN_FALCONS};
    uint32_t policies = fuzz_take(input), algorithm = fuzz_take_below(input, 18);
    cairn_agent_def *def = &taken->def;
    def->size = sizeof *def;
    def->goal_policy = policies & 1;
    def->stranded_policy = policies >> 1 & 1;
    def->busy = policies >> 2 & 1;
    def->max_work = (policies >> 3 & 1) != 0 ? CAIRN_MIN_WORK : 0;
    def->planner = (policies >> 4 & 1) != 0 ? made->planner : NULL;
    if (made->db == NULL || algorithm >= 9)
        def->algorithm = without[algorithm % 9];
    FUZZ_CHECK(cairn_agent_create(made->map, made->db, def, &taken->agent) == CAIRN_OK);
}

static cairn_cell take_cell(fuzz_input *input, const world *made)
{
    uint32_t x = fuzz_take_below(input, made->width + 1);
    return cairn_cell_at(x, fuzz_take_below(input, made->height + 1));
}

static bool is_joined(const world *made, const walker *at)
{
    if (!is_open_cell(made, at->cell))
        return false;
    return at->def.goal_policy == CAIRN_GOAL_NEAREST ||
           cairn_map_has_path(made->map, at->cell, at->goal) != 0;
}

static void take_problem(fuzz_input *input, const world *made, walker *at)
{
    at->cell = take_cell(input, made);
    at->goal = take_cell(input, made);
    at->kind = CAIRN_STEP_MOVED;
    at->started = cairn_agent_start(at->agent, at->cell, at->goal) == CAIRN_OK;
    FUZZ_CHECK(at->started == is_joined(made, at));
}

static void check_step(const world *made, const walker *at, const cairn_step *step)
{
    bool stays = step->cell == at->cell, moves = is_move(made, at->cell, step->cell);
    FUZZ_CHECK(at->def.max_work == 0 || step->units <= at->def.max_work);
    switch (step->kind) {
    case CAIRN_STEP_MOVED:
        FUZZ_CHECK(moves);
        break;
    case CAIRN_STEP_ARRIVED:
        FUZZ_CHECK((moves || stays) && step->cell == cairn_agent_get_goal(at->agent) &&
                   is_open_cell(made, step->cell));
        break;
    case CAIRN_STEP_WAITED:
        FUZZ_CHECK(stays && at->def.max_work != 0 && is_joined(made, at));
        break;
    case CAIRN_STEP_STRANDED:
        FUZZ_CHECK(stays && !is_open_cell(made, at->cell));
        break;
    case CAIRN_STEP_CUT_OFF:
        FUZZ_CHECK(stays && is_open_cell(made, at->cell) && !is_joined(made, at));
        break;
    default:
        FUZZ_CHECK(step->kind == CAIRN_STEP_LEAVING && is_next(at->cell, step->cell));
        FUZZ_CHECK(at->def.stranded_policy == CAIRN_STRANDED_LEAVE);
        FUZZ_CHECK(at->kind == CAIRN_STEP_LEAVING || !is_open_cell(made, at->cell));
    }
}

static void make_step(const world *made, walker *at)
{
    cairn_step step;
    if (!at->started)
        return;
    FUZZ_CHECK(cairn_agent_step(at->agent, &step) == CAIRN_OK);
    check_step(made, at, &step);
    at->cell = step.cell;
    at->kind = step.kind;
}

/* No more changes: it comes to where it can come to. */
static void walk(const world *made, walker *at)
{
    int left = MOST_STEPS;
    do {
        make_step(made, at);
        FUZZ_CHECK(left-- > 0);
    } while (at->started && (at->kind == CAIRN_STEP_MOVED || at->kind == CAIRN_STEP_WAITED ||
                             at->kind == CAIRN_STEP_LEAVING));
    FUZZ_CHECK(!at->started || at->kind == CAIRN_STEP_ARRIVED || !is_joined(made, at));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_input input = {bytes, count};
    static world made;
    walker walkers[AGENTS] = {0};
    made.db = NULL;
    made.image = NULL;
    take_map(&input, &made);
    take_database(&input, &made);
    for (int i = 0; i < AGENTS; i++)
        take_agent(&input, &made, &walkers[i]);
    for (int turn = 0; turn < TURNS && input.left > 0; turn++) {
        uint32_t choice = fuzz_take(&input);
        walker *at = &walkers[choice % AGENTS];
        if (choice % 8 < 2)
            take_change(&input, &made);
        else if (!at->started || choice % 32 == 2)
            take_problem(&input, &made, at);
        for (uint32_t i = 0; i < choice / 32; i++)
            make_step(&made, at);
    }
    for (int i = 0; i < AGENTS; i++)
        walk(&made, &walkers[i]);
    for (int i = 0; i < AGENTS; i++)
        cairn_agent_destroy(walkers[i].agent);
    cairn_planner_destroy(made.planner);
    cairn_db_close(made.db);
    free(made.image);
    cairn_map_close(made.map);
    return 0;
}
