/* png_reader.c: pictures, by libpng: what is bright enough, or of a colour in a table, is open. */
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

#include "readers.h"
#include "tile_grid.h"

enum { CHANNELS = 4, SIGNATURE_BYTES = 8, MOST_SIDE = 1 << 20, MOST_CHUNK_BYTES = 8 << 20 };

/* Pixels of an interlaced picture, which must be held as a whole: 512 MB. */
#define MOST_INTERLACED (UINT64_C(1) << 27)

static const char LEVEL_NAME[] = "picture";

struct picture {
    import_bytes bytes;
    size_t read;
    const import_def *def;
    png_structp png;
    png_infop info;
    uint32_t width;
    uint32_t height;
    import_tiler tiler;
    uint8_t *pixels; /* one row, or all of them if the picture is interlaced */
    uint8_t *tiles;
    cairn_detail why; /* what libpng says is wrong */
};

static void read_bytes(png_structp png, png_bytep bytes, size_t count)
{
    struct picture *picture = png_get_io_ptr(png);
    if (count > picture->bytes.count - picture->read)
        png_error(png, "it ends too early");
    memcpy(bytes, picture->bytes.data + picture->read, count);
    picture->read += count;
}

static void leave(png_structp png, png_const_charp text)
{
    struct picture *picture = png_get_error_ptr(png);
    import_fail(&picture->why, CAIRN_SYNTAX, "%s", text);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static bool start_reading(struct picture *picture)
{
    picture->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, picture, leave, ignore_warning);
    picture->info = picture->png != NULL ? png_create_info_struct(picture->png) : NULL;
    if (picture->info == NULL)
        return false;
    png_set_read_fn(picture->png, picture, read_bytes);
    return true;
}

/* Chunks that say nothing of pixels are passed over: libpng would unpack texts and profiles, and
 * keep a thousand of them. A negative count means all chunks but those it needs; eXIf is younger
 * than that list. */
static void skip_chunks(png_structp png)
{
    static const png_byte names[] = "eXIf";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, 1);
}

static void read_header(struct picture *picture)
{
    skip_chunks(picture->png);
    png_set_user_limits(picture->png, MOST_SIDE, MOST_SIDE);
    png_set_chunk_malloc_max(picture->png, MOST_CHUNK_BYTES);
    png_read_info(picture->png, picture->info);
    picture->width = png_get_image_width(picture->png, picture->info);
    picture->height = png_get_image_height(picture->png, picture->info);
}

/* Whatever the picture is made of, we get 8 bits each of red, green, blue and alpha. */
static void set_conversion(struct picture *picture)
{
    png_set_expand(picture->png);
    png_set_scale_16(picture->png);
    png_set_gray_to_rgb(picture->png);
    png_set_add_alpha(picture->png, 0xFF, PNG_FILLER_AFTER);
}

/* ---- what a pixel means ---- */

/* Brightness as the eye has it, of 255: ITU-R BT.709. What is mostly transparent is not there. */
static bool is_bright(const uint8_t *pixel, uint32_t threshold)
{
    enum { HALF = 128 };
    uint32_t brightness = (2126U * pixel[0] + 7152U * pixel[1] + 722U * pixel[2]) / 10000;
    return pixel[3] >= HALF && brightness >= threshold;
}

static uint32_t find_threshold(const import_picture *rule)
{
    enum { USUAL = 128 };
    if (rule->threshold < 0)
        return 0;
    return rule->threshold == 0 ? USUAL : (uint32_t)rule->threshold;
}

/* A table with open colours alone blocks all others, and the other way round; one with both must
 * have every colour there is. */
static bool find_colour(const import_picture *rule, const uint8_t *pixel, bool *open)
{
    bool has[2] = {false, false};
    for (uint32_t i = 0; i < rule->colour_count; i++) {
        *open = rule->colours[i].open != 0;
        has[*open] = true;
        if (memcmp(rule->colours[i].rgb, pixel, 3) == 0)
            return true;
    }
    *open = has[false];
    return has[0] != has[1];
}

static cairn_status add_row(struct picture *picture, const uint8_t *pixels)
{
    const import_picture *rule = picture->def->picture;
    for (uint32_t x = 0; x < picture->width; x++) {
        const uint8_t *pixel = pixels + (size_t)x * CHANNELS;
        bool open = is_bright(pixel, find_threshold(rule));
        if (rule->colour_count > 0 && !find_colour(rule, pixel, &open))
            return import_fail(picture->def->detail, CAIRN_SYNTAX,
                               "the colour %02x%02x%02x of pixel %u,%u is neither in --open nor in "
                               "--blocked; add it",
                               pixel[0], pixel[1], pixel[2], x, picture->tiler.y);
        picture->tiles[x] = open;
    }
    return import_tiler_add(&picture->tiler, picture->tiles);
}

/* ---- the picture ---- */

static cairn_status prepare(struct picture *picture, bool interlaced)
{
    cairn_detail *detail = picture->def->detail;
    uint64_t rows = interlaced ? picture->height : 1;
    if (rows * picture->width > MOST_INTERLACED)
        return import_fail(detail, CAIRN_LIMIT,
                           "the picture is interlaced, and with %u x %u pixels too large for that; "
                           "save it without",
                           picture->width, picture->height);
    cairn_status status =
        import_tiler_open(picture->width, picture->height, picture->def, &picture->tiler);
    if (status != CAIRN_OK)
        return status;
    picture->tiler.invert = picture->def->picture->invert != 0;
    picture->tiler.choice = "--threshold, --open, --blocked or --invert by its colours";
    picture->pixels = calloc((size_t)rows * picture->width, CHANNELS);
    picture->tiles = calloc(picture->width, 1);
    return picture->pixels != NULL && picture->tiles != NULL ? CAIRN_OK
                                                             : import_fail_memory(detail);
}

static cairn_status read_rows(struct picture *picture)
{
    size_t row_bytes = (size_t)picture->width * CHANNELS;
    set_conversion(picture);
    int passes = png_set_interlace_handling(picture->png);
    png_read_update_info(picture->png, picture->info);
    cairn_status status = prepare(picture, passes > 1);
    for (int pass = 0; status == CAIRN_OK && pass < passes; pass++) {
        for (uint32_t y = 0; status == CAIRN_OK && y < picture->height; y++) {
            uint8_t *row = picture->pixels + (passes > 1 ? y * row_bytes : 0);
            png_read_row(picture->png, row, NULL);
            if (pass == passes - 1)
                status = add_row(picture, row);
        }
    }
    return status;
}

/* All that libpng may jump out of. `rows`: go on after the header. */
static cairn_status read_picture(struct picture *picture, cairn_detail *detail, bool rows)
{
    if (!start_reading(picture))
        return import_fail_memory(detail);
    if (setjmp(png_jmpbuf(picture->png)) != 0)
        return import_fail(detail, CAIRN_SYNTAX,
                           "the picture is damaged (%.60s); get a whole copy of it",
                           picture->why.text);
    read_header(picture);
    return rows ? read_rows(picture) : CAIRN_OK;
}

cairn_status import_png_list(import_bytes bytes, cairn_detail *detail, import_level_list *list)
{
    struct picture picture = {.bytes = bytes};
    cairn_status status = read_picture(&picture, detail, false);
    const import_bounds bounds = {{0, 0}, {picture.width, picture.height}};
    if (status == CAIRN_OK && !import_level_list_add(list, LEVEL_NAME, bytes.count, &bounds))
        status = import_fail_memory(detail);
    png_destroy_read_struct(&picture.png, &picture.info, NULL);
    return status;
}

cairn_status import_png_run(import_bytes bytes, const import_def *def, import_grid **grid)
{
    struct picture picture = {.bytes = bytes, .def = def};
    cairn_status status = import_check_level(LEVEL_NAME, def);
    if (status == CAIRN_OK)
        status = read_picture(&picture, def->detail, true);
    png_destroy_read_struct(&picture.png, &picture.info, NULL);
    free(picture.pixels);
    free(picture.tiles);
    return import_tiler_close(&picture.tiler, status, grid);
}
