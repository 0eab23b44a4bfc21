/* cli_world.c: all that an agent needs, opened as the options say. What is not given is taken from
 * the database where it knows it: corner setting and algorithm. */
#include "cli.h"

static int open_files(const struct cli_arguments *arguments, const char *db_path,
                      struct cli_world *world)
{
    world->corners = arguments->corners;
    if (db_path != NULL) {
        int code = cli_open_db(db_path, &world->db);
        if (code != CLI_YES)
            return code;
        if (!arguments->corners_given)
            world->corners = cli_get_db_info(world->db).corners;
    }
    int code = cli_open_map(arguments->operands[0], world->corners, &world->map);
    if (code != CLI_YES || world->db == NULL)
        return code;

    char text[256];
    if (cli_find_mismatch(world->db, world->map, text, sizeof text))
        return cli_fail(CLI_BAD, "%s: %s", db_path, text);
    return CLI_YES;
}

/* The sentence for an agent that cannot be made. An option that is not for it is wrong usage. */
static int fail(const struct cli_agent_options *options, cairn_status status,
                const cairn_detail *detail)
{
    int code = status == CAIRN_ARGUMENT ? CLI_USAGE : CLI_BAD;
    const char *text = detail->text[0] != '\0' ? detail->text : cairn_status_get_text(status);
    if (options->db != NULL && code == CLI_BAD)
        return cli_fail(code, "%s: the agent cannot be made: %s", options->db, text);
    return cli_fail(code, "the agent cannot be made: %s", text);
}

/* An option of another algorithm is more likely a slip than a wish. */
static int check_options(const harness_recipe *recipe, cairn_algorithm algorithm)
{
    char algorithms[128];
    for (uint32_t i = 0; i < recipe->options.count; i++) {
        cairn_option_info info;
        (void)cli_find_option(CLI_KEY_OPTION + (int)recipe->options.options[i].option, &info);
        if ((info.scope & CAIRN_FOR_ALGORITHM(algorithm)) != 0)
            continue;
        cli_write_algorithms(&info, algorithms, sizeof algorithms);
        return cli_fail(CLI_USAGE, "--%s is for --algorithm %s, not for %s; leave it out",
                        info.word, algorithms, cairn_algorithm_get_name(algorithm));
    }
    return CLI_YES;
}

int cli_world_open(const struct cli_arguments *arguments, const struct cli_agent_options *options,
                   struct cli_world *world)
{
    const harness_recipe *recipe = &options->recipe;
    cairn_detail detail = {0};
    *world = (struct cli_world){.costs = CAIRN_COSTS_OCTILE};
    int code = open_files(arguments, options->db, world);
    if (code != CLI_YES)
        return code;
    world->shared = (harness_world){.map = world->map, .db = world->db};
    world->algorithm = harness_get_algorithm(&world->shared, recipe);
    for (uint32_t i = 0; i < recipe->options.count; i++)
        if (recipe->options.options[i].option == CAIRN_OPTION_COSTS)
            world->costs = (cairn_costs)recipe->options.options[i].value;
    code = check_options(recipe, world->algorithm);
    if (code != CLI_YES)
        return code;
    if (recipe->fragments && world->algorithm != CAIRN_KNN)
        return cli_fail(CLI_USAGE, "--fragments is for knn alone, not for %s; leave it out",
                        cairn_algorithm_get_name(world->algorithm));
    cairn_status status = harness_world_prepare(&world->shared, recipe, &detail);
    if (status == CAIRN_OK)
        status = harness_create_agent(&world->shared, recipe, NULL, &detail, &world->agent);
    return status == CAIRN_OK ? CLI_YES : fail(options, status, &detail);
}

void cli_world_close(struct cli_world *world)
{
    cairn_planner_destroy(world->planner);
    cairn_agent_destroy(world->agent);
    harness_world_close(&world->shared);
    cairn_map_close(world->map);
    cairn_db_close(world->db);
}

cairn_status cli_world_find_optimal(struct cli_world *world, const cairn_cell ends[2],
                                    uint32_t *cost)
{
    cairn_status status = CAIRN_OK;
    if (world->planner == NULL)
        status = cairn_planner_create(world->map, NULL, NULL, &world->planner);
    return status == CAIRN_OK ? cairn_planner_find(world->planner, ends[0], ends[1], cost) : status;
}
