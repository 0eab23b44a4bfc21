/* marks.c: what stands for something in a picture. Start and goal differ in shape as well as in colour;
 * green and vermilion are Okabe and Ito's. */
#include "marks.h"

const struct cli_colour cli_start_colour = {0x00, 0x9e, 0x73};
const struct cli_colour cli_goal_colour = {0xd5, 0x5e, 0x00};
static const struct cli_colour RIM = {0x16, 0x18, 0x1d};
static const struct cli_colour WHITE = {0xff, 0xff, 0xff};

static void draw_disc(struct cli_picture *picture, struct cli_spot spot,
                      const struct cli_mark *mark, struct cli_colour colour)
{
    cli_picture_draw_disc(picture, spot, mark->radius, RIM);
    cli_picture_draw_disc(picture, spot, mark->radius - mark->rim, colour);
}

static void draw_start(struct cli_picture *picture, struct cli_spot spot,
                       const struct cli_mark *mark)
{
    draw_disc(picture, spot, mark, WHITE);
    cli_picture_draw_disc(picture, spot, 0.66 * mark->radius, cli_start_colour);
}

static void draw_goal(struct cli_picture *picture, struct cli_spot spot,
                      const struct cli_mark *mark)
{
    draw_disc(picture, spot, mark, WHITE);
    cli_picture_draw_disc(picture, spot, 0.72 * mark->radius, cli_goal_colour);
    cli_picture_draw_disc(picture, spot, 0.40 * mark->radius, WHITE);
    cli_picture_draw_disc(picture, spot, 0.18 * mark->radius, cli_goal_colour);
}

void cli_picture_draw_mark(struct cli_picture *picture, struct cli_spot spot,
                           const struct cli_mark *mark)
{
    const struct cli_area clip = picture->clip;
    picture->clip = (struct cli_area){0, 0, picture->columns, picture->rows};
    if (mark->sign == CLI_SIGN_START)
        draw_start(picture, spot, mark);
    else if (mark->sign == CLI_SIGN_GOAL)
        draw_goal(picture, spot, mark);
    else if (mark->sign == CLI_SIGN_DISC)
        draw_disc(picture, spot, mark, mark->colour);
    else
        cli_picture_draw_disc(picture, spot, mark->radius, mark->colour);
    picture->clip = clip;
}
