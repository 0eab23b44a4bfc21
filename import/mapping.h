/* mapping.h: files as bytes in memory, and files that must not be outside a folder. */
#ifndef CAIRN_IMPORT_MAPPING_H
#define CAIRN_IMPORT_MAPPING_H

#include "import_bytes.h"

/* Maps a file. Failures: IO, SYNTAX (an empty file). */
cairn_status import_map_file(const char *path, cairn_detail *detail, import_bytes *bytes);

/* Maps a file by its path from a folder, without ever leaving the folder: no path from the root, no
 * "..", and no symbolic link on the way. Failures: the same, and SYNTAX for such a path. */
cairn_status import_map_file_inside(const char *folder, const char *path, cairn_detail *detail,
                                    import_bytes *bytes);

void import_unmap_file(import_bytes bytes);

#endif
