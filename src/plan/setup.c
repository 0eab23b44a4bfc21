/* setup.c: reads an agent's definition: which algorithm, is the database the right one, what value
 * has each option. The caller's options override the database's recommendations, which override the
 * defaults. */
#include "plan/plan.h"

#include <stdio.h>

#include "base/detail.h"
#include "base/option.h"
#include "base/sized.h"
#include "db/kind_knn.h"
#include "plan/scout.h"
#include "search/astar.h"

/* ---- algorithm and database ---- */

/* The algorithm of an agent that names none. A file may come from a stranger: what makes no use of it,
 * such as astar, which is not real-time, is for the caller alone to choose. */
static cairn_algorithm get_recommended(const cairn_db *db)
{
    const cairn__algorithm *recommended = cairn__algorithm_get(db->algorithm);
    return recommended != NULL && recommended->kind == 0 ? db->kind->algorithm : db->algorithm;
}

static cairn_status find_algorithm(const cairn_db *db, const cairn_agent_def *def,
                                   cairn_algorithm *number)
{
    *number = def->algorithm;
    if (*number == CAIRN_ALGORITHM_AUTO && db == NULL)
        return cairn__fail(def->detail, CAIRN_KIND,
                           "there is no database: build one, or choose an algorithm that needs "
                           "none, such as lrta");
    if (*number == CAIRN_ALGORITHM_AUTO)
        *number = get_recommended(db);
    if (cairn__algorithm_get(*number) == NULL)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "there is no algorithm number %u",
                           (unsigned)*number);
    return CAIRN_OK;
}

static cairn_status check_kind(const cairn_db *db, cairn_algorithm number, cairn_detail *detail)
{
    const cairn__algorithm *algorithm = cairn__algorithm_get(number);
    if (algorithm->kind == 0 || (db != NULL && db->header->kind == algorithm->kind) ||
        (db != NULL && algorithm->by_any_net && db->has_net))
        return CAIRN_OK;
    const char *word = cairn_algorithm_get_name(number);
    const char *needed = cairn_kind_get_name(algorithm->kind);
    if (db == NULL)
        return cairn__fail(detail, CAIRN_KIND,
                           "algorithm %s needs a database: build one of kind %s", word, needed);
    return cairn__fail(
        detail, CAIRN_KIND,
        "algorithm %s needs a database of kind %s, and this one is of kind %s: build "
        "one, or leave the algorithm to the database",
        word, needed, cairn_kind_get_name(db->header->kind));
}

static cairn_status check_database(const cairn_map *map, const cairn_db *db,
                                   const cairn_agent_def *def, cairn_algorithm number)
{
    if (def->fragments != NULL && (def->fragments->db != db || number != CAIRN_KNN))
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "fragments are for algorithm knn, and of its own database");
    cairn_status status = check_kind(db, number, def->detail);
    if (status == CAIRN_OK && db != NULL)
        status = cairn__db_check_map(db, map, def->detail);
    return status;
}

/* ---- options ---- */

static void set_defaults(cairn__setup *setup)
{
    for (uint32_t i = 0; i < CAIRN__AGENT_OPTIONS; i++) {
        const cairn_option_info *info = cairn__option_get(i);
        setup->options[i] = info != NULL ? info->standard : 0;
    }
}

/* Learned values that a file may ask for room for: much memory is for the caller to give. */
#define MOST_RECOMMENDED_ROOM 65536

static bool is_recommendable(const cairn_option *option, const cairn__option_use *use)
{
    return cairn__option_check(option, use, NULL) == CAIRN_OK &&
           (option->option != CAIRN_OPTION_LEARNED_CAPACITY ||
            option->value <= MOST_RECOMMENDED_ROOM);
}

/* What the database recommends; what makes no sense is left out, for the file may be damaged. */
static void take_recommended(const cairn_db *db, const cairn__option_use *use, cairn__setup *setup)
{
    for (uint32_t i = 0; i < db->option_count; i++)
        if (is_recommendable(&db->options[i], use))
            setup->options[db->options[i].option] = db->options[i].value;
}

static cairn_status take_given(const cairn_agent_def *def, const cairn__option_use *use,
                               cairn__setup *setup)
{
    if (def->option_count > 0 && def->options == NULL)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "options are counted but not given");
    for (uint32_t i = 0; i < def->option_count; i++) {
        cairn_status status = cairn__option_check(&def->options[i], use, def->detail);
        if (status != CAIRN_OK)
            return status;
        setup->options[def->options[i].option] = def->options[i].value;
    }
    return CAIRN_OK;
}

/* What a database recommends is for the algorithm that it recommends. */
static cairn_status take_options(const cairn_db *db, const cairn_agent_def *def,
                                 cairn_algorithm number, cairn__setup *setup)
{
    char whom[48];
    (void)snprintf(whom, sizeof whom, "algorithm %s", cairn_algorithm_get_name(number));
    const cairn__option_use use = {0, CAIRN__AGENT_OPTIONS, CAIRN_FOR_ALGORITHM(number), "an agent",
                                   whom};
    set_defaults(setup);
    if (db != NULL && get_recommended(db) == number)
        take_recommended(db, &use, setup);
    return take_given(def, &use, setup);
}

/* ---- all of it ---- */

static cairn_status check_numbers(const cairn_agent_def *def)
{
    if (def->max_work != 0 && def->max_work < CAIRN_MIN_WORK)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "max_work is below %u",
                           (unsigned)CAIRN_MIN_WORK);
    if (def->busy > CAIRN_BUSY_MOVE || def->goal_policy > CAIRN_GOAL_NEAREST)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "busy or goal_policy is out of range");
    if (def->stranded_policy > CAIRN_STRANDED_LEAVE)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "stranded_policy is out of range");
    return CAIRN_OK;
}

static cairn_status check_landmarks(const cairn__setup *setup, cairn_algorithm number,
                                    cairn_detail *detail)
{
    const cairn__algorithm *algorithm = cairn__algorithm_get(number);
    const char *word = cairn_algorithm_get_name(number);
    if (setup->landmarks != NULL && algorithm->octile_alone)
        return cairn__fail(detail, CAIRN_ARGUMENT, "algorithm %s takes no landmarks", word);
    if (setup->landmarks != NULL && setup->landmarks->canonical && algorithm->consistent)
        return cairn__fail(detail, CAIRN_ARGUMENT,
                           "algorithm %s needs a consistent heuristic: the canonical one is not",
                           word);
    if (setup->landmarks != NULL && setup->map->living != NULL)
        return cairn__fail(detail, CAIRN_ARGUMENT,
                           "landmarks are for maps that do not change: leave out one of the two");
    cairn_status status = cairn__search_check_landmarks(
        setup->landmarks, setup->map, cairn__setup_get(setup, CAIRN_OPTION_COSTS));
    if (status == CAIRN_OK)
        return status;
    return cairn__fail(detail, status,
                       status == CAIRN_MISMATCH
                           ? "the landmarks are of another map: make them for this one"
                           : "landmarks go with octile costs: leave out one of the two");
}

cairn_status cairn__setup_read(const cairn_map *map, const cairn_db *db, const cairn_agent_def *def,
                               cairn__setup *setup, const cairn__algorithm **algorithm)
{
    cairn_algorithm number;
    if (map == NULL)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "there is no map");
    cairn_status status = check_numbers(def);
    if (status == CAIRN_OK)
        status = find_algorithm(db, def, &number);
    if (status == CAIRN_OK)
        status = check_database(map, db, def, number);
    if (status != CAIRN_OK)
        return status;
    *algorithm = cairn__algorithm_get(number);
    *setup = (cairn__setup){.map = map,
                            .db = (*algorithm)->kind != 0 ? db : NULL,
                            .fragments = def->fragments,
                            .landmarks = def->landmarks,
                            .planner = map->living != NULL ? def->planner : NULL};
    if (def->planner != NULL && !cairn__planner_is_for(def->planner, map))
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "the planner is for another map");
    status = take_options(db, def, number, setup);
    return status == CAIRN_OK ? check_landmarks(setup, number, def->detail) : status;
}
