/* tiled_xml.c: Tiled maps in XML (TMX), by expat, in one go through the text. */
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

#include "tiled.h"

struct parser {
    tiled_map *map;
    XML_Parser expat;
    cairn_status status;
    bool started;     /* the outermost element has been seen */
    bool is_tileset;  /* the text is a tileset, not a map */
    uint32_t objects; /* groups of objects that are open: their properties are not the tile's */
    bool wanted;      /* inside a layer that is to be read */
    bool in_data;
    bool in_tile; /* of a tileset */
    bool single;  /* the layer's tiles are elements, one each */
    uint64_t first;
    uint64_t tile;
    tiled_encoding encoding;
    char *text; /* of the layer's data */
    uint32_t length;
    uint32_t capacity;
};

static const char *get(const XML_Char **attributes, const char *key)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], key) == 0)
            return attributes[1];
    return "";
}

static int64_t get_number(const XML_Char **attributes, const char *key)
{
    return strtoll(get(attributes, key), NULL, 10);
}

/* ---- elements ---- */

static void begin_map(struct parser *parser, const XML_Char **attributes)
{
    parser->started = true;
    parser->status = tiled_check_head(parser->map, get(attributes, "orientation"),
                                      get_number(attributes, "infinite") != 0);
}

static void begin_tileset(struct parser *parser, const XML_Char **attributes)
{
    const char *source = get(attributes, "source");
    parser->started = true;
    if (parser->is_tileset)
        return;
    parser->first = (uint64_t)get_number(attributes, "firstgid");
    if (source[0] != '\0')
        parser->status = tiled_read_file(parser->map, parser->first, source);
}

static void begin_layer(struct parser *parser, const XML_Char **attributes)
{
    const int64_t size[2] = {get_number(attributes, "width"), get_number(attributes, "height")};
    parser->status = tiled_begin_layer(parser->map, get(attributes, "name"), size, &parser->wanted);
}

static void begin_data(struct parser *parser, const XML_Char **attributes)
{
    const char *encoding = get(attributes, "encoding");
    parser->in_data = parser->wanted;
    parser->single = encoding[0] == '\0';
    parser->length = 0;
    parser->encoding = (tiled_encoding){.base64 = strcmp(encoding, "base64") == 0};
    snprintf(parser->encoding.compression, sizeof parser->encoding.compression, "%s",
             get(attributes, "compression"));
}

static void begin_tile(struct parser *parser, const XML_Char **attributes)
{
    if (parser->in_data && parser->single) {
        parser->status = tiled_add_tile(parser->map, (uint64_t)get_number(attributes, "gid"));
    } else if (!parser->in_data) {
        parser->in_tile = true;
        parser->tile = parser->first + (uint64_t)get_number(attributes, "id");
    }
}

static void begin_property(struct parser *parser, const XML_Char **attributes)
{
    const char *value = get(attributes, "value");
    if (parser->in_tile && parser->objects == 0 &&
        (strcmp(value, "true") == 0 || strcmp(value, "1") == 0))
        parser->status = tiled_set_property(parser->map, parser->tile, get(attributes, "name"));
}

static void begin_objects(struct parser *parser, const XML_Char **attributes)
{
    (void)attributes;
    parser->objects++;
}

/* A tileset has only the last four of them. */
static const struct element {
    const char *name;
    void (*begin)(struct parser *parser, const XML_Char **attributes);
} elements[] = {{"map", begin_map},          {"layer", begin_layer}, {"data", begin_data},
                {"tileset", begin_tileset},  {"tile", begin_tile},   {"objectgroup", begin_objects},
                {"property", begin_property}};
enum { ELEMENTS = sizeof elements / sizeof elements[0], TILESET_ELEMENTS = 4 };

static bool is_outermost(const struct parser *parser, const char *name)
{
    return strcmp(name, parser->is_tileset ? "tileset" : "map") == 0;
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct parser *parser = context;
    if (!parser->started && !is_outermost(parser, name))
        parser->status = import_fail(
            parser->map->detail, CAIRN_SYNTAX,
            parser->is_tileset ? "the XML text is no tileset"
                               : "the XML text is no Tiled map; give it one that Tiled saved");
    for (int i = parser->is_tileset ? ELEMENTS - TILESET_ELEMENTS : 0; i < ELEMENTS; i++) {
        if (parser->status == CAIRN_OK && strcmp(name, elements[i].name) == 0)
            elements[i].begin(parser, attributes);
    }
    if (parser->status != CAIRN_OK)
        XML_StopParser(parser->expat, XML_FALSE);
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    struct parser *parser = context;
    if (strcmp(name, "data") == 0 && parser->in_data) {
        if (!parser->single)
            parser->status = tiled_add_text(parser->map, parser->text != NULL ? parser->text : "",
                                            parser->length, &parser->encoding);
        parser->in_data = false;
    } else if (strcmp(name, "layer") == 0) {
        parser->wanted = false;
    } else if (strcmp(name, "tile") == 0) {
        parser->in_tile = false;
    } else if (strcmp(name, "objectgroup") == 0 && parser->objects > 0) {
        parser->objects--;
    }
    if (parser->status != CAIRN_OK)
        XML_StopParser(parser->expat, XML_FALSE);
}

static void XMLCALL add_text(void *context, const XML_Char *text, int length)
{
    struct parser *parser = context;
    if (!parser->in_data || parser->single)
        return;
    for (int i = 0; i < length; i++) {
        if (!import_grow((void **)&parser->text, 1, parser->length, &parser->capacity)) {
            parser->status = import_fail_memory(parser->map->detail);
            XML_StopParser(parser->expat, XML_FALSE);
            return;
        }
        parser->text[parser->length++] = text[i];
    }
}

/* ---- the text ---- */

static cairn_status fail_text(const struct parser *parser)
{
    cairn_detail *detail = parser->map->detail;
    cairn_status status =
        import_fail(detail, CAIRN_SYNTAX, "it is no XML text (%s); correct the file",
                    XML_ErrorString(XML_GetErrorCode(parser->expat)));
    if (detail != NULL)
        detail->line = XML_GetCurrentLineNumber(parser->expat);
    return status;
}

static cairn_status parse_text(struct parser *parser, import_bytes bytes)
{
    enum { PART = 1 << 20 }; /* expat takes an int at a time */
    for (size_t at = 0; at < bytes.count || at == 0; at += PART) {
        size_t count = bytes.count - at < PART ? bytes.count - at : PART;
        bool last = at + count == bytes.count;
        if (XML_Parse(parser->expat, (const char *)bytes.data + at, (int)count, last) !=
            XML_STATUS_OK)
            return parser->status != CAIRN_OK ? parser->status : fail_text(parser);
    }
    return CAIRN_OK;
}

static cairn_status parse(struct parser *parser, import_bytes bytes)
{
    parser->expat = XML_ParserCreate(NULL);
    if (parser->expat == NULL)
        return import_fail_memory(parser->map->detail);
    XML_SetUserData(parser->expat, parser);
    XML_SetElementHandler(parser->expat, begin_element, end_element);
    XML_SetCharacterDataHandler(parser->expat, add_text);
    cairn_status status = parse_text(parser, bytes);
    XML_ParserFree(parser->expat);
    free(parser->text);
    return status;
}

cairn_status tiled_xml_read_tileset(tiled_map *map, uint64_t first, import_bytes bytes)
{
    struct parser parser = {.map = map, .is_tileset = true, .first = first};
    return parse(&parser, bytes);
}

cairn_status import_tiled_xml_list(import_bytes bytes, cairn_detail *detail,
                                   import_level_list *list)
{
    tiled_map map = {.detail = detail, .list = list};
    struct parser parser = {.map = &map};
    return tiled_close(&map, parse(&parser, bytes), NULL);
}

cairn_status import_tiled_xml_run(import_bytes bytes, const import_def *def, import_grid **grid)
{
    tiled_map map = {.def = def, .detail = def->detail};
    struct parser parser = {.map = &map};
    return tiled_close(&map, parse(&parser, bytes), grid);
}
