/* level_files.c: writes small levels to files, good and bad ones: level_files FOLDER. For the
 * tests of the command, and as the first inputs of fuzzers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level_maker.h"

static const char *folder;

/* Writes a file and frees its bytes. */
static void write_file(const char *name, level_bytes bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes.data, 1, bytes.count, file) != bytes.count ||
        fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    level_bytes_free(&bytes);
}

/* Two rooms of 128 x 128, a step of 24 between them, a door of 16 behind the second. */
static level_bytes make_wad(bool with_start)
{
    wad_maker maker = {0};
    int first = wad_maker_add_sector(&maker, 0, 128, 0);
    int second = wad_maker_add_sector(&maker, 24, 128, 0);
    int door = wad_maker_add_sector(&maker, 24, 24, 5);
    const int walls[3][8] = {{128, 0, 0, 0, 0, 128, 128, 128},
                             {128, 128, 256, 128, 0, 0, 0, 0},
                             {256, 128, 272, 128, 272, 0, 256, 0}};
    const int floor[] = {256, 0, 128, 0};
    wad_maker_add_walls(&maker, first, walls[0], 4);
    wad_maker_add_walls(&maker, second, walls[1], 2);
    wad_maker_add_walls(&maker, second, floor, 2);
    wad_maker_add_walls(&maker, door, walls[2], 4);
    wad_maker_add_line(&maker, (int[]){128, 0, 128, 128},
                       (wad_maker_line){.right = second, .left = first});
    wad_maker_add_line(&maker, (int[]){256, 128, 256, 0},
                       (wad_maker_line){.right = second, .left = door, .special = 1});
    if (with_start)
        wad_maker_add_thing(&maker, 64, 64, 1);
    return wad_maker_finish(&maker);
}

/* Two floors of 128 x 128 with a step of 18, a curved one, lava, and a door. */
static level_bytes make_bsp(void)
{
    bsp_maker maker = {0};
    const float world[] = {0, 0, -16, 384, 128, 128}, leaf[] = {120, 0, 0, 136, 128, 64};
    static const float patch[27] = {256, 0,   18, 320, 0,   30, 384, 0,   18,
                                    256, 64,  18, 320, 64,  30, 384, 64,  18,
                                    256, 128, 18, 320, 128, 30, 384, 128, 18};
    bsp_maker_add_box(&maker, (float[]){0, 0, -16, 128, 128, 0}, BSP_MAKER_SOLID);
    bsp_maker_add_box(&maker, (float[]){128, 0, -16, 256, 128, 18}, BSP_MAKER_SOLID);
    bsp_maker_add_box(&maker, (float[]){200, 0, 0, 220, 40, 40}, BSP_MAKER_LAVA);
    bsp_maker_add_patch(&maker, patch);
    bsp_maker_end_model(&maker, world);
    bsp_maker_add_box(&maker, leaf, BSP_MAKER_SOLID);
    bsp_maker_end_model(&maker, leaf);
    bsp_maker_add_entity(&maker, "{\n\"classname\" \"worldspawn\"\n}\n"
                                 "{\n\"classname\" \"info_player_start\"\n\"origin\" \"64 64 32\"\n"
                                 "}\n{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n}\n");
    return bsp_maker_finish(&maker);
}

/* A slope of 16320 x 16320, on which no two neighbouring floors are level: at one unit a cell the
 * largest map there is, and the most memory that one floor can take. */
static level_bytes make_slope(void)
{
    bsp_maker maker = {0};
    const float world[] = {0, 0, -16, 16320, 16320, 8192};
    bsp_maker_add_wedge(&maker, world, (float[]){-0.1F, 0, 0.995F, 0});
    bsp_maker_end_model(&maker, world);
    bsp_maker_add_entity(&maker, "{\n\"classname\" \"info_player_start\"\n"
                                 "\"origin\" \"64 64 64\"\n}\n");
    return bsp_maker_finish(&maker);
}

static level_bytes make_picture(void)
{
    uint8_t pixels[8 * 8 * 3];
    memset(pixels, 255, sizeof pixels);
    memset(pixels + 3 * 8 * 4, 0, 3 * 5); /* a wall of five in the fifth row */
    return png_maker_make(8, 8, pixels);
}

/* 300 MB of zeros, more than any level may have. */
static void write_bomb(void)
{
    enum { BYTES = 300 << 20 };
    level_bytes zeros = {.data = calloc(BYTES, 1), .count = BYTES};
    if (zeros.data == NULL)
        exit(1);
    write_file("bomb.pk3", zip_maker_make("maps/bomb.bsp", zeros, BYTES, true));
    write_file("liar.pk3", zip_maker_make("maps/liar.bsp", zeros, 4096, true));
    level_bytes_free(&zeros);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: level_files FOLDER\n", stderr);
        return 2;
    }
    folder = argv[1];
    level_bytes bsp = make_bsp();
    write_file("small.pk3", zip_maker_make("maps/small.bsp", bsp, (uint32_t)bsp.count, true));
    write_file("small.bsp", bsp);
    write_file("slope.bsp", make_slope());
    write_file("small.wad", make_wad(true));
    write_file("nostart.wad", make_wad(false));
    write_file("small.png", make_picture());
    write_bomb();
    return 0;
}
