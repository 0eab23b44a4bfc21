/* import_file.c: opening a file, finding its format, and handing it to the reader of it. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "readers.h"

struct import_file {
    import_bytes bytes;
    void *mapping; /* null: the bytes are the caller's */
    import_format format;
};

static const struct reader {
    const char *name;
    cairn_status (*list)(import_bytes bytes, cairn_detail *detail, import_level_list *list);
    cairn_status (*run)(import_bytes bytes, const import_def *def, import_grid **grid);
    double resolution; /* the usual one */
} readers[] = {
    [IMPORT_WAD] = {"wad", import_wad_list, import_wad_run, 4},
    [IMPORT_BSP] = {"bsp", import_bsp_list, import_bsp_run, 4},
    [IMPORT_PK3] = {"pk3", import_pk3_list, import_pk3_run, 4},
    [IMPORT_PNG] = {"png", import_png_list, import_png_run, 1},
    [IMPORT_TILED_JSON] = {"tiled json", import_tiled_json_list, import_tiled_json_run, 1},
    [IMPORT_TILED_XML] = {"tiled xml", import_tiled_xml_list, import_tiled_xml_run, 1},
};

const char *import_format_get_name(import_format format)
{
    return readers[format].name;
}

/* ---- opening ---- */

static bool begins_with(import_bytes bytes, const char *text)
{
    size_t length = strlen(text);
    return bytes.count >= length && memcmp(bytes.data, text, length) == 0;
}

static cairn_status find_format(import_bytes bytes, cairn_detail *detail, import_format *format)
{
    static const struct {
        const char *text;
        import_format format;
    } beginnings[] = {
        {"IWAD", IMPORT_WAD},     {"PWAD", IMPORT_WAD},    {"IBSP", IMPORT_BSP},
        {"PK\3\4", IMPORT_PK3},   {"PK\5\6", IMPORT_PK3},  {"\x89PNG\r\n\x1a\n", IMPORT_PNG},
        {"{", IMPORT_TILED_JSON}, {"<", IMPORT_TILED_XML}, {"\xEF\xBB\xBF<", IMPORT_TILED_XML},
    };
    import_bytes text = bytes;
    while (text.count > 0 && strchr(" \t\r\n", text.data[0]) != NULL && text.data[0] != '\0') {
        text.data++;
        text.count--;
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        *format = beginnings[i].format;
        bool is_text = *format == IMPORT_TILED_JSON || *format == IMPORT_TILED_XML;
        if (begins_with(is_text ? text : bytes, beginnings[i].text))
            return CAIRN_OK;
    }
    return import_fail(detail, CAIRN_SYNTAX,
                       "it is no level that cairn knows; give it a Doom WAD, a Quake 3 BSP or PK3, "
                       "a PNG picture or a Tiled map");
}

cairn_status import_file_open_memory(const void *bytes, size_t count, cairn_detail *detail,
                                     import_file **file)
{
    import_file *made = calloc(1, sizeof *made);
    if (made == NULL)
        return import_fail_memory(detail);
    made->bytes = (import_bytes){bytes, count};
    cairn_status status = find_format(made->bytes, detail, &made->format);
    if (status == CAIRN_OK)
        *file = made;
    else
        free(made);
    return status;
}

static cairn_status fail_io(cairn_detail *detail)
{
    return import_fail(detail, CAIRN_IO, "cannot be read: %s", strerror(errno));
}

/* Maps a file; its descriptor is not needed longer. */
static cairn_status map_file(const char *path, cairn_detail *detail, import_bytes *bytes)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail_io(detail);
    cairn_status status = CAIRN_OK;
    struct stat facts;
    if (fstat(descriptor, &facts) != 0) {
        status = fail_io(detail);
    } else if (!S_ISREG(facts.st_mode)) {
        errno = S_ISDIR(facts.st_mode) ? EISDIR : EINVAL;
        status = fail_io(detail);
    } else if (facts.st_size == 0) {
        status = import_fail(detail, CAIRN_SYNTAX, "the file is empty; get a whole copy of it");
    } else {
        bytes->count = (size_t)facts.st_size;
        void *data = mmap(NULL, bytes->count, PROT_READ, MAP_PRIVATE, descriptor, 0);
        bytes->data = data;
        if (data == MAP_FAILED)
            status = fail_io(detail);
    }
    close(descriptor);
    return status;
}

cairn_status import_file_open(const char *path, cairn_detail *detail, import_file **file)
{
    import_bytes bytes = {0};
    cairn_status status = map_file(path, detail, &bytes);
    if (status != CAIRN_OK)
        return status;
    status = import_file_open_memory(bytes.data, bytes.count, detail, file);
    if (status == CAIRN_OK)
        (*file)->mapping = (void *)bytes.data;
    else
        munmap((void *)bytes.data, bytes.count);
    return status;
}

void import_file_close(import_file *file)
{
    if (file == NULL)
        return;
    if (file->mapping != NULL)
        munmap(file->mapping, file->bytes.count);
    free(file);
}

import_format import_file_get_format(const import_file *file)
{
    return file->format;
}

/* ---- levels ---- */

bool import_level_list_add(import_level_list *list, const char *name, uint64_t bytes,
                           const import_bounds *bounds)
{
    if (!import_grow((void **)&list->levels, sizeof *list->levels, list->count, &list->capacity))
        return false;
    import_level *level = &list->levels[list->count++];
    *level = (import_level){.bytes = bytes,
                            .width = bounds->most[0] - bounds->least[0],
                            .height = bounds->most[1] - bounds->least[1]};
    snprintf(level->name, sizeof level->name, "%s", name);
    return true;
}

cairn_status import_level_list_find(const import_level_list *list, const import_def *def,
                                    uint32_t *index)
{
    for (uint32_t i = 0; def->level != NULL && i < list->count; i++) {
        *index = i;
        if (strcasecmp(list->levels[i].name, def->level) == 0)
            return CAIRN_OK;
    }
    *index = 0;
    if (list->count == 0)
        return import_fail(def->detail, CAIRN_SYNTAX, "it holds no level; use another file");
    if (def->level != NULL)
        return import_fail(def->detail, CAIRN_SYNTAX,
                           "it holds no level %.40s; `cairn map levels' lists what it holds",
                           def->level);
    if (list->count == 1)
        return CAIRN_OK;
    return import_fail(def->detail, CAIRN_SYNTAX,
                       "it holds %u levels; choose one with --level, `cairn map levels' lists them",
                       list->count);
}

cairn_status import_file_find_levels(const import_file *file, cairn_detail *detail,
                                     import_level **levels, uint32_t *count)
{
    import_level_list list = {0};
    cairn_status status = readers[file->format].list(file->bytes, detail, &list);
    if (status != CAIRN_OK) {
        free(list.levels);
        list = (import_level_list){0};
    }
    *levels = list.levels;
    *count = list.count;
    return status;
}

/* ---- importing ---- */

import_def import_default_def(void)
{
    return (import_def){.resolution = IMPORT_USUAL,
                        .radius = IMPORT_USUAL,
                        .player_height = IMPORT_USUAL,
                        .step_height = IMPORT_USUAL,
                        .fall_height = IMPORT_USUAL,
                        .threshold = 128};
}

/* What a player can be, in units; a step of more than this could not be kept in 16 bits. */
static bool is_sound(const import_def *def)
{
    const double most = 2000, deepest = 65536;
    const double numbers[] = {def->radius, def->player_height, def->step_height};
    if (!(def->fall_height == IMPORT_USUAL ||
          (def->fall_height >= 0 && def->fall_height <= deepest)))
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!(numbers[i] == IMPORT_USUAL || (numbers[i] >= 0 && numbers[i] <= most)))
            return false;
    return def->resolution == IMPORT_USUAL ||
           (isfinite(def->resolution) && def->resolution >= 0.01 && def->resolution <= 1e5);
}

cairn_status import_file_run(const import_file *file, const import_def *def, import_grid **grid)
{
    if (!is_sound(def))
        return import_fail(def->detail, CAIRN_ARGUMENT,
                           "a resolution is 0.01 to 100000, a radius or a height 0 to 2000");
    const struct reader *reader = &readers[file->format];
    import_def sound = *def;
    sound.resolution = import_choose(def->resolution, reader->resolution);
    return reader->run(file->bytes, &sound, grid);
}
