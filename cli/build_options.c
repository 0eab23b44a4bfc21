/* build_options.c: the options of a build as the command has them, and the definition made of them.
 * Which kinds an option is for, and what it is where it is not given, is in the library's list. */
#include "build_job.h"

#include <string.h>

/* ---- what was given ---- */

/* The place of an option among those given; their count if it is not there. */
static uint32_t find(const cairn_option *options, uint32_t count, uint32_t option)
{
    uint32_t place = 0;
    while (place < count && options[place].option != option)
        place++;
    return place;
}

static void put(cairn_option *options, uint32_t *count, cairn_option option)
{
    uint32_t place = find(options, *count, option.option);
    options[place] = option;
    *count += place == *count;
}

bool cli_build_has(const struct cli_build_request *request, uint32_t option)
{
    const harness_options *given = &request->options;
    return find(given->options, given->count, option) < given->count;
}

uint64_t cli_build_get(const struct cli_build_request *request, uint32_t option)
{
    const harness_options *given = &request->options;
    uint32_t place = find(given->options, given->count, option);
    cairn_option_info info = {0};
    (void)cli_find_option(CLI_KEY_OPTION + (int)option, &info);
    return place < given->count ? given->options[place].value : info.standard;
}

void cli_build_set(struct cli_build_request *request, uint32_t option, uint64_t value)
{
    put(request->options.options, &request->options.count,
        (cairn_option){.option = option, .value = value});
}

/* ---- kinds ---- */

/* An option of another kind is more likely a slip than a wish. */
static void check_scope(struct argp_state *state, const struct cli_build_request *request)
{
    char kinds[64];
    for (uint32_t i = 0; i < request->options.count; i++) {
        cairn_option_info info;
        (void)cli_find_option(CLI_KEY_OPTION + (int)request->options.options[i].option, &info);
        if ((info.scope & CAIRN_FOR_KIND(request->kind)) != 0)
            continue;
        cli_write_kinds(&info, kinds, sizeof kinds);
        if (request->kind == 0)
            argp_error(state, "--%s is for --kind %s: give the kind too, or leave it out",
                       info.word, kinds);
        argp_error(state, "--%s is for --kind %s, not for %s; leave it out", info.word, kinds,
                   cairn_kind_get_name(request->kind));
    }
}

/* True if an option was given that only records have; --fallback counts, too. */
static bool wants_records(const struct cli_build_request *request)
{
    bool wants = request->knn_option != NULL;
    for (uint32_t i = 0; i < request->options.count; i++) {
        cairn_option_info info;
        (void)cli_find_option(CLI_KEY_OPTION + (int)request->options.options[i].option, &info);
        wants = wants || info.scope == CAIRN_FOR_RECORDS || info.option == CAIRN_OPTION_FALLBACK;
    }
    return wants;
}

void cli_build_choose_kind(struct argp_state *state, struct cli_build_request *request)
{
    uint32_t problems = cli_build_has(request, CAIRN_OPTION_PROBLEMS);
    if (request->max_bytes > 0 &&
        (request->kind != 0 || request->knn_option != NULL || request->options.count > problems))
        argp_error(state, "--max-bytes chooses the kind itself: leave out --kind and its options");
    if (request->kind == 0 && wants_records(request))
        request->kind = CAIRN_DB_KNN;
    if (request->knn_option != NULL && request->kind != CAIRN_DB_KNN)
        argp_error(state, "%s is for --kind knn alone, not for %s; leave it out",
                   request->knn_option, cairn_kind_get_name(request->kind));
    check_scope(state, request);
}

/* ---- the definition ---- */

/* In hundredths of a percent; a target of 0 has a number of its own. */
static uint32_t get_target(const struct cli_build_request *request)
{
    uint32_t target = (uint32_t)(request->target * 100);
    if (!request->target_given)
        return 0;
    return target == 0 ? CAIRN_TARGET_OPTIMAL : target;
}

void cli_build_plan_make(const struct cli_build_request *request, struct cli_build_plan *plan)
{
    *plan = (struct cli_build_plan){.def = {.size = sizeof plan->def,
                                            .kind = request->kind,
                                            .threads = request->threads,
                                            .target = get_target(request),
                                            .max_bytes = request->max_bytes,
                                            .option_count = request->options.count}};
    memcpy(plan->options, request->options.options, sizeof plan->options);
    plan->def.options = plan->options;
}

void cli_build_plan_set(struct cli_build_plan *plan, uint32_t option, uint64_t value)
{
    put(plan->options, &plan->def.option_count, (cairn_option){.option = option, .value = value});
}
