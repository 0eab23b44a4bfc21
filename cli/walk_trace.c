/* walk_trace.c: the events of a walk, one a line. An event has a number of its own and that of the
 * event before it, not the cell's: a cell may be visited often, and the line that Posthoc draws
 * back from an event is then the way the agent came. */
#include "walk_trace.h"

#include <inttypes.h>

struct cli_walk_trace cli_walk_trace_begin(FILE *stream, const cairn_agent *agent, cairn_cell start)
{
    return (struct cli_walk_trace){
        .stream = stream, .agent = agent, .start = start, .here = start, .target = start};
}

static void write_place(const struct cli_walk_trace *trace, cairn_cell cell, const char *color)
{
    fprintf(trace->stream, ", \"x\": %u, \"y\": %u, \"color\": \"%s\"", cairn_cell_get_x(cell),
            cairn_cell_get_y(cell), color);
}

/* The cost so far, the distance left, and both. */
static void write_costs(const struct cli_walk_trace *trace)
{
    uint64_t left = cairn_cell_get_distance(trace->here, trace->goal);
    fprintf(trace->stream, ", \"g\": %" PRIu64 ", \"h\": %" PRIu64 ", \"f\": %" PRIu64, trace->cost,
            left, trace->cost + left);
}

/* What comes before the first step; the goal may not be the one that was asked for. */
static void write_head(struct cli_walk_trace *trace, cairn_cell goal)
{
    trace->goal = goal;
    fputs("{\"version\": \"1.4.0\",\n"
          " \"views\": {\"main\": [{\"$\": \"rect\", \"x\": \"${{ $.x }}\", \"y\": \"${{ $.y }}\", "
          "\"width\": 1, \"height\": 1, \"fill\": \"${{ $.color }}\"}]},\n"
          " \"pivot\": {\"x\": \"${{ $.x + 0.5 }}\", \"y\": \"${{ $.y + 0.5 }}\", \"scale\": 1},\n"
          " \"events\": [\n  {\"type\": \"source\", \"id\": 1",
          trace->stream);
    write_place(trace, trace->start, "green");
    write_costs(trace);
    fputs("},\n  {\"type\": \"destination\", \"id\": \"goal\"", trace->stream);
    write_place(trace, goal, "red");
    fputc('}', trace->stream);
}

static void begin_event(struct cli_walk_trace *trace, const char *type)
{
    uint64_t before = trace->steps + 1;
    fprintf(trace->stream, ",\n  {\"type\": \"%s\", \"id\": %" PRIu64 ", \"pId\": %" PRIu64, type,
            before + 1, before);
}

/* What the agent heads for, if that is new and not the goal. */
static void note_target(struct cli_walk_trace *trace)
{
    cairn_agent_plan plan = {.size = sizeof plan};
    (void)cairn_agent_get_plan(trace->agent, &plan); /* fails without a size alone */
    if (plan.target != trace->target && plan.target != trace->goal) {
        fprintf(trace->stream, ",\n  {\"type\": \"subgoal\", \"id\": \"subgoal %" PRIu64 "\"",
                ++trace->subgoals);
        write_place(trace, plan.target, "orange");
        fputc('}', trace->stream);
    }
    trace->target = plan.target;
}

bool cli_walk_trace_note(void *context, const cairn_step *step)
{
    struct cli_walk_trace *trace = context;
    bool waited = step->kind == CAIRN_STEP_WAITED;
    if (trace->steps == 0)
        write_head(trace, cairn_agent_get_goal(trace->agent));
    if (!waited) {
        note_target(trace);
        trace->cost +=
            cairn_cell_get_distance(trace->here, step->cell); /* of neighbours, a move's */
        trace->here = step->cell;
    }
    begin_event(trace, waited ? "wait" : "move");
    write_place(trace, trace->here, waited ? "gray" : "dodgerblue");
    write_costs(trace);
    fprintf(trace->stream, ", \"units\": %" PRIu64 "}", step->units);
    trace->steps++;
    return true;
}

void cli_walk_trace_end(struct cli_walk_trace *trace, const harness_walk *walk)
{
    if (trace->steps == 0)
        write_head(trace, walk->goal);
    begin_event(trace, "end");
    write_place(trace, trace->here, walk->solved ? "red" : "black");
    write_costs(trace);
    fprintf(trace->stream, ", \"ended\": \"%s\"}\n ]}\n", walk->ended);
}
