/* test_determinism.c (golden): the same request gives the same bytes, for any number of threads,
 * with any compiler, on any machine. The hashes below are the promise: a change that alters one
 * alters every database, and needs a new format version or a new reason. CAIRN_REGENERATE=1
 * prints the table. */
#include "golden.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct request {
    golden_scene scene;
    bool skip_direct;
    uint32_t records;
    uint64_t seed;
    uint64_t hash; /* FNV-1a of the image */
} request;

static const request requests[] = {
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT},
     false,
     100,
     1,
     UINT64_C(0xf1aca0d5d65efabe)},
    {{CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_FREE}, false, 100, 1, UINT64_C(0xca78b8103fd86478)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_STRICT}, false, 60, 2, UINT64_C(0x7fc89b85081a24d7)},
    {{CAIRN_SCENE_MAZE, 61, 67, CAIRN_CORNERS_FREE}, false, 60, 2, UINT64_C(0xd84284aa687b0616)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_STRICT},
     false,
     150,
     3,
     UINT64_C(0x66019c0cfc344e9e)},
    {{CAIRN_SCENE_CAVES, 200, 130, CAIRN_CORNERS_FREE}, true, 150, 3, UINT64_C(0xcb43925756fcfdb2)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_STRICT},
     false,
     100,
     4,
     UINT64_C(0x965253961d491ebd)},
    {{CAIRN_SCENE_RANDOM, 100, 100, CAIRN_CORNERS_FREE},
     false,
     100,
     4,
     UINT64_C(0x48453bc05d207608)},
    {{CAIRN_SCENE_CITY, 300, 200, CAIRN_CORNERS_STRICT},
     true,
     120,
     UINT64_MAX,
     UINT64_C(0x0094986ee78e5e00)},
    {{CAIRN_SCENE_WARZONE, 150, 150, CAIRN_CORNERS_FREE},
     false,
     100,
     0,
     UINT64_C(0xef1605544b0850ed)},
    {{CAIRN_SCENE_OPEN, 65, 64, CAIRN_CORNERS_STRICT}, false, 33, 5, UINT64_C(0x6290c43745e708b2)},
    {{CAIRN_SCENE_SLANTED, 128, 128, CAIRN_CORNERS_STRICT},
     false,
     0,
     6,
     UINT64_C(0x53798f97acf537da)},
    {{CAIRN_SCENE_ROUGH, 128, 128, CAIRN_CORNERS_FREE},
     false,
     100,
     7,
     UINT64_C(0xc82cab124f1bb3f9)},
};

#define REQUESTS (sizeof requests / sizeof requests[0])

static uint64_t build(const request *wanted, const cairn_map *map, uint32_t threads)
{
    test_image image;
    test_plan def = test_plan_make(CAIRN_DB_KNN);
    def.map = map;
    def.records = wanted->records;
    def.seed = wanted->seed;
    def.skip_direct = wanted->skip_direct;
    def.threads = threads;
    test_image_build(&image, &def);
    uint64_t hash = test_image_get_hash(&image);
    test_image_destroy(&image);
    return hash;
}

static void print_row(const request *wanted, uint64_t hash)
{
    print_message("%s %ux%u corners %d skip %d: UINT64_C(0x%016" PRIx64 ")\n",
                  cairn_scene_kind_get_name(wanted->scene.kind), wanted->scene.width,
                  wanted->scene.height, wanted->scene.corners, wanted->skip_direct, hash);
}

static void test_hashes(void **state)
{
    (void)state;
    bool wrong = false;
    for (size_t i = 0; i < REQUESTS; i++) {
        cairn_map *map = golden_create_map(&requests[i].scene, 7);
        uint64_t hash = build(&requests[i], map, 1);
        if (hash != requests[i].hash || getenv("CAIRN_REGENERATE") != NULL)
            print_row(&requests[i], hash);
        wrong = wrong || hash != requests[i].hash;
        cairn_map_close(map);
    }
    assert_false(wrong);
}

static void test_threads(void **state)
{
    (void)state;
    static const uint32_t threads[] = {2, 7}; /* one thread: test_hashes() */
    for (size_t i = 0; i < REQUESTS; i++) {
        cairn_map *map = golden_create_map(&requests[i].scene, 7);
        for (size_t j = 0; j < 2; j++)
            if (test_looks_at_scene((uint32_t)i, (uint32_t)j) &&
                build(&requests[i], map, threads[j]) != requests[i].hash)
                fail_msg("request %zu with %u threads", i, threads[j]);
        cairn_map_close(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hashes),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests_name("determinism", tests, NULL, NULL);
}
