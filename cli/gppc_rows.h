/* gppc_rows.h: rows as the Grid-based Path Planning Competition has them: the result.csv of its start
 * kit of 2023, classic track. A step of ours stands for a call of an entry's GetPath(). */
#ifndef CAIRN_CLI_GPPC_ROWS_H
#define CAIRN_CLI_GPPC_ROWS_H

#include "cli.h"

/** What a row has that a walk does not tell. */
struct cli_gppc {
    const harness_walker *walker;
    cairn_cell here;
    uint64_t moves[2];   /**< cardinal and diagonal ones so far */
    bool reached;        /**< a length of 20 */
    uint64_t reached_ns; /**< time of the steps until then */
};

/** Has a walker tell when the way reaches a length of 20; call it before each problem. */
void cli_gppc_begin(struct cli_gppc *gppc, harness_walker *walker, cairn_cell start);

extern const char cli_gppc_header[];

/** The row of the walk that began last; `files` are those of map and scenario. */
void cli_gppc_write_row(const struct cli_gppc *gppc, FILE *stream, const char *const files[2],
                        uint32_t number, double length, const harness_walk *walk);

#endif
