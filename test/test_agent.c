/* test_agent.c (exhaustive): agents move as the reference does, move by move, in every combination
 * of enhancements; they always arrive (Theorem 7), whatever the database. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ENOUGH = 300000 }; /* moves after which an agent of a small map is lost */

typedef struct agent_setting {
    cairn_algorithm algorithm;
    uint32_t enhancements;
    uint32_t candidates;
    uint32_t cutoff;
    uint32_t quota_tenths;
    uint32_t g_max;
} agent_setting;

static const agent_setting default_setting = {CAIRN_KNN, CAIRN_ENHANCE_ALL, 10, 250, 30, 14};

/* An agent and its reference on one map. */
typedef struct agent_match {
    const test_world *world;
    agent_setting setting;
    bool has_fragments;
    cairn_agent *agent;
    ref_agent ref;
} agent_match;

/* What an agent selects from: nothing (lrta), records, or fragments of records. */
typedef struct agent_choice {
    const cairn_db *db;
    const cairn_fragments *fragments;
    const ref_database *ref;
} agent_choice;

static const agent_choice nothing;

static agent_choice choose_records(const test_database *database)
{
    return (agent_choice){database->db, NULL, &database->ref};
}

static test_agent_plan plan_agent(const test_world *world, const agent_setting *setting,
                                  const agent_choice *choice)
{
    test_agent_plan plan = test_plan_agent(world->map, choice->db, setting->algorithm);
    plan.def.fragments = choice->fragments;
    test_agent_plan_set(&plan, CAIRN_OPTION_G_MAX, setting->g_max);
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 4); /* so that it must grow */
    if (setting->algorithm == CAIRN_LRTA)
        return plan;
    test_agent_plan_set(&plan, CAIRN_OPTION_WITHOUT, CAIRN_ENHANCE_ALL & ~setting->enhancements);
    test_agent_plan_set(&plan, CAIRN_OPTION_CANDIDATES, setting->candidates);
    test_agent_plan_set(&plan, CAIRN_OPTION_CUTOFF, setting->cutoff);
    test_agent_plan_set(&plan, CAIRN_OPTION_QUOTA, setting->quota_tenths);
    return plan;
}

static void match_create(agent_match *match, const test_world *world, const agent_setting *setting,
                         const agent_choice *choice)
{
    test_agent_plan plan = plan_agent(world, setting, choice);
    match->world = world;
    match->setting = *setting;
    match->has_fragments = choice->fragments != NULL;
    assert_int_equal(test_agent_create(&plan, &match->agent), CAIRN_OK);
    bool plain = setting->algorithm == CAIRN_LRTA;
    ref_agent_def ref = {.map = &world->ref,
                         .db = plain ? NULL : choice->ref,
                         .enhancements = plain ? 0 : setting->enhancements,
                         .candidates = (int)setting->candidates,
                         .cutoff = (int)setting->cutoff,
                         .quota_tenths = (int)setting->quota_tenths,
                         .g_max = (int)setting->g_max};
    ref_agent_create(&match->ref, &ref);
}

static void match_destroy(agent_match *match)
{
    cairn_agent_destroy(match->agent);
    ref_agent_destroy(&match->ref);
}

static void explain(const agent_match *match, int from, int to)
{
    const agent_setting *setting = &match->setting;
    test_world_print(match->world, from, to);
    print_error("%s, enhancements %u, candidates %u, cutoff %u, quota_tenths %u, g_max %u, "
                "%d records\n",
                cairn_algorithm_get_name(setting->algorithm), setting->enhancements,
                setting->candidates, setting->cutoff, setting->quota_tenths, setting->g_max,
                match->ref.def.db != NULL ? match->ref.def.db->count : 0);
}

static bool has_same_stats(const agent_match *match)
{
    cairn_agent_stats stats = test_agent_get_stats(match->agent);
    const ref_agent *ref = &match->ref;
    bool counts_selections = match->setting.algorithm == CAIRN_KNN;
    return stats.cost == (uint64_t)ref->cost && stats.moves == (uint64_t)ref->moves &&
           stats.diagonal == (uint64_t)ref->diagonal && stats.learned == (uint64_t)ref->learned &&
           stats.memory_states == stats.learned + stats.open_closed &&
           (!counts_selections || (stats.selections == (uint32_t)ref->selections &&
                                   stats.failures == (uint32_t)ref->failures));
}

static void fail_stats(const agent_match *match, int from, int to)
{
    cairn_agent_stats stats = test_agent_get_stats(match->agent);
    const ref_agent *ref = &match->ref;
    explain(match, from, to);
    fail_msg("cost %d moves %d diagonal %d learned %d selections %d failures %d; "
             "expected %d %d %d %d %d %d",
             (int)stats.cost, (int)stats.moves, (int)stats.diagonal, (int)stats.learned,
             (int)stats.selections, (int)stats.failures, (int)ref->cost, (int)ref->moves,
             (int)ref->diagonal, (int)ref->learned, ref->selections, ref->failures);
}

/* What the last move was for. */
static bool has_same_target(const agent_match *match)
{
    const ref_agent *ref = &match->ref;
    if (test_world_get_id(match->world, test_agent_get_plan(match->agent).target) != ref->target)
        return false;
    uint32_t record = test_agent_get_plan(match->agent).record;
    if (ref->record == NULL || match->has_fragments)
        return (record == CAIRN_NO_RECORD_ID) == (ref->record == NULL);
    return record == (uint32_t)(ref->record - ref->def.db->records);
}

static void step_both(agent_match *match, int from, int to, bool *arrived)
{
    const test_world *world = match->world;
    cairn_step step = {0};
    cairn_status status = cairn_agent_step(match->agent, &step);
    *arrived = ref_agent_step(&match->ref);
    uint32_t kind = *arrived ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED;
    cairn_work work = test_agent_get_plan(match->agent).work;
    assert_true(test_work_get_units(&work) == step.units);
    if (status == CAIRN_OK && step.kind == kind && has_same_target(match) &&
        test_world_get_id(world, step.cell) == match->ref.cell &&
        cairn_agent_get_cell(match->agent) == step.cell)
        return;
    explain(match, from, to);
    fail_msg("%s: after move %d at %d,%d (kind %d), expected %d,%d (kind %d); or other targets",
             cairn_status_get_name(status), (int)match->ref.moves, cairn_cell_get_x(step.cell),
             cairn_cell_get_y(step.cell), (int)step.kind, match->ref.cell % world->ref.width,
             match->ref.cell / world->ref.width, (int)kind);
}

/* Moves both to the goal, or `limit` times. */
static void match_run(agent_match *match, int from, int to, int limit)
{
    const test_world *world = match->world;
    assert_int_equal(cairn_agent_start(match->agent, test_world_get_cell(world, from),
                                       test_world_get_cell(world, to)),
                     CAIRN_OK);
    ref_agent_start(&match->ref, from, to);
    bool arrived = false;
    for (int moves = 0; !arrived && moves < limit; moves++)
        step_both(match, from, to, &arrived);
    if (!has_same_stats(match))
        fail_stats(match, from, to);
    if (!arrived && limit == ENOUGH) {
        explain(match, from, to);
        fail_msg("not arrived after %d moves", limit);
    }
}

static void match_run_sample(agent_match *match, int count, int limit, test_random *random)
{
    for (int i = 0; i < count && match->world->open_count > 0; i++) {
        int from = test_world_draw(match->world, random);
        int to = test_world_draw(match->world, random);
        if (test_world_is_joined(match->world, from, to))
            match_run(match, from, to, limit);
    }
}

/* All pairs of a map of up to 50 open cells, `count` pairs of a larger one; each to the end. */
static void match_run_pairs(agent_match *match, int count, test_random *random)
{
    const test_world *world = match->world;
    if (world->open_count > 50) {
        match_run_sample(match, count, ENOUGH, random);
        return;
    }
    for (int i = 0; i < world->open_count; i++)
        for (int j = 0; j < world->open_count; j++)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                match_run(match, world->open[i], world->open[j], ENOUGH);
}

/* ---- LRTA* ---- */

static void check_lrta(test_world *world, void *context)
{
    agent_match match;
    agent_setting setting = default_setting;
    setting.algorithm = CAIRN_LRTA;
    match_create(&match, world, &setting, &nothing);
    match_run_pairs(&match, 100, context);
    match_destroy(&match);
}

static void lrta_equals_reference(void **state)
{
    (void)state;
    test_random random = {50};
    test_for_worlds(30, 8, 51, check_lrta, &random);
}

static void check_lookahead(test_world *world, void *context)
{
    static const uint32_t depths[] = {14, 15, 20, 23, 24, 28, 30, 34, 42, 50, 100};
    test_random *random = context;
    agent_match match;
    agent_setting setting = default_setting;
    setting.algorithm = CAIRN_LRTA;
    for (size_t i = 0; i < COUNT(depths); i++) {
        setting.g_max = depths[i];
        match_create(&match, world, &setting, &nothing);
        match_run_sample(&match, 5, 120, random);
        match_destroy(&match);
    }
}

static void lrta_with_lookahead_equals_reference(void **state)
{
    (void)state;
    test_random random = {52};
    test_for_worlds(25, 14, 53, check_lookahead, &random);
}

/* To the end, on maps small enough for it. */
static void check_lookahead_arrives(const test_world *world, uint32_t g_max, test_random *random)
{
    agent_match match;
    agent_setting setting = default_setting;
    setting.algorithm = CAIRN_LRTA;
    setting.g_max = g_max;
    match_create(&match, world, &setting, &nothing);
    match_run_pairs(&match, 0, random);
    match_destroy(&match);
}

static void lrta_with_lookahead_arrives(void **state)
{
    (void)state;
    static const uint32_t depths[] = {20, 24, 28, 30, 42, 50};
    test_random random = {54};
    test_world world;
    for (size_t i = 0; i < COUNT(depths); i++) {
        /* The least map on which ignoring the values learned inside the look-ahead never ends. */
        test_world_create_of_text(&world, 3, 3, "....@..@.", CAIRN_CORNERS_STRICT);
        check_lookahead_arrives(&world, depths[i], &random);
        test_world_destroy(&world);
    }
    for (int i = 0; i < 60; i++) {
        int width = 2 + test_draw_below(&random, 6), height = 2 + test_draw_below(&random, 6);
        test_world_create_random(&world, width, height, 35, (cairn_corners)(i % 2), &random);
        check_lookahead_arrives(&world, depths[(size_t)i / 2 % COUNT(depths)], &random);
        test_world_destroy(&world);
    }
}

/* ---- kNN LRTA* ---- */

/* Draws the parameters that a caller may choose. */
static agent_setting draw_setting(uint32_t enhancements, test_random *random)
{
    static const uint32_t candidates[] = {1, 2, 5, 10}, cutoffs[] = {1, 2, 4, 9, 250};
    static const uint32_t quotas[] = {3, 10, 15, 30};
    agent_setting setting = default_setting;
    setting.enhancements = enhancements;
    setting.candidates = candidates[test_draw_below(random, COUNT(candidates))];
    setting.cutoff = cutoffs[test_draw_below(random, COUNT(cutoffs))];
    setting.quota_tenths = quotas[test_draw_below(random, COUNT(quotas))];
    return setting;
}

static void check_enhancements(test_world *world, void *context)
{
    static const uint32_t sizes[] = {1, 4, 12, 40};
    test_random *random = context;
    test_database database;
    uint32_t records = sizes[test_draw_below(random, COUNT(sizes))];
    if (!test_database_create(&database, world, records, test_draw(random)))
        return;
    agent_choice choice = choose_records(&database);
    for (uint32_t enhancements = 0; enhancements <= CAIRN_ENHANCE_ALL; enhancements++) {
        agent_match match;
        agent_setting setting = draw_setting(enhancements, random);
        match_create(&match, world, &setting, &choice);
        match_run_sample(&match, 8, 400, random);
        match_destroy(&match);
    }
    test_database_destroy(&database);
}

static void knn_equals_reference_in_all_combinations(void **state)
{
    (void)state;
    test_random random = {55};
    test_for_worlds(25, 14, 56, check_enhancements, &random);
}

/* Theorem 7: all pairs, each to the end, with databases of several sizes. */
static void check_arrival(test_world *world, void *context)
{
    static const uint32_t sizes[] = {0, 1, 6, 30};
    test_random *random = context;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        test_database database;
        if (!test_database_create(&database, world, sizes[i], test_draw(random))) {
            assert_true(sizes[i] > 0);
            return;
        }
        agent_choice choice = choose_records(&database);
        for (int drawn = 0; drawn < 2; drawn++) {
            agent_match match;
            agent_setting setting = draw_setting((uint32_t)test_draw_below(random, 64), random);
            match_create(&match, world, drawn == 0 ? &default_setting : &setting, &choice);
            match_run_pairs(&match, 40, random);
            match_destroy(&match);
        }
        test_database_destroy(&database);
    }
}

static void theorem_7_holds(void **state)
{
    (void)state;
    test_random random = {57};
    test_for_worlds(30, 8, 58, check_arrival, &random);
}

static void knn_with_lookahead_equals_reference(void **state)
{
    (void)state;
    test_random random = {59};
    for (int i = 0; i < 20; i++) {
        test_world world;
        test_database database;
        test_world_create_random(&world, 12, 9, 25, (cairn_corners)(i % 2), &random);
        if (test_database_create(&database, &world, 15, (uint64_t)i)) {
            agent_match match;
            agent_setting setting = draw_setting(CAIRN_ENHANCE_ALL, &random);
            agent_choice choice = choose_records(&database);
            setting.g_max = 20 + (uint32_t)test_draw_below(&random, 30);
            match_create(&match, &world, &setting, &choice);
            match_run_sample(&match, 15, 200, &random);
            match_destroy(&match);
            test_database_destroy(&database);
        }
        test_world_destroy(&world);
    }
}

static void check_scene(const test_world *world, uint32_t records, test_random *random)
{
    test_database database;
    assert_true(test_database_create(&database, world, records, test_draw(random)));
    agent_choice choice = choose_records(&database);
    for (int i = 0; i < 6; i++) {
        agent_match match;
        agent_setting setting = draw_setting((uint32_t)test_draw_below(random, 64), random);
        if (i < 3)
            setting = default_setting;
        match_create(&match, world, &setting, &choice);
        match_run_sample(&match, 5, 600, random);
        match_destroy(&match);
    }
    test_database_destroy(&database);
}

static void knn_equals_reference_in_scenes(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {20, 100, 500};
    test_random random = {60};
    test_world world;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (int corners = 0; corners < 2; corners++) {
            test_world_create_scene(&world, (cairn_scene_kind)kind, 100, 100,
                                    (cairn_corners)corners);
            check_scene(&world, sizes[(kind + (uint32_t)corners) % 3], &random);
            test_world_destroy(&world);
        }
}

/* ---- fragments (section 6.2, end) ---- */

static void check_fragments(test_world *world, void *context)
{
    test_random *random = context;
    test_database database;
    test_fragments all;
    cairn_fragments *fragments;
    cairn_db_def def = {.size = sizeof def};
    if (!test_database_create(&database, world, 9, test_draw(random)))
        return;
    test_fragments_create(&all, &database);
    assert_int_equal(cairn_fragments_create(database.db, &def, &fragments), CAIRN_OK);
    assert_int_equal(cairn_fragments_get_count(fragments), all.ref.count);
    agent_choice choice = {database.db, fragments, &all.ref};
    for (int i = 0; i < 6; i++) {
        agent_match match;
        agent_setting setting = draw_setting((uint32_t)test_draw_below(random, 64), random);
        if (i == 0)
            setting = default_setting;
        match_create(&match, world, &setting, &choice);
        match_run_sample(&match, 20, i == 0 ? ENOUGH : 400, random);
        match_destroy(&match);
    }
    cairn_fragments_destroy(fragments);
    test_fragments_destroy(&all);
    test_database_destroy(&database);
}

static void fragments_equal_reference(void **state)
{
    (void)state;
    test_random random = {61};
    test_for_worlds(30, 14, 62, check_fragments, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lrta_equals_reference),
        cmocka_unit_test(lrta_with_lookahead_equals_reference),
        cmocka_unit_test(lrta_with_lookahead_arrives),
        cmocka_unit_test(knn_equals_reference_in_all_combinations),
        cmocka_unit_test(theorem_7_holds),
        cmocka_unit_test(knn_with_lookahead_equals_reference),
        cmocka_unit_test(knn_equals_reference_in_scenes),
        cmocka_unit_test(fragments_equal_reference),
    };
    return cmocka_run_group_tests_name("agent", tests, NULL, NULL);
}
