/* scene_kinds.c: the table of kinds, and the one way in: checks, memory, then the kind's generator.
 *
 * It need not know how any kind is drawn. */
#include "scene_canvas.h"

#include <stdlib.h>
#include <string.h>

typedef struct kind_row {
    const char *name;
    const char *description;
    cairn_status (*draw)(cairn_scene *scene, cairn__scene_random *random);
} kind_row;

static const kind_row kinds[] = {
#define KIND_ROW(name, number, word, description)                                                  \
    [number] = {#word, description, cairn__scene_draw_##word},
    CAIRN_SCENE_KIND_LIST(KIND_ROW)
#undef KIND_ROW
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static const kind_row *find_row(cairn_scene_kind kind)
{
    return (uint32_t)kind < KIND_COUNT ? &kinds[kind] : NULL;
}

uint32_t cairn_scene_kind_get_count(void)
{
    return KIND_COUNT;
}

const char *cairn_scene_kind_get_name(cairn_scene_kind kind)
{
    const kind_row *row = find_row(kind);
    return row ? row->name : NULL;
}

const char *cairn_scene_kind_get_description(cairn_scene_kind kind)
{
    const kind_row *row = find_row(kind);
    return row ? row->description : NULL;
}

bool cairn_scene_kind_find(const char *name, cairn_scene_kind *kind)
{
    for (uint32_t i = 0; i < KIND_COUNT; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            *kind = (cairn_scene_kind)i;
            return true;
        }
    }
    return false;
}

cairn_status cairn_scene_generate(cairn_scene_kind kind, uint32_t width, uint32_t height,
                                  uint64_t seed, cairn_scene *scene)
{
    *scene = (cairn_scene){0};
    const kind_row *row = find_row(kind);
    if (!row || width == 0 || height == 0 || width > CAIRN_MAX_SIDE || height > CAIRN_MAX_SIDE)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn__scene_create(width, height, scene);
    if (status != CAIRN_OK)
        return status;
    /* Mixed, because seeds are often 0, 1, 2, whose streams would otherwise overlap. */
    cairn__scene_random random = {cairn__scene_mix(seed + 1)};
    status = row->draw(scene, &random);
    if (status != CAIRN_OK)
        cairn_scene_free(scene);
    return status;
}

void cairn_scene_free(cairn_scene *scene)
{
    free(scene->cells);
    *scene = (cairn_scene){0};
}
