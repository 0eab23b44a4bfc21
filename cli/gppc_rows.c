/* gppc_rows.c: a walk as a row of the competition's table. All its times are of the wall clock, by
 * nanoseconds, as there. */
#include "gppc_rows.h"

#include <inttypes.h>

/* The competition looks at how long the first part of a path takes. */
#define FIRST_LENGTH (20.0 - 1e-6)

const char cli_gppc_header[] = "map,scen,experiment_id,path_size,path_length,ref_length,time_cost,"
                               "20steps_cost,max_step_time\n";

static bool note_step(void *context, const cairn_step *step)
{
    struct cli_gppc *gppc = context;
    if (step->kind == CAIRN_STEP_WAITED)
        return true;
    bool diagonal = cairn_cell_get_x(step->cell) != cairn_cell_get_x(gppc->here) &&
                    cairn_cell_get_y(step->cell) != cairn_cell_get_y(gppc->here);
    gppc->moves[diagonal]++;
    gppc->here = step->cell;
    if (!gppc->reached && cli_get_length(gppc->moves[0], gppc->moves[1]) >= FIRST_LENGTH) {
        gppc->reached = true;
        gppc->reached_ns = gppc->walker->single->sum;
    }
    return true;
}

void cli_gppc_begin(struct cli_gppc *gppc, harness_walker *walker, cairn_cell start)
{
    *gppc = (struct cli_gppc){.walker = walker, .here = start};
    walker->notice = note_step;
    walker->notice_context = gppc;
}

/* Who does not arrive has no path, which is one of no cells. */
void cli_gppc_write_row(const struct cli_gppc *gppc, FILE *stream, const char *const files[2],
                        uint32_t number, double length, const harness_walk *walk)
{
    bool solved = walk->solved;
    uint64_t spent = gppc->walker->single->sum;
    cli_write_field(stream, files[0]);
    cli_write_field(stream, files[1]);
    fprintf(stream, "%u,%" PRIu64 ",%.9f,%.9f,", number, solved ? walk->moves + 1 : 0,
            solved ? cli_walk_get_length(walk) : 0.0, length);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", spent,
            gppc->reached ? gppc->reached_ns : spent, gppc->walker->single->most);
}
