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

static bool has_same_map(const struct ranks_leader *leader, const struct ranks_order *order,
                         uint64_t fingerprint)
{
    return leader->has_map && leader->fingerprint == fingerprint &&
           leader->sent.corners == order->corners && leader->sent.seed == order->seed &&
           leader->sent.skip_direct == order->skip_direct;
}

static cairn_status send_map(struct ranks_leader *leader, const cairn_build_def *def)
{
    cairn_map_info info = ranks_get_map_info(def->map);
    struct ranks_order order = {.kind = RANKS_ORDER_MAP,
                                .width = info.width,
                                .height = info.height,
                                .corners = (uint32_t)info.corners,
                                .skip_direct = def->skip_direct,
                                .threads = def->threads,
                                .seed = def->seed,
                                .records = def->records};
    if (has_same_map(leader, &order, info.fingerprint))
        return CAIRN_OK;
    unsigned char *bits = ranks_pack_map(def->map);
    if (bits == NULL)
        return CAIRN_MEMORY;
    for (int rank = 1; rank < leader->ranks; rank++) {
        send_order(&order, rank);
        MPI_Send(bits, (int)ranks_get_map_bytes(info.width, info.height), MPI_BYTE, rank,
                 RANKS_TAG_MAP, MPI_COMM_WORLD);
    }
    free(bits);
    leader->has_map = true;
    leader->sent = order;
    leader->fingerprint = info.fingerprint;
    return CAIRN_OK;
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
        if (!cairn_build_is_done(build, order->first, order->end))
            return true;
    }
    return false;
}

static void order_records(struct ranks_leader *leader, const cairn_build *build, int rank)
{
    struct ranks_order order = leader->sent;
    order.kind = RANKS_ORDER_RECORDS;
    order.records = cairn_build_get_progress(build).records;
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
    leader->status = (cairn_status)failure.status;
    if (leader->detail != NULL)
        (void)snprintf(leader->detail->text, sizeof leader->detail->text, "rank %d: %.130s", rank,
                       failure.text);
}

/* Takes a part in; a null build drops it. */
static void take_part(struct ranks_leader *leader, cairn_build *build, const MPI_Status *message)
{
    int bytes = 0;
    MPI_Get_count(message, MPI_BYTE, &bytes);
    void *part = malloc((size_t)bytes);
    if (part == NULL) /* then it cannot even be dropped */
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Recv(part, bytes, MPI_BYTE, message->MPI_SOURCE, RANKS_TAG_PART, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    cairn_status status = CAIRN_OK;
    if (build != NULL)
        status = cairn_build_add_part(build, part, (size_t)bytes);
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
    if (message.MPI_TAG == RANKS_TAG_PART)
        take_part(leader, build, &message);
    else
        take_failure(leader, message.MPI_SOURCE);
    leader->outstanding[message.MPI_SOURCE]--;
    leader->total--;
    if (build != NULL)
        order_records(leader, build, message.MPI_SOURCE);
    return true;
}

cairn_status ranks_leader_serve(void *context, cairn_build *build)
{
    struct ranks_leader *leader = context;
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

/* All is ordered: waits for what is still being made elsewhere. */
static cairn_status wait_for_others(struct ranks_leader *leader, cairn_build *build,
                                    const cairn_build_def *def)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    while (leader->total > 0) {
        cairn_build_progress progress = cairn_build_get_progress(build);
        if (!def->progress(def->progress_context, &progress))
            return CAIRN_INTERRUPTED;
        (void)nanosleep(&pause, NULL);
    }
    return leader->status;
}

/* Answers to orders that nobody needs any more. */
static void drop_answers(struct ranks_leader *leader)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    while (leader->total > 0)
        if (!take_answer(leader, NULL))
            (void)nanosleep(&pause, NULL);
}

cairn_status ranks_leader_run(void *context, cairn_build *build, const cairn_build_def *def)
{
    struct ranks_leader *leader = context;
    if (leader->ranks == 1)
        return cairn_build_run(build);
    drop_answers(leader); /* of a map that failed */
    leader->status = CAIRN_OK;
    leader->detail = def->detail;
    leader->next = 0;
    leader->chunk = choose_chunk(leader, def->records);
    cairn_status status = send_map(leader, def);
    for (int i = 0; status == CAIRN_OK && i < ORDERS_A_RANK; i++)
        for (int rank = 1; rank < leader->ranks; rank++)
            order_records(leader, build, rank);
    if (status == CAIRN_OK)
        status = work_along(leader, build, def->records);
    if (status == CAIRN_OK)
        status = wait_for_others(leader, build, def);
    return status;
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
