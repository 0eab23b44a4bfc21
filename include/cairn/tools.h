/* cairn/tools.h: for tools around games: files that appear whole or not at all, the text of maps,
 * scenarios, and changes of a map in a file. A game needs none of it. */
#ifndef CAIRN_TOOLS_H
#define CAIRN_TOOLS_H

#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- files that appear whole or not at all ---- */

/** A file in the making. It grows under a temporary name in the folder it belongs in, and gets its
 *  own name when it is finished and on the disk. */
typedef struct cairn_file cairn_file;

/** Creates the temporary file beside `path`. `detail`, if not null, is kept until the file ends: it
 *  says why this or a later call failed. Failures: ARGUMENT, MEMORY, IO. */
CAIRN_API cairn_status cairn_file_create(const char *path, cairn_detail *detail, cairn_file **file);

/** Appends bytes. Interrupted and short writes are continued. Failures: ARGUMENT, IO. */
CAIRN_API cairn_status cairn_file_write(cairn_file *file, const void *bytes, size_t count);

/** Ends the file, whatever it answers. If `path` is not null: flushes the file, gives it this name,
 *  which is in the folder that it was created in, and flushes the folder; the temporary file is
 *  removed if that fails. If `path` is null: removes it. Failures: ARGUMENT, MEMORY, IO. */
CAIRN_API cairn_status cairn_file_finish(cairn_file *file, const char *path);

/** The hash of a file's bytes: XXH64 with seed 0, which `xxhsum -H64` prints too. `detail`, if not
 *  null, says why it failed. Time: that of reading the file. Failures: ARGUMENT, IO. */
CAIRN_API cairn_status cairn_file_find_hash(const char *path, cairn_detail *detail, uint64_t *hash);

/* ---- the text of a map, row by row ---- */

/** Reads a `.map` file as rows of characters, terrain letters kept. */
typedef struct cairn_map_reader cairn_map_reader;

/** Opens a `.map` file and reads its header. Failures: IO, SYNTAX, LIMIT, MEMORY. */
CAIRN_API cairn_status cairn_map_reader_open(const char *path, const cairn_map_def *def,
                                             uint32_t size[2], cairn_map_reader **reader);

/** The next row, as many characters as the map is wide; valid until the next call. */
CAIRN_API cairn_status cairn_map_reader_find_row(cairn_map_reader *reader, const char **row);

/** Closes a reader. Null is fine. */
CAIRN_API void cairn_map_reader_close(cairn_map_reader *reader);

/** Writes a `.map` file row by row, first under a temporary name. */
typedef struct cairn_map_writer cairn_map_writer;

/** Starts a `.map` file. Failures: ARGUMENT, LIMIT (size), IO, MEMORY. */
CAIRN_API cairn_status cairn_map_writer_open(const char *path, uint32_t width, uint32_t height,
                                             const cairn_map_def *def, cairn_map_writer **writer);

/** Adds a row of exactly `width` characters. Failures: IO, ARGUMENT (all rows are there
 *  already). */
CAIRN_API cairn_status cairn_map_writer_write(cairn_map_writer *writer, const char *row);

/** Ends the writing and frees the writer. If `keep` is not 0 and all rows are there, the file is
 *  flushed and gets its name; otherwise it is removed. Null is fine. Failures: IO. */
CAIRN_API cairn_status cairn_map_writer_close(cairn_map_writer *writer, int32_t keep);

/* ---- changes of a map in a file ---- */

/** Writes what cairn_map_save_changes_memory() does to a file: to a temporary name, flushed, then
 *  renamed. `detail`, if not null, says why it failed. Failures: IO, NOT_CHANGING, ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_map_save_changes(const cairn_map *map, const char *path,
                                              cairn_detail *detail);

/** Reads it again. Failures: IO, and those of cairn_map_load_changes_memory(). */
CAIRN_API cairn_status cairn_map_load_changes(cairn_map *map, const char *path,
                                              cairn_detail *detail);

/* ---- scenarios ---- */

/** One problem of a MovingAI `.scen` file. */
typedef struct cairn_problem {
    cairn_cell start;
    cairn_cell goal;
    uint32_t bucket;
    double length; /**< the file's own optimal length (square root of 2, strict corners) */
    uint64_t line; /**< where it stands in the file */
} cairn_problem;

/** The problems of one `.scen` file, in order. Made by cairn_scenario_open() alone. */
typedef struct cairn_scenario {
    uint32_t width; /**< of the map the problems belong to; 0 if there is no problem */
    uint32_t height;
    uint32_t count;
    cairn_problem *problems; /**< may be changed, as `count` may be made smaller */
} cairn_scenario;

/** Reads a `.scen` file. `def` gives allocator and detail. Failures: IO, SYNTAX, MEMORY. */
CAIRN_API cairn_status cairn_scenario_open(const char *path, const cairn_map_def *def,
                                           cairn_scenario **scenario);

/** Reads a `.scen` text that is already in memory; the text is not kept. */
CAIRN_API cairn_status cairn_scenario_open_memory(const void *text, size_t bytes,
                                                  const cairn_map_def *def,
                                                  cairn_scenario **scenario);

/** Closes a scenario. Null is fine. */
CAIRN_API void cairn_scenario_close(cairn_scenario *scenario);

#ifdef __cplusplus
}
#endif

#endif
