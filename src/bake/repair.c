/* repair.c: decides when a rebuild is worth it, builds from a copy of the map, and swaps. How a database
 * of kind labels is made in pieces is the business of build/labels/labels_maker.h. */
#include "cairn/repair.h"

#include <stdatomic.h>

#include "base/detail.h"
#include "base/job.h"
#include "base/memory.h"
#include "base/option.h"
#include "base/sized.h"
#include "build/labels/labels_maker.h"
#include "cairn/build.h"
#include "db/db_internal.h"
#include "grid/living.h"

static_assert(CAIRN_MIN_REPAIR == CAIRN__LEAST_UNITS, "what every call makes progress with");

/* A database, and the memory that it lies in: one of the two. */
typedef struct made_db {
    cairn_db *db; /* null: there is none */
    void *image;
    cairn_build *build;
} made_db;

struct cairn_repair {
    cairn__why why;
    cairn_map *map;
    cairn_allocator allocator;
    cairn_detail *detail;
    cairn_detail own; /* if the definition has none */
    cairn_kind kind;
    uint32_t changes; /* that are worth a rebuild */
    uint32_t counted; /* version of the map from which changes are counted */
    bool has_failed;  /* the last rebuild */
    cairn_map *copy;
    cairn__labels_maker maker;
    made_db next;    /* that waits to be swapped in */
    made_db present; /* that was handed out last */
    made_db before;  /* and the one before */
    /* For cairn_repair_get_info(), beside a run. */
    atomic_uint phase;
    atomic_ullong units;
    atomic_ullong units_before;
    atomic_uint version;
    atomic_uint swaps;
};

/* ---- creating ---- */

static cairn_status check(const cairn_map *map, const cairn_db *db, const cairn_repair_def *def)
{
    if (map->living == NULL)
        return cairn__fail(def->detail, CAIRN_NOT_CHANGING,
                           "the map does not change: open it with `changing` set");
    return cairn__db_check_base(db, map, def->detail);
}

cairn_status cairn_repair_create(cairn_map *map, const cairn_db *db, const cairn_repair_def *def,
                                 cairn_repair **repair)
{
    cairn_repair_def known;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || db == NULL || repair == NULL)
        return cairn__fail_null(known.detail);
    status = check(map, db, &known);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__get_allocator(known.allocator);
    cairn_repair *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    made->map = map;
    made->allocator = made->maker.allocator = allocator;
    made->detail = known.detail != NULL ? known.detail : &made->own;
    cairn__why_start(&made->why, made->detail);
    made->kind = db->header->kind;
    made->changes = known.changes != 0 ? known.changes : CAIRN_REPAIR_CHANGES;
    bool is_new = map->info.state == cairn__get_base_fingerprint(map);
    made->counted = is_new ? cairn__get_version(map) : 0;
    *repair = made;
    return CAIRN_OK;
}

static void close_db(cairn_repair *self, made_db *made)
{
    cairn_db_close(made->db);
    cairn__release(&self->allocator, made->image);
    cairn_build_destroy(made->build);
    *made = (made_db){0};
}

/* What a rebuild works with. */
static void end_rebuild(cairn_repair *self)
{
    cairn__labels_maker_end(&self->maker);
    self->maker = (cairn__labels_maker){.allocator = self->allocator};
}

void cairn_repair_destroy(cairn_repair *repair)
{
    if (repair == NULL)
        return;
    cairn_allocator allocator = repair->allocator;
    end_rebuild(repair);
    close_db(repair, &repair->next);
    close_db(repair, &repair->present);
    close_db(repair, &repair->before);
    cairn_map_close(repair->copy);
    cairn__release(&allocator, repair);
}

/* ---- following ---- */

/* The same for every machine: it depends on the map's changes alone. */
static bool is_worth_it(const cairn_repair *self)
{
    const cairn_map *map = self->map;
    if (map->info.state == cairn__get_base_fingerprint(map))
        return false;
    if (map->living->opened_count > 0 && !self->has_failed)
        return true;
    return cairn__get_version(map) - self->counted >= self->changes;
}

static cairn_status begin(cairn_repair *self)
{
    const cairn__bend_rule rule = {.limits = cairn__bend_most,
                                   .entries =
                                       cairn__option_get(CAIRN_OPTION_MAX_ENTRIES)->standard};
    cairn_map_def def = {.size = sizeof def,
                         .corners = self->map->info.corners,
                         .allocator = &self->allocator,
                         .detail = self->detail};
    cairn_status status = cairn_map_copy(self->map, &def, &self->copy);
    if (status == CAIRN_OK && self->kind == CAIRN_DB_LABELS)
        status = cairn__labels_maker_start(&self->maker, self->copy, &self->allocator, &rule, 1);
    if (status == CAIRN_OK)
        return status;
    cairn_map_close(self->copy);
    self->copy = NULL;
    return cairn__fail(self->detail, status, "%s", cairn_status_get_text(status));
}

cairn_status cairn_repair_follow(cairn_repair *repair)
{
    if (repair == NULL)
        return CAIRN_ARGUMENT;
    if (atomic_load(&repair->phase) != CAIRN_REPAIR_IDLE || !is_worth_it(repair))
        return CAIRN_OK;
    cairn_status status = begin(repair);
    if (status != CAIRN_OK)
        return status;
    repair->counted = cairn__get_version(repair->map);
    atomic_store(&repair->units, 0);
    atomic_store(&repair->version, repair->counted);
    atomic_store(&repair->phase, CAIRN_REPAIR_BUILDING);
    return CAIRN_OK;
}

/* ---- running ---- */

static cairn_status open_image(cairn_repair *self, made_db *made, size_t bytes)
{
    cairn_db_def def = {.size = sizeof def, .allocator = &self->allocator, .detail = self->detail};
    return cairn_db_open_memory(made->image, bytes, &def, &made->db);
}

static cairn_status run_labels(cairn_repair *self, cairn__meter *meter)
{
    const cairn__preparation how = {.threads = 1};
    size_t bytes;
    cairn_status status = cairn__labels_maker_run(&self->maker, &how, meter);
    if (status != CAIRN_OK)
        return status;
    self->next.image = cairn__labels_maker_take(&self->maker, &bytes);
    return open_image(self, &self->next, bytes);
}

/* Any other kind. */
static cairn_status run_build(cairn_repair *self)
{
    cairn_build_def def = {.size = sizeof def,
                           .kind = self->kind,
                           .allocator = &self->allocator,
                           .detail = self->detail};
    cairn_status status = cairn_build_create(self->copy, &def, &self->next.build);
    if (status == CAIRN_OK)
        status = cairn_build_run(self->next.build);
    return status == CAIRN_OK ? cairn_build_open_db(self->next.build, &self->next.db) : status;
}

/* The rebuild has ended, one way or the other. */
static cairn_status finish(cairn_repair *self, cairn_status status)
{
    end_rebuild(self);
    self->has_failed = status != CAIRN_OK;
    if (self->has_failed) {
        close_db(self, &self->next);
        cairn_map_close(self->copy);
        self->copy = NULL;
        (void)cairn__fail(self->detail, status, "%s", cairn_status_get_text(status));
    }
    atomic_store(&self->phase, self->has_failed ? CAIRN_REPAIR_IDLE : CAIRN_REPAIR_READY);
    return status;
}

static cairn_status check_units(const cairn_repair *self, uint64_t units)
{
    if (units != 0 && units < CAIRN_MIN_REPAIR)
        return cairn__fail(self->detail, CAIRN_ARGUMENT, "a repair needs at least %u units a call",
                           (unsigned)CAIRN_MIN_REPAIR);
    if (units != 0 && self->kind != CAIRN_DB_LABELS)
        return cairn__fail(
            self->detail, CAIRN_ARGUMENT,
            "only databases of kind labels are built in pieces: run without a limit");
    return CAIRN_OK;
}

cairn_status cairn_repair_run(cairn_repair *repair, uint64_t units, uint64_t *spent)
{
    cairn__meter meter = {.left = cairn__meter_get_units(units)};
    int64_t limit = meter.left;
    if (spent != NULL)
        *spent = 0;
    cairn_status status = repair != NULL ? check_units(repair, units) : CAIRN_ARGUMENT;
    if (status != CAIRN_OK || atomic_load(&repair->phase) != CAIRN_REPAIR_BUILDING)
        return status;
    status = repair->kind == CAIRN_DB_LABELS ? run_labels(repair, &meter) : run_build(repair);
    uint64_t done = (uint64_t)(limit - meter.left);
    atomic_fetch_add(&repair->units, done);
    if (spent != NULL)
        *spent = done;
    return status == CAIRN_UNFINISHED ? status : finish(repair, status);
}

cairn_status cairn_repair_get_info(const cairn_repair *repair, cairn_repair_info *info)
{
    if (repair == NULL)
        return CAIRN_ARGUMENT;
    cairn_repair_info known = {.phase = atomic_load(&repair->phase),
                               .units = atomic_load(&repair->units),
                               .before = atomic_load(&repair->units_before),
                               .version = atomic_load(&repair->version),
                               .swaps = atomic_load(&repair->swaps)};
    return cairn__sized_write(info, &known, sizeof known);
}

/* ---- swapping ---- */

cairn_status cairn_repair_swap(cairn_repair *repair, const cairn_db **db)
{
    if (repair == NULL || db == NULL)
        return CAIRN_ARGUMENT;
    if (atomic_load(&repair->phase) != CAIRN_REPAIR_READY)
        return cairn__fail(repair->detail, CAIRN_UNFINISHED, "no database waits to be swapped in");
    cairn_status status = cairn__living_set_base(repair->map, repair->copy);
    if (status != CAIRN_OK)
        return cairn__fail(repair->detail, status, "%s", cairn_status_get_text(status));
    cairn_map_close(repair->copy);
    repair->copy = NULL;
    close_db(repair, &repair->before);
    repair->before = repair->present;
    repair->present = repair->next;
    repair->next = (made_db){0};
    atomic_store(&repair->units_before, atomic_load(&repair->units));
    atomic_fetch_add(&repair->swaps, 1);
    atomic_store(&repair->phase, CAIRN_REPAIR_IDLE);
    *db = repair->present.db;
    return CAIRN_OK;
}
