/* harness_recipe.c: an agent described by words: its algorithm, what games set, and the options of
 * the library's list. */
#include "harness.h"

#include <stdio.h>
#include <string.h>

harness_recipe harness_default_recipe(void)
{
    return (harness_recipe){.max_moves = UINT64_MAX};
}

/* ---- words that are no options of the list ---- */

static cairn_status set_algorithm(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
#define ALGORITHM_WORD(name, word, number) " " #word
    if (cairn_algorithm_find(text, &recipe->algorithm) == CAIRN_OK)
        return CAIRN_OK;
    if (detail != NULL)
        (void)snprintf(detail->text, sizeof detail->text,
                       "--algorithm wants one of:%s, not '%.40s'",
                       CAIRN_ALGORITHM_LIST(ALGORITHM_WORD), text);
    return CAIRN_ARGUMENT;
#undef ALGORITHM_WORD
}

static cairn_status set_max_work(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    static const uint64_t bounds[2] = {CAIRN_MIN_WORK, UINT32_MAX - 1};
    uint64_t number = 0;
    cairn_status status = CAIRN_OK;
    if (strcmp(text, "unlimited") != 0)
        status = harness_read_number("max-work", text, bounds, &number, detail);
    recipe->max_work = (uint32_t)number;
    return status;
}

static cairn_status set_busy(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    uint64_t place = 0;
    cairn_status status = harness_read_choice("busy", text, "wait|move", &place, detail);
    recipe->busy = place == 0 ? CAIRN_BUSY_WAIT : CAIRN_BUSY_MOVE;
    return status;
}

static cairn_status set_goal(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    uint64_t place = 0;
    cairn_status status = harness_read_choice("goal", text, "exact|nearest", &place, detail);
    recipe->goal_policy = place == 0 ? CAIRN_GOAL_EXACT : CAIRN_GOAL_NEAREST;
    return status;
}

static cairn_status set_landmarks(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    static const uint64_t bounds[2] = {1, CAIRN_MAX_LANDMARKS};
    uint64_t number = 0;
    cairn_status status = harness_read_number("landmarks", text, bounds, &number, detail);
    recipe->landmarks = (uint32_t)number;
    recipe->canonical = false;
    return status;
}

static cairn_status set_canonical(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    static const uint64_t bounds[2] = {1, CAIRN_MAX_CANONICAL};
    uint64_t number = 0;
    cairn_status status = harness_read_number("canonical", text, bounds, &number, detail);
    recipe->landmarks = (uint32_t)number;
    recipe->canonical = true;
    return status;
}

static cairn_status set_max_moves(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    static const uint64_t bounds[2] = {0, UINT64_MAX};
    return harness_read_number("max-moves", text, bounds, &recipe->max_moves, detail);
}

/* Trials need an agent that keeps what it learns. */
static cairn_status set_trials(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    static const uint64_t bounds[2] = {1, 1000000};
    uint64_t number = 0;
    cairn_option_info info = {0};
    cairn_status status = harness_read_number("trials", text, bounds, &number, detail);
    recipe->trials = (uint32_t)number;
    if (status != CAIRN_OK || !harness_find_option("keep-learning", HARNESS_OF_AGENTS, &info))
        return status;
    return harness_options_set(&recipe->options, &info, NULL, detail);
}

static cairn_status set_fragments(harness_recipe *recipe, const char *text, cairn_detail *detail)
{
    (void)text;
    (void)detail;
    recipe->fragments = true;
    return CAIRN_OK;
}

static const struct member {
    const char *word;
    bool is_flag;
    cairn_status (*set)(harness_recipe *recipe, const char *text, cairn_detail *detail);
} members[] = {{"algorithm", false, set_algorithm}, {"max-work", false, set_max_work},
               {"busy", false, set_busy},           {"goal", false, set_goal},
               {"landmarks", false, set_landmarks}, {"canonical", false, set_canonical},
               {"max-moves", false, set_max_moves}, {"fragments", true, set_fragments},
               {"trials", false, set_trials}};

static const struct member *find_member(const char *word)
{
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (strcmp(members[i].word, word) == 0)
            return &members[i];
    return NULL;
}

/* ---- words ---- */

bool harness_recipe_knows(const char *word, bool *is_flag)
{
    const struct member *member = find_member(word);
    cairn_option_info info = {0};
    bool known = member != NULL || harness_find_option(word, HARNESS_OF_AGENTS, &info);
    *is_flag = member != NULL ? member->is_flag : info.unit == CAIRN_UNIT_FLAG;
    return known;
}

cairn_status harness_recipe_set(harness_recipe *recipe, const char *word, const char *text,
                                cairn_detail *detail)
{
    const struct member *member = find_member(word);
    cairn_option_info info;
    if (member != NULL && member->is_flag == (text == NULL))
        return member->set(recipe, text, detail);
    if (member == NULL && harness_find_option(word, HARNESS_OF_AGENTS, &info))
        return harness_options_set(&recipe->options, &info, text, detail);
    if (detail != NULL && member != NULL)
        (void)snprintf(detail->text, sizeof detail->text, "--%s %s", word,
                       member->is_flag ? "stands alone: it takes no value" : "wants a value");
    else if (detail != NULL)
        (void)snprintf(detail->text, sizeof detail->text, "there is no option '%.60s' of agents",
                       word);
    return CAIRN_ARGUMENT;
}

static cairn_status take_word(void *context, const char *word, const char *text,
                              cairn_detail *detail)
{
    harness_recipe *recipe = context;
    bool first = recipe->algorithm == 0 && text == NULL;
    return first ? harness_recipe_set(recipe, "algorithm", word, detail)
                 : harness_recipe_set(recipe, word, text, detail);
}

cairn_status harness_recipe_read(const char *words, harness_recipe *recipe, cairn_detail *detail)
{
    *recipe = harness_default_recipe();
    return harness_read_words(words, take_word, recipe, detail);
}
