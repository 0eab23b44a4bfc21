/* eval_crowd.c: many agents on one map at the same time, sharing one database (section 8.7). Each
 * has a problem of its own and a move a turn; what their allocators gave out, and by how much the
 * process has grown, is measured when all have arrived. */
#include "evaluate.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

const char eval_crowd_header[] = "map,agent,agents,arrived,moves,memory_states,agent_bytes,"
                                 "map_bytes,database_bytes,index_bytes,resident_bytes\n";

enum { PREFIX_BYTES = 16 }; /* keeps what follows aligned for any type */

struct crowd {
    cairn_agent **agents;
    uint32_t count;
    uint64_t bytes; /* given out by their allocator */
    uint64_t arrived;
    uint64_t moves;
    uint64_t memory_states;
};

/* ---- memory ---- */

static void *allocate(void *context, size_t bytes)
{
    struct crowd *crowd = context;
    char *memory = malloc(bytes + PREFIX_BYTES);
    if (memory == NULL)
        return NULL;
    *(size_t *)(void *)memory = bytes;
    crowd->bytes += bytes;
    return memory + PREFIX_BYTES;
}

static void release(void *context, void *memory)
{
    struct crowd *crowd = context;
    if (memory == NULL)
        return;
    char *start = (char *)memory - PREFIX_BYTES;
    crowd->bytes -= *(size_t *)(void *)start;
    free(start);
}

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

/* ---- moving ---- */

static cairn_status make_agents(struct crowd *crowd, const cairn_agent_def *def,
                                const struct eval_problem *problems, uint32_t problem_count)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++) {
        status = cairn_agent_create(def, &crowd->agents[i]);
        const cairn_cell *ends = problems[i % problem_count].ends;
        if (status == CAIRN_OK)
            status = cairn_agent_start(crowd->agents[i], ends[0], ends[1]);
    }
    return status;
}

/* A step for each that has not arrived, turn by turn; turns in which all wait are not counted. */
static cairn_status move_agents(struct crowd *crowd, uint64_t max_moves)
{
    bool *arrived = calloc(crowd->count, sizeof *arrived);
    cairn_status status = arrived != NULL ? CAIRN_OK : CAIRN_MEMORY;
    uint64_t turns = 0;
    while (status == CAIRN_OK && turns < max_moves && crowd->arrived < crowd->count) {
        uint64_t before = crowd->moves;
        for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++) {
            cairn_step step;
            if (arrived[i])
                continue;
            status = cairn_agent_step(crowd->agents[i], &step);
            crowd->moves += status == CAIRN_OK && step.kind != CAIRN_STEP_WAITED;
            arrived[i] = status == CAIRN_OK && step.kind == CAIRN_STEP_ARRIVED;
            crowd->arrived += arrived[i];
        }
        turns += crowd->moves > before;
        if (cli_signal != 0)
            status = CAIRN_INTERRUPTED;
    }
    free(arrived);
    for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++)
        crowd->memory_states += cairn_agent_get_stats(crowd->agents[i]).memory_states;
    return status;
}

static void write_row(FILE *stream, const struct eval *eval, const size_t pair[2],
                      const struct crowd *crowd, const uint64_t shared[4])
{
    eval_write_field(stream, eval->suite.maps[pair[0]].name);
    eval_write_field(stream, eval->suite.agents[pair[1]].name);
    fprintf(stream, "%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, crowd->count, crowd->arrived,
            crowd->moves, crowd->memory_states, crowd->bytes);
    fprintf(stream, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", shared[0], shared[1],
            shared[2], shared[3]);
}

/* One crowd in a world of its own: its growth is measured from before the world was opened. */
static int run_crowd(const struct eval *eval, const size_t pair[2], uint32_t agents, FILE *stream)
{
    struct crowd crowd = {.agents = calloc(agents, sizeof *crowd.agents), .count = agents};
    struct cli_agent_options options;
    struct cli_world world;
    struct eval_problem *problems = NULL;
    uint32_t problem_count = 0;
    int code = eval_read_problems(eval, pair[0], &problems, &problem_count);
    malloc_trim(0); /* what an earlier crowd gave back is not to be taken for room there was */
    uint64_t before = get_resident_bytes();
    int opened = eval_open_world(eval, pair[0], pair[1], &world, &options);
    code = code == CLI_YES ? opened : code;
    cairn_status status = code == CLI_YES && crowd.agents == NULL ? CAIRN_MEMORY : CAIRN_OK;
    if (code == CLI_YES && status == CAIRN_OK) {
        cairn_agent_def def = cli_world_get_def(&world, &options);
        def.allocator = (cairn_allocator){allocate, release, &crowd};
        status = make_agents(&crowd, &def, problems, problem_count);
        if (status == CAIRN_OK)
            status = move_agents(&crowd, options.max_moves);
        malloc_trim(0);
        uint64_t after = get_resident_bytes();
        const uint64_t shared[4] = {cli_get_map_info(world.map).bytes,
                                    world.db != NULL ? cli_get_db_info(world.db).bytes : 0,
                                    eval_get_index_bytes(&world),
                                    after > before ? after - before : 0};
        if (status == CAIRN_OK)
            write_row(stream, eval, pair, &crowd, shared);
    }
    for (uint32_t i = 0; crowd.agents != NULL && i < agents; i++)
        cairn_agent_destroy(crowd.agents[i]);
    free(crowd.agents);
    free(problems);
    cli_world_close(&world);
    if (status == CAIRN_INTERRUPTED)
        return CLI_SIGNAL + cli_signal;
    return code == CLI_YES && status != CAIRN_OK ? cli_fail_walk(status) : code;
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
    code = path != NULL ? cli_file_open(path, NULL, &file) : CLI_BAD;
    free(path);
    if (code != CLI_YES)
        return code;
    fputs(eval_crowd_header, file.stream);
    for (uint32_t i = 0; code == CLI_YES && i < entry->crowd_count; i++)
        code = run_crowd(eval, pair, entry->crowds[i], file.stream);
    int closed = cli_file_close(&file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}
