/* cairn/base.h: what every other header needs: status, cells, corners, costs, allocator.
 *
 * No function of libcairn prints, exits, aborts, keeps process-wide state or starts a thread
 * that was not asked for. */
#ifndef CAIRN_BASE_H
#define CAIRN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(CAIRN_SHARED) && defined(_WIN32) && defined(CAIRN_BUILDING)
#define CAIRN_API __declspec(dllexport)
#elif defined(CAIRN_SHARED) && defined(_WIN32)
#define CAIRN_API __declspec(dllimport)
#elif defined(CAIRN_SHARED) && defined(__GNUC__)
#define CAIRN_API __attribute__((visibility("default")))
#else
#define CAIRN_API
#endif

#define CAIRN_VERSION_MAJOR 0
#define CAIRN_VERSION_MINOR 1
#define CAIRN_VERSION_PATCH 0

/** The widest and the highest map, in cells. */
#define CAIRN_MAX_SIDE 16384

/** The status codes: name, number, text. Numbers never change; new ones go to the end.
 *
 *  A call with a struct that begins with its size answers NOT_SIZED if the size is not set, and VERSION
 *  if the struct is longer than the library's own and sets a field that the library does not know. */
#define CAIRN_STATUS_LIST(X)                                                                       \
    X(OK, 0, "success")                                                                            \
    X(ARGUMENT, 1, "an argument is null or out of range")                                          \
    X(MEMORY, 2, "out of memory")                                                                  \
    X(IO, 3, "a file could not be read or written")                                                \
    X(SYNTAX, 4, "the text does not follow its format")                                            \
    X(LIMIT, 5, "the input exceeds a limit of the library")                                        \
    X(BLOCKED, 6, "the cell is blocked or outside the map")                                        \
    X(NO_PATH, 7, "no path joins the two cells")                                                   \
    X(CORRUPT, 8, "the database, or what was saved, is damaged")                                   \
    X(VERSION, 9, "the format version, kind or definition is none that this library knows")        \
    X(MISMATCH, 10, "it was made for another map, corner setting or definition")                   \
    X(FULL, 11, "there is no room for more, of members or of learned values")                      \
    X(INTERRUPTED, 12, "the work was interrupted by its caller")                                   \
    X(CAPACITY, 13, "the caller's buffer is too small")                                            \
    X(NO_RECORD, 14, "the map has no pair of cells a record could be made of")                     \
    X(INVALID, 15, "the database does not hold what its map demands")                              \
    X(KIND, 16, "the database is of another kind than is needed here")                             \
    X(UNFINISHED, 17, "the units of work are used up before the work is done")                     \
    X(TAKEN, 18, "the cell is taken by another agent, or kept free")                               \
    X(NOT_SIZED, 19, "the size that a struct begins with is not set")                              \
    X(NOT_CHANGING, 20, "the map was not opened as a changing one")                                \
    X(OUTSIDE, 21, "a rectangle is empty, or it or a cell is not inside the map")                  \
    X(NOT_STARTED, 22, "nothing was started yet, or it failed to start")                           \
    X(NOT_RUN, 23, "the build has not been run to its end")                                        \
    X(NO_MEMBER, 24, "the crowd has no such member, or not any more")                              \
    X(NO_OCCUPANCY, 25, "the crowd was made without occupancy")                                    \
    X(IN_USE, 26, "another thread uses the map")

/** The result of every call that can fail; zero is success. */
typedef int32_t cairn_status;

enum {
#define CAIRN_STATUS_ENUM(name, number, text) CAIRN_##name = number,
    CAIRN_STATUS_LIST(CAIRN_STATUS_ENUM)
#undef CAIRN_STATUS_ENUM
};

/** What a status means: an English sentence without its full stop; never null. */
CAIRN_API const char *cairn_status_get_text(cairn_status status);

/** The name of a status as in CAIRN_STATUS_LIST, such as "NO_PATH"; never null. */
CAIRN_API const char *cairn_status_get_name(cairn_status status);

/** The library's version, such as "0.1.0". */
CAIRN_API const char *cairn_get_version(void);

/** A cell: x in the low 16 bits, y in the high 16. x grows to the right, y grows downwards, and
 *  (0, 0) is the top-left cell. Sides of a map have at most CAIRN_MAX_SIDE cells, so the two upper
 *  bits of each half are zero. Functions take any number: a cell outside the map is blocked. */
typedef uint32_t cairn_cell;

/** The cell at (x, y). Only the low 16 bits of each count. */
static inline cairn_cell cairn_cell_at(uint32_t x, uint32_t y)
{
    return (x & 0xffff) | y << 16;
}

/** The x of a cell. */
static inline uint32_t cairn_cell_get_x(cairn_cell cell)
{
    return cell & 0xffff;
}

/** The y of a cell. */
static inline uint32_t cairn_cell_get_y(cairn_cell cell)
{
    return cell >> 16;
}

/** Octile distance in tenths: 10 * max(dx, dy) + 4 * min(dx, dy). */
static inline uint32_t cairn_cell_get_distance(cairn_cell a, cairn_cell b)
{
    uint32_t ax = cairn_cell_get_x(a), ay = cairn_cell_get_y(a);
    uint32_t bx = cairn_cell_get_x(b), by = cairn_cell_get_y(b);
    uint32_t dx = ax > bx ? ax - bx : bx - ax;
    uint32_t dy = ay > by ? ay - by : by - ay;
    return dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
}

/** Whether a diagonal move may cut a corner: a property of a map, and of every database built for
 *  it. MovingAI's benchmarks have strict corners. */
typedef uint32_t cairn_corners;

enum {
    CAIRN_CORNERS_STRICT = 0, /**< a diagonal move needs both cells beside it open */
    CAIRN_CORNERS_FREE = 1,   /**< a diagonal move needs only its target open */
};

/** What a move costs. */
typedef uint32_t cairn_costs;

enum {
    CAIRN_COSTS_OCTILE = 0, /**< a cardinal move costs 10, a diagonal one 14, in tenths */
    CAIRN_COSTS_SQRT2 = 1,  /**< they cost 1 and the square root of 2; for A* alone */
};

/** Where an object, and all it owns, gets its memory. Both functions get `context`.
 *  `allocate` returns memory aligned for any type, or null. A zeroed allocator means malloc and
 *  free. */
typedef struct cairn_allocator {
    void *(*allocate)(void *context, size_t bytes);
    void (*release)(void *context, void *memory);
    void *context;
} cairn_allocator;

/** An option of an agent or a build: a number of the list in lab.h, and its value. */
typedef struct cairn_option {
    uint32_t option;
    uint32_t reserved; /**< 0 */
    uint64_t value;
} cairn_option;

/** Where and why a call failed, beside its status. Fields that do not apply are zero. */
typedef struct cairn_detail {
    uint64_t line;   /**< line of a text file, from 1 */
    uint64_t offset; /**< byte of a binary file, from 0 */
    char text[160];  /**< what is wrong, as part of a sentence */
} cairn_detail;

/** Why the last call for an object failed. `of` is a map, an agent, a planner, a crowd, a build or a
 *  repair. Of calls with a `detail` of their own nothing is kept, nor of those to which the object is
 *  const, so that many threads may make them. The text is empty if no call has failed. Constant time. */
CAIRN_API void cairn_get_detail(const void *of, cairn_detail *detail);

#ifdef __cplusplus
}
#endif

#endif
