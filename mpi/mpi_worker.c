/* mpi_worker.c: every rank but 0: makes the records it is told to and sends them back. */
#include "mpi_message.h"

#include <stdio.h>
#include <stdlib.h>

struct worker {
    cairn_map *map;
    cairn_build *build;
    cairn_detail detail;
    cairn_status status; /* of the present map */
};

static void send_failure(const struct worker *worker, cairn_status status)
{
    struct ranks_failure failure = {.status = (uint32_t)status};
    const char *text = worker->detail.text;
    (void)snprintf(failure.text, sizeof failure.text, "%s",
                   text[0] != '\0' ? text : cairn_status_get_text(status));
    MPI_Send(&failure, sizeof failure, MPI_BYTE, 0, RANKS_TAG_FAILURE, MPI_COMM_WORLD);
}

static void forget_map(struct worker *worker)
{
    cairn_build_destroy(worker->build);
    cairn_map_close(worker->map);
    *worker = (struct worker){0};
}

/* The leader waits until its message is taken: without memory for it nobody could go on. */
static cairn_status receive_map(struct worker *worker, const struct ranks_order *order)
{
    size_t bytes = ranks_get_map_bytes(order->width, order->height);
    unsigned char *bits = malloc(bytes);
    if (bits == NULL) {
        (void)fprintf(stderr,
                      "cairn: a rank has no memory for the map; use fewer on its machine\n");
        MPI_Abort(MPI_COMM_WORLD, 3);
        return CAIRN_MEMORY;
    }
    MPI_Recv(bits, (int)bytes, MPI_BYTE, 0, RANKS_TAG_MAP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    cairn_status status = ranks_unpack_map(order, bits, &worker->map);
    free(bits);
    return status;
}

static cairn_status take_map(struct worker *worker, const struct ranks_order *order)
{
    cairn_build_def def = cairn_default_build_def();
    forget_map(worker);
    cairn_status status = receive_map(worker, order);
    if (status != CAIRN_OK)
        return status;
    def.map = worker->map;
    def.records = order->records;
    def.seed = order->seed;
    def.skip_direct = order->skip_direct != 0;
    def.threads = order->threads;
    def.detail = &worker->detail;
    return cairn_build_create(&def, &worker->build);
}

static cairn_status send_part(const cairn_build *build, const struct ranks_order *order)
{
    size_t bytes = 0;
    cairn_status status = cairn_build_write_part(build, order->first, order->end, 0, NULL, &bytes);
    void *part = status == CAIRN_CAPACITY ? malloc(bytes) : NULL;
    if (part == NULL)
        return status == CAIRN_CAPACITY ? CAIRN_MEMORY : status;
    status = cairn_build_write_part(build, order->first, order->end, bytes, part, &bytes);
    if (status == CAIRN_OK)
        MPI_Send(part, (int)bytes, MPI_BYTE, 0, RANKS_TAG_PART, MPI_COMM_WORLD);
    free(part);
    return status;
}

static cairn_status make_records(struct worker *worker, const struct ranks_order *order)
{
    cairn_status status = cairn_build_get_progress(worker->build).records < order->records
                              ? cairn_build_set_records(worker->build, order->records)
                              : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn_build_run_records(worker->build, order->first, order->end);
    return status == CAIRN_OK ? send_part(worker->build, order) : status;
}

/* Every order for records gets one answer. */
static void follow(struct worker *worker, const struct ranks_order *order)
{
    if (order->kind == RANKS_ORDER_MAP) {
        worker->status = take_map(worker, order);
        return;
    }
    cairn_status status = worker->status;
    if (status == CAIRN_OK)
        status = make_records(worker, order);
    if (status != CAIRN_OK)
        send_failure(worker, status);
}

void ranks_worker_run(void)
{
    struct worker worker = {0};
    for (;;) {
        struct ranks_order order;
        (void)ranks_wait(0, RANKS_TAG_ORDER);
        MPI_Recv(&order, sizeof order, MPI_BYTE, 0, RANKS_TAG_ORDER, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (order.kind == RANKS_ORDER_QUIT)
            break;
        follow(&worker, &order);
    }
    forget_map(&worker);
}
