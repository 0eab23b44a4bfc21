/* mpi_main.c: `cairn-mpi build`: `cairn build`, the same options and the same bytes, with the work
 * shared among the ranks of an MPI job. Rank 0 reads, leads, works along and writes. */
#include <stdlib.h>
#include <string.h>

#include "build_job.h"
#include "mpi_message.h"

static struct ranks_leader leader; /* for the way out through exit(), which argp takes */

/* How many ranks there are on this machine. */
static uint32_t count_neighbours(void)
{
    MPI_Comm here;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return (uint32_t)count;
}

/* Rank 0 leaves, by whatever way: so do the others. After a signal they may be gone already, and
 * nobody may wait for them. */
static void end_job(void)
{
    if (cli_signal != 0) {
        (void)fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, CLI_SIGNAL + cli_signal);
    }
    ranks_leader_end(&leader);
    MPI_Finalize();
}

static int lead(int ranks, uint32_t threads, int argc, char **argv)
{
    static char name[] = "cairn-mpi build";
    const struct cli_build_driver driver = {
        .run = ranks_leader_run,
        .serve = ranks_leader_serve,
        .run_list = ranks > 1 ? ranks_leader_run_list : NULL,
        .context = &leader,
        .threads = threads,
        .threads_alone = cli_count_cores(),
        .interrupted = "interrupted, or another rank ended",
    };
    leader.ranks = ranks;
    leader.outstanding = calloc((size_t)ranks, sizeof *leader.outstanding);
    atexit(end_job);
    cli_prepare_output();
    argp_err_exit_status = CLI_USAGE;
    if (leader.outstanding == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    if (argc < 2 || strcmp(argv[1], "build") != 0)
        return cli_fail(CLI_USAGE, "cairn-mpi has one command: mpirun -n RANKS cairn-mpi build "
                                   "MAP -o DB; the others are cairn's");
    argv[1] = name;
    return cli_build_with(&driver, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    int provided = 0, rank = 0, ranks = 1;
    /* Threads work, but this one alone speaks MPI. */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    uint32_t neighbours = count_neighbours(), cores = cli_count_cores();
    uint32_t threads = cores > neighbours ? cores / neighbours : 1;
    if (rank == 0)
        return lead(ranks, threads, argc, argv);
    ranks_worker_run();
    MPI_Finalize();
    return 0;
}
