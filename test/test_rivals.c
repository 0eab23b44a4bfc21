/* test_rivals.c (exhaustive): TBA*, LRTS, RTAA* and LSS-LRTA*, and LRTA* with a weight or
 * landmarks, move as the references do; they arrive, by bounded work and without memory of their
 * own; learned values stay admissible and never fall. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "reference_rivals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ENOUGH = 100000, LANDMARKS = 3, SMALL = 40 };

/* ---- settings ---- */

/* A definition without its map, and whether it uses landmarks. */
typedef struct setting {
    cairn_agent_def def;
    bool landmarks;
} setting;

static setting set(cairn_algorithm algorithm)
{
    setting made = {.def = cairn_default_agent_def()};
    made.def.algorithm = algorithm;
    made.def.learned_capacity = 4; /* so that it must grow */
    return made;
}

static setting set_tba(uint32_t slice, uint32_t trace_ratio)
{
    setting made = set(CAIRN_TBA);
    made.def.slice = slice;
    made.def.trace_ratio = trace_ratio;
    return made;
}

static setting set_lrts(uint32_t depth, uint32_t quota, uint32_t history, uint32_t weight)
{
    setting made = set(CAIRN_LRTS);
    made.def.depth = depth;
    made.def.learning_quota = quota;
    made.def.history = history;
    made.def.weight_tenths = weight;
    return made;
}

/* rtaa or lss. */
static setting set_astar(cairn_algorithm algorithm, uint32_t lookahead, uint32_t movements)
{
    setting made = set(algorithm);
    made.def.lookahead = lookahead;
    made.def.movements = movements;
    return made;
}

static setting set_lrta(uint32_t g_max, uint32_t weight)
{
    setting made = set(CAIRN_LRTA);
    made.def.g_max = g_max;
    made.def.weight_tenths = weight;
    return made;
}

/* ---- an agent and its reference ---- */

typedef struct rival_match {
    const test_world *world;
    cairn_agent_def def;
    cairn_landmarks *landmarks;
    int *costs[LANDMARKS];
    int limit; /* moves; after ENOUGH it must have arrived */
    cairn_agent *agent;
    bool is_lrta; /* then `lrta` is the reference, else `rival` */
    ref_agent lrta;
    ref_rival rival;
} rival_match;

static int to_reference(uint32_t limit)
{
    return limit == CAIRN_UNLIMITED ? REF_NONE : (int)limit;
}

static uint32_t count_landmarks(const cairn_landmarks *landmarks)
{
    cairn_landmarks_info info = {.size = sizeof info};
    assert_int_equal(cairn_landmarks_get_info(landmarks, &info), CAIRN_OK);
    return info.count;
}

static void make_landmarks(rival_match *match)
{
    const test_world *world = match->world;
    cairn_landmarks_def def = {.size = sizeof def};
    def.count = LANDMARKS;
    assert_int_equal(cairn_landmarks_create(world->map, &def, &match->landmarks), CAIRN_OK);
    uint32_t count = count_landmarks(match->landmarks);
    for (uint32_t i = 0; i < count; i++) {
        cairn_cell cell;
        assert_int_equal(cairn_landmarks_get_cell(match->landmarks, i, &cell), CAIRN_OK);
        match->costs[i] = calloc((size_t)ref_get_cell_count(&world->ref), sizeof(int));
        assert_non_null(match->costs[i]);
        ref_find_costs(&world->ref, test_world_get_id(world, cell), match->costs[i]);
    }
}

static void make_reference(rival_match *match, ref_heuristic heuristic)
{
    const cairn_agent_def *def = &match->def;
    static const ref_rival_kind kinds[] = {[CAIRN_TBA] = REF_TBA,
                                           [CAIRN_LRTS] = REF_LRTS,
                                           [CAIRN_RTAA] = REF_RTAA,
                                           [CAIRN_LSS] = REF_LSS};
    if (match->is_lrta) {
        ref_agent_def ref = {
            .map = &match->world->ref, .g_max = (int)def->g_max, .heuristic = heuristic};
        ref_agent_create(&match->lrta, &ref);
        return;
    }
    ref_rival_def ref = {.map = &match->world->ref,
                         .kind = kinds[def->algorithm],
                         .heuristic = heuristic,
                         .lookahead = (int)def->lookahead,
                         .movements = to_reference(def->movements),
                         .depth = (int)def->depth,
                         .learning_quota = to_reference(def->learning_quota),
                         .history = (int)def->history,
                         .slice = to_reference(def->slice),
                         .trace_ratio = (int)def->trace_ratio};
    ref_rival_create(&match->rival, &ref);
}

static void match_create(rival_match *match, const test_world *world, const setting *chosen)
{
    memset(match, 0, sizeof *match);
    match->world = world;
    match->limit = ENOUGH;
    match->def = chosen->def;
    match->is_lrta = chosen->def.algorithm == CAIRN_LRTA;
    match->def.map = world->map;
    ref_heuristic heuristic = {.weight_tenths = (int)chosen->def.weight_tenths};
    if (chosen->landmarks) {
        make_landmarks(match);
        heuristic.landmarks = (int)count_landmarks(match->landmarks);
        heuristic.costs = match->costs;
        match->def.landmarks = match->landmarks;
    }
    assert_int_equal(cairn_agent_create(&match->def, &match->agent), CAIRN_OK);
    make_reference(match, heuristic);
}

static void match_destroy(rival_match *match)
{
    cairn_agent_destroy(match->agent);
    cairn_landmarks_destroy(match->landmarks);
    for (int i = 0; i < LANDMARKS; i++)
        free(match->costs[i]);
    if (match->is_lrta)
        ref_agent_destroy(&match->lrta);
    else
        ref_rival_destroy(&match->rival);
}

static void explain(const rival_match *match, int from, int to)
{
    const cairn_agent_def *def = &match->def;
    test_world_print(match->world, from, to);
    print_error("%s, g_max %u, weight %u, lookahead %u, movements %u, depth %u, quota %u, "
                "history %u, slice %u, ratio %u, landmarks %d\n",
                cairn_algorithm_get_name(def->algorithm), def->g_max, def->weight_tenths,
                def->lookahead, def->movements, def->depth, def->learning_quota, def->history,
                def->slice, def->trace_ratio, def->landmarks != NULL);
}

/* What agent.h promises of a step's work. */
static bool is_bounded(const cairn_agent_def *def, const cairn_work *work)
{
    uint64_t side = 2 * (uint64_t)(def->algorithm == CAIRN_LRTS ? def->depth : def->g_max / 10) + 1;
    switch (def->algorithm) {
    case CAIRN_TBA:
        return def->slice == CAIRN_UNLIMITED ||
               (uint64_t)work->states * def->trace_ratio + work->traced <=
                   (uint64_t)def->slice * def->trace_ratio;
    case CAIRN_RTAA:
    case CAIRN_LSS:
        return work->states <= 8 * def->lookahead + 1;
    default:
        return work->states <= side * side;
    }
}

static void step_both(rival_match *match, int from, int to, bool *arrived)
{
    cairn_step step = {0};
    cairn_status status = cairn_agent_step(match->agent, &step);
    *arrived = match->is_lrta ? ref_agent_step(&match->lrta) : ref_rival_step(&match->rival);
    int cell = match->is_lrta ? match->lrta.cell : match->rival.cell;
    if (status == CAIRN_OK && test_world_get_id(match->world, step.cell) == cell &&
        step.kind == (*arrived ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED) &&
        is_bounded(&match->def, &step.work))
        return;
    explain(match, from, to);
    fail_msg("%s: after move %d at %d,%d (kind %d, states %u, traced %u), expected %d,%d",
             cairn_status_get_name(status), (int)cairn_agent_get_stats(match->agent).moves,
             cairn_cell_get_x(step.cell), cairn_cell_get_y(step.cell), (int)step.kind,
             step.work.states, step.work.traced, cell % match->world->ref.width,
             cell / match->world->ref.width);
}

static void check_stats(const rival_match *match, int from, int to)
{
    cairn_agent_stats stats = cairn_agent_get_stats(match->agent);
    long long cost = match->is_lrta ? match->lrta.cost : match->rival.cost;
    long long moves = match->is_lrta ? match->lrta.moves : match->rival.moves;
    long long learned = match->is_lrta ? match->lrta.learned : match->rival.learned;
    if (stats.cost == (uint64_t)cost && stats.moves == (uint64_t)moves &&
        stats.learned == (uint64_t)learned)
        return;
    explain(match, from, to);
    fail_msg("cost %d moves %d learned %d, expected %d %d %d", (int)stats.cost, (int)stats.moves,
             (int)stats.learned, (int)cost, (int)moves, (int)learned);
}

static void match_run(rival_match *match, int from, int to)
{
    const test_world *world = match->world;
    bool arrived = false;
    assert_int_equal(cairn_agent_start(match->agent, test_world_get_cell(world, from),
                                       test_world_get_cell(world, to)),
                     CAIRN_OK);
    if (match->is_lrta)
        ref_agent_start(&match->lrta, from, to);
    else
        ref_rival_start(&match->rival, from, to);
    for (int moves = 0; !arrived && moves < match->limit; moves++)
        step_both(match, from, to, &arrived);
    if (!arrived && match->limit == ENOUGH) {
        explain(match, from, to);
        fail_msg("not arrived after %d moves", ENOUGH);
    }
    check_stats(match, from, to);
}

/* All pairs of a small map, `count` pairs of another. */
typedef void (*pair_check)(void *context, int from, int to);

static void for_pairs(const test_world *world, int count, test_random *random, pair_check check,
                      void *context)
{
    bool all = world->open_count <= SMALL;
    int pairs = all ? world->open_count * world->open_count : count;
    for (int i = 0; i < pairs; i++) {
        int from = all ? world->open[i / world->open_count] : test_world_draw(world, random);
        int to = all ? world->open[i % world->open_count] : test_world_draw(world, random);
        if (test_world_is_joined(world, from, to))
            check(context, from, to);
    }
}

static void run_pair(void *context, int from, int to)
{
    match_run(context, from, to);
}

/* ---- equal to the references, to the end ---- */

typedef struct settings {
    size_t count;
    const setting *list;
    test_random random;
} settings;

static void check_settings(test_world *world, void *context)
{
    settings *all = context;
    for (size_t i = 0; i < all->count; i++) {
        rival_match match;
        setting chosen = all->list[i];
        chosen.landmarks = test_draw_below(&all->random, 3) == 0;
        match_create(&match, world, &chosen);
        for_pairs(world, 8, &all->random, run_pair, &match);
        match_destroy(&match);
    }
}

static void compare(const setting *list, size_t count, uint64_t seed)
{
    settings all = {count, list, {seed}};
    test_for_worlds(8, 10, seed + 1, check_settings, &all);
}

static void tba_equals_reference(void **state)
{
    (void)state;
    const setting list[] = {set_tba(1, 10),  set_tba(2, 1),    set_tba(3, 2),
                            set_tba(5, 10),  set_tba(7, 1),    set_tba(10, 10),
                            set_tba(50, 10), set_tba(1000, 1), set_tba(CAIRN_UNLIMITED, 10)};
    compare(list, COUNT(list), 200);
}

static void lrts_equals_reference(void **state)
{
    (void)state;
    const uint32_t never = CAIRN_UNLIMITED;
    const setting list[] = {
        set_lrts(1, never, 1024, 10), set_lrts(2, never, 0, 10),  set_lrts(3, never, 1024, 15),
        set_lrts(1, 0, 1024, 10),     set_lrts(2, 40, 1024, 10),  set_lrts(3, 100, 5, 10),
        set_lrts(3, 0, 1024, 20),     set_lrts(10, 20, 1024, 10), set_lrts(5, 0, 0, 10)};
    compare(list, COUNT(list), 210);
}

static void rtaa_equals_reference(void **state)
{
    (void)state;
    const uint32_t all = CAIRN_UNLIMITED;
    const setting list[] = {set_astar(CAIRN_RTAA, 1, all), set_astar(CAIRN_RTAA, 2, all),
                            set_astar(CAIRN_RTAA, 5, 1),   set_astar(CAIRN_RTAA, 9, all),
                            set_astar(CAIRN_RTAA, 9, 2),   set_astar(CAIRN_RTAA, 50, all)};
    compare(list, COUNT(list), 220);
}

static void lss_equals_reference(void **state)
{
    (void)state;
    const uint32_t all = CAIRN_UNLIMITED;
    const setting list[] = {set_astar(CAIRN_LSS, 1, all), set_astar(CAIRN_LSS, 2, all),
                            set_astar(CAIRN_LSS, 5, 1),   set_astar(CAIRN_LSS, 9, all),
                            set_astar(CAIRN_LSS, 9, 2),   set_astar(CAIRN_LSS, 50, all)};
    compare(list, COUNT(list), 230);
}

static void lrta_with_other_h_equals_reference(void **state)
{
    (void)state;
    const setting list[] = {set_lrta(14, 10), set_lrta(14, 15), set_lrta(14, 30), set_lrta(30, 12),
                            set_lrta(42, 10)};
    compare(list, COUNT(list), 240);
}

/* Larger maps, where tables grow and rings of buckets turn. */
static void rivals_equal_references_in_scenes(void **state)
{
    (void)state;
    test_random random = {250};
    const uint32_t all = CAIRN_UNLIMITED;
    const setting list[] = {set_tba(20, 10), set_lrts(4, 300, 64, 10),
                            set_astar(CAIRN_RTAA, 30, all), set_astar(CAIRN_LSS, 30, 3)};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        test_world world;
        test_world_create_scene(&world, (cairn_scene_kind)kind, 40, 40, (cairn_corners)(kind % 2));
        for (size_t i = 0; i < COUNT(list); i++) {
            rival_match match;
            setting chosen = list[i];
            chosen.landmarks = kind % 3 == 0;
            match_create(&match, &world, &chosen);
            match.limit = 2000; /* going back takes its time in a maze */
            for_pairs(&world, 2, &random, run_pair, &match);
            match_destroy(&match);
        }
        test_world_destroy(&world);
    }
}

/* ---- learned values ---- */

typedef struct values_check {
    const test_world *world;
    cairn_agent *agent;
    int weight_tenths;
    int *truth; /* cost to the goal, by cell */
    uint32_t *before;
} values_check;

static void check_values(values_check *check, int to)
{
    cairn__xy target = cairn__unpack(test_world_get_cell(check->world, to));
    for (int i = 0; i < check->world->open_count; i++) {
        int cell = check->world->open[i];
        uint32_t around[3][3];
        cairn__learned_get_around(&check->agent->learned, target,
                                  cairn__unpack(test_world_get_cell(check->world, cell)), around);
        uint32_t h = around[1][1];
        assert_true(h >= check->before[cell]);
        if (h != 0)
            assert_true(10 * (int)h <= check->weight_tenths * check->truth[cell]);
        check->before[cell] = h;
    }
}

static void run_values(void *context, int from, int to)
{
    values_check *check = context;
    const test_world *world = check->world;
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    cairn_step step = {0};
    ref_find_costs(&world->ref, to, check->truth);
    memset(check->before, 0, cells * sizeof *check->before);
    assert_int_equal(cairn_agent_start(check->agent, test_world_get_cell(world, from),
                                       test_world_get_cell(world, to)),
                     CAIRN_OK);
    while (step.kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(cairn_agent_step(check->agent, &step), CAIRN_OK);
        check_values(check, to);
    }
}

static void check_learning(test_world *world, void *context)
{
    test_random *random = context;
    const setting list[] = {set_lrta(14, 10),
                            set_lrta(34, 10),
                            set_lrta(14, 17),
                            set_lrts(3, CAIRN_UNLIMITED, 99, 10),
                            set_lrts(2, 30, 99, 10),
                            set_lrts(4, 30, 99, 25),
                            set_astar(CAIRN_RTAA, 7, CAIRN_UNLIMITED),
                            set_astar(CAIRN_LSS, 7, CAIRN_UNLIMITED)};
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    values_check check = {.world = world,
                          .truth = calloc(cells, sizeof(int)),
                          .before = calloc(cells, sizeof(uint32_t))};
    assert_true(check.truth != NULL && check.before != NULL);
    for (size_t i = 0; i < COUNT(list); i++) {
        cairn_agent_def def = list[i].def;
        def.map = world->map;
        check.weight_tenths = (int)def.weight_tenths;
        assert_int_equal(cairn_agent_create(&def, &check.agent), CAIRN_OK);
        for_pairs(world, 4, random, run_values, &check);
        cairn_agent_destroy(check.agent);
    }
    free(check.truth);
    free(check.before);
}

static void values_are_admissible_and_never_fall(void **state)
{
    (void)state;
    test_random random = {260};
    test_for_worlds(6, 8, 261, check_learning, &random);
}

/* ---- one expansion: all learning searches are LRTA* ---- */

typedef struct same_moves {
    const test_world *world;
    size_t count;
    cairn_agent *agents[4];
} same_moves;

static void run_same(void *context, int from, int to)
{
    same_moves *same = context;
    cairn_step steps[4] = {{0}};
    for (size_t i = 0; i < same->count; i++)
        assert_int_equal(cairn_agent_start(same->agents[i], test_world_get_cell(same->world, from),
                                           test_world_get_cell(same->world, to)),
                         CAIRN_OK);
    while (steps[0].kind != CAIRN_STEP_ARRIVED)
        for (size_t i = 0; i < same->count; i++) {
            assert_int_equal(cairn_agent_step(same->agents[i], &steps[i]), CAIRN_OK);
            assert_true(steps[i].cell == steps[0].cell);
        }
    for (size_t i = 1; i < same->count; i++) {
        cairn_agent_stats first = cairn_agent_get_stats(same->agents[0]);
        cairn_agent_stats other = cairn_agent_get_stats(same->agents[i]);
        assert_int_equal(first.learned, other.learned);
        assert_int_equal(first.cost, other.cost);
    }
}

static void check_same(test_world *world, const setting *list, size_t count, test_random *random)
{
    same_moves same = {.world = world, .count = count};
    for (size_t i = 0; i < count; i++) {
        cairn_agent_def def = list[i].def;
        def.map = world->map;
        assert_int_equal(cairn_agent_create(&def, &same.agents[i]), CAIRN_OK);
    }
    for_pairs(world, 30, random, run_same, &same);
    for (size_t i = 0; i < count; i++)
        cairn_agent_destroy(same.agents[i]);
}

static void check_one_expansion(test_world *world, void *context)
{
    const setting list[] = {set_lrta(14, 10), set_lrts(1, CAIRN_UNLIMITED, 0, 10),
                            set_astar(CAIRN_RTAA, 1, CAIRN_UNLIMITED),
                            set_astar(CAIRN_LSS, 1, CAIRN_UNLIMITED)};
    check_same(world, list, COUNT(list), context);
}

static void one_expansion_is_lrta(void **state)
{
    (void)state;
    test_random random = {270};
    test_for_worlds(20, 10, 271, check_one_expansion, &random);
}

/* ---- TBA* and A* ---- */

static void check_unlimited_slice(test_world *world, void *context)
{
    const setting list[] = {set(CAIRN_ASTAR), set_tba(CAIRN_UNLIMITED, 10)};
    check_same(world, list, COUNT(list), context);
}

static void tba_with_unlimited_slice_is_astar(void **state)
{
    (void)state;
    test_random random = {280};
    test_for_worlds(20, 10, 281, check_unlimited_slice, &random);
}

/* Walks problems of a scene; sums costs, and compares open and closed list with A*'s. */
static uint64_t walk_with_slice(const test_world *world, uint32_t slice)
{
    test_random random = {282};
    cairn_agent *agents[2];
    setting list[2] = {set_tba(slice, 10), set(CAIRN_ASTAR)};
    uint64_t cost = 0;
    for (int i = 0; i < 2; i++) {
        list[i].def.map = world->map;
        assert_int_equal(cairn_agent_create(&list[i].def, &agents[i]), CAIRN_OK);
    }
    for (int i = 0; i < 25; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        if (!test_world_is_joined(world, from, to) || from == to)
            continue;
        uint64_t states[2];
        for (int j = 0; j < 2; j++) {
            cairn_step step = {0};
            assert_int_equal(cairn_agent_start(agents[j], test_world_get_cell(world, from),
                                               test_world_get_cell(world, to)),
                             CAIRN_OK);
            while (step.kind != CAIRN_STEP_ARRIVED)
                assert_int_equal(cairn_agent_step(agents[j], &step), CAIRN_OK);
            states[j] = cairn_agent_get_stats(agents[j]).memory_states;
        }
        /* The goal may be reached while it is still open. */
        if (agents[0]->search->found)
            assert_int_equal(states[0], states[1]);
        else
            assert_true(slice != CAIRN_UNLIMITED && states[0] < states[1]);
        cost += cairn_agent_get_stats(agents[0]).cost;
    }
    cairn_agent_destroy(agents[0]);
    cairn_agent_destroy(agents[1]);
    return cost;
}

static void tba_costs_less_with_longer_slices(void **state)
{
    (void)state;
    static const uint32_t slices[] = {1, 5, 10, 50, 100, 1000, CAIRN_UNLIMITED};
    test_world world;
    cairn_scene_kind kind;
    assert_true(cairn_scene_kind_find("rooms", &kind));
    test_world_create_scene(&world, kind, 120, 120, CAIRN_CORNERS_STRICT);
    uint64_t before = UINT64_MAX;
    for (size_t i = 0; i < COUNT(slices); i++) {
        uint64_t cost = walk_with_slice(&world, slices[i]);
        assert_true(cost <= before);
        before = cost;
    }
    test_world_destroy(&world);
}

/* ---- memory ---- */

static void moving_allocates_nothing(void **state)
{
    (void)state;
    const setting list[] = {set_tba(20, 10), set_lrts(3, 50, 100, 10), set_lrta(34, 15),
                            set_astar(CAIRN_RTAA, 20, CAIRN_UNLIMITED),
                            set_astar(CAIRN_LSS, 20, CAIRN_UNLIMITED)};
    test_world world;
    test_random random = {290};
    test_world_create_random(&world, 30, 30, 30, CAIRN_CORNERS_STRICT, &random);
    for (size_t i = 0; i < COUNT(list); i++) {
        test_counter counter = {0};
        cairn_agent *agent;
        cairn_agent_def def = list[i].def;
        def.map = world.map;
        def.learned_capacity = 900;
        def.allocator = test_counter_get_allocator(&counter);
        assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
        for (int j = 0; j < 20; j++) {
            int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
            cairn_step step = {0};
            if (!test_world_is_joined(&world, from, to))
                continue;
            assert_int_equal(cairn_agent_start(agent, test_world_get_cell(&world, from),
                                               test_world_get_cell(&world, to)),
                             CAIRN_OK);
            while (step.kind != CAIRN_STEP_ARRIVED)
                assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        }
        assert_int_equal(counter.allocations, 1);
        cairn_agent_destroy(agent);
        assert_int_equal(counter.releases, 1);
    }
    test_world_destroy(&world);
}

/* A hook that a short look-ahead must learn its way out of. */
static const char hook[] = "............"
                           ".@@@@@@@@@@."
                           "..........@."
                           ".........G@."
                           "..........@."
                           ".@@@@@@@@@@."
                           "............";

/* The walk around the hook, cell by cell; a step that fails is tried again. Returns its failures. */
static int walk_hook(cairn_agent *agent, cairn_status failure, cairn_cell *cells, size_t *count)
{
    cairn_step step = {0};
    int failures = 0;
    assert_int_equal(cairn_agent_start(agent, cairn_cell_at(9, 3), cairn_cell_at(11, 3)), CAIRN_OK);
    for (*count = 0; step.kind != CAIRN_STEP_ARRIVED && failures < 2;) {
        cairn_cell before = cairn_agent_get_cell(agent);
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_OK) {
            assert_true(*count < 2000);
            cells[(*count)++] = step.cell;
            continue;
        }
        assert_int_equal(status, failure);
        assert_int_equal(cairn_agent_get_stats(agent).moves, *count);
        assert_true(cairn_agent_get_cell(agent) == before);
        step.kind = CAIRN_STEP_MOVED;
        failures++;
    }
    return failures;
}

/* A step that finds no memory changes nothing: the walk is the same as without. */
static void lack_of_memory_changes_no_move(void **state)
{
    (void)state;
    static cairn_cell walks[2][2000];
    const setting list[] = {set_lrts(2, 50, 100, 10), set_astar(CAIRN_RTAA, 6, CAIRN_UNLIMITED),
                            set_astar(CAIRN_LSS, 6, CAIRN_UNLIMITED)};
    test_world world;
    test_world_create_of_text(&world, 12, 7, hook, CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < COUNT(list); i++) {
        size_t counts[2];
        int failed = 0;
        for (size_t fail_at = 0; fail_at < 6; fail_at = fail_at == 0 ? 2 : fail_at + 1) {
            test_counter counter = {.fail_at = fail_at};
            cairn_agent *agent;
            cairn_agent_def def = list[i].def;
            def.map = world.map;
            def.learned_capacity = 1;
            def.allocator = test_counter_get_allocator(&counter);
            assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
            size_t which = fail_at > 0;
            failed += walk_hook(agent, CAIRN_MEMORY, walks[which], &counts[which]);
            cairn_agent_destroy(agent);
            if (fail_at == 0)
                continue;
            assert_int_equal(counts[0], counts[1]);
            assert_memory_equal(walks[0], walks[1], counts[0] * sizeof walks[0][0]);
        }
        assert_true(failed > 0);
    }
    test_world_destroy(&world);
}

static void full_table_stops_the_agent(void **state)
{
    (void)state;
    static cairn_cell cells[2000];
    const setting list[] = {set_lrts(2, 50, 100, 10), set_astar(CAIRN_RTAA, 6, CAIRN_UNLIMITED),
                            set_astar(CAIRN_LSS, 6, CAIRN_UNLIMITED)};
    test_world world;
    test_world_create_of_text(&world, 12, 7, hook, CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < COUNT(list); i++) {
        cairn_agent *agent;
        size_t count;
        cairn_agent_def def = list[i].def;
        def.map = world.map;
        def.learned_capacity = 1;
        def.growth = CAIRN_GROWTH_STOP;
        assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
        assert_int_equal(walk_hook(agent, CAIRN_FULL, cells, &count), 2);
        cairn_agent_destroy(agent);
    }
    test_world_destroy(&world);
}

/* ---- definitions ---- */

static void refuse(cairn_agent_def def, cairn_status expected)
{
    cairn_agent *agent = NULL;
    assert_int_equal(cairn_agent_create(&def, &agent), expected);
}

#define REFUSE(start, field, value)                                                                \
    do {                                                                                           \
        cairn_agent_def wrong = start;                                                             \
        wrong.field = value;                                                                       \
        refuse(wrong, CAIRN_ARGUMENT);                                                             \
    } while (0)

static void refuses_wrong_definitions(void **state)
{
    (void)state;
    test_world world, other;
    test_world_create_of_text(&world, 2, 1, "..", CAIRN_CORNERS_STRICT);
    test_world_create_of_text(&other, 2, 2, "....", CAIRN_CORNERS_STRICT);
    cairn_agent_def def = set(CAIRN_RTAA).def;
    def.map = world.map;
    REFUSE(def, lookahead, 0);
    REFUSE(def, lookahead, 4097);
    REFUSE(def, movements, 0);
    REFUSE(def, depth, 0);
    REFUSE(def, depth, 101);
    REFUSE(def, history, (1 << 20) + 1);
    REFUSE(def, slice, 0);
    REFUSE(def, trace_ratio, 0);
    REFUSE(def, trace_ratio, 1001);
    REFUSE(def, weight_tenths, 9);
    REFUSE(def, weight_tenths, 11); /* rtaa needs a consistent h */
    REFUSE(def, costs, CAIRN_COSTS_SQRT2);
    def.algorithm = CAIRN_LRTA;
    REFUSE(def, weight_tenths, 1001);
    cairn_landmarks_def landmarks_def = {.size = sizeof landmarks_def};
    cairn_landmarks *landmarks;
    assert_int_equal(cairn_landmarks_create(other.map, &landmarks_def, &landmarks), CAIRN_OK);
    def.landmarks = landmarks;
    refuse(def, CAIRN_MISMATCH);
    def.map = other.map;
    REFUSE(def, algorithm, CAIRN_KNN);
    def.algorithm = CAIRN_ASTAR;
    REFUSE(def, costs, CAIRN_COSTS_SQRT2);
    cairn_landmarks_destroy(landmarks);
    test_world_destroy(&world);
    test_world_destroy(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tba_equals_reference),
        cmocka_unit_test(lrts_equals_reference),
        cmocka_unit_test(rtaa_equals_reference),
        cmocka_unit_test(lss_equals_reference),
        cmocka_unit_test(lrta_with_other_h_equals_reference),
        cmocka_unit_test(rivals_equal_references_in_scenes),
        cmocka_unit_test(values_are_admissible_and_never_fall),
        cmocka_unit_test(one_expansion_is_lrta),
        cmocka_unit_test(tba_with_unlimited_slice_is_astar),
        cmocka_unit_test(tba_costs_less_with_longer_slices),
        cmocka_unit_test(moving_allocates_nothing),
        cmocka_unit_test(lack_of_memory_changes_no_move),
        cmocka_unit_test(full_table_stops_the_agent),
        cmocka_unit_test(refuses_wrong_definitions),
    };
    return cmocka_run_group_tests_name("rivals", tests, NULL, NULL);
}
