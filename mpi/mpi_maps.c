/* mpi_maps.c: rank 0 shares whole maps out, one to each rank at a time, and builds some itself.
 * Which rank built a database changes nothing about it. */
#include "mpi_message.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void note(struct ranks_leader *leader, int code)
{
    leader->worst = code > leader->worst ? code : leader->worst;
    (void)fflush(stdout);
}

/* Opens the next map that is to be built; null if there is none left. */
static struct cli_job *open_next(struct ranks_leader *leader)
{
    struct cli_job *job = NULL;
    while (job == NULL && leader->next_map < leader->list->count && cli_signal == 0)
        note(leader, cli_job_open(leader->request, &leader->list->names[leader->next_map++], &job));
    return job;
}

static cairn_status send_job(const struct ranks_leader *leader, const struct cli_job *job, int rank)
{
    const cairn_map *map = cli_job_get_map(job);
    struct cli_build_plan plan;
    cli_build_plan_make(leader->request, &plan);
    struct ranks_order order = ranks_make_order(&plan, map);
    unsigned char *bits = ranks_pack_map(map);
    order.kind = RANKS_ORDER_MAP;
    cairn_status status = ranks_send_map(&order, bits, rank);
    free(bits);
    if (status != CAIRN_OK)
        return status;
    order.kind = RANKS_ORDER_WHOLE;
    MPI_Send(&order, sizeof order, MPI_BYTE, rank, RANKS_TAG_ORDER, MPI_COMM_WORLD);
    return CAIRN_OK;
}

/* Gives an idle rank the next map. */
static void employ(struct ranks_leader *leader, int rank)
{
    struct cli_job *job = open_next(leader);
    if (job == NULL)
        return;
    cairn_status status = send_job(leader, job, rank);
    if (status != CAIRN_OK) {
        const cairn_detail none = {0};
        note(leader, cli_job_fail(job, status, &none));
        cli_job_close(job);
        return;
    }
    leader->jobs[rank] = job;
    leader->outstanding[rank]++;
    leader->total++;
}

/* ---- answers ---- */

static void take_failure(struct ranks_leader *leader, int rank)
{
    struct ranks_failure failure;
    cairn_detail detail = {0};
    MPI_Recv(&failure, sizeof failure, MPI_BYTE, rank, RANKS_TAG_FAILURE, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    failure.text[sizeof failure.text - 1] = '\0';
    (void)snprintf(detail.text, sizeof detail.text, "%s", failure.text);
    note(leader, cli_job_fail(leader->jobs[rank], failure.status, &detail));
}

static void take_database(struct ranks_leader *leader, int rank)
{
    struct cli_build_outcome outcome;
    size_t bytes = 0;
    MPI_Recv(&outcome, sizeof outcome, MPI_BYTE, rank, RANKS_TAG_OUTCOME, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Status message = ranks_wait(rank, RANKS_TAG_DATABASE);
    void *image = ranks_receive(&message, &bytes);
    note(leader, cli_job_take(leader->jobs[rank], image, bytes, &outcome));
    free(image);
}

/* Takes one answer, if there is one. */
static bool take_answer(struct ranks_leader *leader)
{
    MPI_Status message;
    int there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &message);
    if (!there)
        return false;
    int rank = message.MPI_SOURCE;
    cli_progress_end(&leader->progress); /* a bar makes room for what is said now */
    if (message.MPI_TAG == RANKS_TAG_OUTCOME)
        take_database(leader, rank);
    else
        take_failure(leader, rank);
    cli_job_close(leader->jobs[rank]);
    leader->jobs[rank] = NULL;
    leader->outstanding[rank]--;
    leader->total--;
    return true;
}

void ranks_leader_serve_maps(struct ranks_leader *leader)
{
    while (leader->total > 0 && take_answer(leader))
        continue;
    for (int rank = 1; rank < leader->ranks; rank++)
        if (leader->jobs[rank] == NULL)
            employ(leader, rank);
}

/* ---- the list ---- */

/* Until every map is built. While the leader builds one itself, its progress serves the others. */
static void run_maps(struct ranks_leader *leader)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    do {
        ranks_leader_serve_maps(leader);
        struct cli_job *own = open_next(leader);
        if (own != NULL)
            note(leader, cli_job_run(own));
        else if (leader->total > 0)
            (void)nanosleep(&pause, NULL);
        if (own == NULL)
            cli_progress_update(&leader->progress, leader->next_map - leader->total,
                                leader->list->count);
        cli_job_close(own);
    } while (cli_signal == 0 && (leader->total > 0 || leader->next_map < leader->list->count));
}

int ranks_leader_run_list(void *context, const struct cli_build_request *request,
                          const struct cli_build_list *list)
{
    struct ranks_leader *leader = context;
    leader->jobs = calloc((size_t)leader->ranks, sizeof *leader->jobs);
    if (leader->jobs == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    leader->request = request;
    leader->list = list;
    leader->next_map = 0;
    leader->worst = CLI_YES;
    cli_progress_begin(&leader->progress, "maps", &request->shared);
    run_maps(leader);
    cli_progress_end(&leader->progress);
    if (cli_signal != 0 &&
        leader->worst < CLI_SIGNAL) /* otherwise the leader's own map has reported it */
        note(leader, cli_fail(CLI_SIGNAL + cli_signal, "%s", request->driver->interrupted));
    for (int rank = 1; rank < leader->ranks; rank++)
        cli_job_close(leader->jobs[rank]);
    free(leader->jobs);
    leader->jobs = NULL;
    leader->list = NULL;
    return leader->worst;
}
