/* mpi_leader.c: rank 0: shares the records out, works along, takes the parts in. Only it writes
 * files. Which rank made a record changes nothing about it. */
#include "mpi_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Orders that a worker has at a time: one to work on, one for when it is done. */
enum { ORDERS_A_RANK = 2, MOST_CHUNK = 1024, CHUNKS_A_RANK = 8 };

static void send_order(const struct ranks_order *order, int rank)
{
    MPI_Send(order, sizeof *order, MPI_BYTE, rank, RANKS_TAG_ORDER, MPI_COMM_WORLD);
}

/* ---- the map ---- */

struct ranks_order ranks_make_order(const struct cli_build_plan *plan, const cairn_map *map)
{
    cairn_map_info info = cli_get_map_info(map);
    struct ranks_order order = {.width = info.width,
                                .height = info.height,
                                .corners = (uint32_t)info.corners,
                                .db_kind = plan->def.kind,
                                .threads = plan->def.threads,
                                .target = plan->def.target,
                                .max_bytes = plan->def.max_bytes,
                                .option_count = plan->def.option_count};
    memcpy(order.options, plan->options, sizeof order.options);
    return order;
}

cairn_status ranks_send_map(const struct ranks_order *order, const unsigned char *bits, int rank)
{
    if (bits == NULL)
        return CAIRN_MEMORY;
    send_order(order, rank);
    MPI_Send(bits, (int)ranks_get_map_bytes(order->width, order->height), MPI_BYTE, rank,
             RANKS_TAG_MAP, MPI_COMM_WORLD);
    return CAIRN_OK;
}

/* The workers' builds need no target: the leader sends them the number of records. */
static cairn_status send_map(struct ranks_leader *leader, const struct ranks_order *order,
                             const cairn_map *map)
{
    uint64_t fingerprint = cli_get_map_info(map).fingerprint;
    if (leader->has_map && leader->fingerprint == fingerprint &&
        memcmp(&leader->sent, order, sizeof *order) == 0)
        return CAIRN_OK;
    unsigned char *bits = ranks_pack_map(map);
    cairn_status status = CAIRN_OK;
    for (int rank = 1; status == CAIRN_OK && rank < leader->ranks; rank++)
        status = ranks_send_map(order, bits, rank);
    free(bits);
    leader->has_map = status == CAIRN_OK;
    leader->sent = *order;
    leader->fingerprint = fingerprint;
    return status;
}

/* ---- records ---- */

/* Finds the next records to make; false if there are none left. */
static bool take_chunk(struct ranks_leader *leader, const cairn_build *build, uint32_t records,
                       struct ranks_order *order)
{
    while (leader->next < records) {
        uint32_t left = records - leader->next;
        order->first = leader->next;
        order->end = leader->next += left < leader->chunk ? left : leader->chunk;
        uint32_t finished = 0;
        (void)cairn_build_get_records(build, order->first, NULL, &finished);
        if (finished < order->end)
            return true;
    }
    return false;
}

static void order_records(struct ranks_leader *leader, const cairn_build *build, int rank)
{
    struct ranks_order order = leader->sent;
    order.kind = RANKS_ORDER_RECORDS;
    (void)cairn_build_get_records(build, 0, &order.records, NULL);
    if (leader->status != CAIRN_OK || !take_chunk(leader, build, order.records, &order))
        return;
    send_order(&order, rank);
    leader->outstanding[rank]++;
    leader->total++;
}

static void take_failure(struct ranks_leader *leader, int rank)
{
    struct ranks_failure failure;
    MPI_Recv(&failure, sizeof failure, MPI_BYTE, rank, RANKS_TAG_FAILURE, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    failure.text[sizeof failure.text - 1] = '\0';
    if (leader->status != CAIRN_OK)
        return;
    leader->status = failure.status;
    (void)snprintf(leader->failure, sizeof leader->failure, "rank %d: %.130s", rank, failure.text);
}

/* Takes a part in; a null build drops it. */
static void take_part(struct ranks_leader *leader, cairn_build *build, const MPI_Status *message)
{
    size_t bytes = 0;
    void *part = ranks_receive(message, &bytes);
    cairn_status status = build != NULL ? cairn_build_add_part(build, part, bytes) : CAIRN_OK;
    if (leader->status == CAIRN_OK)
        leader->status = status;
    free(part);
}

/* Takes one answer, if there is one. */
static bool take_answer(struct ranks_leader *leader, cairn_build *build)
{
    MPI_Status message;
    int there = 0;
    if (leader->total == 0)
        return false;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &message);
    if (!there)
        return false;
    if (message.MPI_TAG == RANKS_TAG_FAILURE)
        take_failure(leader, message.MPI_SOURCE);
    else
        take_part(leader, build, &message);
    if (message.MPI_TAG == RANKS_TAG_OUTCOME) /* the first half of an answer */
        return true;
    leader->outstanding[message.MPI_SOURCE]--;
    leader->total--;
    if (build != NULL)
        order_records(leader, build, message.MPI_SOURCE);
    return true;
}

cairn_status ranks_leader_serve(void *context, cairn_build *build)
{
    struct ranks_leader *leader = context;
    if (leader->list != NULL) {
        ranks_leader_serve_maps(leader);
        return CAIRN_OK;
    }
    while (take_answer(leader, build))
        continue;
    return leader->status;
}

static uint32_t choose_chunk(const struct ranks_leader *leader, uint32_t records)
{
    uint32_t chunk = records / (uint32_t)leader->ranks / CHUNKS_A_RANK;
    chunk -= chunk % CAIRN_BUILD_RANGE;
    return chunk < CAIRN_BUILD_RANGE ? CAIRN_BUILD_RANGE : chunk < MOST_CHUNK ? chunk : MOST_CHUNK;
}

/* The leader's own share: as many chunks as the workers leave it. Progress serves the others. */
static cairn_status work_along(struct ranks_leader *leader, cairn_build *build, uint32_t records)
{
    struct ranks_order own;
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && take_chunk(leader, build, records, &own))
        status = cairn_build_run_records(build, own.first, own.end);
    return status;
}

/* All is ordered: waits for what is still being made elsewhere; progress takes it in. */
static cairn_status wait_for_others(struct ranks_leader *leader, cairn_build *build)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && leader->total > 0) {
        status = cairn_build_tell_progress(build);
        (void)nanosleep(&pause, NULL);
    }
    return status == CAIRN_OK ? leader->status : status;
}

/* Answers to orders that nobody needs any more. */
static void drop_answers(struct ranks_leader *leader)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    while (leader->total > 0)
        if (!take_answer(leader, NULL))
            (void)nanosleep(&pause, NULL);
}

cairn_status ranks_leader_run(void *context, cairn_build *build, const struct cli_build_plan *plan,
                              const cairn_map *map)
{
    struct ranks_leader *leader = context;
    struct ranks_order order = ranks_make_order(plan, map);
    uint32_t records = 0;
    (void)cairn_build_get_records(build, 0, &records, NULL);
    if (leader->ranks == 1)
        return cairn_build_run_records(build, 0, records);
    drop_answers(leader); /* of a map that failed */
    leader->status = CAIRN_OK;
    leader->failure[0] = '\0';
    leader->next = 0;
    leader->chunk = choose_chunk(leader, records);
    order.kind = RANKS_ORDER_MAP;
    cairn_status status = send_map(leader, &order, map);
    for (int i = 0; status == CAIRN_OK && i < ORDERS_A_RANK; i++)
        for (int rank = 1; rank < leader->ranks; rank++)
            order_records(leader, build, rank);
    if (status == CAIRN_OK)
        status = work_along(leader, build, records);
    if (status == CAIRN_OK)
        status = wait_for_others(leader, build);
    if (leader->status != CAIRN_OK && leader->failure[0] != '\0')
        (void)snprintf(plan->def.detail->text, sizeof plan->def.detail->text, "%s",
                       leader->failure);
    return leader->status != CAIRN_OK ? leader->status : status;
}

void ranks_leader_end(struct ranks_leader *leader)
{
    const struct ranks_order quit = {.kind = RANKS_ORDER_QUIT};
    drop_answers(leader);
    for (int rank = 1; rank < leader->ranks; rank++)
        send_order(&quit, rank);
    free(leader->outstanding);
    leader->outstanding = NULL;
}
