/* bend_goal.c: see bend_goal.h. */
#include "route/bend_goal.h"

void cairn__bend_goal_start(cairn__bend_goal *field, const cairn__bend_tools *tools, cairn__xy goal)
{
    field->goal = goal;
    field->spread = field->reading = false;
    field->node = 0;
    cairn__bend_search_start_spread(&field->search, tools, goal);
    cairn__leg_field_start(&field->legs, tools->map, goal);
}

/* Joins the label of the next node, or goes on with it; false if the units are used up first. */
static bool join_node(cairn__bend_goal *self, const cairn__bend_tools *tools, int64_t *units)
{
    if (!self->reading) {
        self->best = (cairn__bend_meeting){.distance = UINT32_MAX};
        self->source.node = self->node;
        self->source.base = 0;
        self->reading = cairn__bend_label_start(tools->set, self->node, &self->source.label);
        --*units;
    }
    if (self->reading &&
        !cairn__bend_join(&self->source, tools->set, tools->desk, &self->best, units))
        return false;
    self->reading = false;
    self->towards[self->node++] = (cairn__bend_toward){
        .distance = self->best.distance,
        .to_hub = self->best.to_hub,
        .hub = self->best.hub,
        .first = self->best.nodes[0],
    };
    return true;
}

bool cairn__bend_goal_run(cairn__bend_goal *field, const cairn__bend_tools *tools, int64_t *units)
{
    if (!field->spread) {
        if (cairn__bend_search_run(&field->search, tools, units) == CAIRN__BEND_PAUSED)
            return false;
        field->spread = true;
    }
    while (field->node < tools->set->nodes)
        if (*units <= 0 || !join_node(field, tools, units))
            return false;
    return cairn__leg_field_run(&field->legs, tools->map, units);
}

cairn__bend_ways cairn__bend_goal_get_ways(const cairn__bend_goal *field)
{
    const cairn__bend_window *locals = &field->search.outer[0].window;
    return (cairn__bend_ways){
        .goal = field->goal,
        .local = field->search.local_start,
        .lonely = locals->ended && locals->first && locals->count == 0,
        .towards = field->towards,
        .legs = &field->legs,
    };
}
