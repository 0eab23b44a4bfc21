/* label_check.c: whether a label is what the builder would write, byte for byte but for the choice
 * of hubs and ways: its groups, its blocks, the hubs in them; with eps, its list of next nodes. */
#include "base/xy.h"
#include "db/label_check.h"

#include "base/detail.h"
#include "db/turns.h"

cairn_status cairn__label_check_fail(const cairn__label_check *self, const uint8_t *at,
                                     const char *what)
{
    return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT,
                                 cairn__label_check_get_offset(self) + self->layout.labels +
                                     (uint64_t)(at - self->set->labels),
                                 "the label of corner %u: %s", (unsigned)self->node, what);
}

/* ---- exact labels ---- */

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
        if (cairn__get_distance(self->cell, set->hubs[hub]) + 2 * excess >= CAIRN__MOST_DISTANCE)
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

/* The blocks of the group from `first` to `end`. */
static cairn_status check_blocks(cairn__label_check *self, reading *so_far, const uint8_t *end,
                                 bool is_first)
{
    cairn__label_cursor cursor = {.at = so_far->at + sizeof(uint32_t), .end = end};
    cairn__label_block block;
    while (cursor.at < end) {
        const uint8_t *at = cursor.at;
        if (!cairn__label_cursor_next_block(&cursor, &block))
            return cairn__label_check_fail(self, at, "a block does not fit its group");
        const char *wrong = find_bad_block(self, &block, so_far, is_first);
        if (wrong != NULL)
            return cairn__label_check_fail(self, at, wrong);
        is_first = false;
    }
    return CAIRN_OK;
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
    cairn__xy hub = self->set->hubs[so_far->hub];
    if (so_far->bytes != 2 * sizeof(uint32_t) || so_far->count != 1)
        return "the node itself has more than one hub";
    if (!cairn__is_same_cell(hub, self->cell) || self->owners[so_far->hub] != 0)
        return "the node itself is another one's hub";
    self->owners[so_far->hub] = self->node + 1;
    return NULL;
}

static cairn_status check_group(cairn__label_check *self, reading *so_far)
{
    const uint8_t *group = so_far->at;
    size_t left = (size_t)(so_far->end - group);
    uint32_t word = left >= sizeof word ? cairn__read_word(group) : 0, bytes = word >> 22;
    if (bytes < 2 * sizeof word || bytes > left)
        return cairn__label_check_fail(self, group, "the size of a group is out of range");
    const char *wrong = find_bad_head(self, so_far, word);
    if (wrong != NULL)
        return cairn__label_check_fail(self, group, wrong);
    uint32_t next = word & (CAIRN__MOST_NODES - 1);
    bool is_first = so_far->groups == 0 || next != so_far->next;
    cairn_status status = check_blocks(self, so_far, group + bytes, is_first);
    if (status != CAIRN_OK)
        return status;
    so_far->next = next;
    so_far->bytes = bytes;
    so_far->at += bytes;
    wrong = so_far->groups++ == 0 ? find_bad_owner(self, so_far) : NULL;
    return wrong != NULL ? cairn__label_check_fail(self, group, wrong) : CAIRN_OK;
}

/* ---- labels with eps ---- */

/* The next nodes of a label are listed in the order in which its entries need them, each once, and
 * no entry has another one; the node itself as a hub has none, and says 0. */
static const char *find_bad_nexts(cairn__label_check *self, const cairn__label *label,
                                  const cairn__label_block *block, uint32_t *listed)
{
    const cairn__label_set *set = self->set;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        uint32_t which = cairn__read_bits(block->nexts, i, label->next_width);
        if (cairn__is_same_cell(set->hubs[hub], self->cell)) {
            if (self->owners[hub] != 0 || which != 0 ||
                cairn__read_bits(block->excesses, i, block->excess_width) != 0)
                return "the node itself is a hub in a wrong way";
            self->owners[hub] = self->node + 1;
            self->owned++;
            continue;
        }
        if (which > *listed || which >= label->next_count)
            return "the next node is out of order";
        uint32_t next = cairn__read_bits(label->nexts, which, set->node_width);
        if (next >= set->nodes || next == self->node)
            return "the next node is out of range";
        *listed += which == *listed;
    }
    return NULL;
}

static bool has_next_twice(const cairn__label_set *set, const cairn__label *label)
{
    for (uint32_t i = 1; i < label->next_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (cairn__read_bits(label->nexts, i, set->node_width) ==
                cairn__read_bits(label->nexts, j, set->node_width))
                return true;
    return false;
}

/* All blocks of a label that is one group. */
static const char *find_bad_mixture(cairn__label_check *self, const cairn__label *label)
{
    cairn__label_cursor cursor;
    cairn__label_block block;
    reading so_far = {0};
    uint32_t limit = 1, listed = 0;
    uint64_t owned = self->owned;
    cairn__label_cursor_start(&cursor, label);
    (void)cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit);
    for (bool is_first = true; cursor.at < cursor.end; is_first = false) {
        if (!cairn__label_cursor_next_block(&cursor, &block))
            return "a block does not fit the label";
        const char *wrong = find_bad_block(self, &block, &so_far, is_first);
        if (wrong == NULL)
            wrong = find_bad_nexts(self, label, &block, &listed);
        if (wrong == NULL && !has_clean_end(block.nexts, block.count, label->next_width))
            wrong = "a block is wider than it must be";
        if (wrong != NULL)
            return wrong;
    }
    if (listed != label->next_count || has_next_twice(self->set, label) ||
        !has_clean_end(label->nexts, label->next_count, self->set->node_width))
        return "the next nodes are not those of its entries";
    return self->owned == owned + 1 ? NULL : "the node itself is not a hub once";
}

static cairn_status check_mixture(cairn__label_check *self)
{
    cairn__label label;
    const uint8_t *at = self->set->labels + self->set->firsts[self->node];
    if (!cairn__label_set_get(self->set, self->node, &label))
        return cairn__label_check_fail(self, at, "it is cut short");
    const char *wrong = find_bad_mixture(self, &label);
    return wrong != NULL ? cairn__label_check_fail(self, at, wrong) : CAIRN_OK;
}

/* ---- either ---- */

void cairn__label_check_enter(cairn__label_check *self, uint32_t node)
{
    self->node = node;
    self->cell = self->set->cells[node];
}

cairn_status cairn__label_check_run(cairn__label_check *self)
{
    const cairn__label_set *set = self->set;
    if (!set->exact)
        return check_mixture(self);
    reading so_far = {.at = set->labels + set->firsts[self->node],
                      .end = set->labels + set->firsts[self->node + 1]};
    if (so_far.at == so_far.end)
        return cairn__label_check_fail(self, so_far.at, "it is empty");
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && so_far.at < so_far.end)
        status = check_group(self, &so_far);
    return status;
}
