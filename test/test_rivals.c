/* test_rivals.c (exhaustive): TBA*, LRTS, RTAA*, LSS-LRTA*, LRTA*(k), P-LRTA* and FALCONS, and
 * LRTA* with a weight or landmarks, move as the references do, and arrive by bounded work. */
#include "rivals.h"

#include <stdlib.h>
#include <string.h>

#include "reference_rivals.h"
#include "search/landmark_table.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ENOUGH = 100000, LANDMARKS = 3 };

/* ---- an agent and its reference ---- */

typedef struct rival_match {
    const test_world *world;
    test_agent_plan plan;
    cairn_landmarks *landmarks;
    int *costs[LANDMARKS];
    int places[LANDMARKS];
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

static void make_landmarks(rival_match *match, uint32_t distances)
{
    const test_world *world = match->world;
    cairn_landmarks_def def = {.size = sizeof def, .distances = distances};
    def.count = LANDMARKS;
    assert_int_equal(cairn_landmarks_create(world->map, &def, &match->landmarks), CAIRN_OK);
    uint32_t count = count_landmarks(match->landmarks);
    for (uint32_t i = 0; i < count; i++) {
        cairn_cell cell = cairn__pack(match->landmarks->cells[i]);
        match->costs[i] = calloc((size_t)ref_get_cell_count(&world->ref), sizeof(int));
        assert_non_null(match->costs[i]);
        match->places[i] = test_world_get_id(world, cell);
        ref_find_costs(&world->ref, match->places[i], match->costs[i]);
    }
}

static uint32_t get(const rival_match *match, uint32_t option)
{
    return rivals_get_option(&match->plan, option);
}

static void make_reference(rival_match *match, ref_heuristic heuristic)
{
    static const ref_rival_kind kinds[] = {
        [CAIRN_TBA] = REF_TBA,        [CAIRN_LRTS] = REF_LRTS,   [CAIRN_RTAA] = REF_RTAA,
        [CAIRN_LSS] = REF_LSS,        [CAIRN_LRTAK] = REF_LRTAK, [CAIRN_PLRTA] = REF_PLRTA,
        [CAIRN_FALCONS] = REF_FALCONS};
    if (match->is_lrta) {
        ref_agent_def ref = {.map = &match->world->ref,
                             .g_max = (int)get(match, CAIRN_OPTION_G_MAX),
                             .heuristic = heuristic};
        ref_agent_create(&match->lrta, &ref);
        return;
    }
    ref_rival_def ref = {.map = &match->world->ref,
                         .kind = kinds[match->plan.def.algorithm],
                         .heuristic = heuristic,
                         .lookahead = (int)get(match, CAIRN_OPTION_LOOKAHEAD),
                         .movements = to_reference(get(match, CAIRN_OPTION_MOVEMENTS)),
                         .depth = (int)get(match, CAIRN_OPTION_DEPTH),
                         .adaptive = get(match, CAIRN_OPTION_ADAPTIVE) != 0,
                         .learning_quota = to_reference(get(match, CAIRN_OPTION_LEARNING_QUOTA)),
                         .history = (int)get(match, CAIRN_OPTION_HISTORY),
                         .slice = to_reference(get(match, CAIRN_OPTION_SLICE)),
                         .trace_ratio = (int)get(match, CAIRN_OPTION_TRACE_RATIO),
                         .updates = (int)get(match, CAIRN_OPTION_UPDATES),
                         .queue = (int)get(match, CAIRN_OPTION_QUEUE)};
    ref_rival_create(&match->rival, &ref);
}

/* Those that need a consistent heuristic. */
static bool is_strict(cairn_algorithm algorithm)
{
    return algorithm == CAIRN_TBA || algorithm == CAIRN_RTAA || algorithm == CAIRN_LSS;
}

/* With landmarks: differential or canonical, by the number of open cells, where both will do. */
static void match_create(rival_match *match, const test_world *world, const test_agent_plan *plan,
                         bool landmarks)
{
    memset(match, 0, sizeof *match);
    match->world = world;
    match->limit = ENOUGH;
    match->plan = *plan;
    match->is_lrta = plan->def.algorithm == CAIRN_LRTA;
    ref_heuristic heuristic = {.weight_tenths = (int)get(match, CAIRN_OPTION_WEIGHT)};
    if (landmarks) {
        heuristic.canonical = world->open_count % 2 == 0 && !is_strict(plan->def.algorithm);
        make_landmarks(match, heuristic.canonical ? CAIRN_CANONICAL : CAIRN_DIFFERENTIAL);
        heuristic.cells = match->places;
        heuristic.landmarks = (int)count_landmarks(match->landmarks);
        heuristic.costs = match->costs;
        match->plan.def.landmarks = match->landmarks;
    }
    match->agent = rivals_create(&match->plan, world->map);
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
    const test_agent_plan *plan = &match->plan;
    test_world_print(match->world, from, to);
    print_error("%s, landmarks %d", cairn_algorithm_get_name(plan->def.algorithm),
                plan->def.landmarks != NULL);
    for (uint32_t i = 0; i < plan->option_count; i++)
        print_error(", option %u is %llu", plan->options[i].option,
                    (unsigned long long)plan->options[i].value);
    print_error("\n");
}

/* ---- what a step may spend ---- */

/* tba: expansions, and `trace_ratio` steps of tracing for each that is left. */
static bool is_slice(const rival_match *match, const cairn_work *work)
{
    uint64_t slice = get(match, CAIRN_OPTION_SLICE), ratio = get(match, CAIRN_OPTION_TRACE_RATIO);
    return work->others == 0 &&
           (slice == CAIRN_UNLIMITED || (work->states <= slice * 9 / 10 &&
                                         work->states * ratio + work->traced <= slice * ratio));
}

/* The states that a look-ahead may meet. */
static uint64_t count_states(const rival_match *match)
{
    uint32_t algorithm = match->plan.def.algorithm;
    uint64_t radius = algorithm == CAIRN_LRTS ? get(match, CAIRN_OPTION_DEPTH)
                                              : get(match, CAIRN_OPTION_G_MAX) / 10;
    if (algorithm == CAIRN_RTAA || algorithm == CAIRN_LSS)
        return UINT64_C(8) * get(match, CAIRN_OPTION_LOOKAHEAD) + 1;
    if (algorithm == CAIRN_LRTAK) /* updates, and a look at the neighbours before the move */
        return UINT64_C(8) * (get(match, CAIRN_OPTION_UPDATES) + 1);
    if (algorithm == CAIRN_FALCONS) /* g, h, and g around the goal */
        return UINT64_C(3) * 8;
    if (algorithm == CAIRN_PLRTA) /* an update more */
        return UINT64_C(8) * (get(match, CAIRN_OPTION_UPDATES) + 2);
    uint64_t count = (2 * radius + 1) * (2 * radius + 1);
    for (uint64_t i = 1; i < radius && get(match, CAIRN_OPTION_ADAPTIVE) != 0; i++)
        count += (2 * i + 1) * (2 * i + 1); /* a look-ahead for each depth */
    return count;
}

/* The others meet each state once, and look at it again a few times: most often LSS-LRTA*, which
 * takes it off an open list, lists it, takes it off another twice, makes room for its value, stores
 * that and traces its way. */
static bool is_bounded(const rival_match *match, const cairn_step *step)
{
    cairn_work work = test_agent_get_plan(match->agent).work;
    if (test_work_get_units(&work) != step->units || work.moves > 0 || work.records > 0 ||
        work.scans > 0 || work.entries > 0)
        return false;
    if (match->plan.def.algorithm == CAIRN_TBA)
        return is_slice(match, &work);
    uint64_t most = count_states(match);
    return work.traced == 0 && work.states <= most && work.others <= 7 * most;
}

static void step_both(rival_match *match, int from, int to, bool *arrived)
{
    cairn_step step = {0};
    cairn_status status = cairn_agent_step(match->agent, &step);
    *arrived = match->is_lrta ? ref_agent_step(&match->lrta) : ref_rival_step(&match->rival);
    int cell = match->is_lrta ? match->lrta.cell : match->rival.cell;
    if (status == CAIRN_OK && test_world_get_id(match->world, step.cell) == cell &&
        step.kind == (*arrived ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED) && is_bounded(match, &step))
        return;
    cairn_work work = test_agent_get_plan(match->agent).work;
    explain(match, from, to);
    fail_msg("%s: after move %d at %d,%d (kind %d, units %d: states %u, traced %u, others %u), "
             "expected %d,%d",
             cairn_status_get_name(status), (int)test_agent_get_stats(match->agent).moves,
             cairn_cell_get_x(step.cell), cairn_cell_get_y(step.cell), (int)step.kind,
             (int)step.units, work.states, work.traced, work.others, cell % match->world->ref.width,
             cell / match->world->ref.width);
}

static void check_stats(const rival_match *match, int from, int to)
{
    cairn_agent_stats stats = test_agent_get_stats(match->agent);
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
    bool arrived = false;
    rivals_start(match->agent, match->world, from, to);
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

static void run_pair(void *context, int from, int to)
{
    match_run(context, from, to);
}

/* ---- equal to the references, to the end ---- */

typedef struct settings {
    size_t count;
    const test_agent_plan *list;
    test_random random;
} settings;

static void check_settings(test_world *world, void *context)
{
    settings *all = context;
    for (size_t i = 0; i < all->count; i++) {
        rival_match match;
        match_create(&match, world, &all->list[i], test_draw_below(&all->random, 3) == 0);
        rivals_for_pairs(world, 8, &all->random, run_pair, &match);
        match_destroy(&match);
    }
}

static void compare(const test_agent_plan *list, size_t count, uint64_t seed)
{
    settings all = {count, list, {seed}};
    test_for_worlds(8, 10, seed + 1, check_settings, &all);
}

static void tba_equals_reference(void **state)
{
    (void)state;
    const test_agent_plan list[] = {
        rivals_plan_tba(2, 10),  rivals_plan_tba(2, 1),    rivals_plan_tba(3, 2),
        rivals_plan_tba(5, 10),  rivals_plan_tba(7, 1),    rivals_plan_tba(10, 10),
        rivals_plan_tba(50, 10), rivals_plan_tba(1000, 1), rivals_plan_tba(CAIRN_UNLIMITED, 10)};
    compare(list, COUNT(list), 200);
}

static void lrts_equals_reference(void **state)
{
    (void)state;
    const uint32_t never = CAIRN_UNLIMITED;
    const test_agent_plan list[] = {
        rivals_plan_lrts(1, never, 1024, 10), rivals_plan_lrts(2, never, 0, 10),
        rivals_plan_lrts(3, never, 1024, 15), rivals_plan_lrts(1, 0, 1024, 10),
        rivals_plan_lrts(2, 40, 1024, 10),    rivals_plan_lrts(3, 100, 5, 10),
        rivals_plan_lrts(3, 0, 1024, 20),     rivals_plan_lrts(10, 20, 1024, 10),
        rivals_plan_lrts(5, 0, 0, 10)};
    compare(list, COUNT(list), 210);
}

static void adaptive_lrts_equals_reference(void **state)
{
    (void)state;
    const uint32_t never = CAIRN_UNLIMITED;
    const test_agent_plan list[] = {
        rivals_plan_adaptive(1, 0, 1024, 10),   rivals_plan_adaptive(3, never, 1024, 10),
        rivals_plan_adaptive(3, 0, 1024, 15),   rivals_plan_adaptive(4, 60, 5, 10),
        rivals_plan_adaptive(10, 20, 1024, 10), rivals_plan_adaptive(5, 0, 0, 20)};
    compare(list, COUNT(list), 215);
}

static void rtaa_equals_reference(void **state)
{
    (void)state;
    const uint32_t all = CAIRN_UNLIMITED;
    const test_agent_plan list[] = {
        rivals_plan_local(CAIRN_RTAA, 1, all), rivals_plan_local(CAIRN_RTAA, 2, all),
        rivals_plan_local(CAIRN_RTAA, 5, 1),   rivals_plan_local(CAIRN_RTAA, 9, all),
        rivals_plan_local(CAIRN_RTAA, 9, 2),   rivals_plan_local(CAIRN_RTAA, 50, all)};
    compare(list, COUNT(list), 220);
}

static void lss_equals_reference(void **state)
{
    (void)state;
    const uint32_t all = CAIRN_UNLIMITED;
    const test_agent_plan list[] = {
        rivals_plan_local(CAIRN_LSS, 1, all), rivals_plan_local(CAIRN_LSS, 2, all),
        rivals_plan_local(CAIRN_LSS, 5, 1),   rivals_plan_local(CAIRN_LSS, 9, all),
        rivals_plan_local(CAIRN_LSS, 9, 2),   rivals_plan_local(CAIRN_LSS, 50, all)};
    compare(list, COUNT(list), 230);
}

/* On thousands of maps so small that all pairs are walked. */
static void compare_widely(const test_agent_plan *list, size_t count, uint64_t seed)
{
    settings all = {count, list, {seed}};
    compare(list, count, seed);
    test_for_worlds(1500, 5, seed + 2, check_settings, &all);
}

static void lrtak_equals_reference(void **state)
{
    (void)state;
    const test_agent_plan list[] = {rivals_plan_lrtak(1), rivals_plan_lrtak(2),
                                    rivals_plan_lrtak(5), rivals_plan_lrtak(30),
                                    rivals_plan_lrtak(65536)};
    compare_widely(list, COUNT(list), 235);
}

static void plrta_equals_reference(void **state)
{
    (void)state;
    const test_agent_plan list[] = {rivals_plan_plrta(1, 1),    rivals_plan_plrta(1, 5),
                                    rivals_plan_plrta(3, 4),    rivals_plan_plrta(10, 39),
                                    rivals_plan_plrta(50, 256), rivals_plan_plrta(65536, 8)};
    compare_widely(list, COUNT(list), 237);
}

static void falcons_equals_reference(void **state)
{
    (void)state;
    const test_agent_plan list[] = {rivals_plan(CAIRN_FALCONS)};
    compare_widely(list, COUNT(list), 239);
}

static void lrta_with_other_h_equals_reference(void **state)
{
    (void)state;
    const test_agent_plan list[] = {rivals_plan_lrta(14, 10), rivals_plan_lrta(14, 15),
                                    rivals_plan_lrta(14, 30), rivals_plan_lrta(30, 12),
                                    rivals_plan_lrta(42, 10)};
    compare(list, COUNT(list), 240);
}

/* Larger maps, where tables grow and rings of buckets turn. */
static void rivals_equal_references_in_scenes(void **state)
{
    (void)state;
    test_random random = {250};
    const uint32_t all = CAIRN_UNLIMITED;
    const test_agent_plan list[] = {rivals_plan_tba(20, 10),
                                    rivals_plan_lrts(4, 300, 64, 10),
                                    rivals_plan_adaptive(6, 300, 64, 10),
                                    rivals_plan_local(CAIRN_RTAA, 30, all),
                                    rivals_plan_local(CAIRN_LSS, 30, 3),
                                    rivals_plan_lrtak(20),
                                    rivals_plan_plrta(20, 30),
                                    rivals_plan(CAIRN_FALCONS)};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        test_world world;
        test_world_create_scene(&world, (cairn_scene_kind)kind, 40, 40, (cairn_corners)(kind % 2));
        for (size_t i = 0; i < COUNT(list); i++) {
            rival_match match;
            match_create(&match, &world, &list[i], kind % 3 == 0);
            match.limit = 2000; /* going back takes its time in a maze */
            rivals_for_pairs(&world, 2, &random, run_pair, &match);
            match_destroy(&match);
        }
        test_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tba_equals_reference),
        cmocka_unit_test(lrts_equals_reference),
        cmocka_unit_test(adaptive_lrts_equals_reference),
        cmocka_unit_test(rtaa_equals_reference),
        cmocka_unit_test(lss_equals_reference),
        cmocka_unit_test(lrtak_equals_reference),
        cmocka_unit_test(plrta_equals_reference),
        cmocka_unit_test(falcons_equals_reference),
        cmocka_unit_test(lrta_with_other_h_equals_reference),
        cmocka_unit_test(rivals_equal_references_in_scenes),
    };
    return cmocka_run_group_tests_name("rivals", tests, NULL, NULL);
}
