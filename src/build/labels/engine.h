/* engine.h: what is prepared of a map so that optimal paths are found fast: labels by bends, where
 * they pay. The off-line phase and tools use it; a game ships without it. */
#ifndef CAIRN_ENGINE_H
#define CAIRN_ENGINE_H

#include "base/loop.h"
#include "cairn/lab.h"
#include "search/path_search.h"

/* Prepares an engine; method is AUTO, or what is demanded. Failures: MEMORY, INTERRUPTED, LIMIT
 * (labels were demanded, and the map has too many bends). */
cairn_status cairn__engine_create(const cairn_map *map, uint32_t method,
                                  const cairn__preparation *how, const cairn_allocator *allocator,
                                  cairn_engine **engine);

/* Makes a search for one thread; the engine is kept, not owned. Failures: MEMORY. */
cairn_status cairn__engine_create_search(const cairn_engine *engine, cairn__path_search **search);

/* The method in use, never auto. */
uint32_t cairn__engine_get_method(const cairn_engine *engine);

#endif
