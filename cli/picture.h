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

struct cli_picture {
    uint32_t columns;
    uint32_t rows;
    struct cli_colour *pixels; /**< row by row */
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

/** Makes a picture of undefined pixels; false if there is no memory for it. */
bool cli_picture_open(uint32_t columns, uint32_t rows, struct cli_picture *picture);
void cli_picture_close(struct cli_picture *picture);

/** The colour `share` of the way from one to the other. */
struct cli_colour cli_mix(struct cli_colour from, struct cli_colour to, double share);

/** Calls `paint` for every pixel of the picture that the stroke touches. The work is bounded by
 *  the stroke's area within the picture. */
void cli_stroke_run(const struct cli_picture *picture, const struct cli_stroke *stroke,
                    cli_paint_function paint, void *context);

/** Draws a line with round ends. */
void cli_picture_draw_line(struct cli_picture *picture, const struct cli_stroke *stroke,
                           struct cli_colour colour);

void cli_picture_draw_disc(struct cli_picture *picture, struct cli_spot centre, double radius,
                           struct cli_colour colour);

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
