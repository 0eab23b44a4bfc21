/* fuzz_crowd_forge.c: see fuzz_crowd_forge.h. Which field is changed, and what it says then, is drawn so
 * that most of it is near to what a crowd can be: cells of the map, runs, states, numbers of members. */
#include "fuzz_crowd_forge.h"

#include "base/hash.h"

/* Of docs/format.md: bytes of the head, the checksum in it, and words of a member before its plan. */
enum { HEAD = 104, CHECKSUM = 96, PLAN_WORDS_AT = 44, USED_AT = 64, MEMBER = 17, RING = 9 };

typedef struct forge {
    fuzz_input *input;
    const fuzz_board *board;
    uint8_t *block;
    uint32_t words; /* of the block */
} forge;

static uint32_t get_word(const forge *self, uint32_t at)
{
    const uint8_t *from = self->block + 4 * (size_t)at;
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void put_word(const forge *self, uint32_t at, uint32_t word)
{
    for (uint32_t i = 0; i < 4; i++)
        self->block[4 * (size_t)at + i] = (uint8_t)(word >> 8 * i);
}

static uint32_t take_word(fuzz_input *input)
{
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word = word << 8 | fuzz_take(input);
    return word;
}

/* ---- what a word may say ---- */

/* A cell some steps from the one of a word. */
static uint32_t take_cell_beside(fuzz_input *input, uint32_t cell)
{
    uint32_t x = (cell & 0xffff) + fuzz_take(input) % 80 - 40;
    uint32_t y = (cell >> 16) + fuzz_take(input) % 80 - 40;
    return (x & 0xffff) | (y & 0xffff) << 16;
}

static uint32_t take_special(fuzz_input *input)
{
    static const uint32_t specials[] = {
        0, 1, 15, 16, 255, 256, 4095, 0xffff, 0xffff0000, 0x7fffffff, 0x80000000, UINT32_MAX};
    return specials[fuzz_take_below(input, sizeof specials / sizeof specials[0])];
}

static uint32_t take_value(const forge *self, uint32_t old)
{
    fuzz_input *input = self->input;
    uint32_t choice = fuzz_take(input);
    switch (choice % 8) {
    case 0:
        return take_word(input);
    case 1:
        return fuzz_board_take_cell(input, self->board);
    case 2:
        return take_cell_beside(input, old);
    case 3:
        return old ^ UINT32_C(1) << choice / 8;
    case 4:
        return old + choice / 8 - 15;
    case 5:
        return take_special(input);
    case 6: /* one of its bytes */
        return (old & ~(UINT32_C(255) << choice / 8 % 4 * 8)) | fuzz_take(input)
                                                                    << choice / 8 % 4 * 8;
    default:
        return get_word(self, take_word(input) % self->words);
    }
}

/* ---- which word ---- */

static uint32_t get_member_words(const forge *self)
{
    uint32_t plan = get_word(self, PLAN_WORDS_AT / 4) & 0xff;
    return MEMBER + (plan > 0 ? plan : 1);
}

/* The first word of a member. */
static uint32_t take_member(const forge *self)
{
    uint32_t used = get_word(self, USED_AT / 4) & 0xff, words = get_member_words(self);
    uint32_t i = fuzz_take_below(self->input, used > 0 ? used : 1);
    uint32_t at = HEAD / 4 + i * words;
    return at + words <= self->words ? at : HEAD / 4;
}

/* A run, a state and a line. */
static void forge_doing(const forge *self, uint32_t at)
{
    uint32_t run = fuzz_take(self->input), count = fuzz_take(self->input);
    uint32_t state = fuzz_take(self->input);
    put_word(self, at + 1, (run & 15) | count << 4 | state % 11 << 16 | (state / 16 % 6) << 24);
}

/* A member that stands elsewhere, goes elsewhere, leaves, or does something else. */
static void forge_member(const forge *self)
{
    uint32_t at = take_member(self), choice = fuzz_take(self->input);
    uint32_t words = get_member_words(self), word = at;
    if (choice % 4 == 0)
        forge_doing(self, at);
    else if (choice % 4 == 1)
        word = at + choice / 4 % RING;
    else if (choice % 4 == 2)
        word = at + RING + choice / 4 % (MEMBER - RING);
    else
        word = at + MEMBER + choice / 4 % (words - MEMBER);
    if (choice % 4 != 0 && word < self->words)
        put_word(self, word, take_value(self, get_word(self, word)));
}

/* A word behind the members: lines, places, guides, the goal of many. */
static void forge_tail(const forge *self)
{
    uint32_t used = get_word(self, USED_AT / 4) & 0xff;
    uint32_t first = HEAD / 4 + used * get_member_words(self);
    if (first >= self->words)
        return;
    uint32_t at = first + take_word(self->input) % (self->words - first);
    put_word(self, at, take_value(self, get_word(self, at)));
}

static void forge_head(const forge *self)
{
    uint32_t at = fuzz_take_below(self->input, HEAD / 4);
    put_word(self, at, take_value(self, get_word(self, at)));
}

static void forge_word(const forge *self)
{
    uint32_t choice = fuzz_take(self->input) % 8;
    if (choice == 0)
        forge_head(self);
    else if (choice < 4)
        forge_tail(self);
    else
        forge_member(self);
}

void fuzz_forge(fuzz_input *input, const fuzz_board *board, uint8_t *block, size_t bytes)
{
    const forge self = {input, board, block, (uint32_t)(bytes / 4)};
    uint32_t changes = fuzz_take_below(input, 4);
    for (uint32_t i = 0; i < changes; i++)
        forge_word(&self);
    put_word(&self, CHECKSUM / 4, 0);
    put_word(&self, CHECKSUM / 4 + 1, 0);
    uint64_t hash = cairn__hash_bytes(block, bytes);
    put_word(&self, CHECKSUM / 4, (uint32_t)hash);
    put_word(&self, CHECKSUM / 4 + 1, (uint32_t)(hash >> 32));
}
