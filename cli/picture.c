/* picture.c: pixels, strokes with smooth edges, and the PNG file, by libpng. */
#include "picture.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { COMPRESSION = 9 };

_Static_assert(sizeof(struct cli_colour) == 3, "a row of colours is a row of a PNG image");

bool cli_picture_open(uint32_t columns, uint32_t rows, struct cli_picture *picture)
{
    *picture =
        (struct cli_picture){.columns = columns, .rows = rows, .clip = {0, 0, columns, rows}};
    picture->pixels = calloc((size_t)columns * rows, sizeof *picture->pixels);
    return picture->pixels != NULL;
}

void cli_picture_close(struct cli_picture *picture)
{
    free(picture->pixels);
    picture->pixels = NULL;
}

void cli_picture_fill(struct cli_picture *picture, struct cli_area area, struct cli_colour colour)
{
    for (uint32_t row = area.top; row < area.bottom && row < picture->rows; row++)
        for (uint32_t column = area.left; column < area.right && column < picture->columns;
             column++)
            picture->pixels[(size_t)row * picture->columns + column] = colour;
}

/* The last row is moved first: each moves behind those that are still to be moved. */
bool cli_picture_extend(struct cli_picture *picture, uint32_t columns, uint32_t rows,
                        struct cli_colour colour)
{
    uint32_t old_columns = picture->columns, old_rows = picture->rows;
    size_t width = (size_t)old_columns + columns, height = (size_t)old_rows + rows;
    struct cli_colour *pixels = realloc(picture->pixels, width * height * sizeof *pixels);
    if (pixels == NULL)
        return false;
    for (uint32_t row = old_rows; row-- > 0;)
        memmove(pixels + row * width, pixels + (size_t)row * old_columns,
                old_columns * sizeof *pixels);
    picture->pixels = pixels;
    picture->columns = (uint32_t)width;
    picture->rows = (uint32_t)height;
    cli_picture_fill(picture, (struct cli_area){old_columns, 0, picture->columns, old_rows},
                     colour);
    cli_picture_fill(picture, (struct cli_area){0, old_rows, picture->columns, picture->rows},
                     colour);
    return true;
}

static uint8_t mix_channel(uint8_t from, uint8_t to, double share)
{
    return (uint8_t)(from + (to - from) * share + 0.5);
}

struct cli_colour cli_mix(struct cli_colour from, struct cli_colour to, double share)
{
    return (struct cli_colour){mix_channel(from.red, to.red, share),
                               mix_channel(from.green, to.green, share),
                               mix_channel(from.blue, to.blue, share)};
}

/* ---- strokes ---- */

static double clamp(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

static double get_distance(const struct cli_stroke *stroke, double x, double y)
{
    double dx = stroke->to.x - stroke->from.x, dy = stroke->to.y - stroke->from.y;
    double square = dx * dx + dy * dy;
    double along = 0;
    if (square > 0)
        along = clamp(((x - stroke->from.x) * dx + (y - stroke->from.y) * dy) / square, 0, 1);
    x -= stroke->from.x + along * dx;
    y -= stroke->from.y + along * dy;
    return sqrt(x * x + y * y);
}

/* The pixels from `least` to `most` that are from `first` to before `end`: first and one past the last. */
static void find_span(double least, double most, uint32_t first, uint32_t end, uint32_t span[2])
{
    span[0] = (uint32_t)clamp(floor(least), first, end);
    span[1] = (uint32_t)clamp(ceil(most), first, end);
}

/* Where the line is while it is within `reach` of a row: the stroke touches no pixel of the row
 * further than that from there. */
static void find_row_span(const struct cli_picture *picture, const struct cli_stroke *stroke,
                          double y, double reach, uint32_t span[2])
{
    double dx = stroke->to.x - stroke->from.x, dy = stroke->to.y - stroke->from.y;
    double a = 0, b = 1;
    if (dy != 0) {
        a = clamp((y - reach - stroke->from.y) / dy, 0, 1);
        b = clamp((y + reach - stroke->from.y) / dy, 0, 1);
    }
    double first = stroke->from.x + a * dx, last = stroke->from.x + b * dx;
    find_span(fmin(first, last) - reach, fmax(first, last) + reach, picture->clip.left,
              picture->clip.right, span);
}

void cli_stroke_run(const struct cli_picture *picture, const struct cli_stroke *stroke,
                    cli_paint_function paint, void *context)
{
    double reach = stroke->radius + 1;
    uint32_t down[2], across[2];
    find_span(fmin(stroke->from.y, stroke->to.y) - reach,
              fmax(stroke->from.y, stroke->to.y) + reach, picture->clip.top, picture->clip.bottom,
              down);
    for (uint32_t row = down[0]; row < down[1]; row++) {
        find_row_span(picture, stroke, row + 0.5, reach, across);
        for (uint32_t column = across[0]; column < across[1]; column++) {
            double share = stroke->radius + 0.5 - get_distance(stroke, column + 0.5, row + 0.5);
            if (share > 0)
                paint(context, (size_t)row * picture->columns + column, fmin(share, 1));
        }
    }
}

struct brush {
    struct cli_picture *picture;
    struct cli_colour colour;
};

static void paint_colour(void *context, size_t pixel, double share)
{
    struct brush *brush = context;
    struct cli_colour *colour = &brush->picture->pixels[pixel];
    *colour = cli_mix(*colour, brush->colour, share);
}

void cli_picture_draw_line(struct cli_picture *picture, const struct cli_stroke *stroke,
                           struct cli_colour colour)
{
    struct brush brush = {picture, colour};
    cli_stroke_run(picture, stroke, paint_colour, &brush);
}

void cli_picture_draw_disc(struct cli_picture *picture, struct cli_spot centre, double radius,
                           struct cli_colour colour)
{
    struct cli_stroke stroke = {centre, centre, radius};
    cli_picture_draw_line(picture, &stroke, colour);
}

/* ---- the file ---- */

/* Where libpng's bytes go. A write that fails is noted; the stream is checked at its end. */
struct output {
    FILE *stream;
    int reason; /* errno of the first write that failed */
};

static void write_bytes(png_structp png, png_bytep bytes, size_t count)
{
    struct output *output = png_get_io_ptr(png);
    errno = 0;
    if (output->reason == 0 && fwrite(bytes, 1, count, output->stream) != count)
        output->reason = errno != 0 ? errno : EIO;
}

static void flush_bytes(png_structp png)
{
    (void)png;
}

/* libpng fails for want of memory alone: our sizes are its own, and our writes never fail. */
static void leave(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

/* What is to be written, row by row. */
struct image {
    uint32_t columns;
    uint32_t rows;
    int depth; /* bits a channel */
    int colours;
    png_const_bytep (*get_row)(const struct image *image, uint32_t row);
    const void *source;
};

static bool write_image(png_structp png, png_infop info, const struct image *image)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_user_limits(png, image->columns, image->rows);
    png_set_compression_level(png, COMPRESSION);
    png_set_IHDR(png, info, image->columns, image->rows, image->depth, image->colours,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t row = 0; row < image->rows; row++)
        png_write_row(png, image->get_row(image, row));
    png_write_end(png, NULL);
    return true;
}

static bool encode(const struct image *image, struct output *output)
{
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, leave, ignore_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    bool good = info != NULL;
    if (good) {
        png_set_write_fn(png, output, write_bytes, flush_bytes);
        good = write_image(png, info, image);
    }
    png_destroy_write_struct(&png, &info);
    return good;
}

static bool write_stream(const struct image *image, FILE *stream)
{
    struct output output = {.stream = stream};
    bool good = encode(image, &output);
    errno = output.reason; /* the error of closing the stream, if there is one */
    return good;
}

static png_const_bytep get_pixels(const struct image *image, uint32_t row)
{
    const struct cli_picture *picture = image->source;
    return (png_const_bytep)(picture->pixels + (size_t)row * picture->columns);
}

bool cli_picture_write(const struct cli_picture *picture, FILE *stream)
{
    const struct image image = {picture->columns,   picture->rows, 8,
                                PNG_COLOR_TYPE_RGB, get_pixels,    picture};
    return write_stream(&image, stream);
}

static png_const_bytep get_bits(const struct image *image, uint32_t row)
{
    const struct cli_bits *bits = image->source;
    return bits->get_row(bits->context, row);
}

bool cli_bits_write(const struct cli_bits *bits, FILE *stream)
{
    const struct image image = {bits->columns, bits->rows, 1, PNG_COLOR_TYPE_GRAY, get_bits, bits};
    return write_stream(&image, stream);
}
