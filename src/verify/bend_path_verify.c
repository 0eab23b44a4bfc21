/* bend_path_verify.c: lengths and paths by labels against jump point search, which knows nothing of
 * bends: what a list or a label leaves out shows here. */
#include "route/bend_path.h"
#include "verify/bend_verify.h"

#include "base/hash.h"
#include "grid/components.h"
#include "grid/octile.h"

/* Pairs that are searched, and cells that are drawn for each end until one is open. */
#define PAIRS 400
#define DRAWS 256

typedef struct comparer {
    const cairn__bend_verifier *verifier;
    cairn__path_search *labels;
    cairn__path_search *jumps;
} comparer;

/* An open cell drawn by a number; false if it is hard to find one. */
static bool draw(const cairn__bend_verifier *self, uint64_t number, cairn__xy *cell)
{
    for (uint32_t i = 0; i < DRAWS; i++) {
        uint64_t bits = cairn__mix(number * DRAWS + i + 1);
        *cell = (cairn__xy){.x = (uint16_t)((bits & UINT32_MAX) % self->width),
                            .y = (uint16_t)((bits >> 32) % self->height)};
        if (cairn__is_open_cell(self->map, *cell))
            return true;
    }
    return false;
}

/* True if the path by labels leads to its end and is as long as it should be. */
static bool walks(cairn__path_search *search, uint32_t expected)
{
    cairn__xy cell = search->from;
    uint32_t cost = 0;
    search->operations->rewind(search);
    while (!cairn__is_same_cell(cell, search->to)) {
        cairn__run run;
        if (search->operations->next(search, cell, &run) != CAIRN_OK || cost > expected)
            return false;
        cell = cairn__cell_after(cell, run.move, run.count);
        cost += run.count * cairn__move_cost(run.move);
    }
    return cost == expected;
}

static cairn_status compare(const comparer *self, cairn__xy from, cairn__xy to)
{
    const cairn__bend_verifier *verifier = self->verifier;
    uint32_t expected, told;
    cairn_status status = cairn__path_find(self->jumps, from, to, &expected);
    if (status != CAIRN_OK)
        return status;
    if (cairn__path_find(self->labels, from, to, &told) == CAIRN_OK && told == expected &&
        walks(self->labels, expected))
        return CAIRN_OK;
    return cairn__bend_fail(verifier, verifier->section,
                            "a path by labels is not as long as one by jump point search");
}

static cairn_status compare_all(const comparer *self)
{
    const cairn__bend_verifier *verifier = self->verifier;
    cairn_status status = CAIRN_OK;
    for (uint64_t i = 0; status == CAIRN_OK && i < PAIRS; i++) {
        cairn__xy ends[2];
        if (draw(verifier, 2 * i, &ends[0]) && draw(verifier, 2 * i + 1, &ends[1]) &&
            cairn__component_key(verifier->map, ends[0]) ==
                cairn__component_key(verifier->map, ends[1]))
            status = compare(self, ends[0], ends[1]);
    }
    return status;
}

cairn_status cairn__bend_verify_paths(const cairn__bend_verifier *self)
{
    comparer own = {.verifier = self};
    cairn_status status =
        cairn__bend_path_create(self->map, self->set, false, self->allocator, &own.labels);
    if (status == CAIRN_OK)
        status = cairn__path_create_jump(self->map, self->allocator, &own.jumps);
    status = status == CAIRN_OK ? compare_all(&own) : status;
    cairn__path_destroy(own.jumps);
    cairn__path_destroy(own.labels);
    return status;
}
