/* readers.h: the readers of formats, one file or a few each. */
#ifndef CAIRN_IMPORT_READERS_H
#define CAIRN_IMPORT_READERS_H

#include "ground.h"

/* Levels while they are listed. */
typedef struct import_level_list {
    import_level *levels;
    uint32_t count;
    uint32_t capacity;
} import_level_list;

/* Adds a level with its name cut to what fits; false if there is no memory. */
bool import_level_list_add(import_level_list *list, const char *name, uint64_t bytes,
                           const import_bounds *bounds);

/* Each format has these two; a definition has been checked, and has a resolution and all its
 * parts. */
#define IMPORT_DECLARE_READER(name)                                                                \
    cairn_status import_##name##_list(import_bytes bytes, cairn_detail *detail,                    \
                                      import_level_list *list);                                    \
    cairn_status import_##name##_run(import_bytes bytes, const import_def *def, import_grid **grid);
IMPORT_DECLARE_READER(wad)
IMPORT_DECLARE_READER(bsp)
IMPORT_DECLARE_READER(pk3)
IMPORT_DECLARE_READER(png)
IMPORT_DECLARE_READER(tiled_json)
IMPORT_DECLARE_READER(tiled_xml)
#undef IMPORT_DECLARE_READER

/* Finds the level that is asked for in a list, or the only one. */
cairn_status import_level_list_find(const import_level_list *list, const import_def *def,
                                    uint32_t *index);

/* Fails if another level is asked for than the only one. */
cairn_status import_check_level(const char *name, const import_def *def);

#endif
