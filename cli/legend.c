/* legend.c: what the signs and colours of a picture mean, in a strip below the picture or beside it.
 *
 * An entry is a sign and words after it, the scale of heat has words before it as well. Entries stand in
 * lines like words. All sizes are in dots, of which each is `scale` pixels wide. */
#include "legend.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "heat.h"

enum {
    SIGN_DOTS = 14, /* the width of a round sign and of a square */
    LINE_DOTS = 24,
    HEAT_DOTS = 120,
    GAP = 5,      /* between a sign and words */
    SPACE = 18,   /* between entries */
    BORDER = 8,   /* around them */
    LINE = 20,    /* from one line to the next */
    NARROW = 320, /* a picture that is narrower and higher than wide has its legend beside it */
};

static const struct cli_colour PAPER = {0xff, 0xff, 0xff};
static const struct cli_colour INK = {0x2b, 0x30, 0x3a};
static const struct cli_colour EDGE = {0x9a, 0xa0, 0xab};

/* ---- entries ---- */

/* One that is thrown away if there are too many. */
static struct cli_entry *add_entry(struct cli_legend *legend, enum cli_sign sign, uint32_t dots)
{
    uint32_t place = legend->count < CLI_LEGEND_CAPACITY ? legend->count++ : CLI_LEGEND_CAPACITY;
    struct cli_entry *entry = &legend->entries[place];
    *entry = (struct cli_entry){.sign = sign, .columns = dots * legend->scale};
    return entry;
}

void cli_legend_add(struct cli_legend *legend, enum cli_sign sign, struct cli_colour colour,
                    const char *format, ...)
{
    struct cli_entry *entry = add_entry(
        legend, sign, sign == CLI_SIGN_LINE || sign == CLI_SIGN_BAND ? LINE_DOTS : SIGN_DOTS);
    va_list list;
    va_start(list, format);
    vsnprintf(entry->words, sizeof entry->words, format, list);
    va_end(list);
    entry->colour = colour;
}

void cli_legend_add_heat(struct cli_legend *legend, const char *noun, double heat, const char *most)
{
    struct cli_entry *entry = add_entry(legend, CLI_SIGN_HEAT, HEAT_DOTS);
    snprintf(entry->before, sizeof entry->before, "%s: 1", noun);
    snprintf(entry->words, sizeof entry->words, "%s", most);
    entry->heat = heat;
}

void cli_legend_add_length(struct cli_legend *legend, uint32_t pixels, uint32_t cells)
{
    char number[CLI_NUMBER_CAPACITY];
    struct cli_entry *entry = add_entry(legend, CLI_SIGN_LENGTH, 0);
    snprintf(entry->words, sizeof entry->words, "%s cell%s", cli_group_digits(cells, number),
             cells == 1 ? "" : "s");
    entry->columns = pixels;
}

const char *cli_group_digits(uint64_t number, char text[CLI_NUMBER_CAPACITY])
{
    char digits[CLI_NUMBER_CAPACITY];
    int count = snprintf(digits, sizeof digits, "%" PRIu64, number);
    char *at = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0)
            *at++ = ',';
        *at++ = digits[i];
    }
    *at = '\0';
    return text;
}

/* ---- where they stand ---- */

static uint32_t measure(const struct cli_legend *legend, const char *words)
{
    return (uint32_t)strlen(words) * CLI_LETTER_COLUMNS * legend->scale;
}

/* Where an entry's sign begins, seen from the entry. */
static uint32_t find_sign(const struct cli_legend *legend, const struct cli_entry *entry)
{
    uint32_t before = measure(legend, entry->before);
    return before > 0 ? before + GAP * legend->scale : 0;
}

static uint32_t find_width(const struct cli_legend *legend, const struct cli_entry *entry)
{
    return find_sign(legend, entry) + entry->columns + GAP * legend->scale +
           measure(legend, entry->words);
}

/* The columns of a strip in which each entry has a line of its own, or all are in one line. */
static uint32_t find_columns(const struct cli_legend *legend, bool in_one_line)
{
    uint32_t widest = 0, sum = 0;
    for (uint32_t i = 0; i < legend->count; i++) {
        uint32_t width = find_width(legend, &legend->entries[i]);
        sum += width + (i > 0 ? SPACE * legend->scale : 0);
        widest = width > widest ? width : widest;
    }
    return (in_one_line ? sum : widest) + 2 * BORDER * legend->scale;
}

/* Places the entries in a strip that is `columns` wide. Returns its rows. */
static uint32_t lay_out(struct cli_legend *legend, uint32_t columns)
{
    const uint32_t border = BORDER * legend->scale;
    uint32_t left = border, top = border;
    for (uint32_t i = 0; i < legend->count; i++) {
        struct cli_entry *entry = &legend->entries[i];
        uint32_t width = find_width(legend, entry);
        if (left > border && left + width + border > columns) {
            left = border;
            top += LINE * legend->scale;
        }
        entry->left = left;
        entry->top = top;
        left += width + SPACE * legend->scale;
    }
    return top + CLI_LETTER_ROWS * legend->scale + border;
}

/* ---- drawing ---- */

/* A box for a sign, with its top and its height in dots from the top of the letters. */
static struct cli_area find_box(const struct cli_legend *legend, const struct cli_entry *entry,
                                uint32_t left, uint32_t top, uint32_t rows)
{
    top = entry->top + top * legend->scale;
    return (struct cli_area){left, top, left + entry->columns, top + rows * legend->scale};
}

static void draw_heat(struct cli_picture *picture, const struct cli_entry *entry,
                      struct cli_area area)
{
    uint32_t first = area.left;
    for (uint32_t column = first; column < first + entry->columns; column++) {
        double share = (double)(column - first) / (entry->columns - 1);
        area.left = column;
        area.right = column + 1;
        cli_picture_fill(picture, area,
                         cli_heat_find_colour(entry->heat + (1 - entry->heat) * share));
    }
}

/* A line with an upright one at each end. */
static void draw_length(struct cli_picture *picture, struct cli_area area, uint32_t dot)
{
    uint32_t middle = (area.top + area.bottom - dot) / 2;
    cli_picture_fill(picture, (struct cli_area){area.left, middle, area.right, middle + dot}, INK);
    cli_picture_fill(picture, (struct cli_area){area.left, area.top, area.left + dot, area.bottom},
                     INK);
    cli_picture_fill(picture,
                     (struct cli_area){area.right - dot, area.top, area.right, area.bottom}, INK);
}

static void draw_ground(struct cli_picture *picture, struct cli_area area, uint32_t dot,
                        struct cli_colour colour)
{
    cli_picture_fill(picture, area, EDGE);
    area = (struct cli_area){area.left + dot, area.top + dot, area.right - dot, area.bottom - dot};
    cli_picture_fill(picture, area, colour);
}

static void draw_round(struct cli_picture *picture, const struct cli_entry *entry,
                       struct cli_area area, uint32_t dot)
{
    const double radii[] = {
        [CLI_SIGN_DOT] = 3, [CLI_SIGN_DISC] = 4.5, [CLI_SIGN_START] = 7, [CLI_SIGN_GOAL] = 7};
    const struct cli_mark mark = {entry->sign, radii[entry->sign] * dot, dot, entry->colour};
    const struct cli_spot spot = {(area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0};
    cli_picture_draw_mark(picture, spot, &mark);
}

static void draw_sign(struct cli_picture *picture, const struct cli_legend *legend,
                      const struct cli_entry *entry, uint32_t left)
{
    uint32_t dot = legend->scale;
    switch (entry->sign) {
    case CLI_SIGN_GROUND:
        draw_ground(picture, find_box(legend, entry, left, 0, SIGN_DOTS), dot, entry->colour);
        break;
    case CLI_SIGN_LINE:
        cli_picture_fill(picture, find_box(legend, entry, left, 6, 2), entry->colour);
        break;
    case CLI_SIGN_BAND:
        cli_picture_fill(picture, find_box(legend, entry, left, 4, 6), entry->colour);
        break;
    case CLI_SIGN_HEAT:
        draw_heat(picture, entry, find_box(legend, entry, left, 1, SIGN_DOTS - 2));
        break;
    case CLI_SIGN_LENGTH:
        draw_length(picture, find_box(legend, entry, left, 3, SIGN_DOTS - 5), dot);
        break;
    default:
        draw_round(picture, entry, find_box(legend, entry, left, 0, SIGN_DOTS), dot);
    }
}

static void draw_entry(struct cli_picture *picture, const struct cli_legend *legend,
                       const struct cli_entry *entry)
{
    uint32_t sign = entry->left + find_sign(legend, entry);
    struct cli_text text = {entry->before, entry->left, entry->top, legend->scale, INK};
    cli_picture_draw_text(picture, &text);
    draw_sign(picture, legend, entry, sign);
    text.words = entry->words;
    text.left = sign + entry->columns + GAP * legend->scale;
    cli_picture_draw_text(picture, &text);
}

/* Adds the strip to the picture, and moves the entries there. */
static bool add_strip(struct cli_picture *picture, struct cli_legend *legend)
{
    uint32_t narrow = NARROW * legend->scale, least = find_columns(legend, false);
    uint32_t columns = picture->columns, rows = picture->rows, height;
    bool beside = columns < narrow && rows > columns;
    if (beside) {
        height = lay_out(legend, least);
        for (uint32_t i = 0; i < legend->count; i++)
            legend->entries[i].left += columns;
        return cli_picture_extend(picture, least, height > rows ? height - rows : 0, PAPER);
    }
    uint32_t all = find_columns(legend, true), wanted = all < narrow ? all : narrow;
    wanted = wanted > least ? wanted : least;
    wanted = wanted > columns ? wanted : columns;
    height = lay_out(legend, wanted);
    for (uint32_t i = 0; i < legend->count; i++)
        legend->entries[i].top += rows;
    return cli_picture_extend(picture, wanted - columns, height, PAPER);
}

bool cli_picture_draw_legend(struct cli_picture *picture, struct cli_legend *legend)
{
    if (!add_strip(picture, legend))
        return false;
    for (uint32_t i = 0; i < legend->count; i++)
        draw_entry(picture, legend, &legend->entries[i]);
    return true;
}
