/* bend_field.c: a search by labels whose first half is done once, and its second half for each cell. */
#include "route/bend_field.h"

#include <string.h>

#include "base/memory.h"

/* Greater distances count as this one. */
#define MOST_DISTANCE (CAIRN__MOST_BEND_DISTANCE - 1)

/* Goes on with the search; DONE at its end. */
static cairn__answer run(cairn__bend_field *field, cairn__meter *meter)
{
    int64_t begun = cairn__meter_open(meter);
    cairn__answer answer = CAIRN__PAUSED;
    if (begun > 0)
        answer = cairn__bend_search_run(&field->search, &field->tools, meter);
    cairn__meter_close(meter, &meter->work.entries, begun);
    return answer == CAIRN__PAUSED ? CAIRN__PAUSED : CAIRN__DONE;
}

static void ask(cairn__jump_guide *guide, cairn__xy cell, uint32_t least, uint32_t most)
{
    cairn__bend_field *field = (cairn__bend_field *)guide;
    field->told = !cairn__is_open_cell(field->tools.map, cell);
    cairn__bend_search_start_distance(&field->search, cell, least,
                                      most < MOST_DISTANCE ? most : MOST_DISTANCE);
}

static cairn__answer answer(cairn__jump_guide *guide, cairn__meter *meter, uint32_t *distance)
{
    cairn__bend_field *field = (cairn__bend_field *)guide;
    if (!field->told && run(field, meter) != CAIRN__DONE)
        return CAIRN__PAUSED;
    uint32_t found = field->search.best.distance, least = field->search.least;
    *distance = field->told || found < least ? least : found;
    return CAIRN__DONE;
}

size_t cairn__bend_field_get_bytes(uint32_t nodes)
{
    return (size_t)cairn__round_up((uint64_t)nodes * sizeof(cairn__bend_known));
}

void cairn__bend_field_create(cairn__bend_field *field, uint32_t nodes, cairn__bend_desk *desk,
                              void *memory)
{
    *field = (cairn__bend_field){
        .guide = {ask, answer}, .tools = {.desk = desk, .known = memory}, .nodes = nodes};
    memset(memory, 0, cairn__bend_field_get_bytes(nodes));
}

void cairn__bend_field_start(cairn__bend_field *field, const cairn__bend_set *set,
                             const cairn_map *base, cairn__xy cell)
{
    cairn__bend_tools *tools = &field->tools;
    tools->set = set;
    tools->map = base;
    if (++tools->stamp == 0) {
        memset(tools->known, 0, cairn__bend_field_get_bytes(field->nodes));
        tools->stamp = 1;
    }
    cairn__bend_search_start_spread(&field->search, tools, cell);
}

cairn__answer cairn__bend_field_run(cairn__bend_field *field, cairn__meter *meter)
{
    return run(field, meter);
}
