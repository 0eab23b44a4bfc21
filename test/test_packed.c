/* test_packed.c: packed plans that were made up (plan/slot.h): by labels, on a map that does not change and on
 * one that does. Those that lead from elsewhere, or outside the map, begin again or fail. */
#include "crowd_forge.h"

#include "crowd/crowd_state.h"
#include "plan/living_labels.h"

static const cairn__xy start = {.x = 2, .y = 5}, first = {.x = 20, .y = 60};
static const cairn__xy outside = {.x = UINT16_MAX, .y = UINT16_MAX}, wall = {.x = 29, .y = 60};

/* A guide of the site's crowd. */
static cairn__slot *get_guide(const site *self)
{
    return self->crowd->lanes[0].guides[CAIRN__ORDERS].slot;
}

/* The plan of a guide, behind its first run. */
static cairn__plan make_plan(cairn__slot *guide, cairn__xy cell, cairn__xy goal, cairn__run *run)
{
    cairn__plan plan = {.cell = cell, .goal = goal, .asked = goal};
    cairn__slot_load(guide, &plan);
    guide->meter = (cairn__meter){.left = CAIRN__NO_LIMIT};
    assert_int_equal(cairn__slot_plan(guide, run), CAIRN_OK);
    assert_true(run->count > 0);
    cairn__slot_store(guide, &plan);
    assert_int_equal(plan.begun, 1);
    return plan;
}

/* True if a guide goes on with a plan. */
static bool unpacks(cairn__slot *guide, const cairn__plan *plan)
{
    cairn__plan begins = *plan;
    begins.begun = 0;
    cairn__slot_load(guide, &begins);
    guide->meter = (cairn__meter){.left = CAIRN__NO_LIMIT};
    return guide->algorithm->unpack(guide, plan->words);
}

static void check_refused_word(cairn__slot *guide, const cairn__plan *plan, uint32_t word,
                               uint32_t value)
{
    cairn__plan forged = *plan;
    forged.words[word] = value;
    assert_int_not_equal(value, plan->words[word]);
    assert_false(unpacks(guide, &forged));
    assert_true(unpacks(guide, plan));
}

/* Words of a plan by labels on a map that does not change. */
enum { PHASE, VIA = 4, TARGET = 7, FROM = 8, PLACE = 9, INSIDE = 1 << 9, STRAIGHT = 1 << 8 };

static void test_that_a_leg_is_gone_on_with_where_it_leads(void **state)
{
    cairn__run run;
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, false);
    cairn__slot *guide = get_guide(&self);
    cairn__plan plan = make_plan(guide, start, first, &run);
    assert_int_equal(plan.words[PHASE] & INSIDE, INSIDE);
    check_refused_word(guide, &plan, PLACE, plan.words[PLACE] + 1);
    check_refused_word(guide, &plan, PLACE, plan.words[PLACE] + (1 << 16));
    check_refused_word(guide, &plan, PLACE, 0);
    check_refused_word(guide, &plan, FROM, cairn__pack(outside));
    check_refused_word(guide, &plan, FROM, cairn__pack(wall));
    check_refused_word(guide, &plan, TARGET, cairn__pack(outside));
    check_refused_word(guide, &plan, TARGET, cairn__pack(wall));
    check_refused_word(guide, &plan, PHASE, plan.words[PHASE] & ~(uint32_t)INSIDE);
    cairn__plan elsewhere = plan;
    elsewhere.cell.x++;
    assert_false(unpacks(guide, &elsewhere));
    destroy(&self);
}

/* The leg leads through the gap of a wall. From a cell that three diagonal moves lead to it would lead through
 * the wall. */
static void test_that_a_leg_leads_over_its_cell(void **state)
{
    const cairn__xy beside = {.x = 24, .y = 1}, behind = {.x = 40, .y = 10};
    cairn__run run;
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, false);
    cairn__slot *guide = get_guide(&self);
    cairn__plan plan = make_plan(guide, beside, behind, &run);
    plan.cell = (cairn__xy){.x = (uint16_t)(beside.x + 3), .y = (uint16_t)(beside.y + 3)};
    plan.words[PLACE] = 3 << 16;
    assert_true(unpacks(guide, &plan));
    assert_int_equal(cairn__slot_plan(guide, &run), CAIRN_INVALID);
    destroy(&self);
}

static void test_that_a_way_does_not_leave_the_map(void **state)
{
    enum { LAST = 5 }; /* phase: the goal's local node is next */
    cairn__run run;
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, false);
    cairn__slot *guide = get_guide(&self);
    cairn__plan plan = make_plan(guide, start, first, &run);
    plan.words[PHASE] = LAST | STRAIGHT;
    plan.words[TARGET] = plan.words[FROM] = cairn__pack(plan.cell);
    plan.words[VIA] = cairn__pack(outside);
    assert_true(unpacks(guide, &plan));
    assert_int_equal(cairn__slot_plan(guide, &run), CAIRN_INVALID);
    destroy(&self);
}

/* A member whose saved plan leads out of the map is lost, and walks again when it is ordered. */
static void test_that_a_member_whose_plan_fails_is_lost(void **state)
{
    enum { LAST = 5, CELL = 2, BEGUN = 1 << 24 };
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, false);
    cairn_member member = add(&self, start.x, start.y);
    order(&self, member, 100, 80);
    do {
        step(&self, 1);
        save(&self);
    } while ((get(&self, at_member(&self, 0, RING_AT)) & BEGUN) == 0 ||
             get(&self, at_member(&self, 0, 1)) >> 24 != 0);
    uint32_t cell = get(&self, at_member(&self, 0, CELL)), plan = at_member(&self, 0, MEMBER);
    put(&self, plan + PHASE, LAST | STRAIGHT);
    put(&self, plan + TARGET, cell);
    put(&self, plan + FROM, cell);
    put(&self, plan + VIA, cairn__pack(outside));
    assert_int_equal(load(&self), CAIRN_OK);
    step(&self, 1);
    assert_int_equal(cairn_crowd_get_states(self.crowd)[0], CAIRN_MEMBER_LOST);
    order(&self, member, 100, 80);
    for (int i = 0; i < 500 && cairn_crowd_get_states(self.crowd)[0] != CAIRN_MEMBER_ARRIVED; i++)
        step(&self, 1);
    assert_int_equal(cairn_crowd_get_cells(self.crowd)[0], cairn_cell_at(100, 80));
    destroy(&self);
}

/* ---- on a changing map ---- */

/* Words of a plan: the part, cells packed and flags; place and row in the leg; the cells. */
enum { PART, LEG, CELLS, LEGS = CAIRN__LABELS_LEGS, WAY = CAIRN__LABELS_WAY, IS_PART = 1 << 16 };

static void test_that_turns_lie_inside_the_map(void **state)
{
    cairn__run run;
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, true);
    cairn__slot *guide = get_guide(&self);
    cairn__plan plan = make_plan(guide, start, first, &run);
    assert_int_equal(plan.words[PART] & 0xff, LEGS);
    for (uint32_t k = 0; k < 2; k++)
        check_refused_word(guide, &plan, CELLS + k, cairn__pack(outside));
    check_refused_word(guide, &plan, LEG, plan.words[LEG] + 1);
    check_refused_word(guide, &plan, LEG, 0);
    plan.words[PART] = WAY | 2 << 8;
    plan.words[CELLS] = cairn__pack(plan.cell);
    assert_true(unpacks(guide, &plan));
    check_refused_word(guide, &plan, CELLS + 1, cairn__pack(outside));
    destroy(&self);
}

/* Goes on to the goal, and returns what it costs. */
static uint64_t walk(cairn__slot *guide)
{
    for (int i = 0; !cairn__is_same_cell(guide->cell, guide->goal); i++) {
        cairn__run run;
        assert_true(i < 100);
        assert_int_equal(cairn__slot_plan(guide, &run), CAIRN_OK);
    }
    return guide->cost;
}

/* Only some turns are packed of a long way, and a change blocks the last of them: what was unpacked before is
 * no part of the way. */
static void test_that_a_way_ends_with_its_turns(void **state)
{
    const cairn__xy last = {.x = 20, .y = 80}, goal = {.x = 20, .y = 86},
                    aside = {.x = 28, .y = 88};
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, true);
    cairn__slot *guide = get_guide(&self);
    cairn__plan plan = {.cell = start, .goal = goal, .asked = goal, .begun = 1};
    plan.words[PART] = LEGS | 4 << 8 | IS_PART;
    const cairn__xy turns[] = {start, first, last, aside};
    for (uint32_t k = 0; k < 4; k++)
        plan.words[CELLS + k] = cairn__pack(turns[k]);
    assert_true(unpacks(guide, &plan));
    plan.words[PART] = LEGS | 3 << 8 | IS_PART;
    assert_true(unpacks(guide, &plan));
    assert_int_equal(cairn_map_set_rect(self.map, &(cairn_rect){last.x, last.y, 1, 1}, 0),
                     CAIRN_OK);
    assert_true(cairn__slot_look(guide));
    assert_int_equal(walk(guide), cairn__get_distance(start, goal));
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_a_leg_is_gone_on_with_where_it_leads),
        cmocka_unit_test(test_that_a_leg_leads_over_its_cell),
        cmocka_unit_test(test_that_a_way_does_not_leave_the_map),
        cmocka_unit_test(test_that_a_member_whose_plan_fails_is_lost),
        cmocka_unit_test(test_that_turns_lie_inside_the_map),
        cmocka_unit_test(test_that_a_way_ends_with_its_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
