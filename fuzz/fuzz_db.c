/* fuzz_db.c: any bytes as a database: opened, verified, asked, and walked by.
 *
 * The first byte says which map it is held against and what is repaired beforehand, for else no
 * input would get past the checksums: bits 0 and 1 the map, bit 2 the header's checksum, bit 3 the
 * sections' as well, bit 4 the map's fingerprint and size. Bit 5: labels with the least budget. */
#include "fuzz.h"

#include <string.h>

#include <cairn/lab.h>

#include "base/hash.h"
#include "db/db_format.h"
#include "fuzz_maps.h"

enum {
    REPAIR_HEADER = 4,
    REPAIR_SECTIONS = 8,
    REPAIR_MAP = 16,
    LEAST_BUDGET = 32,
    MOST_STEPS = 20000,
    MOST_UNITS = 1 << 22, /* of a step without a budget */
    NEAREST = 12
};

static void repair_sections(cairn__db_header *header, size_t count)
{
    cairn__db_section *sections = (cairn__db_section *)(header + 1);
    for (uint32_t i = 0; i < header->sections; i++)
        if (sections[i].offset <= count && sections[i].bytes <= count - sections[i].offset)
            sections[i].checksum = cairn__hash_bytes((const uint8_t *)header + sections[i].offset,
                                                     (size_t)sections[i].bytes);
}

static void repair(uint8_t *image, size_t count, uint32_t mode, const cairn_map *map)
{
    cairn__db_header *header = (cairn__db_header *)(void *)image;
    if (count < sizeof *header || header->sections > CAIRN__MOST_SECTIONS ||
        header->header_bytes != cairn__db_get_header_bytes(header->sections) ||
        count < header->header_bytes)
        return;
    if ((mode & REPAIR_MAP) != 0) {
        cairn_map_info info = fuzz_get_map_info(map);
        header->map_fingerprint = info.fingerprint;
        header->width = info.width;
        header->height = info.height;
        header->corners = info.corners;
    }
    if ((mode & REPAIR_SECTIONS) != 0)
        repair_sections(header, count);
    if ((mode & REPAIR_HEADER) != 0)
        header->checksum = cairn__db_get_header_checksum(header, header->header_bytes);
}

static void read_records(const cairn_db *db)
{
    uint32_t records = (uint32_t)fuzz_get_figure(db, "records");
    for (uint32_t place = 0; place < records; place++) {
        cairn_record record;
        cairn_status status = cairn_db_get_record(db, place, &record);
        FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_CORRUPT);
        volatile uint32_t sum = 0;
        for (uint32_t i = 0; status == CAIRN_OK && i < record.states; i++)
            sum = sum + cairn_cell_get_x(cairn_record_get_state(&record, i));
    }
}

/* The tree and the scan agree on a verified database, and both stay in bounds on any. */
static void ask(const cairn_db *db, bool verified)
{
    const cairn_cell queries[][2] = {{cairn_cell_at(0, 0), cairn_cell_at(19, 15)},
                                     {cairn_cell_at(7, 3), cairn_cell_at(2, 9)},
                                     {cairn_cell_at(UINT16_MAX, 0), cairn_cell_at(0, UINT16_MAX)}};
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        cairn_neighbour by_tree[NEAREST], by_scan[NEAREST];
        uint32_t tree[2], scan[2];
        FUZZ_CHECK(cairn_db_find_nearest(db, queries[i], 0, NEAREST, by_tree, tree) == CAIRN_OK);
        FUZZ_CHECK(tree[1] <= fuzz_get_figure(db, "records"));
        FUZZ_CHECK(cairn_db_find_nearest(db, queries[i], 1, NEAREST, by_scan, scan) == CAIRN_OK);
        if (verified)
            FUZZ_CHECK(tree[0] == scan[0] &&
                       memcmp(by_tree, by_scan, tree[0] * sizeof by_tree[0]) == 0);
    }
}

/* Any cell and any pair of regions may be asked. */
static void read_regions(const cairn_db *db)
{
    cairn_db_info info = fuzz_get_db_info(db);
    uint32_t regions = (uint32_t)fuzz_get_figure(db, "regions");
    volatile uint32_t sum = 0;
    for (uint32_t i = 0; i < info.width * info.height && i < MOST_STEPS; i++) {
        uint32_t region;
        cairn_cell cell = cairn_cell_at((uint32_t)(i % info.width), (uint32_t)(i / info.width));
        if (cairn_db_find_region(db, cell, &region) == CAIRN_OK)
            FUZZ_CHECK(region < regions);
    }
    for (uint32_t from = 0; from < regions; from++) {
        cairn_cell cell;
        FUZZ_CHECK(cairn_db_get_place(db, CAIRN_PLACE_REGION, from, &cell) == CAIRN_OK);
        for (uint32_t to = 0; to < regions && to < NEAREST; to++)
            if (cairn_db_get_entry(db, from, to, &cell) == CAIRN_OK)
                sum = sum + cairn_cell_get_x(cell);
    }
}

/* Ways of any region at any place. */
static void read_ways(const cairn_db *db)
{
    uint32_t regions = (uint32_t)fuzz_get_figure(db, "regions");
    volatile uint32_t sum = 0;
    for (uint32_t from = 0; from < regions; from++) {
        cairn_cell cell;
        cairn_way way;
        FUZZ_CHECK(cairn_db_get_place(db, CAIRN_PLACE_REGION, from, &cell) == CAIRN_OK);
        for (uint32_t place = 0; place < NEAREST; place++)
            if (cairn_db_get_way(db, from, place, &way) == CAIRN_OK)
                for (uint32_t i = 0; i < way.count && i < NEAREST; i++)
                    sum = sum + cairn_cell_get_x(way.subgoals[i]);
    }
}

static void walk(cairn_agent *agent, cairn_cell start, cairn_cell goal, uint32_t budget)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    if (cairn_agent_start(agent, start, goal) != CAIRN_OK)
        return;
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
        FUZZ_CHECK(i < MOST_STEPS);
        FUZZ_CHECK(cairn_agent_step(agent, &step) == CAIRN_OK);
        FUZZ_CHECK(step.units <= (budget != 0 ? budget : MOST_UNITS));
    }
}

static void walk_all(cairn_agent *agent, uint32_t budget)
{
    const cairn_cell ends[][2] = {{cairn_cell_at(1, 1), cairn_cell_at(18, 14)},
                                  {cairn_cell_at(18, 1), cairn_cell_at(1, 14)},
                                  {cairn_cell_at(9, 7), cairn_cell_at(3, 3)}};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        walk(agent, ends[i][0], ends[i][1], budget);
}

/* Walks by the database's own algorithm. */
static void move_agent(const cairn_db *db, const cairn_map *map, const cairn_fragments *fragments,
                       uint32_t budget)
{
    cairn_agent *agent = NULL;
    cairn_agent_def def = {.size = sizeof def, .max_work = budget, .fragments = fragments};
    def.busy = CAIRN_BUSY_MOVE;
    cairn_status status = cairn_agent_create(map, db, &def, &agent);
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_MISMATCH || status == CAIRN_ARGUMENT ||
               status == CAIRN_KIND);
    if (status != CAIRN_OK)
        return;
    walk_all(agent, budget);
    cairn_agent_destroy(agent);
}

/* The path from one cell to another, in slices, as far as the labels know one. */
static void find_path(cairn_planner *planner, const cairn_cell ends[2], bool verified)
{
    cairn_cell path[MOST_STEPS];
    uint32_t distance;
    size_t count;
    cairn_status status = cairn_planner_ask(planner, ends[0], ends[1]);
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_BLOCKED || status == CAIRN_NO_PATH);
    if (status != CAIRN_OK)
        return;
    do {
        uint64_t spent;
        status = cairn_planner_run(planner, CAIRN_MIN_WORK, &spent);
        FUZZ_CHECK(spent <= CAIRN_MIN_WORK);
    } while (status == CAIRN_UNFINISHED);
    if (status == CAIRN_OK) {
        FUZZ_CHECK(cairn_planner_get_distance(planner, &distance) == CAIRN_OK);
        FUZZ_CHECK(!verified || distance >= cairn_cell_get_distance(ends[0], ends[1]));
        status = cairn_planner_get_path(planner, 0, MOST_STEPS, path, &count);
        FUZZ_CHECK(status != CAIRN_OK || (count < MOST_STEPS && path[count - 1] == ends[1]));
    }
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_CORRUPT);
    FUZZ_CHECK(!verified || status == CAIRN_OK);
}

/* Any two cells may be asked. */
static void use_labels(const cairn_db *db, const cairn_map *map, bool verified)
{
    cairn_map_info info = fuzz_get_map_info(map);
    cairn_planner *planner = NULL;
    cairn_status status = cairn_planner_create(map, db, NULL, &planner);
    FUZZ_CHECK(status == CAIRN_OK || (status == CAIRN_MISMATCH && !verified));
    for (uint32_t i = 0; planner != NULL && i < NEAREST; i++) {
        uint32_t from = i * 37, to = i * 91 + 50;
        cairn_cell ends[2] = {
            cairn_cell_at((uint32_t)(from % info.width), (uint32_t)(from / info.width)),
            cairn_cell_at((uint32_t)(to % info.width), (uint32_t)(to / info.width))};
        find_path(planner, ends, verified);
    }
    cairn_planner_destroy(planner);
}

static void use(const cairn_db *db, const cairn_map *map, uint32_t mode)
{
    cairn_detail detail = {0};
    cairn_fragments *fragments = NULL;
    cairn_db_def def = {.size = sizeof def};
    cairn_status status = cairn_db_verify(db, map, &detail);
    FUZZ_CHECK(status == CAIRN_OK || detail.text[0] != '\0');
    cairn_kind kind = fuzz_get_db_info(db).kind;
    uint32_t budget = (mode & LEAST_BUDGET) != 0 ? CAIRN_MIN_WORK : 0;
    move_agent(db, map, NULL, budget);
    if (kind == CAIRN_DB_LABELS)
        use_labels(db, map, status == CAIRN_OK);
    if (kind == CAIRN_DB_DLRTA)
        read_regions(db);
    else if (fuzz_get_figure(db, "regions") > 0)
        read_ways(db);
    if (kind != CAIRN_DB_KNN)
        return;
    read_records(db);
    ask(db, status == CAIRN_OK);
    if (cairn_fragments_create(db, &def, &fragments) == CAIRN_OK) {
        move_agent(db, map, fragments, budget);
        cairn_fragments_destroy(fragments);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 1)
        return 0;
    uint32_t mode = bytes[0];
    const cairn_map *map = fuzz_get_map(mode % FUZZ_MAPS);
    uint8_t *image = malloc(count); /* aligned, and no byte longer than the input */
    cairn_db *db = NULL;
    cairn_detail detail = {0};
    cairn_db_def def = {.size = sizeof def};
    FUZZ_CHECK(image != NULL);
    count--;
    memcpy(image, bytes + 1, count);
    repair(image, count, mode, map);
    def.detail = &detail;
    cairn_status status = cairn_db_open_memory(image, count, &def, &db);
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_CORRUPT || status == CAIRN_VERSION);
    FUZZ_CHECK(status == CAIRN_OK || detail.text[0] != '\0');
    if (status == CAIRN_OK) {
        use(db, map, mode);
        cairn_db_close(db);
    }
    free(image);
    return 0;
}
