/* choose.c: which kind of database is best for a map.
 *
 * Labels are the end of the search: no agent walks a shorter path. They are taken if they fit: into
 * the bytes allowed, without what only makes planning faster if necessary, and into a number of entries that grows with the map, so that noise ends soon.
 * Only if they do not, regions and records are built and walked with on sampled problems. The lowest
 * mean suboptimality wins; with a target, the first that meets it. */
#include <stdio.h>

#include "bake/tries.h"
#include "base/detail.h"
#include "base/memory.h"
#include "grid/tiles.h"

/* The most entries of labels: about 3 bytes each. */
enum { LEAST_ENTRIES = 4000000, CELLS_AN_ENTRY = 2 };

/* The size of the smallest entry of a label. */
enum { LEAST_ENTRY_BITS = 8 };

/* Records without a limit on bytes; as many at most with one; to learn how large they are; fewer
 * are not worth it where anything else fits, or where each is found by a long search. */
enum { RECORDS = 10000, MOST_RECORDS = 100000, SAMPLE_RECORDS = 200, FEW_RECORDS = 100 };

/* Where optimal paths do not come from labels, each is a search among all cells: long on maps with
 * more open cells than these. */
enum { MOST_SEARCHED = 400000 };

/* How agents should walk with records. */
static const cairn_option ranked[] = {{.option = CAIRN_OPTION_RANK, .value = 1},
                                      {.option = CAIRN_OPTION_SKIP, .value = 1},
                                      {.option = CAIRN_OPTION_CANDIDATES, .value = 50},
                                      {.option = CAIRN_OPTION_CUTOFF, .value = 1000}};
enum { RANKED = sizeof ranked / sizeof ranked[0] };

/* ---- labels ---- */

static uint64_t get_most_entries(const cairn__tries *tries)
{
    uint64_t most = LEAST_ENTRIES + tries->make.map->info.open_cells / CELLS_AN_ENTRY;
    uint64_t room = tries->room * 8 / LEAST_ENTRY_BITS;
    return room > 0 && room < most ? room + 1 : most;
}

static void begin_labels(cairn__tries *tries)
{
    cairn__tries_begin(tries, CAIRN_DB_LABELS);
    cairn__tries_set(tries, CAIRN_OPTION_MAX_ENTRIES, get_most_entries(tries));
}

/* They are taken without measuring. */
static cairn_status make_labels(cairn__tries *tries, bool short_lists, bool *fitted)
{
    cairn__image image;
    begin_labels(tries);
    tries->make.short_lists = short_lists;
    cairn_status status = cairn__tries_make(tries, &image, fitted);
    if (*fitted)
        cairn__tries_keep(tries, CAIRN_DB_LABELS, &image);
    return status;
}

/* What only makes planning faster gives way: landmarks, then all that lists say to save straight tests. */
static cairn_status try_labels(cairn__tries *tries, bool *fitted)
{
    cairn_status status = make_labels(tries, false, fitted);
    bool are_possible = tries->now.bytes > 0;
    if (status == CAIRN_OK && !*fitted && are_possible)
        status = make_labels(tries, true, fitted);
    return status;
}

/* ---- regions ---- */

/* The net is kept: it can be the fall-back of records. */
static cairn_status try_regions(cairn__tries *tries, cairn__net_image *net, uint64_t *bytes)
{
    cairn__image image;
    cairn__tries_begin(tries, CAIRN_DB_REGIONS);
    cairn_status status = cairn__net_make_for(&tries->make, net);
    tries->make.net = net;
    if (status == CAIRN_OK)
        status = cairn__net_write(&tries->make, net, &image);
    if (status != CAIRN_OK)
        return status;
    *bytes = image.count;
    bool fitted = cairn__tries_fit(tries, &image);
    cairn__tries_note(tries, fitted ? CAIRN_OK : CAIRN_LIMIT, &image);
    if (fitted)
        return cairn__tries_consider(tries, tries->place, &image);
    cairn__image_release(&tries->make, &image);
    return CAIRN_OK;
}

/* ---- records ---- */

/* Finds the bytes of `records` of them alone; 0 if the map has none. */
static cairn_status sample(cairn__tries *tries, uint32_t records, uint64_t *bytes)
{
    cairn__image image;
    cairn__tries_begin(tries, CAIRN_DB_KNN);
    cairn__tries_set(tries, CAIRN_OPTION_RECORDS, records);
    cairn_status status = cairn__bake_kind(&tries->make, CAIRN_DB_KNN, &image);
    *bytes = status == CAIRN_OK ? image.count : 0;
    cairn__image_release(&tries->make, &image);
    return status == CAIRN_NO_RECORD ? CAIRN_OK : status;
}

/* How many records fit where `records` have `bytes` bytes: a tenth less, for records differ. */
static uint32_t scale(uint64_t room, uint32_t records, uint64_t bytes, uint32_t most)
{
    uint64_t fitting = room * records / bytes * 9 / 10;
    return fitting < most ? (uint32_t)fitting : most;
}

/* True if thousands of optimal paths take seconds. */
static bool is_searched_fast(const cairn__tries *tries)
{
    return cairn__engine_get_method(tries->make.engine) == CAIRN_METHOD_LABELS ||
           tries->make.map->info.open_cells <= MOST_SEARCHED;
}

/* Makes `records` records, or fewer until they fit, and walks with them. */
static cairn_status make_records(cairn__tries *tries, uint32_t records, bool fallback)
{
    for (;;) {
        cairn__image image;
        cairn__tries_begin(tries, CAIRN_DB_KNN);
        cairn__tries_set(tries, CAIRN_OPTION_RECORDS, records);
        cairn__tries_set(tries, CAIRN_OPTION_FALLBACK, fallback);
        tries->make.walk = ranked;
        tries->make.walk_count = RANKED;
        cairn_status status = cairn__bake_kind(&tries->make, CAIRN_DB_KNN, &image);
        if (status != CAIRN_OK)
            return status == CAIRN_LIMIT || status == CAIRN_NO_RECORD ? CAIRN_OK : status;
        bool fitted = cairn__tries_fit(tries, &image);
        uint64_t bytes = image.count;
        if (fitted || records == 1)
            cairn__tries_note(tries, fitted ? CAIRN_OK : CAIRN_LIMIT, &image);
        if (fitted)
            return cairn__tries_consider(tries, tries->place, &image);
        cairn__image_release(&tries->make, &image);
        if (records == 1)
            return CAIRN_OK;
        records = scale(tries->room, records, bytes, records - 1);
        records = records == 0 ? 1 : records;
    }
}

/* With the net behind them, if there is room for that; without it where nothing else fits, or where
 * many fit. */
static cairn_status fit_records(cairn__tries *tries, uint64_t net_bytes, uint32_t most)
{
    uint32_t sampled = most < SAMPLE_RECORDS ? most : SAMPLE_RECORDS;
    uint64_t bytes = 0, room = tries->room > net_bytes ? tries->room - net_bytes : 0;
    cairn_status status = sample(tries, sampled, &bytes);
    if (status != CAIRN_OK || bytes == 0)
        return status;
    uint32_t records = scale(room, sampled, bytes, most);
    bool fallback = records >= FEW_RECORDS;
    if (!fallback)
        records = scale(tries->room, sampled, bytes, most);
    if (records < FEW_RECORDS && tries->found)
        return CAIRN_OK;
    return make_records(tries, records > 0 ? records : 1, fallback);
}

static cairn_status try_records(cairn__tries *tries, uint64_t net_bytes)
{
    cairn_status status = cairn__tries_open_gauge(tries);
    if (status != CAIRN_OK)
        return status;
    bool fast = is_searched_fast(tries);
    if (!fast && tries->found)
        return CAIRN_OK;
    if (tries->room == 0)
        return make_records(tries, RECORDS, true);
    return fit_records(tries, net_bytes, fast ? MOST_RECORDS : FEW_RECORDS);
}

/* ---- choosing ---- */

/* Labels are given up as soon as they do not fit: whether they are smaller than the smallest that is
 * known is found out when it is asked for. */
static cairn_status find_smallest(cairn__tries *tries)
{
    cairn__image image;
    tries->room = tries->smallest > 0 ? tries->smallest - 1 : 0;
    begin_labels(tries);
    tries->make.short_lists = true;
    tries->room = 1; /* for nothing that is optional */
    cairn_status status = cairn__tries_bake(tries, &image);
    if (status == CAIRN_OK && (tries->smallest == 0 || image.count < tries->smallest)) {
        tries->smallest = image.count;
        tries->smallest_kind = CAIRN_DB_LABELS;
    }
    cairn__image_release(&tries->make, &image);
    return status == CAIRN_LIMIT ? CAIRN_OK : status;
}

static cairn_status fail_to_fit(cairn__tries *tries)
{
    unsigned long long most = tries->build->max_bytes;
    cairn_status status = find_smallest(tries);
    if (status != CAIRN_OK)
        return status;
    if (tries->smallest == 0)
        return cairn__fail(tries->make.detail, CAIRN_LIMIT,
                           "no kind of database fits in %llu bytes", most);
    return cairn__fail(tries->make.detail, CAIRN_LIMIT,
                       "no kind of database fits in %llu bytes; the smallest has %llu, kind %s",
                       most, (unsigned long long)tries->smallest,
                       cairn_kind_get_name(tries->smallest_kind));
}

static void explain(const cairn__tries *tries, const char *why)
{
    (void)snprintf(tries->build->reason, sizeof tries->build->reason, "%s", why);
}

static void explain_labels(const cairn__tries *tries)
{
    static const char *const how[2][2] = {
        {"", " without their landmarks"},
        {" with short lists", " with short lists, without their landmarks"}};
    (void)snprintf(tries->build->reason, sizeof tries->build->reason,
                   "labels give optimal paths, and they fit%s",
                   how[tries->make.short_lists][tries->is_bare]);
}

static cairn_status try_others(cairn__tries *tries, cairn__net_image *net)
{
    uint64_t net_bytes = 0;
    cairn_status status = try_regions(tries, net, &net_bytes);
    if (status == CAIRN_OK && !tries->ended)
        status = try_records(tries, net_bytes);
    if (status == CAIRN_OK && !tries->found)
        status = fail_to_fit(tries);
    if (status == CAIRN_OK)
        explain(tries, tries->ended ? "the first of what fits that meets the target"
                                    : "the lowest mean suboptimality of what fits");
    return status;
}

cairn_status cairn__bake_choose(cairn_build *build)
{
    cairn__tries tries = {.build = build, .make = build->make, .room = build->max_bytes};
    cairn__net_image net = {0};
    bool fitted = false;
    build->tried = 0;
    cairn_status status = try_labels(&tries, &fitted);
    if (build->max_bytes == 0 && !fitted)
        build->make.method = CAIRN_METHOD_JUMP; /* so much for labels */
    if (fitted)
        explain_labels(&tries);
    else if (status == CAIRN_OK)
        status = try_others(&tries, &net);
    cairn__release(&build->make.allocator, net.bytes);
    if (status != CAIRN_OK)
        cairn__bake_forget_image(build);
    return status;
}
