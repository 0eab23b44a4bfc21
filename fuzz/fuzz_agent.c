/* fuzz_agent.c: a small map, a definition and a problem, all from the bytes. The agent arrives, by
 * legal moves, at no less than the optimal cost; or a status says why it could not. On strict maps
 * the last bytes may ask for labels, and for problems by them. */
#include "fuzz_build.h"

#include <string.h>

#include <cairn/cairn.h>

enum { MOST_SIDE = 14, MOST_STEPS = 2000000, RECORDS = 12 };

typedef struct world {
    cairn_map *map;
    cairn_map_info info;
    cairn_db *db;
    cairn_fragments *fragments;
    cairn_landmarks *landmarks;
    void *image; /* of the database */
} world;

static void take_map(fuzz_input *input, world *made)
{
    uint8_t cells[MOST_SIDE * MOST_SIDE] = {0};
    uint32_t width = 1 + fuzz_take_below(input, MOST_SIDE);
    uint32_t height = 1 + fuzz_take_below(input, MOST_SIDE);
    uint32_t bits = 1;
    for (uint32_t i = 0; i < width * height; i++, bits >>= 1) {
        if (bits == 1)
            bits = 256 | fuzz_take(input);
        cells[i] = (bits & 1) == 0; /* zeros, which follow the last byte, are open */
    }
    cairn_map_def def = {.size = sizeof def};
    def.corners = (cairn_corners)fuzz_take_below(input, 2);
    FUZZ_CHECK(cairn_map_create(width, height, cells, &def, &made->map) == CAIRN_OK);
    made->info = fuzz_get_map_info(made->map);
}

static void build_database(world *made, const fuzz_plan *plan)
{
    cairn_db_def def = {.size = sizeof def};
    size_t bytes;
    made->image = fuzz_build(plan, &bytes);
    FUZZ_CHECK(cairn_db_open_memory(made->image, bytes, &def, &made->db) == CAIRN_OK);
    FUZZ_CHECK(cairn_db_verify(made->db, made->map, NULL) == CAIRN_OK);
}

/* A net of regions, or the one behind records. */
static void add_net(fuzz_plan *plan, uint32_t choice)
{
    fuzz_plan_add(plan, CAIRN_OPTION_REGION_CUTOFF, 1 + choice % 7);
    fuzz_plan_add(plan, CAIRN_OPTION_TABLE_REGIONS, choice % 2 == 0 ? 4096 : 0);
    fuzz_plan_add(plan, CAIRN_OPTION_RANGE_REGIONS, choice % 4 == 1 ? 4096 : 0);
}

static void take_database(fuzz_input *input, world *made)
{
    /* None, records, fragments, fall-back, net, sectors, seeds. */
    static const cairn_kind kinds[] = {CAIRN_DB_KNN,     CAIRN_DB_KNN, CAIRN_DB_KNN,  CAIRN_DB_KNN,
                                       CAIRN_DB_REGIONS, CAIRN_DB_DBA, CAIRN_DB_HCDPS};
    uint32_t choice = fuzz_take_below(input, 7);
    uint32_t seed = fuzz_take(input);
    fuzz_plan plan = {.map = made->map, .kind = kinds[choice]};
    if (choice == 0 || (choice < 4 && made->info.largest_component <= 4))
        return;
    if (choice < 4) {
        fuzz_plan_add(&plan, CAIRN_OPTION_RECORDS, RECORDS);
        fuzz_plan_add(&plan, CAIRN_OPTION_SEED, seed);
    }
    if (choice == 3)
        fuzz_plan_add(&plan, CAIRN_OPTION_FALLBACK, 1);
    if (choice == 3 || choice == 4)
        add_net(&plan, seed);
    if (choice == 5)
        fuzz_plan_add(&plan, CAIRN_OPTION_SECTOR, seed % 4);
    if (choice == 6)
        fuzz_plan_add(&plan, CAIRN_OPTION_REGION_CUTOFF, 1 + seed % 7);
    build_database(made, &plan);
    cairn_db_def def = {.size = sizeof def};
    if (choice == 2)
        FUZZ_CHECK(cairn_fragments_create(made->db, &def, &made->fragments) == CAIRN_OK);
}

static void take_landmarks(fuzz_input *input, world *made)
{
    cairn_landmarks_def def = {.size = sizeof def};
    def.count = fuzz_take_below(input, 4);
    def.seed = fuzz_take(input);
    def.distances = def.seed % 3 == 2 ? CAIRN_CANONICAL : CAIRN_DIFFERENTIAL;
    if (def.count > 0)
        FUZZ_CHECK(cairn_landmarks_create(made->map, &def, &made->landmarks) == CAIRN_OK);
}

/* ---- definitions ---- */

/* Numbers of algorithms are below ALGORITHMS. */
enum { MOST_OPTIONS = 24, ALGORITHMS = 19 };

/* A definition with room for its options. */
typedef struct recipe {
    cairn_agent_def def;
    cairn_option options[MOST_OPTIONS];
    bool may_grow;
    bool must_be_optimal;
} recipe;

/* Options that the algorithm does not have are left out, unless `all` are to be given. */
static void add(recipe *made, uint32_t option, uint64_t value, bool all)
{
    cairn_option_info info = {.size = sizeof info};
    for (uint32_t i = 0; cairn_option_get_info(i, &info) == CAIRN_OK && info.option != option;)
        i++;
    if (all || (info.scope & CAIRN_FOR_ALGORITHM(made->def.algorithm)) != 0)
        made->options[made->def.option_count++] = (cairn_option){.option = option, .value = value};
}

/* The options of tba, lrts, rtaa, lss, lrtak and plrta. */
static void take_rival(fuzz_input *input, recipe *made, bool all)
{
    uint32_t slice = fuzz_take_below(input, 3) > 0 ? fuzz_take_below(input, 40) : CAIRN_UNLIMITED;
    add(made, CAIRN_OPTION_SLICE, slice, all);
    add(made, CAIRN_OPTION_TRACE_RATIO, fuzz_take_below(input, 12), all);
    add(made, CAIRN_OPTION_LOOKAHEAD, fuzz_take_below(input, 30), all);
    add(made, CAIRN_OPTION_MOVEMENTS,
        fuzz_take_below(input, 2) > 0 ? fuzz_take_below(input, 6) : CAIRN_UNLIMITED, all);
    add(made, CAIRN_OPTION_DEPTH, fuzz_take_below(input, 8), all);
    if (fuzz_take_below(input, 2) > 0)
        add(made, CAIRN_OPTION_LEARNING_QUOTA, 10 * (uint64_t)fuzz_take(input), all);
    add(made, CAIRN_OPTION_HISTORY, fuzz_take(input), all);
    add(made, CAIRN_OPTION_WEIGHT, 9 + fuzz_take_below(input, 12), all);
    add(made, CAIRN_OPTION_UPDATES, fuzz_take_below(input, 50), all);
    add(made, CAIRN_OPTION_QUEUE, fuzz_take_below(input, 20), all);
    made->must_be_optimal = made->def.algorithm == CAIRN_TBA && slice == CAIRN_UNLIMITED;
}

/* Zeros, which follow the last byte, are no budget at all. */
static void take_budget(fuzz_input *input, recipe *made, bool all)
{
    static const uint32_t budgets[] = {0, CAIRN_MIN_WORK, CAIRN_MIN_WORK + 77, CAIRN_MIN_WORK - 1};
    uint32_t choice = fuzz_take(input);
    made->def.max_work = budgets[choice % 4];
    made->def.busy = choice / 4 % 2;
    add(made, CAIRN_OPTION_RANK, (choice & 8) != 0, all);
    add(made, CAIRN_OPTION_SKIP, (choice & 16) != 0, all);
    add(made, CAIRN_OPTION_LOOKUP, (choice & 32) != 0, all);
    add(made, CAIRN_OPTION_KEEP_LEARNING, (choice & 64) != 0, all);
    add(made, CAIRN_OPTION_ADAPTIVE, (choice & 128) != 0, all);
}

/* The options of knn, and those that all have who learn. */
static void take_options(fuzz_input *input, recipe *made, bool all)
{
    static const uint32_t cutoffs[] = {0, 1, 5, 250, UINT32_MAX};
    bool sqrt2 = fuzz_take_below(input, 8) == 7;
    add(made, CAIRN_OPTION_COSTS, sqrt2, all);
    add(made, CAIRN_OPTION_WITHOUT, fuzz_take_below(input, 66), all);
    add(made, CAIRN_OPTION_CANDIDATES, fuzz_take_below(input, 20), all);
    add(made, CAIRN_OPTION_CUTOFF, cutoffs[fuzz_take_below(input, 5)], all);
    add(made, CAIRN_OPTION_QUOTA, fuzz_take_below(input, 60), all);
    add(made, CAIRN_OPTION_G_MAX, 13 + fuzz_take_below(input, 80), all);
    add(made, CAIRN_OPTION_LEARNED_CAPACITY, fuzz_take_below(input, 70), all);
    uint32_t choice = fuzz_take_below(input, 8);
    made->may_grow = choice % 4 != 3;
    add(made, CAIRN_OPTION_NO_GROWTH, !made->may_grow, all);
    made->def.goal_policy = choice >= 4 ? CAIRN_GOAL_NEAREST : CAIRN_GOAL_EXACT;
    made->must_be_optimal = made->def.algorithm == CAIRN_ASTAR && !sqrt2;
}

/* Values beyond their range, and options of other algorithms, come up too. */
static void take_recipe(fuzz_input *input, world *made, recipe *taken)
{
    uint32_t algorithm = fuzz_take_below(input, 2 * ALGORITHMS);
    bool all = algorithm == 2 * ALGORITHMS - 1;
    *taken = (recipe){.def = {.size = sizeof taken->def, .options = taken->options}};
    taken->def.fragments = made->fragments;
    taken->def.algorithm = algorithm % ALGORITHMS;
    take_options(input, taken, all);
    if (fuzz_take_below(input, 2) > 0) {
        take_landmarks(input, made);
        taken->def.landmarks = made->landmarks;
        take_rival(input, taken, all);
    }
    take_budget(input, taken, all);
    taken->must_be_optimal = taken->must_be_optimal && taken->def.busy == CAIRN_BUSY_WAIT;
}

/* ---- problems ---- */

static cairn_cell take_cell(fuzz_input *input, const world *made)
{
    uint32_t x = fuzz_take_below(input, made->info.width + 1);
    uint32_t y = fuzz_take_below(input, made->info.height + 1);
    return cairn_cell_at((uint32_t)x, (uint32_t)y);
}

/* The nearest cell that an open start is joined to: the first of the best, row by row. */
static cairn_cell find_nearest(const world *made, cairn_cell start, cairn_cell goal)
{
    cairn_cell nearest = start;
    bool found = false;
    for (uint16_t y = 0; y < made->info.height; y++)
        for (uint16_t x = 0; x < made->info.width; x++) {
            cairn_cell cell = cairn_cell_at(x, y);
            if (!cairn_map_has_path(made->map, start, cell) ||
                (found &&
                 cairn_cell_get_distance(cell, goal) >= cairn_cell_get_distance(nearest, goal)))
                continue;
            nearest = cell;
            found = true;
        }
    return nearest;
}

/* `goal` becomes the one that is headed for. */
static cairn_status expect_start(const world *made, uint32_t policy, cairn_cell start,
                                 cairn_cell *goal)
{
    if (!cairn_map_is_open(made->map, start))
        return CAIRN_BLOCKED;
    if (policy == CAIRN_GOAL_NEAREST)
        *goal = find_nearest(made, start, *goal);
    if (!cairn_map_is_open(made->map, *goal))
        return CAIRN_BLOCKED;
    return cairn_map_get_component(made->map, start) == cairn_map_get_component(made->map, *goal)
               ? CAIRN_OK
               : CAIRN_NO_PATH;
}

/* The length of the shortest path by one method; in slices if there are units. */
static uint32_t find_distance(const world *made, const cairn_cell ends[2], uint32_t method,
                              uint64_t units)
{
    cairn_planner *planner = NULL;
    cairn_planner_def def = {.size = sizeof def, .method = method};
    cairn_status status;
    uint32_t tenths;
    FUZZ_CHECK(cairn_planner_create(made->map, NULL, &def, &planner) == CAIRN_OK);
    FUZZ_CHECK(cairn_planner_ask(planner, ends[0], ends[1]) == CAIRN_OK);
    do {
        uint64_t spent;
        status = cairn_planner_run(planner, units, &spent);
        FUZZ_CHECK(units == 0 || spent <= units);
    } while (status == CAIRN_UNFINISHED);
    FUZZ_CHECK(status == CAIRN_OK);
    FUZZ_CHECK(cairn_planner_get_distance(planner, &tenths) == CAIRN_OK);
    cairn_planner_destroy(planner);
    return tenths;
}

static uint32_t find_optimal(const world *made, cairn_cell start, cairn_cell goal)
{
    const cairn_cell ends[2] = {start, goal};
    uint32_t tenths = find_distance(made, ends, CAIRN_METHOD_ASTAR, 0);
    FUZZ_CHECK(find_distance(made, ends, CAIRN_METHOD_JUMP, CAIRN_MIN_WORK) == tenths);
    return tenths;
}

static bool is_next(cairn_cell a, cairn_cell b)
{
    uint32_t distance = cairn_cell_get_distance(a, b);
    return distance == 10 || distance == 14;
}

/* A step spends no more than it may, and says what. */
static void check_units(const cairn_agent *agent, const cairn_step *step, uint32_t budget)
{
    cairn_agent_plan plan = {.size = sizeof plan};
    FUZZ_CHECK(cairn_agent_get_plan(agent, &plan) == CAIRN_OK);
    const cairn_work work = plan.work;
    FUZZ_CHECK(step->units == (uint64_t)work.states + work.moves + work.records + work.traced +
                                  work.scans + work.entries + work.others);
    FUZZ_CHECK(budget == 0 || step->units <= budget);
}

/* True if it arrived; false if its table was full and may not grow. */
static bool walk(cairn_agent *agent, const world *made, const recipe *taken, cairn_cell start)
{
    cairn_cell cell = start;
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
        FUZZ_CHECK(i < MOST_STEPS);
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_FULL) {
            FUZZ_CHECK(!taken->may_grow);
            FUZZ_CHECK(cell == cairn_agent_get_cell(agent));
            return false;
        }
        FUZZ_CHECK(status == CAIRN_OK);
        FUZZ_CHECK(cairn_map_is_open(made->map, step.cell));
        bool waited = step.kind == CAIRN_STEP_WAITED;
        FUZZ_CHECK(!waited || taken->def.max_work != 0);
        bool may_stay = waited || (i == 0 && step.kind == CAIRN_STEP_ARRIVED);
        FUZZ_CHECK((!waited && is_next(cell, step.cell)) || (may_stay && cell == step.cell));
        check_units(agent, &step, taken->def.max_work);
        cell = step.cell;
    }
    return true;
}

static cairn_agent_stats get_stats(const cairn_agent *agent)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    FUZZ_CHECK(cairn_agent_get_stats(agent, &stats) == CAIRN_OK);
    return stats;
}

static void solve_problems(fuzz_input *input, const world *made, const recipe *taken,
                           cairn_agent *agent)
{
    for (int problem = 0; problem < 3; problem++) {
        cairn_cell start = take_cell(input, made), goal = take_cell(input, made);
        cairn_status started = cairn_agent_start(agent, start, goal);
        FUZZ_CHECK(started != CAIRN_OK || cairn_agent_get_goal(agent) == goal);
        FUZZ_CHECK(started == expect_start(made, taken->def.goal_policy, start, &goal));
        if (started != CAIRN_OK || !walk(agent, made, taken, start))
            continue;
        FUZZ_CHECK(cairn_agent_get_cell(agent) == goal);
        uint64_t cost = get_stats(agent).cost;
        uint32_t optimal = find_optimal(made, start, goal);
        FUZZ_CHECK(taken->must_be_optimal ? cost == optimal : cost >= optimal);
    }
}

static void solve(fuzz_input *input, world *made)
{
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    recipe taken;
    take_recipe(input, made, &taken);
    taken.def.detail = &detail;
    cairn_status status = cairn_agent_create(made->map, made->db, &taken.def, &agent);
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_ARGUMENT || status == CAIRN_KIND);
    FUZZ_CHECK((status == CAIRN_OK) == (detail.text[0] == '\0'));
    if (status == CAIRN_OK)
        solve_problems(input, made, &taken, agent);
    cairn_agent_destroy(agent);
}

/* ---- labels ---- */

/* By labels of its own making: optimal, unless the agent goes ahead while busy. */
static void solve_by_labels(fuzz_input *input, const world *made)
{
    world labelled = {.map = made->map, .info = made->info};
    fuzz_plan plan = {.map = made->map, .kind = CAIRN_DB_LABELS};
    uint32_t choice = fuzz_take_below(input, 4);
    recipe taken = {.def = {.size = sizeof taken.def}, .may_grow = true};
    cairn_agent *agent = NULL;
    build_database(&labelled, &plan);
    taken.def.max_work = choice % 2 != 0 ? CAIRN_MIN_WORK : 0;
    taken.def.busy = choice >= 2 ? CAIRN_BUSY_MOVE : CAIRN_BUSY_WAIT;
    taken.must_be_optimal = taken.def.busy == CAIRN_BUSY_WAIT;
    FUZZ_CHECK(cairn_agent_create(made->map, labelled.db, &taken.def, &agent) == CAIRN_OK);
    solve_problems(input, &labelled, &taken, agent);
    FUZZ_CHECK(get_stats(agent).learned == 0);
    cairn_agent_destroy(agent);
    cairn_db_close(labelled.db);
    free(labelled.image);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_input input = {bytes, count};
    static world made;
    made.map = NULL;
    made.db = NULL;
    made.image = NULL;
    made.fragments = NULL;
    made.landmarks = NULL;
    take_map(&input, &made);
    take_database(&input, &made);
    solve(&input, &made);
    if (fuzz_take_below(&input, 2) > 0)
        solve_by_labels(&input, &made);
    cairn_landmarks_destroy(made.landmarks);
    cairn_fragments_destroy(made.fragments);
    cairn_db_close(made.db);
    free(made.image);
    cairn_map_close(made.map);
    return 0;
}
