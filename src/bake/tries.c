/* tries.c: one try after another: what is made, how long that takes, whether it fits, and how well
 * agents walk with it. */
#include "bake/tries.h"

#include "base/worker.h"
#include "grid/tiles.h"

/* To measure with; fewer where each optimal path may be a search among very many cells. */
enum { PROBLEMS = 300, FEW_PROBLEMS = 50, MANY_CELLS = 400000 };

void cairn__tries_begin(cairn__tries *tries, cairn_kind kind)
{
    tries->make.settings = tries->build->make.settings;
    tries->make.walk_count = 0;
    tries->make.short_lists = false;
    tries->now = (cairn_build_try){.kind = kind};
    tries->began = cairn__get_milliseconds();
    cairn__progress_try(tries->make.progress, kind, cairn_kind_get_name(kind));
}

void cairn__tries_set(cairn__tries *tries, uint32_t option, uint64_t value)
{
    cairn__settings_set(&tries->make.settings, option, value);
}

bool cairn__tries_fit(cairn__tries *tries, const cairn__image *image)
{
    if (tries->room == 0 || image->count <= tries->room)
        return true;
    if (tries->smallest == 0 || image->count < tries->smallest) {
        tries->smallest = image->count;
        tries->smallest_kind = tries->now.kind;
    }
    return false;
}

void cairn__tries_note(cairn__tries *tries, cairn_status status, const cairn__image *image)
{
    tries->now.status = status;
    tries->now.bytes = image->count;
    tries->now.milliseconds = cairn__get_milliseconds() - tries->began;
    tries->place = cairn__bake_note_try(tries->build, &tries->now);
}

cairn_status cairn__tries_bake(cairn__tries *tries, cairn__image *image)
{
    cairn_status status = cairn__bake_kind(&tries->make, tries->now.kind, image);
    tries->is_bare = status == CAIRN_OK && tries->now.kind == CAIRN_DB_LABELS && tries->room != 0 &&
                     image->count > tries->room;
    if (tries->is_bare)
        status = cairn__labels_leave_out_landmarks(&tries->make, image);
    if (status != CAIRN_OK)
        cairn__image_release(&tries->make, image);
    return status;
}

cairn_status cairn__tries_make(cairn__tries *tries, cairn__image *image, bool *fitted)
{
    cairn_status status = cairn__tries_bake(tries, image);
    bool impossible = status == CAIRN_LIMIT || status == CAIRN_NO_RECORD;
    *fitted = status == CAIRN_OK && cairn__tries_fit(tries, image);
    if (status == CAIRN_OK || impossible)
        cairn__tries_note(tries, *fitted ? CAIRN_OK : CAIRN_LIMIT, image);
    if (!*fitted)
        cairn__image_release(&tries->make, image);
    return impossible ? CAIRN_OK : status;
}

/* ---- walking ---- */

cairn_status cairn__tries_open_gauge(cairn__tries *tries)
{
    uint64_t before = cairn__get_milliseconds();
    bool many = tries->make.map->info.open_cells > MANY_CELLS;
    cairn_status status = cairn__bake_open_gauge(tries->build, many ? FEW_PROBLEMS : PROBLEMS);
    tries->make.engine = tries->build->gauge.engine;
    tries->began += cairn__get_milliseconds() - before;
    return status;
}

void cairn__tries_keep(cairn__tries *tries, cairn_kind kind, cairn__image *image)
{
    cairn__image_release(&tries->make, &tries->build->image);
    tries->build->image = *image;
    tries->build->kind = kind;
    *image = (cairn__image){0};
    tries->found = true;
}

cairn_status cairn__tries_consider(cairn__tries *tries, uint32_t place, cairn__image *image)
{
    cairn_build *build = tries->build;
    cairn__quality quality;
    cairn_status status = cairn__tries_open_gauge(tries);
    uint64_t before = cairn__get_milliseconds();
    if (status == CAIRN_OK)
        status = cairn__gauge_run(&build->gauge, &tries->make, image, &quality);
    if (status == CAIRN_OK)
        cairn__bake_note_quality(build, place, &quality, cairn__get_milliseconds() - before);
    if (status == CAIRN_OK && (!tries->found || quality.mean < build->quality.mean)) {
        cairn__tries_keep(tries, build->tries[place].kind, image);
        build->quality = quality;
        build->measured = true;
        tries->ended = cairn__bake_is_good(build, &quality);
    }
    cairn__image_release(&tries->make, image);
    return status;
}
