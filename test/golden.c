/* golden.c: see golden.h. */
#include "golden.h"

#include "faulty.h"

#include <inttypes.h>
#include <stdlib.h>

cairn_map *golden_open_map(cairn_corners corners)
{
    cairn_map *map = NULL;
    cairn_map_def def = {.size = sizeof def};
    def.corners = corners;
    assert_int_equal(cairn_map_open(GOLDEN_MAP, &def, &map), CAIRN_OK);
    return map;
}

cairn_map *golden_create_map(const golden_scene *scene, uint64_t seed)
{
    cairn_scene cells;
    cairn_map *map = NULL;
    assert_int_equal(cairn_scene_generate(scene->kind, scene->width, scene->height, seed, &cells),
                     CAIRN_OK);
    assert_int_equal(cairn_scene_create_map(&cells, scene->corners, &map), CAIRN_OK);
    cairn_scene_free(&cells);
    return map;
}

static bool check_hash(golden_plan make, const golden_request *request, const cairn_map *map,
                       uint32_t threads)
{
    test_image image;
    test_plan plan = make(map, request->settings);
    plan.threads = threads;
    test_image_build(&image, &plan);
    assert_int_equal(test_image_verify(&image, map), CAIRN_OK);
    uint64_t hash = test_image_get_hash(&image);
    if (hash != request->hash)
        print_message("0x%016" PRIx64 " has become 0x%016" PRIx64 " with %u threads\n",
                      request->hash, hash, threads);
    test_image_destroy(&image);
    return hash == request->hash;
}

static const golden_kind *get_kind(void **state)
{
    const golden_fixture *fix = *state;
    return fix->kind;
}

void golden_test_hashes(void **state)
{
    const golden_kind *kind = get_kind(state);
    const golden_request *requests = kind->requests;
    static const uint32_t threads[] = {1, 2, 7};
    bool right = true;
    for (size_t i = 0; i < kind->request_count; i++) {
        cairn_map *map = golden_create_map(&requests[i].scene, kind->seed);
        for (size_t j = 0; j < sizeof threads / sizeof threads[0]; j++)
            if (j == 0 || test_looks_at_scene((uint32_t)i, (uint32_t)j))
                right = check_hash(kind->make, &requests[i], map, threads[j]) && right;
        cairn_map_close(map);
    }
    assert_true(right);
}

/* Interrupted, surely or perhaps. */
static void check_interrupt(const test_plan *plan, bool surely, uint64_t hash)
{
    test_image image;
    cairn_build *build = NULL;
    assert_int_equal(test_plan_create(plan, &build), CAIRN_OK);
    assert_int_equal(cairn_build_write_memory(build, 0, NULL, &image.count), CAIRN_NOT_RUN);
    cairn_status status = cairn_build_run(build);
    assert_true(status == CAIRN_INTERRUPTED || (!surely && status == CAIRN_OK));
    if (status == CAIRN_INTERRUPTED)
        assert_int_equal(cairn_build_write_memory(build, 0, NULL, &image.count), CAIRN_NOT_RUN);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    test_image_write(&image, build);
    assert_true(test_image_get_hash(&image) == hash);
    test_image_destroy(&image);
    cairn_build_destroy(build);
}

/* Stops at its n-th call. */
typedef struct stopper {
    int calls;
    int last;
    cairn_kind kind;
    uint32_t phase;
} stopper;

static int32_t stop_at(void *context, const cairn_progress *progress)
{
    stopper *self = context;
    assert_true(progress->done <= progress->total && progress->phase >= self->phase);
    assert_int_equal(progress->kind, self->kind);
    self->phase = progress->phase;
    return ++self->calls != self->last;
}

void golden_test_interrupts(void **state)
{
    const golden_kind *kind = get_kind(state);
    const golden_request *request = &kind->requests[kind->interrupted];
    cairn_map *map = golden_create_map(&request->scene, kind->seed);
    for (int last = 1; last <= kind->most; last++) {
        test_plan plan = kind->make(map, request->settings);
        stopper self = {.last = last, .kind = plan.kind};
        plan.threads = (uint32_t)last;
        plan.progress = stop_at;
        plan.progress_context = &self;
        check_interrupt(&plan, last == 1, request->hash);
    }
    cairn_map_close(map);
}

static void check_file(const char *path, const test_image *image, const cairn_map *map)
{
    test_image past;
    size_t count;
    if (getenv("CAIRN_REGENERATE") != NULL)
        test_file_write(path, image->bytes, image->count);
    char *bytes = test_file_read(path, &count);
    test_image_copy(&past, bytes, count);
    assert_int_equal(test_image_verify(&past, map), CAIRN_OK);
    assert_int_equal(count, image->count);
    assert_memory_equal(bytes, image->bytes, count);
    free(bytes);
    test_image_destroy(&past);
}

void golden_test_files(void **state)
{
    const golden_kind *kind = get_kind(state);
    const golden_file *files = kind->files;
    for (size_t i = 0; i < kind->file_count; i++) {
        test_image image;
        cairn_map *map = golden_open_map(files[i].corners);
        test_plan plan = kind->make(map, files[i].settings);
        test_image_build(&image, &plan);
        check_file(files[i].path, &image, map);
        test_image_destroy(&image);
        cairn_map_close(map);
    }
}

void golden_check_damage(const test_image *good, const cairn_map *map, size_t stride)
{
    test_image image;
    for (size_t count = 0; count < good->count; count += stride) {
        test_image_copy(&image, good->bytes, count);
        assert_int_equal(test_image_verify(&image, map), CAIRN_CORRUPT);
        test_image_destroy(&image);
    }
    test_image_copy(&image, good->bytes, good->count);
    for (size_t i = 0; i < image.count; i++) {
        image.bytes[i] ^= (unsigned char)(1 << i % 8);
        if (test_image_verify(&image, map) == CAIRN_OK)
            fail_msg("a bit of byte %zu is not missed", i);
        image.bytes[i] ^= (unsigned char)(1 << i % 8);
    }
    test_image_destroy(&image);
}

static cairn_status build_and_use(const test_plan *plan, const char *path, golden_use use)
{
    cairn_build *build;
    cairn_status status = test_plan_create(plan, &build);
    if (status != CAIRN_OK)
        return status;
    status = cairn_build_run(build);
    if (status == CAIRN_OK)
        status = cairn_build_write(build, path);
    cairn_build_destroy(build);
    return status == CAIRN_OK ? use(path, plan->map, &plan->allocator) : status;
}

void golden_check_faults(const test_plan *plan, golden_use use)
{
    test_plan own = *plan;
    test_folder folder;
    char path[1024];
    bool failed = true;
    test_folder_create(&folder);
    test_folder_get_path(&folder, "x.cairn", sizeof path, path);
    long number = 0;
    for (; failed; number++) {
        test_faulty faulty = {.fail_from = number, .fail_end = number + 1};
        own.allocator = test_faulty_get_allocator(&faulty);
        assert_true(number < 5000);
        cairn_status status = build_and_use(&own, path, use);
        failed = atomic_load(&faulty.failed);
        assert_int_equal(status, failed ? CAIRN_MEMORY : CAIRN_OK);
        assert_int_equal(atomic_load(&faulty.live), 0);
    }
    assert_true(number > 1); /* it did allocate */
    test_folder_destroy(&folder);
}

void golden_read(const char *path, test_image *image)
{
    size_t count;
    char *bytes = test_file_read(path, &count);
    test_image_copy(image, bytes, count);
    free(bytes);
}

int golden_create_fixture(void **state)
{
    static golden_fixture fix;
    fix.map = golden_open_map(CAIRN_CORNERS_STRICT);
    golden_read(GOLDEN_FOLDER "good-strict.cairn", &fix.good);
    *state = &fix;
    return 0;
}

int golden_create_fixture_of(const golden_kind *kind, golden_fixture *fix, void **state)
{
    fix->kind = kind;
    fix->map = golden_open_map(CAIRN_CORNERS_STRICT);
    test_plan plan = kind->make(fix->map, kind->settings);
    test_image_build(&fix->good, &plan);
    *state = fix;
    return 0;
}

int golden_destroy_fixture(void **state)
{
    golden_fixture *fix = *state;
    cairn_map_close(fix->map);
    test_image_destroy(&fix->good);
    return 0;
}

void golden_test_damage(void **state)
{
    const golden_fixture *fix = *state;
    golden_check_damage(&fix->good, fix->map, 1);
}

void golden_test_faults(void **state)
{
    const golden_kind *kind = get_kind(state);
    for (uint32_t setting = 0; setting < 3; setting++) {
        cairn_map *map = golden_open_map(setting == 1 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT);
        test_plan plan = kind->make(map, kind->settings);
        plan.threads = setting == 2 ? 2 : 1;
        golden_check_faults(&plan, golden_verify_file);
        cairn_map_close(map);
    }
}

test_image golden_copy(const golden_fixture *fix)
{
    test_image image;
    test_image_copy(&image, fix->good.bytes, fix->good.count);
    return image;
}

cairn_status golden_verify_file(const char *path, const cairn_map *map,
                                const cairn_allocator *allocator)
{
    cairn_db *db;
    cairn_db_def def = {.size = sizeof def};
    def.allocator = allocator;
    cairn_status status = cairn_db_open(path, &def, &db);
    if (status != CAIRN_OK)
        return status;
    status = cairn_db_verify(db, map, NULL);
    cairn_db_close(db);
    return status;
}
