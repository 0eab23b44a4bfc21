/* bench_crowd_save.c: what a game that rolls back pays: saving, loading and hashing 10,000 members, some
 * of which still wait for plans. After each rollback the same frames must give the same hash. */
#include "bench_crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 10000, FIRST = 20, ROUNDS = 64, DEEPEST = 8, REORDER = 50, BUDGET = 65536 };

static const double MOST_MS = 0.5;

typedef struct times {
    uint64_t save; /* ns of all rounds */
    uint64_t load;
    uint64_t hash;
    size_t bytes;
    uint32_t differ; /* rounds that went on in another way */
} times;

static uint64_t get_hash(const harness_march *march)
{
    cairn_crowd_info info = {.size = sizeof info};
    bench_check(cairn_crowd_get_info(march->crowd, &info), "a crowd");
    return info.hash;
}

static uint64_t run_frames(harness_march *march, int count)
{
    for (int i = 0; i < count; i++)
        (void)bench_crowd_step(march);
    return get_hash(march);
}

/* Saves a state, makes `frames` frames, then makes them again from that state. */
static void roll_back(harness_march *march, int frames, void *block, times *made)
{
    uint64_t from = harness_get_cpu_time();
    bench_check(cairn_crowd_save(march->crowd, made->bytes, block, &made->bytes), "saving");
    made->save += harness_get_cpu_time() - from;
    uint64_t hash = run_frames(march, frames);
    from = harness_get_cpu_time();
    bench_check(cairn_crowd_load(march->crowd, block, made->bytes, NULL), "loading");
    made->load += harness_get_cpu_time() - from;
    made->differ += run_frames(march, frames) != hash;
    from = harness_get_cpu_time();
    (void)get_hash(march);
    made->hash += harness_get_cpu_time() - from;
}

static times measure_rounds(harness_march *march)
{
    times made = {0};
    for (int i = 0; i < FIRST; i++)
        bench_check(harness_march_step(march), "a frame");
    (void)cairn_crowd_save(march->crowd, 0, NULL, &made.bytes);
    size_t room = made.bytes + made.bytes / 4; /* plans under way may add some */
    void *block = malloc(room);
    bench_check(block != NULL ? CAIRN_OK : CAIRN_MEMORY, "room to save");
    for (int i = 0; i < ROUNDS; i++) {
        made.bytes = room;
        bench_check(harness_march_step(march), "a frame");
        roll_back(march, 1 + i % DEEPEST, block, &made);
        /* The watch compares with the frame before; a rollback moves members without it. */
        memcpy(march->watch.before, cairn_crowd_get_cells(march->crowd),
               AGENTS * sizeof(cairn_cell));
    }
    free(block);
    return made;
}

static bool measure(const bench_crowd_world *world)
{
    harness_march_def def = bench_crowd_define(world, AGENTS);
    def.max_work = BUDGET;
    def.reorder = REORDER;
    harness_march *march = bench_crowd_open(&def);
    times made = measure_rounds(march);
    double ms = 1e-6 / ROUNDS, both = (double)(made.save + made.load) * ms;
    printf("  %-6s %-8s %9.3f %9.3f %9.3f %9.3f %10zu %8u  %s\n", world->map_name, world->kind,
           (double)made.save * ms, (double)made.load * ms, both, (double)made.hash * ms, made.bytes,
           (unsigned)made.differ, bench_crowd_judge(world, both <= MOST_MS && made.differ == 0));
    bench_crowd_close(march);
    return made.differ == 0;
}

bool bench_crowd_save(const bench_request *request)
{
    printf(
        "Saving %d members while orders come: milliseconds of processor time of saving, loading, "
        "both, "
        "and of a hash,\nbytes saved, and rollbacks of 1 to %d frames, of %d, after which the same "
        "frames have another hash.\nDemanded of labels: at most %.1f ms for both, none differs\n",
        AGENTS, DEEPEST, ROUNDS, MOST_MS);
    printf("  map    kind          save      load      both      hash      bytes  differ\n");
    return bench_crowd_visit(request, measure);
}
