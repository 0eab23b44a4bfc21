/* cli_walk.c: moving the agent of a world from start to goal, by the harness. */
#include "cli.h"

cairn_status cli_walker_open(const struct cli_world *world, const struct cli_agent_options *options,
                             harness_walker *walker)
{
    const harness_care care = {.plain = world->algorithm != CAIRN_ASTAR, .watched = 1};
    cairn_status status = harness_walker_open(world->map, &care, walker);
    walker->agent = world->agent;
    harness_walker_follow(walker, &options->recipe);
    walker->stop = &cli_signal;
    return status;
}

int cli_fail_walk(cairn_status status)
{
    const cairn_detail none = {0};
    char text[256];
    cli_explain(status, &none, text, sizeof text);
    return cli_fail(CLI_BAD, "the agent cannot go on: %s", text);
}

double cli_walk_get_length(const harness_walk *walk)
{
    return cli_get_length(walk->moves - walk->stats.diagonal, walk->stats.diagonal);
}
