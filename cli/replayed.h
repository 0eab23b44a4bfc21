/* replayed.h: what a replay came to. */
#ifndef CAIRN_CLI_REPLAYED_H
#define CAIRN_CLI_REPLAYED_H

#include "cli.h"
#include "harness_replay.h"

/** A replay that is over. */
struct cli_replayed {
    const struct cli_arguments *shared;
    const cairn_map *map;
    const cairn_db *db; /**< null: none */
    const harness_events *events;
    const harness_replay *run;
    bool repairs;     /**< there was a repair to tell of */
    bool keeps_clear; /**< no two members may be in one cell */
};

/** Prints the summary. */
int cli_replayed_print(const struct cli_replayed *told);

/** CLI_NO if something is not as it should be; says which member is not as expected. */
int cli_replayed_judge(const struct cli_replayed *told);

#endif
