/* mpi_main.c: `cairn-mpi build` and `cairn-mpi evaluate`: the same options as cairn's, the same bytes
 * and the same rows, with the work shared among the ranks of an MPI job. Rank 0 leads and works
 * along. */
#include <stdlib.h>
#include <string.h>

#include "build_job.h"
#include "mpi_message.h"

static struct ranks_leader leader; /* for the way out through exit(), which argp takes */

/* The place among the ranks on this machine, and how many there are. */
static void find_neighbours(struct ranks_self *self)
{
    MPI_Comm here;
    int place = 0, count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &place);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    self->place = (uint32_t)place;
    self->neighbours = (uint32_t)count;
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

static int build(const struct ranks_self *self)
{
    static char name[] = "cairn-mpi build";
    uint32_t cores = cli_count_cores();
    const struct cli_build_driver driver = {
        .run = ranks_leader_run,
        .serve = ranks_leader_serve,
        .run_list = self->ranks > 1 ? ranks_leader_run_list : NULL,
        .context = &leader,
        .threads = cores > self->neighbours ? cores / self->neighbours : 1,
        .threads_alone = cores,
        .interrupted = "interrupted, or another rank ended",
    };
    self->argv[1] = name;
    return cli_build_with(&driver, self->argc - 1, self->argv + 1);
}

static int lead(const struct ranks_self *self)
{
    const char *command = self->argc > 1 ? self->argv[1] : "";
    leader.ranks = self->ranks;
    leader.outstanding = calloc((size_t)self->ranks, sizeof *leader.outstanding);
    atexit(end_job);
    cli_prepare_output();
    argp_err_exit_status = CLI_USAGE;
    if (leader.outstanding == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    if (strcmp(command, "build") == 0)
        return build(self);
    if (strcmp(command, "evaluate") == 0)
        return ranks_evaluate(self);
    return cli_fail(CLI_USAGE,
                    "cairn-mpi has two commands: mpirun -n RANKS cairn-mpi build MAP "
                    "-o DB, and cairn-mpi evaluate SUITE -o DIR; the others are cairn's");
}

int main(int argc, char **argv)
{
    struct ranks_self self = {.argc = argc, .argv = argv};
    int provided = 0;
    /* Threads work, but this one alone speaks MPI. */
    MPI_Init_thread(&self.argc, &self.argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &self.ranks);
    find_neighbours(&self);
    if (self.rank == 0)
        return lead(&self);
    cli_prepare_output();
    ranks_worker_run(&self);
    MPI_Finalize();
    return 0;
}
