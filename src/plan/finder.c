/* finder.c: chooses how paths are found, runs the search in slices, and tells the path that was
 * found (path_reader.h). What a search does is its own (path_search.h). */
#include "cairn/finder.h"

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
#include "search/astar.h"

typedef enum finder_phase {
    NOT_STARTED,
    SEARCHING,
    FOUND,
} finder_phase;

struct cairn_finder {
    cairn__why why;
    cairn_allocator allocator;
    const cairn_map *map;
    cairn__path_search *search;
    finder_phase phase;
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
                                 const cairn_finder_def *def)
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
static cairn_status check_def(const cairn_finder_def *def, const cairn_map *map, const cairn_db *db)
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
    if (status == CAIRN_OK && def->engine != NULL)
        status = check_engine(def->engine, map, def);
    return status;
}

static uint32_t choose_method(const cairn_finder_def *def, const cairn_db *db)
{
    if (def->method != CAIRN_METHOD_AUTO)
        return def->method;
    if (def->landmarks != NULL || def->costs != CAIRN_COSTS_OCTILE)
        return CAIRN_METHOD_ASTAR;
    return db != NULL && db->kind->number == CAIRN_DB_LABELS ? CAIRN_METHOD_LABELS
                                                             : CAIRN_METHOD_JUMP;
}

static cairn_status create_search(const cairn_finder_def *def, const cairn_db *db,
                                  cairn_finder *finder)
{
    const cairn_map *map = finder->map;
    if (def->engine != NULL)
        return get_base(def->engine)
            ->create_search(def->engine, &finder->allocator, &finder->search);
    switch (choose_method(def, db)) {
    case CAIRN_METHOD_LABELS:
        if (db == NULL || db->kind->number != CAIRN_DB_LABELS)
            return cairn__fail(
                def->detail, CAIRN_KIND,
                "finding paths by labels needs a database of kind labels; build one, "
                "or ask for another method");
        return cairn__labels_path_create(map, db, &finder->allocator, &finder->search);
    case CAIRN_METHOD_JUMP:
        return cairn__path_create_jump(map, &finder->allocator, &finder->search);
    default:
        return cairn__path_create_astar(map, def->costs, def->landmarks, &finder->allocator,
                                        &finder->search);
    }
}

cairn_status cairn_finder_create(const cairn_map *map, const cairn_db *db,
                                 const cairn_finder_def *def, cairn_finder **finder)
{
    cairn_finder_def known;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || finder == NULL)
        return cairn__fail_null(known.detail);
    status = check_def(&known, map, db);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__get_allocator(known.allocator);
    cairn_finder *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    cairn__why_start(&made->why, NULL);
    made->allocator = allocator;
    made->map = map;
    status = create_search(&known, db, made);
    if (status != CAIRN_OK) {
        cairn_finder_destroy(made);
        return status == CAIRN_MEMORY ? cairn__fail(known.detail, status, "out of memory") : status;
    }
    *finder = made;
    return CAIRN_OK;
}

void cairn_finder_destroy(cairn_finder *finder)
{
    if (finder == NULL)
        return;
    cairn_allocator allocator = finder->allocator;
    cairn__path_destroy(finder->search);
    cairn__release(&allocator, finder);
}

/* ---- searching ---- */

cairn_status cairn_finder_start(cairn_finder *finder, cairn_cell from, cairn_cell to)
{
    if (finder == NULL)
        return CAIRN_ARGUMENT;
    cairn__xy start = cairn__unpack(from), goal = cairn__unpack(to);
    finder->phase = NOT_STARTED;
    finder->units = 0;
    if (!cairn__is_open_cell(finder->map, start))
        return cairn__because_of_cell(&finder->why, CAIRN_BLOCKED, start);
    if (!cairn__is_open_cell(finder->map, goal))
        return cairn__because_of_cell(&finder->why, CAIRN_BLOCKED, goal);
    if (cairn__component_key(finder->map, start) != cairn__component_key(finder->map, goal))
        return cairn__because_of_cell(&finder->why, CAIRN_NO_PATH, goal);
    finder->search->from = start;
    finder->search->to = goal;
    finder->search->operations->start(finder->search);
    finder->phase = SEARCHING;
    finder->version = cairn__get_version(finder->map);
    return CAIRN_OK;
}

/* True if the map has changed since the search began: it has to begin again. */
static bool is_outdated(const cairn_finder *finder)
{
    return finder->version != cairn__get_version(finder->map);
}

static cairn_status start_again(cairn_finder *finder)
{
    uint64_t units = finder->units;
    cairn_status status = cairn_finder_start(finder, cairn__pack(finder->search->from),
                                             cairn__pack(finder->search->to));
    finder->units = units;
    return status;
}

/* OK if a search goes on, or has ended. */
static cairn_status check_started(cairn_finder *finder)
{
    return finder->phase != NOT_STARTED
               ? CAIRN_OK
               : cairn__because(&finder->why, CAIRN_NOT_STARTED,
                                "the finder has no search: cairn_finder_start() comes first");
}

cairn_status cairn_finder_run(cairn_finder *finder, uint64_t units, uint64_t *spent)
{
    cairn_status status = finder != NULL ? check_started(finder) : CAIRN_ARGUMENT;
    if (status != CAIRN_OK)
        return status;
    if (units > 0 && units < CAIRN_MIN_WORK)
        return cairn__because(&finder->why, CAIRN_ARGUMENT, "a call needs at least %u units",
                              (unsigned)CAIRN_MIN_WORK);
    cairn__meter meter = {.left = cairn__meter_get_units(units)};
    int64_t before = meter.left;
    if (is_outdated(finder))
        status = start_again(finder);
    if (status == CAIRN_OK && finder->phase == SEARCHING)
        status = cairn__because_of(&finder->why,
                                   finder->search->operations->run(finder->search, &meter));
    if (status == CAIRN_OK) {
        finder->phase = FOUND;
        finder->reader.begun = false;
    } else if (status != CAIRN_UNFINISHED) {
        finder->phase = NOT_STARTED;
    }
    finder->units += (uint64_t)(before - meter.left);
    if (spent != NULL)
        *spent = (uint64_t)(before - meter.left);
    return status;
}

/* OK if a path was found. */
static cairn_status check_found(const cairn_finder *finder)
{
    if (finder->phase == NOT_STARTED)
        return CAIRN_NOT_STARTED;
    return finder->phase == FOUND && !is_outdated(finder) ? CAIRN_OK : CAIRN_UNFINISHED;
}

cairn_status cairn_finder_get_distance(const cairn_finder *finder, uint32_t *tenths)
{
    if (finder == NULL || tenths == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = check_found(finder);
    if (status == CAIRN_OK)
        *tenths = finder->search->operations->get_cost(finder->search);
    return status;
}

/* ---- another database ---- */

/* A search that was started begins again: now, or when it goes on if the map has changed since. */
static void begin_again(cairn_finder *finder, const cairn__path_search *old)
{
    finder->reader.begun = false;
    if (finder->phase == NOT_STARTED)
        return;
    finder->search->from = old->from;
    finder->search->to = old->to;
    finder->phase = SEARCHING;
    if (!is_outdated(finder))
        finder->search->operations->start(finder->search);
}

cairn_status cairn_finder_set_db(cairn_finder *finder, const cairn_db *db, cairn_detail *detail)
{
    cairn__path_search *made, *old = finder != NULL ? finder->search : NULL;
    if (finder == NULL || db == NULL)
        return cairn__fail_null(detail);
    cairn_status status = cairn__db_check_base(db, finder->map, detail);
    if (status != CAIRN_OK || finder->search->operations->method != CAIRN_METHOD_LABELS)
        return status;
    status = cairn__db_check_kind(db, CAIRN_DB_LABELS, detail);
    if (status == CAIRN_OK)
        status = cairn__labels_path_create(finder->map, db, &finder->allocator, &made);
    if (status != CAIRN_OK)
        return status == CAIRN_MEMORY ? cairn__fail(detail, status, "out of memory") : status;
    finder->search = made;
    begin_again(finder, old);
    cairn__path_destroy(old);
    return CAIRN_OK;
}

/* ---- telling the path ---- */

/* What a caller wants to be told. */
typedef struct request {
    bool by_waypoints;
    size_t first;
    size_t capacity;
    cairn_cell *cells;
} request;

static cairn_status check_request(cairn_finder *finder, const request *asked, const size_t *count)
{
    if (finder == NULL)
        return CAIRN_ARGUMENT;
    if (count == NULL || (asked->cells == NULL && asked->capacity > 0))
        return cairn__because_null(&finder->why);
    cairn_status status = check_started(finder);
    return status == CAIRN_OK ? cairn__because_of(&finder->why, check_found(finder)) : status;
}

static cairn_status tell(cairn_finder *finder, const request *asked, size_t *count)
{
    cairn_status status = check_request(finder, asked, count);
    if (status != CAIRN_OK)
        return status;
    cairn__path_reader *self = &finder->reader;
    if (!self->begun || self->by_waypoints != asked->by_waypoints || self->place > asked->first)
        cairn__path_reader_begin(self, finder->search, asked->by_waypoints);
    while (status == CAIRN_OK && !self->ended && self->place < asked->first)
        status = cairn__path_reader_pass(self, finder->search, asked->first - self->place);
    for (*count = 0; status == CAIRN_OK && !self->ended && *count < asked->capacity;) {
        size_t listed = !asked->by_waypoints && self->run.count > 0 ? self->run.count : 1;
        listed = listed < asked->capacity - *count ? listed : asked->capacity - *count;
        cairn__list_run(self->cell, self->run.move, listed, asked->cells + *count);
        *count += listed;
        status = cairn__path_reader_pass(self, finder->search, listed);
    }
    self->begun = status == CAIRN_OK;
    return cairn__because_of(&finder->why, status);
}

cairn_status cairn_finder_get_path(cairn_finder *finder, size_t first, size_t capacity,
                                   cairn_cell *cells, size_t *count)
{
    return tell(finder, &(request){false, first, capacity, cells}, count);
}

cairn_status cairn_finder_get_waypoints(cairn_finder *finder, size_t first, size_t capacity,
                                        cairn_cell *cells, size_t *count)
{
    return tell(finder, &(request){true, first, capacity, cells}, count);
}

/* ---- in one call ---- */

static cairn_status find(cairn_finder *finder, cairn_cell from, cairn_cell to)
{
    cairn_status status = cairn_finder_start(finder, from, to);
    return status == CAIRN_OK ? cairn_finder_run(finder, 0, NULL) : status;
}

cairn_status cairn_finder_find_distance(cairn_finder *finder, cairn_cell from, cairn_cell to,
                                        uint32_t *tenths)
{
    if (finder != NULL && tenths == NULL)
        return cairn__because_null(&finder->why);
    cairn_status status = find(finder, from, to);
    return status == CAIRN_OK ? cairn_finder_get_distance(finder, tenths) : status;
}

/* Tells what there is room for, and counts the rest. */
static cairn_status tell_all(cairn_finder *finder, const request *asked, size_t *count)
{
    cairn_status status = tell(finder, asked, count);
    if (status != CAIRN_OK)
        return status;
    while (status == CAIRN_OK && !finder->reader.ended)
        status = cairn__path_reader_pass(&finder->reader, finder->search, SIZE_MAX);
    if (status == CAIRN_OK) {
        *count = finder->reader.place;
        status = *count > asked->capacity ? CAIRN_CAPACITY : CAIRN_OK;
    }
    return cairn__because_of(&finder->why, status);
}

cairn_status cairn_finder_find_path(cairn_finder *finder, cairn_cell from, cairn_cell to,
                                    size_t capacity, cairn_cell *cells, size_t *count)
{
    cairn_status status = find(finder, from, to);
    return status == CAIRN_OK ? tell_all(finder, &(request){false, 0, capacity, cells}, count)
                              : status;
}

cairn_status cairn_finder_find_waypoints(cairn_finder *finder, cairn_cell from, cairn_cell to,
                                         size_t capacity, cairn_cell *cells, size_t *count)
{
    cairn_status status = find(finder, from, to);
    return status == CAIRN_OK ? tell_all(finder, &(request){true, 0, capacity, cells}, count)
                              : status;
}

/* ---- figures ---- */

static cairn_status count_moves(cairn_finder *finder, cairn_finder_stats *stats)
{
    cairn_status status = CAIRN_OK;
    cairn__path_reader_begin(&finder->reader, finder->search, false);
    while (status == CAIRN_OK) {
        size_t before = finder->reader.place;
        status = cairn__path_reader_pass(&finder->reader, finder->search, SIZE_MAX);
        if (finder->reader.ended)
            break;
        bool diagonal = cairn__move_is_diagonal(finder->reader.run.move);
        *(diagonal ? &stats->diagonal : &stats->cardinal) +=
            (uint32_t)(finder->reader.place - before);
    }
    finder->reader.begun = false;
    return status;
}

cairn_status cairn_finder_get_stats(cairn_finder *finder, cairn_finder_stats *stats)
{
    if (finder == NULL)
        return CAIRN_ARGUMENT;
    const cairn__path_search *search = finder->search;
    cairn_finder_stats known = {.method = search->operations->method,
                                .units = finder->units,
                                .bytes = sizeof *finder + search->bytes};
    uint32_t figures[2] = {0};
    bool found = check_found(finder) == CAIRN_OK;
    cairn_status status = found ? count_moves(finder, &known) : CAIRN_OK;
    if (status != CAIRN_OK)
        return cairn__because_of(&finder->why, status);
    if (search->operations->get_figures != NULL && finder->phase != NOT_STARTED)
        search->operations->get_figures(search, figures);
    known.expanded = figures[0];
    known.generated = figures[1];
    return cairn__because_of(&finder->why, cairn__sized_write(stats, &known, sizeof known));
}
