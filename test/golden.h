/* golden.h: what the tests of databases as bytes share, whatever their kind: the map of the files
 * of the past, hashes that are the same for any number of threads, damage that must be noticed. */
#ifndef CAIRN_TEST_GOLDEN_H
#define CAIRN_TEST_GOLDEN_H

#include "image.h"

#define GOLDEN_FOLDER CAIRN_SOURCE_DIR "/test/golden/"

/* The map of the files of the past. */
#define GOLDEN_MAP GOLDEN_FOLDER "caves.map"
cairn_map *golden_open_map(cairn_corners corners);

/* A scene to make a map of. */
typedef struct golden_scene {
    cairn_scene_kind kind;
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
} golden_scene;

cairn_map *golden_create_map(const golden_scene *scene, uint64_t seed);

/* The plan of a database; what the settings are is the kind's own. */
typedef test_plan (*golden_plan)(const cairn_map *map, const uint32_t settings[2]);

typedef struct golden_request {
    golden_scene scene;
    uint32_t settings[2];
    uint64_t hash; /* FNV-1a of the image */
} golden_request;

typedef struct golden_file {
    const char *path;
    cairn_corners corners;
    uint32_t settings[2];
} golden_file;

/* Cut short at every `stride`-th byte, and with a bit of any byte changed, it is not sound. */
void golden_check_damage(const test_image *good, const cairn_map *map, size_t stride);

/* Uses a file with one allocator for all. */
typedef cairn_status (*golden_use)(const char *path, const cairn_map *map,
                                   const cairn_allocator *allocator);

/* Builds a database, writes it to a file and uses that. Each of the allocations fails in turn: it
 * says MEMORY and leaves nothing allocated. */
void golden_check_faults(const test_plan *plan, golden_use use);

/* What databases of a kind are tested with. */
typedef struct golden_kind {
    golden_plan make;
    const golden_request *requests;
    size_t request_count;
    uint64_t seed;      /* of the maps of requests */
    size_t interrupted; /* the request whose build is interrupted, ... */
    int most;           /* ... at any of this many first calls of its progress function */
    const golden_file *files;
    size_t file_count;
    uint32_t settings[2]; /* of the fixture's database */
} golden_kind;

/* The map of the files of the past, and a sound database of it. */
typedef struct golden_fixture {
    cairn_map *map;
    test_image good;
    const golden_kind *kind; /* null: knn */
} golden_fixture;

/* Sets a fixture up for a group of tests of a kind; golden_destroy_fixture() tears it down. */
int golden_create_fixture_of(const golden_kind *kind, golden_fixture *fix, void **state);

/* Tests of such a group. 1, 2 and 7 threads build sound databases of the requests' hashes, and interrupted builds come to
 * the same bytes. Files of the past are sound, and built the same today: CAIRN_REGENERATE=1 writes them anew. Every
 * change of a byte is noticed, and each of the allocations may fail. */
void golden_test_hashes(void **state);
void golden_test_interrupts(void **state);
void golden_test_files(void **state);
void golden_test_damage(void **state);
void golden_test_faults(void **state);

/* Setting up and tearing down a group of tests with the file of kind knn. */
int golden_create_fixture(void **state);
int golden_destroy_fixture(void **state);
test_image golden_copy(const golden_fixture *fix);

/* Reads a file. */
void golden_read(const char *path, test_image *image);

/* Opens a file and verifies it; the allocator may be null. */
cairn_status golden_verify_file(const char *path, const cairn_map *map,
                                const cairn_allocator *allocator);

#endif
