/* import_file.c: opening a file, finding its format, and handing it to the reader of it. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "mapping.h"
#include "readers.h"

struct import_file {
    import_bytes bytes;
    bool is_mapped; /* else the bytes are the caller's */
    char *folder;   /* of the file, or null */
    import_format format;
};

/* Which part of a definition a format knows. */
enum family { LEVEL, PICTURE, TILES };

static const struct reader {
    const char *name;
    cairn_status (*list)(import_bytes bytes, cairn_detail *detail, import_level_list *list);
    cairn_status (*run)(import_bytes bytes, const import_def *def, import_grid **grid);
    double resolution; /* the usual one */
    enum family family;
} readers[] = {
    [IMPORT_WAD] = {"wad", import_wad_list, import_wad_run, 4, LEVEL},
    [IMPORT_BSP] = {"bsp", import_bsp_list, import_bsp_run, 4, LEVEL},
    [IMPORT_PK3] = {"pk3", import_pk3_list, import_pk3_run, 4, LEVEL},
    [IMPORT_PNG] = {"png", import_png_list, import_png_run, 1, PICTURE},
    [IMPORT_TILED_JSON] = {"tiled json", import_tiled_json_list, import_tiled_json_run, 1, TILES},
    [IMPORT_TILED_XML] = {"tiled xml", import_tiled_xml_list, import_tiled_xml_run, 1, TILES},
};

const char *import_format_get_name(import_format format)
{
    return format < sizeof readers / sizeof readers[0] ? readers[format].name : "unknown";
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

/* The part of a path before its last name; "." if there is none. */
static char *copy_folder(const char *path)
{
    const char *end = strrchr(path, '/');
    if (end == NULL)
        return strdup(".");
    return strndup(path, end == path ? 1 : (size_t)(end - path));
}

cairn_status import_file_open(const char *path, cairn_detail *detail, import_file **file)
{
    import_bytes bytes = {0};
    cairn_status status = import_map_file(path, detail, &bytes);
    if (status != CAIRN_OK)
        return status;
    import_file *made = NULL;
    status = import_file_open_memory(bytes.data, bytes.count, detail, &made);
    if (status != CAIRN_OK) {
        import_unmap_file(bytes);
        return status;
    }
    made->is_mapped = true;
    made->folder = copy_folder(path);
    if (made->folder == NULL) {
        import_file_close(made);
        return import_fail_memory(detail);
    }
    *file = made;
    return CAIRN_OK;
}

void import_file_close(import_file *file)
{
    if (file == NULL)
        return;
    if (file->is_mapped)
        import_unmap_file(file->bytes);
    free(file->folder);
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

cairn_status import_check_level(const char *name, const import_def *def)
{
    if (def->level == NULL || strcasecmp(def->level, name) == 0)
        return CAIRN_OK;
    return import_fail(def->detail, CAIRN_SYNTAX,
                       "it holds no level %.40s, but one alone; leave out --level", def->level);
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

/* Nothing, the format's own, or a number of units up to `most`. */
static bool is_size(double number, double most)
{
    return number == IMPORT_NOTHING || (number >= 0 && number <= most);
}

/* What a player can be, in units; a step of more than this could not be kept in 16 bits. */
static bool is_sound_player(const import_player *player)
{
    const double most = 2000, deepest = 65536;
    return is_size(player->radius, most) && is_size(player->height, most) &&
           is_size(player->step_height, most) && is_size(player->fall_height, deepest) &&
           player->doors_closed <= 1 && player->overlap <= IMPORT_OVERLAP_LOWEST;
}

static bool is_sound(const import_def *def)
{
    const double least = 0.01, most = 1e5;
    if (def->player != NULL && !is_sound_player(def->player))
        return false;
    if (def->tiles != NULL && def->tiles->layer_count > IMPORT_MOST_LAYERS)
        return false;
    return def->resolution == 0 || (def->resolution >= least && def->resolution <= most);
}

/* A part of the definition that is for another format would be passed over in silence. */
static cairn_status check_parts(const import_def *def, const struct reader *reader)
{
    static const char *const words[] = {
        [LEVEL] = "a player", [PICTURE] = "what pixels mean", [TILES] = "what tiles mean"};
    const void *const parts[] = {
        [LEVEL] = def->player, [PICTURE] = def->picture, [TILES] = def->tiles};
    for (enum family family = LEVEL; family <= TILES; family++) {
        if (parts[family] != NULL && family != reader->family)
            return import_fail(def->detail, CAIRN_ARGUMENT,
                               "the definition says %s, which a file of format %s has no use for; "
                               "leave it out",
                               words[family], reader->name);
    }
    return CAIRN_OK;
}

cairn_status import_file_run(const import_file *file, const import_def *def, import_grid **grid)
{
    static const import_player player = {0};
    static const import_picture picture = {0};
    if (def->size != sizeof *def)
        return import_fail(def->detail, CAIRN_ARGUMENT, "the definition lacks its size; set it");
    if (!is_sound(def))
        return import_fail(def->detail, CAIRN_ARGUMENT,
                           "a resolution is 0.01 to 100000, a radius or a height 0 to 2000, and "
                           "at most %d layers are named; choose such numbers",
                           IMPORT_MOST_LAYERS);
    const struct reader *reader = &readers[file->format];
    cairn_status status = check_parts(def, reader);
    if (status != CAIRN_OK)
        return status;
    import_def sound = *def;
    import_tiles tiles = def->tiles != NULL ? *def->tiles : (import_tiles){0};
    tiles.folder = tiles.folder != NULL ? tiles.folder : file->folder;
    sound.resolution = import_choose(def->resolution, reader->resolution);
    sound.player = def->player != NULL ? def->player : &player;
    sound.picture = def->picture != NULL ? def->picture : &picture;
    sound.tiles = &tiles;
    return reader->run(file->bytes, &sound, grid);
}
