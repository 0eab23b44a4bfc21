/* legend.h: what the signs and colours of a picture mean, in a strip below the picture or beside it. It knows
 * nothing of maps. */
#ifndef CAIRN_CLI_LEGEND_H
#define CAIRN_CLI_LEGEND_H

#include "marks.h"

/** The most entries that there can be: more are left out. */
enum { CLI_LEGEND_CAPACITY = 24, CLI_ENTRY_CAPACITY = 48 };

struct cli_entry {
    enum cli_sign sign;
    struct cli_colour colour;
    char before[CLI_ENTRY_CAPACITY]; /**< words on the left of the sign; only HEAT has some */
    char words[CLI_ENTRY_CAPACITY];  /**< on its right */
    double heat;                     /**< HEAT: of the coolest colour, from 0 to 1 */
    uint32_t columns;                /**< of the sign, in pixels */
    uint32_t left;                   /**< of the entry in the strip, once that is laid out */
    uint32_t top;
};

struct cli_legend {
    struct cli_entry entries[CLI_LEGEND_CAPACITY + 1]; /**< and one that is not drawn */
    uint32_t count;
    uint32_t scale; /**< pixels that a dot of a letter is wide; set it first */
};

/** Adds an entry; its words are made as by printf. */
void cli_legend_add(struct cli_legend *legend, enum cli_sign sign, struct cli_colour colour,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/** Adds the scale of heat: "`noun` 1", the colours from `heat` to 1, and `most`. */
void cli_legend_add_heat(struct cli_legend *legend, const char *noun, double heat,
                         const char *most);

/** Adds a scale: `pixels` show `cells`. */
void cli_legend_add_length(struct cli_legend *legend, uint32_t pixels, uint32_t cells);

/** Writes a number with commas between its thousands. */
enum { CLI_NUMBER_CAPACITY = 32 };
const char *cli_group_digits(uint64_t number, char text[CLI_NUMBER_CAPACITY]);

/** Draws the legend into a strip that is added to the picture: below it, or beside one that is narrow. False
 *  if there is no memory for it. */
bool cli_picture_draw_legend(struct cli_picture *picture, struct cli_legend *legend);

#endif
