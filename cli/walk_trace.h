/* walk_trace.h: a walk, step by step, as a search trace of the visualiser Posthoc (version 1.4.0 of
 * its format, as JSON): a file that it shows over the map. Written while the agent moves, so a walk
 * of any length takes no memory. */
#ifndef CAIRN_CLI_WALK_TRACE_H
#define CAIRN_CLI_WALK_TRACE_H

#include "cli.h"

struct cli_walk_trace {
    FILE *stream;
    const cairn_agent *agent;
    cairn_cell start;
    cairn_cell goal;
    cairn_cell here;
    cairn_cell target; /**< what the agent headed for last */
    uint64_t cost;     /**< so far, in tenths */
    uint64_t steps;
    uint64_t subgoals;
};

/** A trace of an agent that starts at a cell. */
struct cli_walk_trace cli_walk_trace_begin(FILE *stream, const cairn_agent *agent,
                                           cairn_cell start);

/** Notes a step; a notice of a walker whose context is the trace. */
bool cli_walk_trace_note(void *context, const cairn_step *step);

/** Ends the text. The stream knows whether it could be written. */
void cli_walk_trace_end(struct cli_walk_trace *trace, const harness_walk *walk);

#endif
