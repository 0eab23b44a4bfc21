/* crowd.c: making crowds: one block of memory, its arrays and guides. */
#include "cairn/crowd.h"

#include <stdalign.h>
#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "crowd/crowd_changes.h"
#include "crowd/crowd_field.h"
#include "crowd/crowd_goals.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_state.h"
#include "plan/scout.h"

#define DEFAULT_CAPACITY 1024

/* Members for each lane: so that guides take few bytes a member. */
#define LANE_MEMBERS 4096

/* A definition that was read. */
typedef struct crowd_plan {
    const cairn_map *map;
    const cairn_db *db;
    cairn_crowd_def def;
    cairn_agent_def guide; /* how its slots plan */
    cairn__setup setup;
    const cairn__algorithm *algorithm;
    cairn__scout *scout; /* of its planner, or null */
    cairn_option least_room;
    uint64_t slot_bytes; /* of each */
    uint32_t lanes;
    uint32_t words;
    uint64_t bytes;
} crowd_plan;

/* ---- definitions ---- */

static cairn_status check_numbers(const crowd_plan *plan)
{
    const cairn_crowd_def *def = &plan->def;
    if (def->capacity > CAIRN_MAX_CAPACITY)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "capacity is above %u",
                           (unsigned)CAIRN_MAX_CAPACITY);
    if (def->max_work != 0 && def->max_work < CAIRN_MIN_CROWD_WORK)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "max_work is below %u",
                           (unsigned)CAIRN_MIN_CROWD_WORK);
    if (def->stays > 1 || def->occupancy > CAIRN_OCCUPANCY_CELLS ||
        def->goal_policy > CAIRN_GOAL_NEAREST || def->stranded_policy > CAIRN_STRANDED_LEAVE)
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "stays, occupancy or a policy is out of range");
    if (plan->map->living != NULL && def->planner == NULL)
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "a crowd on a changing map needs a planner: make one for it alone");
    return CAIRN_OK;
}

/* Guides must be able to lead everywhere without learning. */
static cairn_status check_algorithm(crowd_plan *plan)
{
    const cairn_agent_def def = plan->guide;
    if (plan->db == NULL)
        return cairn__fail(def.detail, CAIRN_KIND,
                           "there is no database: build one of kind labels, regions, or knn with a "
                           "fall-back");
    cairn_status status =
        cairn__setup_read(plan->map, plan->db, &def, &plan->setup, &plan->algorithm);
    if (status != CAIRN_OK)
        return status;
    const cairn__algorithm *algorithm = plan->algorithm;
    if (algorithm->pack == NULL)
        return cairn__fail(def.detail, CAIRN_KIND,
                           "a crowd walks by databases of kind labels, regions or knn, and this "
                           "one is of kind %s",
                           cairn_kind_get_name(plan->db->header->kind));
    if (algorithm->kind == CAIRN_DB_KNN && !plan->db->has_net)
        return cairn__fail(def.detail, CAIRN_KIND,
                           "a crowd needs a database of kind knn that has a fall-back: build it "
                           "with one, or take another kind");
    plan->words = cairn__plan_get_words(algorithm, plan->map);
    return CAIRN_OK;
}

/* Guides plan to goals that are known: a member looks for its own. Those of knn have some room for learned
 * values, which they do not use. */
static void define_guide(crowd_plan *plan)
{
    plan->least_room = (cairn_option){.option = CAIRN_OPTION_LEARNED_CAPACITY, .value = 1};
    plan->guide = (cairn_agent_def){.size = sizeof plan->guide,
                                    .goal_policy = CAIRN_GOAL_EXACT,
                                    .planner = plan->def.planner,
                                    .allocator = plan->def.allocator,
                                    .detail = plan->def.detail};
    if (plan->db != NULL && plan->db->header->kind == CAIRN_DB_KNN) {
        plan->guide.option_count = 1;
        plan->guide.options = &plan->least_room;
    }
}

/* ---- memory ---- */

/* The planner may have to get memory for its first agents. */
static cairn_status find_scout(crowd_plan *plan)
{
    plan->scout = NULL;
    if (plan->map->living == NULL)
        return CAIRN_OK;
    cairn_status status = cairn__planner_get_scout(plan->def.planner, &plan->scout);
    return status == CAIRN_OK ? status : cairn__fail(plan->def.detail, status, "out of memory");
}

static uint32_t count_chunks(uint32_t capacity)
{
    return (capacity + CAIRN__CHUNK - 1) / CAIRN__CHUNK;
}

/* The parts of the block, in their order. */
static uint64_t get_array_bytes(const cairn_crowd_def *def)
{
    uint32_t capacity = def->capacity;
    uint64_t apart = def->occupancy != CAIRN_OCCUPANCY_OFF ? cairn__apart_get_bytes(capacity) : 0;
    return apart + cairn__round_up((uint64_t)capacity * sizeof(cairn_cell)) +
           cairn__round_up((uint64_t)capacity * sizeof(cairn__short_run)) +
           cairn__round_up(capacity) + cairn__round_up((uint64_t)capacity * sizeof(cairn__member)) +
           cairn__round_up((uint64_t)count_chunks(capacity) * sizeof(cairn__chunk)) +
           cairn__round_up(cairn__marks_get_bytes(capacity));
}

/* On a changing map plans share a planner: then one lane makes them all. */
static uint32_t get_lanes(const cairn_map *map, uint32_t capacity)
{
    uint32_t lanes = map->living != NULL ? 1 : capacity / LANE_MEMBERS;
    return lanes < 1 ? 1 : lanes > CAIRN__MOST_LANES ? CAIRN__MOST_LANES : lanes;
}

static cairn_status read_def(const cairn_map *map, const cairn_db *db, const cairn_crowd_def *def,
                             crowd_plan *plan)
{
    *plan = (crowd_plan){.map = map, .db = db};
    cairn_status status = cairn__sized_read(def, &plan->def, sizeof plan->def);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL)
        return cairn__fail_null(plan->def.detail);
    if (plan->def.capacity == 0)
        plan->def.capacity = DEFAULT_CAPACITY;
    define_guide(plan);
    status = check_numbers(plan);
    if (status == CAIRN_OK)
        status = check_algorithm(plan);
    if (status != CAIRN_OK)
        return status;
    plan->slot_bytes = cairn__round_up(cairn__slot_get_bytes(&plan->setup, plan->algorithm));
    plan->lanes = get_lanes(map, plan->def.capacity);
    plan->bytes = cairn__round_up(sizeof(cairn_crowd)) + get_array_bytes(&plan->def) +
                  cairn__round_up(cairn__crowd_field_get_bytes(map, db, plan->def.capacity)) +
                  cairn__round_up(cairn__changes_get_bytes(map)) +
                  (uint64_t)plan->lanes * CAIRN__LINES * plan->slot_bytes;
    return CAIRN_OK;
}

static void *take(char **next, uint64_t bytes)
{
    char *memory = *next;
    *next += cairn__round_up(bytes);
    return memory;
}

static void lay_out_arrays(cairn_crowd *crowd, char **next)
{
    uint32_t capacity = crowd->capacity;
    crowd->cells = take(next, (uint64_t)capacity * sizeof *crowd->cells);
    crowd->runs = take(next, (uint64_t)capacity * sizeof *crowd->runs);
    crowd->states = take(next, capacity);
    crowd->all = take(next, (uint64_t)capacity * sizeof *crowd->all);
    crowd->chunk_count = count_chunks(capacity);
    crowd->chunks = take(next, (uint64_t)crowd->chunk_count * sizeof *crowd->chunks);
    crowd->marks = take(next, cairn__marks_get_bytes(capacity));
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return;
    cairn__apart_lay_out(crowd, *next);
    *next += cairn__apart_get_bytes(capacity);
}

static void lay_out_guides(cairn_crowd *crowd, const crowd_plan *plan, char **next)
{
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++) {
            cairn__guide *guide = &crowd->lanes[k].guides[line];
            *guide = (cairn__guide){.member = CAIRN__NO_MEMBER, .line = line};
            guide->slot = cairn__slot_create(&plan->setup, plan->algorithm, &crowd->allocator,
                                             plan->scout, take(next, plan->slot_bytes));
            cairn__slot_share(guide->slot);
        }
}

static cairn_crowd *lay_out(const crowd_plan *plan, void *memory)
{
    char *next = memory;
    cairn_crowd *crowd = take(&next, sizeof *crowd);
    memset(memory, 0, (size_t)(cairn__round_up(sizeof *crowd) + get_array_bytes(&plan->def)));
    *crowd = (cairn_crowd){
        .map = plan->map,
        .db = plan->db,
        .allocator = cairn__get_allocator(plan->def.allocator),
        .share = plan->def.share,
        .share_context = plan->def.share_context,
        .max_work = cairn__meter_get_units(plan->def.max_work),
        .capacity = plan->def.capacity,
        .stays = plan->def.stays,
        .goal_policy = plan->def.goal_policy,
        .stranded_policy = plan->def.stranded_policy,
        .occupancy = plan->def.occupancy,
        .bytes = (size_t)plan->bytes,
        .version = cairn__get_version(plan->map),
        .lane_count = plan->lanes,
        .words = plan->words,
    };
    cairn__why_start(&crowd->why, NULL);
    cairn__line_start(&crowd->free);
    for (uint32_t line = 0; line < CAIRN__LINES; line++)
        cairn__line_start(&crowd->lines[line]);
    lay_out_arrays(crowd, &next);
    cairn__crowd_field_create(
        crowd, take(&next, cairn__crowd_field_get_bytes(plan->map, plan->db, crowd->capacity)));
    cairn__changes_create(crowd, take(&next, cairn__changes_get_bytes(plan->map)));
    cairn__goals_create(crowd);
    lay_out_guides(crowd, plan, &next);
    return crowd;
}

/* ---- making and destroying ---- */

cairn_status cairn_crowd_get_size(const cairn_map *map, const cairn_db *db,
                                  const cairn_crowd_def *def, size_t *bytes)
{
    crowd_plan plan;
    if (bytes == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = read_def(map, db, def, &plan);
    if (status == CAIRN_OK && plan.bytes > PTRDIFF_MAX)
        status = CAIRN_MEMORY;
    if (status == CAIRN_OK)
        *bytes = (size_t)plan.bytes;
    return status;
}

cairn_status cairn_crowd_create_in(const cairn_map *map, const cairn_db *db,
                                   const cairn_crowd_def *def, void *memory, size_t bytes,
                                   cairn_crowd **crowd)
{
    crowd_plan plan;
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = read_def(map, db, def, &plan);
    if (status != CAIRN_OK)
        return status;
    if (memory == NULL || (uintptr_t)memory % alignof(max_align_t) != 0)
        return cairn__fail(plan.def.detail, CAIRN_ARGUMENT,
                           "the memory for the crowd is null, or not aligned for any type");
    if (bytes < plan.bytes)
        return cairn__fail(plan.def.detail, CAIRN_CAPACITY, "the crowd needs %llu bytes",
                           (unsigned long long)plan.bytes);
    status = find_scout(&plan);
    if (status == CAIRN_OK)
        *crowd = lay_out(&plan, memory);
    return status;
}

cairn_status cairn_crowd_create(const cairn_map *map, const cairn_db *db,
                                const cairn_crowd_def *def, cairn_crowd **crowd)
{
    crowd_plan plan;
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = read_def(map, db, def, &plan);
    if (status == CAIRN_OK)
        status = find_scout(&plan);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__get_allocator(plan.def.allocator);
    void *memory = cairn__allocate(&allocator, plan.bytes, 1);
    if (memory == NULL)
        return cairn__fail(plan.def.detail, CAIRN_MEMORY, "out of memory");
    *crowd = lay_out(&plan, memory);
    (*crowd)->owned = true;
    return CAIRN_OK;
}

void cairn_crowd_destroy(cairn_crowd *crowd)
{
    if (crowd == NULL)
        return;
    cairn_allocator allocator = crowd->allocator;
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++)
            cairn__slot_end(crowd->lanes[k].guides[line].slot);
    if (crowd->owned)
        cairn__release(&allocator, crowd);
}

/* ---- reading ---- */

const cairn_cell *cairn_crowd_get_cells(const cairn_crowd *crowd)
{
    return crowd != NULL ? crowd->cells : NULL;
}

const uint8_t *cairn_crowd_get_states(const cairn_crowd *crowd)
{
    return crowd != NULL ? crowd->states : NULL;
}

/* ---- another database ---- */

/* All slots get it, or none. */
static cairn_status set_guides(cairn_crowd *crowd, const cairn_db *db, cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    uint32_t made = 0, count = crowd->lane_count * CAIRN__LINES;
    for (; status == CAIRN_OK && made < count; made++) {
        cairn__guide *guide = &crowd->lanes[made / CAIRN__LINES].guides[made % CAIRN__LINES];
        status = cairn__slot_set_db(guide->slot, db, detail);
    }
    for (uint32_t k = 0; status != CAIRN_OK && k + 1 < made; k++)
        (void)cairn__slot_set_db(crowd->lanes[k / CAIRN__LINES].guides[k % CAIRN__LINES].slot,
                                 crowd->db, NULL);
    return status;
}

cairn_status cairn_crowd_set_db(cairn_crowd *crowd, const cairn_db *db, cairn_detail *detail)
{
    if (crowd == NULL || db == NULL)
        return cairn__fail_null(detail);
    cairn_status status = set_guides(crowd, db, detail);
    if (status != CAIRN_OK)
        return status;
    crowd->db = db;
    cairn__crowd_field_set_db(crowd);
    for (uint32_t i = 0; i < crowd->used; i++) {
        uint8_t state = crowd->states[i];
        if (state == CAIRN_MEMBER_WAITING || state == CAIRN_MEMBER_LOST) {
            cairn__member_set_out(crowd, i);
        } else if (state == CAIRN_MEMBER_WALKING) {
            crowd->all[i].renews = 1;
            if (crowd->all[i].queue != CAIRN__ASKS)
                cairn__member_queue(crowd, i, CAIRN__REFILLS);
        }
    }
    return CAIRN_OK;
}
