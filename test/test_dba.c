/* test_dba.c (exhaustive): databases of kind dba have the regions and representatives of a literal
 * reading, ways that climbs follow and routes as cheap as can be; agents walk as the reference does
 * and learn nothing, by bounded work and without allocating. */
#include "image.h"

#include <stdlib.h>

#include "reference_dba.h"
#include "research/dba/dba_sectors.h"

enum { MOST_CELLS = 900, MOST_REGIONS = 70, MOST_STATES = 4000 };

/* A world with a database, and what the reference knows of it. */
typedef struct dba_world {
    const test_world *world;
    int side;
    test_image image;
    cairn_db *db;
    int *regions; /* the reference's, by cell */
    int *numbers; /* the database's number of each */
    int *centres;
    int count;
} dba_world;

static int find_number(const dba_world *self, int centre)
{
    for (uint32_t i = 0; i < (uint32_t)self->count; i++) {
        cairn_cell cell;
        assert_int_equal(cairn_db_get_place(self->db, CAIRN_PLACE_REGION, i, &cell), CAIRN_OK);
        if (test_world_get_id(self->world, cell) == centre)
            return (int)i;
    }
    test_world_print(self->world, centre, centre);
    fail_msg("a centre is no representative");
    return REF_NONE;
}

static void create(dba_world *self, const test_world *world, uint32_t sector)
{
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    test_plan plan = test_plan_make(CAIRN_DB_DBA);
    cairn_detail detail = {0};
    *self = (dba_world){.world = world, .side = 8 << sector};
    plan.map = world->map;
    plan.sector = sector;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    if (cairn_db_verify(self->db, world->map, &detail) != CAIRN_OK)
        fail_msg("%s", detail.text);
    self->regions = ref_allocate(cells, sizeof(int));
    self->numbers = ref_allocate(cells, sizeof(int));
    self->centres = ref_allocate(cells, sizeof(int));
    self->count = ref_find_sector_regions(&world->ref, self->side, self->regions, self->centres);
    assert_int_equal(test_get_figure(self->db, "regions"), self->count);
    assert_int_equal(test_get_figure(self->db, "sector"), self->side);
    for (int i = 0; i < self->count; i++)
        self->numbers[i] = find_number(self, self->centres[i]);
}

static void destroy(dba_world *self)
{
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    free(self->regions);
    free(self->numbers);
    free(self->centres);
}

/* ---- ways and routes ---- */

/* States on the way to a neighbour, its representative last; returns how many. */
static int list_way(const dba_world *self, const cairn__net_way *way, int *states)
{
    for (uint32_t i = 0; i < way->count; i++)
        states[i] = test_world_get_id(self->world,
                                      cairn__pack(cairn__net_get_subgoal(&self->db->net, way, i)));
    states[way->count] = test_world_get_id(self->world, cairn__pack(self->db->net.seeds[way->to]));
    return (int)way->count + 1;
}

/* The cost of climbing along a way. */
static int climb_way(const dba_world *self, uint32_t from, const cairn__net_way *way)
{
    int states[MOST_STATES], count = list_way(self, way, states), cost = 0;
    int cell = test_world_get_id(self->world, cairn__pack(self->db->net.seeds[from]));
    for (int i = 0; i < count; i++) {
        ref_climb climb = ref_find_climb(&self->world->ref, cell, states[i], REF_NONE);
        assert_true(climb.reached);
        cost += climb.cost;
        cell = states[i];
    }
    return cost;
}

static bool is_touching(const dba_world *self, int a, int b)
{
    const ref_map *map = &self->world->ref;
    for (int cell = 0; cell < ref_get_cell_count(map); cell++)
        for (int move = 0; self->regions[cell] == a && move < REF_MOVES; move++) {
            int next = ref_get_neighbour(map, cell, move);
            if (next != REF_NONE && self->regions[next] == b)
                return true;
        }
    return false;
}

/* Costs of ways between neighbours, which touch. */
static void find_way_costs(const dba_world *self, int *costs)
{
    int own[MOST_REGIONS];
    for (int i = 0; i < self->count; i++)
        own[self->numbers[i]] = i;
    for (int i = 0; i < self->count * self->count; i++)
        costs[i] = i % (self->count + 1) == 0 ? 0 : INT32_MAX / 2;
    for (int from = 0; from < self->count; from++) {
        cairn__net_way way;
        for (uint32_t i = 0; cairn__net_get_way(&self->db->net, (uint32_t)from, i, &way); i++) {
            assert_true(is_touching(self, own[from], own[way.to]));
            costs[from * self->count + (int)way.to] = climb_way(self, (uint32_t)from, &way);
        }
    }
}

static int follow_route(const dba_world *self, const int *ways, int from, int to)
{
    int cost = 0;
    while (from != to) {
        cairn__net_way way;
        cairn__net_hop hop = {.from = (uint32_t)from, .to = (uint32_t)to};
        assert_true(cairn__net_find_way(&self->db->net, &hop, &way));
        cost += ways[from * self->count + (int)way.to];
        from = (int)way.to;
    }
    return cost;
}

/* Routes cost what Floyd and Warshall's algorithm finds. */
static void check_routes(const dba_world *self)
{
    size_t pairs = (size_t)self->count * (size_t)self->count;
    int *ways = ref_allocate(pairs, sizeof(int)), *best = ref_allocate(pairs, sizeof(int));
    int n = self->count;
    find_way_costs(self, ways);
    for (size_t i = 0; i < pairs; i++)
        best[i] = ways[i];
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (best[i * n + k] + best[k * n + j] < best[i * n + j])
                    best[i * n + j] = best[i * n + k] + best[k * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (best[i * n + j] < INT32_MAX / 2)
                assert_int_equal(follow_route(self, ways, i, j), best[i * n + j]);
    free(ways);
    free(best);
}

/* ---- walks ---- */

/* The states of a route, from the representative of the start's region to the goal. */
static int list_route(const dba_world *self, int start, int goal, int *states)
{
    int region = self->numbers[self->regions[start]], count = 0;
    int last = self->numbers[self->regions[goal]];
    states[count++] = self->centres[self->regions[start]];
    while (region != last) {
        cairn__net_way way;
        cairn__net_hop hop = {.from = (uint32_t)region, .to = (uint32_t)last};
        assert_true(cairn__net_find_way(&self->db->net, &hop, &way));
        count += list_way(self, &way, states + count);
        assert_true(count < MOST_STATES / 2);
        region = (int)way.to;
    }
    states[count++] = goal;
    return count;
}

static void walk(const dba_world *self, cairn_agent *agent, int start, int goal)
{
    const test_world *world = self->world;
    int states[MOST_STATES], count = list_route(self, start, goal, states);
    bool same_region = self->regions[start] == self->regions[goal];
    long long expected = ref_walk_dba(&world->ref, self->side, start, states, count, same_region);
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, start),
                                       test_world_get_cell(world, goal)),
                     CAIRN_OK);
    for (int cell = start; step.kind != CAIRN_STEP_ARRIVED;) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        int next = test_world_get_id(world, step.cell);
        assert_true(next == cell || ref_find_move(&world->ref, cell, next) != REF_NONE);
        cairn_work work = test_agent_get_plan(agent).work;
        assert_int_equal(test_work_get_units(&work), step.units);
        cell = next;
    }
    cairn_agent_stats stats = test_agent_get_stats(agent);
    if ((long long)stats.cost != expected) {
        test_world_print(world, start, goal);
        fail_msg("it costs %llu, not %lld", (unsigned long long)stats.cost, expected);
    }
    assert_true(stats.learned == 0 && stats.failures == 0);
}

static void check_walks(const dba_world *self)
{
    const test_world *world = self->world;
    int stride = 1 + world->open_count / 25;
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    test_agent_plan plan = test_plan_agent(world->map, self->db, CAIRN_DBA);
    cairn_agent *agent;
    plan.def.allocator = &allocator;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    for (int i = 0; i < world->open_count; i += stride)
        for (int j = i % 3; j < world->open_count; j += stride)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                walk(self, agent, world->open[i], world->open[j]);
    assert_int_equal(counter.allocations, 1);
    cairn_agent_destroy(agent);
}

static void check_world(test_world *world, void *context)
{
    (void)context;
    if (world->open_count > MOST_CELLS)
        return;
    for (uint32_t sector = 0; sector < 3; sector++) {
        dba_world self;
        create(&self, world, sector);
        if (self.count <= MOST_REGIONS)
            check_routes(&self);
        check_walks(&self);
        destroy(&self);
    }
}

static void test_small_maps(void **state)
{
    (void)state;
    test_for_worlds(25, 26, 61, check_world, NULL);
}

/* A larger map, whose routes are longer than what is in sight. */
static void test_long_routes(void **state)
{
    (void)state;
    for (uint32_t corners = 0; corners < 2; corners++) {
        test_world world;
        dba_world self;
        test_world_create_scene(&world, CAIRN_SCENE_CAVES, 130, 90, (cairn_corners)corners);
        create(&self, &world, 0);
        check_walks(&self);
        destroy(&self);
        test_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_maps),
        cmocka_unit_test(test_long_routes),
    };
    return cmocka_run_group_tests_name("dba", tests, NULL, NULL);
}
