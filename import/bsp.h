/* bsp.h: a Quake 3 level, as its lumps have it. */
#ifndef CAIRN_IMPORT_BSP_H
#define CAIRN_IMPORT_BSP_H

#include "solids.h"

/* The lumps that are read, by their place in the directory. */
enum bsp_lump {
    BSP_ENTITIES = 0,
    BSP_SHADERS = 1,
    BSP_PLANES = 2,
    BSP_MODELS = 7,
    BSP_BRUSHES = 8,
    BSP_BRUSH_SIDES = 9,
    BSP_VERTEXES = 10,
    BSP_FACES = 13,
    BSP_LUMPS = 17,
};

typedef struct bsp_lumps {
    import_bytes lumps[BSP_LUMPS];
} bsp_lumps;

/* Something the level's text describes. */
typedef struct bsp_entity {
    char class[64];
    double origin[3];
    uint32_t model; /* 0: none of its own */
} bsp_entity;

typedef struct bsp_entities {
    bsp_entity *entities;
    uint32_t count;
    uint32_t capacity;
} bsp_entities;

/* Reads the text of a level. Failures: SYNTAX, MEMORY. */
cairn_status bsp_entities_open(import_bytes text, cairn_detail *detail, bsp_entities *entities);
void bsp_entities_close(bsp_entities *entities);

/* A part of a level that is solid, and where it stands. */
typedef struct bsp_model {
    uint32_t model;
    double origin[3];
    import_hull hull;
} bsp_model;

/* Adds the brushes and curved patches of a model. Failures: SYNTAX, MEMORY. */
cairn_status bsp_add_model(const bsp_lumps *lumps, const bsp_model *model, cairn_detail *detail,
                           import_solids *solids);

/* Adds a curved patch of `size` control points as triangles. False if that fails. */
bool bsp_add_patch(import_bytes points, const uint32_t size[2], const bsp_model *model,
                   import_solids *solids);

/* Bytes of a vertex: its place, then what is of no use here. */
enum { BSP_VERTEX_BYTES = 44 };

#endif
