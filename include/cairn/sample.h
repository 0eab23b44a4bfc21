/* cairn/sample.h: drawing cells and pairs of cells at random, the same on every machine. Records
 * are drawn with it, and so are the problems that an evaluation uses. */
#ifndef CAIRN_SAMPLE_H
#define CAIRN_SAMPLE_H

#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A stream of random numbers. */
typedef struct cairn_random {
    uint64_t state;
} cairn_random;

/** Starts stream number `stream` of a seed; streams of one seed are unrelated.
 *  Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_random_start(uint64_t seed, uint64_t stream, cairn_random *random);

/** Draws open cells of a map, each as likely as any other. Immutable: any number of threads may
 *  use it, each with a stream of its own. */
typedef struct cairn_sampler cairn_sampler;

/** Makes a sampler; `allocator` may be null for malloc and free. Memory: 4 bytes a row.
 *  Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_sampler_create(const cairn_map *map, const cairn_allocator *allocator,
                                            cairn_sampler **sampler);

/** Destroys a sampler. Null is fine. */
CAIRN_API void cairn_sampler_destroy(cairn_sampler *sampler);

/** Draws two open cells that a path joins: pairs are drawn until one is, at most `draws` of them,
 *  which counts down. They may be equal. Failures: NO_PATH when `draws` is used up. */
CAIRN_API cairn_status cairn_sampler_draw_pair(const cairn_sampler *sampler, cairn_random *random,
                                               uint64_t *draws, cairn_cell pair[2]);

#ifdef __cplusplus
}
#endif

#endif
