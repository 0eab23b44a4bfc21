/* fuzz_path_text.c: any bytes as the path that `cairn compress` reads. The first byte chooses the
 * corner setting. What is read must be a walk that the library can compress. */
#include "fuzz.h"

#include "cli.h"

#include <stdarg.h>
#include <string.h>

#include <scenes.h>

int __wrap_cli_fail(int code, const char *format, ...);

/* In place of the command's own: the sentence is made but not printed. */
int __wrap_cli_fail(int code, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    FUZZ_CHECK(length > 0);
    FUZZ_CHECK(memchr(text, '\n', strlen(text)) == NULL);
    FUZZ_CHECK(code == CLI_BAD);
    return code;
}

static cairn_map *get_map(cairn_corners corners)
{
    static cairn_map *maps[2];
    if (maps[corners] == NULL)
        FUZZ_CHECK(cairn_scene_small_create_map(cairn_scene_small_find(CAIRN_SCENE_THEOREM_6),
                                                corners, &maps[corners]) == CAIRN_OK);
    return maps[corners];
}

static void compress(const cairn_map *map, const harness_cells *path)
{
    size_t count = 0;
    cairn_cell *subgoals = malloc(path->count * sizeof *subgoals);
    FUZZ_CHECK(subgoals != NULL && path->count > 0);
    FUZZ_CHECK(cairn_compress_path(map, path->count, path->cells, path->count, subgoals, &count) ==
               CAIRN_OK);
    FUZZ_CHECK(count >= 1 && count <= path->count);
    FUZZ_CHECK(subgoals[count - 1] == path->cells[path->count - 1]);
    free(subgoals);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 2)
        return 0;
    const cairn_map *map = get_map((cairn_corners)(bytes[0] & 1));
    FILE *stream = fmemopen((void *)(uintptr_t)(bytes + 1), count - 1, "r");
    FUZZ_CHECK(stream != NULL);
    harness_cells path = {0};
    int code = cli_read_path(stream, "path", map, &path);
    FUZZ_CHECK(code == CLI_YES || code == CLI_BAD);
    if (code == CLI_YES)
        compress(map, &path);
    free(path.cells);
    fclose(stream);
    return 0;
}
