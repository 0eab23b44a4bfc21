/* run_program.h: a program of someone else's as what `cairn run' moves. */
#ifndef CAIRN_CLI_RUN_PROGRAM_H
#define CAIRN_CLI_RUN_PROGRAM_H

#include "outside.h"

enum { RUN_PROGRAM_MOST_TIMEOUT = 86400 };

/** A program, or none. */
struct run_program {
    char *command;    /**< for the shell; null: there is no program */
    uint32_t timeout; /**< seconds within which it must answer, and must move; 0: 60 */
    struct outside outside;
    harness_mover mover;
};

/** What is wrong with the options of a program, and those of an agent beside it; null: nothing. */
const char *run_program_find_fault(const struct run_program *program,
                                   const struct cli_agent_options *options, const char *map,
                                   bool gppc);

/** Opens the map of a world for it, and nothing else. Close the world even if this fails. */
int run_program_open_world(const struct cli_arguments *arguments, struct cli_world *world);

/** Starts it and gives it the map. From here on signals are caught: it must not outlive us. Close it
 *  even if this fails. */
int run_program_open(struct run_program *program, const cairn_map *map, const char *path);
void run_program_close(struct run_program *program);

#endif
