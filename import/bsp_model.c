/* bsp_model.c: the solid parts of a Quake 3 level: brushes and curved patches of its models.
 *
 *   shader       72 bytes: name (64), surface flags, contents
 *   plane        16 bytes: normal (3 floats), distance; solid is normal * place < distance
 *   model        40 bytes: least and most place (6 floats), first face, faces, first brush, brushes
 *   brush        12 bytes: first side, sides, shader
 *   brush side    8 bytes: plane, shader
 *   vertex       44 bytes: place (3 floats), ...
 *   face        104 bytes: shader, effect, type, first vertex, vertexes, ..., at 96 the patch's
 * size */
#include <math.h>

#include "bsp.h"

enum {
    SHADER_BYTES = 72,
    PLANE_BYTES = 16,
    MODEL_BYTES = 40,
    BRUSH_BYTES = 12,
    SIDE_BYTES = 8,
    FACE_BYTES = 104,
};
enum { FACE_IS_PATCH = 2, SURFACE_NONSOLID = 0x4000 };
enum { CONTENTS_SOLID = 1, CONTENTS_LAVA = 8, CONTENTS_SLIME = 16, CONTENTS_PLAYER_CLIP = 0x10000 };

/* A patch has at most this many control points a side in the game. */
enum { MOST_PATCH_SIDE = 31 };

/* Record `index` of a lump, `bytes` long; false if the lump does not have it. */
static bool find_record(const bsp_lumps *lumps, enum bsp_lump lump, uint32_t index, uint32_t bytes,
                        const uint8_t **record)
{
    import_bytes part;
    if (!import_find_part(lumps->lumps[lump], (uint64_t)index * bytes, bytes, &part))
        return false;
    *record = part.data;
    return true;
}

static cairn_status fail_record(cairn_detail *detail, const char *what, uint32_t index)
{
    return import_fail(detail, CAIRN_SYNTAX,
                       "the level's %s %u is damaged or missing; get a whole copy of the file",
                       what, index);
}

/* ---- brushes ---- */

/* A plane, moved with its model. */
static bool find_plane(const bsp_lumps *lumps, uint32_t index, const double origin[3],
                       double normal[3], double *distance)
{
    const uint8_t *plane;
    if (!find_record(lumps, BSP_PLANES, index, PLANE_BYTES, &plane))
        return false;
    *distance = (double)import_get_float(plane + 12);
    for (size_t i = 0; i < 3; i++) {
        normal[i] = (double)import_get_float(plane + 4 * i);
        *distance += normal[i] * origin[i];
    }
    return true;
}

static bool add_sides(const bsp_lumps *lumps, const uint8_t *brush, const bsp_model *model,
                      import_solids *solids)
{
    uint32_t first = import_get_u32(brush);
    uint32_t count = import_get_u32(brush + 4);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *side;
        double normal[3], distance;
        if (i > UINT32_MAX - first ||
            !find_record(lumps, BSP_BRUSH_SIDES, first + i, SIDE_BYTES, &side) ||
            !find_plane(lumps, import_get_u32(side), model->origin, normal, &distance) ||
            !import_solids_add_side(solids, normal, distance, model->hull))
            return false;
    }
    return true;
}

static bool add_brush(const bsp_lumps *lumps, uint32_t index, const bsp_model *model,
                      import_solids *solids)
{
    const uint8_t *brush, *shader;
    if (!find_record(lumps, BSP_BRUSHES, index, BRUSH_BYTES, &brush) ||
        !find_record(lumps, BSP_SHADERS, import_get_u32(brush + 8), SHADER_BYTES, &shader))
        return false;
    uint32_t contents = import_get_u32(shader + 68);
    bool solid = (contents & (CONTENTS_SOLID | CONTENTS_PLAYER_CLIP)) != 0;
    bool hazard = !solid && (contents & (CONTENTS_LAVA | CONTENTS_SLIME)) != 0;
    if ((!solid && !hazard) || import_get_u32(brush + 4) == 0)
        return true;
    bsp_model grown = *model;
    if (hazard)
        grown.hull = (import_hull){0, 0}; /* it is about the feet alone */
    return import_solids_begin(solids, hazard) && add_sides(lumps, brush, &grown, solids);
}

/* ---- patches ---- */

static bool add_face(const bsp_lumps *lumps, uint32_t index, const bsp_model *model,
                     import_solids *solids)
{
    const uint8_t *face, *shader;
    if (!find_record(lumps, BSP_FACES, index, FACE_BYTES, &face))
        return false;
    if (import_get_u32(face + 8) != FACE_IS_PATCH)
        return true;
    if (!find_record(lumps, BSP_SHADERS, import_get_u32(face), SHADER_BYTES, &shader))
        return false;
    if ((import_get_u32(shader + 64) & SURFACE_NONSOLID) != 0 ||
        (import_get_u32(shader + 68) & (CONTENTS_SOLID | CONTENTS_PLAYER_CLIP)) == 0)
        return true;
    uint32_t size[2] = {import_get_u32(face + 96), import_get_u32(face + 100)};
    import_bytes points;
    return size[0] <= MOST_PATCH_SIDE && size[1] <= MOST_PATCH_SIDE &&
           import_find_part(lumps->lumps[BSP_VERTEXES],
                            (uint64_t)import_get_u32(face + 12) * BSP_VERTEX_BYTES,
                            (uint64_t)size[0] * size[1] * BSP_VERTEX_BYTES, &points) &&
           bsp_add_patch(points, size, model, solids);
}

cairn_status bsp_add_model(const bsp_lumps *lumps, const bsp_model *model, cairn_detail *detail,
                           import_solids *solids)
{
    const uint8_t *record;
    if (!find_record(lumps, BSP_MODELS, model->model, MODEL_BYTES, &record))
        return fail_record(detail, "model", model->model);
    uint32_t first_face = import_get_u32(record + 24), faces = import_get_u32(record + 28);
    uint32_t first_brush = import_get_u32(record + 32), brushes = import_get_u32(record + 36);
    for (uint32_t i = 0; i < brushes; i++) {
        if (i > UINT32_MAX - first_brush || !add_brush(lumps, first_brush + i, model, solids))
            return fail_record(detail, "brush", first_brush + i);
    }
    for (uint32_t i = 0; i < faces; i++) {
        if (i > UINT32_MAX - first_face || !add_face(lumps, first_face + i, model, solids))
            return fail_record(detail, "face", first_face + i);
    }
    return CAIRN_OK;
}
