/* test_regions_crafted.c (property): nets of regions written by hand. Whatever a net says, a step
 * ends, an agent arrives, and all that was gone through is counted; where a net fails LRTA* takes
 * over, with memory that is got only then. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "db/db_internal.h"

/* A square with a wall down its middle; the way round it is the lowest row. The net's index has
 * four parts, and the walk is from the first to the second. */
enum { SIDE = 40, WALL = 20 };

static const cairn__xy start = {.x = 5, .y = 5}, goal = {.x = 38, .y = 5};

static void create_world(test_world *world)
{
    static unsigned char cells[SIDE * SIDE];
    memset(cells, 1, sizeof cells);
    for (int y = 0; y + 1 < SIDE; y++)
        cells[y * SIDE + WALL] = 0;
    test_world_create(world, SIDE, SIDE, cells, CAIRN_CORNERS_STRICT);
}

/* A database of kind regions, and its net, whose parts are to be filled in. */
typedef struct crafted {
    test_image image;
    cairn__region_net net;
} crafted;

static void set(const uint32_t *at, uint32_t value)
{
    *(uint32_t *)(uintptr_t)at = value;
}

static void set_cell(const cairn__xy *at, cairn__xy cell)
{
    *(cairn__xy *)(uintptr_t)at = cell;
}

static void set_number(const cairn__region_net *net, uint32_t index, uint32_t value)
{
    if (net->header.regions > CAIRN__NET_MOST_TABLE)
        ((uint32_t *)(uintptr_t)net->neighbours)[index] = value;
    else
        ((uint16_t *)(uintptr_t)net->neighbours)[index] = (uint16_t)value;
}

static void frame(crafted *self, const test_world *world, const cairn__net_header *header)
{
    cairn_map_info info = test_get_map_info(world->map);
    uint64_t bytes = cairn__net_get_bytes(header);
    uint32_t offset = cairn__db_get_header_bytes(1), size[2] = {SIDE, SIDE};
    self->image.count = (size_t)cairn__db_align(offset + bytes);
    self->image.bytes = calloc(1, self->image.count);
    assert_non_null(self->image.bytes);
    cairn__db_header *file = test_image_get_header(&self->image);
    *file = (cairn__db_header){
        .magic = CAIRN__DB_MAGIC,
        .format_version = CAIRN_DB_FORMAT_VERSION,
        .kind = CAIRN_DB_REGIONS,
        .file_bytes = self->image.count,
        .header_bytes = offset,
        .sections = 1,
        .map_fingerprint = info.fingerprint,
        .width = SIDE,
        .height = SIDE,
    };
    *(cairn__db_section *)(void *)(file + 1) = (cairn__db_section){.tag = "NETS",
                                                                   .version = 1,
                                                                   .flags = CAIRN__SECTION_REQUIRED,
                                                                   .offset = offset,
                                                                   .bytes = bytes};
    memcpy(self->image.bytes + offset, header, sizeof *header);
    assert_true(cairn__net_open(self->image.bytes + offset, bytes, size, &self->net));
}

/* The first part of the map is in region 0, the second in another. */
static void set_index(const crafted *self, uint32_t goal_region)
{
    const uint32_t *nodes = self->net.nodes;
    set(&nodes[0], 1 << 2 | CAIRN__NODE_SPLIT);
    set(&nodes[1], 0 << 2 | CAIRN__NODE_ONE);
    set(&nodes[2], goal_region << 2 | CAIRN__NODE_ONE);
}

/* ---- nets ---- */

/* Two regions name each other as the next one on every route, and the way between them leads to and
 * fro between the agent's own cell and one that it cannot climb to. */
static void craft_circle(crafted *self, const test_world *world)
{
    const uint32_t subgoals = 65535, regions = 64, goal_region = 2;
    const cairn__xy behind = {.x = 30, .y = 5};
    frame(self, world,
          &(cairn__net_header){.regions = regions,
                               .neighbours = 2,
                               .subgoals = subgoals,
                               .nodes = 5,
                               .runs = 2,
                               .cutoff = 250});
    const cairn__region_net *net = &self->net;
    set_index(self, goal_region);
    for (uint32_t i = 0; i < regions; i++) {
        set_cell(&net->seeds[i], start);
        set(&net->firsts[i + 1], i == 0 ? 1 : 2);
        set(&net->bases[i + 1], 1);
        set(&net->routes[i + 1], i == 0 ? 1 : 2);
    }
    set_number(net, 0, 1);
    set_number(net, 1, 0);
    set(&net->way_firsts[1], subgoals);
    for (uint32_t i = 0; i < subgoals; i++)
        set_cell(&net->subgoals[i], i % 2 == 0 ? behind : start);
}

/* The way to the other region leads over one subgoal. */
static void craft_way(crafted *self, const test_world *world, cairn__xy subgoal)
{
    frame(self, world,
          &(cairn__net_header){
              .regions = 2, .neighbours = 2, .subgoals = 1, .nodes = 5, .runs = 2, .cutoff = 250});
    const cairn__region_net *net = &self->net;
    set_index(self, 1);
    set_cell(&net->seeds[0], start);
    set_cell(&net->seeds[1], (cairn__xy){.x = 10, .y = SIDE - 1});
    for (uint32_t i = 0; i < 2; i++) {
        set(&net->firsts[i + 1], i + 1);
        set(&net->bases[i + 1], 1);
        set(&net->routes[i + 1], i + 1);
        set_number(net, i, 1 - i);
    }
    set(&net->way_firsts[1], 1);
    set_cell(&net->subgoals[0], subgoal);
}

/* A tree whose root has many neighbours: the one that leads on is the last that is looked at. */
static void craft_tree(crafted *self, const test_world *world, uint32_t leaves)
{
    const uint32_t last = leaves + 1, regions = leaves + 2, ways = leaves + 1;
    frame(self, world,
          &(cairn__net_header){.regions = regions,
                               .neighbours = 2 * ways,
                               .nodes = 5,
                               .cutoff = 250,
                               .flags = CAIRN__NET_TREE});
    const cairn__region_net *net = &self->net;
    set_index(self, last);
    uint32_t count = 0;
    for (uint32_t i = 0; i < regions; i++) { /* 0 to all but the last, and 1 to the last */
        set_cell(&net->seeds[i], start);
        set(&net->routes[i], i < 2 ? regions : i + 1);
        set(&net->firsts[i], count);
        set(&net->bases[i + 1], i == 0 ? leaves : ways);
        for (uint32_t j = 1; i == 0 && j <= leaves; j++)
            set_number(net, count++, j);
        if (i > 0)
            set_number(net, count++, i == last);
        if (i == 1)
            set_number(net, count++, last);
    }
    assert_int_equal(count, 2 * ways);
    set(&net->firsts[regions], count);
    set(&net->routes[regions], regions);
    set_cell(&net->seeds[1], (cairn__xy){.x = 10, .y = SIDE - 1});
    set_cell(&net->seeds[last], (cairn__xy){.x = 30, .y = SIDE - 1});
}

/* ---- walking ---- */

enum { MOST_CELLS = 100000 };

typedef struct walked {
    uint64_t most_units; /* of a step */
    uint64_t first;      /* units before the first move */
    cairn_agent_stats stats;
    int lacks; /* steps that found no memory */
    int count;
    cairn_cell cells[MOST_CELLS];
} walked;

/* A step that finds no memory moves nothing, and is tried again. */
static void count_lack(const cairn_agent *agent, cairn_status status, walked *found)
{
    cairn_cell last = found->count > 0 ? found->cells[found->count - 1] : cairn__pack(start);
    assert_int_equal(status, CAIRN_MEMORY);
    assert_true(cairn_agent_get_cell(agent) == last);
    assert_int_equal(test_agent_get_stats(agent).moves, found->count);
    assert_true(++found->lacks < 10);
}

static void count_step(const cairn_agent *agent, const cairn_step *step, walked *found)
{
    cairn_work work = test_agent_get_plan(agent).work;
    assert_int_equal(test_work_get_units(&work), step->units);
    if (step->units > found->most_units)
        found->most_units = step->units;
    found->first += found->count > 0 ? 0 : step->units;
    if (step->kind == CAIRN_STEP_WAITED)
        return;
    found->cells[found->count++] = step->cell;
}

static void walk_agent(cairn_agent *agent, walked *found)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    *found = (walked){0};
    assert_int_equal(cairn_agent_start(agent, cairn__pack(start), cairn__pack(goal)), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
        assert_true(i < MOST_CELLS);
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_OK)
            count_step(agent, &step, found);
        else
            count_lack(agent, status, found);
    }
    found->stats = test_agent_get_stats(agent);
}

/* Walks with an agent of a plan, whose map and database are set here. */
static void walk(crafted *self, const test_world *world, const test_agent_plan *plan, walked *found)
{
    cairn_db *db;
    cairn_agent *agent;
    test_agent_plan placed = *plan;
    test_image_repair(&self->image);
    assert_int_equal(test_image_open(&self->image, &db), CAIRN_OK);
    placed.map = world->map;
    placed.db = db;
    assert_int_equal(test_agent_create(&placed, &agent), CAIRN_OK);
    walk_agent(agent, found);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
}

static void walk_with_budget(crafted *self, const test_world *world, uint32_t budget, walked *found)
{
    test_agent_plan plan = test_plan_agent(NULL, NULL, CAIRN_REGIONS);
    plan.def.max_work = budget;
    walk(self, world, &plan, found);
    if (budget > 0)
        assert_true(found->most_units <= budget);
}

/* ---- bounds ---- */

/* What a step without a budget may spend, whatever the net says. */
#define MOST_STEP_UNITS 200000

/* A route that stays where it is. */
static void test_circle(void **state)
{
    static walked found;
    (void)state;
    test_world world;
    crafted self;
    create_world(&world);
    craft_circle(&self, &world);
    walk_with_budget(&self, &world, 0, &found);
    assert_true(found.most_units > 1000 && found.most_units < MOST_STEP_UNITS);
    assert_int_equal(found.stats.failures, 1);
    walk_with_budget(&self, &world, CAIRN_MIN_WORK, &found);
    assert_true(found.first < MOST_STEP_UNITS);
    assert_int_equal(found.stats.failures, 1);
    test_image_destroy(&self.image);
    test_world_destroy(&world);
}

static void check_neighbours(uint32_t leaves)
{
    static walked found;
    test_world world;
    crafted self;
    create_world(&world);
    craft_tree(&self, &world, leaves);
    for (uint32_t budget = 0; budget <= CAIRN_MIN_WORK; budget += CAIRN_MIN_WORK) {
        walk_with_budget(&self, &world, budget, &found);
        assert_true(found.first >= leaves && found.first < leaves + 1000);
        assert_int_equal(found.stats.failures, 0);
        assert_int_equal(found.stats.learned, 0);
    }
    test_image_destroy(&self.image);
    test_world_destroy(&world);
}

/* Numbers of regions have 2 bytes, or 4. */
static void test_neighbours(void **state)
{
    (void)state;
    check_neighbours(3000);
    check_neighbours(70000);
}

/* ---- LRTA* takes over ---- */

/* Nets that fail: by work without a move, by a subgoal in the wall, by a climb that is stuck. */
enum { CIRCLE, BLOCKED, STUCK, FAILURES };

static void craft_failure(crafted *self, const test_world *world, int failure)
{
    if (failure == CIRCLE)
        craft_circle(self, world);
    else
        craft_way(self, world, (cairn__xy){.x = failure == BLOCKED ? WALL : WALL + 5, .y = 5});
}

/* An agent has room for LRTA* at first if it may not grow, and else once a net has failed. */
static void test_leg_is_made_when_needed(void **state)
{
    static walked found;
    (void)state;
    test_world world;
    create_world(&world);
    for (int failure = 0; failure < FAILURES; failure++) {
        crafted self;
        craft_failure(&self, &world, failure);
        uint64_t bytes[2];
        for (uint32_t no_growth = 0; no_growth < 2; no_growth++) {
            test_counter counter = {0};
            cairn_allocator allocator = test_counter_get_allocator(&counter);
            test_agent_plan plan = test_plan_agent(NULL, NULL, CAIRN_REGIONS);
            plan.def.allocator = &allocator;
            test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, SIDE * SIDE);
            test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, no_growth);
            walk(&self, &world, &plan, &found);
            assert_int_equal(found.stats.failures, 1);
            assert_true(found.stats.learned > 0);
            assert_int_equal(counter.allocations, no_growth != 0 ? 1 : 2);
            assert_int_equal(counter.releases, counter.allocations);
            bytes[no_growth] = found.stats.memory_bytes;
        }
        assert_int_equal(bytes[0], bytes[1]);
        test_image_destroy(&self.image);
    }
    test_world_destroy(&world);
}

/* A step that finds no memory for LRTA* changes nothing: the walk is the same as without. */
static void test_lack_of_memory(void **state)
{
    static walked whole, faulty;
    (void)state;
    test_world world;
    create_world(&world);
    for (int failure = 0; failure < FAILURES; failure++) {
        crafted self;
        craft_failure(&self, &world, failure);
        walk_with_budget(&self, &world, 0, &whole);
        for (size_t fail_at = 2; fail_at < 5; fail_at++) { /* the first one is the agent */
            test_counter counter = {.fail_at = fail_at};
            cairn_allocator allocator = test_counter_get_allocator(&counter);
            test_agent_plan plan = test_plan_agent(NULL, NULL, CAIRN_REGIONS);
            plan.def.allocator = &allocator;
            walk(&self, &world, &plan, &faulty);
            assert_int_equal(faulty.lacks, 1);
            assert_int_equal(faulty.count, whole.count);
            assert_memory_equal(faulty.cells, whole.cells,
                                (size_t)whole.count * sizeof *whole.cells);
            assert_memory_equal(&faulty.stats, &whole.stats, sizeof whole.stats);
        }
        test_image_destroy(&self.image);
    }
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circle),
        cmocka_unit_test(test_neighbours),
        cmocka_unit_test(test_leg_is_made_when_needed),
        cmocka_unit_test(test_lack_of_memory),
    };
    return cmocka_run_group_tests_name("regions_crafted", tests, NULL, NULL);
}
