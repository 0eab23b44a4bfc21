/* fuzz_crowd_board.c: see fuzz_crowd_board.h. Databases of scenes are built once and kept. */
#include "fuzz_crowd_board.h"

#include <string.h>

#include <scenes.h>

#include "fuzz_build.h"

enum { SMALL_SIDE = 12, RECORDS = 10, SCENES = 3, KINDS = 3 };

/* ---- cells ---- */

bool fuzz_board_is_inside(const fuzz_board *board, cairn_cell cell)
{
    return (cell & 0xffff) < board->width && cell >> 16 < board->height;
}

bool fuzz_board_is_open(const fuzz_board *board, cairn_cell cell)
{
    return fuzz_board_is_inside(board, cell) &&
           board->cells[(cell >> 16) * board->width + (cell & 0xffff)] != 0;
}

static int get_gap(uint32_t from, uint32_t to)
{
    return (int)to - (int)from;
}

bool fuzz_board_is_move(const fuzz_board *board, cairn_cell from, cairn_cell to, bool leaves)
{
    int x = get_gap(from & 0xffff, to & 0xffff), y = get_gap(from >> 16, to >> 16);
    if (x < -1 || x > 1 || y < -1 || y > 1 || !fuzz_board_is_inside(board, to))
        return false;
    if (leaves)
        return true;
    if (!fuzz_board_is_open(board, from) || !fuzz_board_is_open(board, to))
        return false;
    return x == 0 || y == 0 || board->corners == CAIRN_CORNERS_FREE ||
           (fuzz_board_is_open(board, (from & ~UINT32_C(0xffff)) | (to & 0xffff)) &&
            fuzz_board_is_open(board, (to & ~UINT32_C(0xffff)) | (from & 0xffff)));
}

cairn_cell fuzz_board_take_cell(fuzz_input *input, const fuzz_board *board)
{
    uint32_t x = fuzz_take_below(input, board->width + 1);
    return cairn_cell_at(x, fuzz_take_below(input, board->height + 1));
}

/* On large boards a wall may be as wide as a tile and more. */
void fuzz_board_take_change(fuzz_input *input, fuzz_board *board)
{
    uint32_t scale = board->width > SMALL_SIDE || board->height > SMALL_SIDE ? 24 : 1;
    uint32_t x = fuzz_take_below(input, scale > 1 ? BOARD_SIDE : SMALL_SIDE);
    uint32_t y = fuzz_take_below(input, scale > 1 ? BOARD_SIDE : SMALL_SIDE);
    uint32_t size = fuzz_take(input), width = 1 + size % 4 * scale,
             height = 1 + size / 4 % 4 * scale;
    bool open = size / 16 % 2 != 0;
    cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
    if (cairn_map_set_rect(board->map, &rect, open) != CAIRN_OK)
        return;
    for (uint32_t row = y; row < y + height; row++)
        memset(board->cells + row * board->width + x, open, width);
}

/* ---- maps ---- */

static void create_map(fuzz_board *board)
{
    const cairn_map_def def = {
        .size = sizeof def, .corners = board->corners, .changing = board->changing};
    FUZZ_CHECK(cairn_map_create(board->width, board->height, board->cells, &def, &board->map) ==
               CAIRN_OK);
}

static void take_small_cells(fuzz_input *input, fuzz_board *board)
{
    uint32_t bits = 1;
    board->width = 1 + fuzz_take_below(input, SMALL_SIDE);
    board->height = 1 + fuzz_take_below(input, SMALL_SIDE);
    for (uint32_t i = 0; i < board->width * board->height; i++, bits >>= 1) {
        if (bits == 1)
            bits = 256 | fuzz_take(input);
        board->cells[i] = (bits & 1) == 0;
    }
}

/* Several tiles of 64 x 64, with sides that are no multiples of it. */
static void make_scene(uint32_t number, fuzz_board *board)
{
    static const struct {
        cairn_scene_kind kind;
        uint32_t width;
        uint32_t height;
    } scenes[SCENES] = {
        {CAIRN_SCENE_CAVES, 130, 70}, {CAIRN_SCENE_CITY, 65, 140}, {CAIRN_SCENE_SLANTED, 190, 50}};
    cairn_scene scene;
    FUZZ_CHECK(cairn_scene_generate(scenes[number].kind, scenes[number].width,
                                    scenes[number].height, 1, &scene) == CAIRN_OK);
    board->width = scene.width;
    board->height = scene.height;
    for (uint32_t i = 0; i < scene.width * scene.height; i++)
        board->cells[i] = scene.cells[i] == '.';
    cairn_scene_free(&scene);
}

/* ---- databases ---- */

static void *build(const fuzz_board *board, uint32_t kind, size_t *bytes)
{
    static const cairn_kind kinds[KINDS] = {CAIRN_DB_LABELS, CAIRN_DB_REGIONS, CAIRN_DB_KNN};
    fuzz_plan plan = {.map = board->map, .kind = kinds[kind]};
    if (kinds[kind] == CAIRN_DB_KNN) {
        fuzz_plan_add(&plan, CAIRN_OPTION_RECORDS, RECORDS);
        fuzz_plan_add(&plan, CAIRN_OPTION_FALLBACK, 1);
    }
    return fuzz_build(&plan, bytes);
}

static const void *get_image(const fuzz_board *board, uint32_t scene, uint32_t kind, size_t *bytes)
{
    static struct {
        void *image;
        size_t bytes;
    } all[SCENES][2][KINDS];
    uint32_t corners = board->corners == CAIRN_CORNERS_FREE;
    if (all[scene][corners][kind].image == NULL)
        all[scene][corners][kind].image = build(board, kind, &all[scene][corners][kind].bytes);
    *bytes = all[scene][corners][kind].bytes;
    return all[scene][corners][kind].image;
}

static void open_database(fuzz_board *board, const void *image, size_t bytes)
{
    const cairn_db_def def = {.size = sizeof def};
    FUZZ_CHECK(cairn_db_open_memory(image, bytes, &def, &board->db) == CAIRN_OK);
}

static bool take_small(fuzz_input *input, fuzz_board *board)
{
    size_t bytes;
    take_small_cells(input, board);
    create_map(board);
    uint32_t kind = fuzz_take_below(input, KINDS);
    if (fuzz_get_map_info(board->map).largest_component <= 4)
        return false;
    board->image = build(board, kind, &bytes);
    open_database(board, board->image, bytes);
    return true;
}

static void take_scene(fuzz_input *input, fuzz_board *board)
{
    size_t bytes;
    uint32_t choice = fuzz_take(input), scene = choice % SCENES, kind = choice / SCENES % KINDS;
    make_scene(scene, board);
    create_map(board);
    const void *image = get_image(board, scene, kind, &bytes);
    open_database(board, image, bytes);
}

bool fuzz_board_take(fuzz_input *input, fuzz_board *board)
{
    uint32_t choice = fuzz_take(input);
    bool is_large = (choice >> 5 & 3) == 3;
    board->changing = choice & 1;
    board->corners = choice >> 1 & 1;
    if (!is_large)
        return take_small(input, board);
    take_scene(input, board);
    return true;
}

void fuzz_board_close(fuzz_board *board)
{
    cairn_db_close(board->db);
    cairn_map_close(board->map);
    free(board->image);
}
