/* mpi_worker.c: every rank but 0: makes the records that it is sent orders for and returns them, or
 * takes part in an evaluation. */
#include "mpi_message.h"

#include <limits.h>
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
    struct ranks_failure failure = {.status = status};
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

static cairn_status receive_map(struct worker *worker, const struct ranks_order *order)
{
    size_t bytes = 0;
    MPI_Status message = ranks_wait(0, RANKS_TAG_MAP);
    unsigned char *bits = ranks_receive(&message, &bytes);
    cairn_status status = ranks_unpack_map(order, bits, &worker->map);
    free(bits);
    return status;
}

static cairn_status take_map(struct worker *worker, const struct ranks_order *order)
{
    forget_map(worker);
    cairn_status status = receive_map(worker, order);
    if (status != CAIRN_OK)
        return status;
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = order->db_kind,
                                 .threads = order->threads,
                                 .target = order->target,
                                 .max_bytes = order->max_bytes,
                                 .option_count = order->option_count,
                                 .options = order->options,
                                 .detail = &worker->detail};
    return cairn_build_create(worker->map, &def, &worker->build);
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
    uint32_t wanted = 0;
    cairn_status status = cairn_build_get_records(worker->build, 0, &wanted, NULL);
    if (status == CAIRN_OK && wanted < order->records)
        status = cairn_build_set_records(worker->build, order->records);
    if (status == CAIRN_OK)
        status = cairn_build_run_records(worker->build, order->first, order->end);
    return status == CAIRN_OK ? send_part(worker->build, order) : status;
}

/* ---- whole databases ---- */

/* The bytes of a database; null with a status why not. MPI counts them in an int. */
static void *get_image(const cairn_build *build, size_t *bytes, cairn_status *status)
{
    *status = cairn_build_write_memory(build, 0, NULL, bytes);
    if (*status != CAIRN_CAPACITY)
        return NULL;
    *status = *bytes > INT_MAX ? CAIRN_LIMIT : CAIRN_MEMORY;
    void *image = *bytes > INT_MAX ? NULL : malloc(*bytes);
    if (image != NULL)
        *status = cairn_build_write_memory(build, *bytes, image, bytes);
    return image;
}

static cairn_status make_whole(struct worker *worker)
{
    struct cli_build_outcome outcome;
    size_t bytes = 0;
    uint64_t began = harness_get_time();
    cairn_status status = cairn_build_run(worker->build);
    if (status != CAIRN_OK)
        return status;
    void *image = get_image(worker->build, &bytes, &status);
    if (status == CAIRN_OK) {
        cli_build_outcome_take(worker->build, &outcome);
        (void)cairn_build_get_records(worker->build, 0, NULL, &outcome.made);
        outcome.spent_ns = harness_get_time() - began;
        MPI_Send(&outcome, sizeof outcome, MPI_BYTE, 0, RANKS_TAG_OUTCOME, MPI_COMM_WORLD);
        MPI_Send(image, (int)bytes, MPI_BYTE, 0, RANKS_TAG_DATABASE, MPI_COMM_WORLD);
    }
    free(image);
    return status;
}

/* Every order except one for maps gets one answer. */
static void follow(struct worker *worker, const struct ranks_order *order)
{
    if (order->kind == RANKS_ORDER_MAP) {
        worker->status = take_map(worker, order);
        return;
    }
    cairn_status status = worker->status;
    if (status == CAIRN_OK)
        status =
            order->kind == RANKS_ORDER_WHOLE ? make_whole(worker) : make_records(worker, order);
    if (status != CAIRN_OK)
        send_failure(worker, status);
}

void ranks_worker_run(const struct ranks_self *self)
{
    struct worker worker = {0};
    for (;;) {
        struct ranks_order order;
        (void)ranks_wait(0, RANKS_TAG_ORDER);
        MPI_Recv(&order, sizeof order, MPI_BYTE, 0, RANKS_TAG_ORDER, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (order.kind == RANKS_ORDER_QUIT)
            break;
        if (order.kind == RANKS_ORDER_EVALUATE)
            (void)ranks_evaluate(self); /* the leader knows the code */
        else
            follow(&worker, &order);
    }
    forget_map(&worker);
}
