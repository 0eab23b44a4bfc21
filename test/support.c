/* support.c: what the tests share. See support.h. */
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    assert_non_null(memory);
    return memory;
}

/* ---- random numbers (splitmix64) ---- */

uint64_t test_draw(test_random *random)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

int test_draw_below(test_random *random, int limit)
{
    return (int)(test_draw(random) % (uint64_t)limit);
}

cairn_cell test_draw_cell(test_random *random, uint32_t width, uint32_t height)
{
    uint32_t x = (uint32_t)test_draw_below(random, (int)width);
    return cairn_cell_at(x, (uint32_t)test_draw_below(random, (int)height));
}

/* ---- worlds ---- */

void test_world_create(test_world *world, int width, int height, const unsigned char *cells,
                       cairn_corners corners)
{
    size_t count = (size_t)width * (size_t)height;
    memset(world, 0, sizeof *world);
    world->cells = allocate(count, 1);
    world->open = allocate(count, sizeof *world->open);
    world->components = allocate(count, sizeof *world->components);
    for (size_t i = 0; i < count; i++) {
        world->cells[i] = cells[i];
        if (cells[i])
            world->open[world->open_count++] = (int)i;
    }
    world->ref = (ref_map){width, height, corners == CAIRN_CORNERS_FREE, world->cells};
    ref_find_components(&world->ref, world->components);
    cairn_map_def def = {.size = sizeof def};
    def.corners = corners;
    assert_int_equal(cairn_map_create((uint32_t)width, (uint32_t)height, cells, &def, &world->map),
                     CAIRN_OK);
    snprintf(world->name, sizeof world->name, "%d x %d", width, height);
}

void test_world_create_of_text(test_world *world, int width, int height, const char *text,
                               cairn_corners corners)
{
    size_t count = (size_t)width * (size_t)height;
    unsigned char *cells = allocate(count, 1);
    for (size_t i = 0; i < count; i++)
        cells[i] = text[i] == '.' || text[i] == 'G' || text[i] == 'S';
    test_world_create(world, width, height, cells, corners);
    free(cells);
}

void test_world_create_small(test_world *world, uint32_t index, cairn_corners corners)
{
    const cairn_scene_small *small = cairn_scene_small_get(index);
    assert_non_null(small);
    test_world_create_of_text(world, (int)small->width, (int)small->height, small->cells, corners);
    snprintf(world->name, sizeof world->name, "%s", small->name);
}

void test_world_create_scene(test_world *world, cairn_scene_kind kind, int width, int height,
                             cairn_corners corners)
{
    cairn_scene scene;
    assert_int_equal(cairn_scene_generate(kind, (uint32_t)width, (uint32_t)height, 7, &scene),
                     CAIRN_OK);
    test_world_create_of_text(world, width, height, scene.cells, corners);
    snprintf(world->name, sizeof world->name, "%s %d x %d", cairn_scene_kind_get_name(kind), width,
             height);
    cairn_scene_free(&scene);
}

void test_world_create_random(test_world *world, int width, int height, int blocked,
                              cairn_corners corners, test_random *random)
{
    size_t count = (size_t)width * (size_t)height;
    unsigned char *cells = allocate(count, 1);
    for (size_t i = 0; i < count; i++)
        cells[i] = test_draw_below(random, 100) >= blocked;
    test_world_create(world, width, height, cells, corners);
    free(cells);
}

void test_world_destroy(test_world *world)
{
    cairn_map_close(world->map);
    free(world->cells);
    free(world->open);
    free(world->components);
}

int test_world_draw(const test_world *world, test_random *random)
{
    if (world->open_count == 0)
        return REF_NONE;
    return world->open[test_draw_below(random, world->open_count)];
}

bool test_world_is_joined(const test_world *world, int a, int b)
{
    return world->components[a] != REF_NONE && world->components[a] == world->components[b];
}

cairn_cell test_world_get_cell(const test_world *world, int cell)
{
    return cairn_cell_at((uint32_t)(cell % world->ref.width), (uint32_t)(cell / world->ref.width));
}

int test_world_get_id(const test_world *world, cairn_cell cell)
{
    return (int)cairn_cell_get_y(cell) * world->ref.width + (int)cairn_cell_get_x(cell);
}

void test_world_print(const test_world *world, int from, int to)
{
    int width = world->ref.width, height = world->ref.height;
    print_error("map \"%s\", corners %s, from %d,%d to %d,%d\n", world->name,
                world->ref.cuts_corners ? "free" : "strict", from % width, from / width, to % width,
                to / width);
    if (width > 64 || height > 64)
        return;
    for (int y = 0; y < height; y++) {
        char row[65];
        for (int x = 0; x < width; x++) {
            int cell = y * width + x;
            row[x] = cell == from ? 'a' : cell == to ? 'b' : world->cells[cell] ? '.' : '@';
        }
        row[width] = '\0';
        print_error("    %s\n", row);
    }
}

static int show_small_scenes(uint32_t corners, test_world_check check, void *context)
{
    int shown = 0;
    for (uint32_t i = 0; i < cairn_scene_small_get_count(); i++)
        if (test_looks_at_scene(i, corners)) {
            test_world world;
            test_world_create_small(&world, i, corners);
            check(&world, context);
            test_world_destroy(&world);
            shown++;
        }
    return shown;
}

int test_for_worlds(int count, int side, uint64_t seed, test_world_check check, void *context)
{
    test_random random = {seed};
    int shown = 0;
    for (uint32_t corners = 0; corners < 2; corners++) {
        shown += show_small_scenes(corners, check, context);
        for (int i = 0; i < count; i++) {
            test_world world;
            int width = 1 + test_draw_below(&random, side);
            int height = 1 + test_draw_below(&random, side);
            int blocked = test_draw_below(&random, 60);
            test_world_create_random(&world, width, height, blocked, corners, &random);
            if (test_looks_at((uint64_t)i)) {
                check(&world, context);
                shown++;
            }
            test_world_destroy(&world);
        }
    }
    return shown;
}

/* ---- databases ---- */

/* Reads all records by place, as the kd order has them, and puts them in order of id. */
static void read_records(test_database *database, const test_world *world)
{
    uint32_t records = (uint32_t)test_get_figure(database->db, "records");
    uint64_t states = test_get_figure(database->db, "states");
    database->records = allocate(records, sizeof *database->records);
    database->states = allocate((size_t)states, sizeof *database->states);
    size_t used = 0;
    for (uint32_t place = 0; place < records; place++) {
        cairn_record record;
        assert_int_equal(cairn_db_get_record(database->db, place, &record), CAIRN_OK);
        assert_true(record.id < records);
        assert_int_equal(database->records[record.id].count, 0);
        assert_true(used + record.states <= states);
        database->records[record.id].count = (int)record.states;
        database->records[record.id].states = database->states + used;
        for (uint32_t i = 0; i < record.states; i++)
            database->states[used++] = test_world_get_id(world, cairn_record_get_state(&record, i));
    }
    assert_int_equal(used, states);
    database->ref = (ref_database){(int)records, database->records};
}

static bool run_build(const test_world *world, uint32_t records, uint64_t seed, cairn_build **build)
{
    test_plan def = test_plan_make_knn(world->map, records, seed);
    assert_int_equal(test_plan_create(&def, build), CAIRN_OK);
    cairn_status status = cairn_build_run(*build);
    if (status == CAIRN_NO_RECORD) {
        cairn_build_destroy(*build);
        return false;
    }
    assert_int_equal(status, CAIRN_OK);
    return true;
}

bool test_database_create(test_database *database, const test_world *world, uint32_t records,
                          uint64_t seed)
{
    memset(database, 0, sizeof *database);
    cairn_build *build;
    if (!run_build(world, records, seed, &build))
        return false;
    assert_int_equal(cairn_build_write_memory(build, 0, NULL, &database->bytes), CAIRN_CAPACITY);
    database->image = allocate(database->bytes, 1);
    assert_int_equal(
        cairn_build_write_memory(build, database->bytes, database->image, &database->bytes),
        CAIRN_OK);
    cairn_build_destroy(build);
    cairn_db_def def = {.size = sizeof def};
    assert_int_equal(cairn_db_open_memory(database->image, database->bytes, &def, &database->db),
                     CAIRN_OK);
    read_records(database, world);
    return true;
}

void test_database_destroy(test_database *database)
{
    cairn_db_close(database->db);
    free(database->image);
    free(database->records);
    free(database->states);
}

void test_fragments_create(test_fragments *fragments, const test_database *database)
{
    size_t count = 0;
    for (int id = 0; id < database->ref.count; id++) {
        size_t states = (size_t)database->records[id].count;
        count += states * (states - 1) / 2;
    }
    fragments->records = allocate(count, sizeof *fragments->records);
    int used = 0;
    for (int id = 0; id < database->ref.count; id++) {
        const ref_record *record = &database->records[id];
        for (int i = 0; i < record->count; i++)
            for (int j = i + 1; j < record->count; j++)
                fragments->records[used++] = (ref_record){j - i + 1, record->states + i};
    }
    fragments->ref = (ref_database){used, fragments->records};
}

void test_fragments_destroy(test_fragments *fragments)
{
    free(fragments->records);
}

/* ---- an allocator that counts ---- */

static void *counter_allocate(void *context, size_t bytes)
{
    test_counter *counter = context;
    counter->allocations++;
    return counter->allocations == counter->fail_at ? NULL : malloc(bytes);
}

static void counter_release(void *context, void *memory)
{
    test_counter *counter = context;
    if (memory != NULL)
        counter->releases++;
    free(memory);
}

cairn_allocator test_counter_get_allocator(test_counter *counter)
{
    return (cairn_allocator){counter_allocate, counter_release, counter};
}

/* ---- files ---- */

void test_folder_create(test_folder *folder)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder->path, sizeof folder->path, "%s/cairn-test-XXXXXX",
             base != NULL && *base != '\0' ? base : "/tmp");
    assert_non_null(mkdtemp(folder->path));
}

void test_folder_destroy(const test_folder *folder)
{
    DIR *listing = opendir(folder->path);
    assert_non_null(listing);
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        char path[1024];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        test_folder_get_path(folder, entry->d_name, sizeof path, path);
        unlink(path);
    }
    closedir(listing);
    rmdir(folder->path);
}

int test_folder_count_files(const test_folder *folder)
{
    int count = 0;
    DIR *listing = opendir(folder->path);
    assert_non_null(listing);
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing))
        count += entry->d_name[0] != '.';
    closedir(listing);
    return count;
}

void test_folder_get_path(const test_folder *folder, const char *name, size_t capacity, char *path)
{
    int length = snprintf(path, capacity, "%s/%s", folder->path, name);
    assert_true(length > 0 && (size_t)length < capacity);
}

void test_file_write(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

char *test_file_read(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    char *bytes = allocate((size_t)size + 1, 1);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    fclose(file);
    *count = (size_t)size;
    return bytes;
}

#ifndef CAIRN_SOURCE_DIR
#define CAIRN_SOURCE_DIR "."
#endif

bool test_find_shared(size_t capacity, char *path)
{
    const char *given = getenv("CAIRN_SHARED");
    struct stat found;
    int length = given != NULL && *given != '\0'
                     ? snprintf(path, capacity, "%s", given)
                     : snprintf(path, capacity, "%s/../shared", CAIRN_SOURCE_DIR);
    if (length < 0 || (size_t)length + 16 >= capacity)
        return false;
    char scenarios[4096];
    snprintf(scenarios, sizeof scenarios, "%s/scenarios", path);
    return stat(scenarios, &found) == 0 && S_ISDIR(found.st_mode);
}
