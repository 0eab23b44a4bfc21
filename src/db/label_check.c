/* label_check.c: whether a label is coded as the builder would code its entries. */
#include "db/label_check.h"

#include "db/turns.h"

/* The groups of a label so far. */
typedef struct reading {
    const uint8_t *at;
    const uint8_t *end;
    uint32_t groups;
    uint32_t next;  /* node, of the last group */
    uint32_t bytes; /* of it */
    uint32_t count; /* entries of its last block */
    uint32_t hub;   /* the last one */
} reading;

/* Bits behind the numbers of a row, up to its last byte's end, are zero. */
static bool has_clean_end(const uint8_t *row, uint32_t count, uint32_t width)
{
    uint32_t bits = count * width;
    return bits % 8 == 0 || row[bits / 8] >> bits % 8 == 0;
}

static bool is_narrow(const cairn__label_block *block, uint32_t span)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t excess = cairn__read_bits(block->excesses, i, block->excess_width);
        most = excess > most ? excess : most;
    }
    return block->rank_width == cairn__count_bits(span) &&
           block->excess_width == cairn__count_bits(most) &&
           has_clean_end(block->ranks, block->count, block->rank_width) &&
           has_clean_end(block->excesses, block->count, block->excess_width);
}

/* Hubs ascend through the blocks of one next node, each is there once in a label, and no distance
 * is too long to add up. */
static const char *find_bad_entry(cairn__label_check *self, const cairn__label_block *block,
                                  reading *so_far, bool is_first)
{
    const cairn__label_set *set = self->set;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        uint64_t excess = cairn__read_bits(block->excesses, i, block->excess_width);
        if (hub >= set->nodes)
            return "a hub is out of range";
        if ((!is_first || i > 0) && hub <= so_far->hub)
            return "hubs are out of order";
        if (self->met[hub] == self->node + 1)
            return "a hub is there twice";
        if (cairn_get_distance(self->cell, set->hubs[hub]) + 2 * excess >= CAIRN__MOST_DISTANCE)
            return "a distance is out of range";
        self->met[hub] = self->node + 1;
        so_far->hub = hub;
    }
    self->entries += block->count;
    return NULL;
}

/* A block is full unless it is the last of its next node, and no wider than it must be. */
static const char *find_bad_block(cairn__label_check *self, const cairn__label_block *block,
                                  reading *so_far, bool is_first)
{
    uint32_t last = cairn__read_bits(block->ranks, block->count - 1, block->rank_width);
    if (!is_first && so_far->count < CAIRN__LABEL_BLOCK)
        return "a block is followed by another but not full";
    if (cairn__read_bits(block->ranks, 0, block->rank_width) != 0 || !is_narrow(block, last))
        return "a block is wider than it must be";
    so_far->count = block->count;
    return find_bad_entry(self, block, so_far, is_first);
}

/* The blocks of the group that the reading is at, up to its end. */
static const char *find_bad_blocks(cairn__label_check *self, reading *so_far, const uint8_t *end,
                                   bool is_first)
{
    cairn__label_cursor cursor = {.at = so_far->at + sizeof(uint32_t), .end = end};
    cairn__label_block block;
    const char *wrong = NULL;
    for (; wrong == NULL && cursor.at < end; is_first = false) {
        self->at = cursor.at;
        wrong = cairn__label_cursor_next_block(&cursor, &block)
                    ? find_bad_block(self, &block, so_far, is_first)
                    : "a block does not fit its group";
    }
    return wrong;
}

static uint32_t get_block_bytes(const uint8_t *block)
{
    uint32_t word = cairn__read_word(block), count = (word >> 28) + 1;
    return (uint32_t)sizeof word + cairn__get_row_bytes(count, word >> 18 & 31) +
           cairn__get_row_bytes(count, word >> 23 & 31);
}

/* What a group's head says: its next node is not before that of the group before, and the same
 * only where that one could not take another block. */
static const char *find_bad_head(const cairn__label_check *self, const reading *so_far,
                                 uint32_t word)
{
    uint32_t next = word & (CAIRN__MOST_NODES - 1), direction = word >> 18 & 15;
    if (next >= self->set->nodes)
        return "the next node is out of range";
    if ((so_far->groups == 0) != (next == self->node))
        return "the first group, and only that, has the node itself";
    if (direction !=
        (next == self->node ? 0 : cairn__get_direction(self->cell, self->set->cells[next])))
        return "the direction to the next node is wrong";
    if (so_far->groups > 1 && next < so_far->next)
        return "groups are out of order";
    if (so_far->groups > 1 && next == so_far->next &&
        so_far->bytes + get_block_bytes(so_far->at + sizeof word) <= CAIRN__MOST_GROUP)
        return "a group is cut in two";
    return NULL;
}

/* The first group: the node itself, at no distance, as a hub of nobody else. */
static const char *find_bad_owner(const cairn__label_check *self, const reading *so_far)
{
    cairn_cell hub = self->set->hubs[so_far->hub];
    if (so_far->bytes != 2 * sizeof(uint32_t) || so_far->count != 1)
        return "the node itself has more than one hub";
    if (!cairn_is_same_cell(hub, self->cell) || self->owners[so_far->hub] != 0)
        return "the node itself is another one's hub";
    self->owners[so_far->hub] = self->node + 1;
    return NULL;
}

/* Passes the next group. */
static const char *find_bad_group(cairn__label_check *self, reading *so_far)
{
    const uint8_t *group = so_far->at;
    size_t left = (size_t)(so_far->end - group);
    uint32_t word = left >= sizeof word ? cairn__read_word(group) : 0, bytes = word >> 22;
    self->at = group;
    if (bytes < 2 * sizeof word || bytes > left)
        return "the size of a group is out of range";
    uint32_t next = word & (CAIRN__MOST_NODES - 1);
    bool is_first = so_far->groups == 0 || next != so_far->next;
    const char *wrong = find_bad_head(self, so_far, word);
    if (wrong == NULL)
        wrong = find_bad_blocks(self, so_far, group + bytes, is_first);
    so_far->next = next;
    so_far->bytes = bytes;
    so_far->at += bytes;
    if (wrong == NULL && so_far->groups == 0)
        wrong = find_bad_owner(self, so_far);
    so_far->groups++;
    return wrong;
}

const char *cairn__label_find_fault(cairn__label_check *self, uint32_t node)
{
    const cairn__label_set *set = self->set;
    reading so_far = {.at = set->labels + set->firsts[node],
                      .end = set->labels + set->firsts[node + 1]};
    self->node = node;
    self->cell = set->cells[node];
    self->at = so_far.at;
    if (so_far.at == so_far.end)
        return "it is empty";
    const char *wrong = NULL;
    while (wrong == NULL && so_far.at < so_far.end)
        wrong = find_bad_group(self, &so_far);
    return wrong;
}
