/* kit.h: a map with a database of every kind, for tests that look at agents of all algorithms. */
#ifndef CAIRN_TEST_KIT_H
#define CAIRN_TEST_KIT_H

#include "image.h"

#include <string.h>

/* Databases: one of each kind, and one of kind knn with a net of regions to fall back on. */
enum {
    KIT_KNN,
    KIT_DLRTA,
    KIT_REGIONS,
    KIT_LABELS,
    KIT_FALLBACK,
    KIT_DBA,
    KIT_HCDPS,
    KIT_DATABASES
};

typedef struct kit {
    test_world world;
    test_image images[KIT_DATABASES];
    cairn_db *dbs[KIT_DATABASES];
} kit;

/* All algorithms there are. */
#define KIT_ALGORITHM(name, word, number) number,
static const cairn_algorithm kit_algorithms[] = {CAIRN_ALGORITHM_LIST(KIT_ALGORITHM)};
#undef KIT_ALGORITHM

enum { KIT_ALGORITHMS = sizeof kit_algorithms / sizeof kit_algorithms[0] };

/* A trap that LRTA* must learn its way out of: from (1, 4) to (8, 4). */
static const char kit_trap[] = "........."
                               "......@.."
                               "......@.."
                               "......@.."
                               "......@.."
                               "@@@@@@@.."
                               ".........";
static const cairn_cell kit_start = 4 << 16 | 1, kit_goal = 4 << 16 | 8;

/* Databases of a world that is there; knn has `records` records. */
static inline void kit_build(kit *self, uint32_t records)
{
    static const cairn_kind kinds[KIT_DATABASES] = {
        CAIRN_DB_KNN, CAIRN_DB_DLRTA, CAIRN_DB_REGIONS, CAIRN_DB_LABELS,
        CAIRN_DB_KNN, CAIRN_DB_DBA,   CAIRN_DB_HCDPS};
    for (int i = 0; i < KIT_DATABASES; i++) {
        test_plan plan = test_plan_make(kinds[i]);
        plan.map = self->world.map;
        plan.records = records;
        plan.level = 4;
        plan.sector = 0;
        plan.fallback = i == KIT_FALLBACK;
        test_image_build(&self->images[i], &plan);
        assert_int_equal(test_image_open(&self->images[i], &self->dbs[i]), CAIRN_OK);
    }
}

static inline void kit_create(kit *self, int width, int height, const char *text, uint32_t records)
{
    test_world_create_of_text(&self->world, width, height, text, CAIRN_CORNERS_STRICT);
    kit_build(self, records);
}

static inline void kit_create_trap(kit *self, uint32_t records)
{
    kit_create(self, 9, 7, kit_trap, records);
}

static inline void kit_destroy(kit *self)
{
    for (int i = 0; i < KIT_DATABASES; i++) {
        cairn_db_close(self->dbs[i]);
        test_image_destroy(&self->images[i]);
    }
    test_world_destroy(&self->world);
}

/* True if the option is for the algorithm. */
static inline bool kit_takes(cairn_algorithm algorithm, uint32_t option)
{
    cairn_option_info info = {.size = sizeof info};
    for (uint32_t i = 0; cairn_option_get_info(i, &info) == CAIRN_OK; i++)
        if (info.option == option)
            return (info.scope & CAIRN_FOR_ALGORITHM(algorithm)) != 0;
    return false;
}

/* Sets an option if the plan's algorithm takes it. */
static inline void kit_set(test_agent_plan *plan, uint32_t option, uint64_t value)
{
    if (kit_takes(plan->def.algorithm, option))
        test_agent_plan_set(plan, option, value);
}

/* The database of the kind that an algorithm needs; null if it needs none. */
static inline const cairn_db *kit_get_db(const kit *self, cairn_algorithm algorithm)
{
    return algorithm == CAIRN_KNN       ? self->dbs[KIT_KNN]
           : algorithm == CAIRN_DLRTA   ? self->dbs[KIT_DLRTA]
           : algorithm == CAIRN_REGIONS ? self->dbs[KIT_REGIONS]
           : algorithm == CAIRN_LABELS  ? self->dbs[KIT_LABELS]
           : algorithm == CAIRN_DBA     ? self->dbs[KIT_DBA]
           : algorithm == CAIRN_HCDPS   ? self->dbs[KIT_HCDPS]
                                        : NULL;
}

static inline test_agent_plan kit_plan(const kit *self, cairn_algorithm algorithm)
{
    return test_plan_agent(self->world.map, kit_get_db(self, algorithm), algorithm);
}

static inline cairn_agent *kit_create_agent(const test_agent_plan *plan)
{
    cairn_agent *agent = NULL;
    assert_int_equal(test_agent_create(plan, &agent), CAIRN_OK);
    return agent;
}

/* All that makes an agent refuses it, says why and touches nothing. */
static inline void kit_check_refused(test_agent_plan plan, cairn_status expected,
                                     const char *sentence)
{
    static max_align_t memory[4096];
    cairn_agent *const before = (cairn_agent *)(void *)memory;
    for (int i = 0; i < 3; i++) {
        cairn_agent *agent = before;
        cairn_detail detail = {0};
        size_t bytes = 77;
        plan.def.detail = &detail;
        cairn_status status = i == 0   ? test_agent_create(&plan, &agent)
                              : i == 1 ? test_agent_get_size(&plan, &bytes)
                                       : test_agent_create_in(&plan, memory, sizeof memory, &agent);
        assert_int_equal(status, expected);
        if (strstr(detail.text, sentence) == NULL)
            fail_msg("\"%s\" instead of \"%s\"", detail.text, sentence);
        assert_true(agent == before && bytes == 77);
    }
    plan.def.detail = NULL;
    size_t bytes;
    assert_int_equal(test_agent_get_size(&plan, &bytes), expected);
}

/* One step, whose units are the sum of its figures. */
static inline cairn_status kit_step(cairn_agent *agent, cairn_step *step)
{
    cairn_status status = cairn_agent_step(agent, step);
    cairn_work work = test_agent_get_plan(agent).work;
    assert_true(test_work_get_units(&work) == step->units);
    return status;
}

/* Steps until the agent arrives or a step fails; returns the last status. */
static inline cairn_status kit_walk(cairn_agent *agent, cairn_step *step)
{
    cairn_status status = CAIRN_OK;
    *step = (cairn_step){.kind = CAIRN_STEP_MOVED};
    for (int i = 0; status == CAIRN_OK && step->kind != CAIRN_STEP_ARRIVED; i++) {
        assert_true(i < 2000);
        status = kit_step(agent, step);
    }
    return status;
}

/* Problems drawn at random, each walked to its end. */
static inline void kit_walk_sample(cairn_agent *agent, const test_world *world, int count,
                                   uint64_t seed)
{
    test_random random = {seed};
    for (int i = 0; i < count; i++) {
        cairn_step step;
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, from),
                                           test_world_get_cell(world, to)),
                         CAIRN_OK);
        assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
    }
}

#endif
