/* test_regions_crafted.c (property): nets of regions written by hand. Whatever a net says, a step
 * ends, an agent arrives, and all that was gone through is counted. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "db/db_internal.h"

/* A square with a wall down its middle; the way round it is the lowest row. The net's index has
 * four parts, and the walk is from the first to the second. */
enum { SIDE = 40, WALL = 20 };

static const cairn__xy start = {5, 5}, goal = {38, 5};

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

/* ---- walking ---- */

typedef struct walked {
    uint32_t most_units; /* of a step */
    uint64_t first;      /* units before the first move */
    uint32_t failures;
} walked;

static walked walk(crafted *self, const test_world *world, uint32_t budget)
{
    cairn_db *db;
    cairn_agent *agent;
    cairn_agent_def def = cairn_default_agent_def();
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    walked found = {0};
    bool moved = false;
    test_image_repair(&self->image);
    assert_int_equal(test_image_open(&self->image, &db), CAIRN_OK);
    def.map = world->map;
    def.db = db;
    def.algorithm = CAIRN_REGIONS;
    def.max_work_per_step = budget;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
    assert_int_equal(cairn_agent_start(agent, cairn__pack(start), cairn__pack(goal)), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
        assert_true(i < 100000);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        uint32_t units = cairn_work_get_units(&step.work);
        found.most_units = units > found.most_units ? units : found.most_units;
        found.first += moved ? 0 : units;
        moved = moved || step.kind == CAIRN_STEP_MOVED;
    }
    found.failures = cairn_agent_get_stats(agent).failures;
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    return found;
}

/* ---- a route that stays where it is ---- */

/* What a step without a budget may spend, whatever the net says. */
#define MOST_STEP_UNITS 200000

/* Two regions name each other as the next one on every route, and the way between them leads to and
 * fro between the agent's own cell and one that it cannot climb to. */
static void test_circle(void **state)
{
    (void)state;
    const uint32_t subgoals = 65535, regions = 64, goal_region = 2;
    const cairn__xy behind = {30, 5};
    test_world world;
    crafted self;
    create_world(&world);
    frame(&self, &world,
          &(cairn__net_header){.regions = regions,
                               .neighbours = 2,
                               .subgoals = subgoals,
                               .nodes = 5,
                               .runs = 2,
                               .cutoff = 250});
    const cairn__region_net *net = &self.net;
    set_index(&self, goal_region);
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
    walked found = walk(&self, &world, CAIRN_UNLIMITED);
    assert_true(found.most_units > 1000 && found.most_units < MOST_STEP_UNITS);
    assert_int_equal(found.failures, 1);
    found = walk(&self, &world, CAIRN_MIN_WORK);
    assert_true(found.most_units <= CAIRN_MIN_WORK && found.first < MOST_STEP_UNITS);
    test_image_destroy(&self.image);
    test_world_destroy(&world);
}

/* ---- neighbours ---- */

/* A tree whose root has many neighbours: the one that leads on is the last that is looked at. */
static void check_neighbours(uint32_t leaves)
{
    const uint32_t last = leaves + 1, regions = leaves + 2, ways = leaves + 1;
    test_world world;
    crafted self;
    create_world(&world);
    frame(&self, &world,
          &(cairn__net_header){.regions = regions,
                               .neighbours = 2 * ways,
                               .nodes = 5,
                               .cutoff = 250,
                               .flags = CAIRN__NET_TREE});
    const cairn__region_net *net = &self.net;
    set_index(&self, last);
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
    set_cell(&net->seeds[1], (cairn__xy){10, SIDE - 1});
    set_cell(&net->seeds[last], (cairn__xy){30, SIDE - 1});
    walked found = walk(&self, &world, CAIRN_UNLIMITED);
    assert_true(found.first >= leaves && found.first < leaves + 1000);
    assert_int_equal(found.failures, 0);
    found = walk(&self, &world, CAIRN_MIN_WORK);
    assert_true(found.most_units <= CAIRN_MIN_WORK);
    assert_true(found.first >= leaves && found.first < leaves + 1000);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circle),
        cmocka_unit_test(test_neighbours),
    };
    return cmocka_run_group_tests_name("regions_crafted", tests, NULL, NULL);
}
