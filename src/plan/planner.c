/* planner.c: chooses how questions are answered, runs the search in slices, and gives the path that
 * was found (path_reader.h). What a search does is its own (path_search.h). For agents it has a scout
 * (scout.h) and a queue of plans (plan_queue.h). */
#include "plan/scout.h"

#include <stdint.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/why.h"
#include "cairn/lab.h"
#include "grid/components.h"
#include "grid/living.h"
#include "db/db_internal.h"
#include "route/living_path.h"
#include "plan/path_reader.h"
#include "plan/plan_queue.h"
#include "search/astar.h"

typedef enum question_phase {
    NOT_STARTED,
    SEARCHING,
    FOUND,
} question_phase;

struct cairn_planner {
    cairn__why why;
    cairn_allocator allocator;
    const cairn_map *map;
    const cairn_db *db;
    uint32_t method; /* never AUTO */
    cairn_costs costs;
    const cairn_landmarks *landmarks;
    const cairn_engine *engine;
    cairn__scout *scout;        /* for agents; null: none needs it yet */
    cairn__plan_queue *queue;   /* the same */
    cairn__path_search *search; /* for questions; null: none was asked yet */
    question_phase phase;
    uint32_t version; /* of the map, when the search began */
    uint64_t units;   /* spent on the search */
    cairn__path_reader reader;
};

/* ---- making one ---- */

static const cairn__engine_base *get_base(const cairn_engine *engine)
{
    return (const void *)engine; /* an engine begins with it */
}

static cairn_status check_engine(const cairn_engine *engine, const cairn_map *map,
                                 const cairn_planner_def *def)
{
    const cairn_map_info *made = &get_base(engine)->map->info;
    if (made->fingerprint != map->info.fingerprint || made->corners != map->info.corners)
        return cairn__fail(def->detail, CAIRN_MISMATCH,
                           "the engine was made for another map or corner setting");
    if (def->method != CAIRN_METHOD_AUTO && def->method != get_base(engine)->method)
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "the engine finds paths by another method; ask for auto");
    return CAIRN_OK;
}

/* What does not fit together. */
static cairn_status check_def(const cairn_planner_def *def, const cairn_map *map,
                              const cairn_db *db)
{
    bool for_astar = def->landmarks != NULL || def->costs != CAIRN_COSTS_OCTILE;
    if (def->method > CAIRN_METHOD_LABELS || def->costs > CAIRN_COSTS_SQRT2)
        return cairn__fail(def->detail, CAIRN_ARGUMENT, "the method or the costs are unknown");
    if (for_astar && (def->method > CAIRN_METHOD_ASTAR || def->engine != NULL))
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "landmarks and sqrt2 are for A* alone; leave out the other method");
    if (def->landmarks != NULL && def->landmarks->canonical)
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "A* needs a consistent heuristic: the canonical one is not");
    if ((def->landmarks != NULL || def->engine != NULL) && map->living != NULL)
        return cairn__fail(def->detail, CAIRN_ARGUMENT,
                           "landmarks and engines are for a map that does not change");
    cairn_status status = cairn__search_check_landmarks(def->landmarks, map, def->costs);
    if (status != CAIRN_OK)
        return cairn__fail(def->detail, status, "%s",
                           status == CAIRN_MISMATCH
                               ? "the landmarks were made for another map or corner setting"
                               : "landmarks do not go with sqrt2");
    if (db != NULL)
        status = cairn__db_check_map(db, map, def->detail);
    if (status == CAIRN_OK && def->method == CAIRN_METHOD_LABELS && def->engine == NULL &&
        (db == NULL || db->header->kind != CAIRN_DB_LABELS))
        return cairn__fail(def->detail, CAIRN_KIND,
                           "finding paths by labels needs a database of kind labels; build one, or "
                           "ask for another method");
    if (status == CAIRN_OK && def->engine != NULL)
        status = check_engine(def->engine, map, def);
    return status;
}

static uint32_t choose_method(const cairn_planner_def *def, const cairn_db *db)
{
    if (def->engine != NULL)
        return get_base(def->engine)->method;
    if (def->method != CAIRN_METHOD_AUTO)
        return def->method;
    if (def->landmarks != NULL || def->costs != CAIRN_COSTS_OCTILE)
        return CAIRN_METHOD_ASTAR;
    return db != NULL && db->header->kind == CAIRN_DB_LABELS ? CAIRN_METHOD_LABELS
                                                             : CAIRN_METHOD_JUMP;
}

/* True if answers come from the labels of a database. */
static bool uses_db(const cairn_planner *planner)
{
    return planner->method == CAIRN_METHOD_LABELS && planner->engine == NULL;
}

cairn_status cairn_planner_create(const cairn_map *map, const cairn_db *db,
                                  const cairn_planner_def *def, cairn_planner **planner)
{
    cairn_planner_def known;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || planner == NULL)
        return cairn__fail_null(known.detail);
    status = check_def(&known, map, db);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__get_allocator(known.allocator);
    cairn_planner *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    cairn__why_start(&made->why, NULL);
    made->allocator = allocator;
    made->map = map;
    made->db = db;
    made->method = choose_method(&known, db);
    made->costs = known.costs;
    made->landmarks = known.landmarks;
    made->engine = known.engine;
    *planner = made;
    return CAIRN_OK;
}

void cairn_planner_destroy(cairn_planner *planner)
{
    if (planner == NULL)
        return;
    cairn_allocator allocator = planner->allocator;
    cairn__path_destroy(planner->search);
    cairn__plan_queue_destroy(planner->queue);
    cairn__scout_destroy(planner->scout);
    cairn__release(&allocator, planner);
}

/* ---- memory ---- */

static cairn_status create_search(cairn_planner *planner, const cairn_db *db,
                                  cairn__path_search **search)
{
    const cairn_map *map = planner->map;
    const cairn_allocator *allocator = &planner->allocator;
    if (planner->engine != NULL)
        return get_base(planner->engine)->create_search(planner->engine, allocator, search);
    if (planner->method == CAIRN_METHOD_LABELS)
        return cairn__labels_path_create(map, db, allocator, search);
    if (planner->method == CAIRN_METHOD_JUMP)
        return cairn__path_create_jump(map, allocator, search);
    return cairn__path_create_astar(map, planner->costs, planner->landmarks, allocator, search);
}

bool cairn__planner_is_for(const cairn_planner *planner, const cairn_map *map)
{
    return planner->map == map;
}

cairn_status cairn__planner_get_scout(cairn_planner *planner, cairn__scout **scout)
{
    cairn_status status = CAIRN_OK;
    if (planner->scout == NULL)
        status = cairn__scout_create(planner->map, &planner->allocator, &planner->scout);
    *scout = planner->scout;
    return status;
}

bool cairn__planner_has_db(const cairn_planner *planner, const cairn_db *db)
{
    return planner->db == db;
}

cairn_status cairn__planner_get_queue(cairn_planner *planner, const cairn__setup *setup,
                                      const cairn__algorithm *algorithm, cairn__plan_queue **queue)
{
    cairn_status status = CAIRN_OK;
    if (planner->queue == NULL)
        status = cairn__plan_queue_create(setup, algorithm, &planner->allocator, &planner->queue);
    *queue = planner->queue;
    return status;
}

/* ---- searching ---- */

cairn_status cairn_planner_ask(cairn_planner *planner, cairn_cell from, cairn_cell to)
{
    if (planner == NULL)
        return CAIRN_ARGUMENT;
    cairn__xy start = cairn__unpack(from), goal = cairn__unpack(to);
    planner->phase = NOT_STARTED;
    planner->units = 0;
    if (!cairn__is_open_cell(planner->map, start))
        return cairn__because_of_cell(&planner->why, CAIRN_BLOCKED, start);
    if (!cairn__is_open_cell(planner->map, goal))
        return cairn__because_of_cell(&planner->why, CAIRN_BLOCKED, goal);
    if (cairn__component_key(planner->map, start) != cairn__component_key(planner->map, goal))
        return cairn__because_of_cell(&planner->why, CAIRN_NO_PATH, goal);
    if (planner->search == NULL) {
        cairn_status status = create_search(planner, planner->db, &planner->search);
        if (status != CAIRN_OK)
            return cairn__because_of(&planner->why, status);
    }
    planner->search->from = start;
    planner->search->to = goal;
    planner->search->operations->start(planner->search);
    planner->phase = SEARCHING;
    planner->version = cairn__get_version(planner->map);
    return CAIRN_OK;
}

/* True if the map has changed since the search began: it has to begin again. */
static bool is_outdated(const cairn_planner *planner)
{
    return planner->version != cairn__get_version(planner->map);
}

static cairn_status start_again(cairn_planner *planner)
{
    uint64_t units = planner->units;
    cairn_status status = cairn_planner_ask(planner, cairn__pack(planner->search->from),
                                            cairn__pack(planner->search->to));
    planner->units = units;
    return status;
}

/* OK if a search goes on, or has ended. */
static cairn_status check_started(cairn_planner *planner)
{
    return planner->phase != NOT_STARTED
               ? CAIRN_OK
               : cairn__because(
                     &planner->why, CAIRN_NOT_STARTED,
                     "nothing was asked of the planner: cairn_planner_ask() comes first");
}

/* Goes on with the question. */
static cairn_status answer(cairn_planner *planner, cairn__meter *meter)
{
    int64_t before = meter->left;
    cairn_status status = is_outdated(planner) ? start_again(planner) : CAIRN_OK;
    if (status == CAIRN_OK && planner->phase == SEARCHING)
        status = cairn__because_of(&planner->why,
                                   planner->search->operations->run(planner->search, meter));
    if (status == CAIRN_OK) {
        planner->phase = FOUND;
        planner->reader.begun = false;
    } else if (status != CAIRN_UNFINISHED) {
        planner->phase = NOT_STARTED;
    }
    planner->units += (uint64_t)(before - meter->left);
    return status;
}

/* Plans for agents that wait; false if the units are used up. */
static bool serve_agents(cairn_planner *planner, cairn__meter *meter)
{
    return (planner->scout == NULL || cairn__scout_serve(planner->scout, meter)) &&
           (planner->queue == NULL || cairn__plan_queue_serve(planner->queue, meter));
}

cairn_status cairn_planner_run(cairn_planner *planner, uint64_t units, uint64_t *spent)
{
    if (planner == NULL)
        return CAIRN_ARGUMENT;
    if (units > 0 && units < CAIRN_MIN_WORK)
        return cairn__because(&planner->why, CAIRN_ARGUMENT, "a call needs at least %u units",
                              (unsigned)CAIRN_MIN_WORK);
    cairn__meter meter = {.left = cairn__meter_get_units(units)};
    int64_t before = meter.left;
    cairn_status status = planner->phase != NOT_STARTED ? answer(planner, &meter) : CAIRN_OK;
    if (status == CAIRN_OK && !serve_agents(planner, &meter))
        status = cairn__because_of(&planner->why, CAIRN_UNFINISHED);
    if (spent != NULL)
        *spent = (uint64_t)(before - meter.left);
    return status;
}

/* OK if a path was found. */
static cairn_status check_found(const cairn_planner *planner)
{
    if (planner->phase == NOT_STARTED)
        return CAIRN_NOT_STARTED;
    return planner->phase == FOUND && !is_outdated(planner) ? CAIRN_OK : CAIRN_UNFINISHED;
}

cairn_status cairn_planner_get_distance(const cairn_planner *planner, uint32_t *tenths)
{
    if (planner == NULL || tenths == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = check_found(planner);
    if (status == CAIRN_OK)
        *tenths = planner->search->operations->get_cost(planner->search);
    return status;
}

/* ---- another database ---- */

/* A search that was started begins again: now, or when it goes on if the map has changed since. */
static void begin_again(cairn_planner *planner, const cairn__path_search *old)
{
    planner->reader.begun = false;
    if (planner->phase == NOT_STARTED)
        return;
    planner->search->from = old->from;
    planner->search->to = old->to;
    planner->phase = SEARCHING;
    if (!is_outdated(planner))
        planner->search->operations->start(planner->search);
}

/* Makes the search for questions anew if there is one by the labels of the old database. */
static cairn_status make_search(cairn_planner *planner, const cairn_db *db,
                                cairn__path_search **made, cairn_detail *detail)
{
    if (!uses_db(planner))
        return CAIRN_OK;
    cairn_status status = cairn__db_check_kind(db, CAIRN_DB_LABELS, detail);
    if (status == CAIRN_OK && planner->search != NULL)
        status = create_search(planner, db, made);
    return status == CAIRN_MEMORY ? cairn__fail(detail, status, "out of memory") : status;
}

cairn_status cairn_planner_set_db(cairn_planner *planner, const cairn_db *db, cairn_detail *detail)
{
    if (planner == NULL || db == NULL)
        return cairn__fail_null(detail);
    cairn__path_search *made = NULL, *old = planner->search;
    cairn_status status = cairn__db_check_base(db, planner->map, detail);
    if (status == CAIRN_OK)
        status = make_search(planner, db, &made, detail);
    if (status == CAIRN_OK && planner->queue != NULL)
        status = cairn__plan_queue_set_db(planner->queue, db, detail);
    if (status != CAIRN_OK) {
        cairn__path_destroy(made);
        return status;
    }
    planner->db = db;
    if (made != NULL) {
        planner->search = made;
        begin_again(planner, old);
        cairn__path_destroy(old);
    }
    return CAIRN_OK;
}

/* ---- telling the path ---- */

/* What a caller asks for. */
typedef struct request {
    bool by_waypoints;
    size_t first;
    size_t capacity;
    cairn_cell *cells;
} request;

static cairn_status check_request(cairn_planner *planner, const request *asked, const size_t *count)
{
    if (planner == NULL)
        return CAIRN_ARGUMENT;
    if (count == NULL || (asked->cells == NULL && asked->capacity > 0))
        return cairn__because_null(&planner->why);
    cairn_status status = check_started(planner);
    return status == CAIRN_OK ? cairn__because_of(&planner->why, check_found(planner)) : status;
}

static cairn_status tell(cairn_planner *planner, const request *asked, size_t *count)
{
    cairn_status status = check_request(planner, asked, count);
    if (status != CAIRN_OK)
        return status;
    cairn__path_reader *self = &planner->reader;
    if (!self->begun || self->by_waypoints != asked->by_waypoints || self->place > asked->first)
        cairn__path_reader_begin(self, planner->search, asked->by_waypoints);
    while (status == CAIRN_OK && !self->ended && self->place < asked->first)
        status = cairn__path_reader_pass(self, planner->search, asked->first - self->place);
    for (*count = 0; status == CAIRN_OK && !self->ended && *count < asked->capacity;) {
        size_t listed = !asked->by_waypoints && self->run.count > 0 ? self->run.count : 1;
        listed = listed < asked->capacity - *count ? listed : asked->capacity - *count;
        cairn__list_run(self->cell, self->run.move, listed, asked->cells + *count);
        *count += listed;
        status = cairn__path_reader_pass(self, planner->search, listed);
    }
    self->begun = status == CAIRN_OK;
    return cairn__because_of(&planner->why, status);
}

cairn_status cairn_planner_get_path(cairn_planner *planner, size_t first, size_t capacity,
                                    cairn_cell *cells, size_t *count)
{
    return tell(planner, &(request){false, first, capacity, cells}, count);
}

cairn_status cairn_planner_get_waypoints(cairn_planner *planner, size_t first, size_t capacity,
                                         cairn_cell *cells, size_t *count)
{
    return tell(planner, &(request){true, first, capacity, cells}, count);
}

/* ---- in one call ---- */

cairn_status cairn_planner_find(cairn_planner *planner, cairn_cell from, cairn_cell to,
                                uint32_t *tenths)
{
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn_status status = cairn_planner_ask(planner, from, to);
    if (status == CAIRN_OK)
        status = answer(planner, &meter);
    if (status == CAIRN_OK && tenths != NULL)
        *tenths = planner->search->operations->get_cost(planner->search);
    return status;
}

/* ---- figures ---- */

static cairn_status count_moves(cairn_planner *planner, cairn_planner_stats *stats)
{
    cairn_status status = CAIRN_OK;
    cairn__path_reader_begin(&planner->reader, planner->search, false);
    while (status == CAIRN_OK) {
        size_t before = planner->reader.place;
        status = cairn__path_reader_pass(&planner->reader, planner->search, SIZE_MAX);
        if (planner->reader.ended)
            break;
        bool diagonal = cairn__move_is_diagonal(planner->reader.run.move);
        *(diagonal ? &stats->diagonal : &stats->cardinal) +=
            (uint32_t)(planner->reader.place - before);
    }
    planner->reader.begun = false;
    return status;
}

cairn_status cairn_planner_get_stats(cairn_planner *planner, cairn_planner_stats *stats)
{
    if (planner == NULL)
        return CAIRN_ARGUMENT;
    const cairn__path_search *search = planner->search;
    cairn_planner_stats known = {.method = planner->method,
                                 .units = planner->units,
                                 .bytes = sizeof *planner + (search != NULL ? search->bytes : 0)};
    uint32_t figures[2] = {0};
    bool found = check_found(planner) == CAIRN_OK;
    cairn_status status = found ? count_moves(planner, &known) : CAIRN_OK;
    if (status != CAIRN_OK)
        return cairn__because_of(&planner->why, status);
    if (planner->phase != NOT_STARTED && search->operations->get_figures != NULL)
        search->operations->get_figures(search, figures);
    known.expanded = figures[0];
    known.generated = figures[1];
    return cairn__because_of(&planner->why, cairn__sized_write(stats, &known, sizeof known));
}
