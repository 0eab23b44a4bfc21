/* horde.h: a crowd whose members go to one goal or a few, on a map small enough for fields of cells
 * (crowd/crowd_cells.h), and beside it the cells as bytes: what its ways are checked by. */
#ifndef CAIRN_TEST_HORDE_H
#define CAIRN_TEST_HORDE_H

#include "image.h"

#include "crowd/crowd_state.h"

enum { HORDE_SIDE = 256, HORDE_MOST = 300, HORDE_FRAMES = 4000 };

typedef struct horde_world {
    cairn_map *map;
    unsigned char cells[HORDE_SIDE * HORDE_SIDE]; /* 1: open */
    ref_map ref;
    int side;
    test_image image;
    cairn_db *db;
    test_random random;
} horde_world;

/* A map of a scene with labels; changing or not. */
void horde_world_create(horde_world *world, cairn_scene_kind scene, int side, cairn_corners corners,
                        bool changing);
void horde_world_destroy(horde_world *world);

/* An open cell of the component that most cells are of, of a map that has one. */
cairn_cell horde_world_draw(horde_world *world);

/* Blocks or opens a rectangle, as far as it lies inside. */
void horde_world_set(horde_world *world, int x, int y, int width, int height, bool open);

/* Costs to a cell from all cells by the reference: to be freed. */
int *horde_world_find_costs(const horde_world *world, cairn_cell goal);

typedef struct horde {
    horde_world *world;
    cairn_crowd *crowd;
    cairn_planner *planner;
    uint32_t count;
    uint64_t max_work;
    cairn_member members[HORDE_MOST];
    cairn_cell before[HORDE_MOST];
    int costs[HORDE_MOST]; /* of the moves since the last order */
    cairn_crowd_frame frame;
} horde;

/* `count` members at random, with a planner of their own on a changing map. */
void horde_create(horde *self, horde_world *world, uint32_t count, const cairn_crowd_def *def);
void horde_destroy(horde *self);

/* Orders `count` members from number `first` on. */
void horde_order(horde *self, uint32_t first, uint32_t count, cairn_cell goal);

/* A frame: every move is legal, and no more units are spent than there are. */
void horde_step(horde *self);

/* Frames until nobody is under way. */
void horde_step_to_end(horde *self);

/* The state of a goal that the crowd has cells to, or is flooding; EMPTY if it has none. */
cairn__field_use horde_get_use(const horde *self, cairn_cell goal);

/* What is known of all cells is what the reference says. Returns how many goals are known. */
uint32_t horde_check_cells(const horde *self);

uint64_t horde_get_hash(const horde *self);

/* A saved crowd; its bytes are to be freed. */
typedef struct horde_block {
    unsigned char *bytes;
    size_t count;
} horde_block;

void horde_save(const horde *self, horde_block *made);
void horde_load(horde *self, const horde_block *from);

#endif
