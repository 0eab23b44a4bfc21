/* build.c: the one build: any kind of database for a map, or the best one. */
#include "bake/bake.h"

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/worker.h"
#include "db/db_internal.h"
#include "grid/tiles.h"

/* ---- kinds ---- */

/* How each kind is made in one go. */
static const struct {
    cairn_kind kind;
    cairn_status (*make)(const cairn__make *make, cairn__image *image);
} kinds[] = {
#define ROW(name, word, number) {number, cairn__##word##_make},
    CAIRN_CORE_KIND_LIST(ROW)
#ifndef CAIRN__WITHOUT_RESEARCH
        CAIRN_RESEARCH_KIND_LIST(ROW)
#endif
#undef ROW
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int find_kind(cairn_kind kind)
{
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].kind == kind)
            return i;
    return -1;
}

cairn_status cairn__bake_add_fallback(const cairn__make *make, cairn__image *image)
{
    cairn__net_image own = {0};
    cairn_status status = make->net == NULL ? cairn__net_make_for(make, &own) : CAIRN_OK;
    if (status == CAIRN_OK)
        status = cairn__net_add(make, make->net != NULL ? make->net : &own, image);
    cairn__release(&make->allocator, own.bytes);
    return status;
}

cairn_status cairn__bake_kind(const cairn__make *make, cairn_kind kind, cairn__image *image)
{
    *image = (cairn__image){0};
    make->progress->kind = kind;
    cairn_status status = kinds[find_kind(kind)].make(make, image);
    if (status == CAIRN_OK && cairn__settings_get(&make->settings, CAIRN_OPTION_FALLBACK) != 0)
        status = cairn__bake_add_fallback(make, image);
    if (status == CAIRN_OK && make->walk_count > 0)
        status = cairn__image_add_options(make, image);
    if (status != CAIRN_OK)
        cairn__image_release(make, image);
    return status;
}

/* ---- creating ---- */

static cairn_status check_def(const cairn_build_def *def)
{
    cairn_detail *detail = def->detail;
    if (def->threads > CAIRN__MOST_THREADS)
        return cairn__fail(detail, CAIRN_ARGUMENT, "a build has at most %u threads",
                           (unsigned)CAIRN__MOST_THREADS);
    if (def->kind != 0 && find_kind(def->kind) < 0)
        return cairn_kind_get_name(def->kind) != NULL
                   ? cairn__fail_kind(def->kind, detail)
                   : cairn__fail(detail, CAIRN_ARGUMENT, "there is no kind number %u",
                                 (unsigned)def->kind);
    if (def->kind != 0 && def->max_bytes != 0)
        return cairn__fail(detail, CAIRN_ARGUMENT,
                           "max_bytes is for kind AUTO, which chooses what fits");
    return CAIRN_OK;
}

static void fill_build(cairn_build *build, const cairn_map *map, const cairn_build_def *def)
{
    build->asked = build->kind = def->kind;
    build->target = def->target;
    build->max_bytes = def->max_bytes;
    build->progress.function = def->progress;
    build->progress.context = def->progress_context;
    build->progress.kind = def->kind;
    build->make.map = map;
    build->make.threads = def->threads == 0 ? 1 : def->threads;
    build->make.progress = &build->progress;
    build->make.detail = def->detail != NULL ? def->detail : &build->own;
    cairn__why_start(&build->why, build->make.detail);
}

cairn_status cairn_build_create(const cairn_map *map, const cairn_build_def *def,
                                cairn_build **build)
{
    cairn_build_def known;
    cairn__settings settings;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    if (status != CAIRN_OK)
        return status;
    if (map == NULL || build == NULL)
        return cairn__fail_null(known.detail);
    status = check_def(&known);
    if (status == CAIRN_OK)
        status = cairn__settings_read(known.kind, known.option_count, known.options, known.detail,
                                      &settings);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__get_allocator(known.allocator);
    cairn_build *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    made->make.allocator = allocator;
    made->make.settings = settings;
    fill_build(made, map, &known);
    status = known.kind == CAIRN_DB_KNN ? cairn__bake_create_records(made) : CAIRN_OK;
    if (status == CAIRN_OK)
        *build = made;
    else
        cairn_build_destroy(made);
    return status;
}

void cairn_build_destroy(cairn_build *build)
{
    if (build == NULL)
        return;
    cairn_allocator allocator = build->make.allocator;
    cairn__records_destroy(build->records);
    cairn__image_release(&build->make, &build->image);
    cairn__gauge_close(&build->make, &build->gauge);
    cairn__release(&allocator, build);
}

/* ---- running ---- */

void cairn__bake_forget_image(cairn_build *build)
{
    cairn__image_release(&build->make, &build->image);
}

cairn_status cairn__bake_open_gauge(cairn_build *build, uint32_t problems)
{
    if (build->gauge.problems != NULL)
        return CAIRN_OK;
    if (cairn__settings_has(&build->make.settings, CAIRN_OPTION_PROBLEMS))
        problems = (uint32_t)cairn__settings_get(&build->make.settings, CAIRN_OPTION_PROBLEMS);
    cairn_status status = cairn__gauge_open(&build->make, problems, &build->gauge);
    if (status != CAIRN_OK)
        cairn__gauge_close(&build->make, &build->gauge);
    return status;
}

bool cairn__bake_is_good(const cairn_build *build, const cairn__quality *quality)
{
    double target = build->target == CAIRN_TARGET_OPTIMAL ? 0 : build->target / 100.0;
    return build->target != 0 && quality->cut == 0 && quality->mean <= target;
}

/* A kind that is made in one go; a target can only be measured. */
static cairn_status run_whole(cairn_build *build)
{
    cairn_status status = cairn__bake_kind(&build->make, build->kind, &build->image);
    if (status != CAIRN_OK || build->target == 0)
        return status;
    status = cairn__bake_open_gauge(
        build, (uint32_t)cairn__settings_get(&build->make.settings, CAIRN_OPTION_PROBLEMS));
    if (status == CAIRN_OK)
        status = cairn__gauge_run(&build->gauge, &build->make, &build->image, &build->quality);
    build->measured = status == CAIRN_OK;
    if (status != CAIRN_OK)
        cairn__bake_forget_image(build);
    return status;
}

cairn_status cairn_build_run(cairn_build *build)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    if (build->image.bytes != NULL)
        return CAIRN_OK;
    cairn__progress_start(&build->progress);
    if (build->asked == 0)
        return cairn__bake_choose(build);
    return build->records != NULL ? cairn__bake_records(build) : run_whole(build);
}

/* ---- the report ---- */

/* Percent to millionths. */
static uint64_t get_millionths(double percent)
{
    return percent > 0 ? (uint64_t)(percent * 10000 + 0.5) : 0;
}

cairn_status cairn_build_get_report(const cairn_build *build, cairn_build_report *report)
{
    if (build == NULL)
        return CAIRN_ARGUMENT;
    cairn_build_report full = {.kind = build->kind,
                               .bytes = build->image.count,
                               .reason = build->reason[0] != '\0' ? build->reason : NULL,
                               .tried = build->tried};
    if (build->measured) {
        full.problems = build->gauge.count;
        full.cut = build->quality.cut;
        full.suboptimality = get_millionths(build->quality.mean);
        full.median = get_millionths(build->quality.median);
        full.target_met = cairn__bake_is_good(build, &build->quality);
    }
    return cairn__sized_write(report, &full, sizeof full);
}

cairn_status cairn_build_get_try(const cairn_build *build, uint32_t index, cairn_build_try *one)
{
    if (build == NULL || index >= build->tried)
        return CAIRN_ARGUMENT;
    return cairn__sized_write(one, &build->tries[index], sizeof *one);
}

uint32_t cairn__bake_note_try(cairn_build *build, const cairn_build_try *one)
{
    uint32_t place = build->tried < CAIRN__MOST_TRIES ? build->tried++ : CAIRN__MOST_TRIES - 1;
    build->tries[place] = *one;
    return place;
}

void cairn__bake_note_quality(cairn_build *build, uint32_t place, const cairn__quality *quality,
                              uint64_t milliseconds)
{
    cairn_build_try *noted = &build->tries[place];
    noted->problems = build->gauge.count;
    noted->suboptimality = get_millionths(quality->mean);
    noted->milliseconds += milliseconds;
}
