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

/* Joins the label of the next node, or goes on with it; PAUSED if the units are used up first. */
static cairn__answer join_node(cairn__bend_goal *self, const cairn__bend_tools *tools,
                               cairn__meter *meter)
{
    if (!self->reading) {
        self->best = (cairn__bend_meeting){.distance = UINT32_MAX};
        self->source.node = self->node;
        self->source.base = 0;
        self->reading = cairn__bend_label_start(tools->set, self->node, &self->source.label);
        meter->left--;
    }
    if (self->reading &&
        cairn__bend_join(&self->source, tools->set, tools->desk, &self->best, meter) != CAIRN__DONE)
        return CAIRN__PAUSED;
    self->reading = false;
    self->towards[self->node++] = (cairn__bend_toward){
        .distance = self->best.distance,
        .to_hub = self->best.to_hub,
        .hub = self->best.hub,
        .first = self->best.nodes[0],
    };
    return CAIRN__DONE;
}

cairn__answer cairn__bend_goal_run(cairn__bend_goal *field, const cairn__bend_tools *tools,
                                   cairn__meter *meter)
{
    if (!field->spread) {
        if (cairn__bend_search_run(&field->search, tools, meter) == CAIRN__PAUSED)
            return CAIRN__PAUSED;
        field->spread = true;
    }
    while (field->node < tools->set->nodes)
        if (meter->left <= 0 || join_node(field, tools, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
    return cairn__leg_field_run(&field->legs, tools->map, meter);
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
