/* marks.h: what stands for something in a picture, on the map and in the legend alike. */
#ifndef CAIRN_CLI_MARKS_H
#define CAIRN_CLI_MARKS_H

#include "picture.h"

enum cli_sign {
    CLI_SIGN_DOT,    /**< a disc */
    CLI_SIGN_DISC,   /**< a disc in a rim */
    CLI_SIGN_START,  /**< a disc in a wide rim */
    CLI_SIGN_GOAL,   /**< a target of rings */
    CLI_SIGN_LINE,   /**< a stroke */
    CLI_SIGN_BAND,   /**< a wide one, that lies under others */
    CLI_SIGN_GROUND, /**< an area */
    CLI_SIGN_HEAT,   /**< the colours of visits, from few to many */
    CLI_SIGN_LENGTH, /**< the scale in cells */
};

/** A sign at a place: one of the round ones. */
struct cli_mark {
    enum cli_sign sign;
    double radius;            /**< pixels */
    double rim;               /**< pixels that a rim is wide */
    struct cli_colour colour; /**< start and goal have their own */
};

/** The colours of a start and a goal. */
extern const struct cli_colour cli_start_colour, cli_goal_colour;

/** Draws a mark, also beyond `clip`: marks are whole. */
void cli_picture_draw_mark(struct cli_picture *picture, struct cli_spot spot,
                           const struct cli_mark *mark);

#endif
