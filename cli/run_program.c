/* run_program.c: see run_program.h. docs/research/evaluation.md has the protocol. */
#include "run_program.h"

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_SECONDS = 60 };

static const char *find_fault(const struct cli_agent_options *options)
{
    const harness_recipe *recipe = &options->recipe;
    bool plain = options->db == NULL && recipe->algorithm == 0 && recipe->max_work == 0 &&
                 recipe->busy == 0 && recipe->goal_policy == 0 && recipe->landmarks == 0 &&
                 !recipe->fragments && recipe->trials == 0 && recipe->options.count == 0;
    if (!plain)
        return "--program takes no database and no option of agents but --max-moves; leave them "
               "out";
    if (recipe->max_moves == harness_default_recipe().max_moves)
        return "--program needs --max-moves, so that its walks end";
    return NULL;
}

const char *run_program_find_fault(const struct run_program *program,
                                   const struct cli_agent_options *options, const char *map,
                                   bool gppc)
{
    if (program->command == NULL)
        return program->timeout != 0 ? "--timeout is for --program alone; leave it out" : NULL;
    if (strcmp(map, cli_parse_input("-")) == 0)
        return "--program reads the map too: MAP must be a file";
    if (gppc)
        return "--gppc is for agents, not for a program; leave one of them out";
    return find_fault(options);
}

/* A walk is watched once, as with A*; nothing else is asked of the algorithm. */
int run_program_open_world(const struct cli_arguments *arguments, struct cli_world *world)
{
    *world = (struct cli_world){
        .costs = CAIRN_COSTS_OCTILE, .corners = arguments->corners, .algorithm = CAIRN_ASTAR};
    return cli_open_map(arguments->operands[0], world->corners, &world->map);
}

static int fail(const struct run_program *program, cairn_status status)
{
    if (status == CAIRN_INTERRUPTED)
        return CLI_SIGNAL + cli_signal;
    const char *sentence = program->outside.sentence;
    return cli_fail(CLI_BAD, "%s", sentence[0] != '\0' ? sentence : cairn_status_get_text(status));
}

int run_program_open(struct run_program *program, const cairn_map *map, const char *path)
{
    char shell[] = "/bin/sh", flag[] = "-c";
    char *words[] = {shell, flag, program->command, NULL};
    const struct outside_request request = {.words = words,
                                            .folder = ".",
                                            .timeout = program->timeout != 0 ? program->timeout
                                                                             : TIMEOUT_SECONDS};
    char *whole = realpath(path, NULL);
    cli_catch_signals();
    cairn_status status = whole != NULL ? outside_start(&request, &program->outside) : CAIRN_MEMORY;
    if (status == CAIRN_OK)
        status = outside_open_map(&program->outside, map, whole);
    program->mover = outside_get_mover(&program->outside);
    free(whole);
    return status == CAIRN_OK ? CLI_YES : fail(program, status);
}

void run_program_close(struct run_program *program)
{
    outside_close(&program->outside);
}
