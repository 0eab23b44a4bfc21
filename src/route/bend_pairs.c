/* bend_pairs.c: legs from the start, or a local node of it, to the goal, or a local node of it. */
#include "route/bend_reading.h"

/* The length of a way from the goal's reading's base by a leg to one of its nodes, or to itself. */
static uint32_t get_pair_distance(const cairn__bend_search *self, cairn__xy from, cairn__xy to)
{
    return self->outer[1].base + cairn__get_distance(from, to) +
           cairn__get_distance(to, self->ends[1]);
}

/* Begins to look for a leg between what stands for the start and what stands for the goal. */
static void start_pair(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy from,
                       cairn__xy to)
{
    if (get_pair_distance(self, from, to) >= self->best.distance)
        return;
    cairn__bend_ask_start(self, tools, from, to);
    self->testing = true;
}

static cairn__answer finish_pair(cairn__bend_search *self, const cairn__bend_tools *tools,
                                 cairn__meter *meter)
{
    cairn__answer answer = cairn__bend_ask(self, tools, meter);
    if (answer == CAIRN__PAUSED)
        return CAIRN__PAUSED;
    self->testing = false;
    cairn__xy from = self->straight.sides[0].end, to = self->straight.sides[1].end;
    if (answer == CAIRN__DONE)
        self->best = (cairn__bend_way){
            .distance = get_pair_distance(self, from, to), .straight = true, .via = {from, to}};
    return CAIRN__DONE;
}

/* The next local node of the start, or no more. Then all of the goal's are read again. */
static cairn__answer change_start(cairn__bend_search *self, const cairn__bend_tools *tools,
                                  cairn__xy *from, cairn__meter *meter)
{
    if (self->ways.lonely)
        return CAIRN__NONE;
    cairn__answer answer =
        cairn__bend_reading_next(self, tools, &self->outer[0], self->ends[1], meter);
    if (answer != CAIRN__DONE)
        return answer;
    *from = self->outer[0].item.cell;
    cairn__bend_reading_start(&self->outer[1], tools, self->ends[1], false,
                              cairn__get_distance(self->ends[0], *from));
    start_pair(self, tools, *from, self->ends[1]);
    return answer;
}

cairn__answer cairn__bend_try_pairs(cairn__bend_search *self, const cairn__bend_tools *tools,
                                    cairn__meter *meter)
{
    if (self->step == 0) {
        cairn__bend_reading_start(&self->outer[0], tools, self->ends[0], false, 0);
        cairn__bend_reading_start(&self->outer[1], tools, self->ends[1], false, 0);
        self->outer[0].item.cell = self->ends[0];
        self->inside = true; /* the goal's list */
    }
    self->step = 1;
    cairn__xy from = self->outer[0].item.cell;
    for (;;) {
        if (self->testing && finish_pair(self, tools, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        cairn__answer answer = CAIRN__NONE;
        if (self->inside) {
            answer = cairn__bend_reading_next(self, tools, &self->outer[1], from, meter);
            if (answer == CAIRN__DONE)
                start_pair(self, tools, from, self->outer[1].item.cell);
            self->inside = answer != CAIRN__NONE;
        } else {
            answer = change_start(self, tools, &from, meter);
            if (answer == CAIRN__NONE)
                return CAIRN__DONE;
            self->inside = answer == CAIRN__DONE;
        }
        if (answer == CAIRN__PAUSED)
            return CAIRN__PAUSED;
    }
}
