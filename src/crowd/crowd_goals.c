/* crowd_goals.c: see crowd_goals.h. */
#include "crowd/crowd_goals.h"

#include "crowd/crowd_places.h"
#include "grid/components.h"

/* Units of an answer that is known. */
#define ANSWER_UNITS 1

void cairn__goals_create(cairn_crowd *crowd)
{
    crowd->goals = (cairn__goals){.search = {.component = CAIRN_ANY_COMPONENT}};
    for (uint32_t k = 0; k < CAIRN__KNOWN_GOALS; k++)
        crowd->goals.known[k].component = CAIRN_ANY_COMPONENT;
    cairn__line_start(&crowd->asks);
}

/* ---- answers ---- */

static bool is_same(const cairn__known_goal *known, cairn__nearest_question question)
{
    return known->component == question.component &&
           cairn__is_same_cell(known->asked, question.asked);
}

static const cairn__known_goal *find_known(const cairn__goals *goals,
                                           cairn__nearest_question question)
{
    for (uint32_t k = 0; k < CAIRN__KNOWN_GOALS; k++)
        if (is_same(&goals->known[k], question))
            return &goals->known[k];
    return NULL;
}

static void start_search(cairn_crowd *crowd, cairn__nearest_question question)
{
    cairn__goals *goals = &crowd->goals;
    goals->search = (cairn__known_goal){.asked = question.asked, .component = question.component};
    cairn__nearest_start(&goals->nearest, crowd->map, question);
}

/* Keeps what the search has found, in place of the oldest answer. */
static const cairn__known_goal *keep(cairn__goals *goals)
{
    cairn__known_goal *known = &goals->known[goals->next];
    goals->next = (goals->next + 1) % CAIRN__KNOWN_GOALS;
    *known = goals->search;
    known->goal = cairn__nearest_get(&goals->nearest);
    goals->search.component = CAIRN_ANY_COMPONENT;
    return known;
}

/* The answer to a question; null if the units are used up. */
static const cairn__known_goal *answer(cairn_crowd *crowd, cairn__nearest_question question,
                                       cairn__meter *meter)
{
    cairn__goals *goals = &crowd->goals;
    const cairn__known_goal *known = find_known(goals, question);
    if (known != NULL)
        return known;
    if (!is_same(&goals->search, question))
        start_search(crowd, question);
    cairn__answer made = cairn__nearest_run(&goals->nearest, crowd->map, question, meter);
    return made == CAIRN__DONE ? keep(goals) : NULL;
}

void cairn__goals_drop(cairn_crowd *crowd, bool rejoined, const cairn__tile_box *box)
{
    cairn__goals *goals = &crowd->goals;
    for (uint32_t k = 0; k < CAIRN__KNOWN_GOALS; k++) {
        cairn__known_goal *known = &goals->known[k];
        uint32_t distance = cairn__get_distance(known->asked, known->goal);
        if (rejoined || cairn__is_nearer(known->asked, box, distance))
            known->component = CAIRN_ANY_COMPONENT;
    }
    uint32_t distance = cairn__nearest_get_distance(&goals->nearest);
    if (rejoined || cairn__is_nearer(goals->search.asked, box, distance))
        goals->search.component = CAIRN_ANY_COMPONENT;
}

/* ---- members ---- */

/* A member's goal is known. One that walks there already goes on, and plans on if its runs will soon be used up
 * or its plan begins again; any other one sets out, and has waited since it asked. */
static void set_goal(cairn_crowd *crowd, uint32_t i, cairn__xy goal)
{
    cairn__member *member = &crowd->all[i];
    bool is_same_goal = cairn__is_same_cell(goal, member->plan.goal);
    uint8_t state = crowd->states[i];
    uint32_t since = member->since;
    member->asks = 0;
    cairn__member_leave_queue(crowd, i);
    if (is_same_goal && state == CAIRN_MEMBER_ARRIVED)
        return;
    if (is_same_goal && state == CAIRN_MEMBER_WALKING) {
        if (member->renews != 0 || member->count <= CAIRN__FEW_RUNS)
            cairn__member_queue(crowd, i, CAIRN__REFILLS);
        return;
    }
    member->plan.goal = goal;
    cairn__member_set_out(crowd, i);
    member->since = since;
}

/* Answers the member that asks first; false if the units are used up. */
static bool answer_first(cairn_crowd *crowd, cairn__meter *meter)
{
    uint32_t i = crowd->asks.first;
    cairn__xy cell = cairn__member_get_cell(crowd, i), asked = crowd->all[i].plan.asked;
    if (!cairn__meter_try(meter, &meter->work.others, ANSWER_UNITS))
        return false;
    if (!cairn__is_open_cell(crowd->map, cell)) { /* it will look at the map, and be stranded */
        cairn__member_leave_queue(crowd, i);
        return true;
    }
    if (cairn__check_goal(crowd->map, CAIRN_GOAL_EXACT, cell, asked) == CAIRN_OK) {
        set_goal(crowd, i, asked);
        return true;
    }
    const cairn__nearest_question question = {asked, cairn__component_of(crowd->map, cell)};
    const cairn__known_goal *known = answer(crowd, question, meter);
    if (known == NULL)
        return false;
    set_goal(crowd, i, known->goal);
    return true;
}

void cairn__goals_run(cairn_crowd *crowd, cairn__meter *meter)
{
    cairn__meter share = cairn__meter_split(meter, meter->left / 2);
    while (crowd->asks.count > 0 && answer_first(crowd, &share))
        continue;
    cairn__meter_join(meter, &share);
}
