/* outside_walk.c: the protocol by which a program of someone else's is asked for moves, and the
 * rules its moves are held to. Costs are counted here: a program answers moves, not figures. */
#include "outside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Reads "WORD NUMBER NUMBER"; false if the line is anything else. */
static bool read_pair(const char *line, const char *word, uint64_t numbers[2])
{
    size_t length = strlen(word);
    const char *at = line + length;
    if (strncmp(line, word, length) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        char *end = NULL;
        if (at[0] != ' ' || !isdigit((unsigned char)at[1]))
            return false;
        numbers[i] = strtoull(at + 1, &end, 10); /* one too large becomes the largest */
        at = end;
    }
    return *at == '\0';
}

static cairn_status fail_answer(struct outside *outside, const char *line, const char *wanted)
{
    return outside_fail(outside, "the program answered '%s' with '%.80s', not with %s",
                        outside->asked, line, wanted);
}

static cairn_status expect(struct outside *outside, const char *wanted)
{
    char line[OUTSIDE_LINE];
    char text[64];
    cairn_status status = outside_read(outside, line);
    snprintf(text, sizeof text, "'%s'", wanted);
    if (status != CAIRN_OK || strcmp(line, wanted) == 0)
        return status;
    return fail_answer(outside, line, text);
}

cairn_status outside_open_map(struct outside *outside, const cairn_map *map, const char *path)
{
    cairn_map_info info = cli_get_map_info(map);
    char hello[32];
    snprintf(hello, sizeof hello, "cairn %d", OUTSIDE_VERSION);
    outside->map = map;
    outside_set_deadline(outside);
    cairn_status status = outside_ask(outside, "%s", hello);
    if (status == CAIRN_OK)
        status = expect(outside, hello);
    outside_set_deadline(outside);
    if (status == CAIRN_OK)
        status = outside_ask(outside, "map %s %u %u %s", cli_get_corners_name(info.corners),
                             info.width, info.height, path);
    return status == CAIRN_OK ? expect(outside, "ready") : status;
}

/* ---- a problem ---- */

/* A program is asked only about problems with a path. */
static cairn_status start(void *context, const cairn_cell ends[2])
{
    struct outside *outside = context;
    outside->cell = ends[0];
    outside->goal = ends[1];
    outside->begun = false;
    outside->stats = (cairn_agent_stats){.size = sizeof outside->stats};
    outside_set_deadline(outside);
    return cairn_map_has_path(outside->map, ends[0], ends[1]) ? CAIRN_OK : CAIRN_NO_PATH;
}

/* The problem goes with the first request, so that its time is that of the first move. */
static cairn_status ask_step(struct outside *outside)
{
    uint32_t x = cairn_cell_get_x(outside->cell), y = cairn_cell_get_y(outside->cell);
    bool begun = outside->begun;
    outside->begun = true;
    if (begun)
        return outside_ask(outside, "step %u %u", x, y);
    return outside_ask(outside, "problem %u %u %u %u\nstep %u %u", x, y,
                       cairn_cell_get_x(outside->goal), cairn_cell_get_y(outside->goal), x, y);
}

static cairn_status wait_step(struct outside *outside, cairn_step *step)
{
    *step = (cairn_step){.kind = CAIRN_STEP_WAITED, .cell = outside->cell};
    if (harness_get_time() <= outside->deadline)
        return CAIRN_OK;
    return outside_fail(outside, "the program has waited for %u s without a move",
                        outside->timeout);
}

static cairn_status take_move(struct outside *outside, const uint64_t to[2], cairn_step *step)
{
    cairn_map_info info = cli_get_map_info(outside->map);
    bool inside = to[0] < info.width && to[1] < info.height;
    cairn_cell cell = inside ? cairn_cell_at((uint32_t)to[0], (uint32_t)to[1]) : outside->cell;
    if (!inside || !cairn_map_is_open(outside->map, cell) ||
        !cli_is_legal_move(outside->map, outside->cell, cell))
        return outside_fail(outside,
                            "the program answered '%s' with 'move %ju %ju', which is no legal move",
                            outside->asked, (uintmax_t)to[0], (uintmax_t)to[1]);
    bool diagonal = cairn_cell_get_x(cell) != cairn_cell_get_x(outside->cell) &&
                    cairn_cell_get_y(cell) != cairn_cell_get_y(outside->cell);
    outside->stats.moves++;
    outside->stats.diagonal += diagonal;
    outside->stats.cost +=
        cairn_cell_get_distance(outside->cell, cell); /* of neighbours, a move's */
    outside->cell = cell;
    outside_set_deadline(outside);
    *step = (cairn_step){.kind = cell == outside->goal ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED,
                         .cell = cell};
    return CAIRN_OK;
}

static cairn_status take_step(void *context, cairn_step *step)
{
    struct outside *outside = context;
    char line[OUTSIDE_LINE];
    uint64_t to[2];
    cairn_status status = ask_step(outside);
    if (status == CAIRN_OK)
        status = outside_read(outside, line);
    if (status != CAIRN_OK)
        return status;
    if (strcmp(line, "wait") == 0)
        return wait_step(outside, step);
    if (read_pair(line, "move", to))
        return take_move(outside, to, step);
    return fail_answer(outside, line, "'move X Y' or 'wait'");
}

/* Ends the program's walk, and asks for its memory. */
static cairn_status ask_memory(struct outside *outside, uint64_t memory[2])
{
    char line[OUTSIDE_LINE];
    cairn_status status = outside_ask(outside, "end");
    if (status == CAIRN_OK)
        status = outside_read(outside, line);
    if (status != CAIRN_OK || read_pair(line, "memory", memory))
        return status;
    return fail_answer(outside, line, "'memory STATES BYTES'");
}

/* After a failure there is nobody to ask. */
static cairn_status end(void *context, cairn_agent_stats *stats)
{
    struct outside *outside = context;
    uint64_t memory[2] = {0, 0};
    cairn_status status = CAIRN_OK;
    outside_set_deadline(outside);
    if (outside->begun && outside->sentence[0] == '\0' && cli_signal == 0)
        status = ask_memory(outside, memory);
    outside->stats.memory_states = memory[0];
    outside->stats.memory_bytes = memory[1];
    *stats = outside->stats;
    return status;
}

harness_mover outside_get_mover(struct outside *outside)
{
    return (harness_mover){.context = outside, .start = start, .step = take_step, .end = end};
}
