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

/* Builds a database; what the settings are is the kind's own. */
typedef void (*golden_build)(test_image *image, const cairn_map *map, const uint32_t settings[2],
                             uint32_t threads);

typedef struct golden_request {
    golden_scene scene;
    uint32_t settings[2];
    uint64_t hash; /* FNV-1a of the image */
} golden_request;

/* 1, 2 and 7 threads build sound databases of these hashes. Prints those that are others. */
void golden_check_hashes(golden_build build, const golden_request *requests, size_t count,
                         uint64_t seed);

/* Interrupted by its progress function, surely or perhaps, the build of a plan comes to the same
 * bytes: those of this hash. */
void golden_check_interrupt(const test_plan *plan, bool surely, uint64_t hash);

typedef struct golden_file {
    const char *path;
    cairn_corners corners;
    uint32_t settings[2];
} golden_file;

/* Files of the past are sound, and built the same today. CAIRN_REGENERATE=1 writes them anew. */
void golden_check_files(golden_build build, const golden_file *files, size_t count);

/* Cut short at every `stride`-th byte, and with a bit of any byte changed, it is not sound. */
void golden_check_damage(const test_image *good, const cairn_map *map, size_t stride);

/* Builds a database, writes it to a file and uses that, all with one allocator. */
typedef cairn_status (*golden_use)(const cairn_map *map, uint32_t setting, const char *path,
                                   const cairn_allocator *allocator);

/* Each of its allocations fails in turn: it says MEMORY and leaves nothing allocated. */
void golden_check_faults(golden_use use, const cairn_map *map, uint32_t setting);

/* Reads a file. */
void golden_read(const char *path, test_image *image);

/* Opens a file and verifies it; the allocator may be null. */
cairn_status golden_verify_file(const char *path, const cairn_map *map,
                                const cairn_allocator *allocator);

#endif
