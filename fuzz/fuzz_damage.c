/* fuzz_damage.c: large databases of every kind, damaged as the bytes say, and walked by.
 *
 * A file of thousands of regions or labels is no input that a fuzzer finds; so the databases are
 * made once, and the bytes are a list of edits: words set, filled and copied, one or thousands of
 * them. Whatever they lead to, no call crashes or reads outside the file, every move is legal, and
 * no step takes longer than it may.
 *
 * The first byte says which database, the second how it is walked by: bit 0 the least budget, bit 1
 * the net of regions alone. Four numbers of 2 bytes are start and goal; then come edits of 16 bytes. */
#include "fuzz.h"

#include <string.h>

#include <cairn/agent.h>
#include <cairn/build.h>
#include <cairn/lab.h>
#include <scenes.h>

#include "base/hash.h"
#include "db/db_format.h"

enum { WIDTH = 128, HEIGHT = 96, MOST_EDITS = 64, MOST_STEPS = 3000, PAIRS = 2 };
enum { LEAST_BUDGET = 1, NET_ALONE = 2 };

/* What a step without a budget may spend. A selection looks at all records, and how far it checks
 * each is for the file to recommend; labels read all that both ends see. */
#define MOST_UNITS (UINT32_C(1) << 18)
#define MOST_RECORD_UNITS (UINT32_C(1) << 21)
#define MOST_LABEL_UNITS (UINT32_C(1) << 26)

/* ---- the databases ---- */

/* A plan, and how many bytes AUTO may take. */
typedef struct request {
    cairn_kind kind;
    uint32_t max_bytes;
    uint32_t count;
    cairn_option options[3];
} request;

static const request requests[] = {
    {.kind = CAIRN_DB_REGIONS,
     .count = 1,
     .options = {{.option = CAIRN_OPTION_REGION_CUTOFF, .value = 4}}},
    {.kind = CAIRN_DB_REGIONS,
     .count = 3,
     .options = {{.option = CAIRN_OPTION_REGION_CUTOFF, .value = 3},
                 {.option = CAIRN_OPTION_TABLE_REGIONS, .value = 0},
                 {.option = CAIRN_OPTION_RANGE_REGIONS, .value = 0}}},
    {.kind = CAIRN_DB_REGIONS,
     .count = 2,
     .options = {{.option = CAIRN_OPTION_REGION_CUTOFF, .value = 5},
                 {.option = CAIRN_OPTION_TABLE_REGIONS, .value = 0}}},
    {.kind = CAIRN_DB_KNN,
     .count = 3,
     .options = {{.option = CAIRN_OPTION_RECORDS, .value = 400},
                 {.option = CAIRN_OPTION_FALLBACK, .value = 1},
                 {.option = CAIRN_OPTION_TABLE_REGIONS, .value = 0}}},
    {.kind = CAIRN_DB_LABELS,
     .count = 1,
     .options = {{.option = CAIRN_OPTION_FALLBACK, .value = 1}}},
    {.kind = CAIRN_DB_LABELS},
    {.kind = CAIRN_DB_DLRTA, .count = 1, .options = {{.option = CAIRN_OPTION_LEVEL, .value = 5}}},
    {.max_bytes = 8000, /* records, with recommended options */
     .count = 1,
     .options = {{.option = CAIRN_OPTION_PROBLEMS, .value = 5}}},
    {.kind = CAIRN_DB_HCDPS,
     .count = 1,
     .options = {{.option = CAIRN_OPTION_REGION_CUTOFF, .value = 5}}},
    {.kind = CAIRN_DB_DBA, .count = 1, .options = {{.option = CAIRN_OPTION_SECTOR, .value = 1}}},
};

enum { DATABASES = sizeof requests / sizeof requests[0] };

static const cairn_map *get_map(void)
{
    static cairn_map *map;
    cairn_scene scene;
    if (map != NULL)
        return map;
    FUZZ_CHECK(cairn_scene_generate(CAIRN_SCENE_ROUGH, WIDTH, HEIGHT, 1, &scene) == CAIRN_OK);
    FUZZ_CHECK(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &map) == CAIRN_OK);
    cairn_scene_free(&scene);
    return map;
}

typedef struct image {
    uint8_t *bytes;
    size_t count;
} image;

static cairn_build *create_build(const request *wanted)
{
    cairn_build *build = NULL;
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = wanted->kind,
                                 .max_bytes = wanted->max_bytes,
                                 .option_count = wanted->count,
                                 .options = wanted->options};
    FUZZ_CHECK(cairn_build_create(get_map(), &def, &build) == CAIRN_OK);
    FUZZ_CHECK(cairn_build_run(build) == CAIRN_OK);
    return build;
}

static image get_database(uint32_t number)
{
    static image images[DATABASES];
    image *made = &images[number];
    if (made->bytes != NULL)
        return *made;
    cairn_build *build = create_build(&requests[number]);
    FUZZ_CHECK(cairn_build_write_memory(build, 0, NULL, &made->count) == CAIRN_CAPACITY);
    made->bytes = malloc(made->count);
    FUZZ_CHECK(made->bytes != NULL);
    FUZZ_CHECK(cairn_build_write_memory(build, made->count, made->bytes, &made->count) == CAIRN_OK);
    cairn_build_destroy(build);
    return *made;
}

/* ---- edits ---- */

enum { SET, FILL, COUNT_UP, COPY, FLIP, EDITS };

typedef struct edit {
    uint8_t section;
    uint8_t kind;
    uint16_t stride; /* in words */
    uint32_t place;  /* of the first word */
    uint32_t value;
    uint32_t count; /* words, beside the first */
} edit;

static void apply(const edit *one, uint8_t *section, uint64_t bytes)
{
    uint64_t words = bytes / sizeof(uint32_t);
    uint32_t kind = one->kind % EDITS, count = kind == SET || words == 0 ? 0 : one->count;
    for (uint64_t i = 0; words > 0 && i <= count % words; i++) {
        uint8_t *at = section + (one->place + i * one->stride) % words * sizeof(uint32_t);
        const uint8_t *from = section + (one->value + i) % words * sizeof(uint32_t);
        uint32_t word = one->value;
        if (kind == COPY)
            memcpy(&word, from, sizeof word);
        else if (kind == FLIP)
            memcpy(&word, at, sizeof word);
        word = kind == COUNT_UP ? word + (uint32_t)i : kind == FLIP ? word ^ one->value : word;
        memcpy(at, &word, sizeof word);
    }
}

/* Damages a copy, and makes its checksums right. */
static void damage(fuzz_input *input, uint8_t *copy, size_t count)
{
    cairn__db_header *header = (cairn__db_header *)(void *)copy;
    cairn__db_section *sections = (cairn__db_section *)(header + 1);
    for (uint32_t i = 0; i < MOST_EDITS && input->left >= sizeof(edit); i++) {
        edit one;
        memcpy(&one, input->next, sizeof one);
        input->next += sizeof one;
        input->left -= sizeof one;
        const cairn__db_section *section = &sections[one.section % header->sections];
        apply(&one, copy + section->offset, section->bytes);
    }
    FUZZ_CHECK(header->file_bytes == count);
    for (uint32_t i = 0; i < header->sections; i++)
        sections[i].checksum =
            cairn__hash_bytes(copy + sections[i].offset, (size_t)sections[i].bytes);
    header->checksum = cairn__db_get_header_checksum(header, header->header_bytes);
}

/* ---- walking ---- */

static bool is_step(cairn_cell from, cairn_cell to)
{
    return from == to || cairn_cell_get_distance(from, to) <= 14;
}

/* Not all walks end soon: the steps are what is looked at. */
static void walk(cairn_agent *agent, const cairn_cell ends[2], uint32_t most_units)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    if (cairn_agent_start(agent, ends[0], ends[1]) != CAIRN_OK)
        return;
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && i < MOST_STEPS; i++) {
        cairn_cell before = step.cell;
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_FULL) /* the file may recommend that its agents do not grow */
            return;
        FUZZ_CHECK(status == CAIRN_OK);
        FUZZ_CHECK(is_step(before, step.cell) && cairn_map_is_open(get_map(), step.cell));
        FUZZ_CHECK(step.units <= most_units);
    }
}

static uint32_t get_most_units(const cairn_db *db, uint32_t mode)
{
    if ((mode & LEAST_BUDGET) != 0)
        return CAIRN_MIN_WORK;
    cairn_kind kind = fuzz_get_db_info(db).kind;
    return kind == CAIRN_DB_LABELS ? MOST_LABEL_UNITS
           : kind == CAIRN_DB_KNN  ? MOST_RECORD_UNITS
                                   : MOST_UNITS;
}

static void walk_by(const cairn_db *db, uint32_t mode, const cairn_cell ends[2])
{
    cairn_agent *agent = NULL;
    cairn_agent_def def = {.size = sizeof def};
    if ((mode & NET_ALONE) != 0 && fuzz_get_figure(db, "fallback") != 0)
        def.algorithm = CAIRN_REGIONS;
    if ((mode & LEAST_BUDGET) != 0)
        def.max_work = CAIRN_MIN_WORK;
    cairn_status status = cairn_agent_create(get_map(), db, &def, &agent);
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_KIND || status == CAIRN_ARGUMENT);
    if (status == CAIRN_OK)
        walk(agent, ends, get_most_units(db, mode));
    cairn_agent_destroy(agent);
}

static cairn_cell take_cell(fuzz_input *input)
{
    uint32_t x = fuzz_take_below(input, WIDTH + 256) % WIDTH;
    return cairn_cell_at(x, fuzz_take_below(input, HEIGHT + 256) % HEIGHT);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_input input = {bytes, count};
    image good = get_database(fuzz_take_below(&input, DATABASES));
    uint32_t mode = fuzz_take(&input);
    cairn_cell first = take_cell(&input), second = take_cell(&input);
    const cairn_cell ends[PAIRS][2] = {{first, second}, {second, first}};
    uint8_t *copy = malloc(good.count);
    cairn_db *db = NULL;
    FUZZ_CHECK(copy != NULL);
    memcpy(copy, good.bytes, good.count);
    damage(&input, copy, good.count);
    cairn_status status = cairn_db_open_memory(copy, good.count, NULL, &db);
    FUZZ_CHECK(status == CAIRN_OK || status == CAIRN_CORRUPT);
    if (status == CAIRN_OK) {
        for (int i = 0; i < PAIRS; i++)
            walk_by(db, mode, ends[i]);
        cairn_db_close(db);
    }
    free(copy);
    return 0;
}
