/* test_agent_options.c (api): the options of agents: their defaults, whom they are for and how far
 * they go, and what the database recommends. */
#include "kit.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int create_kit(void **state)
{
    static kit self;
    kit_create_trap(&self, 10);
    *state = &self;
    return 0;
}

static int destroy_kit(void **state)
{
    kit_destroy(*state);
    return 0;
}

/* ---- defaults, scopes, ranges ---- */

static void defaults_are_the_papers(void **state)
{
    (void)state;
    static const struct {
        uint32_t option;
        uint64_t value;
    } papers[] = {{CAIRN_OPTION_WITHOUT, 0},  {CAIRN_OPTION_CANDIDATES, 10},
                  {CAIRN_OPTION_CUTOFF, 250}, {CAIRN_OPTION_QUOTA, 30},
                  {CAIRN_OPTION_G_MAX, 14},   {CAIRN_OPTION_NO_GROWTH, 0}};
    cairn_option_info info = {.size = sizeof info};
    size_t seen = 0;
    for (uint32_t i = 0; cairn_option_get_info(i, &info) == CAIRN_OK; i++)
        for (size_t j = 0; j < COUNT(papers); j++)
            if (info.option == papers[j].option) {
                assert_int_equal(info.standard, papers[j].value);
                seen++;
            }
    assert_int_equal(seen, COUNT(papers));
}

static void check_range(const kit *self, cairn_algorithm algorithm, const cairn_option_info *info)
{
    size_t bytes;
    char sentence[160];
    test_agent_plan plan = kit_plan(self, algorithm);
    test_agent_plan_set(&plan, info->option, info->least);
    assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
    test_agent_plan_set(&plan, info->option, info->most);
    cairn_status status = test_agent_get_size(&plan, &bytes);
    assert_true(status == CAIRN_OK || (status == CAIRN_MEMORY && SIZE_MAX == UINT32_MAX));
    (void)snprintf(sentence, sizeof sentence, "option %s goes from %llu to %llu", info->word,
                   (unsigned long long)info->least, (unsigned long long)info->most);
    test_agent_plan_set(&plan, info->option, info->most + 1);
    kit_check_refused(plan, CAIRN_ARGUMENT, sentence);
    test_agent_plan_set(&plan, info->option, UINT64_MAX);
    kit_check_refused(plan, CAIRN_ARGUMENT, sentence);
    test_agent_plan_set(&plan, info->option, info->least - 1); /* or, from 0, UINT64_MAX again */
    kit_check_refused(plan, CAIRN_ARGUMENT, sentence);
}

/* Every option with every algorithm: refused out of its scope and out of its range. */
static void options_have_scopes_and_ranges(void **state)
{
    const kit *self = *state;
    cairn_option_info info = {.size = sizeof info};
    int taken = 0, refused = 0;
    for (uint32_t i = 0; cairn_option_get_info(i, &info) == CAIRN_OK; i++)
        for (int j = 0; j < KIT_ALGORITHMS; j++) {
            char sentence[160];
            test_agent_plan plan = kit_plan(self, kit_algorithms[j]);
            if (info.option < 64 && kit_takes(kit_algorithms[j], info.option)) {
                check_range(self, kit_algorithms[j], &info);
                taken++;
                continue;
            }
            const char *word = cairn_algorithm_get_name(kit_algorithms[j]);
            if (info.option < 64)
                (void)snprintf(sentence, sizeof sentence, "option %s is not for algorithm %s",
                               info.word, word);
            else
                (void)snprintf(sentence, sizeof sentence, "an agent has no option number %u",
                               info.option);
            test_agent_plan_set(&plan, info.option, info.standard);
            kit_check_refused(plan, CAIRN_ARGUMENT, sentence);
            refused++;
        }
    assert_true(taken > 30 && refused > taken);
}

static void options_that_are_none_are_refused(void **state)
{
    const kit *self = *state;
    static const uint32_t numbers[] = {0, 63, 1000, UINT32_MAX};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        char sentence[160];
        test_agent_plan plan = kit_plan(self, CAIRN_LRTA);
        test_agent_plan_set(&plan, numbers[i], 0);
        (void)snprintf(sentence, sizeof sentence, "an agent has no option number %u", numbers[i]);
        kit_check_refused(plan, CAIRN_ARGUMENT, sentence);
    }
    cairn_detail detail = {0};
    cairn_agent *agent = NULL;
    cairn_agent_def def = {
        .size = sizeof def, .algorithm = CAIRN_LRTA, .option_count = 1, .detail = &detail};
    assert_int_equal(cairn_agent_create(self->world.map, NULL, &def, &agent), CAIRN_ARGUMENT);
    assert_string_equal(detail.text, "options are counted but not given");
    assert_null(agent);
}

/* ---- what the file recommends ---- */

/* A database of the kit with options in the file. */
typedef struct advised {
    test_image image;
    cairn_db *db;
} advised;

static void advise(advised *self, const test_image *image, cairn_algorithm algorithm,
                   uint32_t count, const cairn_option *options)
{
    test_image_copy(&self->image, image->bytes, image->count);
    test_image_recommend(&self->image, algorithm, count, options);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
}

static void close_advised(advised *self)
{
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
}

static size_t get_size(const test_agent_plan *plan)
{
    size_t bytes = 0;
    assert_int_equal(test_agent_get_size(plan, &bytes), CAIRN_OK);
    return bytes;
}

/* What the file says holds unless the caller says otherwise; more room to learn shows in the size. */
static void recommended_options_come_before_defaults(void **state)
{
    const kit *self = *state;
    static const cairn_option room[] = {{.option = CAIRN_OPTION_LEARNED_CAPACITY, .value = 512},
                                        {.option = CAIRN_OPTION_NO_GROWTH, .value = 1}};
    for (int i = 0; i < KIT_DATABASES; i++) {
        advised other;
        advise(&other, &self->images[i], CAIRN_ALGORITHM_AUTO, COUNT(room), room);
        test_agent_plan plain = test_plan_agent(self->world.map, self->dbs[i], 0), asked = plain;
        test_agent_plan by_file = test_plan_agent(self->world.map, other.db, 0);
        test_agent_plan_set(&asked, CAIRN_OPTION_LEARNED_CAPACITY, 512);
        test_agent_plan_set(&asked, CAIRN_OPTION_NO_GROWTH, 1);
        assert_true(get_size(&asked) > get_size(&plain));
        assert_int_equal(get_size(&by_file), get_size(&asked));
        by_file.def.algorithm = CAIRN_LRTA; /* it does not walk by the database */
        asked = kit_plan(self, CAIRN_LRTA);
        assert_int_equal(get_size(&by_file), get_size(&asked));
        by_file.def.algorithm = CAIRN_ALGORITHM_AUTO;
        test_agent_plan_set(&by_file, CAIRN_OPTION_LEARNED_CAPACITY, 16);
        test_agent_plan_set(&by_file, CAIRN_OPTION_NO_GROWTH, 0);
        assert_int_equal(get_size(&by_file), get_size(&plain));
        close_advised(&other);
    }
}

/* A file may be damaged, or of a later library: what makes no sense is left out. */
static void recommended_options_without_sense_are_left_out(void **state)
{
    const kit *self = *state;
    static const cairn_option bad[] = {
        {.option = CAIRN_OPTION_G_MAX, .value = 1001},
        {.option = CAIRN_OPTION_WITHOUT, .value = UINT64_MAX},
        {.option = CAIRN_OPTION_DEPTH, .value = 50},
        {.option = CAIRN_OPTION_HISTORY, .value = UINT32_MAX},
        {.option = CAIRN_OPTION_LEARNED_CAPACITY, .value = UINT64_C(1) << 32 | 4096},
        {.option = CAIRN_OPTION_LEARNED_CAPACITY, .value = 65537}, /* much memory */
        {.option = CAIRN_OPTION_RECORDS, .value = 5},
        {.option = 63, .value = 1},
        {.option = UINT32_MAX, .value = 1}};
    for (int i = 0; i < KIT_DATABASES; i++) {
        advised other;
        advise(&other, &self->images[i], CAIRN_ALGORITHM_AUTO, COUNT(bad), bad);
        test_agent_plan plain = test_plan_agent(self->world.map, self->dbs[i], 0);
        test_agent_plan by_file = test_plan_agent(self->world.map, other.db, 0);
        assert_int_equal(get_size(&by_file), get_size(&plain));
        cairn_agent *agent = kit_create_agent(&by_file);
        kit_walk_sample(agent, &self->world, 30, 75);
        cairn_agent_destroy(agent);
        close_advised(&other);
    }
}

/* The algorithm of the file is the agent's if it does not name one; it must suit the database. */
static void recommended_algorithm_is_taken(void **state)
{
    const kit *self = *state;
    advised other;
    advise(&other, &self->images[KIT_FALLBACK], CAIRN_REGIONS, 0, NULL);
    test_agent_plan by_file = test_plan_agent(self->world.map, other.db, 0), asked = by_file;
    asked.def.algorithm = CAIRN_REGIONS;
    assert_int_equal(test_get_db_info(other.db).algorithm, CAIRN_REGIONS);
    assert_int_equal(get_size(&by_file), get_size(&asked));
    asked.def.algorithm = CAIRN_KNN;
    assert_int_not_equal(get_size(&by_file), get_size(&asked));
    close_advised(&other);
    advise(&other, &self->images[KIT_KNN], CAIRN_LABELS, 0, NULL);
    by_file.db = other.db;
    kit_check_refused(by_file, CAIRN_KIND,
                      "algorithm labels needs a database of kind labels, and "
                      "this one is of kind knn");
    close_advised(&other);
    advise(&other, &self->images[KIT_KNN], CAIRN_ASTAR, 0,
           NULL); /* a stranger may not ask for it */
    test_agent_plan plain = test_plan_agent(self->world.map, self->dbs[KIT_KNN], 0);
    by_file.db = other.db;
    assert_int_equal(get_size(&by_file), get_size(&plain));
    close_advised(&other);
    advise(&other, &self->images[KIT_KNN], 99, 0, NULL);
    by_file.db = other.db;
    kit_check_refused(by_file, CAIRN_ARGUMENT, "there is no algorithm number 99");
    close_advised(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_papers),
        cmocka_unit_test(options_have_scopes_and_ranges),
        cmocka_unit_test(options_that_are_none_are_refused),
        cmocka_unit_test(recommended_options_come_before_defaults),
        cmocka_unit_test(recommended_options_without_sense_are_left_out),
        cmocka_unit_test(recommended_algorithm_is_taken),
    };
    return cmocka_run_group_tests_name("agent options", tests, create_kit, destroy_kit);
}
