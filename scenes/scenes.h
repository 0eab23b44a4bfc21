/* scenes.h: maps made in code, for tests, fuzzers, the benchmark, the demo and `map generate`.
 *
 * A scene depends on (kind, width, height, seed) and on nothing else: integer arithmetic alone,
 * no process-wide state, the same cells on every machine and compiler. */
#ifndef CAIRN_SCENES_H
#define CAIRN_SCENES_H

#include <cairn/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The kinds: name, number, word, description. The order is that of the help text. */
#define CAIRN_SCENE_KIND_LIST(X)                                                                   \
    X(ROOMS, 0, rooms, "rooms of many sizes, joined by doors")                                     \
    X(MAZE, 1, maze, "a perfect maze: one way between any two cells")                              \
    X(CAVES, 2, caves, "natural caves joined by tunnels")                                          \
    X(RANDOM, 3, random, "independent noise, a quarter of the cells blocked")                      \
    X(CITY, 4, city, "streets, squares, courtyards, and a river with bridges")                     \
    X(SLANTED, 5, slanted, "rough walls and buildings at all angles")                              \
    X(WARZONE, 6, warzone, "open ground with lakes, woods, cliffs and ramps")                      \
    X(OPEN, 7, open, "a plain without any obstacle")                                               \
    X(ROUGH, 8, rough, "slanted, with many small bushes near the walls")                           \
    X(HALLS, 9, halls, "halls and rooms of a shooter's level, with doorways, crates and pillars")

typedef enum cairn_scene_kind {
#define CAIRN_SCENE_KIND_ENUM(name, number, word, description) CAIRN_SCENE_##name = number,
    CAIRN_SCENE_KIND_LIST(CAIRN_SCENE_KIND_ENUM)
#undef CAIRN_SCENE_KIND_ENUM
} cairn_scene_kind;

/** How many kinds there are; their numbers are 0 .. count - 1. */
uint32_t cairn_scene_kind_get_count(void);

/** The word for a kind, such as "rooms"; null for an unknown number. */
const char *cairn_scene_kind_get_name(cairn_scene_kind kind);

/** What a kind looks like, in a few words; null for an unknown number. */
const char *cairn_scene_kind_get_description(cairn_scene_kind kind);

/** The kind for a word; false if there is none. */
bool cairn_scene_kind_find(const char *name, cairn_scene_kind *kind);

/** A scene: the characters of a MovingAI `.map`, row by row, without line ends. */
typedef struct cairn_scene {
    uint32_t width;
    uint32_t height;
    char *cells; /**< width * height: '.' is open, '@' 'T' 'W' are blocked */
} cairn_scene;

/** Makes a scene of any size from 1 x 1 to CAIRN_MAX_SIDE a side; free it with cairn_scene_free().
 *  Features grow with the shorter side: a larger scene is a finer one, not one with more in it.
 *  In all kinds but `random` the open cells are one component under either corner rule.
 *  Time: linear in the cells. Memory: besides the cells a few bytes for each run of open cells in
 *  a row. Failures: ARGUMENT (unknown kind, bad size), MEMORY; the scene is then empty. */
cairn_status cairn_scene_generate(cairn_scene_kind kind, uint32_t width, uint32_t height,
                                  uint64_t seed, cairn_scene *scene);

/** Frees a scene's cells and empties it. An empty scene is fine. */
void cairn_scene_free(cairn_scene *scene);

/** Makes a map of a scene; close it with cairn_map_close(). The scene is not kept.
 *  Failures: those of cairn_map_create(). */
cairn_status cairn_scene_create_map(const cairn_scene *scene, cairn_corners corners,
                                    cairn_map **map);

/* ---- small maps, drawn by hand ---- */

/** A map of at most 24 x 24 cells that is hard in one known way. */
typedef struct cairn_scene_small {
    const char *name;
    const char *description;
    uint32_t width;
    uint32_t height;
    const char *cells; /**< width * height characters, then a null byte */
} cairn_scene_small;

/** How many small maps there are. */
uint32_t cairn_scene_small_get_count(void);

/** The small map with an index below the count; null for any other. */
const cairn_scene_small *cairn_scene_small_get(uint32_t index);

/** The small map of a name; null if there is none. */
const cairn_scene_small *cairn_scene_small_find(const char *name);

/** Makes a map of a small map; close it with cairn_map_close(). */
cairn_status cairn_scene_small_create_map(const cairn_scene_small *small, cairn_corners corners,
                                          cairn_map **map);

/** The small map of Theorem 6 and Fig. 10, found by that name. From s1 the climb goes right under
 *  the wall and up; the optimal path begins with a move away from s2 and goes round the wall's
 *  other end. Free corners give the paper's costs. Strict corners cannot give them on any map: an
 *  optimal path may not turn from one diagonal to another there without two cardinal moves between,
 *  so a climb of 164 beside an optimum of 150 does not exist; the same cells show the theorem all
 *  the same. Costs in tenths. */
#define CAIRN_SCENE_THEOREM_6 "theorem_6"
#define CAIRN_SCENE_THEOREM_6_S1 (cairn_cell_at(2, 10))
#define CAIRN_SCENE_THEOREM_6_S2 (cairn_cell_at(9, 0))
enum {
    CAIRN_SCENE_THEOREM_6_FREE_CLIMB = 164,
    CAIRN_SCENE_THEOREM_6_FREE_OPTIMAL = 150,
    CAIRN_SCENE_THEOREM_6_STRICT_CLIMB = 170,
    CAIRN_SCENE_THEOREM_6_STRICT_OPTIMAL = 162,
};

#ifdef __cplusplus
}
#endif

#endif
