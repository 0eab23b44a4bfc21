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

/* Builds the database that `request` says. */
typedef void (*golden_build)(test_image *image, const cairn_map *map, const void *request,
                             uint32_t threads);

/* True if 1, 2 and 7 threads build a sound database of this hash; else prints what they do. */
bool golden_check_hash(golden_build build, const cairn_map *map, const void *request,
                       uint64_t hash);

/* Interrupted by its progress function, surely or perhaps, the build goes on to the same bytes: those
 * of this hash. Destroys it. */
void golden_check_interrupt(test_builder builder, bool surely, uint64_t hash);

/* The file of the past is sound and the same as the image. CAIRN_REGENERATE writes it anew. */
void golden_check_file(const char *path, const test_image *image, const cairn_map *map);

/* Cut short at every `stride`-th byte, and with a bit of any byte changed, it is not sound. */
void golden_check_damage(const test_image *good, const cairn_map *map, size_t stride);

/* Builds a database, writes it to a file and uses that, all with one allocator. */
typedef cairn_status (*golden_use)(const cairn_map *map, uint32_t setting, const char *path,
                                   const cairn_allocator *allocator);

/* Each of its allocations fails in turn: it says MEMORY and leaves nothing allocated. */
void golden_check_faults(golden_use use, const cairn_map *map, uint32_t setting);

/* Opens a file and verifies it. */
cairn_status golden_verify_file(const char *path, const cairn_map *map,
                                const cairn_allocator *allocator);

#endif
