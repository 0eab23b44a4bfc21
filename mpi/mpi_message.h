/* mpi_message.h: what the ranks of cairn-mpi send each other.
 *
 * Rank 0, the leader, sends orders; the others, the workers, answer an order for records with a
 * part (docs/format.md), an order for a whole database with its bytes, and either with a failure.
 * Maps travel as one bit a cell, so that only rank 0 needs to see the files. Of an evaluation the
 * workers do pieces, and all see its folder. This folder moves ranges, parts, databases and numbers
 * of pieces; it knows nothing of paths. */
#ifndef CAIRN_MPI_MESSAGE_H
#define CAIRN_MPI_MESSAGE_H

#include <cairn/build.h>
#include <mpi.h>

#include "build_job.h"

enum ranks_tag {
    RANKS_TAG_ORDER = 1, /* leader to worker: struct ranks_order */
    RANKS_TAG_MAP,       /* leader to worker, after an order for a map: its cells */
    RANKS_TAG_PART,      /* worker to leader: the bytes of a part */
    RANKS_TAG_OUTCOME,   /* worker to leader: struct cli_build_outcome, before a database */
    RANKS_TAG_DATABASE,  /* worker to leader: the bytes of a database */
    RANKS_TAG_FAILURE,   /* worker to leader: struct ranks_failure */
    RANKS_TAG_ASK,       /* worker to leader: what mpi_evaluate.c says */
    RANKS_TAG_TASK,      /* leader to worker: the same */
};

enum ranks_order_kind {
    RANKS_ORDER_MAP = 1,  /* here is a map, and what is to be built of it */
    RANKS_ORDER_RECORDS,  /* make these records of it */
    RANKS_ORDER_WHOLE,    /* make the whole database */
    RANKS_ORDER_EVALUATE, /* take part in an evaluation */
    RANKS_ORDER_QUIT,     /* there is no more work */
};

/* All ranks run one program, so a plain struct may travel as bytes. */
struct ranks_order {
    uint32_t kind;
    uint32_t width;
    uint32_t height;
    uint32_t corners;
    cairn_kind db_kind;
    uint32_t threads;
    uint32_t target;
    uint32_t option_count;
    uint64_t max_bytes;
    cairn_option options[CLI_BUILD_OPTIONS];
    uint32_t records; /* wanted in all */
    uint32_t first;   /* of them, those to make now: first .. end - 1 */
    uint32_t end;
};

struct ranks_failure {
    int32_t status;
    char text[160];
};

/* Waits for a message without keeping a core busy. */
MPI_Status ranks_wait(int source, int tag);

/* Takes a message of bytes that is waiting; the caller frees it. Without memory for it nobody could
 * go on: that ends the job. */
void *ranks_receive(const MPI_Status *message, size_t *bytes);

/* One bit a cell, row after row; null without memory. The caller frees it. */
unsigned char *ranks_pack_map(const cairn_map *map);

/* The map of such bits. */
cairn_status ranks_unpack_map(const struct ranks_order *order, const unsigned char *bits,
                              cairn_map **map);

/* The bytes of a packed map. */
size_t ranks_get_map_bytes(uint32_t width, uint32_t height);

/* Who this process is. */
struct ranks_self {
    int rank;
    int ranks;
    uint32_t place;      /* among the ranks on this machine, from 0 */
    uint32_t neighbours; /* on this machine, itself included */
    int argc;
    char **argv;
};

/* `cairn-mpi evaluate`: of rank 0, and of the others when they are called in. Returns the exit code. */
int ranks_evaluate(const struct ranks_self *self);

/* ---- the two roles ---- */

/* Follows orders until there is no more work. */
void ranks_worker_run(const struct ranks_self *self);

/* What rank 0 keeps. */
struct ranks_leader {
    int ranks;
    uint32_t *outstanding; /* orders that each rank has not answered */
    uint64_t total;        /* of them */
    /* records of one map */
    bool has_map; /* the workers have one, that of `sent` */
    struct ranks_order sent;
    uint64_t fingerprint;
    uint32_t next;       /* record to order */
    uint32_t chunk;      /* records an order asks for */
    cairn_status status; /* the first failure of a rank */
    char failure[160];
    /* whole maps */
    const struct cli_build_request *request;
    const struct cli_build_list *list; /* null: records */
    size_t next_map;                   /* to build */
    struct cli_job **jobs;             /* of the ranks; null: idle */
    int worst;                         /* exit code so far */
    struct cli_progress progress;      /* maps built, shown while all are handed out */
};

/* An order for a map and what is to be built of it, sent to one rank. */
cairn_status ranks_send_map(const struct ranks_order *order, const unsigned char *bits, int rank);

/* The order for a map; `kind` is still 0. */
struct ranks_order ranks_make_order(const struct cli_build_plan *plan, const cairn_map *map);

/* The hooks of struct cli_build_driver. */
cairn_status ranks_leader_run(void *context, cairn_build *build, const struct cli_build_plan *plan,
                              const cairn_map *map);
cairn_status ranks_leader_serve(void *context, cairn_build *build);
int ranks_leader_run_list(void *context, const struct cli_build_request *request,
                          const struct cli_build_list *list);

/* Takes the answers about whole maps that are waiting, and hands out more. */
void ranks_leader_serve_maps(struct ranks_leader *leader);

/* Sends the workers home; answers still on the way are taken and dropped. */
void ranks_leader_end(struct ranks_leader *leader);

#endif
