/* eval_crowd.c: many agents on one map at the same time (section 8.7): what their allocator gave
 * out, and by how much the process has grown, when all have arrived. */
#include "evaluate.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

const char eval_crowd_header[] = "map,agent,agents,arrived,moves,memory_states,agent_bytes,"
                                 "map_bytes,database_bytes,index_bytes,resident_bytes\n";

/* Memory of this process that is in the machine's, in bytes. */
static uint64_t get_resident_bytes(void)
{
    unsigned long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%lu %lu", &size, &resident) != 2)
        resident = 0;
    fclose(file);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void write_row(FILE *stream, const struct eval *eval, const size_t pair[2],
                      const harness_crowd *crowd, const uint64_t shared[4])
{
    cli_write_field(stream, eval->suite.maps[pair[0]].name);
    cli_write_field(stream, eval->suite.agents[pair[1]].name);
    fprintf(stream, "%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, crowd->count, crowd->arrived,
            crowd->moves, crowd->memory_states, crowd->bytes);
    fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", shared[0], shared[1],
            shared[2], shared[3]);
}

/* Moves the crowd and writes its row; `before` is what the process had before the world. */
static int move_crowd(const struct eval *eval, const size_t pair[2], const struct eval_world *world,
                      harness_crowd *crowd, uint64_t before, FILE *stream)
{
    const struct suite_agent *agent = &eval->suite.agents[pair[1]];
    cairn_status status = harness_crowd_run(crowd, agent->recipe.max_moves, &cli_signal);
    if (status == CAIRN_INTERRUPTED)
        return CLI_SIGNAL + cli_signal;
    if (status != CAIRN_OK)
        return cli_fail_walk(status);
    malloc_trim(0);
    uint64_t after = get_resident_bytes();
    const uint64_t shared[4] = {cli_get_map_info(world->map).bytes,
                                world->db != NULL ? cli_get_db_info(world->db).bytes : 0,
                                harness_world_get_bytes(&world->shared),
                                after > before ? after - before : 0};
    write_row(stream, eval, pair, crowd, shared);
    return CLI_YES;
}

/* One crowd in a world of its own: its growth is measured from before the world was opened. */
static int run_crowd(const struct eval *eval, const size_t pair[2], uint32_t agents, FILE *stream)
{
    const struct suite_agent *agent = &eval->suite.agents[pair[1]];
    harness_crowd crowd = {.count = agents};
    struct eval_world world = {0};
    harness_problem *problems = NULL;
    uint32_t count = 0;
    int code = eval_read_problems(eval, pair[0], &problems, &count);
    malloc_trim(0); /* what an earlier crowd gave back is not to be taken for room there was */
    uint64_t before = get_resident_bytes();
    if (code == CLI_YES)
        code = eval_world_open(eval, pair[0], pair[1], &world);
    if (code == CLI_YES) {
        cairn_status status =
            harness_crowd_open(&world.shared, &agent->recipe, problems, count, &crowd);
        code = status == CAIRN_OK ? move_crowd(eval, pair, &world, &crowd, before, stream)
                                  : cli_fail_walk(status);
    }
    harness_crowd_close(&crowd);
    free(problems);
    eval_world_close(&world);
    return code;
}

int eval_run_crowds(struct eval *eval, size_t map, size_t agent)
{
    const struct suite_agent *entry = &eval->suite.agents[agent];
    const size_t pair[2] = {map, agent};
    char *path = eval_get_run_path(eval, map, agent, "crowd");
    struct cli_file file = {0};
    int code = CLI_YES;
    if (entry->crowd_count == 0 || (path != NULL && access(path, R_OK) == 0)) {
        free(path);
        return CLI_YES;
    }
    code = path != NULL ? cli_file_open(path, &file) : CLI_BAD;
    free(path);
    if (code != CLI_YES)
        return code;
    fputs(eval_crowd_header, file.stream);
    for (uint32_t i = 0; code == CLI_YES && i < entry->crowd_count; i++)
        code = run_crowd(eval, pair, entry->crowds[i], file.stream);
    int closed = cli_file_close(&file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}
