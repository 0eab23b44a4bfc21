/* path_reader.c: the runs of moves of a path as places. */
#include "plan/path_reader.h"

void cairn__path_reader_begin(cairn__path_reader *reader, cairn__path_search *search,
                              bool by_waypoints)
{
    if (search->operations->rewind != NULL)
        search->operations->rewind(search);
    *reader =
        (cairn__path_reader){.begun = true, .by_waypoints = by_waypoints, .cell = search->from};
}

static cairn_status go_on(cairn__path_reader *self, cairn__path_search *search, size_t moves)
{
    cairn_status status = CAIRN_OK;
    if (cairn__is_same_cell(self->cell, search->to)) {
        self->ended = true;
        self->place++;
        return CAIRN_OK;
    }
    if (self->run.count == 0)
        status = search->operations->next(search, self->cell, &self->run);
    if (status != CAIRN_OK)
        return status;
    uint32_t count = self->run.count < moves ? self->run.count : (uint32_t)moves;
    self->cell = cairn__cell_after(self->cell, self->run.move, count);
    self->run.count -= count;
    self->place += count;
    return CAIRN_OK;
}

static cairn_status go_to_waypoint(cairn__path_reader *self, cairn__path_search *search)
{
    size_t place = self->place + 1;
    uint32_t move;
    cairn_status status;
    do {
        status = go_on(self, search, SIZE_MAX);
        move = self->run.move;
        bool more =
            status == CAIRN_OK && !self->ended && !cairn__is_same_cell(self->cell, search->to);
        if (!more)
            break;
        status = search->operations->next(search, self->cell, &self->run);
    } while (status == CAIRN_OK && self->run.move == move);
    self->place = place;
    return status;
}

cairn_status cairn__path_reader_pass(cairn__path_reader *reader, cairn__path_search *search,
                                     size_t most)
{
    return reader->by_waypoints ? go_to_waypoint(reader, search) : go_on(reader, search, most);
}
