/* picture.h: a picture in the making: pixels, strokes with smooth edges, and the PNG file. It
 * knows nothing of maps. */
#ifndef CAIRN_CLI_PICTURE_H
#define CAIRN_CLI_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct cli_colour {
    uint8_t red;
    uint8_t green;
    uint8_t blue;
};

/** Pixels from a corner to before another. */
struct cli_area {
    uint32_t left;
    uint32_t top;
    uint32_t right;  /**< one past the last column */
    uint32_t bottom; /**< one past the last row */
};

struct cli_picture {
    uint32_t columns;
    uint32_t rows;
    struct cli_colour *pixels; /**< row by row */
    struct cli_area clip;      /**< where strokes are drawn: at first everywhere */
};

/** A place in a picture, in pixels; 0,0 is the outer corner of the top-left pixel. */
struct cli_spot {
    double x;
    double y;
};

/** All that is at most `radius` away from a line between two places; a disc if they are one. */
struct cli_stroke {
    struct cli_spot from;
    struct cli_spot to;
    double radius;
};

/** Called for a pixel and the share of it that is covered, above 0 and at most 1. */
typedef void (*cli_paint_function)(void *context, size_t pixel, double share);

/** Makes a picture of black pixels; false if there is no memory for it. */
bool cli_picture_open(uint32_t columns, uint32_t rows, struct cli_picture *picture);
void cli_picture_close(struct cli_picture *picture);

/** Adds columns on the right and rows at the bottom, in a colour; false, and nothing is changed, if
 *  there is no memory for them. `clip` stays. */
bool cli_picture_extend(struct cli_picture *picture, uint32_t columns, uint32_t rows,
                        struct cli_colour colour);

/** The colour `share` of the way from one to the other. */
struct cli_colour cli_mix(struct cli_colour from, struct cli_colour to, double share);

/** Fills an area, as far as it lies in the picture. */
void cli_picture_fill(struct cli_picture *picture, struct cli_area area, struct cli_colour colour);

/** Calls `paint` for every pixel of `clip` that the stroke touches. The work is bounded by the
 *  stroke's area within it. */
void cli_stroke_run(const struct cli_picture *picture, const struct cli_stroke *stroke,
                    cli_paint_function paint, void *context);

/** Draws a line with round ends. */
void cli_picture_draw_line(struct cli_picture *picture, const struct cli_stroke *stroke,
                           struct cli_colour colour);

void cli_picture_draw_disc(struct cli_picture *picture, struct cli_spot centre, double radius,
                           struct cli_colour colour);

/** A text of one line, in letters of CLI_LETTER_COLUMNS x CLI_LETTER_ROWS pixels times `scale`. Those that are not
 *  printable ASCII are question marks. */
struct cli_text {
    const char *words;
    uint32_t left;
    uint32_t top;
    uint32_t scale;
    struct cli_colour colour;
};
enum { CLI_LETTER_COLUMNS = 6, CLI_LETTER_ROWS = 13 };

/** Draws a text, as far as it lies in the picture (font.c). */
void cli_picture_draw_text(struct cli_picture *picture, const struct cli_text *text);

/** Writes the picture as a PNG file; false if there is no memory for that. Whether the stream took
 *  it shows when it is closed; errno is then the reason. */
bool cli_picture_write(const struct cli_picture *picture, FILE *stream);

/** A picture of one bit a pixel, white or black, that is made while it is written. */
struct cli_bits {
    uint32_t columns;
    uint32_t rows;
    /** A row, the leftmost pixel in the highest bit of its first byte; valid until the next. */
    const uint8_t *(*get_row)(void *context, uint32_t row);
    void *context;
};

/** Writes it as cli_picture_write() does. */
bool cli_bits_write(const struct cli_bits *bits, FILE *stream);

#endif
