/* tiled_json.c: Tiled maps in JSON, by jansson. */
#include <jansson.h>
#include <stdio.h>

#include "tiled.h"

/* A number takes a dozen times its text once it is read: larger files would need more than 1 GB. */
enum { MOST_FILE_BYTES = 48 << 20, DEEPEST = 32 };

static const char *get_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

/* ---- tiles of a layer ---- */

static cairn_status read_array(tiled_map *map, const json_t *data)
{
    size_t i;
    json_t *tile;
    cairn_status status = CAIRN_OK;
    json_array_foreach(data, i, tile)
    {
        if (!json_is_integer(tile))
            return import_fail(map->detail, CAIRN_SYNTAX,
                               "a tile of the layer is no number; correct the file");
        status = tiled_add_tile(map, (uint64_t)json_integer_value(tile));
        if (status != CAIRN_OK)
            break;
    }
    return status;
}

static cairn_status read_data(tiled_map *map, const json_t *layer)
{
    const json_t *data = json_object_get(layer, "data");
    if (json_is_array(data))
        return read_array(map, data);
    if (!json_is_string(data))
        return import_fail(map->detail, CAIRN_SYNTAX, "the layer has no tiles; correct the file");
    tiled_encoding encoding = {.base64 = strcmp(get_text(layer, "encoding"), "base64") == 0};
    snprintf(encoding.compression, sizeof encoding.compression, "%s",
             get_text(layer, "compression"));
    return tiled_add_text(map, json_string_value(data), json_string_length(data), &encoding);
}

static cairn_status read_layer(tiled_map *map, const json_t *layer)
{
    const int64_t size[2] = {json_integer_value(json_object_get(layer, "width")),
                             json_integer_value(json_object_get(layer, "height"))};
    bool wanted;
    cairn_status status = tiled_begin_layer(map, get_text(layer, "name"), size, &wanted);
    return status == CAIRN_OK && wanted ? read_data(map, layer) : status;
}

/* Layers may be in groups, and groups in groups. */
static cairn_status read_layers(tiled_map *map, const json_t *layers, int depth)
{
    size_t i;
    json_t *layer;
    cairn_status status = CAIRN_OK;
    json_array_foreach(layers, i, layer)
    {
        const char *type = get_text(layer, "type");
        if (strcmp(type, "tilelayer") == 0)
            status = read_layer(map, layer);
        else if (strcmp(type, "group") == 0 && depth < DEEPEST)
            status = read_layers(map, json_object_get(layer, "layers"), depth + 1);
        if (status != CAIRN_OK)
            break;
    }
    return status;
}

/* ---- properties of tiles ---- */

static bool is_true(const json_t *value)
{
    return json_is_true(value) || json_integer_value(value) != 0 ||
           (json_is_string(value) && strcmp(json_string_value(value), "true") == 0);
}

static cairn_status read_tiles(tiled_map *map, uint64_t first, const json_t *tileset)
{
    size_t i, j;
    json_t *tile, *property;
    json_array_foreach(json_object_get(tileset, "tiles"), i, tile)
    {
        uint64_t id = (uint64_t)json_integer_value(json_object_get(tile, "id"));
        json_array_foreach(json_object_get(tile, "properties"), j, property)
        {
            if (!is_true(json_object_get(property, "value")))
                continue;
            cairn_status status = tiled_set_property(map, first + id, get_text(property, "name"));
            if (status != CAIRN_OK)
                return status;
        }
    }
    return CAIRN_OK;
}

static cairn_status read_tileset(tiled_map *map, const json_t *tileset)
{
    uint64_t first = (uint64_t)json_integer_value(json_object_get(tileset, "firstgid"));
    const char *source = get_text(tileset, "source");
    return source[0] != '\0' ? tiled_read_file(map, first, source)
                             : read_tiles(map, first, tileset);
}

static cairn_status read_map(tiled_map *map, const json_t *root)
{
    size_t i;
    json_t *tileset;
    if (!json_is_array(json_object_get(root, "layers")))
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "the JSON text is no Tiled map; give it one that Tiled saved");
    cairn_status status = tiled_check_head(map, get_text(root, "orientation"),
                                           json_is_true(json_object_get(root, "infinite")));
    json_array_foreach(json_object_get(root, "tilesets"), i, tileset)
    {
        if (status == CAIRN_OK)
            status = read_tileset(map, tileset);
    }
    return status == CAIRN_OK ? read_layers(map, json_object_get(root, "layers"), 0) : status;
}

/* ---- the text ---- */

static cairn_status load(tiled_map *map, import_bytes bytes, json_t **root)
{
    json_error_t error;
    if (bytes.count > MOST_FILE_BYTES)
        return import_fail(map->detail, CAIRN_LIMIT,
                           "the JSON text is larger than %d MB; save the layers in base64",
                           MOST_FILE_BYTES >> 20);
    *root = json_loadb((const char *)bytes.data, bytes.count, 0, &error);
    if (*root != NULL)
        return CAIRN_OK;
    import_fail(map->detail, CAIRN_SYNTAX, "it is no JSON text (%.80s); correct the file",
                error.text);
    if (map->detail != NULL && error.line > 0)
        map->detail->line = (uint64_t)error.line;
    return CAIRN_SYNTAX;
}

static cairn_status parse(tiled_map *map, import_bytes bytes)
{
    json_t *root = NULL;
    cairn_status status = load(map, bytes, &root);
    if (status == CAIRN_OK)
        status = read_map(map, root);
    json_decref(root);
    return status;
}

cairn_status tiled_json_read_tileset(tiled_map *map, uint64_t first, import_bytes bytes)
{
    json_t *root = NULL;
    cairn_status status = load(map, bytes, &root);
    if (status == CAIRN_OK)
        status = strcmp(get_text(root, "type"), "tileset") == 0
                     ? read_tiles(map, first, root)
                     : import_fail(map->detail, CAIRN_SYNTAX, "the JSON text is no tileset");
    json_decref(root);
    return status;
}

cairn_status import_tiled_json_list(import_bytes bytes, cairn_detail *detail,
                                    import_level_list *list)
{
    tiled_map map = {.detail = detail, .list = list};
    return tiled_close(&map, parse(&map, bytes), NULL);
}

cairn_status import_tiled_json_run(import_bytes bytes, const import_def *def, import_grid **grid)
{
    tiled_map map = {.def = def, .detail = def->detail};
    return tiled_close(&map, parse(&map, bytes), grid);
}
