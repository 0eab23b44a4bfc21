/* hard_maps.c: each map is drawn by one to three brushes chosen at random. */
#include "hard_maps.h"

#include <string.h>

#include "base/random.h"

typedef struct canvas {
    cairn_random random;
    int32_t width;
    int32_t height;
    unsigned char *open;
} canvas;

static int32_t draw(canvas *self, int32_t bound)
{
    return (int32_t)cairn__random_below(&self->random, (uint32_t)bound);
}

static void set(canvas *self, int32_t x, int32_t y, unsigned char open)
{
    if (x >= 0 && y >= 0 && x < self->width && y < self->height)
        self->open[y * self->width + x] = open;
}

static void draw_noise(canvas *self)
{
    int32_t percent = 3 + draw(self, 43);
    for (int32_t i = 0; i < self->width * self->height; i++)
        if (draw(self, 100) < percent)
            self->open[i] = 0;
}

static void draw_blocks(canvas *self)
{
    for (int32_t count = 1 + draw(self, 6); count > 0; count--) {
        int32_t x = draw(self, self->width), y = draw(self, self->height);
        int32_t across = 1 + draw(self, 5), down = 1 + draw(self, 5);
        for (int32_t i = 0; i < across * down; i++)
            set(self, x + i % across, y + i / across, 0);
    }
}

/* Lines of any slope, one cell thick, now and then with a gap. */
static void draw_lines(canvas *self)
{
    for (int32_t count = 1 + draw(self, 3); count > 0; count--) {
        int32_t x = 8 * draw(self, self->width), y = 8 * draw(self, self->height);
        int32_t right = draw(self, 17) - 8, down = draw(self, 17) - 8;
        int32_t gap = 2 + draw(self, 12);
        for (int32_t i = 0; i < 2 * (self->width + self->height); i++, x += right, y += down)
            if (i % gap != 1)
                set(self, x / 8, y / 8, 0);
    }
}

/* Steps of equal width and height. */
static void draw_stairs(canvas *self)
{
    int32_t wide = 1 + draw(self, 4), high = 1 + draw(self, 3), flip = draw(self, 2);
    int32_t begin = draw(self, self->width) - self->width / 2, thick = 1 + draw(self, 6);
    for (int32_t x = 0; x < self->width; x++) {
        int32_t top = (x + begin + 64 * wide) / wide * high - 64 * high;
        for (int32_t i = 0; i < thick; i++)
            set(self, x, flip != 0 ? self->height - 1 - top - i : top + i, 0);
    }
}

/* Straight walls with a door of one cell each. */
static void draw_rooms(canvas *self)
{
    for (int32_t count = 1 + draw(self, 4); count > 0; count--) {
        bool upright = draw(self, 2) == 0;
        int32_t side = upright ? self->height : self->width;
        int32_t at = draw(self, upright ? self->width : self->height), door = draw(self, side);
        for (int32_t i = 0; i < side; i++)
            if (i != door)
                set(self, upright ? at : i, upright ? i : at, 0);
    }
}

static void draw_discs(canvas *self)
{
    for (int32_t count = 1 + draw(self, 3); count > 0; count--) {
        int32_t x = draw(self, self->width), y = draw(self, self->height);
        int32_t radius = 1 + draw(self, 5);
        for (int32_t i = -radius; i <= radius; i++)
            for (int32_t j = -radius; j <= radius; j++)
                if (i * i + j * j <= radius * radius + draw(self, 3))
                    set(self, x + i, y + j, 0);
    }
}

static void draw_grid(canvas *self)
{
    int32_t right = 2 + draw(self, 4), down = 2 + draw(self, 4), missing = 1 + draw(self, 30);
    for (int32_t i = 0; i < self->width * self->height; i++) {
        bool post = i % self->width % right == 0 && i / self->width % down == 0;
        if (post && draw(self, 100) >= missing)
            self->open[i] = 0;
    }
}

static void draw_specks(canvas *self)
{
    for (int32_t count = 1 + draw(self, 8); count > 0; count--) {
        int32_t x = draw(self, self->width), y = draw(self, self->height);
        set(self, x, y, (unsigned char)draw(self, 2));
    }
}

void hard_map_draw(uint64_t seed, uint32_t width, uint32_t height, unsigned char *open)
{
    static void (*const brushes[])(canvas *) = {draw_noise, draw_blocks, draw_lines, draw_stairs,
                                                draw_rooms, draw_discs,  draw_grid,  draw_specks};
    canvas self = {cairn__random_start(seed, 13), (int32_t)width, (int32_t)height, open};
    memset(open, 1, (size_t)width * height);
    for (int32_t count = 1 + draw(&self, 3); count > 0; count--)
        brushes[draw(&self, sizeof brushes / sizeof *brushes)](&self);
}
