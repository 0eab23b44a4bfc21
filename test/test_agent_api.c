/* test_agent_api.c (api): an agent's border: definitions, what is refused and the sentence that
 * says why, the bytes of an agent, and the caller's memory. */
#include "kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "db/kind_labels.h"
#include "route/bend_walk.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int create_kit(void **state)
{
    static kit self;
    kit_create_trap(&self, 10);
    *state = &self;
    return 0;
}

static int destroy_kit(void **state)
{
    kit_destroy(*state);
    return 0;
}

/* ---- names ---- */

static void algorithms_have_names(void **state)
{
    (void)state;
    cairn_algorithm found = 77;
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        const char *name = cairn_algorithm_get_name(kit_algorithms[i]);
        assert_non_null(name);
        assert_int_equal(cairn_algorithm_find(name, &found), CAIRN_OK);
        assert_int_equal(found, kit_algorithms[i]);
    }
    found = 77;
    assert_null(cairn_algorithm_get_name(99));
    assert_null(cairn_algorithm_get_name(CAIRN_ALGORITHM_AUTO));
    assert_int_equal(cairn_algorithm_find("none", &found), CAIRN_ARGUMENT);
    assert_int_equal(cairn_algorithm_find("", &found), CAIRN_ARGUMENT);
    assert_int_equal(cairn_algorithm_find(NULL, &found), CAIRN_ARGUMENT);
    assert_int_equal(cairn_algorithm_find("knn", NULL), CAIRN_ARGUMENT);
    assert_int_equal(found, 77);
}

/* ---- refusals ---- */

static void wrong_numbers_are_refused(void **state)
{
    const kit *self = *state;
    test_agent_plan plan = kit_plan(self, 99);
    kit_check_refused(plan, CAIRN_ARGUMENT, "there is no algorithm number 99");
    plan = kit_plan(self, CAIRN_LRTA);
    plan.map = NULL;
    kit_check_refused(plan, CAIRN_ARGUMENT, "there is no map");
    plan = kit_plan(self, CAIRN_LRTA);
    plan.def.max_work = CAIRN_MIN_WORK - 1;
    kit_check_refused(plan, CAIRN_ARGUMENT, "max_work is below 1024");
    plan.def.max_work = 1;
    kit_check_refused(plan, CAIRN_ARGUMENT, "max_work is below 1024");
    plan.def.max_work = CAIRN_MIN_WORK;
    cairn_agent_destroy(kit_create_agent(&plan));
    plan.def.busy = CAIRN_BUSY_MOVE + 1;
    kit_check_refused(plan, CAIRN_ARGUMENT, "busy");
    plan.def.busy = CAIRN_BUSY_MOVE;
    plan.def.goal_policy = CAIRN_GOAL_NEAREST + 1;
    kit_check_refused(plan, CAIRN_ARGUMENT, "goal_policy");
    plan.def.goal_policy = CAIRN_GOAL_NEAREST;
    cairn_agent_destroy(kit_create_agent(&plan));
}

/* A caller of an older or of a newer header has a definition of another size. */
static void definitions_of_other_sizes(void **state)
{
    const kit *self = *state;
    struct {
        cairn_agent_def def;
        uint64_t later; /* a field of a later version */
    } larger = {.def = {.size = sizeof larger, .algorithm = CAIRN_LRTA}};
    cairn_agent_def def = {.algorithm = CAIRN_LRTA};
    cairn_agent *agent = NULL;
    const cairn_map *map = self->world.map;
    assert_int_equal(cairn_agent_create(map, NULL, &def, &agent), CAIRN_NOT_SIZED);
    def.size = 4;
    assert_int_equal(cairn_agent_create(map, NULL, &def, &agent), CAIRN_NOT_SIZED);
    def.size = offsetof(cairn_agent_def, option_count);
    def.option_count = 5; /* it does not belong to the definition */
    assert_int_equal(cairn_agent_create(map, NULL, &def, &agent), CAIRN_OK);
    cairn_agent_destroy(agent);
    assert_int_equal(cairn_agent_create(map, NULL, &larger.def, &agent), CAIRN_OK);
    cairn_agent_destroy(agent);
    agent = NULL;
    larger.later = 1;
    assert_int_equal(cairn_agent_create(map, NULL, &larger.def, &agent), CAIRN_VERSION);
    assert_null(agent);
}

static void check_missing_database(const kit *self, cairn_algorithm algorithm, const char *word)
{
    char sentence[160];
    test_agent_plan plan = kit_plan(self, algorithm);
    plan.db = NULL;
    (void)snprintf(sentence, sizeof sentence, "algorithm %s needs a database: build one of kind %s",
                   word, word);
    kit_check_refused(plan, CAIRN_KIND, sentence);
    for (int i = 0; i < KIT_DATABASES; i++) {
        cairn_kind kind = test_get_db_info(self->dbs[i]).kind;
        plan.db = self->dbs[i];
        if (strcmp(cairn_kind_get_name(kind), word) == 0 ||
            (algorithm == CAIRN_REGIONS && i == KIT_FALLBACK)) {
            cairn_agent_destroy(kit_create_agent(&plan));
            continue;
        }
        (void)snprintf(sentence, sizeof sentence,
                       "algorithm %s needs a database of kind %s, and this one is of kind %s", word,
                       word, cairn_kind_get_name(kind));
        kit_check_refused(plan, CAIRN_KIND, sentence);
    }
}

/* Regions walks by any net of regions; nobody gets LRTA* who did not ask for it. */
static void databases_that_are_missing_or_unsuited_are_refused(void **state)
{
    const kit *self = *state;
    test_agent_plan plan = kit_plan(self, CAIRN_ALGORITHM_AUTO);
    kit_check_refused(plan, CAIRN_KIND,
                      "there is no database: build one, or choose an algorithm that "
                      "needs none, such as lrta");
    check_missing_database(self, CAIRN_KNN, "knn");
    check_missing_database(self, CAIRN_DLRTA, "dlrta");
    check_missing_database(self, CAIRN_REGIONS, "regions");
    check_missing_database(self, CAIRN_LABELS, "labels");
    for (int i = 0; i < KIT_DATABASES; i++) { /* it needs none, and may have any */
        plan = kit_plan(self, CAIRN_LRTA);
        plan.db = self->dbs[i];
        cairn_agent_destroy(kit_create_agent(&plan));
    }
}

static void check_mismatch(const test_world *world, const test_world *other)
{
    test_database database;
    assert_true(test_database_create(&database, other, 5, 1));
    test_agent_plan plan = test_plan_agent(world->map, database.db, CAIRN_KNN);
    kit_check_refused(plan, CAIRN_MISMATCH, "the database was made for");
    plan.def.algorithm = CAIRN_ALGORITHM_AUTO;
    kit_check_refused(plan, CAIRN_MISMATCH, "the database was made for");
    plan.map = other->map;
    cairn_agent_destroy(kit_create_agent(&plan));
    test_database_destroy(&database);
}

static void database_of_another_map_is_refused(void **state)
{
    (void)state;
    test_world world, other;
    test_world_create_of_text(&world, 4, 3, "....@.......", CAIRN_CORNERS_STRICT);
    test_world_create_of_text(&other, 4, 3, "............", CAIRN_CORNERS_STRICT);
    check_mismatch(&world, &other);
    test_world_destroy(&other);
    test_world_create_of_text(&other, 4, 3, "....@.......", CAIRN_CORNERS_FREE);
    check_mismatch(&world, &other);
    test_world_destroy(&other);
    test_world_create_of_text(&other, 3, 4, "....@.......", CAIRN_CORNERS_STRICT);
    check_mismatch(&world, &other);
    test_world_destroy(&other);
    test_world_destroy(&world);
}

static void fragments_are_of_the_agents_own_database(void **state)
{
    const kit *self = *state;
    cairn_fragments *fragments;
    assert_int_equal(cairn_fragments_create(self->dbs[KIT_KNN], NULL, &fragments), CAIRN_OK);
    test_agent_plan plan = kit_plan(self, CAIRN_KNN);
    plan.def.fragments = fragments;
    cairn_agent_destroy(kit_create_agent(&plan));
    plan.db = self->dbs[KIT_FALLBACK];
    kit_check_refused(plan, CAIRN_ARGUMENT,
                      "fragments are for algorithm knn, and of its own database");
    plan.db = self->dbs[KIT_KNN];
    plan.def.algorithm = CAIRN_LRTA;
    kit_check_refused(plan, CAIRN_ARGUMENT,
                      "fragments are for algorithm knn, and of its own database");
    cairn_fragments_destroy(fragments);
    cairn_fragments_destroy(NULL);
}

static void landmarks_are_of_the_agents_map(void **state)
{
    const kit *self = *state;
    test_world other;
    cairn_landmarks *landmarks, *others;
    test_world_create_of_text(&other, 9, 1, ".........", CAIRN_CORNERS_STRICT);
    assert_int_equal(cairn_landmarks_create(self->world.map, NULL, &landmarks), CAIRN_OK);
    assert_int_equal(cairn_landmarks_create(other.map, NULL, &others), CAIRN_OK);
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        test_agent_plan plan = kit_plan(self, kit_algorithms[i]);
        plan.def.landmarks = landmarks;
        if (kit_algorithms[i] == CAIRN_KNN) {
            kit_check_refused(plan, CAIRN_ARGUMENT, "takes no landmarks");
            continue;
        }
        cairn_agent_destroy(kit_create_agent(&plan));
        plan.def.landmarks = others;
        kit_check_refused(plan, CAIRN_MISMATCH, "landmarks");
    }
    test_agent_plan plan = kit_plan(self, CAIRN_ASTAR);
    plan.def.landmarks = landmarks;
    test_agent_plan_set(&plan, CAIRN_OPTION_COSTS, CAIRN_COSTS_SQRT2);
    kit_check_refused(plan, CAIRN_ARGUMENT, "landmarks");
    cairn_landmarks_destroy(landmarks);
    cairn_landmarks_destroy(others);
    test_world_destroy(&other);
}

static void wrong_calls_are_refused(void **state)
{
    const kit *self = *state;
    cairn_step step;
    cairn_work work;
    test_agent_plan plan = kit_plan(self, CAIRN_KNN);
    assert_int_equal(test_agent_create(&plan, NULL), CAIRN_ARGUMENT);
    cairn_agent *agent = kit_create_agent(&plan);
    assert_int_equal(test_agent_get_plan(agent).record, CAIRN_NO_RECORD_ID);
    assert_int_equal(cairn_agent_start(NULL, kit_start, kit_goal), CAIRN_ARGUMENT);
    assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
    assert_int_equal(cairn_agent_step(NULL, &step), CAIRN_ARGUMENT);
    assert_int_equal(cairn_agent_step(agent, NULL), CAIRN_ARGUMENT);
    assert_true(cairn_agent_get_cell(agent) == kit_start);
    cairn_agent_plan unset = {0}, sized = {.size = sizeof sized};
    assert_int_equal(cairn_agent_get_plan(NULL, &sized), CAIRN_ARGUMENT);
    assert_int_equal(cairn_agent_get_plan(agent, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_agent_get_plan(agent, &unset), CAIRN_NOT_SIZED);
    work = test_agent_get_plan(agent).work;
    assert_int_equal(test_work_get_units(&work), 0);
    cairn_agent_destroy(agent);
}

/* ---- bytes ---- */

/* What get_size() says is what the agent holds, and what it is got with. */
static void sizes_are_the_bytes_held(void **state)
{
    const kit *self = *state;
    for (int i = 0; i < KIT_ALGORITHMS; i++)
        for (int stop = 0; stop < 2; stop++) {
            size_t bytes = 0;
            test_agent_plan plan = kit_plan(self, kit_algorithms[i]);
            kit_set(&plan, CAIRN_OPTION_NO_GROWTH, (uint64_t)stop);
            assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
            cairn_agent *agent = kit_create_agent(&plan);
            assert_int_equal(test_agent_get_stats(agent).memory_bytes, bytes);
            cairn_agent_destroy(agent);
        }
    size_t bytes = 0;
    test_agent_plan plan = kit_plan(self, CAIRN_LRTA);
    assert_int_equal(test_agent_get_size(&plan, NULL), CAIRN_ARGUMENT);
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1 << 30);
    if (test_agent_get_size(&plan, &bytes) == CAIRN_OK) /* no sum wraps, in 32 bits either */
        assert_true(bytes / sizeof(uint32_t) > 1 << 30);
}

/* An agent of kind labels: 512 bytes at most beside its room to search. Those of kinds regions and
 * labels make room to learn in only if they may not do so later. */
static void agents_by_labels_are_small(void **state)
{
    const kit *self = *state;
    size_t bytes = 0, with_room = 0;
    test_agent_plan plan = kit_plan(self, CAIRN_LABELS);
    uint32_t nodes = cairn__db_get_labels(plan.db)->nodes;
    assert_true(nodes > 0);
    assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
    assert_true(bytes <=
                640 + sizeof(cairn__bend_walk) + cairn__bend_desk_get_bytes(plan.map, nodes));
    static const cairn_algorithm lazy[] = {CAIRN_LABELS, CAIRN_REGIONS};
    for (size_t i = 0; i < COUNT(lazy); i++) {
        plan = kit_plan(self, lazy[i]);
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1000);
        assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
        test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, 1);
        assert_int_equal(test_agent_get_size(&plan, &with_room), CAIRN_OK);
        assert_true(bytes < 8000 && with_room > bytes + 1000 * sizeof(uint32_t));
    }
}

static void failed_creation_leaves_nothing(void **state)
{
    const kit *self = *state;
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        cairn_status status = CAIRN_MEMORY;
        for (size_t n = 1; status != CAIRN_OK; n++) {
            test_counter counter = {.fail_at = n};
            cairn_allocator allocator = test_counter_get_allocator(&counter);
            cairn_detail detail = {0};
            test_agent_plan plan = kit_plan(self, kit_algorithms[i]);
            plan.def.allocator = &allocator;
            plan.def.detail = &detail;
            cairn_agent *agent = NULL;
            status = test_agent_create(&plan, &agent);
            assert_true(status == CAIRN_OK || status == CAIRN_MEMORY);
            assert_string_equal(detail.text, status == CAIRN_OK ? "" : "out of memory");
            assert_int_equal(agent == NULL, status == CAIRN_MEMORY);
            cairn_agent_destroy(agent);
            size_t failed = counter.allocations >= n;
            assert_int_equal(counter.allocations, counter.releases + failed);
            assert_true(n < 100);
        }
    }
}

/* ---- the caller's memory ---- */

static void check_too_small(const test_agent_plan *plan, void *memory, size_t bytes)
{
    char sentence[160];
    cairn_detail detail = {0};
    cairn_agent *agent = NULL;
    test_agent_plan told = *plan;
    told.def.detail = &detail;
    assert_int_equal(test_agent_create_in(&told, memory, bytes - 1, &agent), CAIRN_CAPACITY);
    (void)snprintf(sentence, sizeof sentence, "the agent needs %zu bytes", bytes);
    assert_string_equal(detail.text, sentence);
    assert_int_equal(test_agent_create_in(&told, memory, 0, &agent), CAIRN_CAPACITY);
    assert_int_equal(test_agent_create_in(&told, NULL, bytes, &agent), CAIRN_ARGUMENT);
    assert_int_equal(test_agent_create_in(&told, (char *)memory + 4, bytes, &agent),
                     CAIRN_ARGUMENT);
    assert_int_equal(test_agent_create_in(&told, memory, bytes, NULL), CAIRN_ARGUMENT);
    assert_null(agent);
}

static void check_create_in(const test_agent_plan *plan, const test_world *world)
{
    size_t bytes;
    cairn_agent *agent;
    cairn_step step;
    assert_int_equal(test_agent_get_size(plan, &bytes), CAIRN_OK);
    void *memory = malloc(bytes); /* just so much, for a sanitizer to watch */
    assert_non_null(memory);
    memset(memory, 0xa5, bytes); /* nothing is known of what is in it */
    check_too_small(plan, memory, bytes);
    assert_int_equal(test_agent_create_in(plan, memory, bytes, &agent), CAIRN_OK);
    assert_true((void *)agent == memory);
    assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
    assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
    kit_walk_sample(agent, world, 30, 74);
    cairn_agent_destroy(agent);
    free(memory);
}

static void agent_lives_in_the_callers_memory(void **state)
{
    const kit *self = *state;
    for (int i = 0; i < KIT_ALGORITHMS; i++)
        for (uint32_t g_max = 14; g_max <= 24; g_max += 10) {
            test_counter counter = {0};
            cairn_allocator allocator = test_counter_get_allocator(&counter);
            test_agent_plan plan = kit_plan(self, kit_algorithms[i]);
            plan.def.allocator = &allocator;
            kit_set(&plan, CAIRN_OPTION_G_MAX, g_max);
            kit_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1000);
            kit_set(&plan, CAIRN_OPTION_NO_GROWTH, 1);
            check_create_in(&plan, &self->world);
            kit_set(&plan, CAIRN_OPTION_WITHOUT, CAIRN_ENHANCE_ALL);
            check_create_in(&plan, &self->world);
            assert_int_equal(counter.allocations, 0);
        }
    for (int i = 0; i < KIT_ALGORITHMS; i++) { /* growing, the allocator is asked */
        test_counter counter = {0};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        test_agent_plan plan = kit_plan(self, kit_algorithms[i]);
        plan.def.allocator = &allocator;
        kit_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1);
        check_create_in(&plan, &self->world);
        assert_int_equal(counter.allocations, counter.releases);
        assert_true(kit_algorithms[i] != CAIRN_LRTA || counter.allocations > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algorithms_have_names),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(definitions_of_other_sizes),
        cmocka_unit_test(databases_that_are_missing_or_unsuited_are_refused),
        cmocka_unit_test(database_of_another_map_is_refused),
        cmocka_unit_test(fragments_are_of_the_agents_own_database),
        cmocka_unit_test(landmarks_are_of_the_agents_map),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(sizes_are_the_bytes_held),
        cmocka_unit_test(agents_by_labels_are_small),
        cmocka_unit_test(failed_creation_leaves_nothing),
        cmocka_unit_test(agent_lives_in_the_callers_memory),
    };
    return cmocka_run_group_tests_name("agent api", tests, create_kit, destroy_kit);
}
